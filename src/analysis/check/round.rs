//! One round: a method explored from the start within bounds, callees inline.

use super::super::reason::Cause;
use super::Inputs;
use super::assume::OfMethod;
use super::circumstances::condition_terms;
use super::classify::{Kind, cause, classify};
use super::nulls::needs_null;
use super::verdict::Missing;
use super::watch::Watches;
use super::{CheckJob, Start};
use crate::classfile::{ClassName, java_name};
use crate::exec::{Caveat, ExceptionSource, Invariants, Limits, Machine, State, StopReason};
use crate::explore::{
    Branch, Budget, CallHandler, CollectionCalls, Coverage, CoverageGuided, Explorer, Inline, Outcome, Path, PathEnd,
    PathSelector, Recorder,
};
use crate::graph::CallGraph;
use crate::heap::{EnvironmentSource, Heap, InputOrigin, ObjectId};
use crate::induction::{ContractedCalls, Contracts};
use crate::models::Models;
use crate::program::{MethodId, Program, scripted_type};
use crate::session::invariants::Library;
use crate::session::workspace::Workspace;
use crate::solver::PathSolver;
use crate::summary::{constructed_state, initial_state};
use crate::term::{Arithmetic, Domain, InputId, TermId, TermPool};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Z3's resource limit for one question; some tenths of a second. No question may take more than the round that asks it.
const SOLVER_RESOURCES: u64 = 1_000_000;
/// What a question may take at least, however little is left.
const LEAST_SOLVER_RESOURCES: u64 = 20_000;
/// How many paths of one cause are kept: where no input can be written for the simplest, the next one is tried.
const KEPT_PATHS: usize = 3;

/// What rounds of a method share.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct Context<'p> {
    pub(in crate::analysis) program: &'p Program,
    pub(in crate::analysis) calls: &'p CallGraph,
    pub(in crate::analysis) job: &'p CheckJob,
    /// What holds of the objects of its classes.
    pub(in crate::analysis) invariants: &'p dyn Invariants,
    /// What of it holds while code of these classes runs too, of all that code reads.
    pub(in crate::analysis) stable: &'p dyn Invariants,
}

impl<'p> Context<'p> {
    /// Of a workspace's program, with what the run knows of its classes.
    pub(in crate::analysis) fn of(workspace: &'p Workspace, job: &'p CheckJob, invariants: &'p Library<'p>) -> Self {
        Context { program: &workspace.program, calls: &workspace.calls, job, invariants, stable: invariants.stable() }
    }

    /// What holds of objects where a method begins, and whether it does of static fields too: a private method may run where its class is
    /// at work, and others where their object is not made yet.
    pub(super) fn known_at(self, method: MethodId) -> (&'p dyn Invariants, bool) {
        let is_between_calls = !self.program.method(method).flags.is_private() && !self.may_run_while_made(method);
        (if is_between_calls { self.invariants } else { self.stable }, is_between_calls)
    }

    /// Whether a method may run on an object that is not made yet, since a constructor calls it.
    fn may_run_while_made(self, method: MethodId) -> bool {
        let info = self.program.method(method);
        info.has_receiver() && &*info.name != "<init>" && self.invariants.may_run_while_made(method)
    }
}

/// What a round explores, and how far.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct Bounds<'m> {
    pub(in crate::analysis) start: Start,
    pub(in crate::analysis) limits: Limits,
    /// The most elements of a collection among the inputs.
    pub(in crate::analysis) collection_size: u32,
    pub(in crate::analysis) budget: Budget,
    /// What is done at calls.
    pub(in crate::analysis) calls: AtCalls<'m>,
}

/// What is done at calls.
#[derive(Clone, Copy)]
pub(in crate::analysis) enum AtCalls<'m> {
    /// All are executed.
    Execute,
    /// What contracts say of recursive ones is taken for them.
    ByContracts(&'m Contracts),
    /// Those of collections that are inputs are taken by what is known of them whatever they hold.
    OpenCollections,
}

/// What distinguishes causes: what it means, the exception, and the place that throws.
pub(in crate::analysis) type CauseKey = (Kind, ClassName, Option<(MethodId, u32)>);

/// A path that ended by an exception.
pub(in crate::analysis) struct Thrown {
    pub(super) state: State,
    pub(super) exception: ObjectId,
    pub(super) source: Option<ExceptionSource>,
    /// The values of the machine that the path depends on.
    pub(super) environment: Vec<EnvironmentSource>,
    pub(super) simplicity: Simplicity,
}

