//! What pages are made of: their frame, and small parts as texts, bars, signs, boxes that scroll.

use super::fitting::{fitting, left_out};
use crate::report::suite::GoalStatus;
use crate::report::{Defect, Problem, printable};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::borrow::Cow;

const STYLE: &str = include_str!("page.css");

const SCRIPT: &str = include_str!("page.js");
/// Nothing is loaded, and no script runs but the page's own: this is its SHA-256.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'sha256-kYHjNyx4d2NSnCh2EiHDFRQ2U+PLUvG2FKm3IWkvGPs='; base-uri 'none'; form-action 'none'";
/// More characters of a text are not shown.
const MOST_CHARACTERS: usize = 4_000;

/// What the footer of every page begins with.
pub const WRITTEN_BY: &str = "Written by casewise ";

/// A page with what stands between its toolbar and its footer.
pub(super) struct Page<'p> {
    /// The title of the window.
    pub(super) title: &'p str,
    /// What the box in the toolbar finds, where there is something to be found.
    pub(super) finds: Option<(&'p str, &'p str)>,
    /// The reference to the index, on any other page.
    pub(super) index: Option<&'p str>,
    /// The page itself.
    pub(super) main: Markup,
    /// What else the footer says.
    pub(super) note: &'p str,
    /// What a search finds, as JSON in which no text is markup.
    pub(super) data: Option<&'p str>,
}

impl Page<'_> {
    /// The page as a document that needs nothing beside it.
    pub(super) fn text(&self) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (shown(self.title)) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    a.skip href="#main" { "Skip to the report" }
                    (self.toolbar())
                    main id="main" { (self.main) }
                    footer { p { (WRITTEN_BY) (env!("CARGO_PKG_VERSION")) ". " (self.note) } }
                    @if let Some(data) = self.data {
                        script id="search-data" type="application/json" { (PreEscaped(data)) }
                    }
                    script { (PreEscaped(SCRIPT)) }
                }
            }
        };
        let mut text = page.into_string();
        text.push('\n');
        text
    }

    /// The way back, the filter, which the script shows, and the switch between light and dark, which needs none.
    fn toolbar(&self) -> Markup {
        html! {
            header.toolbar {
                @if let Some(index) = self.index { a.index href=(index) { "All classes" } }
                @if let Some((label, placeholder)) = self.finds {
                    form.filter id="filter-form" role="search" hidden {
                        label for="filter" { (label) }
                        input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder=(placeholder);
                        output id="filter-result" for="filter" aria-live="polite" {}
                    }
                }
                fieldset.theme {
                    legend { "Colours" }
                    @for (id, label, is_chosen) in [("auto", "Auto", true), ("light", "Light", false), ("dark", "Dark", false)] {
                        label {
                            input type="radio" name="theme" id={ "theme-" (id) } checked[is_chosen];
                            span { (label) }
                        }
                    }
                }
            }
        }
    }
}

/// A text as the page shows it: what a browser would not show is written as an escape, and of a very long one the beginning. What HTML
/// gives a meaning is escaped where a text is put into the page.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_CHARACTERS) {
        None => printable(text),
        Some((end, _)) => {
            let (first, rest) = text.split_at(end);
            Cow::Owned(format!("{} … {} more characters", printable(first), rest.chars().count()))
        }
    }
}

/// A name that a line may break in, after what separates its words.
pub(super) fn wrapped(name: &str) -> Markup {
    let text = shown(name);
    html! {
        @for part in text.split_inclusive(['.', '_', '/', '(', ',', '$']) {
            (part) wbr;
        }
    }
}

/// The name of a line of a class's listing in links.
pub(super) fn line_id(line: u16) -> String {
    format!("line-{line}")
}

/// The name of a test's row in links.
pub(super) fn test_id(test: usize) -> String {
    format!("test-{test}")
}

/// The name of a method's part in links, by its position in its class.
pub(super) fn method_id(method: usize) -> String {
    format!("m{method}")
}

/// How many of something are met, proved infeasible, or neither.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) met: usize,
    pub(super) infeasible: usize,
    pub(super) unmet: usize,
}

impl Share {
    /// Counts.
    pub(super) fn of(all: impl Iterator<Item = GoalStatus>) -> Share {
        all.fold(Share::default(), |mut share, status| {
            match status {
                GoalStatus::Met => share.met += 1,
                GoalStatus::Infeasible => share.infeasible += 1,
                GoalStatus::Unmet => share.unmet += 1,
            }
            share
        })
    }

    /// Both together.
    pub(super) fn plus(self, other: Share) -> Share {
        Share {
            met: self.met + other.met,
            infeasible: self.infeasible + other.infeasible,
            unmet: self.unmet + other.unmet,
        }
    }

