//! What the models of strings, string builders and boxes share: reading arguments, asking other methods, stopping. Texts are in
//! `texts`, and what is required of arguments in `requirements`.

mod requirements;
mod texts;

use super::MethodModel;
use crate::classfile::{InvokeKind, MethodReference, java_name};
use crate::exec::{Interrupt, Machine, Premise, State, StopReason};
use crate::heap::{Choice, Context, Heap, ObjectId, Value};
use crate::program::{Class, ClassId, is_desugared};
use crate::term::TermId;
use std::sync::Arc;

/// Units of a text that take as long to write as an instruction, and more memory.
const UNITS_OF_AN_INSTRUCTION: u64 = 32;

pub(super) const NULL_POINTER: &str = "java/lang/NullPointerException";
pub(super) const STRING_INDEX: &str = "java/lang/StringIndexOutOfBoundsException";

/// What a model of strings, string builders and boxes gives.
pub(super) type Outcome = Result<Option<Value>, Abrupt>;

/// How a model ends otherwise than by returning.
pub(super) enum Abrupt {
    /// Something must be decided first, or the path stops.
    Interrupted(Interrupt),
    /// It throws a new exception of this builtin class.
    Threw(&'static str),
    /// It throws a new exception of this builtin class, with this message.
    ThrewSaying(&'static str, TermId),
    /// It throws this exception.
    ThrewObject(ObjectId),
    /// A class is initialised, and then it returns.
    Initialises(ClassId, Option<Value>),
    /// A method must run first.
    Calls(Box<crate::exec::Call>),
    /// A class is initialised, and then a method must run first.
    InitialisesAndCalls(ClassId, Box<crate::exec::Call>),
    /// The method's own bytecode is to run.
    RunsCode,
}

impl From<Interrupt> for Abrupt {
    fn from(interrupt: Interrupt) -> Self {
        Abrupt::Interrupted(interrupt)
    }
}

impl From<StopReason> for Abrupt {
    fn from(reason: StopReason) -> Self {
        Abrupt::Interrupted(reason.into())
    }
}

impl From<Choice> for Abrupt {
    fn from(choice: Choice) -> Self {
        Abrupt::Interrupted(choice.into())
    }
}

/// A call that a model performs. A model decides everything before it changes the state, since it runs again after each
/// choice.
pub(super) struct Call<'c, 'p> {
    pub(super) machine: &'c mut Machine<'p>,
    pub(super) state: &'c mut State,
    pub(super) arguments: &'c [Value],
    pub(super) model: &'static MethodModel,
}

impl<'p> Call<'_, 'p> {
    /// The class whose code calls the method.
    pub(super) fn asking(&self) -> Option<&'p Class> {
        let program = self.machine.program;
        self.state.frame().map(|frame| program.class(program.method(frame.method).class))
    }

    /// Whether the JDK's own code calls the method, and none that is made for code of the class path.
    pub(super) fn is_asked_by_jdk(&self) -> bool {
        self.asking().is_some_and(|class| class.is_jdk && !is_desugared(&class.name))
    }

    /// Notes what the answer takes for granted.
    pub(super) fn take_for_granted(&mut self, premise: Premise) {
        self.machine.take_for_granted(self.state, premise);
    }

    fn heap_context(&mut self) -> (&mut Heap, Context<'_>) {
        self.machine.heap_context(self.state)
    }

    /// The stop of a model that does not cover these arguments.
    pub(super) fn unmodelled<T>(&self, what: &str) -> Result<T, Abrupt> {
        let MethodModel { class, name, .. } = self.model;
        Err(StopReason::Unmodelled(format!("{}.{name} {what}", java_name(class))).into())
    }

    /// The stop of a model that does not cover these arguments, for which the method's own bytecode must not run either.
    pub(super) fn refuse<T>(&self, what: &str) -> Result<T, Abrupt> {
        let MethodModel { class, name, .. } = self.model;
        Err(StopReason::NoModel(format!("{}.{name} {what}", java_name(class))).into())
    }

    fn malformed<T>(&self) -> Result<T, Abrupt> {
        let MethodModel { class, name, .. } = self.model;
        Err(StopReason::Internal(format!("{}.{name} with other arguments", java_name(class))).into())
    }

