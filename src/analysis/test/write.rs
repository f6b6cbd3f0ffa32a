//! Writes the tests of a class, compiles and runs them, and leaves out what does not pass.

use super::choose::choose;
use super::criterion::Criterion;
use super::goal::GoalKey;
use super::ordinary::ordinary;
use super::propose::Proposal;
use crate::analysis::check::finding::Candidate;
use crate::classfile::{ClassName, java_name};
use crate::input::ConcreteCase;
use crate::junit::{FailingCase, JUnit, Observations, Place, TestCase, TestClass, Writer, Written, WrittenTest};
use crate::program::{MethodId, Program};
use crate::replay::{Note, Notes, TestVerdict, observe_tests, run_tests};
use crate::run::{self, AnalysisFailure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// How often tests are written otherwise, or others are chosen, for those that do not pass.
const ATTEMPTS: usize = 5;

/// How tests are written.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) package: Option<String>,
    pub(super) junit: JUnit,
    /// Whether tests that differ only in values become one.
    pub(super) is_parameterized: bool,
    /// Whether they are compiled and run.
    pub(super) runs: bool,
}

/// What was written for a class.
#[derive(Default)]
pub(super) struct Suite {
    /// None when there is no test.
    pub(super) written: Option<Written>,
    /// The proposals that are tests, in the order of the cases that were written.
    pub(super) chosen: Vec<usize>,
    /// The failures that are disabled tests, in order.
    pub(super) failing: Vec<usize>,
    /// Proposals, then failures, that have no test, and why.
    pub(super) left_out: Vec<(String, String, String)>,
    /// The cases that are written in place of those of proposals, with ordinary values for nulls.
    pub(super) ordinary: BTreeMap<usize, ConcreteCase>,
    /// Why they were not run.
    pub(super) not_run: Option<String>,
    /// The proposals that are written as they were found: they did not pass with plainer and ordinary values and what was shown.
    pub(super) as_found: BTreeSet<usize>,
    /// The proposals that have a test for themselves: the one that they were rows of did not pass.
    pub(super) apart: BTreeSet<usize>,
    /// Whether a test was left out that passes where there are no tests of other classes.
    pub(super) depends_on_others: bool,
}

impl Suite {
    /// What a test is written of.
    pub(super) fn proposal<'a>(&self, proposals: &'a [Proposal], at: usize) -> Option<&'a Proposal> {
        let proposal = proposals.get(at)?;
        let original = proposal.original.as_deref().filter(|_| self.as_found.contains(&at));
        Some(original.unwrap_or(proposal))
    }
}

/// A failure with its input.
pub(super) struct Failing {
    pub(super) candidate: Candidate,
    pub(super) conditions: Vec<String>,
    /// The method, as a person calls it.
    pub(super) method: String,
}

/// What the tests of a class are chosen from.
pub(super) struct Choice<'a> {
    pub(super) under_test: &'a ClassName,
    pub(super) proposals: &'a [Proposal],
    pub(super) failures: &'a [Failing],
}

/// Writes the suites of classes: chooses proposals, writes them, compiles and runs all of them together, and chooses again without
/// those that do not pass. A class whose tests cannot be written says why.
pub(super) fn write_suites(
    program: &Program,
    style: &Style,
    class_path: &[PathBuf],
    classes: &[Choice<'_>],
) -> Vec<Result<Suite, AnalysisFailure>> {
    let mut writer = Writer::new(program);
    let mut writings: Vec<Result<Writing<'_>, AnalysisFailure>> =
        classes.iter().map(|class| Ok(Writing::new(program, style, class))).collect();
    if style.runs {
        observe(&mut writer, class_path, &mut writings);
    }
    for _ in 0..=ATTEMPTS {
        let mut running: Vec<usize> = Vec::new();
        let mut sources: Vec<Written> = Vec::new();
        for (at, slot) in writings.iter_mut().enumerate() {
            let Ok(writing) = slot else { continue };
            if writing.is_done || writing.is_stuck {
                continue;
            }
            match run::analysis(|| writing.write(&mut writer)) {
                Ok(Some(written)) if style.runs => {
                    running.push(at);
                    sources.push(written);
                }
                Ok(_) => {}
                // What has passed before is there.
                Err(AnalysisFailure::Ended(_)) if writing.passed.is_some() => writing.is_stuck = true,
                Err(failure) => *slot = Err(failure),
            }
        }
        if sources.is_empty() {
            continue;
        }
        let verdicts = run_tests(class_path, &sources);
        for (number, (at, written)) in running.into_iter().zip(&sources).enumerate() {
            let Some(Ok(writing)) = writings.get_mut(at) else { continue };
            match &verdicts {
                Err(reason) => writing.cannot_run(reason),
                Ok(verdicts) => writing.take(written, verdicts.get(number).map(Vec::as_slice).unwrap_or_default()),
            }
        }
    }
    let mut finish = |writing: Writing<'_>| run::analysis(|| writing.finish(&mut writer));
    writings.into_iter().map(|writing| writing.and_then(&mut finish)).collect()
}

/// Asks a JVM what the calls of the chosen tests change, and what they give that the cases say nothing of. Where it cannot be asked, tests
/// are written without.
fn observe(writer: &mut Writer<'_>, class_path: &[PathBuf], writings: &mut [Result<Writing<'_>, AnalysisFailure>]) {
    let mut observing: Vec<usize> = Vec::new();
    let mut sources: Vec<Written> = Vec::new();
    for (at, slot) in writings.iter_mut().enumerate() {
        let Ok(writing) = slot else { continue };
        writing.choose();
        match run::analysis(|| writer.observing(&writing.text())) {
            Ok(written) => {
                observing.push(at);
                sources.push(written);
            }
            Err(failure) => *slot = Err(failure),
        }
    }
    let Ok(noted) = observe_tests(class_path, &sources) else { return };
    for ((at, written), noted) in observing.into_iter().zip(&sources).zip(noted) {
        if let Some(Ok(writing)) = writings.get_mut(at) {
            writing.learn(written, noted);
        }
    }
}

