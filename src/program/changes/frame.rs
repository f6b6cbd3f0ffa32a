//! What is known before an instruction of the local variables and the operand stack.

use super::super::stack::rearrange;
use super::objects::Set;
use crate::classfile::{Conversion, Instruction, LoadableConstant, ValueKind};

/// A local variable or an entry of the operand stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) set: Set,
    pub(super) is_wide: bool,
    /// Whether it is known to be false.
    pub(super) is_false: bool,
}

pub(super) const NUMBER: Entry = Entry { set: Set::NONE, is_wide: false, is_false: false };
pub(super) const WIDE: Entry = Entry { set: Set::NONE, is_wide: true, is_false: false };

pub(super) fn reference(set: Set) -> Entry {
    Entry { set, is_wide: false, is_false: false }
}

/// What is known before an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) locals: Vec<Set>,
    pub(super) stack: Vec<Entry>,
}

impl Frame {
    pub(super) fn pop(&mut self) -> Set {
        self.stack.pop().map_or(Set::NONE, |entry| entry.set)
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.stack.push(entry);
    }

    /// Takes another way in; whether that brought anything new.
    pub(super) fn join(&mut self, other: &Frame) -> bool {
        let mut is_news = false;
        let mut join = |mine: &mut Set, other: Set| {
            is_news |= !mine.contains(other);
            *mine = mine.or(other);
        };
        self.locals.iter_mut().zip(&other.locals).for_each(|(mine, other)| join(mine, *other));
        self.stack.iter_mut().zip(&other.stack).for_each(|(mine, other)| join(&mut mine.set, other.set));
        for (mine, other) in self.stack.iter_mut().zip(&other.stack) {
            is_news |= mine.is_false && !other.is_false;
            mine.is_false &= other.is_false;
        }
        is_news
    }
}

pub(super) fn is_reference(descriptor: &str) -> bool {
    descriptor.starts_with(['L', '['])
}

pub(super) fn of_descriptor(descriptor: &str, set: Set) -> Entry {
    match descriptor.as_bytes().first() {
        Some(b'J' | b'D') => WIDE,
        Some(b'L' | b'[') => reference(set),
        _ => NUMBER,
    }
}

pub(super) fn of_kind(kind: ValueKind) -> Entry {
    match kind {
        ValueKind::Long | ValueKind::Double => WIDE,
        ValueKind::Int | ValueKind::Float | ValueKind::Reference => NUMBER,
    }
}

/// Instructions that only compute and move.
pub(super) fn stack_only(instruction: &Instruction, frame: &mut Frame) {
    use Instruction as I;
    if rearrange(instruction, &mut frame.stack, |entry| entry.is_wide) {
        return;
    }
    match instruction {
        I::NullConstant => frame.push(reference(Set::NONE)),
        I::IntConstant(_) => frame.push(NUMBER),
        I::LongConstant(_) => frame.push(WIDE),
        I::Constant(constant) => frame.push(match constant {
            LoadableConstant::Double(_) | LoadableConstant::Long(_) => WIDE,
            LoadableConstant::Float(_) | LoadableConstant::Int(_) => NUMBER,
            LoadableConstant::Dynamic(dynamic) => of_descriptor(&dynamic.descriptor, Set::OUTSIDE),
            _ => reference(Set::OUTSIDE),
        }),
        I::MonitorEnter | I::MonitorExit => drop(frame.stack.pop()),
        I::Binary(kind, _) => {
            frame.stack.truncate(frame.stack.len().saturating_sub(2));
            frame.push(of_kind(*kind));
        }
        I::Convert(conversion) => {
            frame.pop();
            frame.push(match conversion {
                Conversion::Between(_, to) => of_kind(*to),
                _ => NUMBER,
            });
        }
        I::Compare(_) => {
            frame.stack.truncate(frame.stack.len().saturating_sub(2));
            frame.push(NUMBER);
        }
        I::ArrayLength | I::InstanceOf(_) => {
            frame.pop();
            frame.push(NUMBER);
        }
        _ => {}
    }
}
