//! Does a method do the same in two versions of a program? A proof that it does for every input, inputs on which it does not, or neither.
//!
//! The original version is explored first, from arbitrary inputs, callees inline. Each of its paths is then rewound to the method's
//! start, with all that it decided about its inputs, and the other version is explored from there: its paths lead to pairs of ends
//! that belong to the same inputs. Where no pair can differ in what a caller can observe, and nothing was left out on either side,
//! the versions are equivalent. A version may differ in one method or in many, which the compared one may call.
//!
//! Observed are the result, the class of an exception with its message and cause where the program made it, everything that
//! inputs, static fields and the result reach, what is printed, and the status with which the program ends itself. Not observed
//! are stack traces, the messages of exceptions that the JVM makes itself, time, memory, and which of two equal strings or
//! boxes an operation gives where the JVM leaves that open.

mod begun;
mod bodies;
mod body;
mod difference;
mod ends;
mod heads;
mod initialisers;
mod lockstep;
mod loops;
mod run;
mod sides;
mod version;
mod walk;

pub use bodies::Comparer;
pub use body::patched_body;
pub use initialisers::only_sets_its_fields;
pub use lockstep::{InLockstep, NamedCall, StaticType, prove_in_lockstep};
pub use run::may_be_called_by_jdk;
pub use version::{Barriers, Changes, Version};

use crate::classfile::Code;
use crate::exec::{Caveat, Frame, Limits, Machine, State, StopReason};
use crate::explore::{Budget, Exhausted, Explorer, Outcome, Path, PathEnd, Work};
use crate::graph::{CallGraph, Loops};
use crate::heap::{Heap, Value};
use crate::input::{ConcreteCase, ExpectedResult};
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::run::Ending;
use crate::solver::PathSolver;
use crate::summary::initial_state;
use crate::term::Arithmetic;
use body::Mapping;
use ends::Pair;
use loops::{Pieces, came_back_to};
use run::{Bodies, Trace, can_run_again};
use std::rc::Rc;

/// What is known of two bodies of a method.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyEquivalence {
    /// They do the same for every input.
    Equivalent,
    /// They do not: an input on which they differ.
    Differs(Box<Difference>),
    /// Neither is known, for this reason.
    Unknown(String),
}

/// An input on which two bodies differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The input, and what the method does with it as it is.
    pub case: ConcreteCase,
    /// What it does in the other version.
    pub mutated: ExpectedResult,
    /// The conditions of both paths together, in Java's notation: on such inputs they differ.
    pub conditions: Vec<String>,
}

/// What is known of a method in two versions of a program.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// Inputs on which it differs, each of another path of the original version.
    pub found: Vec<Difference>,
    /// Paths of the original version that come to an end.
    pub paths: u64,
    /// Those of them on whose inputs it differs.
    pub touched: u64,
    /// Why more may differ; none where all inputs were looked at.
    pub open: Option<String>,
    /// The number of the reason of the first barrier that a path has come to.
    pub barrier: Option<usize>,
}

/// What one comparison may spend. Work is counted, so that the same question gets the same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparisonBounds {
    /// What may be spent on either body, all paths together.
    pub budget: Budget,
    /// Z3's resource limit for one question.
    pub question_resources: u64,
    /// Bounds on paths. A path beyond them makes no proof.
    pub limits: Limits,
}

impl Default for ComparisonBounds {
    fn default() -> Self {
        ComparisonBounds {
            budget: Budget {
                cases: 2_000,
                ends: 2_000,
                work: Work { instructions: 300_000, solver_resources: 6_000_000, ..Work::UNLIMITED },
                ..Budget::until(None)
            },
            question_resources: 1_500_000,
            limits: Limits { loop_bound: 3, depth: 2_000, array_length: 64, recursion: 3, path_steps: 30_000 },
        }
    }
}

/// Compares a method of the program with another body of it.
pub fn compare(
    program: &Program,
    calls: &CallGraph,
    method: MethodId,
    mutated: &Code,
    bounds: ComparisonBounds,
) -> BodyEquivalence {
    Subject::explore(program, calls, method, bounds).compare(mutated)
}

/// Compares a method of a program in two of its versions, and finds inputs of so many paths on which it differs.
pub fn differences(
    (program, calls): (&Program, &CallGraph),
    method: MethodId,
    (original, other, changes, barriers): (&Rc<Version>, &Rc<Version>, &Rc<Changes>, &Rc<Barriers>),
    bounds: ComparisonBounds,
    most: usize,
) -> Differences {
    let traced = changes.methods().map(|method| original.body_of(method)).chain(barriers.bodies());
    let original = (original, barriers, traced);
    Subject::explore_version((program, calls), method, original, bounds).differences(other, changes, most)
}

