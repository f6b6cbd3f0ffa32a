//! Simpler values: fewer calls, shorter texts, smaller numbers.

use super::{Place, held_at, value_at};
use crate::classfile::PrimitiveType;
use crate::heap::{Given, GivenObject, GivenValue};
use crate::program::{FieldKind, ReferenceType};
use std::sync::Arc;

/// In longer texts and arrays not each part is looked at by itself.
const LONGEST_BY_PART: usize = 16;
/// The plainest units of text are this one and those after it.
const PLAIN: u16 = b'a' as u16;
const LETTERS: usize = 26;

/// Inputs that are simpler at a place, the simplest first. Each is less than the input in an order without endless descent.
pub(super) fn simpler(input: &Given, place: &Place) -> Vec<Given> {
    let with = |change: &dyn Fn(&mut Given) -> Option<()>| {
        let mut changed = input.clone();
        change(&mut changed).map(|()| changed)
    };
    match place {
        Place::Call(object, call) => {
            with(&|input| leave_out(input.objects.get_mut(*object)?, *call)).into_iter().collect()
        }
        Place::Assignment(object, at) => {
            let without = with(&|input| match input.objects.get_mut(*object)? {
                GivenObject::Made(_, _, fields) => Some(_ = fields.remove(*at)),
                _ => None,
            });
            without.into_iter().collect()
        }
        Place::Argument(_, kind) | Place::Part(_, _, kind) | Place::Field(_, _, kind) => {
            let value = held_at(input, place);
            let (Some(GivenValue::Number(number)), FieldKind::Primitive(primitive)) = (value, kind) else {
                return Vec::new();
            };
            let plainer = numbers(*primitive, number).into_iter();
            plainer
                .filter_map(|number| {
                    with(&|input| value_at(input, place).map(|value| *value = GivenValue::Number(number)))
                })
                .collect()
        }
        Place::Object(number) => match input.objects.get(*number) {
            Some(GivenObject::Text(class, text)) => texts(text)
                .into_iter()
                .filter_map(|text| {
                    let text: Arc<[u16]> = text.into();
                    with(&|input| {
                        *input.objects.get_mut(*number)? = GivenObject::Text(*class, text.clone());
                        Some(())
                    })
                })
                .collect(),
            Some(GivenObject::Array(array, elements)) => arrays(primitive_of(*array), elements)
                .into_iter()
                .filter_map(|elements| {
                    with(&|input| {
                        *input.objects.get_mut(*number)? = GivenObject::Array(*array, elements.clone());
                        Some(())
                    })
                })
                .collect(),
            _ => Vec::new(),
        },
    }
}

fn primitive_of(array: ReferenceType) -> Option<PrimitiveType> {
    match array.component() {
        Some(FieldKind::Primitive(primitive)) => Some(primitive),
        _ => None,
    }
}

/// Leaves out one of the calls that make an object, with its arguments.
fn leave_out(object: &mut GivenObject, call: usize) -> Option<()> {
    let GivenObject::Made(plan, arguments, _) = object else { return None };
    let first: usize = plan.calls.iter().take(call).map(|call| call.parameters.len()).sum();
    let count = plan.calls.get(call)?.parameters.len();
    plan.calls.remove(call);
    arguments.drain(first..first + count);
    Some(())
}

/// Shorter texts, then some as long with plainer units.
fn texts(text: &[u16]) -> Vec<Vec<u16>> {
    let length = text.len();
    let is_plain = |unit: u16| u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_alphanumeric());
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_vec();
    let mut found: Vec<Vec<u16>> = Vec::new();
    if length > 1 {
        found.extend([vec![PLAIN], part(0, length / 2), part(length / 2, length)]);
    }
    if length <= LONGEST_BY_PART {
        let without = |at: usize| [part(0, at), part(at + 1, length)].concat();
        found.extend((0..length).map(without));
        let odd = (0..length).filter(|at| text.get(*at).is_some_and(|unit| !is_plain(*unit)));
        found.extend(odd.map(|at| [part(0, at), vec![letter(at)], part(at + 1, length)].concat()));
    }
    found
}

/// The plainest unit of text at a place: a text of different ones shows more.
fn letter(at: usize) -> u16 {
    PLAIN + (at % LETTERS) as u16
}

