//! Which findings are one, and in which order they are worth reading.

use super::Nulls;
use super::nulls::NullInput;
use super::round::Simplicity;
use crate::program::{MethodId, Program};
use crate::report::{CauseEntry, CheckedMethod, FailureCause, Finding, Property, Rank};
use std::collections::BTreeMap;

/// A failure that a caller can bring about, with what its rank depends on.
pub(super) struct Failure {
    pub(super) finding: Finding,
    pub(super) simplicity: Simplicity,
    /// The nulls that its path needs.
    pub(super) nulls: Vec<NullInput>,
    /// Whether it happens on every input.
    pub(super) is_unconditional: bool,
}

/// What ranks findings.
#[derive(Clone, Copy)]
pub(super) struct Ranking<'p> {
    pub(super) program: &'p Program,
    pub(super) nulls: Nulls,
}

impl Ranking<'_> {
    /// How likely a failure of a method is worth a maintainer's time.
    pub(super) fn rank(self, method: MethodId, failure: &Failure) -> Rank {
        if failure.finding.property == Property::Assert {
            return Rank::Assertion;
        }
        if !self.nulls.count(self.program, &failure.nulls) {
            return Rank::Null;
        }
        let info = self.program.method(method);
        match () {
            () if failure.is_unconditional => Rank::Always,
            () if info.flags.is_public() && self.program.is_public(info.class) => Rank::Public,
            () => Rank::Inner,
        }
    }
}

/// The causes of all findings.
#[derive(Default)]
pub(super) struct Causes(BTreeMap<String, FailureCause>);

impl Causes {
    /// Adds the findings of the method at this position of the report.
    pub(super) fn add(&mut self, position: usize, method: &CheckedMethod, ranks: &[Rank]) {
        for (number, (finding, rank)) in method.findings.iter().zip(ranks).enumerate() {
            let cause = self.0.entry(finding.cause.clone()).or_insert_with(|| FailureCause {
                fingerprint: finding.cause.clone(),
                rank: *rank,
                property: finding.property,
                exception: finding.exception.clone(),
                place: finding.place.clone(),
                line: finding.line,
                entries: Vec::new(),
            });
            cause.rank = cause.rank.min(*rank);
            cause.entries.push(CauseEntry { rank: *rank, method: position, finding: number });
        }
    }

    /// All of them, the first one to be read first; the entries of each likewise.
    pub(super) fn in_order(self) -> Vec<FailureCause> {
        let mut causes: Vec<FailureCause> = self.0.into_values().collect();
        for cause in &mut causes {
            cause.entries.sort_by_key(|entry| (entry.rank, entry.method, entry.finding));
        }
        // Where a rank is the same, in the order of the methods in the report.
        causes.sort_by_key(|cause| (cause.rank, cause.entries.first().map(|entry| (entry.method, entry.finding))));
        causes
    }
}
