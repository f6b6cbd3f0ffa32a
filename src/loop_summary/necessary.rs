//! A necessary condition kept for use: states of other explorations that contradict it do not lead to the goal.

use super::walk::Record;
use crate::exec::State;
use crate::explore::{Guide, Path};
use crate::formula::{Replacement, Unfolding, replaced, unfold};
use crate::heap::{Heap, InputOrigin, Reference, SymbolId, SymbolOrigin};
use crate::program::FieldId;
use crate::solver::{Answer, PathSolver};
use crate::term::{Domain, InputId, Model, TermId, TermPool, TermTable, evaluate_truth};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Inputs of other explorations that have no counterpart get numbers from here on.
const FOREIGN: u32 = 1 << 30;
/// Iterations for which conditions are unfolded.
const UNFOLDED: u32 = 3;
/// Conjuncts that unfolding one path's condition gives at most.
const MOST_TERMS: usize = 400;
/// Z3's resource limit for one question.
const SOLVER_RESOURCES: u64 = 150_000;
/// Work on all questions, in the units of the solver's, and what each state that contradicts adds to it; when it is spent, nothing
/// contradicts any more.
const ALL_WORK: u64 = 5_000_000;
const WORK_FOR_EACH: u64 = 200_000;
/// How many terms are brought over and evaluated in the time of a unit.
const TERMS_OF_A_UNIT: u64 = 10;
/// Models of an alternative that are tried on a state before the solver is asked.
const KEPT_MODELS: usize = 6;

/// An input that means the same in every exploration of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shared {
    /// A parameter that is a number.
    Parameter(u16),
    /// The length of an array parameter.
    Length(u16),
    /// The elements of an array parameter at the start.
    Contents(u16),
    /// A field of the object that a parameter is, at the start.
    Field(u16, FieldId),
}

/// The condition of one path to the goal.
struct Alternative {
    conditions: Vec<TermId>,
    inputs: FxHashMap<Shared, (InputId, Domain)>,
    /// Models of these conditions with those of states that were asked about, the last ones first.
    models: VecDeque<Model>,
}

/// The condition that is necessary to reach a goal, of one alternative for each path.
pub struct Necessary {
    pool: TermPool,
    solver: PathSolver,
    alternatives: Vec<Alternative>,
    /// States that contradicted it.
    contradicted: u64,
    /// Terms of states, each time that it was asked with them.
    terms: u64,
}

impl Necessary {
    /// The condition of these paths, whose terms are of the pool; so many counters and values of loops are in it.
    pub(super) fn of(mut pool: TermPool, paths: &[Path<Record>], mut own_inputs: u32) -> Necessary {
        let mut alternatives = Vec::with_capacity(paths.len());
        for path in paths {
            let mut conditions: Vec<TermId> = path.state.path.conditions.iter().copied().collect();
            let mut fresh = |pool: &mut TermPool, domain: Domain| {
                own_inputs += 1;
                pool.input(InputId::of_loop(own_inputs - 1), domain)
            };
            for formula in &path.record.formulas {
                let mut unfolding =
                    Unfolding { values: UNFOLDED, within: 1, fresh: &mut fresh, most_terms: MOST_TERMS };
                conditions.extend(unfold(&mut pool, formula, &mut unfolding));
            }
            let mut inputs = shared_inputs(&path.state.heap);
            if path.record.is_heap_unsure {
                inputs.retain(|(shared, _)| !matches!(shared, Shared::Contents(_) | Shared::Field(..)));
            }
            let inputs = inputs.into_iter().collect();
            alternatives.push(Alternative { conditions, inputs, models: VecDeque::new() });
        }
        let solver = PathSolver::new(pool.arithmetic(), SOLVER_RESOURCES);
        Necessary { pool, solver, alternatives, contradicted: 0, terms: 0 }
    }

    /// Whether there is a way to the goal at all.
    pub fn is_satisfiable(&self) -> bool {
        !self.alternatives.is_empty()
    }

    /// The paths that the condition distinguishes.
    pub fn alternatives(&self) -> usize {
        self.alternatives.len()
    }

    /// Questions that reached Z3.
    pub fn solver_calls(&self) -> u64 {
        self.solver.statistics().solver_calls
    }

    /// Work on all questions, in the units of the solver's.
    pub fn work(&self) -> u64 {
        self.solver.statistics().resources.saturating_add(self.terms / TERMS_OF_A_UNIT)
    }

    /// Gives up the alternatives that are impossible whatever the input is.
    pub fn simplify(&mut self) {
        let (solver, pool) = (&mut self.solver, &mut self.pool);
        self.alternatives.retain(|alternative| solver.check(pool, &alternative.conditions) != Answer::Unsatisfiable);
    }

