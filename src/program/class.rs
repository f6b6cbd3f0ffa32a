//! Linked classes, fields and methods as plain data.

use super::types::{ClassId, FieldId, FieldKind, MethodId};
use crate::classfile::{AccessFlags, ClassFile, ClassName, Code, LoadableConstant};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// Where a class's definition comes from.
#[derive(Clone, Debug)]
pub enum Linkage {
    /// On the class path, or in the JDK.
    Loaded(Arc<ClassFile>),
    /// One of the JDK's core classes: its place in the hierarchy is known, its members are not.
    Builtin,
    /// Named by some class, defined nowhere.
    Missing,
}

/// A linked class or interface.
#[derive(Debug)]
pub struct Class {
    /// Internal name.
    pub name: ClassName,
    /// Whether its definition is that of the JDK.
    pub is_jdk: bool,
    /// Flags; for builtin and missing classes what is known of them.
    pub flags: AccessFlags,
    /// Definition.
    pub linkage: Linkage,
    /// Superclass; none for `java/lang/Object` and for missing classes.
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Fields that the class declares.
    pub fields: Vec<FieldId>,
    /// Methods that the class declares.
    pub methods: Vec<MethodId>,
    pub(super) supertypes: OnceLock<Supertypes>,
    /// Itself and all subtypes on the class path, sorted by name.
    pub(super) subtypes: OnceLock<Vec<ClassId>>,
    /// Those of them that an input declared so can be an instance of, sorted by name.
    pub(super) concrete_subtypes: OnceLock<Vec<ClassId>>,
    pub(super) methods_by_signature: FxHashMap<(Arc<str>, Arc<str>), MethodId>,
    pub(super) fields_by_signature: FxHashMap<(Arc<str>, Arc<str>), FieldId>,
}

impl Class {
    /// Whether the class can have instances of exactly its type.
    pub fn is_concrete(&self) -> bool {
        !self.flags.is_abstract() && !self.flags.is_interface()
    }

    /// The class file, when the class is on the class path or in the JDK.
    pub fn file(&self) -> Option<&Arc<ClassFile>> {
        match &self.linkage {
            Linkage::Loaded(file) => Some(file),
            _ => None,
        }
    }

    /// Whether the class is on the class path: one that the job is about, not one of the JDK.
    pub fn is_user(&self) -> bool {
        !self.is_jdk && matches!(self.linkage, Linkage::Loaded(_))
    }

    /// Whether the class is an enum, or the body of one of its constants.
    pub fn is_enum(&self) -> bool {
        self.flags.is_enum()
    }
}

/// What a class is a subtype of.
#[derive(Debug)]
pub(super) struct Supertypes {
    /// Itself and all its superclasses and superinterfaces, sorted by identity.
    pub(super) all: Vec<ClassId>,
    /// Whether some supertype is missing, so that `all` may lack some.
    pub(super) incomplete: bool,
}

/// A declared field.
#[derive(Debug)]
pub struct FieldInfo {
    /// Declaring class.
    pub class: ClassId,
    /// Name.
    pub name: Arc<str>,
    /// Flags.
    pub flags: AccessFlags,
    /// Declared type.
    pub kind: FieldKind,
    /// `ConstantValue`.
    pub constant: Option<LoadableConstant>,
}

/// A declared method.
#[derive(Debug)]
pub struct MethodInfo {
    /// Declaring class.
    pub class: ClassId,
    /// Name.
    pub name: Arc<str>,
    /// Descriptor.
    pub descriptor: Arc<str>,
    /// Flags.
    pub flags: AccessFlags,
    /// Declared parameter types, without the receiver.
    pub parameters: Vec<FieldKind>,
    /// Declared result type.
    pub result: Option<FieldKind>,
    /// Position in the class file's method list.
    pub position: usize,
    /// The class file.
    pub(super) file: Arc<ClassFile>,
    /// A body in place of the class file's: of a variant.
    pub(super) body: Option<Arc<Code>>,
}

impl MethodInfo {
    /// Whether calls pass a receiver.
    pub fn has_receiver(&self) -> bool {
        !self.flags.is_static()
    }
}

/// A class of which nothing is known yet but its name.
pub(super) fn empty_class(name: ClassName, linkage: Linkage) -> Class {
    Class {
        name,
        is_jdk: false,
        flags: AccessFlags::default(),
        linkage,
        superclass: None,
        interfaces: Vec::new(),
        fields: Vec::new(),
        methods: Vec::new(),
        supertypes: OnceLock::new(),
        subtypes: OnceLock::new(),
        concrete_subtypes: OnceLock::new(),
        methods_by_signature: FxHashMap::default(),
        fields_by_signature: FxHashMap::default(),
    }
}
