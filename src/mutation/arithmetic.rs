//! Arithmetic, shifts and bitwise operators replaced by others, and by one of their operands.

use super::change::{Change, Site};
use super::opcodes::{DUP2_X2, IADD, IAND, IDIV, IMUL, IOR, IREM, ISHL, ISHR, ISUB, IUSHR, IXOR, POP, POP2, SWAP};
use super::operator::Operator;
use crate::classfile::{BinaryOperator, Instruction, ValueKind};

/// An operator of Java: the opcode of its `int` form, what stands for it in Java, and what MATH makes of it.
struct Row {
    operator: BinaryOperator,
    opcode: u8,
    text: &'static str,
    math: BinaryOperator,
}

const fn row(operator: BinaryOperator, opcode: u8, text: &'static str, math: BinaryOperator) -> Row {
    Row { operator, opcode, text, math }
}

const ROWS: [Row; 11] = [
    row(BinaryOperator::Add, IADD, "+", BinaryOperator::Subtract),
    row(BinaryOperator::Subtract, ISUB, "-", BinaryOperator::Add),
    row(BinaryOperator::Multiply, IMUL, "*", BinaryOperator::Divide),
    row(BinaryOperator::Divide, IDIV, "/", BinaryOperator::Multiply),
    row(BinaryOperator::Remainder, IREM, "%", BinaryOperator::Multiply),
    row(BinaryOperator::ShiftLeft, ISHL, "<<", BinaryOperator::ShiftRight),
    row(BinaryOperator::ShiftRight, ISHR, ">>", BinaryOperator::ShiftLeft),
    row(BinaryOperator::UnsignedShiftRight, IUSHR, ">>>", BinaryOperator::ShiftLeft),
    row(BinaryOperator::And, IAND, "&", BinaryOperator::Or),
    row(BinaryOperator::Or, IOR, "|", BinaryOperator::And),
    row(BinaryOperator::Xor, IXOR, "^", BinaryOperator::And),
];

/// The operators of which each can stand for each.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    Arithmetic,
    Shift,
    Bitwise,
}

fn family(operator: BinaryOperator) -> Family {
    match operator {
        BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight | BinaryOperator::UnsignedShiftRight => Family::Shift,
        BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor => Family::Bitwise,
        _ => Family::Arithmetic,
    }
}

/// How far the form for a kind of numbers is from that for `int`.
fn form(kind: ValueKind) -> u8 {
    match kind {
        ValueKind::Long => 1,
        ValueKind::Float => 2,
        ValueKind::Double => 3,
        ValueKind::Int | ValueKind::Reference => 0,
    }
}

/// The changes of an operation on two operands.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    let Some(Instruction::Binary(kind, operator)) = site.instruction() else { return };
    let Some(row) = ROWS.iter().find(|row| row.operator == *operator) else { return };
    let replaced = |name, other: &Row| {
        let description = format!("replaced {} by {}", row.text, other.text);
        Change::plain(name, description, &[other.opcode.wrapping_add(form(*kind))])
    };
    into.extend(ROWS.iter().filter(|other| other.operator == row.math).map(|other| replaced(Operator::Math, other)));
    let family = family(row.operator);
    let (others, operands) = match family {
        Family::Arithmetic => (Operator::Aor, Some(Operator::Aod)),
        Family::Shift => (Operator::Sor, None),
        Family::Bitwise => (Operator::Obbn, Some(Operator::Obbn)),
    };
    for other in ROWS.iter().filter(|other| self::family(other.operator) == family) {
        if other.operator != row.operator {
            into.push(replaced(others, other));
        }
    }
    if let Some(name) = operands {
        let is_wide = matches!(kind, ValueKind::Long | ValueKind::Double);
        let first = format!("replaced {} by its first operand", row.text);
        into.push(Change::plain(name, first, &[if is_wide { POP2 } else { POP }]));
        let second = format!("replaced {} by its second operand", row.text);
        let opcodes: &[u8] = if is_wide { &[DUP2_X2, POP2, POP2] } else { &[SWAP, POP] };
        into.push(Change::plain(name, second, opcodes).with_stack(if is_wide { 2 } else { 0 }));
    }
}
