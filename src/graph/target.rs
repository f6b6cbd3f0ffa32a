//! What an exploration is to bring about, as places in the code.

use crate::program::{ClassId, MethodId, Program};
use std::collections::BTreeSet;

/// What is to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetEvent {
    /// One of the places is executed. For an `assert` that is to fail, the place is where its error is thrown.
    Executed,
    /// The entry ends by an exception of this class or a subclass, thrown at one of the places.
    Escapes(ClassId),
}

/// A target: places, and what is to happen at one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Instructions by index. For [`TargetEvent::Escapes`] all that can raise the exception, so more than do.
    pub places: BTreeSet<(MethodId, u32)>,
    /// What is to happen.
    pub event: TargetEvent,
}

impl Target {
    /// Whether executing this instruction is all that is wanted.
    pub fn is_executed_at(&self, method: MethodId, instruction: u32) -> bool {
        self.event == TargetEvent::Executed && self.places.contains(&(method, instruction))
    }

    /// Whether executing some instruction of a method is what is to happen.
    pub fn is_executed_in(&self, method: MethodId) -> bool {
        self.event == TargetEvent::Executed && self.places.range((method, 0)..=(method, u32::MAX)).next().is_some()
    }

    /// Whether ending by an exception of this class is all that is wanted.
    pub fn is_escaped_by(&self, program: &Program, exception: ClassId) -> bool {
        match self.event {
            TargetEvent::Escapes(wanted) => program.is_subclass(exception, wanted) == Some(true),
            TargetEvent::Executed => false,
        }
    }

    /// Whether that is possible, as far as is known of the exception's superclasses.
    pub fn may_be_escaped_by(&self, program: &Program, exception: ClassId) -> bool {
        match self.event {
            TargetEvent::Escapes(wanted) => program.is_subclass(exception, wanted) != Some(false),
            TargetEvent::Executed => false,
        }
    }
}
