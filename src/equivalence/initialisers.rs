//! Which class initialisers do nothing that code outside their classes can see, except that they assign static fields.
//! These are compared by what the fields hold.

use crate::classfile::{FieldReference, FieldType};
use crate::classfile::{Instruction, InvokeKind, MethodReference, parse_field_descriptor, parse_method_descriptor};
use crate::graph::{initialiser, possible_targets};
use crate::models::leads_nowhere;
use crate::program::{ClassId, MethodId, Program};
use rustc_hash::FxHashSet;

/// So many methods are looked at for an initialiser.
const MOST_METHODS: usize = 200;
/// What the JDK keeps for all, by the methods that change it and that give something back.
const CHANGING_ALL: [(&str, &str, &str); 2] = [
    ("java/lang/System", "setProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;"),
    ("java/lang/System", "clearProperty", "(Ljava/lang/String;)Ljava/lang/String;"),
];

/// Whether the initialiser of a class, if it has one, does nothing else that others can see.
pub fn only_sets_its_fields(program: &Program, class: ClassId) -> bool {
    let Some(first) = initialiser(program, class) else { return true };
    let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([first]);
    let mut open = vec![first];
    while let Some(method) = open.pop() {
        let caller = program.method(method).class;
        let Some(code) = program.code(method).filter(|_| seen.len() <= MOST_METHODS) else { return false };
        for decoded in &code.instructions {
            let is_own = |field: &FieldReference| {
                program.resolve_field(field).is_some_and(|field| program.field(field).class == class)
            };
            let is_quiet = match &decoded.instruction {
                Instruction::PutStatic(field) => is_own(field),
                // What it gets of others it may change.
                Instruction::GetStatic(field) => is_own(field) || is_value(program, field),
                Instruction::Invoke(kind, called) => {
                    let targets = possible_targets(program, *kind, called, caller);
                    let is_user =
                        program.class_by_name(&called.class).is_some_and(|class| program.is_user_class(class));
                    open.extend(targets.into_iter().filter(|target| seen.insert(*target)));
                    is_user || changes_nothing_of_all(*kind, called)
                }
                Instruction::InvokeDynamic(_) => false,
                _ => true,
            };
            if !is_quiet {
                return false;
            }
        }
    }
    true
}

/// Whether a static field holds a number, a string or an object of the JDK that nobody can change.
fn is_value(program: &Program, field: &FieldReference) -> bool {
    match parse_field_descriptor(&field.descriptor) {
        Some(FieldType::Primitive(_)) => true,
        Some(FieldType::Reference(name)) => {
            let is_value = |class: ClassId| program.is_value_class(class) || program.class(class).is_enum();
            leads_nowhere(&name) || program.class_by_name(&name).is_some_and(is_value)
        }
        None => false,
    }
}

fn changes_nothing_of_all(kind: InvokeKind, called: &MethodReference) -> bool {
    let named = (&*called.class, &*called.name, &*called.descriptor);
    let gives = parse_method_descriptor(&called.descriptor).is_some_and(|parsed| parsed.result.is_some());
    let is_array = &*called.class == "java/lang/System" && &*called.name == "arraycopy";
    let is_shared = matches!(&*called.class, "java/lang/Runtime" | "java/lang/Thread");
    !is_shared && (kind != InvokeKind::Static || gives || is_array) && !CHANGING_ALL.contains(&named)
}
