//! Wires the parts for one job: loading, linking, analysing in component order, caching, reporting.

use crate::exec::Limits;
use crate::report::{CacheCheck, CacheStatistics, JobError, Progress, Report, SummaryView};
use crate::term::Arithmetic;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What to analyse and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// Class path entries: directories, class files, jars.
    pub paths: Vec<PathBuf>,
    /// Only this class (Java or internal name, simple name where unique).
    pub class: Option<String>,
    /// Only methods of this name (`m`, `C.m` or `p.C.m`).
    pub method: Option<String>,
    /// How integers compute.
    pub arithmetic: Arithmetic,
    /// Execute callees inline, without summaries.
    pub inline: bool,
    /// Bounds on paths.
    pub limits: Limits,
    /// Most cases that a summary may have.
    pub max_cases: u64,
    /// Wall-clock limit of the whole job.
    pub timeout: Option<Duration>,
    /// Worker threads.
    pub jobs: usize,
    /// The cache folder; none for no cache.
    pub cache: Option<PathBuf>,
}

impl Default for Job {
    fn default() -> Self {
        Job {
            paths: Vec::new(),
            class: None,
            method: None,
            arithmetic: Arithmetic::Java,
            inline: false,
            limits: Limits { loop_bound: 3, depth: 10_000, array_length: 64, recursion: 3, path_steps: 1_000_000 },
            max_cases: 50_000,
            timeout: Some(Duration::from_secs(60)),
            jobs: 1,
            cache: None,
        }
    }
}

/// Summarises the methods that a job selects, and whatever they call.
///
/// # Errors
/// When nothing can be analysed; problems with single inputs are in the report.
pub fn summarize(job: &Job, progress: &dyn Progress) -> Result<Report, JobError> {
    let _ = (job, progress);
    Err(JobError::Input("not built".into()))
}

/// The whole summaries of the methods that a job selects; with `case`, only that case of each.
///
/// # Errors
/// As [`summarize`].
pub fn show(job: &Job, case: Option<u32>, progress: &dyn Progress) -> Result<(Vec<SummaryView>, Report), JobError> {
    let _ = (job, case, progress);
    Err(JobError::Input("not built".into()))
}

/// What a cache folder holds. A folder that does not exist holds nothing; it is not created.
///
/// # Errors
/// When the folder cannot be used as a cache.
pub fn cache_stats(folder: &Path) -> Result<CacheStatistics, JobError> {
    let _ = folder;
    Err(JobError::Cache("not built".into()))
}

/// Reads every entry of a cache folder, and changes nothing.
///
/// # Errors
/// As [`cache_stats`]; damaged entries are in the result.
pub fn cache_verify(folder: &Path) -> Result<CacheCheck, JobError> {
    let _ = folder;
    Err(JobError::Cache("not built".into()))
}

/// Removes every entry of a cache folder, and nothing else; tells how many there were.
///
/// # Errors
/// As [`cache_stats`].
pub fn cache_clear(folder: &Path) -> Result<u64, JobError> {
    let _ = folder;
    Err(JobError::Cache("not built".into()))
}
