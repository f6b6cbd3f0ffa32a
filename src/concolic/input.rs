//! A concrete input of a method: values of its parameters and the heap that they reach. What is not said is zero, null, or
//! empty.

use crate::exec::{Machine, State};
use crate::heap::{Body, InputOrigin, ObjectId, Origin, Reference, Symbol, SymbolId, SymbolOrigin};
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType};
use crate::term::{ContentsValue, Domain, InputId, evaluate};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The greatest identity of what class initialisation has left; the others count down from it.
const INITIALISED: i64 = -(1 << 30);

/// The identity of an object that class initialisation has left, by its number in the initialised heap.
pub fn initialised_identity(object: ObjectId) -> i64 {
    INITIALISED - i64::from(object.0)
}

/// Whether an identity is that of an object that class initialisation has left.
pub fn is_initialised(identity: i64) -> bool {
    identity <= INITIALISED
}

/// A concrete value.
#[derive(Clone, Debug, PartialEq)]
pub enum ConcolicValue {
    /// A number; of a floating-point number, the bits.
    Number(i64),
    /// A text, in UTF-16 units.
    Text(Arc<[u16]>),
    /// Null.
    Null,
    /// The object of this identity: positive for objects of the input, negative for objects that a run has allocated or
    /// class initialisation has left.
    Object(i64),
}

/// A concrete object.
#[derive(Clone, Debug, PartialEq)]
pub struct ConcolicObject {
    /// Its class or array type.
    pub class: ReferenceType,
    /// Its fields, those that are not zero or null.
    pub fields: BTreeMap<FieldId, ConcolicValue>,
    /// The length of an array.
    pub length: i64,
    /// The elements of an array of primitives.
    pub contents: ContentsValue,
    /// The elements of an array of references, those that are not null.
    pub elements: BTreeMap<i64, ConcolicValue>,
}

impl ConcolicObject {
    /// An object all of whose fields are zero, or an array without elements.
    pub fn new(class: ReferenceType) -> Self {
        let contents = ContentsValue::default();
        ConcolicObject { class, fields: BTreeMap::new(), length: 0, contents, elements: BTreeMap::new() }
    }
}

/// Concrete objects by identity, and static fields.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConcreteHeap {
    /// The objects.
    pub objects: BTreeMap<i64, ConcolicObject>,
    /// Static fields that are not zero or null.
    pub statics: BTreeMap<FieldId, ConcolicValue>,
}

impl ConcreteHeap {
    /// An identity that no object of a run has, for one that is allocated.
    pub fn fresh_identity(&self) -> i64 {
        let lowest = self.objects.range(INITIALISED + 1..0).next().map_or(0, |(identity, _)| *identity);
        lowest - 1
    }
}

/// A concrete input of a method.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConcreteInput {
    /// Receiver, if any, and parameters; missing ones are zero or null.
    pub parameters: Vec<ConcolicValue>,
    /// The heap that they reach.
    pub heap: ConcreteHeap,
    /// What the program gets when it asks for inputs of its own or for values of the machine, in order.
    pub asked: Vec<ConcolicValue>,
}

impl ConcreteInput {
    /// The input that leads a run to the end, or the present point, of a path: what the path has decided of its inputs, with
    /// the numbers of the path's model. `parameters` is their number, with the receiver.
    pub fn of(machine: &Machine<'_>, state: &State, parameters: usize) -> ConcreteInput {
        let mut input = ConcreteInput { parameters: vec![ConcolicValue::Number(0); parameters], ..Default::default() };
        let mut class_of = BTreeMap::new();
        for number in 0..state.heap.symbol_count() as u32 {
            if let Some(symbol) = state.heap.symbol(SymbolId(number))
                && let Some(Reference::Object(object)) = symbol.value
            {
                class_of.entry(object).or_insert(symbol.declared);
            }
        }
        for object in state.heap.input_objects() {
            let declared = class_of.get(&object).copied();
            if let Some(class) = concrete_class(machine.program, state, object, declared) {
                input.heap.objects.insert(identity(state, object), ConcolicObject::new(class));
            }
        }
        for number in 0..state.heap.symbol_count() as u32 {
            if let Some(symbol) = state.heap.symbol(SymbolId(number)) {
                let symbol = symbol.clone();
                input.place_reference(machine, state, &symbol);
            }
        }
        for number in 0..state.heap.input_count() as u32 {
            input.place_number(state, InputId(number));
        }
        input
    }

