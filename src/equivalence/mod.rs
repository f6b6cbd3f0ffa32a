//! Do two bodies of a method do the same? A proof that they do for every input, an input on which they do not, or neither.
//!
//! The body that the program has is explored first, from arbitrary inputs, callees inline. Each of its paths is then rewound to
//! the method's start, with all that it decided about its inputs, and the other body is explored from there: its paths lead to
//! pairs of ends that belong to the same inputs. Where no pair can differ in what a caller can observe, and nothing was left out
//! on either side, the bodies are equivalent.
//!
//! Observed are the result, the class of an exception with its message and cause where the program made it, everything that
//! inputs, static fields and the result reach, what is printed, and the status with which the program ends itself. Not observed
//! are stack traces, the messages of exceptions that the JVM makes itself, time, memory, and which of two equal strings or
//! boxes an operation gives where the JVM leaves that open.

mod bodies;
mod body;
mod difference;
mod ends;
mod heads;
mod loops;
mod run;
mod walk;

pub use bodies::Comparer;
pub use body::patched_body;

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
use std::sync::Arc;

/// What is known of two bodies of a method.
#[derive(Clone, Debug, PartialEq)]
pub enum Comparison {
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
    /// What it does with the other body.
    pub mutated: ExpectedResult,
}

/// What one comparison may spend. Work is counted, so that the same question gets the same answer on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparisonBudget {
    /// Most path ends of either body.
    pub ends: u64,
    /// Most work for either body, all paths together.
    pub work: Work,
    /// Z3's resource limit for one question.
    pub question_resources: u64,
    /// Bounds on paths. A path beyond them makes no proof.
    pub limits: Limits,
}

