//! `casewise invariants`: what always holds of the objects of classes?

use super::exit::{Failure, Status, tell_problems};
use super::options::{Format, FormatOption, JobsOption, MemoryOption, PathOptions, SelectionOptions};
use super::output::write_result;
use super::progress::ProgressLine;
use crate::analysis::invariants;
use crate::report::{invariants_as_json, invariants_as_text};
use crate::session::Job;
use clap::Args;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise invariants build/classes
  casewise invariants app.jar --class com.example.Account --format json";

/// Find what always holds of the objects of classes
///
/// For each class that has fields which only code of the class path assigns: conditions on these fields that hold of every object
/// of the class whenever none of its code runs, and the methods by which callers enter the code that may change them. `check` and
/// `prove` take them for granted of inputs. Conditions are guessed, and dropped where a constructor or a method that may change the
/// fields does not show them to hold at its end and before calls of code that is not known.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    #[command(flatten)]
    format: FormatOption,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// What one class may cost is counted in work. Of the classes that the end of the time has cut nothing is known, and the report
    /// says so.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,

    #[command(flatten)]
    jobs: JobsOption,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let progress = ProgressLine::new();
    let report = invariants(&arguments.job(), &progress)?;
    drop(progress);
    let status = tell_problems(&report.problems);
    write_result(|output| match arguments.format.format {
        Format::Text => invariants_as_text(&report, output),
        Format::Json => invariants_as_json(&report, output),
    })?;
    Ok(status)
}

impl Arguments {
    fn job(&self) -> Job {
        Job {
            paths: self.paths.paths.clone(),
            class_path: self.paths.class_path.entries(),
            jdk: self.paths.jdk(),
            selection: self.classes.selection(),
            timeout: (self.timeout > 0).then(|| Duration::from_secs(self.timeout)),
            memory: self.memory.limit(),
            jobs: self.jobs.number(),
            ..Job::default()
        }
    }
}
