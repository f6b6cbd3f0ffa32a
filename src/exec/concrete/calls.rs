//! Calls during a run: methods that are found without looking at an input, that no model stands for, and that use nothing which has to
//! be initialised first.

use super::number::Slot;
use super::{Activation, Noted, Runner};
use crate::classfile::{Instruction, InvokeKind, MethodReference};
use crate::exec::invoke::VERIFIER;
use crate::exec::loops::LoopCounters;
use crate::heap::{Reference, Value, array_element_kind};
use crate::program::{ClassId, Dispatch, FieldKind, MethodId, MethodTarget};
use std::sync::Arc;

/// Most activations that wait during a run.
const MOST_CALLERS: usize = 64;

impl Runner<'_, '_> {
    /// Enters the method that an instruction calls: its first instruction, or the next one after a native method that computes. None where
    /// the call has to be stepped.
    pub(super) fn call(
        &mut self,
        position: u32,
        instruction: &Instruction,
        (kind, reference): (InvokeKind, &Arc<MethodReference>),
    ) -> Option<u32> {
        let program = self.machine.program;
        let caller = program.method(self.current.method).class;
        let site = self.machine.call_site(kind, reference, caller).ok()?;
        let below = self.current.operands.len().checked_sub(site.arguments)?;
        let receiver = if site.has_receiver { self.class_of(*self.current.operands.get(below)?) } else { None };
        let (method, start) = match (&site.dispatch, receiver) {
            (Dispatch::Fixed(MethodTarget::Method(method)), receiver) => {
                let is_possible = match site.has_receiver {
                    true => receiver.is_some(),
                    false => self.machine.is_in_use(self.state, program.method(*method).class),
                };
                is_possible.then_some((*method, site.class))?
            }
            (Dispatch::Virtual, Some(class)) => (self.selected(class, reference)?, Some(class)),
            _ => return None,
        };
        if !self.may_enter((method, start), reference) || &*reference.class == VERIFIER {
            return None;
        }
        let Some(code) = program.code(method) else {
            // Its model only computes: else it could not be entered.
            return self.read(position, instruction, site.arguments).map(|()| position + 1);
        };
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

    /// The class of a receiver that is an instance of exactly one, and that no input is.
    fn class_of(&self, receiver: Slot) -> Option<ClassId> {
        let Slot::Other(Value::Reference(reference)) = receiver else { return None };
        let heap = &self.state.heap;
        let Reference::Object(object) = heap.current(reference) else { return None };
        let body = heap.instance(object)?;
        let class = heap.exact_class(object)?;
        let is_known = !body.open && self.machine.program.class(class).is_concrete();
        (is_known && !heap.is_input(object) && heap.is_of_machine(object).is_none()).then_some(class)
    }

    /// The method that a class selects.
    fn selected(&mut self, class: ClassId, reference: &Arc<MethodReference>) -> Option<MethodId> {
        let key = (class, Arc::as_ptr(reference));
        if let Some(known) = self.selected.get(&key) {
            return *known;
        }
        let found = match self.machine.program.select(class, reference) {
            MethodTarget::Method(method) => Some(method),
            _ => None,
        };
        self.selected.insert(key, found);
        found
    }

    /// Whether a method may be entered: one of the class path with code, or one of the JDK that no model stands for, or one that only
    /// computes.
    fn may_enter(&mut self, (method, start): (MethodId, Option<ClassId>), reference: &Arc<MethodReference>) -> bool {
        if self.callers.len() >= MOST_CALLERS {
            return false;
        }
        let key = (method, start, Arc::as_ptr(reference));
        if let Some(known) = self.entered.get(&key) {
            return *known;
        }
        let may_enter = self.can_be_entered((method, start), reference);
        self.entered.insert(key, may_enter);
        may_enter
    }

    fn can_be_entered(&mut self, (method, start): (MethodId, Option<ClassId>), reference: &MethodReference) -> bool {
        let program = self.machine.program;
        let info = program.method(method);
        if info.flags.is_synchronized() || !(self.enters)(method) {
            return false;
        }
        let has_code = program.code(method).is_some();
        if program.is_user_method(method) {
            return has_code;
        }
        let external = self.machine.external;
        let modelled = self.machine.modelled(method, start.unwrap_or(info.class), reference);
        match modelled.class {
            Some(class) => info.flags.is_static() && external.only_computes(program.class_name(class), reference),
            None => has_code && !modelled.is_opaque,
        }
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
