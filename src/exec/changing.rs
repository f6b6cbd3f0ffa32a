//! Which objects that class initialisation has left may have been changed by the time a method starts. The initialised
//! heap says who can reach an object; `program/changes` says what the code does with it.

mod view;

use super::caveat::Caveat;
use super::machine::{Machine, Statics};
use super::quiet::Part;
use super::state::State;
use crate::classfile::java_name;
use crate::heap::{Body, InputOrigin, ObjectId, Origin, Reference, SymbolOrigin, Value};
use crate::program::{ClassId, FieldId, FieldKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use view::{Held, Owned, Sharing, View, find_changes, held_by_statics};

/// What has been asked so far about objects of the initialised heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Changing {
    /// What may have been changed, and a class whose static field leads there.
    known: FxHashMap<ObjectId, Rc<Owned>>,
    /// Whether objects that are looked at as wholes may have been changed.
    wholes: FxHashMap<ObjectId, bool>,
    /// What static fields lead to.
    held: Rc<Held>,
    /// Whether objects of a class never change by themselves.
    constant: FxHashMap<ClassId, bool>,
}

/// What a static final field refers to, where any state of it is to be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StaticContents {
    /// As class initialisation has left it, as far as its fields do not say otherwise.
    AsInitialised,
    /// An object of exactly this class, in any state.
    Any(ClassId),
    /// The array that class initialisation has made, with any elements.
    AnyElements,
}

