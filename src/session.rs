//! One job: what it is asked, its classes, its threads, its rounds, its cache, and what is found out once in it for all its methods.

pub(crate) mod cached;
pub(crate) mod callees_first;
pub(crate) mod invariants;
pub(crate) mod kept;
mod once;
pub(crate) mod rounds;
mod saved;
pub(crate) mod selection;
pub(crate) mod shard;
pub(crate) mod threads;
pub(crate) mod workspace;

pub use saved::{save_build, saved_build};
pub use selection::{ClassPattern, Selection};
pub use shard::ShardOf;

use crate::exec::Limits;
use crate::report::{CacheCheck, CacheStatistics, JobError, Problem};
use crate::run::Isolation;
use crate::store::Store;
use crate::term::Arithmetic;
use std::path::{Path, PathBuf};
use std::time::Duration;

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
    /// Which part of it, where several processes share it; none for all.
    pub shard: Option<ShardOf>,
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
    /// How inputs and tests are executed, where any are; none for the best way that the system has.
    pub isolation: Option<Isolation>,
    /// Worker threads.
    pub jobs: usize,
    /// The cache folder; none for no cache.
    pub cache: Option<PathBuf>,
    /// Whether entries of the cache are believed that others have written.
    pub trusts_cache: bool,
}

impl Default for Job {
    fn default() -> Self {
        Job {
            paths: Vec::new(),
            class_path: Vec::new(),
            jdk: JdkSource::Found,
            selection: Selection::default(),
            method: None,
            shard: None,
            arithmetic: Arithmetic::Java,
            inline: false,
            limits: Limits { loop_bound: 3, depth: 10_000, array_length: 64, recursion: 3, path_steps: 1_000_000 },
            max_cases: 50_000,
            timeout: Some(Duration::from_secs(60)),
            memory: None,
            isolation: None,
            jobs: 1,
            cache: None,
            trusts_cache: false,
        }
    }
}

/// The store of a job, where it has a cache.
///
/// # Errors
/// When the folder cannot be used as a cache, or there is no secret to sign its entries with.
pub(crate) fn open_store(job: &Job) -> Result<Option<Store>, JobError> {
    job.cache.as_deref().map(|folder| store_in(folder, job.trusts_cache)).transpose()
}

/// The store in a folder, in which entries that others have written are believed or not.
fn store_in(folder: &Path, believes_others: bool) -> Result<Store, JobError> {
    let store = Store::open(folder).map_err(|error| JobError::Cache(error.to_string()))?;
    Ok(if believes_others { store.believing_others() } else { store })
}

/// What whoever reads a report should know of a store: that it holds what others have written, which was made anew, and that its
/// entries serve no other run.
pub(crate) fn told_of_store(store: &Store) -> impl Iterator<Item = Problem> + use<> {
    let entries = match store.foreign() {
        0 => None,
        1 => Some("1 entry that was met is".to_owned()),
        count => Some(format!("{count} entries that were met are")),
    };
    let foreign = entries.map(|entries| format!("{entries} somebody else's: made anew (--trust-cache believes them)"));
    let unkept = store.unkept().map(|why| format!("what is kept serves no other run, for want of a secret: {why}"));
    let origin = store.folder().display().to_string();
    let problem = move |message| Problem { origin: origin.clone(), message, is_input: false };
    foreign.into_iter().chain(unkept).map(problem)
}

/// What a cache folder holds. A folder that does not exist holds nothing; it is not created.
///
/// # Errors
/// When the folder cannot be used as a cache.
pub fn cache_stats(folder: &Path) -> Result<CacheStatistics, JobError> {
    let Some(store) = existing_store(folder, false)? else { return Ok(CacheStatistics { entries: 0, bytes: 0 }) };
    let statistics = store.statistics().map_err(|error| JobError::Cache(error.to_string()))?;
    Ok(CacheStatistics { entries: statistics.entries, bytes: statistics.bytes })
}

/// Reads every entry of a cache folder, and removes what killed processes left half-written.
///
/// # Errors
/// As [`cache_stats`]; damaged entries are in the result.
pub fn cache_verify(folder: &Path, believes_others: bool) -> Result<CacheCheck, JobError> {
    let Some(store) = existing_store(folder, believes_others)? else { return Ok(CacheCheck::default()) };
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
    Ok(CacheCheck { entries: verification.checked, foreign: verification.foreign, damaged })
}

/// Removes every entry of a cache folder, and nothing else; tells how many there were.
///
/// # Errors
/// As [`cache_stats`].
pub fn cache_clear(folder: &Path) -> Result<u64, JobError> {
    match existing_store(folder, false)? {
        None => Ok(0),
        Some(store) => store.clear().map_err(|error| JobError::Cache(error.to_string())),
    }
}

fn existing_store(folder: &Path, believes_others: bool) -> Result<Option<Store>, JobError> {
    folder.exists().then(|| store_in(folder, believes_others)).transpose()
}
