//! What `casewise cache` does with a cache on other machines: to fill it, to take all of it, to count and to make it smaller.

use super::answer::{Listed, Trouble, now};
use super::exchange::patiently;
use super::index::{Index, Progress};
use super::objects::Objects;
use super::pack::{self, Pack, PackName};
use super::{LOOK, MOST_WAITING, PACKS_AT_ONCE, Remote, Shared, State, lock, runtime};
use crate::run;
use crate::store::{Collected, DamageReason, Store};
use futures_util::{StreamExt, TryStreamExt, stream};
use rustc_hash::FxHashSet;
use std::future::Future;
use std::sync::{MutexGuard, PoisonError};

/// Packs of fewer bytes are joined with others.
const SMALL: u64 = 1 << 20;

/// As many small ones are worth joining.
const WORTH_JOINING: usize = 8;

/// How old a pack without an index is, in milliseconds, when nobody can be about to write that: a day.
const ABANDONED: u64 = 86_400_000;

/// What a cache on other machines holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemoteStatistics {
    /// How many packs of entries there are.
    pub packs: u64,
    /// How many entries these have together; one that is in two packs counts twice.
    pub entries: u64,
    /// How many bytes they have, indexes included.
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

impl RemoteStatistics {
    fn of(packs: &[Listed]) -> RemoteStatistics {
        RemoteStatistics {
            packs: packs.len() as u64,
            entries: packs.iter().map(|pack| u64::from(pack.name.entries)).sum(),
            bytes: packs.iter().map(|pack| size(&pack.name)).sum(),
        }
    }
}

/// What a pack takes, in bytes.
fn size(name: &PackName) -> u64 {
    name.bytes + name.index_bytes()
}

impl Remote {
    /// How much there is, of whomever.
    ///
    /// # Errors
    /// In one line, when the service does not say.
    pub fn statistics(&self) -> Result<RemoteStatistics, String> {
        self.wait(async { Ok(RemoteStatistics::of(&self.0.objects.list().await?)) })
    }

    /// Sends the entries of a folder that are not there; how many.
    ///
    /// # Errors
    /// In one line, when the service does not take them, or the run is over.
    pub fn push(&self, folder: &Store) -> Result<u64, String> {
        let keys = folder.keys().map_err(|error| error.to_string())?;
        drop(self.when(|state| state.index.is_some())?);
        let mut sent = 0;
        for key in keys {
            let Some(raw) = folder.raw(&key) else { continue };
            let mark = pack::mark_of(&raw);
            let state = self.when(|state| state.waiting_bytes < MOST_WAITING / 2)?;
            let is_news = |index: &Index| mark.is_some_and(|mark| !index.has(&mark));
            sent += u64::from(state.index.as_ref().is_some_and(is_news));
            drop(state);
            self.send(&raw, &[]);
        }
        self.seal(&mut lock(&self.0.state));
        drop(self.when(|state| state.waiting_bytes == 0)?);
        Ok(sent)
    }

    /// Brings all entries that are believed into a folder that has none under their keys; how many.
    ///
    /// # Errors
    /// In one line, when the service does not give them, or the run is over.
    pub fn pull(&self, folder: &Store) -> Result<u64, String> {
        let before = folder.keys().map_err(|error| error.to_string())?.len();
        let packs = self.when(|state| state.index.is_some())?.index.as_ref().map_or(0, |index| index.packs.len());
        for position in 0..packs {
            let mut state = lock(&self.0.state);
            let is_there =
                |index: &Index| index.packs.get(position).is_some_and(|pack| pack.progress == Progress::There);
            if state.index.as_ref().is_some_and(is_there) {
                self.bring(&mut state, position, folder);
            }
        }
        let is_open = |progress| matches!(progress, Progress::There | Progress::OnTheWay);
        let is_done = |index: &Index| !index.packs.iter().any(|pack| is_open(pack.progress));
        drop(self.when(|state| state.index.as_ref().is_some_and(is_done))?);
        let after = folder.keys().map_err(|error| error.to_string())?.len();
        Ok(after.saturating_sub(before) as u64)
    }

    /// Reads every entry.
    ///
    /// # Errors
    /// In one line, when the service does not give them.
    pub fn verify(&self) -> Result<RemoteVerification, String> {
        self.wait(async {
            let mut verification = RemoteVerification::default();
            for Listed { name, .. } in self.0.objects.list().await? {
                let bytes = match patiently(self.0.objects.pack(&name)).await {
                    Err(Trouble::Gone) => Vec::new(),
                    bytes => bytes?,
                };
                let (mut length, mut damaged) = (0, false);
                for (key, raw) in pack::entries(&bytes) {
                    length += raw.len() as u64;
                    verification.checked += 1;
                    match self.0.read(&key, raw) {
                        Ok(_) => {}
                        Err(DamageReason::Foreign) => verification.foreign += 1,
                        Err(_) => damaged = true,
                    }
                }
                if damaged || length != name.bytes {
                    verification.damaged.push(name.to_string());
                }
            }
            Ok(verification)
        })
    }

