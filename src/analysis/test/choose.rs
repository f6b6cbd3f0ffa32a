//! Chooses tests: few that together meet every goal that the proposals meet.

use super::goal::GoalKey;
use super::propose::Proposal;
use crate::program::Program;
use crate::run;
use std::collections::{BTreeMap, BTreeSet};

/// The positions of the chosen proposals, ascending. Greedy set cover: the proposal that meets the most goals not met yet is next,
/// of several one of a public method, and of these the first, which a smaller exploration found; then each that the others make
/// superfluous is left out. Those that were refused are not considered.
pub(super) fn choose(program: &Program, proposals: &[Proposal], refused: &BTreeSet<usize>) -> Vec<usize> {
    let allowed: Vec<usize> = (0..proposals.len()).filter(|at| !refused.contains(at)).collect();
    let goals = allowed.iter().filter_map(|at| proposals.get(*at)).flat_map(|proposal| &proposal.meets);
    let mut open: BTreeSet<&GoalKey> = goals.collect();
    let mut chosen: Vec<usize> = Vec::new();
    while !open.is_empty() {
        run::checkpoint();
        let gain =
            |at: &usize| proposals.get(*at).map_or(0, |it| it.meets.iter().filter(|key| open.contains(key)).count());
        let is_public = |at: &usize| proposals.get(*at).is_some_and(|it| program.method(it.method).flags.is_public());
        let best = allowed.iter().copied().max_by_key(|at| (gain(at), is_public(at), std::cmp::Reverse(*at)));
        let Some((at, proposal)) = best.and_then(|at| proposals.get(at).map(|proposal| (at, proposal))) else { break };
        for key in &proposal.meets {
            open.remove(key);
        }
        chosen.push(at);
    }
    without_superfluous(proposals, &mut chosen);
    chosen.sort_unstable();
    chosen
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