/// How simple and ordinary an input is: less is more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::analysis) struct Simplicity {
    /// Whether it has an object of a class that a caller would have to write, where a lambda expression does not do.
    pub(in crate::analysis) needs_script: bool,
    /// Whether its path needs a null.
    pub(in crate::analysis) needs_null: bool,
    /// Its objects.
    pub(in crate::analysis) objects: u64,
    /// The instructions of its path.
    pub(in crate::analysis) steps: u64,
}

/// What a round found.
pub(in crate::analysis) struct Round<'p, R: Recorder> {
    pub(in crate::analysis) explorer: Explorer<'p, R>,
    /// The simplest paths of each cause.
    pub(in crate::analysis) thrown: BTreeMap<CauseKey, Vec<Thrown>>,
    pub(in crate::analysis) missing: Missing,
    /// Where, in the method itself, paths stopped.
    pub(super) stopped_at: Vec<(u32, StopReason)>,
    pub(super) ends: u64,
    /// Demands of contracts, by method and position, that a call does not meet: nothing is shown of what comes after it.
    pub(super) broken: Vec<(MethodId, usize)>,
    /// Whether a collection that is an input was called of which something is known whatever it holds.
    pub(super) has_met_collections: bool,
}

/// An explorer for a method within bounds and a budget, and the state in which the method begins.
pub(in crate::analysis) fn begin<'p, R: Recorder>(
    program: &'p Program,
    arithmetic: Arithmetic,
    method: MethodId,
    assumed: &OfMethod,
    bounds: Bounds<'_>,
) -> (Explorer<'p, R>, State) {
    let Bounds { start, limits, collection_size, budget, .. } = bounds;
    let mut machine = Machine::new(program, arithmetic, limits, &Models);
    // Inputs are of the classes that are there.
    machine.user_types_are_closed = true;
    machine.asks_for_types = true;
    machine.tracks_monitors = true;
    machine.initialises_classes = true;
    machine.keeps_traces = true;
    machine.statics = start.statics;
    machine.places_by_number = start.places_by_number;
    // Before the classes that the state needs: what a class leaves is kept for those before which the same came.
    machine.fails_to_initialise(program.method(method).class);
    let solver = PathSolver::new(arithmetic, question_limit(budget));
    let mut explorer: Explorer<'p, R> = Explorer::new(machine, solver, budget);
    let state = state_at_start(&mut explorer.machine, method, assumed, start, collection_size);
    (explorer, state)
}

/// Z3's resource limit for one question of a round.
fn question_limit(budget: Budget) -> u64 {
    budget.work.solver_resources.clamp(LEAST_SOLVER_RESOURCES, SOLVER_RESOURCES)
}

/// The state in which a method begins.
pub(in crate::analysis) fn state_at_start(
    machine: &mut Machine<'_>,
    method: MethodId,
    assumed: &OfMethod,
    start: Start,
    collection_size: u32,
) -> State {
    let mut state = match start.inputs {
        Inputs::Any => initial_state(machine, method, true).0,
        Inputs::Constructed => constructed_state(machine, method, collection_size),
    };
    state.initialises = Some(machine.program.method(method).class);
    state.heap.construction.set_calls_before(start.calls_before);
    state.heap.takes_choices = true;
    state.heap.assume(assumed.heap.clone());
    state
}

/// Says of states that constructors leave that a method may run on an object that is not made yet, where it may.
pub(in crate::analysis) fn note_run_while_made(
    context: Context<'_>,
    machine: &mut Machine<'_>,
    method: MethodId,
    start: Start,
) {
    let program = context.program;
    if start.inputs == Inputs::Constructed && context.may_run_while_made(method) {
        let class = program.class_name(program.method(method).class);
        machine.caveats.insert(Caveat::StateAfterConstruction(java_name(class)));
    }
}

