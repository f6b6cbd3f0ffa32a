//! Which classes a path uses first whose initialisation other code can see (JVMS 5.5). A version that does not use such a class, or uses
//! it at another point, leaves something else where the class was not initialised before.

use super::initialisers::only_sets_its_fields;
use super::version::Version;
use crate::classfile::{Instruction, InvokeKind};
use crate::graph::CallGraph;
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// The instructions of the looked-at bodies that may begin such an initialisation, and of which class.
#[derive(Debug, Default)]
pub(super) struct Beginning {
    instructions: FxHashMap<(MethodId, u32), ClassId>,
    bodies: FxHashSet<MethodId>,
}

impl Beginning {
    /// The class whose initialisation an instruction may begin.
    pub(super) fn at(&self, place: (MethodId, u32)) -> Option<ClassId> {
        self.instructions.get(&place).copied()
    }

    /// Looks at what a method may run in a version.
    pub(super) fn look_at(&mut self, (program, calls): (&Program, &CallGraph), method: MethodId, version: &Version) {
        let seen = calls.seen_initialised(|| seen_initialised(program));
        if seen.is_empty() {
            return;
        }
        // What a method's own class is made of is initialised before the method runs.
        let own = program.method(method).class;
        let is_done = |class: ClassId| program.superclasses(own).any(|above| above == class);
        let runs = calls.reachable(&[method]).into_iter().filter(|run| program.is_user_method(*run));
        for body in runs.map(|run| version.body_of(run)).filter(|body| self.bodies.insert(*body)) {
            let code = program.code(body).map_or(&[][..], |code| &code.instructions);
            let caller = program.method(body).class;
            for (at, decoded) in (0..).zip(code) {
                let used = used(program, &decoded.instruction, caller);
                if let Some(class) = used.filter(|class| seen.contains(class) && !is_done(*class)) {
                    self.instructions.insert((body, at), class);
                }
            }
        }
    }
}

/// The classes of the class path whose first use does something that other code can see.
fn seen_initialised(program: &Program) -> FxHashSet<ClassId> {
    let classes: Vec<ClassId> = program.user_classes().map(|(class, _)| class).collect();
    let telling: FxHashSet<ClassId> =
        classes.iter().copied().filter(|class| !only_sets_its_fields(program, *class)).collect();
    let is_seen = |class: &ClassId| program.initialised_with(*class).iter().any(|with| telling.contains(with));
    classes.into_iter().filter(is_seen).collect()
}

/// The class that an instruction uses so that it is initialised.
fn used(program: &Program, instruction: &Instruction, caller: ClassId) -> Option<ClassId> {
    match instruction {
        Instruction::New(class) => program.class_by_name(class),
        Instruction::GetStatic(field) | Instruction::PutStatic(field) => {
            program.resolve_field(field).map(|field| program.field(field).class)
        }
        Instruction::Invoke(InvokeKind::Static, called) => {
            match program.resolve_method(InvokeKind::Static, called, caller) {
                Dispatch::Fixed(MethodTarget::Method(method)) => Some(program.method(method).class),
                _ => program.class_by_name(&called.class),
            }
        }
        _ => None,
    }
}
