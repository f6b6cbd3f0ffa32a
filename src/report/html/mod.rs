//! What `test` wrote, as one HTML page that needs nothing beside it: no network, no font, hardly any script.

mod branches;
mod changes;
mod class;
mod goals;
mod inputs;
mod listing;
mod parts;

pub use changes::diff_as_html;

use super::notation::counted;
use super::suite::{GoalStatus, SuiteClass, SuiteReport};
use branches::conditionals;
use maud::{Markup, PreEscaped, html};
use parts::{Share, bar, class_id, scrolling, shown, wrapped, write_page};
use std::collections::BTreeMap;
use std::io::{self, Write};

/// Sources by their file in the folder of their package, as class files name it.
pub type SourceFiles = BTreeMap<String, String>;

const SCRIPT: &str = include_str!("page.js");
/// Nothing is loaded, and no script runs but the page's own: this is its SHA-256.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; \
    script-src 'sha256-TcrflWkCpXidoHaFfZhjY+Xe90DMYQ5YKFsuYiUTBXw='; base-uri 'none'; form-action 'none'";

/// Writes the result of `test` as a page. Classes whose file is not among the sources are shown by their lines alone. The same
/// report gives the same bytes: times are left out.
///
/// # Errors
/// When the output cannot be written.
pub fn suite_as_html(report: &SuiteReport, sources: &SourceFiles, output: &mut dyn Write) -> io::Result<()> {
    let title = format!("Test report: {}", counted(report.totals.tests, "test", "tests"));
    write_page(POLICY, &title, &body(report, sources), output)
}

fn body(report: &SuiteReport, sources: &SourceFiles) -> Markup {
    html! {
        a.skip href="#main" { "Skip to the report" }
        (toolbar())
        main id="main" {
            h1 { "Test report" }
            (sums(report))
            (defects(report))
            section.beside aria-labelledby="overview" {
                h2 id="overview" { "Classes" }
                (overview(&report.classes))
                (legend())
            }
            @for (at, class) in report.classes.iter().enumerate() {
                (class::section(class, at, sources))
            }
        }
        footer {
            p {
                "Written by casewise " (env!("CARGO_PKG_VERSION")) ". The tests assert what the code does today; whether "
                "that is right, a person must say."
            }
        }
        script { (PreEscaped(SCRIPT)) }
    }
}

/// The filter, which the script shows, and the switch between light and dark, which needs none.
fn toolbar() -> Markup {
    html! {
        header.toolbar {
            form.filter id="filter-form" role="search" hidden {
                label for="filter" { "Filter inputs" }
                input id="filter" type="search" autocomplete="off" spellcheck="false"
                    placeholder="name, input, outcome or goal";
                output id="filter-result" for="filter" aria-live="polite" {}
            }
            fieldset.theme {
                legend { "Colours" }
                @for (id, label, is_chosen) in [("auto", "Auto", true), ("light", "Light", false), ("dark", "Dark", false)] {
                    label {
                        input type="radio" name="theme" id={ "theme-" (id) } checked[is_chosen];
                        span { (label) }
                    }
                }
            }
        }
    }
}

/// The sums of the run.
fn sums(report: &SuiteReport) -> Markup {
    let totals = &report.totals;
    let feasible = totals.goals.saturating_sub(totals.infeasible);
    let rows = [
        ("Classes", totals.classes.to_string()),
        ("Methods", totals.methods.to_string()),
        ("Tests", totals.tests.to_string()),
        ("Disabled tests of failures", totals.failing.to_string()),
        ("Inputs without a test", totals.not_written.to_string()),
        ("Goals met", format!("{} of {feasible}", totals.met)),
        ("Goals proved infeasible", totals.infeasible.to_string()),
    ];
    html! {
        dl.sums.beside {
            @for (name, value) in rows {
                div { dt { (name) } dd { (value) } }
            }
        }
    }
}

/// What went wrong, before everything else.
fn defects(report: &SuiteReport) -> Markup {
    html! {
        @if !report.defects.is_empty() {
            section.alert.beside aria-labelledby="defects" {
                h2 id="defects" { "Defects of casewise" }
                p { "These analyses failed. Nothing on this page is known of what they would have found." }
                ul {
                    @for defect in &report.defects {
                        li { code { (wrapped(&defect.method)) } ": " (shown(&defect.message)) }
                    }
                }
            }
        }
        @if !report.problems.is_empty() {
            section.alert.beside aria-labelledby="problems" {
                h2 id="problems" { "Problems" }
                ul {
                    @for problem in &report.problems {
                        li { code { (wrapped(&problem.origin)) } ": " (shown(&problem.message)) }
                    }
                }
            }
        }
    }
}

fn overview(classes: &[SuiteClass]) -> Markup {
    if classes.is_empty() {
        return html! { p { "No class was asked for, or none has a method that a test can call." } };
    }
    let table = html! {
        table.overview {
            thead {
                tr {
                    th scope="col" { "Class" }
                    th.number scope="col" { "Tests" }
                    th.number scope="col" { "Disabled" }
                    th.number scope="col" { "No test" }
                    th scope="col" { "Lines" }
                    th scope="col" { "Branches" }
                    th scope="col" { "Goals" }
                    th scope="col" { "Mutants" }
                }
            }
            tbody {
                @for (at, class) in classes.iter().enumerate() {
                    @let failing = class.tests.iter().filter(|test| test.finding.is_some()).count();
                    tr {
                        th scope="row" { a href={ "#" (class_id(at)) } { (wrapped(&class.class)) } }
                        td.number { (class.tests.len().saturating_sub(failing)) }
                        td.number { (failing) }
                        td.number { (class.not_written.len()) }
                        td { (bar(lines(class))) }
                        td { (bar(branches(class))) }
                        td { (bar(Share::of(class.goals.iter().map(|goal| goal.status)))) }
                        td { (bar(mutants(class))) }
                    }
                }
            }
        }
    };
    scrolling("Classes", &table)
}

fn lines(class: &SuiteClass) -> Share {
    let status = |covered: bool| if covered { GoalStatus::Met } else { GoalStatus::Unmet };
    Share::of(class.lines.iter().map(|(_, covered)| status(*covered)))
}

fn branches(class: &SuiteClass) -> Share {
    conditionals(class).iter().fold(Share::default(), |sum, conditional| sum.plus(conditional.share()))
}

fn mutants(class: &SuiteClass) -> Share {
    let mutants = class.goals.iter().filter(|goal| goal.criterion == goals::MUTATION);
    Share::of(mutants.map(|goal| goal.status))
}

fn legend() -> Markup {
    html! {
        details.legend {
            summary { "How to read this page" }
            ul {
                li { "Bars: the full part is met, the thin part is proved infeasible (no input does it), the empty part is unmet." }
                li {
                    "Lines: " b { "✓" } " a test executes the line, " b { "✗" } " none does, and a line without a sign has no code."
                }
                li {
                    "Branches: the ways out of the conditionals of a line that tests take. A conditional of the bytecode "
                    "jumps or falls through; compilers usually let a condition that holds fall through into its block."
                }
                li { "Goals: what tests are to show, by the criterion that asks for it. Unmet ones say why." }
                li {
                    "Mutants: small changes of the code. A mutant is met by a test that fails on it, infeasible if it is proved "
                    "equivalent to the code, and otherwise it survives."
                }
                li { "Disabled tests: inputs on which the method fails. They are written, but do not run." }
            }
        }
    }
}
