//! The demand-driven strategy: the engine's answer, its inputs run again from end to end, and its steps in words.

use super::super::check::Start;
use super::super::check::finding::place_text;
use super::super::check::round::{AtCalls, Bounds, Context};
use super::super::reason::Cause;
use super::guide::ReachGuide;
use super::record::Sight;
use super::start::Given;
use super::whole_paths::{Question, Spent, watching};
use crate::classfile::{ClassName, Condition, Instruction, java_name};
use crate::concolic::{ConcolicValue, ConcreteInput, Lead, unbounded};
use crate::demand::{self, Effort, Ended, Exploration, NodeId, SearchResult, Status, Step, TreeInput, Trees};
use crate::exec::{Machine, State, Statics, StopReason};
use crate::explore::{Branch, Budget, Explorer, Inline, Path, PathEnd, Pause};
use crate::graph::{CallGraph, Target};
use crate::heap::SymbolId;
use crate::loop_summary::Shared;
use crate::models::Models;
use crate::program::{FieldId, FieldKind, MethodId, Program};
use crate::report::ReachStep;
use crate::summary::initial_state;
use crate::term::{Arithmetic, Domain, InputId, TermId, TermPool};
use std::time::Instant;

/// Instructions on the path of an input.
const PATH_STEPS: u64 = 3_000_000;
/// What is spent before some whole paths are explored: enough for the paper's programs at its sizes, and not for divisors that are
/// inputs, on which questions take long whatever their limit.
pub(super) const FIRST: Effort =
    Effort { solver_resources: 500_000, all_solver_resources: 8_000_000, all_formula_steps: 400_000, unanswered: 2 };
/// What is spent when these have not led there: beyond that whole paths are explored sooner.
pub(super) const ALL: Effort = Effort {
    solver_resources: 20_000_000,
    all_solver_resources: 500_000_000,
    all_formula_steps: 5_000_000,
    unanswered: u64::MAX,
};

/// Whether what the engine says of all inputs of an entry is said of all of them: it knows numbers, strings and arrays of
/// numbers whole, and takes for granted that classes can be initialised. No array that is an input is the one of a static field for it.
pub(super) fn knows_all_inputs(
    (program, calls): (&Program, &CallGraph),
    entry: MethodId,
    initialised: &[ClassName],
) -> bool {
    let info = program.method(entry);
    let is_known = |kind: &FieldKind| match kind {
        FieldKind::Primitive(_) | FieldKind::Text => true,
        FieldKind::Reference(reference) => {
            matches!(reference.component(), Some(FieldKind::Primitive(_)))
                || program.type_name(*reference) == "java/lang/String"
        }
    };
    let mut machine = Machine::new(program, Arithmetic::Java, unbounded(PATH_STEPS), &Models);
    machine.initialises_classes = true;
    let may_be_static =
        info.parameters.iter().any(|kind| kind.is_array()) && compares_with_statics(program, calls, entry);
    let are_known = info.parameters.iter().all(is_known);
    let fails_before = machine.without_failing(initialised).len() < initialised.len();
    !info.has_receiver() && are_known && !may_be_static && !fails_before
}

/// Whether code that an entry may run compares references, and reads arrays from static fields.
fn compares_with_statics(program: &Program, calls: &CallGraph, entry: MethodId) -> bool {
    let reads_array = |instruction: &Instruction| match instruction {
        Instruction::GetStatic(reference) => {
            program.resolve_field(reference).is_none_or(|field| program.field(field).kind.is_array())
        }
        _ => false,
    };
    let compares =
        |instruction: &Instruction| matches!(instruction, Instruction::Branch(Condition::ReferenceEqual(_), _));
    instructions_of(program, calls, entry).any(reads_array) && instructions_of(program, calls, entry).any(compares)
}

/// The instructions of the class path that an entry may run.
fn instructions_of<'p>(
    program: &'p Program,
    calls: &CallGraph,
    entry: MethodId,
) -> impl Iterator<Item = &'p Instruction> {
    let codes = calls.reachable(&[entry]).into_iter().filter_map(|method| program.code(method));
    codes.flat_map(|code| code.instructions.iter().map(|decoded| &decoded.instruction))
}

