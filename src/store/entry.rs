//! The envelope of an entry: what stands before the payload, so that whatever is not exactly what was written is noticed.
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 4 | `CWSC` |
//! | 4 | 4 | format version, little-endian |
//! | 8 | 32 | key |
//! | 40 | 8 | length of the payload, little-endian |
//! | 48 | 32 | blake3 checksum of what stands before it and of the payload |
//! | 80 | 32 | the same keyed with the writer's secret, of what stands before it |
//! | 112 | | payload, to the end of the file |
//!
//! Magic and version stay where they are in every version of the format.

use super::error::DamageReason;
use super::key::Key;
use super::secret::Secret;
use std::io::{self, Read};

/// The version of the entries' format; an entry of another version is outdated.
pub const FORMAT_VERSION: u32 = 2;

/// The longest payload.
pub(super) const LONGEST_PAYLOAD: u64 = 1 << 30;

/// The longest payload, in bytes, of which it is looked at whether it is damaged where nobody who is believed has written it.
const LONGEST_LOOKED_AT: u64 = 64 << 10;

const MAGIC: [u8; 4] = *b"CWSC";
/// The bytes before a payload.
pub(super) const HEADER_LENGTH: u64 = 112;

/// What stands before a payload.
pub(super) fn header(secret: &Secret, key: &Key, payload: &[u8]) -> Vec<u8> {
    let mut header = with_checksum(key, payload);
    let signature = secret.signature(&header);
    header.extend_from_slice(signature.as_bytes());
    header
}

/// The key that an entry claims, and the bytes that all of it claims to have; none where it does not begin as one of this version does,
/// or claims more than an entry may have.
#[cfg(feature = "remote-cache")]
pub(super) fn key_and_length(raw: &[u8]) -> Option<(Key, u64)> {
    let (magic, rest) = raw.split_first_chunk::<4>()?;
    let (version, rest) = rest.split_first_chunk::<4>()?;
    let (key, rest) = rest.split_first_chunk::<32>()?;
    let (length, _) = rest.split_first_chunk::<8>()?;
    let length = u64::from_le_bytes(*length);
    let is_ours = *magic == MAGIC && u32::from_le_bytes(*version) == FORMAT_VERSION && length <= LONGEST_PAYLOAD;
    is_ours.then(|| (Key(*key), HEADER_LENGTH + length))
}

/// The key and the checksum that an entry claims.
#[cfg(feature = "remote-cache")]
pub(super) fn key_and_checksum(raw: &[u8]) -> Option<(Key, [u8; 32])> {
    let (key, _) = key_and_length(raw)?;
    Some((key, *raw.get(48..)?.first_chunk()?))
}

/// What stands before the checksum of a payload of so many bytes.
fn head(key: &Key, length: u64) -> Vec<u8> {
    let mut head = Vec::with_capacity(HEADER_LENGTH as usize);
    head.extend_from_slice(&MAGIC);
    head.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    head.extend_from_slice(&key.0);
    head.extend_from_slice(&length.to_le_bytes());
    head
}

/// What stands before the signature. The checksum is of all that stands before it too, so that an entry stays that of its key.
fn with_checksum(key: &Key, payload: &[u8]) -> Vec<u8> {
    let mut header = head(key, payload.len() as u64);
    let checksum = blake3::Hasher::new().update(&header).update(payload).finalize();
    header.extend_from_slice(checksum.as_bytes());
    header
}

/// Whose entries are believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Believed {
    /// Those of whoever knows the secret.
    Own,
    /// Those of others too.
    All,
}

/// The payload of an entry of `length` bytes, if it is exactly what somebody has written under the key who is believed.
///
/// Allocates no more than `length` bytes for it, and nothing before the header has been found right. A long one of others is not
/// read further than that.
pub(super) fn read(
    (secret, believed): (&Secret, Believed),
    key: &Key,
    length: u64,
    mut source: impl Read,
) -> Result<Vec<u8>, DamageReason> {
    let truncated = |expected| DamageReason::Truncated { expected, found: length };
    let header_missing = truncated(HEADER_LENGTH);
    if take(&mut source, &header_missing)? != MAGIC {
        return Err(DamageReason::NotAnEntry);
    }
    let version = u32::from_le_bytes(take(&mut source, &header_missing)?);
    if version != FORMAT_VERSION {
        return Err(DamageReason::Outdated { found: version });
    }
    let found = Key(take(&mut source, &header_missing)?);
    if found != *key {
        return Err(DamageReason::OtherKey { found });
    }
    let claimed = u64::from_le_bytes(take(&mut source, &header_missing)?);
    let checksum: [u8; 32] = take(&mut source, &header_missing)?;
    let signature: [u8; 32] = take(&mut source, &header_missing)?;
    if claimed > LONGEST_PAYLOAD {
        return Err(DamageReason::TooLong { claimed });
    }
    let expected = claimed.saturating_add(HEADER_LENGTH);
    if length < expected {
        return Err(truncated(expected));
    }
    if length > expected {
        return Err(DamageReason::TrailingBytes { expected, found: length });
    }
    let is_believed = believed == Believed::All || {
        let mut signed = head(key, claimed);
        signed.extend_from_slice(&checksum);
        // This comparison takes the same time whatever differs.
        secret.signature(&signed) == signature
    };
    if !is_believed && claimed > LONGEST_LOOKED_AT {
        return Err(DamageReason::Foreign);
    }
    let payload = take_payload(source, claimed)?.ok_or(truncated(expected))?;
    let expected = with_checksum(key, &payload);
    if !expected.ends_with(&checksum) {
        return Err(DamageReason::WrongChecksum);
    }
    if is_believed { Ok(payload) } else { Err(DamageReason::Foreign) }
}

/// The next bytes of the header.
fn take<const LENGTH: usize>(source: &mut impl Read, missing: &DamageReason) -> Result<[u8; LENGTH], DamageReason> {
    let mut bytes = [0; LENGTH];
    match source.read_exact(&mut bytes) {
        Ok(()) => Ok(bytes),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(missing.clone()),
        Err(error) => Err(unreadable(&error)),
    }
}

/// The bytes after the header, unless there are fewer: another process may have cut the file since it was measured.
fn take_payload(source: impl Read, length: u64) -> Result<Option<Vec<u8>>, DamageReason> {
    let capacity = usize::try_from(length).map_err(|_| DamageReason::TooLong { claimed: length })?;
    let mut bytes = Vec::new();
    let no_memory = |error: std::collections::TryReserveError| DamageReason::Unreadable { message: error.to_string() };
    bytes.try_reserve_exact(capacity).map_err(no_memory)?;
    source.take(length).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    Ok((bytes.len() == capacity).then_some(bytes))
}

/// An entry that the system does not let us read.
pub(super) fn unreadable(error: &io::Error) -> DamageReason {
    DamageReason::Unreadable { message: error.to_string() }
}
