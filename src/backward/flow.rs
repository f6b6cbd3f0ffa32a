//! A method's control flow as backward execution walks it: pieces of straight code that cannot throw, and single instructions
//! that can, or that touch more than locals and operands; what each is entered from.

use super::shape::{Shapes, shapes};
use crate::classfile::{BinaryOperator, Code, Instruction, LoadableConstant, ValueKind};
use crate::graph::successors;
use std::collections::BTreeMap;

/// A method's pieces.
#[derive(Default)]
pub(super) struct Flow {
    /// By their first instructions.
    pub(super) pieces: BTreeMap<u32, Piece>,
    /// What the operand stack holds before each instruction.
    pub(super) shapes: Shapes,
}

/// A piece of code.
pub(super) struct Piece {
    /// One after its last instruction.
    pub(super) end: u32,
    /// Whether it is one instruction with rules of its own.
    pub(super) is_special: bool,
    /// What it is entered from, by their first instructions, in order.
    pub(super) from: Vec<Entering>,
}

/// A way into a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entering {
    /// From the end of another piece.
    After(u32),
    /// As the handler of what a piece throws.
    Handling(u32),
}

impl Flow {
    /// The pieces of a method.
    pub(super) fn of(code: &Code) -> Flow {
        let shapes = shapes(code);
        let count = code.instructions.len() as u32;
        let mut leads = vec![false; count as usize + 1];
        let mut lead = |position: u32| {
            if let Some(leads) = leads.get_mut(position as usize) {
                *leads = true;
            }
        };
        lead(0);
        for (position, decoded) in code.instructions.iter().enumerate() {
            let position = position as u32;
            let next = successors(&decoded.instruction, position);
            if is_special(&decoded.instruction) {
                lead(position);
                lead(position + 1);
            }
            if next.as_slice() != [position + 1] {
                lead(position + 1);
                next.into_iter().for_each(&mut lead);
            }
        }
        code.handlers.iter().for_each(|handler| lead(handler.handler));
        let mut pieces: BTreeMap<u32, Piece> = BTreeMap::new();
        let mut start = 0;
        for position in 1..=count {
            if leads.get(position as usize).copied().unwrap_or(false) || position == count {
                let is_special =
                    code.instructions.get(start as usize).is_some_and(|decoded| is_special(&decoded.instruction));
                pieces.insert(start, Piece { end: position, is_special, from: Vec::new() });
                start = position;
            }
        }
        let mut entering: Vec<(u32, Entering)> = Vec::new();
        for (start, piece) in &pieces {
            let Some(last) = piece.end.checked_sub(1) else { continue };
            if shapes.get(*start as usize).is_none_or(Option::is_none) {
                continue;
            }
            if let Some(decoded) = code.instructions.get(last as usize) {
                let mut next = successors(&decoded.instruction, last);
                next.sort_unstable();
                next.dedup();
                entering.extend(next.into_iter().map(|to| (to, Entering::After(*start))));
            }
            if piece.is_special {
                for handler in &code.handlers {
                    if (handler.start..handler.end).contains(start) {
                        entering.push((handler.handler, Entering::Handling(*start)));
                    }
                }
            }
        }
        entering.sort_unstable();
        entering.dedup();
        for (to, from) in entering {
            if let Some(piece) = pieces.get_mut(&to) {
                piece.from.push(from);
            }
        }
        Flow { pieces, shapes }
    }

    /// The first instruction of the piece that an instruction is in; none where it is in no code.
    pub(super) fn beginning(&self, position: u32) -> Option<u32> {
        let (start, piece) = self.pieces.range(..=position).next_back()?;
        (position < piece.end).then_some(*start)
    }

    /// What the operand stack holds before an instruction.
    pub(super) fn shape(&self, position: u32) -> &[ValueKind] {
        self.shapes.get(position as usize).and_then(Option::as_deref).unwrap_or_default()
    }
}

/// Whether an instruction can throw, or touches more than locals and operands.
fn is_special(instruction: &Instruction) -> bool {
    use Instruction as I;
    match instruction {
        I::Binary(ValueKind::Int | ValueKind::Long, BinaryOperator::Divide | BinaryOperator::Remainder) => true,
        I::Constant(constant) => !matches!(constant, LoadableConstant::Float(_) | LoadableConstant::Double(_)),
        I::ArrayLoad(_)
        | I::ArrayStore(_)
        | I::Return(_)
        | I::GetStatic(_)
        | I::PutStatic(_)
        | I::GetField(_)
        | I::PutField(_)
        | I::Invoke(..)
        | I::InvokeDynamic(_)
        | I::New(_)
        | I::NewPrimitiveArray(_)
        | I::NewReferenceArray(_)
        | I::NewMultiArray(..)
        | I::ArrayLength
        | I::Throw
        | I::CheckCast(_)
        | I::InstanceOf(_)
        | I::MonitorEnter
        | I::MonitorExit
        | I::JumpSubroutine(_)
        | I::ReturnFromSubroutine(_) => true,
        _ => false,
    }
}
