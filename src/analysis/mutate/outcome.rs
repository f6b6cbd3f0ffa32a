//! What an answer of the JVM says about a mutant.

use super::suite::label;
use crate::replay::{JobFailure, JobResult, SuiteRun, parse_run};
use crate::report::MutantStatus;

/// Exceptions of a JVM that does not accept a class.
const REFUSALS: [&str; 3] =
    ["java.lang.VerifyError", "java.lang.ClassFormatError", "java.lang.UnsupportedClassVersionError"];

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) status: MutantStatus,
    /// The test that notices it, as the harness names it.
    pub(super) test: Option<String>,
    pub(super) reason: Option<String>,
}

impl Outcome {
    /// A status without a test.
    pub(super) fn plain(status: MutantStatus, reason: Option<String>) -> Self {
        Outcome { status, test: None, reason }
    }

    /// From the answer to the mutant's job; also whether the JVM may go on with others.
    pub(super) fn of(answer: &JobResult) -> (Self, bool) {
        match answer {
            JobResult::Result(line) => match parse_run(line) {
                Ok(finished) => (Outcome::of_run(finished.run), !finished.is_busy),
                Err(message) => (Outcome::plain(MutantStatus::Unknown, Some(message)), false),
            },
            JobResult::NotRun(failure) => {
                let status = match failure {
                    JobFailure::RanTooLong(_) | JobFailure::NoAnswer => MutantStatus::TimedOut,
                    JobFailure::Exited | JobFailure::JvmEnded | JobFailure::WroteTooMuch => MutantStatus::Killed,
                    JobFailure::OutOfMemory => MutantStatus::Memory,
                    JobFailure::NotStarted(_)
                    | JobFailure::Refused(_)
                    | JobFailure::Unusable(_)
                    | JobFailure::RunEnds(_) => MutantStatus::Unknown,
                };
                (Outcome::plain(status, Some(failure.to_string())), true)
            }
        }
    }

    fn of_run(run: SuiteRun) -> Self {
        match run {
            SuiteRun::Passed => Outcome::plain(MutantStatus::Survived, None),
            SuiteRun::Failed(test, exception) => {
                let is_refused = REFUSALS.contains(&exception.as_str());
                let status = if is_refused { MutantStatus::Unviable } else { MutantStatus::Killed };
                Outcome { status, test: Some(test), reason: Some(exception) }
            }
            SuiteRun::Looped(test) => {
                let reason = Some("a loop goes round too often".to_owned());
                Outcome { status: MutantStatus::TimedOut, test: Some(test), reason }
            }
            SuiteRun::Memory => Outcome::plain(MutantStatus::Memory, None),
        }
    }

    /// The test for people.
    pub(super) fn test_label(&self) -> Option<String> {
        self.test.as_deref().map(label)
    }
}
