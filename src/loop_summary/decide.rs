//! Is there an input that takes a walked path? Its condition is unfolded for few iterations first, then for more (section 6), and
//! asked with its quantifiers too. "No" is a proof for this path; a model is an input, which a run then tries.

use super::accelerate::{LITTLE, MUCH};
use super::goal::Goal;
use super::run::Ran;
use super::unrolled::Unrolled;
use super::walk::{Record, Walker};
use crate::exec::State;
use crate::explore::Path;
use crate::formula::{Formula, Unfolding, unfold};
use crate::heap::Value;
use crate::program::MethodId;
use crate::solver::{Answer, check_formulas};
use crate::term::{Domain, InputId, Model, Node, TermId, TermPool, evaluate, reachable};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Iterations for which a condition is unfolded, one after the other.
const UNFOLDINGS: [u32; 5] = [0, 1, 6, 12, 25];
/// The same for loops within loops.
const UNFOLDED_WITHIN: u32 = 1;
/// Iterations of loops that are unrolled exactly, one after the other.
const UNROLLED: [u32; 3] = [6, 12, 18];
/// A condition about more loops than these is first asked loop by loop.
const FEW_LOOPS: usize = 2;
/// Numbers that one can read are not larger.
const READABLE: i64 = 128;
/// Arrays that one can read are not longer.
const LONGEST: i32 = 64;
/// Conjuncts of an unfolding.
const MOST_TERMS: usize = 4_000;
/// Z3's work for a formula with its quantifiers.
const QUANTIFIED_RESOURCES: u64 = 20_000;

/// What is known of a walked path.
pub(super) enum Decided {
    /// No input takes it.
    Impossible,
    /// This one reaches the goal.
    Reached(Box<Model>),
    /// A state at the goal that a search from such an input has come to.
    Found(Box<State>),
    /// This one may, after more instructions than were executed.
    Perhaps(Box<Model>),
    /// The condition has models, of which none was one; or the solver does not know.
    Open,
}

/// What deciding took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Unfolding formulas.
    pub unfolding: Duration,
    /// Deciding unfolded formulas.
    pub unfolded: Duration,
    /// Deciding formulas with their quantifiers.
    pub quantified: Duration,
    /// Running inputs.
    pub running: Duration,
}

impl Walker<'_, '_> {
    /// Whether an input takes a path to the goal.
    pub(super) fn decide(
        &mut self,
        path: &Path<Record>,
        (entry, arguments, goal): (MethodId, &[Value], &Goal),
        spent: &mut Spent,
    ) -> Decided {
        let conditions: Vec<TermId> = path.state.path.conditions.iter().copied().collect();
        let method = (entry, arguments, goal);
        let mut tried: Vec<Model> = Vec::new();
        if path.record.is_heap_unsure {
            // A model says little of what is in the heap.
            let begun = Instant::now();
            let found = self.accelerate(path, method, LITTLE);
            spent.running += begun.elapsed();
            if let Some(found) = found {
                return Decided::Found(found);
            }
        }
        if path.record.entered.len() > FEW_LOOPS
            && let Some(model) = self.loop_by_loop(path, &conditions, spent)
            && let Some(decided) = self.run_on(path, model, method, &mut tried, spent)
        {
            return decided;
        }
        let first = self.unfolded_condition(path, &conditions, &[], 1, spent);
        let begun = Instant::now();
        let answer = self.decider.check(&mut self.explorer.machine.pool, &first);
        spent.unfolded += begun.elapsed();
        let model = match answer {
            Answer::Unsatisfiable => return Decided::Impossible,
            Answer::Satisfiable(model) => Some(model),
            Answer::Unknown(_) => None,
        };
        let bounds = self.few_iterations(path, &first, model, spent);
        for values in UNFOLDINGS {
            // Within such bounds the unfolded condition is the whole one.
            let bounds: Vec<Option<u32>> = bounds.iter().map(|bound| bound.map(|bound| bound.max(values))).collect();
            let mut asked = self.unfolded_condition(path, &conditions, &bounds, values, spent);
            asked.extend(self.at_most(path, &bounds));
            asked.extend(self.readable_lengths(path));
            if let Some(decided) = self.attempt(path, &asked, &[], method, &mut tried, spent) {
                return decided;
            }
            if path.record.formulas.is_empty() {
                break;
            }
        }
        if let Some(decided) = self.attempt_unrolled(path, &conditions, method, &mut tried, spent) {
            return decided;
        }
        let more = self.unfolded_condition(path, &conditions, &[], 5, spent);
        if self.is_refuted(&more, spent) || self.refutes_quantified(path, &conditions, spent) {
            return Decided::Impossible;
        }
        if let Some(decided) = self.attempt(path, &more, &[], method, &mut tried, spent) {
            return decided;
        }
        let begun = Instant::now();
        let mut found = tried.first().and_then(|model| self.search_near(path, model, method, MUCH));
        if found.is_none() && !path.record.is_heap_unsure {
            found = self.accelerate(path, method, MUCH);
        }
        spent.running += begun.elapsed();
        match found {
            Some(found) => Decided::Found(found),
            None => Decided::Open,
        }
    }

