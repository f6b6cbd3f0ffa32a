//! Why a job was not run to its end.

use crate::run::Ending;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// Why a job was not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum JobFailure {
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
    /// A class that is there cannot be loaded: what the harness says to people.
    Unusable(String),
}

impl JobFailure {
    /// The failure that a result line of the harness tells, of a job that could run for so long; none where it is a result.
    pub fn told(line: &str, limit: Duration) -> Option<JobFailure> {
        Some(match line {
            "timeout" => JobFailure::RanTooLong(limit),
            "exited" => JobFailure::Exited,
            "exhausted" => JobFailure::OutOfMemory,
            other => match other.split_once(' ')? {
                ("error", why) => JobFailure::Refused(why.to_owned()),
                ("unusable", why) => JobFailure::Unusable(why.to_owned()),
                _ => return None,
            },
        })
    }

    /// Whether a job that ran before it in the same process may be the cause: threads go on after their job.
    pub(super) fn may_be_anothers(&self) -> bool {
        match self {
            JobFailure::Exited | JobFailure::JvmEnded | JobFailure::OutOfMemory | JobFailure::WroteTooMuch => true,
            // Another one has stopped the harness, or has read its job.
            JobFailure::NoAnswer => true,
            // What another one has left of memory or of open files was too little to load a class.
            JobFailure::Unusable(_) => true,
            // Asking again would take as long again.
            JobFailure::RanTooLong(_) => false,
            JobFailure::RunEnds(_) | JobFailure::NotStarted(_) | JobFailure::Refused(_) => false,
        }
    }

    /// Whether a clock alone has ended the job: on a busy machine any job may be slow.
    pub fn is_of_a_clock(&self) -> bool {
        match self {
            JobFailure::RanTooLong(_) | JobFailure::NoAnswer => true,
            JobFailure::Exited | JobFailure::JvmEnded | JobFailure::OutOfMemory | JobFailure::WroteTooMuch => false,
            JobFailure::RunEnds(_) | JobFailure::NotStarted(_) | JobFailure::Refused(_) => false,
            JobFailure::Unusable(_) => false,
        }
    }

    /// Whether the process is gone, or of no more use.
    pub(super) fn ends_the_process(&self) -> bool {
        match self {
            JobFailure::RanTooLong(_) | JobFailure::Exited | JobFailure::JvmEnded | JobFailure::NoAnswer => true,
            JobFailure::WroteTooMuch => true,
            JobFailure::RunEnds(_) => true,
            // What they have lacked, later jobs would lack too.
            JobFailure::OutOfMemory | JobFailure::Unusable(_) => true,
            JobFailure::NotStarted(_) | JobFailure::Refused(_) => false,
        }
    }
}

impl fmt::Display for JobFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobFailure::RanTooLong(limit) => write!(formatter, "ran longer than {} ms", limit.as_millis()),
            JobFailure::Exited => formatter.write_str("the program ended the process"),
            JobFailure::JvmEnded => formatter.write_str("the JVM ended"),
            JobFailure::RunEnds(ending) => ending.fmt(formatter),
            JobFailure::WroteTooMuch => formatter.write_str("writes more to files than it may"),
            JobFailure::NoAnswer => formatter.write_str("the JVM does not answer"),
            JobFailure::OutOfMemory => formatter.write_str("out of memory outside the program"),
            JobFailure::NotStarted(why) | JobFailure::Refused(why) | JobFailure::Unusable(why) => {
                formatter.write_str(why)
            }
        }
    }
}