impl Machine<'_> {
    /// Whether calls may have gone before the method, so that what class initialisation has left may have been changed.
    fn may_have_changed(&self) -> bool {
        self.initialises_classes && self.statics != (Statics::Initialised { after_calls: false })
    }

    fn changed(&mut self, object: ObjectId) -> Rc<Owned> {
        if let Some(known) = self.changing.known.get(&object) {
            return known.clone();
        }
        self.with_held(|view, changing| {
            find_changes(view, changing, object);
            changing.known.entry(object).or_default().clone()
        })
    }

    /// Whether the JDK's own static fields lead to an object of the initialised heap.
    pub(super) fn is_reached_by_jdk(&mut self, object: ObjectId) -> bool {
        self.with_held(|_, changing| changing.held.by_jdk.contains(&object))
    }

    /// Asks something for which it must be known what static fields lead to.
    fn with_held<T>(&mut self, ask: impl FnOnce(&View<'_, '_>, &mut Changing) -> T) -> T {
        let heap = std::mem::take(&mut self.initialised.heap);
        let mut changing = std::mem::take(&mut self.changing);
        let view = View { heap: &heap, pool: &self.initialised.pool, program: self.program };
        let version = (self.initialised.steps, heap.object_count());
        if changing.held.version != version {
            changing.held = Rc::new(held_by_statics(&view, &mut changing.constant, version));
        }
        let found = ask(&view, &mut changing);
        self.initialised.heap = heap;
        self.changing = changing;
        found
    }

    /// Whether an object that the initialised heap has may have been changed as a whole: an array's elements, and what an object
    /// of the JDK consists of. Fields of classes of the class path are looked at one by one, when they are read.
    fn has_changed(&mut self, object: ObjectId) -> bool {
        if let Some(known) = self.changing.wholes.get(&object) {
            return *known;
        }
        let mut open = vec![object];
        let mut seen: FxHashSet<ObjectId> = open.iter().copied().collect();
        let mut has_changed = false;
        while let Some(next) = open.pop() {
            if !self.is_whole(next) {
                continue;
            }
            has_changed |= !self.changed(next).changed.is_nothing();
            let held = self.initialised.heap.objects_held(next);
            open.extend(held.into_iter().map(|(_, to)| to).filter(|to| seen.insert(*to)));
        }
        self.changing.wholes.insert(object, has_changed);
        has_changed
    }

    /// Whether any part of what an object of the initialised heap reaches may have been changed.
    fn leads_to_changed(&mut self, object: ObjectId) -> bool {
        let mut open = vec![object];
        let mut seen: FxHashSet<ObjectId> = open.iter().copied().collect();
        while let Some(next) = open.pop() {
            if !self.changed(next).changed.is_nothing() {
                return true;
            }
            let held = self.initialised.heap.objects_held(next);
            open.extend(held.into_iter().map(|(_, to)| to).filter(|to| seen.insert(*to)));
        }
        false
    }

    /// Whether a part of an object of the initialised heap may have been changed.
    pub(super) fn may_differ(&mut self, object: ObjectId, part: Part) -> bool {
        match part {
            Part::Everything => self.leads_to_changed(object),
            Part::Elements => !self.changed(object).changed.is_nothing(),
            Part::Field(field) if self.program.field(field).flags.is_final() => false,
            Part::Field(field) => {
                let found = self.changed(object);
                let is_users = self.program.is_user_class(self.program.field(field).class);
                found.changed.anything
                    || (if is_users { found.changed.fields.contains(&field) } else { !found.changed.is_nothing() })
            }
        }
    }

    fn is_whole(&self, object: ObjectId) -> bool {
        View { heap: &self.initialised.heap, pool: &self.initialised.pool, program: self.program }.is_whole(object)
    }

    /// What a static final field of the class path refers to when a method starts, in any state.
    pub(super) fn contents_of_static(&mut self, field: FieldId) -> StaticContents {
        if !self.contents_are_inputs || self.statics != Statics::Any || !self.may_have_changed() {
            return StaticContents::AsInitialised;
        }
        let Some(Value::Reference(Reference::Object(object))) = self.initialised.heap.static_value(field) else {
            return StaticContents::AsInitialised;
        };
        let sharing = self.changed(object).sharing;
        match (sharing, self.initialised.heap.object(object).map(|object| &object.body)) {
            (Sharing::AnyElements, Some(Body::Array(_))) => StaticContents::AnyElements,
            (Sharing::AnyContents, Some(Body::Instance(body))) => match *body.types {
                [class] => StaticContents::Any(class),
                _ => StaticContents::AsInitialised,
            },
            _ => StaticContents::AsInitialised,
        }
    }

    /// Whether what class initialisation has left in a static field may have been changed as a whole.
    pub(super) fn refers_to_changing(&mut self, field: FieldId) -> bool {
        match self.initialised.heap.static_value(field) {
            Some(Value::Reference(Reference::Object(object))) => self.has_changed(object),
            _ => false,
        }
    }

    /// Whether calls before may have changed a static field of the class path, or anything that it leads to.
    pub fn depends_on_calls_before(&mut self, field: FieldId) -> bool {
        if self.program.is_assigned_after_initialisation(field) {
            return true;
        }
        // Where the initialiser cannot be executed, reading the field says so.
        let _ = self.run_initialiser(self.program.field(field).class);
        match self.initialised.heap.static_value(field) {
            Some(Value::Reference(Reference::Object(object))) => self.leads_to_changed(object),
            _ => false,
        }
    }

    /// The object of the initialised heap that a reference is the copy of.
    fn copied_from(state: &State, value: Value) -> Option<ObjectId> {
        let Value::Reference(Reference::Object(here)) = value else { return None };
        match state.heap.object(here)?.origin {
            Origin::Initialised(object) => Some(object),
            _ => None,
        }
    }

    /// Notes that a path has come to an object that may have been changed since class initialisation. Of drawn inputs nothing is
    /// concluded that this would stand in the way of.
    pub(super) fn note_loaded(&mut self, state: &State, value: Value) {
        if !self.may_have_changed() || state.heap.samples.is_some() {
            return;
        }
        let Some(object) = Self::copied_from(state, value) else { return };
        if self.has_changed(object) {
            self.note_changed_contents(object);
        }
    }

    fn note_changed_contents(&mut self, object: ObjectId) {
        let owner = self.changed(object).owner;
        let name = owner.map_or_else(|| "the JDK".to_owned(), |owner| java_name(self.program.class_name(owner)));
        self.caveats.insert(Caveat::ContentsAfterInitialisation(name));
    }

    /// What a field of an object holds that class initialisation has left and code may have assigned since: where any state is
    /// explored, any number.
    pub(super) fn loaded_field(&mut self, state: &mut State, object: ObjectId, field: FieldId, value: Value) -> Value {
        if !self.may_have_changed() || !self.program.is_user_class(self.program.field(field).class) {
            return value;
        }
        let here = Value::Reference(Reference::Object(object));
        let Some(initial) = Self::copied_from(state, here) else { return value };
        if !state.heap.is_as_initialised(object, field) {
            return value;
        }
        if self.program.field(field).flags.is_final() {
            return value;
        }
        let found = self.changed(initial);
        if !found.changed.anything && !found.changed.fields.contains(&field) {
            return value;
        }
        let kind = self.program.field(field).kind;
        match (self.statics, kind) {
            (Statics::Initialised { .. }, _) => {
                let owner = self.program.field(field).class;
                self.caveats.insert(Caveat::StateAfterInitialisation(java_name(self.program.class_name(owner))));
                value
            }
            (_, FieldKind::Primitive(_)) => {
                let origins = (SymbolOrigin::Field(object, field), InputOrigin::Field(object, field));
                let value = state.heap.new_value(&mut self.pool, kind, origins);
                state.heap.set_field(object, field, value);
                value
            }
            _ => {
                self.note_changed_contents(initial);
                value
            }
        }
    }

    /// Before an assignment: what class initialisation has left and others have may be an input too. Where both are known by
    /// their fields, they are taken for two.
    pub(super) fn note_alias(&mut self, state: &State, object: ObjectId, field: FieldId) {
        if !self.may_have_changed() || !self.program.is_user_class(self.program.field(field).class) {
            return;
        }
        for initial in state.heap.initialised_beside(object, field) {
            let found = self.changed(initial);
            let is_enum = |class: &ClassId| self.program.class(*class).is_enum();
            let heap = &self.initialised.heap;
            // An input of an enum's type is one of the constants.
            let is_constant = heap.instance(initial).is_some_and(|body| body.types.iter().all(is_enum));
            if found.changed.is_escaped && !is_constant {
                self.note_changed_contents(initial);
            }
        }
    }
}
