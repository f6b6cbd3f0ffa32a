//! The constant pool with its entries resolved to names: every entry is converted once and shared from then on.

use super::descriptor::{is_class_constant_name, is_field_descriptor, is_method_descriptor};
use super::error::{ClassFileError, Decoded};
use super::instruction::{ClassName, DynamicReference, FieldReference, MethodHandle, MethodReference, StringConstant};
use super::modified_utf8::{decode_modified_utf8, modified_utf8_to_text};
use super::signature::parse_field_signature;
use classfile_parser::attribute_info::BootstrapMethod;
use classfile_parser::constant_info::ConstantInfo;
use rustc_hash::FxHashMap;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

/// What a constant pool entry stands for, in the form in which it is shared.
#[derive(Clone)]
pub(super) enum Resolved {
    /// A text; for a class or a method type the one that it names, once that was checked.
    Text(Arc<str>),
    Field(Arc<FieldReference>),
    Method(Arc<MethodReference>),
    Handle(Arc<MethodHandle>),
    Dynamic(Arc<DynamicReference>, Extent),
}

/// How much a constant comes with.
#[derive(Clone, Copy, Default)]
pub(super) struct Extent {
    /// Bootstrap arguments, those of arguments included.
    pub(super) arguments: usize,
    /// How deep dynamic constants are nested.
    pub(super) depth: usize,
}

/// What a text was found to be. It is remembered, because a long text may be referred to thousands of times.
const FIELD_DESCRIPTOR: u8 = 1;
const METHOD_DESCRIPTOR: u8 = 2;

/// A constant pool.
pub(super) struct ConstantPool {
    /// Entry 1 is first.
    constants: Vec<ConstantInfo>,
    /// The tags, ascending by entry, of the entries that were parsed under another one.
    rewritten_tags: Vec<(u16, u8)>,
    pub(super) bootstrap_methods: Vec<BootstrapMethod>,
    resolved: Vec<OnceCell<Resolved>>,
    /// By entry, what a text was found to be.
    checked: Vec<Cell<u8>>,
    /// By the entry of the text, because many string constants may share one.
    strings: RefCell<FxHashMap<u16, StringConstant>>,
    /// How many more bootstrap arguments may be listed. A few bytes can name a long argument list again and again;
    /// with this, what they grow to is bounded by the size of the class file.
    pub(super) arguments_left: Cell<usize>,
}

impl ConstantPool {
    /// A pool whose entries all refer to entries of the kind that they must refer to.
    pub(super) fn new(
        constants: Vec<ConstantInfo>,
        rewritten_tags: Vec<(u16, u8)>,
        class_file_length: usize,
    ) -> Decoded<Self> {
        let resolved = constants.iter().map(|_| OnceCell::new()).collect();
        let checked = constants.iter().map(|_| Cell::new(0)).collect();
        let pool = ConstantPool {
            constants,
            rewritten_tags,
            bootstrap_methods: Vec::new(),
            resolved,
            checked,
            strings: RefCell::default(),
            arguments_left: Cell::new(class_file_length.saturating_mul(2)),
        };
        for (index, constant) in (1..=u16::MAX).zip(&pool.constants) {
            pool.check(constant).map_err(|error| error.within(format!("constant pool entry {index}")))?;
        }
        Ok(pool)
    }

    /// Whether a text is written as the type of a class but has angle brackets that are not those of type arguments. Types of
    /// annotations are in no list, so that all texts are looked at.
    pub(super) fn has_misread_type(&self) -> bool {
        let is_type = |bytes: &[u8]| matches!(bytes, [b'L', .., b';']) && bytes.contains(&b'<');
        self.constants.iter().any(|constant| match constant {
            ConstantInfo::Utf8(text) if is_type(&text.bytes) => {
                modified_utf8_to_text(&text.bytes).is_some_and(|text| parse_field_signature(&text).is_none())
            }
            _ => false,
        })
    }

    /// Adds what dynamic constants refer to.
    pub(super) fn set_bootstrap_methods(&mut self, bootstrap_methods: Vec<BootstrapMethod>) {
        self.bootstrap_methods = bootstrap_methods;
    }

    /// An entry as it was parsed.
    pub(super) fn get(&self, index: u16) -> Decoded<&ConstantInfo> {
        let constant = usize::from(index).checked_sub(1).and_then(|at| self.constants.get(at));
        constant.ok_or_else(|| {
            ClassFileError::malformed(format!(
                "constant {index} does not exist: the pool holds 1 to {}",
                self.constants.len()
            ))
        })
    }

