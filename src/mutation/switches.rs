//! Switches whose targets change places.

use super::change::{Change, Site};
use super::operator::Operator;
use crate::classfile::{Instruction, NewInstruction};

/// The changes of a switch: its first case that goes elsewhere than the default changes places with it, and every other
/// case goes to the default.
pub(super) fn changes(site: &Site<'_>, into: &mut Vec<Change>) {
    let Some(Instruction::Switch(switch)) = site.instruction() else { return };
    let other = switch.cases.iter().find(|(_, target)| *target != switch.default);
    let Some((key, other)) = other else { return };
    let swap = |target: &u32| if *target == switch.default { *other } else { switch.default };
    let targets = switch.cases.iter().map(|(_, target)| swap(target)).collect();
    into.push(Change::new(
        Operator::Switch,
        format!("replaced the default of the switch by its case {key}, and the cases by the default"),
        vec![NewInstruction::Switch(*other, targets)],
    ));
}
