//! What `check` found, as pages: on the index what is worth reading first, on the page of a class all that is known of its methods.

use super::SourceFiles;
use super::fitting::{fitting, left_out};
use super::index::{self, FIRST_BYTES, Index, IndexClass, IndexMethod};
use super::parts::{excerpt, method_id, own_label, shown, wrapped};
use super::site::{Site, Split, page_file, page_names};
use crate::report::check::{CheckReport, CheckedMethod, Finding, Refusal, Verdict};
use crate::report::check_text::{HIDDEN, suppressed};
use crate::report::notation::{counted, method_label};
use crate::report::rank::{FailureCause, Rank};
use maud::{Markup, html};
use std::collections::BTreeMap;
use std::io;

const COLUMNS: [(&str, bool); 4] = [("Methods", true), ("Fail", true), ("Incomplete", true), ("Hold", true)];
const ANSWERS: [(&str, &str); 3] = [("fails", "unmet"), ("incomplete", "infeasible"), ("holds", "met")];
/// So many bytes the findings of a method may take, and so many what else is known of it in one way.
const METHOD_BYTES: (usize, usize) = (250_000, 60_000);
/// How many of the methods that lead to a cause are named.
const NAMED_ENTRIES: usize = 3;
/// How many of the most frequent reasons the index lists.
const LISTED_REASONS: usize = 10;

/// A class with its methods, each with its position in the report.
struct Class<'r> {
    name: &'r str,
    methods: Vec<(usize, &'r CheckedMethod)>,
}

/// Where the part of a method is: the page's file, and its position in the class.
type Places = BTreeMap<usize, (String, usize)>;

/// Writes the result of `check` as pages: the causes that are told come first, and all of them where that is asked for. The page of a class
/// has every finding. The same report gives the same bytes: times are left out.
///
/// # Errors
/// When a page cannot be written.
pub fn check_as_html(
    report: &CheckReport,
    shows_all: bool,
    sources: &SourceFiles,
    site: &mut Site<'_>,
) -> io::Result<()> {
    let classes = classes(report);
    let names = page_names(classes.iter().map(|class| class.name));
    let mut places = Places::new();
    let mut of_index = Vec::new();
    let ranks = ranks(report);
    for (class, name) in classes.iter().zip(names) {
        let breaks = write_class(class, &name, (&ranks, sources), site)?;
        for (at, (position, _)) in class.methods.iter().enumerate() {
            places.insert(*position, (page_file(&name, Split::page_of(&breaks, at)), at));
        }
        of_index.push(index_class(class, name, breaks));
    }
    let index = Index {
        title: "What fails",
        sums: sums(report, shows_all),
        defects: &report.defects,
        problems: &report.problems,
        first: html! { (causes(report, shows_all, &places, site)) (open(report)) },
        columns: &COLUMNS,
        classes: of_index,
        nothing: "No method was checked.",
        answers: &ANSWERS,
        legend: html! {},
        note: "",
    };
    index.write(site)
}

fn classes(report: &CheckReport) -> Vec<Class<'_>> {
    let mut positions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut found: Vec<Class<'_>> = Vec::new();
    for (position, method) in report.methods.iter().enumerate() {
        let at = *positions.entry(&method.class).or_insert(found.len());
        if at == found.len() {
            found.push(Class { name: &method.class, methods: Vec::new() });
        }
        if let Some(class) = found.get_mut(at) {
            class.methods.push((position, method));
        }
    }
    found
}

/// The causes of findings, by the position of the method and of the finding.
fn ranks(report: &CheckReport) -> BTreeMap<(usize, usize), &FailureCause> {
    let entries = report.causes.iter().flat_map(|cause| cause.entries.iter().map(move |entry| (entry, cause)));
    entries.map(|(entry, cause)| ((entry.method, entry.finding), cause)).collect()
}

fn answer(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Fails => 0,
        Verdict::Incomplete => 1,
        Verdict::Holds => 2,
    }
}

fn label(method: &CheckedMethod) -> String {
    method_label(&method.class, &method.method, &method.descriptor)
}

fn index_class<'r>(class: &Class<'r>, page: String, breaks: Vec<usize>) -> IndexClass<'r> {
    let count = |verdict| class.methods.iter().filter(|(_, method)| method.verdict == verdict).count();
    let cell = |number: usize, style: &str| {
        html! { @if number > 0 { span class=(style) { (number) } } @else { span.nothing { "0" } } }
    };
    let method = |(_, method): &(usize, &CheckedMethod)| {
        let mut words: Vec<&str> =
            method.findings.iter().map(|it| it.exception.rsplit('.').next().unwrap_or_default()).collect();
        words.dedup();
        IndexMethod {
            label: own_label(&label(method), class.name),
            answer: Some(answer(method.verdict)),
            words: words.join(" "),
        }
    };
    IndexClass {
        name: class.name,
        page,
        breaks,
        cells: vec![
            html! { (class.methods.len()) },
            cell(count(Verdict::Fails), "unmet"),
            cell(count(Verdict::Incomplete), "infeasible"),
            cell(count(Verdict::Holds), "met"),
        ],
        methods: class.methods.iter().map(method).collect(),
    }
}

