//! Modified condition/decision coverage, masking: each clause of a decision is true and is false where it determines the outcome.
//! A clause that short-circuiting skipped is evaluated as on a path that is the same up to the decision.

use super::super::criterion::Criterion;
use super::super::goal::{Clause, ClauseKey, Gathered, PathView};
use super::super::trail::{Step, Trail, What};
use super::relation_of;
use crate::classfile::Condition;
use crate::exec::related;
use crate::graph::{Decision, Leads, decisions};
use crate::program::{MethodId, Program};
use crate::term::{TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// One evaluation of a decision.
struct Evaluation<'t> {
    /// What paths that are the same up to here have in common.
    prefix: u64,
    /// Numeric inputs at its beginning.
    inputs: usize,
    /// The clauses that were evaluated: position among the clauses, step.
    evaluated: Vec<(usize, &'t Step)>,
}

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    let known = Decisions::of(path.program, path.trail);
    for (method, decision) in known.all() {
        for evaluation in evaluations(path.trail, method, decision) {
            evaluation_goals(path, method, decision, &evaluation, found);
        }
    }
}

/// Notes what the clauses of a path's decisions compare.
pub(in crate::analysis::test) fn note_clauses(
    program: &Program,
    trail: &Trail<'_>,
    pool: &mut TermPool,
    known: &mut BTreeMap<ClauseKey, Clause>,
) {
    let found = Decisions::of(program, trail);
    for (method, decision) in found.all() {
        for evaluation in evaluations(trail, method, decision) {
            for (_, step) in &evaluation.evaluated {
                if let Some(jumps) = jumps(pool, step) {
                    known.entry((evaluation.prefix, step.site)).or_insert(Clause { jumps });
                }
            }
        }
    }
}

/// The decisions of the methods that a path runs through.
struct Decisions(BTreeMap<MethodId, Vec<Decision>>);

impl Decisions {
    fn of(program: &Program, trail: &Trail<'_>) -> Decisions {
        let mut found: BTreeMap<MethodId, Vec<Decision>> = BTreeMap::new();
        for step in &trail.steps {
            found.entry(step.site.0).or_insert_with(|| program.code(step.site.0).map(decisions).unwrap_or_default());
        }
        Decisions(found)
    }

    fn all(&self) -> impl Iterator<Item = (MethodId, &Decision)> {
        self.0.iter().flat_map(|(method, decisions)| decisions.iter().map(|decision| (*method, decision)))
    }
}

/// The evaluations of a decision on a path, in order.
fn evaluations<'t>(trail: &'t Trail<'_>, method: MethodId, decision: &Decision) -> Vec<Evaluation<'t>> {
    let places: FxHashMap<u32, usize> =
        decision.clauses.iter().enumerate().map(|(number, position)| (*position, number)).collect();
    let mut found: Vec<Evaluation<'t>> = Vec::new();
    for step in trail.steps.iter().filter(|step| step.site.0 == method) {
        let (Some(number), What::Branch { prefix, inputs, .. }) = (places.get(&step.site.1), &step.what) else {
            continue;
        };
        if *number == 0 {
            found.push(Evaluation { prefix: *prefix, inputs: *inputs, evaluated: Vec::new() });
        }
        if let Some(evaluation) = found.last_mut() {
            evaluation.evaluated.push((*number, step));
        }
    }
    found
}

/// The condition under which a clause jumps; none when it compares references.
fn jumps(pool: &mut TermPool, step: &Step) -> Option<TermId> {
    let What::Branch { condition, .. } = &step.what else { return None };
    let relation = relation_of(*condition)?;
    let (left, right) = match condition {
        Condition::IntZero(_) => (step.operands[1].number()?, pool.int(0)),
        _ => (step.operands[0].number()?, step.operands[1].number()?),
    };
    Some(related(pool, relation, left, right))
}

fn evaluation_goals(
    path: &PathView<'_, '_>,
    method: MethodId,
    decision: &Decision,
    evaluation: &Evaluation<'_>,
    found: &mut Gathered<'_>,
) {
    let Some((_, last)) = evaluation.evaluated.last() else { return };
    let What::Branch { to, .. } = last.what else { return };
    let Some(Leads::Exit(outcome)) = decision.leads(to) else { return };
    for (number, step) in &evaluation.evaluated {
        let What::Branch { jumped, .. } = step.what else { continue };
        let Some((beside, target)) = ways(path.program, step) else { continue };
        let detail = if jumped { "decides by jumping" } else { "decides by falling through" };
        let other = if jumped { beside } else { target };
        let asked = Masking { path, method, decision, evaluation, outcome, number: *number };
        match decision.leads(other).and_then(|leads| asked.differs(found.pool, leads)) {
            Some(condition) => found.add(step.site, Criterion::Mcdc, detail, condition),
            None => found.unclear(step.site, Criterion::Mcdc, detail, "a clause that was skipped is not known"),
        }
    }
}

/// Where a conditional goes when it does not jump, and when it does.
fn ways(program: &Program, step: &Step) -> Option<(u32, u32)> {
    let (method, position) = step.site;
    let decoded = program.code(method)?.instructions.get(position as usize)?;
    match decoded.instruction {
        crate::classfile::Instruction::Branch(_, target) => Some((position + 1, target)),
        _ => None,
    }
}

/// Whether a decision would have come out otherwise.
struct Masking<'a, 'p> {
    path: &'a PathView<'a, 'p>,
    method: MethodId,
    decision: &'a Decision,
    evaluation: &'a Evaluation<'a>,
    outcome: usize,
    /// The clause that is changed.
    number: usize,
}

impl Masking<'_, '_> {
    /// The condition under which going on here gives another outcome; none where a clause on the way is not known.
    fn differs(&self, pool: &mut TermPool, leads: Leads) -> Option<TermId> {
        let clause = match leads {
            Leads::Exit(exit) => return Some(pool.truth(exit != self.outcome)),
            Leads::Clause(clause) => clause,
        };
        let position = *self.decision.clauses.get(clause)?;
        let evaluated =
            self.evaluation.evaluated.iter().find(|(number, _)| *number == clause && *number != self.number);
        let target = match self.path.program.code(self.method)?.instructions.get(position as usize)?.instruction {
            crate::classfile::Instruction::Branch(_, target) => target,
            _ => return None,
        };
        if let Some((_, step)) = evaluated {
            let What::Branch { to, .. } = step.what else { return None };
            return self.differs(pool, self.decision.leads(to)?);
        }
        let key = (self.evaluation.prefix, (self.method, position));
        let jumps = self.path.shared.get(&key)?.jumps;
        // Later inputs of another path are others than those of this one.
        if pool.inputs(jumps).iter().any(|input| input.0 as usize >= self.evaluation.inputs) {
            return None;
        }
        let there = self.decision.leads(target)?;
        let here = self.decision.leads(position + 1)?;
        match pool.as_truth(jumps) {
            Some(true) => return self.differs(pool, there),
            Some(false) => return self.differs(pool, here),
            None => {}
        }
        let (there, here) = (self.differs(pool, there)?, self.differs(pool, here)?);
        let stays = pool.not(jumps);
        let (first, second) = (pool.conjunction(jumps, there), pool.conjunction(stays, here));
        Some(pool.disjunction(first, second))
    }
}
