//! What class initialisers leave: values of static fields, the objects they refer to, and the constants of enums.

use super::super::caveat::Caveat;
use super::super::changing::StaticContents;
use super::super::invariant::{Known, known_at_start};
use super::super::machine::Machine;
use super::super::state::State;
use super::super::stop::Interrupt;
use crate::classfile::java_name;
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, ReferenceType};
use crate::term::TermCarrier;
use std::rc::Rc;

impl Machine<'_> {
    /// What a static field holds that is assigned by class initialisation alone: where any state is explored, what it refers to may
    /// be in any.
    pub(in crate::exec) fn settled_static(&mut self, state: &mut State, field: FieldId) -> Result<Value, Interrupt> {
        let info = self.program.field(field);
        let (class, is_final) = (info.class, info.flags.is_final());
        if !is_final || !self.contents_are_inputs || !self.program.is_user_class(class) {
            return self.initialised_static(state, field);
        }
        self.run_initialiser(class)?;
        match self.contents_of_static(field) {
            StaticContents::AsInitialised => self.initialised_static(state, field),
            StaticContents::AnyElements => self.static_array(state, field),
            StaticContents::Any(_) => {
                let (heap, mut context) = self.heap_context(state);
                let value = heap.read_static(&mut context, field);
                if let Value::Reference(Reference::Symbol(symbol)) = value {
                    state.heap.construction.note_generic(value, self.program.generic_field(field).as_ref());
                    state.heap.require_object(symbol);
                }
                Ok(value)
            }
        }
    }

    /// The array of numbers that a static final field refers to, with any elements.
    fn static_array(&mut self, state: &mut State, field: FieldId) -> Result<Value, Interrupt> {
        if let Some(value) = state.heap.static_value(field) {
            return Ok(value);
        }
        let initial = self.initialised.heap.static_value(field);
        let was_there = matches!(initial, Some(Value::Reference(Reference::Object(object)))
            if state.heap.imported(object).is_some());
        let value = match initial {
            Some(value) => {
                let mut terms = TermCarrier::new(&self.initialised.pool, &mut self.pool);
                state.heap.import(&self.initialised.heap, &mut terms, value)
            }
            None => Value::Reference(Reference::Null),
        };
        if let (false, Value::Reference(Reference::Object(array))) = (was_there, value) {
            if state.heap.has_input_like(array) {
                // An array that was passed in may be this one: that is not told apart here.
                self.note_loaded(state, value);
            }
            state.heap.make_elements_inputs(&mut self.pool, array);
        }
        state.heap.write_static(field, value);
        Ok(value)
    }

    /// The class of what a static final field refers to, where that may be in any state.
    pub fn class_of_contents(&mut self, field: FieldId) -> Option<ClassId> {
        if !self.program.field(field).flags.is_final() {
            return None;
        }
        match self.contents_of_static(field) {
            StaticContents::Any(class) => Some(class),
            _ => None,
        }
    }

    /// What the initialiser of a class leaves in its static fields, as far as that is the same whatever was called before: nothing is
    /// known where it cannot be executed or may fail.
    pub fn left_by_initialiser(&mut self, class: ClassId, fields: &[FieldId]) -> Option<Vec<Value>> {
        if self.fails_to_initialise(class) || self.run_initialiser(class).is_err() {
            return None;
        }
        self.note_own_surroundings(class);
        let is_disturbed = fields.iter().any(|field| self.initialised.disturbed.contains(field));
        if is_disturbed || !self.caveats.is_empty() {
            return None;
        }
        self.among_initialisers(|machine| {
            let values = fields.iter().map(|field| match machine.initialised.heap.static_value(*field) {
                Some(value) => value,
                None => crate::heap::default_value(&mut machine.pool, machine.program.field(*field).kind),
            });
            Some(values.collect())
        })
    }

    /// Does something with the terms of initialisers in the place of those of paths. Initialisers that have not run are not run by it.
    pub fn among_initialisers<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let joined = std::mem::take(&mut self.joined);
        let messages = std::mem::take(&mut self.null_messages);
        std::mem::swap(&mut self.pool, Rc::make_mut(&mut self.initialised.pool));
        let running = std::mem::replace(&mut self.initialised.running, true);
        let done = work(self);
        self.initialised.running = running;
        std::mem::swap(&mut self.pool, Rc::make_mut(&mut self.initialised.pool));
        self.null_messages = messages;
        self.joined = joined;
        done
    }

    /// What is known of a value that class initialisation has left, in terms of initialisers.
    pub fn known_initially(&mut self, value: Value) -> Known {
        known_at_start((self.program, &mut self.pool), &self.initialised.heap, Some(value))
    }

    /// The class or array type of an object that class initialisation has left.
    pub fn type_initially(&self, object: ObjectId) -> Option<ReferenceType> {
        let heap = &self.initialised.heap;
        heap.exact_class(object).map(ReferenceType::class).or_else(|| heap.array_type(object))
    }

    /// What class initialisation has left in a static field so far, in the heap of initialisation.
    pub fn initial_value(&self, field: FieldId) -> Option<Value> {
        self.initialised.heap.static_value(field)
    }

    /// The object that class initialisation has left in a static field, as an object of the state's heap.
    pub fn initial_object(&self, state: &State, field: FieldId) -> Option<ObjectId> {
        match self.initialised.heap.static_value(field)? {
            Value::Reference(Reference::Object(object)) => state.heap.imported(object),
            _ => None,
        }
    }

    /// The value of a static field after class initialisation, with what it reaches copied into the state's heap.
    ///
    /// # Errors
    /// A stop, when the initialiser cannot be executed.
    pub fn initialised_static(&mut self, state: &mut State, field: FieldId) -> Result<Value, Interrupt> {
        if let Some(value) = state.heap.static_value(field) {
            return Ok(value);
        }
        let class = self.program.field(field).class;
        self.initialise_host(state, class);
        self.run_initialiser(class)?;
        let here = match self.initialised.heap.static_value(field) {
            Some(value) => {
                let mut terms = TermCarrier::new(&self.initialised.pool, &mut self.pool);
                state.heap.import(&self.initialised.heap, &mut terms, value)
            }
            None => crate::heap::default_value(&mut self.pool, self.program.field(field).kind),
        };
        if let Value::Reference(Reference::Object(object)) = here
            && self.is_assumed(&state.heap, object, field)
        {
            self.caveats.insert(Caveat::InitialisedState(java_name(&self.program.class(class).name)));
        }
        if self.program.field(field).flags.is_final() && self.program.is_user_class(class) {
            self.note_loaded(state, here);
        }
        state.heap.write_static(field, here);
        Ok(here)
    }

    /// Runs the initialiser of a class of the JDK that a class of it is nested in, where the path is in code of that class: it has begun before
    /// that, and may have filled what the nested class holds.
    fn initialise_host(&mut self, state: &State, nested: ClassId) {
        let program = self.program;
        if self.initialised.status.contains_key(&nested) || !program.class(nested).is_jdk {
            return;
        }
        let host = program.class(nested).file().and_then(|file| file.nest_host.as_ref());
        let Some(host) = host.and_then(|host| program.class_by_name(host)) else { return };
        if state.frames.iter().any(|frame| program.method(frame.method).class == host) {
            // Where it fails, that is found when it is used.
            let _ = self.run_initialiser(host);
        }
    }

    /// The class of the object that class initialisation leaves in a static field; none where that is not known, or no object.
    pub fn class_left_in(&mut self, field: FieldId) -> Option<ClassId> {
        self.run_initialiser(self.program.field(field).class).ok()?;
        match self.initialised.heap.static_value(field)? {
            Value::Reference(Reference::Object(object)) => self.initialised.heap.exact_class(object),
            _ => None,
        }
    }

    /// The constants of an enum, as objects of the state's heap; none when the class is no enum.
    ///
    /// # Errors
    /// A stop, when the enum's initialiser cannot be executed.
    pub fn enum_constants(
        &mut self,
        state: &mut State,
        class: ClassId,
    ) -> Result<Option<Vec<(FieldId, ObjectId)>>, Interrupt> {
        let definition = self.program.class(class);
        if !definition.is_enum() || definition.file().is_none() {
            return Ok(None);
        }
        // The class of a constant with a body: its only instance is a constant of its superclass.
        let parent = definition.superclass.filter(|parent| self.program.class(*parent).is_enum());
        if let Some(parent) = parent {
            let all = self.enum_constants(state, parent)?;
            let is_one = |object: &ObjectId| {
                state.heap.instance(*object).is_some_and(|body| body.types.iter().all(|known| *known == class))
            };
            return Ok(all.map(|all| all.into_iter().filter(|(_, object)| is_one(object)).collect()));
        }
        let fields: Vec<FieldId> = definition
            .fields
            .iter()
            .copied()
            .filter(|field| {
                let flags = self.program.field(*field).flags;
                flags.is_enum() && flags.is_static()
            })
            .collect();
        let mut constants = Vec::new();
        for field in fields {
            if let Value::Reference(Reference::Object(object)) = self.initialised_static(state, field)? {
                constants.push((field, object));
            }
        }
        Ok(Some(constants))
    }
}