/// Asks the engine, which begins with the trees that are kept and keeps its own. `describe` puts an input into words, for the
/// steps. Beside the finding, in one line, why trees could not be kept.
pub(super) fn ask(
    (question, effort): (Question<'_>, Effort),
    guide: Option<&ReachGuide<'_>>,
    spent: &mut Spent,
    describe: &dyn Fn(&ConcreteInput) -> Option<String>,
) -> (SearchResult, Result<(), String>) {
    let program = question.context.program;
    let excludes = |pool: &TermPool, trees: &Trees, conditions: &[TermId]| {
        guide.is_some_and(|guide| guide.contradicts(pool, &shared_inputs(program, trees, question.entry), conditions))
    };
    let asked = demand::DemandQuestion {
        excludes: guide.is_some().then_some(&excludes),
        entry: question.entry,
        target: question.target,
        distances: question.distances,
        start: start(program, question.entry, question.start),
        starts: !question.start.is_empty(),
        choose: question.choose,
        encoding: question.encoding,
        executions: question.executions.saturating_sub(spent.executions),
        effort,
        // What is left of the time is for whole paths.
        deadline: question.deadline.map(|deadline| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now) / 2
        }),
    };
    let mut steps: Vec<ReachStep> = Vec::new();
    let mut trace = |step: Step<'_>| {
        if question.trace {
            steps.push(told(program, &step, describe));
        }
    };
    let mut search = demand::DemandSearch::new(program, question.context.calls, &asked);
    let kept = question.kept.map(|kept| (kept, kept.load(&mut search)));
    let finding = search.answer(&asked, &mut trace);
    let saved = kept.map_or(Ok(()), |(kept, loaded)| kept.save(&search, &loaded));
    spent.steps.append(&mut steps);
    if let Some(guide) = guide {
        guide.note_dropped(finding.excluded);
    }
    spent.executions += finding.executions;
    spent.paths += finding.paths;
    spent.solver_queries += finding.queries;
    spent.solver_calls += finding.solver_calls;
    (finding, saved)
}

/// The inputs of the entry's tree that mean the same in every exploration of the entry.
fn shared_inputs(program: &Program, trees: &Trees, entry: MethodId) -> Vec<(Shared, (InputId, Domain))> {
    let info = program.method(entry);
    let count = info.parameters.len() + usize::from(info.has_receiver());
    let positions = (0..count).filter_map(|position| u16::try_from(position).ok());
    let places = positions.flat_map(|position| {
        [
            (Shared::Parameter(position), TreeInput::Parameter(position)),
            (Shared::Length(position), TreeInput::Length(position)),
            (Shared::Contents(position), TreeInput::Contents(position)),
        ]
    });
    let known = places.filter_map(|(shared, place)| {
        let input = trees.known_input(entry, place)?;
        Some((shared, (input, trees.domain(input)?)))
    });
    known.collect()
}

/// The first input: the values that are given, else 0 and null.
fn start(program: &Program, entry: MethodId, given: &[Given]) -> ConcreteInput {
    let info = program.method(entry);
    let receiver = info.has_receiver().then_some(ConcolicValue::Null);
    let zeroes = info.parameters.iter().map(|kind| ConcolicValue::zero(*kind));
    let mut parameters: Vec<ConcolicValue> = receiver.into_iter().chain(zeroes).collect();
    for Given { position, value } in given {
        if let Some(parameter) = parameters.get_mut(usize::from(*position)) {
            *parameter = ConcolicValue::Number(*value);
        }
    }
    ConcreteInput { parameters, ..ConcreteInput::default() }
}

/// Runs an input from the entry to its end, all calls inline.
///
/// # Errors
/// Why it cannot be run.
pub(super) fn run<'q>(
    (context, entry, target): (Context<'q>, MethodId, &'q Target),
    input: &ConcreteInput,
) -> Result<(Explorer<'q, Sight<'q>>, PathEnd<Sight<'q>>), Cause> {
    let budget = Budget::until(None);
    let bounds = Bounds {
        start: Start::ANY,
        limits: unbounded(PATH_STEPS),
        collection_size: 0,
        budget,
        calls: AtCalls::Execute,
    };
    let (mut explorer, _) = watching((context, entry, target), bounds);
    explorer.machine.statics = Statics::Initialised { after_calls: false };
    // The input says of what class its objects are.
    explorer.machine.asks_for_types = false;
    let (mut state, _) = initial_state(&mut explorer.machine, entry, false);
    state.receiver = receiver(&state);
    state.heap.takes_choices = true;
    let mut lead = Lead::new(input.parameters.clone(), input.asked.clone());
    let mut calls = Inline { calls: context.calls, recursion: u32::MAX, only_decided: true };
    let mut path = Path { state: Box::new(state), record: Sight::default() };
    loop {
        match explorer.proceed(path, &mut calls).map_err(Cause::Exhausted)? {
            Pause::Asks(mut asking, choice) => {
                let state = &mut asking.state;
                match lead.answer(&input.heap, &mut explorer.machine, state, choice) {
                    Ok(_) => path = asking,
                    Err(reason) => return ended(explorer, &mut lead, input, Branch::stopped(asking, reason)),
                }
            }
            Pause::Became(mut branches) => match branches.pop() {
                Some(Branch::Open(next)) => path = next,
                Some(end) => return ended(explorer, &mut lead, input, end),
                None => return Err(Cause::Stopped(StopReason::AssumptionFails)),
            },
        }
    }
}

