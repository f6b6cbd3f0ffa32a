//! What `summarize` found, as pages: of each method its decision tree, and its cases with the heap that each needs as a picture.

use super::fitting::{fitting, left_out};
use super::index::{Index, IndexClass, IndexMethod};
use super::parts::{method_id, own_label, scrolling, shown, table, wrapped};
use super::site::{Site, Split, page_names};
use super::{SourceFiles, heap, tree};
use crate::report::data::{CaseView, MethodReport, Report, SummaryView};
use crate::report::notation::{counted, method_label};
use crate::report::text::status;
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::io;

const COLUMNS: [(&str, bool); 4] = [("Methods", true), ("Cases", true), ("Complete", true), ("Incomplete", true)];
const ANSWERS: [(&str, &str); 2] = [("complete", "met"), ("incomplete", "infeasible")];
/// So many bytes the cases of a method may take, and what else is said of it.
const METHOD_BYTES: (usize, usize) = (200_000, 40_000);
/// More bytes than this a tree does not take: it is not drawn then.
const TREE_BYTES: usize = 200_000;

/// What identifies a method.
type Key<'r> = (&'r str, &'r str, &'r str);

/// Writes the result of `summarize` as pages, with the summaries as far as they are given. The same report gives the same bytes: times are
/// left out.
///
/// # Errors
/// When a page cannot be written.
pub fn summaries_as_html(
    report: &Report,
    views: &[SummaryView],
    sources: &SourceFiles,
    site: &mut Site<'_>,
) -> io::Result<()> {
    let key = |view: &'_ SummaryView| (view.class.clone(), view.method.clone(), view.descriptor.clone());
    let views: BTreeMap<(String, String, String), &SummaryView> = views.iter().map(|view| (key(view), view)).collect();
    let view = |(class, method, descriptor): Key<'_>| {
        views.get(&(class.to_owned(), method.to_owned(), descriptor.to_owned())).copied()
    };
    let mut classes: BTreeMap<&str, Vec<&MethodReport>> = BTreeMap::new();
    for method in &report.methods {
        classes.entry(&method.class).or_default().push(method);
    }
    let names = page_names(classes.keys().copied());
    let mut of_index = Vec::new();
    for ((class, methods), name) in classes.iter().zip(names) {
        let sections = methods.iter().enumerate().map(|(at, method)| {
            section(at, method, view((&method.class, &method.method, &method.descriptor)), sources)
        });
        let split = Split::of(sections, 10_000);
        split.write(class, &name, "method, condition or outcome", site)?;
        of_index.push(index_class(class, methods, (name, split.breaks())));
    }
    let totals = &report.totals;
    let index = Index {
        title: "Summaries",
        sums: vec![
            ("Methods", totals.methods.to_string()),
            ("Complete", totals.complete.to_string()),
            ("Incomplete", totals.methods.saturating_sub(totals.complete).to_string()),
            ("Cases", totals.cases.to_string()),
        ],
        defects: &[],
        problems: &report.problems,
        first: html! {},
        columns: &COLUMNS,
        classes: of_index,
        nothing: "The classes have no method with code.",
        answers: &ANSWERS,
        legend: html! {},
        note: "",
    };
    index.write(site)
}

fn label(method: &MethodReport) -> String {
    own_label(&method_label(&method.class, &method.method, &method.descriptor), &method.class)
}

fn index_class<'r>(class: &'r str, methods: &[&MethodReport], (page, breaks): (String, Vec<usize>)) -> IndexClass<'r> {
    let complete = methods.iter().filter(|method| method.complete).count();
    let cases: u64 = methods.iter().map(|method| method.cases).sum();
    let method = |method: &&MethodReport| IndexMethod {
        label: label(method),
        answer: Some(usize::from(!method.complete)),
        words: if method.throwing > 0 { "throws".to_owned() } else { String::new() },
    };
    IndexClass {
        name: class,
        page,
        breaks,
        cells: vec![
            html! { (methods.len()) },
            html! { (cases) },
            html! { (complete) },
            html! { (methods.len() - complete) },
        ],
        methods: methods.iter().map(method).collect(),
    }
}

fn section(at: usize, method: &MethodReport, view: Option<&SummaryView>, sources: &SourceFiles) -> Markup {
    let (word, style) = ANSWERS.get(usize::from(!method.complete)).copied().unwrap_or_default();
    let caveats = fitting(&method.caveats, METHOD_BYTES.1, |caveat| html! { li { (shown(&caveat.to_string())) } });
    html! {
        section.class id=(method_id(at)) data-entry=(word) aria-label=(label(method)) {
            h2 { span class={ "status " (style) } { (word) } " " code { (wrapped(&label(method))) } }
            p.facts {
                (counted(method.cases, "case", "cases"))
                @if method.throwing > 0 { ", " (method.throwing) " of which throw" }
                @if !method.complete { "; " (shown(&status(method.complete, &method.caveats))) }
            }
            @if let Some(view) = view { (pictures(method, view, sources)) }
            @if caveats.shown > 0 { details { summary { "Notes" } ul { (caveats.rows) } } }
            (left_out(caveats.left_out, "notes"))
        }
    }
}

/// The tree and the cases of a summary.
fn pictures(method: &MethodReport, view: &SummaryView, sources: &SourceFiles) -> Markup {
    let source = view.source_path().and_then(|file| sources.get(&file));
    let lines: Vec<&str> = source.map_or(Vec::new(), |source| source.lines().collect());
    let line = |number: u16| lines.get(usize::from(number).checked_sub(1)?).map(|line| (*line).to_owned());
    let tree = tree::tree(&view.cases, &line);
    let shown_cases = view.cases.len() as u64;
    let rows = fitting(&view.cases, METHOD_BYTES.0, row);
    let columns = [("Case", true), ("When", false), ("Outcome", false), ("Effects", false)];
    let table = table("Cases", Some("cases"), &columns, &rows.rows);
    html! {
        p { code { (shown(&view.declaration)) } }
        @if view.cases.len() > 1 {
            @if tree.0.len() <= TREE_BYTES {
                h3 { "What it decides" }
                (scrolling("Decisions", &tree))
            } @else {
                p.facts { "The tree of its decisions is too large for the page." }
            }
        }
        @if rows.shown > 0 {
            details open[view.cases.len() == 1] {
                summary { "Cases" }
                (table)
            }
        }
        @if method.cases > rows.shown as u64 {
            p.facts {
                "Of " (counted(method.cases, "case", "cases")) ", the first " (shown_cases.min(rows.shown as u64)) " are here: " code { "casewise show" }
                " has all of them."
            }
        }
        @if !view.stopped.is_empty() {
            p.facts { (counted(view.stopped.len() as u64 + view.stopped_not_listed, "path", "paths")) " stopped before the end." }
        }
    }
}

fn row(case: &CaseView) -> Markup {
    let picture = case.picture.as_ref();
    let conditions = picture.map_or(&[][..], |picture| picture.decisions.as_slice());
    html! {
        tr {
            td.number { (case.index) }
            td {
                @if conditions.is_empty() { span.nothing { "always" } }
                @for condition in conditions.iter().take(60) { div { code { (shown(condition)) } } }
                @if conditions.len() > 60 { span.nothing { "and " (conditions.len() - 60) " more" } }
                @if let Some(picture) = picture { (heap::heap(&picture.heap)) }
            }
            td { code { (shown(&case.outcome)) } }
            td {
                @if case.effects.is_empty() { span.nothing { "none" } }
                ul.plain { @for effect in case.effects.iter().take(30) { li { (shown(effect)) } } }
            }
        }
    }
}
