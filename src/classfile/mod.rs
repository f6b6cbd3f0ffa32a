//! From bytes to classes: class path entries, class-file decoding, instructions with their constants resolved to names.
//! Knows the class-file format (JVMS chapter 4) and nothing of what a class means.

mod annotations;
mod attributes;
mod class;
mod class_path;
mod code;
mod constant_pool;
mod container;
mod decode;
mod descriptor;
mod dynamic;
mod error;
mod instruction;
mod jdk;
mod layout;
mod modified_utf8;
mod module_info;
mod nullness;
mod opcode;
mod operands;
mod pool_check;
mod reader;
mod render;
mod resources;
mod rewrite;
mod signature;
mod wellformed;

pub use annotations::{Annotations, MethodAnnotations};
pub use class::*;
pub use class_path::*;
pub use decode::decode_class;
pub use descriptor::{
    FieldType, MethodType, Renamed, array_of, component_of, dimensions, java_name, parse_field_descriptor,
    parse_method_descriptor, primitive_name, renamed_descriptor, renamed_type, simple_name,
};
pub use error::{ClassFileError, ClassFileErrorKind};
pub use instruction::*;
pub use jdk::Jdk;
pub use modified_utf8::decode_modified_utf8;
pub use nullness::{MethodNullness, Nullness, NullnessScope};
pub use opcode::mnemonic;
pub use render::{render, render_constant};
pub use resources::Resources;
pub use rewrite::{ClassEdit, CodeEdit, NewInstruction, NewReference, rewrite_class};
pub use signature::{
    GenericType, TypeParameters, parse_class_generic_supertypes, parse_class_supertypes, parse_class_type_parameters,
    parse_field_signature, parse_method_result, parse_method_signature,
};
