//! One job: what it is asked, its classes, its threads, its rounds, its cache, and what is found out once in it for all its methods.

mod cache;
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

pub use crate::store::RemoteUrl;
pub use cache::{
    CachePlace, Transferred, cache_clear, cache_collect, cache_pull, cache_push, cache_stats, cache_verify,
    close_remote_caches, remote_clear, remote_collect, remote_stats, remote_verify,
};
pub(crate) use cache::{open_store, told_of_store};
pub use saved::{save_build, saved_build};
pub use selection::{ClassPattern, Selection};
pub use shard::ShardOf;

use crate::exec::Limits;
use crate::run::Isolation;
use crate::term::Arithmetic;
use std::path::PathBuf;
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
    /// The cache on other machines that is behind the folder; none without a folder.
    pub remote_cache: Option<RemoteUrl>,
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
            remote_cache: None,
            trusts_cache: false,
        }
    }
}

impl Job {
    /// The job with its results kept there, or nowhere.
    #[must_use]
    pub fn kept_in(self, place: Option<CachePlace>) -> Job {
        let (cache, remote_cache) = place.map_or((None, None), |place| (Some(place.folder), place.remote));
        Job { cache, remote_cache, ..self }
    }
}
