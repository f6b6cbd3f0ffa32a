//! `prove`: each assertion proved, refuted by an input that a JVM confirms, or unknown with what stood in the way.
//!
//! Cheap techniques come first: paths from the beginning within small bounds, then loops in terms of path counters, then paths
//! backward from the assertion, then deeper from the beginning. Each assertion has its own time and its own budgets of work; the
//! exploration from the beginning is shared by the assertions of a method.

mod assertions;
mod backward;
mod claim;
mod forward;
mod guided;
mod loops;
mod numeric;
mod place;
mod report;
mod settlement;
mod technique;

use super::check::kept_replays::KeptReplays;
use super::check::replaying::Replayer;
use super::check::round::Context;
use super::check::work::{REPORTING, share};
use super::reason::{Cause, Reason};
use super::target::TargetSpec;
use super::{CheckJob, Inputs};
use crate::explore::Exhausted;
use crate::program::{Reads, listening};
use crate::report::{JobError, LoopProfile, Progress, ProofTechnique, ProveCosts, ProveReport};
use crate::run::{self, AnalysisFailure, Ending, Run};
use crate::session::invariants::Library;
use crate::session::threads::for_each;
use crate::session::workspace::Workspace;
use crate::session::{Job, open_store, told_of_store};
use assertions::{Assertion, assertions, only};
use forward::{ALL_ROUNDS, FIRST_ROUNDS, Forward};
use settlement::{KeptSettlements, Settlement};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use technique::{Question, Settled};

/// Which techniques are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Technique {
    /// All of them, cheap ones first.
    Auto,
    /// One.
    Only(ProofTechnique),
}

/// What must not happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProveProperty {
    /// A failing assertion.
    Assert,
    /// That, and what the machine raises at an instruction.
    All,
}

/// What to prove and how.
#[derive(Clone, Debug)]
pub struct ProveJob {
    /// Classes, selection, arithmetic, threads, and the limits of the run, whose time the assertions share.
    pub job: Job,
    /// Which techniques are tried.
    pub technique: Technique,
    /// What must not happen.
    pub property: ProveProperty,
    /// Only the assertions of this target.
    pub target: Option<TargetSpec>,
    /// What inputs are.
    pub inputs: Inputs,
    /// Whether a JVM is asked to confirm inputs.
    pub replay: bool,
    /// Budgets of work, in units of the usual ones.
    pub effort: u64,
}

impl Default for ProveJob {
    fn default() -> Self {
        ProveJob {
            job: Job::default(),
            technique: Technique::Auto,
            property: ProveProperty::Assert,
            target: None,
            inputs: Inputs::Constructed,
            replay: true,
            effort: 1,
        }
    }
}

/// An assertion with what was found of it.
struct Answered<'a> {
    assertion: &'a Assertion,
    attempts: Vec<Tried>,
}

/// A technique's answer, and what it took.
struct Tried {
    technique: ProofTechnique,
    settled: Settled,
    profile: Option<LoopProfile>,
    time: Duration,
}

