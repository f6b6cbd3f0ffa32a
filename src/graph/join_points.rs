//! Where the two sides of a conditional meet again, when all that comes before is plain: it computes on locals and operands, and
//! may read what is there. After Avgerinos et al., "Enhancing Symbolic Execution with Veritesting" (2014), and Java Ranger.

use super::loops::{Loops, successors};
use crate::classfile::{ArrayAccess, Code, Instruction, LoadableConstant};
use std::collections::BTreeSet;

/// The most instructions between a conditional and where its sides meet.
const MOST_INSTRUCTIONS: usize = 64;
/// The most cases of a switch before that.
const MOST_CASES: usize = 32;

/// Where the sides of a conditional meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinPoint {
    /// Before an instruction.
    Before(u32),
    /// Where the method returns, each side by an instruction of its own.
    Return,
}

impl JoinPoint {
    /// Whether control has come to it.
    pub fn is_at(self, code: &Code, position: u32) -> bool {
        match self {
            JoinPoint::Before(point) => point == position,
            JoinPoint::Return => {
                let next = code.instructions.get(position as usize);
                next.is_some_and(|next| matches!(next.instruction, Instruction::Return(_)))
            }
        }
    }

    /// The first place that all ways out of a conditional have in common; none where an instruction is no conditional, or one of the
    /// ways goes back, leaves a loop, or meets an instruction that is not plain.
    pub fn of(code: &Code, loops: &Loops, conditional: u32) -> Option<JoinPoint> {
        let decides = &code.instructions.get(conditional as usize)?.instruction;
        if !matches!(decides, Instruction::Branch(..) | Instruction::Switch(_)) {
            return None;
        }
        let mut open: BTreeSet<u32> = BTreeSet::from([conditional]);
        let mut returns = false;
        for passed in 0..MOST_INSTRUCTIONS {
            // Ways go on only to what comes later, so none leads to the first one that is open but those that have come to it.
            let Some(position) = open.pop_first() else { return returns.then_some(JoinPoint::Return) };
            if passed > 0 && open.is_empty() && !returns {
                return Some(JoinPoint::Before(position));
            }
            let instruction = &code.instructions.get(position as usize)?.instruction;
            if matches!(instruction, Instruction::Return(_)) {
                returns = true;
                continue;
            }
            if !is_plain(instruction) || !loops.left_by(position).is_empty() {
                return None;
            }
            for next in successors(instruction, position) {
                if next <= position {
                    return None;
                }
                open.insert(next);
            }
        }
        None
    }
}

/// Whether an instruction leaves the heap as it is, and throws only where an operand is null or out of bounds.
pub fn is_plain(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Constant(constant) => matches!(constant, LoadableConstant::Float(_) | LoadableConstant::Double(_)),
        Instruction::Switch(switch) => switch.cases.len() <= MOST_CASES,
        // Of a reference that is read, more is noted.
        Instruction::GetField(field) => !field.descriptor.starts_with(['L', '[']),
        Instruction::ArrayLoad(access) => *access != ArrayAccess::Reference,
        Instruction::Nop
        | Instruction::NullConstant
        | Instruction::IntConstant(_)
        | Instruction::LongConstant(_)
        | Instruction::Load(..)
        | Instruction::Store(..)
        | Instruction::Increment(..)
        | Instruction::Binary(..)
        | Instruction::Negate(_)
        | Instruction::Convert(_)
        | Instruction::Compare(_)
        | Instruction::Branch(..)
        | Instruction::Goto(_)
        | Instruction::ArrayLength
        | Instruction::Pop
        | Instruction::Pop2
        | Instruction::Dup
        | Instruction::DupX1
        | Instruction::DupX2
        | Instruction::Dup2
        | Instruction::Dup2X1
        | Instruction::Dup2X2
        | Instruction::Swap => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::{Condition, Relation, ValueKind};

    fn join_point(instructions: &[Instruction]) -> Option<JoinPoint> {
        let code = Code::of(instructions);
        JoinPoint::of(&code, &Loops::of(&code), 1)
    }

    fn branch(target: u32) -> Instruction {
        Instruction::Branch(Condition::IntZero(Relation::Equal), target)
    }

    const LOAD: Instruction = Instruction::Load(ValueKind::Int, 0);
    const RETURN: Instruction = Instruction::Return(Some(ValueKind::Int));

    #[test]
    fn sides_meet_after_what_only_one_of_them_computes() {
        let one_sided = [LOAD, branch(3), Instruction::Increment(0, 1), LOAD, RETURN];
        assert_eq!(join_point(&one_sided), Some(JoinPoint::Before(3)));
        // `a && b ? 1 : 0`: the second conditional is on the way.
        let (one, zero) = (Instruction::IntConstant(1), Instruction::IntConstant(0));
        let clauses = [LOAD, branch(6), LOAD, branch(6), one, Instruction::Goto(7), zero, RETURN];
        assert_eq!(join_point(&clauses), Some(JoinPoint::Before(7)));
    }

    #[test]
    fn sides_meet_where_each_returns() {
        assert_eq!(join_point(&[LOAD, branch(4), LOAD, RETURN, LOAD, RETURN]), Some(JoinPoint::Return));
    }

    #[test]
    fn sides_do_not_meet_where_one_throws_goes_back_or_is_longer_than_is_looked_at() {
        assert_eq!(join_point(&[LOAD, branch(4), LOAD, Instruction::Throw, LOAD, RETURN]), None);
        assert_eq!(join_point(&[LOAD, branch(3), Instruction::Goto(0), LOAD, RETURN]), None);
        let long = std::iter::repeat_n(Instruction::Increment(0, 1), MOST_INSTRUCTIONS);
        let long: Vec<Instruction> = [LOAD, branch(MOST_INSTRUCTIONS as u32 + 2)].into_iter().chain(long).collect();
        assert_eq!(join_point(&long), None);
        assert_eq!(join_point(&[LOAD, LOAD, RETURN]), None, "no conditional");
    }
}
