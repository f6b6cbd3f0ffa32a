//! A method's body, executed once from any arguments with the calls within its component left open.

use super::numbers::{Argument, arguments};
use crate::exec::{Call, Limits, Machine};
use crate::explore::{Branch, Budget, CallHandler, Explorer, Inline, Observed, Outcome, Path, PathEnd, Recorder, Work};
use crate::graph::CallGraph;
use crate::heap::{Alternative, Reference, Value};
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::solver::PathSolver;
use crate::summary::initial_state;
use crate::term::{Arithmetic, TermId, TermPool};
use std::rc::Rc;

/// Z3's resource limit for one question.
const QUESTION: u64 = 150_000;
/// What executing a body may cost. Loops within it are not left open, so that few bodies that have some come to an end.
const EXECUTION: Work = Work { instructions: 20_000, solver_resources: 2_000_000, states: 400 };
const LIMITS: Limits = Limits { loop_bound: 4, depth: 200, array_length: i32::MAX, recursion: 1, path_steps: 5_000 };

/// A call within the component.
#[derive(Clone, Debug)]
pub(super) struct Within {
    pub(super) method: MethodId,
    pub(super) arguments: Vec<Argument>,
    /// What it returns.
    pub(super) result: TermId,
    /// How many conditions of the way hold before it.
    pub(super) conditions: usize,
}

/// How a way ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Returns(TermId),
    /// By an exception, or it was not followed to its end.
    Otherwise,
}

/// A way through the body.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) conditions: Vec<TermId>,
    pub(super) calls: Vec<Rc<Within>>,
    pub(super) end: End,
}

/// All ways through a method's body.
pub(super) struct Body {
    pub(super) method: MethodId,
    pub(super) parameters: Vec<Argument>,
    pub(super) ways: Rc<[Way]>,
    pub(super) pool: TermPool,
    pub(super) solver: PathSolver,
}

/// The calls within the component on a path; whether one passes another array than the method was given.
#[derive(Clone, Debug, Default)]
struct Made {
    calls: Vec<Rc<Within>>,
    is_unclear: bool,
}

impl Recorder for Made {
    type Shared = ();

    fn observe(&mut self, (): &mut (), _: Observed<'_>) {}

    fn enter(&mut self, (): &mut (), _: &Program, _: &Call) {}
}

struct LeftOpen<'c> {
    component: &'c [MethodId],
    parameters: &'c [Argument],
    inline: Inline<'c>,
}

impl CallHandler<Made> for LeftOpen<'_> {
    fn call(&mut self, explorer: &mut Explorer<'_, Made>, mut path: Path<Made>, call: &Call) -> Vec<Branch<Made>> {
        if !self.component.contains(&call.method) || call.for_model.is_some() {
            return self.inline.call(explorer, path, call);
        }
        let passed = arguments(&path.state.heap, &call.arguments);
        let result = explorer.machine.return_unknown(&mut path.state, call);
        let (Some(passed), Ok(Some(Value::Int(result) | Value::Long(result)))) = (passed, result) else {
            path.record.is_unclear = true;
            return vec![Branch::Open(path)];
        };
        let is_array = |argument: &&Argument| matches!(argument, Argument::Array(..));
        let is_another = |array: &Argument| !self.parameters.contains(array);
        path.record.is_unclear |= passed.iter().filter(is_array).any(is_another);
        let conditions = path.state.path.conditions.len();
        path.record.calls.push(Rc::new(Within { method: call.method, arguments: passed, result, conditions }));
        vec![Branch::Open(path)]
    }
}

impl Body {
    /// Executes a method's body; none where that is not done soon, or a call passes on what contracts do not speak of.
    pub(super) fn of(
        (program, calls): (&Program, &CallGraph),
        arithmetic: Arithmetic,
        component: &[MethodId],
        method: MethodId,
    ) -> Option<Body> {
        let machine = Machine::new(program, arithmetic, LIMITS, &Models);
        let budget = Budget { work: EXECUTION, ..Budget::until(None) };
        let mut explorer: Explorer<'_, Made> = Explorer::new(machine, PathSolver::new(arithmetic, QUESTION), budget);
        let (mut state, values) = initial_state(&mut explorer.machine, method, false);
        for value in &values {
            if let Value::Reference(Reference::Symbol(symbol)) = value {
                let (heap, mut context) = explorer.machine.heap_context(&mut state);
                heap.decide_symbol(&mut context, *symbol, Alternative::New, LIMITS.array_length);
            }
        }
        let parameters = arguments(&state.heap, &values)?;
        let inline = Inline { calls, recursion: LIMITS.recursion, only_decided: true };
        let mut handler = LeftOpen { component, parameters: &parameters, inline };
        let mut ways = Vec::new();
        let mut is_unclear = false;
        let mut sink = |_: &mut Explorer<'_, Made>, end: PathEnd<Made>| {
            is_unclear |= end.path.record.is_unclear;
            ways.push(Way {
                conditions: end.path.state.path.conditions.iter().copied().collect(),
                calls: end.path.record.calls,
                end: match end.outcome {
                    Outcome::Returned(Some(Value::Int(result) | Value::Long(result))) => End::Returns(result),
                    _ => End::Otherwise,
                },
            });
        };
        let start = Path { state: Box::new(state), record: Made::default() };
        let exhausted = explorer.explore(start, &mut handler, &mut sink);
        if exhausted.is_some() || is_unclear {
            return None;
        }
        Some(Body { method, parameters, ways: ways.into(), pool: explorer.machine.pool, solver: explorer.solver })
    }
}
