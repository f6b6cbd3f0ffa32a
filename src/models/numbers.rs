//! Static methods of the boxes of numbers: parsing, and small arithmetic.

use super::arguments::{Abrupt, Call};
use super::boxes;
use super::string::Outcome;
use super::{Model, Precision, value};
use crate::heap::Value;
use crate::term::{TermId, TextOperator as T};

const NUMBER_FORMAT: &str = "java/lang/NumberFormatException";
const INTEGER: &str = "java/lang/Integer";
const LONG: &str = "java/lang/Long";

const fn row(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    model: fn(&mut Call<'_, '_>) -> Outcome,
) -> Model {
    value(class, name, descriptor, Precision::Exact, model)
}

pub(super) const TABLE: &[Model] = &[
    row(INTEGER, "parseInt", "(Ljava/lang/String;)I", parse_int),
    row(INTEGER, "parseInt", "(Ljava/lang/String;I)I", parse_int_in_radix),
    row(INTEGER, "valueOf", "(Ljava/lang/String;)Ljava/lang/Integer;", int_of_text),
    row(INTEGER, "valueOf", "(Ljava/lang/String;I)Ljava/lang/Integer;", int_of_text_in_radix),
    row(LONG, "parseLong", "(Ljava/lang/String;)J", parse_long),
    row(LONG, "parseLong", "(Ljava/lang/String;I)J", parse_long_in_radix),
    row(LONG, "valueOf", "(Ljava/lang/String;)Ljava/lang/Long;", long_of_text),
    row(LONG, "valueOf", "(Ljava/lang/String;I)Ljava/lang/Long;", long_of_text_in_radix),
    row("java/lang/Short", "parseShort", "(Ljava/lang/String;)S", parse_short),
    row("java/lang/Byte", "parseByte", "(Ljava/lang/String;)B", parse_byte),
    row("java/lang/Boolean", "parseBoolean", "(Ljava/lang/String;)Z", parse_boolean),
    row("java/lang/Boolean", "valueOf", "(Ljava/lang/String;)Ljava/lang/Boolean;", boolean_of_text),
    row(INTEGER, "sum", "(II)I", sum),
    row(INTEGER, "max", "(II)I", max),
    row(INTEGER, "min", "(II)I", min),
    row(INTEGER, "signum", "(I)I", signum),
    row(LONG, "sum", "(JJ)J", sum),
    row(LONG, "max", "(JJ)J", max),
    row(LONG, "min", "(JJ)J", min),
    row(LONG, "signum", "(J)I", signum_of_long),
    row(INTEGER, "toHexString", "(I)Ljava/lang/String;", to_hex),
    row(INTEGER, "toBinaryString", "(I)Ljava/lang/String;", to_binary),
    row(INTEGER, "toOctalString", "(I)Ljava/lang/String;", to_octal),
    row(LONG, "toHexString", "(J)Ljava/lang/String;", to_hex),
    row(LONG, "toBinaryString", "(J)Ljava/lang/String;", to_binary),
    row(LONG, "toOctalString", "(J)Ljava/lang/String;", to_octal),
];

/// The text that is parsed, and the radix.
fn parsed(call: &mut Call<'_, '_>, radix: Option<TermId>) -> Result<(TermId, TermId), Abrupt> {
    let text = match call.object(0)? {
        None => return Err(Abrupt::Threw(NUMBER_FORMAT)),
        Some(_) => call.text(0)?,
    };
    Ok((text, radix.unwrap_or_else(|| call.small(10))))
}

fn int_in(call: &mut Call<'_, '_>, radix: Option<TermId>) -> Result<TermId, Abrupt> {
    let (text, radix) = parsed(call, radix)?;
    let is_int = call.operation(T::IsInt, &[text, radix]);
    call.require(is_int, NUMBER_FORMAT)?;
    Ok(call.operation(T::ParseInt, &[text, radix]))
}

fn long_in(call: &mut Call<'_, '_>, radix: Option<TermId>) -> Result<TermId, Abrupt> {
    let (text, radix) = parsed(call, radix)?;
    let is_long = call.operation(T::IsLong, &[text, radix]);
    call.require(is_long, NUMBER_FORMAT)?;
    Ok(call.operation(T::ParseLong, &[text, radix]))
}

fn parse_int(call: &mut Call<'_, '_>) -> Outcome {
    int_in(call, None).map(|term| Some(Value::Int(term)))
}

fn parse_int_in_radix(call: &mut Call<'_, '_>) -> Outcome {
    let radix = call.int(1)?;
    int_in(call, Some(radix)).map(|term| Some(Value::Int(term)))
}

fn int_of_text(call: &mut Call<'_, '_>) -> Outcome {
    let term = int_in(call, None)?;
    boxes::boxed(call, Value::Int(term))
}

fn int_of_text_in_radix(call: &mut Call<'_, '_>) -> Outcome {
    let radix = call.int(1)?;
    let term = int_in(call, Some(radix))?;
    boxes::boxed(call, Value::Int(term))
}

