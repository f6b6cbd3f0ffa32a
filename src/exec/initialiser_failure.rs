//! Class initialisation that throws (JVMS 5.5): `ExceptionInInitializerError`, or the error that was thrown, at the first
//! active use of the class on a path, and `NoClassDefFoundError` at later ones.

use super::caveat::Caveat;
use super::invoke::Call;
use super::machine::{Machine, Statics};
use super::state::State;
use super::step::{Effect, Event};
use super::stop::{Interrupt, NotInitialised, StopReason};
use crate::classfile::{ClassName, InvokeKind, StringConstant, java_name};
use crate::heap::{EnvironmentSource, Heap, Literal, ObjectId, Reference, Value};
use crate::program::{ClassId, MethodId};
use crate::term::{Domain, TermCarrier};
use rustc_hash::FxHashMap;

const FAILED: &str = "java/lang/ExceptionInInitializerError";
const UNUSABLE: &str = "java/lang/NoClassDefFoundError";

/// Activations with their instructions, the outermost first.
type Frames = Vec<(MethodId, u32)>;

/// An exception that class initialisation throws into the code that uses the class.
#[derive(Clone, Debug, PartialEq)]
pub struct InitialisationError {
    /// The builtin class that it is of, or a superclass.
    class: &'static str,
    exception: ObjectId,
    /// Where in initialisers it was made; nowhere for one that the use itself makes.
    within: Frames,
}

/// What the initialisation of a class throws when it is executed.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    /// The heap at that moment. It does not stay: where the class is not used, none of this happens.
    heap: Heap,
    /// Its objects from this number on are of this failure alone.
    base: usize,
    exception: ObjectId,
    /// Where the exception was made; none when that was not seen.
    within: Option<Frames>,
    /// The classes that have failed.
    failed: Vec<ClassId>,
}

/// What a run of initialisers has seen of failures so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Failing {
    /// Classes whose initialisers have thrown.
    failed: Vec<ClassId>,
    /// What nobody has caught.
    escaped: Option<ObjectId>,
    /// Where errors were made.
    made_at: FxHashMap<ObjectId, Frames>,
}

impl Failing {
    /// Whether some initialiser has thrown, caught by another or not.
    pub(super) fn has_failed(&self) -> bool {
        !self.failed.is_empty()
    }

    /// The failure of the whole run, which ended with this heap; none when nothing has escaped.
    pub(super) fn failure(mut self, heap: Heap, base: usize) -> Option<Failure> {
        let exception = self.escaped?;
        Some(Failure { heap, base, exception, within: self.made_at.remove(&exception), failed: self.failed })
    }
}

