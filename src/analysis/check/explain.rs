//! Which lines and branches of a method no path covered, and why.

use super::super::summarize::lines::with_line;
use super::work::Checked;
use crate::classfile::{Code, Instruction};
use crate::exec::StopReason;
use crate::graph::successors;
use crate::program::Program;
use crate::report::Uncovered;
use std::collections::{BTreeMap, BTreeSet};

/// What no path of a method covered in the method's own code, in the order of the code.
pub(super) fn uncovered(program: &Program, checked: &Checked<'_>) -> Vec<Uncovered> {
    let Some(code) = program.code_with_lines(checked.method) else { return Vec::new() };
    let causes = Causes::of(code, &checked.main.stopped_at);
    let reason = |target: u32| causes.of_target(program, checked, target);
    let is_reached = |position: u32| checked.seen.is_reached(checked.method, position);
    let mut lines: BTreeMap<u16, (u32, bool)> = BTreeMap::new();
    for position in 0..code.instructions.len() as u32 {
        if let Some(line) = code.line(position) {
            let entry = lines.entry(line).or_insert((position, false));
            entry.1 |= is_reached(position);
        }
    }
    let mut found: Vec<(u32, Uncovered)> = Vec::new();
    for (line, (first, covered)) in lines {
        if !covered {
            found.push((first, Uncovered { line: Some(line), what: "line".into(), reason: reason(first) }));
        }
    }
    for (position, decoded) in code.instructions.iter().enumerate() {
        let position = position as u32;
        if !matches!(decoded.instruction, Instruction::Branch(..) | Instruction::Switch(_)) || !is_reached(position) {
            continue;
        }
        let mut targets = successors(&decoded.instruction, position);
        targets.sort_unstable();
        targets.dedup();
        for target in targets {
            if !checked.seen.branches.contains(&(checked.method, position, target)) {
                let to = code.line(target).map_or_else(|| format!("@{target}"), |line| format!("line {line}"));
                let what = format!("branch to {to}");
                found.push((position, Uncovered { line: code.line(position), what, reason: reason(target) }));
            }
        }
    }
    found.sort_by_key(|(position, _)| *position);
    found.into_iter().map(|(_, uncovered)| uncovered).collect()
}

/// The instructions that stopped paths could have gone to, by the stop.
struct Causes(Vec<(StopReason, BTreeSet<u32>)>);

impl Causes {
    fn of(code: &Code, stopped_at: &[(u32, StopReason)]) -> Causes {
        Causes(stopped_at.iter().map(|(position, reason)| (reason.clone(), reachable(code, *position))).collect())
    }

    /// Why no path came to an instruction: a stop before which it lies, else the budget, else nothing can.
    fn of_target(&self, program: &Program, checked: &Checked<'_>, target: u32) -> String {
        if let Some((reason, _)) = self.0.iter().find(|(_, reachable)| reachable.contains(&target)) {
            return with_line(program, reason).to_string();
        }
        if checked.main.missing.exhausted.is_some() {
            return "budget of work used up".into();
        }
        if checked.defect.is_some() {
            return "the analysis failed".into();
        }
        "infeasible".into()
    }
}

/// The instructions that control can go to from one, itself included.
fn reachable(code: &Code, from: u32) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(position) = open.pop() {
        let Some(decoded) = code.instructions.get(position as usize) else { continue };
        if !seen.insert(position) {
            continue;
        }
        open.extend(successors(&decoded.instruction, position));
        open.extend(
            code.handlers
                .iter()
                .filter(|handler| handler.start <= position && position < handler.end)
                .map(|handler| handler.handler),
        );
    }
    seen
}
