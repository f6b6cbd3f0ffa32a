//! Throwing and handlers.

use super::arith::malformed;
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::java_name;
use crate::heap::{Choice, ObjectId, Reference, Value};
use crate::program::{ClassId, ReferenceType};
use std::rc::Rc;

pub(super) const NULL_POINTER: &str = "java/lang/NullPointerException";
pub(super) const INCOMPATIBLE_CLASS_CHANGE: &str = "java/lang/IncompatibleClassChangeError";

pub(super) fn throw(state: &mut State) -> Result<Effect, Interrupt> {
    let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
    Ok(match state.heap.resolve(reference)? {
        None => Effect::Raise(NULL_POINTER),
        Some(object) => Effect::Throw(object),
    })
}

impl Machine<'_> {
    /// Unwinds the frames to the handler of an exception and enters it. Returns the depth of the frame that catches it,
    /// counted from the outermost; none when no frame does.
    ///
    /// # Errors
    /// A choice, with the state as before, when the exception's class decides between handlers.
    pub fn unwind(&mut self, state: &mut State, exception: ObjectId) -> Result<Option<usize>, Interrupt> {
        self.thrown_from = state.frames.iter().map(|frame| (frame.method, frame.instruction)).collect();
        if self.initialises_classes && !state.heap.statics_are_inputs {
            return self.unwind_initialisers(state, exception);
        }
        let Some(found) = self.handler(state, exception, state.frames_below_building())? else {
            if !state.building.is_empty() {
                // A constructor that throws makes no input, unless it has let somebody else know of its object.
                self.note_escape_of_unfinished(state, exception);
                return Err(Interrupt::Infeasible);
            }
            state.frames.clear();
            return Ok(None);
        };
        self.enter_handler(state, exception, found).map(Some)
    }

    /// The handler of an exception: the depth of its frame and the instruction that it begins with. Frames up to `below` do
    /// not count.
    pub(super) fn handler(
        &mut self,
        state: &State,
        exception: ObjectId,
        below: usize,
    ) -> Result<Option<(usize, u32)>, Interrupt> {
        let program = self.program;
        for (depth, frame) in state.frames.iter().enumerate().skip(below).rev() {
            let Some(code) = program.code(frame.method) else { continue };
            for handler in &code.handlers {
                if frame.instruction < handler.start || frame.instruction >= handler.end {
                    continue;
                }
                let catches = match &handler.catch_type {
                    None => true,
                    Some(name) => match program.class_by_name(name) {
                        Some(class) => self.is_instance(state, exception, class)?,
                        None => false,
                    },
                };
                if catches {
                    return Ok(Some((depth, handler.handler)));
                }
            }
        }
        Ok(None)
    }

    /// Enters a handler with its exception. Returns the depth of its frame.
    pub(super) fn enter_handler(
        &mut self,
        state: &mut State,
        exception: ObjectId,
        (depth, handler): (usize, u32),
    ) -> Result<usize, Interrupt> {
        state.frames.truncate(depth + 1);
        if let Some((method, from)) = state.frame().map(|frame| (frame.method, frame.instruction)) {
            if let Some(frame) = state.frame_mut() {
                frame.stack.clear();
                frame.answers.clear();
                frame.stack.push(Value::Reference(Reference::Object(exception)));
            }
            self.go(state, method, from, handler)?;
        }
        Ok(depth)
    }

    /// Whether an instance is an instance of a class.
    ///
    /// # Errors
    /// A choice between the classes it can have, or a stop when a missing class hides the answer.
    pub fn is_instance(&mut self, state: &State, object: ObjectId, class: ClassId) -> Result<bool, Interrupt> {
        let Some(body) = state.heap.instance(object) else { return Ok(false) };
        let mut yes: Vec<ClassId> = Vec::new();
        let mut no: Vec<ClassId> = Vec::new();
        for id in body.types.iter() {
            match self.program.is_subclass(*id, class) {
                Some(true) => yes.push(*id),
                Some(false) => no.push(*id),
                None => return Err(StopReason::MissingClass(java_name(&self.program.class(*id).name)).into()),
            }
        }
        if yes.is_empty()
            && let Some(which) = state.heap.is_of_machine(object).filter(|which| which.is_charset())
        {
            return Err(StopReason::NoModel(format!("the class of {which}")).into());
        }
        let is_exact = yes.len() == 1 && no.is_empty() && !body.open;
        if !is_exact && let Some(known) = self.known_of_open(state, object, ReferenceType::class(class))? {
            return Ok(known);
        }
        // Where all that are listed are of a class of the class path, one that is not listed need not be.
        let is_closed = self.user_types_are_closed && self.program.is_user_class(class) && !no.is_empty();
        if body.open && !is_closed {
            self.note_open(state, object);
        }
        if yes.is_empty() || no.is_empty() {
            self.note_closed_answer(state, object, class, no.is_empty());
        }
        match (yes.is_empty(), no.is_empty()) {
            (false, true) => Ok(true),
            (true, _) => Ok(false),
            (false, false) => Err(Choice::Types(object, vec![Rc::from(yes), Rc::from(no)]).into()),
        }
    }
}
