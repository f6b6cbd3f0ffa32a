//! Calls during a run: methods of the class path that are found without looking at an input, and that use nothing which has to be
//! initialised first.

use super::number::Slot;
use super::{Activation, Noted, Runner};
use crate::classfile::{InvokeKind, MethodReference};
use crate::exec::invoke::VERIFIER;
use crate::exec::loops::LoopCounters;
use crate::heap::{Reference, Value, array_element_kind};
use crate::program::{Dispatch, FieldKind, MethodId, MethodTarget};
use std::sync::Arc;

/// Most activations that wait during a run.
const MOST_CALLERS: usize = 64;

impl Runner<'_, '_> {
    /// Enters the method that an instruction calls: its first instruction. None where the call has to be stepped.
    pub(super) fn call(&mut self, position: u32, kind: InvokeKind, reference: &Arc<MethodReference>) -> Option<u32> {
        let program = self.machine.program;
        let caller = program.method(self.current.method).class;
        let site = self.machine.call_site(kind, reference, caller).ok()?;
        let Dispatch::Fixed(MethodTarget::Method(method)) = site.dispatch else { return None };
        let below = self.current.operands.len().checked_sub(site.arguments)?;
        let is_possible = match self.current.operands.get(below) {
            Some(receiver) if site.has_receiver => self.is_allocated(*receiver),
            _ => !site.has_receiver && self.machine.is_in_use(self.state, program.method(method).class),
        };
        if !is_possible || !self.may_enter(method) || &*reference.class == VERIFIER {
            return None;
        }
        let code = program.code(method)?;
        let (mut locals, operands) = self.spare.pop().unwrap_or_default();
        for argument in self.current.operands.drain(below..) {
            locals.push(argument);
            if argument.is_wide() {
                locals.push(Slot::Other(Value::Nothing));
            }
        }
        locals.resize(locals.len().max(usize::from(code.max_locals)), Slot::Other(Value::Nothing));
        let loops = self.machine.loops(method);
        let noted = self.noted.remove(&method).unwrap_or_else(|| vec![Noted::default(); code.instructions.len()]);
        let counters = LoopCounters::default();
        let callee = Activation { method, code, loops, counters, locals, operands, noted, position: 0 };
        self.current.position = position + 1;
        self.callers.push(std::mem::replace(&mut self.current, callee));
        Some(0)
    }

    /// Whether a receiver is an instance that no input is.
    fn is_allocated(&self, receiver: Slot) -> bool {
        let Slot::Other(Value::Reference(reference)) = receiver else { return false };
        let heap = &self.state.heap;
        match heap.current(reference) {
            Reference::Object(object) => heap.instance(object).is_some() && !heap.is_input(object),
            Reference::Null | Reference::Symbol(_) => false,
        }
    }

    fn may_enter(&self, method: MethodId) -> bool {
        let program = self.machine.program;
        self.callers.len() < MOST_CALLERS
            && program.is_user_method(method)
            && !program.method(method).flags.is_synchronized()
            && (self.enters)(method)
    }

    /// Leaves a method that was called during the run: where its caller goes on. None where the run began in it.
    pub(super) fn leave(&mut self, has_result: bool) -> Option<u32> {
        if self.callers.is_empty() {
            return None;
        }
        let result = if has_result { Some(self.result()?) } else { None };
        let mut left = std::mem::replace(&mut self.current, self.callers.pop()?);
        self.noted.insert(left.method, left.noted);
        left.locals.clear();
        left.operands.clear();
        self.spare.push((left.locals, left.operands));
        self.current.operands.extend(result);
        Some(self.current.position)
    }

    /// What the method returns: the topmost operand as its declared type holds it (JVMS 6.5, `ireturn`).
    fn result(&mut self) -> Option<Slot> {
        let declared = self.machine.program.method(self.current.method).result;
        match (self.current.operands.pop()?, declared) {
            (Slot::Int(value), Some(FieldKind::Primitive(primitive))) => {
                Some(Slot::Int(array_element_kind(primitive).narrow(i64::from(value)) as i32))
            }
            // It may have to be narrowed.
            (Slot::Other(Value::Int(_)), _) => None,
            (other, _) => Some(other),
        }
    }
}