    /// Whether it is shown that no input takes a path, whatever inputs may: none is looked for.
    pub(super) fn is_impossible(&mut self, path: &Path<Record>, spent: &mut Spent) -> bool {
        let conditions: Vec<TermId> = path.state.path.conditions.iter().copied().collect();
        let mut is_refuted = |walker: &mut Self, iterations: u32| {
            let asked = walker.unfolded_condition(path, &conditions, &[], iterations, spent);
            walker.is_refuted(&asked, spent)
        };
        self.denies_equality(&conditions)
            || is_refuted(self, 1)
            || is_refuted(self, 5)
            || self.refutes_quantified(path, &conditions, spent)
    }

    /// Whether two conditions say that numbers are the same, each that one is at most the other, and a third that they differ: for sums of
    /// counters, a solver takes long to see that.
    fn denies_equality(&mut self, conditions: &[TermId]) -> bool {
        let pool = &mut self.explorer.machine.pool;
        let said: FxHashSet<TermId> = conditions.iter().copied().collect();
        let denied = said.iter().filter_map(|term| match pool.node(*term) {
            Node::Not(inner) => Some(*inner),
            _ => None,
        });
        let not_less: FxHashSet<(TermId, TermId)> = denied
            .filter_map(|term| match pool.node(term) {
                Node::Less(smaller, larger) => Some((*smaller, *larger)),
                _ => None,
            })
            .collect();
        let mut equal = not_less.iter().filter(|(one, other)| one < other && not_less.contains(&(*other, *one)));
        equal.any(|(one, other)| said.contains(&pool.not_equal(*one, *other)))
    }

    /// For each counter of a path, few iterations that suffice as far as its condition says so far, one counter after the other;
    /// none where it takes many. The model is one of the condition.
    fn few_iterations(
        &mut self,
        path: &Path<Record>,
        asked: &[TermId],
        mut model: Option<Model>,
        spent: &mut Spent,
    ) -> Vec<Option<u32>> {
        let begun = Instant::now();
        let sort = self.counter_sort();
        let mut asked = asked.to_vec();
        let mut bounds = Vec::new();
        for entered in &path.record.entered {
            for (input, counter) in &entered.counters {
                let fitting = UNFOLDINGS.into_iter().find(|values| {
                    let pool = &mut self.explorer.machine.pool;
                    let most = pool.constant(sort, i64::from(*values));
                    asked.push(pool.less_or_equal(*counter, most));
                    // The last model may do, and then no other is needed.
                    if model.as_ref().is_some_and(|model| model.get(*input) <= i64::from(*values)) {
                        return true;
                    }
                    match self.decider.check(&mut self.explorer.machine.pool, &asked) {
                        Answer::Satisfiable(found) => {
                            model = Some(found);
                            true
                        }
                        _ => {
                            asked.pop();
                            false
                        }
                    }
                });
                bounds.push(fitting);
            }
        }
        spent.unfolded += begun.elapsed();
        bounds
    }

