//! Allocation of instances, and the run-time type tests.

use super::arith::malformed;
use super::caveat::Caveat;
use super::machine::Machine;
use super::state::State;
use super::step::Effect;
use super::stop::{Interrupt, StopReason};
use crate::classfile::java_name;
use crate::heap::{Body, Choice, ObjectId, Reference, Value};
use crate::program::{Element, FieldKind, Linkage, ReferenceType};
use std::rc::Rc;

impl Machine<'_> {
    pub(super) fn new_instance(&mut self, state: &mut State, name: &str) -> Result<Effect, Interrupt> {
        let class = self
            .program
            .class_by_name(name)
            .ok_or_else(|| Interrupt::from(StopReason::MissingClass(java_name(name))))?;
        let definition = self.program.class(class);
        if matches!(definition.linkage, Linkage::Missing) {
            return Err(StopReason::MissingClass(java_name(name)).into());
        }
        if !definition.is_concrete() {
            return Ok(Effect::Raise("java/lang/InstantiationError"));
        }
        if let Some(effect) = self.initialise_before(state, class)? {
            return Ok(effect);
        }
        let object = state.heap.allocate(class);
        state.push(Value::Reference(Reference::Object(object)));
        Ok(Effect::Next)
    }

    pub(super) fn check_cast(&mut self, state: &mut State, name: &str) -> Result<Effect, Interrupt> {
        let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
        // A cast to Object always succeeds and looks at nothing.
        let Some(object) = state.heap.resolve(reference)? else { return Ok(Effect::Next) };
        Ok(if self.has_type(state, object, name)? {
            Effect::Next
        } else {
            Effect::Raise("java/lang/ClassCastException")
        })
    }

    pub(super) fn instance_of(&mut self, state: &mut State, name: &str) -> Result<Effect, Interrupt> {
        let Value::Reference(reference) = state.operand(0) else { return Err(malformed()) };
        let truth = match state.heap.resolve(reference)? {
            None => false,
            Some(object) => self.has_type(state, object, name)?,
        };
        let result = self.pool.int(i32::from(truth));
        state.replace_operands(1, Value::Int(result));
        Ok(Effect::Next)
    }

    /// Whether an object is of a type, given by internal name or descriptor.
    ///
    /// # Errors
    /// A choice, or a stop when a missing class hides the answer.
    pub fn has_type(&mut self, state: &State, object: ObjectId, name: &str) -> Result<bool, Interrupt> {
        let wanted = self
            .program
            .reference_type(name)
            .ok_or_else(|| Interrupt::from(StopReason::MissingClass(java_name(name))))?;
        match state.heap.object(object).map(|object| &object.body) {
            Some(Body::Instance(body)) => match wanted.as_class() {
                Some(class) => self.is_instance(state, object, class),
                None => {
                    let is_open = body.open;
                    if let Some(known) = self.known_of_open(state, object, wanted)? {
                        return Ok(known);
                    }
                    if is_open {
                        self.note_open(state, object);
                    }
                    Ok(false)
                }
            },
            Some(Body::Array(body)) => {
                let actual = body.component.array_of();
                match (&body.possible_components, wanted.component()) {
                    (Some(possible), Some(FieldKind::Reference(component))) => {
                        let (mut yes, mut no) = (Vec::new(), Vec::new());
                        for class in possible.iter() {
                            match self.program.is_subtype(ReferenceType::class(*class), component) {
                                Some(true) => yes.push(*class),
                                Some(false) => no.push(*class),
                                None => return Err(self.missing(ReferenceType::class(*class))),
                            }
                        }
                        match (yes.is_empty(), no.is_empty()) {
                            (_, true) => Ok(true),
                            (true, _) => Ok(false),
                            _ => Err(Choice::Components(object, vec![Rc::from(yes), Rc::from(no)]).into()),
                        }
                    }
                    _ => {
                        let is_one = self.program.is_subtype(actual, wanted).ok_or_else(|| self.missing(actual))?;
                        if !is_one && self.program.is_subtype(wanted, actual) != Some(false) {
                            self.note_exact_array(state, object);
                        }
                        Ok(is_one)
                    }
                }
            }
            None => Err(malformed()),
        }
    }

    pub(super) fn missing(&self, reference: ReferenceType) -> Interrupt {
        let name = match reference.element {
            Element::Class(class) => self.program.class(class).name.to_string(),
            Element::Primitive(_) => self.program.type_name(reference),
        };
        StopReason::MissingClass(java_name(&name)).into()
    }

    /// Records that an answer took an input's possible classes to be those of the class path.
    pub fn note_open(&mut self, state: &State, object: ObjectId) {
        let declared = state
            .heap
            .instance(object)
            .and_then(|body| body.types.iter().copied().find(|class| self.program.is_open(*class)));
        let name = declared.map_or("java.lang.Object".to_string(), |class| java_name(&self.program.class(class).name));
        self.caveats.insert(Caveat::OpenType(name));
    }
}
