//! Values of locals, operands, fields and elements.

use crate::classfile::PrimitiveType;
use crate::term::{Domain, ElementKind, Sort, TermId};

/// An object of one state's heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// A reference input that lazy initialisation decides at its first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub u32);

/// A reference value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// `null`.
    Null,
    /// An object.
    Object(ObjectId),
    /// An input; look it up in the heap, it may be decided by now.
    Symbol(SymbolId),
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// An int, or a type computed as int.
    Int(TermId),
    /// A long.
    Long(TermId),
    /// A reference.
    Reference(Reference),
    /// The text of a string or string builder; only in the fields that models keep.
    Text(TermId),
    /// A float.
    Float(TermId),
    /// A double.
    Double(TermId),
    /// A return address of `jsr`: an instruction index.
    ReturnAddress(u32),
    /// The second slot of a long or double, or a local without a value.
    Nothing,
}

impl Value {
    /// The value of a sort: an int, long, float or double; none for other sorts.
    pub fn of_sort(sort: Sort, term: TermId) -> Option<Value> {
        match sort {
            Sort::Int => Some(Value::Int(term)),
            Sort::Long => Some(Value::Long(term)),
            Sort::Float => Some(Value::Float(term)),
            Sort::Double => Some(Value::Double(term)),
            _ => None,
        }
    }

    /// The term of a number of any primitive type.
    pub fn number(self) -> Option<TermId> {
        match self {
            Value::Int(term) | Value::Long(term) | Value::Float(term) | Value::Double(term) => Some(term),
            _ => None,
        }
    }

    /// The value with another term in the place of its own, if it has one.
    pub fn with_term(self, other: impl FnOnce(TermId) -> TermId) -> Value {
        match self {
            Value::Int(term) => Value::Int(other(term)),
            Value::Long(term) => Value::Long(other(term)),
            Value::Float(term) => Value::Float(other(term)),
            Value::Double(term) => Value::Double(other(term)),
            Value::Text(term) => Value::Text(other(term)),
            Value::Reference(_) | Value::ReturnAddress(_) | Value::Nothing => self,
        }
    }

    /// Whether the value takes two slots.
    pub fn is_wide(self) -> bool {
        matches!(self, Value::Long(_) | Value::Double(_))
    }
}

/// What an input of a primitive type ranges over.
pub fn primitive_domain(primitive: PrimitiveType) -> Domain {
    array_element_kind(primitive).domain()
}

/// The contents kind of a primitive array.
pub fn array_element_kind(primitive: PrimitiveType) -> ElementKind {
    match primitive {
        PrimitiveType::Boolean => ElementKind::Boolean,
        PrimitiveType::Byte => ElementKind::Byte,
        PrimitiveType::Char => ElementKind::Char,
        PrimitiveType::Short => ElementKind::Short,
        PrimitiveType::Int => ElementKind::Int,
        PrimitiveType::Long => ElementKind::Long,
        PrimitiveType::Float => ElementKind::Float,
        PrimitiveType::Double => ElementKind::Double,
    }
}