    /// An argument, the receiver being the first.
    pub(super) fn value(&self, position: usize) -> Value {
        self.arguments.get(position).copied().unwrap_or(Value::Nothing)
    }

    /// An int argument.
    pub(super) fn int(&self, position: usize) -> Result<TermId, Abrupt> {
        match self.value(position) {
            Value::Int(term) => Ok(term),
            _ => self.malformed(),
        }
    }

    /// An int or long argument.
    pub(super) fn number(&self, position: usize) -> Result<TermId, Abrupt> {
        match self.value(position) {
            Value::Int(term) | Value::Long(term) => Ok(term),
            _ => self.malformed(),
        }
    }

    /// The object of a reference argument, its class decided; none for null.
    pub(super) fn object(&self, position: usize) -> Result<Option<ObjectId>, Abrupt> {
        match self.value(position) {
            Value::Reference(reference) => Ok(self.state.heap.resolve_exactly(reference)?),
            _ => self.malformed(),
        }
    }

    /// The object of an argument that must not be null.
    pub(super) fn present(&self, position: usize) -> Result<ObjectId, Abrupt> {
        self.object(position)?.ok_or(Abrupt::Threw(NULL_POINTER))
    }

    /// The array of an argument that must not be null.
    pub(super) fn present_array(&self, position: usize) -> Result<ObjectId, Abrupt> {
        match self.value(position) {
            Value::Reference(array) => self.state.heap.resolve(array)?.ok_or(Abrupt::Threw(NULL_POINTER)),
            _ => self.malformed(),
        }
    }

    /// What another method of the JDK gives on the same arguments.
    pub(super) fn delegated(
        &self,
        method: (&'static str, &'static str, &'static str),
    ) -> Result<Option<Value>, Abrupt> {
        self.answer(0, method, self.arguments.to_vec()).map(Some)
    }

    /// What a method of the JDK gives, which runs before the model does; `asked` methods were asked for before.
    pub(super) fn answer(
        &self,
        asked: usize,
        (class, name, descriptor): (&'static str, &'static str, &'static str),
        arguments: Vec<Value>,
    ) -> Result<Value, Abrupt> {
        if let Some(answer) = self.state.frame().and_then(|frame| frame.answers.get(asked)) {
            return Ok(*answer);
        }
        let program = self.machine.program;
        let method = program.method_by_name((class, name, descriptor));
        let Some(method) = method.filter(|method| program.code(*method).is_some()) else {
            return self.unmodelled("without a JDK");
        };
        let interface = program.class(program.method(method).class).flags.is_interface();
        let is_static = program.method(method).flags.is_static();
        Err(Abrupt::Calls(Box::new(crate::exec::Call {
            reference: Arc::new(MethodReference {
                class: class.into(),
                name: name.into(),
                descriptor: descriptor.into(),
                interface,
            }),
            kind: if is_static { InvokeKind::Static } else { InvokeKind::Special },
            method,
            arguments,
            for_model: None,
        })))
    }

    /// What a method of an object gives, found by the object's class, which runs before the model does.
    pub(super) fn answer_of(
        &mut self,
        object: ObjectId,
        (class, name, descriptor): (&'static str, &'static str, &'static str),
    ) -> Result<Value, Abrupt> {
        if let Some(answer) = self.state.frame().and_then(|frame| frame.answers.first()) {
            return Ok(*answer);
        }
        let interface = self.machine.program.class_by_name(class);
        let interface = interface.is_some_and(|class| self.machine.program.class(class).flags.is_interface());
        let method =
            MethodReference { class: class.into(), name: name.into(), descriptor: descriptor.into(), interface };
        match self.machine.model_call(self.state, object, &Arc::new(method))? {
            Some(call) => Err(Abrupt::Calls(call)),
            None => self.unmodelled("of an object of another class"),
        }
    }

    /// A constant int.
    pub(super) fn small(&mut self, number: i32) -> TermId {
        self.machine.pool.int(number)
    }

    /// A truth value as Java's int.
    pub(super) fn truth(&mut self, condition: TermId) -> Option<Value> {
        let pool = &mut self.machine.pool;
        let (one, zero) = (pool.int(1), pool.int(0));
        Some(Value::Int(pool.if_then_else(condition, one, zero)))
    }
}
