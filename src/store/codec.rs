//! Values to bytes and back, by bincode; the only file that knows it.
//!
//! What holds for hostile bytes, and what does not:
//!
//! - bincode's limit counts bytes by their full width, not by the width they take when encoded: each `u32` and each
//!   enumeration's variant counts 4, each `u64` and each length counts 8, however small the number. Since the same
//!   weights make up the size of the fixed-width encoding, [`encode`] refuses exactly what [`decode`] would refuse.
//! - The length of a string or of a byte buffer is checked against the limit before it is allocated, so a hostile one
//!   allocates 256 MiB at most, untouched and for the moment only.
//! - The length of any other sequence is only a hint: serde reserves 1 MiB at most for it, and the vector then grows with
//!   the elements that were in fact decoded. Each element costs at least one byte of input, so what a value takes is
//!   bounded by the length of the input times the size of its largest element.
//! - An element that is encoded as nothing (`()`, a struct without fields) costs no input, so a hostile length of a
//!   sequence of those is a loop without end. Stored types have no such sequences.
//! - Nesting is not limited: a recursive type overflows the stack on hostile bytes. Stored types are flat tables whose
//!   elements refer to each other by number.

use bincode::config::{self, Configuration, Fixint, LittleEndian, Varint};
use bincode::enc::write::Writer;
use bincode::error::EncodeError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// The most that a value may weigh; see above for what counts how much.
const LIMIT: usize = 256 << 20;

/// No value weighs more than this many times the bytes it is encoded in (a small `u128` is one byte and weighs 16).
const HEAVIEST_BYTE: usize = 16;

const FORMAT: Configuration<LittleEndian, Varint, config::Limit<LIMIT>> = config::standard().with_limit::<LIMIT>();
const WEIGHED: Configuration<LittleEndian, Fixint> = config::standard().with_fixed_int_encoding();

/// Why a value was not encoded, or bytes were not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodecError {
    /// The value is too large to be stored.
    TooLarge,
    /// The value cannot be represented.
    Unrepresentable(String),
    /// The bytes are no encoding of such a value.
    Malformed(String),
    /// The bytes go on after the value.
    TrailingBytes(usize),
}

impl fmt::Display for CodecError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodecError::TooLarge => write!(formatter, "the value is larger than {} MiB", LIMIT >> 20),
            CodecError::Unrepresentable(message) => write!(formatter, "the value cannot be encoded: {message}"),
            CodecError::Malformed(message) => write!(formatter, "the bytes cannot be decoded: {message}"),
            CodecError::TrailingBytes(count) => write!(formatter, "{count} bytes follow the value"),
        }
    }
}

impl std::error::Error for CodecError {}

/// The bytes of a value; equal values have equal bytes, as far as their serialisation is deterministic.
pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, CodecError> {
    let mut buffer = Buffer(Vec::new());
    bincode::serde::encode_into_writer(value, &mut buffer, FORMAT).map_err(refusal)?;
    if buffer.0.len() > LIMIT / HEAVIEST_BYTE {
        bincode::serde::encode_into_writer(value, Scale(0), WEIGHED).map_err(refusal)?;
    }
    Ok(buffer.0)
}

/// The value that the bytes, all of them, encode.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, CodecError> {
    let (value, length) = bincode::serde::decode_from_slice(bytes, FORMAT).map_err(|error| match error {
        bincode::error::DecodeError::LimitExceeded => CodecError::TooLarge,
        other => CodecError::Malformed(other.to_string()),
    })?;
    match bytes.len().saturating_sub(length) {
        0 => Ok(value),
        trailing => Err(CodecError::TrailingBytes(trailing)),
    }
}

fn refusal(error: EncodeError) -> CodecError {
    match error {
        EncodeError::UnexpectedEnd => CodecError::TooLarge,
        other => CodecError::Unrepresentable(other.to_string()),
    }
}

/// Takes bytes up to the limit.
struct Buffer(Vec<u8>);

impl Writer for Buffer {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        if bytes.len() > LIMIT.saturating_sub(self.0.len()) {
            return Err(EncodeError::UnexpectedEnd);
        }
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// Counts bytes up to the limit.
struct Scale(usize);

impl Writer for Scale {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0 = self.0.saturating_add(bytes.len());
        if self.0 > LIMIT { Err(EncodeError::UnexpectedEnd) } else { Ok(()) }
    }
}
