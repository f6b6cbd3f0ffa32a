//! What `check` found, as plain data.

use super::Problem;
use super::input::InputData;
use super::premise::ReportedPremise;
use super::property::Property;
use super::rank::{CauseEntry, FailureCause};
use super::shard::Shard;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The result of `check`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CheckReport {
    /// One entry per checked method, in class and source order.
    pub methods: Vec<CheckedMethod>,
    /// What the findings come from, in the order in which they are worth reading.
    pub causes: Vec<FailureCause>,
    /// Sums.
    pub totals: CheckTotals,
    /// Answers that the JVM contradicts, and analyses that failed: defects of casewise, never findings.
    pub defects: Vec<Defect>,
    /// Inputs that could not be read, and what else went wrong, one line each.
    pub problems: Vec<Problem>,
    /// Which part of a run this is, where it is one, with what `merge` needs of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Box<Shard>>,
}

/// What is known of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It fails on the inputs that are given.
    Fails,
    /// Something was left out, and in what was explored it does not fail.
    Incomplete,
    /// It fails on no input.
    Holds,
}

/// A method's answer.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CheckedMethod {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Source file as the class file names it, in the folder of its package.
    pub source_file: Option<String>,
    /// The answer.
    pub verdict: Verdict,
    /// How it fails: one for each distinct cause, in source order.
    pub findings: Vec<Finding>,
    /// Failures in states that arbitrary private fields describe and that no constructor is known to lead to.
    #[serde(rename = "unreachedStates")]
    pub unreached_states: Vec<Finding>,
    /// Inputs that the method refuses by an exception of its own.
    pub rejects: Vec<Refusal>,
    /// Exceptions that its `throws` clause declares.
    pub declared: Vec<Refusal>,
    /// What an incomplete answer leaves out.
    pub reasons: Vec<Reason>,
    /// The invariants of classes that the answer rests on, where that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub invariants: Vec<String>,
    /// The types of which `holds` takes for granted that no class from elsewhere extends or implements them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed_types: Vec<String>,
    /// What else `holds` takes for granted of the machine and of whoever calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<ReportedPremise>,
    /// What was not executed, where that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<Vec<Uncovered>>,
    /// Paths explored to their ends, of the last round.
    pub paths: u64,
    /// Wall-clock time spent on it, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

/// A failure and an input that shows it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// What is violated.
    pub property: Property,
    /// The exception's class in Java notation.
    pub exception: String,
    /// Its message, as the JVM tells it.
    pub message: Option<String>,
    /// The source file of the place that throws.
    pub source_file: Option<String>,
    /// The line of the place that throws.
    pub line: Option<u16>,
    /// The method that throws, as `p.C.m`.
    pub place: String,
    /// The input, in Java-like notation.
    pub input: String,
    /// The same, as data.
    pub input_data: InputData,
    /// The condition on inputs under which this happens the same way.
    pub path_condition: Vec<String>,
    /// The stack trace, the innermost frame first, as `p.C.m:12`.
    pub trace: Vec<String>,
    /// The same, as data.
    pub frames: Vec<TraceFrame>,
    /// Whether a JVM throws the same at the same place.
    pub confirmed: bool,
    /// Why no JVM was asked.
    pub not_replayed: Option<String>,
    /// The same for the same failure, whatever else changes: neither lines nor paths are in it.
    pub fingerprint: String,
    /// The same for all methods that fail by the same exception at the same place.
    pub cause: String,
}

impl Finding {
    /// The source files that it names.
    pub fn source_files(&self) -> impl Iterator<Item = &String> {
        let of_frames = self.frames.iter().filter_map(|frame| frame.source_file.as_ref());
        self.source_file.iter().chain(of_frames)
    }
}

/// A frame of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TraceFrame {
    /// The method, as `p.C.m`.
    pub method: String,
    /// The file of its source in the folder of its package, where the class file names it.
    pub source_file: Option<String>,
    /// The line.
    pub line: Option<u16>,
}

impl TraceFrame {
    /// As `p.C.m:12`.
    pub fn text(&self) -> String {
        match self.line {
            Some(line) => format!("{}:{line}", self.method),
            None => self.method.clone(),
        }
    }
}

/// An exception that is no failure, with an input that shows it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// The exception's class in Java notation.
    pub exception: String,
    /// The line of the place that throws.
    pub line: Option<u16>,
    /// The input, in Java-like notation; none where none could be written.
    pub input: Option<String>,
}

/// A reason of an incomplete answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reason {
    /// What kind of limit it is.
    pub kind: ReasonKind,
    /// Paths that it concerns; 0 where it concerns the whole answer.
    pub paths: u64,
    /// Which.
    pub text: String,
    /// Where, as `p.C.m:12`, unless the text says it.
    pub place: Option<String>,
}

/// Kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReasonKind {
    /// A bound cut paths.
    Bound,
    /// A budget was used up.
    Budget,
    /// A call that cannot be executed.
    Call,
    /// A class that is not there.
    Class,
    /// An instruction, or a use of one, that is not supported.
    Instruction,
    /// The solver does not know.
    Solver,
    /// Something was assumed about inputs or modelled approximately.
    Assumption,
    /// A JVM could not run an input.
    Replay,
    /// A defect of casewise.
    Defect,
}

