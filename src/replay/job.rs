//! Writes a concrete case as a job of the harness.

use crate::summary::{ConcreteCase, ConcreteObject, ConcreteValue, FieldName, Place};
use std::fmt::Write;

/// The job of a case, on one line without its end.
pub fn job_line(case: &ConcreteCase) -> String {
    let mut line = String::new();
    for class in &case.initialised {
        token(&mut line, format_args!("init:{}", escaped(class)));
    }
    for (number, object) in case.objects.iter().enumerate() {
        let made = match object {
            ConcreteObject::New(class) => format!("new:{}", escaped(class)),
            ConcreteObject::Array(descriptor, length) => format!("array:{}:{length}", escaped(descriptor)),
            ConcreteObject::Static(field) => format!("static:{}", field_path(field)),
            ConcreteObject::String(text) => format!("string:{}", hexadecimal(text)),
            ConcreteObject::Builder(class, text) => format!("builder:{}:{}", escaped(class), hexadecimal(text)),
            ConcreteObject::Class(class) => format!("class:{}", escaped(class)),
        };
        token(&mut line, format_args!("o{number}={made}"));
    }
    for (number, place, assigned) in &case.assignments {
        match place {
            Place::Field(field) => {
                token(&mut line, format_args!("o{number}.{}={}", field_path(field), value(*assigned)));
            }
            Place::Element(index) => token(&mut line, format_args!("o{number}[{index}]={}", value(*assigned))),
        }
    }
    for (field, assigned) in &case.statics {
        token(&mut line, format_args!("s:{}={}", field_path(field), value(*assigned)));
    }
    for field in &case.watched {
        token(&mut line, format_args!("watch:{}", field_path(field)));
    }
    if let Some(class) = &case.instance_class {
        token(&mut line, format_args!("as:{}", escaped(class)));
    }
    let method = &case.method;
    token(&mut line, format_args!("call:{}.{}", escaped(&method.class), escaped(&method.name)));
    line.push_str(&escaped_descriptor(&method.descriptor));
    for argument in &case.arguments {
        token(&mut line, format_args!("{}", value(*argument)));
    }
    line
}

fn token(line: &mut String, text: std::fmt::Arguments<'_>) {
    if !line.is_empty() {
        line.push(' ');
    }
    // Writing to a string cannot fail.
    let _ = line.write_fmt(text);
}

fn value(value: ConcreteValue) -> String {
    match value {
        ConcreteValue::Int(number) => format!("i:{number}"),
        ConcreteValue::Long(number) => format!("j:{number}"),
        ConcreteValue::Float(bits) => format!("f:{bits:08x}"),
        ConcreteValue::Double(bits) => format!("d:{bits:016x}"),
        ConcreteValue::Null => "null".into(),
        ConcreteValue::Object(number) => format!("o{number}"),
    }
}

/// A field as the protocol names it.
pub(super) fn field_path(field: &FieldName) -> String {
    format!("{}.{}", escaped(&field.class), escaped(&field.name))
}

/// Four hex digits for each UTF-16 unit.
pub(super) fn hexadecimal(text: &[u16]) -> String {
    let mut digits = String::with_capacity(4 * text.len());
    for unit in text {
        let _ = write!(digits, "{unit:04x}");
    }
    digits
}

/// A name without what would disturb a line.
pub(super) fn escaped(name: &str) -> String {
    escaped_but(name, "%=,:#\"(){}")
}

fn escaped_descriptor(descriptor: &str) -> String {
    escaped_but(descriptor, "%=,:#\"{}")
}

fn escaped_but(name: &str, disturbing: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for character in name.chars() {
        if character > ' ' && character < '\u{7f}' && !disturbing.contains(character) {
            plain.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(plain, "%{unit:04x}");
            }
        }
    }
    plain
}
