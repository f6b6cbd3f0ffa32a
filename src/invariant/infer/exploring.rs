//! Entries are explored for what they leave: path by path, or with their loops summarised.

use super::super::obligation::{Guesses, Obligation, obligation, static_obligation, touched};
use super::super::stable::looks_alone;
use super::{EntryObstacle, Explored, LIMITS, Silent};
use crate::exec::{Call, Caveat, ExploredEntry, Invariants, Limits, Machine, State, StopReason};
use crate::explore::{
    Branch, Budget, CallHandler, CallLimits, CollectionCalls, Explorer, Inline, Outcome, Path, PathEnd, Work,
};
use crate::graph::CallGraph;
use crate::heap::{Heap, ObjectId, OpenPlace, Reference, SymbolOrigin, Value};
use crate::loop_summary::{Walk, walk_ends};
use crate::models::Models;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::solver::PathSolver;
use crate::summary::initial_state;
use crate::term::Arithmetic;
use rustc_hash::FxHashSet;

/// What exploring one entry may cost.
const ENTRY: Work = Work { instructions: 15_000, states: 150, solver_resources: 300_000 };
/// What a call of the JDK's may cost that is followed where the others are left open.
const FOLLOWED: CallLimits =
    CallLimits { cases: 8, ends: 8, work: Work { instructions: 1_500, states: 40, solver_resources: 20_000 } };
/// What walking to the ends of one entry may cost, with the summaries of loops.
const WALK: Work = Work { instructions: 10_000, states: 300, solver_resources: 600_000 };
const MOST_SUMMARIES: u32 = 8;
/// Z3's resource limit for one question.
const SOLVER_RESOURCES: u64 = 300_000;

/// Explores an entry from any state. Where that does not come to its end, its loops are replaced by their summaries; or else those calls of the
/// JDK's methods are left open that take much. None where the run had to end.
pub(in crate::invariant) fn explore<'p>(
    program: (&'p Program, &CallGraph),
    arithmetic: Arithmetic,
    entry: MethodId,
    guesses: Guesses<'_>,
    known: Option<&'p dyn Invariants>,
) -> Option<Explored<'p>> {
    let followed = explore_once(program, arithmetic, entry, guesses, (known, false))?;
    if followed.obstacles.is_empty() {
        return Some(followed);
    }
    let is_loop = |obstacle: &EntryObstacle| matches!(obstacle, EntryObstacle::Stopped(StopReason::LoopBound(_)));
    let is_spent = |obstacle: &EntryObstacle| matches!(obstacle, EntryObstacle::Exhausted(_));
    // A walk comes to what else stands in the way too.
    if followed.obstacles.iter().any(is_loop) && followed.obstacles.iter().all(|it| is_loop(it) || is_spent(it)) {
        let walked = walk(program, arithmetic, entry, guesses, known).filter(|walked| walked.obstacles.is_empty());
        if walked.is_some() {
            return walked;
        }
    }
    let is_users = |class: &str| program.0.class_by_name(class).is_some_and(|class| program.0.is_user_class(class));
    let is_cut = |obstacle: &EntryObstacle| match obstacle {
        EntryObstacle::Stopped(StopReason::LoopBound(place)) => !is_users(&place.class),
        _ => true,
    };
    if !followed.obstacles.iter().all(is_cut) {
        return Some(followed);
    }
    let left_open = explore_once(program, arithmetic, entry, guesses, (known, true))?;
    Some(if left_open.obstacles.is_empty() { left_open } else { followed })
}

/// Walks to the ends of an entry, with its loops replaced by their summaries; none where not all are met.
fn walk<'p>(
    (program, calls): (&'p Program, &CallGraph),
    arithmetic: Arithmetic,
    entry: MethodId,
    guesses: Guesses<'_>,
    known: Option<&'p dyn Invariants>,
) -> Option<Explored<'p>> {
    let limits = Limits { loop_bound: u32::MAX, path_steps: WALK.instructions, ..LIMITS };
    let mut machine = machine(program, (arithmetic, limits), entry, guesses, known);
    let state = state_at_entry(&mut machine, entry);
    let budget = Budget { work: WALK, loop_summaries: MOST_SUMMARIES, ..Budget::until(None) };
    let solver = PathSolver::new(arithmetic, SOLVER_RESOURCES);
    let mut seen = Seen::new(guesses);
    let walk = Walk { machine, solver, calls, start: (state, entry), budget };
    let mut walked = walk_ends(walk, &mut |machine, state, outcome| seen.end(machine, state, outcome))?;
    for (state, changed) in walked.before_open_calls {
        seen.before_open_call(&mut walked.machine, state, &changed);
    }
    Some(seen.explored(walked.machine, walked.solver))
}

/// How calls are followed: into each, or into those of the JDK's methods that take little, while the others are left open, but for what is
/// known of collections whatever they hold.
struct Calls<'c> {
    inline: CollectionCalls<'c>,
    leaves_open: bool,
    /// The fields that refer to arrays of references of which it is told what they hold.
    arrays: &'c [FieldId],
}

