//! The folder of a store: one file per entry, put in place by an atomic rename.
//!
//! `ab/ab12….entry` is the entry of the key `ab12…`; `.writing-…` is a file on its way to become one, locked by its writer
//! for as long as that lives. Whatever else is in the folder, symbolic links included, is foreign: neither read, nor
//! counted, nor removed, nor replaced. Nothing is forced to the disk: after a power failure an entry may be damaged, and
//! its checksum tells.

use super::entry::{self, Believed, LONGEST_PAYLOAD};
use super::error::{DamagedEntry, StoreError};
use super::files::{Kind, is_absent, is_shard_name, is_temporary_name, kind_of, note_use, remove_file, temporary_file};
use super::key::Key;
use super::markers::mark;
use super::remote::Remote;
use super::secret::Secret;
use super::url::RemoteUrl;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const ENTRY_SUFFIX: &str = ".entry";
/// How often a write begins anew because another process removed what it had begun.
const ATTEMPTS: usize = 8;

/// A persistent store of bytes under keys, which several processes and threads may use at once.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    secret: Secret,
    /// Why its entries are believed by this process alone, if they are.
    unkept: Option<String>,
    believes_others: bool,
    /// How many entries of others were met and not believed.
    foreign: Arc<AtomicU64>,
    /// What is asked where the folder has nothing.
    remote: Option<Remote>,
}

/// What is in a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoreStatistics {
    /// How many entries there are, damaged ones included.
    pub entries: u64,
    /// How many bytes their files have together.
    pub bytes: u64,
    /// How many files of unfinished writes there are, of writers at work or killed.
    pub temporary_files: u64,
}

/// What checking every entry has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verification {
    /// How many entries were checked, damaged ones included.
    pub checked: u64,
    /// The entries that cannot be used, ordered by key; they are left where they are.
    pub damaged: Vec<DamagedEntry>,
    /// How many others somebody else has written.
    pub foreign: u64,
    /// How many files that killed writers had left were removed.
    pub removed_temporary_files: u64,
}

impl Store {
    /// Opens the store in a folder, which is created if it is not there.
    ///
    /// A folder of the store's own says in a README and a CACHEDIR.TAG what it is. They are not added to a folder that
    /// holds foreign files, so that no backup leaves those out.
    ///
    /// Entries are signed with the secret of the process's user, or with one that [`SHARED_SECRET`](super::SHARED_SECRET) names;
    /// others are not believed.
    pub fn open(folder: &Path) -> Result<Store, StoreError> {
        let (secret, unkept) = Secret::of_process()?;
        Ok(Store { unkept, ..Store::with_secret(folder, secret)? })
    }

    /// Opens the store in a folder, with entries that are signed with this secret. As [`Store::open`].
    pub fn with_secret(folder: &Path, secret: Secret) -> Result<Store, StoreError> {
        let attempt = "cannot use the cache folder";
        let refuse = |cause| StoreError::new(attempt, folder, cause);
        if let Err(error) = fs::create_dir_all(folder) {
            let not_a_folder = fs::metadata(folder).is_ok_and(|metadata| !metadata.is_dir());
            return Err(refuse(if not_a_folder { ErrorKind::NotADirectory.into() } else { error }));
        }
        let probe = temporary_file(folder).map_err(refuse)?;
        drop(probe);
        mark(folder).map_err(refuse)?;
        Ok(Store {
            folder: folder.to_owned(),
            secret,
            unkept: None,
            believes_others: false,
            foreign: Arc::default(),
            remote: None,
        })
    }

    /// The same store, in which what others have written is believed too.
    #[must_use]
    pub fn believing_others(self) -> Store {
        Store { believes_others: true, ..self }
    }

    /// The same store, behind which is a cache on other machines: it is asked for what the folder has not, and gets what is stored.
    ///
    /// # Errors
    /// In one line, when the URL, or what the environment says beside it, is not enough.
    pub fn before(self, url: &RemoteUrl) -> Result<Store, String> {
        let remote = Remote::open(url, (self.secret, self.believed()))?;
        remote.begin();
        Ok(Store { remote: Some(remote), ..self })
    }

    /// The cache on other machines that is behind it.
    pub fn remote(&self) -> Option<&Remote> {
        self.remote.as_ref()
    }

    fn believed(&self) -> Believed {
        if self.believes_others { Believed::All } else { Believed::Own }
    }

    /// Why the entries that this process writes are believed by no other one, if they are not.
    pub fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    /// How many entries of others this store and its clones have met, and not believed.
    pub fn foreign(&self) -> u64 {
        self.foreign.load(Ordering::Relaxed)
    }

    /// The folder of the store.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file that holds the entry of a key, if there is one.
    pub fn path_of(&self, key: &Key) -> PathBuf {
        let name = format!("{key}{ENTRY_SUFFIX}");
        self.folder.join(name.get(..2).unwrap_or_default()).join(name)
    }

