//! Jobs of the harness with JUnit tests, and what it answers to them.

use super::job::escaped;
use super::throw::unescaped;
use std::fmt::Write;

/// What running a whole suite told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SuiteCoverage {
    /// Parts that no single test is the cause of, as ranges with an exclusive end.
    pub outside: Vec<(u32, u32)>,
    /// One for each test, in the order of the job.
    pub tests: Vec<CoveredTest>,
}

/// A test and what it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoveredTest {
    /// The test as the harness names it.
    pub name: String,
    /// How it ended.
    pub outcome: TestOutcome,
    /// How long it ran.
    pub milliseconds: u64,
    /// How often loops of instrumented classes went round.
    pub rounds: u64,
    /// The parts that it entered, as ranges with an exclusive end.
    pub parts: Vec<(u32, u32)>,
}

/// How a test ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// Without an exception.
    Passed,
    /// It was not run, because it says so.
    Skipped,
    /// With this exception.
    Failed(String),
}

/// What came of running tests until one fails, and whether threads that they began are still busy: then the JVM is of no
/// more use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRun {
    /// The result.
    pub run: SuiteRun,
    /// Whether threads are left.
    pub is_busy: bool,
}

/// What came of running tests until one fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteRun {
    /// All passed.
    Passed,
    /// This test failed with an exception of this class.
    Failed(String, String),
    /// A loop went round too often in the group of this test.
    Looped(String),
    /// There was not enough memory.
    Memory,
}

/// The job that finds the tests of classes, by their internal names.
pub fn find_tests_job<'a>(classes: impl Iterator<Item = &'a str>) -> String {
    with_names("tests:find".into(), classes)
}

/// The job that runs all of these tests and tells what they cover.
pub fn cover_job<'a>(tests: impl Iterator<Item = &'a str>) -> String {
    with_names("tests:cover".into(), tests)
}

/// The job that runs groups of tests until one fails, with so many rounds for the loops of instrumented classes.
pub fn run_job(groups: &[Vec<&str>], rounds: u64) -> String {
    let mut line = format!("tests:run rounds:{}", rounds.min(i64::MAX.unsigned_abs()));
    for (number, group) in groups.iter().enumerate() {
        if number > 0 {
            line.push_str(" next");
        }
        line = with_names(line, group.iter().copied());
    }
    line
}

fn with_names<'a>(mut line: String, names: impl Iterator<Item = &'a str>) -> String {
    for name in names {
        // Writing to a string cannot fail.
        let _ = write!(line, " {}", escaped(name));
    }
    line
}

/// The tests that were found.
///
/// # Errors
/// In one line, when there is no JUnit that could run tests, or the line is none that answers the job.
pub fn parse_tests(line: &str) -> Result<Vec<String>, String> {
    let mut tokens = line.split(' ');
    match (tokens.next(), tokens.next()) {
        (Some("tests"), None) => Ok(Vec::new()),
        (Some("tests"), Some(first)) => Ok([first].into_iter().chain(tokens).map(unescaped).collect()),
        (Some("nojunit"), Some("jupiter")) => Err("the tests' class path has JUnit 5 without a launcher: add \
             junit-platform-console-standalone.jar, or junit-platform-launcher.jar with what it needs"
            .into()),
        (Some("nojunit"), _) => {
            Err("the tests' class path has no JUnit: add junit-platform-console-standalone.jar for \
             JUnit 5, or junit.jar with hamcrest.jar for JUnit 4"
                .into())
        }
        _ => Err(format!("unexpected answer: {line}")),
    }
}

/// What a whole run told.
///
/// # Errors
/// When the line is none that answers the job.
pub fn parse_coverage(line: &str) -> Result<SuiteCoverage, String> {
    let unexpected = || format!("unexpected answer: {}", line.chars().take(200).collect::<String>());
    let mut tokens = line.split(' ');
    let outside = (tokens.next() == Some("covered")).then(|| tokens.next()?.strip_prefix("outside:")).flatten();
    let outside = outside.and_then(ranges).ok_or_else(unexpected)?;
    let tests: Option<Vec<CoveredTest>> = tokens.map(covered_test).collect();
    Ok(SuiteCoverage { outside, tests: tests.ok_or_else(unexpected)? })
}

fn covered_test(token: &str) -> Option<CoveredTest> {
    let mut fields = token.split(':');
    let name = unescaped(fields.next()?);
    let outcome = match fields.next()? {
        "passed" => TestOutcome::Passed,
        "skipped" => TestOutcome::Skipped,
        failed => TestOutcome::Failed(unescaped(failed.strip_prefix("failed=")?)),
    };
    let (milliseconds, rounds) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(CoveredTest { name, outcome, milliseconds, rounds, parts: ranges(fields.next()?)? })
}

fn ranges(text: &str) -> Option<Vec<(u32, u32)>> {
    text.split(',')
        .filter(|range| !range.is_empty())
        .map(|range| {
            let (from, to) = range.split_once('-')?;
            Some((from.parse().ok()?, to.parse().ok()?))
        })
        .collect()
}

/// What running tests until one fails told.
///
/// # Errors
/// When the line is none that answers the job.
pub fn parse_run(line: &str) -> Result<FinishedRun, String> {
    let mut tokens: Vec<&str> = line.split(' ').collect();
    let is_busy = tokens.pop_if(|last| *last == "busy").is_some();
    let run = match tokens.as_slice() {
        ["passed"] => SuiteRun::Passed,
        ["failed", test, class] => SuiteRun::Failed(unescaped(test), unescaped(class)),
        ["looped", test] => SuiteRun::Looped(unescaped(test)),
        ["memory", ..] => SuiteRun::Memory,
        _ => return Err(format!("unexpected answer: {line}")),
    };
    Ok(FinishedRun { run, is_busy })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_the_protocol() {
        for name in ["platform:[engine:junit-jupiter]/[method:m(int, p.C)]", "junit4:p.C|a b%c", "ü\u{1f600}"] {
            assert_eq!(unescaped(&escaped(name)), name);
        }
        let test = escaped("junit4:p.C|m(p.C)");
        assert_eq!(parse_tests(&format!("tests {test}")), Ok(vec!["junit4:p.C|m(p.C)".into()]));
    }

    #[test]
    fn coverage_is_read_as_it_is_written() {
        let read = parse_coverage("covered outside:0-2 a:passed:12:7:3-5,9-10 b:failed=x%003a:0:0:").unwrap();
        assert_eq!(read.outside, [(0, 2)]);
        assert_eq!(read.tests[0].parts, [(3, 5), (9, 10)]);
        assert_eq!((read.tests[0].milliseconds, read.tests[0].rounds), (12, 7));
        assert_eq!(read.tests[1].outcome, TestOutcome::Failed("x:".into()));
        assert!(parse_coverage("covered").is_err() && parse_coverage("covered outside: a:passed:x:7:").is_err());
    }

    #[test]
    fn threads_that_are_left_are_told() {
        let passed = |is_busy| Ok(FinishedRun { run: SuiteRun::Passed, is_busy });
        assert_eq!((parse_run("passed"), parse_run("passed busy")), (passed(false), passed(true)));
        assert!(parse_run("passed twice").is_err());
    }

    #[test]
    fn a_missing_junit_is_told_with_the_jar_to_add() {
        assert!(parse_tests("nojunit none").unwrap_err().contains("junit.jar"));
        assert!(parse_tests("nojunit jupiter").unwrap_err().contains("launcher"));
    }
}
