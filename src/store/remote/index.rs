//! What a run knows of the packs of a cache on other machines: which there are, and which entries they have.

use super::answer::Listed;
use super::pack::{Mark, PackName, key_mark, marks};
use crate::store::Key;
use rustc_hash::{FxHashMap, FxHashSet};

/// How far the entries of a pack are on their way into the folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// Nobody has asked for them.
    There,
    /// Asked for.
    OnTheWay,
    /// In the folder, as far as they are believed.
    Here,
    /// Another process has removed them.
    Gone,
}

/// A pack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) listed: Listed,
    pub(super) progress: Progress,
}

/// All packs, and where entries are.
#[derive(Default)]
pub(super) struct Index {
    pub(super) packs: Vec<Known>,
    places: FxHashMap<[u8; 8], (u32, [u8; 8])>,
}

impl Index {
    /// Adds a pack with the bytes of its index. Where packs have the same key, that of the one added last is meant.
    pub(super) fn add(&mut self, listed: Listed, index: &[u8]) {
        let position = self.packs.len() as u32;
        self.packs.push(Known { listed, progress: Progress::There });
        self.places.extend(marks(index).map(|(key, checksum)| (key, (position, checksum))));
    }

    /// The pack that has a key, if there is one.
    pub(super) fn pack_of(&self, key: &Key) -> Option<usize> {
        self.places.get(&key_mark(key)).map(|(pack, _)| *pack as usize)
    }

    /// Whether exactly this is there.
    pub(super) fn has(&self, (key, checksum): &Mark) -> bool {
        self.places.get(key).is_some_and(|(_, known)| known == checksum)
    }

    /// Forgets what a pack was said to have, but for the keys with these beginnings.
    pub(super) fn keep_only(&mut self, position: usize, keys: &FxHashSet<[u8; 8]>) {
        self.places.retain(|key, (pack, _)| *pack as usize != position || keys.contains(key));
    }

    /// The packs that nobody has asked for, of the same run as this one, which is the first of them.
    pub(super) fn like(&self, position: usize) -> Vec<(usize, PackName)> {
        let name = |known: &Known| known.listed.name;
        let Some(run) = self.packs.get(position).map(|known| name(known).run) else { return Vec::new() };
        let is_open = |known: &Known| known.progress == Progress::There && name(known).run == run;
        let open = self.packs.iter().enumerate().filter(|(_, known)| is_open(known));
        let mut open: Vec<(usize, PackName)> = open.map(|(at, known)| (at, name(known))).collect();
        open.sort_by_key(|(at, _)| *at != position);
        open
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn listed(run: u64, number: u32) -> Listed {
        let name = PackName { written: u64::from(number), run, number, signer: 0, entries: 1, bytes: 200 };
        Listed { name, used: 0 }
    }

    #[test]
    fn the_last_pack_with_a_key_is_meant() {
        let mut index = Index::default();
        let entry = |byte: u8| [[byte; 8], [byte + 1; 8]].concat();
        index.add(listed(1, 1), &[entry(1), entry(5)].concat());
        index.add(listed(2, 2), &entry(3));
        index.add(listed(1, 3), &[[1; 8], [9; 8]].concat());
        assert_eq!([1, 3, 5, 7].map(|byte| index.pack_of(&Key([byte; 32]))), [Some(2), Some(1), Some(0), None]);
        assert!(index.has(&([1; 8], [9; 8])) && !index.has(&([1; 8], [2; 8])));
        assert_eq!(index.like(2).iter().map(|(at, _)| *at).collect::<Vec<_>>(), [2, 0]);
        index.keep_only(0, &FxHashSet::default());
        assert_eq!([1, 3, 5].map(|byte| index.pack_of(&Key([byte; 32]))), [Some(2), Some(1), None]);
        index.packs.get_mut(0).unwrap().progress = Progress::Here;
        assert_eq!(index.like(2).len(), 1);
    }
}
