//! The `Code` attribute written again: where every instruction comes to stand, and its bytes there.

use super::constants::{NewConstants, Texts};
use super::relocation::{Relocation, too_long};
use super::tables::rewrite_tables;
use super::{CodeEdit, NewInstruction};
use crate::classfile::error::{ClassFileError, Decoded};
use crate::classfile::layout::{Layout, lookup_length, table_length};
use crate::classfile::opcode::{IINC, LOOKUPSWITCH, TABLESWITCH, WIDE};
use crate::classfile::reader::Reader;

/// JVMS 4.7.3.
const LONGEST_CODE: usize = 65_535;
const BIPUSH: u8 = 16;
const SIPUSH: u8 = 17;
const LDC_W: u8 = 19;
const ICONST_0: u8 = 3;
const GETSTATIC: u8 = 178;
const INVOKESTATIC: u8 = 184;
const GOTO_W: u8 = 200;
const JSR_W: u8 = 201;

/// The content of a `Code` attribute with some instructions replaced.
pub(super) fn rewrite_code(
    content: &[u8],
    edit: &CodeEdit,
    texts: &Texts<'_>,
    constants: &mut NewConstants,
) -> Decoded<Vec<u8>> {
    let mut reader = Reader::new(content);
    let (max_stack, max_locals) = (reader.u16()?, reader.u16()?);
    let length = usize::try_from(reader.u32()?).unwrap_or(usize::MAX);
    let code = reader.take(length)?;
    if code.len() > LONGEST_CODE {
        return Err(too_long());
    }
    let (relocation, old_offsets) = relocate(code, edit)?;
    let mut written = Vec::with_capacity(code.len());
    for (index, (start, end)) in (0_u32..).zip(old_offsets) {
        let old = Old { bytes: code.get(start..end).unwrap_or_default(), offset: start };
        match edit.replacements.get(&index) {
            None => write_old(&old, &relocation, None, &mut written)?,
            Some(items) => {
                for item in items {
                    write_new(item, &old, &relocation, constants, &mut written)?;
                }
            }
        }
    }
    let mut result = Vec::with_capacity(content.len().saturating_add(64));
    result.extend(max_stack.saturating_add(edit.stack).to_be_bytes());
    result.extend(max_locals.to_be_bytes());
    result.extend(u32::try_from(written.len()).unwrap_or(u32::MAX).to_be_bytes());
    result.extend(written);
    rewrite_tables(&mut reader, &relocation, texts, &mut result)?;
    reader.finish()?;
    Ok(result)
}

/// An instruction as it is: its bytes, and where they stand.
struct Old<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Old<'_> {
    fn opcode(&self) -> u8 {
        self.bytes.first().copied().unwrap_or(0)
    }

    /// The old offset at a distance.
    fn target(&self, distance: i32) -> i64 {
        i64::try_from(self.offset).unwrap_or(i64::MAX).saturating_add(i64::from(distance))
    }

    fn is_switch(&self) -> bool {
        matches!(self.opcode(), TABLESWITCH | LOOKUPSWITCH)
    }

    /// How many bytes it takes at a new offset.
    fn size(&self, at: usize) -> usize {
        if self.is_switch() {
            self.bytes.len().saturating_sub(padding(self.offset)).saturating_add(padding(at))
        } else {
            self.bytes.len()
        }
    }
}

/// The bytes between the opcode of a switch at an offset and its operands.
fn padding(offset: usize) -> usize {
    3 - offset % 4
}

type Ranges = Vec<(usize, usize)>;

/// Decides where every instruction comes to stand; also says from where to where each stood.
fn relocate(code: &[u8], edit: &CodeEdit) -> Decoded<(Relocation, Ranges)> {
    let layout = Layout::new(code)?;
    let mut offsets = Vec::with_capacity(layout.count());
    for offset in 0..code.len() {
        // Refused offsets are those inside an instruction.
        if layout.instruction(i64::try_from(offset).unwrap_or(i64::MAX)).is_ok() {
            offsets.push(offset);
        }
    }
    let ends = offsets.iter().skip(1).copied().chain([code.len()]);
    let ranges: Ranges = offsets.iter().copied().zip(ends).collect();
    let last = edit.replacements.keys().next_back();
    if last.is_some_and(|last| usize::try_from(*last).is_ok_and(|last| last >= ranges.len())) {
        return Err(ClassFileError::malformed("an instruction to be replaced is not there"));
    }
    let mut starts = Vec::with_capacity(ranges.len().saturating_add(1));
    let mut itself = Vec::with_capacity(ranges.len());
    let mut at = 0_usize;
    for (index, (start, end)) in (0_u32..).zip(&ranges) {
        starts.push(at);
        itself.push(at);
        let old = Old { bytes: code.get(*start..*end).unwrap_or_default(), offset: *start };
        match edit.replacements.get(&index) {
            None => at = at.saturating_add(old.size(at)),
            Some(items) => {
                for item in items {
                    if *item == NewInstruction::Original
                        && let Some(place) = itself.last_mut()
                    {
                        *place = at;
                    }
                    at = at.saturating_add(new_size(item, &old, at));
                }
            }
        }
    }
    starts.push(at);
    if at > LONGEST_CODE {
        return Err(too_long());
    }
    Ok((Relocation { layout, starts, itself }, ranges))
}

fn new_size(item: &NewInstruction, old: &Old<'_>, at: usize) -> usize {
    match item {
        NewInstruction::Original | NewInstruction::Switch(..) => old.size(at),
        NewInstruction::Plain(_) => 1,
        NewInstruction::Int(value) => match value {
            -1..=5 => 1,
            -128..=127 => 2,
            _ => 3,
        },
        NewInstruction::Increment(local, amount) => {
            if u8::try_from(*local).is_ok() && i8::try_from(*amount).is_ok() {
                3
            } else {
                6
            }
        }
        NewInstruction::Text(_)
        | NewInstruction::Branch(_)
        | NewInstruction::InvokeStatic(_)
        | NewInstruction::GetStatic(_) => 3,
    }
}

