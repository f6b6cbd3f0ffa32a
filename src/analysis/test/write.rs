//! Writes the tests of a class, compiles and runs them, and leaves out what does not pass.

use super::choose::choose;
use super::propose::Proposal;
use crate::analysis::check::finding::Candidate;
use crate::classfile::{ClassName, java_name};
use crate::junit::{FailingCase, JUnit, TestCase, TestClass, Writer, Written};
use crate::program::Program;
use crate::replay::{TestVerdict, run_tests};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How often other tests are chosen for those that do not pass.
const ATTEMPTS: usize = 4;

/// How tests are written.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) package: Option<String>,
    pub(super) junit: JUnit,
    /// Whether they are compiled and run.
    pub(super) runs: bool,
}

/// What was written for a class.
pub(super) struct Suite {
    /// None when there is no test.
    pub(super) written: Option<Written>,
    /// The proposals that are tests, in the order of the cases that were written.
    pub(super) chosen: Vec<usize>,
    /// The failures that are disabled tests, in order.
    pub(super) failing: Vec<usize>,
    /// Proposals, then failures, that have no test, and why.
    pub(super) left_out: Vec<(String, String, String)>,
    /// Why they were not run.
    pub(super) not_run: Option<String>,
}

/// A failure with its input.
pub(super) struct Failing {
    pub(super) candidate: Candidate,
    pub(super) conditions: Vec<String>,
    /// The method, as a person calls it.
    pub(super) method: String,
}

/// Writes a suite: chooses proposals, writes them, runs them, and chooses again without those that do not pass.
pub(super) fn write_suite(
    program: &Program,
    writer: &mut Writer<'_>,
    under_test: &ClassName,
    style: &Style,
    class_path: &[PathBuf],
    proposals: &[Proposal],
    failures: &[Failing],
) -> Suite {
    let mut refused: BTreeSet<usize> = BTreeSet::new();
    let mut refused_failures: BTreeSet<usize> = BTreeSet::new();
    let mut suite =
        Suite { written: None, chosen: Vec::new(), failing: Vec::new(), left_out: Vec::new(), not_run: None };
    for attempt in 0..=ATTEMPTS {
        suite.chosen = choose(proposals, &refused);
        suite.failing = (0..failures.len()).filter(|at| !refused_failures.contains(at)).collect();
        if suite.chosen.is_empty() && suite.failing.is_empty() {
            suite.written = None;
            break;
        }
        let written = writer.write(&test_class(under_test, style, proposals, failures, &suite));
        let mut bad: Vec<(usize, String)> = written.unwritable.clone();
        if bad.is_empty() && style.runs {
            match run_tests(class_path, std::slice::from_ref(&written)) {
                Err(reason) => suite.not_run = Some(reason),
                Ok(verdicts) => {
                    let verdicts = verdicts.into_iter().next().unwrap_or_default();
                    for (test, verdict) in written.tests.iter().zip(verdicts) {
                        match verdict {
                            TestVerdict::Passed => {}
                            TestVerdict::Failed(why) => bad.push((test.case, format!("it does not pass: {why}"))),
                            TestVerdict::DidNotCompile(why) => {
                                bad.push((test.case, format!("it does not compile: {why}")))
                            }
                        }
                    }
                }
            }
        }
        suite.written = Some(written);
        if bad.is_empty() {
            break;
        }
        let last = attempt == ATTEMPTS;
        for (case, reason) in bad {
            let first_failing = suite.chosen.len();
            let chosen = suite.chosen.get(case).and_then(|at| Some((*at, proposals.get(*at)?)));
            if let Some((at, proposal)) = chosen {
                refused.insert(at);
                suite.left_out.push((program.method_label(proposal.method), proposal.input.clone(), reason));
            } else if let Some(at) = case.checked_sub(first_failing).and_then(|at| suite.failing.get(at))
                && let Some(failing) = failures.get(*at)
            {
                refused_failures.insert(*at);
                suite.left_out.push((failing.method.clone(), failing.candidate.finding.input.clone(), reason));
            }
        }
        if last {
            // Nothing is written that is not known to pass.
            suite.chosen.retain(|at| !refused.contains(at));
            suite.failing.retain(|at| !refused_failures.contains(at));
            let class = test_class(under_test, style, proposals, failures, &suite);
            suite.written = (!suite.chosen.is_empty() || !suite.failing.is_empty()).then(|| writer.write(&class));
        }
    }
    if !style.runs {
        suite.not_run = Some("not asked for".into());
    }
    suite
}

fn test_class(
    under_test: &ClassName,
    style: &Style,
    proposals: &[Proposal],
    failures: &[Failing],
    suite: &Suite,
) -> TestClass {
    let test = |proposal: &Proposal| TestCase {
        case: proposal.case.clone(),
        conditions: proposal.conditions.clone(),
        // A path condition says what an input is there for; without one, the mutants do that it kills.
        purpose: match proposal.conditions.is_empty() {
            true => proposal.meets.iter().map(|key| format!("{}: {}", key.criterion.name(), key.detail)).collect(),
            false => Vec::new(),
        },
    };
    TestClass {
        package: style.package.clone(),
        under_test: under_test.clone(),
        tests: suite.chosen.iter().filter_map(|at| proposals.get(*at)).map(test).collect(),
        failing: suite
            .failing
            .iter()
            .filter_map(|at| failures.get(*at))
            .map(|failing| FailingCase {
                test: TestCase {
                    case: failing.candidate.case.clone(),
                    conditions: failing.conditions.clone(),
                    purpose: Vec::new(),
                },
                finding: finding_text(failing),
            })
            .collect(),
        junit: style.junit,
        header: vec![
            format!("Tests of {}, generated by casewise.", java_name(under_test)),
            "They assert what the class does today; whether that is right, a person must say.".into(),
        ],
    }
}

/// What `check` says of a failure, in one line.
pub(super) fn finding_text(failing: &Failing) -> String {
    let finding = &failing.candidate.finding;
    let line = finding.line.map_or(String::new(), |line| format!(":{line}"));
    format!("{} at {}{line}", finding.exception, finding.place)
}
