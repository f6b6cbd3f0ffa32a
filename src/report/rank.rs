//! In which order findings are worth reading, and which of them are one.

use super::property::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a cause stands to a baseline (SARIF 2.1.0, 3.27.24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BaselineState {
    /// The baseline does not have it.
    New,
    /// The baseline has it.
    Unchanged,
}

/// How likely a finding is worth a maintainer's time, the most likely first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rank {
    /// It fails on every input, or without any.
    Always,
    /// An `assert` fails.
    Assertion,
    /// It fails on ordinary values that any code can pass, or, where nothing that is checked is public, code of its package.
    Public,
    /// It fails on ordinary values that only code of its package, or subclasses, can pass.
    Inner,
    /// It is an index or a size out of bounds, where the caller passes a number that is none for what it is passed with.
    Range,
    /// Code throws it on purpose, by `throw`.
    Thrown,
    /// It needs an argument of another type than the generic types say.
    Unchecked,
    /// It needs a null of which nothing says that anybody passes it.
    Null,
    /// It needs an object of a class that nobody has written, such as a reader that gives the same whenever it is asked.
    Scripted,
}

impl Rank {
    /// Whether findings of this rank are shown, and fail a build, unless all of them are asked for.
    pub fn is_shown(self) -> bool {
        matches!(self, Rank::Always | Rank::Assertion | Rank::Public)
    }
}

/// A cause of failures: an exception and the place that throws it, with all methods under test that lead there.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FailureCause {
    /// The same while code elsewhere changes.
    pub fingerprint: String,
    /// The rank of the first entry, which is the best one.
    pub rank: Rank,
    /// What is violated.
    pub property: Property,
    /// The exception's class in Java notation.
    pub exception: String,
    /// The method that throws, as `p.C.m`.
    pub place: String,
    /// The line of the place that throws.
    pub line: Option<u16>,
    /// How it stands to the baseline, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<BaselineState>,
    /// Why it is not to be told, where somebody has said so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suppression: Option<Suppression>,
    /// Methods that fail for it, the best one first.
    pub entries: Vec<CauseEntry>,
}

/// That a cause is not to be told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Suppression {
    /// Who says so.
    pub kind: SuppressionKind,
    /// Why.
    pub reason: String,
    /// Where that is said, as `casewise.toml:12`.
    pub origin: String,
    /// The last day on which it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// Where it is said that a cause is not to be told (SARIF 2.1.0, 3.35.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SuppressionKind {
    /// In a configuration.
    External,
    /// In an annotation.
    InSource,
}

impl FailureCause {
    /// Puts causes into the order in which they are worth reading, and the entries of each likewise.
    pub fn sort(causes: &mut [FailureCause]) {
        for cause in causes.iter_mut() {
            cause.entries.sort_by_key(|entry| (entry.rank, entry.method, entry.finding));
        }
        // Where a rank is the same, in the order of the methods in the report.
        causes.sort_by_key(|cause| (cause.rank, cause.entries.first().map(|entry| (entry.method, entry.finding))));
    }

    /// Whether it was found before.
    pub fn is_known(&self) -> bool {
        self.baseline == Some(BaselineState::Unchanged)
    }

    /// Whether it is shown: it is worth a maintainer's time, or all causes are asked for.
    pub(super) fn is_shown(&self, shows_all: bool) -> bool {
        shows_all || self.rank.is_shown()
    }

    /// Whether it is told: it is shown, no baseline has it, and it is not suppressed; where all are asked for, it may be, with the reason.
    pub(super) fn is_told(&self, shows_all: bool) -> bool {
        self.is_shown(shows_all) && !self.is_known() && (shows_all || self.suppression.is_none())
    }

    /// Whether the method at this position of the report is the first entry.
    pub fn is_led_by(&self, method: usize) -> bool {
        self.entries.first().is_some_and(|entry| entry.method == method)
    }
}

/// A method that fails for a cause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CauseEntry {
    /// How likely it is worth reading.
    pub rank: Rank,
    /// The method, by its position in the report.
    pub method: usize,
    /// Which of its findings.
    pub finding: usize,
}
