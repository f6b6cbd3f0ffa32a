//! The part of a path condition that can matter to a new conjunct: what is connected to it by shared inputs.

use crate::term::{InputId, TermId, TermPool};
use rustc_hash::FxHashSet;

/// The conjuncts of `path` that share inputs with `new`, directly or through others; in the order of the path.
pub(super) fn connected(pool: &TermPool, path: &[TermId], new: TermId) -> Vec<TermId> {
    connected_to(pool, path, pool.inputs(new).iter().copied().collect())
}

/// The conjuncts of `path` that share one of these inputs, directly or through others; in the order of the path.
pub fn connected_to(pool: &TermPool, path: &[TermId], mut inputs: FxHashSet<InputId>) -> Vec<TermId> {
    let mut is_in = vec![false; path.len()];
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for (conjunct, is_in) in path.iter().zip(is_in.iter_mut()) {
            if *is_in {
                continue;
            }
            let own = pool.inputs(*conjunct);
            if own.iter().any(|input| inputs.contains(input)) {
                *is_in = true;
                let before = inputs.len();
                inputs.extend(own.iter().copied());
                has_grown |= inputs.len() > before;
            }
        }
    }
    path.iter().zip(is_in).filter_map(|(&conjunct, is_in)| is_in.then_some(conjunct)).collect()
}

/// The conjuncts in groups that share no inputs; each in the order given, groups by their first conjunct.
pub(super) fn components(pool: &TermPool, conjuncts: &[TermId]) -> Vec<Vec<TermId>> {
    let mut rest: Vec<TermId> = conjuncts.to_vec();
    let mut groups = Vec::new();
    while let Some(&first) = rest.first() {
        let group = connected(pool, &rest, first);
        let group = if group.is_empty() { vec![first] } else { group };
        let members: FxHashSet<TermId> = group.iter().copied().collect();
        rest.retain(|conjunct| !members.contains(conjunct));
        groups.push(group);
    }
    groups
}
