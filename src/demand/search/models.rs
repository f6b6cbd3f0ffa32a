//! Models of path constraints: asked of the solver by one encoding or the other, with small numbers where there are some.

use super::super::formula::{FirstOrder, Formulas, Mode};
use super::super::input::{SMALL, Small, input_of, preferences};
use super::super::texts::as_arrays;
use super::super::tree::NodeId;
use super::{DemandQuestion, DemandSearch, Encoding, Found};
use crate::formula::Formula;
use crate::solver::{Answer, Unknown, check_formulas};
use crate::term::TermId;

/// Z3's work for a question on integers.
pub(super) const INTEGER_RESOURCES: u64 = 2_000_000;
/// Activations of a recursive component that formulas unfold at first, and at most.
pub(super) const UNFOLDING: (u32, u32) = (4, 64);

/// Z3's work for a question with quantifiers, before instances are asked.
const QUANTIFIED_RESOURCES: u64 = 500_000;

/// Questions with quantifiers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quantified {
    /// How often Z3 was asked.
    pub(super) asked: u64,
    /// How often that was the answer.
    pub(super) settled: u64,
    /// Z3's work.
    pub(super) resources: u64,
}

impl DemandSearch<'_> {
    pub(super) fn model(&mut self, question: &DemandQuestion<'_>, node: NodeId, mode: Mode) -> Found {
        if question.encoding == Encoding::Quantified
            && !self.by_instances.contains(&node)
            && let Some(found) = self.quantified_model(question, node, mode)
        {
            return found;
        }
        let pool = &mut self.machine.pool;
        let graph = (self.program, self.calls);
        let left = question.effort.all_formula_steps.saturating_sub(self.formula_steps);
        let known = (&mut self.trees, &self.composable);
        let mut formulas = Formulas::new(graph, pool, known, (mode, self.bound), left);
        let constraint = formulas.path_constraint(question.entry, node);
        self.cut = formulas.cut;
        self.formula_steps += formulas.steps;
        let is_too_large = formulas.is_too_large();
        let results = std::mem::take(&mut formulas.unknown_results);
        if is_too_large {
            return Found::Unknown(Unknown::Solver("too large a formula".into()));
        }
        let Some(constraint) = constraint else { return Found::Nothing };
        if question.excludes.is_some_and(|excludes| excludes(&self.machine.pool, &self.trees, &constraint)) {
            self.excluded += u64::from(mode == Mode::Relevant);
            return Found::Nothing;
        }
        // One conjunction, since the conjuncts share most of their terms: what looks at them looks once.
        let yes = self.machine.pool.truth(true);
        let all = constraint.iter().fold(yes, |all, conjunct| self.machine.pool.conjunction(all, *conjunct));
        let answer = self.smallest(question, all, &results);
        match answer {
            Answer::Satisfiable(model) => Found::Input(input_of(self.program, &self.trees, question.entry, &model)),
            Answer::Unsatisfiable => Found::Nothing,
            Answer::Unknown(why) => Found::Unknown(why),
        }
    }

    /// As [`DemandSearch::model`], by axioms in place of instances; none where that says nothing.
    fn quantified_model(&mut self, question: &DemandQuestion<'_>, node: NodeId, mode: Mode) -> Option<Found> {
        let pool = &mut self.machine.pool;
        let graph = (self.program, self.calls);
        let known = (&mut self.trees, &self.composable);
        let mut formulas = Formulas::new(graph, pool, known, (mode, self.bound), u64::MAX);
        let said = formulas.first_order(question.entry, node);
        self.cut = formulas.cut;
        let mut conjuncts = match said {
            FirstOrder::Said(conjuncts) => conjuncts,
            FirstOrder::Impossible => return Some(Found::Nothing),
            FirstOrder::Unsaid => return None,
        };
        let plain = conjuncts.iter().filter_map(|conjunct| match conjunct {
            Formula::Term(term) => Some(*term),
            _ => None,
        });
        let plain: Vec<TermId> = plain.collect();
        if question.excludes.is_some_and(|excludes| excludes(&self.machine.pool, &self.trees, &plain)) {
            self.excluded += u64::from(mode == Mode::Relevant);
            return Some(Found::Nothing);
        }
        let count = conjuncts.len();
        let [small, ..] = SMALL;
        let wanted = preferences(self.program, &mut self.machine.pool, &mut self.trees, (question.entry, small));
        conjuncts.extend(wanted.into_iter().map(Formula::Term));
        for conjuncts in [conjuncts.as_slice(), conjuncts.get(..count)?] {
            let checked = check_formulas(&self.machine.pool, conjuncts, QUANTIFIED_RESOURCES);
            self.quantified.asked += 1;
            self.quantified.resources += checked.resources;
            match checked.answer {
                Answer::Satisfiable(model) => {
                    self.quantified.settled += 1;
                    return Some(Found::Input(input_of(self.program, &self.trees, question.entry, &model)));
                }
                // Where it is not the wish for small numbers that contradicts the others.
                Answer::Unsatisfiable if checked.core.iter().all(|position| *position < count) => break,
                Answer::Unsatisfiable => {}
                Answer::Unknown(_) => return None,
            }
        }
        self.quantified.settled += 1;
        Some(Found::Nothing)
    }

    /// Asks for a model whose numbers are small and whose arrays are short, as far as there is one. That matters: the trees
    /// grow with what an execution runs through, and the formulas with the trees.
    fn smallest(&mut self, question: &DemandQuestion<'_>, all: TermId, results: &[TermId]) -> Answer {
        let [first, others @ ..] = SMALL;
        let small = self.ask(question, all, Some((first, results)));
        if matches!(small, Answer::Satisfiable(_)) {
            return small;
        }
        let any = self.ask(question, all, None);
        if !matches!(any, Answer::Satisfiable(_)) {
            return any;
        }
        let mut smaller = others.into_iter().map(|small| self.ask(question, all, Some((small, results))));
        smaller.find(|answer| matches!(answer, Answer::Satisfiable(_))).unwrap_or(any)
    }

    /// Asks for a model of a formula; with `small`, for one with small numbers and short arrays.
    fn ask(&mut self, question: &DemandQuestion<'_>, all: TermId, small: Option<(Small, &[TermId])>) -> Answer {
        let pool = &mut self.machine.pool;
        let mut conjuncts = vec![all];
        if let Some((small, results)) = small {
            let mut wanted = preferences(self.program, pool, &mut self.trees, (question.entry, small));
            wanted.extend(results.iter().flat_map(|result| small.bounds(pool, *result)).flatten());
            let yes = pool.truth(true);
            let wanted = wanted.into_iter().fold(yes, |all, conjunct| pool.conjunction(all, conjunct));
            conjuncts.push(wanted);
        }
        let Some(arrays) = as_arrays(pool, &mut self.trees, question.entry, &conjuncts) else {
            return self.solver.check(pool, &conjuncts);
        };
        match self.solver.check(pool, &arrays.conjuncts) {
            Answer::Satisfiable(model) => match arrays.with_texts(pool, &conjuncts, model) {
                Some(model) => Answer::Satisfiable(model),
                None => self.solver.check(pool, &conjuncts),
            },
            Answer::Unsatisfiable => Answer::Unsatisfiable,
            Answer::Unknown(_) => self.solver.check(pool, &conjuncts),
        }
    }
}
