//! Where an exception is to be thrown.

use crate::classfile::ClassName;
use crate::program::{MethodId, Program};
use serde::{Deserialize, Serialize};

/// The innermost frame of the user's code that a JVM's trace must have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::analysis) struct ExpectedFrame {
    /// Internal name of the class.
    pub(in crate::analysis) class: ClassName,
    /// Method name.
    pub(in crate::analysis) method: String,
    /// Line, where the class file has line numbers.
    pub(in crate::analysis) line: Option<u16>,
}

impl ExpectedFrame {
    /// The frame of an instruction.
    pub(in crate::analysis) fn of(program: &Program, (method, position): (MethodId, u32)) -> ExpectedFrame {
        let info = program.method(method);
        ExpectedFrame {
            class: program.class(info.class).name.clone(),
            method: info.name.to_string(),
            line: program.line(method, position),
        }
    }
}
