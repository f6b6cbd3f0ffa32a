//! The invariants of a program's classes, inferred when they are first asked for and once in a run.

use super::once::OnceOfClass;
use super::workspace::Workspace;
use crate::exec::{ClassInvariants, Invariants};
use crate::graph::CallGraph;
use crate::invariant::{AtWork, Inferred, InferredStatics, StableFacts, infer, infer_statics, known};
use crate::program::{ClassId, MethodId, OfClass, OfMethod, Program, Read, Reads, as_one};
use crate::term::Arithmetic;
use rustc_hash::FxHashSet;
use std::sync::{Arc, OnceLock};

/// Who is shown invariants, methods, and what was read.
type Shown<'s> = dyn FnMut(&ClassInvariants, &FxHashSet<MethodId>, &Reads) + 's;

/// What is known of a class: of its objects, or of its static fields.
#[derive(Debug)]
struct Known<T> {
    inferred: T,
    invariants: Arc<ClassInvariants>,
}

impl From<Inferred> for Known<Inferred> {
    fn from(inferred: Inferred) -> Self {
        Known { invariants: Arc::new(inferred.invariants.clone()), inferred }
    }
}

impl From<InferredStatics> for Known<InferredStatics> {
    fn from(inferred: InferredStatics) -> Self {
        Known { invariants: Arc::new(inferred.inferred.invariants.clone()), inferred }
    }
}

/// The invariants of a program's classes. They do not depend on who asks for them first: of each class there are those that its
/// own code establishes whatever the objects of other classes are, and those that it establishes where the former hold of all.
pub(crate) struct Library<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    arithmetic: Arithmetic,
    stable: StableFacts<'p>,
    at_work: AtWork<'p>,
    amid: OnceOfClass<FxHashSet<MethodId>>,
    called_back: OnceLock<FxHashSet<MethodId>>,
    by_themselves: OnceOfClass<Known<Inferred>>,
    together: OnceOfClass<Known<Inferred>>,
    statics: OnceOfClass<Known<InferredStatics>>,
}

impl<'p> Library<'p> {
    /// Of a workspace's program, of which nothing is known yet.
    pub(crate) fn of(workspace: &'p Workspace, arithmetic: Arithmetic) -> Self {
        Library {
            program: &workspace.program,
            calls: &workspace.calls,
            arithmetic,
            stable: StableFacts::new(&workspace.program, &workspace.calls),
            at_work: AtWork::new(&workspace.program, &workspace.calls),
            amid: OnceOfClass::default(),
            called_back: OnceLock::new(),
            by_themselves: OnceOfClass::default(),
            together: OnceOfClass::default(),
            statics: OnceOfClass::default(),
        }
    }

