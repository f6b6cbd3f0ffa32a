//! What fits on a page, and the line that says what does not.

use maud::{Markup, PreEscaped, html};

/// Rows of a table, as many as fit in so many bytes, and how many are left out.
pub(super) struct Rows {
    pub(super) rows: Markup,
    pub(super) shown: usize,
    pub(super) left_out: usize,
}

/// The first rows that fit.
pub(super) fn fitting<T>(items: impl IntoIterator<Item = T>, most: usize, row: impl Fn(T) -> Markup) -> Rows {
    let (mut rows, mut shown, mut left_out) = (String::new(), 0, 0);
    for item in items {
        if left_out > 0 {
            left_out += 1;
            continue;
        }
        let text = row(item).into_string();
        if rows.len() + text.len() > most {
            left_out = 1;
        } else {
            rows.push_str(&text);
            shown += 1;
        }
    }
    Rows { rows: PreEscaped(rows), shown, left_out }
}

/// The line that says that something is left out, and where it is.
pub(super) fn left_out(count: usize, what: &str) -> Markup {
    html! {
        @if count > 0 {
            p.facts { (count) " " (what) " more are left out, since the page would be too large: " code { "--format json" } " has all of them." }
        }
    }
}
