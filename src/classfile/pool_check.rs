//! Checks that the entries of a constant pool refer to entries of the right kinds, and says when they do not.

use super::constant_pool::ConstantPool;
use super::container::{TAG_DYNAMIC, TAG_MODULE, TAG_PACKAGE};
use super::error::{ClassFileError, Decoded};
use super::modified_utf8::is_modified_utf8;
use classfile_parser::constant_info::ConstantInfo;

impl ConstantPool {
    /// Refuses an entry that refers to an entry of the wrong kind.
    pub(super) fn check(&self, constant: &ConstantInfo) -> Decoded<()> {
        let name_and_type = |index| self.name_and_type_indices(index).map(drop);
        match constant {
            ConstantInfo::Utf8(text) if !is_modified_utf8(&text.bytes) => {
                Err(ClassFileError::malformed("a text that is not modified UTF-8"))
            }
            ConstantInfo::Class(class) => self.raw_text(class.name_index).map(drop),
            ConstantInfo::String(string) => self.raw_text(string.string_index).map(drop),
            ConstantInfo::MethodType(method_type) => self.raw_text(method_type.descriptor_index).map(drop),
            ConstantInfo::NameAndType(pair) => {
                self.raw_text(pair.name_index)?;
                self.raw_text(pair.descriptor_index).map(drop)
            }
            ConstantInfo::FieldRef(field) => {
                self.class_name_index(field.class_index)?;
                name_and_type(field.name_and_type_index)
            }
            ConstantInfo::MethodRef(method) => {
                self.class_name_index(method.class_index)?;
                name_and_type(method.name_and_type_index)
            }
            ConstantInfo::InterfaceMethodRef(method) => {
                self.class_name_index(method.class_index)?;
                name_and_type(method.name_and_type_index)
            }
            ConstantInfo::InvokeDynamic(dynamic) => name_and_type(dynamic.name_and_type_index),
            ConstantInfo::MethodHandle(handle) => {
                let index = handle.reference_index;
                match (handle.reference_kind, self.get(index)?) {
                    (1..=4, ConstantInfo::FieldRef(_))
                    | (5..=8, ConstantInfo::MethodRef(_))
                    | (6 | 7 | 9, ConstantInfo::InterfaceMethodRef(_)) => Ok(()),
                    (kind @ 1..=9, _) => Err(self.wrong(index, &format!("what a method handle of kind {kind} needs"))),
                    (kind, _) => Err(ClassFileError::malformed(format!("method handle kind {kind} is none"))),
                }
            }
            _ => Ok(()),
        }
    }

    /// The complaint about an entry of another kind than the one that is wanted.
    pub(super) fn wrong(&self, index: u16, wanted: &str) -> ClassFileError {
        let found = match (self.rewritten_tag(index), self.get(index)) {
            (Some(TAG_DYNAMIC), _) => "a dynamic constant",
            (Some(TAG_MODULE), _) => "a module",
            (Some(TAG_PACKAGE), _) => "a package",
            (_, Err(_)) => "missing",
            (_, Ok(constant)) => match constant {
                ConstantInfo::Utf8(_) => "a text",
                ConstantInfo::Integer(_) => "an int",
                ConstantInfo::Float(_) => "a float",
                ConstantInfo::Long(_) => "a long",
                ConstantInfo::Double(_) => "a double",
                ConstantInfo::Class(_) => "a class",
                ConstantInfo::String(_) => "a string",
                ConstantInfo::FieldRef(_) => "a field",
                ConstantInfo::MethodRef(_) => "a class's method",
                ConstantInfo::InterfaceMethodRef(_) => "an interface's method",
                ConstantInfo::NameAndType(_) => "a name and type",
                ConstantInfo::MethodHandle(_) => "a method handle",
                ConstantInfo::MethodType(_) => "a method type",
                ConstantInfo::InvokeDynamic(_) => "a call site",
                ConstantInfo::Unusable => "the second half of a long or double",
            },
        };
        ClassFileError::malformed(format!("constant {index} is {found}, not {wanted}"))
    }
}
