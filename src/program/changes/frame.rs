//! What is known before an instruction of the local variables and the operand stack.

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
        I::Pop | I::MonitorEnter | I::MonitorExit => drop(frame.stack.pop()),
        I::Pop2 => {
            let more = slots(frame, 0, 2);
            frame.stack.truncate(frame.stack.len().saturating_sub(more));
        }
        I::Dup => copy_below(frame, 1, 0),
        I::DupX1 => copy_below(frame, 1, 1),
        I::DupX2 => copy_below(frame, 1, slots(frame, 1, 2)),
        I::Dup2 => copy_below(frame, slots(frame, 0, 2), 0),
        I::Dup2X1 => copy_below(frame, slots(frame, 0, 2), 1),
        I::Dup2X2 => {
            let count = slots(frame, 0, 2);
            copy_below(frame, count, slots(frame, count, 2));
        }
        I::Swap => {
            let last = frame.stack.len();
            if last >= 2 {
                frame.stack.swap(last - 1, last - 2);
            }
        }
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

/// How many entries, from one on counted from the top, take so many slots.
fn slots(frame: &Frame, from: usize, slots: usize) -> usize {
    let entry = frame.stack.len().checked_sub(from + 1).and_then(|at| frame.stack.get(at));
    if slots == 2 && entry.is_none_or(|entry| !entry.is_wide) { 2 } else { 1 }
}

/// Copies the topmost entries below themselves and so many others.
fn copy_below(frame: &mut Frame, count: usize, others: usize) {
    let length = frame.stack.len();
    let Some(from) = length.checked_sub(count) else { return };
    let Some(to) = from.checked_sub(others) else { return };
    let copied: Vec<Entry> = frame.stack.get(from..).unwrap_or_default().to_vec();
    for (offset, entry) in copied.into_iter().enumerate() {
        frame.stack.insert(to + offset, entry);
    }
}
