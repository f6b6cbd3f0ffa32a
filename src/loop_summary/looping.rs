//! Looping conditions: what holds of the counters when each backbone was taken so many times (section 3.1), and the path that has
//! gone through the loop.

use super::summary::{Member, Summary, copy_value, forget_dead};
use super::walk::{Record, Walker};
use crate::explore::Path;
use crate::formula::{Formula, Replacement, replaced};
use crate::program::MethodId;
use crate::term::{Domain, InputId, Model, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A loop that a path has been through.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    /// The method.
    pub(super) method: MethodId,
    /// The instruction that the loop begins with.
    pub(super) head: u32,
    /// How many conditions the path had before it.
    pub(super) begin: usize,
    /// How many with what its summary says.
    pub(super) end: usize,
    /// How often each of its backbones was taken.
    pub(super) counters: Vec<(InputId, TermId)>,
    /// What stands for values that it leaves, by the position of what it changes: where no rule says them.
    pub(super) left: Vec<(InputId, usize)>,
    /// What is known of it.
    pub(super) summary: Rc<Summary>,
}

/// A state at a loop's head after so many iterations.
struct At {
    replacement: Replacement,
    /// Values that no rule says.
    unknown: Vec<(InputId, Domain)>,
}

/// A path through the body of a loop in a state at its head.
struct MemberAt {
    conditions: Vec<TermId>,
    /// What loops within it say.
    formulas: Vec<Formula>,
    /// Its unknowns.
    own: Vec<(InputId, Domain)>,
    replacement: Replacement,
}

impl Walker<'_, '_> {
    /// The state after so many iterations; a value that no rule says is an unknown of its own.
    fn at(&mut self, summary: &Summary, counters: &[TermId]) -> At {
        let mut replacement: Replacement =
            summary.counters.iter().zip(counters).map(|((counter, _), term)| (*counter, *term)).collect();
        let mut memo = FxHashMap::default();
        let mut unknown = Vec::new();
        let mut values = Vec::with_capacity(summary.changed.len());
        for (changed, value) in summary.changed.iter().zip(&summary.iterated) {
            values.push(match value {
                Some(value) => replaced(&mut self.explorer.machine.pool, *value, &replacement, &mut memo),
                None => {
                    let (input, term) = self.fresh(changed.domain);
                    unknown.push((input, changed.domain));
                    term
                }
            });
        }
        replacement.extend(summary.changed.iter().map(|changed| changed.input).zip(values));
        At { replacement, unknown }
    }

    /// Terms with others in the place of inputs.
    pub(super) fn placed(&mut self, terms: &[TermId], replacement: &Replacement) -> Vec<TermId> {
        let mut memo = FxHashMap::default();
        let pool = &mut self.explorer.machine.pool;
        terms.iter().map(|term| replaced(pool, *term, replacement, &mut memo)).collect()
    }

    /// A path through the body in a state, with unknowns of its own: the conditions, what loops within it say, and the unknowns.
    fn member_at(&mut self, member: &Member, at: &At) -> MemberAt {
        let mut replacement = at.replacement.clone();
        let mut own = Vec::with_capacity(member.locals.len());
        for (local, domain) in &member.locals {
            let (input, term) = self.fresh(*domain);
            own.push((input, *domain));
            replacement.insert(*local, term);
        }
        let conditions = self.placed(&member.conditions, &replacement);
        let formulas =
            member.formulas.iter().map(|formula| formula.replace(&mut self.explorer.machine.pool, &replacement));
        let formulas = formulas.collect();
        MemberAt { conditions, formulas, own, replacement }
    }

    /// For each backbone: in each of its iterations its conditions held, for some number of iterations of the others before it.
    fn looping_condition(&mut self, summary: &Summary, counters: &[TermId]) -> Vec<Formula> {
        let domain = self.counter_domain();
        let zero = self.zero_count();
        let mut found = Vec::new();
        for (number, backbone) in summary.backbones.iter().enumerate() {
            let Some(limit) = counters.get(number).copied() else { continue };
            let moments: Vec<(InputId, TermId)> = counters.iter().map(|_| self.fresh(domain)).collect();
            let Some((this, moment)) = moments.get(number).copied() else { continue };
            let terms: Vec<TermId> = moments.iter().map(|(_, term)| *term).collect();
            let at = self.at(summary, &terms);
            let mut parts: Vec<Formula> = Vec::new();
            let mut bound: Vec<(InputId, Domain)> = at.unknown.clone();
            for ((input, term), limit) in moments.iter().zip(counters) {
                if *input == this {
                    continue;
                }
                bound.push((*input, domain));
                let pool = &mut self.explorer.machine.pool;
                let (low, high) = (pool.less_or_equal(zero, *term), pool.less_or_equal(*term, *limit));
                parts.extend([Formula::Term(low), Formula::Term(high)]);
            }
            parts.extend(self.placed(&summary.invariants, &at.replacement).into_iter().map(Formula::Term));
            let mut ways = Vec::with_capacity(backbone.members.len());
            for member in &backbone.members {
                let MemberAt { conditions, formulas, own, .. } = self.member_at(member, &at);
                let held = conditions.into_iter().map(Formula::Term).chain(formulas);
                ways.push(Formula::exists(own, Formula::all(held)));
            }
            match ways.len() {
                1 => parts.extend(ways),
                _ => parts.push(Formula::Or(ways)),
            }
            let pool = &mut self.explorer.machine.pool;
            let (from, to) = (pool.less_or_equal(zero, moment), pool.less(moment, limit));
            let within = pool.conjunction(from, to);
            let held = Formula::exists(bound, Formula::all(parts));
            found.push(Formula::for_all(vec![(this, domain)], Formula::implies(Formula::Term(within), held)));
        }
        found
    }

