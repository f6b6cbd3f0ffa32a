//! From the end of a path to a concrete input: values that take it, the objects that a caller makes, the same input in plain
//! numbers, and how people write it.

mod case;
mod concrete;
mod dump;
mod given;
mod initialised;
mod minimise;
mod notation;
mod oddity;
mod rename;
mod text;

pub use case::{
    ConcreteCall, ConcreteCase, ConcreteChoice, ConcreteObject, ConcreteValue, CreationStep, ExpectedObject,
    ExpectedOutcome, ExpectedResult, FieldName, ObjectPlace, Script, concrete_number, declared_field,
};
pub use concrete::{concretise, whole_result};
pub use given::{given, given_objects};
pub use initialised::initialised_classes;
pub use minimise::minimise;
pub use notation::Names;
pub use oddity::Oddity;
pub use text::{input_text, scalar_text};
