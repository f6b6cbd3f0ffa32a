//! The iterated symbolic state: the values after some number of iterations of each backbone, by the rules of sections 3.1 and 4.
//! What a loop changes and no rule says keeps no value: it is unknown.

use super::summary::{Changed, Summary};
use super::walk::Walker;
use crate::formula::{Replacement, replaced};
use crate::solver::Answer;
use crate::term::{Arithmetic, Node, Sort, TermId, TermPool, evaluate};
use rustc_hash::FxHashMap;

impl Walker<'_, '_> {
    /// Finds what can be said of what a loop changes.
    pub(super) fn iterated_state(&mut self, summary: &mut Summary) {
        loop {
            let mut is_news = false;
            for position in 0..summary.changed.len() {
                if summary.iterated.get(position).is_some_and(Option::is_none)
                    && let Some(value) = self.iterated_value(summary, position)
                {
                    if let Some(place) = summary.iterated.get_mut(position) {
                        *place = Some(value);
                    }
                    is_news = true;
                }
            }
            if !is_news {
                return;
            }
        }
    }

    fn iterated_value(&mut self, summary: &Summary, position: usize) -> Option<TermId> {
        let changed = summary.changed.get(position)?.clone();
        let effects: Vec<TermId> = summary
            .backbones
            .iter()
            .map(|backbone| backbone.members.first().and_then(|member| member.effects.get(position)).copied())
            .collect::<Option<_>>()?;
        // Rule 1: nothing changes it.
        if effects.iter().all(|effect| *effect == changed.variable) {
            return Some(changed.entry);
        }
        let sort = self.explorer.machine.pool.sort(changed.variable);
        match sort {
            Sort::Int | Sort::Long => {
                if let Some(value) = self.by_steps(summary, &changed, position, &effects) {
                    return Some(value);
                }
                if let Some(value) = self.by_sums(summary, &changed, &effects) {
                    return Some(value);
                }
            }
            Sort::Contents(_) => {
                if let Some(value) = self.by_stores(summary, &changed, &effects) {
                    return Some(value);
                }
            }
            _ => {}
        }
        self.by_last_assignment(summary, &changed, &effects)
    }

    /// A term with what is known not to change in its place; none where something else of the loop is left in it.
    fn invariant(&mut self, summary: &Summary, term: TermId) -> Option<TermId> {
        let pool = &mut self.explorer.machine.pool;
        let is_counter = |pool: &TermPool, term: TermId| {
            pool.inputs(term).iter().any(|input| summary.counters.iter().any(|(counter, _)| counter == input))
        };
        let mut known = Replacement::default();
        for (changed, value) in summary.changed.iter().zip(&summary.iterated) {
            if let Some(value) = value
                && !is_counter(pool, *value)
            {
                known.insert(changed.input, *value);
            }
        }
        let term = replaced(pool, term, &known, &mut FxHashMap::default());
        pool.inputs(term).iter().all(|input| summary.scope.is_invariant(*input)).then_some(term)
    }

    /// Rule 2: every backbone adds something that does not change.
    fn by_steps(
        &mut self,
        summary: &Summary,
        changed: &Changed,
        position: usize,
        effects: &[TermId],
    ) -> Option<TermId> {
        let sort = self.explorer.machine.pool.sort(changed.variable);
        let mut value = changed.entry;
        for (number, effect) in effects.iter().enumerate() {
            let step = self.explorer.machine.pool.subtract(*effect, changed.variable);
            let step = match self.invariant(summary, step) {
                Some(step) => step,
                None => self.constant_step(summary, number, position)?,
            };
            let (_, counter) = *summary.counters.get(number)?;
            let count = self.counted(counter, sort);
            let pool = &mut self.explorer.machine.pool;
            let added = pool.multiply(step, count);
            value = pool.add(value, added);
        }
        Some(value)
    }

