//! Where the instructions of a method stood, and where they stand now.

use crate::classfile::error::{ClassFileError, Decoded};
use crate::classfile::layout::Layout;

/// Where the instructions of a method stood, and where they stand now.
pub(super) struct Relocation {
    pub(super) layout: Layout,
    /// By old instruction index the new offset, and at the end the new length.
    pub(super) starts: Vec<usize>,
    /// By old instruction index the new offset of the instruction itself, where it stands among others.
    pub(super) itself: Vec<usize>,
}

impl Relocation {
    /// The new offset of an instruction.
    pub(super) fn start(&self, index: u32) -> Decoded<usize> {
        let start = usize::try_from(index).ok().and_then(|index| self.starts.get(index));
        start.copied().ok_or_else(|| ClassFileError::malformed("an instruction that is not there"))
    }

    /// The new offset of the instruction at an old offset, or of the end of the code.
    pub(super) fn boundary(&self, offset: usize) -> Decoded<u16> {
        let index = self.layout.boundary(i64::try_from(offset).unwrap_or(i64::MAX))?;
        u16::try_from(self.start(index)?).map_err(|_| too_long())
    }

    /// The new offset of the very instruction at an old offset, which other instructions may stand before.
    pub(super) fn same(&self, offset: usize) -> Decoded<u16> {
        let index = self.layout.instruction(i64::try_from(offset).unwrap_or(i64::MAX))?;
        let place = usize::try_from(index).ok().and_then(|index| self.itself.get(index)).copied();
        place.and_then(|place| u16::try_from(place).ok()).ok_or_else(too_long)
    }

    /// As `boundary`; an offset inside an instruction stands for the next one.
    pub(super) fn next_boundary(&self, offset: usize) -> Decoded<u16> {
        let index = self.layout.next_boundary(offset)?;
        u16::try_from(self.start(index)?).map_err(|_| too_long())
    }

    /// How far a jump from a new offset to what stood at an old one is.
    pub(super) fn distance(&self, from: usize, old_target: i64) -> Decoded<i64> {
        let to = self.start(self.layout.instruction(old_target)?)?;
        Ok(i64::try_from(to).unwrap_or(i64::MAX).saturating_sub(i64::try_from(from).unwrap_or(i64::MAX)))
    }
}

pub(super) fn too_long() -> ClassFileError {
    ClassFileError::malformed("the code becomes too long")
}
