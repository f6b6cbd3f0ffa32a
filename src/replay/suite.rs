//! Compiles written tests and runs them: each twice, in shuffled orders, beside the classes that they test.

use super::jvm::{JvmOptions, WORK, join, unpack_all};
use super::observed::{self, Note};
use super::process::{HarnessProcess, Silence, Start, Tags, tool};
use crate::junit::Written;
use crate::run::{self, TemporaryFolder};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The folders of a run: the harness's classes, and the tests' sources.
const HARNESS: &str = "harness";
const TESTS: &str = "tests";

/// How long a test may run.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How long nothing may be heard of the JVM: it may be compiling everything.
const SILENCE: Duration = Duration::from_secs(300);

/// What became of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestVerdict {
    /// It did both times what its text says; a disabled one failed as it says.
    Passed,
    /// It did not, for this reason.
    Failed(String),
    /// It did with its class alone, and not among the tests of other classes, for this reason.
    Clashed(String),
    /// javac refuses it, for this reason.
    DidNotCompile(String),
}

/// Runs test classes against the classes of a class path: a verdict for each test, in the order of its class. Nothing is
/// written to the class path, and no JUnit is needed.
///
/// # Errors
/// In one line, when there is no JDK or it does not work.
pub fn run_tests(class_path: &[PathBuf], sources: &[Written]) -> Result<Vec<Vec<TestVerdict>>, String> {
    let told = run(class_path, sources)?;
    Ok(told.into_iter().map(|tests| tests.into_iter().map(TestResult::into_verdict).collect()).collect())
}

/// Runs tests that were written to observe: of each, in the same order, what was noted by the numbers of its observations; none of one
/// that does not pass.
///
/// # Errors
/// As [`run_tests`].
pub fn observe_tests(class_path: &[PathBuf], sources: &[Written]) -> Result<Vec<Vec<Option<Notes>>>, String> {
    let told = run(class_path, sources)?;
    let notes = |told: TestResult| if told.verdict == Some(TestVerdict::Passed) { Some(told.notes) } else { None };
    Ok(told.into_iter().map(|tests| tests.into_iter().map(notes).collect()).collect())
}

/// What was noted, by the numbers of observations.
pub type Notes = Vec<(usize, Note)>;

/// What was told of a test.
#[derive(Clone, Debug, Default)]
struct TestResult {
    verdict: Option<TestVerdict>,
    notes: Notes,
}

impl TestResult {
    fn into_verdict(self) -> TestVerdict {
        self.verdict.unwrap_or_else(|| TestVerdict::Failed("was not run".into()))
    }
}

fn run(class_path: &[PathBuf], sources: &[Written]) -> Result<Vec<Vec<TestResult>>, String> {
    let mut told: Vec<Vec<TestResult>> =
        sources.iter().map(|source| vec![TestResult::default(); source.tests.len()]).collect();
    let folder = TemporaryFolder::new().map_err(|error| format!("no folder for tests: {error}"))?;
    let work = folder.path().join(TESTS);
    std::fs::create_dir_all(&work).map_err(|error| format!("no folder for tests: {error}"))?;
    unpack_all(&folder.path().join(HARNESS))?;
    let tests: usize = told.iter().map(Vec::len).sum();
    // A test that ends the JVM is left out of the next run, so that the runs come to an end.
    for attempt in 0..=tests {
        if let Some(ending) = run::past_last_orders() {
            return Err(ending.to_string());
        }
        if told.iter().flatten().all(|test| test.verdict.is_some()) {
            break;
        }
        write_work(&work, sources, &told)?;
        let own = folder.path().join(format!("{WORK}-{attempt}"));
        if run_once(folder.path(), &own, class_path, &mut told)? {
            break;
        }
    }
    Ok(told)
}

/// The index and the sources, as PROTOCOL.md has them.
fn write_work(folder: &Path, sources: &[Written], told: &[Vec<TestResult>]) -> Result<(), String> {
    let about = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut index = String::new();
    for (number, (source, told)) in sources.iter().zip(told).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(index, "class {} {number}", source.name);
        std::fs::write(folder.join(number.to_string()), &source.source).map_err(about)?;
        for (test, told) in source.tests.iter().zip(told) {
            let holder = test.nested_in.as_deref().unwrap_or("-");
            let expected = test.fails_with.as_deref().unwrap_or("-");
            let wanted = if told.verdict.is_some() { "skip" } else { "run" };
            let (first, last) = test.lines;
            let _ = writeln!(index, "test {} {first} {last} {holder} {expected} {wanted}", test.name);
        }
    }
    std::fs::write(folder.join("index"), index).map_err(about)
}

/// Whether the JVM came to the end of the tests; if not, the one that it was at has failed.
fn run_once(folder: &Path, own: &Path, class_path: &[PathBuf], told: &mut [Vec<TestResult>]) -> Result<bool, String> {
    let start = Start {
        main: "casewise.replay.TestRun",
        class_path: folder.join(HARNESS).into_os_string(),
        options: Vec::new(),
        arguments: vec![folder.join(TESTS).into(), join(class_path)?, TIMEOUT.as_millis().to_string().into()],
        heap: JvmOptions::default().heap(),
        folder: own,
        stays_here: false,
    };
    let mut process = HarnessProcess::start(&start)?;
    let (jobs, answers) = process.split();
    let tag = Tags::new()?.next();
    answers.expect(&tag);
    // One that has ended is heard of below.
    let _ = writeln!(jobs, "{tag}");
    let mut current = None;
    let ended = loop {
        match answers.next(&tag, SILENCE) {
            Ok(line) if line == "done" => break Ok(true),
            Ok(line) if line == "nocompiler" => break Err(format!("{}: has no compiler", tool("java").display())),
            Ok(line) => note(&line, &mut current, told),
            Err(Silence::RunEnds(ending)) => break Err(ending.to_string()),
            Err(Silence::Ended | Silence::Silent | Silence::TooMuchWritten) => break Ok(false),
        }
    };
    drop(process);
    if ended? {
        return Ok(true);
    }
    let blamed = current.and_then(|(class, test): (usize, usize)| told.get_mut(class)?.get_mut(test));
    match blamed {
        Some(blamed) => blamed.verdict = Some(TestVerdict::Failed("the JVM ended".into())),
        None => return Err(format!("{}: ends before it runs a test", tool("java").display())),
    }
    Ok(false)
}

/// Takes a line of the harness in.
fn note(line: &str, current: &mut Option<(usize, usize)>, told: &mut [Vec<TestResult>]) {
    let mut words = line.splitn(4, ' ');
    let what = words.next().unwrap_or_default();
    let mut number = || words.next().and_then(|word| word.parse::<usize>().ok());
    let (Some(class), Some(test)) = (number(), number()) else { return };
    let reason = words.next().unwrap_or_default().trim().to_owned();
    let of_test = told.get_mut(class).and_then(|tests| tests.get_mut(test));
    let verdict = match what {
        "begin" => {
            *current = Some((class, test));
            return;
        }
        "observed" => {
            if let (Some(of_test), Some(noted)) = (of_test, observed::note(&reason)) {
                of_test.notes.push(noted);
            }
            return;
        }
        "passed" => TestVerdict::Passed,
        "failed" => TestVerdict::Failed(reason),
        "clashed" => TestVerdict::Clashed(reason),
        "refused" => TestVerdict::DidNotCompile(reason),
        _ => return,
    };
    if let Some(of_test) = of_test {
        of_test.verdict = Some(verdict);
    }
}
