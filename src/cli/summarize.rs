//! `casewise summarize`: a line per method.

use super::exit::{Failure, Status, tell_problems};
use super::options::{AnalysisOptions, Format, FormatOption, PathOptions, SelectionOptions};
use super::output::write_result;
use super::pages::ReportOption;
use super::progress::ProgressLine;
use super::shard::{PlannedShardOption, name_of};
use super::sources::{check_folders, sources_among};
use crate::analysis::{self, Shown};
use crate::report::{Report, ShardShown, SummaryView, summaries_as_html, summarize_as_json, summarize_as_text};
use crate::session::Job;
use clap::Args;
use std::io::{self, Write};
use std::path::PathBuf;

/// So many cases of a method are drawn.
const DRAWN_CASES: u32 = 60;

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
    report: ReportOption,

    /// A folder of sources to show in the HTML report
    ///
    /// The folder in which that of the top package is (`src/main/java`). Can be given several times; the first that has a file
    /// is taken.
    #[arg(long, value_name = "DIR", requires = "report")]
    source: Vec<PathBuf>,

    #[command(flatten)]
    analysis: AnalysisOptions,

    #[command(flatten)]
    shard: PlannedShardOption,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let job = Job {
        method: arguments.method.clone(),
        shard: arguments.shard.part(),
        ..arguments.analysis.job(&arguments.paths, &arguments.classes)
    };
    check_folders(&arguments.source)?;
    arguments.report.prepare()?;
    let progress = ProgressLine::new();
    let (views, mut report): (Vec<SummaryView>, Report) = if arguments.report.is_wanted() {
        analysis::show(&job, Shown { pictured: Some(DRAWN_CASES), ..Shown::default() }, &progress)?
    } else {
        (Vec::new(), analysis::summarize(&job, &progress)?)
    };
    drop(progress);
    let format = arguments.format.format;
    if let Some(shard) = &mut report.shard {
        shard.shown = ShardShown { format: name_of(format), ..ShardShown::default() };
    }
    let status = tell_problems(&report.problems);
    write_pages(&report, &views, &arguments.report, &arguments.source)?;
    write_result(|output| write(&report, format, output))?;
    Ok(status)
}

/// Writes a report.
pub(super) fn write(report: &Report, format: Format, output: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => summarize_as_text(report, output),
        Format::Json => summarize_as_json(report, output),
    }
}

/// Writes the pages of a report, where these are asked for.
pub(super) fn write_pages(
    report: &Report,
    views: &[SummaryView],
    pages: &ReportOption,
    sources: &[PathBuf],
) -> Result<(), Failure> {
    if !pages.is_wanted() {
        return Ok(());
    }
    let files: Vec<String> = views.iter().filter_map(SummaryView::source_path).collect();
    let (sources, unread) = sources_among(files.iter(), sources);
    tell_problems(&unread);
    pages.write(|site| summaries_as_html(report, views, &sources, site))
}
