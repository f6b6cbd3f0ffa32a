//! The names of classes in class files.

use crate::classfile::{ClassFile, Instruction, LoadableConstant};

/// Calls `visit` with the name of every class that a class file names in its header, members and instructions.
pub(super) fn for_each_named_class(file: &ClassFile, visit: &mut dyn FnMut(&str)) {
    file.superclass.iter().chain(&file.interfaces).for_each(|name| visit(name));
    for field in &file.fields {
        visit_descriptor(&field.descriptor, visit);
    }
    for method in &file.methods {
        visit_descriptor(&method.descriptor, visit);
        let Some(code) = &method.code else { continue };
        code.handlers.iter().filter_map(|handler| handler.catch_type.as_ref()).for_each(|name| visit_type(name, visit));
        for decoded in &code.instructions {
            match &decoded.instruction {
                Instruction::GetStatic(field)
                | Instruction::PutStatic(field)
                | Instruction::GetField(field)
                | Instruction::PutField(field) => {
                    visit_type(&field.class, visit);
                    visit_descriptor(&field.descriptor, visit);
                }
                Instruction::Invoke(_, method) => {
                    visit_type(&method.class, visit);
                    visit_descriptor(&method.descriptor, visit);
                }
                Instruction::New(name)
                | Instruction::NewReferenceArray(name)
                | Instruction::NewMultiArray(name, _)
                | Instruction::CheckCast(name)
                | Instruction::InstanceOf(name)
                | Instruction::Constant(LoadableConstant::Class(name)) => visit_type(name, visit),
                Instruction::InvokeDynamic(dynamic) => visit_descriptor(&dynamic.descriptor, visit),
                _ => {}
            }
        }
    }
}

fn visit_type(name: &str, visit: &mut dyn FnMut(&str)) {
    if name.starts_with('[') {
        visit_descriptor(name, visit);
    } else {
        visit(name);
    }
}

fn visit_descriptor(descriptor: &str, visit: &mut dyn FnMut(&str)) {
    let mut rest = descriptor;
    while let Some(start) = rest.find('L') {
        let Some(length) = rest.get(start..).and_then(|tail| tail.find(';')) else { return };
        if let Some(name) = rest.get(start + 1..start + length) {
            visit(name);
        }
        rest = rest.get(start + length..).unwrap_or("");
    }
}