    /// The bytes stored under a key, if there are any.
    pub fn get(&self, key: &Key) -> Result<Option<Vec<u8>>, DamagedEntry> {
        let read = match (self.read(key), &self.remote) {
            (Ok(None), Some(remote)) if remote.fetch(key, self) => self.read(key),
            (read, _) => read,
        };
        read.map_err(|reason| DamagedEntry { key: *key, path: self.path_of(key), reason })
    }

    fn read(&self, key: &Key) -> Result<Option<Vec<u8>>, super::DamageReason> {
        let path = self.path_of(key);
        let unreadable = |error: io::Error| entry::unreadable(&error);
        if !self.is_entry(&path).map_err(unreadable)? {
            return Ok(None);
        }
        let file = match File::open(&path) {
            Err(error) if is_absent(&error) => return Ok(None),
            other => other.map_err(unreadable)?,
        };
        let metadata = file.metadata().map_err(unreadable)?;
        let length = metadata.len();
        // Entries are small as a rule, so one buffer of the file's size is one system call for all of it.
        let capacity = usize::try_from(length).unwrap_or(BUFFER_LENGTH).clamp(1, BUFFER_LENGTH);
        note_use(&file, &metadata);
        let source = io::BufReader::with_capacity(capacity, file);
        let read = entry::read((&self.secret, self.believed()), key, length, source);
        if matches!(read, Err(super::DamageReason::Foreign)) {
            self.foreign.fetch_add(1, Ordering::Relaxed);
        }
        read.map(Some)
    }

    /// Stores bytes under a key, in place of those that may be there. Readers see the old or the new ones, nothing between.
    pub fn put(&self, key: &Key, payload: &[u8]) -> Result<(), StoreError> {
        if payload.len() as u64 > LONGEST_PAYLOAD {
            let long = io::Error::new(ErrorKind::FileTooLarge, "longer than an entry may be");
            return Err(StoreError::new("cannot write the cache entry", &self.path_of(key), long));
        }
        let header = entry::header(&self.secret, key, payload);
        let written = self.put_raw(key, &[&header, payload]);
        if let Some(remote) = &self.remote {
            remote.send(&header, payload);
        }
        written
    }

    /// Writes the file of an entry, given in parts.
    pub(super) fn put_raw(&self, key: &Key, parts: &[&[u8]]) -> Result<(), StoreError> {
        let path = self.path_of(key);
        let mut result = Ok(());
        for _ in 0..ATTEMPTS {
            result = self.try_put(parts, &path);
            if !result.as_ref().is_err_and(is_absent) {
                break;
            }
        }
        result.map_err(|cause| StoreError::new("cannot write the cache entry", &path, cause))
    }

    /// Fails as not found when another process removed the shard or the unfinished file.
    fn try_put(&self, parts: &[&[u8]], path: &Path) -> io::Result<()> {
        let shard = path.parent().unwrap_or(&self.folder);
        match kind_of(shard)? {
            None => match fs::create_dir(shard) {
                Err(error) if error.kind() == ErrorKind::NotFound => fs::create_dir_all(shard)?,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                other => other?,
            },
            Some(Kind::Folder) => {
                if kind_of(path)?.is_some_and(|kind| kind != Kind::File) {
                    return Err(io::Error::new(ErrorKind::AlreadyExists, "something foreign is in its place"));
                }
            }
            Some(_) => {
                return Err(io::Error::new(ErrorKind::AlreadyExists, "something foreign is in its shard's place"));
            }
        }
        let mut file = temporary_file(shard)?;
        if let Err(TryLockError::WouldBlock) = file.as_file().try_lock() {
            // Another process believes that the file is a killed writer's and is about to remove it.
            return Err(ErrorKind::NotFound.into());
        }
        parts.iter().try_for_each(|part| file.write_all(part))?;
        file.persist(path)?;
        Ok(())
    }

    /// Whether there is an entry of a key, be it damaged.
    #[cfg(feature = "remote-cache")]
    pub(super) fn has(&self, key: &Key) -> bool {
        self.is_entry(&self.path_of(key)).unwrap_or(false)
    }

    /// The file of an entry, if it is sound and believed.
    #[cfg(feature = "remote-cache")]
    pub(super) fn raw(&self, key: &Key) -> Option<Vec<u8>> {
        let payload = self.read(key).ok()??;
        let mut raw = entry::header(&self.secret, key, &payload);
        raw.extend_from_slice(&payload);
        Some(raw)
    }

    /// Removes the entry of a key; whether there was one.
    pub fn remove(&self, key: &Key) -> Result<bool, StoreError> {
        let path = self.path_of(key);
        let removed = self.is_entry(&path).and_then(|there| if there { remove_file(&path) } else { Ok(false) });
        removed.map_err(|cause| StoreError::new("cannot remove the cache entry", &path, cause))
    }

