//! Wires the parts for one job: loading, linking, analysing in component order, caching, reporting.

mod cached;
mod callees_first;
pub mod check;
mod effects;
mod engine;
pub mod equivalence;
mod initialisers;
mod invariants;
pub mod mutate;
mod natives;
mod once;
pub mod prove;
pub mod reach;
mod reason;
mod rounds;
mod selection;
pub mod suite;
mod target;
mod threads;
mod view;
mod workspace;

pub use check::{Assumption, CheckJob, Inputs, check};
pub use invariants::invariants;
pub use mutate::{MutateJob, mutate};
pub use natives::natives;
pub use prove::{ProveJob, ProveProperty, Technique, prove};
pub use reach::{GuideMode, ReachJob, StartValue, Strategy, reach};
pub use selection::{ClassPattern, Selection};
pub use suite::{Criterion, SuiteJob, suite};
pub use target::TargetSpec;
pub use view::Shown;

use crate::exec::Limits;
use crate::report::{CacheCheck, CacheStatistics, JobError, Problem, Progress, Report, SummaryView};
use crate::run::Run;
use crate::store::Store;
use crate::term::Arithmetic;
use std::path::{Path, PathBuf};
use std::time::Duration;
use workspace::Workspace;

/// Where the classes of the JDK come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JdkSource {
    /// The JDK of `JAVA_HOME`, else of the `java` on the `PATH`; if there is neither, none.
    Found,
    /// The JDK of this folder.
    Folder(PathBuf),
    /// Nowhere: calls of its methods go to the models or stop.
    None,
}

/// What to analyse and how.
#[derive(Clone, Debug)]
pub struct Job {
    /// The classes to answer for: directories, class files, jars.
    pub paths: Vec<PathBuf>,
    /// The classes that these use: directories, class files, jars, `directory/*` for all its jars.
    pub class_path: Vec<PathBuf>,
    /// Where the classes of the JDK come from.
    pub jdk: JdkSource,
    /// Which classes of the paths.
    pub selection: Selection,
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
    /// Memory that the whole job may use, in bytes.
    pub memory: Option<u64>,
    /// Worker threads.
    pub jobs: usize,
    /// The cache folder; none for no cache.
    pub cache: Option<PathBuf>,
}

impl Default for Job {
    fn default() -> Self {
        Job {
            paths: Vec::new(),
            class_path: Vec::new(),
            jdk: JdkSource::Found,
            selection: Selection::default(),
            method: None,
            arithmetic: Arithmetic::Java,
            inline: false,
            limits: Limits { loop_bound: 3, depth: 10_000, array_length: 64, recursion: 3, path_steps: 1_000_000 },
            max_cases: 50_000,
            timeout: Some(Duration::from_secs(60)),
            memory: None,
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
    let run = Run::begin(job.timeout, job.memory);
    let workspace = Workspace::open(job)?;
    let engine = workspace.engine(job, run.deadline())?;
    let selected = workspace.select(job)?;
    Ok(engine.run(&selected, progress, workspace.problems.clone(), None))
}

/// What is asked for of the summaries of the methods that a job selects.
///
/// # Errors
/// As [`summarize`].
pub fn show(job: &Job, shown: Shown, progress: &dyn Progress) -> Result<(Vec<SummaryView>, Report), JobError> {
    let run = Run::begin(job.timeout, job.memory);
    let workspace = Workspace::open(job)?;
    let engine = workspace.engine(job, run.deadline())?;
    let selected = workspace.select(job)?;
    let mut views = Vec::new();
    let mut visit = |method, summary: &crate::summary::Summary| {
        views.extend(view::summary_view(&engine, method, summary, shown));
    };
    let report = engine.run(&selected, progress, workspace.problems.clone(), Some(&mut visit));
    Ok((views, report))
}

/// What a cache folder holds. A folder that does not exist holds nothing; it is not created.
///
/// # Errors
/// When the folder cannot be used as a cache.
pub fn cache_stats(folder: &Path) -> Result<CacheStatistics, JobError> {
    let Some(store) = existing_store(folder)? else { return Ok(CacheStatistics { entries: 0, bytes: 0 }) };
    let statistics = store.statistics().map_err(|error| JobError::Cache(error.to_string()))?;
    Ok(CacheStatistics { entries: statistics.entries, bytes: statistics.bytes })
}

/// Reads every entry of a cache folder, and removes what killed processes left half-written.
///
/// # Errors
/// As [`cache_stats`]; damaged entries are in the result.
pub fn cache_verify(folder: &Path) -> Result<CacheCheck, JobError> {
    let Some(store) = existing_store(folder)? else { return Ok(CacheCheck { entries: 0, damaged: Vec::new() }) };
    let verification = store.verify().map_err(|error| JobError::Cache(error.to_string()))?;
    let mut damaged: Vec<Problem> = verification
        .damaged
        .iter()
        .map(|entry| Problem {
            origin: entry.path.display().to_string(),
            message: entry.reason.to_string(),
            is_input: false,
        })
        .collect();
    damaged.sort_by(|left, right| left.origin.cmp(&right.origin));
    Ok(CacheCheck { entries: verification.checked, damaged })
}

/// Removes every entry of a cache folder, and nothing else; tells how many there were.
///
/// # Errors
/// As [`cache_stats`].
pub fn cache_clear(folder: &Path) -> Result<u64, JobError> {
    match existing_store(folder)? {
        None => Ok(0),
        Some(store) => store.clear().map_err(|error| JobError::Cache(error.to_string())),
    }
}

fn existing_store(folder: &Path) -> Result<Option<Store>, JobError> {
    if !folder.exists() {
        return Ok(None);
    }
    Store::open(folder).map(Some).map_err(|error| JobError::Cache(error.to_string()))
}
