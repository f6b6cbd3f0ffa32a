//! Which local variables of a method may still be read.

use super::loops::successors;
use crate::classfile::{Code, Instruction};

/// The live local variables before each instruction of a method.
#[derive(Debug, Default)]
pub struct Liveness {
    live: Vec<Vec<bool>>,
}

impl Liveness {
    /// Finds what is live: what an instruction reads, or a successor or handler of it may read before it is written.
    pub fn of(code: &Code) -> Liveness {
        let slots = usize::from(code.max_locals);
        let mut live = vec![vec![false; slots]; code.instructions.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for position in (0..code.instructions.len()).rev() {
                let before = before(code, &live, position, slots);
                if let Some(known) = live.get_mut(position)
                    && *known != before
                {
                    *known = before;
                    changed = true;
                }
            }
        }
        Liveness { live }
    }

    /// Whether a local variable may be read from an instruction on before it is written.
    pub fn is_live(&self, instruction: u32, slot: usize) -> bool {
        self.live.get(instruction as usize).and_then(|live| live.get(slot)).copied().unwrap_or(false)
    }
}

/// What is live before an instruction, as far as is known of what comes after it.
fn before(code: &Code, live: &[Vec<bool>], position: usize, slots: usize) -> Vec<bool> {
    let mut before = vec![false; slots];
    let Some(decoded) = code.instructions.get(position) else { return before };
    let join = |before: &mut Vec<bool>, from: u32| {
        if let Some(after) = live.get(from as usize) {
            before.iter_mut().zip(after).for_each(|(known, more)| *known |= *more);
        }
    };
    let follow = match decoded.instruction {
        // Where it returns to is not followed: anything may be read there.
        Instruction::ReturnFromSubroutine(_) => return vec![true; slots],
        _ => successors(&decoded.instruction, position as u32),
    };
    for successor in follow {
        join(&mut before, successor);
    }
    let mut set = |slot: u16, is_live: bool| {
        if let Some(known) = before.get_mut(usize::from(slot)) {
            *known = is_live;
        }
    };
    match decoded.instruction {
        Instruction::Load(_, slot) | Instruction::Increment(slot, _) => set(slot, true),
        Instruction::Store(_, slot) => set(slot, false),
        _ => {}
    }
    for handler in &code.handlers {
        if (handler.start..handler.end).contains(&(position as u32)) {
            join(&mut before, handler.handler);
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::{Condition, Relation, ValueKind};

    #[test]
    fn a_local_is_live_until_its_last_read_and_around_a_loop() {
        let instructions = [
            Instruction::Store(ValueKind::Int, 1),
            Instruction::Load(ValueKind::Int, 0),
            Instruction::Branch(Condition::IntZero(Relation::Equal), 5),
            Instruction::Increment(1, 1),
            Instruction::Goto(1),
            Instruction::Load(ValueKind::Int, 1),
            Instruction::Return(Some(ValueKind::Int)),
        ];
        let live = Liveness::of(&Code::of(&instructions));
        assert_eq!([0, 1, 4, 5, 6].map(|at| live.is_live(at, 0)), [true, true, true, false, false]);
        assert_eq!([0, 1, 4, 5, 6].map(|at| live.is_live(at, 1)), [false, true, true, true, false]);
    }
}
