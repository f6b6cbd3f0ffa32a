//! Inputs and outcomes: the tests, the disabled ones, and inputs for which there is no test.

use super::goals::criterion_name;
use super::parts::{class_id, line_link, own_label, scrolling, shown, test_id, wrapped};
use crate::report::notation::counted;
use crate::report::suite::{SuiteClass, SuiteGoal, SuiteTest};
use maud::{Markup, html};

/// The tests that run.
pub(super) fn tests(class: &SuiteClass, at: usize) -> Markup {
    let rows: Vec<_> = class.tests.iter().enumerate().filter(|(_, test)| test.finding.is_none()).collect();
    let table = html! {
        table.inputs {
            thead {
                tr {
                    th scope="col" { "Test" }
                    th scope="col" { "Method" }
                    th scope="col" { "Input" }
                    th scope="col" { "Outcome" }
                    th scope="col" { "Goals that it meets" }
                }
            }
            tbody {
                @for (position, test) in &rows {
                    tr id=(test_id(at, *position)) data-entry=(shown(&class.class)) {
                        (name_and_call(class, test))
                        td { code { (shown(&test.outcome)) } }
                        td { (goals_of(class, at, test)) }
                    }
                }
            }
        }
    };
    part(&format!("{}-tests", class_id(at)), "Tests", rows.len(), &format!("Tests of {}", class.class), &table)
}

/// The tests of inputs that fail.
pub(super) fn disabled(class: &SuiteClass, at: usize) -> Markup {
    let rows: Vec<_> = class.tests.iter().enumerate().filter(|(_, test)| test.finding.is_some()).collect();
    let table = html! {
        table.inputs {
            thead {
                tr {
                    th scope="col" { "Test" }
                    th scope="col" { "Method" }
                    th scope="col" { "Input" }
                    th scope="col" { "Outcome" }
                    th scope="col" { "Finding" }
                }
            }
            tbody {
                @for (position, test) in &rows {
                    tr id=(test_id(at, *position)) data-entry=(shown(&class.class)) {
                        (name_and_call(class, test))
                        td { code { (shown(&test.outcome)) } }
                        td { (shown(test.finding.as_deref().unwrap_or_default())) }
                    }
                }
            }
        }
    };
    let id = format!("{}-disabled", class_id(at));
    part(&id, "Disabled tests", rows.len(), &format!("Disabled tests of {}", class.class), &table)
}

/// The inputs for which no test was written.
pub(super) fn not_written(class: &SuiteClass, at: usize) -> Markup {
    let table = html! {
        table.inputs {
            thead {
                tr {
                    th scope="col" { "Method" }
                    th scope="col" { "Input" }
                    th scope="col" { "Why there is no test" }
                }
            }
            tbody {
                @for input in &class.not_written {
                    tr data-entry=(shown(&class.class)) {
                        td.call { code { (wrapped(&own_label(&input.method, &class.class))) } }
                        td { code { (shown(&input.input)) } }
                        td { (shown(&input.reason)) }
                    }
                }
            }
        }
    };
    let id = format!("{}-inputs", class_id(at));
    let label = format!("Inputs of {} without a test", class.class);
    part(&id, "Inputs without a test", class.not_written.len(), &label, &table)
}

/// A heading with its table; the filter hides both where no row fits.
fn part(id: &str, title: &str, rows: usize, label: &str, table: &Markup) -> Markup {
    html! {
        div data-entries {
            h3 id=(id) { (title) }
            @if rows == 0 { p { "None." } } @else { (scrolling(label, table)) }
        }
    }
}

/// The cells of a test that say what it calls.
fn name_and_call(class: &SuiteClass, test: &SuiteTest) -> Markup {
    html! {
        th scope="row" {
            code { (wrapped(&test.name)) }
            span.more {
                "line " (test.line)
                @if test.reflective { ", by reflection" }
                @if !test.passes { ", not run" }
            }
        }
        td.call { code { (wrapped(&own_label(&test.method, &class.class))) } }
        td { code { (shown(&test.input)) } }
    }
}

/// The goals of a test, by criterion.
fn goals_of(class: &SuiteClass, at: usize, test: &SuiteTest) -> Markup {
    let goals: Vec<&SuiteGoal> = test.goals.iter().filter_map(|goal| class.goals.get(*goal)).collect();
    let mut by_criterion: Vec<(&str, Vec<&SuiteGoal>)> = Vec::new();
    for goal in &goals {
        match by_criterion.iter_mut().find(|(criterion, _)| *criterion == goal.criterion) {
            Some((_, own)) => own.push(goal),
            None => by_criterion.push((&goal.criterion, vec![goal])),
        }
    }
    if goals.is_empty() {
        return html! { span.nothing { "none" } };
    }
    html! {
        details.inside {
            summary { (counted(goals.len() as u64, "goal", "goals")) }
            dl.goals {
                @for (criterion, own) in by_criterion {
                    dt { (shown(criterion_name(criterion))) }
                    @for goal in own {
                        dd { (line_link(at, goal.line)) " " (shown(&goal.what)) }
                    }
                }
            }
        }
    }
}
