//! Why a job was not run to its end.

use crate::run::Ending;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Why a job was not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Failure {
    /// It ran longer than it may.
    RanTooLong(Duration),
    /// The program ended the process, as by `System.exit`.
    Exited,
    /// The JVM is gone.
    JvmEnded,
    /// The JVM has not answered in time.
    NoAnswer,
    /// It wrote more to its folder than it may.
    WroteTooMuch,
    /// The whole run ends.
    RunEnds(Ending),
    /// There was not enough memory for what surrounds the program.
    OutOfMemory,
    /// The JVM does not start: why.
    NotStarted(String),
    /// The harness cannot run it, or cannot print its result: what it says to people.
    Refused(String),
}

impl Failure {
    /// The failure that a result line of the harness tells, of a job that could run for so long; none where it is a result.
    pub fn told(line: &str, limit: Duration) -> Option<Failure> {
        Some(match line {
            "timeout" => Failure::RanTooLong(limit),
            "exited" => Failure::Exited,
            "exhausted" => Failure::OutOfMemory,
            other => Failure::Refused(other.strip_prefix("error ")?.to_owned()),
        })
    }

    /// Whether a job that ran before it in the same process may be the cause: threads go on after their job.
    pub(super) fn may_be_anothers(&self) -> bool {
        match self {
            Failure::Exited | Failure::JvmEnded | Failure::OutOfMemory | Failure::WroteTooMuch => true,
            // Another one has stopped the harness, or has read its job.
            Failure::NoAnswer => true,
            // Asking again would take as long again.
            Failure::RanTooLong(_) => false,
            Failure::RunEnds(_) | Failure::NotStarted(_) | Failure::Refused(_) => false,
        }
    }

    /// Whether a clock alone has ended the job: on a busy machine any job may be slow.
    pub fn is_of_a_clock(&self) -> bool {
        match self {
            Failure::RanTooLong(_) | Failure::NoAnswer => true,
            Failure::Exited | Failure::JvmEnded | Failure::OutOfMemory | Failure::WroteTooMuch => false,
            Failure::RunEnds(_) | Failure::NotStarted(_) | Failure::Refused(_) => false,
        }
    }

    /// Whether the process is gone, or of no more use.
    pub(super) fn ends_the_process(&self) -> bool {
        match self {
            Failure::RanTooLong(_) | Failure::Exited | Failure::JvmEnded | Failure::NoAnswer => true,
            Failure::WroteTooMuch => true,
            Failure::RunEnds(_) => true,
            Failure::OutOfMemory | Failure::NotStarted(_) | Failure::Refused(_) => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::RanTooLong(limit) => write!(formatter, "ran longer than {} ms", limit.as_millis()),
            Failure::Exited => formatter.write_str("the program ended the process"),
            Failure::JvmEnded => formatter.write_str("the JVM ended"),
            Failure::RunEnds(ending) => ending.fmt(formatter),
            Failure::WroteTooMuch => formatter.write_str("writes more to files than it may"),
            Failure::NoAnswer => formatter.write_str("the JVM does not answer"),
            Failure::OutOfMemory => formatter.write_str("out of memory outside the program"),
            Failure::NotStarted(why) | Failure::Refused(why) => formatter.write_str(why),
        }
    }
}
