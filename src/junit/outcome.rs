//! What comes of a call, and what it was called with, in words: parts of a test's name.

use super::Idle;
use super::identifier::spoken;
use super::names::source_parts;
use super::seen::Seen;
use super::shape::enum_constants;
use super::title::{number_words, text_words};
use super::words::capitalised;
use crate::classfile::PrimitiveType;
use crate::input::{
    ConcreteCase, ConcreteObject, ConcreteValue, ExpectedObject, ExpectedOutcome, FieldName, ObjectPlace,
    declared_field,
};
use crate::program::{FieldId, FieldKind, MethodId, Program};
use std::collections::BTreeSet;

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
        Some(ExpectedObject::Array(descriptor, elements)) => {
            same(case, parameters, value).unwrap_or_else(|| expected_array(descriptor, elements))
        }
        Some(ExpectedObject::Builder(class, _)) => {
            same(case, parameters, value).unwrap_or_else(|| simple(program, class))
        }
        Some(ExpectedObject::Class(class)) => format!("ClassOf{}", simple(program, class)),
        None => "Value".into(),
    }
}

/// An array that is expected: of characters that are a text, a short one of numbers by its elements, another by its length.
fn expected_array(descriptor: &str, elements: &[ConcreteValue]) -> String {
    let by_length = || format!("ArrayOfLength{}", elements.len());
    if elements.is_empty() {
        return "EmptyArray".into();
    }
    if descriptor == "[C" {
        return text_of(elements.iter().copied()).unwrap_or_else(by_length);
    }
    let component = descriptor.get(1..).and_then(crate::classfile::parse_field_descriptor);
    let Some(crate::classfile::FieldType::Primitive(primitive)) = component else { return by_length() };
    let is_short = elements.len() <= MOST_SAID;
    let said = is_short.then(|| numbers_of(primitive, elements.iter().copied())).flatten();
    said.filter(|said| said.len() <= MOST_OF_ARRAY).map_or_else(by_length, |said| format!("ArrayOf{said}"))
}

/// Elements as the text that they are; none where it cannot be said.
fn text_of(elements: impl Iterator<Item = ConcreteValue>) -> Option<String> {
    let units = elements.map(|element| match element {
        // A zero is no part of a text.
        ConcreteValue::Int(unit @ 1..) => u16::try_from(unit).ok(),
        _ => None,
    });
    text_words(&String::from_utf16(&units.collect::<Option<Vec<u16>>>()?).ok()?)
}

/// Elements as numbers.
fn numbers_of(primitive: PrimitiveType, elements: impl Iterator<Item = ConcreteValue>) -> Option<String> {
    let said = elements.map(|element| number_value(element, FieldKind::Primitive(primitive)));
    Some(said.collect::<Option<Vec<String>>>()?.join("And"))
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
    spoken(name).split('_').map(|part| capitalised(&part.to_lowercase())).collect::<Vec<_>>().concat()
}

