//! Whether operands are of the types that an instruction's reference says (JVMS 4.10). A JVM's verifier makes sure of that before code
//! runs; here it is asked only where something is wrong, to tell code that no verifier passes from a defect of casewise.

use super::arith::{is_of_kind, unverifiable};
use super::invoke::Call;
use super::machine::Machine;
use super::state::State;
use super::stop::StopReason;
use crate::classfile::{InvokeKind, MethodReference, parse_method_descriptor};
use crate::heap::{Body, Reference, Value};
use crate::program::{Element, FieldKind, ReferenceType};

impl Machine<'_> {
    /// Why a call goes no further, where no verifier lets its arguments be passed; none where one may.
    pub fn refused_call(&self, state: &State, call: &Call) -> Option<StopReason> {
        let has_receiver = call.kind != InvokeKind::Static;
        let is_passed = self.may_be_passed(state, has_receiver, &call.reference, &call.arguments);
        (!is_passed).then(unverifiable)
    }

    /// Whether a verifier may have let these arguments, after the receiver if there is one, be passed to a method. Of what is undecided
    /// it is taken to be so.
    pub(super) fn may_be_passed(
        &self,
        state: &State,
        has_receiver: bool,
        reference: &MethodReference,
        arguments: &[Value],
    ) -> bool {
        let Some(types) = parse_method_descriptor(&reference.descriptor) else { return false };
        let receiver = if has_receiver { self.program.class_by_name(&reference.class) } else { None };
        let receiver = receiver.map(|class| Some(FieldKind::Reference(ReferenceType::class(class))));
        let declared = receiver.into_iter().chain(types.parameters.iter().map(|it| self.program.field_kind(it)));
        declared.zip(arguments).all(|(declared, argument)| declared.is_none_or(|it| self.may_be(state, it, *argument)))
    }

    fn may_be(&self, state: &State, declared: FieldKind, value: Value) -> bool {
        match (declared, value) {
            (FieldKind::Reference(declared), Value::Reference(reference)) => {
                self.may_refer_to(state, declared, reference)
            }
            (declared, value) => is_of_kind(value, declared),
        }
    }

    /// A verifier takes every interface for any class.
    fn may_refer_to(&self, state: &State, declared: ReferenceType, reference: Reference) -> bool {
        let Reference::Object(object) = state.heap.current(reference) else { return true };
        if let Element::Class(class) = declared.element
            && declared.dimensions == 0
            && self.program.class(class).flags.is_interface()
        {
            return true;
        }
        let types: Vec<ReferenceType> = match state.heap.object(object).map(|object| &object.body) {
            Some(Body::Instance(body)) => body.types.iter().map(|class| ReferenceType::class(*class)).collect(),
            Some(Body::Array(body)) => vec![body.component.array_of()],
            None => return true,
        };
        types.iter().any(|it| self.program.is_subtype(*it, declared) != Some(false))
    }
}
