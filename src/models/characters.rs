//! Static methods of `java.lang.Character`: exact for what the tables of the term layer say, and for ASCII; the path stops where
//! a question is about other characters.

use super::arguments::{Abrupt, Call};
use super::string::Outcome;
use super::{Model, Precision, value};
use crate::heap::Value;
use crate::term::{DIGIT_RUNS, TermId, WHITESPACE_RUNS};

const fn exact(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> Model {
    value("java/lang/Character", name, descriptor, Precision::Exact, model)
}

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> Model {
    value("java/lang/Character", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[Model] = &[
    exact("isDigit", "(C)Z", is_digit),
    exact("isWhitespace", "(C)Z", is_whitespace),
    bounded("isLetter", "(C)Z", is_letter),
    bounded("isAlphabetic", "(I)Z", is_letter),
    bounded("isLetterOrDigit", "(C)Z", is_letter_or_digit),
    bounded("isUpperCase", "(C)Z", is_upper_case),
    bounded("isLowerCase", "(C)Z", is_lower_case),
    bounded("isDigit", "(I)Z", is_digit_point),
    bounded("isWhitespace", "(I)Z", is_whitespace_point),
    bounded("isLetter", "(I)Z", is_letter),
    bounded("isLetterOrDigit", "(I)Z", is_letter_or_digit),
    bounded("toUpperCase", "(C)C", to_upper_case),
    bounded("toLowerCase", "(C)C", to_lower_case),
    bounded("toUpperCase", "(I)I", to_upper_case),
    bounded("toLowerCase", "(I)I", to_lower_case),
    bounded("getNumericValue", "(C)I", numeric_value),
    bounded("digit", "(CI)I", digit),
    bounded("digit", "(II)I", digit),
    exact("forDigit", "(II)C", for_digit),
    exact("isSurrogate", "(C)Z", is_surrogate),
    exact("isHighSurrogate", "(C)Z", is_high_surrogate),
    exact("isLowSurrogate", "(C)Z", is_low_surrogate),
];

/// Whether a unit is in one of the runs, both ends included.
fn within(call: &mut Call<'_, '_>, unit: TermId, runs: &[(i32, i32)]) -> TermId {
    let mut found = call.machine.pool.truth(false);
    for (first, last) in runs {
        let (first, last) = (call.small(*first), call.small(*last));
        let pool = &mut call.machine.pool;
        let (above, below) = (pool.less_or_equal(first, unit), pool.less_or_equal(unit, last));
        let inside = pool.conjunction(above, below);
        found = pool.disjunction(found, inside);
    }
    found
}

fn is_within(call: &mut Call<'_, '_>, runs: &[(i32, i32)]) -> Outcome {
    let unit = call.int(0)?;
    let inside = within(call, unit, runs);
    Ok(call.truth(inside))
}

/// The argument, which must be ASCII.
fn ascii(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    let (unit, zero, last) = (call.int(0)?, call.small(0), call.small(127));
    let pool = &mut call.machine.pool;
    let (above, below) = (pool.less_or_equal(zero, unit), pool.less_or_equal(unit, last));
    let is_ascii = pool.conjunction(above, below);
    if call.decide(is_ascii)? { Ok(unit) } else { call.unmodelled("of a character beyond ASCII") }
}

fn ascii_within(call: &mut Call<'_, '_>, runs: &[(i32, i32)]) -> Outcome {
    ascii(call)?;
    is_within(call, runs)
}

const DIGITS: (i32, i32) = (0x30, 0x39);
const UPPER: (i32, i32) = (0x41, 0x5A);
const LOWER: (i32, i32) = (0x61, 0x7A);

fn is_digit(call: &mut Call<'_, '_>) -> Outcome {
    let runs = DIGIT_RUNS.map(|first| (i32::from(first), i32::from(first) + 9));
    is_within(call, &runs)
}

fn is_whitespace(call: &mut Call<'_, '_>) -> Outcome {
    let runs = WHITESPACE_RUNS.map(|(first, last)| (i32::from(first), i32::from(last)));
    is_within(call, &runs)
}

fn is_digit_point(call: &mut Call<'_, '_>) -> Outcome {
    ascii_within(call, &[DIGITS])
}

fn is_whitespace_point(call: &mut Call<'_, '_>) -> Outcome {
    ascii(call)?;
    is_whitespace(call)
}

fn is_letter(call: &mut Call<'_, '_>) -> Outcome {
    ascii_within(call, &[UPPER, LOWER])
}

fn is_letter_or_digit(call: &mut Call<'_, '_>) -> Outcome {
    ascii_within(call, &[DIGITS, UPPER, LOWER])
}

fn is_upper_case(call: &mut Call<'_, '_>) -> Outcome {
    ascii_within(call, &[UPPER])
}

fn is_lower_case(call: &mut Call<'_, '_>) -> Outcome {
    ascii_within(call, &[LOWER])
}

/// A letter of one case in the other, which is `distance` away; any other character as it is.
fn moved(call: &mut Call<'_, '_>, letters: (i32, i32), distance: i32) -> Outcome {
    let unit = ascii(call)?;
    let is_letter = within(call, unit, &[letters]);
    let distance = call.small(distance);
    let other = call.machine.pool.add(unit, distance);
    Ok(Some(Value::Int(call.machine.pool.if_then_else(is_letter, other, unit))))
}

fn to_upper_case(call: &mut Call<'_, '_>) -> Outcome {
    moved(call, LOWER, -32)
}

fn to_lower_case(call: &mut Call<'_, '_>) -> Outcome {
    moved(call, UPPER, 32)
}

/// The value of an ASCII digit or letter, or -1.
fn value_in_radix_36(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    let unit = ascii(call)?;
    let mut found = call.small(-1);
    for (run, zero) in [(DIGITS, 0x30), (UPPER, 0x41 - 10), (LOWER, 0x61 - 10)] {
        let (inside, zero) = (within(call, unit, &[run]), call.small(zero));
        let pool = &mut call.machine.pool;
        let own = pool.subtract(unit, zero);
        found = pool.if_then_else(inside, own, found);
    }
    Ok(found)
}

fn numeric_value(call: &mut Call<'_, '_>) -> Outcome {
    value_in_radix_36(call).map(|term| Some(Value::Int(term)))
}

/// Whether a radix is one, 2 to 36.
fn is_radix(call: &mut Call<'_, '_>, radix: TermId) -> TermId {
    within(call, radix, &[(2, 36)])
}

fn digit(call: &mut Call<'_, '_>) -> Outcome {
    let (found, radix, none) = (value_in_radix_36(call)?, call.int(1)?, call.small(-1));
    let is_radix = is_radix(call, radix);
    let pool = &mut call.machine.pool;
    let fits = pool.less(found, radix);
    let holds = pool.conjunction(is_radix, fits);
    Ok(Some(Value::Int(pool.if_then_else(holds, found, none))))
}

fn for_digit(call: &mut Call<'_, '_>) -> Outcome {
    let (number, radix, zero, ten) = (call.int(0)?, call.int(1)?, call.small(0), call.small(10));
    let (first_digit, first_letter) = (call.small(0x30), call.small(0x61 - 10));
    let is_radix = is_radix(call, radix);
    let pool = &mut call.machine.pool;
    let (above, below, is_decimal) =
        (pool.less_or_equal(zero, number), pool.less(number, radix), pool.less(number, ten));
    let inside = pool.conjunction(above, below);
    let holds = pool.conjunction(is_radix, inside);
    let (digit, letter) = (pool.add(number, first_digit), pool.add(number, first_letter));
    let unit = pool.if_then_else(is_decimal, digit, letter);
    Ok(Some(Value::Int(pool.if_then_else(holds, unit, zero))))
}

fn is_surrogate(call: &mut Call<'_, '_>) -> Outcome {
    is_within(call, &[(0xD800, 0xDFFF)])
}

fn is_high_surrogate(call: &mut Call<'_, '_>) -> Outcome {
    is_within(call, &[(0xD800, 0xDBFF)])
}

fn is_low_surrogate(call: &mut Call<'_, '_>) -> Outcome {
    is_within(call, &[(0xDC00, 0xDFFF)])
}
