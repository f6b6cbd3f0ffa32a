//! `append` and `repeat` of string builders.

use super::super::arguments::{Abrupt, Call, Outcome};
use super::super::string;
use super::{LONGEST_REVERSED, changed};
use crate::term::{TermId, TextOperator as T};

fn append(call: &mut Call<'_, '_>, appended: TermId) -> Outcome {
    let text = call.text(0)?;
    let whole = call.operation(T::Concat, &[text, appended]);
    changed(call, whole)
}

pub(super) fn append_object(call: &mut Call<'_, '_>) -> Outcome {
    let appended = call.converted(1)?;
    append(call, appended)
}

/// The text of a CharSequence argument, which is null, a string or a string builder.
pub(super) fn sequence(call: &mut Call<'_, '_>, position: usize) -> Result<TermId, Abrupt> {
    match call.object(position)? {
        None => Ok(call.constant("null")),
        Some(_) => call.text(position),
    }
}

pub(super) fn append_sequence(call: &mut Call<'_, '_>) -> Outcome {
    let appended = sequence(call, 1)?;
    append(call, appended)
}

pub(super) fn append_part(call: &mut Call<'_, '_>) -> Outcome {
    let part = sequence(call, 1)?;
    let (from, to) = (call.int(2)?, call.int(3)?);
    let length = call.length(part);
    call.require_range((from, to, length), "java/lang/IndexOutOfBoundsException")?;
    let part = call.operation(T::Substring, &[part, from, to]);
    append(call, part)
}

pub(super) fn append_units(call: &mut Call<'_, '_>) -> Outcome {
    let appended = string::text_of_units(call, 1)?;
    append(call, appended)
}

pub(super) fn append_range(call: &mut Call<'_, '_>) -> Outcome {
    let (contents, length) = string::units(call, 1)?;
    let (offset, count) = (call.int(2)?, call.int(3)?);
    call.require_offset_and_count(offset, count, length, "java/lang/IndexOutOfBoundsException")?;
    let appended = call.operation(T::OfContents, &[contents, offset, count]);
    append(call, appended)
}

pub(super) fn append_boolean(call: &mut Call<'_, '_>) -> Outcome {
    let truth = call.int(1)?;
    let appended = call.text_of_truth(truth)?;
    append(call, appended)
}

pub(super) fn append_char(call: &mut Call<'_, '_>) -> Outcome {
    let unit = call.int(1)?;
    let appended = call.operation(T::OfUnit, &[unit]);
    append(call, appended)
}

pub(super) fn append_number(call: &mut Call<'_, '_>) -> Outcome {
    let number = call.number(1)?;
    let appended = call.operation(T::OfNumber, &[number]);
    append(call, appended)
}

pub(super) fn append_floating(call: &mut Call<'_, '_>) -> Outcome {
    let appended = call.text_of_floating(call.value(1), 0)?;
    append(call, appended)
}

pub(super) fn append_code_point(call: &mut Call<'_, '_>) -> Outcome {
    let point = call.int(1)?;
    match string::text_of_code_point(call, point)? {
        Some(appended) => append(call, appended),
        None => Err(Abrupt::Threw("java/lang/IllegalArgumentException")),
    }
}

/// Appends a text as often as the second argument says.
fn repeat(call: &mut Call<'_, '_>, repeated: TermId) -> Outcome {
    let (count, zero) = (call.int(2)?, call.small(0));
    let is_count = call.machine.pool.less_or_equal(zero, count);
    call.require(is_count, "java/lang/IllegalArgumentException")?;
    let Some(count) = call.counted(count, LONGEST_REVERSED)?.filter(|count| *count <= 4096) else {
        return call.unmodelled("very often");
    };
    let copies = vec![repeated; usize::try_from(count).unwrap_or(0)];
    let appended = call.operation(T::Concat, &copies);
    append(call, appended)
}

pub(super) fn repeat_sequence(call: &mut Call<'_, '_>) -> Outcome {
    let repeated = sequence(call, 1)?;
    repeat(call, repeated)
}

pub(super) fn repeat_code_point(call: &mut Call<'_, '_>) -> Outcome {
    let point = call.int(1)?;
    match string::text_of_code_point(call, point)? {
        Some(repeated) => repeat(call, repeated),
        None => Err(Abrupt::Threw("java/lang/IllegalArgumentException")),
    }
}
