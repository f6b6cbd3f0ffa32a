//! A model of a path's condition, found loop after loop: the counters of one loop are settled before the next loop is
//! asked about, so that no question is about more than one or two loops. If a step has no model, it is asked again
//! together with the loop before it. Where loops are many this finds models quickly. That it finds none says nothing.

use super::decide::Spent;
use super::walk::{Record, Walker};
use crate::explore::Path;
use crate::formula::{Replacement, replaced};
use crate::solver::Answer;
use crate::term::{Domain, InputId, Model, Node, TermId, reachable};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Instant;

/// Iterations for which the condition of a loop is unfolded, one after the other.
const UNFOLDINGS: [u32; 4] = [1, 6, 12, 25];

/// What is settled before a loop is asked about.
#[derive(Clone, Default)]
struct Settled {
    /// Conditions, in which what is settled is replaced.
    conditions: Vec<TermId>,
    /// The numbers that counters and other unknowns of loops have.
    numbers: BTreeMap<InputId, i64>,
    replacement: Replacement,
}

impl Walker<'_, '_> {
    /// A model of the conditions of a path and of what they imply of the first iterations of its loops, if one is found.
    pub(super) fn loop_by_loop(
        &mut self,
        path: &Path<Record>,
        conditions: &[TermId],
        spent: &mut Spent,
    ) -> Option<Model> {
        let count = path.record.entered.len();
        let mut readable = self.readable_lengths(path);
        readable.extend(self.readable_numbers(conditions));
        let before = Settled { conditions: readable, ..Settled::default() };
        // What is settled before each loop, as far as one has come.
        let mut settled: Vec<Settled> = vec![before];
        let mut last = None;
        for number in 0..count {
            let mut found = None;
            for values in UNFOLDINGS {
                for first in [Some(number), number.checked_sub(1)].into_iter().flatten() {
                    let from = settled.get(first)?.clone();
                    found = self.settle_loops(path, conditions, (first, number, values), from, spent);
                    if found.is_some() {
                        break;
                    }
                }
                if found.is_some() {
                    break;
                }
            }
            let (next, model) = found?;
            settled.push(next);
            last = Some(model);
        }
        let mut model = last?;
        for (input, value) in &settled.last()?.numbers {
            model.set(*input, *value);
        }
        Some(model)
    }

    /// Settles some loops, the last of which are numbered; each may take so many iterations of each backbone.
    fn settle_loops(
        &mut self,
        path: &Path<Record>,
        conditions: &[TermId],
        (first, last, values): (usize, usize, u32),
        from: Settled,
        spent: &mut Spent,
    ) -> Option<(Settled, Model)> {
        let begun = Instant::now();
        let entered = &path.record.entered;
        let start = if first == 0 { 0 } else { entered.get(first)?.begin };
        let end = entered.get(last + 1).map_or(conditions.len(), |next| next.begin);
        let mut asked: Vec<TermId> = conditions.get(start..end)?.to_vec();
        // There is a formula for each counter.
        let skipped: usize = entered.iter().take(first).map(|entered| entered.counters.len()).sum();
        let counters: Vec<TermId> =
            entered.iter().take(last + 1).skip(first).flat_map(|entered| &entered.counters).map(|it| it.1).collect();
        let sort = self.counter_sort();
        for (counter, formula) in counters.iter().zip(path.record.formulas.iter().skip(skipped)) {
            asked.extend(self.unfolded(formula, values));
            let pool = &mut self.explorer.machine.pool;
            let most = pool.constant(sort, i64::from(values));
            asked.push(pool.less_or_equal(*counter, most));
        }
        let mut memo = FxHashMap::default();
        let pool = &mut self.explorer.machine.pool;
        let own = asked.into_iter().map(|term| replaced(pool, term, &from.replacement, &mut memo));
        let asked: Vec<TermId> = from.conditions.iter().copied().chain(own).collect();
        spent.unfolding += begun.elapsed();
        let begun = Instant::now();
        let answer = self.stepper.check(&mut self.explorer.machine.pool, &asked);
        spent.unfolded += begun.elapsed();
        let Answer::Satisfiable(model) = answer else { return None };
        let begun = Instant::now();
        let mut next = from;
        let pool = &mut self.explorer.machine.pool;
        let mut unknowns: BTreeMap<InputId, Domain> = BTreeMap::new();
        for term in &asked {
            for part in reachable(pool, *term) {
                if let Node::Input(input, domain) = *pool.node(part)
                    && input.is_of_loop()
                    && domain.sort().is_number()
                {
                    unknowns.insert(input, domain);
                }
            }
        }
        for (input, domain) in unknowns {
            let value = model.get(input);
            next.numbers.insert(input, value);
            next.replacement.insert(input, pool.constant(domain.sort(), value));
        }
        let mut memo = FxHashMap::default();
        next.conditions = asked.iter().map(|term| replaced(pool, *term, &next.replacement, &mut memo)).collect();
        next.conditions.retain(|term| pool.as_truth(*term) != Some(true));
        spent.unfolding += begun.elapsed();
        Some((next, model))
    }
}
