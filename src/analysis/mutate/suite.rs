//! The tests: found on their class path, run once without a mutant, and for each part of the classes those that reach it.

use super::subject::Subjects;
use crate::classfile::{ClassFile, LoadedClass, jars_of, load_class_path};
use crate::replay::{
    JobResult, Jvm, JvmOptions, SuiteCoverage, TestOutcome, cover_job, find_tests_job, parse_coverage, parse_tests,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long the whole suite may run where the job has no limit.
const LONGEST_SUITE: Duration = Duration::from_secs(3600);

/// The largest heap of a JVM that runs tests.
const MEMORY: u64 = 1 << 30;

/// A test that passes without a mutant.
pub(super) struct Test {
    pub(super) name: String,
    pub(super) milliseconds: u64,
    pub(super) rounds: u64,
}

/// A JUnit suite.
pub(super) struct Suite {
    /// Entries whose classes every mutant has anew, without those of instrumented classes.
    fresh: Vec<PathBuf>,
    /// Entries whose classes are loaded once.
    shared: Vec<PathBuf>,
    found: Vec<String>,
    test_classes: BTreeSet<String>,
    timeout: Duration,
    /// The tests that pass, in the order in which they were found.
    pub(super) tests: Vec<Test>,
    /// Tests that fail, each with its exception.
    pub(super) failing: Vec<(String, String)>,
    /// By part, the tests that reach it, as indices.
    reaching: BTreeMap<u32, Vec<usize>>,
    /// Parts that no single test is the cause of.
    outside: BTreeSet<u32>,
}

/// A class path with the jars that `folder/*` means in its place.
///
/// # Errors
/// In one line, when such a folder cannot be read.
pub(super) fn with_jars(class_path: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut all = Vec::new();
    for entry in class_path {
        match jars_of(entry) {
            Some(jars) => all.extend(jars.map_err(|error| format!("{}: {error}", entry.display()))?),
            None => all.push(entry.clone()),
        }
    }
    Ok(all)
}

impl Suite {
    /// Finds the tests on a class path.
    ///
    /// # Errors
    /// In one line, when there is no JVM, no JUnit, or no test.
    pub(super) fn find(class_path: &[PathBuf], roots: &[PathBuf], timeout: Option<Duration>) -> Result<Suite, String> {
        if let Some(missing) = class_path.iter().find(|entry| !entry.exists()) {
            return Err(format!("{}: no such file or folder on the tests' class path", missing.display()));
        }
        let holds_tests = |(number, entry): &(usize, &PathBuf)| *number == 0 || entry.is_dir();
        let entries: Vec<PathBuf> =
            class_path.iter().enumerate().filter(holds_tests).map(|(_, entry)| entry.clone()).collect();
        let mut fresh = roots.to_vec();
        fresh.extend(entries.iter().filter(|entry| !roots.contains(entry)).cloned());
        let shared = class_path.iter().filter(|entry| !fresh.contains(entry)).cloned().collect();
        let timeout = timeout.unwrap_or(LONGEST_SUITE);
        let mut suite = Suite {
            fresh,
            shared,
            found: Vec::new(),
            test_classes: BTreeSet::new(),
            timeout,
            tests: Vec::new(),
            failing: Vec::new(),
            reaching: BTreeMap::new(),
            outside: BTreeSet::new(),
        };
        let loaded = load_class_path(&entries);
        let candidates = loaded.classes.iter().filter(|loaded| may_hold_tests(loaded));
        let job = find_tests_job(candidates.map(|loaded| &*loaded.class.name));
        suite.found = parse_tests(&suite.answer(&job, &[])?)?;
        suite.test_classes = suite.found.iter().map(|test| class_of(test).replace('.', "/")).collect();
        if suite.found.is_empty() {
            return Err("no test was found: tests are looked for in the folders of the tests' class path, and in its \
                        first entry"
                .into());
        }
        Ok(suite)
    }

    /// Whether a class holds tests, or is nested in one that does: such a class is not mutated.
    pub(super) fn holds_tests(&self, class: &str) -> bool {
        let outer = class.split_once('$').map_or(class, |(outer, _)| outer);
        self.test_classes.contains(class) || self.test_classes.contains(outer)
    }

    /// Runs all tests once, with classes that tell which of their parts run.
    ///
    /// # Errors
    /// In one line, when the run does not come to its end.
    pub(super) fn cover(&mut self, subjects: &Subjects) -> Result<(), String> {
        let job = cover_job(self.found.iter().map(String::as_str));
        let SuiteCoverage { outside, tests } = parse_coverage(&self.answer(&job, &[&subjects.covered])?)?;
        self.outside = outside.into_iter().flat_map(|(from, to)| from..to).collect();
        for test in tests {
            match test.outcome {
                TestOutcome::Skipped => continue,
                TestOutcome::Failed(reason) => {
                    self.failing.push((test.name, reason));
                    continue;
                }
                TestOutcome::Passed => {}
            }
            let index = self.tests.len();
            for part in test.parts.into_iter().flat_map(|(from, to)| from..to) {
                self.reaching.entry(part).or_default().push(index);
            }
            self.tests.push(Test { name: test.name, milliseconds: test.milliseconds, rounds: test.rounds });
        }
        Ok(())
    }

    /// The tests that may notice a change of a part: those that reach it. Of a part that class initialisers reach, and of
    /// one that is not known, these are all tests.
    pub(super) fn reaching(&self, part: Option<u32>) -> Vec<usize> {
        match part {
            Some(part) if !self.outside.contains(&part) => self.reaching.get(&part).cloned().unwrap_or_default(),
            _ => (0..self.tests.len()).collect(),
        }
    }

    /// A JVM for jobs with these tests, which finds classes in some folders first.
    pub(super) fn jvm(&self, first: &[&Path], timeout: Duration) -> Result<Jvm, String> {
        let class_path: Vec<PathBuf> =
            first.iter().map(|folder| folder.to_path_buf()).chain(self.fresh.iter().cloned()).collect();
        let shared = self.shared.clone();
        Jvm::start(&class_path, JvmOptions { timeout, memory: MEMORY, fresh_classes: true, shared, stays_here: true })
    }

    fn answer(&self, job: &str, first: &[&PathBuf]) -> Result<String, String> {
        let first: Vec<&Path> = first.iter().map(|folder| folder.as_path()).collect();
        let mut jvm = self.jvm(&first, self.timeout)?;
        match jvm.run_one(job) {
            JobResult::Result(line) => Ok(line),
            JobResult::NotRun(reason) => Err(format!("the tests cannot be run without a mutant: {reason}")),
        }
    }
}

/// Whether JUnit may be asked about a class; it decides itself.
fn may_hold_tests(loaded: &LoadedClass) -> bool {
    let ClassFile { flags, name, .. } = &*loaded.class;
    !flags.is_interface() && !flags.is_abstract() && !flags.is_synthetic() && !name.ends_with("module-info")
}

/// The class that a test belongs to, in Java notation; a nested one belongs to its outermost.
pub(super) fn class_of(test: &str) -> &str {
    if let Some(rest) = test.strip_prefix("junit4:") {
        return rest.split('|').next().unwrap_or(rest);
    }
    let segment = ["[class:", "[class-template:", "[runner:"].iter().find_map(|kind| test.split_once(kind));
    segment.and_then(|(_, rest)| rest.split(']').next()).unwrap_or(test)
}

/// A test for people: `p.CTest.m`.
pub(super) fn label(test: &str) -> String {
    let class = class_of(test);
    if let Some((_, display)) = test.strip_prefix("junit4:").and_then(|test| test.split_once('|')) {
        return format!("{class}.{}", display.split('(').next().unwrap_or(display));
    }
    let last = test.rsplit("/[").next().unwrap_or(test);
    let name = last.trim_end_matches(']').split_once(':').map_or(last, |(_, name)| name);
    let nested = test.split("/[").filter_map(|part| part.strip_prefix("nested-class:"));
    let nested: String = nested.map(|name| format!(".{}", name.trim_end_matches(']'))).collect();
    format!("{class}{nested}.{}", name.split('(').next().unwrap_or(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_have_labels_and_classes() {
        let nested = "platform:[engine:junit-jupiter]/[class:p.CTest]/[nested-class:In]/[method:m(int, p.X)]";
        assert_eq!((class_of(nested), label(nested).as_str()), ("p.CTest", "p.CTest.In.m"));
        let vintage = "platform:[engine:junit-vintage]/[runner:p.OldTest]/[test:m(p.OldTest)]";
        assert_eq!((class_of(vintage), label(vintage).as_str()), ("p.OldTest", "p.OldTest.m"));
        let four = "junit4:p.FourTest|m[1](p.FourTest)";
        assert_eq!((class_of(four), label(four).as_str()), ("p.FourTest", "p.FourTest.m[1]"));
    }
}
