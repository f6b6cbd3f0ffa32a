//! `casewise merge`: the reports of shards as the report of one run.

use super::check::{self, CheckShown, FailOn};
use super::exit::{Failure, Status, tell_defects, tell_problems};
use super::options::{FindingsFormat, Format};
use super::output::OutputOption;
use super::pages::ReportOption;
use super::sources::{check_folders, sources_among, sources_of};
use super::{diff, summarize, test};
use crate::report::{JobError, MergedReport, Shard, merge};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  casewise merge shard-*.json
  casewise merge shard-*.sarif --output casewise.sarif
  casewise merge shard-*.json --format text --report report --source-root src/main/java";

/// Join the reports of all shards of a run into the report of one
///
/// Takes what `check`, `test`, `summarize` or `diff` have written with `--shard`, in JSON or SARIF, of all parts of a run. The
/// result is what one process prints for the whole, byte for byte but for times and costs, which are added up; and so is the
/// exit code. What does not belong together is refused.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    /// The reports of all shards, in any order
    ///
    /// In JSON or SARIF; both say the same.
    #[arg(value_name = "REPORT", required = true)]
    reports: Vec<PathBuf>,

    /// How to print the result [default: as the shards]
    ///
    /// SARIF there is of `check` and `diff`.
    #[arg(long, value_name = "FORMAT", value_enum)]
    format: Option<FindingsFormat>,

    #[command(flatten)]
    output: OutputOption,

    #[command(flatten)]
    report: ReportOption,

    /// Folder in which sources are looked for, for `--report`; may be given several times
    ///
    /// Of `diff`, those of the new build.
    #[arg(long, value_name = "DIR", requires = "report")]
    source_root: Vec<PathBuf>,

    /// Folder in which sources of the old build are looked for, for `--report` of `diff`
    ///
    /// May be given several times.
    #[arg(long, value_name = "DIR", requires = "report")]
    old_source_root: Vec<PathBuf>,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    check_folders(&arguments.source_root)?;
    check_folders(&arguments.old_source_root)?;
    arguments.report.prepare()?;
    let input = |error: String| Failure::Job(JobError::Input(error));
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| input(format!("{name}: {error}")))?;
        Ok((name, text))
    };
    let files = arguments.reports.iter().map(read).collect::<Result<Vec<(String, String)>, Failure>>()?;
    let (merged, common) = merge(&files).map_err(input)?;
    let format = arguments.format(&common)?;
    match merged {
        MergedReport::Check(mut report, absent) => {
            let problems = tell_problems(&report.problems);
            let defects = tell_defects(&report.defects);
            let shown = CheckShown {
                format,
                all: common.shown.all,
                full: common.shown.full,
                absent: &absent,
                places: &common.sources,
                source_roots: &arguments.source_root,
                output: &arguments.output,
                pages: &arguments.report,
            };
            check::show(&report, &shown)?;
            let fail_on = common.shown.fail_on.as_deref().and_then(|name| FailOn::from_str(name, false).ok());
            report.shard = None;
            let fails = fail_on.and_then(|fail_on| fail_on.status(&report, common.shown.all));
            Ok(fails.or(defects).unwrap_or(problems))
        }
        MergedReport::Summarize(report, views) => {
            let status = tell_problems(&report.problems);
            if arguments.report.is_wanted() && views.len() < report.methods.len() {
                return Err(input("pages of `summarize` need shards that were made with --report".into()));
            }
            summarize::write_pages(&report, &views, &arguments.report, &arguments.source_root)?;
            arguments.output.write(|output| summarize::write(&report, arguments.plain(format), output))?;
            Ok(status)
        }
        MergedReport::Test(report) => {
            let problems = tell_problems(&report.problems);
            let defects = tell_defects(&report.defects);
            if arguments.report.is_wanted() {
                let (sources, unread) = sources_of(&report, &arguments.source_root);
                tell_problems(&unread);
                arguments.report.write(|site| crate::report::suite_as_html(&report, &sources, site))?;
            }
            let out = common.shown.out.unwrap_or_default();
            arguments.output.write(|output| test::write_report(&report, arguments.plain(format), &out, output))?;
            Ok(defects.unwrap_or(problems))
        }
        MergedReport::Diff(report) => {
            let problems = tell_problems(&report.problems);
            let read = |folders: &[PathBuf]| {
                let (sources, unread) = sources_among(report.source_files(), folders);
                tell_problems(&unread);
                sources
            };
            if arguments.report.is_wanted() {
                let (old, new) = (read(&arguments.old_source_root), read(&arguments.source_root));
                arguments.report.write(|site| crate::report::diff_as_html(&report, (&old, &new), site))?;
            }
            let detail = (common.shown.all, common.shown.full);
            arguments.output.write(|output| diff::write(&report, format, detail, &common.sources, output))?;
            Ok(if report.totals.unexpected > 0 { Status::Fails } else { problems })
        }
    }
}

impl Arguments {
    /// The format that is asked for, else that of the shards.
    fn format(&self, common: &Shard) -> Result<FindingsFormat, Failure> {
        let of_shards = FindingsFormat::from_str(&common.shown.format, false).unwrap_or(FindingsFormat::Json);
        let format = self.format.unwrap_or(of_shards);
        if format == FindingsFormat::Sarif && matches!(common.command.as_str(), "summarize" | "test") {
            let message = format!("there is no SARIF of `{}`", common.command);
            return Err(Failure::Job(JobError::Input(message)));
        }
        Ok(format)
    }

    /// The same for commands that have no SARIF.
    fn plain(&self, format: FindingsFormat) -> Format {
        if format == FindingsFormat::Text { Format::Text } else { Format::Json }
    }
}
