//! The section of a class: what it is, its methods, its source, its goals, its inputs.

use super::parts::{class_id, own_label, scrolling, shown, wrapped};
use super::{SourceFiles, goals, inputs, listing};
use crate::report::notation::{counted, method_label};
use crate::report::suite::{SuiteClass, SuiteMethod};
use maud::{Markup, html};

/// The section of the class at a position.
pub(super) fn section(class: &SuiteClass, at: usize, sources: &SourceFiles) -> Markup {
    let id = class_id(at);
    html! {
        section.class aria-labelledby=(id) data-entries {
            h2 id=(id) { (wrapped(&class.class)) }
            div.beside {
                (facts(class))
                (links(&id))
                (methods(class))
                h3 id={ (id) "-source" } { "Source" }
                (listing::listing(class, at, sources))
                h3 id={ (id) "-goals" } { "Goals" }
                (goals::goals(class, at))
                h3 id={ (id) "-mutants" } { "Mutants that survive" }
                (goals::mutants(class, at))
            }
            (inputs::tests(class, at))
            (inputs::disabled(class, at))
            (inputs::not_written(class, at))
        }
    }
}

fn links(id: &str) -> Markup {
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
                    li { a href={ "#" (id) "-" (part) } { (name) } }
                }
                li { a href="#overview" { "All classes" } }
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
    let table = html! {
        table {
            thead {
                tr {
                    th scope="col" { "Method" }
                    th.number scope="col" { "Tests" }
                    th.number scope="col" { "Paths" }
                    th.number scope="col" { "Conditions" }
                    th scope="col" { "Not explored" }
                }
            }
            tbody { @for method in &class.methods { (method_row(class, method)) } }
        }
    };
    html! {
        h3 { "Methods" }
        (scrolling(&format!("Methods of {}", class.class), &table))
    }
}

fn method_row(class: &SuiteClass, method: &SuiteMethod) -> Markup {
    let label = method_label(&class.class, &method.method, &method.descriptor);
    html! {
        tr {
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