/// An end of the body that the program has.
struct End {
    outcome: Outcome,
    path: Path<Trace>,
}

/// A path of a body that was given up, or that cannot be compared.
struct Stop {
    reason: String,
    path: Path<Trace>,
    /// Whether it came to where the versions cannot be compared.
    is_barred: bool,
}

/// The ends of paths, and what is missing from them.
#[derive(Default)]
struct Ends {
    reached: Vec<End>,
    stops: Vec<Stop>,
    /// Why there may be others.
    missing: Option<String>,
}

impl Ends {
    /// Why these are not all ends.
    fn reason(&self) -> Option<String> {
        self.stops.first().map(|stop| stop.reason.clone()).or_else(|| self.missing.clone())
    }
}

/// A method whose paths are known, to be compared with other bodies.
pub struct Subject<'p> {
    calls: &'p CallGraph,
    method: MethodId,
    bounds: ComparisonBounds,
    explorer: Explorer<'p, Trace>,
    arguments: Vec<Value>,
    /// The version that is explored first.
    original: Rc<Version>,
    barriers: Rc<Barriers>,
    /// The reason of the first barrier that a path has come to.
    barrier: Option<usize>,
    ends: Ends,
    /// The body in pieces, once that was asked for.
    pieces: Option<Result<Rc<Pieces>, String>>,
}

impl<'p> Subject<'p> {
    /// Explores a method from arbitrary inputs.
    pub fn explore(program: &'p Program, calls: &'p CallGraph, method: MethodId, bounds: ComparisonBounds) -> Self {
        Subject::explore_version((program, calls), method, (&Rc::default(), &Rc::default(), [method]), bounds)
    }

    /// Explores a method of a version from arbitrary inputs, and notes what its paths execute of the traced bodies.
    pub fn explore_version(
        (program, calls): (&'p Program, &'p CallGraph),
        method: MethodId,
        (original, barriers, traced): (&Rc<Version>, &Rc<Barriers>, impl IntoIterator<Item = MethodId>),
        bounds: ComparisonBounds,
    ) -> Self {
        let mut machine = Machine::new(program, Arithmetic::Java, bounds.limits, &Models);
        machine.initialises_classes = true;
        machine.tracks_monitors = true;
        let solver = PathSolver::new(Arithmetic::Java, bounds.question_resources);
        let mut explorer: Explorer<'p, Trace> = Explorer::new(machine, solver, bounds.budget);
        explorer.shared.bodies = traced.into_iter().collect();
        let mut subject = Subject {
            calls,
            method,
            bounds,
            explorer,
            arguments: Vec::new(),
            original: original.clone(),
            barriers: barriers.clone(),
            barrier: None,
            ends: Ends::default(),
            pieces: None,
        };
        let missing = match &*program.method(method).name {
            "<clinit>" => Some("class initialisers are not compared"),
            _ if program.code(method).is_none() => Some("the method has no body"),
            _ => None,
        };
        subject.ends = match missing {
            Some(reason) => Ends { missing: Some(reason.into()), ..Ends::default() },
            None => {
                let start = subject.start();
                let original = subject.original.clone();
                subject.look_at_beginnings(&original);
                subject.run(start, &original, false)
            }
        };
        subject
    }

    /// Finds in the bodies of a version what may begin an initialisation that other code can see.
    fn look_at_beginnings(&mut self, version: &Version) {
        let about = (self.explorer.machine.program, self.calls);
        self.explorer.shared.beginning.look_at(about, self.method, version);
    }

    /// The state in which the method begins.
    fn start(&mut self) -> Path<Trace> {
        let (state, arguments) = initial_state(&mut self.explorer.machine, self.method, true);
        self.arguments = arguments;
        Path { state: Box::new(state), record: Trace::default() }
    }