impl Machine<'_> {
    /// What the first active use of a class of the class path does on a path: nothing, or the throw of what its
    /// initialisation throws.
    pub(super) fn initialise_on_path(
        &mut self,
        state: &mut State,
        class: ClassId,
    ) -> Result<Option<Effect>, Interrupt> {
        if !self.initialises_classes || !self.program.is_user_class(class) {
            return Ok(None);
        }
        if !state.unusable.is_empty() {
            let mut initialised = self.program.initialised_with(class).into_iter();
            if let Some(failed) = initialised.find(|parent| state.unusable.contains(parent)) {
                return self.unusable_class(state, failed).map(Some);
            }
        }
        let fails = self.fails_to_initialise(class);
        self.note_surroundings(state, class);
        if !fails {
            return Ok(None);
        }
        if self.may_have_failed(state, class)? {
            let failed = self.initialised.failures.get(&class).map(|failure| failure.failed.clone());
            state.unusable.push(class);
            state.unusable.extend(failed.into_iter().flatten().filter(|failed| *failed != class));
            return self.unusable_class(state, class).map(Some);
        }
        let name = java_name(self.program.class_name(class));
        let stop = |why| Interrupt::from(StopReason::ClassInitialisation(name.clone(), why));
        if !state.building.is_empty() {
            // It runs before the method does, which may have used the class by now.
            return Err(stop(NotInitialised::FailsInMaking));
        }
        let Some(failure) = self.initialised.failures.get(&class) else { return Ok(None) };
        if failure.failed.iter().any(|failed| state.unusable.contains(failed)) {
            return Err(stop(NotInitialised::UsesFailed));
        }
        if failure.failed.iter().any(|failed| self.initialised.surroundings.is_entangled(*failed)) {
            return Err(stop(NotInitialised::FailsLate));
        }
        state.unusable.push(class);
        state.unusable.extend(failure.failed.iter().filter(|failed| **failed != class));
        let thrown = Value::Reference(Reference::Object(failure.exception));
        let mut terms = TermCarrier::new(&self.initialised.pool, &mut self.pool);
        let Value::Reference(Reference::Object(exception)) =
            state.heap.import_apart(&failure.heap, &mut terms, thrown, failure.base)
        else {
            return Err(stop(NotInitialised::ThrowsNothing));
        };
        Ok(Some(match failure.within.clone() {
            Some(within) => Effect::Fail(InitialisationError { class: FAILED, exception, within }),
            None => Effect::Throw(exception),
        }))
    }

    /// Whether a class whose initialisation fails has been used before the method, so that it fails in another way now. Where that
    /// is not explored, a caveat says so.
    fn may_have_failed(&mut self, state: &mut State, class: ClassId) -> Result<bool, Interrupt> {
        let name = java_name(self.program.class_name(class));
        match self.statics {
            Statics::Initialised { after_calls: false } => Ok(false),
            // The method that is called first does not begin, whatever was before.
            _ if state.frame().is_none_or(|frame| self.program.method(frame.method).class == class) => Ok(false),
            Statics::Initialised { after_calls: true } => {
                self.caveats.insert(Caveat::StateAfterInitialisation(name));
                Ok(false)
            }
            Statics::Any | Statics::AnyAssigned => {
                let source = EnvironmentSource::FailedBefore(name.into());
                let has_failed = state.heap.environment_value(&mut self.pool, source, Domain::Boolean);
                let zero = self.pool.int(0);
                let has_failed = self.pool.not_equal(has_failed, zero);
                Ok(state.path.decide(&mut self.pool, has_failed)?)
            }
        }
    }

    /// Whether the initialisation of a class of the class path throws. One that cannot be executed is taken to succeed, with
    /// a caveat.
    pub fn fails_to_initialise(&mut self, class: ClassId) -> bool {
        if !self.initialises_classes || !self.program.is_user_class(class) {
            return false;
        }
        let Err(interrupt) = self.run_initialiser(class) else { return false };
        if self.initialised.failures.contains_key(&class) {
            return true;
        }
        let name = java_name(self.program.class_name(class));
        let why = match interrupt {
            Interrupt::Stop(StopReason::ClassInitialisation(of, why)) if of == name => why,
            Interrupt::Stop(reason) => NotInitialised::Stops(Box::new(reason)),
            Interrupt::Choice(_) | Interrupt::Infeasible => NotInitialised::Asks,
        };
        self.caveats.insert(Caveat::InitialiserNotRun(name, why));
        false
    }

    /// Whether a class of the class path is of no use, since its initialisation throws: as it has ended in this machine, else where it
    /// comes first. Nothing is initialised by it.
    pub fn is_of_no_use(&self, class: ClassId) -> bool {
        match self.initialised.status.get(&class) {
            _ if !self.initialises_classes || !self.program.is_user_class(class) => false,
            Some(_) => self.initialised.failures.contains_key(&class),
            None => self.fails_first(class),
        }
    }

    /// Those of these classes that are of use: first those that were initialised here, in that order, since what one leaves may depend
    /// on which came before.
    pub fn without_failing(&self, classes: &[ClassName]) -> Vec<ClassName> {
        let order = self.order_of_initialisation();
        let place = |name: &ClassName| {
            let class = self.program.class_by_name(name);
            class.and_then(|class| order.iter().position(|known| *known == class)).unwrap_or(usize::MAX)
        };
        let fails = |name: &ClassName| self.program.class_by_name(name).is_some_and(|class| self.is_of_no_use(class));
        let mut found: Vec<ClassName> = classes.iter().filter(|name| !fails(name)).cloned().collect();
        found.sort_by_key(place);
        found
    }

    /// Before the first instruction: initialises the class whose method is called. Where that throws, the method does not
    /// begin; an object of the class to call it on there is none.
    pub(super) fn initialise_at_start(
        &mut self,
        state: &mut State,
        method: MethodId,
    ) -> Result<Option<Event>, Interrupt> {
        let Some(class) = state.initialises.take() else { return Ok(None) };
        let Some(effect) = self.initialise_on_path(state, class)? else { return Ok(None) };
        let info = self.program.method(method);
        if info.has_receiver() && &*info.name != "<init>" {
            return Err(Interrupt::Infeasible);
        }
        state.frames.clear();
        match effect {
            Effect::Fail(error) => self.throw_initialisation_error(state, error).map(Some),
            Effect::Throw(exception) => self.unwind(state, exception).map(|_| Some(Event::Threw(exception))),
            _ => Ok(None),
        }
    }

    /// Throws what class initialisation has made.
    pub(super) fn throw_initialisation_error(
        &mut self,
        state: &mut State,
        error: InitialisationError,
    ) -> Result<Event, Interrupt> {
        let caught = self.unwind(state, error.exception)?;
        self.thrown_from.extend(error.within);
        Ok(Event::Raised(error.class, error.exception, caught))
    }

    /// Whether a class is in use already, so that using it does nothing beside.
    pub(super) fn is_in_use(&self, state: &State, class: ClassId) -> bool {
        if state.heap.statics_are_inputs && (!self.initialises_classes || !self.program.is_user_class(class)) {
            return true;
        }
        let has_failed = !state.unusable.is_empty() || !self.initialised.failing.failed.is_empty();
        !has_failed && matches!(self.initialised.status.get(&class), Some(Ok(())))
    }

    /// While initialisers run: what the use of a class does whose initialisation has failed in this run.
    pub(super) fn use_failed(&mut self, state: &mut State, class: ClassId) -> Result<Option<Effect>, Interrupt> {
        let failed = &self.initialised.failing.failed;
        if failed.is_empty() {
            return Ok(None);
        }
        let failed = self.program.initialised_with(class).into_iter().find(|parent| failed.contains(parent));
        failed.map(|failed| self.unusable_class(state, failed)).transpose()
    }

    /// The throw of what the JVM throws at the use of a class whose initialisation has failed. Since JDK 17 it has a cause.
    fn unusable_class(&mut self, state: &mut State, failed: ClassId) -> Result<Effect, Interrupt> {
        let exception = self.new_exception(state, UNUSABLE)?;
        let text = format!("Could not initialize class {}", java_name(self.program.class_name(failed)));
        let units: Vec<u16> = text.encode_utf16().collect();
        let string = self.builtin("java/lang/String")?;
        let message = state.heap.literal(string, Literal::String(StringConstant(units.into())));
        self.set_throwable_field(state, exception, MESSAGE, message);
        self.assign_stack(state, exception)?;
        let cause = self.new_exception(state, FAILED)?;
        self.set_throwable_field(state, exception, CAUSE, cause);
        Ok(Effect::Fail(InitialisationError { class: UNUSABLE, exception, within: Vec::new() }))
    }

    /// While initialisers run: unwinds to a handler. An initialiser that the exception leaves has failed, and what goes on
    /// from there is an error.
    pub(super) fn unwind_initialisers(
        &mut self,
        state: &mut State,
        exception: ObjectId,
    ) -> Result<Option<usize>, Interrupt> {
        let mut exception = exception;
        self.thrown_from = self.places(state);
        loop {
            let initialised = |machine: &Self, depth: usize| {
                state.frames.get(depth).and_then(|frame| machine.initialised_by(frame.method))
            };
            let bottom = (0..state.frames.len()).rev().find_map(|depth| Some((depth, initialised(self, depth)?)));
            let Some((bottom, class)) = bottom else {
                state.frames.clear();
                self.initialised.failing.escaped = Some(exception);
                return Ok(None);
            };
            if let Some(found) = self.handler(state, exception, bottom)? {
                return self.enter_handler(state, exception, found).map(Some);
            }
            state.frames.truncate(bottom);
            self.fail(state, class);
            exception = self.error_of(state, exception)?;
        }
    }

    /// Marks a class as failed, with those that cannot be initialised without it, and goes back to the instruction that uses it. What
    /// would have been initialised after it is not.
    fn fail(&mut self, state: &mut State, class: ClassId) {
        self.initialised.failing.failed.push(class);
        let waiting = self.waiting_for(state, class, state.frames.len());
        let first = waiting.first().map(|(depth, _)| *depth);
        for (_, waiting) in waiting {
            if self.program.initialised_with(waiting).contains(&class) {
                self.initialised.failing.failed.push(waiting);
            } else {
                self.initialised.status.remove(&waiting);
            }
        }
        state.frames.truncate(first.unwrap_or(state.frames.len()));
        if let Some(frame) = state.frame_mut() {
            // The frame stands before the instruction, for it to be executed again.
            frame.instruction = frame.instruction.wrapping_add(1);
        }
    }

    /// The initialisers below a depth that have not begun since that of a class runs before them: their depths, the outermost first,
    /// and their classes. That of the class whose use began all of them is the first, and others may have nothing to do with the class.
    fn waiting_for(&self, state: &State, class: ClassId, below: usize) -> Vec<(usize, ClassId)> {
        let has_not_begun = |depth: &usize| {
            let frame = state.frames.get(*depth).filter(|frame| frame.instruction == u32::MAX)?;
            Some((*depth, self.initialised_by(frame.method)?))
        };
        // An activation that uses a class in its first instruction stands there too.
        let mut waiting: Vec<_> = (0..below).rev().map_while(|depth| has_not_begun(&depth)).collect();
        while waiting.last().is_some_and(|(_, last)| !self.program.initialised_with(*last).contains(&class)) {
            waiting.pop();
        }
        waiting.reverse();
        waiting
    }

    /// While initialisers run: the activations as a stack trace has them. One that uses a class stands before the
    /// instruction, for it to be executed again, and an initialiser that waits for a superclass's has not begun.
    fn places(&self, state: &State) -> Frames {
        let mut places = Frames::with_capacity(state.frames.len());
        for (depth, frame) in state.frames.iter().enumerate() {
            let above = state.frames.get(depth + 1).and_then(|above| self.initialised_by(above.method));
            match above {
                None => places.push((frame.method, frame.instruction)),
                Some(class) if !self.waiting_for(state, class, depth + 1).is_empty() => {}
                Some(_) => places.push((frame.method, frame.instruction.wrapping_add(1))),
            }
        }
        places
    }

    /// What an initialiser's exception becomes: an error stays itself, anything else is the cause of one.
    fn error_of(&mut self, state: &mut State, exception: ObjectId) -> Result<ObjectId, Interrupt> {
        if self.is_error(state, exception)? {
            return Ok(exception);
        }
        let error = self.new_exception(state, FAILED)?;
        // The JVM calls the constructor, which leaves no message.
        self.assign_stack(state, error)?;
        self.set_throwable_field(state, error, CAUSE, exception);
        let places = self.places(state);
        self.initialised.failing.made_at.insert(error, places);
        Ok(error)
    }

    /// Lets an exception have the stack trace that a constructor leaves.
    fn assign_stack(&mut self, state: &mut State, exception: ObjectId) -> Result<(), Interrupt> {
        if let Some(unassigned) = self.program.field_by_name((THROWABLE, "UNASSIGNED_STACK", STACK.1))
            && let Value::Reference(Reference::Object(unassigned)) = self.initialised_static(state, unassigned)?
        {
            self.set_throwable_field(state, exception, STACK, unassigned);
        }
        Ok(())
    }

    fn is_error(&mut self, state: &State, exception: ObjectId) -> Result<bool, Interrupt> {
        let error = self.builtin("java/lang/Error")?;
        self.is_instance(state, exception, error)
    }

    fn set_throwable_field(
        &self,
        state: &mut State,
        exception: ObjectId,
        (name, descriptor): (&str, &str),
        value: ObjectId,
    ) {
        if let Some(field) = self.program.field_by_name((THROWABLE, name, descriptor)) {
            state.heap.write_field(exception, field, Value::Reference(Reference::Object(value)));
        }
    }

    /// While initialisers run: notes where an error is made that is about to be constructed.
    pub(super) fn note_error_made(&mut self, state: &State, call: &Call) {
        if !self.initialises_classes || call.kind != InvokeKind::Special || &*call.reference.name != "<init>" {
            return;
        }
        if let Some(Value::Reference(Reference::Object(object))) = call.arguments.first()
            && self.is_error(state, *object).is_ok_and(|is_error| is_error)
        {
            let places = self.places(state);
            // The constructors of superclasses come later.
            self.initialised.failing.made_at.entry(*object).or_insert(places);
        }
    }

    /// While initialisers run: notes where an error comes from that the machine has made.
    pub(super) fn note_error_raised(&mut self, exception: ObjectId) {
        if self.initialises_classes {
            let frames = self.thrown_from.clone();
            self.initialised.failing.made_at.entry(exception).or_insert(frames);
        }
    }

    /// Initialises what exceptions need before the initialiser of a class of the class path runs, in which one can be thrown.
    pub(super) fn initialise_throwables(&mut self, class: ClassId) {
        if self.initialises_classes
            && self.program.is_user_class(class)
            && self.program.jdk().is_some()
            && let Some(throwable) = self.program.class_by_name(THROWABLE)
        {
            // Where that cannot be done, the throw of an exception says so.
            let _ = self.run_initialiser(throwable);
        }
    }
}

const THROWABLE: &str = "java/lang/Throwable";
const MESSAGE: (&str, &str) = ("detailMessage", "Ljava/lang/String;");
const CAUSE: (&str, &str) = ("cause", "Ljava/lang/Throwable;");
const STACK: (&str, &str) = ("stackTrace", "[Ljava/lang/StackTraceElement;");
