//! Inputs and outcomes: the tests, the disabled ones, and inputs for which there is no test.

use super::fitting::{Rows, fitting, left_out};
use super::goals::criterion_name;
use super::parts::{line_link, own_label, shown, table, test_id, wrapped};
use crate::report::notation::counted;
use crate::report::suite::{SuiteClass, SuiteGoal, SuiteTest};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// So many bytes tests may take, so many disabled ones, and so many inputs without one.
const MOST_BYTES: (usize, usize, usize) = (180_000, 60_000, 50_000);

/// The tests of a page.
pub(super) struct Tests {
    pub(super) markup: Markup,
    /// The positions of those that are on the page.
    pub(super) shown: BTreeSet<usize>,
}

/// The tests that run, with links to lines up to the last that is listed.
pub(super) fn tests(class: &SuiteClass, last: u16) -> Tests {
    let all: Vec<_> = class.tests.iter().enumerate().filter(|(_, test)| test.finding.is_none()).collect();
    let rows = fitting(&all, MOST_BYTES.0, |(position, test)| {
        html! {
            tr id=(test_id(*position)) data-entry=(shown(&class.class)) {
                (name_and_call(class, test))
                td { code { (shown(&test.outcome)) } }
                td { (goals_of(class, test, last)) }
            }
        }
    });
    let columns =
        [("Test", false), ("Method", false), ("Input", false), ("Outcome", false), ("Goals that it meets", false)];
    let table = table(&format!("Tests of {}", class.class), Some("inputs"), &columns, &rows.rows);
    let shown = all.iter().take(rows.shown).map(|(position, _)| *position).collect();
    Tests { markup: part("tests", "Tests", &rows, &table), shown }
}

/// The tests of inputs that fail.
pub(super) fn disabled(class: &SuiteClass) -> Markup {
    let all = class.tests.iter().enumerate().filter(|(_, test)| test.finding.is_some());
    let rows = fitting(all, MOST_BYTES.1, |(position, test)| {
        html! {
            tr id=(test_id(position)) data-entry=(shown(&class.class)) {
                (name_and_call(class, test))
                td { code { (shown(&test.outcome)) } }
                td { (shown(test.finding.as_deref().unwrap_or_default())) }
            }
        }
    });
    let columns = [("Test", false), ("Method", false), ("Input", false), ("Outcome", false), ("Finding", false)];
    let table = table(&format!("Disabled tests of {}", class.class), Some("inputs"), &columns, &rows.rows);
    part("disabled", "Disabled tests", &rows, &table)
}

/// The inputs for which no test was written.
pub(super) fn not_written(class: &SuiteClass) -> Markup {
    let rows = fitting(&class.not_written, MOST_BYTES.2, |input| {
        html! {
            tr data-entry=(shown(&class.class)) {
                td.call { code { (wrapped(&own_label(&input.method, &class.class))) } }
                td { code { (shown(&input.input)) } }
                td { (shown(&input.reason)) }
            }
        }
    });
    let columns = [("Method", false), ("Input", false), ("Why there is no test", false)];
    let table = table(&format!("Inputs of {} without a test", class.class), Some("inputs"), &columns, &rows.rows);
    part("inputs", "Inputs without a test", &rows, &table)
}

/// A heading with its table; the filter hides both where no row fits.
fn part(id: &str, title: &str, rows: &Rows, table: &Markup) -> Markup {
    html! {
        div data-entries {
            h2 id=(id) { (title) }
            @if rows.shown == 0 { @if rows.left_out == 0 { p { "None." } } } @else { (table) }
            (left_out(rows.left_out, "inputs"))
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
fn goals_of(class: &SuiteClass, test: &SuiteTest, last: u16) -> Markup {
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
                        dd { (line_link(goal.line, last)) " " (shown(&goal.what)) }
                    }
                }
            }
        }
    }
}
