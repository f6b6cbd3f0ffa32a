//! What code mentions, which drawn inputs are made of.

use crate::classfile::{Instruction, LoadableConstant};
use crate::graph::CallGraph;
use crate::heap::Vocabulary;
use crate::program::{ClassId, MethodId, OfClass, OfMethod, Program, Read, as_one};
use std::sync::Arc;

/// The longest text of the code that is drawn.
const LONGEST_TEXT: usize = 40;

/// What the code of a method and of what it calls mentions: an answer that rests on it depends on no other code. The object of an
/// instance's method gets its state by the methods of its class.
pub fn vocabulary_of_method(program: &Program, calls: &CallGraph, method: MethodId) -> Vocabulary {
    if program.method(method).has_receiver() {
        return vocabulary_of_class(program, calls, program.method(method).class);
    }
    as_one(Read::Method(OfMethod::Vocabulary, method), || {
        let mut found = Vocabulary::default();
        for method in [method].iter().chain(calls.callees(method)) {
            note_all(program, *method, &mut found);
        }
        found
    })
}

/// What the code of a class mentions, and of the classes that it calls.
pub fn vocabulary_of_class(program: &Program, calls: &CallGraph, own: ClassId) -> Vocabulary {
    as_one(Read::Class(OfClass::Vocabulary, own), || {
        let mut classes: Vec<ClassId> = vec![own];
        for own in &program.class(own).methods {
            for callee in calls.callees(*own) {
                let class = program.method(*callee).class;
                if program.is_user_class(class) && !classes.contains(&class) {
                    classes.push(class);
                }
            }
        }
        if let Some((_, others)) = classes.split_first_mut() {
            others.sort_by(|left, right| program.class_name(*left).cmp(program.class_name(*right)));
        }
        let mut found = Vocabulary::default();
        for class in classes {
            for method in &program.class(class).methods {
                note_all(program, *method, &mut found);
            }
        }
        found
    })
}

fn note_all(program: &Program, method: MethodId, found: &mut Vocabulary) {
    for decoded in program.code(method).into_iter().flat_map(|code| &code.instructions) {
        note(&decoded.instruction, found);
    }
}

fn note(instruction: &Instruction, found: &mut Vocabulary) {
    let mut number = |value: i64| {
        if !found.numbers.contains(&value) {
            found.numbers.push(value);
        }
        if let Ok(unit) = u16::try_from(value)
            && (9..127).contains(&unit)
            && !found.units.contains(&unit)
        {
            found.units.push(unit);
        }
    };
    match instruction {
        Instruction::IntConstant(value) => number(i64::from(*value)),
        Instruction::LongConstant(value) => number(*value),
        Instruction::Switch(switch) => switch.cases.iter().for_each(|(key, _)| number(i64::from(*key))),
        Instruction::Constant(LoadableConstant::String(text)) if text.0.len() <= LONGEST_TEXT => {
            let text: Arc<[u16]> = text.0.clone();
            if !found.texts.contains(&text) {
                found.texts.push(text);
            }
        }
        _ => {}
    }
}
