//! Facts of collections that fields refer to: what is put into them, what gets to see them, and whether they hold null.

use super::super::frame::Exact;
use super::{Fact, Facts, Walked};
use crate::classfile::{GenericType, InvokeKind, MethodReference};
use crate::heap::Held;
use crate::program::{FieldId, FieldKind, MethodId, Program, ReferenceType};

/// Interfaces whose static methods of these names give collections without nulls that nobody can change, as their documentation says.
const WITHOUT_NULLS: [(&str, &[&str]); 3] = [
    ("java/util/List", &["copyOf", "of"]),
    ("java/util/Map", &["copyOf", "of", "ofEntries"]),
    ("java/util/Set", &["copyOf", "of"]),
];

impl Facts {
    /// What the collection that a field refers to holds, which somebody wants to know from now on; nothing is known of what is no
    /// collection, and of what code may put something into that is not followed.
    pub(in crate::invariant::stable) fn want_contents(&mut self, program: &Program, field: FieldId) -> Vec<Held> {
        if let Some(known) = self.contents.get(&field) {
            return known.clone();
        }
        let flags = program.field(field).flags;
        // Whoever reads it may put something into it.
        let is_hidden = !flags.is_public() && !flags.is_protected();
        // What is read back may be something else, or hold something else.
        let is_read_back =
            || program.may_be_replaced_in_a_stream(field) || program.may_hold_replaced_in_a_stream(field);
        let is_known = is_hidden && self.is_owned(program, field) && !is_read_back();
        let assumed = if is_known { declared_contents(program, field) } else { Vec::new() };
        if !assumed.is_empty() {
            self.contents.insert(field, assumed.clone());
            program.mentioning(field).iter().for_each(|method| self.reopen((*method, 0)));
        }
        assumed
    }

    /// Notes that something is stored in a field that may hold nulls, or may change.
    pub(in crate::invariant::stable) fn note_modifiable(&mut self, field: FieldId) {
        self.modifiable.insert(field);
    }

    /// Whether all that is stored in a field whose contents are watched holds no nulls and does not change.
    pub(in crate::invariant::stable) fn is_without_nulls(&self, field: FieldId) -> bool {
        self.watches_contents(field) && !self.modifiable.contains(&field)
    }

    /// Notes that a collection that a field refers to is changed by what asks objects of callers meanwhile.
    pub(in crate::invariant::stable) fn note_asking(&mut self, field: FieldId) {
        self.asking.insert(field);
    }

    /// Whether one is, as far as code is known that changes it.
    pub(in crate::invariant::stable) fn asks(&self, field: FieldId) -> bool {
        self.asking.contains(&field)
    }

    /// Whether the contents of a field are watched.
    pub(in crate::invariant::stable) fn watches_contents(&self, field: FieldId) -> bool {
        self.contents.contains_key(&field)
    }

    /// Notes what is put into the collection that a field refers to, at a place of its type arguments, and of which class that is exactly.
    pub(in crate::invariant::stable) fn note_put(
        &mut self,
        program: &Program,
        (field, place): (FieldId, usize),
        put: Held,
        exact: Exact,
    ) {
        let Some(known) = self.contents.get_mut(&field).and_then(|all| all.get_mut(place)) else { return };
        let is_one = |class: &ReferenceType| put.class.is_some_and(|put| program.is_subtype(put, *class) == Some(true));
        let joined = Held { class: known.class.filter(is_one), is_object: known.is_object && put.is_object, ..*known };
        let all_exact = self.exact_contents.entry((field, place)).or_default();
        let exact = all_exact.or(exact);
        if joined != *known || exact != *all_exact {
            (*known, *all_exact) = (joined, exact);
            self.walk_again(Fact::Contents(field));
        }
    }

    /// Of which class all is exactly that was put into the collection that a field refers to, at a place of its type arguments.
    pub(in crate::invariant::stable) fn exact_content(&self, field: FieldId, place: usize) -> Exact {
        self.exact_contents.get(&(field, place)).copied().unwrap_or_default()
    }

    /// What is known of what the collection that a field refers to holds at a place of its type arguments, for a walk.
    pub(in crate::invariant::stable) fn content(
        &mut self,
        (field, place): (FieldId, usize),
        asker: Walked,
    ) -> (Held, Exact) {
        self.note_asker(Fact::Contents(field), asker);
        let held = self.contents.get(&field).and_then(|all| all.get(place));
        match held {
            Some(held) => (*held, self.exact_content(field, place)),
            None => (Held::default(), Exact::Any),
        }
    }

