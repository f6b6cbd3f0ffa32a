//! Writes a class file again with some instructions of some methods replaced: code, jumps, switches and all tables of the
//! code move along, so that what a verifier accepted before it accepts after, if the new instructions are fit.

mod code;
mod constants;
mod relocation;
mod tables;

use super::error::{ClassFileError, Decoded};
use super::reader::Reader;
use code::rewrite_code;
use constants::{NewConstants, Texts};
use std::collections::BTreeMap;

/// An instruction that takes the place, or a part of the place, of one that a method has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewInstruction {
    /// The one that stands there already.
    Original,
    /// An opcode without operands.
    Plain(u8),
    /// Pushes an `int` in the shortest way.
    Int(i32),
    /// Pushes a string, given without characters that modified UTF-8 writes otherwise than UTF-8.
    Text(String),
    /// `iinc`: local, amount.
    Increment(u16, i16),
    /// A conditional branch by its opcode, to where the replaced instruction branches.
    Branch(u8),
    /// The replaced switch with other targets: the default's, and those of the cases in their order, as instructions.
    Switch(u32, Vec<u32>),
    /// `invokestatic`.
    InvokeStatic(NewReference),
    /// `getstatic`.
    GetStatic(NewReference),
}

/// A field or method that a new instruction names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewReference {
    /// Internal name of the class.
    pub class: &'static str,
    /// The member's name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
}

/// What changes in a method's code.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct CodeEdit {
    /// By instruction index, what takes the instruction's place. A jump to the instruction leads to the first of them.
    pub replacements: BTreeMap<u32, Vec<NewInstruction>>,
    /// How many more stack slots the new instructions may need.
    pub stack: u16,
}

/// Edits by the name and the descriptor of the method.
pub type ClassEdit = BTreeMap<(String, String), CodeEdit>;

/// The class file with the edits. New constants are added to the pool, tables of the code that describe types of
/// instructions are left out.
///
/// # Errors
/// When the class file is malformed, when an edited method or its code is not there, and when the new code is more than a
/// class file can express: too long, a jump too far, too many constants.
pub fn rewrite_class(bytes: &[u8], edit: &ClassEdit) -> Result<Vec<u8>, ClassFileError> {
    let mut reader = Reader::new(bytes);
    reader.take(8)?;
    let count = reader.u16()?;
    let pool_start = reader.position();
    let texts = Texts::read(&mut reader, count)?;
    let pool_end = reader.position();
    let mut constants = NewConstants::after(count);
    let mut rest = Vec::with_capacity(bytes.len().saturating_sub(pool_end));

    rest.extend(reader.take(6)?);
    let interfaces = reader.u16()?;
    rest.extend(interfaces.to_be_bytes());
    rest.extend(reader.take(usize::from(interfaces) * 2)?);
    copy_members(&mut reader, &mut rest)?;
    let mut edited = 0;
    let methods = reader.u16()?;
    rest.extend(methods.to_be_bytes());
    for _ in 0..methods {
        let header = reader.take(6)?;
        rest.extend(header);
        let mut header = Reader::new(header);
        header.u16()?;
        let key = (texts.text(header.u16()?), texts.text(header.u16()?));
        match edit.get(&key) {
            Some(edit) => {
                edited += rewrite_attributes(&mut reader, &mut rest, &texts, edit, &mut constants)?;
            }
            None => copy_attributes(&mut reader, &mut rest)?,
        }
    }
    if edited != edit.len() {
        return Err(ClassFileError::malformed("a method to be edited has no code, or is not there"));
    }
    copy_attributes(&mut reader, &mut rest)?;
    reader.finish()?;

    let (count, added) = constants.finish()?;
    let mut file = Vec::with_capacity(bytes.len().saturating_add(added.len()));
    file.extend(bytes.get(..8).unwrap_or_default());
    file.extend(count.to_be_bytes());
    file.extend(bytes.get(pool_start..pool_end).unwrap_or_default());
    file.extend(added);
    file.extend(rest);
    Ok(file)
}

fn copy_members(reader: &mut Reader<'_>, into: &mut Vec<u8>) -> Decoded<()> {
    let count = reader.u16()?;
    into.extend(count.to_be_bytes());
    for _ in 0..count {
        into.extend(reader.take(6)?);
        copy_attributes(reader, into)?;
    }
    Ok(())
}

fn copy_attributes(reader: &mut Reader<'_>, into: &mut Vec<u8>) -> Decoded<()> {
    let count = reader.u16()?;
    into.extend(count.to_be_bytes());
    for _ in 0..count {
        let (name, content) = attribute(reader)?;
        write_attribute(into, name, content)?;
    }
    Ok(())
}

/// Copies a method's attributes with the code edited; says how many `Code` attributes there were.
fn rewrite_attributes(
    reader: &mut Reader<'_>,
    into: &mut Vec<u8>,
    texts: &Texts<'_>,
    edit: &CodeEdit,
    constants: &mut NewConstants,
) -> Decoded<usize> {
    let count = reader.u16()?;
    into.extend(count.to_be_bytes());
    let mut found = 0;
    for _ in 0..count {
        let (name, content) = attribute(reader)?;
        if texts.is(name, "Code") {
            found += 1;
            let content = rewrite_code(content, edit, texts, constants)?;
            write_attribute(into, name, &content)?;
        } else {
            write_attribute(into, name, content)?;
        }
    }
    Ok(found)
}

/// The name and the content of the next attribute.
fn attribute<'a>(reader: &mut Reader<'a>) -> Decoded<(u16, &'a [u8])> {
    let name = reader.u16()?;
    let length = usize::try_from(reader.u32()?).unwrap_or(usize::MAX);
    Ok((name, reader.take(length)?))
}

fn write_attribute(into: &mut Vec<u8>, name: u16, content: &[u8]) -> Decoded<()> {
    let length = u32::try_from(content.len()).map_err(|_| ClassFileError::malformed("an attribute is too long"))?;
    into.extend(name.to_be_bytes());
    into.extend(length.to_be_bytes());
    into.extend(content);
    Ok(())
}
