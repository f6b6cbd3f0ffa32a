//! What an answer takes for granted of the world around the class path, where another world would make a difference: that nobody extends
//! a type elsewhere, how exceptions are filled in, what the machine is set to.

use super::caveat::Caveat;
use super::machine::Machine;
use super::state::State;
use crate::classfile::{MethodReference, java_name};
use crate::heap::{Constraint, ObjectId, Origin};
use crate::program::{ClassId, MethodId, MethodTarget, ReferenceType};
use std::collections::BTreeSet;

/// How many elements an array has at most where that makes a difference: one of references needs a gigabyte then.
pub const MODEST_LENGTH: i32 = 1 << 28;

/// What is taken for granted of the machine and of whoever calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Premise {
    /// A `fillInStackTrace` of the class path does the same whatever frames stand before that of the method under test.
    CallersFrames,
    /// Lists, sets, queues and maps of unknown classes do what the documentation of their interfaces says; what only reads them throws
    /// nothing else and changes nothing, and they change with what they are views of alone.
    CollectionsAsDocumented,
    /// `equals`, `hashCode`, `compareTo` and comparators of callers change no collection that asks them while it is changed.
    ComparisonsAsDocumented,
    /// The default locale changes the case of ASCII letters and writes whole numbers as English does.
    DefaultLocale,
    /// No array that there is when the method begins has more than [`MODEST_LENGTH`] elements.
    ModestArrays,
    /// The thread has not been interrupted before.
    NotInterrupted,
    /// What a reference of `java.lang.ref` refers to is not collected.
    ReferentsKept,
    /// The properties that every JVM sets are as it has set them.
    StandardProperties,
    /// `System.in`, `System.out` and `System.err` are those that the JVM has made.
    StandardStreams,
}

/// All that some answer takes for granted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Premises {
    /// Types that somebody may extend or implement elsewhere, and of which it is taken for granted that nobody does.
    pub closed_types: BTreeSet<ClassId>,
    /// What else is.
    pub others: BTreeSet<Premise>,
}

impl Premises {
    /// Adds what another answer takes for granted.
    pub fn add(&mut self, more: &Premises) {
        self.closed_types.extend(&more.closed_types);
        self.others.extend(&more.others);
    }
}

impl Machine<'_> {
    /// What was taken for granted here, or for the invariants that were.
    pub fn premises(&self) -> Premises {
        let mut all = self.premises.clone();
        for (_, known) in self.taken_invariants().filter(|(_, known)| !known.is_empty()) {
            all.add(&known.premises);
        }
        all
    }

    /// Notes what an answer takes for granted from here on.
    pub fn take_for_granted(&mut self, state: &State, premise: Premise) {
        if state.heap.samples.is_none() {
            self.premises.others.insert(premise);
        }
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

    /// Notes that an input which may be of classes that are not listed is of no class from elsewhere that is of a type of the class path
    /// too: no class that is there can be of both.
    pub(super) fn note_closed_to(&mut self, state: &State, object: ObjectId, asked: ReferenceType) {
        let Some(class) = asked.as_class().filter(|class| self.program.is_user_class(*class)) else { return };
        let is_final = |declared: &ReferenceType| match declared.as_class() {
            Some(declared) => {
                let flags = self.program.class(declared).flags;
                let is_interface = flags.is_interface() || self.program.class(class).flags.is_interface();
                flags.is_final() || !(is_interface || self.program.is_subclass(class, declared) == Some(true))
            }
            None => true,
        };
        if self.takes_as_closed(state, object)
            && !state.heap.is_said_not(self.program, object, asked)
            && !state.heap.declared_types(object).iter().any(is_final)
        {
            self.note_as_closed(vec![class]);
        }
    }

    /// Notes that two inputs which no class that is listed allows to be one are two. Where a class that is there may be of both declared
    /// types, nobody has asked whether they are; where one from elsewhere may, there is none.
    pub(super) fn note_two_inputs(&mut self, state: &State, left: ObjectId, right: ObjectId) {
        let (program, heap) = (self.program, &state.heap);
        let body = |object: ObjectId| heap.instance(object).filter(|_| heap.is_input(object));
        let (Some(one), Some(other)) = (body(left), body(right)) else { return };
        if heap.samples.is_some() {
            return;
        }
        let of_user = |object: ObjectId| {
            let types = heap.declared_types(object).into_iter().filter_map(ReferenceType::as_class);
            types.filter(|class| program.is_user_class(*class)).collect::<Vec<ClassId>>()
        };
        // Objects are numbered as they are met.
        let (first, second) = (left.min(right), left.max(right));
        let types = heap.declared_types(first).into_iter().filter_map(ReferenceType::as_class);
        let first_body = if first == left { one } else { other };
        let mut types = types.chain(first_body.types.iter().copied());
        if first_body.open && types.any(|class| program.is_open(class)) {
            // Whether the second is the first was asked unless that is known by its type.
            for class in of_user(second).into_iter().map(ReferenceType::class) {
                if heap.known_type(program, first, class) == Some(false) {
                    self.note_closed_to(state, first, class);
                }
            }
            return;
        }
        if one.types.iter().any(|class| other.types.contains(class)) {
            return;
        }
        let may_be = |object: ObjectId, class: &ClassId| {
            let is_wide = heap.instance(object).is_some_and(|body| body.open) || heap.stands_for_others(object);
            is_wide && heap.known_type(program, object, ReferenceType::class(*class)) != Some(false)
        };
        if other.types.iter().any(|class| may_be(left, class)) || one.types.iter().any(|class| may_be(right, class)) {
            let class = first_body.types.first().map(|class| java_name(program.class_name(*class)));
            self.caveats.insert(Caveat::DistinctObjects(class.unwrap_or_default()));
            return;
        }
        let declared = |object: ObjectId| {
            heap.declared_types(object).into_iter().map(ReferenceType::as_class).collect::<Option<Vec<ClassId>>>()
        };
        let (Some(lefts), Some(rights)) = (declared(left), declared(right)) else { return };
        let may_meet = |(one, other): (ClassId, ClassId)| {
            let flags = [one, other].map(|class| program.class(class).flags);
            program.is_subclass(one, other) == Some(true)
                || program.is_subclass(other, one) == Some(true)
                || (flags.iter().all(|flags| !flags.is_final()) && flags.iter().any(|flags| flags.is_interface()))
        };
        let mut pairs = lefts.iter().flat_map(|one| rights.iter().map(move |other| (*one, *other)));
        if !lefts.is_empty() && !rights.is_empty() && pairs.all(may_meet) {
            self.note_as_closed(of_user(left).into_iter().chain(of_user(right)).collect());
        }
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
        if self.program.is_user_class(class) {
            self.note_no_other_class(state, class);
        }
    }

    /// Notes that an input of a type is of no class from elsewhere.
    pub fn note_no_other_class(&mut self, state: &State, class: ClassId) {
        if self.user_types_are_closed && state.heap.samples.is_none() {
            self.note_as_closed(vec![class]);
        }
    }

    /// Notes that a method is called on objects of no class, where its own has no subclasses: one from elsewhere may be.
    pub fn note_without_subtypes(&mut self, state: &State, method: MethodId) {
        let program = self.program;
        let info = program.method(method);
        if info.has_receiver() && program.concrete_subtypes(info.class).is_empty() {
            self.note_closed_ways(state, info.class);
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
                self.premises.closed_types.insert(class);
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
