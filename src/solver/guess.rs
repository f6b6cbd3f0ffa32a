//! Guess and check, for conjunctions that Z3 decides slowly or not at all: those with floating-point operators above
//! all. First the values that the conjuncts suggest, then a short local search that makes the conjuncts nearer to
//! holding. Every candidate is evaluated, so an answer is a model that holds. That there is no model is never said.
//! Deterministic, and bounded by counted work.

use super::distance::{self, neighbours, number, of_number, ordered};
use super::inverse::{self, Suggestion};
use crate::term::{
    InputId, Model, Node, Sort, TermId, TermPool, evaluate, evaluate_truth, reachable, selected_element,
};

/// Nodes evaluated for one question.
const MOST_WORK: u64 = 300_000;
/// Conjunctions with more nodes than this are not guessed.
const LARGEST: usize = 2_000;
/// Values that are tried at a place.
const MOST_VALUES: usize = 96;
/// Steps to something worse from one start.
const MOST_DETOURS: u32 = 3;
/// Rounds of the local search from one start.
const MOST_ROUNDS: usize = 60;

/// A model of the conjunction, or none found. `start` is tried first and says what the model says of other inputs.
pub(super) fn guess(pool: &TermPool, conjuncts: &[TermId], start: &Model) -> Option<Model> {
    let mut terms: Vec<TermId> = conjuncts.iter().flat_map(|&conjunct| reachable(pool, conjunct)).collect();
    terms.sort_unstable();
    terms.dedup();
    // What is shared is counted once here, and as often as it is looked at there.
    if terms.len() > LARGEST || conjuncts.iter().any(|&conjunct| u64::from(pool.size(conjunct)) > MOST_WORK) {
        return None;
    }
    let mut search = Search::new(pool, conjuncts, &terms);
    for origin in search.starts(start) {
        if let Some(found) = search.improve(origin) {
            let holds = conjuncts.iter().all(|&conjunct| evaluate_truth(pool, conjunct, &found) == Some(true));
            return holds.then_some(found);
        }
        if search.is_exhausted() {
            break;
        }
    }
    None
}

/// What a model can say a value of.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    Number(InputId),
    Element(InputId, i64),
}

struct Search<'a> {
    pool: &'a TermPool,
    conjuncts: &'a [TermId],
    /// Inputs and elements that the conjuncts mention.
    leaves: Vec<TermId>,
    /// Values worth trying, by sort.
    values: Vec<(Sort, Vec<i64>)>,
    /// Nodes that one evaluation of all conjuncts takes.
    size: u64,
    work: u64,
}

impl<'a> Search<'a> {
    fn new(pool: &'a TermPool, conjuncts: &'a [TermId], terms: &[TermId]) -> Self {
        let is_leaf = |term: &TermId| {
            let sort = pool.sort(*term);
            let is_place = matches!(pool.node(*term), Node::Input(..) | Node::Select(..));
            is_place && (sort.is_number() || sort.is_floating_point())
        };
        let leaves: Vec<TermId> = terms.iter().copied().filter(is_leaf).collect();
        let sorts = [Sort::Int, Sort::Long, Sort::Float, Sort::Double];
        let values = sorts.map(|sort| (sort, values_of(pool, terms, sort))).into();
        let size = conjuncts.iter().map(|conjunct| u64::from(pool.size(*conjunct))).sum();
        Search { pool, conjuncts, leaves, values, size, work: 0 }
    }

    fn is_exhausted(&self) -> bool {
        self.work >= MOST_WORK
    }

    /// Where the search begins: the given model, and all places at one value.
    fn starts(&self, start: &Model) -> Vec<Model> {
        let mut starts = vec![start.clone()];
        for everywhere in [0.0, 1.0, -1.5] {
            let mut model = start.clone();
            for leaf in &self.leaves {
                self.set(&mut model, Suggestion { term: *leaf, value: of_number(self.pool.sort(*leaf), everywhere) });
            }
            starts.push(model);
        }
        starts
    }