impl Default for ComparisonBudget {
    fn default() -> Self {
        ComparisonBudget {
            ends: 2_000,
            work: Work { instructions: 300_000, solver_resources: 6_000_000, ..Work::UNLIMITED },
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
    budget: ComparisonBudget,
) -> Comparison {
    Subject::explore(program, calls, method, budget).compare(mutated)
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
    budget: ComparisonBudget,
    explorer: Explorer<'p, Trace>,
    arguments: Vec<Value>,
    ends: Ends,
    /// The body in pieces, once that was asked for.
    pieces: Option<Result<Rc<Pieces>, String>>,
}

impl<'p> Subject<'p> {
    /// Explores a method from arbitrary inputs.
    pub fn explore(program: &'p Program, calls: &'p CallGraph, method: MethodId, budget: ComparisonBudget) -> Self {
        let mut machine = Machine::new(program, Arithmetic::Java, budget.limits, &Models);
        machine.initialises_classes = true;
        machine.tracks_monitors = true;
        let solver = PathSolver::new(Arithmetic::Java, budget.question_resources);
        let allowed = Budget { cases: budget.ends, ends: budget.ends, work: budget.work, ..Budget::until(None) };
        let mut explorer: Explorer<'p, Trace> = Explorer::new(machine, solver, allowed);
        explorer.shared = Some(method);
        let mut subject =
            Subject { calls, method, budget, explorer, arguments: Vec::new(), ends: Ends::default(), pieces: None };
        let missing = match &*program.method(method).name {
            "<clinit>" => Some("class initialisers are not compared"),
            _ if program.code(method).is_none() => Some("the method has no body"),
            _ => None,
        };
        subject.ends = match missing {
            Some(reason) => Ends { missing: Some(reason.into()), ..Ends::default() },
            None => {
                let start = subject.start();
                subject.run(start, None, false)
            }
        };
        subject
    }

    /// The state in which the method begins.
    fn start(&mut self) -> Path<Trace> {
        let (state, arguments) = initial_state(&mut self.explorer.machine, self.method, true);
        self.arguments = arguments;
        Path { state: Box::new(state), record: Trace::default() }
    }

    /// Runs a path to its ends. Where `by_pieces`, coming back to a loop of the method is an end.
    fn run(&mut self, start: Path<Trace>, variant: Option<MethodId>, by_pieces: bool) -> Ends {
        let recursion = self.budget.limits.recursion;
        let mut bodies = Bodies { calls: self.calls, recursion, method: self.method, variant };
        let mut ends = Ends::default();
        let dropped = self.explorer.costs.dropped;
        let exhausted = self.explorer.explore(start, &mut bodies, &mut |_, end: PathEnd<Trace>| {
            let PathEnd { path, outcome } = end;
            if let Some(reason) = not_compared(&path.state.heap) {
                ends.stops.push(Stop { reason: reason.into(), path });
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
                Outcome::Stopped(reason) => ends.stops.push(Stop { reason: reason.to_string(), path }),
            }
        });
        ends.missing = if self.explorer.costs.dropped > dropped {
            Some(StopReason::AssumptionFails.to_string())
        } else {
            let caveat = self.explorer.machine.caveats.iter().next().map(Caveat::to_string);
            caveat.or_else(|| exhausted.map(|exhausted| reason_of(exhausted).to_owned()))
        };
        ends
    }

    /// Compares the method with another body of it.
    pub fn compare(&mut self, mutated: &Code) -> Comparison {
        let program = self.explorer.machine.program;
        let mapping = program.code(self.method).and_then(|original| Mapping::between(original, mutated));
        let Some(mapping) = mapping else { return Comparison::Equivalent };
        let variant = program.add_variant(self.method, Arc::new(mutated.clone()));
        let caveats = self.explorer.machine.caveats.clone();
        let by_paths = self.compare_paths(mapping, variant);
        self.explorer.machine.caveats.clone_from(&caveats);
        let Comparison::Unknown(reason) = by_paths else { return by_paths };
        if program.code(self.method).is_none_or(|code| Loops::of(code).is_empty()) || !self.is_comparable() {
            return Comparison::Unknown(reason);
        }
        // What was cut short for the paths is no caveat of the pieces.
        self.explorer.machine.caveats.clear();
        let proved = self.compare_pieces(mapping, mutated, variant);
        self.explorer.machine.caveats = caveats;
        proved.map_or(Comparison::Unknown(reason), |()| Comparison::Equivalent)
    }

    /// Compares path by path, within the bounds.
    fn compare_paths(&mut self, mapping: Mapping, variant: MethodId) -> Comparison {
        self.renew_budget();
        let mut missing = self.ends.missing.clone().or_else(|| self.stopped_before(mapping));
        for position in 0..self.ends.reached.len() {
            let end = self.ends.reached.get(position);
            if end.is_none_or(|end| !end.path.record.executed.iter().any(|at| mapping.is_changed(*at))) {
                continue;
            }
            match self.compare_from(position, variant) {
                Comparison::Equivalent => {}
                Comparison::Unknown(reason) => {
                    missing.get_or_insert(reason);
                }
                differs => return differs,
            }
        }
        let caveat = self.explorer.machine.caveats.iter().next().map(Caveat::to_string);
        missing.or(caveat).map_or(Comparison::Equivalent, Comparison::Unknown)
    }

    /// Why a path was given up on which a change could still show.
    fn stopped_before(&self, mapping: Mapping) -> Option<String> {
        let program = self.explorer.machine.program;
        let code = program.code(self.method)?;
        let runs_again = !self.ends.stops.is_empty() && can_run_again(program, self.calls, self.method);
        // A path without a frame has come to its end.
        let can_show = |stop: &&Stop| {
            let at = stop.path.state.frames.first().map(|frame| frame.instruction);
            stop.path.record.executed.iter().any(|at| mapping.is_changed(*at))
                || runs_again
                || at.is_some_and(|at| mapping.is_reachable(code, at))
        };
        self.ends.stops.iter().find(can_show).map(|stop| stop.reason.clone())
    }

    /// Compares piece by piece, without a bound on loops.
    fn compare_pieces(&mut self, mapping: Mapping, mutated: &Code, variant: MethodId) -> Result<(), String> {
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
        self.prove_by_pieces(&pieces, mapping, mutated, variant)?;
        self.explorer.machine.caveats.iter().next().map_or(Ok(()), |caveat| Err(caveat.to_string()))
    }

    /// Whether the method is one that can be compared at all.
    fn is_comparable(&self) -> bool {
        &*self.explorer.machine.program.method(self.method).name != "<clinit>"
    }

    /// What was spent is spent; the next comparison may spend as much again.
    fn renew_budget(&mut self) {
        self.explorer.budget.work = self.explorer.spent().plus(self.budget.work);
    }

    /// Compares the bodies on the inputs of one path.
    fn compare_from(&mut self, position: usize, variant: MethodId) -> Comparison {
        let Some(end) = self.ends.reached.get(position) else { return Comparison::Equivalent };
        let state = end.path.state.clone();
        let start = self.rewound(&state, variant);
        let ends = self.run(start, Some(variant), false);
        let mut missing = ends.reason();
        for other in ends.reached {
            let Some(end) = self.ends.reached.get(position) else { break };
            let pair = Pair {
                calls: self.calls,
                method: self.method,
                original: end,
                locals: Vec::new(),
                is_from_start: true,
                unclear: None,
            };
            match pair.compare(&mut self.explorer, other) {
                Comparison::Equivalent => {}
                Comparison::Unknown(reason) => {
                    missing.get_or_insert(reason);
                }
                differs => return differs,
            }
        }
        missing.map_or(Comparison::Equivalent, Comparison::Unknown)
    }

    /// The start of the other body on the inputs of a path.
    fn rewound(&mut self, end: &State, variant: MethodId) -> Path<Trace> {
        let program = self.explorer.machine.program;
        let locals = program.code(variant).map_or(0, |code| usize::from(code.max_locals));
        let state = State {
            heap: end.heap.rewound(program, &mut self.explorer.machine.pool),
            path: end.path.clone(),
            frames: vec![Rc::new(Frame::new(variant, locals, &self.arguments))],
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