    /// Beyond the paper's rules: one backbone adds what grows by steps of its own, `a + b·κ`, and the others add nothing. After
    /// `κ` iterations that is `a·κ + b·κ(κ-1)/2`, modulo 2^32 or 2^64 as the number is.
    fn by_sums(&mut self, summary: &Summary, changed: &Changed, effects: &[TermId]) -> Option<TermId> {
        if self.arithmetic == Arithmetic::Math {
            return None;
        }
        let mut adding = (0..effects.len()).filter(|at| effects.get(*at) != Some(&changed.variable));
        let (at, None) = (adding.next()?, adding.next()) else { return None };
        let (counter_input, counter) = *summary.counters.get(at)?;
        let counter_sort = self.counter_sort();
        let pool = &mut self.explorer.machine.pool;
        let sort = pool.sort(changed.variable);
        let step = pool.subtract(*effects.get(at)?, changed.variable);
        let known: Replacement = summary
            .changed
            .iter()
            .zip(&summary.iterated)
            .filter_map(|(other, value)| value.map(|value| (other.input, value)))
            .collect();
        let step = replaced(pool, step, &known, &mut FxHashMap::default());
        let is_known = |input: &crate::term::InputId| summary.scope.is_invariant(*input) || *input == counter_input;
        if !pool.inputs(step).iter().all(is_known) {
            return None;
        }
        let mut after = |count: i64| {
            let count = pool.constant(counter_sort, count);
            replaced(pool, step, &Replacement::from_iter([(counter_input, count)]), &mut FxHashMap::default())
        };
        let (first, second) = (after(0), after(1));
        let growth = self.explorer.machine.pool.subtract(second, first);
        let count = self.counted(counter, sort);
        let pool = &mut self.explorer.machine.pool;
        // Only where the step is linear in the counter.
        let grown = pool.multiply(growth, count);
        let linear = pool.add(first, grown);
        let rest = pool.subtract(step, linear);
        if pool.as_constant(rest) != Some(0) {
            return None;
        }
        // κ(κ-1)/2 without a division: half of what is even, κ or κ-1, times the other.
        let one = pool.constant(counter_sort, 1);
        let shift = pool.int(1);
        let half = pool.shift_right(counter, shift);
        let odd = pool.and(counter, one);
        let less = pool.subtract(counter, one);
        let other = pool.add(less, odd);
        let (half, other) = (self.counted(half, sort), self.counted(other, sort));
        let pool = &mut self.explorer.machine.pool;
        let pairs = pool.multiply(half, other);
        let steps = pool.multiply(first, count);
        let more = pool.multiply(growth, pairs);
        let sum = pool.add(changed.entry, steps);
        Some(pool.add(sum, more))
    }

    /// What a backbone adds to a location wherever its conditions hold: a flag that was 1 and becomes 0 has -1 added.
    fn constant_step(&mut self, summary: &Summary, backbone: usize, position: usize) -> Option<TermId> {
        let changed = summary.changed.get(position)?;
        let sort = self.explorer.machine.pool.sort(changed.variable);
        let mut found: Option<i64> = None;
        for member in &summary.backbones.get(backbone)?.members {
            let pool = &mut self.explorer.machine.pool;
            let step = pool.subtract(*member.effects.get(position)?, changed.variable);
            let value = evaluate(pool, step, &member.model)?;
            if found.is_some_and(|found| found != value) {
                return None;
            }
            found = Some(value);
            let constant = pool.constant(sort, value);
            let differs = pool.not_equal(step, constant);
            let mut asked: Vec<TermId> = summary.context.clone();
            asked.extend(&member.conditions);
            asked.push(differs);
            if self.prover.check(&mut self.explorer.machine.pool, &asked) != Answer::Unsatisfiable {
                return None;
            }
        }
        found.map(|value| self.explorer.machine.pool.constant(sort, value))
    }

    /// Rules 3 and 4: the last iteration that assigns it decides.
    fn by_last_assignment(&mut self, summary: &Summary, changed: &Changed, effects: &[TermId]) -> Option<TermId> {
        let assigning: Vec<usize> =
            (0..effects.len()).filter(|at| effects.get(*at) != Some(&changed.variable)).collect();
        let mut values: Vec<TermId> = Vec::new();
        for at in &assigning {
            let effect = *effects.get(*at)?;
            let locals = summary.backbones.get(*at)?.members.iter().flat_map(|member| &member.locals);
            let locals: Vec<_> = locals.map(|(input, _)| *input).collect();
            if self.explorer.machine.pool.inputs(effect).iter().any(|input| locals.contains(input)) {
                return None;
            }
            values.push(effect);
        }
        let zero = self.explorer.machine.pool.constant(self.counter_sort(), 0);
        if let Some(first) = values.first().and_then(|value| self.invariant(summary, *value))
            && values.iter().all(|value| self.invariant(summary, *value) == Some(first))
        {
            let mut any = self.explorer.machine.pool.truth(false);
            for at in &assigning {
                let (_, counter) = *summary.counters.get(*at)?;
                let pool = &mut self.explorer.machine.pool;
                let is_positive = pool.less(zero, counter);
                any = pool.disjunction(any, is_positive);
            }
            return Some(self.explorer.machine.pool.if_then_else(any, first, changed.entry));
        }
        let ([at], [value]) = (assigning.as_slice(), values.as_slice()) else { return None };
        let (counter_input, counter) = *summary.counters.get(*at)?;
        let pool = &mut self.explorer.machine.pool;
        let mut known = Replacement::default();
        for (changed, value) in summary.changed.iter().zip(&summary.iterated) {
            if let Some(value) = value {
                known.insert(changed.input, *value);
            }
        }
        let value = replaced(pool, *value, &known, &mut FxHashMap::default());
        let is_known = |input: &crate::term::InputId| summary.scope.is_invariant(*input) || *input == counter_input;
        if !pool.inputs(value).iter().all(is_known) {
            return None;
        }
        let minus_one = pool.constant(pool.sort(counter), -1);
        let before = pool.add(counter, minus_one);
        let value =
            replaced(pool, value, &Replacement::from_iter([(counter_input, before)]), &mut FxHashMap::default());
        let is_positive = pool.less(zero, counter);
        Some(pool.if_then_else(is_positive, value, changed.entry))
    }