    /// How much is in the store.
    pub fn statistics(&self) -> Result<StoreStatistics, StoreError> {
        let content = self.content()?;
        let sizes = content.entries.iter().filter_map(|(_, path)| fs::symlink_metadata(path).ok());
        Ok(StoreStatistics {
            entries: content.entries.len() as u64,
            bytes: sizes.map(|metadata| metadata.len()).sum(),
            temporary_files: content.temporary_files.len() as u64,
        })
    }

    /// The keys of all entries, damaged ones included, in their order.
    pub fn keys(&self) -> Result<Vec<Key>, StoreError> {
        Ok(self.content()?.entries.into_iter().map(|(key, _)| key).collect())
    }

    /// Reads every entry, and removes what killed writers have left.
    pub fn verify(&self) -> Result<Verification, StoreError> {
        let content = self.content()?;
        let mut verification = Verification {
            removed_temporary_files: remove_abandoned(&content.temporary_files)?,
            ..Verification::default()
        };
        for (key, _) in &content.entries {
            match self.get(key) {
                // Removed by another process since it was listed.
                Ok(None) => continue,
                Ok(Some(_)) => {}
                Err(damaged) if damaged.is_foreign() => verification.foreign += 1,
                Err(damaged) => verification.damaged.push(damaged),
            }
            verification.checked += 1;
        }
        Ok(verification)
    }

    /// Removes every entry, and what killed writers have left; how many entries there were. Foreign files stay, and so do
    /// the README and the CACHEDIR.TAG.
    pub fn clear(&self) -> Result<u64, StoreError> {
        let content = self.content()?;
        remove_abandoned(&content.temporary_files)?;
        let mut removed = 0;
        for (_, path) in &content.entries {
            let attempt = |cause| StoreError::new("cannot remove the cache entry", path, cause);
            removed += u64::from(remove_file(path).map_err(attempt)?);
        }
        let files = content.entries.iter().map(|(_, path)| path).chain(&content.temporary_files);
        let mut shards: Vec<_> = files.filter_map(|path| path.parent()).filter(|shard| *shard != self.folder).collect();
        shards.sort_unstable();
        shards.dedup();
        // One that is not empty holds something foreign, or another process has just begun to write there.
        shards.into_iter().for_each(|shard| drop(fs::remove_dir(shard)));
        Ok(removed)
    }

    /// Whether a file of ours is at the path of an entry.
    fn is_entry(&self, path: &Path) -> io::Result<bool> {
        let shard = path.parent().unwrap_or(&self.folder);
        Ok(kind_of(shard)? == Some(Kind::Folder) && kind_of(path)? == Some(Kind::File))
    }

    /// All files of the store, in the order of their keys.
    pub(super) fn content(&self) -> Result<Content, StoreError> {
        let mut content = Content::default();
        for (name, path, kind) in list(&self.folder)? {
            if kind == Kind::Folder && is_shard_name(&name) {
                for (file_name, file, file_kind) in list(&path)? {
                    let key = file_name.strip_suffix(ENTRY_SUFFIX).and_then(Key::from_hexadecimal);
                    match key {
                        _ if file_kind != Kind::File => {}
                        Some(key) if file_name.starts_with(&name) => content.entries.push((key, file)),
                        _ if is_temporary_name(&file_name) => content.temporary_files.push(file),
                        _ => {}
                    }
                }
            } else if kind == Kind::File && is_temporary_name(&name) {
                content.temporary_files.push(path);
            }
        }
        content.entries.sort_unstable();
        content.temporary_files.sort_unstable();
        Ok(content)
    }
}

/// The most that is read before the header has been checked.
const BUFFER_LENGTH: usize = 64 << 10;

/// The files that the store has written.
#[derive(Default)]
pub(super) struct Content {
    pub(super) entries: Vec<(Key, PathBuf)>,
    temporary_files: Vec<PathBuf>,
}

/// What is in a folder; nothing if another process has removed it. Names that are not text are foreign and left out.
fn list(folder: &Path) -> Result<Vec<(String, PathBuf, Kind)>, StoreError> {
    let attempt = |cause| StoreError::new("cannot list the cache folder", folder, cause);
    let listing = match fs::read_dir(folder) {
        Err(error) if is_absent(&error) => return Ok(Vec::new()),
        other => other.map_err(attempt)?,
    };
    let mut found = Vec::new();
    for item in listing {
        let item = item.map_err(attempt)?;
        if let (Ok(name), Ok(file_type)) = (item.file_name().into_string(), item.file_type()) {
            found.push((name, item.path(), file_type.into()));
        }
    }
    Ok(found)
}

/// Removes those unfinished files whose writer is not alive; how many.
fn remove_abandoned(files: &[PathBuf]) -> Result<u64, StoreError> {
    let mut removed = 0;
    for path in files {
        // A living writer holds the lock. Where it cannot be asked for, the file is left alone.
        let Ok(file) = File::open(path) else { continue };
        if file.try_lock().is_ok() {
            let attempt = |cause| StoreError::new("cannot remove the temporary file", path, cause);
            removed += u64::from(remove_file(path).map_err(attempt)?);
        }
    }
    Ok(removed)
}
