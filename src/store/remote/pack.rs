//! What is sent to another machine and asked of it: packs, which are entries one after the other, and their indexes.
//!
//! A pack is known by its name, which says all that a reader needs to choose among packs: when it was written, by which run, with
//! whose secret, how many entries it has and how many bytes. Neither a pack nor its index is ever changed.

use crate::store::Key;
use crate::store::entry::{self, HEADER_LENGTH};
use std::fmt;
use std::str::FromStr;

/// The most bytes of a pack, but for one that is a single entry.
pub(super) const PACK_BYTES: usize = 4 << 20;

/// The most entries of a pack.
pub(super) const PACK_ENTRIES: usize = 2_048;

/// The most bytes that are read of a pack, or sent as one.
pub(super) const LONGEST_PACK: u64 = 256 << 20;

/// The bytes of an entry in an index: the beginnings of its key and of its checksum.
const INDEX_ENTRY: usize = 16;

/// The beginning of a key, and of the checksum of what is under it.
pub(super) type Mark = ([u8; 8], [u8; 8]);

/// The name of a pack and of its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackName {
    /// When it was written, in milliseconds of Unix time. First, so that names are in the order of time.
    pub(super) written: u64,
    /// The run that wrote it.
    pub(super) run: u64,
    /// Which of the packs of that run.
    pub(super) number: u32,
    /// Whose secret signs its entries.
    pub(super) signer: u32,
    /// How many entries it has.
    pub(super) entries: u32,
    /// How many bytes it has.
    pub(super) bytes: u64,
}

impl PackName {
    /// The bytes of its index.
    pub(super) fn index_bytes(&self) -> u64 {
        u64::from(self.entries) * INDEX_ENTRY as u64
    }
}

impl fmt::Display for PackName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PackName { written, run, number, signer, entries, bytes } = self;
        write!(formatter, "{written:012x}-{run:016x}-{number:08x}-{signer:08x}-{entries:04x}-{bytes:08x}")
    }
}

impl FromStr for PackName {
    type Err = ();

    /// Only what is exactly written so, and no more than a reader would take, is a name.
    fn from_str(text: &str) -> Result<PackName, ()> {
        let parts: Vec<&str> = text.split('-').collect();
        let [written, run, number, signer, entries, bytes] = parts.as_slice() else { return Err(()) };
        let long = |digits: &str| u64::from_str_radix(digits, 16).map_err(drop);
        let short = |digits: &str| u32::from_str_radix(digits, 16).map_err(drop);
        let name = PackName {
            written: long(written)?,
            run: long(run)?,
            number: short(number)?,
            signer: short(signer)?,
            entries: short(entries)?,
            bytes: long(bytes)?,
        };
        let is_sound = name.to_string() == text
            && name.bytes <= LONGEST_PACK
            && u64::from(name.entries) * HEADER_LENGTH <= name.bytes
            && name.entries as usize <= PACK_ENTRIES;
        if is_sound { Ok(name) } else { Err(()) }
    }
}

/// A pack that is being made.
#[derive(Default)]
pub(super) struct Pack {
    pub(super) bytes: Vec<u8>,
    pub(super) marks: Vec<Mark>,
}

impl Pack {
    /// Whether nothing more is to be added.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() >= PACK_BYTES || self.marks.len() >= PACK_ENTRIES
    }

    /// Adds an entry, as it is in its file, given in parts.
    pub(super) fn add(&mut self, mark: Mark, parts: &[&[u8]]) {
        parts.iter().for_each(|part| self.bytes.extend_from_slice(part));
        self.marks.push(mark);
    }

    /// The bytes of its index.
    pub(super) fn index(&self) -> Vec<u8> {
        self.marks.iter().flat_map(|(key, checksum)| key.iter().chain(checksum).copied()).collect()
    }
}

/// The beginning of a key.
pub(super) fn key_mark(key: &Key) -> [u8; 8] {
    beginning(&key.0)
}

/// What an entry is known by in indexes, from how its file begins; none where that is too short.
pub(super) fn mark_of(raw: &[u8]) -> Option<Mark> {
    let (key, checksum) = entry::key_and_checksum(raw)?;
    Some((key_mark(&key), beginning(&checksum)))
}

fn beginning(bytes: &[u8; 32]) -> [u8; 8] {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    [a, b, c, d, e, f, g, h]
}

/// The marks of an index. What is cut in the middle is left out.
pub(super) fn marks(index: &[u8]) -> impl Iterator<Item = Mark> {
    index
        .as_chunks::<INDEX_ENTRY>()
        .0
        .iter()
        .map(|&[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]| ([a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p]))
}

/// The entries of a pack, by their keys, each as it is in its file. They end where something else stands.
pub(super) fn entries(mut pack: &[u8]) -> impl Iterator<Item = (Key, &[u8])> {
    std::iter::from_fn(move || {
        let (key, length) = entry::key_and_length(pack)?;
        let (raw, rest) = pack.split_at_checked(usize::try_from(length).ok()?)?;
        pack = rest;
        Some((key, raw))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let name =
            PackName { written: 1_790_000_000_000, run: 7, number: 3, signer: u32::MAX, entries: 5, bytes: 4_000 };
        assert_eq!(name.to_string().parse(), Ok(name));
        let later = PackName { written: name.written + 1, run: 0, ..name };
        assert!(name.to_string() < later.to_string());
    }

    #[test]
    fn what_is_no_name_is_none() {
        let name = PackName { written: 1, run: 7, number: 3, signer: 4, entries: 5, bytes: 4_000 };
        let refused = |name: String| assert_eq!(name.parse::<PackName>(), Err(()), "{name}");
        refused(format!("../{name}"));
        refused(format!("{name}/../x"));
        refused(name.to_string().to_uppercase());
        refused(format!("{name}-1"));
        refused(PackName { bytes: LONGEST_PACK + 1, ..name }.to_string());
        refused(PackName { bytes: 5 * HEADER_LENGTH - 1, ..name }.to_string());
        refused(PackName { entries: PACK_ENTRIES as u32 + 1, bytes: LONGEST_PACK, ..name }.to_string());
    }

    #[test]
    fn an_index_has_the_marks_of_its_pack() {
        let mut pack = Pack::default();
        pack.add(([1; 8], [2; 8]), &[b"ra", b"w"]);
        pack.add(([3; 8], [4; 8]), &[b"raw"]);
        let mut index = pack.index();
        index.push(0);
        assert_eq!(marks(&index).collect::<Vec<_>>(), pack.marks);
    }
}