    /// Runs a path to its ends in a version. Where `by_pieces`, coming back to a loop of the method is an end.
    fn run(&mut self, start: Path<Trace>, version: &Version, by_pieces: bool) -> Ends {
        let recursion = self.bounds.limits.recursion;
        let mut bodies = Bodies { calls: self.calls, recursion, version };
        let (mut ends, barriers, mut barrier) = (Ends::default(), self.barriers.clone(), None);
        let dropped = self.explorer.costs.dropped;
        let exhausted = self.explorer.explore(start, &mut bodies, &mut |_, end: PathEnd<Trace>| {
            let PathEnd { path, outcome } = end;
            if let Some(number) = barriers.met(path.record.executed.iter(), &path.state.heap) {
                barrier.get_or_insert(number);
                ends.stops.push(Stop { reason: "the versions cannot be compared".into(), path, is_barred: true });
                return;
            }
            if let Some(reason) = not_compared(&path.state.heap) {
                ends.stops.push(Stop { reason: reason.into(), path, is_barred: false });
                return;
            }
            match outcome {
                // Whoever waits for the program to end can see its status.
                Outcome::Stopped(StopReason::Exits(Some(_))) | Outcome::Returned(_) | Outcome::Threw(_) => {
                    ends.reached.push(End { outcome, path });
                }
                outcome if by_pieces && came_back_to(&outcome, &path.state).is_some() => {
                    ends.reached.push(End { outcome, path });
                }
                Outcome::Stopped(reason) => {
                    ends.stops.push(Stop { reason: reason.to_string(), path, is_barred: false });
                }
            }
        });
        self.barrier = self.barrier.or(barrier);
        ends.missing = if self.explorer.costs.dropped > dropped {
            Some(StopReason::AssumptionFails.to_string())
        } else {
            let caveat = self.explorer.machine.caveats.iter().next().map(Caveat::to_string);
            caveat.or_else(|| exhausted.map(|exhausted| reason_of(exhausted).to_owned()))
        };
        ends
    }

    /// Compares the method with another body of it.
    pub fn compare(&mut self, mutated: &Code) -> BodyEquivalence {
        let program = self.explorer.machine.program;
        let mapping = program.code(self.method).and_then(|original| Mapping::between(original, mutated));
        let Some(mapping) = mapping else { return BodyEquivalence::Equivalent };
        let mut other = Version::default();
        other.replace(program, self.method, mutated.clone());
        let mut differences = self.differences(&Rc::new(other), &Rc::new(Changes::of(self.method, mapping)), 1);
        match (differences.found.pop(), differences.open) {
            (Some(difference), _) => BodyEquivalence::Differs(Box::new(difference)),
            (None, Some(reason)) => BodyEquivalence::Unknown(reason),
            (None, None) => BodyEquivalence::Equivalent,
        }
    }

    /// Compares the method with what it is in another version, and finds inputs of so many paths on which it differs.
    pub fn differences(&mut self, other: &Rc<Version>, changes: &Rc<Changes>, most: usize) -> Differences {
        let program = self.explorer.machine.program;
        self.look_at_beginnings(other);
        let caveats = self.explorer.machine.caveats.clone();
        let mut by_paths = self.compare_paths(other, changes, most);
        self.explorer.machine.caveats.clone_from(&caveats);
        by_paths.barrier = self.barrier;
        let has_loops = program.code(self.method).is_some_and(|code| !Loops::of(code).is_empty());
        if by_paths.open.is_none() || !by_paths.found.is_empty() || !has_loops || !self.is_comparable() {
            return by_paths;
        }
        // What was cut short for the paths is no caveat of the pieces.
        self.explorer.machine.caveats.clear();
        if self.compare_pieces(other, changes).is_ok() {
            by_paths.open = None;
        }
        self.explorer.machine.caveats = caveats;
        by_paths
    }

    /// Compares path by path, within the bounds.
    fn compare_paths(&mut self, other: &Version, changes: &Changes, most: usize) -> Differences {
        self.renew_budget();
        let mut all = Differences { paths: self.ends.reached.len() as u64, ..Differences::default() };
        all.open = self.ends.missing.clone().or_else(|| self.stopped_before(changes));
        for position in 0..self.ends.reached.len() {
            let end = self.ends.reached.get(position);
            if end.is_none_or(|end| !self.executes_changed(&end.path, changes)) {
                continue;
            }
            match self.compare_from(position, other) {
                BodyEquivalence::Equivalent => {}
                BodyEquivalence::Unknown(reason) => {
                    all.open.get_or_insert(reason);
                }
                BodyEquivalence::Differs(difference) => {
                    all.touched += 1;
                    all.found.push(*difference);
                    if all.found.len() >= most {
                        all.open.get_or_insert_with(|| "further paths were not compared".into());
                        return all;
                    }
                }
            }
        }
        let caveat = self.explorer.machine.caveats.iter().next().map(Caveat::to_string);
        all.open = all.open.or(caveat);
        all
    }

