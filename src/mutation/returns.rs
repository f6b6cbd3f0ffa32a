//! Returned values replaced by constants and empty objects.

use super::calls::default_value;
use super::change::{Change, Site};
use super::opcodes::{ACONST_NULL, ARETURN, DRETURN, FRETURN, IRETURN, LRETURN, POP, POP2};
use super::operator::Operator;
use crate::classfile::{
    FieldType, Instruction, LoadableConstant, NewInstruction, NewReference, PrimitiveType, simple_name,
};

/// A class with an empty value, how that is made, and how it is written in Java.
struct Empty {
    class: &'static str,
    maker: NewReference,
    text: &'static str,
}

const fn empty(
    class: &'static str,
    maker: &'static str,
    name: &'static str,
    descriptor: &'static str,
    text: &'static str,
) -> Empty {
    Empty { class, maker: NewReference { class: maker, name, descriptor }, text }
}

const COLLECTIONS: &str = "java/util/Collections";
const OPTIONAL: &str = "java/util/Optional";
const OPTIONAL_INT: &str = "java/util/OptionalInt";
const OPTIONAL_LONG: &str = "java/util/OptionalLong";
const OPTIONAL_DOUBLE: &str = "java/util/OptionalDouble";

const EMPTY: [Empty; 9] = [
    empty("java/util/List", COLLECTIONS, "emptyList", "()Ljava/util/List;", "an empty list"),
    empty("java/util/Collection", COLLECTIONS, "emptyList", "()Ljava/util/List;", "an empty list"),
    empty("java/lang/Iterable", COLLECTIONS, "emptyList", "()Ljava/util/List;", "an empty list"),
    empty("java/util/Set", COLLECTIONS, "emptySet", "()Ljava/util/Set;", "an empty set"),
    empty("java/util/Map", COLLECTIONS, "emptyMap", "()Ljava/util/Map;", "an empty map"),
    empty(OPTIONAL, OPTIONAL, "empty", "()Ljava/util/Optional;", "an empty optional"),
    empty(OPTIONAL_INT, OPTIONAL_INT, "empty", "()Ljava/util/OptionalInt;", "an empty optional"),
    empty(OPTIONAL_LONG, OPTIONAL_LONG, "empty", "()Ljava/util/OptionalLong;", "an empty optional"),
    empty(OPTIONAL_DOUBLE, OPTIONAL_DOUBLE, "empty", "()Ljava/util/OptionalDouble;", "an empty optional"),
];

/// The boxes of numbers: class, what is boxed, descriptor of `valueOf`.
const BOXES: [(&str, PrimitiveType, &str); 7] = [
    ("java/lang/Integer", PrimitiveType::Int, "(I)Ljava/lang/Integer;"),
    ("java/lang/Short", PrimitiveType::Short, "(S)Ljava/lang/Short;"),
    ("java/lang/Byte", PrimitiveType::Byte, "(B)Ljava/lang/Byte;"),
    ("java/lang/Character", PrimitiveType::Char, "(C)Ljava/lang/Character;"),
    ("java/lang/Long", PrimitiveType::Long, "(J)Ljava/lang/Long;"),
    ("java/lang/Float", PrimitiveType::Float, "(F)Ljava/lang/Float;"),
    ("java/lang/Double", PrimitiveType::Double, "(D)Ljava/lang/Double;"),
];

const BOOLEAN: &str = "java/lang/Boolean";
const STRING: &str = "java/lang/String";

/// The changes of a return with a value.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    let Some(Instruction::Return(Some(_))) = site.instruction() else { return };
    match &site.method_type.result {
        Some(FieldType::Primitive(PrimitiveType::Boolean)) => {
            for (operator, value) in [(Operator::FalseReturns, 0), (Operator::TrueReturns, 1)] {
                if site.before() != Some(&Instruction::IntConstant(value)) {
                    let text = if value == 0 { "false" } else { "true" };
                    replace(operator, text, POP, vec![NewInstruction::Int(value)], IRETURN, into);
                }
            }
        }
        Some(result @ FieldType::Primitive(primitive)) => {
            let (opcode, pop) = match primitive {
                PrimitiveType::Long => (LRETURN, POP2),
                PrimitiveType::Double => (DRETURN, POP2),
                PrimitiveType::Float => (FRETURN, POP),
                _ => (IRETURN, POP),
            };
            if !is_zero(site.before()) {
                let zero = vec![default_value(result).0];
                replace(Operator::PrimitiveReturns, "0", pop, zero, opcode, into);
            }
        }
        Some(FieldType::Reference(class)) => reference(site, class, into),
        None => {}
    }
}

/// Whether a value is the one that PRIMITIVE_RETURNS would return.
fn is_zero(before: Option<&Instruction>) -> bool {
    match before {
        Some(Instruction::IntConstant(0) | Instruction::LongConstant(0)) => true,
        Some(Instruction::Constant(LoadableConstant::Float(bits))) => *bits == 0,
        Some(Instruction::Constant(LoadableConstant::Double(bits))) => *bits == 0,
        _ => false,
    }
}

fn reference(site: &Site<'_>, class: &str, into: &mut Vec<Change>) {
    let mut replace = |operator, text: &str, value| replace(operator, text, POP, value, ARETURN, into);
    if class == BOOLEAN {
        for (operator, name, text) in
            [(Operator::FalseReturns, "FALSE", "false"), (Operator::TrueReturns, "TRUE", "true")]
        {
            let field = NewReference { class: BOOLEAN, name, descriptor: "Ljava/lang/Boolean;" };
            replace(operator, text, vec![NewInstruction::GetStatic(field)]);
        }
    } else if class == STRING {
        let is_empty = |constant: &LoadableConstant| matches!(constant, LoadableConstant::String(s) if s.0.is_empty());
        if !matches!(site.before(), Some(Instruction::Constant(constant)) if is_empty(constant)) {
            replace(Operator::EmptyReturns, "\"\"", vec![NewInstruction::Text(String::new())]);
        }
    } else if let Some((name, primitive, descriptor)) = BOXES.iter().find(|(name, ..)| *name == class) {
        let value_of = NewReference { class: name, name: "valueOf", descriptor };
        let zero = default_value(&FieldType::Primitive(*primitive)).0;
        let text = format!("a zero {}", simple_name(class));
        replace(Operator::EmptyReturns, &text, vec![zero, NewInstruction::InvokeStatic(value_of)]);
    } else if let Some(empty) = EMPTY.iter().find(|empty| empty.class == class) {
        if !is_made(site.before(), &empty.maker) {
            replace(Operator::EmptyReturns, empty.text, vec![NewInstruction::InvokeStatic(empty.maker.clone())]);
        }
    } else if site.before() != Some(&Instruction::NullConstant) {
        replace(Operator::NullReturns, "null", vec![NewInstruction::Plain(ACONST_NULL)]);
    }
}

fn is_made(before: Option<&Instruction>, maker: &NewReference) -> bool {
    matches!(before, Some(Instruction::Invoke(_, method))
        if &*method.class == maker.class && &*method.name == maker.name && &*method.descriptor == maker.descriptor)
}

fn replace(operator: Operator, text: &str, pop: u8, value: Vec<NewInstruction>, opcode: u8, into: &mut Vec<Change>) {
    let mut code = vec![NewInstruction::Plain(pop)];
    code.extend(value);
    code.push(NewInstruction::Plain(opcode));
    // A boxed long or double has two slots where its box has one.
    into.push(Change::new(operator, format!("replaced the returned value by {text}"), code).with_stack(1));
}
