//! Drops candidates until those that are left are preserved by every writer, all of them taken for granted where it begins.

use super::obligation::Obligation;
use crate::solver::{Answer, PathSolver};
use crate::term::{TermId, TermPool, evaluate};

/// What exploring one entry has asked, with the terms and the solver of its paths.
pub(super) struct Asked<'e> {
    pub(super) pool: &'e mut TermPool,
    pub(super) solver: &'e mut PathSolver,
    pub(super) obligations: &'e [Obligation],
}

/// Drops the candidates that some path may break while all that are left hold at its start. What the solver cannot decide is
/// taken to be broken.
pub(super) fn drop_broken(alive: &mut [bool], asked: &mut [Asked<'_>]) {
    for obligation in asked.iter().flat_map(|asked| asked.obligations) {
        for (alive, required) in alive.iter_mut().zip(&obligation.required) {
            *alive &= required.is_some();
        }
    }
    loop {
        let mut has_dropped = false;
        for Asked { pool, solver, obligations } in &mut *asked {
            for obligation in *obligations {
                while breaks(pool, solver, obligation, alive) {
                    has_dropped = true;
                }
            }
        }
        if !has_dropped {
            return;
        }
    }
}

/// Whether a path may break a candidate that is left; those that it breaks in one of its runs are dropped.
fn breaks(pool: &mut TermPool, solver: &mut PathSolver, obligation: &Obligation, alive: &mut [bool]) -> bool {
    let required = |at: usize| obligation.required.get(at).copied().flatten();
    let open: Vec<(usize, TermId)> = (0..alive.len())
        .filter(|at| alive[*at])
        .filter_map(|at| Some((at, required(at)?)))
        .filter(|(_, term)| pool.as_truth(*term) != Some(true))
        .collect();
    let mut all = pool.truth(true);
    for (at, term) in &open {
        // What is asked for is what is taken for granted: the path has not touched it.
        if obligation.assumed.get(*at) != Some(term) {
            all = pool.conjunction(all, *term);
        }
    }
    if pool.as_truth(all) == Some(true) {
        return false;
    }
    let mut conjuncts = obligation.conditions.clone();
    conjuncts.extend((0..alive.len()).filter(|at| alive[*at]).filter_map(|at| obligation.assumed.get(at).copied()));
    conjuncts.retain(|term| pool.as_truth(*term) != Some(true));
    conjuncts.push(pool.not(all));
    match solver.check(pool, &conjuncts) {
        Answer::Unsatisfiable => false,
        Answer::Satisfiable(model) => {
            let broken: Vec<usize> =
                open.iter().filter(|(_, term)| evaluate(pool, *term, &model) == Some(0)).map(|(at, _)| *at).collect();
            let broken = if broken.is_empty() { open.iter().map(|(at, _)| *at).collect() } else { broken };
            drop_all(alive, &broken)
        }
        Answer::Unknown(_) => {
            // One by one, what the solver cannot decide falls, and the others stay.
            let mut given = conjuncts;
            given.pop();
            let mut broken = Vec::new();
            for (at, term) in open {
                given.push(pool.not(term));
                if !matches!(solver.check(pool, &given), Answer::Unsatisfiable) {
                    broken.push(at);
                }
                given.pop();
            }
            drop_all(alive, &broken)
        }
    }
}

fn drop_all(alive: &mut [bool], broken: &[usize]) -> bool {
    for at in broken {
        alive[*at] = false;
    }
    !broken.is_empty()
}
