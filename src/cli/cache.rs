//! `casewise cache`: what the cache folder holds, whether it is sound, and emptying it.

use super::exit::{Failure, Status, tell_problems};
use super::options::DEFAULT_CACHE;
use super::output::write_result;
use crate::report::{CacheCheck, CacheStatistics, size};
use crate::session;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  casewise cache stats
  casewise cache verify --cache build/summaries";

/// Look into the cache of summaries, check it, or empty it
///
/// The cache keeps summaries from run to run. It changes how long a run takes, and nothing else: a damaged entry is
/// noticed when it is read, and its method analysed afresh.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,

    /// The cache folder
    ///
    /// The folder that `summarize` and `show` were given, or use when they are given none.
    #[arg(long, value_name = "DIR", default_value = DEFAULT_CACHE, global = true)]
    cache: PathBuf,
}

#[derive(Clone, Copy, Debug, Subcommand)]
enum Action {
    /// Print how many summaries there are, and their size
    Stats,
    /// Read every summary; damaged ones are named on stderr, with exit code 4
    Verify,
    /// Remove every summary
    Clear,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let folder = &arguments.cache;
    match arguments.action {
        Action::Stats => stats(folder),
        Action::Verify => verify(folder),
        Action::Clear => clear(folder),
    }
}

fn stats(folder: &Path) -> Result<Status, Failure> {
    let CacheStatistics { entries, bytes } = session::cache_stats(folder)?;
    write_result(|output| {
        writeln!(output, "{:<14}{}", "Folder", crate::report::printable(&folder.display().to_string()))?;
        writeln!(output, "{:<14}{entries}", "Summaries")?;
        writeln!(output, "{:<14}{}", "Size", size(bytes))
    })?;
    Ok(Status::Done)
}

fn verify(folder: &Path) -> Result<Status, Failure> {
    let CacheCheck { entries, damaged } = session::cache_verify(folder)?;
    tell_problems(&damaged);
    write_result(|output| match damaged.len() {
        0 => writeln!(output, "{entries} summaries, all sound"),
        count => writeln!(output, "{entries} summaries, {count} damaged"),
    })?;
    Ok(if damaged.is_empty() { Status::Done } else { Status::Cache })
}

fn clear(folder: &Path) -> Result<Status, Failure> {
    let removed = session::cache_clear(folder)?;
    write_result(|output| writeln!(output, "{removed} summaries removed"))?;
    Ok(Status::Done)
}
