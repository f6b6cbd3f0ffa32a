//! Answers for which it matters that an input is of no class but those of the class path: somebody may extend or implement its type
//! elsewhere.

use super::machine::Machine;
use super::state::State;
use crate::classfile::MethodReference;
use crate::heap::{Constraint, ObjectId, Origin};
use crate::program::{ClassId, MethodTarget};
use std::collections::BTreeSet;

/// What was taken to have no subtypes but those of the class path.
#[derive(Clone, Debug, Default)]
pub(super) struct ClosedTypes {
    noted: BTreeSet<ClassId>,
}

impl Machine<'_> {
    /// The types of the class path that somebody may extend or implement elsewhere, and of which it was taken for granted that nobody
    /// does, here or for the invariants that were taken for granted; in no order that means anything.
    pub fn types_taken_as_closed(&self) -> BTreeSet<ClassId> {
        let taken = self.taken_invariants().filter(|(_, known)| !known.is_empty());
        let for_others = taken.flat_map(|(_, known)| known.closed.iter().copied());
        for_others.chain(self.closed_types.noted.iter().copied()).collect()
    }

    /// Notes that a virtual call runs one of the methods that the receiver's listed classes have. A class from elsewhere may have another.
    pub(super) fn note_closed_receiver(
        &mut self,
        state: &State,
        receiver: ObjectId,
        reference: &MethodReference,
        targets: &[(MethodTarget, Vec<ClassId>)],
    ) {
        let program = self.program;
        let is_fixed = |(target, _): &(MethodTarget, Vec<ClassId>)| match target {
            MethodTarget::Method(method) => {
                let flags = program.method(*method).flags;
                flags.is_final() || !(flags.is_public() || flags.is_protected())
            }
            _ => false,
        };
        if !self.takes_as_closed(state, receiver) || targets.iter().all(is_fixed) {
            return;
        }
        let named = program.class_by_name(&reference.class).filter(|class| program.is_user_class(*class));
        let types = self.known_types(state, receiver, named);
        self.note_as_closed(types);
    }

    /// Notes that an input is of a type, or is not, as its listed classes are. One from elsewhere may be otherwise.
    pub(super) fn note_closed_answer(&mut self, state: &State, object: ObjectId, asked: ClassId, is_of_it: bool) {
        if !self.takes_as_closed(state, object) {
            return;
        }
        let program = self.program;
        let is_interface = |class: ClassId| program.class(class).flags.is_interface();
        let mut types = self.known_types(state, object, None);
        if is_of_it {
            types.retain(|class| program.is_subclass(*class, asked) != Some(true));
        } else if self.may_have_others(asked) {
            // A class extends one class.
            types.retain(|class| {
                is_interface(asked) || is_interface(*class) || program.is_subclass(asked, *class) == Some(true)
            });
        } else {
            return;
        }
        self.note_as_closed(types);
    }

    /// Notes that an input is of one of its listed classes.
    pub(super) fn note_closed_class(&mut self, state: &State, object: ObjectId) {
        if !self.takes_as_closed(state, object) {
            return;
        }
        let types = self.known_types(state, object, None);
        self.note_as_closed(types);
    }

    /// Notes that an input of a type is made in the ways that the class path has. A subclass from elsewhere may call a constructor with
    /// anything.
    pub fn note_closed_ways(&mut self, state: &State, class: ClassId) {
        let is_taken = self.user_types_are_closed && state.heap.samples.is_none();
        if is_taken && self.program.is_user_class(class) {
            self.note_as_closed(vec![class]);
        }
    }

    /// Notes that an input whose declared type is a class of the JDK is of no class from elsewhere; where that type is not
    /// known, it is the one that is `used_as`.
    pub(super) fn note_closed_library_class(&mut self, state: &State, object: ObjectId, used_as: &str) {
        if self.takes_as_closed(state, object) {
            let declared = declared_type(state, object).or_else(|| self.program.class_by_name(used_as));
            self.note_as_closed(declared.into_iter().collect());
        }
    }

    fn note_as_closed(&mut self, types: Vec<ClassId>) {
        for class in types {
            if self.may_have_others(class) {
                self.closed_types.noted.insert(class);
            }
        }
    }

    fn takes_as_closed(&self, state: &State, object: ObjectId) -> bool {
        let origin = state.heap.object(object).map(|object| &object.origin);
        self.user_types_are_closed
            && state.heap.samples.is_none()
            // A constructor runs for objects of subclasses too.
            && matches!(origin, Some(Origin::Input | Origin::Made | Origin::Constructed(_)))
    }

    /// The types of the class path that an input is known to be of: the one that it was declared with or is used as, or, where more is
    /// known of it, its listed classes.
    fn known_types(&self, state: &State, object: ObjectId, used_as: Option<ClassId>) -> Vec<ClassId> {
        let program = self.program;
        let Some(body) = state.heap.instance(object) else { return Vec::new() };
        let declared = || declared_type(state, object).filter(|class| program.is_user_class(*class));
        match used_as.or_else(declared) {
            Some(class) if body.types.len() >= program.concrete_subtypes(class).len() => vec![class],
            _ => body.types.iter().copied().filter(|class| program.is_user_class(*class)).collect(),
        }
    }

    /// Whether somebody may write a class that is of a type.
    fn may_have_others(&self, class: ClassId) -> bool {
        match self.program.is_user_class(class) {
            true => self.program.may_have_other_subtypes(class),
            false => !self.program.class(class).flags.is_final(),
        }
    }
}

/// The type that an input was declared with, where it is known.
fn declared_type(state: &State, object: ObjectId) -> Option<ClassId> {
    let of_it = state.path.constraints.iter().find_map(|constraint| match constraint {
        Constraint::New(symbol, made) if *made == object => Some(*symbol),
        _ => None,
    })?;
    state.heap.symbol(of_it)?.declared.as_class()
}