    /// Arrays that one backbone fills with zeros, or with the elements of another array, one after the other.
    fn by_stores(&mut self, summary: &Summary, changed: &Changed, effects: &[TermId]) -> Option<TermId> {
        let mut writing = (0..effects.len()).filter(|at| effects.get(*at) != Some(&changed.variable));
        let (at, None) = (writing.next()?, writing.next()) else { return None };
        let pool = &mut self.explorer.machine.pool;
        let Node::Store(inner, index, stored) = *pool.node(*effects.get(at)?) else { return None };
        if inner != changed.variable {
            return None;
        }
        let member = summary.backbones.get(at)?.members.first()?;
        let after: Replacement =
            summary.changed.iter().zip(&member.effects).map(|(changed, effect)| (changed.input, *effect)).collect();
        let next = replaced(pool, index, &after, &mut FxHashMap::default());
        let step = pool.subtract(next, index);
        let step = pool.as_constant(step)?;
        let offset = match *pool.node(stored) {
            Node::Select(_, place) => pool.subtract(place, index),
            _ => pool.int(0),
        };
        pool.as_constant(offset)?;
        let mut known = Replacement::default();
        for (other, value) in summary.changed.iter().zip(&summary.iterated) {
            if let Some(value) = value {
                known.insert(other.input, *value);
            }
        }
        let mut memo = FxHashMap::default();
        let index = replaced(pool, index, &known, &mut memo);
        let stored = replaced(pool, stored, &known, &mut memo);
        let (counter_input, counter) = *summary.counters.get(at)?;
        let is_known = |input: &crate::term::InputId| summary.scope.is_invariant(*input) || *input == counter_input;
        if !pool.inputs(index).iter().all(is_known) || !pool.inputs(stored).iter().all(is_known) {
            return None;
        }
        let at_first = match step {
            1 => pool.constant(pool.sort(counter), 0),
            -1 => {
                let minus_one = pool.constant(pool.sort(counter), -1);
                pool.add(counter, minus_one)
            }
            _ => return None,
        };
        let lowest =
            replaced(pool, index, &Replacement::from_iter([(counter_input, at_first)]), &mut FxHashMap::default());
        let kind = pool.element_kind(changed.variable);
        let (source, source_from) = match *pool.node(stored) {
            Node::Constant(_, 0) => (pool.zeroed(kind), pool.int(0)),
            Node::Select(source, _) if pool.element_kind(source) == kind => {
                if pool.inputs(source).contains(&counter_input) {
                    return None;
                }
                (source, pool.add(lowest, offset))
            }
            _ => return None,
        };
        let length = self.counted(counter, Sort::Int);
        Some(self.explorer.machine.pool.copy(changed.entry, lowest, source, source_from, length))
    }

    /// The sort of counters.
    pub(super) fn counter_sort(&self) -> Sort {
        self.counter_domain().sort()
    }

    /// A counter as a number of a sort, as the steps of a loop add it up.
    pub(super) fn counted(&mut self, counter: TermId, sort: Sort) -> TermId {
        let pool = &mut self.explorer.machine.pool;
        match (self.arithmetic, sort) {
            (Arithmetic::Java, Sort::Int) => pool.long_to_int(counter),
            (Arithmetic::Math, Sort::Long) => pool.int_to_long(counter),
            _ => counter,
        }
    }
}
