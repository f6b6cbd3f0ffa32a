//! What `prove` found, for people: an assertion after the other, what is refuted first, then the sums.

use super::check_text::write_finding;
use super::notation::{counted, duration, method_label};
use super::printable::printable;
use super::prove::{AssertionReport, ProofArithmetic, ProofVerdict, ProveReport};
use std::io::{self, Write};

/// Writes the result of `prove`; `explain`: with what each technique met; `full`: with conditions whole, however long.
///
/// # Errors
/// When the output cannot be written.
pub fn prove_as_text(report: &ProveReport, explain: bool, full: bool, output: &mut dyn Write) -> io::Result<()> {
    for verdict in [ProofVerdict::Refuted, ProofVerdict::Unknown, ProofVerdict::Proved] {
        for assertion in report.assertions.iter().filter(|assertion| assertion.verdict == verdict) {
            write_assertion(assertion, (explain, full), output)?;
        }
    }
    for defect in &report.defects {
        writeln!(output, "DEFECT OF CASEWISE  {}: {}", printable(&defect.method), printable(&defect.message))?;
    }
    let totals = &report.totals;
    if !report.assertions.is_empty() {
        writeln!(output)?;
    }
    let is_about_targets = report.assertions.iter().any(|assertion| assertion.subject.is_target());
    let (count, proved, refuted) = match is_about_targets {
        true => (counted(totals.assertions, "target", "targets"), "unreachable", "reached"),
        false => (counted(totals.assertions, "assertion", "assertions"), "proved", "refuted"),
    };
    let (time, unknown) = (duration(totals.time_ms), totals.unknown);
    let kept = match totals.run.kept {
        0 => String::new(),
        kept => format!(", {kept} known from before"),
    };
    writeln!(
        output,
        "{count}: {} {proved}, {} {refuted}, {unknown} unknown; {time}{kept}",
        totals.proved, totals.refuted
    )
}

fn write_assertion(
    assertion: &AssertionReport,
    (explain, full): (bool, bool),
    output: &mut dyn Write,
) -> io::Result<()> {
    let verdict = match (assertion.verdict, assertion.subject.is_target()) {
        (ProofVerdict::Refuted, false) => "REFUTED",
        (ProofVerdict::Refuted, true) => "REACHED",
        (ProofVerdict::Unknown, _) => "unknown",
        (ProofVerdict::Proved, false) => "proved",
        (ProofVerdict::Proved, true) => "unreachable",
    };
    let line = assertion.line.map_or_else(|| format!("@{}", assertion.offset), |line| format!(":{line}"));
    let label = method_label(&assertion.class, &assertion.method, &assertion.descriptor);
    let by = assertion.technique.map_or(String::new(), |technique| format!("  ({})", technique.name()));
    let scope = match (assertion.arithmetic, assertion.verdict) {
        (ProofArithmetic::Math, ProofVerdict::Proved) => " for mathematical integers",
        _ => "",
    };
    let what = match assertion.exception.as_str() {
        "" | "java.lang.AssertionError" => String::new(),
        other => format!(" {other}"),
    };
    writeln!(output, "{verdict:<8}  {label}{line}{what}{scope}{by}")?;
    if let Some(finding) = &assertion.finding {
        write_finding(finding, full, output)?;
    }
    if let Some(proof) = &assertion.proof {
        writeln!(output, "  because {}", printable(&proof.why))?;
        if explain {
            for line in &proof.core {
                let number = line.line.map_or(String::new(), |line| format!(":{line}"));
                writeln!(output, "    {}{number}", printable(&line.place))?;
            }
        }
    }
    for reason in &assertion.reasons {
        let place = reason.place.as_ref().map_or(String::new(), |place| format!(", at {place}"));
        writeln!(output, "  not known: {}{}", printable(&reason.text), printable(&place))?;
    }
    if explain {
        for attempt in assertion.attempts.iter().filter(|attempt| Some(attempt.technique) != assertion.technique) {
            for reason in &attempt.reasons {
                writeln!(output, "  {}: {}", attempt.technique.name(), printable(&reason.text))?;
            }
        }
    }
    Ok(())
}
