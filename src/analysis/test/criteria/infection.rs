//! Infection: the condition on an instruction's operands under which a mutant of it does something else.

use super::super::trail::{Operand, Step, What};
use super::negated;
use crate::classfile::{BinaryOperator, Condition, Instruction, LoadableConstant, NewInstruction, Relation, ValueKind};
use crate::exec::{combine, related};
use crate::term::{Sort, TermId, TermPool};

/// What an instruction, or what takes its place, comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// A conditional jumps under this condition.
    Jumps(TermId),
    /// The value on top of the stack.
    Gives(Operand),
}

/// The condition under which a replacement differs from the instruction that a path has executed; true where it is not known
/// to be the same.
pub(super) fn infects(
    pool: &mut TermPool,
    original: &Instruction,
    step: &Step,
    replacement: &[NewInstruction],
) -> TermId {
    if let What::Raised(_) = step.what {
        return pool.truth(true);
    }
    let effects = Run::new(pool, step).original(original).zip(Run::new(pool, step).all(original, replacement));
    let Some(((before, mut conditions), (after, more))) = effects else { return pool.truth(true) };
    conditions.extend(more);
    let differs = match (before, after) {
        (Effect::Jumps(before), Effect::Jumps(after)) => {
            let (not_before, not_after) = (pool.not(before), pool.not(after));
            let (first, second) = (pool.conjunction(before, not_after), pool.conjunction(not_before, after));
            pool.disjunction(first, second)
        }
        (Effect::Gives(Operand::Number(before)), Effect::Gives(Operand::Number(after)))
            if pool.sort(before) == pool.sort(after) =>
        {
            pool.not_equal(before, after)
        }
        (Effect::Gives(Operand::Null), Effect::Gives(Operand::Null)) => pool.truth(false),
        _ => pool.truth(true),
    };
    conditions.into_iter().fold(differs, |all, condition| pool.conjunction(all, condition))
}

/// Runs instructions on the operands of a step.
struct Run<'p> {
    pool: &'p mut TermPool,
    stack: Vec<Operand>,
    /// What must hold for it to run to the end.
    conditions: Vec<TermId>,
}

type Ran = Option<(Effect, Vec<TermId>)>;

impl<'p> Run<'p> {
    fn new(pool: &'p mut TermPool, step: &Step) -> Run<'p> {
        Run { pool, stack: step.operands.to_vec(), conditions: Vec::new() }
    }

    /// What the instruction that was replaced does.
    fn original(mut self, instruction: &Instruction) -> Ran {
        let effect = match self.execute(instruction)? {
            Some(jumps) => Effect::Jumps(jumps),
            None => Effect::Gives(self.stack.last().copied()?),
        };
        Some((effect, self.conditions))
    }

    /// What takes its place does.
    fn all(mut self, original: &Instruction, replacement: &[NewInstruction]) -> Ran {
        for instruction in replacement {
            let jumps = match instruction {
                NewInstruction::Original => self.execute(original)?,
                NewInstruction::Plain(opcode) => {
                    self.plain(*opcode)?;
                    None
                }
                NewInstruction::Int(value) => {
                    let value = self.pool.int(*value);
                    self.stack.push(Operand::Number(value));
                    None
                }
                NewInstruction::Branch(opcode) => Some(self.branch(condition_of(*opcode)?)?),
                _ => return None,
            };
            if let Some(jumps) = jumps {
                return Some((Effect::Jumps(jumps), self.conditions));
            }
        }
        let effect = match original {
            // Without a jump it falls through.
            Instruction::Branch(..) => Effect::Jumps(self.pool.truth(false)),
            _ => Effect::Gives(self.stack.last().copied()?),
        };
        Some((effect, self.conditions))
    }

    fn number(&mut self) -> Option<TermId> {
        self.stack.pop()?.number()
    }

    /// Executes an instruction; the condition under which it jumps, if it is a conditional.
    fn execute(&mut self, instruction: &Instruction) -> Option<Option<TermId>> {
        match instruction {
            Instruction::Binary(kind, operator) => self.binary(*kind, *operator)?,
            Instruction::Negate(kind) => self.negate(*kind)?,
            Instruction::Branch(condition, _) => return self.branch(*condition).map(Some),
            Instruction::Return(Some(_)) => {}
            Instruction::IntConstant(value) | Instruction::Constant(LoadableConstant::Int(value)) => {
                let value = self.pool.int(*value);
                self.stack.push(Operand::Number(value));
            }
            Instruction::LongConstant(value) | Instruction::Constant(LoadableConstant::Long(value)) => {
                let value = self.pool.long(*value);
                self.stack.push(Operand::Number(value));
            }
            _ => return None,
        }
        Some(None)
    }

    fn binary(&mut self, kind: ValueKind, operator: BinaryOperator) -> Option<()> {
        let (right, left) = (self.number()?, self.number()?);
        let is_integral = matches!(kind, ValueKind::Int | ValueKind::Long);
        if is_integral && matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) {
            let sort = self.pool.sort(right);
            let zero = self.pool.constant(sort, 0);
            let divides = self.pool.not_equal(right, zero);
            self.conditions.push(divides);
        }
        let result = combine(self.pool, kind, operator, left, right)?;
        self.stack.push(Operand::Number(result));
        Some(())
    }

