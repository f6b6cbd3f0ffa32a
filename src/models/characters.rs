//! Static methods of `java.lang.Character`: exact for what the tables of the term layer say, and for ASCII. What they say of other
//! characters is not followed, but for what is so in every version of Unicode.

use super::arguments::{Abrupt, Call, Outcome};
use super::code_points::{FIRST_OF_PAIRS, LAST};
use super::{MethodModel, Precision, value};
use crate::heap::Value;
use crate::term::{DIGIT_RUNS, Domain, LETTER_RUNS, TermId, WHITESPACE_RUNS};

const fn exact(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/Character", name, descriptor, Precision::Exact, model)
}

const fn bounded(name: &'static str, descriptor: &'static str, model: fn(&mut Call<'_, '_>) -> Outcome) -> MethodModel {
    value("java/lang/Character", name, descriptor, Precision::Bounded, model)
}

pub(super) const TABLE: &[MethodModel] = &[
    exact("isDigit", "(C)Z", is_digit),
    exact("isWhitespace", "(C)Z", is_whitespace),
    bounded("isLetter", "(C)Z", is_letter),
    bounded("isAlphabetic", "(I)Z", is_alphabetic),
    bounded("isLetterOrDigit", "(C)Z", is_letter_or_digit),
    bounded("isUpperCase", "(C)Z", is_upper_case),
    bounded("isLowerCase", "(C)Z", is_lower_case),
    bounded("isDigit", "(I)Z", is_digit_point),
    exact("isWhitespace", "(I)Z", is_whitespace),
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

/// Whether the argument is ASCII.
fn is_ascii(call: &mut Call<'_, '_>) -> Result<bool, Abrupt> {
    let unit = call.int(0)?;
    let is_ascii = within(call, unit, &[(0, 127)]);
    call.decide(is_ascii)
}

/// Characters beyond Latin-1 that are no surrogates. A surrogate alone is in no class that is asked for here, and no letter.
const BEYOND_LATIN: [(i32, i32); 3] = [(0x100, 0xD7FF), (0xE000, 0xFFFF), PAIRS];
const PAIRS: (i32, i32) = (FIRST_OF_PAIRS, LAST);

/// Runs of characters of ASCII, and those of Latin-1 beyond it.
type Runs<'r> = (&'r [(i32, i32)], &'r [(i32, i32)]);

/// What a question says of the argument: of ASCII and Latin-1 whether it is in one of the runs, of other characters anything.
fn of_class(call: &mut Call<'_, '_>, asked: &str, (ascii, latin): Runs<'_>) -> Result<TermId, Abrupt> {
    let unit = call.int(0)?;
    if is_ascii(call)? {
        return Ok(within(call, unit, ascii));
    }
    if call.machine.pool.as_constant(unit).is_some() {
        return call.unmodelled("of a character beyond ASCII");
    }
    let answer = call.unfollowed_truth(asked, &[unit])?;
    let (is_beyond, known) = (within(call, unit, &BEYOND_LATIN), within(call, unit, latin));
    let other = call.machine.pool.conjunction(is_beyond, answer);
    Ok(call.machine.pool.disjunction(known, other))
}

fn answered(call: &mut Call<'_, '_>, asked: &str, known: Runs<'_>) -> Outcome {
    let answer = of_class(call, asked, known)?;
    Ok(call.truth(answer))
}

const DIGITS: (i32, i32) = (0x30, 0x39);
const UPPER: (i32, i32) = (0x41, 0x5A);
const LOWER: (i32, i32) = (0x61, 0x7A);
/// Letters of Latin-1 beyond ASCII: those that are small, and those that have or are capitals.
const SMALL_OF_LATIN: [(i32, i32); 5] = [(0xAA, 0xAA), (0xB5, 0xB5), (0xBA, 0xBA), (0xDF, 0xF6), (0xF8, 0xFF)];
const CAPITALS_OF_LATIN: [(i32, i32); 2] = [(0xC0, 0xD6), (0xD8, 0xDE)];
const LETTERS_OF_LATIN: [(i32, i32); 6] =
    [(0xAA, 0xAA), (0xB5, 0xB5), (0xBA, 0xBA), (0xC0, 0xD6), (0xD8, 0xF6), (0xF8, 0xFF)];

/// The runs of decimal digits below `FIRST_OF_PAIRS`.
fn digit_runs() -> [(i32, i32); DIGIT_RUNS.len()] {
    DIGIT_RUNS.map(|first| (i32::from(first), i32::from(first) + 9))
}

fn is_digit(call: &mut Call<'_, '_>) -> Outcome {
    is_within(call, &digit_runs())
}

fn is_whitespace(call: &mut Call<'_, '_>) -> Outcome {
    let runs = WHITESPACE_RUNS.map(|(first, last)| (i32::from(first), i32::from(last)));
    is_within(call, &runs)
}

/// Whether a code point is a decimal digit; which of those of two units are depends on the version of Unicode.
fn is_decimal(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    let point = call.int(0)?;
    if is_ascii(call)? {
        return Ok(within(call, point, &[DIGITS]));
    }
    let is_pair = within(call, point, &[PAIRS]);
    if !call.decide(is_pair)? {
        return Ok(within(call, point, &digit_runs()));
    }
    if call.machine.pool.as_constant(point).is_some() {
        return call.unmodelled("of a character beyond 16 bits");
    }
    call.unfollowed_truth("Character.isDigit", &[point])
}

fn is_digit_point(call: &mut Call<'_, '_>) -> Outcome {
    let answer = is_decimal(call)?;
    Ok(call.truth(answer))
}

/// Whether the argument is a letter, which no digit is.
fn letter(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    let answer = of_class(call, "Character.isLetter", (&[UPPER, LOWER], &LETTERS_OF_LATIN))?;
    let unit = call.int(0)?;
    if is_ascii(call)? {
        return Ok(answer);
    }
    let digit = within(call, unit, &digit_runs());
    let no_digit = call.machine.pool.not(digit);
    Ok(call.machine.pool.conjunction(answer, no_digit))
}

fn is_letter(call: &mut Call<'_, '_>) -> Outcome {
    let answer = letter(call)?;
    Ok(call.truth(answer))
}

/// All letters are alphabetic, and other characters too.
fn is_alphabetic(call: &mut Call<'_, '_>) -> Outcome {
    let letter = letter(call)?;
    let other = of_class(call, "Character.isAlphabetic", (&[], &[]))?;
    let either = call.machine.pool.disjunction(letter, other);
    Ok(call.truth(either))
}

fn is_letter_or_digit(call: &mut Call<'_, '_>) -> Outcome {
    let (letter, digit) = (letter(call)?, is_decimal(call)?);
    let either = call.machine.pool.disjunction(letter, digit);
    Ok(call.truth(either))
}

fn is_upper_case(call: &mut Call<'_, '_>) -> Outcome {
    answered(call, "Character.isUpperCase", (&[UPPER], &CAPITALS_OF_LATIN))
}

fn is_lower_case(call: &mut Call<'_, '_>) -> Outcome {
    answered(call, "Character.isLowerCase", (&[LOWER], &SMALL_OF_LATIN))
}

/// How letters of one case become those of the other.
struct Case {
    name: &'static str,
    /// The letters that change, of ASCII and then of Latin-1.
    letters: [(i32, i32); 3],
    distance: i32,
    /// Characters beyond ASCII that become ASCII.
    to_ascii: [(i32, u8); 2],
    /// What else is special below 256.
    others: &'static [(i32, i32)],
}

const TO_UPPER: Case = Case {
    name: "Character.toUpperCase",
    letters: [LOWER, (0xE0, 0xF6), (0xF8, 0xFE)],
    distance: -32,
    to_ascii: [(0x131, b'I'), (0x17F, b'S')],
    others: &[(0xB5, 0x39C), (0xFF, 0x178)],
};
const TO_LOWER: Case = Case {
    name: "Character.toLowerCase",
    letters: [UPPER, (0xC0, 0xD6), (0xD8, 0xDE)],
    distance: 32,
    to_ascii: [(0x130, b'i'), (0x212A, b'k')],
    others: &[],
};

/// A character in the other case: exact below 256, and where the result is ASCII. What is one unit stays one, and what is none stays
/// as it is.
fn in_case(call: &mut Call<'_, '_>, case: &Case) -> Outcome {
    let unit = call.int(0)?;
    let [ascii, latin @ ..] = &case.letters;
    if is_ascii(call)? {
        return Ok(Some(Value::Int(moved(call, unit, &[*ascii], case.distance))));
    }
    let is_latin = within(call, unit, &[(0, 255)]);
    if !call.decide(is_latin)? {
        return beyond_latin(call, case, unit).map(|changed| Some(Value::Int(changed)));
    }
    let mut changed = moved(call, unit, latin, case.distance);
    for (from, to) in case.others {
        changed = replaced(call, (unit, *from), *to, changed);
    }
    Ok(Some(Value::Int(changed)))
}

/// A letter of one of the runs as what is `distance` away; any other character as it is.
fn moved(call: &mut Call<'_, '_>, unit: TermId, letters: &[(i32, i32)], distance: i32) -> TermId {
    let (is_letter, distance) = (within(call, unit, letters), call.small(distance));
    let other = call.machine.pool.add(unit, distance);
    call.machine.pool.if_then_else(is_letter, other, unit)
}

/// One number where a unit is another, else what there is.
fn replaced(call: &mut Call<'_, '_>, (unit, from): (TermId, i32), to: i32, otherwise: TermId) -> TermId {
    let (from, to) = (call.small(from), call.small(to));
    let is_it = call.machine.pool.equal(unit, from);
    call.machine.pool.if_then_else(is_it, to, otherwise)
}

fn beyond_latin(call: &mut Call<'_, '_>, case: &Case, unit: TermId) -> Result<TermId, Abrupt> {
    if call.machine.pool.as_constant(unit).is_some() {
        return call.unmodelled("of a character beyond Latin-1");
    }
    let any = call.unfollowed(case.name, &[unit], Domain::Int)?;
    let [below, above, pairs] = BEYOND_LATIN;
    let to_latin = (0x80, 0xFF);
    let (from_plane, to_plane) = (within(call, unit, &[below, above]), within(call, any, &[to_latin, below, above]));
    let (from_pairs, to_pairs) = (within(call, unit, &[pairs]), within(call, any, &[pairs]));
    let pool = &mut call.machine.pool;
    let (in_plane, in_pairs) = (pool.conjunction(from_plane, to_plane), pool.conjunction(from_pairs, to_pairs));
    let fits = pool.disjunction(in_plane, in_pairs);
    let mut changed = pool.if_then_else(fits, any, unit);
    for (from, to) in case.to_ascii {
        changed = replaced(call, (unit, from), i32::from(to), changed);
    }
    Ok(changed)
}

fn to_upper_case(call: &mut Call<'_, '_>) -> Outcome {
    in_case(call, &TO_UPPER)
}

fn to_lower_case(call: &mut Call<'_, '_>) -> Outcome {
    in_case(call, &TO_LOWER)
}

/// The value of a digit or letter below a unit, or -1.
fn value_in_radix_36(call: &mut Call<'_, '_>, unit: TermId, below: u16) -> TermId {
    let mut found = call.small(-1);
    let digits = DIGIT_RUNS.iter().map(|first| (*first, 9, 0));
    let letters = LETTER_RUNS.iter().map(|first| (*first, 25, 10));
    for (first, last, least) in digits.chain(letters).filter(|(first, ..)| *first < below) {
        let first = i32::from(first);
        let (inside, zero) = (within(call, unit, &[(first, first + last)]), call.small(first - least));
        let pool = &mut call.machine.pool;
        let own = pool.subtract(unit, zero);
        found = pool.if_then_else(inside, own, found);
    }
    found
}

/// The value in the radix 36 of the argument. Code points of two units are digits or nothing.
fn value_of_digit(call: &mut Call<'_, '_>) -> Result<TermId, Abrupt> {
    let point = call.int(0)?;
    if is_ascii(call)? {
        return Ok(value_in_radix_36(call, point, 128));
    }
    let is_pair = within(call, point, &[PAIRS]);
    if !call.decide(is_pair)? {
        return Ok(value_in_radix_36(call, point, u16::MAX));
    }
    if call.machine.pool.as_constant(point).is_some() {
        return call.unmodelled("of a character beyond 16 bits");
    }
    let (any, none) = (call.unfollowed("Character.digit", &[point], Domain::Int)?, call.small(-1));
    let is_digit = within(call, any, &[(0, 9)]);
    Ok(call.machine.pool.if_then_else(is_digit, any, none))
}

/// Numbers of Latin-1 that are no digits: raised ones, and fractions.
const NUMBERS_OF_LATIN: [(i32, i32); 6] = [(0xB2, 2), (0xB3, 3), (0xB9, 1), (0xBC, -2), (0xBD, -2), (0xBE, -2)];

/// `Character.getNumericValue`, which knows numbers beside digits: fractions (-2) and large ones.
fn numeric_value(call: &mut Call<'_, '_>) -> Outcome {
    let unit = call.int(0)?;
    if is_ascii(call)? {
        return Ok(Some(Value::Int(value_in_radix_36(call, unit, 128))));
    }
    if call.machine.pool.as_constant(unit).is_some() {
        return call.unmodelled("of a character beyond ASCII");
    }
    let (any, least, zero) =
        (call.unfollowed("Character.getNumericValue", &[unit], Domain::Int)?, call.small(-2), call.small(0));
    let known = value_in_radix_36(call, unit, u16::MAX);
    let pool = &mut call.machine.pool;
    let (is_value, is_digit) = (pool.less_or_equal(least, any), pool.less_or_equal(zero, known));
    let other = pool.if_then_else(is_value, any, least);
    let beyond = pool.if_then_else(is_digit, known, other);
    let is_latin = within(call, unit, &[(0, 0xFF)]);
    let mut of_latin = call.small(-1);
    for (number, value) in NUMBERS_OF_LATIN {
        of_latin = replaced(call, (unit, number), value, of_latin);
    }
    Ok(Some(Value::Int(call.machine.pool.if_then_else(is_latin, of_latin, beyond))))
}

/// Whether a radix is one, 2 to 36.
fn is_radix(call: &mut Call<'_, '_>, radix: TermId) -> TermId {
    within(call, radix, &[(2, 36)])
}

fn digit(call: &mut Call<'_, '_>) -> Outcome {
    let (found, radix, none) = (value_of_digit(call)?, call.int(1)?, call.small(-1));
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
