//! Instead of `remote/` where casewise is built without it: there is no cache on other machines.

use super::collect::Collected;
use super::entry::Believed;
use super::folder::Store;
use super::key::Key;
use super::secret::Secret;
use super::url::RemoteUrl;

/// A cache on other machines: none.
#[derive(Clone, Debug)]
pub enum Remote {}

/// What a cache on other machines holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoteStatistics {
    /// How many packs of entries there are.
    pub packs: u64,
    /// How many entries these have together.
    pub entries: u64,
    /// How many bytes they have.
    pub bytes: u64,
}

/// What reading every entry has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteVerification {
    /// How many entries were read, damaged ones included.
    pub checked: u64,
    /// How many others somebody else has written.
    pub foreign: u64,
    /// The packs in which something is damaged.
    pub damaged: Vec<String>,
}

/// Nothing is to be told.
pub fn close_remotes() -> Vec<String> {
    Vec::new()
}

impl Remote {
    pub(super) fn open(url: &RemoteUrl, _: (Secret, Believed)) -> Result<Remote, String> {
        Remote::of_process(url, false)
    }

    /// Fails.
    ///
    /// # Errors
    /// Always: a URL is refused before.
    pub fn of_process(url: &RemoteUrl, _: bool) -> Result<Remote, String> {
        Err(format!("{url}: not in this casewise"))
    }

    /// Begins nothing.
    pub fn begin(&self) {
        match *self {}
    }

    pub(super) fn fetch(&self, _: &Key, _: &Store) -> bool {
        match *self {}
    }

    pub(super) fn send(&self, _: &[u8], _: &[u8]) {
        match *self {}
    }

    /// How much there is.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn statistics(&self) -> Result<RemoteStatistics, String> {
        match *self {}
    }

    /// Sends the entries of a folder.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn push(&self, _: &Store) -> Result<u64, String> {
        match *self {}
    }

    /// Brings all entries into a folder.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn pull(&self, _: &Store) -> Result<u64, String> {
        match *self {}
    }

    /// Removes everything.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn clear(&self) -> Result<u64, String> {
        match *self {}
    }

    /// Reads every entry.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn verify(&self) -> Result<RemoteVerification, String> {
        match *self {}
    }

    /// Makes it smaller.
    ///
    /// # Errors
    /// Never: there is none.
    pub fn collect(&self, _: u64) -> Result<Collected, String> {
        match *self {}
    }
}
