//! The standard strategy: concolic search of whole paths, all calls inline.

use super::super::check::Start;
use super::super::check::assume::OfMethod;
use super::super::check::finding::place_text;
use super::super::check::round::{Bounds, Context, begin};
use super::super::check::verdict::{LARGEST_COLLECTION, Missing, whole};
use super::super::check::watch::Watches;
use super::found::{is_hit, is_unclear};
use super::guide::ReachGuide;
use super::kept::Kept;
use super::record::Sight;
use super::start::{Given, led_by};
use crate::classfile::java_name;
use crate::concolic::{Choose, Counts, Guide, Next, Search};
use crate::exec::Limits;
use crate::explore::{self, Budget, Exhausted, Explorer, Inline, Outcome, Path, PathEnd};
use crate::graph::{Distances, Target};
use crate::program::{MethodId, Program};
use crate::report::{ReachGuidance, ReachStep, Reason, ReasonKind};
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
    pub(super) start: &'q [Given],
    /// Most runs, or most states.
    pub(super) executions: u64,
    /// Whether all paths are explored at once.
    pub(super) is_forking: bool,
    pub(super) deadline: Option<Instant>,
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
    GoOn(Reason),
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

/// Searches the paths that begin in these states.
pub(super) fn search<'q, L: Listener<'q>>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    start: Start,
    spent: &mut Spent,
    listener: &mut L,
) -> Ended<L::Enough> {
    let Question { context, entry, target, distances, .. } = question;
    let budget = Budget {
        cases: u64::MAX,
        ends: u64::MAX,
        instructions: u64::MAX,
        solver_resources: u64::MAX,
        deadline: question.deadline,
    };
    let bounds = Bounds { start, limits: LIMITS, collection_size: LARGEST_COLLECTION, budget };
    let program = context.program;
    let (mut explorer, state) = begin::<Sight<'q>>(program, Arithmetic::Java, entry, &OfMethod::default(), bounds);
    explorer.shared.target = Some(target);
    explorer.solver.set_deadline(question.deadline);
    Sight::seen(&mut explorer.shared).begin(program);
    let mut calls = Inline { calls: context.calls, recursion: LIMITS.recursion, only_decided: true };
    let excluder = guide.map(|guide| Box::new(guide.clone()) as Box<dyn explore::Guide + 'q>);
    let mut search = Search::new(question.choose, target, distances).with_guide(excluder);
    let mut missing = Missing::default();
    let mut next = Some((Guide { model: led_by(&state, question.start), alternatives: Vec::new() }, None));
    let mut found = None;
    while let Some((guide, dangling)) = next.take() {
        if spent.executions >= question.executions {
            let text = format!("not explored further than {} executions", question.executions);
            missing.others.push(whole(ReasonKind::Budget, text));
            break;
        }
        spent.executions += 1;
        listener.begins();
        let before = search.counts();
        let path = Path { state: Box::new(state.clone()), record: Sight::default() };
        let ended = match search.run(&mut explorer, path, guide, &mut calls) {
            Err(exhausted) => {
                missing.exhausted = Some(exhausted);
                break;
            }
            Ok(ended) => ended,
        };
        let mut step = step(program, dangling);
        if let Some(end) = ended {
            spent.paths += 1;
            let is_hit = is_hit(program, target, &end);
            if question.trace {
                step.outcome = told(program, &end, is_hit);
                step.input = listener.input(&mut explorer, &end);
            }
            if is_hit {
                match listener.hears(&mut explorer, end) {
                    Heard::Enough(enough) => found = Some(enough),
                    Heard::GoOn(reason) => missing.others.push(reason),
                }
            } else if is_unclear(program, target, &end) {
                let text = "an exception escapes of which a class that it extends is missing";
                missing.others.push(whole(ReasonKind::Class, text.into()));
            } else if let Outcome::Stopped(reason) = &end.outcome {
                missing.stop(program, reason, &end.path.state);
            }
        }
        if found.is_none() {
            next = loop {
                match search.next(&mut explorer) {
                    Next::Run(guide, place, side) => break Some((guide, place.map(|place| (place, side)))),
                    Next::Nothing => break None,
                    Next::Impossible | Next::Stopped(_)
                        if question.deadline.is_some_and(|deadline| Instant::now() >= deadline) =>
                    {
                        missing.exhausted = Some(Exhausted::Time);
                        break None;
                    }
                    Next::Stopped(reason) => missing.stop(program, &reason, &state),
                    Next::Impossible => {}
                }
            };
        }
        if question.trace {
            let Counts { added, removed } = search.counts();
            (step.added, step.removed) = (added - before.added, removed - before.removed);
            spent.steps.push(step);
        }
    }
    let statistics = explorer.solver.statistics();
    spent.solver_queries += statistics.queries;
    spent.solver_calls += statistics.solver_calls;
    missing.caveats = explorer.machine.caveats.iter().cloned().collect();
    match found {
        Some(found) => Ended::Found(found),
        None => Ended::Without(Box::new(missing)),
    }
}

fn step(program: &Program, dangling: Option<((MethodId, u32), usize)>) -> ReachStep {
    ReachStep {
        how: if dangling.is_some() { "negated" } else { "start" }.to_owned(),
        dangling: dangling.map(|(place, _)| place_text(program, place)),
        outcome: "no path: an assumption of the program does not hold".to_owned(),
        ..ReachStep::default()
    }
}

/// What a run did.
fn told(program: &Program, end: &PathEnd<Sight<'_>>, is_hit: bool) -> String {
    let ended = match &end.outcome {
        Outcome::Returned(_) => "returns".to_owned(),
        Outcome::Stopped(reason) => format!("stops: {reason}"),
        Outcome::Threw(exception) => {
            let class = end.path.state.heap.instance(*exception).and_then(|body| body.types.first().copied());
            class.map_or("throws".into(), |class| format!("throws {}", java_name(program.class_name(class))))
        }
    };
    if is_hit { format!("reaches the target, {ended}") } else { ended }
}
