//! Calls that are removed.

use super::change::{Change, Site, pops};
use super::opcodes::{ACONST_NULL, DCONST_0, FCONST_0, LCONST_0, POP};
use super::operator::Operator;
use crate::classfile::{
    FieldType, Instruction, InvokeKind, NewInstruction, PrimitiveType, parse_method_descriptor, simple_name,
};

/// Packages whose calls no test is about.
const LOGGING: [&str; 4] = ["java/util/logging/", "org/apache/log4j/", "org/slf4j/", "org/apache/commons/logging/"];

/// The changes of a call.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    let Some(Instruction::Invoke(kind, method)) = site.instruction() else { return };
    if method.name.starts_with('<') || LOGGING.iter().any(|package| method.class.starts_with(package)) {
        return;
    }
    let Some(method_type) = parse_method_descriptor(&method.descriptor) else { return };
    let mut code = pops(method_type.parameters.iter());
    if *kind != InvokeKind::Static {
        code.push(NewInstruction::Plain(POP));
    }
    let label = format!("{}.{}", simple_name(&method.class), method.name);
    match &method_type.result {
        None => {
            if code.is_empty() {
                code.push(NewInstruction::Plain(super::opcodes::NOP));
            }
            into.push(Change::new(Operator::VoidMethodCalls, format!("removed the call to {label}"), code));
        }
        Some(result) => {
            let (default, text) = default_value(result);
            code.push(default);
            let description = format!("replaced the call to {label} by {text}");
            into.push(Change::new(Operator::NonVoidMethodCalls, description, code));
        }
    }
}

/// Pushes zero, false or null.
pub(super) fn default_value(of: &FieldType) -> (NewInstruction, &'static str) {
    match of {
        FieldType::Reference(_) => (NewInstruction::Plain(ACONST_NULL), "null"),
        FieldType::Primitive(primitive) => match primitive {
            PrimitiveType::Long => (NewInstruction::Plain(LCONST_0), "0"),
            PrimitiveType::Float => (NewInstruction::Plain(FCONST_0), "0"),
            PrimitiveType::Double => (NewInstruction::Plain(DCONST_0), "0"),
            PrimitiveType::Boolean => (NewInstruction::Int(0), "false"),
            _ => (NewInstruction::Int(0), "0"),
        },
    }
}
