//! What a class path has beside its classes: files that code asks for by their paths.

use super::class_path::read_limited;
use blake3::Hasher;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use zip::ZipArchive;

/// A folder with more than this beside its classes is not looked into: files, bytes.
const MOST_FILES: usize = 2_000;
const MOST_BYTES: u64 = 16 << 20;
/// What was found is kept for so many paths, and where it has no more bytes than this.
const MOST_KEPT: usize = 1_000;
const MOST_KEPT_BYTES: usize = 64 << 10;
/// Where a jar has what is for newer releases of Java.
const VERSIONS_FOLDER: &str = "META-INF/versions/";

/// The entries of a class path in their order, jars and folders.
#[derive(Debug)]
pub struct Resources {
    roots: Vec<PathBuf>,
    /// What tells what they have from anything else, once somebody has asked; none where that is not known.
    told: OnceLock<Option<String>>,
    /// What was found under paths that were asked for: initialisers ask for the same again and again.
    found: Mutex<HashMap<String, Option<Arc<[u8]>>>>,
}

impl Resources {
    /// Those of these entries.
    pub fn new(roots: Vec<PathBuf>) -> Resources {
        Resources { roots, told: OnceLock::new(), found: Mutex::default() }
    }

    /// What the first entry has that has something of a path; none where no entry has, or that is not known.
    pub fn find(&self, path: &str) -> Option<Vec<u8>> {
        let is_plain =
            |part: &str| !matches!(part, "" | "." | "..") && part.bytes().all(|byte| byte.is_ascii_graphic());
        if !path.split('/').all(is_plain) || path.contains('\\') || path.ends_with(".class") {
            return None;
        }
        self.told()?;
        let kept = || self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = kept().get(path) {
            return known.as_ref().map(|content| content.to_vec());
        }
        let found = self.look_for(path);
        let mut kept = kept();
        if kept.len() < MOST_KEPT && found.as_ref().is_none_or(|content| content.len() <= MOST_KEPT_BYTES) {
            kept.insert(path.to_owned(), found.as_deref().map(Arc::from));
        }
        found
    }

    fn look_for(&self, path: &str) -> Option<Vec<u8>> {
        for root in &self.roots {
            if root.is_dir() {
                let file = root.join(path);
                if file.exists() {
                    return if file.is_file() { read_limited(File::open(file).ok()?).ok()? } else { None };
                }
                continue;
            }
            let mut archive = ZipArchive::new(BufReader::new(File::open(root).ok()?)).ok()?;
            let is_newer = |name: &str| {
                let version = name.strip_prefix(VERSIONS_FOLDER).and_then(|rest| rest.split_once('/'));
                version.is_some_and(|(_, rest)| rest == path)
            };
            if archive.file_names().any(|name| name.is_ok_and(|name| is_newer(&name))) {
                return None;
            }
            if archive.index_for_name(path).is_some() {
                return read_limited(archive.by_name(path).ok()?).ok()?;
            }
        }
        None
    }

    /// What tells what there is from anything else; none where that is not known, and so nothing is found.
    pub fn told(&self) -> Option<&str> {
        let told = self.told.get_or_init(|| {
            let mut hasher = Hasher::new();
            self.roots.iter().try_for_each(|root| tell(root, &mut hasher))?;
            Some(hasher.finalize().to_hex().to_string())
        });
        told.as_deref()
    }
}

/// Tells of all that an entry has beside its classes.
fn tell(root: &Path, hasher: &mut Hasher) -> Option<()> {
    let mut all: Vec<(String, u64, Vec<u8>)> = Vec::new();
    if root.is_dir() {
        files(root, root, &mut all, &mut 0)?;
    } else {
        let mut archive = ZipArchive::new(BufReader::new(File::open(root).ok()?)).ok()?;
        for position in 0..archive.len() {
            let entry = archive.by_index_raw(position).ok()?;
            let name = entry.name().ok()?.into_owned();
            if !name.ends_with(".class") {
                all.push((name, entry.size(), entry.crc32().to_le_bytes().to_vec()));
            }
        }
    }
    all.sort_unstable();
    for (name, size, content) in all {
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name.as_bytes());
        hasher.update(&size.to_le_bytes());
        hasher.update(&content);
    }
    hasher.update(&u64::MAX.to_le_bytes());
    Some(())
}

/// Gathers what a folder has beside classes, and its bytes; none where that is too much, or where links lead elsewhere.
fn files(root: &Path, folder: &Path, all: &mut Vec<(String, u64, Vec<u8>)>, bytes: &mut u64) -> Option<()> {
    for child in fs::read_dir(folder).ok()? {
        let child = child.ok()?.path();
        let metadata = fs::symlink_metadata(&child).ok()?;
        if metadata.is_symlink() {
            return None;
        }
        if metadata.is_dir() {
            files(root, &child, all, bytes)?;
        } else if child.extension().is_none_or(|extension| extension != "class") {
            *bytes = bytes.saturating_add(metadata.len());
            if all.len() >= MOST_FILES || *bytes > MOST_BYTES {
                return None;
            }
            let name = child.strip_prefix(root).unwrap_or(&child).display().to_string();
            let content = fs::read(&child).ok()?;
            all.push((name, metadata.len(), blake3::hash(&content).as_bytes().to_vec()));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_folder_has_is_found_by_its_path_and_told_from_anything_else() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("a")).expect("a folder");
        fs::write(folder.path().join("a/b.txt"), "one").expect("a file");
        let found = || Resources::new(vec![folder.path().to_owned()]);
        assert_eq!(found().find("a/b.txt"), Some(b"one".to_vec()));
        for path in ["a", "b.txt", "/a/b.txt", "a/../a/b.txt", ""] {
            assert_eq!(found().find(path), None, "{path}");
        }
        let before = found().told().map(str::to_owned);
        fs::write(folder.path().join("a/b.txt"), "two").expect("a file");
        assert_ne!(found().told().map(str::to_owned), before);
    }
}
