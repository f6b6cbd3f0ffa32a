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
mod standard;
mod start;
mod whole_paths;

use super::check::finding::place_text;
use super::check::replaying::{Confirmation, NotShown};
use super::check::round::Context;
use super::check::verdict::Missing;
use super::check::work::REPORTING;
use super::check::{CheckJob, Start};
use super::reason::{Cause, Claim, Event, Reason, told};
use super::target::{TargetSpec, is_main, labelled, resolve};
use crate::classfile::ClassName;
use crate::concolic::{Choose, ConcreteInput};
use crate::demand::{DemandVerdict, Effort, Encoding};
use crate::exec::Statics;
use crate::explore::{Exhausted, Explorer, Outcome, PathEnd, Work};
use crate::graph::{Distances, Target};
use crate::input::initialised_classes;
use crate::program::MethodId;
use crate::report::{Defect, JobError, Progress, ReachReport, ReachVerdict, Silent};
use crate::run::{self, AnalysisFailure, Run};
use crate::session::invariants::Library;
use crate::session::threads::on_a_deep_stack;
use crate::session::workspace::Workspace;
use crate::session::{Job, open_store, told_of_store};
use found::{found, is_hit};
use guide::{ReachGuide, has_loops};
use kept::Kept;
use record::Sight;
use std::time::Instant;
use whole_paths::{Ended, Heard, Listener, Question, Spent};

pub(in crate::analysis) use confirm::Witness;
pub(in crate::analysis) use found::Found;
pub use guide::GuideMode;
pub use start::StartValue;

/// Questions of the standard search about states before the guide of `GuideMode::Auto` is looked for: what is found soon is found
/// sooner without. The demand-driven search asks too little of whole paths to gain by one.
const STANDARD_WAITS: u64 = 500;
/// The same of the search that explores.
const EXPLORE_WAITS: u64 = 5_000;

/// Whole paths that the demand-driven search explores before it spends all that it may, and their work.
const FEW_PATHS: u64 = 1_000;
const FEW_PATHS_WORK: Work = Work { instructions: 2_000_000, solver_resources: 2_000_000, states: u64::MAX };

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

/// What is known in the end.
pub(in crate::analysis) enum Answer {
    /// A JVM has come to the target on this input.
    Reached(Box<Found>),
    /// Nothing leads there.
    Unreachable,
    /// What was left out.
    NotReached(Vec<Reason>),
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

/// The demand-driven strategy. Where its engine has no answer soon, some whole paths are explored, which are cheap where paths are few
/// and long; then the engine goes on with all the work that it may take, and whole paths are explored for what is left of the budget.
fn on_demand<'q>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Answer {
    let mut reasons = match demanded((question, demand::FIRST), guide, spent, runs) {
        Answer::NotReached(reasons) => reasons,
        answer => return answer,
    };
    let may_go_on = |spent: &Spent, runs: &Runs<'q>| {
        runs.error.is_none() && !run::is_over(question.deadline) && spent.executions < question.executions
    };
    if !may_go_on(spent, runs) {
        return Answer::NotReached(reasons);
    }
    let executions = question.executions.min(spent.executions.saturating_add(FEW_PATHS));
    let few = Question { choose: Choose::Fair, executions, work: FEW_PATHS_WORK, ..question };
    match standard(few, guide, spent, runs) {
        Answer::NotReached(_) => {}
        answer => return answer,
    }
    runs.only_told = false;
    if may_go_on(spent, runs) {
        reasons = match demanded((question, demand::ALL), guide, spent, runs) {
            Answer::NotReached(reasons) => reasons,
            answer => return answer,
        };
    }
    if !may_go_on(spent, runs) {
        return Answer::NotReached(reasons);
    }
    let because: Vec<String> = reasons.iter().map(|reason| reason.cause.to_string()).collect();
    runs.notes.push(format!("whole paths are explored from here on: {}", because.join("; ")));
    match standard(Question { choose: Choose::Nearest, ..question }, guide, spent, runs) {
        Answer::NotReached(more) => {
            reasons.extend(more.into_iter().filter(|more| !reasons.contains(more)).collect::<Vec<_>>());
            Answer::NotReached(reasons)
        }
        answer => answer,
    }
}

