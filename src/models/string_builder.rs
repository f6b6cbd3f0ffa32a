//! `java.lang.StringBuilder` and `StringBuffer`: a text that changes.

mod appending;
mod inserting;

use super::arguments::{Abrupt, Call, Outcome, STRING_INDEX};
use super::{MethodModel, Precision, string, string_parts, value};
use crate::heap::Value;
use crate::term::{TermId, TextOperator as T};
use appending::{
    append_boolean, append_char, append_code_point, append_floating, append_number, append_object, append_part,
    append_range, append_sequence, append_units, repeat_code_point, repeat_sequence,
};
use inserting::{
    insert_boolean, insert_char, insert_floating, insert_number, insert_object, insert_part, insert_sequence,
    insert_units, insert_units_range,
};

/// The rows of a class with the given internal name, whose methods return it.
macro_rules! rows {
    ($class:literal) => {{
        const fn exact(
            name: &'static str,
            descriptor: &'static str,
            model: fn(&mut Call<'_, '_>) -> Outcome,
        ) -> MethodModel {
            value($class, name, descriptor, Precision::Exact, model)
        }
        const fn bounded(
            name: &'static str,
            descriptor: &'static str,
            model: fn(&mut Call<'_, '_>) -> Outcome,
        ) -> MethodModel {
            value($class, name, descriptor, Precision::Bounded, model)
        }
        &[
            exact("<init>", "()V", construct_empty),
            exact("<init>", "(I)V", construct_with_capacity),
            exact("<init>", "(Ljava/lang/String;)V", construct_with_text),
            exact("<init>", "(Ljava/lang/CharSequence;)V", construct_with_text),
            exact("append", concat!("(Ljava/lang/Object;)L", $class, ";"), append_object),
            exact("append", concat!("(Ljava/lang/String;)L", $class, ";"), append_object),
            exact("append", concat!("(Ljava/lang/StringBuffer;)L", $class, ";"), append_object),
            exact("append", concat!("(Ljava/lang/CharSequence;)L", $class, ";"), append_sequence),
            exact("append", "(Ljava/lang/CharSequence;)Ljava/lang/Appendable;", append_sequence),
            exact("append", concat!("(Ljava/lang/CharSequence;II)L", $class, ";"), append_part),
            exact("append", "(Ljava/lang/CharSequence;II)Ljava/lang/Appendable;", append_part),
            exact("append", concat!("([C)L", $class, ";"), append_units),
            exact("append", concat!("([CII)L", $class, ";"), append_range),
            exact("append", concat!("(Z)L", $class, ";"), append_boolean),
            exact("append", concat!("(C)L", $class, ";"), append_char),
            exact("append", "(C)Ljava/lang/Appendable;", append_char),
            exact("append", concat!("(I)L", $class, ";"), append_number),
            exact("append", concat!("(J)L", $class, ";"), append_number),
            bounded("append", concat!("(F)L", $class, ";"), append_floating),
            bounded("append", concat!("(D)L", $class, ";"), append_floating),
            bounded("appendCodePoint", concat!("(I)L", $class, ";"), append_code_point),
            exact("insert", concat!("(ILjava/lang/Object;)L", $class, ";"), insert_object),
            exact("insert", concat!("(ILjava/lang/String;)L", $class, ";"), insert_object),
            exact("insert", concat!("(ILjava/lang/CharSequence;)L", $class, ";"), insert_sequence),
            exact("insert", concat!("(I[C)L", $class, ";"), insert_units),
            exact("insert", concat!("(IZ)L", $class, ";"), insert_boolean),
            exact("insert", concat!("(IC)L", $class, ";"), insert_char),
            exact("insert", concat!("(II)L", $class, ";"), insert_number),
            exact("insert", concat!("(IJ)L", $class, ";"), insert_number),
            bounded("insert", concat!("(IF)L", $class, ";"), insert_floating),
            bounded("insert", concat!("(ID)L", $class, ";"), insert_floating),
            exact("insert", concat!("(I[CII)L", $class, ";"), insert_units_range),
            exact("insert", concat!("(ILjava/lang/CharSequence;II)L", $class, ";"), insert_part),
            bounded("codePointAt", "(I)I", |call| as_string(call, ("codePointAt", "(I)I"))),
            bounded("codePointBefore", "(I)I", |call| as_string(call, ("codePointBefore", "(I)I"))),
            bounded("codePointCount", "(II)I", |call| as_string(call, ("codePointCount", "(II)I"))),
            bounded("offsetByCodePoints", "(II)I", |call| as_string(call, ("offsetByCodePoints", "(II)I"))),
            bounded("codePoints", "()Ljava/util/stream/IntStream;", |call| {
                call.delegated(("java/lang/CharSequence", "codePoints", "()Ljava/util/stream/IntStream;"))
            }),
            bounded("repeat", concat!("(Ljava/lang/CharSequence;I)L", $class, ";"), repeat_sequence),
            bounded("repeat", concat!("(II)L", $class, ";"), repeat_code_point),
            exact("delete", concat!("(II)L", $class, ";"), delete),
            exact("deleteCharAt", concat!("(I)L", $class, ";"), delete_char_at),
            exact("replace", concat!("(IILjava/lang/String;)L", $class, ";"), replace),
            bounded("reverse", concat!("()L", $class, ";"), reverse),
            exact("setCharAt", "(IC)V", set_char_at),
            bounded("setLength", "(I)V", set_length),
            exact("ensureCapacity", "(I)V", nothing),
            exact("trimToSize", "()V", nothing),
            exact("length", "()I", string::length),
            exact("isEmpty", "()Z", string::is_empty),
            exact("charAt", "(I)C", char_at),
            exact("chars", "()Ljava/util/stream/IntStream;", string::chars),
            exact("indexOf", "(Ljava/lang/String;)I", string::index_of),
            exact("indexOf", "(Ljava/lang/String;I)I", string::index_of_from),
            exact("lastIndexOf", "(Ljava/lang/String;)I", string::last_index_of),
            exact("lastIndexOf", "(Ljava/lang/String;I)I", string::last_index_of_from),
            exact("substring", "(I)Ljava/lang/String;", substring_from),
            exact("substring", "(II)Ljava/lang/String;", substring),
            exact("subSequence", "(II)Ljava/lang/CharSequence;", substring),
            exact("getChars", "(II[CI)V", get_chars),
            exact("compareTo", concat!("(L", $class, ";)I"), string::compare_to),
            exact("toString", "()Ljava/lang/String;", to_string),
        ]
    }};
}

