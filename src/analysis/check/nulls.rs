//! The nulls that a failing path needs among its inputs, and whether anybody would pass them.

use super::CountedNulls;
use crate::exec::State;
use crate::heap::{ObjectId, Reference, Symbol, SymbolId, SymbolOrigin};
use crate::program::{FieldId, MethodId, NullPlace, Program, is_desugared};
use serde::{Deserialize, Serialize};

/// A place where a path needs a null, by names: it is kept from run to run, while what annotations say of it is asked anew.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::analysis) enum NullInput {
    /// A parameter of the method under test, or of a call that makes an input: class, name, descriptor, place without the receiver.
    Parameter(String, String, String, usize),
    /// A field: class, name, descriptor.
    Field(String, String, String),
    /// An element, a result of unknown code, or a static field.
    Other,
}

/// Whether a path has decided on a null among its inputs.
pub(super) fn needs_null(state: &State) -> bool {
    nulls(state).next().is_some()
}

/// The inputs that a path has decided to be null.
fn nulls(state: &State) -> impl Iterator<Item = &Symbol> {
    let heap = &state.heap;
    let symbols = (0..heap.symbol_count() as u32).filter_map(|number| heap.symbol(SymbolId(number)));
    symbols.filter(|symbol| symbol.nullable && symbol.value == Some(Reference::Null))
}

/// The nulls that a path has decided on, among its inputs.
pub(in crate::analysis) fn null_inputs(program: &Program, method: MethodId, state: &State) -> Vec<NullInput> {
    let found = nulls(state).map(|symbol| null_input(program, method, state, symbol.origin));
    let mut found: Vec<NullInput> = found.collect();
    found.sort();
    found.dedup();
    found
}

fn null_input(program: &Program, method: MethodId, state: &State, origin: SymbolOrigin) -> NullInput {
    match origin {
        SymbolOrigin::Parameter(position) => {
            let receivers = usize::from(program.method(method).has_receiver());
            usize::from(position)
                .checked_sub(receivers)
                .map_or(NullInput::Other, |place| parameter(program, method, place))
        }
        SymbolOrigin::Field(_, field) => by_name(program, field),
        SymbolOrigin::Argument(object, position) => {
            argument(program, state, object, usize::from(position)).unwrap_or(NullInput::Other)
        }
        SymbolOrigin::Static(_) | SymbolOrigin::Element(..) | SymbolOrigin::Before(_) | SymbolOrigin::Open(..) => {
            NullInput::Other
        }
    }
}

/// An argument of the calls that make an object, counted through all of them.
fn argument(program: &Program, state: &State, object: ObjectId, mut position: usize) -> Option<NullInput> {
    let construction = &state.heap.construction;
    for call in &construction.made(construction.finally(object))?.calls {
        if let Some(beyond) = position.checked_sub(call.arguments.len()) {
            position = beyond;
            continue;
        }
        let info = program.method(call.method);
        // A receiver stands before the arguments where it is another object than the one that is made.
        let place = position.checked_sub(call.arguments.len().saturating_sub(info.parameters.len()))?;
        return (!is_desugared(program.class_name(info.class))).then(|| parameter(program, call.method, place));
    }
    None
}

fn parameter(program: &Program, method: MethodId, place: usize) -> NullInput {
    let info = program.method(method);
    let class = program.class_name(info.class).to_string();
    NullInput::Parameter(class, info.name.to_string(), info.descriptor.to_string(), place)
}

fn by_name(program: &Program, field: FieldId) -> NullInput {
    let info = program.field(field);
    let class = program.class_name(info.class).to_string();
    NullInput::Field(class, info.name.to_string(), program.field_descriptor(field))
}

impl NullInput {
    /// Whether it is this parameter, counted without the receiver.
    pub(in crate::analysis) fn is_of(&self, program: &Program, method: MethodId, place: usize) -> bool {
        *self == parameter(program, method, place)
    }

    /// What code and annotations say of a null there.
    fn place(&self, program: &Program) -> NullPlace {
        let found = match self {
            NullInput::Parameter(class, name, descriptor, place) => program
                .method_by_name((class.as_str(), name.as_str(), descriptor.as_str()))
                .map(|method| program.null_parameter(method, *place)),
            NullInput::Field(class, name, descriptor) => program
                .field_by_name((class.as_str(), name.as_str(), descriptor.as_str()))
                .map(|field| program.null_field(field)),
            NullInput::Other => None,
        };
        found.unwrap_or(NullPlace::Unexpected)
    }
}

impl CountedNulls {
    /// Whether all of these nulls count as inputs that somebody passes.
    pub(super) fn count(self, program: &Program, nulls: &[NullInput]) -> bool {
        nulls.iter().all(|null| match self {
            CountedNulls::All => true,
            CountedNulls::Never => false,
            CountedNulls::Annotated => null.place(program) == NullPlace::Nullable,
            CountedNulls::Expected => matches!(null.place(program), NullPlace::Nullable | NullPlace::Compared),
        })
    }
}
