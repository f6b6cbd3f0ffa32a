//! What `reach` found, for people.

use super::notation::{counted, duration};
use super::printable::printable;
use super::reach::{ReachReport, ReachStep, ReachVerdict};
use std::io::{self, Write};

/// Writes the result of `reach`.
///
/// # Errors
/// When the output cannot be written.
pub fn reach_as_text(report: &ReachReport, output: &mut dyn Write) -> io::Result<()> {
    for (number, step) in report.steps.iter().flatten().enumerate() {
        write_step(number + 1, step, output)?;
    }
    if report.steps.as_ref().is_some_and(|steps| !steps.is_empty()) {
        writeln!(output)?;
    }
    let verdict = match report.verdict {
        ReachVerdict::Reached => "REACHED",
        ReachVerdict::Unreachable => "unreachable",
        ReachVerdict::NotReached => "not reached",
    };
    writeln!(output, "{verdict}  {} from {}", printable(&report.target), printable(&report.entry))?;
    if let Some(input) = &report.input {
        let input = if input.is_empty() { "(none)" } else { input };
        writeln!(output, "  input: {}", printable(input))?;
    }
    if !report.path_condition.is_empty() {
        writeln!(output, "  when:  {}", printable(&report.path_condition.join(" && ")))?;
    }
    if let Some(outcome) = &report.outcome {
        let place = report.place.as_ref().map_or(String::new(), |place| format!("{place}, "));
        writeln!(output, "  then:  {}{}", printable(&place), printable(outcome))?;
    }
    for frame in &report.trace {
        writeln!(output, "    at {}", printable(frame))?;
    }
    if report.verdict == ReachVerdict::Reached {
        writeln!(output, "  confirmed by a JVM")?;
    }
    for reason in &report.reasons {
        let place = reason.place.as_ref().map_or(String::new(), |place| format!(", at {place}"));
        let text = format!("{}{}", printable(&reason.text), printable(&place));
        match reason.paths {
            0 => writeln!(output, "  not known: {text}")?,
            paths => writeln!(output, "  not known: {text} ({})", counted(paths, "path", "paths"))?,
        }
    }
    for note in &report.notes {
        writeln!(output, "  note: {}", printable(note))?;
    }
    for defect in &report.defects {
        writeln!(output, "DEFECT OF CASEWISE  {}: {}", printable(&defect.method), printable(&defect.message))?;
    }
    if let Some(guide) = &report.guide {
        let cases = counted(guide.cases, "case", "cases");
        let dropped = counted(guide.dropped, "state was", "states were");
        writeln!(output, "  guide: {dropped} dropped by the necessary condition, of {cases}")?;
    }
    let (effort, paths) = match report.states {
        Some(states) => (counted(states, "state", "states"), counted(report.paths, "path", "paths")),
        None => (counted(report.executions, "execution", "executions"), counted(report.paths, "path", "paths")),
    };
    writeln!(
        output,
        "{}: {effort}, {paths}, {}; {}",
        report.strategy,
        counted(report.solver_calls, "solver call", "solver calls"),
        duration(report.time_ms),
    )
}

fn write_step(number: usize, step: &ReachStep, output: &mut dyn Write) -> io::Result<()> {
    let dangling = step.dangling.as_ref().map_or(String::new(), |place| format!(" {place}"));
    writeln!(output, "{number:>4}  {}{}", step.how, printable(&dangling))?;
    if let Some(input) = &step.input {
        let input = if input.is_empty() { "(none)" } else { input };
        writeln!(output, "      input: {}", printable(input))?;
    }
    let mut counts = Vec::new();
    if step.removed > 0 {
        counts.push(format!("{} gone", counted(step.removed, "dangling node", "dangling nodes")));
    }
    if step.added > 0 {
        counts.push(format!("{} new", step.added));
    }
    let counts = if counts.is_empty() { String::new() } else { format!("; {}", counts.join(", ")) };
    writeln!(output, "      {}{counts}", printable(&step.outcome))?;
    if !step.through.is_empty() {
        writeln!(output, "      through {}", printable(&step.through.join(", ")))?;
    }
    Ok(())
}
