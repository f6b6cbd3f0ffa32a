//! `test`: writes a JUnit suite. Each method is explored, its paths are augmented by criteria, the inputs that meet their goals
//! become tests (Jamrozik et al., Augmented Dynamic Symbolic Execution, ASE 2012).

mod choose;
mod criteria;
mod goal;
mod mutants;
mod propose;
mod trail;

use super::check::CheckJob;
use super::check::round::Context;
use super::workspace::Workspace;
use crate::program::MethodId;
use crate::report::{JobError, Progress};
use choose::choose;
pub use criteria::Criterion;
use propose::{Plan, propose, watched};
use std::time::Instant;

/// What to write and how.
#[derive(Clone, Debug, Default)]
pub struct SuiteJob {
    /// Classes, selection, threads, budgets.
    pub check: CheckJob,
    /// The criteria beside coverage.
    pub criteria: Vec<Criterion>,
}

/// Debug.
///
/// # Errors
/// When nothing can be done.
pub fn suite(job: &SuiteJob, _progress: &dyn Progress) -> Result<(), JobError> {
    let started = Instant::now();
    let workspace = Workspace::open(&job.check.job)?;
    let methods: Vec<MethodId> = super::check::select::methods(&workspace, &job.check)?;
    let context = Context { program: &workspace.program, calls: &workspace.calls, job: &job.check };
    let deadline = job.check.job.timeout.map(|timeout| started + timeout);
    let mut criteria = vec![Criterion::Coverage];
    criteria.extend(job.criteria.iter().copied());
    for method in methods {
        let class = workspace.program.class_name(workspace.program.method(method).class).clone();
        let watched = watched(context, &[class.clone()]);
        let operators = crate::mutation::parse_operators(
            "stronger,REMOVE_CONDITIONALS,ROR,AOR,AOD,SOR,OBBN,CRCR,REMOVE_INCREMENTS,NON_VOID_METHOD_CALLS",
        )
        .unwrap_or_default();
        let mutants = mutants::Mutants::of(&workspace.program, &[class], &operators);
        let plan = Plan { criteria: &criteria, watched: &watched, mutants: &mutants, deadline };
        let explored = propose(context, method, &plan);
        let chosen = choose(&explored.proposals);
        println!(
            "{} paths {} conditions {} proposals {} chosen {} failures {} {:?}",
            workspace.program.method_label(method),
            explored.paths,
            explored.ledger.conditions,
            explored.proposals.len(),
            chosen.len(),
            explored.failures.len(),
            started.elapsed()
        );
        for at in chosen {
            println!("   {}   [{}]", explored.proposals[at].input, explored.proposals[at].conditions.join("; "));
        }
        for (key, standing) in &explored.ledger.goals {
            if !standing.is_met {
                println!("   open {:?} {} {:?}: {:?}", key.site, key.detail, key.criterion, standing);
            }
        }
        println!("   missing {:?}", explored.missing.reasons(&workspace.program));
    }
    Ok(())
}
