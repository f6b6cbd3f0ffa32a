//! Where results are kept: the folder of a job, the cache on other machines behind it, and what `casewise cache` does with both.

use super::Job;
use crate::report::{CacheCheck, CacheStatistics, JobError, Problem};
use crate::store::{self, Remote, RemoteStatistics, RemoteUrl, Secret, Store};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Where results are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachePlace {
    /// The folder, which comes first.
    pub folder: PathBuf,
    /// The cache on other machines that is behind it.
    pub remote: Option<RemoteUrl>,
}

/// What is to be told at the end of the run, once.
static NOTES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Sends what is left to send to caches on other machines. What went wrong there: no answer depends on it, so no report has it.
pub fn close_remote_caches() -> Vec<String> {
    let mut lines = std::mem::take(&mut *NOTES.lock().unwrap_or_else(PoisonError::into_inner));
    lines.extend(store::close_remotes());
    lines.dedup();
    lines
}

/// The store of a job, where it has a cache.
///
/// # Errors
/// When the folder cannot be used as a cache, or there is no secret to sign its entries with.
pub(crate) fn open_store(job: &Job) -> Result<Option<Store>, JobError> {
    let Some(folder) = &job.cache else { return Ok(None) };
    let place = CachePlace { folder: folder.clone(), remote: job.remote_cache.clone() };
    store_at(&place, job.trusts_cache).map(Some)
}

/// The store in a folder, in which entries that others have written are believed or not.
fn store_in(folder: &Path, believes_others: bool) -> Result<Store, JobError> {
    let store = Store::open(folder).map_err(|error| JobError::Cache(error.to_string()))?;
    Ok(if believes_others { store.believing_others() } else { store })
}

/// The store of a place, in which entries that others have written are believed or not.
///
/// # Errors
/// When the folder cannot be used as a cache, or the URL says too little.
pub(super) fn store_at(place: &CachePlace, believes_others: bool) -> Result<Store, JobError> {
    let store = store_in(&place.folder, believes_others)?;
    let Some(url) = &place.remote else { return Ok(store) };
    if let Some(why) = useless(believes_others) {
        let mut notes = NOTES.lock().unwrap_or_else(PoisonError::into_inner);
        notes.push(format!("{url}: {why}; nothing is asked of it"));
        return Ok(store);
    }
    store.before(url).map_err(JobError::Cache)
}

/// Begins to ask a cache on other machines which entries it has, while there is other work. What is wrong is told by whoever needs it.
pub(super) fn ask_early(job: &Job) {
    let url = job.remote_cache.as_ref().filter(|_| job.cache.is_some() && useless(job.trusts_cache).is_none());
    if let Some(Ok(remote)) = url.map(|url| Remote::of_process(url, job.trusts_cache)) {
        remote.begin();
    }
}

/// Why machines that share a cache would believe nothing of each other.
fn useless(believes_others: bool) -> Option<String> {
    let is_useful = believes_others || Secret::is_shared();
    (!is_useful).then(|| format!("{} is not set, the secret of those who share a cache", store::SHARED_SECRET))
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

/// How many entries have gone from one cache to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transferred(pub u64);

/// Sends the entries of a folder to the cache on other machines that has not got them.
///
/// # Errors
/// When the folder cannot be used, or the service does not take them.
pub fn cache_push(place: &CachePlace, believes_others: bool) -> Result<Transferred, JobError> {
    both(place, believes_others, Remote::push)
}

/// Brings the entries of a cache on other machines into a folder that has not got them.
///
/// # Errors
/// When the folder cannot be used, or the service does not give them.
pub fn cache_pull(place: &CachePlace, believes_others: bool) -> Result<Transferred, JobError> {
    both(place, believes_others, Remote::pull)
}

fn both(
    place: &CachePlace,
    believes_others: bool,
    transfer: impl Fn(&Remote, &Store) -> Result<u64, String>,
) -> Result<Transferred, JobError> {
    let Some(url) = &place.remote else {
        return Err(JobError::Cache("no cache on other machines is named: --cache URL".into()));
    };
    if let Some(why) = useless(believes_others) {
        return Err(JobError::Cache(format!("{url}: {why}")));
    }
    let store = store_in(&place.folder, believes_others)?;
    let behind = store.clone().before(url).map_err(JobError::Cache)?;
    let Some(remote) = behind.remote() else { return Ok(Transferred(0)) };
    transfer(remote, &store).map(Transferred).map_err(JobError::Cache)
}

/// Removes the entries of a folder that were of no use for longest, until the others have no more than so many bytes; how many, and what
/// is left.
///
/// # Errors
/// As [`cache_stats`].
pub fn cache_collect(folder: &Path, most: u64) -> Result<(u64, CacheStatistics), JobError> {
    let Some(store) = existing_store(folder, false)? else { return Ok((0, CacheStatistics::default())) };
    let left = store.collect(most).map_err(|error| JobError::Cache(error.to_string()))?;
    Ok((left.removed, CacheStatistics { entries: left.entries, bytes: left.bytes }))
}

fn remote(url: &RemoteUrl) -> Result<Remote, JobError> {
    Remote::of_process(url, false).map_err(JobError::Cache)
}

/// What a cache on other machines holds.
///
/// # Errors
/// When the service does not say.
pub fn remote_stats(url: &RemoteUrl) -> Result<RemoteStatistics, JobError> {
    remote(url)?.statistics().map_err(JobError::Cache)
}

/// Reads every entry of a cache on other machines.
///
/// # Errors
/// When the service does not give them; damaged packs are in the result.
pub fn remote_verify(url: &RemoteUrl) -> Result<CacheCheck, JobError> {
    let verification = remote(url)?.verify().map_err(JobError::Cache)?;
    let problem = |pack| Problem { origin: url.to_string(), message: format!("damaged: {pack}"), is_input: false };
    let damaged = verification.damaged.into_iter().map(problem).collect();
    Ok(CacheCheck { entries: verification.checked, foreign: verification.foreign, damaged })
}

/// Removes everything of a cache on other machines; how many entries there were.
///
/// # Errors
/// When the service does not do it.
pub fn remote_clear(url: &RemoteUrl) -> Result<u64, JobError> {
    remote(url)?.clear().map_err(JobError::Cache)
}

/// As [`cache_collect`], of a cache on other machines; there, whole packs go.
///
/// # Errors
/// When the service does not do it.
pub fn remote_collect(url: &RemoteUrl, most: u64) -> Result<(u64, CacheStatistics), JobError> {
    let left = remote(url)?.collect(most).map_err(JobError::Cache)?;
    Ok((left.removed, CacheStatistics { entries: left.entries, bytes: left.bytes }))
}
