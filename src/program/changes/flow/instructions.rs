//! What one instruction does to what locals and operands may refer to.

use super::super::super::types::MethodId;
use super::super::frame::{Entry, Frame, NUMBER, WIDE, is_reference, of_descriptor, of_kind, reference, stack_only};
use super::super::objects::Set;
use super::Flow;
use crate::classfile::{
    ArrayAccess, Code, Condition, Instruction, InvokeKind, Relation, ValueKind, parse_method_descriptor,
};

impl<'p> Flow<'p> {
    pub(super) fn step(
        &mut self,
        method: MethodId,
        code: &Code,
        at: usize,
        frame: Frame,
        open: &mut Vec<(usize, Frame)>,
    ) {
        let mut frame = frame;
        let mut goes_on = true;
        let Some(decoded) = code.instructions.get(at) else { return };
        let instruction = &decoded.instruction;
        match instruction {
            Instruction::Branch(condition, target) => {
                let is_false = frame.stack.pop().is_some_and(|entry| entry.is_false);
                if matches!(condition, Condition::IntCompare(_) | Condition::ReferenceEqual(_)) {
                    frame.pop();
                }
                let (is_never, is_always) = match condition {
                    Condition::IntZero(Relation::Equal) => (false, is_false),
                    Condition::IntZero(Relation::NotEqual) => (is_false, false),
                    _ => (false, false),
                };
                if !is_never {
                    open.push((*target as usize, frame.clone()));
                }
                goes_on = !is_always;
            }
            Instruction::Goto(target) => {
                open.push((*target as usize, frame.clone()));
                goes_on = false;
            }
            Instruction::Switch(switch) => {
                frame.pop();
                let targets = switch.cases.iter().map(|(_, target)| *target).chain([switch.default]);
                open.extend(targets.map(|target| (target as usize, frame.clone())));
                goes_on = false;
            }
            Instruction::JumpSubroutine(_) | Instruction::ReturnFromSubroutine(_) => {
                self.is_given_up = true;
                goes_on = false;
            }
            Instruction::Return(kind) => {
                if *kind == Some(ValueKind::Reference) {
                    let result = frame.pop();
                    self.return_from(method, result);
                }
                goes_on = false;
            }
            Instruction::Throw => {
                let thrown = frame.pop();
                self.escape(thrown);
                goes_on = false;
            }
            other => self.straight(method, other, &mut frame),
        }
        if goes_on {
            open.push((at + 1, frame));
        }
    }

    fn straight(&mut self, method: MethodId, instruction: &Instruction, frame: &mut Frame) {
        match instruction {
            Instruction::Load(kind, local) => {
                let set = frame.locals.get(usize::from(*local)).copied().unwrap_or_default();
                frame.push(match kind {
                    ValueKind::Reference => reference(set),
                    kind => of_kind(*kind),
                });
            }
            Instruction::Store(kind, local) => {
                let set = frame.pop();
                if let Some(slot) = frame.locals.get_mut(usize::from(*local)) {
                    *slot = if *kind == ValueKind::Reference { set } else { Set::NONE };
                }
            }
            Instruction::ArrayLoad(access) => {
                frame.pop();
                let array = frame.pop();
                frame.push(match access {
                    ArrayAccess::Reference => reference(self.elements_of(array)),
                    ArrayAccess::Long | ArrayAccess::Double => WIDE,
                    _ => NUMBER,
                });
            }
            Instruction::ArrayStore(_) => {
                let value = frame.pop();
                frame.pop();
                let array = frame.pop();
                self.store_element(array, value);
            }
            Instruction::GetStatic(field) => {
                let set = self.static_value(method, field);
                frame.push(of_descriptor(&field.descriptor, set));
            }
            Instruction::PutStatic(field) => {
                let value = frame.pop();
                self.store_static(field, value);
            }
            Instruction::GetField(field) => {
                let receiver = frame.pop();
                let set = if is_reference(&field.descriptor) { self.field_of(receiver, field) } else { Set::NONE };
                let is_false = self.is_false(receiver, field);
                frame.push(Entry { is_false, ..of_descriptor(&field.descriptor, set) });
            }
            Instruction::PutField(field) => {
                let value = frame.pop();
                let receiver = frame.pop();
                self.store_field(receiver, field, value);
            }
            Instruction::Invoke(kind, called) => {
                let arguments = argument_count(*kind, &called.descriptor);
                let from = frame.stack.len().saturating_sub(arguments);
                let arguments: Vec<Set> = frame.stack.drain(from..).map(|entry| entry.set).collect();
                let result = self.call(method, *kind, called, &arguments);
                if let Some((_, descriptor)) = called.descriptor.rsplit_once(')')
                    && descriptor != "V"
                {
                    frame.push(of_descriptor(descriptor, result));
                }
            }
            Instruction::InvokeDynamic(called) => {
                // Those that desugaring leaves are not known.
                let arguments = argument_count(InvokeKind::Static, &called.descriptor);
                let from = frame.stack.len().saturating_sub(arguments);
                let given = frame.stack.drain(from..).fold(Set::NONE, |all, entry| all.or(entry.set));
                self.spoil(given);
                if let Some((_, descriptor)) = called.descriptor.rsplit_once(')')
                    && descriptor != "V"
                {
                    frame.push(of_descriptor(descriptor, Set::OUTSIDE));
                }
            }
            Instruction::New(class) => {
                let class = self.program.class_by_name(class);
                let set = if class.is_some() { self.made(class) } else { Set::OUTSIDE };
                frame.push(reference(set));
            }
            Instruction::NewPrimitiveArray(_) => {
                frame.pop();
                frame.push(reference(Set::OUTSIDE));
            }
            Instruction::NewReferenceArray(_) => {
                frame.pop();
                let set = self.made(None);
                frame.push(reference(set));
            }
            Instruction::NewMultiArray(_, dimensions) => {
                frame.stack.truncate(frame.stack.len().saturating_sub(usize::from(*dimensions)));
                let set = self.made(None);
                self.store_element(set, set);
                frame.push(reference(set));
            }
            Instruction::CheckCast(class) => {
                let set = frame.pop();
                let set = self.of_type(set, class);
                frame.push(reference(set));
            }
            other => stack_only(other, frame),
        }
    }

    fn return_from(&mut self, method: MethodId, result: Set) {
        let known = self.results.entry(method).or_default();
        if !known.contains(result) {
            *known = known.or(result);
            self.has_grown = true;
            if self.program.is_user_method(method) && result.meets(self.relevant) {
                let program = self.program;
                for caller in program.callers_of_signature(method) {
                    self.enter(*caller, &[]);
                }
            }
        }
        if self.open_methods.contains(&method) || self.is_open_method(method) {
            self.escape(result);
        }
    }
}

/// How many entries of the stack a call takes.
fn argument_count(kind: InvokeKind, descriptor: &str) -> usize {
    let parameters = parse_method_descriptor(descriptor).map_or(0, |parsed| parsed.parameters.len());
    parameters + usize::from(kind != InvokeKind::Static)
}
