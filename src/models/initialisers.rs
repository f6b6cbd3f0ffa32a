//! What is known of whole classes of the JDK: whose bytecode does not run, whose initialisers are modelled, which statics
//! differ from run to run.

use crate::classfile::FieldReference;
use crate::exec::{Interrupt, Machine, State};
use crate::heap::{Reference, Value};
use crate::program::ClassId;

/// Classes that are nothing without the JVM under them, and those that models stand for as a whole. A method of theirs runs
/// when it is modelled; else the path stops.
const OPAQUE: [&str; 22] = [
    "java/io/PrintStream",
    "java/lang/AbstractStringBuilder",
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Package",
    "java/lang/Process",
    "java/lang/ProcessBuilder",
    "java/lang/Runtime",
    "java/lang/StackTraceElement",
    "java/lang/StackWalker",
    "java/lang/String",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/security/AccessController",
    "java/util/UUID",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/misc/Unsafe",
];

/// Packages of such classes.
const OPAQUE_PACKAGES: [&str; 3] = ["java/lang/invoke/", "java/lang/reflect/", "jdk/internal/reflect/"];

/// Whether none of a class's bytecode may run.
pub(super) fn is_opaque(class: &str) -> bool {
    OPAQUE.binary_search(&class).is_ok() || OPAQUE_PACKAGES.iter().any(|package| class.starts_with(package))
}

/// Static fields whose values differ from run to run, or that nothing here assigns: class, field, why.
const UNPREDICTABLE: [(&str, &str, &str); 7] = [
    ("java/lang/System", "in", "the standard input"),
    ("java/util/ImmutableCollections", "REVERSE", "which makes the order of Set.of and Map.of differ from run to run"),
    ("java/util/ImmutableCollections", "SALT", "which makes the order of Set.of and Map.of differ from run to run"),
    ("java/util/ImmutableCollections", "SALT32L", "which makes the order of Set.of and Map.of differ from run to run"),
    ("java/util/Random", "seedOffset", "which only deserialisation uses"),
    ("java/util/Random", "seedUniquifier", "from which a Random without a seed begins"),
    ("java/util/Random", "unsafe", "which only deserialisation uses"),
];

/// Why a static field's value is not known.
pub(super) fn unpredictable(class: &str, field: &str) -> Option<&'static str> {
    let known = UNPREDICTABLE.iter().find(|(owner, name, _)| *owner == class && *name == field);
    let is_stream = class == "java/lang/System" && matches!(field, "out" | "err");
    // Nothing initialises the statics of an opaque class.
    let unassigned = (is_opaque(class) && !is_stream).then_some("of a class whose code is not run");
    known.map(|(_, _, why)| *why).or(unassigned)
}

/// Classes whose initialisers are left out, since what they assign is zero anyway, or not read (see `UNPREDICTABLE`).
const LEFT_OUT: [&str; 2] = ["java/util/Arrays$LegacyMergeSort", "java/util/Random"];

/// Does what a class's initialiser does; none when its bytecode is to run.
pub(super) fn initialise(
    machine: &mut Machine<'_>,
    state: &mut State,
    class: ClassId,
) -> Option<Result<(), Interrupt>> {
    let program = machine.program;
    let name: &str = program.class_name(class);
    if name == "java/lang/System" {
        return Some(["out", "err"].into_iter().try_for_each(|stream| standard_stream(machine, state, stream)));
    }
    (LEFT_OUT.contains(&name) || is_opaque(name)).then_some(Ok(()))
}

/// A standard stream: an object without state, since what is printed goes nowhere.
fn standard_stream(machine: &mut Machine<'_>, state: &mut State, name: &str) -> Result<(), Interrupt> {
    let class = machine.builtin("java/io/PrintStream")?;
    let field = FieldReference {
        class: "java/lang/System".into(),
        name: name.into(),
        descriptor: "Ljava/io/PrintStream;".into(),
    };
    if let Some(field) = machine.program.declared_field(&field) {
        let stream = state.heap.allocate(class);
        state.heap.write_static(field, Value::Reference(Reference::Object(stream)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opaque_classes_are_found_by_search() {
        assert!(OPAQUE.is_sorted());
    }
}
