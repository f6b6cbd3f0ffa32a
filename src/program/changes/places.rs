//! What fields and elements hold, and what stores to them do.

use super::super::types::MethodId;
use super::flow::Flow;
use super::objects::{FIRST, Set};
use crate::classfile::FieldReference;

impl Flow<'_> {
    /// Those objects of a set that can be of a type.
    pub(super) fn of_type(&self, set: Set, name: &str) -> Set {
        let Some(class) = self.program.class_by_name(name).filter(|_| !name.starts_with('[')) else { return set };
        let is_other = |number: &u32| {
            let known = self.object(*number).and_then(|object| object.class);
            known.is_some_and(|known| self.program.is_subclass(known, class) == Some(false))
        };
        set.iter().filter(is_other).fold(set, |set, number| set.without(Set::one(number)))
    }

    /// What the elements of arrays can be. What the code has made may hold more than was seen.
    pub(super) fn elements_of(&self, array: Set) -> Set {
        let held = self.expand(array).iter().fold(Set::NONE, |all, object| all.or(self.held((Some(object), None))));
        if array.has_others() || self.has_made(array) { held.or(Set::OUTSIDE) } else { held }
    }

    fn has_made(&self, set: Set) -> bool {
        set.iter().any(|number| self.object(number).is_none_or(|object| !object.is_initial))
    }

    /// Stores in an array, which may be one of numbers.
    pub(super) fn store_element(&mut self, array: Set, value: Set) {
        for object in self.expand(array).iter() {
            if self.object(object).is_some_and(|it| it.class.is_none() && it.is_initial) {
                self.change(object, None);
            }
            self.hold((Some(object), None), value);
        }
        if array.has_others() {
            self.escape(value);
        }
    }

    pub(super) fn static_value(&self, method: MethodId, reference: &FieldReference) -> Set {
        let program = self.program;
        let Some(field) = program.resolve_field(reference) else { return Set::OUTSIDE };
        let stored = self.stored.get(&field).copied().unwrap_or_default();
        let Some(initial) = self.initial.get(&field).copied() else { return stored.or(Set::OUTSIDE) };
        if program.method(method).class == program.field(field).class && program.only_initialises(method) {
            // What it does with its own fields is done by the time that they are looked at.
            return stored.or(Set::OUTSIDE);
        }
        let is_assigned = program.is_assigned_after_initialisation(field);
        let others = if is_assigned { Set::OUTSIDE } else { Set::NONE };
        initial.or(stored).or(others)
    }

    pub(super) fn store_static(&mut self, reference: &FieldReference, value: Set) {
        if value.objects().is_empty() {
            return;
        }
        let field = self.program.resolve_field(reference);
        let Some(field) = field.filter(|field| self.program.is_user_class(self.program.field(*field).class)) else {
            self.escape(value);
            return;
        };
        let known = self.stored.entry(field).or_default();
        if !known.contains(value) {
            *known = known.or(value);
            self.has_grown = true;
        }
        if value.meets(self.relevant) {
            self.visit_mentioning(field);
        }
        if self.is_open_field(field) {
            self.escape(value);
        }
    }

    pub(super) fn field_of(&self, receiver: Set, reference: &FieldReference) -> Set {
        let Some(field) = self.program.resolve_field(reference) else { return Set::OUTSIDE };
        let objects = self.expand(receiver).iter();
        let found = objects.fold(Set::NONE, |all, object| all.or(self.held((Some(object), Some(field)))));
        if receiver.has_others() || self.has_made(receiver) {
            return found.or(Set::OUTSIDE).or(self.held((None, Some(field))));
        }
        found
    }

    /// Whether a flag is false in all objects of a set.
    pub(super) fn is_false(&self, receiver: Set, reference: &FieldReference) -> bool {
        if &*reference.descriptor != "Z" || receiver.has_others() || receiver.is_empty() || self.has_made(receiver) {
            return false;
        }
        let field = self.program.resolve_field(reference);
        field.is_some_and(|field| {
            let is_on = |number: u32| {
                let object = number.checked_sub(FIRST).and_then(|position| self.group.objects.get(position as usize));
                object.is_none_or(|object| object.flags.contains(&field))
            };
            self.program.field(field).flags.is_final() && !receiver.iter().any(is_on)
        })
    }

    pub(super) fn store_field(&mut self, receiver: Set, reference: &FieldReference, value: Set) {
        let Some(field) = self.program.resolve_field(reference) else {
            self.escape(value);
            return;
        };
        let info = self.program.field(field);
        let (owner, is_final) = (info.class, info.flags.is_final());
        let is_user = self.program.is_user_class(owner);
        for object in self.expand(receiver).iter() {
            let class = self.object(object).and_then(|object| object.class);
            if class.is_some_and(|class| self.program.is_subclass(class, owner) == Some(false)) {
                continue;
            }
            // Only constructors assign final fields, and those of these objects have run.
            if !is_final && !self.program.is_cache(field) {
                self.change(object, Some(field));
            }
            self.hold((Some(object), Some(field)), value);
        }
        if !receiver.has_others() || value.objects().is_empty() {
            return;
        }
        if !is_user {
            self.escape(value);
            return;
        }
        self.hold((None, Some(field)), value);
        if value.meets(self.relevant) {
            self.visit_mentioning(field);
        }
        if self.is_open_field(field) {
            self.escape(value);
        }
    }
}
