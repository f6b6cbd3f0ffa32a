//! Why walks do not go on: through a method, through the body of a loop, and past a loop.

use super::obstacle::Unsummarised;
use crate::exec::StopReason;
use crate::heap::{ObjectId, SymbolId};
use crate::program::FieldId;
use crate::term::TermId;

/// What must be known at the beginning of a loop.
#[derive(Clone, Debug)]
pub(super) enum Hoist {
    /// What a reference is.
    Symbol(SymbolId),
    /// An element of an array of references.
    Element(ObjectId, TermId),
    /// A field.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
}

/// Why a walk does not go on as it is.
pub(super) enum Trouble {
    /// Something is to be decided at the beginning of the loop at this depth of nesting.
    Hoist(usize, Hoist),
    /// The budget is spent.
    Budget,
}

/// Why a loop that a walk has come to has no summary.
pub(super) enum NotSummarised {
    /// What its iterations do is in the way. Walks may go on elsewhere.
    Loop(Unsummarised),
    /// The walk through its body does not go on as it is.
    Walk(Trouble),
}

impl From<Unsummarised> for NotSummarised {
    fn from(why: Unsummarised) -> Self {
        NotSummarised::Loop(why)
    }
}

impl From<Trouble> for NotSummarised {
    fn from(trouble: Trouble) -> Self {
        NotSummarised::Walk(trouble)
    }
}

/// Why a path does not come out of a loop.
pub(super) enum NotPassed {
    /// The path stops at the loop.
    Stopped(StopReason),
    /// The walk does not go on as it is.
    Walk(Trouble),
}

impl From<StopReason> for NotPassed {
    fn from(reason: StopReason) -> Self {
        NotPassed::Stopped(reason)
    }
}

impl From<Trouble> for NotPassed {
    fn from(trouble: Trouble) -> Self {
        NotPassed::Walk(trouble)
    }
}
