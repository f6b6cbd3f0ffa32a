//! How far an input is from one that a person would write.

use super::case::{ConcreteCase, ConcreteObject, ConcreteValue, ObjectPlace};
use std::collections::BTreeSet;

/// Numbers beyond this one are no ordinary ones.
const ORDINARY: u64 = 1_000;
/// Numbers nearer to zero neither, but for zero itself.
const SMALLEST_FLOAT: f64 = 1e-6;
/// A text of so few characters may have some of all kinds, a longer one of fewer than so many kinds.
const LONGEST_MIXED: usize = 3;
const MOST_KINDS: usize = 3;

/// What of an input a person would not write: the less, the more ordinary it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oddity {
    /// Nulls among the arguments, of the call itself and of those that make objects.
    pub nulls: usize,
    /// Large numbers, those that are not finite or next to zero, texts with characters that nobody sees or of everything at once.
    pub values: usize,
    /// Objects of which code beside their classes assigns fields.
    pub assigned: usize,
}

impl Oddity {
    /// Of an input.
    pub fn of(case: &ConcreteCase) -> Oddity {
        let calls = case.objects.iter().filter_map(|object| match object {
            ConcreteObject::Made(calls) => Some(calls),
            _ => None,
        });
        let arguments = || case.arguments.iter().chain(calls.clone().flatten().flat_map(|call| &call.arguments));
        let assigned = case.assignments.iter().map(|(_, _, value)| value);
        let numbers = arguments().chain(assigned).filter(|value| is_odd(value)).count();
        let texts = (0..case.objects.len()).filter(|number| is_odd_text(case, *number)).count();
        let nulls = arguments().filter(|value| **value == ConcreteValue::Null).count();
        let holders = case.assignments.iter().filter(|(_, place, _)| matches!(place, ObjectPlace::Field(_)));
        let assigned = holders.map(|(holder, ..)| *holder).collect::<BTreeSet<usize>>().len();
        Oddity { nulls, values: numbers + texts, assigned }
    }

    /// All together.
    pub fn total(self) -> usize {
        self.nulls + self.values + self.assigned
    }
}

fn is_odd(value: &ConcreteValue) -> bool {
    match value {
        ConcreteValue::Int(number) | ConcreteValue::Long(number) => number.unsigned_abs() > ORDINARY,
        ConcreteValue::Float(bits) => !is_ordinary_float(f64::from(f32::from_bits(*bits))),
        ConcreteValue::Double(bits) => !is_ordinary_float(f64::from_bits(*bits)),
        ConcreteValue::Null | ConcreteValue::Object(_) => false,
    }
}

/// Whether a number is zero, or within reach of one.
fn is_ordinary_float(number: f64) -> bool {
    number == 0.0 || (SMALLEST_FLOAT..=ORDINARY as f64).contains(&number.abs())
}

/// Whether a text has something of everything: capitals, small letters, digits and signs, or three of these.
fn is_mixed(units: &[u16]) -> bool {
    let characters = || units.iter().filter_map(|unit| char::from_u32(u32::from(*unit)));
    let kinds: [&dyn Fn(char) -> bool; 4] =
        [&char::is_uppercase, &char::is_lowercase, &char::is_numeric, &|sign: char| {
            !sign.is_alphanumeric() && sign != ' '
        }];
    units.len() > LONGEST_MIXED && kinds.iter().filter(|is_of| characters().any(is_of)).count() >= MOST_KINDS
}

/// Whether an object is a text, or an array of characters, with one that is not seen, or with some of all kinds.
fn is_odd_text(case: &ConcreteCase, number: usize) -> bool {
    let is_hidden = |unit: u16| char::from_u32(u32::from(unit)).is_none_or(char::is_control);
    match case.objects.get(number) {
        Some(ConcreteObject::String(units) | ConcreteObject::Builder(_, units)) => {
            is_mixed(units) || units.iter().any(|unit| is_hidden(*unit))
        }
        Some(ConcreteObject::Array(descriptor, length)) if descriptor == "[C" => {
            let seen = case.assignments.iter().filter(|(array, place, value)| {
                let unit = match value {
                    ConcreteValue::Int(unit) => u16::try_from(*unit).ok(),
                    _ => None,
                };
                let is_element = *array == number && matches!(place, ObjectPlace::Element(_));
                is_element && unit.is_some_and(|unit| !is_hidden(unit))
            });
            // What is not assigned is zero.
            i32::try_from(seen.count()).is_ok_and(|seen| seen < *length)
        }
        _ => false,
    }
}
