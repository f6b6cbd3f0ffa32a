//! How far an input is from one that a person would write.

use super::case::{ConcreteCase, ConcreteObject, ConcreteValue, ObjectPlace};

/// Numbers beyond this one are no ordinary ones.
const ORDINARY: u64 = 1_000;

/// What of an input a person would not write: the less, the more ordinary it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Oddity {
    /// Nulls among the arguments, of the call itself and of those that make objects.
    pub nulls: usize,
    /// Large numbers, those that are not finite, and characters that nobody sees.
    pub values: usize,
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
        let texts = (0..case.objects.len()).filter(|number| has_hidden_units(case, *number)).count();
        let nulls = arguments().filter(|value| **value == ConcreteValue::Null).count();
        Oddity { nulls, values: numbers + texts }
    }

    /// Both together.
    pub fn total(self) -> usize {
        self.nulls + self.values
    }
}

fn is_odd(value: &ConcreteValue) -> bool {
    match value {
        ConcreteValue::Int(number) | ConcreteValue::Long(number) => number.unsigned_abs() > ORDINARY,
        ConcreteValue::Float(bits) => !f32::from_bits(*bits).is_finite(),
        ConcreteValue::Double(bits) => !f64::from_bits(*bits).is_finite(),
        ConcreteValue::Null | ConcreteValue::Object(_) => false,
    }
}

/// Whether an object is a text, or an array of characters, with one that is not seen.
fn has_hidden_units(case: &ConcreteCase, number: usize) -> bool {
    let is_hidden = |unit: u16| char::from_u32(u32::from(unit)).is_none_or(char::is_control);
    match case.objects.get(number) {
        Some(ConcreteObject::String(units) | ConcreteObject::Builder(_, units)) => {
            units.iter().any(|unit| is_hidden(*unit))
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
