//! Where the instructions of a method's code begin: turns byte offsets into instruction indices.

use super::error::{ClassFileError, Decoded};
use super::opcode::{IINC, LOOKUPSWITCH, OperandLength, TABLESWITCH, WIDE, operand_length};
use super::reader::Reader;

/// Marks a byte offset inside an instruction; the other bits are the index of the next one.
const INSIDE: u32 = 1 << 31;

/// The instruction boundaries of one method's code.
pub(super) struct Layout {
    /// For every byte offset, and for the end of the code, the index of the instruction that begins there, or that
    /// begins next.
    index_at: Vec<u32>,
    count: usize,
}

impl Layout {
    /// Finds the boundaries of code that is not longer than code may be; refuses unknown opcodes and instructions that the code's end cuts off.
    pub(super) fn new(code: &[u8]) -> Decoded<Self> {
        let mut index_at = Vec::with_capacity(code.len().saturating_add(1));
        let mut reader = Reader::new(code);
        let mut count = 0;
        while reader.remaining() > 0 {
            let offset = reader.position();
            skip_instruction(&mut reader).map_err(|error| error.within(format!("offset {offset}")))?;
            index_at.push(count);
            count += 1;
            index_at.resize(reader.position(), INSIDE | count);
        }
        index_at.push(count);
        Ok(Layout { index_at, count: count as usize })
    }

    /// How many instructions there are.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The index of the instruction at a byte offset.
    pub(super) fn instruction(&self, offset: i64) -> Decoded<u32> {
        let index = self.boundary(offset)?;
        if index as usize == self.count {
            return Err(ClassFileError::malformed(format!(
                "offset {offset} is the end of the code, not an instruction"
            )));
        }
        Ok(index)
    }

    /// As `instruction`, and the end of the code counts too: it is the index after the last one.
    pub(super) fn boundary(&self, offset: i64) -> Decoded<u32> {
        match usize::try_from(offset).ok().and_then(|offset| self.index_at.get(offset)) {
            Some(index) if index & INSIDE != 0 => {
                Err(ClassFileError::malformed(format!("offset {offset} is inside an instruction")))
            }
            Some(&index) => Ok(index),
            None => Err(self.outside(offset)),
        }
    }

    /// The first instruction at or after a byte offset. For tables that only describe the code: tools that rewrite
    /// bytecode leave offsets inside instructions there, and the JVM does not mind.
    pub(super) fn next_boundary(&self, offset: usize) -> Decoded<u32> {
        match self.index_at.get(offset) {
            Some(index) => Ok(index & !INSIDE),
            None => Err(self.outside(i64::try_from(offset).unwrap_or(i64::MAX))),
        }
    }

    fn outside(&self, offset: i64) -> ClassFileError {
        let length = self.index_at.len().saturating_sub(1);
        ClassFileError::malformed(format!("offset {offset} is outside the code, which has {length} bytes"))
    }
}

fn skip_instruction(reader: &mut Reader<'_>) -> Decoded<()> {
    let opcode = reader.u8()?;
    let length = match operand_length(opcode) {
        OperandLength::Fixed(length) => length,
        OperandLength::NoOpcode => {
            return Err(ClassFileError::malformed(format!("unknown opcode {opcode}")));
        }
        OperandLength::Varies => match opcode {
            WIDE => match reader.u8()? {
                IINC => 4,
                21..=25 | 54..=58 | 169 => 2,
                other => {
                    return Err(ClassFileError::malformed(format!("opcode {other} has no wide form")));
                }
            },
            TABLESWITCH => {
                skip_switch_padding(reader)?;
                reader.i32()?;
                let count = table_length(reader.i32()?, reader.i32()?)?;
                count.saturating_mul(4)
            }
            LOOKUPSWITCH => {
                skip_switch_padding(reader)?;
                reader.i32()?;
                lookup_length(reader.i32()?)?.saturating_mul(8)
            }
            _ => 0,
        },
    };
    reader.take(length)?;
    Ok(())
}

/// The operands of a switch begin at a multiple of four bytes from the start of the code.
pub(super) fn skip_switch_padding(reader: &mut Reader<'_>) -> Decoded<()> {
    reader.take((4 - reader.position() % 4) % 4)?;
    Ok(())
}

/// The number of cases of a `tableswitch`.
pub(super) fn table_length(low: i32, high: i32) -> Decoded<usize> {
    usize::try_from(i64::from(high) - i64::from(low) + 1)
        .ok()
        .filter(|count| *count > 0)
        .ok_or_else(|| ClassFileError::malformed(format!("tableswitch from {low} to {high}")))
}

/// The number of cases of a `lookupswitch`.
pub(super) fn lookup_length(count: i32) -> Decoded<usize> {
    usize::try_from(count).map_err(|_| ClassFileError::malformed(format!("lookupswitch with {count} cases")))
}