    /// The tag that the class file had in place of the one that was parsed.
    pub(super) fn rewritten_tag(&self, index: u16) -> Option<u8> {
        let at = self.rewritten_tags.binary_search_by_key(&index, |(index, _)| *index).ok()?;
        self.rewritten_tags.get(at).map(|(_, tag)| *tag)
    }

    /// Looks an entry up among those resolved already, or resolves it and keeps it.
    pub(super) fn resolve(&self, index: u16, convert: impl FnOnce() -> Decoded<Resolved>) -> Decoded<Resolved> {
        let cell = usize::from(index).checked_sub(1).and_then(|at| self.resolved.get(at));
        if let Some(known) = cell.and_then(OnceCell::get) {
            return Ok(known.clone());
        }
        let resolved = convert()?;
        if let Some(cell) = cell {
            // Somebody resolving the same entry meanwhile has found the same.
            let _ = cell.set(resolved.clone());
        }
        Ok(resolved)
    }

    /// The bytes of a text.
    pub(super) fn raw_text(&self, index: u16) -> Decoded<&[u8]> {
        match self.get(index)? {
            ConstantInfo::Utf8(text) => Ok(&text.bytes),
            _ => Err(self.wrong(index, "a text")),
        }
    }

    /// A text for comparing with known names; not shared.
    pub(super) fn plain_text(&self, index: u16) -> Decoded<&str> {
        match self.get(index)? {
            ConstantInfo::Utf8(text) => Ok(&text.utf8_string),
            _ => Err(self.wrong(index, "a text")),
        }
    }

    /// A name, descriptor, signature or the like.
    pub(super) fn text(&self, index: u16) -> Decoded<Arc<str>> {
        let resolved = self.resolve(index, || {
            let text = modified_utf8_to_text(self.raw_text(index)?)
                .ok_or_else(|| ClassFileError::malformed(format!("constant {index} is not modified UTF-8")))?;
            Ok(Resolved::Text(Arc::from(text)))
        })?;
        match resolved {
            Resolved::Text(text) => Ok(text),
            _ => Err(self.wrong(index, "a text")),
        }
    }

    /// A text, or none for index zero.
    pub(super) fn optional_text(&self, index: u16) -> Decoded<Option<Arc<str>>> {
        if index == 0 { Ok(None) } else { self.text(index).map(Some) }
    }

    /// The entry with the name of a class.
    pub(super) fn class_name_index(&self, index: u16) -> Decoded<u16> {
        match self.get(index)? {
            ConstantInfo::Class(class) if self.rewritten_tag(index).is_none() => Ok(class.name_index),
            _ => Err(self.wrong(index, "a class")),
        }
    }

    /// A class, interface or array type.
    pub(super) fn type_name(&self, index: u16) -> Decoded<ClassName> {
        let resolved = self.resolve(index, || {
            let name = self.text(self.class_name_index(index)?)?;
            if !is_class_constant_name(&name) {
                return Err(ClassFileError::malformed(format!("constant {index} names no class: {name:?}")));
            }
            Ok(Resolved::Text(name))
        })?;
        match (self.get(index)?, resolved) {
            (ConstantInfo::Class(_), Resolved::Text(name)) => Ok(name),
            _ => Err(self.wrong(index, "a class")),
        }
    }

    /// A class or interface, no array type.
    pub(super) fn class_name(&self, index: u16) -> Decoded<ClassName> {
        let name = self.type_name(index)?;
        if name.starts_with('[') {
            return Err(ClassFileError::malformed(format!("constant {index} is the array type {name}, not a class")));
        }
        Ok(name)
    }

    /// A class or interface, or none for index zero.
    pub(super) fn optional_class_name(&self, index: u16) -> Decoded<Option<ClassName>> {
        if index == 0 { Ok(None) } else { self.class_name(index).map(Some) }
    }

    fn checked_text(&self, index: u16, what: u8, check: fn(&str) -> bool) -> Decoded<Option<Arc<str>>> {
        let text = self.text(index)?;
        let cell = usize::from(index).checked_sub(1).and_then(|at| self.checked.get(at));
        if cell.is_some_and(|known| known.get() & what != 0) {
            return Ok(Some(text));
        }
        if !check(&text) {
            return Ok(None);
        }
        if let Some(known) = cell {
            known.set(known.get() | what);
        }
        Ok(Some(text))
    }

    /// A text that is a field descriptor.
    pub(super) fn field_descriptor(&self, index: u16) -> Decoded<Arc<str>> {
        match self.checked_text(index, FIELD_DESCRIPTOR, is_field_descriptor)? {
            Some(descriptor) => Ok(descriptor),
            None => Err(ClassFileError::malformed(format!("{:?} is no field descriptor", self.text(index)?))),
        }
    }

