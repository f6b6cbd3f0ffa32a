//! What `reach` found, as plain data.

use super::{Defect, Problem, Reason};
use schemars::JsonSchema;
use serde::Serialize;

/// The result of `reach`.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct ReachReport {
    /// The target, as it was asked for.
    pub target: String,
    /// The method that everything begins with, as `p.C.m(int)`.
    pub entry: String,
    /// `demand`, `standard` or `explore`.
    pub strategy: String,
    /// The answer.
    pub verdict: ReachVerdict,
    /// An input that reaches the target in a JVM, in Java-like notation.
    pub input: Option<String>,
    /// What of the target it reaches, as `p.C.m:12`.
    pub place: Option<String>,
    /// How the run on it ends.
    pub outcome: Option<String>,
    /// The stack trace where it ends by an exception, the innermost frame first.
    pub trace: Vec<String>,
    /// The condition on inputs under which this happens the same way.
    pub path_condition: Vec<String>,
    /// Why the target was neither reached nor shown to be unreachable.
    pub reasons: Vec<Reason>,
    /// How the search came about where that is not as asked for, one line each: calls that were executed inline, a change of
    /// strategy.
    pub notes: Vec<String>,
    /// Runs on concrete inputs.
    pub executions: u64,
    /// Paths that these runs have added: of single methods (`demand`), or from the entry to the end (`standard`).
    pub paths: u64,
    /// Path ends and sides of decisions (`explore`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// What was necessary to reach the target, where the search was guided by that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guide: Option<ReachGuidance>,
    /// Questions of satisfiability, however answered.
    pub solver_queries: u64,
    /// Those that Z3 had to answer.
    pub solver_calls: u64,
    /// The search step by step, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<ReachStep>>,
    /// Wall-clock time, in milliseconds.
    #[serde(serialize_with = "super::data::to_microseconds")]
    pub time_ms: f64,
    /// Answers that the JVM contradicts: defects of casewise.
    pub defects: Vec<Defect>,
    /// Inputs that could not be read, one line each.
    pub problems: Vec<Problem>,
}

/// A necessary condition as a guide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachGuidance {
    /// The cases of the condition: ways to the target, loops taken for one way.
    pub cases: u64,
    /// States that contradicted it.
    pub dropped: u64,
    /// Questions about them that Z3 had to answer.
    pub solver_calls: u64,
}

/// What is known of a target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ReachVerdict {
    /// It is reached by the input that is given.
    Reached,
    /// It is reached by no input.
    Unreachable,
    /// It was not reached by what was explored.
    #[default]
    NotReached,
}

/// A step of the search.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ReachStep {
    /// How its input was found: `start`, `lazy`, `relevant` or `negated`; `pruned` where there is none; `inlined` where calls
    /// of a method are executed inline from then on.
    pub how: String,
    /// The decision of which another side was to be taken, as `p.C.m:12`, and which side.
    pub dangling: Option<String>,
    /// The input; none where there is none.
    pub input: Option<String>,
    /// How many dangling nodes are none any more.
    pub removed: u64,
    /// How many are new.
    pub added: u64,
    /// Of whole methods (`demand`): the dangling nodes that the run went through, as `p.C.m:12`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub through: Vec<String>,
    /// What the run did, or why there was none.
    pub outcome: String,
}
