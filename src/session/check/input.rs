//! A concrete input in Java-like notation.

use crate::classfile::simple_name;
use crate::summary::{ConcreteCase, ConcreteObject, ConcreteValue, Place};
use std::fmt::Write;

/// Elements of an array beyond this many are left out.
const SHOWN_ELEMENTS: i32 = 32;
/// Objects inside objects beyond this depth are named apart.
const DEEPEST: usize = 6;

/// The arguments by the names of the parameters, then the static fields that are no longer as they were.
pub(super) fn input_text(case: &ConcreteCase, parameters: &[String], is_constructor: bool) -> String {
    let names = parameters.iter().skip(usize::from(is_constructor));
    let mut writer = Writer::of(case);
    let mut parts: Vec<String> = Vec::new();
    for (name, value) in names.zip(&case.arguments) {
        let text = writer.value(*value, 0);
        parts.push(format!("{name} = {text}"));
    }
    for (field, value) in &case.statics {
        let text = writer.value(*value, 0);
        parts.push(format!("{}.{} = {text}", simple_name(&field.class), field.name));
    }
    let mut text = parts.join(", ");
    let mut named = 0;
    let mut before = "; where ";
    while let Some(object) = writer.named.get(named).copied() {
        named += 1;
        let made = writer.object(object, 0);
        // Writing to a string cannot fail.
        let _ = write!(text, "{before}{} = {made}", name_of(named));
        before = ", ";
    }
    text
}

fn name_of(number: usize) -> String {
    format!("o{number}")
}

struct Writer<'a> {
    case: &'a ConcreteCase,
    uses: Vec<usize>,
    /// Objects that stand apart under a name, in the order of their names.
    named: Vec<usize>,
}

impl<'a> Writer<'a> {
    fn of(case: &'a ConcreteCase) -> Self {
        let mut uses = vec![0; case.objects.len()];
        let mut count = |value: &ConcreteValue| {
            if let ConcreteValue::Object(number) = value
                && let Some(uses) = uses.get_mut(*number)
            {
                *uses += 1;
            }
        };
        case.arguments.iter().for_each(&mut count);
        case.statics.iter().for_each(|(_, value)| count(value));
        case.assignments.iter().for_each(|(_, _, value)| count(value));
        Writer { case, uses, named: Vec::new() }
    }

    fn value(&mut self, value: ConcreteValue, depth: usize) -> String {
        match value {
            ConcreteValue::Int(number) => number.to_string(),
            ConcreteValue::Long(number) => format!("{number}L"),
            ConcreteValue::Float(bits) => format!("{}f", float_text(f64::from(f32::from_bits(bits)))),
            ConcreteValue::Double(bits) => float_text(f64::from_bits(bits)),
            ConcreteValue::Null => "null".into(),
            ConcreteValue::Object(number) => self.reference(number, depth),
        }
    }

    fn reference(&mut self, number: usize, depth: usize) -> String {
        let is_plain = matches!(
            self.case.objects.get(number),
            Some(ConcreteObject::Static(_) | ConcreteObject::String(_) | ConcreteObject::Class(_))
        );
        if is_plain || (self.uses.get(number) == Some(&1) && depth < DEEPEST) {
            return self.object(number, depth);
        }
        let position = self.named.iter().position(|known| *known == number).unwrap_or_else(|| {
            self.named.push(number);
            self.named.len() - 1
        });
        name_of(position + 1)
    }

    fn object(&mut self, number: usize, depth: usize) -> String {
        let case = self.case;
        match case.objects.get(number) {
            None => "?".into(),
            Some(ConcreteObject::String(text)) => string_text(text),
            Some(ConcreteObject::Class(class)) => format!("{}.class", simple_name(class)),
            Some(ConcreteObject::Static(field)) => format!("{}.{}", simple_name(&field.class), field.name),
            Some(ConcreteObject::Builder(class, text)) => format!("new {}({})", simple_name(class), string_text(text)),
            Some(ConcreteObject::New(class)) => {
                let mut fields = Vec::new();
                for (holder, place, value) in &case.assignments {
                    if let (true, Place::Field(field)) = (*holder == number, place) {
                        let text = self.value(*value, depth + 1);
                        fields.push(format!("{}: {text}", field.name));
                    }
                }
                format!("{}{{{}}}", simple_name(class), fields.join(", "))
            }
            Some(ConcreteObject::Array(descriptor, length)) => self.array(number, descriptor, *length, depth),
        }
    }

    fn array(&mut self, number: usize, descriptor: &str, length: i32, depth: usize) -> String {
        let case = self.case;
        let component = simple_name(descriptor.strip_prefix('[').unwrap_or(descriptor));
        let component = crate::classfile::parse_field_descriptor(descriptor.get(1..).unwrap_or_default())
            .map_or(component, |kind| short_type(&kind));
        let assigned = |index: i32| {
            case.assignments.iter().rev().find_map(|(holder, place, value)| {
                (*holder == number && *place == Place::Element(index)).then_some(*value)
            })
        };
        let is_zero = !(0..length.min(SHOWN_ELEMENTS)).any(|index| assigned(index).is_some());
        let is_reference = matches!(descriptor.as_bytes().get(1), Some(b'L' | b'['));
        if is_zero && length > 4 || length > SHOWN_ELEMENTS && is_zero {
            return format!("new {component}[{length}]");
        }
        let mut elements = Vec::new();
        for index in 0..length.min(SHOWN_ELEMENTS) {
            elements.push(match assigned(index) {
                Some(value) => self.value(value, depth + 1),
                None if is_reference => "null".into(),
                None => "0".into(),
            });
        }
        if length > SHOWN_ELEMENTS {
            elements.push(format!("… {length} elements"));
        }
        format!("new {component}[]{{{}}}", elements.join(", "))
    }
}

fn short_type(kind: &crate::classfile::FieldType) -> String {
    match kind {
        crate::classfile::FieldType::Primitive(_) => kind.java_name(),
        crate::classfile::FieldType::Reference(name) => simple_name(name),
    }
}

/// A floating-point number as Java source has it.
fn float_text(number: f64) -> String {
    if number.is_nan() {
        "NaN".into()
    } else if number.is_infinite() {
        if number > 0.0 { "Infinity".into() } else { "-Infinity".into() }
    } else {
        format!("{number:?}")
    }
}

/// A string literal.
fn string_text(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok('"') => text.push_str("\\\""),
            Ok('\\') => text.push_str("\\\\"),
            Ok('\n') => text.push_str("\\n"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\t') => text.push_str("\\t"),
            Ok(character) if !character.is_control() => text.push(character),
            Ok(character) => {
                let _ = write!(text, "\\u{:04x}", u32::from(character));
            }
            Err(lone) => {
                let _ = write!(text, "\\u{:04x}", lone.unpaired_surrogate());
            }
        }
    }
    text.push('"');
    text
}
