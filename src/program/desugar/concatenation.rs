//! `StringConcatFactory`: a method that appends its arguments and the constant parts to a `StringBuilder`, as compilers for
//! older class files wrote it.

use super::assembler::Assembler;
use super::{ENTRY, Host, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    ClassFile, ClassName, DynamicReference, FieldType, Instruction, InvokeKind, LoadableConstant, PrimitiveType,
    ValueKind, parse_method_descriptor,
};

const BUILDER: &str = "java/lang/StringBuilder";
const STRING: &str = "java/lang/String";

/// In a recipe: the next argument, and the next constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

/// The class of a concatenation; none when its arguments are not as the factory documents them, or a constant is no string.
pub(super) fn link(host: &Host, name: ClassName, site: &DynamicReference) -> Option<ClassFile> {
    let method_type = parse_method_descriptor(&site.descriptor)?;
    let (recipe, constants): (Vec<u16>, &[LoadableConstant]) = match (&*site.bootstrap.name, &site.arguments[..]) {
        ("makeConcat", []) => (vec![ARGUMENT; method_type.parameters.len()], &[]),
        ("makeConcatWithConstants", [LoadableConstant::String(recipe), constants @ ..]) => {
            (recipe.0.to_vec(), constants)
        }
        _ => return None,
    };
    let (mut code, slots) = Assembler::with_arguments(false, &method_type.parameters);
    let mut arguments = method_type.parameters.iter().zip(slots);
    let mut constants = constants.iter();
    begin(&mut code);
    let mut literal: Vec<u16> = Vec::new();
    for unit in recipe {
        match unit {
            ARGUMENT => {
                append_text(&mut code, std::mem::take(&mut literal));
                let (field_type, slot) = arguments.next()?;
                code.load(field_type, slot);
                append(&mut code, field_type);
            }
            CONSTANT => match constants.next()? {
                LoadableConstant::String(text) => literal.extend(text.0.iter()),
                _ => return None,
            },
            other => literal.push(other),
        }
    }
    append_text(&mut code, literal);
    if arguments.next().is_some() {
        return None;
    }
    finish(&mut code);
    let method = code.method(STATIC_FLAGS, ENTRY, &site.descriptor);
    Some(synthetic_class(host, name, Vec::new(), Vec::new(), vec![method]))
}

/// Pushes a new builder.
pub(super) fn begin(code: &mut Assembler) {
    code.emit(Instruction::New(BUILDER.into()));
    code.emit(Instruction::Dup);
    code.invoke(InvokeKind::Special, BUILDER, "<init>", "()V", false);
}

/// Appends a constant part to the builder, the topmost operand.
pub(super) fn append_text(code: &mut Assembler, units: Vec<u16>) {
    if !units.is_empty() {
        code.units(units);
        append(code, &FieldType::Reference(STRING.into()));
    }
}

/// Appends the topmost operand, of this type, to the builder below it.
pub(super) fn append(code: &mut Assembler, field_type: &FieldType) {
    let parameter = match field_type {
        FieldType::Primitive(primitive @ (PrimitiveType::Boolean | PrimitiveType::Char)) => {
            FieldType::Primitive(*primitive).descriptor()
        }
        FieldType::Primitive(_) => match field_type.value_kind() {
            ValueKind::Int => "I".to_owned(),
            _ => field_type.descriptor(),
        },
        FieldType::Reference(name) if &**name == STRING => field_type.descriptor(),
        FieldType::Reference(_) => "Ljava/lang/Object;".to_owned(),
    };
    code.invoke(InvokeKind::Virtual, BUILDER, "append", &format!("({parameter})L{BUILDER};"), false);
}

/// Returns the builder's text.
pub(super) fn finish(code: &mut Assembler) {
    code.invoke(InvokeKind::Virtual, BUILDER, "toString", "()Ljava/lang/String;", false);
    code.return_value(Some(&FieldType::Reference(STRING.into())));
}