    fn place_reference(&mut self, machine: &Machine<'_>, state: &State, symbol: &Symbol) {
        let value = match symbol.value {
            Some(Reference::Object(object)) => ConcolicValue::Object(identity(state, object)),
            _ => ConcolicValue::Null,
        };
        match symbol.origin {
            SymbolOrigin::Parameter(position) => self.place_parameter(position, value),
            SymbolOrigin::Field(object, field) => {
                if let Some(holder) = self.heap.objects.get_mut(&identity(state, object)) {
                    holder.fields.insert(field, value);
                }
            }
            SymbolOrigin::Static(field) => {
                self.heap.statics.insert(field, value);
            }
            SymbolOrigin::Element(array, index) => {
                if let Some(index) = evaluate(&machine.pool, index, &state.path.model)
                    && let Some(holder) = self.heap.objects.get_mut(&identity(state, array))
                {
                    holder.elements.insert(index, value);
                }
            }
            SymbolOrigin::Argument(..) | SymbolOrigin::Before(_) | SymbolOrigin::Open(..) => {}
        }
    }

    fn place_number(&mut self, state: &State, id: InputId) {
        let Some(input) = state.heap.input(id) else { return };
        let model = &state.path.model;
        let value = match input.domain {
            Domain::Text => ConcolicValue::Text(model.text(id)),
            _ => ConcolicValue::Number(model.get(id)),
        };
        match input.origin {
            InputOrigin::Parameter(position) => self.place_parameter(position, value),
            InputOrigin::Field(object, field) => {
                if let Some(holder) = self.heap.objects.get_mut(&identity(state, object)) {
                    holder.fields.insert(field, value);
                }
            }
            InputOrigin::Static(field) => {
                self.heap.statics.insert(field, value);
            }
            InputOrigin::Length(array) => {
                if let Some(holder) = self.heap.objects.get_mut(&identity(state, array)) {
                    holder.length = model.get(id);
                }
            }
            InputOrigin::Contents(array) => {
                if let Some(holder) = self.heap.objects.get_mut(&identity(state, array)) {
                    holder.contents = model.get_contents(id).cloned().unwrap_or_default();
                }
            }
            InputOrigin::Choice(_) | InputOrigin::Environment(_) => self.asked.push(value),
            InputOrigin::Argument(..) | InputOrigin::Result(_) | InputOrigin::Open(..) => {}
        }
    }

    fn place_parameter(&mut self, position: u16, value: ConcolicValue) {
        let position = usize::from(position);
        if self.parameters.len() <= position {
            self.parameters.resize(position + 1, ConcolicValue::Number(0));
        }
        if let Some(slot) = self.parameters.get_mut(position) {
            *slot = value;
        }
    }
}

/// The identity of an object of a state in the input made of it.
fn identity(state: &State, object: ObjectId) -> i64 {
    match state.heap.object(object).map(|it| &it.origin) {
        Some(Origin::Initialised(number)) => initialised_identity(*number),
        _ => i64::from(object.0) + 1,
    }
}

/// A class that an input object can be an instance of: the declared one, if that is possible.
fn concrete_class(
    program: &Program,
    state: &State,
    object: ObjectId,
    declared: Option<ReferenceType>,
) -> Option<ReferenceType> {
    match &state.heap.object(object)?.body {
        Body::Array(body) => {
            let declared = body.component.array_of();
            let narrowed = body.possible_components.as_ref().and_then(|classes| {
                let is_declared = |class: &&ClassId| ReferenceType::class(**class).array_of() == declared;
                classes.iter().find(is_declared).or_else(|| classes.first()).copied()
            });
            Some(narrowed.map_or(declared, |class| ReferenceType::class(class).array_of()))
        }
        Body::Instance(body) => {
            let wanted = declared.and_then(ReferenceType::as_class).filter(|class| body.types.contains(class));
            let usable = |class: &ClassId| program.class(*class).is_concrete();
            let class = wanted.filter(usable).or_else(|| body.types.iter().copied().find(usable))?;
            Some(ReferenceType::class(class))
        }
    }
}

impl ConcolicValue {
    /// The value that is assumed where none is said.
    pub fn zero(kind: FieldKind) -> ConcolicValue {
        match kind {
            FieldKind::Primitive(_) => ConcolicValue::Number(0),
            FieldKind::Text => ConcolicValue::Text(Arc::from([])),
            FieldKind::Reference(_) => ConcolicValue::Null,
        }
    }
}