fn write_new(
    item: &NewInstruction,
    old: &Old<'_>,
    relocation: &Relocation,
    constants: &mut NewConstants,
    into: &mut Vec<u8>,
) -> Decoded<()> {
    match item {
        NewInstruction::Original => write_old(old, relocation, None, into)?,
        NewInstruction::Plain(opcode) => into.push(*opcode),
        NewInstruction::Int(value) => write_int(*value, constants, into)?,
        NewInstruction::Text(text) => write_with_operand(LDC_W, constants.string(text)?, into),
        NewInstruction::Increment(local, amount) => match (u8::try_from(*local), i8::try_from(*amount)) {
            (Ok(local), Ok(amount)) => into.extend([IINC, local, amount.cast_unsigned()]),
            _ => {
                into.extend([WIDE, IINC]);
                into.extend(local.to_be_bytes());
                into.extend(amount.to_be_bytes());
            }
        },
        NewInstruction::Branch(opcode) => {
            let mut operands = Reader::new(old.bytes.get(1..).unwrap_or_default());
            write_branch(*opcode, old.target(i32::from(operands.i16()?)), relocation, into)?;
        }
        NewInstruction::Switch(default, targets) => write_old(old, relocation, Some((*default, targets)), into)?,
        NewInstruction::InvokeStatic(method) => write_with_operand(INVOKESTATIC, constants.method(method)?, into),
        NewInstruction::GetStatic(field) => write_with_operand(GETSTATIC, constants.field(field)?, into),
    }
    Ok(())
}

fn write_with_operand(opcode: u8, operand: u16, into: &mut Vec<u8>) {
    into.push(opcode);
    into.extend(operand.to_be_bytes());
}

fn write_int(value: i32, constants: &mut NewConstants, into: &mut Vec<u8>) -> Decoded<()> {
    match (i8::try_from(value), i16::try_from(value)) {
        (Ok(value @ -1..=5), _) => into.push(ICONST_0.wrapping_add_signed(value)),
        (Ok(value), _) => into.extend([BIPUSH, value.cast_unsigned()]),
        (_, Ok(value)) => write_with_operand(SIPUSH, value.cast_unsigned(), into),
        _ => write_with_operand(LDC_W, constants.integer(value)?, into),
    }
    Ok(())
}

fn write_branch(opcode: u8, old_target: i64, relocation: &Relocation, into: &mut Vec<u8>) -> Decoded<()> {
    let distance = relocation.distance(into.len(), old_target)?;
    let distance = i16::try_from(distance).map_err(|_| ClassFileError::malformed("a jump becomes too long"))?;
    write_with_operand(opcode, distance.cast_unsigned(), into);
    Ok(())
}

/// Writes an instruction as it was, for the place where it stands now; a switch may get other targets.
fn write_old(
    old: &Old<'_>,
    relocation: &Relocation,
    targets: Option<(u32, &[u32])>,
    into: &mut Vec<u8>,
) -> Decoded<()> {
    let opcode = old.opcode();
    let mut operands = Reader::new(old.bytes.get(1..).unwrap_or_default());
    match opcode {
        153..=168 | 198 | 199 => write_branch(opcode, old.target(i32::from(operands.i16()?)), relocation, into),
        GOTO_W | JSR_W => {
            let distance = relocation.distance(into.len(), old.target(operands.i32()?))?;
            into.push(opcode);
            write_wide(distance, into)
        }
        TABLESWITCH | LOOKUPSWITCH => write_switch(old, relocation, targets, into),
        _ => {
            into.extend(old.bytes);
            Ok(())
        }
    }
}

fn write_wide(distance: i64, into: &mut Vec<u8>) -> Decoded<()> {
    let distance = i32::try_from(distance).map_err(|_| too_long())?;
    into.extend(distance.to_be_bytes());
    Ok(())
}

fn write_switch(
    old: &Old<'_>,
    relocation: &Relocation,
    targets: Option<(u32, &[u32])>,
    into: &mut Vec<u8>,
) -> Decoded<()> {
    let from = into.len();
    let distance = |old_distance: i32, new: Option<u32>| match new {
        None => relocation.distance(from, old.target(old_distance)),
        Some(index) => {
            let to = i64::try_from(relocation.start(index)?).unwrap_or(i64::MAX);
            Ok(to.saturating_sub(i64::try_from(from).unwrap_or(i64::MAX)))
        }
    };
    let mut operands = Reader::new(old.bytes.get(1..).unwrap_or_default());
    operands.take(padding(old.offset))?;
    into.push(old.opcode());
    into.resize(into.len().saturating_add(padding(from)), 0);
    write_wide(distance(operands.i32()?, targets.map(|(default, _)| default))?, into)?;
    let is_table = old.opcode() == TABLESWITCH;
    let count = if is_table {
        let (low, high) = (operands.i32()?, operands.i32()?);
        into.extend(low.to_be_bytes());
        into.extend(high.to_be_bytes());
        table_length(low, high)?
    } else {
        let count = operands.i32()?;
        into.extend(count.to_be_bytes());
        lookup_length(count)?
    };
    for number in 0..count {
        if !is_table {
            into.extend(operands.i32()?.to_be_bytes());
        }
        let new = targets.and_then(|(_, cases)| cases.get(number).copied());
        write_wide(distance(operands.i32()?, new)?, into)?;
    }
    Ok(())
}
