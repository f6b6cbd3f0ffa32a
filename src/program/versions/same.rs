//! Whether two bodies are the same, whatever is known of their lines and names of variables.

use crate::classfile::{Code, LoadableConstant};

/// Whether two bodies have the same instructions and handlers.
pub fn same_body(left: &Code, right: &Code) -> bool {
    let instructions = |code: &'_ Code| code.instructions.len();
    instructions(left) == instructions(right)
        && left.handlers == right.handlers
        && left.instructions.iter().zip(&right.instructions).all(|(left, right)| left.instruction == right.instruction)
}

/// Whether two constants are the same.
pub fn same_constant(left: Option<&LoadableConstant>, right: Option<&LoadableConstant>) -> bool {
    left == right
}
