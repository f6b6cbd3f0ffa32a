//! `ObjectMethods`: `equals`, `hashCode` and `toString` of a record.

use super::assembler::Assembler;
use super::concatenation::{append, append_text, begin, finish};
use super::conversion::box_of;
use super::{ENTRY, Host, STATIC_FLAGS, synthetic_class};
use crate::classfile::{
    BinaryOperator, ClassFile, ClassName, Comparison, Condition, Conversion, DynamicReference, FieldType, Instruction,
    InvokeKind, LoadableConstant, Method, PrimitiveType, Relation, ValueKind, parse_field_descriptor,
};
use std::sync::Arc;

/// `Boolean.hashCode`: 1231 for true, 1237 for false.
const HASH_OF_FALSE: i32 = 1237;
const HASH_OF_FALSE_LESS_TRUE: i32 = 6;

/// A component: its name and type.
type Component = (Arc<str>, FieldType);

/// The class of one of a record's methods; none when its arguments are not as the bootstrap method documents them.
pub(super) fn link(host: &Host, name: ClassName, site: &DynamicReference) -> Option<ClassFile> {
    let [LoadableConstant::Class(record), LoadableConstant::String(names), getters @ ..] = &site.arguments[..] else {
        return None;
    };
    let components = getters.iter().map(component).collect::<Option<Vec<Component>>>()?;
    let names = names.to_string();
    if names.split(';').filter(|name| !name.is_empty()).ne(components.iter().map(|(name, _)| &**name)) {
        return None;
    }
    let descriptor = &*site.descriptor;
    let method = match &*site.name {
        "equals" => equals(record, &components, descriptor),
        "hashCode" => hash_code(record, &components, descriptor),
        "toString" => to_string(record, host.simple_name.as_deref()?, &components, descriptor),
        _ => return None,
    };
    Some(synthetic_class(host, name, Vec::new(), Vec::new(), vec![method]))
}

fn component(getter: &LoadableConstant) -> Option<Component> {
    match getter {
        LoadableConstant::MethodHandle(handle) if handle.kind == 1 => {
            Some((handle.name.clone(), parse_field_descriptor(&handle.descriptor)?))
        }
        _ => None,
    }
}

fn load_component(code: &mut Assembler, record: &ClassName, slot: u16, (name, field_type): &Component) {
    code.emit(Instruction::Load(ValueKind::Reference, slot));
    code.get_field(record, name, field_type);
}

/// The last component is compared first, as the JDK does.
fn equals(record: &ClassName, components: &[Component], descriptor: &str) -> Method {
    let mut code = Assembler::new(2);
    let (same, differs) = (code.label(), code.label());
    let other = code.local();
    code.emit(Instruction::Load(ValueKind::Reference, 0));
    code.emit(Instruction::Load(ValueKind::Reference, 1));
    code.branch(Condition::ReferenceEqual(true), same);
    code.emit(Instruction::Load(ValueKind::Reference, 1));
    code.emit(Instruction::InstanceOf(record.clone()));
    code.branch(Condition::IntZero(Relation::Equal), differs);
    code.emit(Instruction::Load(ValueKind::Reference, 1));
    code.emit(Instruction::CheckCast(record.clone()));
    code.emit(Instruction::Store(ValueKind::Reference, other));
    for component in components.iter().rev() {
        load_component(&mut code, record, 0, component);
        load_component(&mut code, record, other, component);
        match &component.1 {
            FieldType::Reference(_) => {
                let (left, right, equal) = (code.local(), code.local(), code.label());
                code.emit(Instruction::Store(ValueKind::Reference, right));
                code.emit(Instruction::Store(ValueKind::Reference, left));
                code.emit(Instruction::Load(ValueKind::Reference, left));
                code.emit(Instruction::Load(ValueKind::Reference, right));
                code.branch(Condition::ReferenceEqual(true), equal);
                code.emit(Instruction::Load(ValueKind::Reference, left));
                code.branch(Condition::Null(true), differs);
                code.emit(Instruction::Load(ValueKind::Reference, left));
                code.emit(Instruction::Load(ValueKind::Reference, right));
                let object = "java/lang/Object";
                code.invoke(InvokeKind::Virtual, object, "equals", "(Ljava/lang/Object;)Z", false);
                code.branch(Condition::IntZero(Relation::Equal), differs);
                code.mark(equal);
            }
            FieldType::Primitive(primitive) => {
                match primitive {
                    PrimitiveType::Long => code.emit(Instruction::Compare(Comparison::Long)),
                    PrimitiveType::Float | PrimitiveType::Double => {
                        let letter = component.1.descriptor();
                        let class = box_of(*primitive);
                        code.invoke(InvokeKind::Static, class, "compare", &format!("({letter}{letter})I"), false);
                    }
                    _ => {
                        code.branch(Condition::IntCompare(Relation::NotEqual), differs);
                        continue;
                    }
                }
                code.branch(Condition::IntZero(Relation::NotEqual), differs);
            }
        }
    }
    code.mark(same);
    code.emit(Instruction::IntConstant(1));
    code.emit(Instruction::Return(Some(ValueKind::Int)));
    code.mark(differs);
    code.emit(Instruction::IntConstant(0));
    code.emit(Instruction::Return(Some(ValueKind::Int)));
    code.method(STATIC_FLAGS, ENTRY, descriptor)
}

