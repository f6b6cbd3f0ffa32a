//! What `test` wrote, as pages.

use super::branches::conditionals;
use super::index::{Index, IndexClass, IndexMethod};
use super::parts::{Page, Share, bar, own_label};
use super::site::{Site, page_file, page_names};
use super::{SourceFiles, class, goals};
use crate::report::notation::method_label;
use crate::report::suite::{GoalStatus, SuiteClass, SuiteReport};
use maud::{Markup, html};
use std::io;

const COLUMNS: [(&str, bool); 7] = [
    ("Tests", true),
    ("Disabled", true),
    ("No test", true),
    ("Lines", false),
    ("Branches", false),
    ("Goals", false),
    ("Mutants", false),
];
const NOTE: &str = "The tests assert what the code does today; whether that is right, a person must say.";

/// Writes the result of `test` as pages. Classes whose file is not among the sources are shown by their lines alone. The same
/// report gives the same bytes: times are left out.
///
/// # Errors
/// When a page cannot be written.
pub fn suite_as_html(report: &SuiteReport, sources: &SourceFiles, site: &mut Site<'_>) -> io::Result<()> {
    let names = page_names(report.classes.iter().map(|class| class.class.as_str()));
    for (class, name) in report.classes.iter().zip(&names) {
        let page = Page {
            title: &format!("{}: test report", class.class),
            finds: Some(("Filter inputs", "name, input, outcome or goal")),
            index: Some(&site.back()),
            main: class::page(class, sources),
            note: NOTE,
            data: None,
        };
        site.write_class(&page_file(name, 0), &page)?;
    }
    let classes = report.classes.iter().zip(names).map(|(class, page)| of_index(class, page)).collect();
    let index = Index {
        title: "Test report",
        sums: sums(report),
        defects: &report.defects,
        problems: &report.problems,
        first: html! {},
        columns: &COLUMNS,
        classes,
        nothing: "No class was asked for, or none has a method that a test can call.",
        answers: &[],
        legend: legend(),
        note: NOTE,
    };
    index.write(site)
}

fn of_index(class: &SuiteClass, page: String) -> IndexClass<'_> {
    let failing = class.tests.iter().filter(|test| test.finding.is_some()).count();
    let label = |name: &str, descriptor: &str| own_label(&method_label(&class.class, name, descriptor), &class.class);
    let method = |method: &crate::report::SuiteMethod| IndexMethod {
        label: label(&method.method, &method.descriptor),
        answer: None,
        words: String::new(),
    };
    IndexClass {
        name: &class.class,
        page,
        breaks: Vec::new(),
        cells: vec![
            html! { (class.tests.len().saturating_sub(failing)) },
            html! { (failing) },
            html! { (class.not_written.len()) },
            bar(lines(class)),
            bar(branches(class)),
            bar(Share::of(class.goals.iter().map(|goal| goal.status))),
            bar(mutants(class)),
        ],
        methods: class.methods.iter().map(method).collect(),
    }
}

/// The sums of the run.
fn sums(report: &SuiteReport) -> Vec<(&'static str, String)> {
    let totals = &report.totals;
    let feasible = totals.goals.saturating_sub(totals.infeasible);
    vec![
        ("Classes", totals.classes.to_string()),
        ("Methods", totals.methods.to_string()),
        ("Tests", totals.tests.to_string()),
        ("Disabled tests of failures", totals.failing.to_string()),
        ("Failures that check does not show, without a test", totals.failures_not_shown.to_string()),
        ("Inputs without a test", totals.not_written.to_string()),
        ("Goals met", format!("{} of {feasible}", totals.met)),
        ("Goals proved infeasible", totals.infeasible.to_string()),
    ]
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
