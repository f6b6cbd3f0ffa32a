//! What holds whenever an iteration begins, whatever the order of the iterations. Begins as guesses; those that the first state or
//! some iteration breaks are dropped, until what is left is preserved by every path through the body.
//!
//! Here belongs what wrap-around makes necessary: that a number is exactly, and not only modulo 2^32, what its steps add up to;
//! and what the paper's conditions leave out: how often backbones alternate. A condition that one backbone makes true and another
//! makes false again, counted as 0 or 1, is itself a number that changes by steps.

use super::summary::{Location, Summary};
use super::walk::Walker;
use crate::formula::{Replacement, replaced};
use crate::solver::{Answer, Unknown, is_linear};
use crate::term::{Arithmetic, InputId, Model, Node, Sort, TermId, TermPool, evaluate, evaluate_truth, reachable};
use rustc_hash::{FxHashMap, FxHashSet};

/// Guesses beyond these are not made.
const MOST_GUESSES: usize = 64;
/// Beyond these not either, where it is also guessed that numbers stay below constants.
const MOST_WITH_LIMITS: usize = 96;
/// Constants that numbers are guessed to stay below, and the largest of them.
const MOST_LIMITS: usize = 4;
const LARGEST_LIMIT: u64 = 1 << 40;
/// Conditions that guesses are made of.
const MOST_ATOMS: usize = 16;
/// Models by which one path may break guesses.
const MOST_MODELS: usize = 64;

impl Walker<'_, '_> {
    /// Finds what holds at a loop's head.
    pub(super) fn find_invariants(&mut self, summary: &mut Summary) {
        let mut guesses = self.guesses(summary);
        let initial = self.initially(summary);
        let context = summary.context.clone();
        self.drop_broken(&context, &[], &mut guesses, &initial, None);
        loop {
            let before = guesses.len();
            for number in 0..summary.backbones.len() {
                let Some(backbone) = summary.backbones.get(number) else { break };
                for member in backbone.members.clone() {
                    let mut assumed = summary.context.clone();
                    assumed.extend(self.counter_ranges(summary));
                    assumed.extend(&member.conditions);
                    let after = self.after(summary, number, &member.effects);
                    self.drop_broken(&assumed, &guesses.clone(), &mut guesses, &after, Some(&member.model));
                }
            }
            if guesses.len() == before {
                break;
            }
        }
        summary.invariants = guesses;
    }

    /// That the generic counters are within their range.
    pub(super) fn counter_ranges(&mut self, summary: &Summary) -> Vec<TermId> {
        summary.counters.iter().flat_map(|(_, counter)| self.range_of(*counter)).collect()
    }

    /// That a counter is not negative, and that no loop runs 2^62 times: a thousand million iterations a second take a century for it.
    pub(super) fn range_of(&mut self, counter: TermId) -> Vec<TermId> {
        let sort = self.counter_sort();
        let pool = &mut self.explorer.machine.pool;
        let zero = pool.constant(sort, 0);
        let mut found = vec![pool.less_or_equal(zero, counter)];
        if self.arithmetic == Arithmetic::Java {
            let most = pool.constant(sort, 1 << 62);
            found.push(pool.less(counter, most));
        }
        found
    }

    /// The first state.
    fn initially(&mut self, summary: &Summary) -> Replacement {
        let sort = self.counter_sort();
        let zero = self.explorer.machine.pool.constant(sort, 0);
        let values = summary.changed.iter().map(|changed| (changed.input, changed.entry));
        values.chain(summary.counters.iter().map(|(counter, _)| (*counter, zero))).collect()
    }

    /// The state after an iteration.
    fn after(&mut self, summary: &Summary, backbone: usize, effects: &[TermId]) -> Replacement {
        let sort = self.counter_sort();
        let pool = &mut self.explorer.machine.pool;
        let one = pool.constant(sort, 1);
        let values = summary.changed.iter().zip(effects).map(|(changed, effect)| (changed.input, *effect));
        let mut after: Replacement = values.collect();
        if let Some((counter, term)) = summary.counters.get(backbone) {
            after.insert(*counter, pool.add(*term, one));
        }
        after
    }

