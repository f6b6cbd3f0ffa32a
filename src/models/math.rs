//! `java.lang.Math` and `StrictMath`: what is exact on every input.

use super::{MethodModel, exact};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;
use crate::term::{FloatOperator as F, Sort, TermId, TermPool};

const ARITHMETIC: &str = "java/lang/ArithmeticException";

/// Rows for both classes: `name descriptor => implementation`.
macro_rules! rows {
    ($($name:literal $descriptor:literal => $implementation:expr;)*) => {
        &[$(
            exact("java/lang/Math", $name, $descriptor, $implementation),
            exact("java/lang/StrictMath", $name, $descriptor, $implementation),
        )*]
    };
}

pub(super) const TABLE: &[MethodModel] = rows! {
    "abs" "(I)I" => |machine, _, arguments| pure(machine, arguments, |pool, [a]| absolute(pool, a));
    "abs" "(J)J" => |machine, _, arguments| pure(machine, arguments, |pool, [a]| absolute(pool, a));
    "abs" "(F)F" => |machine, _, arguments| unary(machine, arguments, F::Absolute);
    "abs" "(D)D" => |machine, _, arguments| unary(machine, arguments, F::Absolute);
    "max" "(II)I" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| larger(pool, a, b));
    "max" "(JJ)J" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| larger(pool, a, b));
    "max" "(FF)F" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| float_extreme(pool, a, b, true));
    "max" "(DD)D" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| float_extreme(pool, a, b, true));
    "min" "(II)I" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| smaller(pool, a, b));
    "min" "(JJ)J" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| smaller(pool, a, b));
    "min" "(FF)F" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| float_extreme(pool, a, b, false));
    "min" "(DD)D" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| float_extreme(pool, a, b, false));
    "sqrt" "(D)D" => |machine, _, arguments| unary(machine, arguments, F::SquareRoot);
    "floor" "(D)D" => |machine, _, arguments| unary(machine, arguments, F::Floor);
    "ceil" "(D)D" => |machine, _, arguments| unary(machine, arguments, F::Ceiling);
    "rint" "(D)D" => |machine, _, arguments| unary(machine, arguments, F::RoundToEven);
    "round" "(D)J" => |machine, _, arguments| pure(machine, arguments, |pool, [a]| rounded(pool, a, F::ToLong));
    "round" "(F)I" => |machine, _, arguments| pure(machine, arguments, |pool, [a]| rounded(pool, a, F::ToInt));
    "signum" "(D)D" => |machine, _, arguments| pure(machine, arguments, |pool, [a]| sign(pool, a));
    "signum" "(F)F" => |machine, _, arguments| pure(machine, arguments, |pool, [a]| sign(pool, a));
    "floorDiv" "(II)I" => |machine, state, arguments| divided(machine, state, arguments, floor_quotient);
    "floorDiv" "(JJ)J" => |machine, state, arguments| divided(machine, state, arguments, floor_quotient);
    "floorDiv" "(JI)J" => |machine, state, arguments| divided(machine, state, arguments, floor_quotient);
    "floorMod" "(II)I" => |machine, state, arguments| divided(machine, state, arguments, floor_remainder);
    "floorMod" "(JJ)J" => |machine, state, arguments| divided(machine, state, arguments, floor_remainder);
    "floorMod" "(JI)I" => |machine, state, arguments| divided(machine, state, arguments, |pool, a, b| {
        let remainder = floor_remainder(pool, a, b);
        pool.long_to_int(remainder)
    });
    "addExact" "(II)I" => |machine, state, arguments| int_exact(machine, state, arguments, TermPool::add);
    "subtractExact" "(II)I" => |machine, state, arguments| int_exact(machine, state, arguments, TermPool::subtract);
    "multiplyExact" "(II)I" => |machine, state, arguments| int_exact(machine, state, arguments, TermPool::multiply);
    "incrementExact" "(I)I" => |machine, state, arguments| with_int(machine, state, arguments, 1, TermPool::add);
    "decrementExact" "(I)I" => |machine, state, arguments| with_int(machine, state, arguments, 1, TermPool::subtract);
    "negateExact" "(I)I" => |machine, state, arguments| {
        unless_lowest(machine, state, arguments, i64::from(i32::MIN), TermPool::negate)
    };
    "absExact" "(I)I" => |machine, state, arguments| {
        unless_lowest(machine, state, arguments, i64::from(i32::MIN), absolute)
    };
    "addExact" "(JJ)J" => |machine, state, arguments| long_exact(machine, state, arguments, long_sum);
    "subtractExact" "(JJ)J" => |machine, state, arguments| long_exact(machine, state, arguments, long_difference);
    "multiplyExact" "(JJ)J" => |machine, state, arguments| long_exact(machine, state, arguments, long_product);
    "multiplyExact" "(JI)J" => |machine, state, arguments| long_exact(machine, state, arguments, long_product);
    "incrementExact" "(J)J" => |machine, state, arguments| {
        let one = Value::Long(machine.pool.long(1));
        long_exact(machine, state, &[arguments, &[one]].concat(), long_sum)
    };
    "decrementExact" "(J)J" => |machine, state, arguments| {
        let one = Value::Long(machine.pool.long(1));
        long_exact(machine, state, &[arguments, &[one]].concat(), long_difference)
    };
    "negateExact" "(J)J" => |machine, state, arguments| {
        unless_lowest(machine, state, arguments, i64::MIN, TermPool::negate)
    };
    "absExact" "(J)J" => |machine, state, arguments| unless_lowest(machine, state, arguments, i64::MIN, absolute);
    "toIntExact" "(J)I" => |machine, state, arguments| {
        let [a] = terms(arguments)?;
        as_int(machine, state, a)
    };
    "multiplyFull" "(II)J" => |machine, _, arguments| pure(machine, arguments, |pool, [a, b]| {
        let (a, b) = (pool.int_to_long(a), pool.int_to_long(b));
        pool.multiply(a, b)
    });
    "multiplyHigh" "(JJ)J" => |machine, _, arguments| {
        pure(machine, arguments, |pool, [a, b]| high_product(pool, a, b))
    };
};

