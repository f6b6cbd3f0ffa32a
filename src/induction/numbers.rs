//! The arguments of a call, as demands and claims speak of them.

use crate::heap::{Contents, Heap, Reference, Value};
use crate::term::TermId;

/// One argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Argument {
    /// An `int` or what is computed as one, or a `long`.
    Number(TermId),
    /// An array of numbers: its length and its contents.
    Array(TermId, TermId),
}

impl Argument {
    /// The number; none of an array.
    pub(super) fn number(self) -> Option<TermId> {
        match self {
            Argument::Number(term) => Some(term),
            Argument::Array(..) => None,
        }
    }
}

/// Arguments in a heap; none where one is null, not decided, or of another kind.
pub(super) fn arguments(heap: &Heap, values: &[Value]) -> Option<Vec<Argument>> {
    let one = |value: &Value| match *value {
        Value::Int(term) | Value::Long(term) => Some(Argument::Number(term)),
        Value::Reference(reference) => {
            let Reference::Object(object) = heap.current(reference) else { return None };
            let array = heap.array(object)?;
            match array.contents {
                Contents::Primitive(_, contents) => Some(Argument::Array(array.length, contents)),
                Contents::References(_) => None,
            }
        }
        _ => None,
    };
    values.iter().map(one).collect()
}
