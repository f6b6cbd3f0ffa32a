//! The heap of a state: objects, statics, and the inputs met so far.

mod fields;
mod objects;

use super::array::{ArrayBody, Contents, Elements};
use super::constraint::{Choice, PathCondition};
use super::construction::Construction;
use super::holding::Holding;
use super::open_call::OpenEffects;
use super::persistent::{PersistentMap, PersistentVector};
use super::samples::Samples;
use super::sizes::Sizes;
use super::unknown_collections::UnknownCollections;
use super::value::{ObjectId, Reference, SymbolId, Value, array_element_kind, primitive_domain};
use crate::classfile::PrimitiveType;
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType};
use crate::term::{Domain, InputId, TermId, TermPool};
pub use objects::{Body, Input, InputOrigin, InstanceBody, Literal, Object, Origin, Symbol, SymbolOrigin};
use std::rc::Rc;

/// What heap operations need beside the heap.
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// The terms.
    pub pool: &'a mut TermPool,
    /// The path's constraints.
    pub path: &'a mut PathCondition,
}

impl Context<'_> {
    /// Whether a condition holds on the path.
    ///
    /// # Errors
    /// The choice, when the path leaves it open.
    pub fn decide(&mut self, condition: TermId) -> Result<bool, Choice> {
        self.path.decide(self.pool, condition)
    }
}

/// A state's memory. Cloning is cheap; clones share structure.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub(super) objects: PersistentVector<Rc<Object>>,
    symbols: PersistentVector<Symbol>,
    pub(super) inputs: PersistentVector<Input>,
    statics: PersistentMap<FieldId, Value>,
    literals: PersistentMap<Literal, ObjectId>,
    pub(super) imported: PersistentMap<ObjectId, ObjectId>,
    /// What class initialisation left, as it was when it was copied into this heap.
    pub(super) as_imported: PersistentMap<ObjectId, Rc<Object>>,
    pub(super) initial_elements: PersistentMap<ObjectId, PersistentVector<(TermId, SymbolId)>>,
    pub(super) input_objects: PersistentVector<ObjectId>,
    /// Whether statics that nobody wrote are inputs (a method's run) or zero (class initialisation).
    pub statics_are_inputs: bool,
    /// Whether the program may ask for inputs of its own: where a whole program is run.
    pub takes_choices: bool,
    /// How input objects come into being.
    pub construction: Construction,
    pub(super) assumptions: Rc<super::assumption::Assumptions>,
    /// Objects that class initialisation has left and that references which are inputs were compared with, each with how many objects
    /// there were then: an input that is decided later may be one of them.
    pub(super) compared_constants: PersistentVector<(ObjectId, usize)>,
    /// What the program has read from its standard input.
    pub console: super::console::Console,
    /// The values of the machine that the program has read.
    pub(super) environment: PersistentVector<(super::environment::EnvironmentSource, InputId)>,
    /// The system properties that code has set or cleared, in order.
    pub(super) properties: PersistentVector<(std::sync::Arc<str>, Option<TermId>)>,
    /// What objects that were there before have given where they were asked: object, by what, what.
    pub(super) answers: PersistentVector<(ObjectId, &'static str, Value)>,
    /// What tables that are inputs have given for keys since they were changed last: table, key, what.
    pub(super) lookups: PersistentVector<(ObjectId, Reference, Value)>,
    /// What is known of the classes of objects that may be of some that are not listed.
    pub(super) narrowings: PersistentMap<ObjectId, super::narrowing::Narrowing>,
    /// What collections that are inputs hold, and their parts, where that is known.
    pub(super) holdings: PersistentMap<ObjectId, Holding>,
    /// What was read of collections of which only the interface is known.
    pub(super) unknown_collections: UnknownCollections,
    /// What inputs are drawn from, where they are.
    pub samples: Option<Box<Samples>>,
    /// What calls that were not followed have left.
    pub(super) open_effects: OpenEffects,
    /// What there is one of in a JVM and was asked for.
    pub(super) of_machine: PersistentVector<(super::environment::MachineObject, ObjectId)>,
    /// Whether what fields of input objects held at first is kept.
    pub keeps_initial_fields: bool,
    /// What they held at the start, or after the last open call that may have changed their object.
    initial_fields: PersistentMap<(ObjectId, FieldId), Value>,
    pub(super) sizes: Sizes,
    /// What static fields that are inputs held at the start, or after the last open call.
    initial_statics: PersistentMap<FieldId, Value>,
}

