//! The body that stands for a method in a version that does not declare it: a call of what is inherited.

use crate::classfile::{
    ClassFile, Code, DecodedInstruction, FieldType, Instruction, InvokeKind, Method, MethodReference, ValueKind,
    parse_method_descriptor,
};
use std::sync::Arc;

/// What runs where an instance method of a class is called in a version in which the class does not declare it. Where nothing can be
/// inherited, a body without instructions: whoever comes there does not go on.
pub fn inherited(file: &ClassFile, method: &Method) -> Code {
    let mut instructions = Vec::new();
    if !file.flags.is_interface()
        && let (Some(superclass), Some(parsed)) = (&file.superclass, parse_method_descriptor(&method.descriptor))
    {
        instructions.push(Instruction::Load(ValueKind::Reference, 0));
        let mut slot = 1;
        for parameter in &parsed.parameters {
            let kind = parameter.value_kind();
            instructions.push(Instruction::Load(kind, slot));
            slot += if matches!(kind, ValueKind::Long | ValueKind::Double) { 2 } else { 1 };
        }
        let reference = MethodReference {
            class: superclass.clone(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
            interface: false,
        };
        instructions.push(Instruction::Invoke(InvokeKind::Special, Arc::new(reference)));
        instructions.push(Instruction::Return(parsed.result.as_ref().map(FieldType::value_kind)));
    }
    let locals = method.code.as_ref().map_or(0, |code| code.max_locals);
    let decoded = |instruction| DecodedInstruction { offset: 0, opcode: 0, instruction };
    Code {
        max_stack: u16::MAX,
        max_locals: locals,
        instructions: instructions.into_iter().map(decoded).collect(),
        handlers: Vec::new(),
        lines: Vec::new(),
        local_variables: Vec::new(),
    }
}