/// What the demand-driven engine says with so much effort.
fn demanded<'q>(
    (question, effort): (Question<'q>, Effort),
    guide: Option<&ReachGuide<'q>>,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Answer {
    let Question { context, entry, target, .. } = question;
    let program = context.program;
    let describe = |input: &ConcreteInput| {
        let (mut explorer, end) = demand::run((context, entry, target), input).ok()?;
        runs.input(&mut explorer, &end)
    };
    let finding = match demand::ask((question, effort), guide, spent, &describe) {
        (finding, Ok(())) => finding,
        (finding, Err(why)) => {
            runs.notes.push(why);
            finding
        }
    };
    for (method, why) in &finding.inlined {
        let note = format!("calls of {} are executed inline: {why}", program.method_label(*method));
        if !runs.notes.contains(&note) {
            runs.notes.push(note);
        }
    }
    let mut reasons: Vec<Reason> = Vec::new();
    match finding.verdict {
        DemandVerdict::Reached(input) => match demand::run((context, entry, target), &input) {
            Ok((mut explorer, end)) if is_hit(program, target, &end) => match runs.hears(&mut explorer, end) {
                Heard::Enough(found) => return Answer::Reached(found),
                Heard::GoOn(cause) => reasons.push(cause.into()),
            },
            Ok((_, end)) => {
                reasons.push(Cause::OtherInline(format!("{:?}", end.outcome)).into());
            }
            Err(why) => reasons.push(Cause::CannotRun(Box::new(why)).into()),
        },
        DemandVerdict::Unreachable if !demand::knows_all_inputs((program, context.calls), entry, &runs.initialised) => {
            reasons.push(Cause::NotAllInputs.into());
        }
        DemandVerdict::Unreachable
            if !is_main(program, entry) && demand::depends_on_history(program, context.calls, entry) =>
        {
            reasons.push(Cause::OtherStatics.into());
        }
        DemandVerdict::Unreachable => return Answer::Unreachable,
        DemandVerdict::NotReached(why) => {
            reasons.extend(why.into_iter().map(|why| Reason::from(Cause::Demand(why))));
        }
    }
    Answer::NotReached(reasons)
}

/// Searches, guided by what is necessary to reach the target where that is wanted and known.
fn guided<'q>(question: Question<'q>, job: &ReachJob, spent: &mut Spent, runs: &mut Runs<'q>) -> Answer {
    let from = (question.context, question.entry);
    let waits = match job.guide {
        GuideMode::None => None,
        GuideMode::Apc => Some(0),
        GuideMode::Auto => match job.strategy {
            Strategy::Demand => None,
            Strategy::Standard => Some(STANDARD_WAITS),
            Strategy::Explore => Some(EXPLORE_WAITS),
        }
        .filter(|_| has_loops(question.context, question.entry)),
    };
    let guide = waits.map(|waits| ReachGuide::to(from, question.target, waits, question.deadline));
    if let Some(why) = guide.as_ref().and_then(ReachGuide::why_none) {
        runs.notes.push(format!("nothing guides the search: {why}"));
    }
    let is_known = |guide: &ReachGuide<'q>| guide.excludes_all();
    let answer = match job.strategy {
        _ if guide.as_ref().is_some_and(is_known) => Answer::NotReached(Vec::new()),
        Strategy::Demand => on_demand(question, guide.as_ref(), spent, runs),
        Strategy::Standard | Strategy::Explore => standard(question, guide.as_ref(), spent, runs),
    };
    spent.guide = guide.as_ref().and_then(ReachGuide::guidance);
    match answer {
        Answer::NotReached(_) if guide.as_ref().is_some_and(is_known) => {
            runs.notes.push("the condition that is necessary to reach it is unsatisfiable".into());
            Answer::Unreachable
        }
        answer => answer,
    }
}

/// Searches whole paths: one after the other, or all at once.
fn search<'q>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    start: Start,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Ended<Box<Found>> {
    match question.is_forking {
        true => forward::explore(question, guide, start, spent, runs),
        false => standard::search(question, guide, start, spent, runs),
    }
}

