//! What executing needs beside a state: the program, the terms, limits, and what has been looked up before.

use super::caveat::Caveat;
use super::initialisation::InitialisedClasses;
use super::invariant::{ClassInvariants, ExploredEntry, Invariants};
use super::invoke::{Call, CallSite};
use super::premise::Premises;
use super::shared_facts::SharedFacts;
use super::state::State;
use super::stop::{CodePlace, Interrupt, StopReason};
use crate::classfile::{Code, FieldReference, InvokeKind, MethodReference, java_name};
use crate::graph::Loops;
use crate::heap::{Context, ObjectId, Samples, Value};
use crate::program::{ClassId, FieldId, MethodId, Program, Reads, listening, note_all};
use crate::run;
use crate::term::{Arithmetic, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

/// The bounds that can cut a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    /// Symbolic iterations of a loop.
    pub loop_bound: u32,
    /// Two-sided decisions on a path.
    pub depth: u32,
    /// Length of an input array, or of one allocated with a symbolic length.
    pub array_length: i32,
    /// Activations of a recursive component's methods.
    pub recursion: u32,
    /// Instructions on a path.
    pub path_steps: u64,
}

/// What a model made of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum ExternalResult {
    /// It returned.
    Returned(Option<Value>),
    /// It threw a new exception of this builtin class.
    Threw(&'static str),
    /// It threw a new exception of this builtin class, with this message.
    ThrewSaying(&'static str, TermId),
    /// It threw this exception.
    ThrewObject(ObjectId),
    /// A class is initialised, if that is still to be done, and then it returned.
    Initialises(ClassId, Option<Value>),
    /// A method must run first: its result becomes the next of the running frame's answers, and the model runs again. The
    /// model has not changed the state.
    Calls(Box<Call>),
    /// A class is initialised, if that is still to be done, and then a method must run first, as with [`ExternalResult::Calls`].
    InitialisesAndCalls(ClassId, Box<Call>),
    /// The model has no answer for these arguments, and the method's own bytecode is to run. The model has not changed the state.
    RunsCode,
}

/// Methods that have no bytecode on the class path: implemented by the models.
pub trait ExternalCalls {
    /// Performs a call, or none when there is no model for it.
    ///
    /// # Errors
    /// A choice or a stop.
    fn call(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        class: ClassId,
        reference: &MethodReference,
        arguments: &[Value],
    ) -> Option<Result<ExternalResult, Interrupt>>;

    /// Whether there is a model of a method that this class of the JDK declares.
    fn has_model(&self, class: &str, reference: &MethodReference) -> bool;

    /// Whether a class of the JDK has native methods that are called with any descriptor (JVMS 2.9.3), for which there is a model.
    fn takes_anything(&self, class: &str) -> bool;
    /// Whether a modelled static method computes a number from numbers, and does nothing else.
    fn only_computes(&self, class: &str, reference: &MethodReference) -> bool;

    /// Whether models stand for the whole class, so that none of its bytecode may run.
    fn is_opaque(&self, class: &str) -> bool;

    /// Whether a method of a class that models stand for may run as bytecode on these arguments, since it has no model.
    fn runs_code(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        method: (&str, &str),
        arguments: &[Value],
    ) -> bool;

    /// The class whose initialiser assigns a static field of the JDK, where whoever reads the field initialises that class before.
    fn assigned_with(&self, program: &Program, field: FieldId) -> Option<ClassId>;

    /// What a field holds that the JDK declares, where a model keeps what the object is in another form.
    ///
    /// # Errors
    /// A stop, where it is not known.
    fn read_kept(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        object: ObjectId,
        field: FieldId,
    ) -> Result<Option<Value>, Interrupt>;

    /// Notes that such a field was assigned.
    ///
    /// # Errors
    /// A stop, where the model cannot keep what is assigned.
    fn assigned_kept(&self, machine: &mut Machine<'_>, state: &mut State, object: ObjectId) -> Result<(), Interrupt>;

    /// Does what a JDK class's initialiser does, in place of its bytecode; none when that is to run.
    ///
    /// # Errors
    /// A stop.
    fn initialise(&self, machine: &mut Machine<'_>, state: &mut State, class: ClassId)
    -> Option<Result<(), Interrupt>>;

    /// Why the value of a static field differs from run to run; none when it does not.
    fn unpredictable(&self, class: &str, field: &str) -> Option<&'static str>;

    /// The value of a static field that the machine decides, as an input of the run; none where it is no such field, or where
    /// nothing may depend on the machine.
    fn of_the_machine(&self, machine: &mut Machine<'_>, state: &mut State, class: &str, field: &str) -> Option<Value>;
}

/// What the static fields of the class path hold when a method starts, those that are not final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Statics {
    /// Anything: they are inputs.
    #[default]
    Any,
    /// Those that methods assign, anything; the others what class initialisation leaves.
    AnyAssigned,
    /// What class initialisation leaves.
    Initialised {
        /// Whether calls may have gone before, so that an answer that depends on a field that methods assign has a caveat.
        after_calls: bool,
    },
}

/// The interpreter of one method's analysis.
pub struct Machine<'p> {
    /// The program.
    pub program: &'p Program,
    /// The terms of all its states.
    pub pool: TermPool,
    /// Bounds.
    pub limits: Limits,
    /// Models.
    pub external: &'p dyn ExternalCalls,
    /// What qualifies the result.
    pub caveats: BTreeSet<Caveat>,
    /// The terms that choose between what joined paths have left.
    pub joined: FxHashSet<TermId>,
    /// Whether nothing is of a type of the class path but what is on the class path too.
    pub user_types_are_closed: bool,
    /// What it has taken for granted of the world around the class path.
    pub(super) premises: Premises,
    /// Whether it matters which monitors the path owns.
    pub tracks_monitors: bool,
    /// Whether it is asked of what class an object is that may be of one that is not listed with it. Else that is a caveat.
    pub asks_for_types: bool,
    /// Whether a call on an object that may be of a class that is not known stops, so that it can be left open.
    pub leaves_receivers_open: bool,
    /// Whether exceptions that the JVM makes get its messages. Summaries leave them open: a case that is composed brings an exception
    /// without one, as executing the callee then must.
    pub writes_messages: bool,
    /// Whether exceptions keep where they were made.
    pub keeps_traces: bool,
    /// Whether calls that read a collection of which only the interface is known are answered by what its documentation says.
    pub reads_unknown_collections: bool,
    /// Whether there was such a call.
    pub has_met_unknown_collection: bool,
    /// Whether arrays of the input that fill most of a memory are left out, where nothing else makes a branch possible.
    pub lengths_are_modest: bool,
    /// Whether the running comparison of references is about nothing but identity, whose code it may be.
    pub(super) asks_for_identity: bool,
    /// Whether numbers that are chosen place keys by identity hash codes in hash tables, on paths too. Where their order would show, the
    /// path stops.
    pub places_by_number: bool,
    /// Whether a path has stopped for that.
    pub shows_hash_order: bool,
    /// What static fields hold at the start.
    pub statics: Statics,
    /// Whether the initialiser of a class of the class path runs at the first active use, and may fail there. Else every
    /// class has been initialised.
    pub initialises_classes: bool,
    /// What inputs satisfy, where they are objects of the class path.
    pub invariants: Option<&'p dyn Invariants>,
    /// What is explored for what it leaves, where it is.
    pub takes_objects_for: Option<ExploredEntry>,
    pub(super) class_invariants: FxHashMap<ClassId, Arc<ClassInvariants>>,
    /// The method under test, where the invariants of static fields that hold when it begins are taken for granted.
    pub takes_statics_for: Option<MethodId>,
    pub(super) static_invariants: FxHashMap<ClassId, Arc<ClassInvariants>>,
    /// Whether what static final fields refer to may be in any state, where static fields are inputs.
    pub contents_are_inputs: bool,
    /// Whether the code may run while classes of the class path are initialised, so that static fields may not be assigned yet.
    pub runs_within_initialisers: bool,
    /// What inputs are drawn from, where they are no symbols.
    pub samples: Option<Samples>,
    /// Where the exception that was thrown last came from: the activations at that moment with their instructions, the
    /// outermost first.
    pub thrown_from: Vec<(MethodId, u32)>,
    pub(super) initialised: InitialisedClasses,
    /// What may have been changed of the objects that initialisers have left, as far as that has been asked.
    pub(super) changing: super::changing::Changing,
    /// Which classes are initialised in the same way whatever was called before, as far as that has been asked.
    pub(super) quiet: FxHashMap<ClassId, bool>,
    /// What the JVM says of a null that an instruction meets: the same each time.
    pub(super) null_messages: FxHashMap<(MethodId, u32), Option<TermId>>,
    call_sites: FxHashMap<(InvokeKind, *const MethodReference, ClassId), Rc<CallSite>>,
    fields: FxHashMap<*const FieldReference, Option<FieldId>>,
    /// Static fields of the JDK, with whether code of the class path may have set them.
    pub(super) set_by_class_path: FxHashMap<FieldId, bool>,
    pub(super) models_of_methods: FxHashMap<(MethodId, ClassId), super::jdk::Modelled>,
    loops: FxHashMap<MethodId, Rc<Loops>>,
    /// The method whose loops were asked for last, and these: most often they are asked for again.
    last_loops: Option<(MethodId, Rc<Loops>)>,
    /// The same of its code.
    last_code: Cell<Option<(MethodId, &'p Code)>>,
    /// What the machines of this thread have found out.
    pub(super) shared: SharedFacts,
    // Cached look-ups go by address, so what they point to must stay.
    kept_methods: Vec<Arc<MethodReference>>,
    kept_fields: Vec<Arc<FieldReference>>,
}

impl<'p> Machine<'p> {
    /// A machine with a term pool of its own.
    pub fn new(program: &'p Program, arithmetic: Arithmetic, limits: Limits, external: &'p dyn ExternalCalls) -> Self {
        Machine {
            program,
            pool: TermPool::new(arithmetic),
            limits,
            external,
            caveats: BTreeSet::new(),
            joined: FxHashSet::default(),
            user_types_are_closed: false,
            premises: Premises::default(),
            tracks_monitors: false,
            asks_for_types: false,
            asks_for_identity: false,
            leaves_receivers_open: false,
            writes_messages: true,
            reads_unknown_collections: false,
            has_met_unknown_collection: false,
            lengths_are_modest: false,
            keeps_traces: false,
            places_by_number: false,
            shows_hash_order: false,
            statics: Statics::default(),
            initialises_classes: false,
            invariants: None,
            takes_objects_for: None,
            class_invariants: FxHashMap::default(),
            takes_statics_for: None,
            static_invariants: FxHashMap::default(),
            contents_are_inputs: false,
            runs_within_initialisers: false,
            samples: None,
            thrown_from: Vec::new(),
            initialised: InitialisedClasses::new(arithmetic),
            changing: super::changing::Changing::default(),
            quiet: FxHashMap::default(),
            null_messages: FxHashMap::default(),
            call_sites: FxHashMap::default(),
            fields: FxHashMap::default(),
            set_by_class_path: FxHashMap::default(),
            models_of_methods: FxHashMap::default(),
            loops: FxHashMap::default(),
            last_loops: None,
            last_code: Cell::new(None),
            shared: SharedFacts::of(program),
            kept_methods: Vec::new(),
            kept_fields: Vec::new(),
        }
    }

    /// The context for heap operations on a path, and the heap.
    pub fn heap_context<'a>(&'a mut self, state: &'a mut State) -> (&'a mut crate::heap::Heap, Context<'a>) {
        (&mut state.heap, Context { program: self.program, pool: &mut self.pool, path: &mut state.path })
    }

    /// Resolves a field reference.
    pub(super) fn field(&mut self, reference: &Arc<FieldReference>) -> Result<FieldId, Interrupt> {
        let program = self.program;
        let kept = &mut self.kept_fields;
        let found = *self.fields.entry(Arc::as_ptr(reference)).or_insert_with(|| {
            kept.push(reference.clone());
            program.resolve_field(reference)
        });
        found.ok_or_else(|| {
            StopReason::MissingClass(format!("{}, for its field {}", java_name(&reference.class), reference.name))
                .into()
        })
    }

    /// Resolves a method reference as used by code of class `caller`.
    pub fn call_site(
        &mut self,
        kind: InvokeKind,
        reference: &Arc<MethodReference>,
        caller: ClassId,
    ) -> Result<Rc<CallSite>, Interrupt> {
        if let Some(site) = self.call_sites.get(&(kind, Arc::as_ptr(reference), caller)) {
            return Ok(site.clone());
        }
        let site = Rc::new(CallSite::link(self.program, kind, reference, caller)?);
        self.kept_methods.push(reference.clone());
        self.call_sites.insert((kind, Arc::as_ptr(reference), caller), site.clone());
        Ok(site)
    }

    /// Whether the initialisation of a class throws where it is the first that is initialised: this depends on the class alone, and is
    /// found out once.
    pub(super) fn fails_first(&self, class: ClassId) -> bool {
        if let Some((fails, reads)) = self.shared.fails_first(class) {
            note_all(&reads);
            return fails;
        }
        let mut machine = Machine::new(self.program, self.pool.arithmetic(), self.limits, self.external);
        machine.initialises_classes = self.initialises_classes;
        let mut reads = Reads::default();
        let fails = listening(&mut reads, || machine.fails_to_initialise(class));
        note_all(&reads);
        // What had to end is nobody else's.
        if !run::is_over(None) {
            self.shared.note_first(class, fails, reads);
        }
        fails
    }

    /// The loops of a method.
    pub fn loops(&mut self, method: MethodId) -> Rc<Loops> {
        self.loops_of(method).clone()
    }

    pub(super) fn loops_of(&mut self, method: MethodId) -> &Rc<Loops> {
        let last = self.last_loops.take().filter(|(last, _)| *last == method);
        let loops = last.map_or_else(|| self.found_loops(method), |(_, loops)| loops);
        &self.last_loops.insert((method, loops)).1
    }

    fn found_loops(&mut self, method: MethodId) -> Rc<Loops> {
        let (program, shared) = (self.program, &self.shared);
        let known = self.loops.entry(method).or_insert_with(|| {
            // The code counts as read, whoever has looked for its loops.
            let code = program.code(method);
            let find = || Rc::new(code.map(Loops::of).unwrap_or_default());
            shared.loops(method, find)
        });
        known.clone()
    }

    /// The code of a method that runs.
    pub(super) fn running_code(&self, method: MethodId) -> Option<&'p Code> {
        if let Some((last, code)) = self.last_code.get()
            && last == method
        {
            return Some(code);
        }
        let code = self.program.code(method)?;
        self.last_code.set(Some((method, code)));
        Some(code)
    }

    /// A builtin class by name.
    pub fn builtin(&self, name: &str) -> Result<ClassId, Interrupt> {
        self.program.class_by_name(name).ok_or_else(|| StopReason::Internal(format!("no builtin class {name}")).into())
    }

    /// An instruction as it is reported.
    pub fn code_place(&self, method: MethodId, instruction: u32) -> CodePlace {
        let info = self.program.method(method);
        let class = self.program.class(info.class).name.clone();
        CodePlace { class, method: info.name.clone(), descriptor: info.descriptor.clone(), instruction, line: None }
    }

    /// Runs a model for a call to a method of class `class` from outside the class path.
    pub(super) fn call_external(
        &mut self,
        state: &mut State,
        class: ClassId,
        call: &Call,
    ) -> Option<Result<ExternalResult, Interrupt>> {
        self.note_initial_arguments(state, &call.arguments);
        let external = self.external;
        external.call(self, state, class, &call.reference, &call.arguments)
    }
}
