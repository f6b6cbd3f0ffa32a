//! What `prove` found, as plain data.

use super::Problem;
use super::check::{Defect, Finding, Reason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of `prove`.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ProveReport {
    /// One entry per assertion, in class and source order.
    pub assertions: Vec<AssertionReport>,
    /// Sums.
    pub totals: ProveTotals,
    /// Claims that the JVM contradicts, and analyses that failed: defects of casewise, never verdicts.
    pub defects: Vec<Defect>,
    /// Inputs that could not be read, and what else went wrong, one line each.
    pub problems: Vec<Problem>,
}

/// What is known of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofVerdict {
    /// It fails on an input that is given.
    Refuted,
    /// It is not known whether it can fail.
    Unknown,
    /// It fails on no input.
    Proved,
}

/// What a verdict is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofSubject {
    /// An `assert`: refuted where it fails.
    #[default]
    Assertion,
    /// What the machine raises at an instruction: refuted where that happens.
    Exception,
    /// An explicit `throw`: refuted where it is reached, proved where it is unreachable.
    Throw,
    /// A line, or an instruction: the same.
    Line,
}

impl ProofSubject {
    /// Whether the question is whether it is reached, and not whether it holds.
    pub fn is_target(self) -> bool {
        matches!(self, ProofSubject::Throw | ProofSubject::Line)
    }
}

/// A way to settle an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofTechnique {
    /// Exploring the paths from the beginning.
    Forward,
    /// Abstract path conditions: what loops do, in terms of path counters.
    Loops,
    /// Following the paths backward from the assertion.
    Backward,
}

impl ProofTechnique {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ProofTechnique::Forward => "forward",
            ProofTechnique::Loops => "loops",
            ProofTechnique::Backward => "backward",
        }
    }
}

/// How integers computed where a verdict was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofArithmetic {
    /// As in Java.
    #[default]
    Java,
    /// Without bounds: what is proved of them is no proof about Java.
    Math,
}

/// Why an assertion cannot fail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Proof {
    /// In one line.
    pub why: String,
    /// What contradicts each other: the unsatisfiable cores of the paths, or the necessary condition.
    pub core: Vec<CoreLine>,
}

/// A source line that a proof rests on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct CoreLine {
    /// The method, as `p.C.m`.
    pub place: String,
    /// The line, where the class file has line numbers.
    pub line: Option<u16>,
}

/// One technique's attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Attempt {
    /// Which.
    pub technique: ProofTechnique,
    /// What it found.
    pub verdict: ProofVerdict,
    /// What stood in its way, where it found nothing.
    pub reasons: Vec<Reason>,
    /// Of the technique by path counters: where the time went.
    pub profile: Option<LoopProfile>,
    /// Wall-clock time, in milliseconds; what assertions of one method share is spent on the first of them.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

/// What the technique by path counters did, and how long it took, in milliseconds of wall-clock time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LoopProfile {
    /// Walking paths and summarising loops: building the necessary condition.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub building_ms: f64,
    /// Unfolding it.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub unfolding_ms: f64,
    /// Deciding what was unfolded.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub unfolded_ms: f64,
    /// Deciding it with its quantifiers.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub quantified_ms: f64,
    /// Running inputs.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub running_ms: f64,
    /// Summaries of loops.
    pub summaries: u32,
    /// Paths to the assertion whose conditions were decided.
    pub paths: u64,
    /// Instructions executed.
    pub instructions: u64,
    /// Questions to Z3.
    pub solver_calls: u64,
}

/// An assertion's answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AssertionReport {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Source file as the class file names it, in the folder of its package.
    pub source_file: Option<String>,
    /// The line, where the class file has line numbers.
    pub line: Option<u16>,
    /// The instruction, by byte offset.
    pub offset: u32,
    /// What it is.
    pub subject: ProofSubject,
    /// The exception that must not happen, in Java notation; empty where none is asked about.
    pub exception: String,
    /// The answer.
    pub verdict: ProofVerdict,
    /// Which technique settled it.
    pub technique: Option<ProofTechnique>,
    /// How integers computed.
    pub arithmetic: ProofArithmetic,
    /// Why it cannot fail.
    pub proof: Option<Proof>,
    /// How it fails.
    pub finding: Option<Finding>,
    /// What stood in the way of an answer.
    pub reasons: Vec<Reason>,
    /// What was tried, in order.
    pub attempts: Vec<Attempt>,
    /// Wall-clock time spent on it, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

/// Sums over a report's assertions.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ProveTotals {
    /// Assertions.
    pub assertions: u64,
    /// Those that cannot fail.
    pub proved: u64,
    /// Those that fail.
    pub refuted: u64,
    /// Those of which it is not known.
    pub unknown: u64,
    /// Wall-clock time of the whole run, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
    /// What the run cost.
    pub run: ProveCosts,
}

/// What a proof cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProveCosts {
    /// Assertions of which an earlier run had found everything.
    pub kept: u64,
    /// Assertions that techniques were tried on.
    pub tried: u64,
    /// Inputs that a JVM was given to confirm that they fail.
    pub replays: u64,
}

impl ProveReport {
    /// The source files that its assertions and findings name.
    pub fn source_files(&self) -> impl Iterator<Item = &String> {
        let own = self.assertions.iter().filter_map(|assertion| assertion.source_file.as_ref());
        let found = self.assertions.iter().filter_map(|assertion| assertion.finding.as_ref());
        own.chain(found.flat_map(|finding| finding.source_files()))
    }

    /// Computes the totals from the assertions.
    pub fn sum_up(&mut self) {
        let count = |wanted: ProofVerdict| self.assertions.iter().filter(|it| it.verdict == wanted).count() as u64;
        self.totals = ProveTotals {
            assertions: self.assertions.len() as u64,
            proved: count(ProofVerdict::Proved),
            refuted: count(ProofVerdict::Refuted),
            unknown: count(ProofVerdict::Unknown),
            time_ms: self.totals.time_ms,
            run: self.totals.run.clone(),
        };
    }
}
