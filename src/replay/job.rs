//! Writes a concrete case as a job of the harness.

use crate::input::{
    ConcreteCase, ConcreteChoice, ConcreteObject, ConcreteValue, CreationStep, FieldName, ObjectPlace, Script,
};
use crate::summary::MethodName;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// Begins the token with a job's own time limit.
const LIMIT: &str = "limit:";

/// The job of a case, on one line without its end.
pub fn job_line(case: &ConcreteCase) -> String {
    let mut line = String::new();
    for class in &case.initialised {
        token(&mut line, format_args!("init:{}", escaped(class)));
    }
    // Watched fields get back what they hold here, before constructors run.
    for field in &case.watched {
        token(&mut line, format_args!("watch:{}", field_path(field)));
    }
    for step in case.creation() {
        match step {
            CreationStep::Object(number, object) => declare(&mut line, number, object),
            CreationStep::Assignment(number, place, assigned) => assign(&mut line, number, place, assigned),
            CreationStep::Static(field, assigned) => {
                token(&mut line, format_args!("s:{}={}", field_path(field), value(assigned)));
            }
        }
    }
    for choice in &case.choices {
        match choice {
            ConcreteChoice::Number(number) => token(&mut line, format_args!("choose:{}", value(*number))),
            ConcreteChoice::Text(text) => token(&mut line, format_args!("choose:s:{}", hexadecimal(text))),
        }
    }
    if let Some(text) = &case.console {
        token(&mut line, format_args!("stdin:{}", hexadecimal(text)));
    }
    if let Some(class) = &case.instance_class {
        token(&mut line, format_args!("as:{}", escaped(class)));
    }
    token(&mut line, format_args!("call:{}", method_path(&case.method)));
    for argument in &case.arguments {
        token(&mut line, format_args!("{}", value(*argument)));
    }
    line
}

/// The job with a class replaced by the class file at a path, in a JVM that loads the classes of each job anew.
pub fn patched_job(job: &str, class: &str, file: &Path) -> String {
    format!("patch:{}:{} {job}", escaped(class), escaped(&file.to_string_lossy()))
}

/// The job, whose answer begins with whether a probe was passed.
pub fn reaching_job(job: &str) -> String {
    format!("reach {job}")
}

/// The job, whose answer tells all that shows: messages, what is printed, what is in collections.
pub fn whole_job(job: &str) -> String {
    format!("whole {job}")
}

/// The job, ended with its JVM when it runs longer than this; no longer than other jobs may run.
pub fn limited_job(job: &str, limit: Duration) -> String {
    format!("{LIMIT}{} {job}", limit.as_millis().max(1))
}

/// How long a job may run where others may run for the timeout.
pub(super) fn limit(job: &str, timeout: Duration) -> Duration {
    let limits = job.split(' ').filter_map(|token| token.strip_prefix(LIMIT)?.parse().ok());
    limits.map(Duration::from_millis).fold(timeout, Duration::min)
}

fn declare(line: &mut String, number: usize, object: &ConcreteObject) {
    let made = match object {
        ConcreteObject::New(class) => format!("new:{}", escaped(class)),
        ConcreteObject::Array(descriptor, length) => format!("array:{}:{length}", escaped(descriptor)),
        ConcreteObject::Static(field) => format!("static:{}", field_path(field)),
        ConcreteObject::String(text) => format!("string:{}", hexadecimal(text)),
        ConcreteObject::Builder(class, text) => format!("builder:{}:{}", escaped(class), hexadecimal(text)),
        ConcreteObject::Class(class) => format!("class:{}", escaped(class)),
        ConcreteObject::Made(calls) => {
            for (position, call) in calls.iter().enumerate() {
                let (receiver, arguments) = call.split_receiver();
                let receiver = receiver.map(|receiver| format!("{},", value(receiver))).unwrap_or_default();
                let arguments: String = arguments.iter().map(|argument| format!(",{}", value(*argument))).collect();
                let method = method_path(&call.method);
                if let Some(script) = &call.script {
                    token(line, format_args!("o{number}=script:{}", scripted(script, &call.arguments)));
                    continue;
                }
                match position {
                    0 => token(line, format_args!("o{number}=make:{receiver}{method}{arguments}")),
                    _ => token(line, format_args!("do:o{number},{method}{arguments}")),
                }
            }
            return;
        }
    };
    token(line, format_args!("o{number}={made}"));
}

fn assign(line: &mut String, number: usize, place: &ObjectPlace, assigned: ConcreteValue) {
    match place {
        ObjectPlace::Field(field) => token(line, format_args!("o{number}.{}={}", field_path(field), value(assigned))),
        ObjectPlace::Element(index) => token(line, format_args!("o{number}[{index}]={}", value(assigned))),
    }
}

/// A class that a caller writes, and what an object of it is made of: the class or interface, the constructor with its arguments,
/// and what each method gives.
fn scripted(script: &Script, arguments: &[ConcreteValue]) -> String {
    let (passed, given) = script.parts(arguments);
    let constructor = script.constructor.as_deref().map(escaped_descriptor).unwrap_or_default();
    let passed: String = passed.iter().map(|argument| format!(",{}", value(*argument))).collect();
    let mut given = given.peekable();
    let mut text = format!("{}{constructor}{passed}", escaped(&script.extended));
    for (name, descriptor) in &script.methods {
        let of_this = given.next_if(|(given, its, _)| *given == &**name && *its == &**descriptor);
        let result = of_this.map(|(.., result)| format!("={}", value(result))).unwrap_or_default();
        let _ = write!(text, ",{}{}{result}", escaped(name), escaped_descriptor(descriptor));
    }
    text
}

/// A method as the protocol names it.
fn method_path(method: &MethodName) -> String {
    format!("{}.{}{}", escaped(&method.class), escaped(&method.name), escaped_descriptor(&method.descriptor))
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
