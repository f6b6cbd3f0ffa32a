//! Operand stack instructions. A long or double is one entry, so `pop2` and the `dup2` forms look at what they move.

use super::state::State;
use super::step::Effect;
use crate::classfile::Instruction;
use crate::heap::Value;

/// How an instruction rearranges the topmost entries: how many it takes, and which of them, counted from the lowest, it
/// leaves. None for other instructions.
pub fn rearrangement(instruction: &Instruction, wide: impl Fn(usize) -> bool) -> Option<(usize, &'static [usize])> {
    Some(match instruction {
        Instruction::Pop => (1, &[]),
        Instruction::Pop2 if wide(0) => (1, &[]),
        Instruction::Pop2 => (2, &[]),
        Instruction::Dup => (1, &[0, 0]),
        Instruction::DupX1 => (2, &[1, 0, 1]),
        Instruction::DupX2 if wide(1) => (2, &[1, 0, 1]),
        Instruction::DupX2 => (3, &[2, 0, 1, 2]),
        Instruction::Dup2 if wide(0) => (1, &[0, 0]),
        Instruction::Dup2 => (2, &[0, 1, 0, 1]),
        Instruction::Dup2X1 if wide(0) => (2, &[1, 0, 1]),
        Instruction::Dup2X1 => (3, &[1, 2, 0, 1, 2]),
        Instruction::Dup2X2 if wide(0) && wide(1) => (2, &[1, 0, 1]),
        Instruction::Dup2X2 if wide(0) => (3, &[2, 0, 1, 2]),
        Instruction::Dup2X2 if wide(2) => (3, &[1, 2, 0, 1, 2]),
        Instruction::Dup2X2 => (4, &[2, 3, 0, 1, 2, 3]),
        Instruction::Swap => (2, &[1, 0]),
        _ => return None,
    })
}

pub(super) fn rearrange(state: &mut State, instruction: &Instruction) -> Effect {
    let wide = |depth| state.operand(depth).is_wide();
    if let Some((taken, left)) = rearrangement(instruction, wide) {
        let operands: Vec<Value> = (0..taken).rev().map(|depth| state.operand(depth)).collect();
        state.drop_operands(taken);
        for position in left {
            state.push(operands[*position]);
        }
    }
    Effect::Next
}
