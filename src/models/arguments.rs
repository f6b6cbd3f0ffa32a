//! What the models of strings, string builders and boxes share: reading arguments, deciding, making results, throwing.

use super::MethodModel;
use super::classes::known_name;
use super::generics::class_text;
use super::shared_string::shared_string;
use crate::classfile::{InvokeKind, MethodReference, java_name};
use crate::exec::{Caveat, Interrupt, Machine, Premise, State, StopReason};
use crate::heap::{Choice, Context, Heap, ObjectId, Reference, Value};
use crate::program::{Class, ClassId, is_desugared};
use crate::term::{TermId, TextOperator};
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

    /// The text of an object; none when it is no string or string builder.
    pub(super) fn text_of(&mut self, object: ObjectId) -> Option<TermId> {
        let (heap, mut context) = self.heap_context();
        heap.text_of(&mut context, object)
    }

    /// The text of a string or string builder argument; a `NullPointerException` for null.
    pub(super) fn text(&mut self, position: usize) -> Result<TermId, Abrupt> {
        let object = self.present(position)?;
        match self.text_of_sequence(object)? {
            Some(text) => Ok(text),
            None => self.unmodelled("with a CharSequence that is no String or StringBuilder"),
        }
    }

    /// The text of a `CharSequence`, if it is a string or string builder. Where it may be of a class that is not listed,
    /// asking it for its text is a call of a method that is not known.
    pub(super) fn text_of_sequence(&mut self, object: ObjectId) -> Result<Option<TermId>, Abrupt> {
        let text = self.text_of(object);
        if text.is_some() && self.state.heap.instance(object).is_some_and(|body| body.open) {
            if self.machine.leaves_receivers_open {
                return Err(StopReason::UnknownReceiver("java.lang.CharSequence.toString".into()).into());
            }
            self.machine.caveats.insert(Caveat::OpenType("java.lang.CharSequence".into()));
        }
        Ok(text)
    }

    /// The text that string conversion (JLS 5.1.11) makes of a reference argument.
    pub(super) fn converted(&mut self, position: usize) -> Result<TermId, Abrupt> {
        let Some(object) = self.converted_object(self.value(position))? else { return Ok(self.constant("null")) };
        let reference = Reference::Object(object);
        self.text_of_reference(reference, 0)
    }

    fn converted_object(&self, value: Value) -> Result<Option<ObjectId>, Abrupt> {
        match value {
            Value::Reference(reference) => Ok(self.state.heap.resolve_exactly(reference)?),
            _ => self.malformed(),
        }
    }

    /// The text that string conversion makes of a reference; `asked` methods were asked for by the model before this one.
    pub(super) fn text_of_reference(&mut self, reference: Reference, asked: usize) -> Result<TermId, Abrupt> {
        let Some(object) = self.state.heap.resolve_exactly(reference)? else { return Ok(self.constant("null")) };
        if let Some(text) = self.text_of_sequence(object)? {
            return Ok(text);
        }
        if let Some(name) = known_name(self.state, object) {
            let text = class_text(self.machine, name)?;
            return Ok(self.constant(&text));
        }
        let (heap, mut context) = self.heap_context();
        if let Some(boxed) = heap.boxed(&mut context, object) {
            let class = heap.exact_class(object);
            return self.text_of_boxed(boxed, class, asked);
        }
        match self.string_by_method(object, asked)? {
            None => Ok(self.constant("null")),
            Some(string) => match self.text_of(string) {
                Some(text) => Ok(text),
                None => self.malformed(),
            },
        }
    }

    fn text_of_boxed(&mut self, boxed: Value, class: Option<ClassId>, asked: usize) -> Result<TermId, Abrupt> {
        let name = class.map(|class| self.machine.program.class(class).name.clone()).unwrap_or_default();
        match (&*name, boxed) {
            ("java/lang/Boolean", Value::Int(truth)) => self.text_of_truth(truth),
            ("java/lang/Character", Value::Int(unit)) => Ok(self.operation(TextOperator::OfUnit, &[unit])),
            (_, Value::Int(number) | Value::Long(number)) => Ok(self.operation(TextOperator::OfNumber, &[number])),
            _ => self.text_of_floating(boxed, asked),
        }
    }

    /// `String.valueOf(boolean)`.
    pub(super) fn text_of_truth(&mut self, truth: TermId) -> Result<TermId, Abrupt> {
        let zero = self.machine.pool.int(0);
        let is_false = self.machine.pool.equal(truth, zero);
        let name = if self.decide(is_false)? { "false" } else { "true" };
        Ok(self.constant(name))
    }

    /// The string that an object's `toString` gives, which runs before the model does; none for null.
    fn string_by_method(&mut self, object: ObjectId, asked: usize) -> Result<Option<ObjectId>, Abrupt> {
        let answer = self.state.frame().and_then(|frame| frame.answers.get(asked)).copied();
        if let Some(Value::Reference(reference)) = answer {
            return Ok(self.state.heap.resolve(reference)?);
        }
        let method = MethodReference {
            class: "java/lang/Object".into(),
            name: "toString".into(),
            descriptor: "()Ljava/lang/String;".into(),
            interface: false,
        };
        match self.machine.model_call(self.state, object, &Arc::new(method))? {
            Some(call) => Err(Abrupt::Calls(call)),
            None => {
                let class = self.state.heap.exact_class(object);
                let name = class.map(|class| java_name(&self.machine.program.class(class).name));
                let name = name.unwrap_or_else(|| "an array".into());
                Err(StopReason::MissingMethod(format!("toString of {name}")).into())
            }
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

    /// Whether a condition holds.
    pub(super) fn decide(&mut self, condition: TermId) -> Result<bool, Abrupt> {
        Ok(self.state.path.decide(&mut self.machine.pool, condition)?)
    }

    /// Throws an exception with a message, unless a condition holds.
    pub(super) fn require_saying(
        &mut self,
        condition: TermId,
        (class, message): (&'static str, &str),
    ) -> Result<(), Abrupt> {
        if self.decide(condition)? {
            return Ok(());
        }
        let message = self.constant(message);
        Err(Abrupt::ThrewSaying(class, message))
    }

    /// Goes on where a condition holds, and throws where it does not.
    pub(super) fn require(&mut self, condition: TermId, otherwise: &'static str) -> Result<(), Abrupt> {
        if self.decide(condition)? { Ok(()) } else { Err(Abrupt::Threw(otherwise)) }
    }

    /// Throws unless `low <= index && index <= high`.
    pub(super) fn require_between(
        &mut self,
        (low, index, high): (TermId, TermId, TermId),
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let pool = &mut self.machine.pool;
        let above = pool.less_or_equal(low, index);
        let below = pool.less_or_equal(index, high);
        let inside = pool.conjunction(above, below);
        self.require(inside, otherwise)
    }

    /// Throws unless `0 <= index && index < length`.
    pub(super) fn require_index(
        &mut self,
        index: TermId,
        length: TermId,
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let above = pool.less_or_equal(zero, index);
        let below = pool.less(index, length);
        let inside = pool.conjunction(above, below);
        self.require(inside, otherwise)
    }

    /// Throws unless `0 <= from && from <= to && to <= length`.
    pub(super) fn require_range(
        &mut self,
        (from, to, length): (TermId, TermId, TermId),
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let parts = [pool.less_or_equal(zero, from), pool.less_or_equal(from, to), pool.less_or_equal(to, length)];
        let [first, second, third] = parts;
        let ordered = pool.conjunction(first, second);
        let inside = pool.conjunction(ordered, third);
        self.require(inside, otherwise)
    }

    /// Throws unless `offset >= 0 && count >= 0 && offset <= length - count`.
    pub(super) fn require_offset_and_count(
        &mut self,
        offset: TermId,
        count: TermId,
        length: TermId,
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let zero = self.small(0);
        let pool = &mut self.machine.pool;
        // No wrap-around: the length is not negative, and neither is the count where it matters.
        let room = pool.subtract(length, count);
        let parts =
            [pool.less_or_equal(zero, offset), pool.less_or_equal(zero, count), pool.less_or_equal(offset, room)];
        let [first, second, third] = parts;
        let both = pool.conjunction(first, second);
        let inside = pool.conjunction(both, third);
        self.require(inside, otherwise)
    }

    /// A number as a constant, by cases up to `most`; none beyond.
    pub(super) fn counted(&mut self, count: TermId, most: i32) -> Result<Option<i32>, Abrupt> {
        if let Some(constant) = self.machine.pool.as_int(count) {
            return Ok(Some(constant));
        }
        for number in 0..=most {
            let number_term = self.small(number);
            let is_it = self.machine.pool.equal(count, number_term);
            if self.decide(is_it)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }

    /// The unit at the index that is the first argument, which is checked.
    pub(super) fn unit_at(&mut self) -> Result<TermId, Abrupt> {
        let (text, index) = (self.text(0)?, self.int(1)?);
        let length = self.length(text);
        self.require_index(index, length, STRING_INDEX)?;
        Ok(self.operation(TextOperator::CharAt, &[text, index]))
    }

    /// An operator on texts. A constant that comes of it is kept with the terms, and costs instructions by its length: a text that
    /// grows by a unit a thousand times is kept a thousand times.
    pub(super) fn operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> TermId {
        let result = self.machine.pool.text_operation(operator, arguments);
        let units = self.machine.pool.as_text(result).map_or(0, <[u16]>::len) as u64;
        self.state.steps += units / UNITS_OF_AN_INSTRUCTION;
        result
    }

    /// The length of a text.
    pub(super) fn length(&mut self, text: TermId) -> TermId {
        self.operation(TextOperator::Length, &[text])
    }

    /// A constant text.
    pub(super) fn constant(&mut self, text: &str) -> TermId {
        self.machine.text_of(text)
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

    /// Whether every unit of a text is ASCII.
    pub(super) fn is_ascii(&mut self, text: TermId) -> Result<bool, Abrupt> {
        let limit = self.small(128);
        let below = self.operation(TextOperator::AllBelow, &[text, limit]);
        self.decide(below)
    }

    fn string_class(&self) -> Result<ClassId, Abrupt> {
        Ok(self.machine.builtin("java/lang/String")?)
    }

    /// A string that no other reference names.
    pub(super) fn new_string(&mut self, text: TermId) -> Result<Option<Value>, Abrupt> {
        let class = self.string_class()?;
        let object = self.state.heap.allocate(class);
        self.state.heap.set_text(self.machine.program, object, text);
        Ok(Some(Value::Reference(Reference::Object(object))))
    }

    /// A string in whose place the JVM may give one that was there before.
    pub(super) fn shared_string(&mut self, text: TermId) -> Result<Option<Value>, Abrupt> {
        Ok(Some(Value::Reference(Reference::Object(shared_string(self.machine, self.state, text)?))))
    }

    /// The text of an argument if that is a string; none when it is null or something else.
    pub(super) fn text_if_string(&mut self, position: usize) -> Result<Option<TermId>, Abrupt> {
        let Value::Reference(reference) = self.value(position) else { return Ok(None) };
        let Some(object) = self.state.heap.resolve(reference)? else { return Ok(None) };
        let class = self.machine.builtin("java/lang/String")?;
        if self.state.heap.array(object).is_some() || !self.machine.is_instance(self.state, object, class)? {
            return Ok(None);
        }
        Ok(self.text_of(object))
    }
}