impl Heap {
    /// An object; none for an identity of another heap.
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.construction.note_read(id);
        self.peek(id)
    }

    /// Whether reading alone has changed nothing since the heap was cloned from another: no input was met, and nothing noted.
    pub fn is_read_like(&self, other: &Heap) -> bool {
        let sizes = |heap: &Heap| {
            let met = (heap.objects.len(), heap.symbols.len(), heap.inputs.len(), heap.imported.len());
            (met, heap.compared_constants.len(), heap.environment.len(), heap.answers.len())
        };
        sizes(self) == sizes(other) && self.construction.is_as_in(&other.construction)
    }

    /// An object, for what is no part of the program's run.
    pub(super) fn peek(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0 as usize).map(Rc::as_ref)
    }

    pub(super) fn object_mut(&mut self, id: ObjectId) -> Option<&mut Object> {
        self.objects.get_mut(id.0 as usize).map(Rc::make_mut)
    }

    /// Number of objects; their identities are 0 up to this.
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// An array's state.
    pub fn array(&self, id: ObjectId) -> Option<&ArrayBody> {
        match &self.object(id)?.body {
            Body::Array(body) => Some(body),
            Body::Instance(_) => None,
        }
    }

    /// An array's state, to change it.
    pub fn array_mut(&mut self, id: ObjectId) -> Option<&mut ArrayBody> {
        self.note_write(id);
        self.forget_lookups_in(id);
        if self.has_unknown_collections()
            && self.array(id).is_some_and(|body| matches!(body.contents, Contents::References(_)))
        {
            self.note_change_of_collection(id);
        }
        match &mut self.object_mut(id)?.body {
            Body::Array(body) => Some(body),
            Body::Instance(_) => None,
        }
    }

    /// An instance's state.
    pub fn instance(&self, id: ObjectId) -> Option<&InstanceBody> {
        match &self.object(id)?.body {
            Body::Instance(body) => Some(body),
            Body::Array(_) => None,
        }
    }

    /// Narrows the classes that an object can be an instance of.
    pub fn set_types(&mut self, id: ObjectId, types: Rc<[ClassId]>) {
        if let Some(Object { body: Body::Instance(body), .. }) = self.object_mut(id) {
            body.types = types;
        }
    }

    /// Whether an object belongs to the input heap.
    pub fn is_input(&self, id: ObjectId) -> bool {
        self.peek(id).is_some_and(|object| matches!(object.origin, Origin::Input | Origin::Made))
    }

    /// Adds an object.
    pub fn add(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.objects.len() as u32);
        if matches!(object.origin, Origin::Allocated) {
            self.construction.note_allocated(id);
        }
        self.objects.push_back(Rc::new(object));
        id
    }

    /// Allocates an instance of exactly `class`, its fields zero.
    pub fn allocate(&mut self, class: ClassId) -> ObjectId {
        let body = InstanceBody { types: Rc::from([class]), open: false, fields: Vec::new() };
        self.add(Object { origin: Origin::Allocated, body: Body::Instance(body) })
    }

    /// Allocates an array of exactly this component type, its elements zero.
    pub fn allocate_array(&mut self, pool: &mut TermPool, component: FieldKind, length: TermId) -> ObjectId {
        let contents = match component {
            FieldKind::Reference(_) | FieldKind::Text => Contents::References(Rc::new(Elements::null())),
            FieldKind::Primitive(primitive) => {
                let kind = array_element_kind(primitive);
                Contents::Primitive(kind, pool.zeroed(kind))
            }
        };
        let body = ArrayBody { component, possible_components: None, length, contents };
        self.add(Object { origin: Origin::Allocated, body: Body::Array(body) })
    }

    /// The object of a constant; the same constant gives the same object.
    pub fn literal(&mut self, class: ClassId, literal: Literal) -> ObjectId {
        if let Some(object) = self.literals.get(&literal) {
            return *object;
        }
        let body = InstanceBody { types: Rc::from([class]), open: false, fields: Vec::new() };
        let id = self.add(Object { origin: Origin::Literal(literal.clone()), body: Body::Instance(body) });
        self.literals.insert(literal, id);
        id
    }

    /// A reference input.
    pub fn symbol(&self, id: SymbolId) -> Option<&Symbol> {
        self.symbols.get(id.0 as usize)
    }

    /// Number of reference inputs.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    pub(super) fn set_symbol(&mut self, id: SymbolId, value: Reference) {
        if let Some(symbol) = self.symbol_mut(id) {
            symbol.value = Some(value);
        }
    }

    pub(super) fn symbol_mut(&mut self, id: SymbolId) -> Option<&mut Symbol> {
        self.symbols.get_mut(id.0 as usize)
    }

    /// Makes a reference input one that is not null.
    pub fn require_object(&mut self, id: SymbolId) {
        if let Some(symbol) = self.symbols.get_mut(id.0 as usize) {
            symbol.nullable = false;
        }
    }

    /// Adds a reference input.
    pub fn new_symbol(&mut self, origin: SymbolOrigin, declared: ReferenceType, nullable: bool) -> SymbolId {
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push_back(Symbol { origin, declared, nullable, value: None, holding: None, exactly: None });
        id
    }

    /// A numeric input.
    pub fn input(&self, id: InputId) -> Option<&Input> {
        self.inputs.get(id.0 as usize)
    }

    /// Number of numeric inputs.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Adds a numeric input. Where inputs are drawn, its value; what the caller of the method does not decide is none of those.
    pub fn new_input(&mut self, pool: &mut TermPool, origin: InputOrigin, domain: Domain) -> TermId {
        let id = InputId(self.inputs.len() as u32);
        self.inputs.push_back(Input { origin, domain });
        let is_callers =
            !matches!(origin, InputOrigin::Choice(_) | InputOrigin::Environment(_) | InputOrigin::Result(_));
        match self.samples.as_mut().filter(|_| is_callers) {
            Some(samples) => samples.draw(pool, id, (origin, domain)),
            None => pool.input(id, domain),
        }
    }

    /// An input of a declared type.
    pub fn new_value(&mut self, pool: &mut TermPool, kind: FieldKind, origins: (SymbolOrigin, InputOrigin)) -> Value {
        match kind {
            FieldKind::Reference(declared) => {
                Value::Reference(Reference::Symbol(self.new_symbol(origins.0, declared, true)))
            }
            FieldKind::Text => Value::Text(self.new_input(pool, origins.1, Domain::Text)),
            FieldKind::Primitive(primitive) => {
                let input = self.new_input(pool, origins.1, primitive_domain(primitive));
                match primitive {
                    PrimitiveType::Long => Value::Long(input),
                    PrimitiveType::Float => Value::Float(input),
                    PrimitiveType::Double => Value::Double(input),
                    _ => Value::Int(input),
                }
            }
        }
    }

    /// What a reference is by now: null, an object, or an undecided input.
    pub fn current(&self, reference: Reference) -> Reference {
        match reference {
            Reference::Symbol(id) => self.symbol(id).and_then(|symbol| symbol.value).unwrap_or(reference),
            decided => decided,
        }
    }

    /// The object that a reference points to; none for null.
    ///
    /// # Errors
    /// The choice, when the input is undecided.
    pub fn resolve(&self, reference: Reference) -> Result<Option<ObjectId>, Choice> {
        match self.current(reference) {
            Reference::Null => Ok(None),
            Reference::Object(object) => Ok(Some(object)),
            Reference::Symbol(symbol) => Err(Choice::Symbol(symbol)),
        }
    }

    /// Notes that a reference which is an input is compared with an object that class initialisation has left.
    pub fn note_compared_constant(&mut self, object: ObjectId) {
        if self.compared_constants.iter().all(|(known, _)| *known != object) {
            self.compared_constants.push_back((object, self.objects.len()));
        }
    }

    /// Whether an input was decided not to be an object that class initialisation has left, and is not just taken not to be it.
    pub fn is_decided_beside(&self, input: ObjectId, constant: ObjectId) -> bool {
        self.compared_constants.iter().any(|(known, before)| *known == constant && input.0 as usize >= *before)
    }

    /// Puts an object in the place of another.
    pub(super) fn replace_object(&mut self, id: ObjectId, object: Rc<Object>) {
        if let Some(place) = self.objects.get_mut(id.0 as usize) {
            *place = object;
        }
    }
}

/// The zero value of a type (JVMS 2.3, 2.4).
pub fn default_value(pool: &mut TermPool, kind: FieldKind) -> Value {
    match kind {
        FieldKind::Reference(_) => Value::Reference(Reference::Null),
        FieldKind::Text => Value::Text(pool.text(&[])),
        FieldKind::Primitive(PrimitiveType::Long) => Value::Long(pool.long(0)),
        FieldKind::Primitive(PrimitiveType::Float) => Value::Float(pool.float(0.0)),
        FieldKind::Primitive(PrimitiveType::Double) => Value::Double(pool.double(0.0)),
        FieldKind::Primitive(_) => Value::Int(pool.int(0)),
    }
}
