//! Why a method cannot be compared by what its code does.

use crate::classfile::{ClassName, java_name};
use std::fmt;
use std::sync::Arc;

/// Why a method cannot be compared by what its code does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Incomparable {
    /// A class has other supertypes, is of another kind, or its enum has other constants.
    Reshaped(ClassName),
    /// A static field holds something else after class initialisation, or only one version has it.
    Static(ClassName, Arc<str>),
    /// The initialiser of a class was not followed to its end in both versions.
    Initialiser(ClassName),
    /// A method is of another kind: static, synchronized, native, abstract or private in one version alone.
    Kind(String),
    /// A field is one of one version alone.
    Field(ClassName, Arc<str>),
}

impl fmt::Display for Incomparable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = java_name;
        match self {
            Incomparable::Reshaped(class) => write!(formatter, "{} has another shape", name(class)),
            Incomparable::Static(class, field) => write!(formatter, "{}.{field} holds something else", name(class)),
            Incomparable::Initialiser(class) => {
                write!(formatter, "the initialiser of {} was not followed in both versions", name(class))
            }
            Incomparable::Kind(method) => write!(formatter, "{method} is of another kind"),
            Incomparable::Field(class, field) => write!(formatter, "only one version has {}.{field}", name(class)),
        }
    }
}