/// Explores a method within bounds and a budget. Every end is shown to `visit` before it is judged.
pub(in crate::analysis) fn explore<'p, R: Watches<'p>>(
    context: Context<'p>,
    method: MethodId,
    assumed: &OfMethod,
    bounds: Bounds<'_>,
    record: R,
    shared: R::Shared,
    visit: &mut dyn FnMut(&mut Explorer<'p, R>, &PathEnd<R>),
) -> Round<'p, R>
where
    R::Shared: Coverage,
{
    explore_in_order(context, method, assumed, bounds, (record, shared), &mut CoverageGuided::default(), visit)
}

/// As [`explore`], in the order of a selector.
pub(in crate::analysis) fn explore_in_order<'p, R: Watches<'p>>(
    context: Context<'p>,
    method: MethodId,
    assumed: &OfMethod,
    bounds: Bounds<'_>,
    (record, shared): (R, R::Shared),
    selector: &mut dyn PathSelector<R>,
    visit: &mut dyn FnMut(&mut Explorer<'p, R>, &PathEnd<R>),
) -> Round<'p, R> {
    let Context { program, calls, job, .. } = context;
    let (mut explorer, mut state) = begin::<R>(program, job.job.arithmetic, method, assumed, bounds);
    state.heap.keeps_initial_fields = bounds.start.inputs == Inputs::Any;
    explorer.machine.note_without_subtypes(&state, method);
    note_run_while_made(context, &mut explorer.machine, method, bounds.start);
    let (invariants, is_between_calls) = context.known_at(method);
    explorer.machine.invariants = bounds.start.takes_invariants.then_some(invariants);
    explorer.machine.takes_statics_for = (bounds.start.takes_invariants && is_between_calls).then_some(method);
    explorer.machine.lengths_are_modest = true;
    explorer.joins_paths &= !job.inline;
    explorer.machine.reads_unknown_collections = matches!(bounds.calls, AtCalls::OpenCollections);
    // What is found there only shows that a method holds.
    explorer.machine.contents_are_inputs = bounds.start.inputs == Inputs::Any && job.inputs == Inputs::Constructed;
    explorer.shared = shared;
    let seen = R::seen(&mut explorer.shared);
    seen.program = Some(program);
    seen.reach(method, 0);
    let path = Path { state: Box::new(state), record };
    let begun = within_ranges(&mut explorer, path, &assumed.ranges);
    let inline = || Inline { calls, recursion: bounds.limits.recursion, only_decided: true };
    let by_contracts = |contracts| ContractedCalls { inline: inline(), contracts, broken: Vec::new() };
    let mut of_collections = CollectionCalls::new(inline(), matches!(bounds.calls, AtCalls::OpenCollections));
    let mut by_contracts = match bounds.calls {
        AtCalls::ByContracts(contracts) => Some(by_contracts(contracts)),
        AtCalls::Execute | AtCalls::OpenCollections => None,
    };
    let handler: &mut dyn CallHandler<R> = match &mut by_contracts {
        Some(handler) => handler,
        None => &mut of_collections,
    };
    let mut thrown: BTreeMap<CauseKey, Vec<Thrown>> = BTreeMap::new();
    let mut missing = Missing::default();
    let mut stopped_at: Vec<(u32, StopReason)> = Vec::new();
    let mut ends = 0;
    let mut sink = |explorer: &mut Explorer<'p, R>, end: PathEnd<R>| {
        ends += 1;
        visit(explorer, &end);
        match &end.outcome {
            // A program that ends itself has not failed.
            Outcome::Returned(_) | Outcome::Stopped(StopReason::Exits(_)) => {}
            Outcome::Stopped(reason) => {
                missing.stop(program, reason, &end.path.state);
                let outermost = end.path.state.frames.first().map_or(0, |frame| frame.instruction);
                let stop = (outermost, reason.clone());
                if !stopped_at.contains(&stop) {
                    stopped_at.push(stop);
                }
            }
            Outcome::Threw(exception) => {
                let exception = *exception;
                keep(&mut thrown, program, method, (job, &explorer.machine.pool), end, exception);
            }
        }
    };
    let exhausted = match begun {
        Some(Branch::Open(path)) => explorer.explore_with(path, handler, selector, &mut sink),
        Some(Branch::Ended(end)) => {
            sink(&mut explorer, end);
            None
        }
        None => {
            missing.others.push(Cause::AssumptionsExcludeAll);
            None
        }
    };
    missing.exhausted = exhausted;
    if question_limit(bounds.budget) < SOLVER_RESOURCES {
        missing.leave_questions_open();
    }
    missing.caveats = explorer.machine.caveats.iter().cloned().collect();
    let broken = by_contracts.map(|handler| handler.broken).unwrap_or_default();
    let has_met_collections = of_collections.has_met_one || explorer.machine.has_met_unknown_collection;
    Round { explorer, thrown, missing, stopped_at, ends, broken, has_met_collections }
}

