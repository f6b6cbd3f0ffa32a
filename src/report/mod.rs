//! Results as plain data, and their printing as text, JSON and SARIF. Knows no terms and no engine.

mod baseline;
mod check;
mod check_text;
mod config;
mod data;
mod diff;
mod diff_text;
mod html;
mod input;
mod invariants;
mod invariants_text;
mod json;
mod merge;
mod mutation;
mod mutation_text;
mod names;
mod natives;
mod notation;
mod plan;
mod premise;
mod printable;
mod property;
mod prove;
mod prove_text;
mod rank;
mod reach;
mod reach_text;
mod sarif;
mod shard;
mod suite;
mod suite_text;
mod table;
mod text;
mod uri;

pub use baseline::{Absent, Baseline};
pub use check::{
    CheckCosts, CheckReport, CheckTotals, CheckedMethod, Defect, ExplorationCosts, Finding, Reason, ReasonCount,
    ReasonKind, Refusal, TraceFrame, Uncovered, Verdict,
};
pub use check_text::{ReportDetail, check_as_text};
pub use config::{ConfigReport, OptionInForce, OptionSource, SuppressInForce, config_as_text};
pub use data::*;
pub use diff::{
    BehaviourChange, ChangeKind, ChangeTests, ComparedMethod, Compatibility, DiffReason, DiffReasonKind, DiffReport,
    DiffRole, DiffTotals, DiffVerdict, MemberChange, RoleTotals, SourceLines, TouchedPaths,
};
pub use diff_text::diff_as_text;
pub use html::{
    MOST_BYTES, Site, SourceFiles, WRITTEN_BY, check_as_html, diff_as_html, suite_as_html, summaries_as_html,
};
pub use input::{InputCall, InputData, InputElement, InputMaking, InputObject, InputPart, InputValue, ScriptedResult};
pub use invariants::{
    EntryReport, InvariantCondition, InvariantReport, InvariantTotals, InvariantsReport, KnownClass, KnownStatics,
    Quantity,
};
pub use invariants_text::invariants_as_text;
pub use json::{
    check_as_json, config_as_json, diff_as_json, invariants_as_json, json_schemas, mutate_as_json, natives_as_json,
    plan_as_json, prove_as_json, reach_as_json, suite_as_json, summaries_as_json, summarize_as_json,
};
pub use merge::{MergedReport, merge};
pub use mutation::{MutantCounts, MutantReport, MutantStatus, MutationReport, MutationTotals, OperatorTotals};
pub use mutation_text::mutate_as_text;
pub use names::nearest_names;
pub use natives::{NativeMethod, NativeState, NativeTotals, NativesReport, natives_as_text};
pub use notation::method_label;
pub(crate) use notation::size;
pub use plan::{PlanReport, PlanTotals, PlannedComponent, PlannedMethod, PlannedShard, plan_as_text};
pub use premise::ReportedPremise;
pub use printable::{PrintableWriter, printable};
pub use property::Property;
pub use prove::{
    AssertionReport, Attempt, CoreLine, LoopProfile, Proof, ProofArithmetic, ProofSubject, ProofTechnique,
    ProofVerdict, ProveCosts, ProveReport, ProveTotals,
};
pub use prove_text::prove_as_text;
pub use rank::{BaselineState, CauseEntry, FailureCause, Rank, Suppression, SuppressionKind};
pub use reach::{ReachGuidance, ReachReport, ReachStep, ReachVerdict};
pub use reach_text::reach_as_text;
pub use sarif::{SourcePlaces, check_as_sarif, diff_as_sarif, prove_as_sarif};
pub use shard::{Shard, ShardCaveat, ShardShown, ShardView, VERSION};
pub use suite::{
    GoalStatus, NotWritten, SuiteClass, SuiteGoal, SuiteMethod, SuiteReport, SuiteTest, SuiteTotals, WayOut,
};
pub use suite_text::suite_as_text;
pub use text::{Layout, show_as_text, summarize_as_text};
