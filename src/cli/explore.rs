//! `casewise explore`: all paths that may lead to a target.

use super::exit::{Failure, Status};
use super::options::{FormatOption, GuideOption, MemoryOption, PathOptions, SelectionOptions, TargetOptions};
use super::reach::{ChooseOption, answered};
use super::replay::ReplayOption;
use crate::analysis::{ReachJob, Strategy};
use crate::demand::Encoding;
use crate::session::Job;
use clap::Args;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  casewise explore build/classes --target Account.withdraw:42
  casewise explore app.jar --target throw:IllegalStateException --entry Driver.read
  casewise explore build/classes --target assert --entry Matrix.sum --guide none";

/// Explore all paths that can lead to a target
///
/// From the beginning, all paths at once, without an input that leads. A path ends where it reaches the target, or where it
/// cannot reach it any more. The answer is that of `reach`: `REACHED`, with an input on which a JVM comes there; `unreachable`,
/// a proof that no input does; or `not reached`, with what was left out.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: PathOptions,

    #[command(flatten)]
    classes: SelectionOptions,

    #[command(flatten)]
    question: TargetOptions,

    /// Which paths need not be followed [default: `apc` where there are loops, once the search is long]
    ///
    /// `apc`: those that contradict what is necessary to reach the target, the abstract path condition, which is found without
    /// executing loops; where it is not known, nothing is dropped. `none`: all from which the target is not out of reach in the
    /// control flow are followed.
    #[arg(long, value_name = "GUIDE", value_enum)]
    guide: Option<GuideOption>,

    /// Which open path is followed next
    ///
    /// `fair`: in turns by statement, by stack and by depth, each time of those that were followed least often. `nearest`: the
    /// one from which the fewest steps lead to the target.
    #[arg(long, value_name = "ORDER", value_enum, default_value = "fair")]
    choose: ChooseOption,

    #[command(flatten)]
    replay: ReplayOption,

    #[command(flatten)]
    format: FormatOption,

    /// Most states
    ///
    /// When there are so many and the target was not reached, the answer is `not reached`.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..),
          help_heading = "Resources")]
    states: u64,

    /// Seconds until the run ends, 0 for no limit
    ///
    /// What is not answered by then is `not reached`.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, help_heading = "Resources")]
    timeout: u64,

    #[command(flatten)]
    memory: MemoryOption,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let job = ReachJob {
        job: Job {
            paths: arguments.paths.paths.clone(),
            class_path: arguments.paths.class_path.entries(),
            jdk: arguments.paths.jdk(),
            selection: arguments.classes.selection(),
            timeout: (arguments.timeout > 0).then(|| Duration::from_secs(arguments.timeout)),
            memory: arguments.memory.limit(),
            isolation: Some(arguments.replay.isolation()?),
            ..Job::default()
        },
        target: arguments.question.target.clone(),
        entry: arguments.question.entry.clone(),
        strategy: Strategy::Explore,
        choose: Some(arguments.choose.order()),
        encoding: Encoding::default(),
        start: Vec::new(),
        executions: arguments.states,
        guide: GuideOption::mode(arguments.guide),
        replay: arguments.replay.is_wanted(),
        trace: false,
    };
    answered(&job, arguments.format.format)
}
