//! Runs specialised code. Every decision is behind it, so the path's model answers what is asked on the way; the solver is
//! not called.

use super::case::Level;
use super::library::{Library, LoadedSummary};
use super::step::CaseStep;
use crate::classfile::Instruction;
use crate::exec::{Effect, Frame, Interrupt, Machine, State, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::MethodId;
use std::rc::Rc;

/// How a case's code ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CaseEnd {
    /// It returned.
    Returned(Option<Value>),
    /// It threw.
    Threw(ObjectId),
    /// It stores into an array of whose type the caller knows less or something else than the method took for granted.
    Undecided,
}

/// Runs the code of a case of a summary on arguments in a state that satisfies its PC and HPC. Returns how it ends and how
/// many instructions were executed. The state's frames are as before.
///
/// # Errors
/// A stop, when the summary is not one of this program.
pub fn execute_case(
    machine: &mut Machine<'_>,
    library: &mut Library<'_>,
    state: &mut State,
    summary: (&LoadedSummary, MethodId),
    case: u32,
    arguments: &[Value],
) -> Result<(CaseEnd, u64), StopReason> {
    let follows = std::mem::replace(&mut state.path.follows_model, true);
    let depth = state.frames.len();
    let mut executed = 0;
    let result = run(machine, library, state, summary, case, arguments, &mut executed);
    state.frames.truncate(depth);
    state.path.follows_model = follows;
    result.map(|end| (end, executed))
}

fn broken(what: &str) -> StopReason {
    StopReason::Internal(format!("specialised code: {what}"))
}

fn run(
    machine: &mut Machine<'_>,
    library: &mut Library<'_>,
    state: &mut State,
    (loaded, method): (&LoadedSummary, MethodId),
    case: u32,
    arguments: &[Value],
    executed: &mut u64,
) -> Result<CaseEnd, StopReason> {
    let path = loaded.case(case).ok_or_else(|| broken("no such case"))?;
    let summary = &loaded.summary;
    let code = summary.codes.get(path.code as usize).ok_or_else(|| broken("no code"))?;
    let base = state.frames.len();
    let locals = machine.program.code(method).map_or(0, |code| usize::from(code.max_locals));
    state.frames.push(Rc::new(Frame::new(method, locals, arguments)));
    let mut schedule = path.schedule.iter();
    let mut thrown: Option<ObjectId> = None;
    for (number, _) in &code.steps {
        *executed += 1;
        let step = summary.steps.get(*number as usize).ok_or_else(|| broken("no such step"))?;
        if let Some(exception) = thrown.take() {
            let CaseStep::Catch(depth) = step else { return Err(broken("an exception that nothing catches")) };
            state.frames.truncate(base + *depth as usize + 1);
            if let Some(frame) = state.frame_mut() {
                frame.stack.clear();
                frame.answers.clear();
            }
            state.push(Value::Reference(Reference::Object(exception)));
            continue;
        }
        match step {
            CaseStep::Instruction(Instruction::Return(kind)) => {
                let value = kind.map(|_| state.operand(0));
                if state.frames.len() == base + 1 {
                    return Ok(CaseEnd::Returned(value));
                }
                state.leave_frame(value);
            }
            CaseStep::Instruction(instruction) => match machine.execute(state, instruction) {
                Ok(Effect::Next) => {}
                // What the model asks for runs as inlined code; then the instruction comes again.
                Ok(Effect::Call(call)) if call.for_model.is_some() => machine.enter(state, &call),
                Ok(Effect::Raise(_)) | Err(Interrupt::Choice(_))
                    if matches!(instruction, Instruction::ArrayStore(_)) =>
                {
                    return Ok(CaseEnd::Undecided);
                }
                Ok(other) => return Err(broken(&format!("{instruction:?} gave {other:?}"))),
                Err(Interrupt::Infeasible) => return Err(broken(&format!("{instruction:?} is infeasible"))),
                Err(Interrupt::Stop(reason)) => return Err(reason),
                Err(Interrupt::Choice(choice)) => return Err(broken(&format!("{instruction:?} asks for {choice:?}"))),
            },
            CaseStep::Raise(class) => {
                thrown = Some(machine.new_exception(state, class).map_err(|interrupt| match interrupt {
                    Interrupt::Stop(reason) => reason,
                    Interrupt::Choice(_) => broken("a choice in an exception"),
                    Interrupt::Infeasible => broken("an infeasible exception"),
                })?);
            }
            CaseStep::Throw => match state.operand(0) {
                Value::Reference(reference) => match state.heap.current(reference) {
                    Reference::Object(object) => thrown = Some(object),
                    _ => return Err(broken("a throw of no object")),
                },
                _ => return Err(broken("a throw of no reference")),
            },
            CaseStep::Catch(_) => return Err(broken("a catch of nothing")),
            CaseStep::Open(..) => return Err(broken("an open call")),
            CaseStep::Enter(target, count, locals) => {
                let target = machine
                    .program
                    .method_by_name((&target.class, &target.name, &target.descriptor))
                    .ok_or_else(|| broken("no such inlined method"))?;
                let arguments = take(state, usize::from(*count));
                state.frames.push(Rc::new(Frame::new(target, usize::from(*locals), &arguments)));
            }
            CaseStep::Compose(_, _, count) => {
                let (callee, case) = schedule.next().ok_or_else(|| broken("the schedule is too short"))?;
                let (target, level): (MethodId, Level) = loaded
                    .methods
                    .get(*callee as usize)
                    .copied()
                    .flatten()
                    .ok_or_else(|| broken("no such scheduled method"))?;
                let callee = library
                    .get(machine.program, &mut machine.pool, target, level)
                    .ok_or_else(|| broken("no summary of a scheduled method"))?;
                let arguments = take(state, usize::from(*count));
                let depth = state.frames.len();
                let end = run(machine, library, state, (&callee, target), *case, &arguments, executed)?;
                state.frames.truncate(depth);
                match end {
                    CaseEnd::Returned(value) => {
                        if let Some(value) = value {
                            state.push(value);
                        }
                    }
                    CaseEnd::Threw(exception) => thrown = Some(exception),
                    CaseEnd::Undecided => return Ok(CaseEnd::Undecided),
                }
            }
        }
    }
    thrown.map(CaseEnd::Threw).ok_or_else(|| broken("no end"))
}

fn take(state: &mut State, count: usize) -> Vec<Value> {
    let arguments = (0..count).rev().map(|depth| state.operand(depth)).collect();
    state.drop_operands(count);
    arguments
}