    /// Notes that a collection that a field refers to may have been told in which order things come.
    pub(in crate::invariant::stable) fn note_ordered(&mut self, field: FieldId) {
        if let Some(known) = self.contents.get_mut(&field) {
            known.iter_mut().for_each(|held| held.is_in_own_order = false);
        }
    }

    /// Notes that not only code that mentions a field may change how much is in its collections.
    pub(in crate::invariant::stable) fn note_shared(&mut self, field: FieldId) {
        self.shared.insert(field);
        self.note_shown(field);
    }

    /// Notes that others may have a view of a collection that a field refers to.
    pub(in crate::invariant::stable) fn note_shown(&mut self, field: FieldId) {
        if let Some(known) = self.contents.get_mut(&field) {
            known.iter_mut().for_each(|held| held.is_shown = true);
        }
    }

    /// Notes that a method may change how much is in the collections of a field.
    pub(in crate::invariant::stable) fn note_changed_by(&mut self, field: FieldId, method: MethodId) {
        self.changed_by.entry(field).or_default().insert(method);
    }

    /// The methods that may change how much is in the collections of a field, if these are all known.
    pub(in crate::invariant::stable) fn changing(&self, field: FieldId) -> Option<Vec<MethodId>> {
        if !self.watches_contents(field) || self.shared.contains(&field) {
            return None;
        }
        let mut found: Vec<MethodId> = self.changed_by.get(&field).into_iter().flatten().copied().collect();
        found.sort_unstable();
        Some(found)
    }

    /// Nothing is known of the contents of a field any more.
    pub(in crate::invariant::stable) fn give_up_contents(&mut self, field: FieldId) {
        self.note_shared(field);
        let Some(known) = self.contents.get_mut(&field) else { return };
        let is_news = known.iter().any(|held| held.class.is_some() || held.is_object);
        known.fill(Held::default());
        self.note_any_classes(field);
        if is_news {
            self.walk_again(Fact::Contents(field));
        }
    }

    /// Notes that what a collection holds that a field refers to may be of any class that its declaration allows.
    pub(in crate::invariant::stable) fn note_any_classes(&mut self, field: FieldId) {
        let count = self.contents.get(&field).map_or(0, Vec::len);
        let all = (0..count).map(|place| self.exact_contents.insert((field, place), Exact::Any));
        if all.filter(|before| *before != Some(Exact::Any)).count() > 0 {
            self.walk_again(Fact::Contents(field));
        }
    }
}

/// What a field's declaration says that the JDK's collection, or the array, holds which it refers to; none where it refers to no such collection.
pub(in crate::invariant::stable) fn declared_contents(program: &Program, field: FieldId) -> Vec<Held> {
    let FieldKind::Reference(declared) = program.field(field).kind else { return Vec::new() };
    if declared.dimensions > 0 {
        let of = |component| Held { class: Some(component), is_object: true, ..Held::default() };
        return match declared.component() {
            Some(FieldKind::Reference(component)) => vec![of(component)],
            _ => Vec::new(),
        };
    }
    if declared.as_class().is_none_or(|class| !program.class(class).is_jdk) {
        return Vec::new();
    }
    let Some(GenericType::Class(_, arguments)) = program.generic_field(field) else { return Vec::new() };
    let of = |argument| Held {
        class: program.named_type(argument),
        is_object: true,
        is_in_own_order: true,
        ..Held::default()
    };
    arguments.iter().map(of).collect()
}

/// Whether a call gives a collection without nulls that nobody can change.
pub(in crate::invariant::stable) fn gives_no_nulls((kind, called): (InvokeKind, &MethodReference)) -> bool {
    let mut giving = WITHOUT_NULLS.iter().filter(|(interface, _)| **interface == *called.class);
    kind == InvokeKind::Static && giving.any(|(_, names)| names.contains(&&*called.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Jdk;

    #[test]
    fn what_gives_no_nulls_are_static_methods_of_the_interfaces() {
        let program = Program::link_with([], Some(Jdk::find().expect("a JDK")));
        for (interface, names) in WITHOUT_NULLS {
            let methods = &program.class(program.class_by_name(interface).unwrap()).methods;
            let methods = methods.iter().map(|method| program.method(*method));
            let named: Vec<_> = methods.filter(|method| names.contains(&&*method.name)).collect();
            assert!(named.len() > names.len() && named.iter().all(|method| method.flags.is_static()), "{interface}");
        }
    }
}
