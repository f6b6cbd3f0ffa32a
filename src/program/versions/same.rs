//! Whether two bodies are the same, whatever is known of their lines and names of variables.

use crate::classfile::{Code, Instruction};

/// Whether two bodies have the same instructions and handlers.
pub fn same_body(left: &Code, right: &Code) -> bool {
    same_body_by(left, right, |left, right| left == right)
}

/// The same, where something else decides whether two instructions are the same.
pub fn same_body_by(left: &Code, right: &Code, is_same: impl Fn(&Instruction, &Instruction) -> bool) -> bool {
    left.instructions.len() == right.instructions.len()
        && left.handlers == right.handlers
        && left
            .instructions
            .iter()
            .zip(&right.instructions)
            .all(|(left, right)| is_same(&left.instruction, &right.instruction))
}
