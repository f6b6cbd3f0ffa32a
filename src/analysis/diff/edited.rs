//! Which methods are compared: those whose code differs, and those that call what has changed.

use super::versions::Versions;
use crate::analysis::check::select::is_written;
use crate::classfile::{ClassName, Instruction};
use crate::program::{ClassId, MethodId, Program, is_desugared};
use crate::session::workspace::Workspace;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// The methods that both versions have and that answers are about.
pub(super) struct Methods<'v> {
    versions: &'v Versions,
    /// In class and source order.
    both: Vec<MethodId>,
    known: FxHashSet<MethodId>,
}

impl<'v> Methods<'v> {
    /// Those of the classes that both jobs select.
    pub(super) fn of(versions: &'v Versions, old: &Workspace, new: &Workspace) -> Methods<'v> {
        let names = |workspace: &Workspace| -> BTreeSet<ClassName> {
            workspace.selected.iter().map(|class| workspace.program.class_name(*class).clone()).collect()
        };
        let program = &versions.program;
        let (before, after) = (names(old), names(new));
        let classes = before.intersection(&after).filter_map(|name| program.class_by_name(name));
        let in_both = |method: &MethodId| {
            let info = program.method(*method);
            let name = (&**program.class_name(info.class), &*info.name, &*info.descriptor);
            let has = |workspace: &Workspace| {
                let own = workspace.program.method_by_name(name);
                own.is_some_and(|own| {
                    let declares = workspace.program.class_name(workspace.program.method(own).class);
                    **declares == *name.0 && workspace.program.code(own).is_some()
                })
            };
            has(old) && has(new)
        };
        let methods = classes
            .filter(|class| !program.class(*class).flags.is_synthetic())
            .flat_map(|class| program.class(class).methods.iter().copied());
        let both: Vec<MethodId> = methods.filter(|method| is_written(program, *method) && in_both(method)).collect();
        let known = both.iter().copied().collect();
        Methods { versions, both, known }
    }

    /// Of what versions.
    pub(super) fn versions(&self) -> &'v Versions {
        self.versions
    }

    /// All of them, in class and source order.
    pub(super) fn all(&self) -> &[MethodId] {
        &self.both
    }

    /// How many there are.
    pub(super) fn both(&self) -> u64 {
        self.both.len() as u64
    }

    /// Those whose code differs, bodies of lambda expressions and what else compilers make of parts of it included, and those that read
    /// a static field that may hold something else.
    pub(super) fn edited(&self) -> Vec<MethodId> {
        let differs_itself =
            |part: &MethodId| self.versions.differs_itself(*part) || self.versions.reads_other_static(*part);
        let differs = |method: &MethodId| self.parts(*method).iter().any(differs_itself);
        self.both.iter().copied().filter(differs).collect()
    }

    /// Whether a method is among those that are proved to do the same, with all its parts.
    pub(super) fn is_proved(&self, method: MethodId, proved: &FxHashSet<MethodId>) -> bool {
        let parts = self.parts(method);
        let mut differing = parts.iter().filter(|part| self.versions.differs_itself(**part));
        !parts.iter().any(|part| self.versions.reads_other_static(*part)) && differing.all(|part| proved.contains(part))
    }

    /// A method, and the methods that compilers have made of parts of it.
    pub(super) fn parts(&self, method: MethodId) -> Vec<MethodId> {
        let program = &self.versions.program;
        let class = program.method(method).class;
        let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([method]);
        let mut parts = vec![method];
        let mut next = 0;
        while let Some(part) = parts.get(next).copied() {
            next += 1;
            let bodies = [program.code(part), self.versions.new_code(part)];
            for decoded in bodies.into_iter().flatten().flat_map(|code| &code.instructions) {
                let found: Vec<MethodId> = match &decoded.instruction {
                    Instruction::New(name) if is_desugared(name) => {
                        program.class_by_name(name).map_or_else(Vec::new, |class| program.class(class).methods.to_vec())
                    }
                    Instruction::Invoke(_, called) => {
                        let target = program.method_by_name((&called.class, &called.name, &called.descriptor));
                        target.filter(|target| is_part(program, *target, class)).into_iter().collect()
                    }
                    _ => Vec::new(),
                };
                parts.extend(found.into_iter().filter(|found| seen.insert(*found)));
            }
        }
        parts
    }

    /// The methods that call any of these, directly or by way of what compilers have made, and that were not known before.
    pub(super) fn callers(&self, called: &[MethodId], known: &mut FxHashSet<MethodId>) -> Vec<MethodId> {
        let calls = &self.versions.calls;
        let mut waiting = called.to_vec();
        let mut seen: FxHashSet<MethodId> = called.iter().copied().collect();
        let mut found: BTreeSet<MethodId> = BTreeSet::new();
        while let Some(method) = waiting.pop() {
            for caller in calls.callers(method) {
                if self.known.contains(caller) {
                    if known.insert(*caller) {
                        found.insert(*caller);
                    }
                } else if seen.insert(*caller) {
                    waiting.push(*caller);
                }
            }
        }
        found.into_iter().collect()
    }
}

/// Whether a method was made of a part of another one of a class.
fn is_part(program: &Program, method: MethodId, class: ClassId) -> bool {
    let info = program.method(method);
    is_desugared(program.class_name(info.class))
        || (info.class == class && info.flags.is_synthetic() && !info.flags.is_bridge())
}

/// Whether code of other packages can call a method.
pub(super) fn is_public(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_open = |class: ClassId| {
        let flags = program.class(class).flags;
        flags.is_public() || flags.is_protected()
    };
    (info.flags.is_public() || info.flags.is_protected()) && is_open(info.class)
}
