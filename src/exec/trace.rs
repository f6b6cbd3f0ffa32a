//! Where an exception was made: the activations at that moment, as far up as they are those that a JVM has.

use super::machine::Machine;
use super::state::State;
use crate::heap::{ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, FieldId, MethodId, TRACE_FIELD, is_desugared};

/// Most activations that are noted. A JVM forgets those beyond 1024.
const MOST_NOTED: usize = 500;

/// How an activation is noted.
fn units_of(method: MethodId, instruction: u32) -> impl Iterator<Item = u16> {
    let numbers = [method.index() as u32, instruction];
    numbers.into_iter().flat_map(|number| [(number >> 16) as u16, number as u16])
}

impl Machine<'_> {
    fn trace_field(&self) -> Option<FieldId> {
        self.program
            .class_by_name("java/lang/Throwable")
            .and_then(|class| self.program.hidden_field(class, TRACE_FIELD))
    }

    /// Notes the activations that the stack trace of an exception begins with: those above what a model has called, where a JVM has
    /// others in between. The constructors of the exception are none of them.
    pub fn note_trace(&mut self, state: &mut State, exception: ObjectId) {
        let Some(field) = self.trace_field().filter(|_| self.keeps_traces) else { return };
        let program = self.program;
        let this = Value::Reference(Reference::Object(exception));
        let is_made = |method: MethodId, first: Value| &*program.method(method).name == "<init>" && first == this;
        let mut units: Vec<u16> = Vec::new();
        let mut is_making = true;
        for frame in state.frames.iter().rev().take(MOST_NOTED) {
            is_making &= is_made(frame.method, frame.first_argument);
            let class = program.class_name(program.method(frame.method).class);
            if !is_making && !is_desugared(class) {
                units.extend(units_of(frame.method, frame.instruction));
            }
            if frame.answers_model {
                break;
            }
        }
        let text = self.pool.text(&units);
        state.heap.write_field(exception, field, Value::Text(text));
    }

    /// Drops of the noted stack trace of an exception all up to the last activation of the methods of a class; where nothing is noted,
    /// nothing is.
    pub(super) fn drop_noted(&mut self, state: &mut State, exception: ObjectId, class: ClassId) {
        let Some(noted) = self.noted_trace(state, exception) else { return };
        let is_its = |(method, _): &(MethodId, u32)| self.program.method(*method).class == class;
        let kept = noted.iter().rposition(is_its).map_or(0, |last| last + 1);
        let units: Vec<u16> =
            noted.iter().skip(kept).flat_map(|(method, instruction)| units_of(*method, *instruction)).collect();
        self.write_trace(state, exception, &units);
    }

    fn write_trace(&mut self, state: &mut State, exception: ObjectId, units: &[u16]) {
        if let Some(field) = self.trace_field() {
            let text = self.pool.text(units);
            state.heap.write_field(exception, field, Value::Text(text));
        }
    }

    /// Notes that the stack trace of an exception is another one from now on, which is not known.
    pub fn forget_trace(&mut self, state: &mut State, exception: ObjectId) {
        self.write_trace(state, exception, &[]);
    }

    /// Whether code has given an exception another stack trace, which is not known.
    pub fn has_other_trace(&self, state: &State, exception: ObjectId) -> bool {
        let noted = self.trace_field().and_then(|field| state.heap.field_value(exception, field));
        matches!(noted, Some(Value::Text(text)) if self.pool.as_text(text).is_some_and(<[u16]>::is_empty))
    }

    /// The activations that the stack trace of an exception begins with, the innermost first; none where nothing is known: of an input
    /// its maker may have set another one.
    pub fn noted_trace(&self, state: &State, exception: ObjectId) -> Option<Vec<(MethodId, u32)>> {
        if !matches!(state.heap.object(exception)?.origin, Origin::Allocated) {
            return None;
        }
        let Some(Value::Text(text)) = state.heap.field_value(exception, self.trace_field()?) else { return None };
        let units = self.pool.as_text(text)?;
        let number = |high: u16, low: u16| u32::from(high) << 16 | u32::from(low);
        let frames: Vec<(MethodId, u32)> = units
            .chunks_exact(4)
            .filter_map(|chunk| match chunk {
                [a, b, c, d] => Some((self.program.method_at(number(*a, *b))?, number(*c, *d))),
                _ => None,
            })
            .collect();
        (!frames.is_empty()).then_some(frames)
    }
}
