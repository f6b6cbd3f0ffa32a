//! The option that says how inputs and tests are executed.

use super::exit::{Failure, warn};
use crate::report::JobError;
use crate::run::{Isolation, obstacle};
use clap::{Args, ValueEnum};

/// How code under analysis is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReplayMode {
    /// In a box.
    Sandbox,
    /// With all rights of the user.
    Plain,
    /// Not at all.
    None,
}

/// Whether and how inputs and tests are executed.
#[derive(Debug, Args)]
pub(super) struct ReplayOption {
    /// How inputs and tests are executed [default: `sandbox` where the system has one, else `plain`]
    ///
    /// `sandbox`: in a JVM with limited memory that keeps Java code from the network, from other processes and from files outside
    /// a temporary folder; of Linux 6.2 and newer. `plain`: in a JVM with your rights. `none`: nothing is executed, and nothing
    /// is called confirmed.
    #[arg(long, value_name = "HOW", value_enum)]
    replay: Option<ReplayMode>,

    /// Execute nothing, the same as `--replay none`
    ///
    /// No process is started. What is found is told, and nothing is called confirmed or reached.
    #[arg(long, conflicts_with = "replay")]
    no_replay: bool,
}

impl ReplayOption {
    /// Whether anything is executed.
    pub(super) fn is_wanted(&self) -> bool {
        !self.no_replay && self.replay != Some(ReplayMode::None)
    }

    /// How it is executed. Where the system has no box, and nobody asked for one, a line on stderr says so.
    ///
    /// # Errors
    /// Where the box was asked for and is not to be had.
    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        match self.replay {
            _ if !self.is_wanted() => Ok(Isolation::Plain),
            Some(mode) => isolation(mode == ReplayMode::Sandbox),
            None => Ok(best()),
        }
    }
}

/// How tests of others are executed, without which there is nothing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TestsMode {
    /// In a box.
    Sandbox,
    /// With all rights of the user.
    Plain,
}

/// How tests of others are executed.
#[derive(Debug, Args)]
pub(super) struct TestsOption {
    /// How tests are executed [default: `sandbox` where the system has one, else `plain`]
    ///
    /// `sandbox`: in JVMs with limited memory that keep Java code from the network, from other processes and from files outside
    /// a temporary folder; of Linux 6.2 and newer. It is not whole against hostile native code. `plain`: in JVMs with your
    /// rights, for tests that need a server or write files.
    #[arg(long, value_name = "HOW", value_enum)]
    replay: Option<TestsMode>,
}

impl TestsOption {
    /// As [`ReplayOption::isolation`].
    ///
    /// # Errors
    /// Where the box was asked for and is not to be had.
    pub(super) fn isolation(&self) -> Result<Isolation, Failure> {
        self.replay.map_or_else(|| Ok(best()), |mode| isolation(mode == TestsMode::Sandbox))
    }
}

fn isolation(is_boxed: bool) -> Result<Isolation, Failure> {
    match obstacle() {
        Some(why) if is_boxed => Err(Failure::Job(JobError::Input(format!("there is no sandbox here: {why}")))),
        _ => Ok(if is_boxed { Isolation::Sandbox } else { Isolation::Plain }),
    }
}

fn best() -> Isolation {
    if let Some(why) = obstacle() {
        warn(&format!("code is executed with your rights, since there is no sandbox here: {why}"));
    }
    Isolation::best()
}