/// The terms of arguments that are numbers.
pub(super) fn terms<const COUNT: usize>(arguments: &[Value]) -> Result<[TermId; COUNT], Interrupt> {
    let found: Vec<TermId> = arguments.iter().filter_map(|argument| argument.number()).collect();
    found.try_into().map_err(|_| StopReason::Internal("a model of numbers with other arguments".into()).into())
}

/// A term as what a method returns; a truth value is a boolean.
pub(super) fn returned(machine: &mut Machine<'_>, term: TermId) -> Result<ExternalResult, Interrupt> {
    let pool = &mut machine.pool;
    let term = match pool.sort(term) {
        Sort::Bool => {
            let (one, zero) = (pool.int(1), pool.int(0));
            pool.if_then_else(term, one, zero)
        }
        _ => term,
    };
    let value = Value::of_sort(pool.sort(term), term);
    value
        .map(|value| ExternalResult::Returned(Some(value)))
        .ok_or_else(|| StopReason::Internal("a model of numbers with another result".into()).into())
}

/// A method that only computes.
pub(super) fn pure<const COUNT: usize>(
    machine: &mut Machine<'_>,
    arguments: &[Value],
    compute: fn(&mut TermPool, [TermId; COUNT]) -> TermId,
) -> Result<ExternalResult, Interrupt> {
    let arguments = terms(arguments)?;
    let result = compute(&mut machine.pool, arguments);
    returned(machine, result)
}

/// A method that is an operator.
pub(super) fn unary(machine: &mut Machine<'_>, arguments: &[Value], operator: F) -> Result<ExternalResult, Interrupt> {
    let [a] = terms(arguments)?;
    let result = machine.pool.floating_point(operator, &[a]);
    returned(machine, result)
}

/// A constant of the sort of `like`.
pub(super) fn constant(pool: &mut TermPool, like: TermId, value: i8) -> TermId {
    match pool.sort(like) {
        Sort::Float => pool.float(f32::from(value)),
        Sort::Double => pool.double(f64::from(value)),
        sort => pool.constant(sort, i64::from(value)),
    }
}

fn absolute(pool: &mut TermPool, a: TermId) -> TermId {
    let zero = constant(pool, a, 0);
    let (is_negative, negated) = (pool.less(a, zero), pool.negate(a));
    pool.if_then_else(is_negative, negated, a)
}

fn larger(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let is_less = pool.less(a, b);
    pool.if_then_else(is_less, b, a)
}

fn smaller(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let is_less = pool.less(b, a);
    pool.if_then_else(is_less, b, a)
}

/// `max` or `min`: NaN if either is, and of two zeros the positive or the negative one.
pub(super) fn float_extreme(pool: &mut TermPool, a: TermId, b: TermId, wants_larger: bool) -> TermId {
    let positive = constant(pool, a, 0);
    let zero = if wants_larger { positive } else { pool.floating_point(F::Negate, &[positive]) };
    let (is_nan, is_zero) = (pool.floating_point(F::IsNan, &[a]), pool.equal(a, zero));
    let equal = pool.floating_point(F::Equal, &[a, b]);
    let (lesser, greater) = if wants_larger { (b, a) } else { (a, b) };
    let beyond = pool.floating_point(F::Less, &[lesser, greater]);
    let is_wanted_zero = pool.conjunction(is_zero, equal);
    let chooses_a = pool.disjunction(is_nan, beyond);
    let chooses_a = pool.disjunction(chooses_a, is_wanted_zero);
    pool.if_then_else(chooses_a, a, b)
}