    /// What a path's condition implies of the first iterations of its loops: as many of each backbone as its bound says, else
    /// `values`.
    fn unfolded_condition(
        &mut self,
        path: &Path<Record>,
        conditions: &[TermId],
        bounds: &[Option<u32>],
        values: u32,
        spent: &mut Spent,
    ) -> Vec<TermId> {
        let begun = Instant::now();
        let mut asked = conditions.to_vec();
        // There is a formula for each counter.
        for (number, formula) in path.record.formulas.iter().enumerate() {
            let values = bounds.get(number).copied().flatten().unwrap_or(values);
            asked.extend(self.unfolded(formula, values));
        }
        spent.unfolding += begun.elapsed();
        asked
    }

    fn is_refuted(&mut self, asked: &[TermId], spent: &mut Spent) -> bool {
        let begun = Instant::now();
        let answer = self.decider.check(&mut self.explorer.machine.pool, asked);
        spent.unfolded += begun.elapsed();
        answer == Answer::Unsatisfiable
    }

    /// Tries an input that takes a path on which loops run a few times, and exactly as they do.
    fn attempt_unrolled(
        &mut self,
        path: &Path<Record>,
        conditions: &[TermId],
        method: (MethodId, &[Value], &Goal),
        tried: &mut Vec<Model>,
        spent: &mut Spent,
    ) -> Option<Decided> {
        if path.record.is_heap_unsure || path.record.entered.is_empty() {
            return None;
        }
        for iterations in UNROLLED {
            let begun = Instant::now();
            let unrolled = self.unrolled(path, conditions, iterations);
            spent.unfolding += begun.elapsed();
            let Unrolled { conditions, counters } = unrolled?;
            // Arrays that are no longer than the loops, if that will do.
            for longest in [i32::try_from(iterations).unwrap_or(LONGEST) + 1, LONGEST] {
                let mut asked = conditions.clone();
                asked.extend(self.lengths_within(path, longest));
                if let Some(decided) = self.attempt(path, &asked, &counters, method, tried, spent) {
                    return Some(decided);
                }
            }
        }
        None
    }

    /// Tries an input that satisfies conditions, preferably one with small numbers. In its model the counters are what terms are.
    fn attempt(
        &mut self,
        path: &Path<Record>,
        asked: &[TermId],
        counters: &[(InputId, TermId)],
        (entry, arguments, goal): (MethodId, &[Value], &Goal),
        tried: &mut Vec<Model>,
        spent: &mut Spent,
    ) -> Option<Decided> {
        let begun = Instant::now();
        let mut small = asked.to_vec();
        small.extend(self.readable_numbers(asked));
        let mut answer = self.decider.check(&mut self.explorer.machine.pool, &small);
        if !matches!(answer, Answer::Satisfiable(_)) {
            answer = self.decider.check(&mut self.explorer.machine.pool, asked);
        }
        spent.unfolded += begun.elapsed();
        let Answer::Satisfiable(mut model) = answer else { return None };
        for (counter, term) in counters {
            if let Some(count) = evaluate(&self.explorer.machine.pool, *term, &model) {
                model.set(*counter, count);
            }
        }
        self.run_on(path, model, (entry, arguments, goal), tried, spent)
    }

    /// Runs an input that was not tried yet.
    fn run_on(
        &mut self,
        path: &Path<Record>,
        model: Model,
        (entry, arguments, goal): (MethodId, &[Value], &Goal),
        tried: &mut Vec<Model>,
        spent: &mut Spent,
    ) -> Option<Decided> {
        if tried.contains(&model) {
            return None;
        }
        let begun = Instant::now();
        let state = self.beginning(path, &model, entry, arguments);
        let ran = self.run(state, goal);
        spent.running += begun.elapsed();
        tried.push(model.clone());
        match ran {
            Ran::Reached => Some(Decided::Reached(Box::new(model))),
            Ran::TooLong => Some(Decided::Perhaps(Box::new(model))),
            Ran::Elsewhere => None,
        }
    }

