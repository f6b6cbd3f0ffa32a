//! Do two terms always have the same value? Asked of the last solver alone, by tests and by whoever compares conditions.

use super::{Answer, registry};
use crate::term::{Arithmetic, Model, Node, TermId, TermPool};

/// The solver's work for one question: some seconds.
const RESOURCE_LIMIT: u64 = 20_000_000;

/// What is known of two terms.
#[derive(Clone, PartialEq, Debug)]
pub enum Equivalence {
    /// They have the same value in every model of the assumption.
    Equal,
    /// They differ in this model of the assumption.
    Different(Model),
    /// The solver cannot say, with its reason.
    Unknown(String),
}

/// Do `a` and `b`, of one sort that is not contents, have the same value wherever the assumption holds?
pub fn equivalent(
    pool: &mut TermPool,
    arithmetic: Arithmetic,
    assumption: &[TermId],
    a: TermId,
    b: TermId,
) -> Equivalence {
    if a == b {
        return Equivalence::Equal;
    }
    // Not by the builders, which might decide it themselves.
    let equal = pool.intern(Node::Equal(a, b));
    let differ = pool.intern(Node::Not(equal));
    let mut conjuncts = assumption.to_vec();
    conjuncts.push(differ);
    match registry::last(arithmetic, RESOURCE_LIMIT).check(pool, &conjuncts) {
        Answer::Satisfiable(model) => Equivalence::Different(model),
        Answer::Unsatisfiable => Equivalence::Equal,
        Answer::Unknown(reason) => Equivalence::Unknown(reason.to_string()),
    }
}
