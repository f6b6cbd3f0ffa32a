//! Questions about an object's class, where the object may be of classes that are not listed with it.

use super::invoke::label;
use super::machine::Machine;
use super::state::State;
use super::stop::{Interrupt, StopReason};
use crate::classfile::MethodReference;
use crate::heap::{Choice, ObjectId};
use crate::program::{ClassId, MethodTarget, ReferenceType};

/// The class whose subclasses in the JDK give nothing by its methods that it could not give itself, as its state is any.
const STANDS_FOR_ITS_SUBCLASSES: &str = "java/lang/Throwable";

impl Machine<'_> {
    /// Whether an object that may be of a class that is not listed with it is of a type; none where that is no question, since all
    /// its classes are listed, or since the path goes on with these alone.
    ///
    /// # Errors
    /// The choice, where it is open.
    pub(super) fn known_of_open(
        &mut self,
        state: &State,
        object: ObjectId,
        wanted: ReferenceType,
    ) -> Result<Option<bool>, Interrupt> {
        let is_open = state.heap.instance(object).is_some_and(|body| body.open) || state.heap.stands_for_others(object);
        if !self.asks_for_types || !is_open || state.heap.is_settled(object) {
            return Ok(None);
        }
        match state.heap.known_type(self.program, object, wanted) {
            Some(known) => {
                if !known {
                    self.note_closed_to(state, object, wanted);
                }
                Ok(Some(known))
            }
            None => Err(Choice::Asked(object, wanted).into()),
        }
    }

    /// Notes what a virtual call leaves out on a receiver that may be of a class that is not listed. `targets`: what it calls on
    /// the classes that are.
    ///
    /// # Errors
    /// A stop, where calls on such receivers are to be left open.
    pub(super) fn note_other_receivers(
        &mut self,
        state: &State,
        receiver: ObjectId,
        reference: &MethodReference,
        targets: &[(MethodTarget, Vec<ClassId>)],
    ) -> Result<(), Interrupt> {
        let program = self.program;
        self.note_closed_receiver(state, receiver, reference, targets);
        let is_open = state.heap.instance(receiver).is_some_and(|body| body.open);
        if is_open && self.reads_of_unknown(state, receiver, reference).is_some() {
            self.has_met_unknown_collection = true;
            if self.reads_unknown_collections {
                return Ok(());
            }
        }
        if is_open && !self.asks_for_types {
            return self.leave_receiver_open(state, receiver, reference);
        }
        let is_final = |target: &MethodTarget| match target {
            MethodTarget::Method(method) => program.method(*method).flags.is_final(),
            _ => false,
        };
        if targets.iter().all(|(target, _)| is_final(target)) {
            return Ok(());
        }
        if is_open {
            let is_covered = |(target, classes): &(MethodTarget, Vec<ClassId>)| {
                classes.iter().all(|class| program.is_user_class(*class))
                    || matches!(target, MethodTarget::Method(method)
                        if &**program.class_name(program.method(*method).class) == STANDS_FOR_ITS_SUBCLASSES)
            };
            let has_others =
                targets.iter().flat_map(|(_, classes)| classes).any(|class| !program.is_user_class(*class));
            if !(has_others && targets.iter().all(is_covered)) {
                return self.leave_receiver_open(state, receiver, reference);
            }
            self.note_closed_library_class(state, receiver, STANDS_FOR_ITS_SUBCLASSES);
            return Ok(());
        }
        if !state.heap.stands_for_others(receiver) {
            return Ok(());
        }
        let overrides = |class: &ClassId| {
            program.class(*class).is_concrete()
                && targets.iter().any(|(target, _)| program.select(*class, reference) != *target)
                && state.heap.known_type(program, receiver, ReferenceType::class(*class)) != Some(false)
        };
        let classes = targets.iter().flat_map(|(_, classes)| classes);
        if classes.flat_map(|class| program.user_subtypes(*class)).any(overrides) {
            return self.leave_receiver_open(state, receiver, reference);
        }
        Ok(())
    }

    fn leave_receiver_open(
        &mut self,
        state: &State,
        receiver: ObjectId,
        reference: &MethodReference,
    ) -> Result<(), Interrupt> {
        if self.leaves_receivers_open {
            return Err(StopReason::UnknownReceiver(label(reference)).into());
        }
        self.note_open(state, receiver);
        Ok(())
    }

    /// Takes the receiver of a virtual call to be of exactly the class whose method is called.
    pub(super) fn settle_receiver(&self, state: &mut State, receiver: ObjectId, target: &MethodTarget) {
        let is_open = state.heap.instance(receiver).is_some_and(|body| body.open);
        let is_final = matches!(target, MethodTarget::Method(method) if self.program.method(*method).flags.is_final());
        if self.asks_for_types && is_open && !is_final && state.heap.construction.is_active() {
            state.heap.settle(receiver);
        }
    }
}
