//! What is not mutated because nobody wrote it: code that the compiler adds, and assertions.

use crate::classfile::{ClassFile, Code, DecodedInstruction, Instruction, Method, RecordComponent};

/// Whether a method is one that the compiler makes. The bodies of lambdas are synthetic and written by somebody.
pub(super) fn is_generated(class: &ClassFile, method: &Method) -> bool {
    if method.flags.is_bridge() || (method.flags.is_synthetic() && !method.name.starts_with("lambda$")) {
        return true;
    }
    let descriptor = &*method.descriptor;
    if class.flags.is_enum() {
        let values = &*method.name == "values" && descriptor.starts_with("()[");
        return values || (&*method.name == "valueOf" && descriptor == format!("(Ljava/lang/String;)L{};", class.name));
    }
    class.record.as_ref().is_some_and(|components| {
        let accessor = |component: &RecordComponent| {
            component.name == method.name && descriptor == format!("(){}", component.descriptor)
        };
        let length = method.code.as_ref().map_or(0, |code| code.instructions.len());
        (components.iter().any(accessor) && length == 3) || makes_object_methods(method)
    })
}

/// Whether the method is one whose whole body is a call site of `ObjectMethods`.
fn makes_object_methods(method: &Method) -> bool {
    let instructions = method.code.as_ref().map_or(&[][..], |code| &code.instructions);
    instructions.iter().any(|decoded| {
        matches!(&decoded.instruction, Instruction::InvokeDynamic(site)
            if &*site.bootstrap.class == "java/lang/runtime/ObjectMethods")
    })
}

/// By instruction, whether it is left as it is.
pub(super) fn excluded(class: &ClassFile, code: &Code) -> Vec<bool> {
    let mut excluded = vec![false; code.instructions.len()];
    let mut exclude = |from: usize, to: usize| {
        excluded.iter_mut().take(to).skip(from).for_each(|place| *place = true);
    };
    for (position, decoded) in code.instructions.iter().enumerate() {
        match &decoded.instruction {
            Instruction::GetStatic(field) if &*field.name == "$assertionsDisabled" => {
                exclude(position, branch_target(code, position + 1).unwrap_or(position + 2));
            }
            Instruction::PutStatic(field) if &*field.name == "$assertionsDisabled" => exclude(0, position + 1),
            Instruction::PutStatic(field) if class.flags.is_enum() && &*field.name == "$VALUES" => {
                exclude(0, position + 1);
            }
            Instruction::GetStatic(field) if field.name.starts_with("$SwitchMap$") => {
                exclude(position, next_switch(code, position).unwrap_or(position));
            }
            Instruction::Invoke(_, called) => match (&*called.class, &*called.name) {
                ("java/lang/String", "hashCode") => {
                    if let Some((from, to)) = string_switch(code, position) {
                        exclude(from, to);
                    }
                }
                ("java/lang/Throwable", "addSuppressed") => {
                    exclude(closing_handler(code, position), position + 3);
                }
                ("java/util/Objects", "requireNonNull") | ("java/lang/Object", "getClass")
                    if matches!(instruction(code, position + 1), Some(Instruction::Pop)) =>
                {
                    exclude(position, position + 1);
                }
                (_, "iterator") => {
                    if let Some((from, to)) = for_each(code, position) {
                        exclude(position, position + 1);
                        exclude(from, to);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    excluded
}

fn instruction(code: &Code, position: usize) -> Option<&Instruction> {
    code.instructions.get(position).map(|decoded| &decoded.instruction)
}

fn branch_target(code: &Code, position: usize) -> Option<usize> {
    match instruction(code, position)? {
        Instruction::Branch(_, target) => usize::try_from(*target).ok(),
        _ => None,
    }
}

fn next_switch(code: &Code, from: usize) -> Option<usize> {
    let is_switch = |decoded: &DecodedInstruction| matches!(decoded.instruction, Instruction::Switch(_));
    code.instructions.iter().skip(from).position(is_switch).map(|distance| from + distance)
}

/// The part of a switch on strings that finds the number of the case, by hash codes and `equals`: from the constant before
/// it to the load of that number.
fn string_switch(code: &Code, hash: usize) -> Option<(usize, usize)> {
    let Some(Instruction::Switch(_)) = instruction(code, hash + 1) else { return None };
    let number = match (instruction(code, hash.checked_sub(3)?)?, instruction(code, hash.checked_sub(2)?)?) {
        (Instruction::IntConstant(-1), Instruction::Store(_, number)) => *number,
        _ => return None,
    };
    let rest = code.instructions.iter().enumerate().skip(hash + 2);
    let end = rest.into_iter().find(|(position, decoded)| {
        matches!(&decoded.instruction, Instruction::Load(_, local) if *local == number)
            && matches!(instruction(code, position + 1), Some(Instruction::Switch(_)))
    });
    Some((hash.checked_sub(3)?, end.map_or(hash + 2, |(position, _)| position + 1)))
}

/// Where the code begins that closes a resource after an exception and keeps a second one: its handler.
fn closing_handler(code: &Code, suppressed: usize) -> usize {
    let is_handler = |position: &usize| {
        code.handlers.iter().any(|handler| usize::try_from(handler.handler).is_ok_and(|at| at == *position))
    };
    // The nearest handler is that of the second exception, the one before it that of the first.
    let earliest = suppressed.saturating_sub(12);
    (earliest..suppressed).rev().filter(is_handler).nth(1).unwrap_or(suppressed)
}

/// The test and the step of a loop over an `Iterable`: `iterator` stored, then `hasNext` and a branch, then `next`.
fn for_each(code: &Code, iterator: usize) -> Option<(usize, usize)> {
    let Some(Instruction::Store(_, local)) = instruction(code, iterator + 1) else { return None };
    let calls = |position: usize, name: &str| {
        let is_local = matches!(instruction(code, position), Some(Instruction::Load(_, loaded)) if loaded == local);
        let call = instruction(code, position + 1);
        is_local && matches!(call, Some(Instruction::Invoke(_, method)) if &*method.name == name)
    };
    let test = iterator + 2;
    let is_loop = calls(test, "hasNext") && branch_target(code, test + 2).is_some() && calls(test + 3, "next");
    // A written loop has a name for its iterator.
    let is_named = code.local_variables.iter().any(|variable| {
        variable.index == *local && usize::try_from(variable.start).is_ok_and(|start| start == iterator + 2)
    });
    (is_loop && !is_named).then_some((test, test + 5))
}
