//! What comes of a call, and what it was called with, in words: parts of a test's name.

use super::names::{capitalised, source_parts};
use super::shape::enum_constants;
use super::title::{number_words, text_words};
use crate::classfile::PrimitiveType;
use crate::program::{FieldKind, MethodId, Program};
use crate::summary::{ConcreteCase, ConcreteObject, ConcreteValue, ExpectedObject, ExpectedOutcome, FieldName};

/// `returns5`, `throwsArithmeticException`, and so on.
pub(super) fn outcome_words(program: &Program, method: MethodId, case: &ConcreteCase, parameters: &[String]) -> String {
    let info = program.method(method);
    match &case.expected.outcome {
        ExpectedOutcome::Threw(class, _) => format!("throws{}", simple(program, class)),
        ExpectedOutcome::Returned(None) if &*info.name == "<init>" => "succeeds".into(),
        ExpectedOutcome::Returned(None) => "completes".into(),
        ExpectedOutcome::Returned(Some(value)) => {
            let kind = info.result.unwrap_or(FieldKind::Text);
            format!("returns{}", returned(program, case, parameters, *value, kind))
        }
    }
}

fn returned(
    program: &Program,
    case: &ConcreteCase,
    parameters: &[String],
    value: ConcreteValue,
    kind: FieldKind,
) -> String {
    let ConcreteValue::Object(number) = value else {
        return number_value(value, kind).unwrap_or_else(|| "Value".into());
    };
    match case.expected.objects.get(number) {
        Some(ExpectedObject::String(text)) => {
            let text = String::from_utf16_lossy(text);
            if text.is_empty() { "EmptyString".into() } else { text_words(&text).unwrap_or_else(|| "Text".into()) }
        }
        Some(ExpectedObject::Instance(class, fields)) => {
            if super::arrange::boxed_type(class).is_some() {
                let held = fields.first().map_or(ConcreteValue::Int(0), |(_, held)| *held);
                let kind = super::arrange::boxed_type(class).map_or(FieldKind::Text, FieldKind::Primitive);
                return number_value(held, kind).unwrap_or_else(|| "Value".into());
            }
            if let Some(constant) = constant(program, class, fields) {
                return constant;
            }
            same(case, parameters, value).unwrap_or_else(|| simple(program, class))
        }
        Some(ExpectedObject::Array(_, elements)) => {
            same(case, parameters, value).unwrap_or_else(|| match elements.len() {
                0 => "EmptyArray".into(),
                length => format!("ArrayOf{length}"),
            })
        }
        Some(ExpectedObject::Builder(class, _)) => {
            same(case, parameters, value).unwrap_or_else(|| simple(program, class))
        }
        Some(ExpectedObject::Class(class)) => format!("ClassOf{}", simple(program, class)),
        None => "Value".into(),
    }
}

/// The parameter that the result is.
fn same(case: &ConcreteCase, parameters: &[String], value: ConcreteValue) -> Option<String> {
    if case.expected.receiver == Some(value) {
        return Some("Itself".into());
    }
    let (position, _) = case.expected.arguments.iter().find(|(_, argument)| *argument == value)?;
    let receiver = usize::from(case.expected.receiver.is_some());
    parameters.get(position + receiver).map(|name| capitalised(name))
}

fn constant(program: &Program, class: &str, fields: &[(FieldName, ConcreteValue)]) -> Option<String> {
    let (_, constants) = enum_constants(program, program.class_by_name(class)?)?;
    let (_, ConcreteValue::Int(ordinal)) = fields.iter().find(|(name, _)| &*name.name == "ordinal")? else {
        return None;
    };
    let field = constants.get(usize::try_from(*ordinal).ok()?)?;
    Some(constant_words(&program.field(*field).name))
}

fn constant_words(name: &str) -> String {
    name.split('_').map(|part| capitalised(&part.to_lowercase())).collect::<Vec<_>>().concat()
}

/// A number, truth value or null in words; none for objects.
pub(super) fn number_value(value: ConcreteValue, kind: FieldKind) -> Option<String> {
    Some(match value {
        ConcreteValue::Int(number) => match kind {
            FieldKind::Primitive(PrimitiveType::Boolean) => if number == 0 { "False" } else { "True" }.into(),
            FieldKind::Primitive(PrimitiveType::Char) => {
                let character = u32::try_from(number).ok().and_then(char::from_u32);
                match character.filter(char::is_ascii_alphanumeric) {
                    Some(character) => character.to_uppercase().collect(),
                    None => format!("Char{number}"),
                }
            }
            _ => number_words(&number.to_string()),
        },
        ConcreteValue::Long(number) => number_words(&number.to_string()),
        ConcreteValue::Float(bits) => floating(f64::from(f32::from_bits(bits)), &format!("{:?}", f32::from_bits(bits))),
        ConcreteValue::Double(bits) => floating(f64::from_bits(bits), &format!("{:?}", f64::from_bits(bits))),
        ConcreteValue::Null => "Null".into(),
        ConcreteValue::Object(_) => return None,
    })
}

fn floating(number: f64, text: &str) -> String {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "PositiveInfinity".into() } else { "NegativeInfinity".into() }
    } else {
        number_words(text)
    }
}

/// The arguments that can be said in words: `XIs5`.
pub(super) fn argument_words(
    program: &Program,
    method: MethodId,
    case: &ConcreteCase,
    parameters: &[String],
) -> Vec<String> {
    let info = program.method(method);
    let receiver = usize::from(info.has_receiver());
    let skipped = usize::from(info.has_receiver() && &*info.name != "<init>");
    let values = case.arguments.iter().skip(skipped);
    let mut found = Vec::new();
    for (position, (value, kind)) in values.zip(&info.parameters).enumerate() {
        let Some(name) = parameters.get(position + receiver) else { continue };
        let said = match value {
            ConcreteValue::Object(number) => match case.objects.get(*number) {
                Some(ConcreteObject::String(text)) => text_words(&String::from_utf16_lossy(text)),
                Some(ConcreteObject::Array(_, length)) => Some(format!("ArrayOf{length}")),
                Some(ConcreteObject::Static(field)) => Some(constant_words(&field.name)),
                _ => None,
            },
            other => number_value(*other, *kind),
        };
        found.extend(said.map(|said| format!("{}Is{said}", capitalised(name))));
    }
    found
}

fn simple(program: &Program, class: &str) -> String {
    let parts = source_parts(program, class);
    let last = parts.last().map_or("Object", String::as_str);
    // What stands for an anonymous class is no name.
    let name: String = last.split('$').next().unwrap_or(last).chars().filter(char::is_ascii_alphanumeric).collect();
    if name.is_empty() { "Object".into() } else { name }
}