fn sums(report: &CheckReport, shows_all: bool) -> Vec<(&'static str, String)> {
    let totals = &report.totals;
    vec![
        ("Methods", totals.methods.to_string()),
        ("Fail", totals.fails.to_string()),
        ("Incomplete", totals.incomplete.to_string()),
        ("Hold", totals.holds.to_string()),
        ("Causes to read first", report.told_causes(shows_all).count().to_string()),
        ("Findings", totals.findings.to_string()),
        ("Confirmed by a JVM", totals.confirmed.to_string()),
    ]
}

/// The causes that are told, in the order in which they are worth reading, and how many of each rank are not.
fn causes(report: &CheckReport, shows_all: bool, places: &Places, site: &Site<'_>) -> Markup {
    let rows = fitting(report.told_causes(shows_all), FIRST_BYTES, |cause| cause_of_index(report, cause, places, site));
    let hidden: Vec<(usize, &str)> = match shows_all {
        true => Vec::new(),
        false => {
            let count = |rank| report.causes.iter().filter(|cause| cause.rank == rank).count();
            HIDDEN.iter().map(|(rank, why)| (count(*rank), *why)).filter(|(count, _)| *count > 0).collect()
        }
    };
    let others = html! {
        @if !hidden.is_empty() {
            p.facts { "Not among them, and on the pages of the classes:" }
            ul.facts { @for (count, why) in hidden { li { (counted(count as u64, "cause", "causes")) ": " (why) } } }
        }
    };
    index::first(&rows, "No finding is worth reading first.", "causes", &others)
}

fn cause_of_index(report: &CheckReport, cause: &FailureCause, places: &Places, site: &Site<'_>) -> Markup {
    let link = |position: usize, method: &CheckedMethod| {
        html! {
            @if let Some((page, at)) = places.get(&position) {
                a href={ (site.to(page)) "#" (method_id(*at)) } { code { (wrapped(&label(method))) } }
            }
        }
    };
    let Some((first, others)) = cause.entries.split_first() else { return html! {} };
    let Some((method, finding)) = report.finding(first) else { return html! {} };
    html! {
        li {
            p { (link(first.method, method)) }
            p.what { (thrown(finding)) (place_of(cause)) }
            p { span.facts { "input: " } code { (input_of(&finding.input)) } }
            @if let Some(suppression) = &cause.suppression { p.facts { (suppressed(suppression)) } }
            @if !others.is_empty() {
                p.facts {
                    "also in "
                    @for (at, entry) in others.iter().take(NAMED_ENTRIES).enumerate() {
                        @if at > 0 { ", " }
                        @if let Some(method) = report.methods.get(entry.method) { (link(entry.method, method)) }
                    }
                    @if others.len() > NAMED_ENTRIES { ", and " (others.len() - NAMED_ENTRIES) " more" }
                }
            }
        }
    }
}

fn thrown(finding: &Finding) -> Markup {
    html! {
        b.unmet { (wrapped(&finding.exception)) }
        @if let Some(message) = &finding.message { ": " (shown(message)) }
    }
}

fn place_of(cause: &FailureCause) -> Markup {
    html! {
        " at " code { (wrapped(&cause.place)) @if let Some(line) = cause.line { ":" (line) } }
    }
}

fn input_of(input: &str) -> std::borrow::Cow<'_, str> {
    if input.is_empty() { "(none)".into() } else { shown(input) }
}

/// What is left open most often.
fn open(report: &CheckReport) -> Markup {
    let reasons = &report.totals.reasons;
    html! {
        @if !reasons.is_empty() {
            section.beside aria-labelledby="open" {
                h2 id="open" { "What is left open" }
                ul {
                    @for reason in reasons.iter().take(LISTED_REASONS) {
                        li { (counted(reason.methods, "method", "methods")) ": " (shown(&reason.reason)) }
                    }
                }
                @if reasons.len() > LISTED_REASONS {
                    p.facts { "and " (counted((reasons.len() - LISTED_REASONS) as u64, "other reason", "other reasons")) }
                }
            }
        }
    }
}

type Known<'r> = (&'r BTreeMap<(usize, usize), &'r FailureCause>, &'r SourceFiles);

/// Writes the pages of a class, and gives the first methods of those behind the first.
fn write_class(class: &Class<'_>, name: &str, known: Known<'_>, site: &mut Site<'_>) -> io::Result<Vec<usize>> {
    let sections = class.methods.iter().enumerate().map(|(at, (position, it))| method(at, *position, it, known));
    let split = Split::of(sections, 10_000);
    split.write(class.name, name, "method, answer, input or exception", site)?;
    Ok(split.breaks())
}

