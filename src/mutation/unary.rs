//! Negations, increments, and unary operators inserted where a variable is read.

use super::change::{Change, Site};
use super::opcodes::{INEG, NOP};
use super::operator::Operator;
use crate::classfile::{Instruction, NewInstruction, ValueKind};

/// The changes of a negation, of an increment, and of the use of a local variable.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    match site.instruction() {
        Some(Instruction::Negate(_)) => {
            into.push(Change::plain(Operator::InvertNegs, "removed the negation", &[NOP]));
        }
        Some(Instruction::Increment(local, amount)) => {
            if let Some(negated) = amount.checked_neg() {
                let description = format!("replaced the increment {amount} by {negated}");
                let code = vec![NewInstruction::Increment(*local, negated)];
                into.push(Change::new(Operator::Increments, description, code));
            }
            into.push(Change::plain(Operator::RemoveIncrements, format!("removed the increment {amount}"), &[NOP]));
        }
        Some(Instruction::Load(kind, local)) => load(site, *kind, *local, into),
        _ => {}
    }
}

fn load(site: &Site<'_>, kind: ValueKind, local: u16, into: &mut Vec<Change>) {
    let form = match kind {
        ValueKind::Int => 0,
        ValueKind::Long => 1,
        ValueKind::Float => 2,
        ValueKind::Double => 3,
        ValueKind::Reference => return,
    };
    if kind == ValueKind::Int && site.is_boolean_local(local, site.position) {
        return;
    }
    let name = site.name(local).unwrap_or("the variable");
    into.push(Change::new(
        Operator::Abs,
        format!("replaced {name} by -{name}"),
        vec![NewInstruction::Original, NewInstruction::Plain(INEG.wrapping_add(form))],
    ));
    if kind != ValueKind::Int {
        return;
    }
    for (amount, sign) in [(1, "++"), (-1, "--")] {
        let increment = NewInstruction::Increment(local, amount);
        let after = vec![NewInstruction::Original, increment.clone()];
        let before = vec![increment, NewInstruction::Original];
        into.push(Change::new(Operator::Uoi, format!("replaced {name} by {name}{sign}"), after));
        into.push(Change::new(Operator::Uoi, format!("replaced {name} by {sign}{name}"), before));
    }
}
