//! A path through one body: its locals and operands, what it has decided, and what has happened on it.

use super::history::{History, Raised};
use crate::classfile::ValueKind;
use crate::program::{ClassId, MethodId};
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

/// A method that waits for one that it has called.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    running: Option<MethodId>,
    instruction: u32,
    locals: Vec<Option<Entry>>,
    operands: Vec<Entry>,
}

/// A path.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The body that runs, where that is one that was called; none of the body that is compared.
    pub(super) running: Option<MethodId>,
    /// Those that wait for it, the innermost last.
    pub(super) callers: Vec<Caller>,
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

impl Path {
    /// Enters a body with its arguments, each once.
    pub(super) fn enter(&mut self, body: MethodId, arguments: Vec<Entry>) {
        let mut locals = Vec::new();
        for argument in arguments {
            locals.push(Some(argument));
            if argument.is_wide() {
                locals.push(None);
            }
        }
        self.callers.push(Caller {
            running: self.running.replace(body),
            instruction: std::mem::take(&mut self.instruction),
            locals: std::mem::replace(&mut self.locals, locals),
            operands: std::mem::take(&mut self.operands),
        });
    }

    /// Goes back to the call that has entered the running body; not, where nothing has.
    pub(super) fn leave(&mut self) -> bool {
        let Some(caller) = self.callers.pop() else { return false };
        (self.running, self.instruction) = (caller.running, caller.instruction);
        (self.locals, self.operands) = (caller.locals, caller.operands);
        true
    }

    /// Whether a body runs or waits for one that does.
    pub(super) fn is_active(&self, body: MethodId) -> bool {
        self.running == Some(body) || self.callers.iter().any(|caller| caller.running == Some(body))
    }

    /// This path's place and values, where another one is known to have been taken.
    pub(super) fn knowing(&self, other: &Path) -> Path {
        Path {
            conditions: other.conditions.clone(),
            model: other.model.clone(),
            not_null: self.not_null.union(&other.not_null).copied().collect(),
            ..self.clone()
        }
    }
}

/// How a path ends.
#[derive(Clone, Debug)]
pub(super) enum Ending {
    /// It returns.
    Returned(Option<Entry>),
    /// An exception leaves the method.
    Threw(TermId),
    /// An exception leaves it that the JVM has made.
    Raised(Raised),
    /// It comes to the head of a loop.
    Head,
}

/// An end of a path.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) path: Path,
    pub(super) ending: Ending,
}
