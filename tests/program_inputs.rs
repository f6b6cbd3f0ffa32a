//! Programs that ask for inputs of their own: what they do with them is found, confirmed in a JVM, and nothing else.

use casewise::analysis::{CheckJob, check};
use casewise::report::{CheckReport, CheckedMethod, Silent, Verdict};
use casewise::session::{Job, Selection};

fn checked(method: &str) -> CheckedMethod {
    let paths = vec![env!("CASEWISE_PROGRAM_FIXTURES").into()];
    let job = Job {
        paths,
        selection: Selection { classes: vec!["programs.Questions".into()], ..Selection::default() },
        method: Some(method.into()),
        ..Job::default()
    };
    let report: CheckReport = check(&CheckJob { job, ..CheckJob::default() }, &Silent).unwrap();
    let [method] = &report.methods[..] else { panic!("one method, not {:?}", report.methods) };
    method.clone()
}

/// The input of the one confirmed failure of a method.
fn failing_input(method: &str) -> String {
    let checked = checked(method);
    assert_eq!(checked.verdict, Verdict::Fails, "{checked:?}");
    let [finding] = &checked.findings[..] else { panic!("one finding, not {:?}", checked.findings) };
    assert!(finding.confirmed, "{finding:?}");
    finding.input.clone()
}

fn holds(method: &str) {
    let checked = checked(method);
    assert_eq!(checked.verdict, Verdict::Holds, "{checked:?}");
}

#[test]
fn inputs_come_in_the_order_of_the_calls() {
    assert_eq!(failing_input("orderBad"), "nondet0 = 3, nondet1 = 4");
}

#[test]
fn inputs_of_every_kind_are_found() {
    let input = failing_input("everyKindBad");
    assert!(input.starts_with("nondet0 = 1, nondet1 = 1099511627776L, nondet2 = "), "{input}");
    assert_eq!(failing_input("textBad"), "nondet0 = \"secret\"");
    holds("smallOk");
}

#[test]
fn what_does_not_meet_an_assumption_is_no_path_of_the_program() {
    holds("assumedOk");
    failing_input("assumedBad");
}

#[test]
fn a_program_that_ends_itself_has_not_failed() {
    holds("exitOk");
}

#[test]
fn recursion_on_constants_is_not_bounded() {
    holds("recursionOnConstantsOk");
}
