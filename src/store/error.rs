//! What can go wrong with the store as a whole, and with one entry.

use super::key::Key;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The store could not do what it was asked to; says why in one line.
#[derive(Debug)]
pub struct StoreError {
    attempt: &'static str,
    path: PathBuf,
    cause: io::Error,
}

impl StoreError {
    /// What was attempted, on which path, and how it failed.
    pub(super) fn new(attempt: &'static str, path: &Path, cause: io::Error) -> Self {
        StoreError { attempt, path: path.to_owned(), cause }
    }

    /// The path that it failed on.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The kind of the input or output error behind it.
    pub fn kind(&self) -> io::ErrorKind {
        self.cause.kind()
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}: {}", self.attempt, one_line(&self.path), self.cause)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

/// An entry that is there but cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedEntry {
    /// The key that was asked for.
    pub key: Key,
    /// The file of the entry.
    pub path: PathBuf,
    /// What is wrong with it.
    pub reason: DamageReason,
}

impl DamagedEntry {
    /// Whether the entry is no damage but the work of somebody else.
    pub fn is_foreign(&self) -> bool {
        self.reason == DamageReason::Foreign
    }

    /// Whether the entry is no damage but the work of a version with another format.
    pub fn is_outdated(&self) -> bool {
        matches!(self.reason, DamageReason::Outdated { .. })
    }
}

/// What is wrong with an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DamageReason {
    /// Written in another version of the format, older or newer.
    Outdated {
        /// The version it was written in.
        found: u32,
    },
    /// Does not begin as an entry does.
    NotAnEntry,
    /// An entry of another key, renamed or copied.
    OtherKey {
        /// The key it was written for.
        found: Key,
    },
    /// Ends before its header or its payload does.
    Truncated {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// Goes on after its payload.
    TrailingBytes {
        /// How many bytes it should have.
        expected: u64,
        /// How many it has.
        found: u64,
    },
    /// Claims a payload that no entry may have.
    TooLong {
        /// The claimed length of the payload.
        claimed: u64,
    },
    /// The payload is not the one that was written.
    WrongChecksum,
    /// Somebody else has written it, and nobody has said that others are to be believed.
    Foreign,
    /// The file cannot be read.
    Unreadable {
        /// The system's words.
        message: String,
    },
}

impl fmt::Display for DamageReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DamageReason::Outdated { found } => write!(formatter, "written in format version {found}"),
            DamageReason::NotAnEntry => formatter.write_str("not a cache entry"),
            DamageReason::OtherKey { found } => write!(formatter, "written for another key, {found}"),
            DamageReason::Truncated { expected, found } => {
                write!(formatter, "truncated: {found} bytes instead of {expected}")
            }
            DamageReason::TrailingBytes { expected, found } => {
                write!(formatter, "trailing bytes: {found} bytes instead of {expected}")
            }
            DamageReason::TooLong { claimed } => write!(formatter, "claims an absurd length of {claimed} bytes"),
            DamageReason::Foreign => formatter.write_str("written by somebody else"),
            DamageReason::WrongChecksum => formatter.write_str("wrong checksum"),
            DamageReason::Unreadable { message } => write!(formatter, "cannot be read: {message}"),
        }
    }
}

impl fmt::Display for DamagedEntry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "cache entry {}: {}", one_line(&self.path), self.reason)
    }
}

impl std::error::Error for DamagedEntry {}

/// A path without line breaks and other control characters.
fn one_line(path: &Path) -> String {
    path.to_string_lossy().chars().map(|character| if character.is_control() { '?' } else { character }).collect()
}
