//! The attributes of classes, fields, methods and record components, except `Code`.

use super::annotations::{Annotations, several};
use super::class::{AccessFlags, EnclosingMethod, InnerClass, RecordComponent};
use super::constant_pool::ConstantPool;
use super::error::{ClassFileError, Decoded};
use super::instruction::{ClassName, LoadableConstant};
use super::reader::Reader;
use classfile_parser::attribute_info::{AttributeInfo, BootstrapMethod};
use std::sync::Arc;

/// Calls `read` with the name and the content of each attribute; errors get the name, and content that `read` says
/// it knows must be read to its end.
pub(super) fn for_each_attribute<'a>(
    attributes: &'a [AttributeInfo],
    pool: &ConstantPool,
    mut read: impl FnMut(&str, &mut Reader<'a>) -> Decoded<Known>,
) -> Decoded<()> {
    for attribute in attributes {
        let name = pool.plain_text(attribute.attribute_name_index).map_err(|error| error.within("attribute name"))?;
        let mut reader = Reader::new(&attribute.info);
        let outcome = match read(name, &mut reader) {
            Ok(Known::Yes) => reader.finish(),
            Ok(Known::No) => Ok(()),
            Err(error) => Err(error),
        };
        outcome.map_err(|error| error.within(name))?;
    }
    Ok(())
}

/// Whether an attribute is one that is read.
pub(super) enum Known {
    /// It was read.
    Yes,
    /// It says nothing that is asked for.
    No,
}

/// A 16-bit count, and as many entries.
pub(super) fn list<T>(
    reader: &mut Reader<'_>,
    mut entry: impl FnMut(&mut Reader<'_>) -> Decoded<T>,
) -> Decoded<Vec<T>> {
    let count = reader.u16()?;
    // Not reserved: the count is only a claim until the entries were read.
    let mut entries = Vec::new();
    for _ in 0..count {
        entries.push(entry(reader)?);
    }
    Ok(entries)
}

/// A list of classes: `Exceptions`, `NestMembers`, `PermittedSubclasses`.
pub(super) fn class_list(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<Vec<ClassName>> {
    list(reader, |reader| pool.class_name(reader.u16()?))
}

/// `Signature` and `SourceFile`: one text.
pub(super) fn text(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<Option<Arc<str>>> {
    pool.text(reader.u16()?).map(Some)
}

/// `InnerClasses`.
pub(super) fn inner_classes(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<Vec<InnerClass>> {
    list(reader, |reader| {
        Ok(InnerClass {
            inner: pool.class_name(reader.u16()?)?,
            outer: pool.optional_class_name(reader.u16()?)?,
            name: pool.optional_text(reader.u16()?)?,
            flags: AccessFlags(reader.u16()?),
        })
    })
}

/// `EnclosingMethod`.
pub(super) fn enclosing_method(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<EnclosingMethod> {
    let class = pool.class_name(reader.u16()?)?;
    let method = match reader.u16()? {
        0 => None,
        index => Some(pool.method_name_and_type(index)?),
    };
    Ok((class, method))
}

/// `Record`.
pub(super) fn record(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<Vec<RecordComponent>> {
    list(reader, |reader| {
        let name = pool.text(reader.u16()?)?;
        let descriptor = pool.field_descriptor(reader.u16()?)?;
        let mut signature = None;
        let mut annotations = Annotations::default();
        for _ in 0..reader.u16()? {
            let attribute = pool.plain_text(reader.u16()?)?;
            let length = reader.u32()?;
            let content = reader.take(usize::try_from(length).unwrap_or(usize::MAX))?;
            match attribute {
                "Signature" => signature = text(&mut Reader::new(content), pool)?,
                "RuntimeVisibleAnnotations" => annotations = several(&mut Reader::new(content), pool),
                _ => {}
            }
        }
        Ok(RecordComponent { name, descriptor, signature, annotations })
    })
}

/// `BootstrapMethods`, not yet resolved.
pub(super) fn bootstrap_methods(reader: &mut Reader<'_>) -> Decoded<Vec<BootstrapMethod>> {
    list(reader, |reader| {
        let bootstrap_method_ref = reader.u16()?;
        let bootstrap_arguments = list(reader, |reader| reader.u16())?;
        let num_bootstrap_arguments = u16::try_from(bootstrap_arguments.len()).unwrap_or(u16::MAX);
        Ok(BootstrapMethod { bootstrap_method_ref, num_bootstrap_arguments, bootstrap_arguments })
    })
}

/// `MethodParameters`: the names.
pub(super) fn parameter_names(reader: &mut Reader<'_>, pool: &ConstantPool) -> Decoded<Vec<Option<Arc<str>>>> {
    let mut names = Vec::new();
    for _ in 0..reader.u8()? {
        names.push(pool.optional_text(reader.u16()?)?);
        reader.u16()?;
    }
    Ok(names)
}

/// `ConstantValue` of a field with this descriptor.
pub(super) fn constant_value(
    reader: &mut Reader<'_>,
    pool: &ConstantPool,
    descriptor: &str,
) -> Decoded<LoadableConstant> {
    let constant = pool.loadable(reader.u16()?)?;
    match (descriptor, &constant) {
        ("I" | "S" | "C" | "B" | "Z", LoadableConstant::Int(_))
        | ("J", LoadableConstant::Long(_))
        | ("F", LoadableConstant::Float(_))
        | ("D", LoadableConstant::Double(_))
        | ("Ljava/lang/String;", LoadableConstant::String(_)) => Ok(constant),
        _ => Err(ClassFileError::malformed(format!("the constant does not fit the field's type {descriptor}"))),
    }
}