impl Calls<'_> {
    /// Whether a call is given such an array that the path has not looked at: of what is not decided no call is seen to change anything.
    fn is_given_array(&self, heap: &Heap, call: &Call) -> bool {
        call.arguments.iter().any(|argument| match argument {
            Value::Reference(reference) => match heap.current(*reference) {
                Reference::Symbol(symbol) => heap.symbol(symbol).is_some_and(|symbol| match symbol.origin {
                    SymbolOrigin::Field(_, field) | SymbolOrigin::Open(_, OpenPlace::Field(_, field)) => {
                        self.arrays.contains(&field)
                    }
                    _ => false,
                }),
                Reference::Null | Reference::Object(_) => false,
            },
            _ => false,
        })
    }
}

impl CallHandler<Silent> for Calls<'_> {
    fn always_enters(&self, method: MethodId) -> bool {
        CallHandler::<Silent>::always_enters(&self.inline, method)
    }

    fn call(&mut self, explorer: &mut Explorer<'_, Silent>, path: Path<Silent>, call: &Call) -> Vec<Branch<Silent>> {
        let program = explorer.machine.program;
        let is_jdk = |method: MethodId| !program.is_user_method(method);
        let is_within = || path.state.frames.iter().any(|frame| is_jdk(frame.method));
        let has_row = || CollectionCalls::has_row(program, &path.state.heap, call);
        let is_followed =
            || !is_jdk(call.method) || is_within() || has_row() || self.is_given_array(&path.state.heap, call);
        if !self.leaves_open || call.for_model.is_some() || is_followed() {
            return self.inline.call(explorer, path, call);
        }
        if let Some(followed) = explorer.follow(path.clone(), call, &FOLLOWED, &mut self.inline) {
            return followed;
        }
        let reason = StopReason::CallBudget(program.method_label(call.method));
        // What only looks at a collection leaves it as large as it was.
        let receiver = call.arguments.first().and_then(|receiver| path.state.heap.referred(*receiver));
        let looked_at = receiver.filter(|_| looks_alone(program, &call.reference));
        let mut path = path;
        let size = looked_at.and_then(|collection| {
            let (heap, mut context) = explorer.machine.heap_context(&mut path.state);
            heap.size_known(&mut context, collection)
        });
        let mut branches = explorer.open_call(path, reason);
        if let (Some(collection), Some(size)) = (looked_at, size) {
            for branch in &mut branches {
                if let Branch::Open(path) = branch {
                    path.state.heap.restore_size(collection, size);
                }
            }
        }
        branches
    }
}

fn explore_once<'p>(
    (program, calls): (&'p Program, &CallGraph),
    arithmetic: Arithmetic,
    entry: MethodId,
    guesses: Guesses<'_>,
    (known, leaves_open): (Option<&'p dyn Invariants>, bool),
) -> Option<Explored<'p>> {
    let mut machine = machine(program, (arithmetic, LIMITS), entry, guesses, known);
    let state = state_at_entry(&mut machine, entry);
    let budget = Budget { work: ENTRY, ..Budget::until(None) };
    let mut explorer: Explorer<'p, Silent> =
        Explorer::new(machine, PathSolver::new(arithmetic, SOLVER_RESOURCES), budget);
    explorer.open_calls = true;
    explorer.before_open_calls = Some(Vec::new());
    let start = Path { state: Box::new(state), record: Silent };
    let inline = Inline { calls, recursion: LIMITS.recursion, only_decided: true };
    let mut handler = Calls { inline: CollectionCalls::new(inline, leaves_open), leaves_open, arrays: guesses.arrays };
    let mut seen = Seen::new(guesses);
    let mut sink = |explorer: &mut Explorer<'p, Silent>, end: PathEnd<Silent>| {
        seen.end(&mut explorer.machine, *end.path.state, end.outcome);
    };
    let exhausted = explorer.explore(start, &mut handler, &mut sink);
    if exhausted.is_some_and(|exhausted| exhausted.is_ended()) {
        return None;
    }
    seen.obstacles.extend(exhausted.map(EntryObstacle::Exhausted));
    let Explorer { mut machine, solver, before_open_calls, .. } = explorer;
    for (state, changed) in before_open_calls.unwrap_or_default() {
        seen.before_open_call(&mut machine, state, &changed);
    }
    Some(seen.explored(machine, solver))
}

/// What executes an entry.
pub(super) fn machine<'p>(
    program: &'p Program,
    (arithmetic, limits): (Arithmetic, Limits),
    entry: MethodId,
    guesses: Guesses<'_>,
    known: Option<&'p dyn Invariants>,
) -> Machine<'p> {
    let mut machine = Machine::new(program, arithmetic, limits, &Models);
    machine.invariants = known;
    machine.asks_for_types = true;
    machine.leaves_receivers_open = true;
    let own = (!guesses.is_static).then_some(guesses.class);
    machine.takes_objects_for = Some(ExploredEntry { method: entry, own });
    machine.user_types_are_closed = true;
    machine.tracks_monitors = true;
    machine.initialises_classes = true;
    machine.contents_are_inputs = true;
    machine.runs_within_initialisers = true;
    machine.reads_unknown_collections = true;
    machine.lengths_are_modest = true;
    machine.fails_to_initialise(program.method(entry).class);
    machine
}

