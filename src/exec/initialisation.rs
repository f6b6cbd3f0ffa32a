//! Class initialisation (JVMS 5.5). The initialisers are executed once, in a heap of their own in which everything is
//! concrete; each path has its own copy of what is in that heap. Static finals hold what is left there, and so do all statics
//! of the JDK's classes. What a path takes the other statics to hold is a matter of [`Statics`].
//!
//! A summary takes every class for initialised, and statics that are not final for inputs. A check initialises a class at
//! its first active use on the path, so that an initialiser that throws does so there (`initialiser_failure`).

mod left;
mod running;

use super::caveat::Caveat;
use super::initialiser_failure::Failure;
use super::machine::{Machine, Statics};
use super::shared_facts::Happened;
use super::state::{Frame, State};
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::java_name;
use crate::graph::is_seen_early;
use crate::heap::{Heap, MachineObject, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, MethodId};
use crate::term::{Arithmetic, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The heap that the initialisers run so far have left.
#[derive(Clone, Debug)]
pub(super) struct InitialisedClasses {
    pub(super) heap: Heap,
    /// The terms of this heap, which are no terms of paths: what has come to paths is copied.
    pub(super) pool: Rc<TermPool>,
    /// What the next initialiser may depend on.
    pub(super) before: Vec<Happened>,
    /// Classes whose initialisation began or ended; a failure keeps its reason.
    pub(super) status: FxHashMap<ClassId, Result<(), StopReason>>,
    /// Whether initialisers run, or somebody works with their terms.
    pub(super) running: bool,
    /// Instructions that all initialisers have taken.
    pub(super) steps: u64,
    /// Static fields that were assigned while the initialiser of their class did not run: what they hold depends on the order
    /// in which classes are initialised.
    disturbed: FxHashSet<FieldId>,
    /// What initialisers have read and assigned beyond the fields of their classes.
    pub(super) surroundings: super::quiet::Surroundings,
    /// How the initialisation of a class throws, where nothing was done before that fails too.
    pub(super) failures: FxHashMap<ClassId, Failure>,
    /// The objects of which an initialiser has taken the identity hash code, by the numbers that tell them apart.
    numbered: FxHashSet<u32>,
    /// The same of paths.
    numbered_on_paths: FxHashSet<u32>,
    /// The tables that were filled in an order that differs from run to run, as objects of this heap.
    filled_in_any_order: FxHashSet<ObjectId>,
    /// The same of paths, as objects of their heaps.
    filled_in_any_order_on_paths: FxHashSet<ObjectId>,
    /// What the run that goes on has seen of failures.
    pub(super) failing: super::initialiser_failure::Failing,
    /// The system properties that code sets.
    pub(super) properties: super::properties::Properties,
}

impl InitialisedClasses {
    /// No class is initialised.
    pub(super) fn new(arithmetic: Arithmetic) -> Self {
        InitialisedClasses {
            heap: Heap::default(),
            pool: Rc::new(TermPool::new(arithmetic)),
            before: Vec::new(),
            status: FxHashMap::default(),
            running: false,
            steps: 0,
            disturbed: FxHashSet::default(),
            surroundings: super::quiet::Surroundings::default(),
            failures: FxHashMap::default(),
            numbered: FxHashSet::default(),
            numbered_on_paths: FxHashSet::default(),
            filled_in_any_order: FxHashSet::default(),
            filled_in_any_order_on_paths: FxHashSet::default(),
            failing: super::initialiser_failure::Failing::default(),
            properties: super::properties::Properties::default(),
        }
    }
}

impl Machine<'_> {
    /// What the first active use of a class does. While initialisers run, it pushes the frames of its initialiser and of those that
    /// run before it, after which the instruction is executed again. In a method's run it throws where initialisation fails.
    pub(super) fn initialise_before(&mut self, state: &mut State, class: ClassId) -> Result<Option<Effect>, Interrupt> {
        if state.heap.statics_are_inputs {
            return self.initialise_on_path(state, class);
        }
        if let Some(effect) = self.use_failed(state, class)? {
            return Ok(Some(effect));
        }
        let mut pending = Vec::new();
        for parent in self.program.initialised_with(class) {
            match self.initialised.status.get(&parent) {
                Some(Ok(())) => {}
                Some(Err(reason)) if !self.initialised.failures.contains_key(&parent) => {
                    return Err(reason.clone().into());
                }
                _ => {
                    self.initialised.status.insert(parent, Ok(()));
                    if !self.initialised_by_model(state, parent)? {
                        pending.extend(self.class_initialiser(parent));
                    }
                }
            }
        }
        if pending.is_empty() {
            return Ok(None);
        }
        // The instruction runs again once the topmost, the first to run, and then the others have returned.
        if let Some(frame) = state.frame_mut() {
            frame.instruction = frame.instruction.wrapping_sub(1);
        }
        let last = pending.len() - 1;
        for (position, method) in pending.into_iter().enumerate() {
            let locals = self.program.code(method).map_or(0, |code| usize::from(code.max_locals));
            let mut frame = Frame { initialising: self.initialised_by(method), ..Frame::new(method, locals, &[]) };
            if position != last {
                frame.instruction = frame.instruction.wrapping_sub(1);
            }
            state.frames.push(Rc::new(frame));
        }
        Ok(Some(Effect::Jump(0)))
    }

    /// Whether a class was initialised, or that goes on, in the heap of initialisation.
    pub fn has_begun(&self, class: ClassId) -> bool {
        matches!(self.initialised.status.get(&class), Some(Ok(())))
    }

    /// The classes whose initialisers were run because somebody needed them, in this order.
    pub(super) fn order_of_initialisation(&self) -> Vec<ClassId> {
        let class = |happened: &Happened| match happened {
            Happened::Initialised(class) => Some(*class),
            _ => None,
        };
        self.initialised.before.iter().filter_map(class).collect()
    }

    /// Whether the initialiser of a class is running.
    pub fn is_being_initialised(&self, state: &State, class: ClassId) -> bool {
        state.frames.iter().any(|frame| frame.initialising == Some(class))
    }

    /// Notes that an initialiser takes the identity hash code of an object, which a number tells from others.
    pub fn take_number(&mut self, number: u32) {
        self.initialised.numbered.insert(number);
    }

    /// Whether an initialiser has taken the identity hash code of the object of a number.
    pub fn has_taken_number(&self, number: u32) -> bool {
        self.initialised.numbered.contains(&number)
    }

    /// Notes the same of code on a path. What another path has taken may count as taken on this one.
    pub fn take_number_on_path(&mut self, number: u32) {
        if self.initialised.numbered_on_paths.insert(number) {
            self.initialised.before.push(Happened::NumberOnPath(number));
        }
    }

    /// Whether a path has taken the identity hash code of the object of a number.
    pub fn has_taken_number_on_path(&self, number: u32) -> bool {
        self.initialised.numbered_on_paths.contains(&number)
    }

    /// Notes that a table is filled in an order that differs from run to run, by an initialiser or on a path. What another path has
    /// filled may count as filled on this one.
    pub fn take_order(&mut self, state: &State, table: ObjectId) {
        let initialised = &mut self.initialised;
        if !state.heap.statics_are_inputs {
            initialised.filled_in_any_order.insert(table);
        } else if initialised.filled_in_any_order_on_paths.insert(table) {
            initialised.before.push(Happened::OrderOnPath(table));
        }
    }

    /// Whether an initialiser has filled a table so.
    pub fn has_taken_order(&self, state: &State, table: ObjectId) -> bool {
        let initial = match state.heap.object(table).map(|object| &object.origin) {
            _ if !state.heap.statics_are_inputs => table,
            Some(Origin::Initialised(initial)) => *initial,
            _ => return false,
        };
        self.initialised.filled_in_any_order.contains(&initial)
    }

    /// Whether a path has filled a table so.
    pub fn has_taken_order_on_path(&self, state: &State, table: ObjectId) -> bool {
        state.heap.statics_are_inputs && self.initialised.filled_in_any_order_on_paths.contains(&table)
    }

    /// Whether any object's identity hash code was taken, or an order.
    pub fn has_taken_numbers(&self) -> bool {
        let initialised = &self.initialised;
        !initialised.filled_in_any_order.is_empty()
            || !initialised.filled_in_any_order_on_paths.is_empty()
            || !initialised.numbered.is_empty()
            || !initialised.numbered_on_paths.is_empty()
    }

    /// Lets a model do the work of a JDK class's initialiser, if there is one.
    fn initialised_by_model(&mut self, state: &mut State, class: ClassId) -> Result<bool, Interrupt> {
        if !self.program.class(class).is_jdk {
            return Ok(false);
        }
        let external = self.external;
        external.initialise(self, state, class).map_or(Ok(false), |done| done.map(|()| true))
    }

    fn class_initialiser(&self, class: ClassId) -> Option<MethodId> {
        let methods = &self.program.class(class).methods;
        methods.iter().copied().find(|method| &*self.program.method(*method).name == "<clinit>")
    }

    /// Notes an assignment while initialisers run that is not by the initialiser of the field's class.
    pub(super) fn note_initial_write(&mut self, state: &State, field: FieldId) {
        if state.heap.statics_are_inputs {
            return;
        }
        let class = self.program.field(field).class;
        if !state.frames.iter().any(|frame| frame.initialising == Some(class)) {
            self.initialised.disturbed.insert(field);
        }
        self.note_initial_use(state, field, true);
    }

    /// The class whose initialiser a method is.
    pub(super) fn initialised_by(&self, method: MethodId) -> Option<ClassId> {
        let info = self.program.method(method);
        (&*info.name == "<clinit>").then_some(info.class)
    }

    /// Whether a static field that is not final, and that the path has not touched, holds what class initialisation has left.
    pub(super) fn holds_initial_value(&mut self, state: &State, field: FieldId) -> bool {
        if self.statics == Statics::Any || state.heap.static_value(field).is_some() {
            return false;
        }
        let class = self.program.field(field).class;
        if !self.program.is_user_class(class)
            || self.run_initialiser(class).is_err()
            || self.initialised.disturbed.contains(&field)
        {
            return false;
        }
        let is_assigned = self.program.is_assigned_after_initialisation(field) || self.refers_to_changing(field);
        if is_assigned && self.statics == Statics::AnyAssigned {
            return false;
        }
        if is_assigned && self.statics == (Statics::Initialised { after_calls: true }) {
            let name = java_name(self.program.class_name(class));
            self.caveats.insert(Caveat::StateAfterInitialisation(name));
        }
        true
    }

    /// Whether the method begins as class initialisation leaves the program, which is a caveat for a class of which calls may have
    /// gone before.
    pub fn begins_initialised(&mut self, class: ClassId) -> bool {
        let Statics::Initialised { after_calls } = self.statics else { return false };
        if after_calls {
            let name = java_name(self.program.class_name(class));
            self.caveats.insert(Caveat::StateAfterInitialisation(name));
        }
        true
    }

    /// Whether initialisers have asked for an object of the machine.
    pub fn initialisers_know(&self, which: MachineObject) -> bool {
        self.initialised.heap.machine_object(which).is_some()
    }

    /// Whether code that may run while classes are initialised may find a static field of the class path not yet assigned. Where it makes
    /// inputs, that is a caveat: they are made after that.
    pub(super) fn may_be_seen_early(&mut self, state: &State, field: FieldId) -> bool {
        let program = self.program;
        let made = state.building.last().map(|building| building.object);
        if !(self.runs_within_initialisers || made.is_some())
            || !program.is_user_class(program.field(field).class)
            || !is_seen_early(program, field)
        {
            return false;
        }
        if let Some(class) = made.and_then(|object| state.heap.instance(object)?.types.first().copied()) {
            self.caveats.insert(Caveat::StateAfterConstruction(java_name(program.class_name(class))));
        }
        self.runs_within_initialisers
    }

    /// Notes what is known of a static field that is an input because methods change it: the type arguments, and that it is not
    /// null where only what it refers to changes.
    pub(super) fn note_static_input(&mut self, state: &mut State, field: FieldId, value: Value) {
        let Value::Reference(Reference::Symbol(symbol)) = value else { return };
        if self.statics != Statics::AnyAssigned || !self.program.is_user_class(self.program.field(field).class) {
            return;
        }
        state.heap.construction.note_generic(value, self.program.generic_field(field).as_ref());
        let initial = self.initialised.heap.static_value(field);
        if matches!(initial, Some(Value::Reference(Reference::Object(_))))
            && !self.program.is_assigned_after_initialisation(field)
        {
            state.heap.require_object(symbol);
        }
    }
}
