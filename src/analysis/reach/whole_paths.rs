//! What strategies that follow whole paths share: what is asked, how an exploration begins, what becomes of the end of a path,
//! and what is left in the end.

use super::super::check::Start;
use super::super::check::assume::OfMethod;
use super::super::check::round::{AtCalls, Bounds, Context, begin, note_run_while_made};
use super::super::check::verdict::{LARGEST_COLLECTION, Missing};
use super::super::check::watch::Watches;
use super::super::reason::Cause;
use super::found::{is_hit, is_unclear};
use super::kept::Kept;
use super::record::Sight;
use super::start::Given;
use crate::concolic::Choose;
use crate::demand::Encoding;
use crate::exec::{Limits, State};
use crate::explore::{Budget, Explorer, Outcome, PathEnd, Work};
use crate::graph::{Distances, Target};
use crate::program::MethodId;
use crate::report::{ReachGuidance, ReachStep};
use crate::term::Arithmetic;
use std::time::Instant;

/// The bounds of a run. A run follows one input: they are there for those that do not end.
pub(super) const LIMITS: Limits =
    Limits { loop_bound: 1_000, depth: 100_000, array_length: 256, recursion: 200, path_steps: 3_000_000 };

/// What is looked for, and how.
#[derive(Clone, Copy)]
pub(super) struct Question<'q> {
    pub(super) context: Context<'q>,
    pub(super) entry: MethodId,
    pub(super) target: &'q Target,
    pub(super) distances: &'q Distances,
    pub(super) choose: Choose,
    /// How the demand-driven strategy gives formulas to the solver.
    pub(super) encoding: Encoding,
    pub(super) start: &'q [Given],
    /// Most runs, or most states.
    pub(super) executions: u64,
    /// Whether all paths are explored at once.
    pub(super) is_forking: bool,
    pub(super) deadline: Option<Instant>,
    /// What whole paths may cost.
    pub(super) work: Work,
    /// Where execution trees are kept; none where they are not.
    pub(super) kept: Option<&'q Kept<'q>>,
    /// Whether steps are told.
    pub(super) trace: bool,
}

/// What a search has cost, and its steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Spent {
    pub(super) executions: u64,
    pub(super) paths: u64,
    /// Forks and ends of a strategy that forks.
    pub(super) states: u64,
    pub(super) solver_queries: u64,
    pub(super) solver_calls: u64,
    /// What guided the searches.
    pub(super) guide: Option<ReachGuidance>,
    pub(super) steps: Vec<ReachStep>,
}

/// What became of a run that has reached the target.
pub(super) enum Heard<T> {
    /// That was it.
    Enough(T),
    /// It does not count, for this reason.
    GoOn(Cause),
}

/// How a search ended.
pub(super) enum Ended<T> {
    /// By a run that is enough.
    Found(T),
    /// Without; what was left out.
    Without(Box<Missing>),
}

/// What looks at runs.
pub(super) trait Listener<'q> {
    /// What it makes of a run that has reached the target.
    type Enough;

    /// A run begins.
    fn begins(&self);

    /// A run has reached the target.
    fn hears(&mut self, explorer: &mut Explorer<'q, Sight<'q>>, end: PathEnd<Sight<'q>>) -> Heard<Self::Enough>;

    /// The input of a run in words, for a step.
    fn input(&self, explorer: &mut Explorer<'q, Sight<'q>>, end: &PathEnd<Sight<'q>>) -> Option<String>;
}

/// An explorer that watches for a target, and the state in which the entry begins.
pub(super) fn watching<'q>(
    (context, entry, target): (Context<'q>, MethodId, &'q Target),
    bounds: Bounds,
) -> (Explorer<'q, Sight<'q>>, State) {
    let start = bounds.start;
    let (mut explorer, state) =
        begin::<Sight<'q>>(context.program, Arithmetic::Java, entry, &OfMethod::default(), bounds);
    note_run_while_made(context, &mut explorer.machine, entry, start);
    explorer.shared.target = Some(target);
    Sight::seen(&mut explorer.shared).begin(context.program);
    (explorer, state)
}

/// The explorer of a question, and the state in which the paths begin.
pub(super) fn beginning<'q>(question: Question<'q>, start: Start) -> (Explorer<'q, Sight<'q>>, State) {
    let Question { context, entry, target, deadline, work, .. } = question;
    let bounds = Bounds {
        start,
        limits: LIMITS,
        collection_size: LARGEST_COLLECTION,
        budget: Budget { work, ..Budget::until(deadline) },
        calls: AtCalls::Execute,
    };
    let (mut explorer, state) = watching((context, entry, target), bounds);
    explorer.solver.set_deadline(deadline);
    (explorer, state)
}

/// What becomes of the end of a path: what the listener makes of it where it has reached the target; else nothing, and what
/// keeps it from being a path that does not get there is noted.
pub(super) fn judged<'q, L: Listener<'q>>(
    question: Question<'q>,
    explorer: &mut Explorer<'q, Sight<'q>>,
    end: PathEnd<Sight<'q>>,
    listener: &mut L,
    missing: &mut Missing,
) -> Option<L::Enough> {
    let (program, target) = (question.context.program, question.target);
    if is_hit(program, target, &end) {
        match listener.hears(explorer, end) {
            Heard::Enough(enough) => return Some(enough),
            Heard::GoOn(cause) => missing.others.push(cause),
        }
    } else if is_unclear(program, target, &end) {
        missing.others.push(Cause::UnclearException);
    } else if let Outcome::Stopped(reason) = &end.outcome {
        missing.stop(program, reason, &end.path.state);
    }
    None
}

/// How a search ended, by what it found and what it left out; what it cost is added.
pub(super) fn ended<T>(
    found: Option<T>,
    explorer: &Explorer<'_, Sight<'_>>,
    mut missing: Missing,
    spent: &mut Spent,
) -> Ended<T> {
    let statistics = explorer.solver.statistics();
    spent.solver_queries += statistics.queries;
    spent.solver_calls += statistics.solver_calls;
    missing.caveats = explorer.machine.caveats.iter().cloned().collect();
    match found {
        Some(found) => Ended::Found(found),
        None => Ended::Without(Box::new(missing)),
    }
}
