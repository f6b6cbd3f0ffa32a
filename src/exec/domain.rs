//! What the values of a type range over where references are numbers, null is 0: for engines without a heap of objects.

use crate::classfile::{ArrayAccess, FieldType, ValueKind};
use crate::heap::primitive_domain;
use crate::program::FieldKind;
use crate::term::Domain;

/// What values of a kind of the machine range over.
pub fn domain_of_kind(kind: ValueKind) -> Domain {
    match kind {
        ValueKind::Int | ValueKind::Reference => Domain::Int,
        ValueKind::Long => Domain::Long,
        ValueKind::Float => Domain::Float,
        ValueKind::Double => Domain::Double,
    }
}

/// What values of a declared type range over.
pub fn domain_of_field(kind: FieldKind) -> Domain {
    match kind {
        FieldKind::Primitive(primitive) => primitive_domain(primitive),
        FieldKind::Reference(_) | FieldKind::Text => Domain::Int,
    }
}

/// What values of a type of a descriptor range over.
pub fn domain_of_type(kind: &FieldType) -> Domain {
    match kind {
        FieldType::Primitive(primitive) => primitive_domain(*primitive),
        FieldType::Reference(_) => Domain::Int,
    }
}

/// What the elements of an array range over.
pub fn domain_of_element(access: ArrayAccess) -> Domain {
    match access {
        ArrayAccess::ByteOrBoolean => Domain::Byte,
        ArrayAccess::Char => Domain::Char,
        ArrayAccess::Short => Domain::Short,
        other => domain_of_kind(other.value_kind()),
    }
}
