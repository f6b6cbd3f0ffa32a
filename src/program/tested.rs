//! What the code of a method asks of the types of objects.

use super::{ClassId, MethodId, Program, ReferenceType};
use crate::classfile::Instruction;
use std::collections::{BTreeSet, VecDeque};

/// The most methods whose code is looked at.
const MOST_METHODS: usize = 40;
/// The most types that are listed.
const MOST_TYPES: usize = 14;

/// The types that a method, and what it calls in its own class, asks objects for by `instanceof`, in the order of the code.
pub fn tested_types(program: &Program, method: MethodId) -> Vec<ReferenceType> {
    let mut found: Vec<ReferenceType> = Vec::new();
    for method in with_own_callees(program, method) {
        for decoded in program.code(method).map_or(&[][..], |code| &code.instructions) {
            let tested = match &decoded.instruction {
                Instruction::InstanceOf(name) => program.reference_type(name),
                // What is asked by reflection is an array.
                Instruction::Invoke(_, called) if &*called.class == "java/lang/reflect/Array" => {
                    program.reference_type("[I")
                }
                _ => None,
            };
            if let Some(tested) = tested
                && found.len() < MOST_TYPES
                && !found.contains(&tested)
            {
                found.push(tested);
            }
        }
    }
    found
}

/// The classes that a method, and what it calls in its own class, tells apart: by `instanceof`, by a cast, or by a handler of
/// exceptions. In the order of the code.
pub fn distinguished_classes(program: &Program, method: MethodId) -> Vec<ClassId> {
    let mut found: Vec<ClassId> = Vec::new();
    for method in with_own_callees(program, method) {
        let handlers = program.code(method).map_or(&[][..], |code| &code.handlers);
        let caught = handlers.iter().filter_map(|handler| program.class_by_name(handler.catch_type.as_ref()?));
        for class in asked_classes(program, method).into_iter().chain(caught) {
            if found.len() < MOST_TYPES && !found.contains(&class) {
                found.push(class);
            }
        }
    }
    found
}

/// A method, and what it calls in its own class.
fn with_own_callees(program: &Program, method: MethodId) -> Vec<MethodId> {
    let class = program.method(method).class;
    let mut seen = BTreeSet::from([method]);
    let mut open = VecDeque::from([method]);
    let mut found = Vec::new();
    while let Some(method) = open.pop_front() {
        found.push(method);
        for decoded in program.code(method).map_or(&[][..], |code| &code.instructions) {
            let Instruction::Invoke(_, called) = &decoded.instruction else { continue };
            let callee = program.method_by_name((&called.class, &called.name, &called.descriptor));
            if let Some(callee) = callee.filter(|callee| program.method(*callee).class == class)
                && seen.len() < MOST_METHODS
                && seen.insert(callee)
            {
                open.push_back(callee);
            }
        }
    }
    found
}

/// The classes that the code of a method, and of no other, asks objects for by `instanceof` or casts them to, each once, in the order
/// of the code; no arrays.
pub fn asked_classes(program: &Program, method: MethodId) -> Vec<ClassId> {
    let mut found: Vec<ClassId> = Vec::new();
    for decoded in program.code(method).map_or(&[][..], |code| &code.instructions) {
        if let Instruction::InstanceOf(name) | Instruction::CheckCast(name) = &decoded.instruction
            && let Some(class) = program.reference_type(name).and_then(ReferenceType::as_class)
            && !found.contains(&class)
        {
            found.push(class);
        }
    }
    found
}
