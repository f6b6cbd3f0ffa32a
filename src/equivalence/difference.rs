//! A difference between two ends, made concrete: what both do on one input, as plain data. Only what shows there counts.

use super::Difference;
use super::run::Trace;
use super::sides::Sides;
use crate::exec::State;
use crate::explore::{Explorer, Outcome, Path};
use crate::graph::CallGraph;
use crate::input::{ConcreteCase, Names, concretise, initialised_classes};
use crate::program::MethodId;

/// What both ends are on the input that the path's model describes.
///
/// # Errors
/// In one line, why that is no difference, or that it has no input.
pub(super) fn confirmed(
    explorer: &mut Explorer<'_, Trace>,
    calls: &CallGraph,
    method: MethodId,
    (sides, path): (&Sides, &Path<Trace>),
    (original, mutated): (&Outcome, &Outcome),
) -> Result<Box<Difference>, String> {
    let initialised = initialised_classes(explorer.machine.program, calls, method);
    let mut concrete = |side: &State, outcome: &Outcome| {
        let state = State { heap: side.heap.clone(), path: path.state.path.clone(), ..State::default() };
        concretise(&mut explorer.machine, method, state, outcome, &initialised)
    };
    let case = concrete(&sides.original, original)?;
    let other = concrete(&sides.mutated, mutated)?;
    if !same_input(&case, &other) {
        return Err("a difference whose inputs are not the same".into());
    }
    if case.expected == other.expected {
        return Err("a difference that is in no result that is looked at".into());
    }
    let state = State { heap: sides.mutated.heap.clone(), path: path.state.path.clone(), ..State::default() };
    let program = explorer.machine.program;
    let parameters = program.parameter_names(method, "p");
    let conditions = Names::new(program, &explorer.machine.pool, &state, &parameters).conditions();
    Ok(Box::new(Difference { case, mutated: other.expected, conditions }))
}

fn same_input(left: &ConcreteCase, right: &ConcreteCase) -> bool {
    let input = |case: &ConcreteCase| ConcreteCase { expected: left.expected.clone(), ..case.clone() };
    input(left) == input(right)
}
