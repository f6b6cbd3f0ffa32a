//! Which sources decide by a sentence: they compare a text with a literal of two or more words.

/// What compares a text with what follows it.
const COMPARISONS: [&str; 9] =
    ["starts_with(", "ends_with(", "contains(", "strip_prefix(", "strip_suffix(", "split_once(", "find(", "== ", "!= "];

/// The literals of two or more words that a source compares texts with, outside of its tests and comments, with their lines.
pub fn compared_sentences(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    for comparison in COMPARISONS {
        for (at, _) in code.match_indices(comparison) {
            let before = code.get(..at).unwrap_or_default();
            let line = before.rsplit('\n').next().unwrap_or_default();
            let after = code.get(at + comparison.len()..).unwrap_or_default().trim_start();
            let Some(literal) = after.strip_prefix('"').and_then(closed) else { continue };
            // An operator that is printed stands in a literal of its own.
            let is_printed = line.trim_end().ends_with('"');
            if !is_printed && !line.trim_start().starts_with("//") && literal.split_whitespace().count() > 1 {
                found.push((before.matches('\n').count() + 1, literal.to_owned()));
            }
        }
    }
    found.sort();
    found
}

/// What comes before the quote that closes a literal.
fn closed(text: &str) -> Option<&str> {
    let mut is_escaped = false;
    let end = text.find(|next: char| {
        let closes = next == '"' && !is_escaped;
        is_escaped = next == '\\' && !is_escaped;
        closes
    })?;
    text.get(..end)
}
