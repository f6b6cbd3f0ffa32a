//! The suites that `test` writes for the examples: generated again they are the same, what is written passes, the boundary and
//! clause examples get the values that their conditions ask for, and the inputs that fail are those that `check` finds.
#![allow(clippy::unwrap_used, clippy::panic, clippy::expect_used, clippy::indexing_slicing)]

use casewise::report::{CheckReport, GoalStatus, Silent, SuiteClass, SuiteReport};
use casewise::session::{CheckJob, Criterion, Job, SuiteJob, check, suite};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Classes of the check fixtures that fail in different ways: bounds, null, division, arithmetic, of objects and of arrays.
const FAILING: [&str; 6] =
    ["check.Average", "check.AspectRatio", "check.Brackets", "check.Initials", "check.Midpoint", "check.PointBad"];

/// What analyses run on, without a clock.
fn job(classes: &str, class: Option<&str>, jobs: usize) -> CheckJob {
    let job = Job {
        paths: vec![PathBuf::from(classes)],
        class: class.map(str::to_owned),
        timeout: None,
        jobs,
        ..Job::default()
    };
    CheckJob { job, ..CheckJob::default() }
}

fn suites(check: CheckJob, criteria: &[Criterion]) -> SuiteReport {
    let job = SuiteJob { check, criteria: criteria.to_vec(), ..SuiteJob::default() };
    let report = suite(&job, &Silent).unwrap();
    assert!(report.defects.is_empty(), "{:?}", report.defects);
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    report
}

fn examples(jobs: usize) -> SuiteReport {
    suites(job(env!("CASEWISE_SUITE_FIXTURES"), None, jobs), &SuiteJob::default().criteria)
}

/// The suites of all examples by all criteria.
static EXAMPLES: LazyLock<SuiteReport> = LazyLock::new(|| examples(2));

fn example(name: &str) -> &'static SuiteClass {
    EXAMPLES.classes.iter().find(|class| class.class == name).unwrap()
}

/// What a numeric parameter is in the tests of a method.
fn values(class: &SuiteClass, method: &str, parameter: &str) -> BTreeSet<i32> {
    let of_method = class.tests.iter().filter(|test| test.method == method);
    let parts = of_method.flat_map(|test| test.input.split(", "));
    parts.filter_map(|part| part.strip_prefix(&format!("{parameter} = "))).map(|text| text.parse().unwrap()).collect()
}

/// The mutants of an operator that some test is known to kill, as they read.
fn killed<'c>(class: &'c SuiteClass, operator: &str) -> BTreeSet<&'c str> {
    let met = class.tests.iter().flat_map(|test| &test.goals).map(|goal| &class.goals[*goal]);
    let killed = met.filter(|goal| goal.status == GoalStatus::Met);
    killed.filter_map(|goal| goal.what.strip_prefix(operator)?.strip_prefix(": ")).collect()
}

/// Method, exception and place of each failure that tests show or that could not be written.
fn failures_of_tests(report: &SuiteReport) -> BTreeSet<(String, String)> {
    let tests = report.classes.iter().flat_map(|class| &class.tests);
    tests.filter_map(|test| Some((test.method.clone(), test.finding.clone()?))).collect()
}

/// The same of the findings of `check`.
fn failures_of_check(report: &CheckReport) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for method in &report.methods {
        for finding in &method.findings {
            let line = finding.line.map_or(String::new(), |line| format!(":{line}"));
            let place = format!("{} at {}{line}", finding.exception, finding.place);
            found.insert((format!("{}.{}", method.class, method.method), place));
        }
    }
    found
}

#[test]
fn generated_again_on_one_thread_it_is_the_same() {
    let again = examples(1);
    let text = |report: &SuiteReport| -> Vec<(String, String)> {
        report.classes.iter().map(|class| (class.file.clone().unwrap(), class.source.clone())).collect()
    };
    assert_eq!(text(&EXAMPLES), text(&again));
}

#[test]
fn every_test_that_is_written_passes() {
    assert_eq!(EXAMPLES.classes.len(), 9);
    for class in &EXAMPLES.classes {
        assert_eq!(class.not_run, None, "{}", class.class);
        assert!(class.tests.len() > 5, "{} has {} tests", class.class, class.tests.len());
        for test in &class.tests {
            assert!(test.passes, "{}.{}", class.class, test.name);
        }
    }
}

#[test]
fn every_way_through_the_examples_is_tested_unless_only_failing_inputs_take_it() {
    for class in &EXAMPLES.classes {
        let open = class.goals.iter().filter(|goal| goal.criterion == "coverage" && goal.status == GoalStatus::Unmet);
        let only_fails = |reason: &Option<String>| reason.as_deref() == Some("only inputs that fail meet it");
        let open: Vec<_> = open.filter(|goal| !only_fails(&goal.reason)).collect();
        assert!(open.is_empty(), "{}: {open:#?}", class.class);
    }
}

#[test]
fn a_boundary_is_tested_on_both_sides_and_its_mutant_killed() {
    let boundary = example("suite.Boundary");
    let inputs = values(boundary, "suite.Boundary.classify", "x");
    assert!(inputs.is_superset(&BTreeSet::from([100, 101])), "{inputs:?}");
    let mutants = killed(boundary, "CONDITIONALS_BOUNDARY");
    assert!(mutants.contains("replaced <= by <"), "{mutants:?}");
}

#[test]
fn clauses_are_tested_at_both_ends_of_their_range() {
    let inputs = values(example("suite.Ranges"), "suite.Ranges.methodUnderTest", "x");
    assert!(inputs.is_superset(&BTreeSet::from([2, 3, 4, 6, 7, 8])), "{inputs:?}");
}

#[test]
fn the_inputs_that_fail_are_those_that_check_finds_in_the_examples() {
    let checked = check(&job(env!("CASEWISE_SUITE_FIXTURES"), None, 2), &Silent).unwrap();
    let found = failures_of_check(&checked);
    assert!(found.len() >= 3, "{found:?}");
    assert_eq!(failures_of_tests(&EXAMPLES), found);
}

#[test]
fn the_inputs_that_fail_are_those_that_check_finds_in_what_fails() {
    for class in FAILING {
        let classes = env!("CASEWISE_CHECK_FIXTURES");
        let found = failures_of_check(&check(&job(classes, Some(class), 2), &Silent).unwrap());
        assert!(!found.is_empty(), "{class} does not fail");
        let report = suites(job(classes, Some(class), 2), &[]);
        assert_eq!(failures_of_tests(&report), found, "{class}");
    }
}
