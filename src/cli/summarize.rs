//! `casewise summarize`: a line per method.

use super::exit::{Failure, Status, tell_problems};
use super::options::{AnalysisOptions, Format, FormatOption, PathOptions, SelectionOptions};
use super::output::write_result;
use super::progress::ProgressLine;
use crate::analysis;
use crate::report::{Report, summarize_as_json, summarize_as_text};
use crate::session::Job;
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  casewise summarize build/classes
  casewise summarize app.jar --class com.example.Account --format json
  casewise summarize build/classes --method Account.withdraw --loop-bound 5";

/// Summarise methods: a line per method with its cases, what is missing, and the costs
///
/// Summarises the methods of the classes and everything that they call, and prints a line per method: the number of its
/// cases, how many of them throw, whether they are all there are, and the time. The totals that follow are those of the
/// literature on compositional symbolic execution: time, states, instructions, solver calls, memory; and the cache's.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Only methods of this name
    ///
    /// `withdraw`, `Account.withdraw` or `com.example.Account.withdraw`. Constructors are named `<init>`.
    #[arg(long, value_name = "M")]
    method: Option<String>,

    #[command(flatten)]
    format: FormatOption,

    #[command(flatten)]
    analysis: AnalysisOptions,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let job = Job { method: arguments.method.clone(), ..arguments.analysis.job(&arguments.paths, &arguments.classes) };
    let progress = ProgressLine::new();
    let report: Report = analysis::summarize(&job, &progress)?;
    drop(progress);
    let status = tell_problems(&report.problems);
    write_result(|output| match arguments.format.format {
        Format::Text => summarize_as_text(&report, output),
        Format::Json => summarize_as_json(&report, output),
    })?;
    Ok(status)
}