fn ended<'q>(
    explorer: Explorer<'q, Sight<'q>>,
    lead: &mut Lead,
    input: &ConcreteInput,
    end: Branch<Sight<'q>>,
) -> Result<(Explorer<'q, Sight<'q>>, PathEnd<Sight<'q>>), Cause> {
    match end {
        Branch::Ended(mut end) => {
            lead.sync(&input.heap, &mut end.path.state);
            Ok((explorer, end))
        }
        Branch::Open(_) => Err(Cause::Stopped(StopReason::Internal("a path that did not end".into()))),
    }
}

fn receiver(state: &State) -> Option<SymbolId> {
    let is_receiver = |symbol: &SymbolId| state.heap.symbol(*symbol).is_some_and(|info| !info.nullable);
    (0..state.heap.symbol_count() as u32).map(SymbolId).find(is_receiver)
}

/// Whether code that an entry may run reads what calls before the entry may have changed: static fields that are assigned after
/// class initialisation, or whose contents may change. The engine begins with them as initialisation leaves them.
pub(super) fn depends_on_history(program: &Program, calls: &CallGraph, entry: MethodId) -> bool {
    let mut machine = Machine::new(program, Arithmetic::Java, unbounded(PATH_STEPS), &Models);
    machine.initialises_classes = true;
    let mut depends =
        |field: FieldId| program.is_user_class(program.field(field).class) && machine.depends_on_calls_before(field);
    let changes = |instruction: &Instruction| match instruction {
        Instruction::GetStatic(reference) => program.resolve_field(reference).is_some_and(&mut depends),
        _ => false,
    };
    instructions_of(program, calls, entry).any(changes)
}

fn told(program: &Program, step: &Step<'_>, describe: &dyn Fn(&ConcreteInput) -> Option<String>) -> ReachStep {
    let place = |trees: &Trees, node: NodeId| {
        let place = trees.node(node).and_then(|node| node.point.place());
        place.map_or_else(|| "?".to_owned(), |place| place_text(program, place))
    };
    match step {
        Step::Executed { exploration, node, input, reached, ended, trees, .. } => ReachStep {
            how: match exploration {
                Exploration::Start => "start",
                Exploration::Lazy => "lazy",
                Exploration::Relevant => "relevant",
            }
            .to_owned(),
            dangling: node.map(|node| place(trees, node)),
            input: describe(input),
            removed: reached.len() as u64,
            added: 0,
            through: reached.iter().map(|node| place(trees, *node)).collect(),
            outcome: match ended {
                Ended::Returned(_) => "returns".to_owned(),
                Ended::Threw(class, _) => format!("throws {}", java_name(program.class_name(*class))),
                Ended::Stopped(reason) => format!("stops: {reason}"),
                Ended::Target => "reaches the target".to_owned(),
                Ended::NotComposable(method, why) => {
                    format!("{} is executed inline from here on: {why}", program.method_label(*method))
                }
            },
        },
        Step::Removed { node, status, trees } => ReachStep {
            how: "pruned".to_owned(),
            dangling: Some(place(trees, *node)),
            removed: 1,
            outcome: match status {
                Status::Unreachable => "no input leads there".to_owned(),
                Status::Tried(why) => why.to_string(),
                Status::Dangling => "open".to_owned(),
            },
            ..ReachStep::default()
        },
        Step::Inlined { method, why } => ReachStep {
            how: "inlined".to_owned(),
            dangling: Some(program.method_label(*method)),
            outcome: (*why).to_owned(),
            ..ReachStep::default()
        },
    }
}
