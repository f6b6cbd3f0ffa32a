//! `reach`: can a target be reached from an entry, and by which input?
//!
//! What a verdict says: `reached`, a JVM has come to the target on the input that is given. `unreachable`, a proof: every
//! path was explored or shown to be impossible, or does not lead to the target in the control flow, and nothing was left out.
//! Else `not reached`, with what was left out. Inputs are those of a check: what a caller could make, with the static fields
//! as class initialisation leaves them; where other states may be reached by calls before, unreachable means in these too.

mod confirm;
mod demand;
mod forward;
mod found;
mod guide;
mod kept;
mod record;
mod runs;
mod standard;
mod start;
mod strategies;
mod whole_paths;

use super::check::CheckJob;
use super::check::finding::place_text;
use super::check::replaying::NotShown;
use super::check::round::Context;
use super::check::work::REPORTING;
use super::reason::{Cause, Claim, told};
use super::target::{TargetSpec, labelled, resolve};
use crate::concolic::Choose;
use crate::demand::Encoding;
use crate::explore::{Exhausted, Work};
use crate::graph::{Distances, Target};
use crate::input::initialised_classes;
use crate::program::MethodId;
use crate::report::{Defect, JobError, Progress, ReachReport, ReachVerdict, Silent};
use crate::run::{AnalysisFailure, Run};
use crate::session::invariants::Library;
use crate::session::threads::on_a_deep_stack;
use crate::session::workspace::Workspace;
use crate::session::{Job, open_store, told_of_store};
use kept::Kept;
use std::time::Instant;
use whole_paths::{Question, Spent};

pub(in crate::analysis) use confirm::Witness;
pub(in crate::analysis) use found::Found;
pub use guide::GuideMode;
use runs::Runs;
pub use start::StartValue;
pub(in crate::analysis) use strategies::Answer;
use strategies::{guided, standard};

/// How a target is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Demand-driven and compositional.
    Demand,
    /// Whole paths, one after the other.
    Standard,
    /// All paths at once, state by state.
    Explore,
}

/// What is to be reached, and how.
#[derive(Clone, Debug)]
pub struct ReachJob {
    /// Classes, cache and the time limit.
    pub job: Job,
    /// The target.
    pub target: TargetSpec,
    /// The method to begin with; none for the target's own, or `main`.
    pub entry: Option<String>,
    /// How it is looked for.
    pub strategy: Strategy,
    /// Which dangling node is tried next; none for the strategy's own order.
    pub choose: Option<Choose>,
    /// How the demand-driven strategy gives formulas to the solver.
    pub encoding: Encoding,
    /// Values of parameters for the first run; others begin with 0 or null.
    pub start: Vec<StartValue>,
    /// Most runs, or most states.
    pub executions: u64,
    /// Whether states that contradict what is necessary to reach the target are dropped.
    pub guide: GuideMode,
    /// Whether inputs are replayed; without, nothing is called reached.
    pub replay: bool,
    /// Whether the steps of the search are told.
    pub trace: bool,
}