    /// Drops the guesses that may not hold in the state that `state` makes of them, where `assumed` and `before` hold.
    fn drop_broken(
        &mut self,
        assumed: &[TermId],
        before: &[TermId],
        guesses: &mut Vec<TermId>,
        state: &Replacement,
        model: Option<&Model>,
    ) {
        let mut memo = FxHashMap::default();
        let mut open: Vec<(TermId, TermId)> = Vec::with_capacity(guesses.len());
        for guess in guesses.iter() {
            open.push((*guess, replaced(&mut self.explorer.machine.pool, *guess, state, &mut memo)));
        }
        let mut base = assumed.to_vec();
        base.extend(before);
        if let Some(model) = model
            && base.iter().all(|term| evaluate_truth(&self.explorer.machine.pool, *term, model) == Some(true))
        {
            open.retain(|(_, claim)| evaluate_truth(&self.explorer.machine.pool, *claim, model) == Some(true));
        }
        // What follows without products is found without them.
        let pool = &self.explorer.machine.pool;
        let linear: Vec<TermId> = base.iter().copied().filter(|term| is_light(pool, *term)).collect();
        for _ in 0..MOST_MODELS {
            let pool = &mut self.explorer.machine.pool;
            let mut all = pool.truth(true);
            for (_, claim) in &open {
                all = pool.conjunction(all, *claim);
            }
            let broken = pool.not(all);
            if pool.as_truth(broken) == Some(false) {
                *guesses = open.into_iter().map(|(guess, _)| guess).collect();
                return;
            }
            match self.counterexample(&linear, &base, broken) {
                Answer::Unsatisfiable => {
                    *guesses = open.into_iter().map(|(guess, _)| guess).collect();
                    return;
                }
                Answer::Satisfiable(model) => {
                    let pool = &self.explorer.machine.pool;
                    let kept = open.len();
                    open.retain(|(_, claim)| evaluate_truth(pool, *claim, &model) == Some(true));
                    if open.len() == kept {
                        break;
                    }
                }
                // One by one, what the solver can say of each.
                Answer::Unknown(_) => break,
            }
        }
        let mut kept = Vec::new();
        for (guess, claim) in open {
            let broken = self.explorer.machine.pool.not(claim);
            if self.counterexample(&linear, &base, broken) == Answer::Unsatisfiable {
                kept.push(guess);
            }
        }
        *guesses = kept;
    }

    /// Whether something holds beside conditions, of which some are asked alone first. Nothing is asked where the budget is spent.
    fn counterexample(&mut self, some: &[TermId], all: &[TermId], broken: TermId) -> Answer {
        if self.has_asked_enough() {
            return Answer::Unknown(Unknown::Solver("budget of work used up".into()));
        }
        let pool = &mut self.explorer.machine.pool;
        if some.len() < all.len() && is_light(pool, broken) {
            let asked: Vec<TermId> = some.iter().copied().chain([broken]).collect();
            // Products seldom exclude what is not excluded without them, and take long.
            return self.prover.check(pool, &asked);
        }
        let asked: Vec<TermId> = all.iter().copied().chain([broken]).collect();
        self.prover.check(pool, &asked)
    }

    fn guesses(&mut self, summary: &Summary) -> Vec<TermId> {
        let mut guesses = Vec::new();
        self.guess_exactness(summary, &mut guesses);
        self.guess_alternation(summary, &mut guesses);
        self.guess_remainders(summary, &mut guesses);
        self.guess_bounds(summary, &mut guesses);
        self.guess_from_conditions(summary, &mut guesses);
        self.keep_some(&mut guesses, MOST_GUESSES);
        if self.guesses_limits {
            self.guess_limits(summary, &mut guesses);
            self.keep_some(&mut guesses, MOST_WITH_LIMITS);
        }
        guesses
    }

    /// Keeps the first so many guesses that say something and differ.
    fn keep_some(&self, guesses: &mut Vec<TermId>, most: usize) {
        let mut met = FxHashSet::default();
        guesses.retain(|guess| self.explorer.machine.pool.as_truth(*guess).is_none() && met.insert(*guess));
        guesses.truncate(most);
    }

    /// An int is exactly what its steps add up to.
    fn guess_exactness(&mut self, summary: &Summary, guesses: &mut Vec<TermId>) {
        if self.arithmetic == Arithmetic::Math {
            return;
        }
        for (position, changed) in summary.changed.iter().enumerate() {
            if self.explorer.machine.pool.sort(changed.variable) != Sort::Int {
                continue;
            }
            let mut exact = self.explorer.machine.pool.int_to_long(changed.entry);
            let mut is_known = true;
            for (number, backbone) in summary.backbones.iter().enumerate() {
                let Some(member) = backbone.members.first() else { continue };
                let (Some(effect), Some((_, counter))) = (member.effects.get(position), summary.counters.get(number))
                else {
                    continue;
                };
                let pool = &mut self.explorer.machine.pool;
                let step = pool.subtract(*effect, changed.variable);
                let step = match pool.inputs(step).iter().all(|input| summary.scope.is_invariant(*input)) {
                    true => Some(step),
                    false => evaluate(pool, step, &member.model).map(|value| pool.constant(Sort::Int, value)),
                };
                let Some(step) = step else {
                    is_known = false;
                    continue;
                };
                let step = pool.int_to_long(step);
                let added = pool.multiply(step, *counter);
                exact = pool.add(exact, added);
            }
            if is_known && summary.iterated.get(position).is_some_and(Option::is_some) {
                let pool = &mut self.explorer.machine.pool;
                let value = pool.int_to_long(changed.variable);
                guesses.push(pool.equal(value, exact));
            }
        }
    }

