//! What pages are made of: their frame, and small parts as texts, bars, signs, boxes that scroll.

use crate::report::printable;
use crate::report::suite::GoalStatus;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::borrow::Cow;
use std::io::{self, Write};

const STYLE: &str = include_str!("page.css");

/// Writes a page with what stands in its body. The policy says what the page may load and run.
pub(super) fn write_page(policy: &str, title: &str, body: &Markup, output: &mut dyn Write) -> io::Result<()> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { (body) }
        }
    };
    output.write_all(page.into_string().as_bytes())?;
    writeln!(output)
}

/// A text as the page shows it: what a browser would not show is written as an escape. What HTML gives a meaning is escaped
/// where a text is put into the page.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    printable(text)
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

/// The name of a class's section in links.
pub(super) fn class_id(class: usize) -> String {
    format!("class-{class}")
}

/// The name of a line of a class's listing in links.
pub(super) fn line_id(class: usize, line: u16) -> String {
    format!("class-{class}-line-{line}")
}

/// The name of a test's row in links.
pub(super) fn test_id(class: usize, test: usize) -> String {
    format!("class-{class}-test-{test}")
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

/// A line as a link to where it is listed.
pub(super) fn line_link(class: usize, line: Option<u16>) -> Markup {
    html! {
        @match line {
            Some(line) => { a href={ "#" (line_id(class, line)) } { (line) } }
            None => { "–" }
        }
    }
}

/// A method's label without the class that it stands under; a constructor has the name of its class.
pub(super) fn own_label(label: &str, class: &str) -> String {
    let own = label.strip_prefix(class).and_then(|rest| rest.strip_prefix('.')).unwrap_or(label);
    match own.strip_prefix("<init>") {
        Some(parameters) => format!("{}{parameters}", class.rsplit(['.', '$']).next().unwrap_or(class)),
        None => own.to_owned(),
    }
}
