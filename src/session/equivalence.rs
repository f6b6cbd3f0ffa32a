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

mod body;
mod difference;
mod ends;
mod run;
mod walk;

pub use body::patched_body;

use crate::classfile::Code;
use crate::exec::{Caveat, Frame, Limits, Machine, State, StopReason};
use crate::explore::{Budget, Exhausted, Explorer, Outcome, Path, PathEnd};
use crate::graph::CallGraph;
use crate::heap::Value;
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::solver::PathSolver;
use crate::summary::{ConcreteCase, ExpectedResult, initial_state};
use crate::term::Arithmetic;
use body::Change;
use ends::Ends;
use run::{Bodies, Trace};
use std::collections::BTreeSet;
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
    /// Most instructions of either body, all paths together.
    pub instructions: u64,
    /// Most work of the solver for either body, in the units of Z3's resource limit.
    pub solver_resources: u64,
    /// Z3's resource limit for one question.
    pub question_resources: u64,
    /// Bounds on paths. A path beyond them makes no proof.
    pub limits: Limits,
}

impl Default for ComparisonBudget {
    fn default() -> Self {
        ComparisonBudget {
            ends: 2_000,
            instructions: 500_000,
            solver_resources: 6_000_000,
            question_resources: 1_500_000,
            limits: Limits { loop_bound: 3, depth: 2_000, array_length: 64, recursion: 3, path_steps: 100_000 },
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

/// A method whose paths are known, to be compared with other bodies.
pub struct Subject<'p> {
    calls: &'p CallGraph,
    method: MethodId,
    budget: ComparisonBudget,
    explorer: Explorer<'p, Trace>,
    arguments: Vec<Value>,
    ends: Vec<End>,
    /// Why the ends are not everything.
    missing: Option<String>,
}

impl<'p> Subject<'p> {
    /// Explores a method from arbitrary inputs.
    pub fn explore(program: &'p Program, calls: &'p CallGraph, method: MethodId, budget: ComparisonBudget) -> Self {
        let machine = Machine::new(program, Arithmetic::Java, budget.limits, &Models);
        let solver = PathSolver::new(Arithmetic::Java, budget.question_resources);
        let allowed = Budget {
            cases: budget.ends,
            ends: budget.ends,
            instructions: budget.instructions,
            solver_resources: budget.solver_resources,
            deadline: None,
        };
        let mut explorer: Explorer<'p, Trace> = Explorer::new(machine, solver, allowed);
        explorer.shared = Some(method);
        let mut subject =
            Subject { calls, method, budget, explorer, arguments: Vec::new(), ends: Vec::new(), missing: None };
        subject.missing = match &*program.method(method).name {
            "<clinit>" => Some("class initialisers are not compared".into()),
            _ if program.code(method).is_none() => Some("the method has no body".into()),
            _ => subject.find_ends(),
        };
        subject
    }

    /// Explores the body that the program has; why not to its end, if so.
    fn find_ends(&mut self) -> Option<String> {
        let (state, arguments) = initial_state(&mut self.explorer.machine, self.method, true);
        self.arguments = arguments;
        let start = Path { state: Box::new(state), record: Trace::default() };
        let (ends, missing) = self.run(start, None);
        self.ends = ends;
        missing
    }

    /// Runs a path to its ends; with them, why they are not all.
    fn run(&mut self, start: Path<Trace>, variant: Option<MethodId>) -> (Vec<End>, Option<String>) {
        let recursion = self.budget.limits.recursion;
        let mut bodies = Bodies { calls: self.calls, recursion, method: self.method, variant };
        let mut ends = Vec::new();
        let mut stopped = None;
        let exhausted = self.explorer.explore(start, &mut bodies, &mut |_, end: PathEnd<Trace>| match end.outcome {
            // Whoever waits for the program to end can see its status.
            Outcome::Stopped(StopReason::Exits(Some(_))) | Outcome::Returned(_) | Outcome::Threw(_) => {
                ends.push(End { outcome: end.outcome, path: end.path });
            }
            Outcome::Stopped(reason) => {
                stopped.get_or_insert(reason.to_string());
            }
        });
        let caveats = &self.explorer.machine.caveats;
        let missing = stopped
            .or_else(|| caveats.iter().next().map(Caveat::to_string))
            .or_else(|| exhausted.map(|exhausted| reason_of(exhausted).to_owned()));
        (ends, missing)
    }

    /// Compares the method with another body of it.
    pub fn compare(&mut self, mutated: &Code) -> Comparison {
        let program = self.explorer.machine.program;
        let Some(change) = program.code(self.method).and_then(|original| Change::between(original, mutated)) else {
            return Comparison::Equivalent;
        };
        let variant = program.add_variant(self.method, Arc::new(mutated.clone()));
        self.renew_budget();
        let caveats: BTreeSet<Caveat> = self.explorer.machine.caveats.clone();
        let mut missing = self.missing.clone();
        let mut result = None;
        for position in 0..self.ends.len() {
            if self.ends.get(position).is_none_or(|end| !end.path.record.executed.iter().any(|at| change.contains(*at)))
            {
                continue;
            }
            match self.compare_from(position, variant) {
                Comparison::Equivalent => {}
                Comparison::Unknown(reason) => {
                    missing.get_or_insert(reason);
                }
                differs => {
                    result = Some(differs);
                    break;
                }
            }
        }
        let now = std::mem::replace(&mut self.explorer.machine.caveats, caveats);
        let missing = missing.or_else(|| now.iter().next().map(Caveat::to_string));
        result.unwrap_or_else(|| missing.map_or(Comparison::Equivalent, Comparison::Unknown))
    }

    /// What was spent is spent; the next comparison may spend as much again.
    fn renew_budget(&mut self) {
        let spent = self.explorer.solver.statistics().resources;
        self.explorer.budget.instructions = self.explorer.costs.instructions.saturating_add(self.budget.instructions);
        self.explorer.budget.solver_resources = spent.saturating_add(self.budget.solver_resources);
    }

    /// Compares the bodies on the inputs of one path.
    fn compare_from(&mut self, position: usize, variant: MethodId) -> Comparison {
        let Some(end) = self.ends.get(position) else { return Comparison::Equivalent };
        let start = self.rewound(&end.path.state.clone(), variant);
        let (ends, mut missing) = self.run(start, Some(variant));
        for other in ends {
            let Some(end) = self.ends.get(position) else { break };
            let ends = Ends { calls: self.calls, method: self.method, original: end, unclear: None };
            match ends.compare(&mut self.explorer, other) {
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

fn reason_of(exhausted: Exhausted) -> &'static str {
    match exhausted {
        Exhausted::Cases | Exhausted::Work => "budget of work used up",
        Exhausted::Time => "out of time",
    }
}
