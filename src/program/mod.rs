//! Linked classes: hierarchy, field and method resolution, dispatch. Knows nothing of execution.

mod access;
mod assignments;
mod builtin;
mod changes;
mod class;
mod comparing;
mod define;
mod desugar;
mod functional;
mod generics;
mod hierarchy;
mod link;
mod makers;
mod names;
mod nulls;
mod parameters;
mod reads;
mod resolve;
mod scripted;
mod serialization;
mod stack;
mod tested;
mod types;
pub mod versions;

pub use access::{Maker, package_of};
pub use builtin::{BOX_FIELD, MESSAGE_FIELD, SHARED_FIELD, TEXT_FIELD, TRACE_FIELD, is_held_value};
pub use changes::{Changed, Group, GroupId, GroupObject};
pub use class::{Class, FieldInfo, Linkage, MethodInfo};
pub use comparing::compares_quietly;
pub use desugar::{
    HANDLE_CLASS, MADE, MAKES_PROXY, Use, desugar, is_desugared, proxied_interface, proxy_name, scripted_type,
    using_name,
};
pub use link::Program;
pub use nulls::NullPlace;
pub use reads::{OfClass, OfField, OfMethod, Read, Reads, as_one, is_heard, listening, note, note_all};
pub use resolve::{Dispatch, MethodTarget};
pub use scripted::Scripted;
pub use stack::rearrange;
pub use tested::{asked_classes, distinguished_classes, tested_types};
pub use types::{ClassId, Element, FieldId, FieldKind, MethodId, ReferenceType};
