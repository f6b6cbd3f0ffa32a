//! Results as JSON: indented, fields in the order in which the data types declare them.

use super::{
    CheckReport, ConfigReport, DiffReport, InvariantsReport, MethodReport, MutationReport, NativesReport, Problem,
    ProveReport, ReachReport, Report, SuiteReport, SummaryView, Totals,
};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
struct ReportDocument<'a> {
    methods: &'a [MethodReport],
    totals: &'a Totals,
    problems: &'a [Problem],
}

#[derive(Serialize)]
struct SummariesDocument<'a> {
    methods: &'a [SummaryView],
}

/// Writes the result of `summarize`: `{ "methods": […], "totals": {…}, "problems": […] }`.
///
/// # Errors
/// When the output cannot be written.
pub fn summarize_as_json(report: &Report, output: &mut dyn Write) -> io::Result<()> {
    let Report { methods, totals, problems } = report;
    write_document(&ReportDocument { methods, totals, problems }, output)
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

fn write_document(document: &impl Serialize, output: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *output, document)?;
    writeln!(output)
}
