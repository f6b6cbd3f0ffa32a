//! What a cache entry holds: a small head that answers `summarize`, and the summary for whoever composes or shows it.

use crate::exec::Caveat;
use crate::store::{CodecError, decode, encode};
use crate::summary::Summary;
use serde::{Deserialize, Serialize};

/// The head of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Head {
    /// Cases.
    pub cases: u64,
    /// Cases that throw.
    pub throwing: u64,
    /// What qualifies the summary.
    pub caveats: Vec<Caveat>,
    /// Whether there are more cases than its round goes on for, where calls are followed.
    pub has_more_cases: bool,
    /// What its round has cost, without the callees that it composes, for whoever plans another run.
    pub work: u64,
}

/// Bytes of the length that precedes the head.
const LENGTH: usize = 4;

/// The bytes of an entry.
///
/// # Errors
/// When the summary is too large to be stored.
pub(crate) fn to_bytes(head: &Head, summary: &Summary) -> Result<Vec<u8>, CodecError> {
    let head = encode(head)?;
    let length = u32::try_from(head.len()).map_err(|_| CodecError::TooLarge)?;
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend(head);
    bytes.extend(summary.to_bytes()?);
    Ok(bytes)
}

/// The head of an entry, and where its undecoded summary begins; none when the bytes are no entry.
pub(crate) fn head(bytes: &[u8]) -> Option<(Head, usize)> {
    let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
    let (head, _) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some((decode(head).ok()?, LENGTH + head.len()))
}
