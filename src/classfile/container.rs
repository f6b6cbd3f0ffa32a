//! Checks a class file's outer structure byte by byte and then has it parsed.
//!
//! The parser trusts counts and knows no constant newer than Java 8. So nothing reaches it before every count and
//! length has been checked here, and newer constants are handed to it under the tag of a constant of the same shape.

use super::error::{ClassFileError, ClassFileErrorKind, Decoded};
use super::reader::Reader;
use std::borrow::Cow;

const MAGIC: u32 = 0xcafe_babe;
/// Java 1.1.
const OLDEST_MAJOR: u16 = 45;
/// Java 25.
const NEWEST_MAJOR: u16 = 69;
/// Java 1.1 is 45, and every release since has added one.
const MAJOR_BEFORE_JAVA_1: u16 = 44;

/// Constant pool tags that the parser does not know.
pub(super) const TAG_DYNAMIC: u8 = 17;
pub(super) const TAG_MODULE: u8 = 19;
pub(super) const TAG_PACKAGE: u8 = 20;
const TAG_CLASS: u8 = 7;
const TAG_INVOKE_DYNAMIC: u8 = 18;

/// A parsed class file with what the parser had to be spared.
pub(super) struct Container {
    /// The parser's result.
    pub(super) parsed: classfile_parser::ClassFile,
    /// The class's flags, whole: the parser drops those that it does not know.
    pub(super) flags: u16,
    /// Constant pool indices, ascending, whose tag was rewritten, with the tag of the file.
    pub(super) rewritten_tags: Vec<(u16, u8)>,
}

/// Takes a class file apart into constant pool, members and raw attributes.
pub(super) fn parse_container(bytes: &[u8]) -> Decoded<Container> {
    let mut reader = Reader::new(bytes);
    check_header(&mut reader)?;
    let rewrites = scan_constant_pool(&mut reader)?;
    let flags = reader.u16()?;
    reader.take(4)?;
    let interface_count = reader.u16()?;
    reader.take(usize::from(interface_count) * 2)?;
    scan_members(&mut reader, "field")?;
    scan_members(&mut reader, "method")?;
    scan_attributes(&mut reader)?;
    reader.finish()?;

    let mut readable = Cow::Borrowed(bytes);
    let mut rewritten_tags = Vec::with_capacity(rewrites.len());
    for Rewrite { index, offset, original, replacement } in rewrites {
        if let Some(tag) = readable.to_mut().get_mut(offset) {
            *tag = replacement;
        }
        rewritten_tags.push((index, original));
    }
    match classfile_parser::class_parser(&readable) {
        Ok((_, parsed)) => Ok(Container { parsed, flags, rewritten_tags }),
        Err(_) => Err(ClassFileError::malformed("the class file's structure cannot be parsed")),
    }
}

fn check_header(reader: &mut Reader<'_>) -> Decoded<()> {
    let not_a_class_file = |message: &str| Err(ClassFileError::new(ClassFileErrorKind::NotAClassFile, message));
    match reader.u32() {
        Ok(MAGIC) => {}
        Ok(_) => return not_a_class_file("not a class file: it does not begin with CAFEBABE"),
        Err(_) if reader.remaining() == 0 => {
            return not_a_class_file("not a class file: it is empty");
        }
        Err(_) => {
            return not_a_class_file("not a class file: it is shorter than the CAFEBABE of its beginning");
        }
    }
    reader.u16()?;
    let major = reader.u16()?;
    let unsupported = |message| Err(ClassFileError::new(ClassFileErrorKind::UnsupportedVersion, message));
    if major < OLDEST_MAJOR {
        return unsupported(format!("class-file version {major} is none: the oldest is {OLDEST_MAJOR}, of Java 1.1"));
    }
    if major > NEWEST_MAJOR {
        return unsupported(format!(
            "class-file version {major} is from Java {}; versions up to {NEWEST_MAJOR} (Java {}) can be read",
            major - MAJOR_BEFORE_JAVA_1,
            NEWEST_MAJOR - MAJOR_BEFORE_JAVA_1
        ));
    }
    Ok(())
}

struct Rewrite {
    index: u16,
    offset: usize,
    original: u8,
    replacement: u8,
}

fn scan_constant_pool(reader: &mut Reader<'_>) -> Decoded<Vec<Rewrite>> {
    let count = reader.u16()?;
    if count == 0 {
        return Err(ClassFileError::malformed("byte 8: the constant pool count is zero"));
    }
    let mut rewrites = Vec::new();
    let mut index = 1;
    while index < count {
        let offset = reader.position();
        let place = || format!("constant pool entry {index} of {}, at byte {offset}", count - 1);
        let tag = reader.u8().map_err(|error| error.within(place()))?;
        let mut entries = 1;
        let length = match tag {
            1 => usize::from(reader.u16().map_err(|error| error.within(place()))?),
            3 | 4 | 9..=12 | 17 | 18 => 4,
            5 | 6 => {
                entries = 2;
                8
            }
            7 | 8 | 16 | 19 | 20 => 2,
            15 => 3,
            _ => {
                return Err(ClassFileError::malformed(format!("unknown tag {tag}")).within(place()));
            }
        };
        reader.take(length).map_err(|error| error.within(place()))?;
        if let Some(replacement) = match tag {
            TAG_DYNAMIC => Some(TAG_INVOKE_DYNAMIC),
            TAG_MODULE | TAG_PACKAGE => Some(TAG_CLASS),
            _ => None,
        } {
            rewrites.push(Rewrite { index, offset, original: tag, replacement });
        }
        // The second entry of a long or double must fit too.
        if entries > count - index {
            return Err(
                ClassFileError::malformed("a long or double takes two entries, and one is left").within(place())
            );
        }
        index += entries;
    }
    Ok(rewrites)
}

fn scan_members(reader: &mut Reader<'_>, what: &str) -> Decoded<()> {
    let count = reader.u16().map_err(|error| error.within(format!("{what} count")))?;
    for number in 1..=count {
        reader
            .take(6)
            .and_then(|_| scan_attributes(reader))
            .map_err(|error| error.within(format!("{what} {number} of {count}")))?;
    }
    Ok(())
}

fn scan_attributes(reader: &mut Reader<'_>) -> Decoded<()> {
    let count = reader.u16().map_err(|error| error.within("attribute count"))?;
    for number in 1..=count {
        scan_attribute(reader).map_err(|error| error.within(format!("attribute {number} of {count}")))?;
    }
    Ok(())
}

fn scan_attribute(reader: &mut Reader<'_>) -> Decoded<()> {
    reader.u16()?;
    let length = reader.u32()?;
    let length = usize::try_from(length)
        .map_err(|_| ClassFileError::truncated(format!("a length of {length} bytes is more than there is")))?;
    reader.take(length)?;
    Ok(())
}
