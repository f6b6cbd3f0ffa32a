//! Formulas without quantifiers that others imply: existential variables become unknowns, and a universal variable becomes the
//! first few numbers, as section 6 of "Abstracting Path Conditions" has it.

use super::{Formula, Quantified, Replacement};
use crate::term::{Domain, InputId, Sort, TermId, TermPool};

/// How formulas are unfolded.
pub struct Unfolding<'a> {
    /// A universal variable takes the values from 0 up to this, excluded.
    pub values: u32,
    /// As many values, where that is fewer, for universal variables within.
    pub within: u32,
    /// An unknown of a domain that nothing else names.
    pub fresh: &'a mut dyn FnMut(&mut TermPool, Domain) -> TermId,
    /// Terms beyond this many are left out; what is implied then says less.
    pub most_terms: usize,
}

/// Terms that the formula implies, for some values of the fresh unknowns among them. They imply the formula where each universal
/// variable is bounded by the number of values. Applications of uninterpreted functions say nothing here.
pub fn unfold(pool: &mut TermPool, formula: &Formula, unfolding: &mut Unfolding<'_>) -> Vec<TermId> {
    let mut found = Vec::new();
    assert_formula(pool, formula, unfolding, &mut found);
    found
}

fn assert_formula(pool: &mut TermPool, formula: &Formula, unfolding: &mut Unfolding<'_>, found: &mut Vec<TermId>) {
    if found.len() >= unfolding.most_terms {
        return;
    }
    match formula {
        Formula::Term(term) => {
            if pool.as_truth(*term) != Some(true) {
                found.push(*term);
            }
        }
        Formula::And(parts) => parts.iter().for_each(|part| assert_formula(pool, part, unfolding, found)),
        Formula::Exists(quantified) => {
            let body = with_unknowns(pool, quantified, unfolding);
            assert_formula(pool, &body, unfolding, found);
        }
        Formula::ForAll(quantified) => {
            let [(variable, domain)] = quantified.variables.as_slice() else { return };
            if !domain.sort().is_number() {
                return;
            }
            let (values, within) = (unfolding.values, unfolding.within);
            unfolding.values = values.min(within);
            for value in 0..values {
                let value = match domain.sort() {
                    Sort::Int => pool.constant(Sort::Int, i64::from(value)),
                    _ => pool.constant(Sort::Long, i64::from(value)),
                };
                let replacement = Replacement::from_iter([(*variable, value)]);
                let body = quantified.body.replace(pool, &replacement);
                assert_formula(pool, &body, unfolding, found);
            }
            unfolding.values = values;
        }
        Formula::Or(_) | Formula::Not(_) => {
            let implied = weakened(pool, formula, unfolding);
            if pool.as_truth(implied) != Some(true) {
                found.push(implied);
            }
        }
        Formula::Predicate(_) | Formula::Let(_) => {}
    }
}

/// A term that the formula implies, for some values of the fresh unknowns in it.
fn weakened(pool: &mut TermPool, formula: &Formula, unfolding: &mut Unfolding<'_>) -> TermId {
    match formula {
        Formula::Term(term) => *term,
        Formula::Not(part) => match part.as_ref() {
            Formula::Term(term) => pool.not(*term),
            Formula::Not(inner) => weakened(pool, inner, unfolding),
            Formula::And(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| Formula::Not(Box::new(part.clone()))).collect();
                weakened(pool, &Formula::Or(parts), unfolding)
            }
            Formula::Or(parts) => {
                let parts: Vec<Formula> = parts.iter().map(|part| Formula::Not(Box::new(part.clone()))).collect();
                weakened(pool, &Formula::And(parts), unfolding)
            }
            Formula::ForAll(_) | Formula::Exists(_) | Formula::Predicate(_) | Formula::Let(_) => pool.truth(true),
        },
        Formula::Or(parts) => {
            let mut any = pool.truth(false);
            for part in parts {
                // A side that holds anyway spares the others.
                let part = weakened(pool, part, unfolding);
                any = pool.disjunction(any, part);
                if pool.as_truth(any) == Some(true) {
                    break;
                }
            }
            any
        }
        Formula::And(_) | Formula::Exists(_) | Formula::ForAll(_) => {
            let mut parts = Vec::new();
            assert_formula(pool, formula, unfolding, &mut parts);
            let mut all = pool.truth(true);
            for part in parts {
                all = pool.conjunction(all, part);
            }
            all
        }
        Formula::Predicate(_) | Formula::Let(_) => pool.truth(true),
    }
}

fn with_unknowns(pool: &mut TermPool, quantified: &Quantified, unfolding: &mut Unfolding<'_>) -> Formula {
    let replacement: Replacement = quantified
        .variables
        .iter()
        .map(|(variable, domain): &(InputId, Domain)| (*variable, (unfolding.fresh)(pool, *domain)))
        .collect();
    quantified.body.replace(pool, &replacement)
}
