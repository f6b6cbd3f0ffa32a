//! `check`: can a method fail, and on which input? Rounds of deepening bounds over all methods, then a JVM that confirms.

mod classify;
mod explain;
mod finding;
mod input;
mod minimise;
mod notation;
mod replaying;
mod report;
mod round;
mod select;
mod verdict;
mod watch;
mod work;

use super::Job;
use super::workspace::Workspace;
use crate::report::{CheckReport, JobError, Progress, Property};
use replaying::Replayer;
use round::Context;
use std::time::Instant;

pub(super) use replaying::class_path_roots;

/// What inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// What a caller could make: objects from accessible constructors, their accessible fields assigned.
    Constructed,
    /// Any state, private fields included.
    Any,
}

/// What to check and how.
#[derive(Clone, Debug)]
pub struct CheckJob {
    /// Classes, selection, threads and the time limit; bounds are those that the deepest round may reach.
    pub job: Job,
    /// Only from this method (`main` or `C.m`), and not each method by itself.
    pub entry: Option<String>,
    /// Only violations of this property; none for all.
    pub property: Option<Property>,
    /// What inputs are.
    pub inputs: Inputs,
    /// Whether refusals that are not declared are failures.
    pub strict: bool,
    /// Whether a JVM is asked to confirm findings.
    pub replay: bool,
    /// Whether what was not covered is listed with its reason.
    pub explain: bool,
    /// A method's budget of work, in units of the usual one.
    pub effort: u64,
}

impl Default for CheckJob {
    fn default() -> Self {
        CheckJob {
            job: Job::default(),
            entry: None,
            property: None,
            inputs: Inputs::Constructed,
            strict: false,
            replay: true,
            explain: false,
            effort: 1,
        }
    }
}

/// Checks the methods that a job selects.
///
/// # Errors
/// When nothing can be checked; problems with single inputs are in the report.
pub fn check(job: &CheckJob, progress: &dyn Progress) -> Result<CheckReport, JobError> {
    let started = Instant::now();
    let workspace = Workspace::open(&job.job)?;
    let methods = select::methods(&workspace, job)?;
    let context = Context { program: &workspace.program, calls: &workspace.calls, job };
    let replayer = Replayer::new(workspace.roots.clone(), job.replay);
    let deadline = job.job.timeout.map(|timeout| started + timeout);
    let checked = work::run(context, &methods, &replayer, deadline, progress);
    let mut report = report::report(context, checked, &replayer);
    report.problems = workspace.problems.clone();
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    report.sum_up();
    Ok(report)
}
