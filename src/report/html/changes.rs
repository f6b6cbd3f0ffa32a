//! What `diff` found, as pages: on the index the methods that have changed and what was done to members, on the page of a class its
//! methods, each with its sources side by side.

use super::SourceFiles;
use super::fitting::{fitting, left_out};
use super::index::{self, FIRST_BYTES, Index, IndexClass, IndexMethod};
use super::parts::{method_id, own_label, scrolling, shown, source_text, table, wrapped};
use super::site::{Site, Split, page_file, page_names};
use crate::report::diff::{BehaviourChange, ComparedMethod, DiffReport, DiffRole, DiffVerdict, SourceLines};
use crate::report::notation::{counted, method_label};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::io;

const COLUMNS: [(&str, bool); 4] = [("Compared", true), ("Changed", true), ("Unknown", true), ("Same", true)];
const ANSWERS: [(&str, &str); 3] = [("changed", "unmet"), ("unknown", "infeasible"), ("same", "met")];
/// So many bytes the source of a method may take in a version.
const SOURCE_BYTES: usize = 150_000;
/// So many bytes the changes of a method may take.
const METHOD_BYTES: usize = 250_000;

/// The sources of the old version and of the new one.
type Sources<'s> = (&'s SourceFiles, &'s SourceFiles);

/// Writes the result of `diff` as pages, with the sources of both versions as far as these are there.
///
/// # Errors
/// When a page cannot be written.
pub fn diff_as_html(report: &DiffReport, sources: Sources<'_>, site: &mut Site<'_>) -> io::Result<()> {
    let mut classes: BTreeMap<&str, Vec<(usize, &ComparedMethod)>> = BTreeMap::new();
    for (position, method) in report.methods.iter().enumerate() {
        classes.entry(&method.class).or_default().push((position, method));
    }
    let names = page_names(classes.keys().copied());
    let mut of_index = Vec::new();
    let mut places: BTreeMap<usize, String> = BTreeMap::new();
    for ((class, methods), name) in classes.iter().zip(names) {
        let sections = methods.iter().enumerate().map(|(at, (_, it))| section(at, it, sources));
        let split = Split::of(sections, 10_000);
        split.write(class, &name, "method, answer or input", site)?;
        let breaks = split.breaks();
        for (at, (position, _)) in methods.iter().enumerate() {
            let page = site.to(&page_file(&name, Split::page_of(&breaks, at)));
            places.insert(*position, format!("{page}#{}", method_id(at)));
        }
        of_index.push(index_class(class, methods, (name, breaks)));
    }
    let index = Index {
        title: "What changed",
        sums: sums(report),
        defects: &[],
        problems: &report.problems,
        first: html! { (first(report, &places)) (members(report)) },
        columns: &COLUMNS,
        classes: of_index,
        nothing: "No method's code differs.",
        answers: &ANSWERS,
        legend: html! {},
        note: "",
    };
    index.write(site)
}

fn sums(report: &DiffReport) -> Vec<(&'static str, String)> {
    let totals = &report.totals;
    let of = |verdict| report.methods.iter().filter(|method| method.verdict == verdict).count().to_string();
    vec![
        ("Methods", totals.methods.to_string()),
        ("Differ in code", totals.edited.all.to_string()),
        ("Changed", of(DiffVerdict::Changed)),
        ("Proved the same", of(DiffVerdict::Same)),
        ("Unknown", of(DiffVerdict::Unknown)),
        ("Changes that are not meant", totals.unexpected.to_string()),
    ]
}

fn answer(verdict: DiffVerdict) -> usize {
    match verdict {
        DiffVerdict::Changed => 0,
        DiffVerdict::Unknown => 1,
        DiffVerdict::Same => 2,
    }
}

fn index_class<'r>(
    class: &'r str,
    methods: &[(usize, &'r ComparedMethod)],
    (page, breaks): (String, Vec<usize>),
) -> IndexClass<'r> {
    let count = |verdict| methods.iter().filter(|(_, method)| method.verdict == verdict).count();
    let counts = [DiffVerdict::Changed, DiffVerdict::Unknown, DiffVerdict::Same].map(count);
    let all = [methods.len()].into_iter().chain(counts);
    let method = |(_, method): &(usize, &ComparedMethod)| IndexMethod {
        label: own_label(&label(method), class),
        answer: Some(answer(method.verdict)),
        words: method.changes.iter().map(|change| change.kind.words()).collect::<Vec<&str>>().join(" "),
    };
    IndexClass {
        name: class,
        page,
        breaks,
        cells: all.map(|number| html! { (number) }).collect(),
        methods: methods.iter().map(method).collect(),
    }
}

