//! Annotations that are there at run time (JVMS 4.7.16 to 4.7.22). They stay as bytes, which the JDK's own code reads, beside the
//! constants that they refer to.

use super::constant_pool::ConstantPool;
use super::error::{ClassFileError, Decoded};
use super::instruction::{LoadableConstant, StringConstant};
use super::reader::Reader;

/// Annotations as they stand in a class file, for those who read them at run time.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The content of the attribute; nothing where there is none.
    pub bytes: Vec<u8>,
    /// The constants that it refers to by number, as far as it is well-formed.
    pub constants: Vec<(u16, LoadableConstant)>,
}

/// The annotations of a method.
#[derive(Clone, Debug, Default)]
pub struct MethodAnnotations {
    /// Its own.
    pub declared: Annotations,
    /// Those of its parameters.
    pub of_parameters: Annotations,
    /// The default value, of an element of an annotation.
    pub default: Annotations,
}

/// How deep annotations and arrays within annotations are followed.
const DEEPEST: u32 = 32;

/// `RuntimeVisibleAnnotations`. A JVM looks at them when it is asked for them, so that what is wrong with them is no error here.
pub(super) fn several(reader: &mut Reader<'_>, pool: &ConstantPool) -> Annotations {
    kept(reader, |reader, found| {
        for _ in 0..reader.u16()? {
            annotation(reader, pool, found, 0)?;
        }
        Ok(())
    })
}

/// `RuntimeVisibleParameterAnnotations`.
pub(super) fn of_parameters(reader: &mut Reader<'_>, pool: &ConstantPool) -> Annotations {
    kept(reader, |reader, found| {
        for _ in 0..reader.u8()? {
            for _ in 0..reader.u16()? {
                annotation(reader, pool, found, 0)?;
            }
        }
        Ok(())
    })
}

/// `AnnotationDefault`.
pub(super) fn default_value(reader: &mut Reader<'_>, pool: &ConstantPool) -> Annotations {
    kept(reader, |reader, found| element(reader, pool, found, 0))
}

type Found = Vec<(u16, LoadableConstant)>;

/// All that is left of an attribute, and the constants that `read` finds in it.
fn kept(reader: &mut Reader<'_>, read: impl FnOnce(&mut Reader<'_>, &mut Found) -> Decoded<()>) -> Annotations {
    let Ok(content) = reader.take(reader.remaining()) else { return Annotations::default() };
    let mut constants = Vec::new();
    // What was found before something wrong stays: the bytes after it are not read.
    let _ = read(&mut Reader::new(content), &mut constants);
    constants.sort_by_key(|(index, _)| *index);
    constants.dedup_by_key(|(index, _)| *index);
    Annotations { bytes: content.to_vec(), constants }
}

fn annotation(reader: &mut Reader<'_>, pool: &ConstantPool, found: &mut Found, depth: u32) -> Decoded<()> {
    text(reader, pool, found)?;
    elements(reader, pool, found, depth)
}

/// Reads over the elements of an annotation, which come after its type.
pub(super) fn skip_elements(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<()> {
    elements(reader, pool, &mut Found::new(), 0)
}

fn elements(reader: &mut Reader<'_>, pool: &ConstantPool, found: &mut Found, depth: u32) -> Decoded<()> {
    for _ in 0..reader.u16()? {
        text(reader, pool, found)?;
        element(reader, pool, found, depth)?;
    }
    Ok(())
}

fn element(reader: &mut Reader<'_>, pool: &ConstantPool, found: &mut Found, depth: u32) -> Decoded<()> {
    if depth > DEEPEST {
        return Err(ClassFileError::malformed("annotations within annotations are too deep"));
    }
    match reader.u8()? {
        b'B' | b'C' | b'D' | b'F' | b'I' | b'J' | b'S' | b'Z' => {
            let index = reader.u16()?;
            found.push((index, pool.loadable(index)?));
            Ok(())
        }
        b's' | b'c' => text(reader, pool, found),
        b'e' => {
            text(reader, pool, found)?;
            text(reader, pool, found)
        }
        b'@' => annotation(reader, pool, found, depth + 1),
        b'[' => {
            for _ in 0..reader.u16()? {
                element(reader, pool, found, depth + 1)?;
            }
            Ok(())
        }
        _ => Err(ClassFileError::malformed("an unknown element of an annotation")),
    }
}

fn text(reader: &mut Reader<'_>, pool: &ConstantPool, found: &mut Found) -> Decoded<()> {
    let index = reader.u16()?;
    let units: Vec<u16> = pool.text(index)?.encode_utf16().collect();
    found.push((index, LoadableConstant::String(StringConstant(units.into()))));
    Ok(())
}
