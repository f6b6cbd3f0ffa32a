//! Temporary folders of a run: removed when they go, also when the program exits at once, and whatever the code under analysis
//! has made of them.

use super::lock;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Those that are there.
static FOLDERS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A temporary folder, removed when this goes.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    /// Makes one.
    ///
    /// # Errors
    /// When the system does not let it be made.
    pub fn new() -> io::Result<TemporaryFolder> {
        let mut folders = lock(&FOLDERS);
        let path = tempfile::Builder::new().prefix("casewise-").tempdir()?.keep();
        folders.insert(path.clone());
        Ok(TemporaryFolder(path))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        remove(&self.0);
        lock(&FOLDERS).remove(&self.0);
    }
}

/// Removes all of them.
pub(super) fn remove_all() {
    for folder in std::mem::take(&mut *lock(&FOLDERS)) {
        remove(&folder);
    }
}

/// Removes a folder with all that is in it, as far as the system allows: also folders that nobody may list, and as many in each
/// other as no path can name.
fn remove(folder: &Path) {
    // Folders in folders are moved up, so that no path becomes long, and no recursion deep.
    let mut moved: u64 = 0;
    let mut before = None;
    while let Some(found) = list(folder) {
        // What cannot be removed is left.
        if found.is_empty() || before.as_ref() == Some(&found) {
            break;
        }
        for inner in &found {
            for item in list(inner).unwrap_or_default() {
                open(&item);
                let up = folder.join(format!("moved-{moved}"));
                moved += 1;
                let _ = fs::remove_file(&item).or_else(|_| fs::rename(&item, up));
            }
            let _ = fs::remove_dir(inner).or_else(|_| fs::remove_file(inner));
        }
        before = Some(found);
    }
    let _ = fs::remove_dir(folder);
}

/// What is in a folder; none where it is no folder, or may not be listed.
fn list(folder: &Path) -> Option<Vec<PathBuf>> {
    if !fs::symlink_metadata(folder).ok()?.is_dir() {
        return None;
    }
    open(folder);
    Some(fs::read_dir(folder).ok()?.flatten().map(|item| item.path()).collect())
}

/// Lets this user do everything with a folder.
fn open(path: &Path) {
    #[cfg(unix)]
    if fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir()) {
        // Where it is not this user's it stays as it is.
        let _ = fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_folder_goes_whatever_is_in_it() {
        let folder = TemporaryFolder::new().unwrap();
        let path = folder.path().to_owned();
        let mut deep = path.join("a");
        fs::create_dir(&deep).unwrap();
        // As deep as paths allow, and then deeper, by moving what is there down.
        for _ in 0..20 {
            let inside = path.join("b");
            fs::create_dir(&inside).unwrap();
            let down = (0..150).fold(inside.clone(), |folder, _| folder.join("folder-in-folder"));
            fs::create_dir_all(&down).unwrap();
            fs::write(down.join("file"), "x").unwrap();
            fs::rename(&deep, down.join("a")).unwrap();
            fs::rename(&inside, &deep).unwrap();
        }
        deep = path.join("a");
        fs::set_permissions(&deep, std::os::unix::fs::PermissionsExt::from_mode(0o300)).unwrap();
        drop(folder);
        assert!(!path.exists());
    }
}
