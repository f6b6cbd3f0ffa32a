//! What `mutate` found, as plain data.

use super::Problem;
use schemars::JsonSchema;
use serde::Serialize;

/// The result of `mutate`.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MutationReport {
    /// All mutants in the order of classes, methods, instructions and operators.
    pub mutants: Vec<MutantReport>,
    /// Sums by operator, in the order of their names, of those that have mutants.
    pub operators: Vec<OperatorTotals>,
    /// Sums.
    pub totals: MutationTotals,
    /// Tests that fail without any mutant, and were left out because that was asked for.
    pub failing_tests: Vec<String>,
    /// Inputs that could not be read, and what else went wrong, one line each.
    pub problems: Vec<Problem>,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MutantStatus {
    /// A test fails with it that passes without it.
    Killed,
    /// A test does not end with it.
    TimedOut,
    /// A test needs more memory with it than there is.
    Memory,
    /// All tests that reach it pass.
    Survived,
    /// It is proved to do what the original does.
    Equivalent,
    /// No test reaches it.
    Uncovered,
    /// No class file can have this change, or no JVM accepts it.
    Unviable,
    /// It was not run.
    Unknown,
}

impl MutantStatus {
    /// Whether the tests notice the mutant.
    pub fn is_detected(self) -> bool {
        matches!(self, MutantStatus::Killed | MutantStatus::TimedOut | MutantStatus::Memory)
    }

    /// Whether the mutant counts in the score.
    pub fn counts(self) -> bool {
        self.is_detected() || matches!(self, MutantStatus::Survived | MutantStatus::Uncovered)
    }
}

/// A mutant and what became of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MutantReport {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Source file as the class file names it.
    pub source_file: Option<String>,
    /// Source line.
    pub line: Option<u16>,
    /// The index of the changed instruction.
    pub position: u32,
    /// The operator's name.
    pub operator: &'static str,
    /// What is changed.
    pub description: String,
    /// What became of it.
    pub status: MutantStatus,
    /// The test that notices it.
    pub test: Option<String>,
    /// Why it has this status, where that is more than the status says.
    pub reason: Option<String>,
    /// How many tests reach it.
    pub tests: usize,
}

/// Sums of an operator.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OperatorTotals {
    /// Its name.
    pub operator: &'static str,
    /// Its mutants.
    #[serde(flatten)]
    pub counts: MutantCounts,
}

/// How many mutants there are of each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MutantCounts {
    /// All of them.
    pub mutants: u64,
    /// Those that count in the score.
    pub counted: u64,
    /// Those that the tests notice.
    pub detected: u64,
    /// Those that all tests pass with.
    pub survived: u64,
    /// Those that no test reaches.
    pub uncovered: u64,
    /// Those that are proved equivalent.
    pub equivalent: u64,
    /// Those that no JVM accepts.
    pub unviable: u64,
    /// Those that were not run.
    pub unknown: u64,
}

impl MutantCounts {
    /// Counts a mutant.
    pub fn add(&mut self, status: MutantStatus) {
        self.mutants += 1;
        self.counted += u64::from(status.counts());
        self.detected += u64::from(status.is_detected());
        match status {
            MutantStatus::Survived => self.survived += 1,
            MutantStatus::Uncovered => self.uncovered += 1,
            MutantStatus::Equivalent => self.equivalent += 1,
            MutantStatus::Unviable => self.unviable += 1,
            MutantStatus::Unknown => self.unknown += 1,
            MutantStatus::Killed | MutantStatus::TimedOut | MutantStatus::Memory => {}
        }
    }

    /// How many of those that count are noticed, in percent; none where none counts.
    pub fn score(&self) -> Option<f64> {
        #[allow(clippy::cast_precision_loss, reason = "no run has so many mutants")]
        (self.counted > 0).then(|| 100.0 * self.detected as f64 / self.counted as f64)
    }
}

/// Sums of the whole run.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct MutationTotals {
    /// How many mutants.
    #[serde(flatten)]
    pub counts: MutantCounts,
    /// The mutation score in percent: those noticed, of those that are neither equivalent nor unviable nor unknown.
    pub score: Option<f64>,
    /// How many tests were run.
    pub tests: usize,
    /// Wall-clock time, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

impl MutationReport {
    /// Counts the mutants; for when all are there.
    pub fn sum_up(&mut self) {
        self.operators.clear();
        self.totals.counts = MutantCounts::default();
        for mutant in &self.mutants {
            self.totals.counts.add(mutant.status);
            let known = self.operators.iter_mut().find(|totals| totals.operator == mutant.operator);
            match known {
                Some(totals) => totals.counts.add(mutant.status),
                None => {
                    let mut counts = MutantCounts::default();
                    counts.add(mutant.status);
                    self.operators.push(OperatorTotals { operator: mutant.operator, counts });
                }
            }
        }
        self.operators.sort_by_key(|totals| totals.operator);
        self.totals.score = self.totals.counts.score();
    }
}
