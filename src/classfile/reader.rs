//! Reads big-endian numbers from bytes and refuses to run past their end.

use super::error::{ClassFileError, Decoded};

/// A position in a byte slice that only moves forwards.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, position: 0 }
    }

    /// The offset of the next byte.
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// How many bytes are left.
    pub(super) fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// The bytes that are left, which stay to be read.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Decoded<&'a [u8]> {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        match rest.get(..count) {
            Some(taken) => {
                self.position += count;
                Ok(taken)
            }
            None => Err(ClassFileError::truncated(format!(
                "ends at byte {}, but {count} more {} needed from byte {}",
                self.bytes.len(),
                if count == 1 { "is" } else { "are" },
                self.position
            ))),
        }
    }

    fn array<const COUNT: usize>(&mut self) -> Decoded<[u8; COUNT]> {
        let mut array = [0; COUNT];
        array.copy_from_slice(self.take(COUNT)?);
        Ok(array)
    }

    /// An unsigned byte.
    pub(super) fn u8(&mut self) -> Decoded<u8> {
        Ok(u8::from_be_bytes(self.array()?))
    }

    /// An unsigned 16-bit number.
    pub(super) fn u16(&mut self) -> Decoded<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    /// A signed 16-bit number.
    pub(super) fn i16(&mut self) -> Decoded<i16> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    /// An unsigned 32-bit number.
    pub(super) fn u32(&mut self) -> Decoded<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// A signed 32-bit number.
    pub(super) fn i32(&mut self) -> Decoded<i32> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    /// Says whether everything was read; bytes left over mean that a length or a count is wrong.
    pub(super) fn finish(&self) -> Decoded<()> {
        match self.remaining() {
            0 => Ok(()),
            count => Err(ClassFileError::malformed(format!(
                "{count} {} left over from byte {}",
                if count == 1 { "byte is" } else { "bytes are" },
                self.position
            ))),
        }
    }
}
