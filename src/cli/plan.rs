//! `casewise plan`: the work of a run before it is done.

use super::exit::{Failure, Status, tell_problems};
use super::options::{CacheOption, Format, MethodEffortOption, PathOptions, SelectionOptions, SummaryOptions};
use super::output::OutputOption;
use super::replay::ReplayOption;
use crate::analysis::{CheckJob, PlanJob, PlanOrder, PlannedCommand, plan};
use crate::report::{plan_as_json, plan_as_text};
use crate::session::Job;
use clap::{Args, ValueEnum};
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  casewise plan build/classes --shards 4
  casewise plan app.jar --shards 4 --format json --output plan.json
  casewise plan app.jar --command summarize --shards 64 --order callees --format json";

/// Plan the work of a run that several processes share
///
/// The components of the call graph, callees first, with what each costs and depends on, and which shard has it. Costs are those
/// that earlier runs have noted in the cache, as work and not as time; where there are none, the length of the code counts.
/// `--shard I/N --plan-file FILE` of other commands divides the work so.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    /// Only methods of this name
    ///
    /// `withdraw`, `Account.withdraw` or `com.example.Account.withdraw`, as for the command that the plan is for.
    #[arg(long, value_name = "M")]
    method: Option<String>,

    /// The command that the plan is for
    ///
    /// Each asks for other methods, and notes its own costs. `test` is divided by classes, at the costs that `check` has
    /// noted. Of `summarize` the bounds and `--arith` must be those of the run, as must `--effort` of `check`.
    #[arg(long, value_name = "COMMAND", value_enum, default_value = "check")]
    command: CommandOption,

    /// How many shards there are
    ///
    /// The N of `--shard I/N`.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    shards: u32,

    /// How methods are given to shards
    ///
    /// `names`: so that an edit moves few. `callees`: what is called first goes to the first shards; of `summarize` with a cache that
    /// all share, later ones find there what they compose.
    #[arg(long, value_name = "ORDER", value_enum, default_value = "names")]
    order: OrderOption,

    #[command(flatten)]
    effort: MethodEffortOption,

    #[command(flatten)]
    summaries: SummaryOptions,

    /// How to print the plan
    ///
    /// JSON is what `--plan-file` reads.
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    format: Format,

    #[command(flatten)]
    output: OutputOption,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    cache: CacheOption,
}

/// For which command a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CommandOption {
    /// Whether methods can fail.
    Check,
    /// What methods do.
    Summarize,
    /// Tests.
    Test,
}

/// How shards are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OrderOption {
    /// By names.
    Names,
    /// Callees first.
    Callees,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let report = plan(&arguments.job()?)?;
    let status = tell_problems(&report.problems);
    arguments.output.write(|output: &mut dyn Write| match arguments.format {
        Format::Text => plan_as_text(&report, output),
        Format::Json => plan_as_json(&report, output),
    })?;
    Ok(status)
}

impl Arguments {
    fn job(&self) -> Result<PlanJob, Failure> {
        let job = Job {
            paths: self.paths.paths.clone(),
            class_path: self.paths.class_path.entries(),
            jdk: self.paths.jdk(),
            selection: self.classes.selection(),
            method: self.method.clone(),
            isolation: Some(self.replay.isolation()?),
            ..Job::default()
        };
        let job = self.cache.of(self.summaries.of(job));
        Ok(PlanJob {
            check: CheckJob { job, effort: self.effort.effort, ..CheckJob::default() },
            command: match self.command {
                CommandOption::Check => PlannedCommand::Check,
                CommandOption::Summarize => PlannedCommand::Summarize,
                CommandOption::Test => PlannedCommand::Test,
            },
            shards: self.shards,
            order: match self.order {
                OrderOption::Names => PlanOrder::Names,
                OrderOption::Callees => PlanOrder::Callees,
            },
        })
    }
}
