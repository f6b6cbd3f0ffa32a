//! Constants replaced by others.

use super::change::{Change, Site};
use super::opcodes::{DCONST_0, DCONST_1, FCONST_0, FCONST_1, IADD, INEG, ISUB, LCONST_0, LCONST_1};
use super::operator::Operator;
use crate::classfile::{Instruction, LoadableConstant, NewInstruction};

/// The changes of a number that is loaded.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    match site.instruction() {
        Some(Instruction::IntConstant(value)) => int(site, *value, into),
        Some(Instruction::LongConstant(value)) => {
            let value = *value;
            wide(into, &LONG, |new| match new {
                New::One => value == 1,
                New::Zero => value == 0,
                New::MinusOne => value == -1,
                New::Negated => value.checked_neg() == Some(value) || matches!(value, 1 | -1),
                New::Next => matches!(value, 0 | -1),
                New::Before => matches!(value, 0 | 1),
            });
        }
        Some(Instruction::Constant(LoadableConstant::Float(bits))) => {
            let value = f32::from_bits(*bits);
            floating(f64::from(value), value + 1.0 == value, &FLOAT, into);
        }
        Some(Instruction::Constant(LoadableConstant::Double(bits))) => {
            let value = f64::from_bits(*bits);
            floating(value, value + 1.0 == value, &DOUBLE, into);
        }
        _ => {}
    }
}

fn int(site: &Site<'_>, value: i32, into: &mut Vec<Change>) {
    let mut replace = |operator, new: i32| {
        let code = vec![NewInstruction::Int(new)];
        into.push(Change::new(operator, format!("replaced {value} by {new}"), code));
    };
    if is_boolean(site) {
        replace(Operator::InlineConsts, i32::from(value == 0));
        replace(Operator::Crcr, i32::from(value == 0));
        return;
    }
    replace(Operator::InlineConsts, if value == 1 { 0 } else { value.wrapping_add(1) });
    let others = [1, 0, -1, value.wrapping_neg(), value.wrapping_add(1), value.wrapping_sub(1)];
    for (index, new) in others.iter().enumerate() {
        if *new != value && !others.iter().take(index).any(|before| before == new) {
            replace(Operator::Crcr, *new);
        }
    }
}

/// Whether what takes the constant is a `boolean`, as far as the next instruction tells.
fn is_boolean(site: &Site<'_>) -> bool {
    let next = match site.at(1).map(|next| &next.instruction) {
        // One of the two values of a condition.
        Some(Instruction::Goto(target)) => {
            usize::try_from(*target).ok().and_then(|target| site.code.instructions.get(target))
        }
        _ => site.at(1),
    };
    match next.map(|next| &next.instruction) {
        Some(Instruction::Return(Some(_))) => site.method.descriptor.ends_with(")Z"),
        Some(Instruction::PutField(field) | Instruction::PutStatic(field)) => &*field.descriptor == "Z",
        Some(Instruction::Store(_, local)) => site.is_boolean_local(*local, site.position.saturating_add(2)),
        Some(Instruction::Invoke(_, method)) => method.descriptor.contains("Z)"),
        _ => false,
    }
}

/// What a constant is replaced by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum New {
    One,
    Zero,
    MinusOne,
    Negated,
    Next,
    Before,
}

/// The opcodes for a kind of numbers that is computed with, since other constants would have to be added to the class.
struct Kind {
    zero: u8,
    one: u8,
    /// How far its arithmetic is from that of `int`.
    form: u8,
    slots: u16,
}

const LONG: Kind = Kind { zero: LCONST_0, one: LCONST_1, form: 1, slots: 2 };
const FLOAT: Kind = Kind { zero: FCONST_0, one: FCONST_1, form: 2, slots: 1 };
const DOUBLE: Kind = Kind { zero: DCONST_0, one: DCONST_1, form: 3, slots: 2 };

fn floating(value: f64, is_large: bool, kind: &Kind, into: &mut Vec<Change>) {
    #[allow(clippy::float_cmp, reason = "which constant it is, exactly")]
    wide(into, kind, |new| match new {
        New::One => value == 1.0,
        New::Zero => value == 0.0,
        New::MinusOne => value == -1.0,
        New::Negated => value.is_nan() || value == 1.0 || value == -1.0,
        New::Next => is_large || value.is_nan() || value == 0.0 || value == -1.0,
        New::Before => is_large || value.is_nan() || value == 0.0 || value == 1.0,
    });
}

/// The changes but those that would change nothing or are others of them.
fn wide(into: &mut Vec<Change>, kind: &Kind, is_other: impl Fn(New) -> bool) {
    let with = |opcode: u8| NewInstruction::Plain(opcode.wrapping_add(kind.form));
    let (zero, one) = (NewInstruction::Plain(kind.zero), NewInstruction::Plain(kind.one));
    let original = NewInstruction::Original;
    let mut replace = |operator, text: &str, code: Vec<NewInstruction>| {
        let description = format!("replaced the constant by {text}");
        into.push(Change::new(operator, description, code).with_stack(kind.slots));
    };
    let next = vec![original.clone(), one.clone(), with(IADD)];
    if is_other(New::One) {
        replace(Operator::InlineConsts, "0", vec![zero.clone()]);
    } else {
        replace(Operator::InlineConsts, "the next one", next.clone());
    }
    let all = [
        (New::One, "1", vec![one.clone()]),
        (New::Zero, "0", vec![zero]),
        (New::MinusOne, "-1", vec![one.clone(), with(INEG)]),
        (New::Negated, "its negation", vec![original.clone(), with(INEG)]),
        (New::Next, "the next one", next),
        (New::Before, "the one before", vec![original, one, with(ISUB)]),
    ];
    for (_, text, code) in all.into_iter().filter(|(new, _, _)| !is_other(*new)) {
        replace(Operator::Crcr, text, code);
    }
}
