//! What `test` wrote and which goals it meets, as plain data.

use super::shard::Shard;
use super::{Defect, Problem, Reason};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The result of `test`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SuiteReport {
    /// One entry for each class under test, by name.
    pub classes: Vec<SuiteClass>,
    /// Sums.
    pub totals: SuiteTotals,
    /// Analyses that failed: defects of casewise.
    pub defects: Vec<Defect>,
    /// Inputs that could not be read, and what else went wrong, one line each.
    pub problems: Vec<Problem>,
    /// Which part of a run this is, where it is one, with what `merge` needs of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Box<Shard>>,
}

/// The suite of a class.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SuiteClass {
    /// The class under test in Java notation (`p.C$D`).
    pub class: String,
    /// Its source file in the folder of its package, as the class file names it.
    pub source_file: Option<String>,
    /// The test class in Java notation; none where no test was written.
    pub test_class: Option<String>,
    /// Its source file in the folder of its package.
    pub file: Option<String>,
    /// Its source.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub source: String,
    /// The methods under test, in source order.
    pub methods: Vec<SuiteMethod>,
    /// The tests, in the order in which they are written.
    pub tests: Vec<SuiteTest>,
    /// Inputs for which no test was written, and why.
    #[serde(rename = "notWritten")]
    pub not_written: Vec<NotWritten>,
    /// Causes of failures that `check` finds and does not show unless asked for all: they have no test.
    #[serde(rename = "failuresNotShown")]
    pub failures_not_shown: u64,
    /// All goals, by place.
    pub goals: Vec<SuiteGoal>,
    /// Why tests were not run; none when they were.
    #[serde(rename = "notRun")]
    pub not_run: Option<String>,
    /// The lines that have code, ascending, and whether a test executes them.
    pub lines: Vec<(u16, bool)>,
    /// Wall-clock time spent on it, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

/// A method under test.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuiteMethod {
    /// Name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Paths explored to their ends.
    pub paths: u64,
    /// Conditions that were put to the solver for goals, each beside a path condition.
    pub conditions: u64,
    /// Tests written for it.
    pub tests: u64,
    /// What exploring it left out.
    pub reasons: Vec<Reason>,
}

/// A test, or an input with its outcome where there is none.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuiteTest {
    /// The name of the test method.
    pub name: String,
    /// The line of the test class on which it begins.
    pub line: u32,
    /// The method under test.
    pub method: String,
    /// The input, in Java-like notation.
    pub input: String,
    /// What the method does with it, in Java-like notation.
    pub outcome: String,
    /// The goals that it meets, by position.
    pub goals: Vec<usize>,
    /// Whether it was compiled and passes.
    pub passes: bool,
    /// Whether it reaches what Java code cannot reach without reflection.
    pub reflective: bool,
    /// Whether the method has other inputs as well.
    pub parameterized: bool,
    /// For an input that fails: what `check` says of it. The test is disabled.
    pub finding: Option<String>,
}

/// An input that is in no test.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NotWritten {
    /// The method under test.
    pub method: String,
    /// The input, in Java-like notation.
    pub input: String,
    /// Why.
    pub reason: String,
}

/// How a goal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum GoalStatus {
    /// A test meets it.
    Met,
    /// No input meets it: every path was explored, and on each of them the solver refutes it.
    Infeasible,
    /// Neither.
    Unmet,
}

/// Something that tests are to show.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SuiteGoal {
    /// The criterion that asks for it.
    pub criterion: String,
    /// The method whose code it speaks of.
    pub method: String,
    /// The line.
    pub line: Option<u16>,
    /// The instruction of the method: a line can have several conditionals.
    pub position: u32,
    /// What of it, in words.
    pub what: String,
    /// The way out of a conditional that it asks for, where it asks for one.
    pub way: Option<WayOut>,
    /// How it stands.
    pub status: GoalStatus,
    /// Why it is not met.
    pub reason: Option<String>,
}

/// A way out of a conditional or a switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WayOut {
    /// The branch is taken.
    Jumps,
    /// It is not.
    FallsThrough,
    /// The switch goes to this instruction.
    GoesTo(u32),
}

impl std::fmt::Display for WayOut {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WayOut::Jumps => formatter.write_str("jumps"),
            WayOut::FallsThrough => formatter.write_str("falls through"),
            WayOut::GoesTo(to) => write!(formatter, "goes to {to}"),
        }
    }
}

/// Sums of a run of `test`.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SuiteTotals {
    /// Classes under test.
    pub classes: u64,
    /// Methods under test.
    pub methods: u64,
    /// Conditions that were put to the solver.
    pub conditions: u64,
    /// Tests written, those of failing inputs not among them.
    pub tests: u64,
    /// Disabled tests of failing inputs.
    pub failing: u64,
    /// Inputs for which none was written.
    #[serde(rename = "notWritten")]
    pub not_written: u64,
    /// Causes of failures that have no test, since `check` does not show them unless asked for all.
    #[serde(rename = "failuresNotShown")]
    pub failures_not_shown: u64,
    /// Goals.
    pub goals: u64,
    /// Goals that tests meet.
    pub met: u64,
    /// Goals that no input meets.
    pub infeasible: u64,
    /// Wall-clock time, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
}

impl SuiteReport {
    /// Puts classes and defects into their order.
    pub fn sort(&mut self) {
        self.classes.sort_by(|left, right| left.class.cmp(&right.class));
        self.defects.sort_by(|left, right| (&left.method, &left.message).cmp(&(&right.method, &right.message)));
    }

    /// Computes the sums.
    pub fn sum_up(&mut self) {
        let time_ms = self.totals.time_ms;
        let mut totals = SuiteTotals { time_ms, classes: self.classes.len() as u64, ..SuiteTotals::default() };
        for class in &self.classes {
            totals.methods += class.methods.len() as u64;
            totals.conditions += class.methods.iter().map(|method| method.conditions).sum::<u64>();
            let failing = class.tests.iter().filter(|test| test.finding.is_some()).count() as u64;
            totals.failing += failing;
            totals.tests += class.tests.len() as u64 - failing;
            totals.not_written += class.not_written.len() as u64;
            totals.failures_not_shown += class.failures_not_shown;
            totals.goals += class.goals.len() as u64;
            let with = |status| class.goals.iter().filter(|goal| goal.status == status).count() as u64;
            totals.met += with(GoalStatus::Met);
            totals.infeasible += with(GoalStatus::Infeasible);
        }
        self.totals = totals;
    }
}
