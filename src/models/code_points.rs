//! Code points of `java.lang.String`: characters that are one unit, or two that are surrogates.

use super::arguments::{Abrupt, Call, Outcome, STRING_INDEX};
use super::{MethodModel, Precision, value};
use crate::heap::Value;
use crate::term::{Domain, TermId, TextOperator as T};

const fn exact(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Exact, model)
}

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/String", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[MethodModel] = &[
    exact("codePointAt", "(I)I", code_point_at),
    exact("codePointBefore", "(I)I", code_point_before),
    bounded("codePointCount", "(II)I", code_point_count),
    bounded("offsetByCodePoints", "(II)I", offset_by_code_points),
];

/// Runs of units: surrogates that begin a character, and those that end one.
const HIGH: (i32, i32) = (0xD800, 0xDBFF);
const LOW: (i32, i32) = (0xDC00, 0xDFFF);

/// The first code point of two units.
pub(super) const FIRST_OF_PAIRS: i32 = 0x10000;
/// The code points of more units, which inputs decide, are not counted.
const MOST_COUNTED: i32 = 8;
/// The last code point.
pub(super) const LAST: i32 = 0x10FFFF;

fn is_in(call: &mut Call<'_, '_>, unit: TermId, (first, last): (i32, i32)) -> TermId {
    let (first, last) = (call.small(first), call.small(last));
    call.is_between((first, unit, last))
}

/// Whether a unit is half of a character.
pub(super) fn is_surrogate(call: &mut Call<'_, '_>, unit: TermId) -> TermId {
    is_in(call, unit, (HIGH.0, LOW.1))
}

/// Whether two units are one character.
pub(super) fn are_pair(call: &mut Call<'_, '_>, first: TermId, second: TermId) -> TermId {
    let (high, low) = (is_in(call, first, HIGH), is_in(call, second, LOW));
    call.machine.pool.conjunction(high, low)
}

/// The code point of two units.
pub(super) fn combined(call: &mut Call<'_, '_>, first: TermId, second: TermId) -> TermId {
    let (bits, offset) = (call.small(10), call.small(FIRST_OF_PAIRS - (HIGH.0 << 10) - LOW.0));
    let pool = &mut call.machine.pool;
    let shifted = pool.shift_left(first, bits);
    let sum = pool.add(shifted, second);
    pool.add(sum, offset)
}

/// The two units of a code point beyond 16 bits.
pub(super) fn pair_of(call: &mut Call<'_, '_>, point: TermId) -> TermId {
    let (bits, ten_bits) = (call.small(10), call.small(0x3FF));
    let (above, low) = (call.small(HIGH.0 - (FIRST_OF_PAIRS >> 10)), call.small(LOW.0));
    let pool = &mut call.machine.pool;
    let (high, lower) = (pool.shift_right(point, bits), pool.and(point, ten_bits));
    let (first, second) = (pool.add(high, above), pool.add(lower, low));
    let (first, second) = (call.operation(T::OfUnit, &[first]), call.operation(T::OfUnit, &[second]));
    call.operation(T::Concat, &[first, second])
}

fn code_point_at(call: &mut Call<'_, '_>) -> Outcome {
    let (unit, text, index, one) = (call.unit_at()?, call.text(0)?, call.int(1)?, call.small(1));
    let is_high = is_in(call, unit, HIGH);
    if !call.decide(is_high)? {
        return Ok(Some(Value::Int(unit)));
    }
    let next = call.machine.pool.add(index, one);
    // Behind the text there is 0, which is no surrogate.
    let next = call.operation(T::CharAt, &[text, next]);
    let (is_pair, both) = (are_pair(call, unit, next), combined(call, unit, next));
    Ok(Some(Value::Int(call.machine.pool.if_then_else(is_pair, both, unit))))
}

