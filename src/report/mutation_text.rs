//! What `mutate` found, for people: the mutants that the tests do not notice by class, then the sums.

use super::mutation::{MutantCounts, MutantReport, MutantStatus, MutationReport};
use super::notation::{counted, duration, method_label};
use super::printable::printable;
use std::io::{self, Write};

/// Writes the result of `mutate`.
///
/// # Errors
/// When the output cannot be written.
pub fn mutate_as_text(report: &MutationReport, output: &mut dyn Write) -> io::Result<()> {
    for (status, heading) in [
        (MutantStatus::Survived, "SURVIVED: all tests that reach it pass"),
        (MutantStatus::Uncovered, "UNCOVERED: no test reaches it"),
        (MutantStatus::Unknown, "UNKNOWN: not run"),
        (MutantStatus::Unviable, "UNVIABLE: no such class"),
        (MutantStatus::Equivalent, "EQUIVALENT: proved to do what the original does"),
    ] {
        let mutants: Vec<&MutantReport> = report.mutants.iter().filter(|mutant| mutant.status == status).collect();
        if !mutants.is_empty() {
            writeln!(output, "{heading}")?;
            write_mutants(&mutants, output)?;
            writeln!(output)?;
        }
    }
    for test in &report.failing_tests {
        writeln!(output, "left out, fails without a mutant: {}", printable(test))?;
    }
    write_operators(report, output)?;
    let counts = &report.totals.counts;
    let score =
        report.totals.score.map_or_else(|| "no score".to_owned(), |score| format!("mutation score {score:.1} %"));
    writeln!(
        output,
        "{score}: {} of {} noticed by {}; {}",
        counts.detected,
        counted(counts.counted, "mutant", "mutants"),
        counted(report.totals.tests as u64, "test", "tests"),
        duration(report.totals.time_ms),
    )
}

fn write_mutants(mutants: &[&MutantReport], output: &mut dyn Write) -> io::Result<()> {
    let mut before = None;
    for mutant in mutants {
        let method = (&mutant.class, &mutant.method, &mutant.descriptor);
        if before != Some(method) {
            writeln!(output, "  {}", method_label(&mutant.class, &mutant.method, &mutant.descriptor))?;
            before = Some(method);
        }
        let line = mutant.line.map_or(String::new(), |line| format!("line {line}: "));
        let reason = mutant.reason.as_ref().map_or(String::new(), |reason| format!(": {reason}"));
        let (description, operator) = (printable(&mutant.description), mutant.operator);
        writeln!(output, "    {line}{description} ({operator}){}", printable(&reason))?;
    }
    Ok(())
}

fn write_operators(report: &MutationReport, output: &mut dyn Write) -> io::Result<()> {
    if report.operators.is_empty() {
        return Ok(());
    }
    let width = report.operators.iter().map(|totals| totals.operator.len()).max().unwrap_or(0);
    let others = ["noticed", "survived", "uncovered", "equivalent", "unviable", "unknown"];
    writeln!(output, "{:width$}  mutants  {}  score", "operator", others.join("  "))?;
    for totals in &report.operators {
        let MutantCounts { mutants, detected, survived, uncovered, equivalent, unviable, unknown, .. } = totals.counts;
        let score = totals.counts.score().map_or_else(|| "-".to_owned(), |score| format!("{score:.0} %"));
        writeln!(
            output,
            "{:width$}  {mutants:>7}  {detected:>7}  {survived:>8}  {uncovered:>9}  {equivalent:>10}  {unviable:>8}  \
             {unknown:>7}  {score:>5}",
            totals.operator,
        )?;
    }
    writeln!(output)
}
