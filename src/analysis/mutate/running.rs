//! Runs mutants against the tests that reach them, several JVMs at a time.

use super::outcome::Outcome;
use super::subject::{Subject, Subjects};
use super::suite::{Suite, class_of};
use crate::classfile::{java_name, simple_name};
use crate::mutation::{Mutant, counting};
use crate::replay::{JobResult, Jvm, TIMES_LONGER, limited_job, patched_job, run_job};
use crate::report::{MutantReport, MutantStatus, Progress};
use crate::run::{self, Ending};
use crate::session::threads::{Done, for_each};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much longer than without a mutant tests may run with one before it is looked at whether they would end, besides
/// [`TIMES_LONGER`].
const LONGER: Duration = Duration::from_secs(3);

/// How much more often than without a mutant loops may go round with one. Enough for what a wrong bound makes of a loop of
/// a test, and quick to count to.
const TIMES_MORE_ROUNDS: u64 = 10;
const MORE_ROUNDS: u64 = 10_000_000;

/// Runs the mutants of classes.
pub(super) struct Runner<'a> {
    subjects: &'a Subjects,
    suite: &'a Suite,
    folder: &'a Path,
    deadline: Option<Instant>,
    /// For selections of tests in their order, those that fail in it without a mutant.
    unfit: Mutex<BTreeMap<Vec<usize>, Vec<usize>>>,
}

/// A mutant with its class and the tests that reach it.
struct Task<'a> {
    subject: &'a Subject,
    mutant: &'a Mutant,
    tests: Vec<usize>,
}

impl<'a> Runner<'a> {
    pub(super) fn new(subjects: &'a Subjects, suite: &'a Suite, folder: &'a Path, deadline: Option<Instant>) -> Self {
        Runner { subjects, suite, folder, deadline, unfit: Mutex::default() }
    }

    /// Runs all mutants; the order of the result is that of the classes.
    pub(super) fn run(&self, jobs: usize, progress: &dyn Progress) -> Vec<MutantReport> {
        let tasks: Vec<Task<'_>> = self
            .subjects
            .subjects
            .iter()
            .flat_map(|subject| subject.mutants.iter().map(move |mutant| (subject, mutant)))
            .map(|(subject, mutant)| Task { subject, mutant, tests: self.suite.reaching(subject.part(mutant)) })
            .collect();
        progress.begin(tasks.len());
        let begin = || Worker { runner: self, jvm: None };
        let done = for_each(jobs, &tasks, begin, |worker, number, task| {
            let outcome = worker.outcome(number, task);
            progress.done(&java_name(&task.mutant.class));
            outcome
        });
        progress.end();
        let unknown = |why: String| Outcome::plain(MutantStatus::Unknown, Some(why));
        let outcome = |done: Done<Outcome>| match done {
            Some(Ok(outcome)) => outcome,
            Some(Err(failure)) => unknown(failure.to_string()),
            None => unknown(run::ending(None).unwrap_or(Ending::Time).to_string()),
        };
        tasks.iter().zip(done).map(|(task, done)| task.report(outcome(done))).collect()
    }

    /// Tests of a selection grouped by their classes: first those of the class that is named like the mutant's, since they
    /// most often notice it.
    fn groups(&self, class: &str, tests: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<(bool, usize), Vec<usize>> = BTreeMap::new();
        let mut known: BTreeMap<&str, (bool, usize)> = BTreeMap::new();
        let simple = simple_name(class);
        for test in tests {
            let Some(found) = self.suite.tests.get(*test) else { continue };
            let owner = class_of(&found.name);
            let place = *known.entry(owner).or_insert_with(|| {
                let bare = owner.rsplit('.').next().unwrap_or(owner);
                (!bare.contains(&*simple), *test)
            });
            groups.entry(place).or_default().push(*test);
        }
        groups.into_values().collect()
    }
}

impl Task<'_> {
    fn report(&self, outcome: Outcome) -> MutantReport {
        let Mutant { class, method, position, line, operator, description, .. } = self.mutant;
        MutantReport {
            class: java_name(class),
            method: method.0.to_string(),
            descriptor: method.1.to_string(),
            source_file: self.subject.class.source_file.as_deref().map(str::to_owned),
            line: *line,
            position: *position,
            operator: operator.name(),
            description: description.clone(),
            status: outcome.status,
            test: outcome.test_label(),
            reason: outcome.reason,
            tests: self.tests.len(),
        }
    }
}

/// A thread with a JVM.
struct Worker<'a> {
    runner: &'a Runner<'a>,
    jvm: Option<Jvm>,
}