    /// Whether conditions on the inputs of a state, terms of another pool, contradict what is necessary to reach the goal.
    pub fn contradicts(&mut self, pool: &TermPool, heap: &Heap, conditions: &[TermId]) -> bool {
        self.contradicts_for(pool, &shared_inputs(heap), conditions)
    }

    /// The same of conditions on inputs of which it is said what they are. Other inputs may be anything.
    pub fn contradicts_for(
        &mut self,
        pool: &TermPool,
        theirs: &[(Shared, (InputId, Domain))],
        conditions: &[TermId],
    ) -> bool {
        let allowed = self.contradicted.saturating_mul(WORK_FOR_EACH).saturating_add(ALL_WORK);
        if self.work() > allowed {
            return false;
        }
        let (table, positions) = TermTable::export(pool, conditions);
        let Ok(all) = table.import(&mut self.pool) else { return false };
        let imported: Vec<TermId> = positions.iter().filter_map(|at| all.get(*at as usize).copied()).collect();
        if imported.len() != conditions.len() {
            return false;
        }
        let inputs: Vec<(InputId, Domain)> = table.inputs().collect();
        let (own, solver, terms) = (&mut self.pool, &mut self.solver, &mut self.terms);
        *terms += all.len() as u64;
        // The alternative that was possible last is asked first.
        let is_possible = self.alternatives.iter_mut().position(|alternative| {
            *terms += all.len() as u64;
            let mut replacement = Replacement::default();
            for (input, domain) in &inputs {
                let shared = theirs.iter().find(|(_, (theirs, _))| theirs == input).map(|(shared, _)| shared);
                let ours = shared.and_then(|shared| alternative.inputs.get(shared));
                let term = match ours {
                    Some((ours, ours_domain)) if ours_domain == domain => own.input(*ours, *domain),
                    _ => own.input(InputId(FOREIGN.saturating_add(input.0)), *domain),
                };
                replacement.insert(*input, term);
            }
            let mut memo = FxHashMap::default();
            let mut asked: Vec<TermId> =
                imported.iter().map(|term| replaced(own, *term, &replacement, &mut memo)).collect();
            let holds_in = |model: &Model| asked.iter().all(|term| evaluate_truth(own, *term, model) == Some(true));
            if let Some(at) = alternative.models.iter().position(holds_in) {
                if let Some(model) = alternative.models.remove(at) {
                    alternative.models.push_front(model);
                }
                return true;
            }
            asked.extend(&alternative.conditions);
            match solver.check(own, &asked) {
                Answer::Unsatisfiable => false,
                Answer::Satisfiable(model) => {
                    alternative.models.truncate(KEPT_MODELS - 1);
                    alternative.models.push_front(model);
                    true
                }
                Answer::Unknown(_) => true,
            }
        });
        match is_possible {
            Some(at) => {
                if let Some(before) = self.alternatives.get_mut(..=at) {
                    before.rotate_right(1);
                }
                false
            }
            None => {
                self.contradicted += 1;
                true
            }
        }
    }
}

impl Guide for Necessary {
    fn excludes(&mut self, pool: &TermPool, state: &State) -> bool {
        let conditions: Vec<TermId> = state.path.conditions.iter().copied().collect();
        self.contradicts(pool, &state.heap, &conditions)
    }
}

/// The inputs of a heap that mean the same in every exploration of the method.
fn shared_inputs(heap: &Heap) -> Vec<(Shared, (InputId, Domain))> {
    let mut objects: FxHashMap<crate::heap::ObjectId, u16> = FxHashMap::default();
    for number in 0..heap.symbol_count() as u32 {
        let symbol = SymbolId(number);
        if let Some(SymbolOrigin::Parameter(position)) = heap.symbol(symbol).map(|symbol| symbol.origin)
            && let Reference::Object(object) = heap.current(Reference::Symbol(symbol))
        {
            objects.entry(object).or_insert(position);
        }
    }
    let mut found = Vec::new();
    for number in 0..heap.input_count() as u32 {
        let id = InputId(number);
        let Some(input) = heap.input(id) else { continue };
        let shared = match input.origin {
            InputOrigin::Parameter(position) => Some(Shared::Parameter(position)),
            InputOrigin::Length(object) => objects.get(&object).map(|position| Shared::Length(*position)),
            InputOrigin::Contents(object) => objects.get(&object).map(|position| Shared::Contents(*position)),
            InputOrigin::Field(object, field) => objects.get(&object).map(|position| Shared::Field(*position, field)),
            _ => None,
        };
        if let Some(shared) = shared {
            found.push((shared, (id, input.domain)));
        }
    }
    found
}
