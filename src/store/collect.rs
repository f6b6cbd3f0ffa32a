//! To make a folder smaller: the entries that were of no use for longest go first.

use super::error::StoreError;
use super::files::remove_file;
use crate::store::Store;
use std::fs;
use std::time::SystemTime;

/// What is left, and what was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Collected {
    /// How many entries were removed.
    pub removed: u64,
    /// How many there are now.
    pub entries: u64,
    /// How many bytes these have.
    pub bytes: u64,
}

impl Store {
    /// Removes entries until the others have no more than so many bytes: first those that were written, or last read, longest ago, to
    /// the day; among those of one moment in the order of their keys. What another process writes meanwhile stays.
    ///
    /// # Errors
    /// When the folder cannot be listed, or an entry cannot be removed.
    pub fn collect(&self, most: u64) -> Result<Collected, StoreError> {
        let mut entries: Vec<_> = self
            .content()?
            .entries
            .into_iter()
            .filter_map(|(key, path)| {
                let metadata = fs::symlink_metadata(&path).ok()?;
                Some((metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH), key, path, metadata.len()))
            })
            .collect();
        entries.sort_unstable();
        let mut left = Collected {
            removed: 0,
            entries: entries.len() as u64,
            bytes: entries.iter().map(|(.., length)| length).sum(),
        };
        for (_, _, path, length) in &entries {
            if left.bytes <= most {
                break;
            }
            let removed = remove_file(path);
            removed.map_err(|cause| StoreError::new("cannot remove the cache entry", path, cause))?;
            left = Collected { removed: left.removed + 1, entries: left.entries - 1, bytes: left.bytes - length };
        }
        Ok(left)
    }
}
