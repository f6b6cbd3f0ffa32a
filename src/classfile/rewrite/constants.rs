//! The constant pool of a class file that is written again: its texts, and the constants that are added to it.

use super::NewReference;
use crate::classfile::error::{ClassFileError, Decoded};
use crate::classfile::modified_utf8::modified_utf8_to_text;
use crate::classfile::reader::Reader;
use std::collections::BTreeMap;

const UTF8: u8 = 1;
const INTEGER: u8 = 3;
const CLASS: u8 = 7;
const STRING: u8 = 8;
const FIELD: u8 = 9;
const METHOD: u8 = 10;
const NAME_AND_TYPE: u8 = 12;

/// The texts of a constant pool by index.
pub(super) struct Texts<'a>(BTreeMap<u16, &'a [u8]>);

impl<'a> Texts<'a> {
    /// Reads a pool of entries below `count` to its end.
    pub(super) fn read(reader: &mut Reader<'a>, count: u16) -> Decoded<Self> {
        let mut texts = BTreeMap::new();
        let mut index = 1;
        while index < count {
            let tag = reader.u8()?;
            let length = match tag {
                UTF8 => usize::from(reader.u16()?),
                INTEGER | 4 | FIELD..=NAME_AND_TYPE | 17 | 18 => 4,
                5 | 6 => 8,
                CLASS | STRING | 16 | 19 | 20 => 2,
                15 => 3,
                _ => return Err(ClassFileError::malformed(format!("unknown tag {tag}"))),
            };
            let content = reader.take(length)?;
            if tag == UTF8 {
                texts.insert(index, content);
            }
            index = index.saturating_add(if matches!(tag, 5 | 6) { 2 } else { 1 });
        }
        Ok(Texts(texts))
    }

    /// Whether the entry is this text, which is ASCII.
    pub(super) fn is(&self, index: u16, text: &str) -> bool {
        self.0.get(&index).is_some_and(|found| *found == text.as_bytes())
    }

    /// The text of an entry; empty for what is none, which no member is called.
    pub(super) fn text(&self, index: u16) -> String {
        self.0
            .get(&index)
            .and_then(|bytes| modified_utf8_to_text(bytes))
            .map(|text| text.to_string())
            .unwrap_or_default()
    }
}

/// Constants that are added after those that a pool has.
pub(super) struct NewConstants {
    next: Option<u16>,
    known: BTreeMap<Vec<u8>, u16>,
    bytes: Vec<u8>,
}

impl NewConstants {
    /// None yet, in a pool whose count is this.
    pub(super) fn after(count: u16) -> Self {
        NewConstants { next: Some(count), known: BTreeMap::new(), bytes: Vec::new() }
    }

    /// The new count, and the constants.
    pub(super) fn finish(self) -> Decoded<(u16, Vec<u8>)> {
        self.next.map(|count| (count, self.bytes)).ok_or_else(too_many)
    }

    fn add(&mut self, tag: u8, content: &[u8]) -> Decoded<u16> {
        let entry = [&[tag], content].concat();
        if let Some(index) = self.known.get(&entry) {
            return Ok(*index);
        }
        let index = self.next.ok_or_else(too_many)?;
        self.next = index.checked_add(1);
        self.bytes.extend(&entry);
        self.known.insert(entry, index);
        Ok(index)
    }

    fn pair(&mut self, tag: u8, first: u16, second: u16) -> Decoded<u16> {
        let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
        self.add(tag, &[a, b, c, d])
    }

    fn utf8(&mut self, text: &str) -> Decoded<u16> {
        let length = u16::try_from(text.len()).map_err(|_| ClassFileError::malformed("a text is too long"))?;
        self.add(UTF8, &[&length.to_be_bytes(), text.as_bytes()].concat())
    }

    /// An `int`.
    pub(super) fn integer(&mut self, value: i32) -> Decoded<u16> {
        self.add(INTEGER, &value.to_be_bytes())
    }

    /// A string.
    pub(super) fn string(&mut self, text: &str) -> Decoded<u16> {
        let text = self.utf8(text)?;
        self.add(STRING, &text.to_be_bytes())
    }

    /// A field of a class.
    pub(super) fn field(&mut self, reference: &NewReference) -> Decoded<u16> {
        self.member(FIELD, reference)
    }

    /// A method of a class.
    pub(super) fn method(&mut self, reference: &NewReference) -> Decoded<u16> {
        self.member(METHOD, reference)
    }

    fn member(&mut self, tag: u8, reference: &NewReference) -> Decoded<u16> {
        let name = self.utf8(reference.class)?;
        let class = self.add(CLASS, &name.to_be_bytes())?;
        let (name, descriptor) = (self.utf8(reference.name)?, self.utf8(reference.descriptor)?);
        let name_and_type = self.pair(NAME_AND_TYPE, name, descriptor)?;
        self.pair(tag, class, name_and_type)
    }
}

fn too_many() -> ClassFileError {
    ClassFileError::malformed("the constant pool is full")
}