fn code_point_before(call: &mut Call<'_, '_>) -> Outcome {
    let (text, index, one) = (call.text(0)?, call.int(1)?, call.small(1));
    let length = call.length(text);
    call.require_between((one, index, length), STRING_INDEX)?;
    let last = call.machine.pool.subtract(index, one);
    let first = call.machine.pool.subtract(last, one);
    let unit = call.operation(T::CharAt, &[text, last]);
    let is_low = is_in(call, unit, LOW);
    if !call.decide(is_low)? {
        return Ok(Some(Value::Int(unit)));
    }
    let before = call.operation(T::CharAt, &[text, first]);
    let (is_pair, both) = (are_pair(call, before, unit), combined(call, before, unit));
    Ok(Some(Value::Int(call.machine.pool.if_then_else(is_pair, both, unit))))
}

/// Whether a text has no surrogates, and nothing beyond them.
fn is_plain(call: &mut Call<'_, '_>, text: TermId) -> Result<bool, Abrupt> {
    let limit = call.small(HIGH.0);
    let is_plain = call.operation(T::AllBelow, &[text, limit]);
    call.decide(is_plain)
}

fn code_point_count(call: &mut Call<'_, '_>) -> Outcome {
    let (text, from, to) = (call.text(0)?, call.int(1)?, call.int(2)?);
    let length = call.length(text);
    call.require_range((from, to, length), "java/lang/IndexOutOfBoundsException")?;
    let units = call.machine.pool.subtract(to, from);
    let part = call.operation(T::Substring, &[text, from, to]);
    if is_plain(call, part)? {
        return Ok(Some(Value::Int(units)));
    }
    if call.machine.pool.as_text(part).is_some() {
        return call.unmodelled("with surrogates");
    }
    if let Some(number) = call.counted(units, MOST_COUNTED)? {
        return Ok(Some(Value::Int(without_pairs(call, part, number))));
    }
    let count = call.unfollowed("String.codePointCount", &[part], Domain::Length)?;
    // Each is one unit or two.
    let within = call.is_within_multiples(units, count, (1, 2));
    call.granted(within)?;
    Ok(Some(Value::Int(count)))
}

/// The number of units of a text, of which there are so many, without the second ones of pairs.
fn without_pairs(call: &mut Call<'_, '_>, text: TermId, units: i32) -> TermId {
    let (mut count, one) = (call.small(units), call.small(1));
    let mut before = call.small(0);
    for position in 0..units {
        let index = call.small(position);
        let unit = call.operation(T::CharAt, &[text, index]);
        let is_second = are_pair(call, before, unit);
        let fewer = call.machine.pool.subtract(count, one);
        count = call.machine.pool.if_then_else(is_second, fewer, count);
        before = unit;
    }
    count
}

fn offset_by_code_points(call: &mut Call<'_, '_>) -> Outcome {
    let (text, index, count, zero) = (call.text(0)?, call.int(1)?, call.int(2)?, call.small(0));
    let length = call.length(text);
    call.require_between((zero, index, length), "java/lang/IndexOutOfBoundsException")?;
    let pool = &mut call.machine.pool;
    let (wide, steps, end) = (pool.int_to_long(index), pool.int_to_long(count), pool.int_to_long(length));
    let (moved, start) = (pool.add(wide, steps), pool.long(0));
    let is_inside = call.is_between((start, moved, end));
    if is_plain(call, text)? {
        call.require(is_inside, "java/lang/IndexOutOfBoundsException")?;
        return Ok(Some(Value::Int(call.machine.pool.add(index, count))));
    }
    if call.machine.pool.as_text(text).is_some() {
        return call.unmodelled("with surrogates");
    }
    // A step is one unit or two: what has not so many units has not so many code points.
    call.require(is_inside, "java/lang/IndexOutOfBoundsException")?;
    let fits = call.unfollowed_truth("String.offsetByCodePoints.fits", &[text, index, count])?;
    call.require(fits, "java/lang/IndexOutOfBoundsException")?;
    let found = call.unfollowed("String.offsetByCodePoints", &[text, index, count], Domain::Length)?;
    let pool = &mut call.machine.pool;
    let (forward, there) = (pool.less_or_equal(zero, count), pool.int_to_long(found));
    let least = pool.if_then_else(forward, moved, start);
    let most = pool.if_then_else(forward, end, moved);
    let within = call.is_between((least, there, most));
    call.granted(within)?;
    Ok(Some(Value::Int(found)))
}