/// The methods that have changed, in the order in which they are worth reading.
fn first(report: &DiffReport, places: &BTreeMap<usize, String>) -> Markup {
    let changed = report.methods.iter().enumerate().filter(|(_, method)| method.verdict == DiffVerdict::Changed);
    let rows = fitting(changed, FIRST_BYTES, |(position, method)| {
        html! {
            li {
                p { a href=[places.get(&position)] { code { (wrapped(&label(method))) } } }
                @for change in method.changes.iter().take(3) {
                    p.what {
                        b.unmet { (change.kind.words()) } @if change.expected { " (expected)" }
                        span.facts { " on " } code { (shown(if change.input.is_empty() { "(none)" } else { &change.input })) }
                    }
                }
                @if method.changes.len() > 3 { p.facts { "and " (method.changes.len() - 3) " more" } }
            }
        }
    });
    let not_found = html! {
        @if !report.unused_expectations.is_empty() {
            p.facts { "Changes that are expected and were not found:" }
            ul { @for line in report.unused_expectations.iter().take(100) { li { code { (shown(line)) } } } }
        }
    };
    index::first(&rows, "No method is shown to do something else.", "methods", &not_found)
}

fn label(method: &ComparedMethod) -> String {
    method_label(&method.class, &method.method, &method.descriptor)
}

fn section(at: usize, method: &ComparedMethod, (old, new): Sources<'_>) -> Markup {
    let (word, style) = ANSWERS.get(answer(method.verdict)).copied().unwrap_or_default();
    let own = own_label(&label(method), &method.class);
    let changes = fitting(&method.changes, METHOD_BYTES, told);
    let reasons = fitting(&method.reasons, METHOD_BYTES, |reason| html! { li { (shown(&reason.text)) } });
    html! {
        section.class id=(method_id(at)) data-entry=(word) aria-label=(own) {
            h2 { span class={ "status " (style) } { (word) } " " code { (wrapped(&own)) } }
            @if method.role == DiffRole::Caller { p.facts { "Its own code is as it was: it calls what has changed." } }
            @if let Some(paths) = method.paths.filter(|paths| paths.touched > 0) {
                p.facts { "On " (paths.touched) " of " (counted(paths.all, "path", "paths")) " of the old version." }
            }
            (changes.rows)
            (left_out(changes.left_out, "changes"))
            @if reasons.shown > 0 { h3 { "What stands in the way" } ul { (reasons.rows) } }
            (left_out(reasons.left_out, "reasons"))
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
    let (first, last) = lines.as_ref().map_or((0, 0), |lines| (usize::from(lines.first), usize::from(lines.last)));
    // The line before the first with code is that of the declaration, as most people write it.
    let own = text.map_or("", String::as_str).lines().enumerate();
    let own = own.skip(first.saturating_sub(2)).take((last + 3).saturating_sub(first));
    let rows = fitting(own, SOURCE_BYTES, |(at, line)| html! { span.number { (at + 1) " " } (source_text(line)) "\n" });
    html! {
        div {
            h3 { (name) }
            @if text.is_some() {
                pre.source { (rows.rows) @if rows.left_out > 0 { "… and " (rows.left_out) " more lines" } }
            } @else {
                p.facts { "Lines " (first) " to " (last) "; its source was not given." }
            }
        }
    }
}

fn members(report: &DiffReport) -> Markup {
    let rows = fitting(&report.members, FIRST_BYTES, |change| {
        let member = change.member.as_ref().map_or(String::new(), |member| format!(".{member}"));
        html! {
            tr {
                td { (change.breaks.name()) }
                th scope="row" { code { (wrapped(&format!("{}{member}", change.class))) } }
                td { (shown(&change.what)) }
            }
        }
    });
    let columns = [("Breaks", false), ("Member", false), ("What was done", false)];
    let table = table("Classes and members", None, &columns, &rows.rows);
    html! {
        @if !report.members.is_empty() {
            section.beside aria-labelledby="members" {
                h2 id="members" { "Classes and members" }
                (table)
                (left_out(rows.left_out, "members"))
            }
        }
    }
}
