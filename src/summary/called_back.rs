//! Which code of the JDK can lead to code of the class path, or to inputs of its types.

use crate::classfile::{Instruction, InvokeKind};
use crate::program::{Dispatch, MethodId, MethodTarget, Program};
use std::collections::BTreeSet;

/// The most methods that are looked at.
const MOST_METHODS: usize = 40;

/// Virtual calls in the JDK that lead to no code of the class path unless a class there overrides the method: class, name, descriptor.
const QUIET: &[(&str, &str, &str)] = &[("java/lang/Throwable", "fillInStackTrace", "()Ljava/lang/Throwable;")];

/// Whether the code of a JDK method may lead to code of the class path, or to inputs of its types. That a constructor does not is found
/// in its bytecode, and in that of all that it calls; everything else is taken to.
pub(super) fn leads_back(program: &Program, called: Dispatch) -> bool {
    let Dispatch::Fixed(MethodTarget::Method(begin)) = called else { return true };
    if &*program.method(begin).name != "<init>" {
        return true;
    }
    let mut seen = BTreeSet::from([begin]);
    let mut open = vec![begin];
    while let Some(method) = open.pop() {
        let Some(code) = program.code(method) else { return true };
        for decoded in &code.instructions {
            let (kind, reference) = match &decoded.instruction {
                Instruction::Invoke(kind, reference) => (*kind, reference),
                // What it gets from objects that it is given may be of any type.
                Instruction::InvokeDynamic(_)
                | Instruction::GetField(_)
                | Instruction::ArrayLoad(_)
                | Instruction::CheckCast(_)
                | Instruction::InstanceOf(_) => return true,
                _ => continue,
            };
            let name = (&*reference.class, &*reference.name, &*reference.descriptor);
            if QUIET.contains(&name) && !is_overridden(program, name) {
                continue;
            }
            let caller = program.method(method).class;
            match program.resolve_method(kind, reference, caller) {
                Dispatch::Fixed(MethodTarget::Method(callee)) if kind != InvokeKind::Virtual => {
                    if seen.insert(callee) {
                        open.push(callee);
                    }
                }
                _ => return true,
            }
        }
        if seen.len() > MOST_METHODS {
            return true;
        }
    }
    false
}

/// Whether a class of the class path declares a method that overrides one of the JDK.
fn is_overridden(program: &Program, (class, name, descriptor): (&str, &str, &str)) -> bool {
    let subtypes = program.class_by_name(class).map_or(&[][..], |class| program.user_subtypes(class));
    let is_it = |method: &MethodId| {
        let info = program.method(*method);
        &*info.name == name && &*info.descriptor == descriptor
    };
    subtypes.iter().any(|class| program.class(*class).methods.iter().any(is_it))
}
