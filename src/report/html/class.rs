//! The page of a class under test: what it is, its methods, its source, its goals, its inputs.

use super::fitting::{fitting, left_out};
use super::parts::{method_id, own_label, shown, table, wrapped};
use super::{SourceFiles, goals, inputs, listing};
use crate::report::notation::{counted, method_label};
use crate::report::suite::{SuiteClass, SuiteMethod};
use maud::{Markup, html};

/// What the page of a class says. No part of it takes more than its share of what a page may take.
pub(super) fn page(class: &SuiteClass, sources: &SourceFiles) -> Markup {
    let listing = listing::listing(class, sources);
    let tests = inputs::tests(class, listing.last);
    let last = listing.last;
    html! {
        h1 { (wrapped(&class.class)) }
        div.beside {
            (facts(class))
            (links())
            (methods(class))
            h2 id="source" { "Source" }
            (listing.markup)
            h2 id="goals" { "Goals" }
            (goals::goals(class, &tests.shown, last))
            h2 id="mutants" { "Mutants that survive" }
            (goals::mutants(class, last))
        }
        (tests.markup)
        (inputs::disabled(class))
        (inputs::not_written(class))
    }
}

fn links() -> Markup {
    let parts = [
        ("source", "Source"),
        ("goals", "Goals"),
        ("mutants", "Mutants"),
        ("tests", "Tests"),
        ("disabled", "Disabled tests"),
        ("inputs", "Inputs without a test"),
    ];
    html! {
        nav aria-label="Parts of the class" {
            ul.links {
                @for (part, name) in parts {
                    li { a href={ "#" (part) } { (name) } }
                }
            }
        }
    }
}

fn facts(class: &SuiteClass) -> Markup {
    html! {
        p.facts {
            @match (&class.test_class, &class.file) {
                (Some(name), Some(file)) => {
                    "Tests in " code { (wrapped(name)) } ", file " code { (wrapped(file)) } "."
                }
                _ => { "No tests were written." }
            }
        }
        @if let Some(reason) = &class.not_run {
            p.warning { b { "The tests were not run: " } (shown(reason)) }
        }
    }
}

fn methods(class: &SuiteClass) -> Markup {
    let rows = fitting(class.methods.iter().enumerate(), 60_000, |(at, method)| method_row(class, at, method));
    let columns = [("Method", false), ("Tests", true), ("Paths", true), ("Conditions", true), ("Not explored", false)];
    let table = table(&format!("Methods of {}", class.class), None, &columns, &rows.rows);
    html! {
        h2 { "Methods" }
        (table)
        (left_out(rows.left_out, "methods"))
    }
}

fn method_row(class: &SuiteClass, at: usize, method: &SuiteMethod) -> Markup {
    let label = method_label(&class.class, &method.method, &method.descriptor);
    html! {
        tr id=(method_id(at)) {
            th scope="row" { code { (wrapped(&own_label(&label, &class.class))) } }
            td.number { (method.tests) }
            td.number { (method.paths) }
            td.number { (method.conditions) }
            td {
                @if method.reasons.is_empty() {
                    span.nothing { "nothing" }
                } @else {
                    ul.plain {
                        @for reason in &method.reasons {
                            li {
                                (shown(&reason.text))
                                @if let Some(place) = &reason.place { " at " (wrapped(place)) }
                                @if reason.paths > 0 { " (" (counted(reason.paths, "path", "paths")) ")" }
                            }
                        }
                    }
                }
            }
        }
    }
}
