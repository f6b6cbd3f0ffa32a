//! Whether calls of code that is not on the class path may come back to code that is.

use crate::classfile::{FieldType, Instruction, InvokeKind, MethodReference, parse_method_descriptor};
use crate::program::{ClassId, Dispatch, MethodId, MethodTarget, Program};

/// How deep calls within the JDK are followed to find that a method of it calls nobody who could be a class of the class path.
const DEEPEST: usize = 3;

/// Whether code that is not on the class path and is run by such a call may run code of the class path: it may unless it gets only numbers
/// and strings, and makes something of them. What finds classes by their names may run their initialisers. A call that names a class
/// of the class path runs code of the JDK where that class, or one below, inherits it.
pub fn may_call_back(program: &Program, kind: InvokeKind, called: &MethodReference) -> bool {
    let Some(class) = program.class_by_name(&called.class) else { return true };
    let is_value = |name: &str| program.class_by_name(name).is_some_and(|class| program.is_value_class(class));
    if is_bare(called) {
        return false;
    }
    if program.is_user_class(class) {
        return inherited(program, kind, called, class)
            .iter()
            .any(|method| !program.is_leaf_once(*method, || is_leaf(program, *method, 0)));
    }
    if &*called.class == "java/lang/Class" && &*called.name == "forName" {
        return true;
    }
    let makes = kind == InvokeKind::Static || &*called.name == "<init>" || program.is_value_class(class);
    let Some(descriptor) = parse_method_descriptor(&called.descriptor) else { return true };
    let only_values = descriptor.parameters.iter().all(|parameter| match parameter {
        FieldType::Reference(name) => is_value(name),
        FieldType::Primitive(_) => true,
    });
    !(makes && only_values)
}

/// The same of a call in the code of a method. A constructor that calls one of its superclass lets that call what its own class, or one
/// below, overrides.
pub fn may_call_back_from(program: &Program, caller: MethodId, kind: InvokeKind, called: &MethodReference) -> bool {
    may_call_back(program, kind, called) || is_overridden_in_construction(program, caller, called)
}

fn is_bare(called: &MethodReference) -> bool {
    &*called.name == "<init>" && matches!(&*called.class, "java/lang/Object" | "java/lang/Enum")
}

fn is_overridden_in_construction(program: &Program, caller: MethodId, called: &MethodReference) -> bool {
    let (own, name) = (program.method(caller).class, &program.method(caller).name);
    if &*called.name != "<init>" || &**name != "<init>" || is_bare(called) {
        return false;
    }
    let above = program.class(own).superclass;
    let Some(above) = above.filter(|above| !program.is_user_class(*above)) else { return false };
    if program.class_by_name(&called.class) != Some(above) {
        return false;
    }
    let below = program.user_subtypes(own).iter().copied();
    std::iter::once(own).chain(below).any(|class| program.has_methods_known_to_the_jdk(class))
}

/// The methods that are not on the class path, but for abstract ones, that a call which names a class of it may run.
fn inherited(program: &Program, kind: InvokeKind, called: &MethodReference, class: ClassId) -> Vec<MethodId> {
    let is_other = |target: MethodTarget| match target {
        MethodTarget::Method(method) if !program.is_user_method(method) => Some(method),
        _ => None,
    };
    match program.resolve_method(kind, called, class) {
        Dispatch::Fixed(target) => is_other(target).into_iter().collect(),
        Dispatch::Virtual => {
            let below = program.user_subtypes(class).iter().copied();
            let receivers = std::iter::once(class).chain(below);
            receivers.filter_map(|receiver| is_other(program.select(receiver, called))).collect()
        }
    }
}

/// Whether a method of the JDK runs no code but its own and that of methods which nobody can override. Those that the machine provides
/// for all objects call nobody.
fn is_leaf(program: &Program, method: MethodId, depth: usize) -> bool {
    let info = program.method(method);
    if info.flags.is_native() {
        return &**program.class_name(info.class) == "java/lang/Object";
    }
    let Some(code) = program.code(method).filter(|_| depth < DEEPEST) else { return false };
    code.instructions.iter().all(|decoded| match &decoded.instruction {
        Instruction::Invoke(kind, called) => {
            let target = program.resolve_method(*kind, called, info.class);
            let Dispatch::Fixed(MethodTarget::Method(target)) = target else { return false };
            is_leaf(program, target, depth + 1)
        }
        Instruction::InvokeDynamic(_) => false,
        _ => true,
    })
}