    fn zero_count(&mut self) -> TermId {
        let sort = self.counter_sort();
        self.explorer.machine.pool.constant(sort, 0)
    }

    /// That there was no iteration, or a last one after which the state is what it is.
    fn last_iteration(&mut self, summary: &Summary, counters: &[TermId], end: &At) -> TermId {
        let zero = self.zero_count();
        let minus_one = {
            let sort = self.counter_sort();
            self.explorer.machine.pool.constant(sort, -1)
        };
        let mut any = self.explorer.machine.pool.truth(true);
        for counter in counters {
            let pool = &mut self.explorer.machine.pool;
            let is_zero = pool.equal(*counter, zero);
            any = pool.conjunction(any, is_zero);
        }
        for (number, backbone) in summary.backbones.iter().enumerate() {
            let Some(counter) = counters.get(number).copied() else { continue };
            let pool = &mut self.explorer.machine.pool;
            let is_positive = pool.less(zero, counter);
            let mut before = counters.to_vec();
            if let Some(place) = before.get_mut(number) {
                *place = pool.add(counter, minus_one);
            }
            let at = self.at(summary, &before);
            let mut common = vec![is_positive];
            common.extend(self.placed(&summary.invariants, &at.replacement));
            for member in &backbone.members {
                let MemberAt { conditions, replacement, .. } = self.member_at(member, &at);
                let effects = self.placed(&member.effects, &replacement);
                let mut parts = common.clone();
                parts.extend(conditions);
                for ((changed, value), effect) in summary.changed.iter().zip(&summary.iterated).zip(effects) {
                    let pool = &mut self.explorer.machine.pool;
                    // Where a rule says the value, the effect is part of it; contents have no equality.
                    if value.is_none()
                        && !matches!(changed.domain, Domain::Contents(_))
                        && let Some(after) = end.replacement.get(&changed.input)
                    {
                        parts.push(pool.equal(*after, effect));
                    }
                }
                let pool = &mut self.explorer.machine.pool;
                let mut all = pool.truth(true);
                for part in parts {
                    all = pool.conjunction(all, part);
                }
                any = pool.disjunction(any, all);
            }
        }
        any
    }

    /// The path at the head of a loop after some number of iterations; none where there is none.
    pub(super) fn apply(&mut self, mut path: Path<Record>, summary: &Rc<Summary>) -> Vec<Path<Record>> {
        let domain = self.counter_domain();
        let counters: Vec<(InputId, TermId)> = summary.counters.iter().map(|_| self.fresh(domain)).collect();
        let terms: Vec<TermId> = counters.iter().map(|(_, term)| *term).collect();
        let at = self.at(summary, &terms);
        forget_dead(&mut path, &summary.live);
        let begin = path.state.path.conditions.len();
        let mut in_step = summary.in_step.clone();
        in_step.retain(|iterator| iterator.is_in_step(&path.state.heap));
        // How many elements a collection has is a number of the loop's: it is put in after all else of it is renewed.
        for place in &summary.renewed {
            self.renew(&mut path, *place);
        }
        self.follow(&mut path, &summary.held);
        let mut unknown = at.unknown.iter();
        let mut left = Vec::with_capacity(at.unknown.len());
        for (position, (changed, value)) in summary.changed.iter().zip(&summary.iterated).enumerate() {
            if value.is_none()
                && let Some((input, _)) = unknown.next()
            {
                left.push((*input, position));
                copy_value(&self.explorer.machine.pool, &mut path.state.path.model, changed.entry, *input);
            }
            if let Some(term) = at.replacement.get(&changed.input) {
                self.put(&mut path, changed.location, *term);
                self.put_size(&mut path, &summary.renewed, changed.location, *term);
            }
        }
        in_step.iter().for_each(|iterator| iterator.put_in_step(&mut path.state.heap));
        for (input, _) in &counters {
            path.state.path.model.set(*input, 0);
        }
        let mut facts: Vec<TermId> = terms.iter().flat_map(|counter| self.range_of(*counter)).collect();
        facts.extend(self.placed(&summary.invariants, &at.replacement));
        facts.push(self.last_iteration(summary, &terms, &at));
        for fact in facts {
            match self.assume(path, fact) {
                Some(assumed) => path = assumed,
                None => return Vec::new(),
            }
        }
        for formula in self.looping_condition(summary, &terms) {
            path.record.formulas.push_back(Rc::new(formula));
        }
        path.record.is_heap_unsure |= summary.writes_elsewhere;
        self.has_written_elsewhere |= summary.writes_elsewhere;
        let entered = Entered {
            method: summary.method,
            head: summary.head,
            begin,
            end: path.state.path.conditions.len(),
            counters,
            left,
            summary: summary.clone(),
        };
        path.record.entered.push_back(Rc::new(entered));
        vec![path]
    }

    /// The counters of a path with their values in a model.
    pub(super) fn counts(path: &Path<Record>, model: &Model) -> Vec<(MethodId, u32, Vec<i64>)> {
        let of = |entered: &Rc<Entered>| {
            let counts = entered.counters.iter().map(|(input, _)| model.get(*input)).collect();
            (entered.method, entered.head, counts)
        };
        path.record.entered.iter().map(of).collect()
    }
}