pub(super) const BUILDER: &[MethodModel] = rows!("java/lang/StringBuilder");
pub(super) const BUFFER: &[MethodModel] = rows!("java/lang/StringBuffer");

/// Gives the receiver a new text; the call returns the receiver.
fn changed(call: &mut Call<'_, '_>, text: TermId) -> Outcome {
    let object = call.present(0)?;
    call.state.heap.set_text(call.machine.program, object, text);
    Ok(Some(call.value(0)))
}

fn constructed(call: &mut Call<'_, '_>, text: TermId) -> Outcome {
    changed(call, text).map(|_| None)
}

fn nothing(_: &mut Call<'_, '_>) -> Outcome {
    Ok(None)
}

fn construct_empty(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.constant("");
    constructed(call, text)
}

fn construct_with_capacity(call: &mut Call<'_, '_>) -> Outcome {
    let (capacity, zero) = (call.int(1)?, call.small(0));
    let is_capacity = call.machine.pool.less_or_equal(zero, capacity);
    call.require(is_capacity, "java/lang/NegativeArraySizeException")?;
    construct_empty(call)
}

fn construct_with_text(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(1)?;
    constructed(call, text)
}

/// What the method of strings gives on the text as it is now.
fn as_string(call: &mut Call<'_, '_>, (name, descriptor): (&'static str, &'static str)) -> Outcome {
    if let Some(answer) = call.state.frame().and_then(|frame| frame.answers.first()) {
        return Ok(Some(*answer));
    }
    let text = call.text(0)?;
    let string = call.new_string(text)?;
    let arguments = string.into_iter().chain(call.arguments.iter().skip(1).copied()).collect();
    call.answer(0, ("java/lang/String", name, descriptor), arguments).map(Some)
}

/// The start, and the end clamped to the length, of `delete` and `replace`, which are checked.
fn clamped_range(call: &mut Call<'_, '_>, text: TermId) -> Result<(TermId, TermId), Abrupt> {
    let (from, to, zero) = (call.int(1)?, call.int(2)?, call.small(0));
    let length = call.length(text);
    let pool = &mut call.machine.pool;
    let is_beyond = pool.greater(to, length);
    let end = pool.if_then_else(is_beyond, length, to);
    let parts = [pool.less_or_equal(zero, from), pool.less_or_equal(from, end), pool.less_or_equal(from, length)];
    let [first, second, third] = parts;
    let both = pool.conjunction(first, second);
    let inside = pool.conjunction(both, third);
    call.require(inside, STRING_INDEX)?;
    Ok((from, end))
}

fn splice(call: &mut Call<'_, '_>, text: TermId, (from, to): (TermId, TermId), between: TermId) -> Outcome {
    let (length, zero) = (call.length(text), call.small(0));
    let before = call.operation(T::Substring, &[text, zero, from]);
    let after = call.operation(T::Substring, &[text, to, length]);
    let whole = call.operation(T::Concat, &[before, between, after]);
    changed(call, whole)
}

