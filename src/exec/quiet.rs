//! Whether what an initialiser does is always the same: it is run once here, and a JVM may run it after any calls.

use super::caveat::Caveat;
use super::machine::Machine;
use super::state::State;
use crate::classfile::java_name;
use crate::graph::may_begin;
use crate::heap::{ObjectId, Value};
use crate::program::{ClassId, FieldId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Most objects that are looked at of what the arguments of a model lead to.
const MOST_LED_TO: usize = 2_000;

/// What initialisers have read and assigned that is not of their classes.
#[derive(Clone, Debug, Default)]
pub(super) struct Surroundings {
    /// The static fields of other classes that the initialiser of a class has read.
    read: FxHashMap<ClassId, FxHashSet<FieldId>>,
    /// The same of those that it has assigned.
    assigned: FxHashMap<ClassId, FxHashSet<FieldId>>,
    /// Classes whose initialisers have read static fields of a class that was being initialised, or that may be when it is used first.
    entangled: FxHashSet<ClassId>,
    /// Who has made the objects.
    pub(super) made: Made,
}

/// Which initialisers have made the objects that there are, and what others have done with these. What a class's initialiser has made
/// nobody else has changed while that runs; what another's has made may have been changed before.
#[derive(Clone, Debug, Default)]
pub(super) struct Made {
    /// From which object on initialisers have made them, in the order of the objects; none where none ran.
    makers: Vec<(ObjectId, Option<ClassId>)>,
    /// Parts of objects of others that the initialiser of a class has read.
    read: FxHashMap<ClassId, FxHashSet<(ObjectId, Part)>>,
    /// Classes whose initialisers have written to objects of others, or given more of them to models than was looked at.
    written: FxHashSet<ClassId>,
}

/// A part of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Part {
    /// A field of an object.
    Field(FieldId),
    /// What is in an array.
    Elements,
    /// All that it leads to.
    Everything,
}

impl Made {
    /// Notes that the objects from one on are made by an initialiser, until that is said of another.
    pub(super) fn note_maker(&mut self, first: ObjectId, class: Option<ClassId>) {
        if self.makers.last().is_none_or(|(_, last)| *last != class) {
            self.makers.push((first, class));
        }
    }

    fn maker(&self, object: ObjectId) -> Option<ClassId> {
        let after = self.makers.partition_point(|(first, _)| *first <= object);
        self.makers.get(after.checked_sub(1)?)?.1
    }
}

impl Surroundings {
    /// Whether the initialiser of a class has assigned static fields of others, or read some that depend on the order of initialisation.
    pub(super) fn is_entangled(&self, class: ClassId) -> bool {
        self.entangled.contains(&class) || self.assigned.contains_key(&class)
    }
}

