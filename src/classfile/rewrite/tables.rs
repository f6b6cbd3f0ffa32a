//! What follows the instructions in a `Code` attribute, with its offsets moved: handlers, line numbers, names of local
//! variables, and the frames that the verifier goes by.

use super::constants::Texts;
use super::relocation::Relocation;
use super::{attribute, write_attribute};
use crate::classfile::error::{ClassFileError, Decoded};
use crate::classfile::reader::Reader;

/// Verification types with operands (JVMS 4.7.4).
const OBJECT: u8 = 7;
const UNINITIALIZED: u8 = 8;

/// Copies everything after the instructions.
pub(super) fn rewrite_tables(
    reader: &mut Reader<'_>,
    relocation: &Relocation,
    texts: &Texts<'_>,
    into: &mut Vec<u8>,
) -> Decoded<()> {
    let handlers = reader.u16()?;
    into.extend(handlers.to_be_bytes());
    for _ in 0..handlers {
        for _ in 0..3 {
            into.extend(relocation.boundary(usize::from(reader.u16()?))?.to_be_bytes());
        }
        into.extend(reader.take(2)?);
    }
    let mut kept = 0_u16;
    let mut tables = Vec::new();
    for _ in 0..reader.u16()? {
        let (name, content) = attribute(reader)?;
        let mut table = Vec::with_capacity(content.len());
        let mut content = Reader::new(content);
        if texts.is(name, "LineNumberTable") {
            write_lines(&mut content, relocation, &mut table)?;
        } else if texts.is(name, "LocalVariableTable") || texts.is(name, "LocalVariableTypeTable") {
            write_variables(&mut content, relocation, &mut table)?;
        } else if texts.is(name, "StackMapTable") {
            write_frames(&mut content, relocation, &mut table)?;
        } else {
            // Nothing that a JVM needs; its offsets, if it has any, would be wrong.
            continue;
        }
        content.finish()?;
        kept = kept.saturating_add(1);
        write_attribute(&mut tables, name, &table)?;
    }
    into.extend(kept.to_be_bytes());
    into.extend(tables);
    Ok(())
}

fn write_lines(reader: &mut Reader<'_>, relocation: &Relocation, into: &mut Vec<u8>) -> Decoded<()> {
    let count = reader.u16()?;
    into.extend(count.to_be_bytes());
    for _ in 0..count {
        into.extend(relocation.next_boundary(usize::from(reader.u16()?))?.to_be_bytes());
        into.extend(reader.take(2)?);
    }
    Ok(())
}

fn write_variables(reader: &mut Reader<'_>, relocation: &Relocation, into: &mut Vec<u8>) -> Decoded<()> {
    let count = reader.u16()?;
    into.extend(count.to_be_bytes());
    for _ in 0..count {
        let start = usize::from(reader.u16()?);
        let end = start.saturating_add(usize::from(reader.u16()?));
        let (start, end) = (relocation.next_boundary(start)?, relocation.next_boundary(end)?);
        into.extend(start.to_be_bytes());
        into.extend(end.saturating_sub(start).to_be_bytes());
        into.extend(reader.take(6)?);
    }
    Ok(())
}

/// Frames say how far they are from the one before, less one, except the first.
struct Distances {
    old: Option<usize>,
    new: Option<u16>,
}

impl Distances {
    /// What to write for the frame at this old distance.
    fn next(&mut self, old_distance: u16, relocation: &Relocation) -> Decoded<u16> {
        let distance = usize::from(old_distance);
        let old = self.old.map_or(distance, |before| before.saturating_add(distance).saturating_add(1));
        let new = relocation.boundary(old)?;
        let written = match self.new {
            None => Some(new),
            Some(before) => new.checked_sub(before).and_then(|distance| distance.checked_sub(1)),
        };
        (self.old, self.new) = (Some(old), Some(new));
        written.ok_or_else(|| ClassFileError::malformed("two frames for one instruction"))
    }
}

fn write_frames(reader: &mut Reader<'_>, relocation: &Relocation, into: &mut Vec<u8>) -> Decoded<()> {
    let count = reader.u16()?;
    into.extend(count.to_be_bytes());
    let mut distances = Distances { old: None, new: None };
    for _ in 0..count {
        let kind = reader.u8()?;
        let old_distance = match kind {
            0..=63 => u16::from(kind),
            64..=127 => u16::from(kind - 64),
            247..=255 => reader.u16()?,
            _ => return Err(ClassFileError::malformed(format!("frame type {kind} is none"))),
        };
        let distance = distances.next(old_distance, relocation)?;
        let short = u8::try_from(distance).ok().filter(|distance| *distance < 64);
        match (kind, short) {
            (0..=63 | 251, Some(distance)) => into.push(distance),
            (0..=63 | 251, None) => write_long(251, distance, into),
            (64..=127 | 247, Some(distance)) => into.push(distance.saturating_add(64)),
            (64..=127 | 247, None) => write_long(247, distance, into),
            _ => write_long(kind, distance, into),
        }
        match kind {
            64..=127 | 247 => write_types(1, reader, relocation, into)?,
            252..=254 => write_types(u16::from(kind - 251), reader, relocation, into)?,
            255 => {
                for _ in 0..2 {
                    let count = reader.u16()?;
                    into.extend(count.to_be_bytes());
                    write_types(count, reader, relocation, into)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn write_long(kind: u8, distance: u16, into: &mut Vec<u8>) {
    into.push(kind);
    into.extend(distance.to_be_bytes());
}

fn write_types(count: u16, reader: &mut Reader<'_>, relocation: &Relocation, into: &mut Vec<u8>) -> Decoded<()> {
    for _ in 0..count {
        let tag = reader.u8()?;
        into.push(tag);
        match tag {
            OBJECT => into.extend(reader.take(2)?),
            UNINITIALIZED => into.extend(relocation.same(usize::from(reader.u16()?))?.to_be_bytes()),
            _ => {}
        }
    }
    Ok(())
}