    /// A condition that iterations make true or false, as 0 or 1, is what it was at first and what each backbone adds to it.
    fn guess_alternation(&mut self, summary: &Summary, guesses: &mut Vec<TermId>) {
        let initial = self.initially(summary);
        let counter_sort = self.counter_sort();
        let mut atoms: Vec<TermId> = self.atoms(summary).into_iter().map(|(atom, _)| atom).collect();
        atoms.dedup();
        for atom in atoms {
            let mut steps = Vec::with_capacity(summary.backbones.len());
            for (number, backbone) in summary.backbones.iter().enumerate() {
                let mut step = None;
                for member in &backbone.members {
                    let after = self.after(summary, number, &member.effects);
                    let pool = &mut self.explorer.machine.pool;
                    let then = replaced(pool, atom, &after, &mut FxHashMap::default());
                    let value = |term| evaluate_truth(pool, term, &member.model).map(i64::from);
                    let (Some(now), Some(then)) = (value(atom), value(then)) else { continue };
                    step = Some(then - now);
                }
                steps.push(step.unwrap_or(0));
            }
            if steps.iter().all(|step| *step == 0) {
                continue;
            }
            let pool = &mut self.explorer.machine.pool;
            let (zero, one) = (pool.constant(counter_sort, 0), pool.constant(counter_sort, 1));
            let at_first = replaced(pool, atom, &initial, &mut FxHashMap::default());
            let value = pool.if_then_else(atom, one, zero);
            let mut sum = pool.if_then_else(at_first, one, zero);
            for (step, (_, counter)) in steps.iter().zip(&summary.counters) {
                let step = pool.constant(counter_sort, *step);
                let added = pool.multiply(step, *counter);
                sum = pool.add(sum, added);
            }
            guesses.push(pool.equal(value, sum));
        }
    }

    /// Where no rule says a number, its low bits may still stay as they were.
    fn guess_remainders(&mut self, summary: &Summary, guesses: &mut Vec<TermId>) {
        for (changed, value) in summary.changed.iter().zip(&summary.iterated) {
            let sort = self.explorer.machine.pool.sort(changed.variable);
            if value.is_some() || !sort.is_number() {
                continue;
            }
            for mask in [1, 3] {
                let pool = &mut self.explorer.machine.pool;
                let difference = pool.subtract(changed.variable, changed.entry);
                let (mask, zero) = (pool.constant(sort, mask), pool.constant(sort, 0));
                let low = pool.and(difference, mask);
                guesses.push(pool.equal(low, zero));
            }
        }
    }

    /// Numbers do not leave the range that their first value and constants that are assigned span, or go one way only.
    fn guess_bounds(&mut self, summary: &Summary, guesses: &mut Vec<TermId>) {
        for (position, changed) in summary.changed.iter().enumerate() {
            let sort = self.explorer.machine.pool.sort(changed.variable);
            if !sort.is_number() {
                continue;
            }
            let pool = &mut self.explorer.machine.pool;
            let mut ends = vec![changed.entry];
            for backbone in &summary.backbones {
                for effect in backbone.members.iter().filter_map(|member| member.effects.get(position)) {
                    if pool.as_constant(*effect).is_some() && !ends.contains(effect) {
                        ends.push(*effect);
                    }
                }
            }
            let zero = pool.constant(sort, 0);
            if !ends.contains(&zero) {
                ends.push(zero);
            }
            if matches!(changed.location, Location::Local(_)) && ends.len() > 5 {
                ends.truncate(5);
            }
            for end in ends {
                guesses.push(pool.less_or_equal(end, changed.variable));
                guesses.push(pool.less_or_equal(changed.variable, end));
            }
        }
    }