impl Machine<'_> {
    /// Notes what an initialiser does with a static field of another class of the class path.
    pub(super) fn note_initial_use(&mut self, state: &State, field: FieldId, is_write: bool) {
        if state.heap.statics_are_inputs || !self.initialises_classes {
            return;
        }
        let Some(class) = self.initialising(state) else { return };
        let owner = self.program.field(field).class;
        if owner == class || !self.program.is_user_class(owner) {
            return;
        }
        if is_write {
            self.initialised.surroundings.assigned.entry(class).or_default().insert(field);
            return;
        }
        let is_known = |fields: &FxHashSet<FieldId>| fields.contains(&field);
        let may_be_within = || {
            !self.initialised.surroundings.read.get(&class).is_some_and(is_known)
                && may_begin(self.program, owner, class)
        };
        let is_within = state.frames.iter().any(|frame| frame.initialising == Some(owner)) || may_be_within();
        let surroundings = &mut self.initialised.surroundings;
        if is_within {
            surroundings.entangled.insert(class);
        }
        surroundings.read.entry(class).or_default().insert(field);
    }

    /// Notes that an initialiser reads or writes a part of an object, which another initialiser may have made.
    pub(super) fn note_initial_access(&mut self, state: &State, object: ObjectId, part: Part, is_write: bool) {
        if state.heap.statics_are_inputs || !self.initialises_classes {
            return;
        }
        let made = &self.initialised.surroundings.made;
        let Some(maker) = made.maker(object).filter(|maker| self.program.is_user_class(*maker)) else { return };
        let Some(class) = self.initialising(state).filter(|class| *class != maker) else { return };
        let made = &mut self.initialised.surroundings.made;
        if is_write {
            made.written.insert(class);
        } else {
            made.read.entry(class).or_default().insert((object, part));
        }
    }

    /// Notes that an initialiser gives objects to a model, which may read and write all that they lead to.
    pub(super) fn note_initial_arguments(&mut self, state: &State, arguments: &[Value]) {
        if state.heap.statics_are_inputs || !self.initialises_classes {
            return;
        }
        let program = self.program;
        let object = |value: &Value| match value {
            Value::Reference(reference) => state.heap.resolve(*reference).ok().flatten(),
            _ => None,
        };
        let is_plain =
            |object: &ObjectId| state.heap.exact_class(*object).is_some_and(|class| program.is_value_class(class));
        let mut open: Vec<ObjectId> = arguments.iter().filter_map(object).collect();
        if open.iter().all(is_plain) {
            return;
        }
        let Some(class) = self.initialising(state).filter(|class| program.is_user_class(*class)) else { return };
        let made = &mut self.initialised.surroundings.made;
        let is_other = |maker: ClassId| maker != class && program.is_user_class(maker);
        if !made.makers.iter().filter_map(|(_, maker)| *maker).any(is_other) {
            return;
        }
        let mut seen: FxHashSet<ObjectId> = open.iter().copied().collect();
        while let Some(object) = open.pop() {
            if made.maker(object).is_some_and(is_other) {
                // What may be changed of it, and of all that it leads to, is asked in the end.
                made.read.entry(class).or_default().insert((object, Part::Everything));
                continue;
            }
            let held = state.heap.objects_held(object);
            open.extend(held.into_iter().map(|(_, to)| to).filter(|to| seen.insert(*to)));
            if seen.len() > MOST_LED_TO {
                made.written.insert(class);
                return;
            }
        }
    }

    /// The class whose initialiser runs, the innermost one.
    pub(super) fn initialising(&self, state: &State) -> Option<ClassId> {
        state.frame()?.initialising
    }

    /// Notes that a path initialises a class in a way that depends on what was called before. What its initialiser assigns to static
    /// fields of other classes matters where the path knows already what they hold: of others, anything is taken to be there.
    pub(super) fn note_surroundings(&mut self, state: &mut State, class: ClassId) {
        if !self.is_quiet(class) {
            self.note_dependence(class);
        } else if !self.initialised.surroundings.assigned.is_empty() && !state.initialised.contains(&class) {
            let mut first = self.program.initialised_with(class);
            first.retain(|class| !state.initialised.contains(class));
            state.initialised.extend(&first);
            let is_known = |field: &FieldId| state.heap.static_value(*field).is_some();
            let assigned = &self.initialised.surroundings.assigned;
            let begins = |by: ClassId| may_begin(self.program, class, by);
            if assigned.iter().any(|(by, fields)| fields.iter().any(is_known) && begins(*by)) {
                self.note_dependence(class);
            }
        }
    }

    /// Notes that what the initialiser of a class leaves in its static fields depends on what was called before.
    pub(super) fn note_own_surroundings(&mut self, class: ClassId) {
        if !self.is_quiet(class) {
            self.note_dependence(class);
        }
    }

    fn note_dependence(&mut self, class: ClassId) {
        let name = java_name(self.program.class_name(class));
        self.caveats.insert(Caveat::InitialiserDependsOnState(name));
    }

    /// Whether the initialisers that have run leave the same, in whatever order classes are used first: none depends on what was called
    /// before, and none assigns static fields of other classes.
    pub fn initialises_in_any_order(&mut self) -> bool {
        let mut classes: Vec<ClassId> = self.initialised.status.keys().copied().collect();
        classes.retain(|class| self.program.is_user_class(*class));
        classes.sort_unstable();
        self.initialised.surroundings.assigned.is_empty() && classes.into_iter().all(|class| self.is_quiet(class))
    }

    /// Whether initialising a class leaves the same whatever was called before.
    fn is_quiet(&mut self, class: ClassId) -> bool {
        if let Some(known) = self.quiet.get(&class) {
            return *known;
        }
        // What depends on itself in a circle depends on nothing else by that.
        self.quiet.insert(class, true);
        let mut before = self.program.initialised_with(class);
        before.retain(|before| *before != class && self.program.is_user_class(*before));
        let surroundings = &self.initialised.surroundings;
        let is_entangled = surroundings.entangled.contains(&class) || surroundings.made.written.contains(&class);
        let mut fields: Vec<FieldId> = surroundings.read.get(&class).into_iter().flatten().copied().collect();
        let mut parts: Vec<(ObjectId, Part)> =
            surroundings.made.read.get(&class).into_iter().flatten().copied().collect();
        self.program.sort_fields(&mut fields);
        parts.sort_unstable();
        let is_quiet = !is_entangled
            && before.into_iter().all(|before| self.is_quiet(before))
            && fields.into_iter().all(|field| {
                !self.program.is_assigned_after_initialisation(field) && self.is_quiet(self.program.field(field).class)
            })
            && parts.into_iter().all(|(object, part)| !self.may_differ(object, part));
        let known = &mut self.quiet;
        if !is_quiet {
            // What was found of others meanwhile rests on the opposite.
            known.retain(|_, is_quiet| !*is_quiet);
        }
        known.insert(class, is_quiet);
        is_quiet
    }
}
