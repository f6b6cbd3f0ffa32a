//! The invariants of a program's classes, inferred when they are first asked for and once in a run.

use super::workspace::Workspace;
use crate::exec::{ClassInvariants, Invariants};
use crate::graph::CallGraph;
use crate::invariant::{Writers, infer};
use crate::program::{ClassId, OfClass, Program, Read, Reads, as_one, listening, note_all};
use crate::term::Arithmetic;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What is known of a class, and what of the program that rests on.
#[derive(Debug, Default)]
struct Inferred {
    invariants: Arc<ClassInvariants>,
    reads: Reads,
}

/// The invariants of a program's classes. They do not depend on who asks for them first.
pub(super) struct Library<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    arithmetic: Arithmetic,
    writers: OnceLock<Writers>,
    known: Mutex<FxHashMap<ClassId, Arc<OnceLock<Inferred>>>>,
}

impl<'p> Library<'p> {
    /// Of a workspace's program, of which nothing is known yet.
    pub(super) fn of(workspace: &'p Workspace, arithmetic: Arithmetic) -> Self {
        Library {
            program: &workspace.program,
            calls: &workspace.calls,
            arithmetic,
            writers: OnceLock::new(),
            known: Mutex::default(),
        }
    }

    fn infer(&self, class: ClassId) -> Inferred {
        let mut reads = Reads::default();
        let invariants = listening(&mut reads, || {
            let writers = as_one(Read::Class(OfClass::Writers, class), || {
                self.writers.get_or_init(|| Writers::of(self.program, self.calls))
            });
            // What the end of the run has cut is no invariant; no answer that rests on it is kept either.
            infer(self.program, self.calls, writers, self.arithmetic, class).unwrap_or_default()
        });
        Inferred { invariants: Arc::new(invariants), reads }
    }
}

impl Invariants for Library<'_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        let place = self.known.lock().unwrap_or_else(PoisonError::into_inner).entry(class).or_default().clone();
        let inferred = place.get_or_init(|| self.infer(class));
        note_all(&inferred.reads);
        inferred.invariants.clone()
    }
}
