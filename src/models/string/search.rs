//! Strings within others: where they occur, what others begin and end with, and regions that are equal.

use super::super::arguments::{Abrupt, Call, NULL_POINTER, Outcome};
use super::super::letter_case::equal_but_for_case;
use super::text_of_code_point;
use crate::heap::Value;
use crate::term::{TermId, TextOperator as T};

fn search_unit(call: &mut Call<'_, '_>, operator: T, from: TermId) -> Outcome {
    let (text, point) = (call.text(0)?, call.int(1)?);
    Ok(Some(Value::Int(match text_of_code_point(call, point)? {
        Some(sought) => call.operation(operator, &[text, sought, from]),
        None => call.small(-1),
    })))
}

fn search(call: &mut Call<'_, '_>, operator: T, from: TermId) -> Outcome {
    let (text, sought) = (call.text(0)?, call.text(1)?);
    Ok(Some(Value::Int(call.operation(operator, &[text, sought, from]))))
}

pub(super) fn index_of_unit(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.small(0);
    search_unit(call, T::IndexOf, from)
}

pub(super) fn index_of_unit_from(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.int(2)?;
    search_unit(call, T::IndexOf, from)
}

/// `indexOf(String)`, of string builders too.
pub(in crate::models) fn index_of(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.small(0);
    search(call, T::IndexOf, from)
}

/// `indexOf(String, int)`, of string builders too.
pub(in crate::models) fn index_of_from(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.int(2)?;
    search(call, T::IndexOf, from)
}

pub(super) fn last_index_of_unit(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.small(i32::MAX);
    search_unit(call, T::LastIndexOf, from)
}

pub(super) fn last_index_of_unit_from(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.int(2)?;
    search_unit(call, T::LastIndexOf, from)
}

/// `lastIndexOf(String)`, of string builders too.
pub(in crate::models) fn last_index_of(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.small(i32::MAX);
    search(call, T::LastIndexOf, from)
}

/// `lastIndexOf(String, int)`, of string builders too.
pub(in crate::models) fn last_index_of_from(call: &mut Call<'_, '_>) -> Outcome {
    let from = call.int(2)?;
    search(call, T::LastIndexOf, from)
}

pub(super) fn contains(call: &mut Call<'_, '_>) -> Outcome {
    let (text, sought, zero) = (call.text(0)?, call.text(1)?, call.small(0));
    let index = call.operation(T::IndexOf, &[text, sought, zero]);
    let found = call.machine.pool.greater_or_equal(index, zero);
    Ok(call.truth(found))
}

pub(super) fn starts_with(call: &mut Call<'_, '_>) -> Outcome {
    let (text, prefix, zero) = (call.text(0)?, call.text(1)?, call.small(0));
    let found = call.operation(T::StartsWith, &[text, prefix, zero]);
    Ok(call.truth(found))
}

pub(super) fn starts_with_at(call: &mut Call<'_, '_>) -> Outcome {
    let (text, prefix, offset) = (call.text(0)?, call.text(1)?, call.int(2)?);
    let found = call.operation(T::StartsWith, &[text, prefix, offset]);
    Ok(call.truth(found))
}

pub(super) fn ends_with(call: &mut Call<'_, '_>) -> Outcome {
    let (text, suffix) = (call.text(0)?, call.text(1)?);
    let (length, shorter) = (call.length(text), call.length(suffix));
    let offset = call.machine.pool.subtract(length, shorter);
    let found = call.operation(T::StartsWith, &[text, suffix, offset]);
    Ok(call.truth(found))
}

pub(super) fn region_matches(call: &mut Call<'_, '_>) -> Outcome {
    regions(call, 1, false)
}

pub(super) fn region_matches_by_case(call: &mut Call<'_, '_>) -> Outcome {
    let (flag, zero) = (call.int(1)?, call.small(0));
    let is_exact = call.machine.pool.equal(flag, zero);
    let ignores_case = !call.decide(is_exact)?;
    regions(call, 2, ignores_case)
}

/// `regionMatches`, its parameters from `first` on: offset, other string, its offset, length.
fn regions(call: &mut Call<'_, '_>, first: usize, ignores_case: bool) -> Outcome {
    let text = call.text(0)?;
    let (offset, other_offset, count) = (call.int(first)?, call.int(first + 2)?, call.int(first + 3)?);
    let (no, zero) = (call.machine.pool.truth(false), call.small(0));
    let other = call.object(first + 1)?;
    let is_inside = call.machine.pool.less_or_equal(zero, other_offset);
    let Some(other) = other else {
        // Whether the JVM looks at the other string before the offsets depends on its version.
        if call.decide(is_inside)? && fits(call, text, offset, count)? {
            return Err(Abrupt::Threw(NULL_POINTER));
        }
        return call.unmodelled("of null beyond the text");
    };
    if !call.decide(is_inside)? || !fits(call, text, offset, count)? {
        return Ok(call.truth(no));
    }
    let Some(other) = call.text_of(other) else { return call.unmodelled("with no string") };
    if !fits(call, other, other_offset, count)? {
        return Ok(call.truth(no));
    }
    let left = part(call, text, offset, count);
    let right = part(call, other, other_offset, count);
    let same = if ignores_case { equal_but_for_case(call, left, right)? } else { call.machine.pool.equal(left, right) };
    Ok(call.truth(same))
}

/// Whether `offset >= 0` and `offset <= length - count`, computed as longs.
fn fits(call: &mut Call<'_, '_>, text: TermId, offset: TermId, count: TermId) -> Result<bool, Abrupt> {
    let length = call.length(text);
    let zero = call.small(0);
    let pool = &mut call.machine.pool;
    let above = pool.less_or_equal(zero, offset);
    let (length, offset, count) = (pool.int_to_long(length), pool.int_to_long(offset), pool.int_to_long(count));
    let room = pool.subtract(length, count);
    let below = pool.less_or_equal(offset, room);
    let inside = pool.conjunction(above, below);
    call.decide(inside)
}

/// The part of a text of `count` units, none where that is negative.
fn part(call: &mut Call<'_, '_>, text: TermId, offset: TermId, count: TermId) -> TermId {
    let end = call.machine.pool.add(offset, count);
    call.operation(T::Substring, &[text, offset, end])
}