/// The path with the bounds that are assumed of numeric parameters; none where they exclude everything.
fn within_ranges<R: Recorder>(
    explorer: &mut Explorer<'_, R>,
    start: Path<R>,
    ranges: &[(u16, i64, i64)],
) -> Option<Branch<R>> {
    let mut start = Branch::Open(start);
    for (position, low, high) in ranges {
        let Branch::Open(path) = &start else { return Some(start) };
        let inputs = (0..path.state.heap.input_count() as u32).map(InputId);
        let mut inputs = inputs.filter_map(|id| path.state.heap.input(id).map(|input| (id, *input)));
        let Some((id, input)) = inputs.find(|(_, input)| input.origin == InputOrigin::Parameter(*position)) else {
            continue;
        };
        let conditions = bounds_of(&mut explorer.machine.pool, id, input.domain, *low, *high);
        let Branch::Open(path) = start else { return Some(start) };
        start = explorer.conjoin_all(path, conditions)?;
    }
    Some(start)
}

/// That a number is within bounds.
fn bounds_of(pool: &mut TermPool, id: InputId, domain: Domain, low: i64, high: i64) -> [TermId; 2] {
    let number = pool.input(id, domain);
    let mut constant = |value: i64| match domain {
        Domain::Long => pool.long(value),
        _ => pool.int(i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })),
    };
    let (low, high) = (constant(low), constant(high));
    [pool.less_or_equal(low, number), pool.less_or_equal(number, high)]
}

/// Whether an object was made of a class that a caller would have to write, where a lambda expression does not do.
fn needs_script(program: &Program, heap: &Heap) -> bool {
    let made = heap.in_order_of_making().into_iter().filter_map(|object| heap.construction.made(object));
    let mut scripted = made.filter_map(|made| program.class_by_name(scripted_type(program.class_name(made.class))?));
    scripted.any(|scripted| program.functional_method(scripted).is_none())
}

/// Notes a path that threw, where it is among the simplest ones of its cause.
pub(super) fn keep<'p, R: Watches<'p>>(
    thrown: &mut BTreeMap<CauseKey, Vec<Thrown>>,
    program: &Program,
    method: MethodId,
    (job, pool): (&CheckJob, &TermPool),
    end: PathEnd<R>,
    exception: ObjectId,
) {
    let heap = &end.path.state.heap;
    let Some(class) = heap.instance(exception).and_then(|body| body.types.first().copied()) else { return };
    let thrown_by = (&*end.path.state, exception);
    let source =
        end.path.record.exceptions().source(exception).map(|source| source.told_by_the_machine(program, thrown_by));
    let kind = classify(program, method, class, source.as_ref(), job.strict);
    let place = source.as_ref().and_then(|source| cause(program, &source.trace));
    let environment = environment_of(pool, &end.path.state);
    let simplicity = Simplicity {
        needs_script: needs_script(program, heap),
        needs_null: needs_null(&end.path.state),
        objects: heap.input_objects().count() as u64,
        steps: end.path.state.steps,
    };
    let kept = thrown.entry((kind, program.class_name(class).clone(), place)).or_default();
    // What a caller alone can bring about comes first.
    let order = (!environment.is_empty(), simplicity);
    let at = kept.partition_point(|known| (!known.environment.is_empty(), known.simplicity) <= order);
    if at < KEPT_PATHS {
        kept.truncate(KEPT_PATHS - 1);
        kept.insert(at, Thrown { state: *end.path.state, exception, source, environment, simplicity });
    }
}

/// The values of the machine that the conditions of a path mention, without repetition.
pub(in crate::analysis) fn environment_of(pool: &TermPool, state: &State) -> Vec<EnvironmentSource> {
    let mut found: Vec<EnvironmentSource> = Vec::new();
    let bounds = state.path.solver_path(true);
    for input in condition_terms(state).chain(bounds).flat_map(|term| pool.inputs(term)) {
        if let Some(source) = state.heap.environment_source(*input)
            && source.is_of_machine()
            && !found.contains(source)
        {
            found.push(source.clone());
        }
    }
    found
}