    /// Removes everything; how many entries there were.
    ///
    /// # Errors
    /// In one line, when the service does not do it.
    pub fn clear(&self) -> Result<u64, String> {
        self.wait(async {
            let packs = self.0.objects.list().await?;
            self.0.objects.remove_all(packs.iter().map(|pack| pack.name)).await?;
            Ok(RemoteStatistics::of(&packs).entries)
        })
    }

    /// Removes the packs that have been of no use for longest until the others have no more than so many bytes, and joins small ones.
    ///
    /// # Errors
    /// In one line, when the service does not do it.
    pub fn collect(&self, most: u64) -> Result<Collected, String> {
        self.wait(async {
            let objects = &self.0.objects;
            objects.remove_all(objects.abandoned(now().saturating_sub(ABANDONED)).await?).await?;
            let mut packs = objects.list().await?;
            packs.sort_by_key(|pack| (pack.used, pack.name));
            let before = RemoteStatistics::of(&packs);
            let mut bytes = before.bytes;
            let excess = packs.iter().take_while(|pack| {
                let is_excess = bytes > most;
                bytes = if is_excess { bytes - size(&pack.name) } else { bytes };
                is_excess
            });
            let excess = excess.count();
            let kept = packs.split_off(excess);
            objects.remove_all(packs.iter().map(|pack| pack.name)).await?;
            self.0.join(kept.into_iter().map(|pack| pack.name).collect()).await?;
            let after = RemoteStatistics::of(&objects.list().await?);
            Ok(Collected {
                removed: before.entries.saturating_sub(after.entries),
                entries: after.entries,
                bytes: after.bytes,
            })
        })
    }

    /// Waits for what is asked of the service.
    fn wait<T>(&self, answer: impl Future<Output = Result<T, Trouble>>) -> Result<T, String> {
        let told = |reason: &str| format!("{}: {reason}", self.0.url);
        let ended = async {
            while run::signal().is_none() {
                tokio::time::sleep(LOOK).await;
            }
        };
        let either = async {
            tokio::select! {
                answer = answer => answer,
                () = ended => Err(Trouble::Failed("interrupted".into())),
            }
        };
        runtime().map_err(|reason| told(&reason))?.block_on(either).map_err(|trouble| {
            // Told here, and not again at the end.
            self.forget();
            match trouble {
                Trouble::Gone => told("there is no such place"),
                Trouble::Failed(reason) => told(&reason),
            }
        })
    }

    /// The state, when it is so.
    fn when(&self, is_so: impl Fn(&State) -> bool) -> Result<MutexGuard<'_, State>, String> {
        let mut state = lock(&self.0.state);
        loop {
            if let Some(failure) = state.failure.take() {
                // Told here, and not again at the end.
                self.forget();
                return Err(format!("{}: {failure}", self.0.url));
            }
            if is_so(&state) {
                return Ok(state);
            }
            if run::signal().is_some() {
                return Err(format!("{}: interrupted", self.0.url));
            }
            state = self.0.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Objects {
    async fn remove_all(&self, names: impl IntoIterator<Item = PackName>) -> Result<(), Trouble> {
        let removals = stream::iter(names).map(|name| async move { patiently(self.remove(&name)).await });
        removals.buffer_unordered(PACKS_AT_ONCE).try_collect().await
    }
}

impl Shared {
    /// Joins small packs that this secret signs into larger ones: fewer requests for whoever reads them.
    async fn join(&self, names: Vec<PackName>) -> Result<(), Trouble> {
        let is_small = |name: &PackName| name.bytes < SMALL && name.signer == self.secret.tag();
        let mut small: Vec<PackName> = names.into_iter().filter(is_small).collect();
        if small.len() < WORTH_JOINING {
            return Ok(());
        }
        small.sort_unstable();
        // The newest entry of a key is the one that counts.
        let (mut seen, mut joined, mut written) = (FxHashSet::default(), Pack::default(), Vec::new());
        for name in small.iter().rev() {
            let bytes = match patiently(self.objects.pack(name)).await {
                Err(Trouble::Gone) => continue,
                bytes => bytes?,
            };
            for (key, raw) in pack::entries(&bytes) {
                if let Some(mark) = pack::mark_of(raw)
                    && self.read(&key, raw).is_ok()
                    && seen.insert(key)
                {
                    joined.add(mark, &[raw]);
                }
            }
            if joined.is_full() {
                written.push(self.write(std::mem::take(&mut joined), written.len()).await?);
            }
        }
        if !joined.marks.is_empty() {
            written.push(self.write(joined, written.len()).await?);
        }
        self.objects.remove_all(small.into_iter().filter(|name| !written.contains(name))).await
    }

    /// Writes a pack that has no place in a run's order.
    async fn write(&self, pack: Pack, before: usize) -> Result<PackName, Trouble> {
        let name = self.name(&pack, u32::MAX - before as u32);
        let index = pack.index();
        patiently(self.objects.add(&name, pack.bytes, index)).await?;
        Ok(name)
    }
}