/// Settles the assertions that a job selects.
///
/// # Errors
/// When nothing can be done; problems with single inputs are in the report.
pub fn prove(job: &ProveJob, progress: &dyn Progress) -> Result<ProveReport, JobError> {
    let started = Instant::now();
    let run = Run::begin(job.job.timeout, job.job.memory, job.job.isolation);
    let workspace = Workspace::open(&job.job)?.with_resources();
    let mut found = assertions(&workspace, job)?;
    if let Some(target) = &job.target {
        only(&workspace, job, target, &mut found)?;
    }
    let check = CheckJob {
        job: job.job.clone(),
        inputs: job.inputs,
        replay: job.replay,
        effort: job.effort,
        ..CheckJob::default()
    };
    let invariants = Library::of(&workspace, job.job.arithmetic);
    let context = Context::of(&workspace, &check, &invariants);
    let store = open_store(&job.job)?;
    let opened = store.clone();
    let kept_replays = store.clone().and_then(|store| KeptReplays::of(store, &workspace));
    // Techniques ask a JVM too: where it is not known which one that is, what they say is not kept.
    let store = store.filter(|_| !job.replay || kept_replays.is_some());
    let asked = (job, kept_replays.as_ref().map(KeptReplays::jdk));
    let kept = store
        .map(|store| KeptSettlements::of(store, asked, (&workspace, &invariants)))
        .transpose()
        .map_err(JobError::Input)?;
    let replayer = Replayer::new(workspace.roots.clone(), job.replay).keeping(kept_replays);
    let groups = by_method(found);
    let known: Vec<Option<Vec<Settlement>>> =
        groups.iter().map(|group| kept.as_ref()?.get(&workspace.program, group)).collect();
    let open: Vec<&[Assertion]> =
        groups.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(group, _)| group.as_slice()).collect();
    let mut costs = ProveCosts { tried: open.iter().map(|group| group.len() as u64).sum(), ..ProveCosts::default() };
    costs.kept = groups.iter().map(|group| group.len() as u64).sum::<u64>() - costs.tried;
    let around = (context, &workspace, kept.as_ref());
    let mut done = settle_all(around, (job, run.deadline_before(REPORTING)), &open, &replayer, progress).into_iter();
    let settled = known.into_iter().flat_map(|known| known.or_else(|| done.next()).unwrap_or_default()).collect();
    let assertions: Vec<&Assertion> = groups.iter().flatten().collect();
    let mut report = report::report(context, assertions, settled, &replayer);
    costs.replays = replayer.asked();
    report.totals.run = costs;
    report.problems = workspace.problems.clone();
    report.problems.extend(opened.as_ref().into_iter().flat_map(told_of_store));
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    report.sum_up();
    Ok(report)
}

/// The assertions of each method, in their order.
fn by_method(found: Vec<Assertion>) -> Vec<Vec<Assertion>> {
    let mut groups: Vec<Vec<Assertion>> = Vec::new();
    for assertion in found {
        let is_of_it = |group: &&mut Vec<Assertion>| {
            group.first().is_some_and(|first| first.target.method == assertion.target.method)
        };
        match groups.last_mut().filter(is_of_it) {
            Some(group) => group.push(assertion),
            None => groups.push(vec![assertion]),
        }
    }
    groups
}

/// Settles assertions, the methods that have some on several threads; the answers are in their order. Each that is final is kept
/// as soon as it is there.
fn settle_all<'p>(
    (context, workspace, kept): (Context<'p>, &'p Workspace, Option<&KeptSettlements<'_>>),
    (job, deadline): (&ProveJob, Option<Instant>),
    open: &[&[Assertion]],
    replayer: &Replayer,
    progress: &dyn Progress,
) -> Vec<Vec<Settlement>> {
    let mut groups: Vec<Mutex<Vec<Answered<'_>>>> = open.iter().map(|group| Mutex::new(unsettled(group))).collect();
    progress.begin(groups.len());
    let jobs = job.job.jobs.clamp(1, groups.len().max(1));
    let done = for_each(
        jobs,
        &groups,
        || (),
        |(), position, group| {
            let mut group = group.lock().unwrap_or_else(PoisonError::into_inner);
            let share = share(deadline, groups.len().saturating_sub(position), jobs);
            let mut settle = || settle_group((context, workspace), (job, share), &mut group, replayer);
            let assertions = open.get(position).copied().unwrap_or_default();
            match kept {
                Some(kept) => {
                    let mut reads = Reads::default();
                    let is_final = listening(&mut reads, settle);
                    if is_final {
                        kept.put(context.program, assertions, group.iter().map(Settlement::of).collect(), &reads);
                    }
                }
                None => {
                    settle();
                }
            }
            if let Some(first) = assertions.first() {
                progress.done(&context.program.method_label(first.target.method));
            }
        },
    );
    progress.end();
    for (group, done) in groups.iter_mut().zip(done) {
        let group = group.get_mut().unwrap_or_else(PoisonError::into_inner);
        let failure = match done {
            Some(Ok(())) => continue,
            Some(Err(failure)) => failure,
            None => AnalysisFailure::Ended(run::ending(None).unwrap_or(Ending::Time)),
        };
        for answered in group.iter_mut().filter(|answered| answered.is_open()) {
            let (technique, settled) = (ProofTechnique::Forward, failed(&failure));
            answered.attempts.push(Tried { technique, settled, profile: None, time: Duration::ZERO });
        }
    }
    let settled = |group: Mutex<Vec<Answered<'_>>>| {
        let group = group.into_inner().unwrap_or_else(PoisonError::into_inner);
        group.iter().map(Settlement::of).collect()
    };
    groups.into_iter().map(settled).collect()
}

