//! Chooses tests: few that together meet every goal that the proposals meet.

use super::criterion::Criterion;
use super::goal::GoalKey;
use super::propose::Proposal;
use crate::classfile::Instruction;
use crate::input::{ObjectPlace, declared_field};
use crate::program::{MethodId, Program};
use crate::run;
use std::collections::{BTreeMap, BTreeSet};

/// Beyond so many values that a person would not write a test is not odder.
const MOST_ODDITY: usize = 6;
/// What it costs that a caller elsewhere cannot call the method, and what each object costs of which the test assigns fields: a state
/// that only the test makes.
const OF_INTERNALS: usize = 4;
/// What is gained is compared in such parts of a goal.
const SCALE: usize = 840;

/// The positions of the chosen proposals, ascending. Greedy set cover by weight: the proposal is next that meets the most goals not
/// met yet for what it costs a reader, of several the first, which a smaller exploration found; then
/// each that the others make superfluous is left out, the oddest first. Those that were refused are not considered.
pub(super) fn choose(program: &Program, proposals: &[Proposal], refused: &BTreeSet<usize>) -> Vec<usize> {
    let allowed: Vec<usize> = (0..proposals.len()).filter(|at| !refused.contains(at)).collect();
    let contrived: BTreeSet<usize> =
        allowed.iter().copied().filter(|at| proposals.get(*at).is_some_and(|it| is_contrived(program, it))).collect();
    let goals = |at: usize| {
        let counts_all = !contrived.contains(&at);
        let met = proposals.get(at).into_iter().flat_map(|it| &it.meets);
        met.filter(move |key| counts_all || is_of_code(key))
    };
    let mut open: BTreeSet<&GoalKey> = allowed.iter().copied().flat_map(goals).collect();
    let mut chosen: Vec<usize> = Vec::new();
    while !open.is_empty() {
        run::checkpoint();
        let gain = |at: &usize| {
            let met = goals(*at).filter(|key| open.contains(key)).count();
            proposals.get(*at).map_or(0, |it| met * SCALE / cost(program, it))
        };
        // What was chosen and made plainer is there to be chosen again.
        let is_plainer = |at: &usize| gain(at) > 0 && proposals.get(*at).is_some_and(|it| it.original.is_some());
        let best = allowed.iter().copied().max_by_key(|at| (is_plainer(at), gain(at), std::cmp::Reverse(*at)));
        let Some(at) = best else { break };
        for key in goals(at) {
            open.remove(key);
        }
        chosen.push(at);
    }
    chosen.sort_by_key(|at| std::cmp::Reverse(proposals.get(*at).map(|it| cost(program, it))));
    without_superfluous(&goals, &mut chosen);
    // Of a class that has other tests, one that its constructor ends is nothing to keep.
    let says_nothing = |at: &usize| proposals.get(*at).is_none_or(|it| only_calls_super(program, it.method));
    if !chosen.iter().all(says_nothing) {
        chosen.retain(|at| !says_nothing(at));
    }
    chosen.sort_unstable();
    chosen
}

/// What a test costs who reads it: more where it has values that a person would not write, or is of what only the package sees.
fn cost(program: &Program, proposal: &Proposal) -> usize {
    let method = program.method(proposal.method);
    let is_public = method.flags.is_public() && program.class(method.class).flags.is_public();
    let internals = usize::from(!is_public) + proposal.oddity.assigned;
    2 + proposal.oddity.total().min(MOST_ODDITY) + OF_INTERNALS * internals
}

/// Whether a test gives an object a state that no caller elsewhere can: it assigns a field that is not public.
fn is_contrived(program: &Program, proposal: &Proposal) -> bool {
    proposal.case.assignments.iter().any(|(_, place, _)| match place {
        ObjectPlace::Field(name) => {
            declared_field(program, name).is_none_or(|field| !program.field(field).flags.is_public())
        }
        ObjectPlace::Element(_) => false,
    })
}

/// Whether a goal is that code is executed, or that a change of it is noticed: worth a test that only its author could think of. Edges and
/// clauses are not.
fn is_of_code(key: &GoalKey) -> bool {
    matches!(key.criterion, Criterion::Coverage | Criterion::Mutation)
}

fn without_superfluous<'p, G: Iterator<Item = &'p GoalKey>>(goals: &impl Fn(usize) -> G, chosen: &mut Vec<usize>) {
    let mut counts: BTreeMap<&GoalKey, u32> = BTreeMap::new();
    for key in chosen.iter().copied().flat_map(goals) {
        *counts.entry(key).or_default() += 1;
    }
    chosen.retain(|at| {
        let is_needed = goals(*at).any(|key| counts.get(key) == Some(&1));
        if !is_needed {
            for key in goals(*at) {
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
