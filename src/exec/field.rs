//! Field access.

use super::arith::{is_of_kind, malformed};
use super::exception::{INCOMPATIBLE_CLASS_CHANGE, NULL_POINTER};
use super::machine::Machine;
use super::premise::Premise;
use super::quiet::Part;
use super::state::State;
use super::step::Effect;
use super::stop::Interrupt;
use crate::classfile::{FieldReference, PrimitiveType};
use crate::heap::{Choice, ObjectId, Value};
use crate::program::{FieldId, FieldKind};
use std::sync::Arc;

impl Machine<'_> {
    pub(super) fn get_field(
        &mut self,
        state: &mut State,
        reference: &Arc<FieldReference>,
    ) -> Result<Effect, Interrupt> {
        let field = self.field(reference)?;
        if self.program.field(field).flags.is_static() {
            return Ok(Effect::Raise(INCOMPATIBLE_CLASS_CHANGE));
        }
        let Value::Reference(receiver) = state.operand(0) else { return Err(malformed()) };
        let Some(object) = state.heap.resolve(receiver)? else { return Ok(Effect::Raise(NULL_POINTER)) };
        self.refuse_unknown_of_machine(state, object, field)?;
        self.note_initial_access(state, object, Part::Field(field), false);
        let value = match self.read_kept(state, object, field)? {
            Some(value) => value,
            None => {
                let (heap, mut context) = self.heap_context(state);
                heap.read_field(&mut context, object, field)
            }
        };
        let value = self.loaded_field(state, object, field, value);
        let value = self.without_view(state, object, field, value);
        self.note_loaded(state, value);
        if self.invariants.is_some() && state.heap.initial_field(object, field).is_some() {
            self.note_given(state, (object, field), value);
            if let Some(condition) = self.given(state, object, field) {
                return Err(Choice::Given(condition).into());
            }
        }
        state.heap.construction.note_looked_at(value);
        state.replace_operands(1, value);
        Ok(Effect::Next)
    }

    pub(super) fn put_field(
        &mut self,
        state: &mut State,
        reference: &Arc<FieldReference>,
    ) -> Result<Effect, Interrupt> {
        let field = self.field(reference)?;
        let info = self.program.field(field);
        if info.flags.is_static() {
            return Ok(Effect::Raise(INCOMPATIBLE_CLASS_CHANGE));
        }
        let Value::Reference(receiver) = state.operand(1) else { return Err(malformed()) };
        let Some(object) = state.heap.resolve(receiver)? else { return Ok(Effect::Raise(NULL_POINTER)) };
        if !is_of_kind(state.operand(0), info.kind) {
            return Err(malformed());
        }
        let value = self.narrowed(state.operand(0), info.kind);
        self.note_alias(state, object, field);
        self.note_initial_access(state, object, Part::Field(field), true);
        state.heap.write_field(object, field, value);
        self.note_collection_field_written(state, object, field);
        if self.is_kept(field) {
            self.external.assigned_kept(self, state, object)?;
        }
        state.drop_operands(2);
        Ok(Effect::Next)
    }

    /// Whether the JDK's classes of strings, string builders, class objects or method types have a field, whose objects models
    /// keep. They are large, and not read before they are met.
    pub(super) fn is_kept(&self, field: FieldId) -> bool {
        let class = self.program.class(self.program.field(field).class);
        let holders =
            ["java/lang/String", "java/lang/AbstractStringBuilder", "java/lang/Class", "java/lang/invoke/MethodType"];
        class.is_jdk && holders.contains(&&*class.name)
    }

    /// What a field of such an object holds, where a model keeps it in another form: a string's text, what a class object stands for.
    fn read_kept(&mut self, state: &mut State, object: ObjectId, field: FieldId) -> Result<Option<Value>, Interrupt> {
        if !self.is_kept(field) {
            return Ok(None);
        }
        self.external.read_kept(self, state, object, field)
    }

    pub(super) fn get_static(
        &mut self,
        state: &mut State,
        reference: &Arc<FieldReference>,
    ) -> Result<Effect, Interrupt> {
        let field = self.field(reference)?;
        let info = self.program.field(field);
        if !info.flags.is_static() {
            return Ok(Effect::Raise(INCOMPATIBLE_CLASS_CHANGE));
        }
        if let Some(value) = self.constant_static(state, field)? {
            state.push(value);
            return Ok(Effect::Next);
        }
        if let Some(effect) = self.initialise_before(state, info.class)? {
            return Ok(effect);
        }
        self.note_initial_use(state, field, false);
        let declaring = self.program.class(info.class);
        let is_jdk = declaring.is_jdk;
        if is_jdk && is_standard_stream(&declaring.name, &info.name) {
            self.take_for_granted(state, Premise::StandardStreams);
        }
        if is_jdk && let Some(class) = self.external.assigned_with(self.program, field) {
            if state.heap.statics_are_inputs {
                self.run_initialiser(class)?;
            } else if let Some(effect) = self.initialise_before(state, class)? {
                return Ok(effect);
            }
        } else if is_jdk && let Some(value) = self.unpredictable(state, field)? {
            state.push(value);
            return Ok(Effect::Next);
        }
        let is_settled = info.flags.is_final()
            || (is_jdk && !self.is_set_by_class_path(field))
            || self.holds_initial_value(state, field);
        let value = if is_settled && state.heap.statics_are_inputs && !self.may_be_seen_early(state, field) {
            self.settled_static(state, field)?
        } else {
            let (heap, mut context) = self.heap_context(state);
            let value = heap.read_static(&mut context, field);
            self.note_static_input(state, field, value);
            value
        };
        if self.takes_statics_of(state, field) {
            self.require_given_static(state, field, value);
            if let Some(condition) = self.given_static(state, field) {
                return Err(Choice::Given(condition).into());
            }
        }
        if !info.flags.is_final() {
            self.note_static_use(state, field, false);
            state.heap.construction.note_looked_at(value);
        }
        state.push(value);
        Ok(Effect::Next)
    }

    pub(super) fn put_static(
        &mut self,
        state: &mut State,
        reference: &Arc<FieldReference>,
    ) -> Result<Effect, Interrupt> {
        let field: FieldId = self.field(reference)?;
        let info = self.program.field(field);
        if !info.flags.is_static() {
            return Ok(Effect::Raise(INCOMPATIBLE_CLASS_CHANGE));
        }
        if !is_of_kind(state.operand(0), info.kind) {
            return Err(malformed());
        }
        if let Some(effect) = self.initialise_before(state, info.class)? {
            return Ok(effect);
        }
        let value = self.narrowed(state.operand(0), info.kind);
        self.note_initial_write(state, field);
        self.note_static_use(state, field, true);
        state.heap.write_static(field, value);
        state.drop_operands(1);
        Ok(Effect::Next)
    }

    /// Notes a use of a static field, unless it is its own class's initialiser that uses it.
    fn note_static_use(&self, state: &mut State, field: FieldId, is_write: bool) {
        let class = self.program.field(field).class;
        let initialises = state.frame().is_some_and(|frame| {
            let running = self.program.method(frame.method);
            running.class == class && &*running.name == "<clinit>"
        });
        if !initialises {
            state.heap.construction.note_static(field, is_write);
        }
    }

    /// Whether code of the class path may have set a static field of the JDK.
    fn is_set_by_class_path(&mut self, field: FieldId) -> bool {
        let program = self.program;
        *self.set_by_class_path.entry(field).or_insert_with(|| program.is_set_by_class_path(field))
    }

    /// What the running method returns: the topmost operand as its declared type holds it (JVMS 6.5, `ireturn`). Compilers
    /// leave nothing to narrow.
    pub(super) fn returned(&mut self, state: &State) -> Value {
        let value = state.operand(0);
        let kind = state.frame().and_then(|frame| self.program.method(frame.method).result);
        let (Value::Int(term), Some(FieldKind::Primitive(kind))) = (value, kind) else { return value };
        let bounds = match kind {
            PrimitiveType::Boolean => (0, 1),
            PrimitiveType::Byte => (i64::from(i8::MIN), i64::from(i8::MAX)),
            PrimitiveType::Char => (0, i64::from(u16::MAX)),
            PrimitiveType::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            _ => return value,
        };
        let interval = self.pool.interval(term);
        if bounds.0 <= interval.low && interval.high <= bounds.1 {
            return value;
        }
        self.narrowed(value, FieldKind::Primitive(kind))
    }

    /// A value as a variable of a type holds it: an int is narrowed to byte, char, short or boolean.
    pub fn narrowed(&mut self, value: Value, kind: FieldKind) -> Value {
        let (Value::Int(term), FieldKind::Primitive(primitive)) = (value, kind) else { return value };
        Value::Int(match primitive {
            PrimitiveType::Boolean => {
                let one = self.pool.int(1);
                self.pool.and(term, one)
            }
            PrimitiveType::Byte => self.pool.to_byte(term),
            PrimitiveType::Char => self.pool.to_char(term),
            PrimitiveType::Short => self.pool.to_short(term),
            _ => term,
        })
    }
}

/// Whether a static field holds a stream that `System.setIn`, `setOut` or `setErr` may replace, though it is final.
fn is_standard_stream(class: &str, field: &str) -> bool {
    class == "java/lang/System" && matches!(field, "in" | "out" | "err")
}
