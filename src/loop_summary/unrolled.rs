//! The loops of a path, unrolled exactly for few iterations. Each iteration takes some path through the body; where
//! paths meet again at the head, their values are merged. So the condition contains what the counters leave open: the
//! order of the iterations, and what they add up to. A model takes as many iterations as it needs, up to a bound. That
//! there is none says nothing.

use super::looping::Entered;
use super::walk::{Record, Walker};
use crate::explore::Path;
use crate::formula::{Replacement, replaced};
use crate::term::{Domain, InputId, Sort, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A path's condition with its loops unrolled.
pub(super) struct Unrolled {
    /// The condition.
    pub(super) conditions: Vec<TermId>,
    /// How often each backbone is taken.
    pub(super) counters: Vec<(InputId, TermId)>,
}

/// A path through the body in an iteration.
struct Way {
    backbone: usize,
    holds: TermId,
    effects: Vec<TermId>,
}

impl Walker<'_, '_> {
    /// The condition of a path whose loops run no more often than this. None where an iteration is not known exactly: with loops
    /// within it, or with arrays that some iterations write to and some do not.
    pub(super) fn unrolled(&mut self, path: &Path<Record>, conditions: &[TermId], iterations: u32) -> Option<Unrolled> {
        let mut known = Replacement::default();
        let mut asked = Vec::new();
        let mut counters = Vec::new();
        let mut done = 0;
        for entered in path.record.entered.iter().cloned().collect::<Vec<Rc<Entered>>>() {
            asked.extend(self.placed(conditions.get(done..entered.begin)?, &known));
            done = entered.end;
            let (values, taken) = self.iterations(&entered, &known, iterations, &mut asked)?;
            for (input, position) in &entered.left {
                known.insert(*input, *values.get(*position)?);
            }
            for ((input, _), count) in entered.counters.iter().zip(taken) {
                known.insert(*input, count);
                counters.push((*input, count));
            }
        }
        asked.extend(self.placed(conditions.get(done..)?, &known));
        Some(Unrolled { conditions: asked, counters })
    }

    /// The values that a loop leaves, and how often it takes each backbone.
    fn iterations(
        &mut self,
        entered: &Entered,
        known: &Replacement,
        iterations: u32,
        asked: &mut Vec<TermId>,
    ) -> Option<(Vec<TermId>, Vec<TermId>)> {
        let summary = &entered.summary;
        if summary.writes_elsewhere {
            return None;
        }
        let (_, count) = self.fresh(Domain::Length);
        let most = self.explorer.machine.pool.int(i32::try_from(iterations).ok()?);
        asked.push(self.explorer.machine.pool.less_or_equal(count, most));
        let entries: Vec<TermId> = summary.changed.iter().map(|changed| changed.entry).collect();
        let mut values = self.placed(&entries, known);
        let sort = self.counter_sort();
        let pool = &mut self.explorer.machine.pool;
        let (zero, one) = (pool.constant(sort, 0), pool.constant(sort, 1));
        let mut taken = vec![zero; summary.backbones.len()];
        for iteration in 0..iterations {
            let ways = self.ways(entered, known, &values)?;
            let pool = &mut self.explorer.machine.pool;
            let iteration = pool.int(i32::try_from(iteration).ok()?);
            let goes_on = pool.less(iteration, count);
            let mut after: Option<Vec<TermId>> = None;
            for way in ways.iter().rev() {
                after = Some(match after {
                    None => way.effects.clone(),
                    Some(others) => self.merged(way.holds, &way.effects, &others)?,
                });
            }
            let pool = &mut self.explorer.machine.pool;
            let mut none = goes_on;
            for way in &ways {
                let chosen = pool.conjunction(none, way.holds);
                let added = pool.if_then_else(chosen, one, zero);
                let place = taken.get_mut(way.backbone)?;
                *place = pool.add(*place, added);
                let not = pool.not(way.holds);
                none = pool.conjunction(none, not);
            }
            asked.push(pool.not(none));
            values = self.merged(goes_on, &after?, &values)?;
        }
        Some((values, taken))
    }

    /// The paths through the body from such values.
    fn ways(&mut self, entered: &Entered, known: &Replacement, values: &[TermId]) -> Option<Vec<Way>> {
        let summary = &entered.summary;
        let mut ways = Vec::new();
        for (backbone, members) in summary.backbones.iter().map(|backbone| &backbone.members).enumerate() {
            for member in members {
                if !member.formulas.is_empty() {
                    return None;
                }
                let mut replacement = known.clone();
                replacement.extend(summary.changed.iter().map(|changed| changed.input).zip(values.iter().copied()));
                for (local, domain) in &member.locals {
                    let (_, term) = self.fresh(*domain);
                    replacement.insert(*local, term);
                }
                let mut memo = FxHashMap::default();
                let pool = &mut self.explorer.machine.pool;
                let mut holds = pool.truth(true);
                for condition in &member.conditions {
                    let condition = replaced(pool, *condition, &replacement, &mut memo);
                    holds = pool.conjunction(holds, condition);
                }
                let effects = member.effects.iter().map(|effect| replaced(pool, *effect, &replacement, &mut memo));
                ways.push(Way { backbone, holds, effects: effects.collect() });
            }
        }
        Some(ways)
    }

    /// One list of values or another; none where these are contents of arrays that differ.
    fn merged(&mut self, condition: TermId, then: &[TermId], other: &[TermId]) -> Option<Vec<TermId>> {
        let pool = &mut self.explorer.machine.pool;
        let merge = |(then, other): (&TermId, &TermId)| match pool.sort(*then) {
            _ if then == other => Some(*then),
            Sort::Contents(_) | Sort::Text => None,
            _ => Some(pool.if_then_else(condition, *then, *other)),
        };
        then.iter().zip(other).map(merge).collect()
    }
}
