//! Monitors: which ones the path owns. A single thread runs, so that entering one never waits.

use super::arith::malformed;
use super::exception::NULL_POINTER;
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::Interrupt;
use crate::heap::{EnvironmentSource, Literal, ObjectId, Origin, Reference, Sharing, Value};
use crate::term::Domain;

/// What is thrown where a monitor is used that the thread does not own.
pub const UNOWNED: &str = "java/lang/IllegalMonitorStateException";

impl Machine<'_> {
    pub(super) fn enter_monitor(&mut self, state: &mut State) -> Result<Effect, Interrupt> {
        let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
        let Some(object) = state.heap.resolve(reference)? else { return Ok(Effect::Raise(NULL_POINTER)) };
        state.drop_operands(1);
        let depth = state.frames.len();
        // What a frame has not left when it ends, the JVM leaves.
        state.monitors.retain(|(of, _)| *of <= depth);
        state.monitors.push((depth, object));
        Ok(Effect::Next)
    }

    pub(super) fn leave_monitor(&mut self, state: &mut State) -> Result<Effect, Interrupt> {
        let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
        let Some(object) = state.heap.resolve(reference)? else { return Ok(Effect::Raise(NULL_POINTER)) };
        let depth = state.frames.len();
        match state.monitors.iter().rposition(|entered| *entered == (depth, object)) {
            Some(entered) => {
                state.monitors.remove(entered);
            }
            None if self.tracks_monitors => return Ok(Effect::Raise(UNOWNED)),
            None => {}
        }
        state.drop_operands(1);
        Ok(Effect::Next)
    }

    /// Whether the thread owns the monitor of an object. Its caller may own that of any object that it knows.
    ///
    /// # Errors
    /// The choice, where the caller decides.
    pub fn owns_monitor(&mut self, state: &mut State, object: ObjectId) -> Result<bool, Interrupt> {
        let depth = state.frames.len();
        let entered: Vec<ObjectId> =
            state.monitors.iter().filter(|(of, _)| *of <= depth).map(|(_, entered)| *entered).collect();
        let reference = |object| Value::Reference(Reference::Object(object));
        // Equal boxes may be one object.
        for entered in entered {
            if self.identical(state, reference(entered), reference(object))? {
                return Ok(true);
            }
        }
        if state.frames.iter().any(|frame| self.locks(state, frame.method, frame.first_argument, object)) {
            return Ok(true);
        }
        // What a constructor has made before the method began may be a lock that is held around a call of the caller's code.
        let is_older = state.heap.construction.owner(object).is_some();
        let is_made = matches!(state.heap.object(object).map(|object| &object.origin), Some(Origin::Allocated));
        if is_made && !is_older && state.heap.sharing(self.program, object) != Sharing::Shared {
            return Ok(false);
        }
        let source = EnvironmentSource::OwnsMonitor(object);
        let owns = state.heap.environment_value(&mut self.pool, source, Domain::Int);
        let zero = self.pool.int(0);
        let does_not = self.pool.equal(owns, zero);
        Ok(!state.path.decide(&mut self.pool, does_not)?)
    }

    /// Whether a running method holds an object's monitor since it is synchronized.
    fn locks(&self, state: &State, method: crate::program::MethodId, first: Value, object: ObjectId) -> bool {
        let info = self.program.method(method);
        if !info.flags.is_synchronized() {
            return false;
        }
        if info.flags.is_static() {
            let name = self.program.class_name(info.class);
            let origin = state.heap.object(object).map(|object| &object.origin);
            return matches!(origin, Some(Origin::Literal(Literal::Class(of))) if of == name);
        }
        matches!(first, Value::Reference(reference) if state.heap.current(reference) == Reference::Object(object))
    }
}
