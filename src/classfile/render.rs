//! Instructions as text, in the manner of `javap -c`, with names in place of constant pool indices.

use super::descriptor::{primitive_name, simple_name};
use super::instruction::*;
use std::fmt::Write;

/// The text of an instruction: mnemonic and operands, types by their names without package, branch targets as
/// instruction indices.
pub fn render(instruction: &Instruction) -> String {
    match instruction {
        Instruction::Nop => "nop".to_owned(),
        Instruction::NullConstant => "aconst_null".to_owned(),
        Instruction::IntConstant(value) => format!("iconst {value}"),
        Instruction::LongConstant(value) => format!("lconst {value}"),
        Instruction::Constant(constant) => match constant {
            LoadableConstant::Float(_) => format!("fconst {}", render_constant(constant)),
            LoadableConstant::Double(_) => format!("dconst {}", render_constant(constant)),
            _ => format!("ldc {}", render_constant(constant)),
        },
        Instruction::Load(kind, local) => format!("{}load {local}", kind_letter(*kind)),
        Instruction::Store(kind, local) => format!("{}store {local}", kind_letter(*kind)),
        Instruction::Increment(local, amount) => format!("iinc {local} by {amount}"),
        Instruction::ArrayLoad(access) => format!("{}aload", access_letter(*access)),
        Instruction::ArrayStore(access) => format!("{}astore", access_letter(*access)),
        Instruction::Pop => "pop".to_owned(),
        Instruction::Pop2 => "pop2".to_owned(),
        Instruction::Dup => "dup".to_owned(),
        Instruction::DupX1 => "dup_x1".to_owned(),
        Instruction::DupX2 => "dup_x2".to_owned(),
        Instruction::Dup2 => "dup2".to_owned(),
        Instruction::Dup2X1 => "dup2_x1".to_owned(),
        Instruction::Dup2X2 => "dup2_x2".to_owned(),
        Instruction::Swap => "swap".to_owned(),
        Instruction::Binary(kind, operator) => {
            format!("{}{}", kind_letter(*kind), operator_name(*operator))
        }
        Instruction::Negate(kind) => format!("{}neg", kind_letter(*kind)),
        Instruction::Convert(conversion) => render_conversion(*conversion),
        Instruction::Compare(comparison) => comparison_name(*comparison).to_owned(),
        Instruction::Branch(condition, target) => {
            format!("{} {target}", condition_name(*condition))
        }
        Instruction::Goto(target) => format!("goto {target}"),
        Instruction::JumpSubroutine(target) => format!("jsr {target}"),
        Instruction::ReturnFromSubroutine(local) => format!("ret {local}"),
        Instruction::Switch(switch) => render_switch(switch),
        Instruction::Return(None) => "return".to_owned(),
        Instruction::Return(Some(kind)) => format!("{}return", kind_letter(*kind)),
        Instruction::GetStatic(field) => format!("getstatic {}", render_field(field)),
        Instruction::PutStatic(field) => format!("putstatic {}", render_field(field)),
        Instruction::GetField(field) => format!("getfield {}", render_field(field)),
        Instruction::PutField(field) => format!("putfield {}", render_field(field)),
        Instruction::Invoke(kind, method) => {
            format!("{} {}.{}", invoke_name(*kind), simple_name(&method.class), method.name)
        }
        Instruction::InvokeDynamic(call_site) => {
            format!("invokedynamic {}", render_dynamic(call_site))
        }
        Instruction::New(class) => format!("new {}", simple_name(class)),
        Instruction::NewPrimitiveArray(component) => {
            format!("newarray {}", primitive_name(*component))
        }
        Instruction::NewReferenceArray(component) => {
            format!("anewarray {}", simple_name(component))
        }
        Instruction::NewMultiArray(array, count) => {
            format!("multianewarray {} {count}", simple_name(array))
        }
        Instruction::ArrayLength => "arraylength".to_owned(),
        Instruction::Throw => "athrow".to_owned(),
        Instruction::CheckCast(class) => format!("checkcast {}", simple_name(class)),
        Instruction::InstanceOf(class) => format!("instanceof {}", simple_name(class)),
        Instruction::MonitorEnter => "monitorenter".to_owned(),
        Instruction::MonitorExit => "monitorexit".to_owned(),
    }
}

/// The text of a constant, as near to Java source as it gets on one line.
pub fn render_constant(constant: &LoadableConstant) -> String {
    match constant {
        LoadableConstant::Int(value) => value.to_string(),
        LoadableConstant::Long(value) => value.to_string(),
        LoadableConstant::Float(bits) => format!("{:?}", f32::from_bits(*bits)),
        LoadableConstant::Double(bits) => format!("{:?}", f64::from_bits(*bits)),
        LoadableConstant::String(string) => render_string(string),
        LoadableConstant::Class(class) => format!("{}.class", simple_name(class)),
        LoadableConstant::MethodType(descriptor) => descriptor.to_string(),
        LoadableConstant::MethodHandle(handle) => {
            format!("{}::{}", simple_name(&handle.class), handle.name)
        }
        LoadableConstant::Dynamic(dynamic) => render_dynamic(dynamic),
    }
}