    /// Whether a path of the original version has executed anything that was changed.
    fn executes_changed(&self, path: &Path<Trace>, changes: &Changes) -> bool {
        let mut executed = path.record.executed.iter();
        executed.any(|(running, at)| changes.is_changed((self.original.method_of(*running), *at)))
    }

    /// Why a path was given up on which a change could still show.
    fn stopped_before(&self, changes: &Changes) -> Option<String> {
        let program = self.explorer.machine.program;
        // What is changed in one body alone, to which this method itself can come, may lie behind a path.
        let own = changes.only().and_then(|(method, mapping)| mapping.filter(|_| method == self.method));
        let runs_again = !self.ends.stops.is_empty() && can_run_again(program, self.calls, self.method);
        let code = program.code(self.method)?;
        // A path without a frame has come to its end.
        let can_show = |stop: &&Stop| {
            let Some(mapping) = own.filter(|_| !stop.is_barred) else { return true };
            let at = stop.path.state.frames.first().map(|frame| frame.instruction);
            self.executes_changed(&stop.path, changes)
                || runs_again
                || at.is_some_and(|at| mapping.is_reachable(code, at))
        };
        self.ends.stops.iter().find(can_show).map(|stop| stop.reason.clone())
    }

    /// Compares piece by piece, without a bound on loops.
    fn compare_pieces(&mut self, other: &Version, changes: &Changes) -> Result<(), String> {
        self.renew_budget();
        if self.pieces.is_none() {
            let pieces = self.pieces().map(Rc::new);
            self.pieces = Some(pieces);
            self.renew_budget();
        }
        let pieces = match &self.pieces {
            Some(Ok(pieces)) => pieces.clone(),
            Some(Err(reason)) => return Err(reason.clone()),
            None => return Err("no pieces".into()),
        };
        self.prove_by_pieces(&pieces, other, changes)?;
        self.explorer.machine.caveats.iter().next().map_or(Ok(()), |caveat| Err(caveat.to_string()))
    }

    /// Whether the method is one that can be compared at all.
    fn is_comparable(&self) -> bool {
        &*self.explorer.machine.program.method(self.method).name != "<clinit>"
    }

    /// What was spent is spent; the next comparison may spend as much again.
    fn renew_budget(&mut self) {
        self.explorer.budget.work = self.explorer.spent().plus(self.bounds.budget.work);
    }

    /// Compares the versions on the inputs of one path.
    fn compare_from(&mut self, position: usize, version: &Version) -> BodyEquivalence {
        let Some(end) = self.ends.reached.get(position) else { return BodyEquivalence::Equivalent };
        let state = end.path.state.clone();
        let start = self.rewound(&state, version);
        let ends = self.run(start, version, false);
        let mut missing = ends.reason();
        for other in ends.reached {
            let Some(end) = self.ends.reached.get(position) else { break };
            let pair = Pair {
                calls: self.calls,
                method: self.method,
                original: end,
                barriers: &self.barriers,
                locals: Vec::new(),
                is_from_start: true,
                unclear: None,
            };
            match pair.compare(&mut self.explorer, other) {
                BodyEquivalence::Equivalent => {}
                BodyEquivalence::Unknown(reason) => {
                    missing.get_or_insert(reason);
                }
                differs => return differs,
            }
        }
        missing.map_or(BodyEquivalence::Equivalent, BodyEquivalence::Unknown)
    }

    /// The start of the other version on the inputs of a path.
    fn rewound(&mut self, end: &State, version: &Version) -> Path<Trace> {
        let program = self.explorer.machine.program;
        let body = version.body_of(self.method);
        let locals = program.code(body).map_or(0, |code| usize::from(code.max_locals));
        let state = State {
            heap: end.heap.rewound(program, &mut self.explorer.machine.pool),
            path: end.path.clone(),
            frames: vec![Rc::new(Frame::new(body, locals, &self.arguments))],
            ..State::default()
        };
        Path { state: Box::new(state), record: Trace::default() }
    }
}

/// Why a path cannot be compared with others, by what it began with.
fn not_compared(heap: &Heap) -> Option<&'static str> {
    if heap.asks_the_machine() {
        return Some("a value that the machine decides");
    }
    heap.has_changed_constants().then_some("what class initialisation has left may have been changed")
}

fn reason_of(exhausted: Exhausted) -> &'static str {
    match exhausted {
        Exhausted::Cases | Exhausted::Work => "budget of work used up",
        Exhausted::Ended(Ending::Time) => "out of time",
        Exhausted::Ended(Ending::Memory) => "memory limit reached",
        Exhausted::Ended(Ending::Signal) => "interrupted",
    }
}
