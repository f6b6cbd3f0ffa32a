//! What a cache entry holds: a small head that answers `summarize`, and the summary for whoever composes or shows it.

use crate::exec::Caveat;
use crate::store::{decode, encode};
use crate::summary::Summary;
use serde::{Deserialize, Serialize};

/// The head of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    /// Whether the method was explored with its full budget, or only as far as a callee is.
    pub full: bool,
    /// Cases.
    pub cases: u64,
    /// Cases that throw.
    pub throwing: u64,
    /// What qualifies the summary.
    pub caveats: Vec<Caveat>,
}

/// Bytes of the length that precedes the head.
const LENGTH: usize = 4;

/// The bytes of an entry; none when they cannot be written.
pub(super) fn to_bytes(head: &Head, summary: &Summary) -> Option<Vec<u8>> {
    let head = encode(head).ok()?;
    let mut bytes = u32::try_from(head.len()).ok()?.to_le_bytes().to_vec();
    bytes.extend(head);
    bytes.extend(encode(summary).ok()?);
    Some(bytes)
}

/// The head and the undecoded summary of an entry; none when the bytes are no entry.
pub(super) fn split(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    let (head, summary) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((decode(head).ok()?, summary))
}

/// The summary of an entry; none when the bytes are no well-formed summary.
pub(super) fn summary(bytes: &[u8]) -> Option<Summary> {
    decode::<Summary>(bytes).ok().filter(Summary::is_well_formed)
}
