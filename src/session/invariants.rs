//! The invariants of a program's classes, inferred when they are first asked for and once in a run.

mod report;

use super::workspace::Workspace;
use crate::exec::{ClassInvariants, Invariants};
use crate::graph::CallGraph;
use crate::invariant::{Inferred, InferredStatics, infer, infer_statics, known};
use crate::program::{ClassId, MethodId, Program, Reads, listening, note_all};
use crate::term::Arithmetic;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

pub use report::invariants;

/// What is known of a class, and what of the program that rests on.
#[derive(Debug)]
struct Known<T> {
    inferred: T,
    invariants: Arc<ClassInvariants>,
    reads: Reads,
}

/// What was inferred of a class.
trait Says {
    /// The invariants.
    fn invariants(&self) -> &ClassInvariants;
}

impl Says for Inferred {
    fn invariants(&self) -> &ClassInvariants {
        &self.invariants
    }
}

impl Says for InferredStatics {
    fn invariants(&self) -> &ClassInvariants {
        &self.inferred.invariants
    }
}

/// What is known of a class, once somebody has asked.
type Place<T> = Arc<OnceLock<Known<T>>>;

/// What is known of classes, each inferred when it is first asked for.
#[derive(Debug)]
struct Table<T>(Mutex<FxHashMap<ClassId, Place<T>>>);

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table(Mutex::default())
    }
}

impl<T: Says> Table<T> {
    fn of(&self, class: ClassId, infer: impl FnOnce() -> T) -> Place<T> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(class).or_default().clone();
        place.get_or_init(|| {
            let mut reads = Reads::default();
            let inferred = listening(&mut reads, infer);
            Known { invariants: Arc::new(inferred.invariants().clone()), inferred, reads }
        });
        if let Some(known) = place.get() {
            note_all(&known.reads);
        }
        place
    }
}

/// The invariants of a program's classes. They do not depend on who asks for them first: of each class there are those that its
/// own code establishes whatever the objects of other classes are, and those that it establishes where the former hold of all.
pub(super) struct Library<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    arithmetic: Arithmetic,
    by_themselves: Table<Inferred>,
    together: Table<Inferred>,
    statics: Table<InferredStatics>,
}

impl<'p> Library<'p> {
    /// Of a workspace's program, of which nothing is known yet.
    pub(super) fn of(workspace: &'p Workspace, arithmetic: Arithmetic) -> Self {
        Library {
            program: &workspace.program,
            calls: &workspace.calls,
            arithmetic,
            by_themselves: Table::default(),
            together: Table::default(),
            statics: Table::default(),
        }
    }

    fn infer(&self, class: ClassId, known: Option<&dyn Invariants>) -> Inferred {
        // What the end of the run has cut is no invariant; no answer that rests on it is kept either.
        infer((self.program, self.calls), self.arithmetic, class, known)
    }

    fn by_itself(&self, class: ClassId) -> Place<Inferred> {
        self.by_themselves.of(class, || self.infer(class, None))
    }

    /// All that is known of a class.
    fn inferred(&self, class: ClassId) -> Inferred {
        let known = self.together.of(class, || self.with_others(class));
        known.get().map(|known| known.inferred.clone()).unwrap_or_default()
    }

    /// What is known of the static fields of a class, where all objects satisfy what is known of their classes: which rests on no
    /// static field.
    fn statics_of(&self, class: ClassId) -> Place<InferredStatics> {
        self.statics.of(class, || infer_statics((self.program, self.calls), self.arithmetic, class, &Objects(self)))
    }

    /// All that is known of the static fields of a class.
    fn inferred_statics(&self, class: ClassId) -> Inferred {
        self.statics_of(class).get().map(|known| known.inferred.inferred.clone()).unwrap_or_default()
    }

    /// What a class establishes where all objects satisfy what their classes establish by themselves.
    fn with_others(&self, class: ClassId) -> Inferred {
        let alone = self.by_itself(class);
        let Some(Known { inferred, .. }) = alone.get() else { return Inferred::default() };
        let says_something = |other: &ClassId| {
            let known = self.by_itself(*other);
            let Some(Known { invariants, .. }) = known.get() else { return false };
            if *other == class { inferred.is_open && !invariants.exact.is_empty() } else { !invariants.is_empty() }
        };
        if !inferred.read.iter().any(says_something) {
            return inferred.clone();
        }
        let mut together = self.infer(class, Some(&ByThemselves(self)));
        if together.is_ended() {
            return together;
        }
        // With more known, paths go further, and may be cut where they were not.
        together.invariants.add(&inferred.invariants);
        together
    }
}

/// What classes establish by themselves.
struct ByThemselves<'l, 'p>(&'l Library<'p>);

impl Invariants for ByThemselves<'_, '_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        if !self.0.program.is_user_class(class) {
            return Arc::new(known(self.0.program, class));
        }
        invariants_of(&self.0.by_itself(class))
    }
}

/// What is known of objects alone.
struct Objects<'l, 'p>(&'l Library<'p>);

impl Invariants for Objects<'_, '_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        self.0.of(class)
    }
}

impl Invariants for Library<'_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        if !self.program.is_user_class(class) {
            return Arc::new(known(self.program, class));
        }
        invariants_of(&self.together.of(class, || self.with_others(class)))
    }

    fn of_statics(&self, class: ClassId, method: MethodId) -> Arc<ClassInvariants> {
        if !self.program.is_user_class(class) {
            return Arc::default();
        }
        let known = self.statics_of(class);
        let is_at_work = known.get().is_none_or(|known| known.inferred.at_work.contains(&method));
        if is_at_work { Arc::default() } else { invariants_of(&known) }
    }
}

fn invariants_of<T>(known: &OnceLock<Known<T>>) -> Arc<ClassInvariants> {
    known.get().map(|known| known.invariants.clone()).unwrap_or_default()
}
