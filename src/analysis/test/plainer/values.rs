//! Simpler values: fewer calls, and the texts, numbers and arrays that a person would write without thinking. Values of which
//! each part is another show more than zero or nothing would.

use super::{Place, held_at, value_at};
use crate::classfile::PrimitiveType;
use crate::heap::{Given, GivenObject, GivenValue, MakingPlan};
use crate::program::{FieldKind, Maker, Program, ReferenceType};
use std::sync::Arc;

/// In longer texts and arrays not each part is looked at by itself.
const LONGEST_BY_PART: usize = 16;
/// The plainest units of text are this one and those after it.
const PLAIN: u16 = b'a' as u16;
const LETTERS: usize = 26;
/// So long a text or array shows what is done with its parts.
const USUAL_LENGTH: usize = 3;
/// Numbers that a person would write, the most usual first. Zero is what much is without anything being done.
const USUAL: [i64; 4] = [1, 2, 3, 0];

/// Inputs that are simpler at a place, the simplest first. Each is less than the input in an order without endless descent.
pub(super) fn simpler((program, package): (&Program, &str), input: &Given, place: &Place) -> Vec<Given> {
    let with = |change: &dyn Fn(&mut Given) -> Option<()>| {
        let mut changed = input.clone();
        change(&mut changed).map(|()| changed)
    };
    match place {
        Place::Maker(object) => {
            with(&|input| make_without_arguments(program, package, input.objects.get_mut(*object)?))
                .into_iter()
                .collect()
        }
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

/// Makes an object by a constructor without parameters, where another one with some does it now.
fn make_without_arguments(program: &Program, package: &str, object: &mut GivenObject) -> Option<()> {
    let GivenObject::Made(plan, arguments, _) = object else { return None };
    let count = plan.calls.first().filter(|_| !plan.has_enclosing_instance)?.parameters.len();
    let is_plain = |maker: &Maker| program.method(maker.method).parameters.is_empty() && !maker.has_enclosing_instance;
    let maker = program.constructors(plan.class, package).into_iter().find(is_plain).filter(|_| count > 0)?;
    let mut plainer = MakingPlan::of(program, maker);
    plainer.calls.extend(plan.calls.drain(1..));
    arguments.drain(..count);
    *plan = plainer;
    Some(())
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

/// The usual text, shorter texts, then some as long with plainer units: different ones for some that are the same.
fn texts(text: &[u16]) -> Vec<Vec<u16>> {
    let length = text.len();
    let is_plain = |unit: u16| u8::try_from(unit).is_ok_and(|unit| unit.is_ascii_alphanumeric());
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_vec();
    let usual: Vec<u16> = (0..USUAL_LENGTH).map(letter).collect();
    if *text == *usual {
        return Vec::new();
    }
    let mut found: Vec<Vec<u16>> = vec![usual];
    if length != 1 {
        found.push(vec![PLAIN]);
    }
    if length > 1 {
        found.extend([part(0, length / 2), part(length / 2, length)]);
    }
    if (2..=LETTERS).contains(&length)
        && (1..length).any(|at| text.iter().take(at).any(|unit| text.get(at) == Some(unit)))
    {
        found.push((0..length).map(letter).collect());
    }
    if length <= LONGEST_BY_PART {
        let without = |at: usize| [part(0, at), part(at + 1, length)].concat();
        found.extend((0..length).filter(|_| length > 1).map(without));
        let odd = (0..length).filter(|at| text.get(*at).is_some_and(|unit| !is_plain(*unit)));
        found.extend(odd.map(|at| [part(0, at), vec![letter(at)], part(at + 1, length)].concat()));
    }
    found
}

/// The plainest unit of text at a place: a text of different ones shows more.
fn letter(at: usize) -> u16 {
    PLAIN + (at % LETTERS) as u16
}

/// Usual numbers, then some nearer to zero, or positive ones; of floating point and units of text, plain ones.
pub(super) fn numbers(primitive: PrimitiveType, number: i64) -> Vec<i64> {
    let plainer: Vec<i64> = match primitive {
        PrimitiveType::Boolean => Vec::new(),
        PrimitiveType::Char => vec![i64::from(PLAIN)],
        PrimitiveType::Float => [1.0_f32, 0.0].map(|plain| i64::from(plain.to_bits())).to_vec(),
        PrimitiveType::Double => [1.0_f64, 0.0].map(|plain| plain.to_bits() as i64).to_vec(),
        _ => [&USUAL[..], &[number / 2, number - number.signum(), number.saturating_neg()]].concat(),
    };
    let rank = |number: i64| rank(primitive, number);
    // The smallest number has no counterpart.
    let is_one = |number: i64| match primitive {
        PrimitiveType::Byte => i8::try_from(number).is_ok(),
        PrimitiveType::Short => i16::try_from(number).is_ok(),
        PrimitiveType::Int => i32::try_from(number).is_ok(),
        _ => true,
    };
    plainer.into_iter().filter(|plainer| is_one(*plainer) && rank(*plainer) < rank(number)).collect()
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
        _ => match USUAL.iter().position(|usual| *usual == number) {
            Some(at) => (at as u64, false),
            None => (number.unsigned_abs().saturating_add(USUAL.len() as u64), number < 0),
        },
    }
}

fn float_rank(number: f64) -> u64 {
    match number {
        _ if number == 1.0 => 0,
        _ if number.to_bits() == 0 => 1,
        _ => 2,
    }
}

/// The usual array, shorter arrays, then plainer elements: all of them, then each by itself.
fn arrays(component: Option<PrimitiveType>, elements: &[GivenValue]) -> Vec<Vec<GivenValue>> {
    let length = elements.len();
    let mut found: Vec<Vec<GivenValue>> = Vec::new();
    let part = |from: usize, to: usize| elements.get(from..to).unwrap_or_default().to_vec();
    if let Some(component) = component {
        let usual: Vec<GivenValue> =
            (0..USUAL_LENGTH).map(|at| GivenValue::Number(plain_element(component, at))).collect();
        if *elements == *usual {
            return found;
        }
        found.push(usual);
    }
    if length > 1 {
        found.extend([part(0, 1), part(0, length / 2), part(length / 2, length)]);
    }
    if (2..=LONGEST_BY_PART).contains(&length) {
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
    fn plainer_values_are_usual_or_shorter_or_nearer_to_zero() {
        let text = |text: &str| -> Vec<u16> { text.encode_utf16().collect() };
        let plainest = |found: Vec<Vec<u16>>| found.first().map(|units| String::from_utf16_lossy(units));
        assert_eq!(plainest(texts(&text("^SCH"))).as_deref(), Some("abc"));
        assert!(texts(&text("=a")).contains(&text("a")));
        assert_eq!(texts(&text("a")), [text("abc")]);
        assert_eq!(texts(&text("")), [text("abc"), text("a")]);
        assert!(texts(&text("abc")).is_empty());
        assert!(texts(&text("aaaa")).contains(&text("abcd")));
        assert!(!texts(&text("zyxw")).contains(&text("abcd")), "it has different ones already");
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
            let usual = numbers(primitive, number).into_iter().min_by_key(|number| ranks(*number)).unwrap_or(number);
            assert!(numbers(primitive, usual).is_empty(), "{primitive:?} {usual}");
        }
        assert!(!numbers(PrimitiveType::Int, i64::from(i32::MIN)).contains(&-i64::from(i32::MIN)));
        let elements = [9, 2, 7].map(GivenValue::Number);
        assert!(arrays(Some(PrimitiveType::Byte), &elements).contains(&[1, 2, 3].map(GivenValue::Number).to_vec()));
    }
}
