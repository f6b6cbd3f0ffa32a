//! Arithmetic, shifts, bitwise operations and three-way comparison.

use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{BinaryOperator, Comparison, ValueKind};
use crate::heap::Value;
use crate::program::FieldKind;
use crate::term::{FloatOperator, TermId, TermPool};

impl Machine<'_> {
    pub(super) fn binary(
        &mut self,
        state: &mut State,
        kind: ValueKind,
        operator: BinaryOperator,
    ) -> Result<Effect, Interrupt> {
        if matches!(kind, ValueKind::Float | ValueKind::Double) {
            return self.float_binary(state, kind, operator);
        }
        use BinaryOperator::{ShiftLeft, ShiftRight, UnsignedShiftRight};
        let is_shift = matches!(operator, ShiftLeft | ShiftRight | UnsignedShiftRight);
        let right_kind = if is_shift { ValueKind::Int } else { kind };
        let (Some(left), Some(right)) = (number_of(kind, state.operand(1)), number_of(right_kind, state.operand(0)))
        else {
            return Err(malformed());
        };
        if matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder) {
            let zero = self.zero(kind);
            let by_zero = self.pool.equal(right, zero);
            if state.path.decide(&mut self.pool, by_zero)? {
                return Ok(Effect::Raise("java/lang/ArithmeticException"));
            }
        }
        let result = combine(&mut self.pool, kind, operator, left, right).ok_or_else(malformed)?;
        state.replace_operands(2, of_kind(kind, result));
        Ok(Effect::Next)
    }

    fn float_binary(
        &mut self,
        state: &mut State,
        kind: ValueKind,
        operator: BinaryOperator,
    ) -> Result<Effect, Interrupt> {
        let (Some(left), Some(right)) = (number_of(kind, state.operand(1)), number_of(kind, state.operand(0))) else {
            return Err(malformed());
        };
        let result = combine(&mut self.pool, kind, operator, left, right).ok_or_else(malformed)?;
        state.replace_operands(2, of_kind(kind, result));
        Ok(Effect::Next)
    }

    pub(super) fn negate(&mut self, state: &mut State, kind: ValueKind) -> Result<Effect, Interrupt> {
        let operand = number_of(kind, state.operand(0)).ok_or_else(malformed)?;
        let result = match kind {
            ValueKind::Float | ValueKind::Double => self.pool.floating_point(FloatOperator::Negate, &[operand]),
            _ => self.pool.negate(operand),
        };
        state.replace_operands(1, of_kind(kind, result));
        Ok(Effect::Next)
    }

    pub(super) fn compare(&mut self, state: &mut State, comparison: Comparison) -> Result<Effect, Interrupt> {
        let (kind, _) = comparison_operator(comparison);
        let operand = |depth| number_of(kind, state.operand(depth));
        let (Some(left), Some(right)) = (operand(1), operand(0)) else {
            return Err(malformed());
        };
        let result = compared(&mut self.pool, comparison, left, right);
        state.replace_operands(2, Value::Int(result));
        Ok(Effect::Next)
    }

    fn zero(&mut self, kind: ValueKind) -> TermId {
        match kind {
            ValueKind::Long => self.pool.long(0),
            _ => self.pool.int(0),
        }
    }
}

/// What a binary operator is on floating-point numbers; none for those of integers alone.
pub(super) fn float_operator(operator: BinaryOperator) -> Option<FloatOperator> {
    Some(match operator {
        BinaryOperator::Add => FloatOperator::Add,
        BinaryOperator::Subtract => FloatOperator::Subtract,
        BinaryOperator::Multiply => FloatOperator::Multiply,
        BinaryOperator::Divide => FloatOperator::Divide,
        BinaryOperator::Remainder => FloatOperator::Remainder,
        _ => return None,
    })
}

/// The kind of numbers of a three-way comparison, and its operator on floating-point numbers; none for that of longs.
pub(super) fn comparison_operator(comparison: Comparison) -> (ValueKind, Option<FloatOperator>) {
    match comparison {
        Comparison::Long => (ValueKind::Long, None),
        Comparison::FloatLess => (ValueKind::Float, Some(FloatOperator::CompareNanLess)),
        Comparison::FloatGreater => (ValueKind::Float, Some(FloatOperator::CompareNanGreater)),
        Comparison::DoubleLess => (ValueKind::Double, Some(FloatOperator::CompareNanLess)),
        Comparison::DoubleGreater => (ValueKind::Double, Some(FloatOperator::CompareNanGreater)),
    }
}

/// The result of a three-way comparison.
pub fn compared(pool: &mut TermPool, comparison: Comparison, left: TermId, right: TermId) -> TermId {
    match comparison_operator(comparison) {
        (_, None) => pool.compare_long(left, right),
        (_, Some(operator)) => pool.floating_point(operator, &[left, right]),
    }
}

/// The result of a binary operation on numbers of a kind, of a shift on an int as its right operand; a division by an integral zero
/// has been ruled out. None for operators that the kind does not have.
pub fn combine(
    pool: &mut TermPool,
    kind: ValueKind,
    operator: BinaryOperator,
    left: TermId,
    right: TermId,
) -> Option<TermId> {
    if matches!(kind, ValueKind::Float | ValueKind::Double) {
        return Some(pool.floating_point(float_operator(operator)?, &[left, right]));
    }
    Some(match operator {
        BinaryOperator::Add => pool.add(left, right),
        BinaryOperator::Subtract => pool.subtract(left, right),
        BinaryOperator::Multiply => pool.multiply(left, right),
        BinaryOperator::Divide => pool.divide(left, right),
        BinaryOperator::Remainder => pool.remainder(left, right),
        BinaryOperator::ShiftLeft => pool.shift_left(left, right),
        BinaryOperator::ShiftRight => pool.shift_right(left, right),
        BinaryOperator::UnsignedShiftRight => pool.unsigned_shift_right(left, right),
        BinaryOperator::And => pool.and(left, right),
        BinaryOperator::Or => pool.or(left, right),
        BinaryOperator::Xor => pool.xor(left, right),
    })
}

/// A number, if the value is of that kind.
pub(super) fn number_of(kind: ValueKind, value: Value) -> Option<TermId> {
    match (kind, value) {
        (ValueKind::Int, Value::Int(term)) | (ValueKind::Long, Value::Long(term)) => Some(term),
        (ValueKind::Float, Value::Float(term)) | (ValueKind::Double, Value::Double(term)) => Some(term),
        _ => None,
    }
}

/// Whether a value is one that a place of a declared type holds: a reference, or a number of the machine's kind.
pub(super) fn is_of_kind(value: Value, declared: FieldKind) -> bool {
    match declared {
        FieldKind::Reference(_) => matches!(value, Value::Reference(_)),
        // Models keep these in a form of their own.
        FieldKind::Text => true,
        FieldKind::Primitive(_) => number_of(declared.value_kind(), value).is_some(),
    }
}

pub(super) fn of_kind(kind: ValueKind, term: TermId) -> Value {
    match kind {
        ValueKind::Long => Value::Long(term),
        ValueKind::Float => Value::Float(term),
        ValueKind::Double => Value::Double(term),
        _ => Value::Int(term),
    }
}

/// Operands that a verified method cannot have.
pub(super) fn malformed() -> Interrupt {
    unverifiable().into()
}

/// Why code goes no further that no JVM runs.
pub(super) fn unverifiable() -> StopReason {
    StopReason::UnsupportedInstruction("code that the JVM's verifier would refuse".into())
}