/// Numbers nearer to zero, or positive ones; of floating point and units of text, plain ones.
pub(super) fn numbers(primitive: PrimitiveType, number: i64) -> Vec<i64> {
    let plainer: Vec<i64> = match primitive {
        PrimitiveType::Boolean => Vec::new(),
        PrimitiveType::Char => vec![i64::from(PLAIN)],
        PrimitiveType::Float => [0.0_f32, 1.0].map(|plain| i64::from(plain.to_bits())).to_vec(),
        PrimitiveType::Double => [0.0_f64, 1.0].map(|plain| plain.to_bits() as i64).to_vec(),
        _ => vec![0, 1, number / 2, number - number.signum(), number.saturating_neg()],
    };
    let rank = |number: i64| rank(primitive, number);
    plainer.into_iter().filter(|plainer| rank(*plainer) < rank(number)).collect()
}

/// The less, the plainer.
fn rank(primitive: PrimitiveType, number: i64) -> (u64, bool) {
    match primitive {
        PrimitiveType::Char => {
            let is_plain = u8::try_from(number).is_ok_and(|unit| unit.is_ascii_alphanumeric());
            (u64::from(!is_plain), false)
        }
        PrimitiveType::Float => (float_rank(f64::from(f32::from_bits(number as u32))), false),
        PrimitiveType::Double => (float_rank(f64::from_bits(number as u64)), false),
        _ => (number.unsigned_abs(), number < 0),
    }
}

fn float_rank(number: f64) -> u64 {
    match number {
        _ if number.to_bits() == 0 => 0,
        _ if number == 1.0 => 1,
        _ => 2,
    }
}

/// Shorter arrays, then plainer elements: all of them, then each by itself.
fn arrays(component: Option<PrimitiveType>, elements: &[GivenValue]) -> Vec<Vec<GivenValue>> {
    let length = elements.len();
    let mut found: Vec<Vec<GivenValue>> = Vec::new();
    let part = |from: usize, to: usize| elements.get(from..to).unwrap_or_default().to_vec();
    if length > 1 {
        found.extend([part(0, 1), part(0, length / 2), part(length / 2, length)]);
    }
    if length <= LONGEST_BY_PART {
        found.extend((0..length).map(|at| [part(0, at), part(at + 1, length)].concat()));
    }
    let Some(component) = component else { return found };
    let plain = |at: usize| GivenValue::Number(plain_element(component, at));
    let odd: Vec<usize> = (0..length).filter(|at| elements.get(*at) != Some(&plain(*at))).collect();
    if odd.len() > 1 {
        found.push((0..length).map(plain).collect());
    }
    if length <= LONGEST_BY_PART {
        found.extend(odd.into_iter().map(|at| [part(0, at), vec![plain(at)], part(at + 1, length)].concat()));
    }
    found
}

/// The plainest element of an array at a place: an array of different ones shows more.
fn plain_element(component: PrimitiveType, at: usize) -> i64 {
    let number = 1 + (at % LETTERS) as i64;
    match component {
        PrimitiveType::Boolean => 0,
        PrimitiveType::Char => i64::from(letter(at)),
        PrimitiveType::Float => i64::from((number as f32).to_bits()),
        PrimitiveType::Double => (number as f64).to_bits() as i64,
        _ => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plainer_values_are_shorter_or_nearer_to_zero() {
        let text = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
        let plainest = |found: Vec<Vec<u16>>| found.first().map(|units| String::from_utf16_lossy(units));
        assert_eq!(plainest(texts(&text("^SCH"))).as_deref(), Some("a"));
        assert_eq!(plainest(texts(&text("=a"))).as_deref(), Some("a"));
        assert_eq!(texts(&text("a")), [Vec::<u16>::new()]);
        for (primitive, number) in [
            (PrimitiveType::Int, i64::from(i32::MIN)),
            (PrimitiveType::Long, i64::MIN),
            (PrimitiveType::Byte, -1),
            (PrimitiveType::Char, 0),
            (PrimitiveType::Double, f64::NAN.to_bits() as i64),
        ] {
            let found = numbers(primitive, number);
            assert!(!found.is_empty(), "{primitive:?} {number}");
            let ranks = |number: i64| rank(primitive, number);
            assert!(found.iter().all(|plainer| ranks(*plainer) < ranks(number)), "{primitive:?} {number}");
            assert!(numbers(primitive, 0).is_empty() || primitive == PrimitiveType::Char, "{primitive:?}");
        }
        let elements = [9, 2, 7].map(GivenValue::Number);
        assert!(arrays(Some(PrimitiveType::Byte), &elements).contains(&[1, 2, 3].map(GivenValue::Number).to_vec()));
    }
}
