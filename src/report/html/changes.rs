//! What `diff` found, as one HTML page: the methods that have changed, each with its sources side by side, what is open, and what was done
//! to members.

use super::SourceFiles;
use super::parts::{scrolling, shown, wrapped, write_page};
use crate::report::diff::{BehaviourChange, ComparedMethod, DiffReport, DiffRole, DiffVerdict, SourceLines};
use crate::report::notation::{counted, method_label};
use maud::{Markup, html};
use std::io::{self, Write};

/// Nothing is loaded, and nothing runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Writes the result of `diff` as a page, with the sources of both versions as far as these are there.
///
/// # Errors
/// When the output cannot be written.
pub fn diff_as_html(
    report: &DiffReport,
    (old, new): (&SourceFiles, &SourceFiles),
    output: &mut dyn Write,
) -> io::Result<()> {
    let totals = &report.totals;
    let changed: Vec<&ComparedMethod> = of(report, DiffVerdict::Changed);
    let unknown: Vec<&ComparedMethod> = of(report, DiffVerdict::Unknown);
    let same: Vec<&ComparedMethod> = of(report, DiffVerdict::Same);
    let sums = [
        ("Methods", totals.methods),
        ("Differ in code", totals.edited.all),
        ("Changed", changed.len() as u64),
        ("Proved the same", same.len() as u64),
        ("Unknown", unknown.len() as u64),
        ("Changes that are not meant", totals.unexpected),
    ];
    let title = format!("What changed: {}", counted(changed.len() as u64, "method", "methods"));
    let body = html! {
        main id="main" {
            h1 { "What changed" }
            dl.sums { @for (name, value) in sums { div { dt { (name) } dd { (value) } } } }
            @for method in changed { (section(method, old, new)) }
            (open(&unknown))
            (members(report))
            @if !same.is_empty() {
                details {
                    summary { (counted(same.len() as u64, "method is", "methods are")) " proved to do the same" }
                    ul { @for method in same { li { code { (wrapped(&label(method))) } } } }
                }
            }
        }
        footer { p { "Written by casewise " (env!("CARGO_PKG_VERSION")) "." } }
    };
    write_page(POLICY, &title, &body, output)
}

fn of(report: &DiffReport, verdict: DiffVerdict) -> Vec<&ComparedMethod> {
    report.methods.iter().filter(|method| method.verdict == verdict).collect()
}

fn label(method: &ComparedMethod) -> String {
    method_label(&method.class, &method.method, &method.descriptor)
}

fn section(method: &ComparedMethod, old: &SourceFiles, new: &SourceFiles) -> Markup {
    html! {
        section.class {
            h2 { code { (wrapped(&label(method))) } }
            @if method.role == DiffRole::Caller { p.facts { "Its own code is as it was: it calls what has changed." } }
            @if let Some(paths) = method.paths.filter(|paths| paths.touched > 0) {
                p.facts { "On " (paths.touched) " of " (counted(paths.all, "path", "paths")) " of the old version." }
            }
            @for change in &method.changes { (told(change)) }
            @if method.role == DiffRole::Edited {
                div.versions {
                    (side("Old", method, &method.old_lines, old))
                    (side("New", method, &method.lines, new))
                }
            }
        }
    }
}

fn told(change: &BehaviourChange) -> Markup {
    let rows = [
        ("Input", if change.input.is_empty() { "(none)" } else { &change.input }),
        ("Old version", &change.old),
        ("New version", &change.new),
    ];
    let table = html! {
        table {
            tbody {
                @for (name, text) in rows { tr { th scope="row" { (name) } td { code { (shown(text)) } } } }
                @if !change.conditions.is_empty() {
                    tr { th scope="row" { "When" } td { code { (shown(&change.conditions.join(" && "))) } } }
                }
            }
        }
    };
    let words = change.kind.words();
    html! {
        h3 { "It " (words) @if change.expected { " (expected)" } }
        @if !change.is_made { p.warning { "Fields of the input were set: no calls are known that lead there." } }
        (scrolling(words, &table))
    }
}

/// The source of a method in a version, where it is there.
fn side(name: &str, method: &ComparedMethod, lines: &Option<SourceLines>, sources: &SourceFiles) -> Markup {
    let text = method.source_file.as_ref().and_then(|file| sources.get(file));
    let lines = lines.as_ref().map_or((0, 0), |lines| (usize::from(lines.first), usize::from(lines.last)));
    html! {
        div {
            h3 { (name) }
            @if let Some(text) = text {
                // The line before the first with code is that of the declaration, as most people write it.
                pre.source {
                    @for (at, line) in text.lines().enumerate().skip(lines.0.saturating_sub(2)).take(lines.1 + 3 - lines.0) {
                        span.number { (at + 1) " " } (shown(line)) "\n"
                    }
                }
            } @else {
                p.facts { "Lines " (lines.0) " to " (lines.1) "; its source was not given." }
            }
        }
    }
}

fn open(unknown: &[&ComparedMethod]) -> Markup {
    let table = html! {
        table {
            thead { tr { th scope="col" { "Method" } th scope="col" { "What stands in the way" } } }
            tbody {
                @for method in unknown {
                    tr {
                        th scope="row" { code { (wrapped(&label(method))) } }
                        td { @for reason in &method.reasons { p { (shown(&reason.text)) } } }
                    }
                }
            }
        }
    };
    html! {
        @if !unknown.is_empty() {
            section { h2 { "Unknown" } (scrolling("Unknown", &table)) }
        }
    }
}

fn members(report: &DiffReport) -> Markup {
    let table = html! {
        table {
            thead { tr { th scope="col" { "Breaks" } th scope="col" { "Member" } th scope="col" { "What was done" } } }
            tbody {
                @for change in &report.members {
                    @let member = change.member.as_ref().map_or(String::new(), |member| format!(".{member}"));
                    tr {
                        td { (change.breaks.name()) }
                        th scope="row" { code { (wrapped(&format!("{}{member}", change.class))) } }
                        td { (shown(&change.what)) }
                    }
                }
            }
        }
    };
    html! {
        @if !report.members.is_empty() {
            section { h2 { "Classes and members" } (scrolling("Classes and members", &table)) }
        }
    }
}
