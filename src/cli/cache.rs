//! `casewise cache`: what the cache folder holds, whether it is sound, and emptying it.

use super::exit::{Failure, Status, tell_problems, warn};
use super::options::{ClassPathOption, DEFAULT_CACHE, TrustOption, jobs_or_cores};
use super::output::write_result;
use crate::analysis::{Recomputed, recompute};
use crate::report::{CacheCheck, CacheStatistics, size};
use crate::session::{self, Job};
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

#[derive(Debug, Subcommand)]
enum Action {
    /// Print how many summaries there are, and their size
    Stats,
    /// Read every summary; damaged ones are named on stderr, with exit code 4
    Verify(VerifyArguments),
    /// Remove every summary
    Clear,
}

/// What is verified beside checksums.
#[derive(Debug, Args)]
struct VerifyArguments {
    /// Summarise so many methods of PATH anew and compare with what is kept
    ///
    /// They are drawn at random and summarised within the usual bounds. What differs is named on stderr, with exit code 4.
    #[arg(long, value_name = "N", requires = "paths")]
    recompute: Option<usize>,

    /// Folders, class files and jars with the classes that summaries are made of again
    ///
    /// The paths that `summarize` was given when it wrote the cache: a summary is found again where its method, and what the
    /// method calls, have not changed.
    #[arg(value_name = "PATH", requires = "recompute")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    class_path: ClassPathOption,

    #[command(flatten)]
    trust: TrustOption,
}

/// Runs the subcommand.
pub(super) fn run(arguments: &Arguments) -> Result<Status, Failure> {
    let folder = &arguments.cache;
    match &arguments.action {
        Action::Stats => stats(folder),
        Action::Verify(more) => verify(folder, more),
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

fn verify(folder: &Path, more: &VerifyArguments) -> Result<Status, Failure> {
    let CacheCheck { entries, foreign, damaged } = session::cache_verify(folder, more.trust.trust_cache)?;
    tell_problems(&damaged);
    let others = if foreign == 0 { String::new() } else { format!(", {foreign} written by somebody else") };
    write_result(|output| match damaged.len() {
        0 if foreign == 0 => writeln!(output, "{entries} summaries, all sound"),
        count => writeln!(output, "{entries} summaries, {count} damaged{others}"),
    })?;
    let compared = match more.recompute {
        Some(number) if folder.exists() => compare(folder, more, number)?,
        _ => Status::Done,
    };
    Ok(if damaged.is_empty() { compared } else { Status::Cache })
}

fn compare(folder: &Path, more: &VerifyArguments, number: usize) -> Result<Status, Failure> {
    let job = Job {
        paths: more.paths.clone(),
        class_path: more.class_path.entries(),
        jobs: jobs_or_cores(None),
        cache: Some(folder.to_owned()),
        trusts_cache: more.trust.trust_cache,
        ..Job::default()
    };
    let Recomputed { methods, same, absent, different } = recompute(&job, number)?;
    for entry in &different {
        warn(&format!("{}: is not what is computed now", entry.display()));
    }
    write_result(|output| {
        let differ = different.len();
        writeln!(
            output,
            "{methods} methods summarised anew: {same} entries the same, {differ} differ, {absent} not kept"
        )
    })?;
    Ok(if different.is_empty() { Status::Done } else { Status::Cache })
}

fn clear(folder: &Path) -> Result<Status, Failure> {
    let removed = session::cache_clear(folder)?;
    write_result(|output| writeln!(output, "{removed} summaries removed"))?;
    Ok(Status::Done)
}
