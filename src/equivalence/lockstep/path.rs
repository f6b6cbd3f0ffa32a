//! A path through one body: its locals and operands, what it has decided, and what has happened on it.

use super::history::History;
use crate::classfile::ValueKind;
use crate::program::ClassId;
use crate::term::{Model, TermId};
use rustc_hash::FxHashSet;

/// A value of a local variable or an operand. References are numbers: null is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) kind: ValueKind,
    pub(super) term: TermId,
}

impl Entry {
    /// Whether it takes two slots.
    pub(super) fn is_wide(self) -> bool {
        matches!(self.kind, ValueKind::Long | ValueKind::Double)
    }
}

/// A path.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) instruction: u32,
    pub(super) locals: Vec<Option<Entry>>,
    pub(super) operands: Vec<Entry>,
    pub(super) conditions: Vec<TermId>,
    /// A model of the conditions.
    pub(super) model: Model,
    pub(super) not_null: FxHashSet<TermId>,
    /// Classes that were used before.
    pub(super) initialised: FxHashSet<ClassId>,
    pub(super) history: History,
}

/// How a path ends.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    /// It returns.
    Returned(Option<Entry>),
    /// An exception leaves the method.
    Threw(TermId),
    /// An exception leaves it that the JVM has made, of this class.
    Raised(&'static str),
    /// It comes to the head of a loop.
    Head,
}

/// An end of a path.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) path: Path,
    pub(super) ending: Ending,
}
