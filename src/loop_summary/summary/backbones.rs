//! The backbones of a loop: paths through its body that change the same in the same way, put together.

use super::super::walk::{Record, Scope, Walker};
use super::{Backbone, Changed, Member, copy_input};
use crate::explore::Path;
use crate::formula::{Formula, Replacement};
use crate::term::{InputId, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

impl Walker<'_, '_> {
    /// The paths that came back to the head, those together that change the same.
    pub(super) fn backbones(
        &mut self,
        start: &Path<Record>,
        back: Vec<Path<Record>>,
        changed: &[Changed],
        scope: &Scope,
    ) -> Vec<Backbone> {
        let before = start.state.path.conditions.len();
        let formulas_before = start.record.formulas.len();
        let mut found: Vec<Backbone> = Vec::new();
        for path in back {
            let mut effects: Vec<TermId> = Vec::with_capacity(changed.len());
            for changed in changed {
                let value = self.value_at(&path, changed.location).map_or(changed.variable, |(term, _)| term);
                effects.push(value);
            }
            let conditions: Vec<TermId> = path.state.path.conditions.iter().skip(before).copied().collect();
            let formulas: Vec<Rc<Formula>> = path.record.formulas.iter().skip(formulas_before).cloned().collect();
            let member = self.own_member(&path, conditions, formulas, effects, scope);
            let is_alike = |other: &Backbone| {
                other.members.first().is_some_and(|first| {
                    first.effects == member.effects
                        && member.effects.iter().all(|effect| {
                            let inputs = self.explorer.machine.pool.inputs(*effect);
                            inputs.iter().all(|input| !member.locals.iter().any(|(local, _)| local == input))
                        })
                })
            };
            match found.iter().position(is_alike).and_then(|at| found.get_mut(at)) {
                Some(other) => other.members.push(member),
                None => found.push(Backbone { members: vec![member] }),
            }
        }
        found
    }

    /// A path through the body with inputs that no other path has.
    fn own_member(
        &mut self,
        path: &Path<Record>,
        conditions: Vec<TermId>,
        formulas: Vec<Rc<Formula>>,
        effects: Vec<TermId>,
        scope: &Scope,
    ) -> Member {
        let mut inputs: Vec<InputId> = Vec::new();
        for term in conditions.iter().chain(&effects) {
            inputs.extend(self.explorer.machine.pool.inputs(*term));
        }
        for formula in &formulas {
            inputs.extend(formula.free_inputs(&self.explorer.machine.pool));
        }
        inputs.sort_unstable();
        inputs.dedup();
        let is_own = |input: &InputId| !scope.has_input(*input);
        let mut locals = Vec::new();
        let mut replacement = Replacement::default();
        let mut model = path.state.path.model.clone();
        for input in inputs.into_iter().filter(is_own) {
            let known = path.state.heap.input(input).map(|input| input.domain);
            let Some(domain) = self.own_domain(input).or(known) else { continue };
            if input.is_of_loop() {
                locals.push((input, domain));
                continue;
            }
            let (own, term) = self.fresh(domain);
            copy_input(&mut model, input, own);
            replacement.insert(input, term);
            locals.push((own, domain));
        }
        let mut memo = FxHashMap::default();
        let pool = &mut self.explorer.machine.pool;
        let mut renamed = |pool: &mut TermPool, terms: Vec<TermId>| -> Vec<TermId> {
            let new = |term| crate::formula::replaced(pool, term, &replacement, &mut memo);
            terms.into_iter().map(new).collect()
        };
        let conditions = renamed(pool, conditions);
        let effects = renamed(pool, effects);
        let formulas = match replacement.is_empty() {
            true => formulas,
            false => formulas.iter().map(|formula| Rc::new(formula.replace(pool, &replacement))).collect(),
        };
        Member { conditions, formulas, locals, effects, model }
    }
}
