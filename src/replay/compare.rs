//! Compares what a JVM made of a case with what was expected of it.

use super::failure::JobFailure;
use super::job::{escaped, field_path, hexadecimal};
use super::jvm::JobResult;
use crate::input::{ConcreteCase, ConcreteValue, ExpectedObject, ExpectedOutcome};
use std::fmt::Write;

/// What a replay showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// The JVM did what was expected.
    Agrees,
    /// The JVM did something else.
    Differs {
        /// The expected result line.
        expected: String,
        /// The JVM's result line.
        actual: String,
    },
    /// The case was not run, for this reason.
    NotRun(JobFailure),
}

/// Arrays beyond this length are printed as a hash.
const LONGEST_PRINTED_ARRAY: usize = 1024;

/// Compares an answer of the JVM with a case's expected result.
pub fn compare(case: &ConcreteCase, answer: &JobResult) -> Replay {
    match answer {
        JobResult::NotRun(reason) => Replay::NotRun(reason.clone()),
        JobResult::Result(actual) => {
            let expected = expected_line(case);
            if expected == *actual { Replay::Agrees } else { Replay::Differs { expected, actual: actual.clone() } }
        }
    }
}

/// The result line that the harness must print for a case.
pub fn expected_line(case: &ConcreteCase) -> String {
    let expected = &case.expected;
    let mut line = match &expected.outcome {
        ExpectedOutcome::Returned(None) => "return void".to_owned(),
        ExpectedOutcome::Returned(Some(result)) => format!("return {}", value(*result)),
        ExpectedOutcome::Threw(class, exception) => format!("throw {} {}", escaped(class), value(*exception)),
    };
    // Writing to a string cannot fail.
    if let Some(receiver) = expected.receiver {
        let _ = write!(line, " this={}", value(receiver));
    }
    for (position, argument) in &expected.arguments {
        let _ = write!(line, " a{position}={}", value(*argument));
    }
    for (field, content) in case.watched.iter().zip(&expected.statics) {
        let _ = write!(line, " s:{}={}", field_path(field), value(*content));
    }
    for (number, object) in expected.objects.iter().enumerate() {
        let _ = write!(line, " #{number}={}", printed(object));
    }
    line
}

fn printed(object: &ExpectedObject) -> String {
    match object {
        ExpectedObject::Instance(class, fields) => {
            let fields: Vec<String> =
                fields.iter().map(|(field, content)| format!("{}={}", field_path(field), value(*content))).collect();
            format!("{}{{{}}}", escaped(class), fields.join(","))
        }
        ExpectedObject::Array(descriptor, elements) => {
            let printed: Vec<String> = elements.iter().map(|element| value(*element)).collect();
            let printed = printed.join(",");
            let descriptor = escaped(descriptor);
            if elements.len() > LONGEST_PRINTED_ARRAY {
                let hash = text_hash(&printed);
                format!("{descriptor}[length={},hash={hash:016x}]", elements.len())
            } else {
                format!("{descriptor}[{printed}]")
            }
        }
        ExpectedObject::String(text) => format!("\"{}\"", hexadecimal(text)),
        ExpectedObject::Builder(class, text) => format!("{}\"{}\"", escaped(class), hexadecimal(text)),
        ExpectedObject::Class(class) => format!("class:{}", escaped(class)),
    }
}

/// The 64-bit FNV-1a hash of a text in UTF-8, by which long contents are compared with what the JVM has.
#[must_use]
pub fn text_hash(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

fn value(value: ConcreteValue) -> String {
    match value {
        ConcreteValue::Int(number) | ConcreteValue::Long(number) => number.to_string(),
        ConcreteValue::Float(bits) => format!("f:{bits:08x}"),
        ConcreteValue::Double(bits) => format!("d:{bits:016x}"),
        ConcreteValue::Null => "null".into(),
        ConcreteValue::Object(number) => format!("#{number}"),
    }
}
