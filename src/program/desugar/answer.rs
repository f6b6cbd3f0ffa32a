//! Implementations of a functional interface that always give the same answer: what a caller writes as `x -> 1`.

use super::assembler::{Assembler, descriptor_of};
use super::lambda::{captured_field, factory};
use super::{ENTRY, Host, MARK, PUBLIC_FLAGS, synthetic_class};
use crate::classfile::{ClassFile, ClassName, FieldType, Instruction, MethodType, ValueKind};
use std::sync::Arc;

/// What follows the mark in the names of these classes; others have a number there.
const ANSWER: &str = "answer";

/// The name of the class that implements an interface.
pub(in crate::program) fn answering_name(interface: &str) -> ClassName {
    Arc::from(format!("{interface}{MARK}{ANSWER}"))
}

/// The interface that a class of this name implements; none for other classes.
pub fn answered_interface(name: &str) -> Option<&str> {
    name.strip_suffix(ANSWER)?.strip_suffix(MARK)
}

/// The class that implements an interface by this method: one field with the answer, unless the method returns nothing.
pub(in crate::program) fn answering(interface: &ClassFile, (name, called): (&str, &MethodType)) -> ClassFile {
    let class = answering_name(&interface.name);
    let answer: Vec<FieldType> = called.result.iter().cloned().collect();
    let fields: Vec<_> = answer.iter().enumerate().map(|(number, kind)| captured_field(number, kind)).collect();
    let (mut code, _) = Assembler::with_arguments(true, &called.parameters);
    for (field, kind) in fields.iter().zip(&answer) {
        code.emit(Instruction::Load(ValueKind::Reference, 0));
        code.get_field(&class, &field.name, kind);
    }
    code.return_value(called.result.as_ref());
    let implementation = code.method(PUBLIC_FLAGS, name, &descriptor_of(called));
    let result = Some(FieldType::Reference(interface.name.clone()));
    let entry = descriptor_of(&MethodType { parameters: answer.clone(), result });
    let methods = vec![factory(&class, &answer, &fields, &entry), implementation];
    synthetic_class(&Host::of(interface), class, vec![interface.name.clone()], fields, methods)
}

/// The method by which such a class is made.
pub(in crate::program) const MAKES_ANSWERING: &str = ENTRY;