/// The suite of a class while it is written.
struct Writing<'a> {
    program: &'a Program,
    style: &'a Style,
    class: &'a Choice<'a>,
    suite: Suite,
    /// What a JVM has shown of proposals.
    shown: BTreeMap<usize, Observations>,
    /// The proposals, and the failures, that do not pass.
    refused: (BTreeSet<usize>, BTreeSet<usize>),
    /// Those that did in the last run; none before the first.
    passed: Option<Passed>,
    /// Whether all that was chosen last passes, or is not to be run.
    is_done: bool,
    /// Whether tests cannot be run any more.
    is_stuck: bool,
}

/// The tests that have passed in a run.
struct Passed {
    /// Their proposals, and their failures, in the order of their cases.
    chosen: Vec<usize>,
    failing: Vec<usize>,
    /// What was run, without the others.
    written: Written,
}

impl<'a> Writing<'a> {
    fn new(program: &'a Program, style: &'a Style, class: &'a Choice<'a>) -> Writing<'a> {
        let not_run = (!style.runs).then(|| "not asked for".into());
        let (shown, refused, passed, is_done, is_stuck) = Default::default();
        Writing {
            program,
            style,
            class,
            suite: Suite { not_run, ..Suite::default() },
            shown,
            refused,
            passed,
            is_done,
            is_stuck,
        }
    }

    /// Chooses tests and writes them. What is written is to be run; none where there is none, or some cannot be written, which are
    /// refused then.
    fn write(&mut self, writer: &mut Writer<'_>) -> Option<Written> {
        self.choose();
        if self.suite.chosen.is_empty() && self.suite.failing.is_empty() {
            self.suite.written = None;
            self.is_done = true;
            return None;
        }
        let mut written = writer.write(&self.text());
        // Where nothing is run, less is known of what could be seen.
        if self.style.runs && self.leave_out_silent(&written) {
            written = writer.write(&self.text());
        }
        self.suite.written = Some(written.clone());
        if !written.unwritable.is_empty() {
            for (case, reason) in &written.unwritable {
                self.set_back(*case, reason.clone());
            }
            return None;
        }
        self.is_done = !self.style.runs;
        Some(written)
    }

    fn choose(&mut self) {
        self.suite.chosen = choose(self.program, self.class.proposals, &self.refused.0);
        let runs = self.style.runs;
        for at in self.suite.chosen.iter().filter(|at| runs && !self.suite.as_found.contains(at)) {
            let Some((Some(nulls), proposal)) = self.class.proposals.get(*at).map(|it| (&it.nulls, it)) else {
                continue;
            };
            if !self.suite.ordinary.contains_key(at)
                && let Some(case) = ordinary(self.program, &proposal.case, nulls)
            {
                self.suite.ordinary.insert(*at, case);
            }
        }
        self.suite.failing = (0..self.class.failures.len()).filter(|at| !self.refused.1.contains(at)).collect();
    }

    /// Takes in what tests have observed. What no call of a method changes is nothing to speak of in its tests.
    fn learn(&mut self, written: &Written, noted: Vec<Option<Notes>>) {
        let mut changed: BTreeSet<(MethodId, Place)> = BTreeSet::new();
        let mut same: Vec<(usize, MethodId, Place)> = Vec::new();
        for (test, notes) in written.tests.iter().zip(noted) {
            let chosen = test.cases.first().and_then(|case| self.suite.chosen.get(*case)).copied();
            let chosen = chosen.and_then(|at| Some((at, self.class.proposals.get(at)?)));
            let (Some((at, proposal)), Some(notes)) = (chosen, notes) else { continue };
            let shown = self.shown.entry(at).or_default();
            for (number, note) in notes {
                let Some(place) = test.places.get(number) else { continue };
                let value = match note {
                    Note::Part(true, value) => {
                        changed.insert((proposal.method, place.clone()));
                        shown.changed.insert(place.clone());
                        value
                    }
                    Note::Part(false, value) => {
                        same.push((at, proposal.method, place.clone()));
                        value
                    }
                    Note::Value(value) => Some(value),
                };
                if let Some(value) = value {
                    shown.values.insert(place.clone(), value);
                }
            }
        }
        for (at, method, place) in same {
            if !changed.contains(&(method, place.clone()))
                && let Some(shown) = self.shown.get_mut(&at)
            {
                shown.constant.insert(place);
            }
        }
    }

    /// Takes in how the tests ended.
    fn take(&mut self, written: &Written, verdicts: &[TestVerdict]) {
        let mut bad: Vec<(usize, String)> = Vec::new();
        let mut is_any_apart = false;
        for (test, verdict) in written.tests.iter().zip(verdicts) {
            let [case] = test.cases.as_slice() else {
                // Which of them does not pass is seen when each has a test for itself.
                if *verdict != TestVerdict::Passed {
                    self.suite.apart.extend(test.cases.iter().filter_map(|case| self.suite.chosen.get(*case)));
                    is_any_apart = true;
                }
                continue;
            };
            match verdict {
                TestVerdict::Passed => {}
                TestVerdict::Failed(why) => bad.push((*case, format!("it does not pass: {why}"))),
                TestVerdict::Clashed(why) => {
                    self.suite.depends_on_others = true;
                    bad.push((*case, format!("it does not pass among the tests of other classes: {why}")));
                }
                TestVerdict::DidNotCompile(why) => bad.push((*case, format!("it does not compile: {why}"))),
            }
        }
        self.is_done = bad.is_empty() && !is_any_apart;
        for (case, reason) in bad {
            self.set_back(case, reason);
        }
        self.passed = Some(self.passed(written, verdicts));
    }

    /// The tests that have passed, with their cases counted anew.
    fn passed(&self, written: &Written, verdicts: &[TestVerdict]) -> Passed {
        let has_passed = |test: &WrittenTest| {
            let at = written.tests.iter().position(|other| other.cases == test.cases);
            at.is_some_and(|at| verdicts.get(at) == Some(&TestVerdict::Passed))
        };
        let mut kept = written.only(has_passed);
        let mut cases: Vec<usize> = kept.tests.iter().flat_map(|test| test.cases.iter().copied()).collect();
        cases.sort_unstable();
        for case in kept.tests.iter_mut().flat_map(|test| &mut test.cases) {
            *case = cases.partition_point(|other| other < case);
        }
        let all = self.suite.chosen.len();
        let of = |list: &[usize], first: usize| {
            cases.iter().filter_map(|case| list.get(case.checked_sub(first)?)).copied().collect::<Vec<usize>>()
        };
        Passed { chosen: of(&self.suite.chosen, 0), failing: of(&self.suite.failing, all), written: kept }
    }

    /// Leaves out tests that would assert nothing, or of a method that returns nothing only that all is as before, where others assert
    /// something: but for those that kill what no other does, or, of the latter, cover what no other does. Returns whether there were any.
    fn leave_out_silent(&mut self, written: &Written) -> bool {
        let proposal = |at: usize| self.class.proposals.get(at);
        let is_met_by_another = |at: usize, key: &GoalKey| {
            let mut others = self.suite.chosen.iter().filter(|other| **other != at);
            others.any(|other| proposal(*other).is_some_and(|it| it.meets.contains(key)))
        };
        let is_only_one = |at: usize, criterion: Criterion| {
            let mut met = proposal(at).into_iter().flat_map(|it| &it.meets);
            met.any(|key| key.criterion == criterion && !is_met_by_another(at, key))
        };
        let cases = written.tests.iter().flat_map(|test| test.cases.iter().map(move |case| (test, *case)));
        let is_silent = |(test, case): &(&WrittenTest, usize)| {
            let chosen = self.suite.chosen.get(*case);
            let is_needed = |at: &usize| {
                is_only_one(*at, Criterion::Mutation) || (test.assertions > 0 && is_only_one(*at, Criterion::Coverage))
            };
            (test.assertions == 0 || test.shows_no_effect) && chosen.is_some_and(|at| !is_needed(at))
        };
        let silent: Vec<usize> = cases.filter(is_silent).map(|(_, case)| case).collect();
        if silent.is_empty() || silent.len() == written.tests.iter().map(|test| test.cases.len()).sum::<usize>() {
            return false;
        }
        for case in &silent {
            self.refuse(*case, "of what the call does nothing can be seen".into());
        }
        self.suite.chosen.retain(|at| !self.refused.0.contains(at));
        true
    }

    /// Ends it where tests cannot be run any more: those that have passed before are what there is.
    fn cannot_run(&mut self, reason: &str) {
        self.is_stuck = true;
        if self.passed.is_none() {
            self.suite.not_run = Some(reason.to_owned());
            self.is_done = true;
        }
    }

    /// Takes back what makes a test other than its proposal, or refuses it where nothing does.
    fn set_back(&mut self, case: usize, reason: String) {
        match self.suite.chosen.get(case).copied() {
            Some(at) if self.suite.as_found.insert(at) => {
                self.suite.ordinary.remove(&at);
                self.shown.remove(&at);
            }
            _ => self.refuse(case, reason),
        }
    }

    fn refuse(&mut self, case: usize, reason: String) {
        let suite = &mut self.suite;
        let chosen = suite.chosen.get(case).and_then(|at| Some((*at, self.class.proposals.get(*at)?)));
        if let Some((at, proposal)) = chosen {
            self.refused.0.insert(at);
            let method = self.program.method_label(proposal.method);
            suite.left_out.push((method, proposal.input.clone(), reason));
        } else if let Some(at) = case.checked_sub(suite.chosen.len()).and_then(|at| suite.failing.get(at))
            && let Some(failing) = self.class.failures.get(*at)
        {
            self.refused.1.insert(*at);
            suite.left_out.push((failing.method.clone(), failing.candidate.finding.input.clone(), reason));
        }
    }

    /// The suite. Nothing is written that is not known to pass.
    fn finish(mut self, writer: &mut Writer<'_>) -> Suite {
        if self.is_done {
            return self.suite;
        }
        let passed = self.passed.take();
        if let Some(Passed { chosen, failing, .. }) = &passed {
            (self.suite.chosen, self.suite.failing) = (chosen.clone(), failing.clone());
        } else if self.style.runs {
            (self.suite.chosen, self.suite.failing) = Default::default();
        }
        self.suite.chosen.retain(|at| !self.refused.0.contains(at));
        self.suite.failing.retain(|at| !self.refused.1.contains(at));
        let is_any = !self.suite.chosen.is_empty() || !self.suite.failing.is_empty();
        // Where there is no more time to write it once more, it is as it was run.
        self.suite.written = match (is_any, passed) {
            (false, _) => None,
            (true, Some(passed)) => match run::analysis(|| writer.write(&self.text())) {
                Ok(written) => Some(written),
                Err(_) => {
                    (self.suite.chosen, self.suite.failing) = (passed.chosen, passed.failing);
                    Some(passed.written)
                }
            },
            (true, None) => Some(writer.write(&self.text())),
        };
        self.suite
    }

    fn text(&self) -> TestClass {
        test_class(self.class, self.style, &self.suite, &self.shown)
    }
}

fn test_class(class: &Choice<'_>, style: &Style, suite: &Suite, shown: &BTreeMap<usize, Observations>) -> TestClass {
    let Choice { under_test, proposals, failures } = class;
    let test = |at: usize, proposal: &Proposal| TestCase {
        case: suite.ordinary.get(&at).unwrap_or(&proposal.case).clone(),
        conditions: proposal.conditions.clone(),
        idle: proposal.idle.clone(),
        purpose: Vec::new(),
        shown: shown.get(&at).cloned(),
        is_apart: suite.apart.contains(&at),
    };
    TestClass {
        package: style.package.clone(),
        under_test: (*under_test).clone(),
        tests: suite.chosen.iter().filter_map(|at| Some(test(*at, suite.proposal(proposals, *at)?))).collect(),
        failing: suite
            .failing
            .iter()
            .filter_map(|at| failures.get(*at))
            .map(|failing| FailingCase {
                test: TestCase {
                    case: failing.candidate.case.clone(),
                    conditions: failing.conditions.clone(),
                    idle: None,
                    purpose: Vec::new(),
                    shown: None,
                    is_apart: true,
                },
                finding: finding_text(failing),
            })
            .collect(),
        junit: style.junit,
        is_parameterized: style.is_parameterized,
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
