//! What a technique is asked and what it may answer. A technique is a function from a [`Question`] to a [`Settled`].

use super::super::check::finding::Candidate;
use super::super::check::round::Context;
use super::super::reason::{Cause, Reason};
use super::assertions::Assertion;
use crate::report::{Finding, Proof};
use crate::session::workspace::Workspace;
use std::time::Instant;

/// Can this assertion fail? In the arithmetic of the context's job.
#[derive(Clone, Copy)]
pub(in crate::analysis) struct Question<'p, 'a> {
    /// The program, the call graph, and how methods are explored.
    pub(in crate::analysis) context: Context<'p>,
    /// The classes, for a JVM that tells whether a place is reached.
    pub(in crate::analysis) workspace: &'p Workspace,
    /// The assertion.
    pub(in crate::analysis) assertion: &'a Assertion,
    /// When the answer is "out of time". What decides an answer before that counts work.
    pub(in crate::analysis) deadline: Option<Instant>,
}

/// What a technique says.
pub(in crate::analysis) enum Settled {
    /// It fails on no input.
    Proved(Proof),
    /// It fails on this input, if a JVM confirms that.
    Refuted(Box<Candidate>),
    /// The place is reached on this input, as a JVM has confirmed unless none was to be asked.
    Reached(Box<Reached>),
    /// What stood in the way; never empty.
    Unknown(Vec<Reason>),
}

/// An input on which a place is reached.
pub(in crate::analysis) struct Reached {
    pub(in crate::analysis) finding: Finding,
    /// Whether it is reached on other machines too is not known.
    pub(in crate::analysis) depends_on_machine: bool,
}

impl Settled {
    /// Whether another run on the same classes, with the same JVM, finds the same.
    pub(in crate::analysis) fn is_lasting(&self) -> bool {
        match self {
            Settled::Proved(_) | Settled::Refuted(_) => true,
            Settled::Reached(reached) => !reached.depends_on_machine,
            Settled::Unknown(reasons) => reasons.iter().all(|reason| reason.cause.is_lasting()),
        }
    }

    /// Unknown for one reason that concerns the whole.
    pub(in crate::analysis) fn unknown(cause: Cause) -> Settled {
        Settled::Unknown(vec![cause.into()])
    }
}
