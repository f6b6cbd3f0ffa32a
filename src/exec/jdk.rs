//! Calls of the JDK's methods, and the state of the exceptions that the JVM itself makes.

use super::invoke::{Call, CallSite};
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{InvokeKind, MethodReference, java_name};
use crate::heap::{MachineObject, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, MethodId};
use std::sync::Arc;

/// Most activations on a path. What recurses through the JDK is in no call graph, so nothing else ends it.
pub const MOST_FRAMES: usize = 2_000;

/// Whether a native method only sets its class up for code that is not Java's: a class's natives are there from the start, and no numbers of
/// members are needed to find them.
pub fn sets_up(name: &str, descriptor: &str) -> bool {
    matches!(name, "registerNatives" | "initIDs" | "initNative") && descriptor == "()V"
}

/// What stands for a method of the JDK.
#[derive(Clone, Copy, Debug)]
pub(super) struct Modelled {
    /// The class whose model does: one from where the method was looked for up to the class that declares it, since between them nobody
    /// overrides it.
    pub(super) class: Option<ClassId>,
    /// Whether models stand for the whole class that declares it.
    pub(super) is_opaque: bool,
}

impl Machine<'_> {
    /// Calls a method that the JDK declares, found by going up from the class `start`: a model if there is one, else its
    /// bytecode.
    pub(super) fn call_jdk(
        &mut self,
        state: &mut State,
        (method, start): (MethodId, ClassId),
        (kind, reference): (InvokeKind, &Arc<MethodReference>),
        arguments: Vec<Value>,
        site: &CallSite,
    ) -> Result<Effect, Interrupt> {
        if let Some(effect) = self.copy_unknown(state, reference, &arguments)? {
            return Ok(effect);
        }
        let Modelled { class: modelled, is_opaque } = self.modelled(method, start, reference);
        if let Some(class) = modelled
            && let Some(effect) = self.modelled_call(state, Some(class), kind, reference, &arguments, site)?
        {
            return Ok(effect);
        }
        let info = self.program.method(method);
        let label = || self.program.method_label(method);
        if info.flags.is_abstract() {
            return Err(StopReason::UnknownReceiver(label()).into());
        }
        let class = self.program.class_name(info.class);
        let external = self.external;
        if is_opaque && modelled.is_none() && !external.runs_code(self, state, (class, &info.name), &arguments) {
            return Err(StopReason::NoModel(label()).into());
        }
        if self.program.code(method).is_none() {
            if sets_up(&info.name, &info.descriptor) {
                state.drop_operands(site.arguments);
                return Ok(Effect::Next);
            }
            return Err(StopReason::NativeMethod(label()).into());
        }
        if state.frames.len() >= MOST_FRAMES {
            return Err(StopReason::FrameBound(label()).into());
        }
        let reference = reference.clone();
        Ok(Effect::Call(Box::new(Call { reference, kind, method, arguments, for_model: None })))
    }

    /// What stands for a JDK method that is found from the class `start`.
    pub(super) fn modelled(&mut self, method: MethodId, start: ClassId, reference: &MethodReference) -> Modelled {
        if let Some(known) = self.models_of_methods.get(&(method, start)) {
            return *known;
        }
        let program = self.program;
        let declaring = program.method(method).class;
        let has_model = |class: &ClassId| self.external.has_model(program.class_name(*class), reference);
        let mut below: Vec<ClassId> = program.superclasses(start).take_while(|class| *class != declaring).collect();
        if program.is_subclass(start, declaring) != Some(true) || program.class(declaring).flags.is_interface() {
            below.clear();
        }
        let class = below.into_iter().chain([declaring]).find(has_model);
        let found = Modelled { class, is_opaque: self.external.is_opaque(program.class_name(declaring)) };
        self.models_of_methods.insert((method, start), found);
        found
    }

    /// A new exception as the JVM makes it: no constructor runs. Its message is not known.
    ///
    /// # Errors
    /// A stop, when the class is unknown or the JDK's exceptions cannot be initialised.
    pub fn new_exception(&mut self, state: &mut State, name: &str) -> Result<ObjectId, Interrupt> {
        let class = self.builtin(name)?;
        let object = state.heap.allocate(class);
        if !self.program.class(class).is_jdk {
            return Ok(object);
        }
        if let Some(cause) = self.throwable_field("cause", "Ljava/lang/Throwable;") {
            state.heap.write_field(object, cause, Value::Reference(Reference::Object(object)));
        }
        let list = "Ljava/util/List;";
        let suppressed = self.throwable_field("suppressedExceptions", list);
        let sentinel = self.throwable_field("SUPPRESSED_SENTINEL", list);
        if let (Some(suppressed), Some(sentinel)) = (suppressed, sentinel) {
            let value = self.initialised_static(state, sentinel)?;
            state.heap.write_field(object, suppressed, value);
        }
        Ok(object)
    }

    fn throwable_field(&self, name: &str, descriptor: &str) -> Option<FieldId> {
        self.program.field_by_name(("java/lang/Throwable", name, descriptor))
    }

    /// Whether an exception was made by the JVM, so that nobody knows its message: a constructor would have run otherwise,
    /// and have assigned the stack trace.
    pub fn is_made_by_jvm(&self, state: &State, exception: ObjectId) -> bool {
        let Some(field) = self.throwable_field("stackTrace", "[Ljava/lang/StackTraceElement;") else { return true };
        let body = state.heap.instance(exception);
        !state.heap.is_input(exception)
            && !body.is_some_and(|body| body.fields.iter().any(|(known, _)| *known == field))
    }

    /// Refuses a field of an object of the machine that the path has not assigned: no constructor has run.
    ///
    /// # Errors
    /// The stop.
    pub fn refuse_unknown_of_machine(&self, state: &State, object: ObjectId, field: FieldId) -> Result<(), Interrupt> {
        let Some(which) = state.heap.is_of_machine(object) else { return Ok(()) };
        if state.heap.field_value(object, field).is_some() {
            return Ok(());
        }
        let info = self.program.field(field);
        let class = java_name(self.program.class_name(info.class));
        Err(StopReason::NoModel(format!("{class}.{} of {which}", info.name)).into())
    }

    /// Refuses to compare an object of the machine with one that was there before the path and may be the same.
    ///
    /// # Errors
    /// The stop.
    pub(super) fn refuse_known_otherwise(
        &self,
        state: &State,
        left: ObjectId,
        right: ObjectId,
    ) -> Result<(), Interrupt> {
        let heap = &state.heap;
        for (object, other) in [(left, right), (right, left)] {
            let is_told_apart = heap.is_of_machine(object).is_some_and(MachineObject::is_told_apart);
            if is_told_apart && !heap.is_input(other) {
                continue;
            }
            // One charset has several names.
            let may_be_same = heap.is_of_machine(other).is_some_and(MachineObject::is_charset);
            let was_there =
                !heap.statics_are_inputs || heap.is_input(other) || heap.is_initialised(other) || may_be_same;
            if let Some(which) = heap.is_of_machine(object)
                && was_there
            {
                return Err(StopReason::NoModel(format!("whether an object is {which}")).into());
            }
        }
        Ok(())
    }

    /// Whether static fields of the JDK lead to an object that class initialisation has left.
    pub fn is_held_by_jdk(&mut self, state: &State, object: ObjectId) -> bool {
        match state.heap.object(object).map(|object| &object.origin) {
            Some(Origin::Initialised(initial)) => self.is_reached_by_jdk(*initial),
            _ => false,
        }
    }

    /// The value of a static field that differs from run to run: an input; none for the others.
    ///
    /// # Errors
    /// A stop, where there is no such input.
    pub(super) fn unpredictable(&mut self, state: &mut State, field: FieldId) -> Result<Option<Value>, Interrupt> {
        let program = self.program;
        let info = program.field(field);
        let class = program.class_name(info.class);
        let Some(why) = self.external.unpredictable(class, &info.name) else { return Ok(None) };
        let is_own_initialiser = state.frame().is_some_and(|frame| {
            let method = self.program.method(frame.method);
            method.class == info.class && &*method.name == "<clinit>"
        });
        if is_own_initialiser {
            return Ok(None);
        }
        let external = self.external;
        if let Some(value) = external.of_the_machine(self, state, class, &info.name) {
            return Ok(Some(value));
        }
        Err(StopReason::NoModel(format!("{}.{}, {why}", java_name(class), info.name)).into())
    }
}
