//! Coverage: every way out of every conditional, every way to return, every exception.

use super::super::criterion::Criterion;
use super::super::goal::{Gathered, GoalKey, PathView};
use super::super::trail::{Site, What, simple};
use crate::analysis::check::classify::Kind;
use crate::classfile::{Code, Instruction};
use crate::explore::Outcome;
use crate::program::{MethodId, Program};
use crate::report::WayOut;
use std::collections::BTreeSet;

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        match step.what {
            What::Branch { jumped, .. } => {
                let way = if jumped { WayOut::Jumps } else { WayOut::FallsThrough };
                found.reached(step.site, Criterion::Coverage, way.to_string());
            }
            What::Switch(to) => found.reached(step.site, Criterion::Coverage, WayOut::GoesTo(to).to_string()),
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

/// Every way out of every conditional of a method, whether or not a path takes it.
pub(in crate::analysis::test) fn ways(program: &Program, method: MethodId) -> Vec<GoalKey> {
    // An initialiser runs once, on no input.
    let code = program.code(method).filter(|_| &*program.method(method).name != "<clinit>");
    let Some(code) = code else { return Vec::new() };
    let mut found = Vec::new();
    for (position, decoded) in (0_u32..).zip(&code.instructions) {
        // Assertions are on, whatever the program says.
        if !asks_for_assertions(code, position) {
            let ways = ways_out(&decoded.instruction).into_iter();
            found.extend(ways.map(|way| goal_of_way((method, position), way)));
        }
    }
    found
}

/// The way out that a goal asks for, where it asks for one.
pub(in crate::analysis::test) fn way_of(program: &Program, goal: &GoalKey) -> Option<WayOut> {
    let decoded = program.code(goal.site.0)?.instructions.get(goal.site.1 as usize)?;
    ways_out(&decoded.instruction).into_iter().find(|way| goal_of_way(goal.site, *way) == *goal)
}

fn goal_of_way(site: Site, way: WayOut) -> GoalKey {
    GoalKey { site, criterion: Criterion::Coverage, detail: way.to_string().into() }
}

/// The ways out of an instruction, if it is a conditional or a switch.
fn ways_out(instruction: &Instruction) -> Vec<WayOut> {
    match instruction {
        Instruction::Branch(..) => vec![WayOut::Jumps, WayOut::FallsThrough],
        Instruction::Switch(switch) => {
            let cases = switch.cases.iter().map(|(_, to)| *to);
            let targets: BTreeSet<u32> = cases.chain([switch.default]).collect();
            targets.into_iter().map(WayOut::GoesTo).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a conditional is the one with which an `assert` begins.
fn asks_for_assertions(code: &Code, position: u32) -> bool {
    let before = position.checked_sub(1).and_then(|before| code.instructions.get(before as usize));
    before.is_some_and(|decoded| {
        matches!(&decoded.instruction, Instruction::GetStatic(field) if &*field.name == "$assertionsDisabled")
    })
}