/// Half up: the distance from the floor is rounded only where it is far from one half, so the comparison is exact.
fn rounded(pool: &mut TermPool, a: TermId, conversion: F) -> TermId {
    let one = constant(pool, a, 1);
    let two = constant(pool, a, 2);
    let half = pool.floating_point(F::Divide, &[one, two]);
    let floor = pool.floating_point(F::Floor, &[a]);
    let rest = pool.floating_point(F::Subtract, &[a, floor]);
    let is_up = pool.floating_point(F::LessOrEqual, &[half, rest]);
    let above = pool.floating_point(F::Add, &[floor, one]);
    let whole = pool.if_then_else(is_up, above, floor);
    pool.floating_point(conversion, &[whole])
}

fn sign(pool: &mut TermPool, a: TermId) -> TermId {
    let (zero, one, minus) = (constant(pool, a, 0), constant(pool, a, 1), constant(pool, a, -1));
    let is_positive = pool.floating_point(F::Less, &[zero, a]);
    let is_negative = pool.floating_point(F::Less, &[a, zero]);
    let not_positive = pool.if_then_else(is_negative, minus, a);
    pool.if_then_else(is_positive, one, not_positive)
}

/// Ends a method with an `ArithmeticException` where a condition holds, else with a result.
fn unless(
    machine: &mut Machine<'_>,
    state: &State,
    fails: TermId,
    result: TermId,
) -> Result<ExternalResult, Interrupt> {
    match state.path.decide(&mut machine.pool, fails)? {
        true => Ok(ExternalResult::Threw(ARITHMETIC)),
        false => returned(machine, result),
    }
}

/// Both as longs, if one is.
fn widened(pool: &mut TermPool, a: TermId, b: TermId) -> (TermId, TermId) {
    match (pool.sort(a), pool.sort(b)) {
        (Sort::Long, Sort::Int) => (a, pool.int_to_long(b)),
        _ => (a, b),
    }
}

fn divided(
    machine: &mut Machine<'_>,
    state: &State,
    arguments: &[Value],
    compute: fn(&mut TermPool, TermId, TermId) -> TermId,
) -> Result<ExternalResult, Interrupt> {
    let [a, b] = terms(arguments)?;
    let (a, b) = widened(&mut machine.pool, a, b);
    let zero = constant(&mut machine.pool, b, 0);
    let by_zero = machine.pool.equal(b, zero);
    if state.path.decide(&mut machine.pool, by_zero)? {
        return Ok(ExternalResult::Threw(ARITHMETIC));
    }
    let result = compute(&mut machine.pool, a, b);
    returned(machine, result)
}

/// Do a rest that is not 0 and the divisor differ in sign?
fn is_to_be_floored(pool: &mut TermPool, rest: TermId, divisor: TermId) -> TermId {
    let zero = constant(pool, rest, 0);
    let not_zero = pool.not_equal(rest, zero);
    let (left, right) = (pool.less(rest, zero), pool.less(divisor, zero));
    let same_sign = pool.equal(left, right);
    let other_sign = pool.not(same_sign);
    pool.conjunction(not_zero, other_sign)
}

fn floor_quotient(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (quotient, rest) = (pool.divide(a, b), pool.remainder(a, b));
    let one = constant(pool, a, 1);
    let (floored, lower) = (is_to_be_floored(pool, rest, b), pool.subtract(quotient, one));
    pool.if_then_else(floored, lower, quotient)
}

fn floor_remainder(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let rest = pool.remainder(a, b);
    let (floored, moved) = (is_to_be_floored(pool, rest, b), pool.add(rest, b));
    pool.if_then_else(floored, moved, rest)
}

/// A long as an int, or the exception.
fn as_int(machine: &mut Machine<'_>, state: &State, a: TermId) -> Result<ExternalResult, Interrupt> {
    let pool = &mut machine.pool;
    let (low, high) = (pool.long(i64::from(i32::MIN)), pool.long(i64::from(i32::MAX)));
    let (below, above) = (pool.less(a, low), pool.less(high, a));
    let (fails, narrow) = (pool.disjunction(below, above), pool.long_to_int(a));
    unless(machine, state, fails, narrow)
}