/// A Java string literal; what does not print is escaped, lone surrogates included.
fn render_string(string: &StringConstant) -> String {
    let mut text = String::from("\"");
    for decoded in char::decode_utf16(string.0.iter().copied()) {
        match decoded {
            Ok('"') => text.push_str("\\\""),
            Ok('\\') => text.push_str("\\\\"),
            Ok('\n') => text.push_str("\\n"),
            Ok('\r') => text.push_str("\\r"),
            Ok('\t') => text.push_str("\\t"),
            Ok(character) if character.is_control() => push_unit(&mut text, u32::from(character)),
            Ok(character) => text.push(character),
            Err(lone) => push_unit(&mut text, u32::from(lone.unpaired_surrogate())),
        }
    }
    text.push('"');
    text
}

fn push_unit(text: &mut String, unit: u32) {
    // Writing to a string does not fail.
    let _ = write!(text, "\\u{unit:04x}");
}

fn render_field(field: &FieldReference) -> String {
    format!("{}.{}", simple_name(&field.class), field.name)
}

fn render_dynamic(dynamic: &DynamicReference) -> String {
    format!("{} by {}.{}", dynamic.name, simple_name(&dynamic.bootstrap.class), dynamic.bootstrap.name)
}

fn render_switch(switch: &Switch) -> String {
    let mut text = String::from("switch ");
    for (key, target) in &switch.cases {
        let _ = write!(text, "{key}: {target}, ");
    }
    let _ = write!(text, "default: {}", switch.default);
    text
}

fn render_conversion(conversion: Conversion) -> String {
    match conversion {
        Conversion::Between(from, to) => format!("{}2{}", kind_letter(from), kind_letter(to)),
        Conversion::IntToByte => "i2b".to_owned(),
        Conversion::IntToChar => "i2c".to_owned(),
        Conversion::IntToShort => "i2s".to_owned(),
    }
}

fn kind_letter(kind: ValueKind) -> char {
    match kind {
        ValueKind::Int => 'i',
        ValueKind::Long => 'l',
        ValueKind::Float => 'f',
        ValueKind::Double => 'd',
        ValueKind::Reference => 'a',
    }
}

fn access_letter(access: ArrayAccess) -> char {
    match access {
        ArrayAccess::ByteOrBoolean => 'b',
        ArrayAccess::Char => 'c',
        ArrayAccess::Short => 's',
        ArrayAccess::Int => 'i',
        ArrayAccess::Long => 'l',
        ArrayAccess::Float => 'f',
        ArrayAccess::Double => 'd',
        ArrayAccess::Reference => 'a',
    }
}

fn operator_name(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Add => "add",
        BinaryOperator::Subtract => "sub",
        BinaryOperator::Multiply => "mul",
        BinaryOperator::Divide => "div",
        BinaryOperator::Remainder => "rem",
        BinaryOperator::ShiftLeft => "shl",
        BinaryOperator::ShiftRight => "shr",
        BinaryOperator::UnsignedShiftRight => "ushr",
        BinaryOperator::And => "and",
        BinaryOperator::Or => "or",
        BinaryOperator::Xor => "xor",
    }
}

fn comparison_name(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Long => "lcmp",
        Comparison::FloatLess => "fcmpl",
        Comparison::FloatGreater => "fcmpg",
        Comparison::DoubleLess => "dcmpl",
        Comparison::DoubleGreater => "dcmpg",
    }
}

fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "eq",
        Relation::NotEqual => "ne",
        Relation::Less => "lt",
        Relation::GreaterOrEqual => "ge",
        Relation::Greater => "gt",
        Relation::LessOrEqual => "le",
    }
}

fn condition_name(condition: Condition) -> String {
    match condition {
        Condition::IntZero(relation) => format!("if{}", relation_name(relation)),
        Condition::IntCompare(relation) => format!("if_icmp{}", relation_name(relation)),
        Condition::ReferenceEqual(true) => "if_acmpeq".to_owned(),
        Condition::ReferenceEqual(false) => "if_acmpne".to_owned(),
        Condition::Null(true) => "ifnull".to_owned(),
        Condition::Null(false) => "ifnonnull".to_owned(),
    }
}

fn invoke_name(kind: InvokeKind) -> &'static str {
    match kind {
        InvokeKind::Virtual => "invokevirtual",
        InvokeKind::Special => "invokespecial",
        InvokeKind::Static => "invokestatic",
        InvokeKind::Interface => "invokeinterface",
    }
}
