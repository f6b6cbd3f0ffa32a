//! Classes, fields and methods by their names, and what names those have that are linked.

use super::super::types::{ClassId, Element, FieldId, FieldKind, MethodId, ReferenceType};
use super::{Place, Program};
use crate::classfile::{ClassName, FieldReference, FieldType, parse_field_descriptor};
use std::sync::{Arc, OnceLock, PoisonError};

impl Program {
    /// A field that models keep in a class; none when the class has no such field.
    pub fn hidden_field(&self, class: ClassId, name: &str) -> Option<FieldId> {
        let fields = &self.class(class).fields;
        fields.iter().copied().find(|field| {
            let field = self.field(*field);
            &*field.name == name && !field.flags.is_static()
        })
    }

    /// A field by the class that declares it; builtin ones too.
    pub fn declared_field(&self, reference: &FieldReference) -> Option<FieldId> {
        self.field_by_name((&reference.class, &reference.name, &reference.descriptor))
    }

    /// A field by internal name of the class that declares it, name and descriptor.
    pub fn field_by_name(&self, (class, name, descriptor): (&str, &str, &str)) -> Option<FieldId> {
        let class = self.class(self.class_by_name(class)?);
        class
            .fields
            .iter()
            .copied()
            .find(|field| &*self.field(*field).name == name && self.field_descriptor(*field) == descriptor)
    }

    /// A class by internal name. With a JDK every name has a place; whether there is a class is seen when it is looked at.
    pub fn class_by_name(&self, name: &str) -> Option<ClassId> {
        if let Some(id) = self.by_name.get(name) {
            return Some(*id);
        }
        if self.jdk.is_none() || name.starts_with('[') {
            return None;
        }
        if let Some(id) = self.named_later.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Some(*id);
        }
        let mut later = self.named_later.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(id) = later.get(name) {
            return Some(*id);
        }
        let name: ClassName = Arc::from(name);
        let position = self.places.push(Place { name: name.clone(), class: OnceLock::new() });
        let id = ClassId(position as u32);
        later.insert(name, id);
        Some(id)
    }

    /// A method by internal class name, name and descriptor.
    pub fn method_by_name(&self, (class, name, descriptor): (&str, &str, &str)) -> Option<MethodId> {
        let class = self.class(self.class_by_name(class)?);
        class.methods.iter().copied().find(|method| {
            let method = self.method(*method);
            &*method.name == name && &*method.descriptor == descriptor
        })
    }

    /// A field's descriptor.
    pub fn field_descriptor(&self, field: FieldId) -> String {
        match self.field(field).kind {
            FieldKind::Primitive(primitive) => primitive_descriptor(primitive).to_string(),
            FieldKind::Reference(reference) if reference.dimensions > 0 => self.type_name(reference),
            FieldKind::Reference(reference) => format!("L{};", self.type_name(reference)),
            // No descriptor of the JVM's: no class file can name such a field.
            FieldKind::Text => "text".to_string(),
        }
    }

    /// `Class.method` in Java notation, for people: `p.C.m`.
    pub fn method_label(&self, id: MethodId) -> String {
        let method = self.method(id);
        format!("{}.{}", crate::classfile::java_name(&self.class(method.class).name), method.name)
    }

    /// The linked form of a parsed type; none when it names a class that no loaded class names.
    pub fn field_kind(&self, kind: &FieldType) -> Option<FieldKind> {
        match kind {
            FieldType::Primitive(primitive) => Some(FieldKind::Primitive(*primitive)),
            FieldType::Reference(name) => self.reference_type(name).map(FieldKind::Reference),
        }
    }

    /// A class or array type by internal name (`p/C`, `[I`, `[Lp/C;`).
    pub fn reference_type(&self, name: &str) -> Option<ReferenceType> {
        let dimensions = name.bytes().take_while(|byte| *byte == b'[').count();
        if dimensions == 0 {
            return self.class_by_name(name).map(ReferenceType::class);
        }
        let element = match parse_field_descriptor(name.get(dimensions..)?)? {
            FieldType::Primitive(primitive) => Element::Primitive(primitive),
            FieldType::Reference(name) => Element::Class(self.class_by_name(&name)?),
        };
        Some(ReferenceType { element, dimensions: u8::try_from(dimensions).ok()? })
    }

    /// The internal name of a reference type: `p/C`, or a descriptor for arrays.
    pub fn type_name(&self, reference: ReferenceType) -> String {
        let element = match reference.element {
            Element::Class(class) if reference.dimensions == 0 => return self.class_name(class).to_string(),
            Element::Class(class) => format!("L{};", self.class_name(class)),
            Element::Primitive(primitive) => primitive_descriptor(primitive).to_string(),
        };
        "[".repeat(usize::from(reference.dimensions)) + &element
    }
}

/// The descriptor letter of a primitive type.
fn primitive_descriptor(primitive: crate::classfile::PrimitiveType) -> &'static str {
    use crate::classfile::PrimitiveType as P;
    match primitive {
        P::Boolean => "Z",
        P::Byte => "B",
        P::Char => "C",
        P::Short => "S",
        P::Int => "I",
        P::Long => "J",
        P::Float => "F",
        P::Double => "D",
    }
}