/// Assertions on which nothing was tried yet.
fn unsettled(assertions: &[Assertion]) -> Vec<Answered<'_>> {
    assertions.iter().map(|assertion| Answered { assertion, attempts: Vec::new() }).collect()
}

/// Settles the assertions of one method. Says whether another run on the same classes would find the same.
fn settle_group<'p>(
    (context, workspace): (Context<'p>, &'p Workspace),
    (job, until): (&ProveJob, Option<Instant>),
    group: &mut [Answered<'_>],
    replayer: &Replayer,
) -> bool {
    let now = Instant::now();
    let assertions = u32::try_from(group.len().max(1)).unwrap_or(u32::MAX);
    let each = until.map(|until| until.saturating_duration_since(now) / assertions);
    let mut forward = Forward::new();
    let mut is_final = true;
    let steps: &[Step] = match job.technique {
        Technique::Auto => &[Step::Forward(FIRST_ROUNDS), Step::Loops, Step::Backward, Step::Forward(ALL_ROUNDS)],
        Technique::Only(ProofTechnique::Forward) => &[Step::Forward(ALL_ROUNDS)],
        Technique::Only(ProofTechnique::Loops) => &[Step::Loops],
        Technique::Only(ProofTechnique::Backward) => &[Step::Backward],
    };
    for step in steps {
        for answered in group.iter_mut().filter(|answered| answered.is_open()) {
            let started = Instant::now();
            let spent: Duration = answered.attempts.iter().map(|tried| tried.time).sum();
            let deadline = each.map(|each| started + each.saturating_sub(spent));
            let question = Question { context, workspace, assertion: answered.assertion, deadline };
            let technique = step.technique();
            let mut profile = None;
            let is_place = answered.assertion.is_place;
            let mut try_it = || match *step {
                Step::Forward(rounds) if is_place => place::settle(&question, rounds == ALL_ROUNDS),
                Step::Forward(rounds) => {
                    forward.deepen(context, answered.assertion, (rounds, deadline), replayer);
                    forward.settle(&question)
                }
                Step::Loops => loops::settle(&question, replayer, profile.get_or_insert_with(LoopProfile::default)),
                Step::Backward => backward::settle(&question),
            };
            // The end of this work alone, where memory is short, is known within it.
            let work = || (try_it(), run::is_over(deadline));
            let (settled, is_cut) = run::analysis(work).unwrap_or_else(|failure| (failed(&failure), true));
            is_final &= !is_cut && settled.is_lasting();
            if matches!(settled, Settled::Refuted(_)) {
                replayer.prepare();
            }
            answered.attempts.push(Tried { technique, settled, profile, time: started.elapsed() });
        }
    }
    is_final && !forward.is_cut()
}

/// What is known where the analysis has no result.
fn failed(failure: &AnalysisFailure) -> Settled {
    match failure {
        AnalysisFailure::Ended(ending) => Settled::unknown(Cause::Exhausted(Exhausted::Ended(*ending))),
        AnalysisFailure::Panicked(message) => Settled::unknown(Cause::AnalysisFailed(message.clone())),
    }
}

/// A step of the work on an assertion.
#[derive(Clone, Copy)]
enum Step {
    /// Explore from the beginning, by so many rounds more.
    Forward(usize),
    /// Ask path counters.
    Loops,
    /// Follow paths backward.
    Backward,
}

impl Step {
    fn technique(self) -> ProofTechnique {
        match self {
            Step::Forward(_) => ProofTechnique::Forward,
            Step::Loops => ProofTechnique::Loops,
            Step::Backward => ProofTechnique::Backward,
        }
    }
}

impl Answered<'_> {
    fn is_open(&self) -> bool {
        self.attempts.last().is_none_or(|tried| matches!(tried.settled, Settled::Unknown(_)))
    }

    /// What stood in the way of all techniques, each reason once.
    fn reasons(&self) -> Vec<Reason> {
        let mut found: Vec<Reason> = Vec::new();
        for tried in &self.attempts {
            if let Settled::Unknown(reasons) = &tried.settled {
                for reason in reasons {
                    if !found.contains(reason) {
                        found.push(reason.clone());
                    }
                }
            }
        }
        found
    }
}