fn hash_code(record: &ClassName, components: &[Component], descriptor: &str) -> Method {
    let mut code = Assembler::new(1);
    code.emit(Instruction::IntConstant(0));
    for component in components {
        code.emit(Instruction::IntConstant(31));
        code.emit(Instruction::Binary(ValueKind::Int, BinaryOperator::Multiply));
        hash_of(&mut code, record, component);
        code.emit(Instruction::Binary(ValueKind::Int, BinaryOperator::Add));
    }
    code.emit(Instruction::Return(Some(ValueKind::Int)));
    code.method(STATIC_FLAGS, ENTRY, descriptor)
}

/// Pushes the hash code of a component.
fn hash_of(code: &mut Assembler, record: &ClassName, component: &Component) {
    match &component.1 {
        FieldType::Reference(_) => {
            let (is_null, end) = (code.label(), code.label());
            load_component(code, record, 0, component);
            code.branch(Condition::Null(true), is_null);
            load_component(code, record, 0, component);
            code.invoke(InvokeKind::Virtual, "java/lang/Object", "hashCode", "()I", false);
            code.goto(end);
            code.mark(is_null);
            code.emit(Instruction::IntConstant(0));
            code.mark(end);
        }
        FieldType::Primitive(PrimitiveType::Boolean) => {
            code.emit(Instruction::IntConstant(HASH_OF_FALSE));
            load_component(code, record, 0, component);
            code.emit(Instruction::IntConstant(HASH_OF_FALSE_LESS_TRUE));
            code.emit(Instruction::Binary(ValueKind::Int, BinaryOperator::Multiply));
            code.emit(Instruction::Binary(ValueKind::Int, BinaryOperator::Subtract));
        }
        FieldType::Primitive(PrimitiveType::Long) => {
            load_component(code, record, 0, component);
            load_component(code, record, 0, component);
            code.emit(Instruction::IntConstant(32));
            code.emit(Instruction::Binary(ValueKind::Long, BinaryOperator::UnsignedShiftRight));
            code.emit(Instruction::Binary(ValueKind::Long, BinaryOperator::Xor));
            code.emit(Instruction::Convert(Conversion::Between(ValueKind::Long, ValueKind::Int)));
        }
        FieldType::Primitive(primitive @ (PrimitiveType::Float | PrimitiveType::Double)) => {
            load_component(code, record, 0, component);
            let descriptor = format!("({})I", component.1.descriptor());
            code.invoke(InvokeKind::Static, box_of(*primitive), "hashCode", &descriptor, false);
        }
        FieldType::Primitive(_) => {
            debug_assert!(component.1.value_kind() == ValueKind::Int);
            load_component(code, record, 0, component);
        }
    }
}

fn to_string(record: &ClassName, simple_name: &str, components: &[Component], descriptor: &str) -> Method {
    let mut code = Assembler::new(1);
    begin(&mut code);
    let mut before = format!("{simple_name}[");
    for component in components {
        append_text(&mut code, format!("{before}{}=", component.0).encode_utf16().collect());
        load_component(&mut code, record, 0, component);
        append(&mut code, &component.1);
        before = ", ".to_owned();
    }
    let end = if components.is_empty() { format!("{before}]") } else { "]".to_owned() };
    append_text(&mut code, end.encode_utf16().collect());
    finish(&mut code);
    code.method(STATIC_FLAGS, ENTRY, descriptor)
}
