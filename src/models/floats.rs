//! The static methods of `java.lang.Float` and `java.lang.Double` on numbers and their bits.

use super::math::{constant, float_extreme, pure, returned, terms, unary};
use super::{MethodModel, bounded, exact};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;
use crate::term::{FloatOperator as F, Sort, TermId, TermPool};

/// Rows for a class: the class, the letter of its type, the letter of its bits, the names of the conversions.
macro_rules! rows {
    ($class:literal, $type:literal, $bits:literal, $to:literal, $to_raw:literal, $from:literal) => {
        &[
            exact($class, "isNaN", concat!("(", $type, ")Z"), |machine, _, arguments| {
                unary(machine, arguments, F::IsNan)
            }),
            exact($class, "isInfinite", concat!("(", $type, ")Z"), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a]| is_infinite(pool, a))
            }),
            exact($class, "isFinite", concat!("(", $type, ")Z"), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a]| is_finite(pool, a))
            }),
            exact($class, "compare", concat!("(", $type, $type, ")I"), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a, b]| compare(pool, a, b))
            }),
            exact($class, "hashCode", concat!("(", $type, ")I"), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a]| hash(pool, a))
            }),
            exact($class, "max", concat!("(", $type, $type, ")", $type), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a, b]| float_extreme(pool, a, b, true))
            }),
            exact($class, "min", concat!("(", $type, $type, ")", $type), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a, b]| float_extreme(pool, a, b, false))
            }),
            exact($class, "sum", concat!("(", $type, $type, ")", $type), |machine, _, arguments| {
                pure(machine, arguments, |pool, [a, b]| pool.floating_point(F::Add, &[a, b]))
            }),
            exact($class, $to, concat!("(", $type, ")", $bits), |machine, _, arguments| {
                unary(machine, arguments, F::Bits)
            }),
            bounded($class, $to_raw, concat!("(", $type, ")", $bits), raw_bits),
            exact($class, $from, concat!("(", $bits, ")", $type), |machine, _, arguments| {
                unary(machine, arguments, F::FromBits)
            }),
        ]
    };
}

pub(super) const FLOAT: &[MethodModel] =
    rows!("java/lang/Float", "F", "I", "floatToIntBits", "floatToRawIntBits", "intBitsToFloat");

pub(super) const DOUBLE: &[MethodModel] =
    rows!("java/lang/Double", "D", "J", "doubleToLongBits", "doubleToRawLongBits", "longBitsToDouble");

/// The bits as they are. There is one NaN among the terms, so of a NaN they are not known.
fn raw_bits(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [a] = terms(arguments)?;
    let is_nan = machine.pool.floating_point(F::IsNan, &[a]);
    if state.path.decide(&mut machine.pool, is_nan)? {
        return Err(StopReason::UnsupportedInstruction("the raw bits of a NaN".into()).into());
    }
    let bits = machine.pool.floating_point(F::Bits, &[a]);
    returned(machine, bits)
}

fn infinity(pool: &mut TermPool, like: TermId) -> TermId {
    match pool.sort(like) {
        Sort::Float => pool.float(f32::INFINITY),
        _ => pool.double(f64::INFINITY),
    }
}

fn is_infinite(pool: &mut TermPool, a: TermId) -> TermId {
    let (magnitude, infinity) = (pool.floating_point(F::Absolute, &[a]), infinity(pool, a));
    pool.floating_point(F::Equal, &[magnitude, infinity])
}

fn is_finite(pool: &mut TermPool, a: TermId) -> TermId {
    let (magnitude, infinity) = (pool.floating_point(F::Absolute, &[a]), infinity(pool, a));
    pool.floating_point(F::Less, &[magnitude, infinity])
}

/// -1, 0 or 1 in the order in which -0.0 is before 0.0 and NaN is last.
fn compare(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (less, equal, greater) = (pool.int(-1), pool.int(0), pool.int(1));
    let zero = constant(pool, b, 0);
    let (same, is_less) = (pool.equal(a, b), pool.floating_point(F::Less, &[a, b]));
    let (is_last, are_equal) = (pool.floating_point(F::IsNan, &[b]), pool.floating_point(F::Equal, &[a, b]));
    let is_positive_zero = pool.equal(b, zero);
    let zeros_in_order = pool.conjunction(are_equal, is_positive_zero);
    let before = pool.disjunction(is_less, is_last);
    let before = pool.disjunction(before, zeros_in_order);
    let not_same = pool.if_then_else(before, less, greater);
    pool.if_then_else(same, equal, not_same)
}

fn hash(pool: &mut TermPool, a: TermId) -> TermId {
    let bits = pool.floating_point(F::Bits, &[a]);
    if pool.sort(a) == Sort::Float {
        return bits;
    }
    let half = pool.int(32);
    let upper = pool.unsigned_shift_right(bits, half);
    let mixed = pool.xor(bits, upper);
    pool.long_to_int(mixed)
}