impl Worker<'_> {
    fn outcome(&mut self, number: usize, task: &Task<'_>) -> Outcome {
        if task.tests.is_empty() {
            return Outcome::plain(MutantStatus::Uncovered, None);
        }
        let changed = match task.mutant.apply(&task.subject.bytes) {
            Ok(changed) => counting(changed),
            Err(reason) => return Outcome::plain(MutantStatus::Unviable, Some(reason)),
        };
        let file = self.runner.folder.join(format!("{number}.class"));
        if let Err(error) = std::fs::write(&file, changed) {
            return Outcome::plain(MutantStatus::Unknown, Some(error.to_string()));
        }
        let outcome = self.run(task, &file);
        // What is left is removed with the folder.
        let _ = std::fs::remove_file(&file);
        outcome
    }

    /// Runs the tests with the mutant in a file. What it is killed by must pass without it in the same company.
    fn run(&mut self, task: &Task<'_>, file: &Path) -> Outcome {
        let mut tests = task.tests.clone();
        loop {
            if run::is_over(self.runner.deadline) {
                return Outcome::plain(MutantStatus::Unknown, Some("the time is over".into()));
            }
            let groups = self.runner.groups(&task.mutant.class, &tests);
            let outcome = self.ask(&groups, Some((&task.mutant.class, file)));
            match outcome.status {
                MutantStatus::Killed if outcome.test.is_some() => {}
                _ => return outcome,
            }
            let unfit = self.unfit(&groups, outcome.test.as_deref());
            if !unfit.iter().any(|test| self.is_named(*test, outcome.test.as_deref())) {
                return outcome;
            }
            tests.retain(|test| !unfit.contains(test));
            if tests.is_empty() {
                return Outcome::plain(MutantStatus::Unknown, Some("its tests fail without it, run alone".into()));
            }
        }
    }

    /// The tests that fail without a mutant when groups are run as far as a test.
    fn unfit(&mut self, groups: &[Vec<usize>], until: Option<&str>) -> Vec<usize> {
        let last = groups.iter().position(|group| group.iter().any(|test| self.is_named(*test, until)));
        let mut company: Vec<Vec<usize>> = groups.iter().take(last.map_or(0, |last| last + 1)).cloned().collect();
        let key = company.concat();
        let known = self.runner.unfit.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let mut unfit = Vec::new();
        loop {
            let outcome = self.ask(&company, None);
            let failed = key.iter().find(|test| self.is_named(**test, outcome.test.as_deref()));
            let Some(failed) = failed.filter(|_| outcome.status != MutantStatus::Survived) else { break };
            unfit.push(*failed);
            company.iter_mut().for_each(|group| group.retain(|test| test != failed));
            company.retain(|group| !group.is_empty());
        }
        self.runner.unfit.lock().unwrap_or_else(PoisonError::into_inner).insert(key, unfit.clone());
        unfit
    }

    fn is_named(&self, test: usize, name: Option<&str>) -> bool {
        name.is_some() && self.runner.suite.tests.get(test).map(|test| test.name.as_str()) == name
    }

    /// Runs groups of tests, with a class replaced by a file or without.
    fn ask(&mut self, groups: &[Vec<usize>], patch: Option<(&str, &Path)>) -> Outcome {
        let suite = self.runner.suite;
        let tests = || groups.iter().flatten().filter_map(|test| suite.tests.get(*test));
        let names: Vec<Vec<&str>> = groups
            .iter()
            .map(|group| {
                group.iter().filter_map(|test| suite.tests.get(*test)).map(|test| test.name.as_str()).collect()
            })
            .collect();
        let rounds = tests().fold(0_u64, |sum, test| sum.saturating_add(test.rounds));
        let rounds = rounds.saturating_mul(TIMES_MORE_ROUNDS).saturating_add(MORE_ROUNDS);
        let usual = Duration::from_millis(tests().fold(0, |sum, test| test.milliseconds.saturating_add(sum)));
        let limit = usual.saturating_mul(TIMES_LONGER).saturating_add(LONGER);
        let unchanged = run_job(&names, rounds);
        let Some((class, file)) = patch else {
            return self.outcome_of(|jvm| jvm.run_one(&limited_job(&unchanged, limit)));
        };
        let changed = patched_job(&unchanged, class, file);
        let run = |jvm: &mut Jvm| match jvm.run_one(&limited_job(&changed, limit)) {
            JobResult::NotRun(failure) if failure.is_of_a_clock() => jvm.run_patiently(&changed, &unchanged, limit),
            answer => answer,
        };
        let outcome = self.outcome_of(run);
        if outcome.status == MutantStatus::Memory {
            // What mutants before it have left behind must not be the cause.
            self.jvm = None;
            return self.outcome_of(run);
        }
        outcome
    }

    /// What a job that is run in this thread's JVM tells.
    fn outcome_of(&mut self, run: impl Fn(&mut Jvm) -> JobResult) -> Outcome {
        let (outcome, goes_on) = match self.jvm() {
            Ok(jvm) => Outcome::of(&run(jvm)),
            Err(reason) => (Outcome::plain(MutantStatus::Unknown, Some(reason)), false),
        };
        if !goes_on {
            self.jvm = None;
        }
        outcome
    }

    fn jvm(&mut self) -> Result<&mut Jvm, String> {
        let Runner { suite, subjects, .. } = self.runner;
        if self.jvm.is_none() {
            self.jvm = Some(suite.jvm(&[&subjects.counting], Duration::from_secs(3600))?);
        }
        self.jvm.as_mut().ok_or_else(|| "no JVM".to_owned())
    }
}