/// Any state in which an entry may begin.
fn state_at_entry(machine: &mut Machine<'_>, entry: MethodId) -> State {
    let (mut state, _) = initial_state(machine, entry, true);
    state.initialises = Some(machine.program.method(entry).class);
    machine.note_without_subtypes(&state, entry);
    state.heap.keeps_initial_fields = true;
    state
}

/// What is seen of an entry's paths.
struct Seen<'g> {
    guesses: Guesses<'g>,
    obligations: Vec<Obligation>,
    obstacles: Vec<EntryObstacle>,
    has_open_calls: bool,
    read: FxHashSet<ClassId>,
}

impl<'g> Seen<'g> {
    fn new(guesses: Guesses<'g>) -> Self {
        Seen {
            guesses,
            obligations: Vec::new(),
            obstacles: Vec::new(),
            has_open_calls: false,
            read: FxHashSet::default(),
        }
    }

    fn note_read(&mut self, program: &Program, state: &State) {
        self.read.extend(state.heap.initial_fields().map(|(_, field, _)| program.field(field).class));
    }

    /// A path has ended.
    fn end(&mut self, machine: &mut Machine<'_>, state: State, outcome: Outcome) {
        let (program, guesses) = (machine.program, self.guesses);
        self.note_read(program, &state);
        let seen = match outcome {
            Outcome::Stopped(reason) => {
                let obstacle = EntryObstacle::Stopped(reason);
                if !self.obstacles.contains(&obstacle) {
                    self.obstacles.push(obstacle);
                }
                return;
            }
            _ if guesses.is_static => Vec::new(),
            Outcome::Returned(value) => seen_at_end(program, &state, value, true, guesses),
            Outcome::Threw(exception) => {
                let thrown = Value::Reference(Reference::Object(exception));
                seen_at_end(program, &state, Some(thrown), false, guesses)
            }
        };
        if guesses.is_static {
            self.obligations.extend(static_obligation(machine, state, guesses));
        } else if !seen.is_empty() {
            self.obligations.push(obligation(machine, state, &seen, guesses));
        }
    }

    /// A call is left open that may change these objects.
    fn before_open_call(&mut self, machine: &mut Machine<'_>, state: State, changed: &[ObjectId]) {
        let (program, guesses) = (machine.program, self.guesses);
        self.has_open_calls = true;
        self.note_read(program, &state);
        if guesses.is_static {
            self.obligations.extend(static_obligation(machine, state, guesses));
            return;
        }
        let seen = touched(program, &state.heap, guesses).into_iter().map(|(object, _)| object);
        let seen: Vec<ObjectId> = seen.filter(|object| changed.contains(object)).collect();
        if !seen.is_empty() {
            self.obligations.push(obligation(machine, state, &seen, guesses));
        }
    }

    /// All of it. What a path took for granted may be otherwise.
    fn explored<'p>(mut self, machine: Machine<'p>, solver: PathSolver) -> Explored<'p> {
        let is_harmless =
            |caveat: &Caveat| matches!(caveat, Caveat::InitialisedState(_) | Caveat::MathematicalIntegers);
        let caveats = machine.caveats.iter().filter(|caveat| !is_harmless(caveat));
        self.obstacles.extend(caveats.cloned().map(EntryObstacle::Qualified));
        let Seen { obligations, obstacles, has_open_calls, read, .. } = self;
        Explored { machine, solver, obligations, obstacles, has_open_calls, read }
    }
}

/// The objects of the class that code elsewhere sees when a method has ended so, and that it has changed or made.
fn seen_at_end(
    program: &Program,
    state: &State,
    value: Option<Value>,
    has_returned: bool,
    guesses: Guesses<'_>,
) -> Vec<ObjectId> {
    let touched = touched(program, &state.heap, guesses);
    if touched.iter().all(|(_, is_made)| !is_made) {
        return touched.into_iter().map(|(object, _)| object).collect();
    }
    let is_constructed = |object: ObjectId| {
        let origin = state.heap.object(object).map(|found| &found.origin);
        has_returned && matches!(origin, Some(crate::heap::Origin::Constructed(_)))
    };
    // Whoever has called a constructor has the object then, with all that it leads to.
    let constructed = (0..state.heap.object_count() as u32).map(ObjectId).filter(|object| is_constructed(*object));
    let constructed = constructed.map(|object| Value::Reference(Reference::Object(object)));
    let values: Vec<Value> = value.into_iter().chain(constructed).collect();
    let escaped = state.heap.escaped(program, &values);
    let is_seen = |object: ObjectId, is_made: bool| !is_made || is_constructed(object) || escaped.contains(&object);
    touched.into_iter().filter(|(object, is_made)| is_seen(*object, *is_made)).map(|(object, _)| object).collect()
}