/// An operation on two ints whose result as a long is to fit an int.
fn int_exact(
    machine: &mut Machine<'_>,
    state: &State,
    arguments: &[Value],
    compute: fn(&mut TermPool, TermId, TermId) -> TermId,
) -> Result<ExternalResult, Interrupt> {
    let [a, b] = terms(arguments)?;
    let pool = &mut machine.pool;
    let (a, b) = (pool.int_to_long(a), pool.int_to_long(b));
    let wide = compute(pool, a, b);
    as_int(machine, state, wide)
}

fn with_int(
    machine: &mut Machine<'_>,
    state: &State,
    arguments: &[Value],
    second: i32,
    compute: fn(&mut TermPool, TermId, TermId) -> TermId,
) -> Result<ExternalResult, Interrupt> {
    let second = Value::Int(machine.pool.int(second));
    int_exact(machine, state, &[arguments, &[second]].concat(), compute)
}

/// An operation that only the lowest number does not have.
fn unless_lowest(
    machine: &mut Machine<'_>,
    state: &State,
    arguments: &[Value],
    lowest: i64,
    compute: fn(&mut TermPool, TermId) -> TermId,
) -> Result<ExternalResult, Interrupt> {
    let [a] = terms(arguments)?;
    let pool = &mut machine.pool;
    let lowest = pool.constant(pool.sort(a), lowest);
    let (fails, result) = (pool.equal(a, lowest), compute(pool, a));
    unless(machine, state, fails, result)
}

/// An operation on two longs that says whether it overflows, and its result.
fn long_exact(
    machine: &mut Machine<'_>,
    state: &State,
    arguments: &[Value],
    compute: fn(&mut TermPool, TermId, TermId) -> (TermId, TermId),
) -> Result<ExternalResult, Interrupt> {
    let [a, b] = terms(arguments)?;
    let (a, b) = widened(&mut machine.pool, a, b);
    let (fails, result) = compute(&mut machine.pool, a, b);
    unless(machine, state, fails, result)
}

/// Adding what is negative must not give more, and adding what is not must not give less.
fn long_sum(pool: &mut TermPool, a: TermId, b: TermId) -> (TermId, TermId) {
    let (sum, zero) = (pool.add(a, b), pool.long(0));
    let (more, less, is_negative) = (pool.less(a, sum), pool.less(sum, a), pool.less(b, zero));
    (pool.if_then_else(is_negative, more, less), sum)
}

fn long_difference(pool: &mut TermPool, a: TermId, b: TermId) -> (TermId, TermId) {
    let (difference, zero) = (pool.subtract(a, b), pool.long(0));
    let (more, less) = (pool.less(a, difference), pool.less(difference, a));
    let is_negative = pool.less(b, zero);
    (pool.if_then_else(is_negative, less, more), difference)
}

/// The product divided by one factor must give the other; only `MIN_VALUE * -1` passes that and overflows.
fn long_product(pool: &mut TermPool, a: TermId, b: TermId) -> (TermId, TermId) {
    let (product, zero) = (pool.multiply(a, b), pool.long(0));
    let quotient = pool.divide(product, b);
    let (not_zero, differs) = (pool.not_equal(b, zero), pool.not_equal(quotient, a));
    let wrong = pool.conjunction(not_zero, differs);
    let (lowest, minus_one) = (pool.long(i64::MIN), pool.long(-1));
    let (is_lowest, is_minus_one) = (pool.equal(a, lowest), pool.equal(b, minus_one));
    let negated_lowest = pool.conjunction(is_lowest, is_minus_one);
    (pool.disjunction(wrong, negated_lowest), product)
}

/// The upper 64 bits of the product of two longs, from products of halves (Hacker's Delight, section 8-2).
fn high_product(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let (mask, half) = (pool.long(0xffff_ffff), pool.int(32));
    let (a_high, a_low) = (pool.shift_right(a, half), pool.and(a, mask));
    let (b_high, b_low) = (pool.shift_right(b, half), pool.and(b, mask));
    let lowest = pool.multiply(a_low, b_low);
    let carried = pool.unsigned_shift_right(lowest, half);
    let middle = pool.multiply(a_high, b_low);
    let middle = pool.add(middle, carried);
    let (middle_low, middle_high) = (pool.and(middle, mask), pool.shift_right(middle, half));
    let other = pool.multiply(a_low, b_high);
    let other = pool.add(other, middle_low);
    let (highest, other_high) = (pool.multiply(a_high, b_high), pool.shift_right(other, half));
    let sum = pool.add(highest, middle_high);
    pool.add(sum, other_high)
}
