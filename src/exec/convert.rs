//! Numeric conversions.

use super::arith::{malformed, number_of, of_kind};
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::Interrupt;
use crate::classfile::{Conversion, ValueKind};
use crate::term::{FloatOperator, TermId, TermPool};

impl Machine<'_> {
    pub(super) fn convert(&mut self, state: &mut State, conversion: Conversion) -> Result<Effect, Interrupt> {
        let from = if let Conversion::Between(from, _) = conversion { from } else { ValueKind::Int };
        let operand = number_of(from, state.operand(0)).ok_or_else(malformed)?;
        let (result, kind) = converted(&mut self.pool, conversion, operand).ok_or_else(malformed)?;
        state.replace_operands(1, of_kind(kind, result));
        Ok(Effect::Next)
    }
}

/// A converted number and its kind; none for conversions that there are not.
pub fn converted(pool: &mut TermPool, conversion: Conversion, operand: TermId) -> Option<(TermId, ValueKind)> {
    Some(match conversion {
        Conversion::Between(ValueKind::Int, ValueKind::Long) => (pool.int_to_long(operand), ValueKind::Long),
        Conversion::Between(ValueKind::Long, ValueKind::Int) => (pool.long_to_int(operand), ValueKind::Int),
        Conversion::Between(from, to) if from != to => (pool.floating_point(float_conversion(to)?, &[operand]), to),
        Conversion::Between(..) => return None,
        Conversion::IntToByte => (pool.to_byte(operand), ValueKind::Int),
        Conversion::IntToChar => (pool.to_char(operand), ValueKind::Int),
        Conversion::IntToShort => (pool.to_short(operand), ValueKind::Int),
    })
}

/// What converts a number to a kind, from or to floating point; none to a reference.
pub(super) fn float_conversion(to: ValueKind) -> Option<FloatOperator> {
    Some(match to {
        ValueKind::Int => FloatOperator::ToInt,
        ValueKind::Long => FloatOperator::ToLong,
        ValueKind::Float => FloatOperator::ToFloat,
        ValueKind::Double => FloatOperator::ToDouble,
        ValueKind::Reference => return None,
    })
}