fn delete(call: &mut Call<'_, '_>) -> Outcome {
    let (text, nothing) = (call.text(0)?, call.constant(""));
    let range = clamped_range(call, text)?;
    splice(call, text, range, nothing)
}

fn replace(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    let range = clamped_range(call, text)?;
    let replacement = call.text(3)?;
    splice(call, text, range, replacement)
}

fn delete_char_at(call: &mut Call<'_, '_>) -> Outcome {
    let (text, index, one, nothing) = (call.text(0)?, call.int(1)?, call.small(1), call.constant(""));
    let length = call.length(text);
    call.require_index(index, length, STRING_INDEX)?;
    let next = call.machine.pool.add(index, one);
    splice(call, text, (index, next), nothing)
}

fn set_char_at(call: &mut Call<'_, '_>) -> Outcome {
    let (text, index, unit, one) = (call.text(0)?, call.int(1)?, call.int(2)?, call.small(1));
    let length = call.length(text);
    call.require_index(index, length, STRING_INDEX)?;
    let next = call.machine.pool.add(index, one);
    let unit = call.operation(T::OfUnit, &[unit]);
    splice(call, text, (index, next), unit).map(|_| None)
}

fn char_at(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Some(Value::Int(call.unit_at()?)))
}

fn get_chars(call: &mut Call<'_, '_>) -> Outcome {
    string_parts::copy_units(call, "java/lang/IndexOutOfBoundsException")
}

/// The longest text of unknown length that is reversed, and how far a text is lengthened.
const LONGEST_REVERSED: i32 = 32;

/// The units from the last to the first; surrogate pairs stay as they are.
fn reversed(units: &[u16]) -> Vec<u16> {
    let mut reversed: Vec<u16> = units.iter().rev().copied().collect();
    let mut rest = &mut reversed[..];
    while let [first, second, ..] = rest {
        let is_pair = (0xDC00..0xE000).contains(first) && (0xD800..0xDC00).contains(second);
        if is_pair {
            std::mem::swap(first, second);
        }
        rest = &mut rest[if is_pair { 2 } else { 1 }..];
    }
    reversed
}

fn reverse(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    if let Some(units) = call.machine.pool.as_text(text) {
        let reversed = reversed(units);
        let reversed = call.machine.pool.text(&reversed);
        return changed(call, reversed);
    }
    let limit = call.small(0xD800);
    let no_surrogates = call.operation(T::AllBelow, &[text, limit]);
    if !call.decide(no_surrogates)? {
        return call.unmodelled("of a text with surrogates or beyond them");
    }
    let length = call.length(text);
    let Some(count) = call.counted(length, LONGEST_REVERSED)? else {
        return call.unmodelled("of a long text");
    };
    let mut units = Vec::new();
    for index in (0..count).rev() {
        let index = call.small(index);
        let unit = call.operation(T::CharAt, &[text, index]);
        units.push(call.operation(T::OfUnit, &[unit]));
    }
    let reversed = call.operation(T::Concat, &units);
    changed(call, reversed)
}

fn set_length(call: &mut Call<'_, '_>) -> Outcome {
    let (text, wanted, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let not_negative = call.machine.pool.less_or_equal(zero, wanted);
    call.require(not_negative, "java/lang/StringIndexOutOfBoundsException")?;
    let length = call.length(text);
    let is_shorter = call.machine.pool.less_or_equal(wanted, length);
    if call.decide(is_shorter)? {
        let kept = call.operation(T::Substring, &[text, zero, wanted]);
        return constructed(call, kept);
    }
    let missing = call.machine.pool.subtract(wanted, length);
    let Some(count) = call.counted(missing, LONGEST_REVERSED)?.filter(|count| *count <= 4096) else {
        return call.unmodelled("far beyond the length");
    };
    let padding = vec![0; usize::try_from(count).unwrap_or(0)];
    let padding = call.machine.pool.text(&padding);
    let whole = call.operation(T::Concat, &[text, padding]);
    constructed(call, whole)
}

fn substring_from(call: &mut Call<'_, '_>) -> Outcome {
    let (text, from, zero) = (call.text(0)?, call.int(1)?, call.small(0));
    let length = call.length(text);
    call.require_between((zero, from, length), STRING_INDEX)?;
    let part = call.operation(T::Substring, &[text, from, length]);
    call.shared_string(part)
}

fn substring(call: &mut Call<'_, '_>) -> Outcome {
    string_parts::substring(call)
}

fn to_string(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.text(0)?;
    call.new_string(text)
}
