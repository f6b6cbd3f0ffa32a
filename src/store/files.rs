//! The files of a store's folder: what is one, and how one is made, noted as used and removed.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;

const TEMPORARY_PREFIX: &str = ".writing-";
const TEMPORARY_LETTERS: usize = 12;

/// What is at a path, symbolic links not followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Folder,
    Other,
}

impl From<fs::FileType> for Kind {
    fn from(file_type: fs::FileType) -> Self {
        if file_type.is_file() {
            Kind::File
        } else if file_type.is_dir() {
            Kind::Folder
        } else {
            Kind::Other
        }
    }
}

/// What is at a path, if anything is.
pub(super) fn kind_of(path: &Path) -> io::Result<Option<Kind>> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(Some(metadata.file_type().into())),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether an error says that there is no such file.
pub(super) fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

pub(super) fn is_shard_name(name: &str) -> bool {
    name.len() == 2 && name.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
}

pub(super) fn is_temporary_name(name: &str) -> bool {
    name.strip_prefix(TEMPORARY_PREFIX).is_some_and(|rest| {
        rest.len() == TEMPORARY_LETTERS && rest.bytes().all(|letter| letter.is_ascii_alphanumeric())
    })
}

/// A new file to write to, removed when dropped; readable by whom the process lets read what it writes.
pub(super) fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).rand_bytes(TEMPORARY_LETTERS);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder).map_err(|error| without_path(&error))
}

/// The system's error alone: the path is named by [`StoreError`].
fn without_path(error: &io::Error) -> io::Error {
    error.kind().into()
}

/// Removes a file; whether it was there.
pub(super) fn remove_file(path: &Path) -> io::Result<bool> {
    match fs::remove_file(path) {
        Ok(()) => Ok(true),
        Err(error) if is_absent(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// An entry that was read is noted as of use by its time of change, once in so long.
const USE_NOTED: Duration = Duration::from_secs(86_400);

/// Notes that an entry is of use: it is removed later than others. Where that cannot be noted, it is not.
pub(super) fn note_use(file: &File, metadata: &fs::Metadata) {
    if metadata.modified().is_ok_and(|at| at.elapsed().is_ok_and(|age| age > USE_NOTED)) {
        let _ = file.set_modified(SystemTime::now());
    }
}