/// Looks for an input that drives the entry to the target.
///
/// # Errors
/// When nothing can be explored, a name means nothing, or there is no JVM to confirm what is found.
pub fn reach(job: &ReachJob, progress: &dyn Progress) -> Result<ReachReport, JobError> {
    let started = Instant::now();
    let run = Run::begin(job.job.timeout, job.job.memory, job.job.isolation);
    let workspace = Workspace::open(&job.job)?;
    let (entry, target) = resolve(&workspace, &job.target, job.entry.as_deref())?;
    let given = start::given(&workspace.program, entry, &job.start)?;
    let distances = Distances::to(&workspace.program, target.places.iter().copied());
    let store = if job.strategy == Strategy::Demand { open_store(&job.job)? } else { None };
    let kept = store.clone().map(|store| Kept::new(store, &workspace, entry));
    let check = CheckJob { job: job.job.clone(), entry: Some(String::new()), ..CheckJob::default() };
    let invariants = Library::of(&workspace, job.job.arithmetic);
    let context = Context::of(&workspace, &check, &invariants);
    let mut report = ReachReport {
        target: job.target.to_string(),
        entry: labelled(&workspace.program, entry),
        strategy: match job.strategy {
            Strategy::Demand => "demand".into(),
            Strategy::Standard => "standard".into(),
            Strategy::Explore => "explore".into(),
        },
        problems: workspace.problems.clone(),
        ..ReachReport::default()
    };
    let mut runs = Runs {
        workspace: &workspace,
        entry,
        witness: if job.replay { Witness::start(&workspace) } else { Witness::absent(&workspace) },
        parameters: workspace.program.parameter_names(entry, "p"),
        initialised: initialised_classes(&workspace.program, &workspace.calls, entry),
        progress,
        only_told: !job.replay,
        error: None,
        defects: Vec::new(),
        notes: Vec::new(),
    };
    let deadline = run.deadline_before(REPORTING);
    let is_open = distances.from(entry, 0).is_some();
    let question = Question {
        context,
        entry,
        target: &target,
        distances: &distances,
        choose: job.choose.unwrap_or(match job.strategy {
            Strategy::Demand => Choose::Nearest,
            Strategy::Standard | Strategy::Explore => Choose::Fair,
        }),
        encoding: job.encoding,
        is_forking: job.strategy == Strategy::Explore,
        start: &given,
        executions: job.executions,
        deadline,
        work: Work::UNLIMITED,
        kept: kept.as_ref(),
        trace: job.trace,
    };
    progress.begin(usize::try_from(job.executions).unwrap_or(usize::MAX));
    let mut spent = Spent::default();
    let answer = if !is_open {
        report.notes.push("no way in the control flow leads there".into());
        Ok(Answer::Unreachable)
    } else {
        on_a_deep_stack(|| guided(question, job, &mut spent, &mut runs))
    };
    progress.end();
    if let Some(error) = runs.error {
        return Err(error);
    }
    report.defects = runs.defects;
    report.notes.append(&mut runs.notes);
    match answer {
        Ok(Answer::Reached(found)) if !job.replay => report.reasons = told(&[not_asked(&found).into()]),
        Ok(Answer::Reached(found)) => reached(&workspace, &mut report, *found),
        Ok(Answer::Unreachable) => report.verdict = ReachVerdict::Unreachable,
        Ok(Answer::NotReached(reasons)) => report.reasons = told(&reasons),
        Err(AnalysisFailure::Ended(ending)) => {
            report.reasons = told(&[Cause::Exhausted(Exhausted::Ended(ending)).into()])
        }
        Err(AnalysisFailure::Panicked(defect)) => {
            let cause = Cause::AnalysisFailed(defect);
            report.defects.push(Defect { method: report.entry.clone(), message: cause.to_string() });
            report.reasons = told(&[cause.into()]);
        }
    }
    report.problems.extend(store.as_ref().into_iter().flat_map(told_of_store));
    report.executions = spent.executions;
    report.paths = spent.paths;
    report.states = (job.strategy == Strategy::Explore).then_some(spent.states);
    report.guide = spent.guide;
    report.solver_queries = spent.solver_queries;
    report.solver_calls = spent.solver_calls;
    report.steps = job.trace.then_some(spent.steps);
    report.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    Ok(report)
}

/// Searches whole paths from an entry to a target, by so many runs. Gives what is known, and claims that the JVM contradicts;
/// unless `replay`, what is reached no JVM has confirmed.
///
/// # Errors
/// When there is no JVM to confirm what is found.
pub(in crate::analysis) fn search_paths(
    workspace: &Workspace,
    (context, entry): (Context<'_>, MethodId),
    target: &Target,
    (executions, deadline): (u64, Option<Instant>),
    replay: bool,
) -> Result<(Answer, Vec<Defect>), String> {
    let distances = Distances::to(&workspace.program, target.places.iter().copied());
    if distances.from(entry, 0).is_none() {
        return Ok((Answer::Unreachable, Vec::new()));
    }
    let mut runs = Runs {
        workspace,
        entry,
        witness: if replay { Witness::start(workspace) } else { Witness::absent(workspace) },
        parameters: workspace.program.parameter_names(entry, "p"),
        initialised: initialised_classes(&workspace.program, &workspace.calls, entry),
        progress: &Silent,
        only_told: !replay,
        error: None,
        defects: Vec::new(),
        notes: Vec::new(),
    };
    let question = Question {
        context,
        entry,
        target,
        distances: &distances,
        choose: Choose::Nearest,
        encoding: Encoding::default(),
        is_forking: false,
        start: &[],
        executions,
        deadline,
        work: Work::UNLIMITED,
        kept: None,
        trace: false,
    };
    let answer = standard(question, None, &mut Spent::default(), &mut runs);
    match runs.error {
        Some(JobError::Input(why)) => Err(why),
        Some(_) => Err("the search could not go on".into()),
        None => Ok((answer, runs.defects)),
    }
}

fn reached(workspace: &Workspace, report: &mut ReachReport, found: Found) {
    report.verdict = ReachVerdict::Reached;
    report.input = Some(found.input);
    report.place = found.place.map(|place| place_text(&workspace.program, place));
    report.outcome = Some(found.outcome);
    report.trace = found.trace;
    report.path_condition = found.path_condition;
}

/// Why nothing is called reached where no JVM was to be asked, with the input that leads there.
fn not_asked(found: &Found) -> Cause {
    match found.is_reachable {
        true => Cause::NotShown(Claim::Reached(found.input.clone()), NotShown::NotAsked),
        false => Cause::ReachedInUnreachedState(Some(found.input.clone())),
    }
}
