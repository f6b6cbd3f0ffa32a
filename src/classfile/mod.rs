//! From bytes to classes: class path entries, class-file decoding, instructions with their constants resolved to names.
//! Knows the class-file format (JVMS chapter 4) and nothing of what a class means.

mod class;
mod instruction;

pub use class::*;
pub use instruction::*;
