//! Class objects of inputs that may be of classes that are not listed with them, where code does nothing but compare them: which class
//! it is, is asked of the one that it is compared with.

use super::machine::Machine;
use super::state::State;
use super::stop::Interrupt;
use crate::classfile::{Condition, Instruction, InvokeKind, LoadableConstant, MethodReference};
use crate::heap::{Choice, Literal, ObjectId, Origin};
use crate::program::{ClassId, ReferenceType};
use std::rc::Rc;

/// Methods that do nothing with a class object that is their first operand but compare it: class, name, descriptor.
const COMPARING: [(&str, &str, &str); 3] = [
    ("java/util/Objects", "equals", "(Ljava/lang/Object;Ljava/lang/Object;)Z"),
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z"),
    ("java/lang/Class", "equals", "(Ljava/lang/Object;)Z"),
];
/// What gives the class object of an object.
const GET_CLASS: (&str, &str, &str) = ("java/lang/Object", "getClass", "()Ljava/lang/Class;");

impl Machine<'_> {
    /// The class object that an input in any state gives, where it may be of a class that is not listed and the running code goes on to
    /// compare it; none where the input's class has to be decided.
    pub fn unlisted_class(&self, state: &mut State, object: ObjectId) -> Option<ObjectId> {
        let is_open = state.heap.instance(object).is_some_and(|body| body.open);
        let is_asked = self.asks_for_types && !state.heap.construction.is_active() && !state.heap.is_settled(object);
        if !is_open || !is_asked || !self.compares_next(state) {
            return None;
        }
        let class = self.program.class_by_name("java/lang/Class")?;
        Some(state.heap.class_object_of(object, class))
    }

    /// Whether the class object that the running instruction gives is compared, and nothing else happens to it.
    fn compares_next(&self, state: &State) -> bool {
        let Some(frame) = state.frame() else { return false };
        let Some(code) = self.running_code(frame.method) else { return false };
        let mut next =
            code.instructions.iter().skip(frame.instruction as usize + 1).map(|decoded| &decoded.instruction);
        // What it is compared with may be given first: a class literal, a variable, or the class of what a variable holds.
        let mut first = next.next();
        match first {
            Some(Instruction::Constant(LoadableConstant::Class(_))) => first = next.next(),
            Some(Instruction::Load(..)) => {
                first = next.next();
                if matches!(first, Some(Instruction::Invoke(InvokeKind::Virtual, it)) if is_one_of(it, &[GET_CLASS])) {
                    first = next.next();
                }
            }
            _ => {}
        }
        match first {
            Some(Instruction::Branch(Condition::ReferenceEqual(_), _)) => true,
            Some(Instruction::Invoke(_, reference)) => is_one_of(reference, &COMPARING),
            _ => false,
        }
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
        let Some(Origin::Literal(Literal::Class(name))) = state.heap.object(other).map(|other| &other.origin) else {
            self.listed_class(state, input)?;
            return Ok(Some(false));
        };
        let name = name.clone();
        // No object is of a primitive type.
        let Some(wanted) = self.program.reference_type(&name) else { return Ok(Some(false)) };
        if !self.has_type(state, input, &name)? {
            return Ok(Some(false));
        }
        Ok(Some(self.listed_class(state, input)?.map(ReferenceType::class) == Some(wanted)))
    }

    /// The class that is listed with an object, as its exact one: that it may be of others, a caveat says.
    fn listed_class(&mut self, state: &mut State, object: ObjectId) -> Result<Option<ClassId>, Interrupt> {
        let Some(body) = state.heap.instance(object) else { return Ok(None) };
        if body.types.len() > 1 {
            return Err(Choice::Types(object, body.types.iter().map(|class| Rc::from([*class])).collect()).into());
        }
        let listed = body.types.first().copied();
        if body.open {
            self.note_open(state, object);
            state.heap.settle(object);
        }
        Ok(listed)
    }
}

fn is_one_of(reference: &MethodReference, all: &[(&str, &str, &str)]) -> bool {
    all.contains(&(&*reference.class, &*reference.name, &*reference.descriptor))
}
