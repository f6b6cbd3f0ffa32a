//! What `test` wrote, for people: by class the tests, what they meet, and what no test meets; then the sums.

use super::notation::{counted, duration, method_label};
use super::printable::printable;
use super::suite::{GoalStatus, SuiteClass, SuiteReport};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// How many inputs without a test, and how many goals without one, are listed of a class.
const LISTED: usize = 12;

/// Writes the result of `test`; `out` is where the tests are.
///
/// # Errors
/// When the output cannot be written.
pub fn suite_as_text(report: &SuiteReport, out: &str, output: &mut dyn Write) -> io::Result<()> {
    for class in &report.classes {
        write_class(class, out, output)?;
    }
    for defect in &report.defects {
        writeln!(output, "DEFECT OF CASEWISE  {}: {}", printable(&defect.method), printable(&defect.message))?;
    }
    let totals = &report.totals;
    if totals.failures_not_shown > 0 {
        let failures = counted(totals.failures_not_shown, "failure", "failures");
        writeln!(output, "{failures} without a test, which `check` does not show; --all writes disabled ones")?;
    }
    writeln!(
        output,
        "{}, {}: {}, {} for failures; {} ({} met, {} infeasible), {}; {}",
        counted(totals.classes, "class", "classes"),
        counted(totals.methods, "method", "methods"),
        counted(totals.tests, "test", "tests"),
        counted(totals.failing, "disabled test", "disabled tests"),
        counted(totals.goals, "goal", "goals"),
        totals.met,
        totals.infeasible,
        counted(totals.conditions, "condition", "conditions"),
        duration(totals.time_ms),
    )
}

fn write_class(class: &SuiteClass, out: &str, output: &mut dyn Write) -> io::Result<()> {
    let tests = class.tests.iter().filter(|test| test.finding.is_none()).count() as u64;
    match &class.file {
        Some(file) => {
            let run = if class.not_run.is_some() { ", not run" } else { "" };
            writeln!(output, "{}  {}{run}  {out}/{file}", printable(&class.class), counted(tests, "test", "tests"))?;
        }
        None => writeln!(output, "{}  no tests", printable(&class.class))?,
    }
    for method in &class.methods {
        let label = method_label(&class.class, &method.method, &method.descriptor);
        writeln!(output, "  {:<5} {label}", method.tests)?;
        for reason in &method.reasons {
            writeln!(output, "        not explored: {}", printable(&reason.text))?;
        }
    }
    for (criterion, (met, infeasible, all)) in by_criterion(class) {
        let proved = if infeasible > 0 { format!(", {infeasible} infeasible") } else { String::new() };
        writeln!(output, "  {criterion}: {met} of {} goals met{proved}", all - infeasible)?;
    }
    for test in class.tests.iter().filter(|test| test.finding.is_some()) {
        let finding = test.finding.as_deref().unwrap_or_default();
        writeln!(output, "  fails: {} when {}", printable(finding), printable(&test.input))?;
    }
    let open: Vec<_> = class.goals.iter().filter(|goal| goal.status == GoalStatus::Unmet).collect();
    for goal in open.iter().take(LISTED) {
        let line = goal.line.map_or(String::new(), |line| format!(":{line}"));
        let reason = goal.reason.as_deref().unwrap_or("not known why");
        writeln!(
            output,
            "  unmet: {}{line} {}: {}: {}",
            printable(&goal.method),
            goal.criterion,
            printable(&goal.what),
            printable(reason)
        )?;
    }
    if let Some(more) = open.len().checked_sub(LISTED).filter(|more| *more > 0) {
        writeln!(output, "  and {}", counted(more as u64, "other unmet goal", "other unmet goals"))?;
    }
    for input in class.not_written.iter().take(LISTED) {
        let (method, text) = (printable(&input.method), printable(&input.input));
        writeln!(output, "  no test: {method} for {text}: {}", printable(&input.reason))?;
    }
    if let Some(more) = class.not_written.len().checked_sub(LISTED).filter(|more| *more > 0) {
        writeln!(output, "  and {} without a test", counted(more as u64, "other input", "other inputs"))?;
    }
    writeln!(output)
}

/// Met, infeasible and all goals of each criterion.
fn by_criterion(class: &SuiteClass) -> BTreeMap<&str, (usize, usize, usize)> {
    let mut found: BTreeMap<&str, (usize, usize, usize)> = BTreeMap::new();
    for goal in &class.goals {
        let counts = found.entry(&goal.criterion).or_default();
        counts.0 += usize::from(goal.status == GoalStatus::Met);
        counts.1 += usize::from(goal.status == GoalStatus::Infeasible);
        counts.2 += 1;
    }
    found
}
