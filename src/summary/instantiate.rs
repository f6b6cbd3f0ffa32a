//! Runs one stored case of a method on the inputs that its PC and HPC describe: what replay and `show` need.

use super::analyse::initial_state;
use super::case::Level;
use super::compose::Compose;
use super::library::Library;
use super::recording::Recording;
use crate::exec::{Call, Frame, Machine, StopReason};
use crate::explore::{Branch, Explorer, Outcome, Path, PathEnd};
use crate::graph::CallGraph;
use crate::program::MethodId;
use std::rc::Rc;
use std::sync::Arc;

/// Establishes a case's constraints in a fresh input state, solves them, and runs the case's specialised code in it: the
/// final state with its model, from which a concrete input and its expected result can be read.
///
/// # Errors
/// Why the case's constraints cannot be established: the solver did not know, or a defect.
pub fn instantiate(
    explorer: &mut Explorer<'_, Recording>,
    compose: &mut Compose<'_>,
    method: MethodId,
    level: Level,
    case: u32,
) -> Result<PathEnd<Recording>, StopReason> {
    let machine: &Machine<'_> = &explorer.machine;
    let program = machine.program;
    let info = program.method(method);
    let reference = Arc::new(super::recording::declared_reference(program, method));
    let kind = if info.flags.is_static() {
        crate::classfile::InvokeKind::Static
    } else {
        crate::classfile::InvokeKind::Special
    };
    let (mut state, arguments) = initial_state(&mut explorer.machine, method, false);
    let mut caller = Frame::new(method, 0, &[]);
    caller.stack = arguments.clone();
    // Behind the last instruction, where no handler of the method's own catches what the case throws.
    caller.instruction = program.code(method).map_or(0, |code| code.instructions.len() as u32);
    state.frames = vec![Rc::new(caller)];
    let call = Call { reference, kind, method, arguments, for_model: None };
    let path = Path { state: Box::new(state), record: Recording::start() };
    let branches = compose.compose_case(explorer, path, &call, level, case);
    let mut reason = None;
    for branch in branches {
        match branch {
            Branch::Open(path) => {
                let returns = program.method(method).result.is_some();
                let value = returns.then(|| path.state.operand(0));
                return Ok(PathEnd { path, outcome: Outcome::Returned(value) });
            }
            Branch::Ended(end) => match end.outcome {
                Outcome::Stopped(stop) => reason = Some(stop),
                _ => return Ok(end),
            },
        }
    }
    Err(reason.unwrap_or_else(|| StopReason::Internal("a case that its own input state excludes".into())))
}

/// An empty composition handler over a library, for [`instantiate`].
pub fn instantiator<'s>(library: Library<'s>, calls: &'s CallGraph, method: MethodId, recursion: Level) -> Compose<'s> {
    Compose::new(library, calls, method, recursion, recursion)
}