    /// A text that is a method descriptor.
    pub(super) fn method_descriptor(&self, index: u16) -> Decoded<Arc<str>> {
        match self.checked_text(index, METHOD_DESCRIPTOR, is_method_descriptor)? {
            Some(descriptor) => Ok(descriptor),
            None => Err(ClassFileError::malformed(format!("{:?} is no method descriptor", self.text(index)?))),
        }
    }

    /// A name with a field descriptor.
    pub(super) fn field_name_and_type(&self, index: u16) -> Decoded<(Arc<str>, Arc<str>)> {
        let (name, descriptor) = self.name_and_type_indices(index)?;
        Ok((self.text(name)?, self.field_descriptor(descriptor)?))
    }

    /// A name with a method descriptor.
    pub(super) fn method_name_and_type(&self, index: u16) -> Decoded<(Arc<str>, Arc<str>)> {
        let (name, descriptor) = self.name_and_type_indices(index)?;
        Ok((self.text(name)?, self.method_descriptor(descriptor)?))
    }

    /// The entries with a name and with its descriptor.
    pub(super) fn name_and_type_indices(&self, index: u16) -> Decoded<(u16, u16)> {
        match self.get(index)? {
            ConstantInfo::NameAndType(pair) => Ok((pair.name_index, pair.descriptor_index)),
            _ => Err(self.wrong(index, "a name and type")),
        }
    }

    /// A reference to a field.
    pub(super) fn field(&self, index: u16) -> Decoded<Arc<FieldReference>> {
        let resolved = self.resolve(index, || match self.get(index)? {
            ConstantInfo::FieldRef(field) => {
                let (name, descriptor) = self.field_name_and_type(field.name_and_type_index)?;
                let class = self.class_name(field.class_index)?;
                Ok(Resolved::Field(Arc::new(FieldReference { class, name, descriptor })))
            }
            _ => Err(self.wrong(index, "a field")),
        })?;
        match resolved {
            Resolved::Field(field) => Ok(field),
            _ => Err(self.wrong(index, "a field")),
        }
    }

    /// A reference to a method of a class or of an interface.
    pub(super) fn method(&self, index: u16) -> Decoded<Arc<MethodReference>> {
        let resolved = self.resolve(index, || {
            let (class, name_and_type, interface) = match self.get(index)? {
                ConstantInfo::MethodRef(method) => (method.class_index, method.name_and_type_index, false),
                ConstantInfo::InterfaceMethodRef(method) => (method.class_index, method.name_and_type_index, true),
                _ => return Err(self.wrong(index, "a method")),
            };
            let (name, descriptor) = self.method_name_and_type(name_and_type)?;
            let class = if interface { self.class_name(class)? } else { self.type_name(class)? };
            Ok(Resolved::Method(Arc::new(MethodReference { class, name, descriptor, interface })))
        })?;
        match resolved {
            Resolved::Method(method) => Ok(method),
            _ => Err(self.wrong(index, "a method")),
        }
    }

    /// A method handle.
    pub(super) fn method_handle(&self, index: u16) -> Decoded<Arc<MethodHandle>> {
        let resolved = self.resolve(index, || {
            let ConstantInfo::MethodHandle(handle) = self.get(index)? else {
                return Err(self.wrong(index, "a method handle"));
            };
            let kind = handle.reference_kind;
            Ok(Resolved::Handle(Arc::new(if kind <= 4 {
                let FieldReference { class, name, descriptor } = (*self.field(handle.reference_index)?).clone();
                MethodHandle { kind, class, name, descriptor, interface: false }
            } else {
                let reference = (*self.method(handle.reference_index)?).clone();
                let MethodReference { class, name, descriptor, interface } = reference;
                MethodHandle { kind, class, name, descriptor, interface }
            })))
        })?;
        match resolved {
            Resolved::Handle(handle) => Ok(handle),
            _ => Err(self.wrong(index, "a method handle")),
        }
    }

    /// A string constant, by the entry of its text.
    pub(super) fn string(&self, text_index: u16) -> Decoded<StringConstant> {
        if let Some(known) = self.strings.borrow().get(&text_index) {
            return Ok(known.clone());
        }
        let units = decode_modified_utf8(self.raw_text(text_index)?)
            .ok_or_else(|| ClassFileError::malformed(format!("constant {text_index} is not modified UTF-8")))?;
        let string = StringConstant(Arc::from(units));
        self.strings.borrow_mut().insert(text_index, string.clone());
        Ok(string)
    }
}
