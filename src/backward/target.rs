//! What a backward execution begins with: an instruction, and what has to be the case there.

use crate::classfile::ClassName;
use crate::program::MethodId;

/// What has to be the case at an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Occasion {
    /// Nothing more than that it is reached.
    Reached,
    /// It divides by zero.
    DivisorIsZero,
    /// The reference that it uses is null.
    ReferenceIsNull,
    /// The index is none of the array.
    IndexOutOfBounds,
    /// The length of the array to be made is negative.
    LengthIsNegative,
    /// The object is not of the class.
    OtherClass,
}

/// What must not happen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BackwardTarget {
    /// The method.
    pub method: MethodId,
    /// The first of the instructions that belong to it: of an assertion, the one that makes the error.
    pub first: u32,
    /// The instruction.
    pub instruction: u32,
    /// On which occasion.
    pub occasion: Occasion,
    /// The internal name of the exception that it throws then.
    pub exception: ClassName,
}
