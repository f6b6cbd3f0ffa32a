//! Invariants are taken to hold: of what a path meets, as it meets it.

use super::super::machine::Machine;
use super::super::state::State;
use super::{Atom, ClassInvariants, ExploredEntry, Known, Sized, known_at_start};
use crate::heap::{Heap, Length, ObjectId, OpenPlace, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{ClassId, FieldId, ReferenceType};
use crate::term::TermId;
use std::sync::Arc;

impl Machine<'_> {
    /// Whether an input that is read of a parameter, a static field or a field of the class path was decided to be a collection that is in
    /// such a place already, where one of both says that no other object has it.
    pub fn has_collection_of_another(&mut self, state: &State, symbol: SymbolId) -> bool {
        let Some(decided) = state.heap.symbol(symbol).and_then(|symbol| symbol.value) else { return false };
        let Reference::Object(object) = decided else { return false };
        let program = self.program;
        let origins = state.heap.symbols_of(object).filter_map(|symbol| state.heap.symbol(symbol));
        let mut places: Vec<SymbolOrigin> = origins
            .map(|symbol| symbol.origin)
            .filter(|origin| match origin {
                SymbolOrigin::Parameter(_) | SymbolOrigin::Static(_) => true,
                SymbolOrigin::Field(_, field) => program.is_user_class(program.field(*field).class),
                _ => false,
            })
            .collect();
        places.dedup();
        let fields: Vec<FieldId> = places
            .iter()
            .filter_map(|origin| match origin {
                SymbolOrigin::Field(_, field) => Some(*field),
                _ => None,
            })
            .collect();
        places.len() > 1
            && fields.into_iter().any(|field| {
                let known = self.invariants_of(program.field(field).class);
                let is_array = program.field(field).kind.is_array();
                let is_own = |sized: &Sized| sized.field == field && !sized.is_fixed && !is_array;
                known.is_some_and(|known| known.sized.iter().any(is_own))
            })
    }

    /// What was taken for granted of inputs, by class; in no order.
    pub fn taken_invariants(&self) -> impl Iterator<Item = (ClassId, &ClassInvariants)> {
        self.class_invariants.iter().chain(&self.static_invariants).map(|(class, known)| (*class, &**known))
    }

    /// What holds of the objects of a class, where that is to be taken for granted of inputs.
    pub fn invariants_of(&mut self, class: ClassId) -> Option<Arc<ClassInvariants>> {
        let source = self.invariants?;
        let found = || match self.takes_objects_for {
            Some(ExploredEntry { method, own }) if own != Some(class) => source.of_amid(class, method),
            _ => source.of(class),
        };
        Some(self.class_invariants.entry(class).or_insert_with(found).clone())
    }

    /// A condition that holds since an input object, of which this field was read or decided, satisfies the invariants of its
    /// class; none where the path knows all of them.
    pub fn given(&mut self, state: &mut State, object: ObjectId, field: FieldId) -> Option<TermId> {
        state.heap.initial_field(object, field)?;
        let invariants = self.invariants_of(self.program.field(field).class)?;
        self.read_sizes(state, &invariants, object);
        let given = self.first_given(state, &invariants, field, |heap, field| heap.initial_field(object, field));
        // The field that has the length of the arrays in its array was read with it.
        let held = invariants.held.iter().find(|(of, _)| *of == field).and_then(|(_, held)| held.first());
        let of_lengths = match held.and_then(|held| held.length) {
            Some(Length::OfField(of)) => {
                self.first_given(state, &invariants, of, |heap, field| heap.initial_field(object, field))
            }
            _ => None,
        };
        given.or(of_lengths).or_else(|| self.given_of_owner(state, object))
    }

    /// Reads the sizes of what fields of an input object refer to, where invariants tell something of them.
    fn read_sizes(&mut self, state: &mut State, invariants: &ClassInvariants, object: ObjectId) {
        let atoms = invariants.conditions.iter().flat_map(|invariant| &invariant.0);
        for field in atoms.flat_map(Atom::sized) {
            let held = state.heap.initial_field(object, field).and_then(|value| state.heap.referred(value));
            let Some(held) = held else { continue };
            let (heap, mut context) = self.heap_context(state);
            heap.size_now(&mut context, held);
        }
    }

    /// The same of what was an object's collection at the start, whose size is told there.
    fn given_of_owner(&mut self, state: &State, collection: ObjectId) -> Option<TermId> {
        state.heap.initial_size((self.program, &mut self.pool), collection)?;
        let origins = state.heap.symbols_of(collection).filter_map(|symbol| state.heap.symbol(symbol));
        let owners: Vec<(ObjectId, FieldId)> = origins
            .filter_map(|symbol| match symbol.origin {
                SymbolOrigin::Field(owner, field) | SymbolOrigin::Open(_, OpenPlace::Field(owner, field)) => {
                    Some((owner, field))
                }
                _ => None,
            })
            .collect();
        owners.into_iter().find_map(|(owner, field)| {
            state.heap.initial_field(owner, field)?;
            let invariants = self.invariants_of(self.program.field(field).class)?;
            let is_told =
                invariants.conditions.iter().flat_map(|known| &known.0).any(|atom| atom.sized().any(|it| it == field));
            is_told
                .then(|| self.first_given(state, &invariants, field, |heap, field| heap.initial_field(owner, field)))?
        })
    }

    /// The same of a static field that was read or decided.
    pub fn given_static(&mut self, state: &mut State, field: FieldId) -> Option<TermId> {
        state.heap.initial_static(field)?;
        let invariants = self.invariants_of_statics(self.program.field(field).class)?;
        self.first_given(state, &invariants, field, |heap, field| heap.initial_static(field))
    }

    /// Whether an object that the path has made satisfies what is known of all objects of its class, whatever the inputs of the path are.
    pub fn satisfies_invariants(&mut self, heap: &Heap, object: ObjectId) -> bool {
        let program = self.program;
        let Some(class) = heap.exact_class(object) else { return false };
        program.superclasses(class).filter(|above| program.is_user_class(*above)).all(|above| {
            let Some(invariants) = self.invariants_of(above) else { return false };
            invariants.conditions.iter().all(|condition| {
                let mut now =
                    |field| (field, known_at_start((program, &mut self.pool), heap, heap.field_value(object, field)));
                let known: Vec<(FieldId, Known)> = condition.fields().map(&mut now).collect();
                let truth = condition.truth(&mut self.pool, &known).filter(|_| condition.of_elements().is_none());
                truth.is_some_and(|truth| self.pool.as_truth(truth) == Some(true))
            })
        })
    }

    fn first_given(
        &mut self,
        state: &State,
        invariants: &ClassInvariants,
        field: FieldId,
        at_start: impl Fn(&Heap, FieldId) -> Option<Value>,
    ) -> Option<TermId> {
        for invariant in invariants.conditions.iter().filter(|invariant| invariant.fields().any(|it| it == field)) {
            let (program, heap) = (self.program, &state.heap);
            let known: Vec<(FieldId, Known)> = invariant
                .fields()
                .map(|field| (field, known_at_start((program, &mut self.pool), heap, at_start(heap, field))))
                .collect();
            let truth = invariant.truth(&mut self.pool, &known);
            let is_new =
                |truth: &TermId| self.pool.as_truth(*truth) != Some(true) && state.path.known(*truth) != Some(true);
            if let Some(truth) = truth.filter(is_new) {
                return Some(truth);
            }
        }
        None
    }

    /// Whether the invariants of a static field that is an input are to be taken for granted.
    pub(in crate::exec) fn takes_statics_of(&self, state: &State, field: FieldId) -> bool {
        self.takes_statics_for.is_some() && state.heap.initial_static(field).is_some()
    }

    /// What holds of the static fields of a class, where that is to be taken for granted.
    fn invariants_of_statics(&mut self, class: ClassId) -> Option<Arc<ClassInvariants>> {
        let (source, method) = (self.invariants?, self.takes_statics_for?);
        Some(self.static_invariants.entry(class).or_insert_with(|| source.of_statics(class, method)).clone())
    }

    /// Notes of a reference that was read from a static field that is an input that it is not null, where invariants say so.
    pub(in crate::exec) fn require_given_static(&mut self, state: &mut State, field: FieldId, value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        let Some(invariants) = self.invariants_of_statics(self.program.field(field).class) else { return };
        let is_first = state.heap.initial_static(field) == Some(value);
        if is_first && invariants.conditions.iter().any(|invariant| *invariant.0 == [Atom::NotNull(field)]) {
            state.heap.require_object(symbol);
        }
    }

    /// The class or array type of which what a field refers to exactly is, where invariants say so. Of an object of the JDK they depend on
    /// the class of which the object, the holder, is an instance itself.
    pub fn exact_type(&mut self, holder: Option<ClassId>, field: FieldId) -> Option<ReferenceType> {
        let info = self.program.field(field);
        let invariants = if info.flags.is_static() {
            self.invariants_of_statics(info.class)?
        } else if self.program.is_user_class(info.class) {
            self.invariants_of(info.class)?
        } else {
            self.invariants_of(holder?)?
        };
        invariants.exact.iter().find(|(known, _)| *known == field).map(|(_, exactly)| *exactly)
    }

    /// Notes of a reference that was read from a field of an input object what invariants say of it by themselves: that it is not null, and
    /// what it holds.
    pub fn note_given(&mut self, state: &mut State, (object, field): (ObjectId, FieldId), value: Value) {
        self.require_given(state, object, field, value);
        self.note_held(state, (object, field), value);
    }

    fn require_given(&mut self, state: &mut State, object: ObjectId, field: FieldId, value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        if state.heap.initial_field(object, field) != Some(value) {
            // The path has assigned it since.
            return;
        }
        let Some(invariants) = self.invariants_of(self.program.field(field).class) else { return };
        if invariants.conditions.iter().any(|invariant| *invariant.0 == [Atom::NotNull(field)]) {
            state.heap.require_object(symbol);
        }
    }
}
