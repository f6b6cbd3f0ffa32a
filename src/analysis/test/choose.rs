//! Chooses tests: few that together meet every goal that the proposals meet.

use super::goal::GoalKey;
use super::propose::Proposal;
use crate::classfile::Instruction;
use crate::program::{MethodId, Program};
use crate::run;
use std::collections::{BTreeMap, BTreeSet};

/// Beyond so many values that a person would not write a test is not odder.
const MOST_ODDITY: usize = 6;
/// What is gained is compared in such parts of a goal.
const SCALE: usize = 840;

/// The positions of the chosen proposals, ascending. Greedy set cover by weight: the proposal is next that meets the most goals not
/// met yet for what it costs a reader, of several one of a public method, and of these the first, which a smaller exploration found; then
/// each that the others make superfluous is left out, the oddest first. Those that were refused are not considered.
pub(super) fn choose(program: &Program, proposals: &[Proposal], refused: &BTreeSet<usize>) -> Vec<usize> {
    let allowed: Vec<usize> = (0..proposals.len()).filter(|at| !refused.contains(at)).collect();
    let goals = allowed.iter().filter_map(|at| proposals.get(*at)).flat_map(|proposal| &proposal.meets);
    let mut open: BTreeSet<&GoalKey> = goals.collect();
    let mut chosen: Vec<usize> = Vec::new();
    while !open.is_empty() {
        run::checkpoint();
        let gain = |at: &usize| {
            let met = |it: &Proposal| it.meets.iter().filter(|key| open.contains(key)).count();
            proposals.get(*at).map_or(0, |it| met(it) * SCALE / cost(it))
        };
        let is_public = |at: &usize| proposals.get(*at).is_some_and(|it| program.method(it.method).flags.is_public());
        // What was chosen and made plainer is there to be chosen again.
        let is_plainer = |at: &usize| gain(at) > 0 && proposals.get(*at).is_some_and(|it| it.original.is_some());
        let best =
            allowed.iter().copied().max_by_key(|at| (is_plainer(at), gain(at), is_public(at), std::cmp::Reverse(*at)));
        let Some((at, proposal)) = best.and_then(|at| proposals.get(at).map(|proposal| (at, proposal))) else { break };
        for key in &proposal.meets {
            open.remove(key);
        }
        chosen.push(at);
    }
    chosen.sort_by_key(|at| std::cmp::Reverse(proposals.get(*at).map(cost)));
    without_superfluous(proposals, &mut chosen);
    // Of a class that has other tests, one that its constructor ends is nothing to keep.
    let says_nothing = |at: &usize| proposals.get(*at).is_none_or(|it| only_calls_super(program, it.method));
    if !chosen.iter().all(says_nothing) {
        chosen.retain(|at| !says_nothing(at));
    }
    chosen.sort_unstable();
    chosen
}

/// What a test costs who reads it: more where it has values that a person would not write.
fn cost(proposal: &Proposal) -> usize {
    2 + proposal.oddity.total().min(MOST_ODDITY)
}

fn without_superfluous(proposals: &[Proposal], chosen: &mut Vec<usize>) {
    let mut counts: BTreeMap<&GoalKey, u32> = BTreeMap::new();
    for proposal in chosen.iter().filter_map(|at| proposals.get(*at)) {
        for key in &proposal.meets {
            *counts.entry(key).or_default() += 1;
        }
    }
    chosen.retain(|at| {
        let Some(proposal) = proposals.get(*at) else { return false };
        let is_needed = proposal.meets.iter().any(|key| counts.get(key) == Some(&1));
        if !is_needed {
            for key in &proposal.meets {
                counts.entry(key).and_modify(|count| *count -= 1);
            }
        }
        is_needed
    });
}

/// Whether a method is a constructor that does nothing but run one of the class above.
pub(super) fn only_calls_super(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let code = program.code(method).map(|code| code.instructions.iter().map(|decoded| &decoded.instruction));
    let mut instructions = code.into_iter().flatten();
    &*info.name == "<init>"
        && info.parameters.is_empty()
        && matches!(instructions.next(), Some(Instruction::Load(..)))
        && matches!(instructions.next(), Some(Instruction::Invoke(..)))
        && matches!(instructions.next(), Some(Instruction::Return(_)))
}