    fn negate(&mut self, kind: ValueKind) -> Option<()> {
        if matches!(kind, ValueKind::Float | ValueKind::Double) {
            return None;
        }
        let operand = self.number()?;
        let result = self.pool.negate(operand);
        self.stack.push(Operand::Number(result));
        Some(())
    }

    fn branch(&mut self, condition: Condition) -> Option<TermId> {
        match condition {
            Condition::IntZero(relation) => {
                let (left, zero) = (self.number()?, self.pool.int(0));
                Some(related(self.pool, relation, left, zero))
            }
            Condition::IntCompare(relation) => {
                let (right, left) = (self.number()?, self.number()?);
                Some(related(self.pool, relation, left, right))
            }
            Condition::ReferenceEqual(_) | Condition::Null(_) => None,
        }
    }

    /// Executes an opcode without operands (JVMS 6.5); none for those that no table of operators uses.
    fn plain(&mut self, opcode: u8) -> Option<()> {
        use BinaryOperator as B;
        const KINDS: [ValueKind; 4] = [ValueKind::Int, ValueKind::Long, ValueKind::Float, ValueKind::Double];
        const ARITHMETIC: [B; 5] = [B::Add, B::Subtract, B::Multiply, B::Divide, B::Remainder];
        const BITS: [B; 6] = [B::ShiftLeft, B::ShiftRight, B::UnsignedShiftRight, B::And, B::Or, B::Xor];
        match opcode {
            0 | 172..=176 => {}
            1 => self.stack.push(Operand::Null),
            2..=8 => {
                let value = self.pool.int(i32::from(opcode) - 3);
                self.stack.push(Operand::Number(value));
            }
            9 | 10 => {
                let value = self.pool.long(i64::from(opcode) - 9);
                self.stack.push(Operand::Number(value));
            }
            11..=13 => {
                let value = self.pool.float(f32::from(opcode - 11));
                self.stack.push(Operand::Number(value));
            }
            14 | 15 => {
                let value = self.pool.double(f64::from(opcode - 14));
                self.stack.push(Operand::Number(value));
            }
            87 => drop(self.stack.pop()?),
            88 => {
                let top = self.stack.pop()?;
                let is_wide = |term: TermId| matches!(self.pool.sort(term), Sort::Long | Sort::Double);
                if !top.number().is_some_and(is_wide) {
                    self.stack.pop()?;
                }
            }
            95 => {
                let (top, below) = (self.stack.pop()?, self.stack.pop()?);
                self.stack.extend([top, below]);
            }
            96..=115 => {
                let place = usize::from(opcode - 96);
                self.binary(*KINDS.get(place % 4)?, *ARITHMETIC.get(place / 4)?)?;
            }
            116..=119 => self.negate(*KINDS.get(usize::from(opcode - 116))?)?,
            120..=131 => {
                let place = usize::from(opcode - 120);
                self.binary(*KINDS.get(place % 2)?, *BITS.get(place / 2)?)?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// The condition of a conditional jump's opcode, for those that compare integers.
fn condition_of(opcode: u8) -> Option<Condition> {
    const RELATIONS: [Relation; 3] = [Relation::Equal, Relation::Less, Relation::Greater];
    let relation = |place: u8| {
        let relation = *RELATIONS.get(usize::from(place / 2))?;
        Some(if place.is_multiple_of(2) { relation } else { negated(relation) })
    };
    match opcode {
        153..=158 => Some(Condition::IntZero(relation(opcode - 153)?)),
        159..=164 => Some(Condition::IntCompare(relation(opcode - 159)?)),
        _ => None,
    }
}
