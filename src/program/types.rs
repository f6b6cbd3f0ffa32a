//! Identities of linked classes, fields and methods, and run-time types.

use crate::classfile::{PrimitiveType, ValueKind};
use serde::{Deserialize, Serialize};

macro_rules! identity {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub struct $name(pub(super) u32);

        impl $name {
            /// The position in the program's table.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

identity!(
    /// A class or interface of a [`super::Program`]; ordered by class name.
    ClassId
);
identity!(
    /// A declared field of a [`super::Program`]; ordered by class, then by place in the class file.
    FieldId
);
identity!(
    /// A declared method of a [`super::Program`]; ordered by class, then by place in the class file.
    MethodId
);

/// What an array finally holds, or a class itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Element {
    /// A primitive; only inside arrays.
    Primitive(PrimitiveType),
    /// A class or interface.
    Class(ClassId),
}

/// A reference type: a class or interface (`dimensions` 0) or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReferenceType {
    /// The class, or the innermost element of the array.
    pub element: Element,
    /// Number of array dimensions.
    pub dimensions: u8,
}

impl ReferenceType {
    /// A class or interface type.
    pub fn class(class: ClassId) -> Self {
        ReferenceType { element: Element::Class(class), dimensions: 0 }
    }

    /// The class, unless this is an array type.
    pub fn as_class(self) -> Option<ClassId> {
        match (self.dimensions, self.element) {
            (0, Element::Class(class)) => Some(class),
            _ => None,
        }
    }

    /// The array type with this type as component.
    pub fn array_of(self) -> Self {
        ReferenceType { element: self.element, dimensions: self.dimensions.saturating_add(1) }
    }

    /// What an array of this type holds in each element.
    pub fn component(self) -> Option<FieldKind> {
        let dimensions = self.dimensions.checked_sub(1)?;
        Some(match (dimensions, self.element) {
            (0, Element::Primitive(primitive)) => FieldKind::Primitive(primitive),
            _ => FieldKind::Reference(ReferenceType { element: self.element, dimensions }),
        })
    }
}

/// The declared type of a field, parameter, result or array element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldKind {
    /// A primitive type.
    Primitive(PrimitiveType),
    /// A reference type.
    Reference(ReferenceType),
    /// The text of a string or string builder: only of fields that models keep.
    Text,
}

impl FieldKind {
    /// Whether it is an array type.
    pub fn is_array(self) -> bool {
        matches!(self, FieldKind::Reference(reference) if reference.dimensions > 0)
    }

    /// The array type with this type as component.
    pub fn array_of(self) -> ReferenceType {
        match self {
            FieldKind::Primitive(primitive) => ReferenceType { element: Element::Primitive(primitive), dimensions: 1 },
            FieldKind::Reference(reference) => reference.array_of(),
            // No array has texts as its elements; one of strings' units comes closest.
            FieldKind::Text => ReferenceType { element: Element::Primitive(PrimitiveType::Char), dimensions: 1 },
        }
    }

    /// The kind of the machine that values of this type have.
    pub fn value_kind(self) -> ValueKind {
        match self {
            FieldKind::Primitive(primitive) => primitive.value_kind(),
            FieldKind::Reference(_) | FieldKind::Text => ValueKind::Reference,
        }
    }

    /// Number of local variable slots that a value takes.
    pub fn slots(self) -> usize {
        match self {
            FieldKind::Primitive(PrimitiveType::Long | PrimitiveType::Double) => 2,
            _ => 1,
        }
    }
}
