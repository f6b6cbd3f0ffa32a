//! The goals of a class by criterion: met, proved infeasible, unmet with the reason.

use super::fitting::{fitting, left_out};
use super::parts::{Share, bar, line_link, own_label, shown, status, table, test_id, wrapped};
use crate::report::notation::counted;
use crate::report::suite::{GoalStatus, SuiteClass, SuiteGoal};
use maud::{Markup, html};
use std::collections::{BTreeMap, BTreeSet};

/// The criterion whose goals are ways through the code.
pub(super) const COVERAGE: &str = "coverage";
/// The criterion whose goals are mutants.
pub(super) const MUTATION: &str = "mutation";

/// Tests that are named of those that meet a goal; there can be as many as tests.
const NAMED: usize = 3;
/// So many bytes goals of one standing may take, and so do mutants.
const MOST_BYTES: usize = 75_000;

/// The mutants that no test kills and that are not proved equivalent.
pub(super) fn survivors(class: &SuiteClass) -> impl Iterator<Item = &SuiteGoal> {
    class.goals.iter().filter(|goal| goal.criterion == MUTATION && goal.status == GoalStatus::Unmet)
}

/// What a criterion is called.
pub(super) fn criterion_name(criterion: &str) -> &str {
    match criterion {
        COVERAGE => "Coverage",
        MUTATION => "Mutation",
        "boundary" => "Boundary",
        "mcdc" => "MC/DC",
        "error" => "Error",
        "overflow" => "Overflow",
        other => other,
    }
}

/// The goals of a class: the shares of the criteria, then the goals by their standing. Links go to the tests that are shown and to the
/// lines up to the last that is.
pub(super) fn goals(class: &SuiteClass, tests: &BTreeSet<usize>, last: u16) -> Markup {
    if class.goals.is_empty() {
        return html! { p { "None." } };
    }
    html! {
        (shares(class))
        (list(class, (tests, last), GoalStatus::Unmet))
        @let mutants = survivors(class).count();
        @if mutants > 0 {
            p { (status(GoalStatus::Unmet)) ": " a href="#mutants" {
                (counted(mutants as u64, "mutant that survives", "mutants that survive"))
            } }
        }
        (list(class, (tests, last), GoalStatus::Infeasible))
        (list(class, (tests, last), GoalStatus::Met))
    }
}

/// The shares of the criteria, in the order in which the goals have them first.
fn shares(class: &SuiteClass) -> Markup {
    let mut criteria: Vec<&str> = Vec::new();
    for goal in &class.goals {
        if !criteria.contains(&goal.criterion.as_str()) {
            criteria.push(&goal.criterion);
        }
    }
    let rows = html! {
        @for criterion in criteria {
            @let own = class.goals.iter().filter(|goal| goal.criterion == criterion);
            @let share = Share::of(own.map(|goal| goal.status));
            tr {
                th scope="row" { (shown(criterion_name(criterion))) }
                td.number { (share.met) }
                td.number { (share.infeasible) }
                td.number { (share.unmet) }
                td { (bar(Share { infeasible: 0, ..share })) }
            }
        }
    };
    let columns =
        [("Criterion", false), ("Met", true), ("Infeasible", true), ("Unmet", true), ("Of the feasible", false)];
    table(&format!("Criteria of {}", class.class), None, &columns, &rows)
}

/// The goals that stand in one way. Unmet ones are open to see, the others to be opened.
fn list(class: &SuiteClass, (tests, last_line): (&BTreeSet<usize>, u16), standing: GoalStatus) -> Markup {
    let (title, last) = match standing {
        GoalStatus::Met => ("met", "Met by"),
        GoalStatus::Infeasible => ("proved infeasible", "Proof"),
        GoalStatus::Unmet => ("unmet", "Why"),
    };
    // Mutants that survive have a table of their own.
    let is_listed =
        |goal: &SuiteGoal| goal.status == standing && !(standing == GoalStatus::Unmet && goal.criterion == MUTATION);
    let goals: Vec<(usize, &SuiteGoal)> = class.goals.iter().enumerate().filter(|(_, goal)| is_listed(goal)).collect();
    if goals.is_empty() {
        return html! {};
    }
    let met_by = if standing == GoalStatus::Met { met_by(class) } else { BTreeMap::new() };
    let rows = fitting(&goals, MOST_BYTES, |(position, goal)| {
        html! {
            tr {
                td.number { (line_link(goal.line, last_line)) }
                td { code { (wrapped(&own_label(&goal.method, &class.class))) } }
                td { (shown(criterion_name(&goal.criterion))) }
                td { (shown(&goal.what)) }
                td {
                    @if standing == GoalStatus::Met {
                        (tests_of(class, tests, met_by.get(position).map_or(&[], Vec::as_slice)))
                    } @else {
                        (shown(goal.reason.as_deref().unwrap_or("not known why")))
                    }
                }
            }
        }
    });
    let columns = [("Line", true), ("Method", false), ("Criterion", false), ("Goal", false), (last, false)];
    let table = table(&format!("Goals {title} of {}", class.class), None, &columns, &rows.rows);
    html! {
        details open[standing == GoalStatus::Unmet] {
            summary { (status(standing)) ": " (counted(goals.len() as u64, "goal", "goals")) }
            (table)
            (left_out(rows.left_out, "goals"))
        }
    }
}

/// The tests that meet each goal.
fn met_by(class: &SuiteClass) -> BTreeMap<usize, Vec<usize>> {
    let mut found: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (test, goals) in class.tests.iter().enumerate().map(|(at, test)| (at, &test.goals)) {
        for goal in goals {
            found.entry(*goal).or_default().push(test);
        }
    }
    found
}

fn tests_of(class: &SuiteClass, shown: &BTreeSet<usize>, tests: &[usize]) -> Markup {
    let named = tests.iter().take(NAMED).filter_map(|test| Some((*test, class.tests.get(*test)?)));
    html! {
        ul.plain {
            @for (position, test) in named {
                li {
                    @if shown.contains(&position) {
                        a href={ "#" (test_id(position)) } { (wrapped(&test.name)) }
                    } @else {
                        (wrapped(&test.name))
                    }
                }
            }
            @if let Some(more) = tests.len().checked_sub(NAMED).filter(|more| *more > 0) {
                li { "and " (counted(more as u64, "other", "others")) }
            }
        }
    }
}

/// The mutants that survive, by line.
pub(super) fn mutants(class: &SuiteClass, last: u16) -> Markup {
    let survivors: Vec<&SuiteGoal> = survivors(class).collect();
    if survivors.is_empty() {
        let is_asked = class.goals.iter().any(|goal| goal.criterion == MUTATION);
        return html! { p { @if is_asked { "None." } @else { "No mutant was made." } } };
    }
    let rows = fitting(survivors, MOST_BYTES, |goal| {
        html! {
            tr {
                td.number { (line_link(goal.line, last)) }
                td { code { (wrapped(&own_label(&goal.method, &class.class))) } }
                td { (shown(&goal.what)) }
                td { (shown(goal.reason.as_deref().unwrap_or("not known why"))) }
            }
        }
    });
    let columns = [("Line", true), ("Method", false), ("Mutant", false), ("Why", false)];
    let table = table(&format!("Mutants of {} that survive", class.class), None, &columns, &rows.rows);
    html! {
        (table)
        (left_out(rows.left_out, "mutants"))
    }
}
