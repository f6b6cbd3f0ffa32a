//! `casewise cache`: what caches hold, whether that is sound, and filling, emptying and shrinking them.

use super::exit::{Failure, Status, tell_problems, warn};
use super::options::{self, ClassPathOption, DEFAULT_CACHE, TrustOption, cache_place, jobs_or_cores, named_caches};
use super::output::write_result;
use crate::analysis::{Recomputed, recompute};
use crate::report::{CacheCheck, CacheStatistics, printable, size};
use crate::session::{self, Job, RemoteUrl, Transferred};
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  casewise cache stats
  casewise cache verify --cache build/summaries
  casewise cache push --cache s3://bucket/casewise
  casewise cache gc --max-size 2G --cache redis://cache.example.com";

/// Look into caches of summaries, check, fill or empty them
///
/// The cache keeps summaries from run to run. It changes how long a run takes, and nothing else: a damaged entry is
/// noticed when it is read, and its method analysed afresh.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = format!("{EXAMPLES}\n\n{}", super::EXIT_CODES))]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,

    /// The cache folder, the URL of a cache that machines share, or both
    ///
    /// What other commands were given, or use when they are given none. `stats`, `verify`, `clear` and `gc` are about what is named:
    /// with a URL alone, about no folder. `push` and `pull` are about both.
    #[arg(long, value_name = "DIR|URL", default_value = DEFAULT_CACHE, global = true)]
    cache: Vec<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print how many summaries there are, and their size
    Stats,
    /// Read every summary; damaged ones are named on stderr, with exit code 4
    Verify(VerifyArguments),
    /// Remove every summary
    Clear,
    /// Send what the folder has, and the URL has not, to the URL
    Push(TransferArguments),
    /// Bring what the URL has, and the folder has not, into the folder
    Pull(TransferArguments),
    /// Remove what was of no use for longest, until the rest has the size that is allowed
    Gc(GcArguments),
}

/// Whose entries go from one cache to another.
#[derive(Debug, Args)]
struct TransferArguments {
    #[command(flatten)]
    trust: TrustOption,
}

/// How much may stay.
#[derive(Debug, Args)]
struct GcArguments {
    /// Size that the rest may have, as in `512M` or `2G`
    ///
    /// Of a folder and of a URL, each by itself.
    #[arg(long, value_name = "SIZE", value_parser = options::bytes)]
    max_size: u64,
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
    let (folder, url) = named_caches(&arguments.cache);
    let url = url.as_ref();
    let place = || cache_place(&arguments.cache);
    match &arguments.action {
        Action::Stats => stats(folder, url),
        Action::Verify(more) => verify(folder, url, more),
        Action::Clear => clear(folder, url),
        Action::Push(more) => {
            let Transferred(count) = session::cache_push(&place(), more.trust.trust_cache)?;
            told(count, "sent").map(|()| Status::Done)
        }
        Action::Pull(more) => {
            let Transferred(count) = session::cache_pull(&place(), more.trust.trust_cache)?;
            told(count, "brought").map(|()| Status::Done)
        }
        Action::Gc(more) => gc(folder, url, more.max_size),
    }
}

fn stats(folder: Option<&Path>, url: Option<&RemoteUrl>) -> Result<Status, Failure> {
    if let Some(folder) = folder {
        let CacheStatistics { entries, bytes } = session::cache_stats(folder)?;
        write_result(|output| {
            writeln!(output, "{:<14}{}", "Folder", printable(&folder.display().to_string()))?;
            writeln!(output, "{:<14}{entries}", "Summaries")?;
            writeln!(output, "{:<14}{}", "Size", size(bytes))
        })?;
    }
    if let Some(url) = url {
        let held = session::remote_stats(url)?;
        write_result(|output| {
            writeln!(output, "{:<14}{url}", "URL")?;
            writeln!(output, "{:<14}{}", "Summaries", held.entries)?;
            writeln!(output, "{:<14}{}", "Packs", held.packs)?;
            writeln!(output, "{:<14}{}", "Size", size(held.bytes))
        })?;
    }
    Ok(Status::Done)
}

fn verify(folder: Option<&Path>, url: Option<&RemoteUrl>, more: &VerifyArguments) -> Result<Status, Failure> {
    let mut checks = Vec::new();
    if let Some(folder) = folder {
        checks.push(session::cache_verify(folder, more.trust.trust_cache)?);
    }
    if let Some(url) = url {
        checks.push(session::remote_verify(url)?);
    }
    let mut is_sound = true;
    for CacheCheck { entries, foreign, damaged } in checks {
        is_sound &= damaged.is_empty();
        tell_problems(&damaged);
        let others = if foreign == 0 { String::new() } else { format!(", {foreign} written by somebody else") };
        write_result(|output| match damaged.len() {
            0 if foreign == 0 => writeln!(output, "{entries} summaries, all sound"),
            count => writeln!(output, "{entries} summaries, {count} damaged{others}"),
        })?;
    }
    let compared = match (more.recompute, folder) {
        (Some(number), Some(folder)) if folder.exists() => compare(folder, more, number)?,
        _ => Status::Done,
    };
    Ok(if is_sound { compared } else { Status::Cache })
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

fn clear(folder: Option<&Path>, url: Option<&RemoteUrl>) -> Result<Status, Failure> {
    if let Some(folder) = folder {
        told(session::cache_clear(folder)?, "removed")?;
    }
    if let Some(url) = url {
        told(session::remote_clear(url)?, &format!("removed from {url}"))?;
    }
    Ok(Status::Done)
}

fn gc(folder: Option<&Path>, url: Option<&RemoteUrl>, most: u64) -> Result<Status, Failure> {
    let left = |(removed, left): (u64, CacheStatistics), place: &str| {
        let CacheStatistics { entries, bytes } = left;
        told(removed, &format!("removed from {place}; {entries} left, {}", size(bytes)))
    };
    if let Some(folder) = folder {
        left(session::cache_collect(folder, most)?, &printable(&folder.display().to_string()))?;
    }
    if let Some(url) = url {
        left(session::remote_collect(url, most)?, &url.to_string())?;
    }
    Ok(Status::Done)
}

/// Prints how many summaries something was done with.
fn told(summaries: u64, done: &str) -> Result<(), Failure> {
    write_result(|output| writeln!(output, "{summaries} summaries {done}"))
}
