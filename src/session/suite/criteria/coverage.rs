//! Coverage: every way out of every conditional, every way to return, every exception.

use super::super::goal::{Gathered, GoalKey, PathView};
use super::super::trail::{What, simple};
use super::Criterion;
use crate::classfile::{Code, Instruction};
use crate::explore::Outcome;
use crate::program::{MethodId, Program};
use crate::session::check::classify::Kind;
use std::collections::BTreeSet;

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        match step.what {
            What::Branch { jumped, .. } => {
                found.reached(step.site, Criterion::Coverage, way_of_branch(jumped));
            }
            What::Switch(to) => found.reached(step.site, Criterion::Coverage, way_of_switch(to)),
            What::Executed | What::Raised(_) => {}
        }
    }
    let begin = (path.method, 0);
    match path.outcome {
        Outcome::Returned(_) => found.reached(begin, Criterion::Coverage, "returns"),
        Outcome::Threw(exception) => {
            let class = path.state.heap.instance(*exception).and_then(|body| body.types.first().copied());
            let Some(class) = class else { return };
            let name = simple(path.program.class_name(class)).to_owned();
            let source = path.trail.source(*exception);
            let place = source.and_then(|source| source.first_thrown.last().copied()).unwrap_or(begin);
            let failure = if matches!(path.kind, Some(Kind::Failure(_))) { "fails by" } else { "throws" };
            found.reached(place, Criterion::Coverage, format!("{failure} {name}"));
        }
        Outcome::Stopped(_) => {}
    }
}

fn way_of_branch(jumped: bool) -> &'static str {
    if jumped { "jumps" } else { "falls through" }
}

fn way_of_switch(to: u32) -> String {
    format!("goes to {to}")
}

/// Every way out of every conditional of a method, whether or not a path takes it.
pub(in crate::session::suite) fn ways(program: &Program, method: MethodId) -> Vec<GoalKey> {
    // An initialiser runs once, on no input.
    let code = program.code(method).filter(|_| &*program.method(method).name != "<clinit>");
    let Some(code) = code else { return Vec::new() };
    let mut found = Vec::new();
    for (position, decoded) in (0_u32..).zip(&code.instructions) {
        let mut add = |detail: &str| {
            found.push(GoalKey { site: (method, position), criterion: Criterion::Coverage, detail: detail.into() });
        };
        match &decoded.instruction {
            // Assertions are on, whatever the program says.
            Instruction::Branch(..) if asks_for_assertions(code, position) => {}
            Instruction::Branch(..) => [true, false].into_iter().for_each(|jumped| add(way_of_branch(jumped))),
            Instruction::Switch(switch) => {
                let cases = switch.cases.iter().map(|(_, to)| *to);
                let targets: BTreeSet<u32> = cases.chain([switch.default]).collect();
                targets.into_iter().for_each(|to| add(&way_of_switch(to)));
            }
            _ => {}
        }
    }
    found
}

/// Whether a conditional is the one with which an `assert` begins.
fn asks_for_assertions(code: &Code, position: u32) -> bool {
    let before = position.checked_sub(1).and_then(|before| code.instructions.get(before as usize));
    before.is_some_and(|decoded| {
        matches!(&decoded.instruction, Instruction::GetStatic(field) if &*field.name == "$assertionsDisabled")
    })
}
