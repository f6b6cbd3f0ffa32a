//! The conversions between the types of a functional interface's method and those of its implementation, as
//! `LambdaMetafactory` makes them: casts, boxing, unboxing, widening.

use super::assembler::Assembler;
use crate::classfile::{Conversion, FieldType, Instruction, InvokeKind, PrimitiveType, ValueKind, primitive_name};

const NUMBER: &str = "java/lang/Number";

/// The class that boxes a primitive type.
pub(super) fn box_of(primitive: PrimitiveType) -> &'static str {
    match primitive {
        PrimitiveType::Boolean => "java/lang/Boolean",
        PrimitiveType::Byte => "java/lang/Byte",
        PrimitiveType::Char => "java/lang/Character",
        PrimitiveType::Short => "java/lang/Short",
        PrimitiveType::Int => "java/lang/Integer",
        PrimitiveType::Long => "java/lang/Long",
        PrimitiveType::Float => "java/lang/Float",
        PrimitiveType::Double => "java/lang/Double",
    }
}

const PRIMITIVES: [PrimitiveType; 8] = [
    PrimitiveType::Boolean,
    PrimitiveType::Byte,
    PrimitiveType::Char,
    PrimitiveType::Short,
    PrimitiveType::Int,
    PrimitiveType::Long,
    PrimitiveType::Float,
    PrimitiveType::Double,
];

fn boxed_by(class: &str) -> Option<PrimitiveType> {
    PRIMITIVES.into_iter().find(|primitive| box_of(*primitive) == class)
}

fn is_number(primitive: PrimitiveType) -> bool {
    !matches!(primitive, PrimitiveType::Boolean | PrimitiveType::Char)
}

/// Converts the topmost operand from the type that it is declared as, which is known to be of type `functional` too, to the
/// type that is wanted.
pub(super) fn convert(code: &mut Assembler, declared: &FieldType, wanted: &FieldType, functional: &FieldType) {
    match (declared, wanted) {
        (FieldType::Primitive(from), FieldType::Primitive(to)) => widen(code, *from, *to),
        (FieldType::Primitive(from), FieldType::Reference(to)) => match boxed_by(to) {
            Some(boxed) => {
                widen(code, *from, boxed);
                put_in_box(code, boxed);
            }
            None => {
                put_in_box(code, *from);
                cast(code, box_of(*from), to);
            }
        },
        (FieldType::Reference(from), _) => {
            let source = match functional {
                FieldType::Primitive(_) => from,
                FieldType::Reference(functional) => {
                    cast(code, from, functional);
                    functional
                }
            };
            match wanted {
                FieldType::Reference(to) => cast(code, source, to),
                FieldType::Primitive(to) => unbox_and_widen(code, source, *to),
            }
        }
    }
}

fn unbox_and_widen(code: &mut Assembler, source: &str, to: PrimitiveType) {
    match boxed_by(source) {
        Some(boxed) if is_number(boxed) => unbox(code, source, to),
        Some(boxed) => {
            unbox(code, source, boxed);
            widen(code, boxed, to);
        }
        None => {
            let class = if is_number(to) { NUMBER } else { box_of(to) };
            cast(code, source, class);
            unbox(code, class, to);
        }
    }
}

fn cast(code: &mut Assembler, from: &str, to: &str) {
    if from != to && to != "java/lang/Object" {
        code.emit(Instruction::CheckCast(to.into()));
    }
}

/// Boxes the topmost operand.
pub(super) fn put_in_box(code: &mut Assembler, primitive: PrimitiveType) {
    let class = box_of(primitive);
    let descriptor = format!("({})L{class};", FieldType::Primitive(primitive).descriptor());
    code.invoke(InvokeKind::Static, class, "valueOf", &descriptor, false);
}

/// Takes a primitive out of the topmost operand, a box or a number.
pub(super) fn unbox(code: &mut Assembler, class: &str, primitive: PrimitiveType) {
    let name = format!("{}Value", primitive_name(primitive));
    let descriptor = format!("(){}", FieldType::Primitive(primitive).descriptor());
    code.invoke(InvokeKind::Virtual, class, &name, &descriptor, false);
}

fn widen(code: &mut Assembler, from: PrimitiveType, to: PrimitiveType) {
    let kind = |primitive| match primitive {
        PrimitiveType::Long => ValueKind::Long,
        PrimitiveType::Float => ValueKind::Float,
        PrimitiveType::Double => ValueKind::Double,
        _ => ValueKind::Int,
    };
    let (from_kind, to_kind) = (kind(from), kind(to));
    if from_kind != to_kind {
        code.emit(Instruction::Convert(Conversion::Between(from_kind, to_kind)));
    } else if from != to {
        match to {
            PrimitiveType::Byte => code.emit(Instruction::Convert(Conversion::IntToByte)),
            PrimitiveType::Short => code.emit(Instruction::Convert(Conversion::IntToShort)),
            PrimitiveType::Char => code.emit(Instruction::Convert(Conversion::IntToChar)),
            _ => {}
        }
    }
}