    /// All of them.
    pub(super) fn all(self) -> usize {
        self.met + self.infeasible + self.unmet
    }

    /// What is not proved infeasible.
    pub(super) fn feasible(self) -> usize {
        self.met + self.unmet
    }
}

/// A share as a bar with its numbers. The parts differ in height too, and the numbers say what the bar shows.
pub(super) fn bar(share: Share) -> Markup {
    if share.all() == 0 {
        return html! { span.nothing { "none" } };
    }
    html! {
        span.measure {
            svg.bar viewBox={ "0 0 " (share.all()) " 10" } preserveAspectRatio="none" aria-hidden="true" {
                rect.met width=(share.met) height="10" {}
                rect.infeasible x=(share.met) y="3" width=(share.infeasible) height="4" {}
            }
            span.count { (share.met) " of " (share.feasible()) }
            @if share.infeasible > 0 {
                span.more { "+ " (share.infeasible) " infeasible" }
            }
        }
    }
}

/// The sign and the word for a status.
pub(super) fn status(status: GoalStatus) -> Markup {
    match status {
        GoalStatus::Met => html! { span.status.met { "✓ met" } },
        GoalStatus::Infeasible => html! { span.status.infeasible { "∅ infeasible" } },
        GoalStatus::Unmet => html! { span.status.unmet { "✗ unmet" } },
    }
}

/// A box that scrolls when its content is wider than the page, by keyboard too.
pub(super) fn scrolling(label: &str, content: &Markup) -> Markup {
    html! {
        div.box tabindex="0" role="region" aria-label=(shown(label)) { (content) }
    }
}

/// A column of a table: its name, and whether it has numbers.
pub(super) type Column<'c> = (&'c str, bool);

/// A table with such rows, which scrolls where it is wide, in a style if it has one of its own.
pub(super) fn table(label: &str, style: Option<&str>, columns: &[Column<'_>], rows: &Markup) -> Markup {
    let table = html! {
        table class=[style] {
            thead { tr { @for (name, is_number) in columns { th.number[*is_number] scope="col" { (name) } } } }
            tbody { (rows) }
        }
    };
    scrolling(label, &table)
}

/// A line as a link to where it is listed; those behind the last one are not.
pub(super) fn line_link(line: Option<u16>, last: u16) -> Markup {
    html! {
        @match line {
            Some(line) if line <= last => { a href={ "#" (line_id(line)) } { (line) } }
            Some(line) => { (line) }
            None => { "–" }
        }
    }
}

/// The sums of a run.
pub(super) fn sums(rows: &[(&str, String)]) -> Markup {
    html! {
        dl.sums.beside { @for (name, value) in rows { div { dt { (name) } dd { (value) } } } }
    }
}

/// What went wrong, before everything else.
pub(super) fn alerts(defects: &[Defect], problems: &[Problem]) -> Markup {
    let list = |rows: Vec<(&str, &str)>| {
        let rows = fitting(rows, 60_000, |(about, what)| html! { li { code { (wrapped(about)) } ": " (shown(what)) } });
        html! { ul { (rows.rows) } (left_out(rows.left_out, "")) }
    };
    html! {
        @if !defects.is_empty() {
            section.alert.beside aria-labelledby="defects" {
                h2 id="defects" { "Defects of casewise" }
                p { "These analyses failed. Nothing on these pages is known of what they would have found." }
                (list(defects.iter().map(|defect| (defect.method.as_str(), defect.message.as_str())).collect()))
            }
        }
        @if !problems.is_empty() {
            section.alert.beside aria-labelledby="problems" {
                h2 id="problems" { "Problems" }
                (list(problems.iter().map(|problem| (problem.origin.as_str(), problem.message.as_str())).collect()))
            }
        }
    }
}

/// Some lines of a source around one, which is marked.
pub(super) fn excerpt(source: &str, line: u16) -> Markup {
    let at = usize::from(line);
    html! {
        pre.source {
            @for (number, text) in (1..).zip(source.lines()).skip(at.saturating_sub(4)).take(7) {
                span.here[number == at] { span.number { (number) " " } (source_text(text)) } "\n"
            }
        }
    }
}

/// A line of source; its tabs are the browser's to show.
pub(super) fn source_text(line: &str) -> String {
    let parts: Vec<_> = line.split('\t').map(shown).collect();
    parts.join("\t")
}

/// A method's label without the class that it stands under; a constructor has the name of its class.
pub(super) fn own_label(label: &str, class: &str) -> String {
    let own = label.strip_prefix(class).and_then(|rest| rest.strip_prefix('.')).unwrap_or(label);
    match own.strip_prefix("<init>") {
        Some(parameters) => format!("{}{parameters}", class.rsplit(['.', '$']).next().unwrap_or(class)),
        None => own.to_owned(),
    }
}
