//! Texts: of arguments, as string conversion makes them, and as new strings.

use super::super::class_objects::known_name;
use super::super::generics::class_text;
use super::super::shared_string::shared_string;
use super::{Abrupt, Call, STRING_INDEX, UNITS_OF_AN_INSTRUCTION};
use crate::classfile::{MethodReference, java_name};
use crate::exec::{Caveat, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::ClassId;
use crate::term::{TermId, TextOperator};
use std::sync::Arc;

impl<'p> Call<'_, 'p> {
    /// The text of an object; none when it is no string or string builder.
    pub(in crate::models) fn text_of(&mut self, object: ObjectId) -> Option<TermId> {
        let (heap, mut context) = self.heap_context();
        heap.text_of(&mut context, object)
    }

    /// The text of a string or string builder argument; a `NullPointerException` for null.
    pub(in crate::models) fn text(&mut self, position: usize) -> Result<TermId, Abrupt> {
        let object = self.present(position)?;
        match self.text_of_sequence(object)? {
            Some(text) => Ok(text),
            None => self.unmodelled("with a CharSequence that is no String or StringBuilder"),
        }
    }

    /// The text of a `CharSequence`, if it is a string or string builder. Where it may be of a class that is not listed,
    /// asking it for its text is a call of a method that is not known.
    pub(in crate::models) fn text_of_sequence(&mut self, object: ObjectId) -> Result<Option<TermId>, Abrupt> {
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
    pub(in crate::models) fn converted(&mut self, position: usize) -> Result<TermId, Abrupt> {
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
    pub(in crate::models) fn text_of_reference(
        &mut self,
        reference: Reference,
        asked: usize,
    ) -> Result<TermId, Abrupt> {
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
    pub(in crate::models) fn text_of_truth(&mut self, truth: TermId) -> Result<TermId, Abrupt> {
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

    /// The unit at the index that is the first argument, which is checked.
    pub(in crate::models) fn unit_at(&mut self) -> Result<TermId, Abrupt> {
        let (text, index) = (self.text(0)?, self.int(1)?);
        let length = self.length(text);
        self.require_index(index, length, STRING_INDEX)?;
        Ok(self.operation(TextOperator::CharAt, &[text, index]))
    }

    /// An operator on texts. A constant that comes of it is kept with the terms, and costs instructions by its length: a text that
    /// grows by a unit a thousand times is kept a thousand times.
    pub(in crate::models) fn operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> TermId {
        let result = self.machine.pool.text_operation(operator, arguments);
        let units = self.machine.pool.as_text(result).map_or(0, <[u16]>::len) as u64;
        self.state.steps += units / UNITS_OF_AN_INSTRUCTION;
        result
    }

    /// The length of a text.
    pub(in crate::models) fn length(&mut self, text: TermId) -> TermId {
        self.operation(TextOperator::Length, &[text])
    }

    /// A constant text.
    pub(in crate::models) fn constant(&mut self, text: &str) -> TermId {
        self.machine.text_of(text)
    }

    /// Whether every unit of a text is ASCII.
    pub(in crate::models) fn is_ascii(&mut self, text: TermId) -> Result<bool, Abrupt> {
        let limit = self.small(128);
        let below = self.operation(TextOperator::AllBelow, &[text, limit]);
        self.decide(below)
    }

    fn string_class(&self) -> Result<ClassId, Abrupt> {
        Ok(self.machine.builtin("java/lang/String")?)
    }

    /// A string that no other reference names.
    pub(in crate::models) fn new_string(&mut self, text: TermId) -> Result<Option<Value>, Abrupt> {
        let class = self.string_class()?;
        let object = self.state.heap.allocate(class);
        self.state.heap.set_text(self.machine.program, object, text);
        Ok(Some(Value::Reference(Reference::Object(object))))
    }

    /// A string in whose place the JVM may give one that was there before.
    pub(in crate::models) fn shared_string(&mut self, text: TermId) -> Result<Option<Value>, Abrupt> {
        Ok(Some(Value::Reference(Reference::Object(shared_string(self.machine, self.state, text)?))))
    }

    /// The text of an argument if that is a string; none when it is null or something else.
    pub(in crate::models) fn text_if_string(&mut self, position: usize) -> Result<Option<TermId>, Abrupt> {
        let Value::Reference(reference) = self.value(position) else { return Ok(None) };
        let Some(object) = self.state.heap.resolve(reference)? else { return Ok(None) };
        let class = self.machine.builtin("java/lang/String")?;
        if self.state.heap.array(object).is_some() || !self.machine.is_instance(self.state, object, class)? {
            return Ok(None);
        }
        Ok(self.text_of(object))
    }
}
