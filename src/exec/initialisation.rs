//! Class initialisation (JVMS 5.5). The initialisers are executed once, in a heap of their own in which everything is
//! concrete; each path has its own copy of what is in that heap. Static finals hold what is left there, and so do all statics
//! of the JDK's classes. What a path takes the other statics to hold is a matter of [`Statics`].
//!
//! A summary takes every class for initialised, and statics that are not final for inputs. A check initialises a class at
//! its first active use on the path, so that an initialiser that throws does so there (`initialiser_failure`).

use super::changing::StaticContents;
use super::concrete::ConcreteLimits;
use super::initialiser_failure::Failure;
use super::invariant::{Known, known_at_start};
use super::machine::{Machine, Statics};
use super::shared_facts::{Circumstances, Happened, Kept};
use super::state::{Frame, State};
use super::step::{Effect, Event};
use super::stop::{Caveat, Interrupt, NotInitialised, StopReason};
use crate::classfile::java_name;
use crate::graph::{begun_before, is_seen_early};
use crate::heap::{Body, Contents, Heap, MachineObject, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, MethodId, Reads, ReferenceType, is_heard, listening, note_all};
use crate::run;
use crate::term::{Arithmetic, TermCarrier, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Instructions of one class's initialiser, those included that it begins itself.
const INITIALISER_STEPS: u64 = 3_000_000;
/// Instructions of an initialiser from which on what it leaves is kept for others.
const WORTH_KEEPING: u64 = 2_000;

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

    /// What a static field holds that is assigned by class initialisation alone: where any state is explored, what it refers to may
    /// be in any.
    pub(super) fn settled_static(&mut self, state: &mut State, field: FieldId) -> Result<Value, Interrupt> {
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

    /// Whether an object of class initialisation may be found otherwise when a method starts: changed since, or passed in as an
    /// input. Constants, the constants of enums, empty arrays and what compilers add are not.
    fn is_assumed(&self, heap: &Heap, object: ObjectId, field: FieldId) -> bool {
        let info = self.program.field(field);
        if info.flags.is_synthetic() || self.program.class(info.class).is_jdk {
            return false;
        }
        match heap.object(object).map(|object| (&object.origin, &object.body)) {
            Some((Origin::Literal(_), _)) | None => false,
            Some((_, Body::Array(body))) => match body.contents {
                Contents::Primitive(..) | Contents::References(_) => self.pool.as_int(body.length) != Some(0),
            },
            Some((_, Body::Instance(body))) => !body.types.iter().all(|class| {
                // Strings and boxes do not change, and who compares their references says so.
                self.program.is_value_class(*class) || self.program.class(*class).is_enum()
            }),
        }
    }

    /// Runs a class's initialiser, unless that was done: everything is concrete, so there is one path. Where that of another class has
    /// always begun before, that one is run first.
    pub(super) fn run_initialiser(&mut self, class: ClassId) -> Result<(), Interrupt> {
        if !self.initialised.status.contains_key(&class)
            && !self.initialised.running
            && let Some(before) = begun_before(self.program, class)
        {
            // Where it fails, that is found when it is used.
            let _ = self.run_one_initialiser(before);
        }
        self.run_one_initialiser(class)
    }

    fn run_one_initialiser(&mut self, class: ClassId) -> Result<(), Interrupt> {
        if !self.initialised.status.contains_key(&class) {
            self.initialise_throwables(class);
            if self.initialised.running {
                let name = java_name(&self.program.class(class).name);
                return Err(StopReason::ClassInitialisation(name, NotInitialised::WithinAnother).into());
            }
            if self.has_nothing_to_run(class) {
                for begun in self.program.initialised_with(class) {
                    self.initialised.status.insert(begun, Ok(()));
                }
                return Ok(());
            }
            let circumstances = self.circumstances(class);
            // What was run with nobody listening does not say what it has read.
            let is_told = |kept: &Rc<Kept>| kept.reads.is_some() || !is_heard();
            match self.shared.initialised(&circumstances).filter(is_told) {
                Some(kept) => self.take_over(&kept),
                None => self.run_and_keep(circumstances),
            }
        }
        match self.initialised.status.get(&class) {
            Some(Err(reason)) => Err(reason.clone().into()),
            _ => Ok(()),
        }
    }

    /// Whether no code is run where a class is initialised: nothing that is run later can depend on it.
    fn has_nothing_to_run(&self, class: ClassId) -> bool {
        self.program.initialised_with(class).into_iter().all(|begun| match self.initialised.status.get(&begun) {
            Some(status) => status.is_ok(),
            None => !self.program.class(begun).is_jdk && self.class_initialiser(begun).is_none(),
        })
    }

    /// Takes what would come out again if the initialiser were run. What else is initialised has nothing to run.
    fn take_over(&mut self, kept: &Kept) {
        let before = std::mem::replace(&mut self.initialised, kept.initialised.clone());
        for (class, status) in before.status {
            self.initialised.status.entry(class).or_insert(status);
        }
        self.caveats.extend(kept.caveats.iter().cloned());
        self.premises.add(&kept.premises);
        if let Some(reads) = &kept.reads {
            note_all(reads);
        }
    }

    /// Runs the initialiser of a class, and keeps what it leaves if that took long.
    fn run_and_keep(&mut self, circumstances: Circumstances) {
        let class = circumstances.class;
        let steps = self.initialised.steps;
        // What was met and thrown before is nothing of the initialiser's.
        let (caveats, premises) = (std::mem::take(&mut self.caveats), std::mem::take(&mut self.premises));
        let thrown_from = std::mem::take(&mut self.thrown_from);
        let mut reads = is_heard().then(Reads::default);
        let mut run = || self.among_initialisers(|machine| machine.run_initialiser_alone(class));
        match &mut reads {
            Some(reads) => listening(reads, run),
            None => run(),
        }
        if let Some(reads) = &reads {
            note_all(reads);
        }
        self.thrown_from = thrown_from;
        self.initialised.before.push(Happened::Initialised(class));
        // What an initialiser leaves that had to end is nobody else's.
        if self.initialised.steps - steps >= WORTH_KEEPING && !run::is_over(None) {
            let (initialised, caveats, premises) =
                (self.initialised.clone(), self.caveats.clone(), self.premises.clone());
            self.shared.keep(circumstances, Kept { initialised, caveats, premises, reads });
        }
        self.caveats.extend(caveats);
        self.premises.add(&premises);
    }

    /// Runs the initialiser of a class among those that have run. How it has ended is in its status.
    fn run_initialiser_alone(&mut self, class: ClassId) {
        let status = self.initialised.status.clone();
        let disturbed = self.initialised.disturbed.clone();
        let made = self.initialised.surroundings.made.clone();
        let base = self.initialised.heap.object_count();
        let mut state = State { heap: self.initialised.heap.clone(), ..State::default() };
        // What an initialiser leaves does not depend on how far paths of the method go that needs it first.
        let path_steps = std::mem::replace(&mut self.limits.path_steps, INITIALISER_STEPS);
        let mut result = self.run_to_end(&mut state, class);
        self.limits.path_steps = path_steps;
        self.initialised.surroundings.made.note_maker(ObjectId(state.heap.object_count() as u32), None);
        self.initialised.steps += state.steps;
        let failing = std::mem::take(&mut self.initialised.failing);
        if result.is_ok() && failing.has_failed() {
            let name = java_name(self.program.class_name(class));
            result = Err(StopReason::ClassInitialisation(name, NotInitialised::CatchesAnother));
        }
        if result.is_ok() {
            self.initialised.heap = state.heap;
        } else {
            // Classes whose initialisers had begun are not initialised, so all that was done is undone.
            self.initialised.status = status;
            self.initialised.disturbed = disturbed;
            self.initialised.surroundings.made = made;
            if let Some(failure) = failing.failure(state.heap, base) {
                self.initialised.failures.insert(class, failure);
            }
        }
        if let Err(reason) = result {
            let name = java_name(&self.program.class(class).name);
            let reason = match reason {
                nested @ StopReason::ClassInitialisation(..) => nested,
                other => StopReason::ClassInitialisation(name, NotInitialised::Stops(Box::new(other))),
            };
            self.initialised.status.insert(class, Err(reason));
        }
    }

    fn run_to_end(&mut self, state: &mut State, class: ClassId) -> Result<(), StopReason> {
        let undecided = || StopReason::Internal("a choice during class initialisation".into());
        let name = java_name(&self.program.class(class).name);
        let throws = |what: String| StopReason::ClassInitialisation(name.clone(), NotInitialised::Throws(what));
        let reason_of = |interrupt| match interrupt {
            Interrupt::Stop(reason) => reason,
            Interrupt::Choice(_) | Interrupt::Infeasible => undecided(),
        };
        for parent in self.program.initialised_with(class) {
            match self.initialised.status.insert(parent, Ok(())) {
                Some(Err(_)) if self.initialised.failures.contains_key(&parent) => {}
                Some(Err(reason)) => return Err(reason),
                Some(Ok(())) => continue,
                None => {}
            }
            if self.initialised_by_model(state, parent).map_err(reason_of)? {
                continue;
            }
            if let Some(method) = self.class_initialiser(parent) {
                let locals = self.program.code(method).map_or(0, |code| usize::from(code.max_locals));
                let mut frame = Frame { initialising: self.initialised_by(method), ..Frame::new(method, locals, &[]) };
                if !state.frames.is_empty() {
                    // This initialiser runs first; its return moves the frame below on to its first instruction.
                    if let Some(below) = state.frame_mut() {
                        below.instruction = below.instruction.wrapping_sub(1);
                    }
                }
                frame.instruction = 0;
                state.frames.push(Rc::new(frame));
            }
        }
        let mut objects = state.heap.object_count();
        while !state.frames.is_empty() {
            let upcoming = self.upcoming(state).map_err(reason_of)?;
            let event = self.step(state, upcoming).map_err(reason_of)?;
            if state.heap.object_count() > objects {
                let class = self.initialising(state);
                self.initialised.surroundings.made.note_maker(ObjectId(objects as u32), class);
                objects = state.heap.object_count();
            }
            match event {
                Event::Call(call) => {
                    self.note_error_made(state, &call);
                    self.enter(state, &call);
                }
                Event::Raised(class, exception, None) => {
                    self.note_error_raised(exception);
                    return Err(throws(java_name(class)));
                }
                Event::Raised(_, exception, Some(_)) => self.note_error_raised(exception),
                Event::Threw(_) => return Err(throws("an exception".into())),
                Event::Executed | Event::Branched => {
                    self.run_concrete(state, upcoming, ConcreteLimits { steps: u64::MAX, writes: true }, &|_| true);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
