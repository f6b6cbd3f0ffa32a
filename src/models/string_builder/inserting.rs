//! `insert` of string builders.

use super::super::arguments::{Abrupt, Call, Outcome, STRING_INDEX};
use super::super::string;
use super::appending::sequence;
use super::changed;
use crate::term::{TermId, TextOperator as T};

/// Inserts at the offset that is the first argument.
fn insert(call: &mut Call<'_, '_>, inserted: fn(&mut Call<'_, '_>) -> Result<TermId, Abrupt>) -> Outcome {
    let (text, offset, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let length = call.length(text);
    // The argument becomes a string before the offset is checked.
    let inserted = inserted(call)?;
    call.require_between((zero, offset, length), STRING_INDEX)?;
    let before = call.operation(T::Substring, &[text, zero, offset]);
    let after = call.operation(T::Substring, &[text, offset, length]);
    let whole = call.operation(T::Concat, &[before, inserted, after]);
    changed(call, whole)
}

pub(super) fn insert_object(call: &mut Call<'_, '_>) -> Outcome {
    insert(call, |call| call.converted(2))
}

pub(super) fn insert_sequence(call: &mut Call<'_, '_>) -> Outcome {
    insert(call, |call| sequence(call, 2))
}

pub(super) fn insert_units(call: &mut Call<'_, '_>) -> Outcome {
    // Here the offset is checked first.
    let (text, offset, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let length = call.length(text);
    call.require_between((zero, offset, length), STRING_INDEX)?;
    insert(call, |call| string::text_of_units(call, 2))
}

pub(super) fn insert_units_range(call: &mut Call<'_, '_>) -> Outcome {
    let (text, offset, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let length = call.length(text);
    call.require_between((zero, offset, length), STRING_INDEX)?;
    insert(call, |call| {
        let (contents, length) = string::units(call, 2)?;
        let (from, count) = (call.int(3)?, call.int(4)?);
        call.require_offset_and_count(from, count, length, STRING_INDEX)?;
        Ok(call.operation(T::OfContents, &[contents, from, count]))
    })
}

pub(super) fn insert_part(call: &mut Call<'_, '_>) -> Outcome {
    let (text, offset, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let length = call.length(text);
    call.require_between((zero, offset, length), "java/lang/IndexOutOfBoundsException")?;
    insert(call, |call| {
        let part = sequence(call, 2)?;
        let (from, to) = (call.int(3)?, call.int(4)?);
        let length = call.length(part);
        call.require_range((from, to, length), "java/lang/IndexOutOfBoundsException")?;
        Ok(call.operation(T::Substring, &[part, from, to]))
    })
}

pub(super) fn insert_floating(call: &mut Call<'_, '_>) -> Outcome {
    insert(call, |call| call.text_of_floating(call.value(2), 0))
}

pub(super) fn insert_boolean(call: &mut Call<'_, '_>) -> Outcome {
    insert(call, |call| {
        let truth = call.int(2)?;
        call.text_of_truth(truth)
    })
}

pub(super) fn insert_char(call: &mut Call<'_, '_>) -> Outcome {
    insert(call, |call| {
        let unit = call.int(2)?;
        Ok(call.operation(T::OfUnit, &[unit]))
    })
}

pub(super) fn insert_number(call: &mut Call<'_, '_>) -> Outcome {
    insert(call, |call| {
        let number = call.number(2)?;
        Ok(call.operation(T::OfNumber, &[number]))
    })
}