    /// How far the conjuncts are from holding; 0 where all do, none where one has no value.
    fn cost(&mut self, model: &Model) -> f64 {
        self.work = self.work.saturating_add(self.size);
        self.conjuncts.iter().map(|conjunct| distance::distance(self.pool, *conjunct, true, model)).sum()
    }

    fn place(&self, term: TermId, model: &Model) -> Option<Place> {
        match self.pool.node(term) {
            Node::Input(input, _) => Some(Place::Number(*input)),
            _ => selected_element(self.pool, term, model).map(|(input, index)| Place::Element(input, index)),
        }
    }

    /// Makes a model say a value; false where the place cannot have it.
    fn set(&self, model: &mut Model, suggestion: Suggestion) -> bool {
        let Suggestion { term, value } = suggestion;
        let (low, high) = self.pool.range(term);
        if value < low || value > high {
            return false;
        }
        match self.place(term, model) {
            Some(Place::Number(input)) => model.set(input, value),
            Some(Place::Element(input, index)) => model.set_element(input, index, value),
            None => return false,
        }
        true
    }

    /// Goes down from a model until all conjuncts hold, nothing helps, or the work is used up.
    fn improve(&mut self, mut model: Model) -> Option<Model> {
        let mut best = self.cost(&model);
        let mut detours = MOST_DETOURS;
        for _ in 0..MOST_ROUNDS {
            if best == 0.0 {
                return Some(model);
            }
            let better = self
                .better(&model, best, Self::solved)
                .or_else(|| self.better(&model, best, Self::known))
                .or_else(|| self.better(&model, best, Self::nearby));
            (best, model) = match better {
                Some(better) => better,
                None => {
                    detours = detours.checked_sub(1)?;
                    let worse = self.detour(&model)?;
                    (self.cost(&worse), worse)
                }
            };
        }
        (best == 0.0).then_some(model)
    }

    /// Where nothing helps as it is: the first conjunct that does not hold made to hold, whatever that costs the others.
    fn detour(&mut self, model: &Model) -> Option<Model> {
        let first = *self.failing(model).first()?;
        let mut found = Vec::new();
        inverse::suggest(self.pool, first, model, &mut found);
        for suggestion in found {
            let mut changed = model.clone();
            self.work = self.work.saturating_add(self.size);
            if self.set(&mut changed, suggestion) && evaluate_truth(self.pool, first, &changed) == Some(true) {
                return Some(changed);
            }
        }
        None
    }

    /// The best model that a way of suggesting leads to, if it is better than `best`.
    fn better(
        &mut self,
        model: &Model,
        best: f64,
        suggest: fn(&Self, &Model) -> Vec<Suggestion>,
    ) -> Option<(f64, Model)> {
        let mut found: Option<(f64, Model)> = None;
        for suggestion in suggest(self, model) {
            if self.is_exhausted() {
                break;
            }
            let mut changed = model.clone();
            if !self.set(&mut changed, suggestion) {
                continue;
            }
            let cost = self.cost(&changed);
            if cost < found.as_ref().map_or(best, |(cost, _)| *cost) {
                found = Some((cost, changed));
            }
            if cost == 0.0 {
                break;
            }
        }
        found
    }

