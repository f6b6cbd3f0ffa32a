//! What was found of an assertion, as plain data: what is known without a JVM, and what is asked of one. It is kept from run to
//! run.

use super::super::check::replaying::Question;
use super::super::reason::{Reason, told};
use super::assertions::Assertion;
use super::technique::Settled;
use super::{Answered, ProveJob, Tried};
use crate::program::{MethodId, Program, Reads};
use crate::report::{self, Attempt, Finding, LoopProfile, Proof, ProofTechnique, ProofVerdict};
use crate::session::invariants::Library;
use crate::session::kept::{Kept, method_name};
use crate::session::workspace::Workspace;
use crate::store::Store;
use serde::{Deserialize, Serialize};

/// What is known of an assertion before a JVM is asked about what it is claimed to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Settlement {
    pub(super) found: Found,
    /// What was tried, in order, with the time that it took in this run.
    pub(super) attempts: Vec<Attempt>,
    /// What stood in the way of all techniques, each reason once.
    pub(super) reasons: Vec<report::Reason>,
}

/// What the last technique has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Found {
    /// It fails on no input.
    Proved(ProofTechnique, Proof),
    /// It fails on an input, if a JVM says so when it is asked this.
    Claimed(ProofTechnique, Box<(Finding, Question)>),
    /// Its place is reached.
    Reached(ProofTechnique, Box<Finding>),
    /// Neither is known.
    Unknown,
}

impl Settlement {
    /// What techniques have found.
    pub(super) fn of(answered: &Answered) -> Settlement {
        let found = match answered.attempts.last() {
            Some(Tried { technique, settled: Settled::Proved(proof), .. }) => Found::Proved(*technique, proof.clone()),
            Some(Tried { technique, settled: Settled::Refuted(candidate), .. }) => {
                Found::Claimed(*technique, Box::new((candidate.finding.clone(), candidate.question())))
            }
            Some(Tried { technique, settled: Settled::Reached(reached), .. }) => {
                Found::Reached(*technique, Box::new(reached.finding.clone()))
            }
            None | Some(Tried { settled: Settled::Unknown(_), .. }) => Found::Unknown,
        };
        let attempts = answered.attempts.iter().map(attempt).collect();
        Settlement { found, attempts, reasons: told(&answered.reasons()) }
    }

    /// The same in a run that takes no time for it.
    fn without_times(mut self) -> Settlement {
        for attempt in &mut self.attempts {
            attempt.time_ms = 0.0;
            if let Some(profile) = &mut attempt.profile {
                let LoopProfile { summaries, paths, instructions, solver_calls, .. } = *profile;
                *profile = LoopProfile { summaries, paths, instructions, solver_calls, ..LoopProfile::default() };
            }
        }
        self
    }
}

fn attempt(tried: &Tried) -> Attempt {
    let (verdict, reasons): (ProofVerdict, &[Reason]) = match &tried.settled {
        Settled::Proved(_) => (ProofVerdict::Proved, &[]),
        Settled::Refuted(_) | Settled::Reached(_) => (ProofVerdict::Refuted, &[]),
        Settled::Unknown(reasons) => (ProofVerdict::Unknown, reasons),
    };
    Attempt {
        technique: tried.technique,
        verdict,
        reasons: told(reasons),
        profile: tried.profile.clone(),
        time_ms: tried.time.as_secs_f64() * 1000.0,
    }
}

/// What earlier runs have found of the assertions of methods.
pub(super) struct KeptSettlements<'w>(Kept<'w>);

impl<'w> KeptSettlements<'w> {
    /// What a store keeps under a job's options; `jvm` tells the JDK of the JVM from others that techniques may ask.
    ///
    /// # Errors
    /// In one line, when a class file is no longer there.
    pub(super) fn of(
        store: Store,
        (job, jvm): (&ProveJob, Option<&str>),
        known: (&'w Workspace, &'w Library<'w>),
    ) -> Result<Self, String> {
        Kept::of(store, &format!("prove {} {jvm:?}", options(job)), known).map(KeptSettlements)
    }

    /// What was found of the assertions of a method, where it would be found again.
    pub(super) fn get(&self, program: &Program, assertions: &[Assertion]) -> Option<Vec<Settlement>> {
        let found: Vec<Settlement> = self.0.get(method(assertions)?, &asked(program, assertions))?;
        (found.len() == assertions.len()).then_some(found)
    }

    /// Keeps what was found of the assertions of a method.
    pub(super) fn put(&self, program: &Program, assertions: &[Assertion], settled: Vec<Settlement>, reads: &Reads) {
        let Some(method) = method(assertions) else { return };
        let settled: Vec<Settlement> = settled.into_iter().map(Settlement::without_times).collect();
        self.0.put(method, &asked(program, assertions), &settled, reads);
    }
}

fn method(assertions: &[Assertion]) -> Option<MethodId> {
    assertions.first().map(|assertion| assertion.target.method)
}

/// The options that can change what is found. The time limit is none: what it cuts is never kept. What is selected is in what
/// is asked.
fn options(job: &ProveJob) -> String {
    let ProveJob { job, technique, property: _, target: _, inputs, replay, effort } = job;
    format!("{:?} {technique:?} {inputs:?} {replay} {effort}", job.arithmetic)
}

/// What is asked about the assertions of a method, all of it: they share the explorations of the methods that they begin with.
fn asked(program: &Program, assertions: &[Assertion]) -> String {
    let one = |assertion: &Assertion| {
        let Assertion { target, subject, is_place, roots, is_closed } = assertion;
        let roots: Vec<String> = roots.iter().map(|root| method_name(program, *root)).collect();
        let target = (target.first, target.instruction, target.occasion, &target.exception);
        format!("{target:?} {subject:?} {is_place} {roots:?} {is_closed}")
    };
    assertions.iter().map(one).collect::<Vec<String>>().join("; ")
}
