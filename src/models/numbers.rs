//! Static methods of the boxes of numbers: parsing, and small arithmetic.

use super::arguments::{Abrupt, Call, Outcome};
use super::boxes;
use super::{MethodModel, Precision, value};
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
) -> MethodModel {
    value(class, name, descriptor, Precision::Exact, model)
}

pub(super) const TABLE: &[MethodModel] = &[
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

/// The digits of a number's bits, as many in each as `bits` says, without leading zeros.
fn digits(call: &mut Call<'_, '_>, bits: i32) -> Outcome {
    let number = call.number(0)?;
    let is_long = matches!(call.value(0), Value::Long(_));
    let width = if is_long { 64 } else { 32 };
    let count = (width + bits - 1) / bits;
    let (mask, zero, ten) = ((1 << bits) - 1, call.small(0), call.small(10));
    let (first_digit, first_letter) = (call.small(0x30), call.small(0x61 - 10));
    let (mut units, mut leading) = (Vec::new(), zero);
    // From the most significant digit on; where all digits up to one are zero, so many are left out, but for the last.
    for place in (0..count).rev() {
        let by = call.small(place * bits);
        let pool = &mut call.machine.pool;
        let rest = pool.unsigned_shift_right(number, by);
        let (rest, is_zero) = if is_long {
            let none = pool.long(0);
            (pool.long_to_int(rest), pool.equal(rest, none))
        } else {
            (rest, pool.equal(rest, zero))
        };
        let mask = pool.int(mask);
        let digit = pool.and(rest, mask);
        let is_decimal = pool.less(digit, ten);
        let (decimal, letter) = (pool.add(digit, first_digit), pool.add(digit, first_letter));
        let unit = pool.if_then_else(is_decimal, decimal, letter);
        if place > 0 {
            let left_out = pool.int(count - place);
            leading = pool.if_then_else(is_zero, left_out, leading);
        }
        units.push(call.operation(T::OfUnit, &[unit]));
    }
    let (all, end) = (call.operation(T::Concat, &units), call.small(count));
    let text = call.operation(T::Substring, &[all, leading, end]);
    call.shared_string(text)
}

fn to_hex(call: &mut Call<'_, '_>) -> Outcome {
    digits(call, 4)
}

fn to_binary(call: &mut Call<'_, '_>) -> Outcome {
    digits(call, 1)
}

fn to_octal(call: &mut Call<'_, '_>) -> Outcome {
    digits(call, 3)
}
