//! `SwitchBootstraps`: the number of the first label, from one on, that a value matches; -1 for null, and the number of labels
//! when none does.

use super::assembler::{Assembler, Label};
use super::{ENTRY, Host, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    ClassFile, ClassName, Condition, DynamicReference, FieldReference, FieldType, Instruction, InvokeKind,
    LoadableConstant, PrimitiveType, Relation, StringConstant, ValueKind, parse_method_descriptor,
};
use std::sync::Arc;

/// The selector, and the label to begin with.
const SELECTOR: u16 = 0;
const RESTART: u16 = 1;

/// The class of a switch; none when its arguments are not as the bootstrap methods document them.
pub(super) fn link(host: &Host, name: ClassName, site: &DynamicReference) -> Option<ClassFile> {
    let method_type = parse_method_descriptor(&site.descriptor)?;
    let [FieldType::Reference(selector), FieldType::Primitive(PrimitiveType::Int)] = &method_type.parameters[..] else {
        return None;
    };
    let is_enum = &*site.bootstrap.name == "enumSwitch";
    let mut code = Assembler::new(2);
    let not_null = code.label();
    code.emit(Instruction::Load(ValueKind::Reference, SELECTOR));
    code.branch(Condition::Null(false), not_null);
    answer(&mut code, -1);
    code.mark(not_null);
    for (number, label) in site.arguments.iter().enumerate() {
        let number = i32::try_from(number).ok()?;
        let next = code.label();
        code.emit(Instruction::Load(ValueKind::Int, RESTART));
        code.emit(Instruction::IntConstant(number));
        code.branch(Condition::IntCompare(Relation::Greater), next);
        match label {
            LoadableConstant::String(constant) if is_enum => {
                is_constant(&mut code, selector, &constant.to_string(), next);
            }
            LoadableConstant::Class(class) => is_instance(&mut code, class, next),
            LoadableConstant::String(text) => is_text(&mut code, text, next),
            LoadableConstant::Int(value) => is_number(&mut code, *value, next),
            LoadableConstant::Dynamic(dynamic) => {
                let (class, constant) = described_constant(dynamic)?;
                is_instance(&mut code, &class, next);
                is_constant(&mut code, &class, &constant, next);
            }
            _ => return None,
        }
        answer(&mut code, number);
        code.mark(next);
    }
    answer(&mut code, i32::try_from(site.arguments.len()).ok()?);
    let method = code.method(STATIC_FLAGS, ENTRY, &site.descriptor);
    Some(synthetic_class(host, name, Vec::new(), Vec::new(), vec![method]))
}

fn answer(code: &mut Assembler, number: i32) {
    code.emit(Instruction::IntConstant(number));
    code.emit(Instruction::Return(Some(ValueKind::Int)));
}

fn is_instance(code: &mut Assembler, class: &ClassName, otherwise: Label) {
    code.emit(Instruction::Load(ValueKind::Reference, SELECTOR));
    code.emit(Instruction::InstanceOf(class.clone()));
    code.branch(Condition::IntZero(Relation::Equal), otherwise);
}

fn is_constant(code: &mut Assembler, class: &ClassName, name: &str, otherwise: Label) {
    let constant = FieldReference {
        class: class.clone(),
        name: Arc::from(name),
        descriptor: Arc::from(FieldType::Reference(class.clone()).descriptor()),
    };
    code.emit(Instruction::Load(ValueKind::Reference, SELECTOR));
    code.emit(Instruction::GetStatic(Arc::new(constant)));
    code.branch(Condition::ReferenceEqual(false), otherwise);
}

fn is_text(code: &mut Assembler, text: &StringConstant, otherwise: Label) {
    let string = "java/lang/String";
    is_instance(code, &Arc::from(string), otherwise);
    code.units(text.0.to_vec());
    code.emit(Instruction::Load(ValueKind::Reference, SELECTOR));
    code.invoke(InvokeKind::Virtual, string, "equals", "(Ljava/lang/Object;)Z", false);
    code.branch(Condition::IntZero(Relation::Equal), otherwise);
}

/// A number of this value, or a character.
fn is_number(code: &mut Assembler, value: i32, otherwise: Label) {
    let (no_number, matches) = (code.label(), code.label());
    for (class, name, descriptor, no_instance) in
        [("java/lang/Number", "intValue", "()I", no_number), ("java/lang/Character", "charValue", "()C", otherwise)]
    {
        is_instance(code, &Arc::from(class), no_instance);
        code.emit(Instruction::Load(ValueKind::Reference, SELECTOR));
        code.emit(Instruction::CheckCast(class.into()));
        code.invoke(InvokeKind::Virtual, class, name, descriptor, false);
        code.emit(Instruction::IntConstant(value));
        code.branch(Condition::IntCompare(Relation::NotEqual), otherwise);
        code.goto(matches);
        if class == "java/lang/Number" {
            code.mark(no_number);
        }
    }
    code.mark(matches);
}

/// The class and the name that an `EnumDesc` has, which compilers write as `EnumDesc.of(ClassDesc.of("p.C"), "NAME")`.
fn described_constant(dynamic: &DynamicReference) -> Option<(ClassName, String)> {
    let [class, LoadableConstant::String(name)] = invoked(dynamic, "java/lang/Enum$EnumDesc", "of")? else {
        return None;
    };
    let LoadableConstant::Dynamic(class) = class else { return None };
    let [LoadableConstant::String(class)] = invoked(class, "java/lang/constant/ClassDesc", "of")? else { return None };
    Some((Arc::from(class.to_string().replace('.', "/")), name.to_string()))
}

/// The arguments of a constant that `ConstantBootstraps.invoke` makes by this method.
fn invoked<'a>(dynamic: &'a DynamicReference, class: &str, name: &str) -> Option<&'a [LoadableConstant]> {
    let bootstrap = &dynamic.bootstrap;
    if (&*bootstrap.class, &*bootstrap.name) != ("java/lang/invoke/ConstantBootstraps", "invoke") {
        return None;
    }
    match &dynamic.arguments[..] {
        [LoadableConstant::MethodHandle(handle), arguments @ ..]
            if (&*handle.class, &*handle.name) == (class, name) =>
        {
            Some(arguments)
        }
        _ => None,
    }
}
