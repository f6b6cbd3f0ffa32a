//! Class objects of inputs that may be of classes that are not listed with them, where code does nothing but compare them: which class
//! it is, is asked of the one that it is compared with. Those of arrays that may be of narrower types, where arrays like them are made.

use super::arith::malformed;
use super::machine::Machine;
use super::state::State;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{Condition, Instruction, InvokeKind, LoadableConstant, MethodReference};
use crate::heap::{Choice, Literal, ObjectId, Origin, Reference, Value};
use crate::program::ClassId;
use std::rc::Rc;

/// Methods that only compare their operands where the first one is a class object: class, name, descriptor.
const COMPARING: [(&str, &str, &str); 3] = [
    ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z"),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z"),
    ("java/lang/Class", "equals", "(Ljava/lang/Object;)Z"),
];
const CLASS: &str = "java/lang/Class";
/// What gives the class object of an object.
const GET_CLASS: (&str, &str, &str) = ("java/lang/Object", "getClass", "()Ljava/lang/Class;");

/// Methods that give a new array of the run-time class of the one that they are given: class, name, descriptor.
pub const COPYING_ARRAYS: [(&str, &str, &str); 2] = [
    ("java/util/Arrays", "copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;"),
    ("java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;II)[Ljava/lang/Object;"),
];

impl Machine<'_> {
    /// The class object of an array that may be of a narrower type, where it is copied: what the code does with it is the same whichever
    /// class it is. None elsewhere.
    pub fn class_to_copy(&self, state: &mut State, array: ObjectId) -> Option<ObjectId> {
        let original = self.narrower_array(state, array)?;
        let running = self.program.method(state.frame()?.method);
        let place = (&**self.program.class_name(running.class), &*running.name, &*running.descriptor);
        let class = self.program.class_by_name(CLASS).filter(|_| COPYING_ARRAYS.contains(&place))?;
        Some(state.heap.class_object_of(original, class))
    }

    /// The class object that an input in any state gives, where it may be of a class that is not listed and the running code goes on to
    /// compare it; none where the input's class has to be decided.
    pub fn unlisted_class(&self, state: &mut State, object: ObjectId) -> Option<ObjectId> {
        let is_open = state.heap.instance(object).is_some_and(|body| body.open);
        let is_asked = self.asks_for_types && !state.heap.construction.is_active() && !state.heap.is_settled(object);
        if !is_open || !is_asked || !self.compares_next(state) {
            return None;
        }
        let class = self.program.class_by_name(CLASS)?;
        Some(state.heap.class_object_of(object, class))
    }

    /// Whether the class object that the running instruction gives is compared, and nothing else happens to it.
    fn compares_next(&self, state: &State) -> bool {
        let Some(frame) = state.frame() else { return false };
        let Some(code) = self.running_code(frame.method) else { return false };
        let at = |behind: u32| {
            let place = frame.instruction.checked_add(behind)?;
            Some(&code.instructions.get(place as usize)?.instruction)
        };
        // What it is compared with may be given first: a class literal, a variable, or the class of what a variable holds.
        let comparing = match (at(1), at(2)) {
            (Some(Instruction::Constant(LoadableConstant::Class(_))), next) => next,
            (Some(Instruction::Load(..)), Some(Instruction::Invoke(InvokeKind::Virtual, reference)))
                if is_one_of(reference, &[GET_CLASS]) =>
            {
                at(3)
            }
            (Some(Instruction::Load(..)), next) => next,
            // It is given last: what was given before it may be an object of any class, whose `equals` does anything.
            (Some(Instruction::Invoke(..)), _) if !self.is_class_object(state, state.operand(1)) => None,
            (next, _) => next,
        };
        match comparing {
            Some(Instruction::Branch(Condition::ReferenceEqual(_), _)) => true,
            Some(Instruction::Invoke(_, reference)) => is_one_of(reference, &COMPARING),
            _ => false,
        }
    }

    fn is_class_object(&self, state: &State, value: Value) -> bool {
        let Value::Reference(reference) = value else { return false };
        let Reference::Object(object) = state.heap.current(reference) else { return false };
        let class = state.heap.exact_class(object);
        class.is_some_and(|class| &**self.program.class_name(class) == CLASS)
    }

    /// Whether such a class object is another one; none where neither is such.
    ///
    /// # Errors
    /// A choice of what the input is, or a stop.
    pub(super) fn same_unlisted_class(
        &mut self,
        state: &mut State,
        left: ObjectId,
        right: ObjectId,
    ) -> Result<Option<bool>, Interrupt> {
        let (input, other) = match (state.heap.owner_of_class(left), state.heap.owner_of_class(right)) {
            (None, None) => return Ok(None),
            (Some(left), Some(right)) if left == right => return Ok(Some(true)),
            (Some(left), Some(right)) => {
                // Both may be of one class that is not listed, which nobody tells apart from another one.
                let (left, right) = (self.listed_class(state, left)?, self.listed_class(state, right)?);
                return Ok(Some(left == right));
            }
            (Some(input), None) => (input, right),
            (None, Some(input)) => (input, left),
        };
        if state.heap.array(input).is_some() {
            // The code that copies an array makes an `Object[]` by itself, and others by reflection, which can make those too.
            return Ok(Some(false));
        }
        let known = match state.heap.object(other).map(|other| &other.origin) {
            Some(Origin::Literal(Literal::Class(name))) => {
                self.program.reference_type(name).map(|wanted| (name.clone(), wanted.as_class()))
            }
            _ => None,
        };
        let Some((name, class)) = known else {
            self.listed_class(state, input)?;
            return Ok(Some(false));
        };
        // An object of an abstract class or an interface is one of another class.
        if class.is_some_and(|class| !self.program.class(class).is_concrete()) {
            return Ok(Some(false));
        }
        if let Some(class) = class.filter(|_| self.is_unknown_collection(state, input)) {
            return Ok(Some(self.is_exactly(state, input, class)?));
        }
        if !self.has_type(state, input, &name)? {
            return Ok(Some(false));
        }
        Ok(Some(Some(self.listed_class(state, input)?) == class))
    }

    /// The class that is listed with an object, as its exact one from here on: that it may be of others, a caveat says.
    ///
    /// # Errors
    /// The choice, where several are listed; a stop, where no object is of exactly the one that is.
    pub fn listed_class(&mut self, state: &mut State, object: ObjectId) -> Result<ClassId, Interrupt> {
        let Some(body) = state.heap.instance(object) else { return Err(malformed()) };
        let class = match *body.types {
            [class] => class,
            [] => return Err(malformed()),
            _ => {
                let groups = body.types.iter().map(|class| Rc::from([*class])).collect();
                return Err(Choice::Types(object, groups).into());
            }
        };
        let is_open = body.open;
        let definition = self.program.class(class);
        if !definition.is_concrete() {
            return Err(StopReason::UnknownReceiver("java.lang.Object.getClass".into()).into());
        }
        if is_open || (state.heap.stands_for_others(object) && !definition.flags.is_final()) {
            self.note_open(state, object);
        }
        if is_open {
            state.heap.settle(object);
        } else {
            self.note_closed_class(state, object);
        }
        Ok(class)
    }
}

fn is_one_of(reference: &MethodReference, all: &[(&str, &str, &str)]) -> bool {
    all.contains(&(&*reference.class, &*reference.name, &*reference.descriptor))
}