    /// Whether Z3 refutes the condition with its quantifiers.
    fn refutes_quantified(&mut self, path: &Path<Record>, conditions: &[TermId], spent: &mut Spent) -> bool {
        let begun = Instant::now();
        let mut formulas: Vec<Formula> = conditions.iter().map(|term| Formula::Term(*term)).collect();
        formulas.extend(path.record.formulas.iter().map(|formula| (**formula).clone()));
        let answer = check_formulas(&self.explorer.machine.pool, &formulas, QUANTIFIED_RESOURCES).answer;
        spent.quantified += begun.elapsed();
        answer == Answer::Unsatisfiable
    }

    /// What a formula implies of the first few iterations.
    pub(super) fn unfolded(&mut self, formula: &Formula, values: u32) -> Vec<TermId> {
        let first = self.own_count();
        let mut made: Vec<Domain> = Vec::new();
        let mut fresh = |pool: &mut TermPool, domain: Domain| {
            let id = InputId::of_loop(first + made.len() as u32);
            made.push(domain);
            pool.input(id, domain)
        };
        let mut unfolding = Unfolding { values, within: UNFOLDED_WITHIN, fresh: &mut fresh, most_terms: MOST_TERMS };
        let terms = unfold(&mut self.explorer.machine.pool, formula, &mut unfolding);
        for domain in made {
            self.fresh(domain);
        }
        terms
    }

    /// That the backbones of a path's loops are taken no more often than their bounds say.
    fn at_most(&mut self, path: &Path<Record>, bounds: &[Option<u32>]) -> Vec<TermId> {
        let sort = self.counter_sort();
        let counters = path.record.entered.iter().flat_map(|entered| &entered.counters);
        let mut found = Vec::new();
        for ((_, counter), bound) in counters.zip(bounds) {
            if let Some(bound) = bound {
                let pool = &mut self.explorer.machine.pool;
                let most = pool.constant(sort, i64::from(*bound));
                found.push(pool.less_or_equal(*counter, most));
            }
        }
        found
    }

    /// That the numbers which the method is given, as far as conditions mention them, are ones that one can read.
    pub(super) fn readable_numbers(&mut self, conditions: &[TermId]) -> Vec<TermId> {
        let pool = &mut self.explorer.machine.pool;
        let mut given: BTreeMap<InputId, TermId> = BTreeMap::new();
        for term in conditions.iter().flat_map(|term| reachable(pool, *term)) {
            if let Node::Input(input, Domain::Int | Domain::Long) = *pool.node(term)
                && !input.is_of_loop()
            {
                given.insert(input, term);
            }
        }
        let mut found = Vec::with_capacity(2 * given.len());
        for term in given.into_values() {
            let sort = pool.sort(term);
            let (low, high) = (pool.constant(sort, -READABLE), pool.constant(sort, READABLE));
            found.extend([pool.less_or_equal(low, term), pool.less_or_equal(term, high)]);
        }
        found
    }

    /// That arrays have a length that one can read.
    pub(super) fn readable_lengths(&mut self, path: &Path<Record>) -> Vec<TermId> {
        self.lengths_within(path, LONGEST)
    }

    /// That arrays are no longer than this.
    fn lengths_within(&mut self, path: &Path<Record>, longest: i32) -> Vec<TermId> {
        let mut found = Vec::new();
        let longest = self.explorer.machine.pool.int(longest);
        for number in 0..path.state.heap.object_count() as u32 {
            let object = crate::heap::ObjectId(number);
            if !path.state.heap.is_input(object) {
                continue;
            }
            let Some(length) = path.state.heap.array(object).map(|body| body.length) else { continue };
            let pool = &mut self.explorer.machine.pool;
            if matches!(pool.node(length), Node::Input(..)) {
                found.push(pool.less_or_equal(length, longest));
            }
        }
        found
    }
}
