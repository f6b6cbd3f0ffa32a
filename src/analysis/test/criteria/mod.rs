//! Criteria: each makes goals of a path, conditions beside its path condition (Jamrozik et al., ASE 2012, section 3.2). A further
//! criterion is a file here and a row in [`Criterion::ALL`].

mod boundary;
mod coverage;
mod error;
mod extreme;
mod infection;
mod mcdc;
mod mutation;
mod overflow;

pub(super) use coverage::{way_of, ways};
pub(super) use mcdc::note_clauses;

use super::criterion::Criterion;
use super::goal::{Gathered, PathView};
use crate::classfile::{Condition, Relation};

impl Criterion {
    /// Adds the goals of a path.
    pub(super) fn goals(self, path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
        match self {
            Criterion::Coverage => coverage::goals(path, found),
            Criterion::Boundary => boundary::goals(path, found),
            Criterion::Extreme => extreme::goals(path, found),
            Criterion::Mutation => mutation::goals(path, found),
            Criterion::Mcdc => mcdc::goals(path, found),
            Criterion::Error => error::goals(path, found),
            Criterion::Overflow => overflow::goals(path, found),
        }
    }
}

/// The relation that does not hold when this one does.
pub(super) fn negated(relation: Relation) -> Relation {
    match relation {
        Relation::Equal => Relation::NotEqual,
        Relation::NotEqual => Relation::Equal,
        Relation::Less => Relation::GreaterOrEqual,
        Relation::GreaterOrEqual => Relation::Less,
        Relation::Greater => Relation::LessOrEqual,
        Relation::LessOrEqual => Relation::Greater,
    }
}

/// The relation of integers that a conditional asks for.
pub(super) fn relation_of(condition: Condition) -> Option<Relation> {
    match condition {
        Condition::IntZero(relation) | Condition::IntCompare(relation) => Some(relation),
        Condition::ReferenceEqual(_) | Condition::Null(_) => None,
    }
}
