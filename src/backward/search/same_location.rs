//! States at one location: merged, covered by those seen before, or without what follows from the rest.

use super::super::state::{Conjunct, Origin, PathNode, Read, State};
use super::super::variables::{Variable, Variables};
use super::Search;
use crate::solver::Answer;
use crate::term::{InputId, Model, TermId, TermPool, evaluate_truth, substitute};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// States seen at a location that a new one is compared with: so many of the first, and of the last.
const COMPARED: usize = 4;
/// How often a location is seen before conditions there are reduced, and how many conjuncts are tried at once.
const REDUCED_AFTER: usize = 3;
const MOST_REDUCTIONS: usize = 3;

impl Search<'_> {
    /// Where a path has gone around a loop some times: leaves out conjuncts that follow from the others, so that conditions do
    /// not grow by one with each iteration.
    pub(super) fn reduce(&mut self, state: &mut State) {
        let location = (state.method, state.position, state.calls.clone());
        let times = self.seen.get(&location).map_or(0, Vec::len);
        if times < REDUCED_AFTER || state.conjuncts.len() < 3 {
            return;
        }
        let pool = &mut self.engine.pool;
        let mut end = state.conjuncts.len();
        for _ in 0..MOST_REDUCTIONS {
            let Some(position) = end.checked_sub(1) else { break };
            let Some(conjunct) = state.conjuncts.get(position) else { break };
            let term = conjunct.term;
            let others = state.conjuncts.iter().map(|other| other.term).filter(|other| *other != term);
            let concerns = |other: &TermId| pool.inputs(*other).iter().any(|id| pool.inputs(term).contains(id));
            let mut question: Vec<TermId> = others.filter(concerns).collect();
            let fails = pool.not(term);
            question.push(fails);
            if question.len() > 1 && self.solver.check(pool, &question) == Answer::Unsatisfiable {
                state.conjuncts.remove(position);
            }
            end = position;
        }
    }

    /// Whether the condition of a state seen before at the location follows from that of a state.
    /// `model`: one of the state's condition.
    pub(super) fn is_covered(&mut self, state: &State, model: Option<&Model>) -> bool {
        let location = (state.method, state.position, state.calls.clone());
        let Some(seen) = self.seen.get(&location) else { return false };
        let last = seen.len().saturating_sub(COMPARED).max(COMPARED);
        let candidates = seen.iter().take(COMPARED).chain(seen.iter().skip(last));
        let terms: BTreeSet<TermId> = state.conjuncts.iter().map(|conjunct| conjunct.term).collect();
        let pool = &mut self.engine.pool;
        for other in candidates {
            // What both read from one place is one value; of what only the other reads nothing follows.
            let mut same: FxHashMap<InputId, TermId> = FxHashMap::default();
            let mut others_alone: Vec<InputId> = Vec::new();
            for read in &other.reads {
                let is_it =
                    |known: &&Read| (known.cell, known.object, known.index) == (read.cell, read.object, read.index);
                match (state.reads.iter().find(is_it), pool.inputs(read.value)) {
                    (Some(known), [id]) => {
                        same.insert(*id, known.value);
                    }
                    (_, ids) => others_alone.extend(ids),
                }
            }
            let is_alone = |term: &TermId| pool.inputs(*term).iter().any(|id| others_alone.contains(id));
            if other.conjuncts.iter().any(is_alone) {
                continue;
            }
            let mut memo = FxHashMap::default();
            let mut rename = |pool: &mut TermPool, id: InputId, domain| {
                same.get(&id).copied().unwrap_or_else(|| pool.input(id, domain))
            };
            let wanted: Vec<TermId> =
                other.conjuncts.iter().map(|term| substitute(pool, *term, &mut rename, &mut memo)).collect();
            let open: Vec<TermId> = wanted.into_iter().filter(|term| !terms.contains(term)).collect();
            if open.is_empty() {
                return true;
            }
            if open.iter().any(|term| mentions_unknown(pool, &self.engine.variables, *term, state)) {
                continue;
            }
            let mut all = pool.truth(true);
            for term in &open {
                all = pool.conjunction(all, *term);
            }
            let fails = pool.not(all);
            // Where the state's own model is none of the other's there is no need to ask.
            if model.is_some_and(|model| evaluate_truth(pool, fails, model) == Some(true)) {
                continue;
            }
            let mut question = state.condition(pool);
            question.push(fails);
            if self.solver.check(pool, &question) == Answer::Unsatisfiable {
                return true;
            }
        }
        false
    }

    /// One state of two at one location: what both require, and what either does. The states again where that is too large.
    pub(super) fn merged(&mut self, one: State, other: State, size: u32) -> Result<State, (Box<State>, State)> {
        let pool = &mut self.engine.pool;
        let is_of =
            |conjunct: &Conjunct, state: &State| state.conjuncts.iter().any(|known| known.term == conjunct.term);
        let (common, left): (Vec<Conjunct>, Vec<Conjunct>) =
            one.conjuncts.iter().cloned().partition(|conjunct| is_of(conjunct, &other));
        let right: Vec<Conjunct> = other.conjuncts.iter().filter(|conjunct| !is_of(conjunct, &one)).cloned().collect();
        let mut all = |conjuncts: &[Conjunct]| {
            let mut all = pool.truth(true);
            for conjunct in conjuncts {
                all = pool.conjunction(all, conjunct.term);
            }
            all
        };
        let (of_left, of_right) = (all(&left), all(&right));
        if pool.size(of_left).saturating_add(pool.size(of_right)) > size {
            return Err((Box::new(one), other));
        }
        let either = pool.disjunction(of_left, of_right);
        let origins: BTreeSet<Origin> =
            left.iter().chain(&right).flat_map(|conjunct| conjunct.origins.iter().copied()).collect();
        let depth = one.calls.len() as i32 - one.risen;
        let next: Vec<Rc<PathNode>> = one.path.next.iter().chain(&other.path.next).cloned().collect();
        let path = PathNode { depth, method: one.method, instruction: one.position, next };
        let mut merged = State {
            path: Rc::new(path),
            conjuncts: common,
            anything: Rc::new(one.anything.union(&other.anything).cloned().collect()),
            length: one.length.max(other.length),
            ..one
        };
        if pool.as_truth(either) != Some(true) {
            merged.conjuncts.push(Conjunct { term: either, origins: Rc::new(origins) });
        }
        Ok(merged)
    }
}

/// Whether a term of another state mentions something fresh that is not known to this state: nothing that it says follows then.
fn mentions_unknown(pool: &TermPool, variables: &Variables, term: TermId, state: &State) -> bool {
    pool.inputs(term).iter().any(|id| {
        let is_fresh = matches!(variables.variable(*id), Some(Variable::Fresh(_)));
        let is_read = state.reads.iter().any(|read| pool.inputs(read.value) == [*id]);
        let is_known = || state.conjuncts.iter().any(|conjunct| pool.inputs(conjunct.term).contains(id));
        is_fresh && !is_read && !is_known()
    })
}