    /// What holds of objects while code of their classes runs too, once they are made.
    pub(crate) fn stable(&self) -> &StableFacts<'p> {
        &self.stable
    }

    /// Whether a method may run while code is changing an object of a class.
    pub(crate) fn may_run_amid(&self, class: ClassId, method: MethodId) -> bool {
        as_one(Read::Amid(class, method), || {
            let amid = || self.at_work.amid(class, &self.stable.of(class).sized);
            self.amid.of(class, amid).contains(&method)
        })
    }

    /// The methods that the JDK may call, and those that these lead to.
    fn called_back(&self) -> &FxHashSet<MethodId> {
        self.called_back.get_or_init(|| self.calls.reachable(self.program.known_to_the_jdk()).into_iter().collect())
    }

    /// What is known of a class's objects where a method is entered: stable facts alone, where it may run while code is changing one.
    fn known_amid(&self, class: ClassId, entry: MethodId, known: &dyn Invariants) -> Arc<ClassInvariants> {
        let is_amid = self.program.is_user_class(class) && self.may_run_amid(class, entry);
        if is_amid { self.stable.of(class) } else { known.of(class) }
    }

    fn infer(&self, class: ClassId, known: &dyn Invariants) -> Inferred {
        // What the end of the run has cut is no invariant; no answer that rests on it is kept either.
        infer((self.program, self.calls), self.arithmetic, class, Some(known))
    }

    /// With the stable facts of all classes, the class's own among them.
    fn by_itself(&self, class: ClassId) -> Arc<Known<Inferred>> {
        self.by_themselves.of(class, || {
            let mut inferred = self.infer(class, &self.stable);
            if !inferred.is_ended() {
                inferred.invariants.add(&self.stable.of_class(class));
            }
            inferred.into()
        })
    }

    /// All that is known of a class.
    pub(crate) fn inferred(&self, class: ClassId) -> Inferred {
        self.whole(class).inferred.clone()
    }

    fn whole(&self, class: ClassId) -> Arc<Known<Inferred>> {
        self.together.of(class, || self.with_others(class).into())
    }

    /// What is known of the static fields of a class, where all objects satisfy what is known of their classes: which rests on no
    /// static field.
    fn statics_of(&self, class: ClassId) -> Arc<Known<InferredStatics>> {
        self.statics.of(class, || self.infer_statics(class).into())
    }

    fn infer_statics(&self, class: ClassId) -> InferredStatics {
        infer_statics((self.program, self.calls), self.arithmetic, class, &Objects(self))
    }

    /// All that is known of the static fields of a class.
    pub(crate) fn inferred_statics(&self, class: ClassId) -> Inferred {
        self.statics_of(class).inferred.inferred.clone()
    }

    /// Whether the invariants of a class's objects, or of its static fields, have been inferred.
    pub(crate) fn knows(&self, of: OfClass, class: ClassId) -> bool {
        if of == OfClass::StaticInvariants { self.statics.knows(class) } else { self.together.knows(class) }
    }

    /// Shows the invariants of a class's objects, or of its static fields, with the methods that may run while these do not hold and
    /// what was read to infer them. What the end of the run has cut is not shown.
    pub(crate) fn with_reads(&self, of: OfClass, class: ClassId, show: &mut Shown<'_>) {
        if of == OfClass::StaticInvariants {
            let work = || self.infer_statics(class).into();
            return self.statics.with_reads(class, work, |known, reads| {
                if !known.inferred.inferred.is_ended() {
                    show(&known.invariants, &known.inferred.at_work, reads);
                }
            });
        }
        self.together.with_reads(
            class,
            || self.with_others(class).into(),
            |known, reads| {
                if !known.inferred.is_ended() {
                    show(&known.invariants, &FxHashSet::default(), reads);
                }
            },
        );
    }

    /// What a class establishes where all objects satisfy what their classes establish by themselves.
    fn with_others(&self, class: ClassId) -> Inferred {
        let alone = self.by_itself(class);
        let inferred = &alone.inferred;
        let says_something = |other: &ClassId| {
            let known = self.by_itself(*other);
            // What no exploration has found was known before.
            let is_news = !known.invariants.is_part_of(&self.stable.of(*other));
            if *other == class { is_news && inferred.is_open && !known.invariants.exact.is_empty() } else { is_news }
        };
        if !inferred.read.iter().any(says_something) {
            return inferred.clone();
        }
        let mut together = self.infer(class, &ByThemselves(self));
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
        self.0.by_itself(class).invariants.clone()
    }

    fn of_amid(&self, class: ClassId, entry: MethodId) -> Arc<ClassInvariants> {
        self.0.known_amid(class, entry, self)
    }
}

/// What is known of objects alone.
struct Objects<'l, 'p>(&'l Library<'p>);

impl Invariants for Objects<'_, '_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        self.0.of(class)
    }

    fn of_amid(&self, class: ClassId, entry: MethodId) -> Arc<ClassInvariants> {
        self.0.known_amid(class, entry, self)
    }
}

impl Invariants for Library<'_> {
    fn of(&self, class: ClassId) -> Arc<ClassInvariants> {
        if !self.program.is_user_class(class) {
            return Arc::new(known(self.program, class));
        }
        let read = Read::Class(OfClass::Invariants, class);
        as_one(read, || self.whole(class).invariants.clone())
    }

    fn may_run_while_made(&self, method: MethodId) -> bool {
        // Constructors call it, or let the JDK come by the object, which may call what it knows.
        as_one(Read::Method(OfMethod::RunWhileMade, method), || {
            self.calls.may_run_while_made(self.program, method)
                || (self.called_back().contains(&method)
                    && self.stable.leaks_while_made(self.program.method(method).class))
        })
    }

    fn of_statics(&self, class: ClassId, method: MethodId) -> Arc<ClassInvariants> {
        if !self.program.is_user_class(class) {
            return Arc::default();
        }
        let known = as_one(Read::Class(OfClass::StaticInvariants, class), || self.statics_of(class));
        let is_at_work = known.inferred.at_work.contains(&method);
        if is_at_work { Arc::default() } else { known.invariants.clone() }
    }
}
