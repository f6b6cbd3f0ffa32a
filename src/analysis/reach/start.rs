//! The input that a search begins with, as the command line says it: `p=0,q=1`.

use crate::exec::State;
use crate::heap::InputOrigin;
use crate::program::{FieldKind, MethodId, Program};
use crate::report::JobError;
use crate::term::{Domain, InputId, Model};
use std::str::FromStr;

/// A parameter's value.
#[derive(Clone, Debug, PartialEq)]
pub struct StartValue {
    name: String,
    text: String,
}

impl FromStr for StartValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
                Ok(StartValue { name: name.trim().to_owned(), text: value.trim().to_owned() })
            }
            _ => Err(format!("`{text}` is no value of a parameter; `p=0` is one")),
        }
    }
}

/// A numeric parameter's value: its position, the receiver counted, and its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) position: u16,
    pub(super) value: i64,
}

/// What the values say of a method's parameters.
///
/// # Errors
/// In one line, when a parameter has another name or type.
pub(super) fn given(program: &Program, entry: MethodId, values: &[StartValue]) -> Result<Vec<Given>, JobError> {
    let info = program.method(entry);
    let receiver = usize::from(info.has_receiver());
    let names = program.parameter_names(entry, "p");
    let mut found = Vec::new();
    for StartValue { name, text } in values {
        let position = names.iter().skip(receiver).position(|known| known == name);
        let Some((position, kind)) = position.and_then(|at| Some((at, info.parameters.get(at)?))) else {
            let known: Vec<String> = names.iter().skip(receiver).map(|name| format!("`{name}`")).collect();
            let advice =
                if known.is_empty() { "it has none".to_owned() } else { format!("they are {}", known.join(", ")) };
            let label = super::super::target::labelled(program, entry);
            return Err(JobError::Input(format!("--start: no parameter of {label} is named `{name}`: {advice}")));
        };
        let value = match kind {
            FieldKind::Primitive(kind) => bits(*kind, text),
            FieldKind::Reference(_) | FieldKind::Text => None,
        };
        let Some(value) = value else {
            return Err(JobError::Input(format!(
                "--start: `{text}` is no value of `{name}`; only primitives have one"
            )));
        };
        found.push(Given { position: (position + receiver) as u16, value });
    }
    Ok(found)
}

fn bits(kind: crate::classfile::PrimitiveType, text: &str) -> Option<i64> {
    use crate::classfile::PrimitiveType as P;
    let whole = |low: i64, high: i64| text.parse::<i64>().ok().filter(|value| (low..=high).contains(value));
    match kind {
        P::Boolean => match text {
            "true" => Some(1),
            "false" => Some(0),
            _ => whole(0, 1),
        },
        P::Byte => whole(i64::from(i8::MIN), i64::from(i8::MAX)),
        P::Short => whole(i64::from(i16::MIN), i64::from(i16::MAX)),
        P::Int => whole(i64::from(i32::MIN), i64::from(i32::MAX)),
        P::Long => whole(i64::MIN, i64::MAX),
        P::Char => {
            let quoted = text.strip_prefix('\'').and_then(|text| text.strip_suffix('\'')).unwrap_or(text);
            let mut units = quoted.encode_utf16();
            match (units.next(), units.next()) {
                (Some(unit), None) if quoted != text || !quoted.starts_with(|first: char| first.is_ascii_digit()) => {
                    Some(i64::from(unit))
                }
                _ => whole(0, i64::from(u16::MAX)),
            }
        }
        P::Float => text.parse::<f32>().ok().map(|value| i64::from(value.to_bits())),
        P::Double => text.parse::<f64>().ok().map(|value| value.to_bits() as i64),
    }
}

/// The model in which a state's parameters have these values.
pub(super) fn led_by(state: &State, given: &[Given]) -> Model {
    let mut model = Model::new();
    for id in (0..state.heap.input_count() as u32).map(InputId) {
        let Some(input) = state.heap.input(id) else { continue };
        let InputOrigin::Parameter(position) = input.origin else { continue };
        let is_number = !matches!(input.domain, Domain::Text | Domain::Contents(_));
        if let (true, Some(given)) = (is_number, given.iter().find(|given| given.position == position)) {
            model.set(id, given.value);
        }
    }
    model
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::classfile::PrimitiveType as P;

    #[test]
    fn values_are_those_of_the_type() {
        let cases = [
            (P::Int, "-5", Some(-5)),
            (P::Int, "2147483648", None),
            (P::Boolean, "true", Some(1)),
            (P::Boolean, "2", None),
            (P::Char, "a", Some(97)),
            (P::Char, "'7'", Some(55)),
            (P::Char, "7", Some(7)),
            (P::Byte, "128", None),
            (P::Double, "1.5", Some(1.5_f64.to_bits() as i64)),
            (P::Long, "9223372036854775807", Some(i64::MAX)),
        ];
        for (kind, text, expected) in cases {
            assert_eq!(bits(kind, text), expected, "{kind:?} {text}");
        }
    }

    #[test]
    fn what_names_no_value_is_refused() {
        for text in ["", "p", "=1", "p=", " = "] {
            assert!(text.parse::<StartValue>().unwrap_err().contains('='), "{text}");
        }
    }
}