/// The standard strategy: with the states that a caller can make; where others may be reached by calls before and the target is
/// reached from none of the former, with arbitrary ones, of which only that none leads to the target says anything.
fn standard<'q>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    spent: &mut Spent,
    runs: &mut Runs<'q>,
) -> Answer {
    let program = question.context.program;
    let after_calls = !is_main(program, question.entry);
    let start = Start::of(question.context.job).with_statics(Statics::Initialised { after_calls });
    let missing = match search(question, guide, start, spent, runs) {
        Ended::Found(found) => return Answer::Reached(found),
        Ended::Without(missing) => missing,
    };
    let more = if missing.depends_on_states() {
        Some(Start::ANY)
    } else if missing.depends_on_statics() {
        Some(start.with_statics(Statics::AnyAssigned))
    } else {
        None
    };
    let mut reasons = missing.reasons(program);
    if let Some(more) = more.filter(|_| missing.exhausted.is_none()) {
        runs.only_told = true;
        match search(question, guide, more, spent, runs) {
            Ended::Found(found) => {
                reasons.push(Cause::ReachedInUnreachedState(Some(found.input)).into());
            }
            Ended::Without(other) if other.reasons(program).is_empty() && stands(&missing) => {
                return Answer::Unreachable;
            }
            Ended::Without(_) => {}
        }
    }
    if reasons.is_empty() { Answer::Unreachable } else { Answer::NotReached(reasons) }
}

/// Why nothing is called reached where no JVM was to be asked, with the input that leads there.
fn not_asked(found: &Found) -> Cause {
    match found.is_reachable {
        true => Cause::NotShown(Claim::Reached(found.input.clone()), NotShown::NotAsked),
        false => Cause::ReachedInUnreachedState(Some(found.input.clone())),
    }
}

/// Whether nothing happened in a search that an exploration of more states would not settle.
fn stands(missing: &Missing) -> bool {
    missing.others.is_empty()
}

/// Confirms runs that reach the target.
struct Runs<'q> {
    workspace: &'q Workspace,
    entry: MethodId,
    witness: Witness<'q>,
    parameters: Vec<String>,
    initialised: Vec<ClassName>,
    progress: &'q dyn Progress,
    /// Whether no JVM is asked: the input is only to be told.
    only_told: bool,
    /// What ends everything.
    error: Option<JobError>,
    defects: Vec<Defect>,
    notes: Vec<String>,
}

impl<'q> Runs<'q> {
    fn found(&self, explorer: &mut Explorer<'q, Sight<'q>>, end: PathEnd<Sight<'q>>) -> Result<Found, String> {
        found(&mut explorer.machine, self.entry, (&self.parameters, &self.initialised), end)
    }
}

impl<'q> Listener<'q> for Runs<'q> {
    type Enough = Box<Found>;

    fn begins(&self) {
        self.progress.done("");
    }

    fn hears(&mut self, explorer: &mut Explorer<'q, Sight<'q>>, end: PathEnd<Sight<'q>>) -> Heard<Box<Found>> {
        let found = match self.found(explorer, end) {
            Ok(found) => found,
            Err(why) => return Heard::GoOn(Cause::Unwritten(Event::Reached, why)),
        };
        if self.only_told {
            return Heard::Enough(Box::new(found));
        }
        if !found.is_reachable {
            return Heard::GoOn(Cause::ReachedInUnreachedState(Some(found.input)));
        }
        match self.witness.confirm(&found) {
            Confirmation::Confirmed(message) => {
                let outcome = match message {
                    Some(message) => format!("{}: {message}", found.outcome),
                    None => found.outcome.clone(),
                };
                Heard::Enough(Box::new(Found { outcome, ..found }))
            }
            Confirmation::NoJvm(reason) => {
                let text = format!("nothing is called reached that no JVM has shown, and there is none: {reason}");
                self.error = Some(JobError::Input(text));
                Heard::Enough(Box::new(found))
            }
            Confirmation::NotRun(reason) => Heard::GoOn(Cause::NotShown(Claim::Reached(found.input), reason)),
            Confirmation::Disagrees(what) if !found.environment.is_empty() => {
                Heard::GoOn(Cause::OtherMachine(Claim::Reached(found.input), what))
            }
            Confirmation::Disagrees(what) => {
                let method = labelled(&self.workspace.program, self.entry);
                let message = format!("claims that {} reaches the target; {what}", found.input);
                self.defects.push(Defect { method, message });
                Heard::GoOn(Cause::Contradicted(None))
            }
        }
    }

    fn input(&self, explorer: &mut Explorer<'q, Sight<'q>>, end: &PathEnd<Sight<'q>>) -> Option<String> {
        let mut end = end.clone();
        if matches!(end.outcome, Outcome::Stopped(_)) {
            end.outcome = Outcome::Returned(None);
        }
        self.found(explorer, end).ok().map(|found| found.input)
    }
}
