//! Classes under other names, wherever a class file names them.

use crate::classfile::{
    ClassFile, ClassName, Code, DynamicReference, FieldReference, Instruction, LoadableConstant, MethodHandle,
    MethodReference, Renamed, renamed_descriptor, renamed_type,
};
use std::sync::Arc;

/// Gives classes other names in all that a class file says of them, but for generic signatures and annotations.
pub fn rename_classes(file: &mut ClassFile, renamed: Renamed<'_>) {
    rename_type(&mut file.name, renamed);
    file.superclass.iter_mut().chain(&mut file.interfaces).for_each(|class| rename_type(class, renamed));
    file.fields.iter_mut().for_each(|field| rename_descriptor(&mut field.descriptor, renamed));
    for method in &mut file.methods {
        rename_descriptor(&mut method.descriptor, renamed);
        method.exceptions.iter_mut().for_each(|class| rename_type(class, renamed));
        method.code.iter_mut().for_each(|code| rename_classes_in_code(code, renamed));
    }
    for inner in &mut file.inner_classes {
        rename_type(&mut inner.inner, renamed);
        inner.outer.iter_mut().for_each(|class| rename_type(class, renamed));
    }
    if let Some((class, method)) = &mut file.enclosing_method {
        rename_type(class, renamed);
        method.iter_mut().for_each(|(_, own)| rename_descriptor(own, renamed));
    }
    file.nest_host.iter_mut().chain(&mut file.nest_members).for_each(|class| rename_type(class, renamed));
    file.record.iter_mut().flatten().for_each(|component| rename_descriptor(&mut component.descriptor, renamed));
    file.permitted_subclasses.iter_mut().flatten().for_each(|class| rename_type(class, renamed));
    for (bootstrap, arguments) in &mut file.bootstrap_methods {
        handle(bootstrap, renamed);
        arguments.iter_mut().for_each(|argument| constant(argument, renamed));
    }
}

/// The same in a body.
pub fn rename_classes_in_code(code: &mut Code, renamed: Renamed<'_>) {
    for decoded in &mut code.instructions {
        match &mut decoded.instruction {
            Instruction::New(class)
            | Instruction::CheckCast(class)
            | Instruction::InstanceOf(class)
            | Instruction::NewReferenceArray(class)
            | Instruction::NewMultiArray(class, _) => rename_type(class, renamed),
            Instruction::Invoke(_, reference) => {
                let mut other = MethodReference::clone(reference);
                rename_type(&mut other.class, renamed);
                rename_descriptor(&mut other.descriptor, renamed);
                put(reference, other);
            }
            Instruction::GetStatic(field)
            | Instruction::PutStatic(field)
            | Instruction::GetField(field)
            | Instruction::PutField(field) => {
                let mut other = FieldReference::clone(field);
                rename_type(&mut other.class, renamed);
                rename_descriptor(&mut other.descriptor, renamed);
                put(field, other);
            }
            Instruction::InvokeDynamic(reference) => shared_dynamic(reference, renamed),
            Instruction::Constant(loaded) => constant(loaded, renamed),
            _ => {}
        }
    }
    code.handlers
        .iter_mut()
        .filter_map(|handler| handler.catch_type.as_mut())
        .for_each(|class| rename_type(class, renamed));
    code.local_variables.iter_mut().for_each(|variable| rename_descriptor(&mut variable.descriptor, renamed));
}

/// Keeps what is shared where nothing in it is called otherwise.
fn put<T: PartialEq>(place: &mut Arc<T>, value: T) {
    if **place != value {
        *place = Arc::new(value);
    }
}

fn shared_dynamic(reference: &mut Arc<DynamicReference>, renamed: Renamed<'_>) {
    let mut other = DynamicReference::clone(reference);
    dynamic(&mut other, renamed);
    put(reference, other);
}

fn dynamic(reference: &mut DynamicReference, renamed: Renamed<'_>) {
    rename_descriptor(&mut reference.descriptor, renamed);
    handle(&mut reference.bootstrap, renamed);
    reference.arguments.iter_mut().for_each(|argument| constant(argument, renamed));
}

fn handle(reference: &mut MethodHandle, renamed: Renamed<'_>) {
    rename_type(&mut reference.class, renamed);
    rename_descriptor(&mut reference.descriptor, renamed);
}

fn constant(loaded: &mut LoadableConstant, renamed: Renamed<'_>) {
    match loaded {
        LoadableConstant::Class(class) => rename_type(class, renamed),
        LoadableConstant::MethodType(own) => rename_descriptor(own, renamed),
        LoadableConstant::MethodHandle(shared) => {
            let mut other = MethodHandle::clone(shared);
            handle(&mut other, renamed);
            put(shared, other);
        }
        LoadableConstant::Dynamic(reference) => shared_dynamic(reference, renamed),
        LoadableConstant::Float(_)
        | LoadableConstant::Double(_)
        | LoadableConstant::String(_)
        | LoadableConstant::Int(_)
        | LoadableConstant::Long(_) => {}
    }
}

/// Gives a class or array type another name.
pub fn rename_type(class: &mut ClassName, renamed: Renamed<'_>) {
    if let Some(other) = renamed_type(class, renamed) {
        *class = other.into();
    }
}

/// Gives the classes of a descriptor other names.
pub fn rename_descriptor(text: &mut Arc<str>, renamed: Renamed<'_>) {
    if let Some(other) = renamed_descriptor(text, renamed) {
        *text = other.into();
    }
}