fn parse_long(call: &mut Call<'_, '_>) -> Outcome {
    long_in(call, None).map(|term| Some(Value::Long(term)))
}

fn parse_long_in_radix(call: &mut Call<'_, '_>) -> Outcome {
    let radix = call.int(1)?;
    long_in(call, Some(radix)).map(|term| Some(Value::Long(term)))
}

fn long_of_text(call: &mut Call<'_, '_>) -> Outcome {
    let term = long_in(call, None)?;
    boxes::boxed(call, Value::Long(term))
}

fn long_of_text_in_radix(call: &mut Call<'_, '_>) -> Outcome {
    let radix = call.int(1)?;
    let term = long_in(call, Some(radix))?;
    boxes::boxed(call, Value::Long(term))
}

/// `parseInt`, and then a check of the range.
fn narrow_in(call: &mut Call<'_, '_>, (low, high): (i32, i32)) -> Outcome {
    let term = int_in(call, None)?;
    let (low, high) = (call.small(low), call.small(high));
    call.require_between((low, term, high), NUMBER_FORMAT)?;
    Ok(Some(Value::Int(term)))
}

fn parse_short(call: &mut Call<'_, '_>) -> Outcome {
    narrow_in(call, (i32::from(i16::MIN), i32::from(i16::MAX)))
}

fn parse_byte(call: &mut Call<'_, '_>) -> Outcome {
    narrow_in(call, (i32::from(i8::MIN), i32::from(i8::MAX)))
}

/// Whether the text is `true`, in whatever case. None of its letters has a look-alike beyond ASCII in another case.
fn truth_of_text(call: &mut Call<'_, '_>) -> Result<Value, Abrupt> {
    let same = match call.object(0)? {
        None => call.machine.pool.truth(false),
        Some(_) => {
            let (text, yes) = (call.text(0)?, call.constant("true"));
            let lower = call.operation(T::ToLowerAscii, &[text]);
            call.machine.pool.equal(lower, yes)
        }
    };
    call.truth(same).ok_or(Abrupt::Threw(NUMBER_FORMAT))
}

fn parse_boolean(call: &mut Call<'_, '_>) -> Outcome {
    truth_of_text(call).map(Some)
}

fn boolean_of_text(call: &mut Call<'_, '_>) -> Outcome {
    let truth = truth_of_text(call)?;
    boxes::boxed(call, truth)
}

/// The result as a value of the sort of the first argument.
fn alike(call: &Call<'_, '_>, term: TermId) -> Option<Value> {
    Some(match call.value(0) {
        Value::Long(_) => Value::Long(term),
        _ => Value::Int(term),
    })
}

fn sum(call: &mut Call<'_, '_>) -> Outcome {
    let (left, right) = (call.number(0)?, call.number(1)?);
    let total = call.machine.pool.add(left, right);
    Ok(alike(call, total))
}

fn max(call: &mut Call<'_, '_>) -> Outcome {
    let (left, right) = (call.number(0)?, call.number(1)?);
    let pool = &mut call.machine.pool;
    let is_left = pool.greater_or_equal(left, right);
    let larger = pool.if_then_else(is_left, left, right);
    Ok(alike(call, larger))
}

fn min(call: &mut Call<'_, '_>) -> Outcome {
    let (left, right) = (call.number(0)?, call.number(1)?);
    let pool = &mut call.machine.pool;
    let is_left = pool.less_or_equal(left, right);
    let smaller = pool.if_then_else(is_left, left, right);
    Ok(alike(call, smaller))
}

fn signum(call: &mut Call<'_, '_>) -> Outcome {
    let (number, zero) = (call.int(0)?, call.small(0));
    Ok(Some(Value::Int(boxes::sign_of_difference(call, number, zero))))
}

fn signum_of_long(call: &mut Call<'_, '_>) -> Outcome {
    let (number, zero) = (call.number(0)?, call.machine.pool.long(0));
    Ok(Some(Value::Int(boxes::sign_of_difference(call, number, zero))))
}

/// The digits of a constant, as its unsigned bits.
fn digits(call: &mut Call<'_, '_>, of_int: fn(u32) -> String, of_long: fn(u64) -> String) -> Outcome {
    let number = call.number(0)?;
    let Some(constant) = call.machine.pool.as_constant(number) else {
        return call.unmodelled("of a number that inputs decide");
    };
    let digits = match call.value(0) {
        Value::Long(_) => of_long(constant as u64),
        _ => of_int(constant as u32),
    };
    let text = call.constant(&digits);
    call.shared_string(text)
}

fn to_hex(call: &mut Call<'_, '_>) -> Outcome {
    digits(call, |number| format!("{number:x}"), |number| format!("{number:x}"))
}

fn to_binary(call: &mut Call<'_, '_>) -> Outcome {
    digits(call, |number| format!("{number:b}"), |number| format!("{number:b}"))
}

fn to_octal(call: &mut Call<'_, '_>) -> Outcome {
    digits(call, |number| format!("{number:o}"), |number| format!("{number:o}"))
}
