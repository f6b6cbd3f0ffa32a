//! Drops candidates until the rest is inductive: every writer preserves all of them, if all of them hold when it
//! begins.

use super::obligation::Obligation;
use crate::exec::Invariant;
use crate::program::FieldId;
use crate::solver::{Answer, PathSolver, connected_to};
use crate::term::{TermId, TermPool, evaluate, is_larger};
use rustc_hash::FxHashSet;

/// When a candidate is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// At first: it is about nulls, numbers and lengths of arrays.
    Numbers,
    /// Then: it tells how many elements collections have.
    Sizes,
    /// At last: it tells how long texts are.
    Texts,
}

/// What exploring one entry has asked, with the terms and the solver of its paths.
pub(super) struct Asked<'e> {
    pub(super) pool: &'e mut TermPool,
    pub(super) solver: &'e mut PathSolver,
    pub(super) obligations: &'e [Obligation],
}

/// What the solver may take for one class: more than all but few classes take.
const MOST_WORK: u64 = 6_000_000;
/// Most terms of what a path leaves of a candidate. What is larger mixes the bits of numbers in many rounds: a question about it takes a
/// second, most of it before Z3 counts its work.
const MOST_TERMS: usize = 250;

/// Drops the candidates that some path may break while all that are left hold at its start. What the solver cannot decide is
/// taken to be broken, and so is what is large, and what is open once it has taken all that it may. The candidates of each stage are asked
/// about together, those of the stages before it are known by then: what is harder to decide costs nothing of what is easier. Those about
/// numbers that a later stage says something of are asked about once more, since they may need it.
pub(super) fn drop_broken(alive: &mut [bool], (guessed, stages): (&[Invariant], &[Stage]), asked: &mut [Asked<'_>]) {
    for obligation in asked.iter().flat_map(|asked| asked.obligations) {
        for (alive, required) in alive.iter_mut().zip(&obligation.required) {
            *alive &= required.is_some();
        }
    }
    let possible = alive.to_vec();
    for stage in [Stage::Numbers, Stage::Sizes, Stage::Texts] {
        drop_broken_of(alive, (stages, stage, stage), asked);
        let revived = helped(alive, &possible, (guessed, stages, stage));
        if !revived.is_empty() {
            revived.into_iter().for_each(|at| alive[at] = true);
            drop_broken_of(alive, (stages, Stage::Numbers, stage), asked);
        }
    }
}

/// The candidates about numbers that were dropped although they are possible, and that share a field with what a later stage has left.
fn helped(alive: &[bool], possible: &[bool], (guessed, stages, stage): (&[Invariant], &[Stage], Stage)) -> Vec<usize> {
    if stage == Stage::Numbers {
        return Vec::new();
    }
    let of_stage = |wanted: Stage| (0..guessed.len()).filter(move |at| stages.get(*at) == Some(&wanted));
    let told: FxHashSet<FieldId> =
        of_stage(stage).filter(|at| alive[*at]).flat_map(|at| guessed[at].fields()).collect();
    let is_helped =
        |at: &usize| possible[*at] && !alive[*at] && guessed[*at].fields().any(|field| told.contains(&field));
    of_stage(Stage::Numbers).filter(is_helped).collect()
}

/// `stages`: those of all candidates, the one that is asked about, and the last one whose candidates are known.
fn drop_broken_of(alive: &mut [bool], stages: (&[Stage], Stage, Stage), asked: &mut [Asked<'_>]) {
    let mut left = MOST_WORK;
    loop {
        let mut has_dropped = false;
        for Asked { pool, solver, obligations } in &mut *asked {
            for obligation in *obligations {
                loop {
                    let before = solver.statistics().resources;
                    let is_broken = breaks(pool, solver, obligation, (alive, left == 0), stages);
                    left = left.saturating_sub(solver.statistics().resources.saturating_sub(before));
                    if !is_broken {
                        break;
                    }
                    has_dropped = true;
                }
            }
        }
        if !has_dropped {
            return;
        }
    }
}

/// Whether a path may break a candidate that is left; those that it breaks in one of its runs are dropped, and all that are open
/// where the solver is not to be asked any more.
fn breaks(
    pool: &mut TermPool,
    solver: &mut PathSolver,
    obligation: &Obligation,
    (alive, is_spent): (&mut [bool], bool),
    (stages, stage, last): (&[Stage], Stage, Stage),
) -> bool {
    let is_of_stage = |at: &usize| stages.get(*at) == Some(&stage);
    let is_known = |at: &usize| stages.get(*at).is_some_and(|known| *known <= last);
    let required = |at: usize| obligation.required.get(at).copied().flatten();
    // What is required as it is taken for granted the path has not touched.
    let asked: Vec<(usize, TermId)> = (0..alive.len())
        .filter(|at| alive[*at] && is_of_stage(at))
        .filter_map(|at| Some((at, required(at)?)))
        .filter(|(at, term)| pool.as_truth(*term) != Some(true) && obligation.assumed.get(*at) != Some(term))
        .collect();
    let is_large = |(_, term): &&(usize, TermId)| is_larger(pool, *term, MOST_TERMS);
    let large: Vec<usize> = asked.iter().filter(is_large).map(|(at, _)| *at).collect();
    if drop_all(alive, &large) {
        return true;
    }
    let mut all = pool.truth(true);
    for (_, term) in &asked {
        all = pool.conjunction(all, *term);
    }
    if pool.as_truth(all) == Some(true) {
        return false;
    }
    if is_spent {
        return drop_all(alive, &asked.iter().map(|(at, _)| *at).collect::<Vec<usize>>());
    }
    let mut conjuncts = obligation.conditions.clone();
    let known = (0..alive.len()).filter(|at| alive[*at] && is_known(at));
    conjuncts.extend(known.filter_map(|at| obligation.assumed.get(at).copied()));
    conjuncts.retain(|term| pool.as_truth(*term) != Some(true));
    // The others hold together on some input, since the path can be taken.
    let inputs = asked.iter().flat_map(|(_, term)| pool.inputs(*term).iter().copied()).collect();
    let mut conjuncts = connected_to(pool, &conjuncts, inputs);
    conjuncts.push(pool.not(all));
    match solver.check(pool, &conjuncts) {
        Answer::Unsatisfiable => false,
        Answer::Satisfiable(model) => {
            let is_broken = |term: TermId| evaluate(pool, term, &model) == Some(0);
            let mut broken: Vec<usize> = asked.iter().filter(|(_, term)| is_broken(*term)).map(|(at, _)| *at).collect();
            if broken.is_empty() {
                broken = asked.iter().map(|(at, _)| *at).collect();
            }
            drop_all(alive, &broken)
        }
        Answer::Unknown(_) => {
            // One by one, what the solver cannot decide falls, and the others stay.
            let mut given = conjuncts;
            given.pop();
            let mut broken = Vec::new();
            for (at, term) in asked {
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