/// A value that a JVM has shown, in words; none where it has none.
pub(super) fn seen_words(seen: &Seen) -> Option<String> {
    let counted =
        |name: &str, count: usize| if count == 0 { format!("Empty{name}") } else { format!("{name}Of{count}") };
    Some(match seen {
        Seen::Null => "Null".into(),
        Seen::Text(text) if text.is_empty() => "EmptyString".into(),
        Seen::Text(text) | Seen::Time(_, text) | Seen::Charset(text) => text_words(text)?,
        Seen::Boxed(PrimitiveType::Float | PrimitiveType::Double, _) => return None,
        Seen::Boxed(kind, number) => number_value(ConcreteValue::Int(*number), FieldKind::Primitive(*kind))?,
        Seen::Identifier(_) => return None,
        Seen::Number(_, text) => number_words(text),
        Seen::Optional(None) => "EmptyOptional".into(),
        Seen::Optional(Some(held)) => format!("OptionalOf{}", seen_words(held)?),
        Seen::List(elements) => counted("List", elements.len()),
        Seen::Set(elements) => counted("Set", elements.len()),
        Seen::Map(entries) => counted("Map", entries.len()),
    })
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

/// The most elements and arguments of an object that are said.
const MOST_SAID: usize = 3;
/// So many elements of an array are said that is zero otherwise.
const MOST_UNLIKE: usize = 2;
/// The longest that is said of the elements of an array that a method gives.
const MOST_OF_ARRAY: usize = 24;

/// The input as far as it can be said in words, `XIs5`, but for what could be something else: of the arguments alone, then with the receiver.
pub(super) fn value_words(
    program: &Program,
    method: MethodId,
    case: &ConcreteCase,
    (parameters, idle): (&[String], &BTreeSet<Idle>),
) -> [Vec<String>; 2] {
    let info = program.method(method);
    let receiver = usize::from(info.has_receiver());
    let skipped = usize::from(info.has_receiver() && &*info.name != "<init>");
    let mut with_receiver = Vec::new();
    let mut found = Vec::new();
    let mut seen: Vec<(ConcreteValue, String)> = Vec::new();
    if let (1, Some(value)) = (skipped, case.arguments.first()) {
        seen.push((*value, "Receiver".into()));
        with_receiver = receiver_words(program, case, *value, idle);
    }
    let values = case.arguments.iter().skip(skipped);
    for (position, (value, kind)) in values.zip(&info.parameters).enumerate() {
        let Some(name) = parameters.get(position + receiver).map(|name| capitalised(name)) else { continue };
        let said = match (object_of(case, *value), seen.iter().find(|(known, _)| known == value)) {
            (Some(ConcreteObject::String(_) | ConcreteObject::Static(_)) | None, _) | (_, None) => {
                argument_words(program, case, *value, *kind)
            }
            (Some(_), Some((_, other))) => Some(format!("Same{other}")),
        };
        seen.push((*value, name.clone()));
        // What compilers pass is no word of the source.
        if name.contains('$') || idle.contains(&Idle::Argument(position)) {
            continue;
        }
        let held = field_words(program, case, *value, &|field| idle.contains(&Idle::Field(Some(position), field)));
        match said.filter(|said| !says_only_type(program, *kind, said)) {
            _ if !held.is_empty() => found.extend(held),
            said => found.extend(said.map(|said| format!("{name}Is{said}"))),
        }
    }
    with_receiver.extend(found.iter().cloned());
    if with_receiver == found {
        with_receiver.clear();
    }
    [found, with_receiver]
}

/// What is said of an argument: of an empty one that could be of any type, what it is too.
fn argument_words(program: &Program, case: &ConcreteCase, value: ConcreteValue, kind: FieldKind) -> Option<String> {
    let said = place_words(program, case, value, kind)?;
    let is_any = matches!(kind, FieldKind::Reference(reference) if program.type_name(reference) == "java/lang/Object");
    let of = match object_of(case, value).filter(|_| is_any && said == "Empty") {
        Some(ConcreteObject::String(_)) => "String".to_owned(),
        Some(ConcreteObject::Array(descriptor, _)) => {
            let (component, arrays) = (descriptor.trim_start_matches('['), descriptor.matches('[').count());
            let named = crate::classfile::parse_field_descriptor(component)?;
            let name = match named {
                crate::classfile::FieldType::Primitive(primitive) => {
                    capitalised(crate::classfile::primitive_name(primitive))
                }
                _ => simple(program, component.trim_start_matches('L').trim_end_matches(';')),
            };
            format!("{name}{}", "Array".repeat(arrays))
        }
        _ => return Some(said),
    };
    Some(said + &of)
}

fn object_of(case: &ConcreteCase, value: ConcreteValue) -> Option<&ConcreteObject> {
    match value {
        ConcreteValue::Object(number) => case.objects.get(number),
        _ => None,
    }
}

/// What is said of a receiver: the arguments of its constructor and the fields that are assigned.
fn receiver_words(program: &Program, case: &ConcreteCase, value: ConcreteValue, idle: &BTreeSet<Idle>) -> Vec<String> {
    let ConcreteValue::Object(number) = value else { return Vec::new() };
    let mut said = Vec::new();
    if let Some(ConcreteObject::Made(calls)) = case.objects.get(number)
        && let Some(call) = calls.first()
        && let Some(maker) = call.method.find(program)
    {
        let info = program.method(maker);
        let names = program.parameter_names(maker, "argument");
        let names = names.iter().skip(usize::from(info.has_receiver()));
        // The maker's own receiver comes before its arguments.
        let passed = usize::from(call.split_receiver().0.is_some());
        for (at, ((name, value), kind)) in names.zip(call.split_receiver().1).zip(&info.parameters).enumerate() {
            if idle.contains(&Idle::OfReceiver(passed + at)) {
                continue;
            }
            let text = place_words(program, case, *value, *kind).filter(|_| !name.contains('$'));
            said.extend(text.map(|text| format!("{}Is{text}", capitalised(&spoken(name)))));
        }
    }
    said.extend(field_words(program, case, value, &|field| idle.contains(&Idle::Field(None, field))));
    said.truncate(MOST_SAID);
    said
}

/// What is said of the fields that are assigned to an object that calls make, but for those that could hold something else.
fn field_words(
    program: &Program,
    case: &ConcreteCase,
    value: ConcreteValue,
    is_idle: &dyn Fn(FieldId) -> bool,
) -> Vec<String> {
    let ConcreteValue::Object(number) = value else { return Vec::new() };
    if !matches!(case.objects.get(number), Some(ConcreteObject::Made(_))) {
        return Vec::new();
    }
    let said = case.assignments.iter().filter_map(|(holder, place, value)| {
        let (true, ObjectPlace::Field(name)) = (*holder == number, place) else { return None };
        let field = declared_field(program, name);
        let kind = field.map_or(FieldKind::Text, |field| program.field(field).kind);
        let text = place_words(program, case, *value, kind).filter(|_| !field.is_some_and(is_idle))?;
        Some(format!("{}Is{text}", capitalised(&spoken(&name.name))))
    });
    said.take(MOST_SAID).collect()
}

/// Whether what is said of an argument is no more than its declared type says; that it is an `Object` tells it from all else.
fn says_only_type(program: &Program, kind: FieldKind, said: &str) -> bool {
    let FieldKind::Reference(kind) = kind else { return false };
    let class = kind.as_class().filter(|class| program.class(*class).superclass.is_some());
    class.is_some_and(|class| simple(program, program.class_name(class)) == said)
}

fn place_words(program: &Program, case: &ConcreteCase, value: ConcreteValue, kind: FieldKind) -> Option<String> {
    match value {
        ConcreteValue::Object(number) => object_words(program, case, number),
        other => number_value(other, kind),
    }
}

fn object_words(program: &Program, case: &ConcreteCase, number: usize) -> Option<String> {
    match case.objects.get(number)? {
        ConcreteObject::String(text) | ConcreteObject::Builder(_, text) => text_words(&String::from_utf16_lossy(text)),
        ConcreteObject::Array(descriptor, length) => array_words(case, number, descriptor, *length),
        ConcreteObject::Static(field) => Some(constant_words(&field.name)),
        ConcreteObject::Class(class) => Some(format!("ClassOf{}", simple(program, class))),
        ConcreteObject::New(class) => match super::arrange::boxed_type(class) {
            Some(primitive) => {
                let held = case.assignments.iter().find(|(holder, _, _)| *holder == number);
                number_value(
                    held.map_or(ConcreteValue::Int(0), |(_, _, value)| *value),
                    FieldKind::Primitive(primitive),
                )
            }
            None => Some(simple(program, class)),
        },
        ConcreteObject::Made(calls) => {
            let call = calls.first()?;
            let name = simple(program, &call.method.class);
            if calls.len() > 1 || call.method.class.starts_with("java/util/") {
                return Some(match calls.len() - 1 {
                    0 => "Empty".into(),
                    added => format!("{name}Of{added}"),
                });
            }
            let kinds = crate::classfile::parse_method_descriptor(&call.method.descriptor)?.parameters;
            let said: Option<Vec<String>> = call
                .split_receiver()
                .1
                .iter()
                .zip(&kinds)
                .map(|(value, kind)| match value {
                    ConcreteValue::Object(_) => None,
                    other => number_value(*other, program.field_kind(kind)?),
                })
                .collect();
            match said.filter(|said| !said.is_empty() && said.len() <= MOST_SAID) {
                Some(said) => Some(format!("{name}Of{}", said.join("And"))),
                None => Some(name),
            }
        }
    }
}

/// An array of characters that are a text, a short one of numbers by its elements, another by its length and the few elements that are not zero.
fn array_words(case: &ConcreteCase, number: usize, descriptor: &str, length: i32) -> Option<String> {
    if length == 0 {
        return Some("Empty".into());
    }
    let by_length = || format!("ArrayOfLength{length}");
    let component = crate::classfile::parse_field_descriptor(descriptor.get(1..)?)?;
    let crate::classfile::FieldType::Primitive(primitive) = component else { return Some(by_length()) };
    let zero = super::arrange::zero(Some(FieldKind::Primitive(primitive)));
    let elements = || (0..length).map(|index| super::draft::element(case, number, index).unwrap_or(zero));
    let is_short = usize::try_from(length).is_ok_and(|length| length <= MOST_SAID);
    let is_text = primitive == PrimitiveType::Char || (primitive == PrimitiveType::Byte && !is_short);
    if is_text && let Some(said) = text_of(elements()) {
        return Some(said);
    }
    if is_short {
        return numbers_of(primitive, elements()).map(|said| format!("ArrayOf{said}"));
    }
    let others: Vec<(usize, ConcreteValue)> = elements().enumerate().filter(|(_, element)| *element != zero).collect();
    if others.is_empty() {
        return Some(format!("ArrayOf{length}Zeros"));
    }
    let few = Some(others).filter(|others| others.len() <= MOST_UNLIKE);
    let at = |(at, element)| Some(format!("{}At{at}", number_value(element, FieldKind::Primitive(primitive))?));
    let said = few.and_then(|few| few.into_iter().map(at).collect::<Option<Vec<String>>>());
    Some(said.map_or_else(by_length, |said| format!("{}With{}", by_length(), said.join("And"))))
}

fn simple(program: &Program, class: &str) -> String {
    let parts = source_parts(program, class);
    let last = parts.last().map_or("Object", String::as_str);
    // What stands for an anonymous class is no name.
    let name: String = last.split('$').next().unwrap_or(last).chars().filter(char::is_ascii_alphanumeric).collect();
    if name.is_empty() { "Object".into() } else { name }
}
