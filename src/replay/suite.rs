//! Compiles written tests and runs them: each twice, in shuffled orders, beside the classes that they test.

use super::jvm::{JvmOptions, WORK, join, unpack_all};
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
    let mut verdicts: Vec<Vec<Option<TestVerdict>>> =
        sources.iter().map(|source| vec![None; source.tests.len()]).collect();
    let folder = TemporaryFolder::new().map_err(|error| format!("no folder for tests: {error}"))?;
    let work = folder.path().join(TESTS);
    std::fs::create_dir_all(&work).map_err(|error| format!("no folder for tests: {error}"))?;
    unpack_all(&folder.path().join(HARNESS))?;
    let tests: usize = verdicts.iter().map(Vec::len).sum();
    // A test that ends the JVM is left out of the next run, so that the runs come to an end.
    for attempt in 0..=tests {
        if let Some(ending) = run::past_last_orders() {
            return Err(ending.to_string());
        }
        if verdicts.iter().flatten().all(Option::is_some) {
            break;
        }
        write_work(&work, sources, &verdicts)?;
        let own = folder.path().join(format!("{WORK}-{attempt}"));
        if run_once(folder.path(), &own, class_path, &mut verdicts)? {
            break;
        }
    }
    let known = |verdict: Option<TestVerdict>| verdict.unwrap_or_else(|| TestVerdict::Failed("was not run".into()));
    Ok(verdicts.into_iter().map(|tests| tests.into_iter().map(known).collect()).collect())
}

/// The index and the sources, as PROTOCOL.md has them.
fn write_work(folder: &Path, sources: &[Written], verdicts: &[Vec<Option<TestVerdict>>]) -> Result<(), String> {
    let about = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut index = String::new();
    for (number, (source, verdicts)) in sources.iter().zip(verdicts).enumerate() {
        // Writing to a string cannot fail.
        let _ = writeln!(index, "class {} {number}", source.name);
        std::fs::write(folder.join(number.to_string()), &source.source).map_err(about)?;
        for (test, verdict) in source.tests.iter().zip(verdicts) {
            let holder = test.nested_in.as_deref().unwrap_or("-");
            let expected = test.fails_with.as_deref().unwrap_or("-");
            let wanted = if verdict.is_some() { "skip" } else { "run" };
            let (first, last) = test.lines;
            let _ = writeln!(index, "test {} {first} {last} {holder} {expected} {wanted}", test.name);
        }
    }
    std::fs::write(folder.join("index"), index).map_err(about)
}

/// Whether the JVM came to the end of the tests; if not, the one that it was at has failed.
fn run_once(
    folder: &Path,
    own: &Path,
    class_path: &[PathBuf],
    verdicts: &mut [Vec<Option<TestVerdict>>],
) -> Result<bool, String> {
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
            Ok(line) => note(&line, &mut current, verdicts),
            Err(Silence::RunEnds(ending)) => break Err(ending.to_string()),
            Err(Silence::Ended | Silence::Silent | Silence::TooMuchWritten) => break Ok(false),
        }
    };
    drop(process);
    if ended? {
        return Ok(true);
    }
    let blamed = current.and_then(|(class, test): (usize, usize)| verdicts.get_mut(class)?.get_mut(test));
    match blamed {
        Some(verdict) => *verdict = Some(TestVerdict::Failed("the JVM ended".into())),
        None => return Err(format!("{}: ends before it runs a test", tool("java").display())),
    }
    Ok(false)
}

/// Takes a line of the harness in.
fn note(line: &str, current: &mut Option<(usize, usize)>, verdicts: &mut [Vec<Option<TestVerdict>>]) {
    let mut words = line.splitn(4, ' ');
    let what = words.next().unwrap_or_default();
    let mut number = || words.next().and_then(|word| word.parse::<usize>().ok());
    let (Some(class), Some(test)) = (number(), number()) else { return };
    let reason = words.next().unwrap_or_default().trim().to_owned();
    let verdict = match what {
        "begin" => {
            *current = Some((class, test));
            return;
        }
        "passed" => TestVerdict::Passed,
        "failed" => TestVerdict::Failed(reason),
        "clashed" => TestVerdict::Clashed(reason),
        "refused" => TestVerdict::DidNotCompile(reason),
        _ => return,
    };
    if let Some(slot) = verdicts.get_mut(class).and_then(|tests| tests.get_mut(test)) {
        *slot = Some(verdict);
    }
}
