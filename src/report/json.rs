//! Results as JSON: indented, fields in the order in which the data types declare them.

use super::{
    CheckReport, ConfigReport, DiffReport, InvariantsReport, MutationReport, NativesReport, PlanReport, ProveReport,
    ReachReport, Report, SuiteReport, SummaryView,
};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use std::io::{self, Write};

/// What `show --format json` prints.
#[derive(Serialize, JsonSchema)]
struct SummariesDocument<'a> {
    /// The summaries.
    methods: &'a [SummaryView],
}

/// Writes the result of `summarize`: `{ "methods": […], "totals": {…}, "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn summarize_as_json(report: &Report, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `show`: `{ "methods": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn summaries_as_json(methods: &[SummaryView], output: &mut dyn Write) -> io::Result<()> {
    write_document(&SummariesDocument { methods }, output)
}

/// Writes the result of `check`: `{ "methods": […], "totals": {…}, "defects": […], "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn check_as_json(report: &CheckReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `prove`: `{ "assertions": […], "totals": {…}, "defects": […], "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn prove_as_json(report: &ProveReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `diff`: `{ "methods": […], "members": […], "unused_expectations": […], "totals": {…}, "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn diff_as_json(report: &DiffReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `invariants`: `{ "classes": […], "totals": {…}, "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn invariants_as_json(report: &InvariantsReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `mutate`: `{ "mutants": […], "operators": […], "totals": {…}, "failing_tests": […],
/// "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn mutate_as_json(report: &MutationReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `reach`: `{ "target", "entry", "strategy", "verdict", "input", …, "executions", …, "problems" }`.
///
/// # Errors
/// When the output cannot be written.
pub fn reach_as_json(report: &ReachReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `natives`: `{ "jdk", "module", "natives": [{ class, method, descriptor, state }], "totals", "problems" }`.
///
/// # Errors
/// When the output cannot be written.
pub fn natives_as_json(report: &NativesReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `plan`: `{ "command", "shards": […], "components": […], "totals": {…}, "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn plan_as_json(report: &PlanReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `config`: `{ "file", "options": [{ option, values, source, origin, commands }], "suppress": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn config_as_json(report: &ConfigReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// Writes the result of `test`: `{ "classes": […], "totals": {…}, "defects": […], "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn suite_as_json(report: &SuiteReport, output: &mut dyn Write) -> io::Result<()> {
    write_document(report, output)
}

/// The JSON Schemas (draft 2020-12) of what is printed, each with the name of the command that prints it. They are derived from the types
/// that are printed, and `schemas/` has them as files.
pub fn json_schemas() -> Vec<(&'static str, serde_json::Value)> {
    vec![
        ("check", schema::<CheckReport>("check")),
        ("config", schema::<ConfigReport>("config")),
        ("diff", schema::<DiffReport>("diff")),
        ("invariants", schema::<InvariantsReport>("invariants")),
        ("mutate", schema::<MutationReport>("mutate")),
        ("natives", schema::<NativesReport>("natives")),
        ("plan", schema::<PlanReport>("plan")),
        ("prove", schema::<ProveReport>("prove")),
        ("reach", schema::<ReachReport>("reach")),
        ("show", schema::<SummariesDocument<'_>>("show")),
        ("summarize", schema::<Report>("summarize")),
        ("test", schema::<SuiteReport>("test")),
    ]
}

fn schema<T: JsonSchema>(command: &str) -> serde_json::Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), format!("casewise {command} --format json").into());
    schema.to_value()
}

fn write_document(document: &impl Serialize, output: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, document)?;
    writeln!(output)
}
