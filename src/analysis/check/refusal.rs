//! Methods whose purpose is to check what they are given, on behalf of their callers. What such a method throws is a
//! refusal of its caller's input.

use crate::classfile::{Code, Instruction, InvokeKind, MethodReference, parse_method_descriptor};
use crate::graph::successors;
use crate::program::{MethodId, Program};

/// Longer methods do more than check.
const MOST_INSTRUCTIONS: usize = 400;

/// So many calls deep one check may leave the work to another.
const MOST_CALLS: u32 = 4;

/// Methods of the JDK that check an argument and are executed by models, or give back another value than the one that they check:
/// class, name, descriptor.
const CHECKS: [(&str, &str, &str); 5] = [
    ("java/util/Objects", "requireNonNull", "(Ljava/lang/Object;)Ljava/lang/Object;"),
    ("java/util/Objects", "requireNonNull", "(Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/Object;"),
    ("java/util/Objects", "requireNonNull", "(Ljava/lang/Object;Ljava/util/function/Supplier;)Ljava/lang/Object;"),
    ("java/util/Objects", "requireNonNullElse", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"),
    (
        "java/util/Objects",
        "requireNonNullElseGet",
        "(Ljava/lang/Object;Ljava/util/function/Supplier;)Ljava/lang/Object;",
    ),
];

/// Whether an instruction calls a check of the JDK that a model executes.
pub(super) fn calls_modelled_check(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Invoke(InvokeKind::Static, called) => is_known(&called.class, &called.name, &called.descriptor),
        _ => false,
    }
}

fn is_known(class: &str, name: &str, descriptor: &str) -> bool {
    CHECKS.contains(&(class, name, descriptor))
}

/// Whether a method only checks: wherever it may still return, it changes nothing, calls nothing for its effect but other checks, and it
/// gives back nothing but a parameter. Constructors are none. A method that always throws only helps another one to do so where it is
/// static: one that an object has, as `add` of a list that does not change, refuses to be called at all.
pub(super) fn only_checks(program: &Program, method: MethodId) -> bool {
    checks(program, method, MOST_CALLS)
}

fn checks(program: &Program, method: MethodId, calls: u32) -> bool {
    let info = program.method(method);
    if is_known(program.class_name(info.class), &info.name, &info.descriptor) {
        return true;
    }
    let Some(code) = program.code(method).filter(|code| code.instructions.len() <= MOST_INSTRUCTIONS) else {
        return false;
    };
    if calls == 0 || info.name.starts_with('<') {
        return false;
    }
    let makes_array =
        code.instructions.iter().any(|decoded| matches!(decoded.instruction, Instruction::NewReferenceArray(_)));
    let returns = may_return(code);
    if !info.flags.is_static() && !returns.contains(&true) {
        return false;
    }
    let on_the_way_back = code.instructions.iter().enumerate().filter(|(at, _)| returns.get(*at) == Some(&true));
    on_the_way_back.into_iter().all(|(at, decoded)| match &decoded.instruction {
        Instruction::PutField(_) | Instruction::PutStatic(_) | Instruction::MonitorEnter => false,
        // The array of a call with a variable number of arguments.
        Instruction::ArrayStore(_) => makes_array,
        Instruction::Return(result) => result.is_none() || gives_back_a_parameter(program, (method, code), at, calls),
        Instruction::Invoke(kind, called) => {
            is_used(code, at, called)
                || target(program, method, (*kind, called)).is_some_and(|target| checks(program, target, calls - 1))
        }
        _ => true,
    })
}

/// From which instructions a return is reached, exceptions left aside.
fn may_return(code: &Code) -> Vec<bool> {
    let mut returns = vec![false; code.instructions.len()];
    // Backwards, until nothing changes: jumps back are few.
    loop {
        let mut has_changed = false;
        for (at, decoded) in code.instructions.iter().enumerate().rev() {
            let leads = || {
                let next = successors(&decoded.instruction, at as u32);
                next.iter().any(|next| returns.get(*next as usize) == Some(&true))
            };
            if !returns[at] && (matches!(decoded.instruction, Instruction::Return(_)) || leads()) {
                returns[at] = true;
                has_changed = true;
            }
        }
        if !has_changed {
            return returns;
        }
    }
}

/// Whether what a `return` gives back is a parameter that was never assigned, or what another check gives back.
fn gives_back_a_parameter(program: &Program, (method, code): (MethodId, &Code), at: usize, calls: u32) -> bool {
    let before = code.instructions.iter().take(at).rev().map(|decoded| &decoded.instruction);
    let mut before = before.skip_while(|instruction| matches!(instruction, Instruction::CheckCast(_)));
    let info = program.method(method);
    let parameters = info.parameters.iter().map(|kind| kind.slots()).sum::<usize>() + usize::from(info.has_receiver());
    match before.next() {
        Some(Instruction::Load(_, local)) => {
            let assigns = |instruction: &Instruction| match instruction {
                Instruction::Store(_, assigned) | Instruction::Increment(assigned, _) => assigned == local,
                _ => false,
            };
            usize::from(*local) < parameters && !code.instructions.iter().any(|decoded| assigns(&decoded.instruction))
        }
        Some(Instruction::Invoke(kind, called)) => {
            target(program, method, (*kind, called)).is_some_and(|target| checks(program, target, calls - 1))
        }
        _ => false,
    }
}

/// Whether a call's result is taken, so that the call may well be there for it.
fn is_used(code: &Code, at: usize, called: &MethodReference) -> bool {
    let has_result = parse_method_descriptor(&called.descriptor).is_some_and(|parsed| parsed.result.is_some());
    let next = code.instructions.get(at + 1).map(|decoded| &decoded.instruction);
    has_result && !matches!(next, Some(Instruction::Pop | Instruction::Pop2))
}

fn target(program: &Program, caller: MethodId, (kind, called): (InvokeKind, &MethodReference)) -> Option<MethodId> {
    program.target_by_declaration(kind, called, program.method(caller).class)
}
