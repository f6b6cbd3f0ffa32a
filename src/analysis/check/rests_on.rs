//! Which invariants an answer rests on.

use crate::classfile::java_name;
use crate::exec::{ClassInvariants, Machine, told_held};
use crate::program::{ClassId, Program};
use std::collections::BTreeSet;

/// The invariants of classes that an exploration took for granted, in Java notation: a class and its conditions.
pub(super) fn taken_for_granted(program: &Program, machine: &Machine<'_>) -> BTreeSet<String> {
    let told = |(class, known): (ClassId, &ClassInvariants)| {
        let conditions = known.conditions.iter().map(|condition| condition.told(program));
        let exact = known.exact.iter().map(|(field, exactly)| {
            format!("{} is exactly {}", program.field(*field).name, java_name(&program.type_name(*exactly)))
        });
        let held = known.held.iter().map(|held| told_held(program, held));
        let all: Vec<String> = conditions.chain(exact).chain(held).collect();
        (!all.is_empty()).then(|| format!("{}: {}", java_name(program.class_name(class)), all.join("; ")))
    };
    machine.taken_invariants().filter_map(told).collect()
}
