//! Calls that are not followed: the receiver's class is not known, there is no code, or following it costs too much. Such a call
//! returns anything of its type or throws anything, and may change whatever has escaped.

use super::machine::Machine;
use super::state::State;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{Instruction, InvokeKind, MethodReference};
use crate::heap::{Epoch, ObjectId, Value};
use crate::program::{ClassId, FieldKind};
use std::rc::Rc;
use std::sync::Arc;

/// A call that a path did not follow.
#[derive(Clone, Debug)]
pub struct OpenCall {
    /// How it is invoked.
    pub kind: InvokeKind,
    /// What is called, as the instruction names it.
    pub reference: Arc<MethodReference>,
    /// Why it was not followed.
    pub reason: StopReason,
    /// Whether it throws on this path.
    pub throws: bool,
}

/// A way in which an open call goes on.
#[derive(Clone, Debug)]
pub enum OpenEnd {
    /// It returned: what it gave is the caller's topmost operand, and the caller is at the next instruction.
    Returned(State, Option<Value>),
    /// It threw this object, which is to be unwound from the invoke.
    Threw(State, ObjectId),
}

/// A call that can be left open, resolved.
#[derive(Clone, Debug)]
pub struct OpenCallSite {
    /// How it is invoked.
    pub kind: InvokeKind,
    /// What is called.
    pub reference: Arc<MethodReference>,
    /// Number of operands, with the receiver.
    pub arguments: usize,
    /// Declared result.
    pub result: Option<FieldKind>,
}

impl Machine<'_> {
    /// The call that the running frame's next instruction makes, where that can be left open; none where the instruction is no
    /// call, or nothing is known of its types.
    pub fn open_call_site(&mut self, state: &State) -> Option<OpenCallSite> {
        let frame = state.frame()?;
        let code = self.program.code(frame.method)?;
        let Instruction::Invoke(kind, reference) = &code.instructions.get(frame.instruction as usize)?.instruction
        else {
            return None;
        };
        let (kind, reference) = (*kind, reference.clone());
        let caller = self.program.method(frame.method).class;
        let site = self.call_site(kind, &reference, caller).ok()?;
        Some(OpenCallSite { kind, reference, arguments: site.arguments, result: site.result })
    }

    /// Every way in which a call that is not followed goes on: it returns anything, or throws an exception of a type that some handler
    /// around it catches, or of none of these.
    ///
    /// # Errors
    /// A choice or a stop, when control cannot go on.
    pub fn open_call(
        &mut self,
        state: &State,
        site: &OpenCallSite,
        reason: &StopReason,
    ) -> Result<Vec<OpenEnd>, Interrupt> {
        let arguments: Vec<Value> = (0..site.arguments).rev().map(|depth| state.operand(depth)).collect();
        let mut after = state.clone();
        if let Some(frame) = after.frame_mut() {
            frame.answers.clear();
        }
        let (heap, mut context) = self.heap_context(&mut after);
        let epoch = heap.open_call(&mut context, &arguments, &*site.reference.name == "<init>");
        after.steps += 1;
        let mut ends = vec![self.returned_open(after.clone(), site, reason, epoch)?];
        for class in self.thrown_by_open_call(state)? {
            let mut threw = after.clone();
            threw.open_calls.push_back(Rc::new(made(site, reason, true)));
            let exception = threw.heap.open_exception(class);
            ends.push(OpenEnd::Threw(threw, exception));
        }
        Ok(ends)
    }

    fn returned_open(
        &mut self,
        mut state: State,
        site: &OpenCallSite,
        reason: &StopReason,
        epoch: Epoch,
    ) -> Result<OpenEnd, Interrupt> {
        let value = site.result.map(|kind| {
            let (heap, mut context) = self.heap_context(&mut state);
            heap.open_result(&mut context, epoch, kind)
        });
        state.open_calls.push_back(Rc::new(made(site, reason, false)));
        self.put_result(&mut state, site.arguments, value)?;
        Ok(OpenEnd::Returned(state, value))
    }

    /// The classes of exceptions that are told apart: each that a handler around the running instructions names, and any other.
    fn thrown_by_open_call(&self, state: &State) -> Result<Vec<ClassId>, Interrupt> {
        let program = self.program;
        let mut found = vec![self.builtin("java/lang/Throwable")?];
        for frame in state.frames.iter().rev() {
            let Some(code) = program.code(frame.method) else { continue };
            let active = |start: u32, end: u32| frame.instruction >= start && frame.instruction < end;
            for handler in code.handlers.iter().filter(|handler| active(handler.start, handler.end)) {
                let named = handler.catch_type.as_ref().and_then(|name| program.class_by_name(name));
                if let Some(class) = named.filter(|class| !found.contains(class)) {
                    found.push(class);
                }
            }
        }
        Ok(found)
    }

    /// Reads a static field whose class cannot be initialised here: it holds anything of its type. Whether the running
    /// instruction is such a read.
    ///
    /// # Errors
    /// A stop, when control cannot go on.
    pub fn open_static(&mut self, state: &mut State) -> Result<bool, Interrupt> {
        let Some((method, position)) = state.frame().map(|frame| (frame.method, frame.instruction)) else {
            return Ok(false);
        };
        let instruction = self.program.code(method).and_then(|code| code.instructions.get(position as usize));
        let Some(Instruction::GetStatic(reference)) = instruction.map(|decoded| &decoded.instruction) else {
            return Ok(false);
        };
        let field = self.field(reference)?;
        let (heap, mut context) = self.heap_context(state);
        let value = heap.read_static(&mut context, field);
        state.steps += 1;
        self.put_result(state, 0, Some(value))?;
        Ok(true)
    }
}

fn made(site: &OpenCallSite, reason: &StopReason, throws: bool) -> OpenCall {
    OpenCall { kind: site.kind, reference: site.reference.clone(), reason: reason.clone(), throws }
}