/// Code that no path executed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Uncovered {
    /// The line, where the class file has line numbers.
    pub line: Option<u16>,
    /// `line`, or which side of which branch.
    pub what: String,
    /// Why: `infeasible`, or the reason that kept paths from it.
    pub reason: String,
}

/// Something that is wrong with casewise itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Defect {
    /// The method, as `p.C.m(int)`.
    pub method: String,
    /// What was claimed and what happened.
    pub message: String,
}

/// Sums over a report's methods.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CheckTotals {
    /// Methods checked.
    pub methods: u64,
    /// Methods that fail.
    pub fails: u64,
    /// Methods that hold.
    pub holds: u64,
    /// Methods with an incomplete answer.
    pub incomplete: u64,
    /// Findings.
    pub findings: u64,
    /// Findings that a JVM confirms.
    pub confirmed: u64,
    /// What is left open, the most frequent first: in how many methods, failing ones included.
    pub reasons: Vec<ReasonCount>,
    /// Wall-clock time of the whole run, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
    /// Costs of this run, which vary with what was kept from earlier ones.
    pub run: CheckCosts,
}

/// What a check cost.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckCosts {
    /// Methods of which an earlier run had found everything.
    pub kept: u64,
    /// Methods that were explored.
    pub explored: u64,
    /// What exploring them cost.
    #[serde(flatten)]
    pub exploration: ExplorationCosts,
    /// Inputs that a JVM was given.
    pub replays: u64,
}

/// What exploring methods cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorationCosts {
    /// States: path ends and forks.
    pub states: u64,
    /// Questions of satisfiability, however answered.
    pub solver_queries: u64,
    /// Those that Z3 had to answer.
    pub solver_calls: u64,
    /// Work, in instructions; a step of the solver counts as one.
    pub work: u64,
}

impl std::ops::AddAssign for ExplorationCosts {
    fn add_assign(&mut self, other: ExplorationCosts) {
        self.states += other.states;
        self.solver_queries += other.solver_queries;
        self.solver_calls += other.solver_calls;
        self.work += other.work;
    }
}

/// How often a reason occurs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReasonCount {
    /// In how many methods.
    pub methods: u64,
    /// Which.
    pub reason: String,
}

impl ReasonCount {
    /// Counts reasons that methods have, the most frequent first.
    pub(super) fn of<'r>(reasons: impl Iterator<Item = &'r str>) -> Vec<ReasonCount> {
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        reasons.for_each(|reason| *counts.entry(reason).or_default() += 1);
        let count = |(reason, methods): (&str, u64)| ReasonCount { methods, reason: reason.to_owned() };
        let mut counts: Vec<ReasonCount> = counts.into_iter().map(count).collect();
        // Of the same number they stay in the order of their texts.
        counts.sort_by_key(|count| Reverse(count.methods));
        counts
    }
}

impl CheckReport {
    /// The causes that are worth a maintainer's time, or all.
    pub fn shown_causes(&self, shows_all: bool) -> impl Iterator<Item = &FailureCause> {
        self.causes.iter().filter(move |cause| cause.is_shown(shows_all))
    }

    /// Those of them that a baseline does not know and that are not suppressed: they fail a build.
    pub fn new_causes(&self, shows_all: bool) -> impl Iterator<Item = &FailureCause> {
        self.shown_causes(shows_all).filter(|cause| !cause.is_known() && cause.suppression.is_none())
    }

    /// Those that are told: the new ones, and where all are shown, with the reason, those that are suppressed.
    pub fn told_causes(&self, shows_all: bool) -> impl Iterator<Item = &FailureCause> {
        self.causes.iter().filter(move |cause| cause.is_told(shows_all))
    }

    /// The source files that its findings name.
    pub fn source_files(&self) -> impl Iterator<Item = &String> {
        self.methods.iter().flat_map(|method| &method.findings).flat_map(Finding::source_files)
    }

    /// An entry's method and finding.
    pub fn finding(&self, entry: &CauseEntry) -> Option<(&CheckedMethod, &Finding)> {
        let method = self.methods.get(entry.method)?;
        Some((method, method.findings.get(entry.finding)?))
    }

    /// Computes the totals from the methods.
    pub fn sum_up(&mut self) {
        let count = |wanted: Verdict| self.methods.iter().filter(|method| method.verdict == wanted).count() as u64;
        let findings = || self.methods.iter().flat_map(|method| &method.findings);
        // A method counts once for a reason, at however many places it has it.
        let reasons = self
            .methods
            .iter()
            .flat_map(|method| method.reasons.iter().map(|reason| reason.text.as_str()).collect::<BTreeSet<&str>>());
        self.totals = CheckTotals {
            methods: self.methods.len() as u64,
            fails: count(Verdict::Fails),
            holds: count(Verdict::Holds),
            incomplete: count(Verdict::Incomplete),
            findings: findings().count() as u64,
            confirmed: findings().filter(|finding| finding.confirmed).count() as u64,
            reasons: ReasonCount::of(reasons),
            time_ms: self.totals.time_ms,
            run: self.totals.run.clone(),
        };
    }
}
