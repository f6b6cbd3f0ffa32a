//! What `invariants` found, for people: of each class what is known and by which methods that was judged, or why nothing is.

use super::notation::{counted, duration, method_label};
use super::printable::printable;
use super::{EntryReport, InvariantReport, InvariantsReport, KnownClass, Reason};
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
    write_keepers(&class.invariants, &class.fields, &class.entries, output)?;
    let statics = &class.statics;
    for invariant in &statics.invariants {
        writeln!(output, "  static: {}", printable(&invariant.text))?;
    }
    write_keepers(&statics.invariants, &statics.fields, &statics.entries, output)?;
    for reason in class.reasons.iter().take(MOST_REASONS) {
        writeln!(output, "  more is not known: {}", printable(&told(reason)))?;
    }
    match class.reasons.len().saturating_sub(MOST_REASONS) {
        0 => {}
        more => writeln!(output, "  and {}", counted(more as u64, "more reason", "more reasons"))?,
    }
    writeln!(output)
}

/// Who keeps what is known; or of which fields nothing is.
fn write_keepers(
    invariants: &[InvariantReport],
    fields: &[String],
    entries: &[EntryReport],
    output: &mut dyn Write,
) -> io::Result<()> {
    if invariants.is_empty() && fields.is_empty() {
        return Ok(());
    }
    if invariants.is_empty() {
        return writeln!(output, "  nothing is known of: {}", printable(&fields.join(", ")));
    }
    let label = |entry: &EntryReport| method_label(&entry.class, &entry.method, &entry.descriptor);
    let entries: Vec<String> = entries.iter().map(label).collect();
    let entries = if entries.is_empty() { "its initialiser".into() } else { entries.join(", ") };
    writeln!(output, "  established and kept by: {}", printable(&entries))
}

fn told(reason: &Reason) -> String {
    match &reason.place {
        Some(place) => format!("{place}: {}", reason.text),
        None => reason.text.clone(),
    }
}
