//! What a program gets from the machine it runs on, and what it reads: which failures are findings, and on what input.

use casewise::analysis::{CheckJob, check};
use casewise::report::{CheckReport, CheckedMethod, ReasonKind, Silent, Verdict};
use casewise::session::{Job, Selection};

fn checked(class: &str, method: &str, replay: bool) -> CheckedMethod {
    let paths = vec![env!("CASEWISE_CHECK_FIXTURES").into()];
    let job = Job {
        paths,
        selection: Selection { classes: vec![format!("check.{class}")], ..Selection::default() },
        method: Some(method.to_owned()),
        ..Job::default()
    };
    let report: CheckReport = check(&CheckJob { job, replay, ..CheckJob::default() }, &Silent).unwrap();
    assert!(report.defects.is_empty(), "{:?}", report.defects);
    let [method] = &report.methods[..] else { panic!("one method, not {:?}", report.methods) };
    method.clone()
}

fn inputs(class: &str, method: &str) -> Vec<String> {
    let checked = checked(class, method, true);
    assert!(checked.findings.iter().all(|finding| finding.confirmed), "{checked:?}");
    let mut inputs: Vec<String> = checked.findings.iter().map(|finding| finding.input.clone()).collect();
    inputs.sort();
    inputs
}

/// Whether the answer is open, and says which value of the machine it depends on.
fn is_open_for(checked: &CheckedMethod, source: &str) -> bool {
    let names_it =
        checked.reasons.iter().any(|reason| reason.kind == ReasonKind::Replay && reason.text.contains(source));
    checked.verdict == Verdict::Incomplete && checked.findings.is_empty() && names_it
}

#[test]
fn a_failure_that_this_machine_does_not_show_is_no_finding() {
    assert!(is_open_for(&checked("MachineProperties", "elsewhereOk", true), "System.getProperty(\"os.name\")"));
}

#[test]
fn a_failure_that_depends_on_the_machine_is_no_finding_unless_a_jvm_shows_it() {
    assert_eq!(inputs("MachineProperties", "unsetBad"), ["isLogged = true"]);
    let unasked = checked("MachineProperties", "unsetBad", false);
    assert!(is_open_for(&unasked, "System.getProperty(\"check.fixtures.port\")"), "{unasked:?}");
}

#[test]
fn what_happens_by_chance_is_no_finding() {
    assert!(is_open_for(&checked("Deadlines", "unluckyOk", true), "System.currentTimeMillis()"));
    assert!(is_open_for(&checked("Dice", "unluckyOk", true), "Random.nextInt()"));
    assert!(is_open_for(&checked("IdentityKeys", "chanceOk", true), "System.identityHashCode"));
}

#[test]
fn what_is_read_is_part_of_the_input() {
    assert_eq!(inputs("Prompts", "ratioBad"), ["total = 0, stdin = \"0\""]);
    assert_eq!(inputs("Prompts", "orderBad"), ["stdin = \"7\\n1099511627776\""]);
    assert_eq!(inputs("Prompts", "unguardedBad"), ["stdin = \"\"", "stdin = \"x\""]);
    assert_eq!(inputs("Prompts", "secondLineBad"), ["stdin = \"a\\nb c\\n\""]);
}
