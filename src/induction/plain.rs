//! Which methods contracts are sought for: recursive ones of which the code shows that they leave the heap as it is.

use crate::classfile::{Instruction, LoadableConstant, PrimitiveType};
use crate::graph::{CallGraph, is_plain};
use crate::program::{Dispatch, FieldKind, MethodId, MethodTarget, Program};

/// The most methods of a component, and the most instructions of one.
const MOST_METHODS: usize = 4;
const MOST_INSTRUCTIONS: usize = 400;

/// The recursive components among what a method may call, itself included, for which contracts are sought.
pub(super) fn components(program: &Program, calls: &CallGraph, entry: MethodId) -> Vec<Vec<MethodId>> {
    let mut found: Vec<Vec<MethodId>> = Vec::new();
    for method in calls.reachable(&[entry]) {
        if !calls.mutually_recursive(method, method) || found.iter().any(|known| known.contains(&method)) {
            continue;
        }
        let component = calls.components().get(calls.component_of(method));
        let Some(component) = component.filter(|component| component.methods.len() <= MOST_METHODS) else { continue };
        if component.methods.iter().all(|method| is_one(program, &component.methods, *method)) {
            found.push(component.methods.clone());
        }
    }
    found
}

/// Whether a method is static, computes a whole number from numbers and at most one array of them, and does nothing else, but calls
/// within its component.
fn is_one(program: &Program, component: &[MethodId], method: MethodId) -> bool {
    let info = program.method(method);
    let is_whole = |kind: &FieldKind| matches!(kind, FieldKind::Primitive(primitive) if !matches!(primitive, PrimitiveType::Float | PrimitiveType::Double));
    let others: Vec<&FieldKind> = info.parameters.iter().filter(|kind| !is_whole(kind)).collect();
    let has_one_array = match others.as_slice() {
        [] => true,
        [FieldKind::Reference(array)] => array.component().is_some_and(|component| is_whole(&component)),
        _ => false,
    };
    let Some(code) = program.code(method).filter(|code| code.instructions.len() <= MOST_INSTRUCTIONS) else {
        return false;
    };
    let is_allowed = |instruction: &Instruction| match instruction {
        Instruction::Return(_) => true,
        Instruction::Constant(constant) => {
            !matches!(constant, LoadableConstant::Float(_) | LoadableConstant::Double(_)) && is_plain(instruction)
        }
        Instruction::Invoke(kind, reference) => {
            let target = program.resolve_method(*kind, reference, info.class);
            matches!(target, Dispatch::Fixed(MethodTarget::Method(target)) if component.contains(&target))
        }
        _ => is_plain(instruction),
    };
    info.flags.is_static()
        && info.result.as_ref().is_some_and(is_whole)
        && has_one_array
        && code.handlers.is_empty()
        && code.instructions.iter().all(|decoded| is_allowed(&decoded.instruction))
}

/// The whole numbers that the code of methods names, each once, ascending.
pub(super) fn constants<'m>(program: &Program, methods: impl IntoIterator<Item = &'m MethodId>) -> Vec<i64> {
    let mut found = Vec::new();
    for method in methods {
        for decoded in program.code(*method).map_or(&[][..], |code| &code.instructions) {
            match decoded.instruction {
                Instruction::IntConstant(value) => found.push(i64::from(value)),
                Instruction::LongConstant(value) => found.push(value),
                _ => {}
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
