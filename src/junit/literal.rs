//! Values as Java source: numbers, characters, strings, and the tolerance of a comparison.

use crate::classfile::PrimitiveType;
use crate::input::ConcreteValue;
use std::fmt::Write;

/// An int: the ends of its range by name.
pub(super) fn int(number: i64) -> String {
    if number == i64::from(i32::MIN) {
        "Integer.MIN_VALUE".into()
    } else if number == i64::from(i32::MAX) {
        "Integer.MAX_VALUE".into()
    } else {
        number.to_string()
    }
}

/// A long: the ends of its range by name.
pub(super) fn long(number: i64) -> String {
    match number {
        i64::MIN => "Long.MIN_VALUE".into(),
        i64::MAX => "Long.MAX_VALUE".into(),
        _ => format!("{number}L"),
    }
}

/// A float by its bits.
pub(super) fn float(bits: u32) -> String {
    let number = f32::from_bits(bits);
    if number.is_nan() {
        "Float.NaN".into()
    } else if number.is_infinite() {
        format!("Float.{}_INFINITY", if number > 0.0 { "POSITIVE" } else { "NEGATIVE" })
    } else if number == f32::MAX {
        "Float.MAX_VALUE".into()
    } else if bits == 1 {
        "Float.MIN_VALUE".into()
    } else {
        format!("{}f", exponent(format!("{number:?}")))
    }
}

/// A double by its bits.
pub(super) fn double(bits: u64) -> String {
    let number = f64::from_bits(bits);
    if number.is_nan() {
        "Double.NaN".into()
    } else if number.is_infinite() {
        format!("Double.{}_INFINITY", if number > 0.0 { "POSITIVE" } else { "NEGATIVE" })
    } else if number == f64::MAX {
        "Double.MAX_VALUE".into()
    } else if bits == 1 {
        "Double.MIN_VALUE".into()
    } else {
        exponent(format!("{number:?}"))
    }
}

/// Java's notation of an exponent.
fn exponent(text: String) -> String {
    text.replace('e', "E")
}

/// How far two numbers that are written like this may differ: nine digits of a double, six of a float; none where only the
/// number itself is meant (zeros, infinities, NaN, and what is too small for a tolerance).
pub(super) fn tolerance(number: f64, is_float: bool) -> Option<String> {
    if number == 0.0 || !number.is_finite() {
        return None;
    }
    let written = format!("{number:e}");
    let exponent: i32 = written.split('e').nth(1)?.parse().ok()?;
    let (digits, least, suffix) = if is_float { (6, -44, "f") } else { (9, -320, "") };
    let power = exponent.min(0) - digits;
    (power > least).then(|| format!("1E{power}{suffix}"))
}

/// A character literal.
pub(super) fn character(unit: i64) -> String {
    match u16::try_from(unit) {
        Ok(unit) if unit == u16::from(b'\'') => "'\\''".into(),
        Ok(unit) if unit == u16::from(b'"') => "'\"'".into(),
        Ok(0) => "'\\0'".into(),
        Ok(unit) => {
            let mut text = String::from("'");
            push_unit(&mut text, unit);
            text.push('\'');
            text
        }
        Err(_) => unit.to_string(),
    }
}

/// A string literal: ASCII as it is, everything else escaped, so that no encoding matters.
pub(super) fn string(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for unit in units {
        push_unit(&mut text, *unit);
    }
    text.push('"');
    text
}

/// A text that is there in characters, such as a name, as a string literal.
pub(super) fn text(text: &str) -> String {
    let units: Vec<u16> = text.encode_utf16().collect();
    string(&units)
}

