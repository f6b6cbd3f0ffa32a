//! Kinds of conditions, by the operators in them: which are asked on integers, and which of these first.

use crate::term::{Domain, Node, TermId, TermPool, reachable};
use rustc_hash::FxHashSet;

/// Sums of more terms than this that are cases of a condition are asked on integers first.
const MOST_ADDED_CASES: usize = 8;

/// Whether conditions add up many values that depend on cases. Which of them add up to what is asked for, bit-vectors find out by
/// trying, in time that grows fast with the number of terms; on integers the bounds of the terms lead there.
pub(super) fn adds_up_cases(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    let is_case = |term: TermId| matches!(pool.node(term), Node::IfThenElse(..));
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut terms = conjuncts.iter().flat_map(|conjunct| reachable(pool, *conjunct));
    terms.any(|term| match pool.node(term) {
        Node::Sum { terms, .. } if seen.insert(term) => {
            terms.iter().filter(|(_, term)| is_case(*term)).count() > MOST_ADDED_CASES
        }
        _ => false,
    })
}

/// Whether conditions are linear: Z3 decides such ones on integers.
pub fn is_linear(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    all_terms(pool, conjuncts, |term| is_linear_term(pool, term))
}

/// Whether conditions consist of what has a plain meaning on integers: no operators on bits but masks of lowest ones and shifts by
/// constants.
pub(super) fn is_arithmetic(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    all_terms(pool, conjuncts, |term| match pool.node(term) {
        Node::Product(..) | Node::Divide(..) | Node::Remainder(..) => true,
        Node::ShiftRight(_, distance) | Node::UnsignedShiftRight(_, distance) => pool.as_constant(*distance).is_some(),
        _ => is_linear_term(pool, term),
    })
}

/// Whether conditions multiply or divide, which takes bit-vectors long.
pub(super) fn multiplies(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    !all_terms(pool, conjuncts, |term| {
        !matches!(pool.node(term), Node::Product(..) | Node::Divide(..) | Node::Remainder(..))
    })
}

fn all_terms(pool: &TermPool, conjuncts: &[TermId], is_so: impl Fn(TermId) -> bool) -> bool {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut terms = conjuncts.iter().flat_map(|conjunct| reachable(pool, *conjunct));
    terms.all(|term| !seen.insert(term) || is_so(term))
}

fn is_linear_term(pool: &TermPool, term: TermId) -> bool {
    match pool.node(term) {
        Node::Input(_, domain) => match domain {
            Domain::Contents(kind) => !kind.sort().is_floating_point(),
            domain => domain.sort().is_number(),
        },
        Node::Constant(sort, _) => sort.is_number(),
        Node::Truth(_)
        | Node::Sum { .. }
        | Node::IntToLong(_)
        | Node::LongToInt(_)
        | Node::ToByte(_)
        | Node::ToShort(_)
        | Node::ToChar(_)
        | Node::CompareLong(..)
        | Node::Equal(..)
        | Node::Less(..)
        | Node::Not(_)
        | Node::Conjunction(_)
        | Node::IfThenElse(..)
        | Node::Select(..)
        | Node::Store(..)
        | Node::Zeroed(_)
        | Node::Elements(..)
        | Node::Copy { .. } => true,
        Node::And(_, mask) => pool.as_constant(*mask).is_some_and(|mask| {
            // As the encoder of integers has it: the remainder by a power of two.
            mask > 0 && mask < i64::from(i32::MAX) && mask & (mask + 1) == 0
        }),
        Node::Divide(_, divisor) | Node::Remainder(_, divisor) => {
            pool.as_constant(*divisor).is_some_and(|divisor| divisor > 0)
        }
        _ => false,
    }
}