    /// Numbers stay between the constants that iterations compute and compare with, and below what they are divided by.
    fn guess_limits(&mut self, summary: &Summary, guesses: &mut Vec<TermId>) {
        let pool = &self.explorer.machine.pool;
        let members = summary.backbones.iter().flat_map(|backbone| &backbone.members);
        let said: Vec<TermId> =
            members.flat_map(|member| member.conditions.iter().chain(&member.effects)).copied().collect();
        let parts: FxHashSet<TermId> = said.into_iter().flat_map(|term| reachable(pool, term)).collect();
        let mut constants: Vec<(i64, Sort)> =
            parts.iter().filter_map(|part| Some((pool.as_constant(*part)?, pool.sort(*part)))).collect();
        constants.retain(|(value, sort)| sort.is_number() && value.unsigned_abs() <= LARGEST_LIMIT);
        constants.sort_unstable_by_key(|(value, _)| (value.unsigned_abs(), *value));
        constants.dedup_by_key(|(value, _)| value.unsigned_abs());
        constants.truncate(MOST_LIMITS);
        let is_divisor = |part: &TermId| match pool.node(*part) {
            Node::Remainder(_, divisor) if pool.as_constant(*divisor).is_none() => {
                pool.inputs(*divisor).iter().all(|input| summary.scope.is_invariant(*input)).then_some(*divisor)
            }
            _ => None,
        };
        let mut divisors: Vec<TermId> = parts.iter().filter_map(is_divisor).collect();
        divisors.sort_unstable();
        divisors.dedup();
        for changed in &summary.changed {
            let sort = self.explorer.machine.pool.sort(changed.variable);
            if !sort.is_number() {
                continue;
            }
            for (value, of) in constants.iter().filter(|(_, of)| *of == sort) {
                let most = value.abs();
                let pool = &mut self.explorer.machine.pool;
                let [above, at, below, least] =
                    [most.saturating_add(1), most, -most, most.saturating_neg().saturating_add(1)]
                        .map(|end| pool.constant(*of, end));
                guesses.push(pool.less(changed.variable, at));
                guesses.push(pool.less(changed.variable, above));
                guesses.push(pool.less_or_equal(least, changed.variable));
                guesses.push(pool.less_or_equal(below, changed.variable));
            }
            for divisor in &divisors {
                if self.explorer.machine.pool.sort(*divisor) == sort {
                    guesses.push(self.explorer.machine.pool.less(changed.variable, *divisor));
                }
            }
        }
    }

    /// What a condition says before an iteration holds after it but for a step, and as soon as there was one.
    fn guess_from_conditions(&mut self, summary: &Summary, guesses: &mut Vec<TermId>) {
        let sort = self.counter_sort();
        let pool = &mut self.explorer.machine.pool;
        let zero = pool.constant(sort, 0);
        let mut none_yet = pool.truth(true);
        for (_, counter) in &summary.counters {
            let is_zero = pool.equal(*counter, zero);
            none_yet = pool.conjunction(none_yet, is_zero);
        }
        for (atom, holds) in self.atoms(summary) {
            let pool = &mut self.explorer.machine.pool;
            let Node::Less(smaller, larger) = *pool.node(atom) else { continue };
            let claims = match holds {
                true => [atom, pool.less_or_equal(smaller, larger)],
                false => {
                    let one = pool.constant(pool.sort(smaller), 1);
                    let next = pool.add(smaller, one);
                    [pool.less_or_equal(larger, smaller), pool.less_or_equal(larger, next)]
                }
            };
            for claim in claims {
                guesses.push(claim);
                guesses.push(pool.disjunction(none_yet, claim));
            }
        }
    }

    /// The conditions of the paths through the body that are about nothing but the state at its beginning, and whether they hold on
    /// the path.
    fn atoms(&self, summary: &Summary) -> Vec<(TermId, bool)> {
        let pool = &self.explorer.machine.pool;
        let mut found: Vec<(TermId, bool)> = Vec::new();
        let is_about_state = |term: TermId| {
            let inputs = pool.inputs(term);
            let is_state = |input: &InputId| {
                summary.scope.is_invariant(*input) || summary.changed.iter().any(|changed| changed.input == *input)
            };
            inputs.iter().all(is_state)
                && inputs.iter().any(|input| summary.changed.iter().any(|changed| changed.input == *input))
        };
        for member in summary.backbones.iter().flat_map(|backbone| &backbone.members) {
            let mut open: Vec<(TermId, bool)> = member.conditions.iter().rev().map(|term| (*term, true)).collect();
            while let Some((term, holds)) = open.pop() {
                match pool.node(term) {
                    Node::Not(inner) => open.push((*inner, !holds)),
                    Node::Conjunction(parts) => open.extend(parts.iter().rev().map(|part| (*part, holds))),
                    Node::Less(..) | Node::Equal(..)
                        if is_about_state(term)
                            && is_plain(pool, term)
                            && is_linear(pool, &[term])
                            && !found.contains(&(term, holds)) =>
                    {
                        found.push((term, holds));
                    }
                    _ => {}
                }
            }
        }
        found.truncate(MOST_ATOMS);
        found
    }
}

/// Whether a condition mentions no elements of arrays, of which there is little to say in general.
fn is_plain(pool: &TermPool, term: TermId) -> bool {
    reachable(pool, term).into_iter().all(|part| !matches!(pool.sort(part), Sort::Contents(_) | Sort::Text))
}

/// Whether a condition is worth asking with others: it is linear, or about texts, whose lengths bound counters.
fn is_light(pool: &TermPool, condition: TermId) -> bool {
    is_linear(pool, &[condition]) || reachable(pool, condition).iter().any(|term| pool.sort(*term) == Sort::Text)
}
