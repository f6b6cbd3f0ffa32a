//! Numeric conversions.

use super::arith::{malformed, number_of, of_kind};
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::Interrupt;
use crate::classfile::{Conversion, ValueKind};
use crate::heap::Value;
use crate::term::FloatOperator;

impl Machine<'_> {
    pub(super) fn convert(&mut self, state: &mut State, conversion: Conversion) -> Result<Effect, Interrupt> {
        let from = if let Conversion::Between(from, _) = conversion { from } else { ValueKind::Int };
        let operand = number_of(from, state.operand(0)).ok_or_else(malformed)?;
        let pool = &mut self.pool;
        let result = match conversion {
            Conversion::Between(ValueKind::Int, ValueKind::Long) => Value::Long(pool.int_to_long(operand)),
            Conversion::Between(ValueKind::Long, ValueKind::Int) => Value::Int(pool.long_to_int(operand)),
            Conversion::Between(from, to) if from != to => {
                let operator = match to {
                    ValueKind::Int => FloatOperator::ToInt,
                    ValueKind::Long => FloatOperator::ToLong,
                    ValueKind::Float => FloatOperator::ToFloat,
                    ValueKind::Double => FloatOperator::ToDouble,
                    ValueKind::Reference => return Err(malformed()),
                };
                of_kind(to, pool.floating_point(operator, &[operand]))
            }
            Conversion::Between(..) => return Err(malformed()),
            Conversion::IntToByte => Value::Int(pool.to_byte(operand)),
            Conversion::IntToChar => Value::Int(pool.to_char(operand)),
            Conversion::IntToShort => Value::Int(pool.to_short(operand)),
        };
        state.replace_operands(1, result);
        Ok(Effect::Next)
    }
}
