//! Linked classes: hierarchy, field and method resolution, dispatch. Knows nothing of execution.

mod access;
mod builtin;
mod hierarchy;
mod link;
mod resolve;
mod types;

pub use access::{Maker, package_of};
pub use link::{Class, FieldInfo, Linkage, MethodInfo, Program};
pub use resolve::{Dispatch, MethodTarget};
pub use types::{ClassId, Element, FieldId, FieldKind, MethodId, ReferenceType};
