//! What `check` found, for people: the failures first, then what is open, then the sums.

use super::check::{CheckReport, CheckedMethod, Finding, Refusal, Verdict};
use super::notation::{counted, duration, method_label};
use super::printable::printable;
use std::io::{self, Write};

/// How many of the most frequent reasons the sums list.
const LISTED_REASONS: usize = 10;

/// Of more conditions than this, so many of the first and of the last are shown.
const LISTED_CONDITIONS: usize = 32;
const ENDS_OF_CONDITIONS: usize = 4;

/// Writes the result of `check`.
///
/// # Errors
/// When the output cannot be written.
pub fn check_as_text(report: &CheckReport, output: &mut dyn Write) -> io::Result<()> {
    for verdict in [Verdict::Fails, Verdict::Incomplete, Verdict::Holds] {
        for method in report.methods.iter().filter(|method| method.verdict == verdict) {
            write_method(method, output)?;
        }
    }
    for defect in &report.defects {
        writeln!(output, "DEFECT OF CASEWISE  {}: {}", printable(&defect.method), printable(&defect.message))?;
    }
    let totals = &report.totals;
    if !report.methods.is_empty() {
        writeln!(output)?;
    }
    writeln!(
        output,
        "{}: {} ({}, {} confirmed by a JVM), {}, {}; {}{}",
        counted(totals.methods, "method", "methods"),
        counted(totals.fails, "fails", "fail"),
        counted(totals.findings, "finding", "findings"),
        totals.confirmed,
        counted(totals.holds, "holds", "hold"),
        format_args!("{} incomplete", totals.incomplete),
        duration(totals.time_ms),
        match totals.run.kept {
            0 => String::new(),
            kept => format!(", {} known from before", counted(kept, "method", "methods")),
        },
    )?;
    if totals.reasons.len() > 1 {
        writeln!(output, "left open:")?;
        for reason in totals.reasons.iter().take(LISTED_REASONS) {
            let methods = counted(reason.methods, "method", "methods");
            writeln!(output, "  {methods}: {}", printable(&reason.reason))?;
        }
        if let Some(more) = totals.reasons.len().checked_sub(LISTED_REASONS).filter(|more| *more > 0) {
            writeln!(output, "  and {}", counted(more as u64, "other reason", "other reasons"))?;
        }
    }
    Ok(())
}

fn write_method(method: &CheckedMethod, output: &mut dyn Write) -> io::Result<()> {
    let verdict = match method.verdict {
        Verdict::Fails => "FAILS",
        Verdict::Incomplete => "incomplete",
        Verdict::Holds => "holds",
    };
    writeln!(output, "{verdict:<10}  {}", method_label(&method.class, &method.method, &method.descriptor))?;
    for finding in &method.findings {
        write_finding(finding, output)?;
    }
    for finding in &method.unreached_states {
        writeln!(output, "  needs a state not shown reachable:")?;
        write_finding(finding, output)?;
    }
    for refusal in &method.rejects {
        write_refusal("rejects", refusal, output)?;
    }
    for refusal in &method.declared {
        write_refusal("declared", refusal, output)?;
    }
    for reason in &method.reasons {
        let place = reason.place.as_ref().map_or(String::new(), |place| format!(", at {place}"));
        let text = format!("{}{}", printable(&reason.text), printable(&place));
        match reason.paths {
            0 => writeln!(output, "  not known: {text}")?,
            paths => writeln!(output, "  not known: {text} ({})", counted(paths, "path", "paths"))?,
        }
    }
    for invariant in &method.invariants {
        writeln!(output, "  rests on: {}", printable(invariant))?;
    }
    for place in method.uncovered.iter().flatten() {
        let line = place.line.map_or(String::new(), |line| format!("line {line}: "));
        writeln!(output, "  not covered: {line}{}: {}", printable(&place.what), printable(&place.reason))?;
    }
    Ok(())
}

pub(super) fn write_finding(finding: &Finding, output: &mut dyn Write) -> io::Result<()> {
    let message = finding.message.as_ref().map_or(String::new(), |message| format!(": {message}"));
    if !finding.exception.is_empty() {
        writeln!(output, "  {}{}", finding.exception, printable(&message))?;
    }
    for frame in &finding.trace {
        writeln!(output, "    at {}", printable(frame))?;
    }
    let input = if finding.input.is_empty() { "(none)" } else { &finding.input };
    writeln!(output, "    input: {}", printable(input))?;
    if !finding.path_condition.is_empty() {
        writeln!(output, "    when:  {}", printable(&conditions(&finding.path_condition)))?;
    }
    match (&finding.not_replayed, finding.confirmed) {
        (_, true) => writeln!(output, "    confirmed by a JVM"),
        (Some(reason), false) => writeln!(output, "    not replayed: {}", printable(reason)),
        (None, false) => writeln!(output, "    not replayed"),
    }
}

/// Conditions in one line. A path around a loop many times has one for each time.
fn conditions(all: &[String]) -> String {
    let (Some(first), Some(last)) =
        (all.get(..ENDS_OF_CONDITIONS), all.get(all.len().saturating_sub(ENDS_OF_CONDITIONS)..))
    else {
        return all.join(" && ");
    };
    match all.len() > LISTED_CONDITIONS {
        true => format!(
            "{} && … {} more … && {}",
            first.join(" && "),
            all.len() - 2 * ENDS_OF_CONDITIONS,
            last.join(" && ")
        ),
        false => all.join(" && "),
    }
}

fn write_refusal(word: &str, refusal: &Refusal, output: &mut dyn Write) -> io::Result<()> {
    let line = refusal.line.map_or(String::new(), |line| format!(" at line {line}"));
    let input = match refusal.input.as_deref() {
        None => String::new(),
        Some("") => " always".to_owned(),
        Some(input) => format!(" on {input}"),
    };
    writeln!(output, "  {word} {}{line}{}", refusal.exception, printable(&input))
}