    /// Values that make one side of a conjunct that does not hold what it should be, and their neighbours.
    fn solved(&self, model: &Model) -> Vec<Suggestion> {
        let mut found: Vec<Suggestion> = Vec::new();
        for conjunct in self.failing(model) {
            inverse::suggest(self.pool, conjunct, model, &mut found);
        }
        let mut all: Vec<Suggestion> = Vec::with_capacity(found.len() * 3);
        for suggestion in found {
            let [below, above] = neighbours(self.pool.sort(suggestion.term), suggestion.value);
            for value in [suggestion.value, below, above] {
                let next = Suggestion { value, ..suggestion };
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            if all.len() > 4 * MOST_VALUES {
                break;
            }
        }
        all
    }

    /// Constants of the conjuncts and boundary values, at every place of a conjunct that does not hold.
    fn known(&self, model: &Model) -> Vec<Suggestion> {
        let mut found = Vec::new();
        for term in self.failing_leaves(model) {
            let sort = self.pool.sort(term);
            let values = self.values.iter().find(|(of, _)| *of == sort).map(|(_, values)| values.as_slice());
            found.extend(values.unwrap_or_default().iter().map(|value| Suggestion { term, value: *value }));
        }
        found
    }

    /// Steps of growing size from where a place is.
    fn nearby(&self, model: &Model) -> Vec<Suggestion> {
        let mut found = Vec::new();
        for term in self.failing_leaves(model) {
            let sort = self.pool.sort(term);
            let Some(current) = evaluate(self.pool, term, model) else { continue };
            let at = ordered(sort, current);
            for exponent in (0..62).step_by(2) {
                let step = 1i64 << exponent;
                for moved in [at.checked_add(step), at.checked_sub(step)].into_iter().flatten() {
                    let value = distance::of_ordered(sort, moved);
                    found.extend(value.map(|value| Suggestion { term, value }));
                }
            }
            if sort.is_floating_point() {
                let value = number(sort, current);
                let scaled = [-value, value * 2.0, value / 2.0, value + 1.0, value - 1.0];
                found.extend(scaled.map(|value| Suggestion { term, value: of_number(sort, value) }));
            }
        }
        found
    }

    fn failing(&self, model: &Model) -> Vec<TermId> {
        let fails = |conjunct: &TermId| evaluate_truth(self.pool, *conjunct, model) != Some(true);
        self.conjuncts.iter().copied().filter(fails).collect()
    }

    fn failing_leaves(&self, model: &Model) -> Vec<TermId> {
        let failing = self.failing(model);
        let matters = |leaf: &TermId| {
            let inputs = self.pool.inputs(*leaf);
            failing.iter().any(|conjunct| self.pool.inputs(*conjunct).iter().any(|input| inputs.contains(input)))
        };
        self.leaves.iter().copied().filter(matters).collect()
    }
}

/// Numbers at which programs often change what they do.
const BOUNDARIES: [f64; 34] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    -0.5,
    0.1,
    0.01,
    1.5,
    2.5,
    3.0,
    10.0,
    100.0,
    1000.0,
    -100.0,
    1e6,
    1e9,
    1e-9,
    2_147_483_647.0,
    2_147_483_648.0,
    -2_147_483_648.0,
    -2_147_483_649.0,
    16_777_216.0,
    9_007_199_254_740_992.0,
    9_223_372_036_854_775_808.0,
    -9_223_372_036_854_775_808.0,
    1e300,
    -1e300,
    f64::MIN_POSITIVE,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// Constants of the terms with their neighbours, then boundary values, as values of a sort.
fn values_of(pool: &TermPool, terms: &[TermId], sort: Sort) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    let mut add = |value: i64| {
        if values.len() < MOST_VALUES && !values.contains(&value) {
            values.push(value);
        }
    };
    for term in terms {
        if let (Some(constant), of) = (pool.as_constant(*term), pool.sort(*term)) {
            let value = if of == sort { constant } else { of_number(sort, number(of, constant)) };
            let [below, above] = neighbours(sort, value);
            [value, below, above].into_iter().for_each(&mut add);
        }
    }
    BOUNDARIES.iter().map(|value| of_number(sort, *value)).for_each(&mut add);
    match sort {
        Sort::Float => [f32::MAX, f32::MIN, f32::from_bits(1)].map(|value| i64::from(value.to_bits())).map(add),
        Sort::Double => [f64::MAX, f64::MIN, f64::from_bits(1)].map(|value| value.to_bits() as i64).map(add),
        _ => [1, 0, -1].map(add),
    };
    values
}
