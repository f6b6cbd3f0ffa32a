//! What exploring a method has found, as plain data: what is known without a JVM, and what is asked of one. It is kept from
//! run to run.

use super::circumstances::Circumstances;
use super::replaying::{Asked, Question};
use super::round::Simplicity;
use crate::report::{Finding, Reason, Refusal, ReportedPremise, Uncovered};
use serde::{Deserialize, Serialize};

/// What is known of a method before a JVM is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Explored {
    /// Class in Java notation.
    pub(super) class: String,
    pub(super) method: String,
    pub(super) descriptor: String,
    pub(super) source_file: Option<String>,
    /// From the states that were asked for.
    pub(super) main: Found,
    /// From arbitrary states, where these were explored too.
    pub(super) arbitrary: Option<Found>,
    /// The invariants that the answer rests on, in Java notation.
    pub(super) invariants: Vec<String>,
    /// The types of which it takes for granted that nobody extends or implements them elsewhere, in Java notation.
    pub(super) closed_types: Vec<String>,
    /// What else it takes for granted.
    pub(super) premises: Vec<ReportedPremise>,
    pub(super) uncovered: Option<Vec<Uncovered>>,
    /// A defect that ended its analysis.
    pub(super) defect: Option<String>,
    /// Path ends of the last round.
    pub(super) paths: u64,
    /// What exploring it has cost, for whoever plans another run.
    pub(super) work: u64,
}

/// What exploring a method from some states has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Found {
    /// Failures that a JVM is to confirm.
    pub(super) claims: Vec<Claim>,
    pub(super) rejects: Vec<Refusal>,
    pub(super) declared: Vec<Refusal>,
    /// What was left out, in no particular order.
    pub(super) reasons: Vec<Reason>,
    /// Whether some path fails, with an input written for it or not.
    pub(super) has_failures: bool,
    /// Whether something was taken for one of several values that a JVM may give, so that what follows need not be true.
    pub(super) is_guess: bool,
    /// Whether something was taken for granted which may be otherwise, so that a JVM may end elsewhere.
    pub(super) may_end_elsewhere: bool,
}

/// A failure that a JVM is to confirm.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Claim {
    pub(super) finding: Finding,
    pub(super) simplicity: Simplicity,
    pub(super) circumstances: Circumstances,
    pub(super) is_reachable: bool,
    /// The values of the machine that it depends on.
    pub(super) environment: Vec<String>,
    pub(super) question: Question,
}

impl Explored {
    /// What a JVM is to be asked of each failure.
    pub(super) fn questions(&self) -> impl Iterator<Item = Asked<'_>> {
        let found = std::iter::once(&self.main).chain(&self.arbitrary);
        found.flat_map(|found| {
            found.claims.iter().map(|claim| Asked { question: &claim.question, is_guess: found.is_guess })
        })
    }
}
