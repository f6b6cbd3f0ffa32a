//! Scripted classes: what a caller writes that implements an interface or extends a class, each method of which always gives
//! the same result. `x -> 1` is the smallest.

use super::assembler::{Assembler, descriptor_of};
use super::lambda::captured_field;
use super::{ENTRY, Host, MARK, PUBLIC_FLAGS, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    ClassFile, ClassName, Field, FieldType, Instruction, InvokeKind, Method, MethodType, ValueKind,
};
use std::sync::Arc;

/// What follows the mark in the names of these classes; others have a number there.
const SCRIPT: &str = "script";

/// The name of the scripted class of a type.
pub(in crate::program) fn scripted_name(scripted: &str) -> ClassName {
    Arc::from(format!("{scripted}{MARK}{SCRIPT}"))
}

/// The type that a class of this name implements or extends by a script; none for other classes.
pub fn scripted_type(name: &str) -> Option<&str> {
    name.strip_suffix(SCRIPT)?.strip_suffix(MARK)
}

/// The method by which an object of a scripted class is made: of the arguments of a constructor of the class that it extends, then
/// of what its methods give, in their order. There is one for each constructor.
pub(in crate::program) const MAKES_SCRIPTED: &str = ENTRY;

/// The scripted class of a type, with these constructors, none of an interface, and these methods.
pub(in crate::program) fn scripted(
    extended: &ClassFile,
    constructors: &[MethodType],
    methods: &[(Arc<str>, MethodType)],
) -> ClassFile {
    let class = scripted_name(&extended.name);
    let results: Vec<FieldType> = methods.iter().filter_map(|(_, called)| called.result.clone()).collect();
    let fields: Vec<Field> = results.iter().enumerate().map(|(number, kind)| captured_field(number, kind)).collect();
    let mut held = fields.iter();
    let mut made: Vec<Method> = Vec::with_capacity(constructors.len() + methods.len() + 1);
    let is_interface = extended.flags.is_interface();
    if is_interface {
        made.push(maker((&class, &extended.name), None, (&results, &fields)));
    }
    for constructor in constructors {
        let one = maker((&class, &extended.name), Some(constructor), (&results, &fields));
        if made.iter().all(|other| other.descriptor != one.descriptor) {
            made.push(one);
        }
    }
    for (name, called) in methods {
        let (mut code, _) = Assembler::with_arguments(true, &called.parameters);
        if let Some(kind) = &called.result
            && let Some(field) = held.next()
        {
            code.emit(Instruction::Load(ValueKind::Reference, 0));
            code.get_field(&class, &field.name, kind);
        }
        code.return_value(called.result.as_ref());
        made.push(code.method(PUBLIC_FLAGS, name, &descriptor_of(called)));
    }
    let interfaces = if is_interface { vec![extended.name.clone()] } else { Vec::new() };
    let file = synthetic_class(&Host::of(extended), class, interfaces, fields, made);
    if is_interface { file } else { ClassFile { superclass: Some(extended.name.clone()), ..file } }
}

/// The method that makes an object. What its methods give is there before the constructor runs, which may call them.
fn maker(
    (class, extended): (&ClassName, &ClassName),
    constructor: Option<&MethodType>,
    (results, fields): (&[FieldType], &[Field]),
) -> Method {
    let passed = constructor.map_or(&[][..], |constructor| &constructor.parameters);
    let parameters: Vec<FieldType> = passed.iter().chain(results).cloned().collect();
    let (mut code, slots) = Assembler::with_arguments(false, &parameters);
    let (passed_slots, result_slots) = slots.split_at(passed.len());
    code.emit(Instruction::New(class.clone()));
    for ((field, kind), slot) in fields.iter().zip(results).zip(result_slots) {
        code.emit(Instruction::Dup);
        code.load(kind, *slot);
        code.put_field(class, &field.name, kind);
    }
    if let Some(constructor) = constructor {
        code.emit(Instruction::Dup);
        for (kind, slot) in passed.iter().zip(passed_slots) {
            code.load(kind, *slot);
        }
        let descriptor = descriptor_of(constructor);
        code.invoke(InvokeKind::Special, extended, "<init>", &descriptor, false);
    }
    code.return_value(Some(&FieldType::Reference(class.clone())));
    let result = Some(FieldType::Reference(extended.clone()));
    code.method(STATIC_FLAGS, MAKES_SCRIPTED, &descriptor_of(&MethodType { parameters, result }))
}
