//! The builders of [`TermPool`](super::TermPool), by operator family. Each simplifies as it builds; every rewrite rule
//! is named in a comment together with its equation, and holds in both arithmetics unless the comment says otherwise.

mod arithmetic;
mod bitwise;
mod boolean;
mod comparison;
mod contents;
mod conversion;
mod division;
mod enclosure;
mod floating_point;
mod shift;
mod text;

pub(crate) use enclosure::enclose;

/// How deep a builder may follow nested choices (`c ? a : b`) when it pushes an operator into them.
const PUSH_DEPTH: u32 = 24;
