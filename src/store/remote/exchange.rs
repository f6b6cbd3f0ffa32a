//! What goes to and comes from other machines beside the run: which entries there are, packs that are brought, packs that are sent.

use super::answer::{Trouble, now};
use super::index::{Index, Progress};
use super::pack::{self, Pack, PackName};
use super::{Shared, lock};
use crate::store::entry::{self, Believed};
use crate::store::{DamageReason, Key, Store};
use futures_util::StreamExt;
use rustc_hash::FxHashSet;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// How long a run waits for anything of a service, all attempts together.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many indexes are asked for at once.
const INDEXES_AT_ONCE: usize = 32;

/// The most packs whose indexes are read, the last ones.
const MOST_INDEXES: usize = 2_048;

/// The answer, if it comes in time.
pub(super) async fn patiently<T>(answer: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    let late = |_| Trouble::Failed(format!("no answer within {} s", PATIENCE.as_secs()));
    tokio::time::timeout(PATIENCE, answer).await.map_err(late)?
}

impl Shared {
    /// The name of a pack of this run.
    pub(super) fn name(&self, pack: &Pack, number: u32) -> PackName {
        PackName {
            written: now(),
            run: self.run,
            number,
            signer: self.secret.tag(),
            entries: pack.marks.len() as u32,
            bytes: pack.bytes.len() as u64,
        }
    }

    /// Ends to ask the service. The first reason is told.
    pub(super) fn fail(&self, reason: String) {
        let mut state = lock(&self.state);
        state.failure.get_or_insert(reason);
        state.next = Pack::default();
        drop(state);
        self.changed.notify_all();
    }

    fn has_failed(&self) -> bool {
        lock(&self.state).failure.is_some()
    }

    /// Learns which entries the service has.
    pub(super) async fn learn(&self) {
        match patiently(self.indexes()).await {
            Ok(index) => lock(&self.state).index = Some(index),
            Err(Trouble::Gone) => lock(&self.state).index = Some(Index::default()),
            Err(Trouble::Failed(reason)) => self.fail(reason),
        }
        self.changed.notify_all();
    }

    async fn indexes(&self) -> Result<Index, Trouble> {
        let mut packs = self.objects.list().await?;
        let signer = self.secret.tag();
        packs.retain(|pack| self.believed == Believed::All || pack.name.signer == signer);
        packs.drain(..packs.len().saturating_sub(MOST_INDEXES));
        let answers = packs.into_iter().map(|pack| async move { (pack, self.objects.index(&pack.name).await) });
        let mut answers = futures_util::stream::iter(answers).buffered(INDEXES_AT_ONCE);
        let mut index = Index::default();
        while let Some((pack, answer)) = answers.next().await {
            match answer {
                Ok(bytes) => index.add(pack, &bytes),
                Err(Trouble::Gone) => {}
                Err(failed) => return Err(failed),
            }
        }
        Ok(index)
    }

    /// Brings the entries of a pack into the folder.
    pub(super) async fn receive(self: Arc<Self>, position: usize, name: PackName, folder: Store) {
        let Ok(permit) = self.on_the_way.acquire().await else { return };
        let answer = if self.has_failed() { Err(Trouble::Gone) } else { patiently(self.objects.pack(&name)).await };
        let good = match answer {
            Ok(bytes) => {
                let shared = Arc::clone(&self);
                // Files and checksums take a while, in which other requests are to go on.
                tokio::task::spawn_blocking(move || shared.unpack(position, &bytes, &folder)).await.ok()
            }
            Err(Trouble::Gone) => None,
            Err(Trouble::Failed(reason)) => {
                self.fail(reason);
                None
            }
        };
        drop(permit);
        if let Some(index) = &mut lock(&self.state).index {
            if let Some(pack) = index.packs.get_mut(position) {
                pack.progress = if good.is_some() { Progress::Here } else { Progress::Gone };
            }
            // What is not as it should be is sent again when it is made anew.
            index.keep_only(position, &good.unwrap_or_default());
        }
        self.changed.notify_all();
    }

    /// Puts those entries of a pack into the folder that are believed, are newest, and are not there. What is good: the beginnings of
    /// their keys.
    fn unpack(&self, position: usize, bytes: &[u8], folder: &Store) -> FxHashSet<[u8; 8]> {
        let mut good = FxHashSet::default();
        for (key, raw) in pack::entries(bytes) {
            let is_newest = lock(&self.state).index.as_ref().is_some_and(|index| index.pack_of(&key) == Some(position));
            if !is_newest {
                continue;
            }
            if self.read(&key, raw).is_err() {
                lock(&self.state).refused += 1;
                continue;
            }
            good.insert(pack::key_mark(&key));
            if !folder.has(&key) {
                // What cannot be written is as if it were not there.
                let _ = folder.put_raw(&key, &[raw]);
            }
        }
        good
    }

    /// What is in an entry, if it is sound and believed: from other machines as from a file.
    pub(super) fn read(&self, key: &Key, raw: &[u8]) -> Result<Vec<u8>, DamageReason> {
        entry::read((&self.secret, self.believed), key, raw.len() as u64, raw)
    }

    /// Sends a pack.
    pub(super) async fn deliver(self: Arc<Self>, name: PackName, pack: Pack) {
        let length = pack.bytes.len();
        let index = pack.index();
        if let Ok(_permit) = self.on_the_way.acquire().await
            && !self.has_failed()
        {
            match patiently(self.objects.add(&name, pack.bytes, index)).await {
                Ok(()) => {}
                Err(Trouble::Gone) => self.fail("what was sent is not there".into()),
                Err(Trouble::Failed(reason)) => self.fail(reason),
            }
        }
        lock(&self.state).waiting_bytes -= length;
        self.changed.notify_all();
    }
}
