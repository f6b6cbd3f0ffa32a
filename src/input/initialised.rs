//! The classes whose initialisers the code of a method can run.

use crate::classfile::ClassName;
use crate::graph::{CallGraph, begun_before};
use crate::program::{ClassId, MethodId, Program};
use crate::run;
use rustc_hash::FxHashSet;

/// The classes whose initialisers the code of a method and of all that it may call can run.
pub fn initialised_classes(program: &Program, calls: &CallGraph, method: MethodId) -> Vec<ClassName> {
    let mut seen = FxHashSet::from_iter([method]);
    let mut waiting = vec![method];
    let mut classes = Vec::new();
    while let Some(method) = waiting.pop() {
        run::checkpoint();
        waiting.extend(calls.callees(method).iter().filter(|callee| seen.insert(**callee)));
        classes.extend(program.initialised_with(program.method(method).class));
        let Some(code) = program.code(method) else { continue };
        for decoded in &code.instructions {
            use crate::classfile::Instruction as I;
            let name = match &decoded.instruction {
                I::GetStatic(field) | I::PutStatic(field) => &field.class,
                I::New(class) => class,
                _ => continue,
            };
            classes.extend(program.class_by_name(name).into_iter().flat_map(|class| program.initialised_with(class)));
        }
    }
    classes.retain(|class| program.is_user_class(*class));
    classes.sort_unstable();
    classes.dedup();
    let has_initialiser = |class: &ClassId| {
        program.class(*class).methods.iter().any(|method| &*program.method(*method).name == "<clinit>")
    };
    let mut seen = FxHashSet::default();
    let in_order = classes.into_iter().flat_map(|class| begun_before(program, class).into_iter().chain([class]));
    let initialised = in_order.filter(|class| has_initialiser(class) && seen.insert(*class));
    initialised.map(|class| program.class(class).name.clone()).collect()
}