fn push_unit(text: &mut String, unit: u16) {
    match u8::try_from(unit) {
        Ok(b'"') => text.push_str("\\\""),
        Ok(b'\\') => text.push_str("\\\\"),
        Ok(b'\n') => text.push_str("\\n"),
        Ok(b'\r') => text.push_str("\\r"),
        Ok(b'\t') => text.push_str("\\t"),
        Ok(b'\0') => text.push_str("\\000"),
        Ok(byte @ b' '..=b'~') => text.push(char::from(byte)),
        _ => {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
}

/// The fewest elements of an array that read better as a text.
const SHORTEST_TEXT: usize = 3;

/// Units or bytes as a literal of the text that they are; none where that is short, or has more than letters, digits, signs and spaces.
pub(super) fn as_text(elements: &[ConcreteValue]) -> Option<String> {
    let units: Option<Vec<u16>> = elements
        .iter()
        .map(|element| match element {
            ConcreteValue::Int(unit @ 0x20..=0x7e) => u16::try_from(*unit).ok(),
            _ => None,
        })
        .collect();
    units.filter(|units| units.len() >= SHORTEST_TEXT).map(|units| string(&units))
}

/// Bytes as the characters that they are; none where there is none, or one that nobody sees but as the end of a line or a tab.
pub(super) fn as_characters(elements: &[ConcreteValue]) -> Option<Vec<String>> {
    let characters = elements.iter().map(|element| match element {
        ConcreteValue::Int(unit @ (0x20..=0x7e | 9 | 10 | 13)) => Some(character(*unit)),
        _ => None,
    });
    characters.collect::<Option<Vec<String>>>().filter(|characters| !characters.is_empty())
}

/// A text of a comment: of ASCII on one line, and neither its end nor an escape.
pub(super) fn comment(text: &str) -> String {
    let plain: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let plain = plain.replace("*/", "* /").replace("\\u", "\\ u");
    plain.chars().map(|character| if character.is_ascii() { character } else { '?' }).collect()
}

/// A number of an integral type, where nothing else says which type is meant.
pub(super) fn integral(kind: PrimitiveType, number: i64) -> String {
    match kind {
        PrimitiveType::Boolean => (number != 0).to_string(),
        PrimitiveType::Char => character(number),
        PrimitiveType::Byte => match i8::try_from(number) {
            Ok(i8::MIN) => "Byte.MIN_VALUE".into(),
            Ok(i8::MAX) => "Byte.MAX_VALUE".into(),
            _ => format!("(byte) {number}"),
        },
        PrimitiveType::Short => match i16::try_from(number) {
            Ok(i16::MIN) => "Short.MIN_VALUE".into(),
            Ok(i16::MAX) => "Short.MAX_VALUE".into(),
            _ => format!("(short) {number}"),
        },
        _ => int(number),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn strings_are_ascii_with_javas_escapes() {
        assert_eq!(string(&units("a\"b\\n\n")), r#""a\"b\\n\n""#);
        assert_eq!(string(&units("é\u{7}")), r#""\u00e9\u0007""#);
        assert_eq!(string(&[0xd83d]), r#""\ud83d""#);
        // A null character before a digit stays one character.
        assert_eq!(string(&units("\u{0}01")), r#""\00001""#);
        assert_eq!((character(39), character(34), character(10)), ("'\\''".into(), "'\"'".into(), "'\\n'".into()));
    }

    #[test]
    fn the_ends_of_ranges_have_names() {
        assert_eq!(
            (int(-2_147_483_648), int(-1), long(i64::MAX)),
            ("Integer.MIN_VALUE".into(), "-1".into(), "Long.MAX_VALUE".into())
        );
        assert_eq!((float(1.5f32.to_bits()), double(1e300f64.to_bits())), ("1.5f".into(), "1E300".into()));
        assert_eq!((double((-0.0f64).to_bits()), double(f64::NAN.to_bits())), ("-0.0".into(), "Double.NaN".into()));
    }

    #[test]
    fn tolerances_follow_the_size_of_a_number() {
        assert_eq!(tolerance(1.5, false).unwrap(), "1E-9");
        assert_eq!(tolerance(1e300, false).unwrap(), "1E-9");
        assert_eq!(tolerance(-2.5e-3, true).unwrap(), "1E-9f");
        assert_eq!((tolerance(0.0, false), tolerance(1e-318, false), tolerance(f64::NAN, true)), (None, None, None));
    }

    #[test]
    fn comments_end_nowhere_else() {
        assert_eq!(comment("a */ b \\u000a\nc"), "a * / b \\ u000a c");
    }
}
