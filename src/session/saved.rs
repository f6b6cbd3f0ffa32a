//! Builds that are kept in a cache under a name, for later ones to be compared with.

use super::cache::{CachePlace, store_at};
use crate::report::JobError;
use crate::run::TemporaryFolder;
use crate::store::{Key, Store, decode, encode};
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// A build as it is kept: its files by their names below a folder.
#[derive(Serialize, Deserialize)]
struct Saved {
    files: Vec<(String, Vec<u8>)>,
}

/// Begins what keys are made of; its number changes when what is kept does.
const WHAT: &[u8] = b"casewise build 1\n";

fn key(name: &str) -> Key {
    let mut hasher = blake3::Hasher::new();
    hasher.update(WHAT);
    hasher.update(name.as_bytes());
    Key(*hasher.finalize().as_bytes())
}

/// Keeps a build, a folder or a single file, in a cache folder under a name, in place of one that may be there.
///
/// # Errors
/// When the build cannot be read, or the folder is none to keep anything in.
pub fn save_build(cache: &CachePlace, name: &str, build: &Path) -> Result<(), JobError> {
    let refuse = |path: &Path, error: std::io::Error| JobError::Input(format!("{}: {error}", path.display()));
    let mut files = Vec::new();
    if build.is_dir() {
        let mut waiting = vec![build.to_owned()];
        while let Some(folder) = waiting.pop() {
            for entry in fs::read_dir(&folder).map_err(|error| refuse(&folder, error))? {
                let path = entry.map_err(|error| refuse(&folder, error))?.path();
                if path.is_dir() && !path.is_symlink() {
                    waiting.push(path);
                } else if path.is_file()
                    && let Ok(below) = path.strip_prefix(build)
                {
                    let bytes = fs::read(&path).map_err(|error| refuse(&path, error))?;
                    files.push((below.to_string_lossy().into_owned(), bytes));
                }
            }
        }
        files.sort_unstable();
    } else {
        let bytes = fs::read(build).map_err(|error| refuse(build, error))?;
        let name = build.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        files.push((name, bytes));
    }
    let store = open(cache)?;
    let bytes = encode(&Saved { files }).map_err(|error| JobError::Input(format!("{}: {error}", build.display())))?;
    store.put(&key(name), &bytes).map_err(|error| JobError::Cache(error.to_string()))
}

/// A build that is kept in a cache folder under a name, in a folder of its own, with where it is there.
///
/// # Errors
/// When there is none of that name, or it cannot be used.
pub fn saved_build(cache: &CachePlace, name: &str) -> Result<(TemporaryFolder, PathBuf), JobError> {
    let entry = if cache.folder.is_dir() || cache.remote.is_some() { open(cache)?.get(&key(name)) } else { Ok(None) };
    let entry = entry.map_err(|damaged| JobError::Cache(format!("{}: {}", damaged.path.display(), damaged.reason)))?;
    let none = || {
        JobError::Input(format!("{}: no build is kept there as `{name}` (--save-as keeps one)", cache.folder.display()))
    };
    let saved: Saved =
        decode(&entry.ok_or_else(none)?).map_err(|error| JobError::Cache(format!("`{name}`: {error}")))?;
    let folder = TemporaryFolder::new().map_err(|error| JobError::Input(format!("no folder for `{name}`: {error}")))?;
    for (file, bytes) in &saved.files {
        let file = Path::new(file);
        // Nothing is put anywhere else.
        if !file.components().all(|component| matches!(component, Component::Normal(_))) {
            continue;
        }
        let path = folder.path().join(file);
        let done = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, bytes));
        done.map_err(|error| JobError::Input(format!("{}: {error}", path.display())))?;
    }
    let single = match saved.files.as_slice() {
        [(file, _)] => folder.path().join(file),
        _ => folder.path().to_owned(),
    };
    let is_archive = single.is_file() && single.extension().is_some_and(|extension| extension != "class");
    let path = if is_archive { single } else { folder.path().to_owned() };
    Ok((folder, path))
}

fn open(cache: &CachePlace) -> Result<Store, JobError> {
    store_at(cache, false)
}
