//! What `invariants` found, for people: of each class what is known and by which methods that was judged, or why nothing is.

use super::notation::{counted, duration, method_label, printable};
use super::{InvariantsReport, KnownClass, Reason};
use std::io::{self, Write};

/// So many reasons are named of a class.
const MOST_REASONS: usize = 3;

/// Writes the result of `invariants`. Problems are not written here.
///
/// # Errors
/// When the output cannot be written.
pub fn invariants_as_text(report: &InvariantsReport, output: &mut dyn Write) -> io::Result<()> {
    for class in &report.classes {
        write_class(class, output)?;
    }
    let totals = &report.totals;
    writeln!(
        output,
        "{} in {}; of {}, {} with fields that only this code assigns; {}",
        counted(totals.invariants, "invariant", "invariants"),
        counted(totals.with_invariants, "class", "classes"),
        counted(totals.classes, "class", "classes"),
        totals.with_fields,
        duration(totals.time_ms),
    )
}

fn write_class(class: &KnownClass, output: &mut dyn Write) -> io::Result<()> {
    writeln!(output, "{}", printable(&class.class))?;
    for invariant in &class.invariants {
        writeln!(output, "  {}", printable(&invariant.text))?;
    }
    if class.invariants.is_empty() {
        writeln!(output, "  nothing is known of: {}", printable(&class.fields.join(", ")))?;
    } else {
        let label = |entry: &super::EntryReport| method_label(&entry.class, &entry.method, &entry.descriptor);
        let entries: Vec<String> = class.entries.iter().map(label).collect();
        writeln!(output, "  established and kept by: {}", printable(&entries.join(", ")))?;
    }
    for reason in class.reasons.iter().take(MOST_REASONS) {
        writeln!(output, "  more is not known: {}", printable(&told(reason)))?;
    }
    match class.reasons.len().saturating_sub(MOST_REASONS) {
        0 => {}
        more => writeln!(output, "  and {}", counted(more as u64, "more reason", "more reasons"))?,
    }
    writeln!(output)
}

fn told(reason: &Reason) -> String {
    match &reason.place {
        Some(place) => format!("{place}: {}", reason.text),
        None => reason.text.clone(),
    }
}