fn method(at: usize, position: usize, method: &CheckedMethod, (ranks, sources): Known<'_>) -> Markup {
    let (word, style) = ANSWERS.get(answer(method.verdict)).copied().unwrap_or_default();
    let findings = fitting(method.findings.iter().enumerate(), METHOD_BYTES.0, |(number, it)| {
        finding(it, ranks.get(&(position, number)).copied(), sources)
    });
    let unreached = fitting(&method.unreached_states, METHOD_BYTES.1, |it| finding(it, None, sources));
    let reasons = fitting(&method.reasons, METHOD_BYTES.1, |reason| {
        html! {
            li {
                "Not known: " (shown(&reason.text))
                @if let Some(place) = &reason.place { " at " code { (wrapped(place)) } }
                @if reason.paths > 0 { " (" (counted(reason.paths, "path", "paths")) ")" }
            }
        }
    });
    let uncovered = fitting(method.uncovered.iter().flatten(), METHOD_BYTES.1, |place| {
        html! {
            li {
                @if let Some(line) = place.line { "line " (line) ": " }
                (shown(&place.what)) ": " (shown(&place.reason))
            }
        }
    });
    let invariants = fitting(&method.invariants, METHOD_BYTES.1, |invariant| {
        html! { li { "Rests on: " code { (shown(invariant)) } } }
    });
    let closed_types = fitting(&method.closed_types, METHOD_BYTES.1, |name| {
        html! { li { "Rests on: no class from elsewhere is a " code { (shown(name)) } } }
    });
    html! {
        section.class id=(method_id(at)) data-entry=(word) aria-label=(own_label(&label(method), &method.class)) {
            h2 { span class={ "status " (style) } { (word) } " " code { (wrapped(&own_label(&label(method), &method.class))) } }
            (findings.rows)
            (left_out(findings.left_out, "findings"))
            @if unreached.shown > 0 {
                h3 { "In states that nothing shows to be reachable" }
                (unreached.rows)
            }
            (left_out(unreached.left_out, "states"))
            ul.plain {
                (refusals("Rejects ", &method.rejects))
                (refusals("Declared: ", &method.declared))
                (reasons.rows)
                (invariants.rows)
                (closed_types.rows)
                @for premise in &method.premises { li { "Rests on: " (premise.to_string()) } }
            }
            (left_out(reasons.left_out, "reasons"))
            (left_out(invariants.left_out, "invariants"))
            (left_out(closed_types.left_out, "types"))
            @if uncovered.shown > 0 {
                details { summary { "Not covered" } ul { (uncovered.rows) } }
            }
            (left_out(uncovered.left_out, "places"))
            @if method.verdict == Verdict::Holds { p.facts { "Every path was explored, and none fails." } }
        }
    }
}

fn refusals(word: &str, refusals: &[Refusal]) -> Markup {
    let rows = fitting(refusals, METHOD_BYTES.1, |refusal| {
        html! {
            li {
                (word) code { (wrapped(&refusal.exception)) }
                @if let Some(line) = refusal.line { " at line " (line) }
                @match refusal.input.as_deref() {
                    None => {}
                    Some("") => { " always" }
                    Some(input) => { " on " code { (shown(input)) } }
                }
            }
        }
    });
    html! { (rows.rows) @if rows.left_out > 0 { li { (left_out(rows.left_out, "exceptions")) } } }
}

fn finding(finding: &Finding, cause: Option<&FailureCause>, sources: &SourceFiles) -> Markup {
    let source = finding.source_file.as_ref().and_then(|file| sources.get(file)).zip(finding.line);
    html! {
        div.finding {
            h3 { (thrown(finding)) }
            dl.facts-of {
                dt { "Input" } dd { code { (input_of(&finding.input)) } }
                @if !finding.path_condition.is_empty() {
                    dt { "When" } dd { code { (shown(&finding.path_condition.join(" && "))) } }
                }
                @if !finding.trace.is_empty() {
                    dt { "Trace" }
                    dd { ol.plain { @for frame in finding.trace.iter().take(60) { li { code { (wrapped(frame)) } } } } }
                }
                dt { "Shown" }
                dd {
                    @if finding.confirmed {
                        span.met { "✓ confirmed by a JVM" }
                    } @else {
                        "not replayed"
                        @if let Some(why) = &finding.not_replayed { ": " (shown(why)) }
                    }
                }
                @if let Some(cause) = cause {
                    dt { "Rank" } dd { (rank(cause.rank)) }
                    @if cause.is_known() { dt { "Baseline" } dd { "has it" } }
                    @if let Some(suppression) = &cause.suppression { dt { "Not told" } dd { (suppressed(suppression)) } }
                }
            }
            @if let Some((source, line)) = source { (excerpt(source, line)) }
        }
    }
}

/// What a rank says.
fn rank(rank: Rank) -> &'static str {
    match rank {
        Rank::Always => "it fails on every input",
        Rank::Assertion => "an assertion fails",
        Rank::Public => "public code brings it about with ordinary values",
        other => HIDDEN.iter().find(|(hidden, _)| *hidden == other).map_or("", |(_, why)| *why),
    }
}
