//! What is known of whole classes of the JDK: whose bytecode does not run, whose initialisers are modelled, which statics
//! differ from run to run.

use super::{constants, hash_order, method_combinators, method_types, unsafe_access, variable_handles};
use crate::classfile::{Code, Instruction, LoadableConstant, PrimitiveType};
use crate::exec::{Interrupt, Machine, State};
use crate::heap::{EnvironmentSource, Reference, Value};
use crate::program::{ClassId, FieldId, FieldKind, Program};
use crate::term::Domain;

const UNSAFE: &str = "jdk/internal/misc/Unsafe";
/// It keeps the machine's default.
const CHARSET: &str = "java/nio/charset/Charset";
const HANDLE_STATICS: &str = "java/lang/invoke/MethodHandleStatics";
const STATIC_PROPERTY: &str = "jdk/internal/util/StaticProperty";

/// Classes that are nothing without the JVM under them, and those that models stand for as a whole. A method of theirs runs
/// when it is modelled; else the path stops.
const OPAQUE: [&str; 20] = [
    "java/io/PrintStream",
    "java/lang/AbstractStringBuilder",
    "java/lang/ClassLoader",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Package",
    "java/lang/Process",
    "java/lang/ProcessBuilder",
    "java/lang/Runtime",
    "java/lang/StackWalker",
    "java/lang/String",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
    "java/lang/System",
    "java/lang/Thread",
    "java/lang/ThreadGroup",
    "java/util/Scanner",
    "java/util/concurrent/ThreadLocalRandom",
    "jdk/internal/loader/BootLoader",
    "jdk/internal/misc/Unsafe",
];

/// Packages of such classes.
const OPAQUE_PACKAGES: [&str; 1] = ["java/lang/invoke/"];

/// Whether none of a class's bytecode may run.
pub(super) fn is_opaque(class: &str) -> bool {
    !variable_handles::is_kind_of_variable(class)
        && !runs_among_handles(class)
        && class != method_combinators::ARRAY_ACCESSOR
        && has_models_only(class)
}

/// Whether a class's initialiser does not run, and its static fields have no values.
fn has_no_initialiser(class: &str) -> bool {
    has_models_only(class)
        && !runs_among_handles(class)
        && class != variable_handles::HANDLE
        && !variable_handles::is_kind_of_variable(class)
        && !constants::has_runnable_code(class)
}

/// Whether the bytecode of a class runs although it stands beside method handles: an exception, or `MethodType` or within it, which a
/// model serves that gives one object for each type.
fn runs_among_handles(class: &str) -> bool {
    class == "java/lang/invoke/WrongMethodTypeException"
        || class.strip_prefix(method_types::TYPE).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// Whether models stand for a class.
fn has_models_only(class: &str) -> bool {
    OPAQUE.binary_search(&class).is_ok() || OPAQUE_PACKAGES.iter().any(|package| class.starts_with(package))
}

/// Static fields whose values differ from run to run, or that nothing here assigns: class, field, why.
const UNPREDICTABLE: [(&str, &str, &str); 9] = [
    ("java/net/URLDecoder", "dfltEncName", "which the machine decides"),
    ("java/net/URLEncoder", "dfltEncName", "which the machine decides"),
    ("java/util/ImmutableCollections", "REVERSE", "which makes the order of Set.of and Map.of differ from run to run"),
    ("java/util/ImmutableCollections", "SALT", "which makes the order of Set.of and Map.of differ from run to run"),
    ("java/util/ImmutableCollections", "SALT32L", "which makes the order of Set.of and Map.of differ from run to run"),
    ("java/util/Random", "seedOffset", "which only deserialisation uses"),
    ("java/util/Random", "seedUniquifier", "from which a Random without a seed begins"),
    ("java/util/Random", "unsafe", "which only deserialisation uses"),
    (ZONES, "CURRT", "which is the time when the class was initialised"),
];

/// Why a static field's value is not known.
pub(super) fn unpredictable(class: &str, field: &str) -> Option<&'static str> {
    let known = UNPREDICTABLE.iter().find(|(owner, name, _)| *owner == class && *name == field);
    let is_assigned = match class {
        "java/lang/System" => matches!(field, "in" | "out" | "err"),
        UNSAFE => field.starts_with("ARRAY_"),
        CHARSET => field != "defaultCharset",
        STATIC_PROPERTY => false,
        // It is made when it is first asked for.
        "java/lang/Runtime" => field == "version",
        _ if is_of_secrets(class) => matches!(field, "javaLangAccess" | "javaLangReflectAccess"),
        HANDLE_STATICS => field == "UNSAFE",
        _ => !has_no_initialiser(class),
    };
    let unassigned = (!is_assigned).then_some("of a class that is not initialised");
    known.map(|(_, _, why)| *why).or(unassigned)
}

/// The class of the zones that `java.util.TimeZone` has: what is over depends on the time.
const ZONES: &str = "sun/util/calendar/ZoneInfoFile";
/// Seconds since 1970 that are over wherever this runs.
const OVER: i64 = 1_700_000_000;

/// What decides the order of `Set.of` and `Map.of`: any 32 bits, the lowest of which says which way round (since Java 17).
const SALTED: &str = "java/util/ImmutableCollections";

/// The value of a static field that the machine decides.
pub(super) fn of_the_machine(machine: &mut Machine<'_>, state: &mut State, class: &str, field: &str) -> Option<Value> {
    let may_be_fixed = !state.heap.statics_are_inputs || machine.places_by_number && state.heap.knows_the_machine();
    if class == SALTED && may_be_fixed && hash_order::is_copied_to_a_table(machine, state) {
        return match field {
            "SALT32L" => Some(Value::Long(machine.pool.long(0))),
            "REVERSE" => Some(Value::Int(machine.pool.int(1))),
            _ => None,
        };
    }
    if !state.heap.knows_the_machine() {
        return None;
    }
    if (class, field) == (ZONES, "CURRT") {
        let source = EnvironmentSource::Salt("ZoneInfoFile.CURRT");
        let time = state.heap.environment_value(&mut machine.pool, source, Domain::Long);
        let over = machine.pool.long(OVER);
        let is_later = machine.pool.less(over, time);
        return Some(Value::Long(machine.pool.if_then_else(is_later, time, over)));
    }
    if class != SALTED {
        return None;
    }
    let source = EnvironmentSource::Salt("ImmutableCollections.SALT32L");
    let salt = state.heap.environment_value(&mut machine.pool, source, Domain::Int);
    match field {
        "SALT32L" => {
            let (wide, mask) = (machine.pool.int_to_long(salt), machine.pool.long(0xFFFF_FFFF));
            Some(Value::Long(machine.pool.and(wide, mask)))
        }
        "REVERSE" => {
            let one = machine.pool.int(1);
            let lowest = machine.pool.and(salt, one);
            Some(Value::Int(machine.pool.subtract(one, lowest)))
        }
        _ => None,
    }
}

/// Through which packages of the JDK let others reach into them.
const SECRETS: &str = "jdk/internal/access/SharedSecrets";

/// Whether a class is that, also as JDKs before 12 and before 9 name it.
fn is_of_secrets(class: &str) -> bool {
    matches!(class, SECRETS | "jdk/internal/misc/SharedSecrets" | "sun/misc/SharedSecrets")
}

/// The class whose initialiser assigns a static field of the JDK through which other packages reach into one, as the method that
/// gives the field says: it names that class.
pub(super) fn assigned_with(program: &Program, field: FieldId) -> Option<ClassId> {
    let info = program.field(field);
    let holder = program.class(info.class);
    if !is_of_secrets(&holder.name) {
        return None;
    }
    let codes = holder.methods.iter().filter_map(|method| program.code(*method));
    let gives = |code: &&Code| {
        let is_it =
            |instruction: &Instruction| matches!(instruction, Instruction::GetStatic(it) if it.name == info.name);
        code.instructions.iter().any(|decoded| is_it(&decoded.instruction))
    };
    let named = |code: &Code| {
        code.instructions.iter().find_map(|decoded| match &decoded.instruction {
            Instruction::Constant(LoadableConstant::Class(name)) => Some(name.to_string()),
            Instruction::Constant(LoadableConstant::String(name)) => {
                String::from_utf16(&name.0).ok().map(|name| name.replace('.', "/"))
            }
            _ => None,
        })
    };
    let class = codes.filter(gives).find_map(named)?;
    let class = program.class_by_name(&class).filter(|class| program.class(*class).is_jdk)?;
    (!has_no_initialiser(program.class_name(class))).then_some(class)
}

/// Classes whose initialisers are left out, since what they assign is zero anyway, or not read (see `UNPREDICTABLE`).
const LEFT_OUT: [&str; 4] =
    ["java/lang/ref/Reference", "java/util/Arrays$LegacyMergeSort", "java/util/Random", STATIC_PROPERTY];

/// Does what a class's initialiser does; none when its bytecode is to run.
pub(super) fn initialise(
    machine: &mut Machine<'_>,
    state: &mut State,
    class: ClassId,
) -> Option<Result<(), Interrupt>> {
    let program = machine.program;
    let name: &str = program.class_name(class);
    if name == "java/lang/System" {
        return Some(STREAMS.into_iter().try_for_each(|stream| standard_stream(machine, state, stream)));
    }
    if name == UNSAFE {
        array_layout(machine, state, class);
        return Some(Ok(()));
    }
    if name == SECRETS {
        language_access(machine, state);
        return Some(Ok(()));
    }
    if name == HANDLE_STATICS {
        return Some(own_unsafe(machine, state, class));
    }
    (LEFT_OUT.contains(&name) || has_no_initialiser(name)).then_some(Ok(()))
}

/// `MethodHandleStatics.UNSAFE`, through which variables are accessed.
fn own_unsafe(machine: &mut Machine<'_>, state: &mut State, class: ClassId) -> Result<(), Interrupt> {
    let program = machine.program;
    let is_it = |field: &&FieldId| &*program.field(**field).name == "UNSAFE";
    if let Some(field) = program.class(class).fields.iter().find(is_it) {
        let access = state.heap.allocate(machine.builtin(UNSAFE)?);
        state.heap.write_static(*field, Value::Reference(Reference::Object(access)));
    }
    Ok(())
}

/// `Unsafe.ARRAY_…_BASE_OFFSET` and `…_INDEX_SCALE`, as the models of its methods count.
fn array_layout(machine: &mut Machine<'_>, state: &mut State, class: ClassId) {
    for field in &machine.program.class(class).fields {
        let info = machine.program.field(*field);
        let Some(name) = info.name.strip_prefix("ARRAY_") else { continue };
        let number = if name.ends_with("_BASE_OFFSET") {
            unsafe_access::HEADER
        } else {
            match name.split('_').next() {
                Some("BOOLEAN" | "BYTE") => 1,
                Some("CHAR" | "SHORT") => 2,
                Some("LONG" | "DOUBLE") => 8,
                _ => 4,
            }
        };
        let value = match info.kind {
            FieldKind::Primitive(PrimitiveType::Long) => Value::Long(machine.pool.long(number)),
            _ => Value::Int(machine.pool.int(number as i32)),
        };
        state.heap.write_static(*field, value);
    }
}

/// The objects through which other packages reach into `java.lang` and `java.lang.reflect`: of an anonymous class of `System`, and of
/// a class without fields.
fn language_access(machine: &mut Machine<'_>, state: &mut State) {
    let program = machine.program;
    let Some(wanted) = program.class_by_name("jdk/internal/access/JavaLangAccess") else { return };
    let mut candidates = (1..4).filter_map(|number| program.class_by_name(&format!("java/lang/System${number}")));
    let found = candidates.find(|class| program.is_subclass(*class, wanted) == Some(true));
    let language = (SECRETS, "javaLangAccess", "Ljdk/internal/access/JavaLangAccess;");
    let reflection = (SECRETS, "javaLangReflectAccess", "Ljdk/internal/access/JavaLangReflectAccess;");
    let of_reflection = program.class_by_name("java/lang/reflect/ReflectAccess");
    for (class, field) in [(found, language), (of_reflection, reflection)] {
        if let (Some(class), Some(field)) = (class, program.field_by_name(field)) {
            let access = state.heap.allocate(class);
            state.heap.write_static(field, Value::Reference(Reference::Object(access)));
        }
    }
}

/// The standard streams: field, its class.
const STREAMS: [(&str, &str); 3] =
    [("in", "java/io/InputStream"), ("out", "java/io/PrintStream"), ("err", "java/io/PrintStream")];

/// A standard stream: an object without state, since what is printed goes nowhere, and what is read is known to the models
/// of what reads it. The class of the standard input is abstract, so that its own methods are not known.
fn standard_stream(machine: &mut Machine<'_>, state: &mut State, (name, class): (&str, &str)) -> Result<(), Interrupt> {
    let descriptor = format!("L{class};");
    let class = machine.builtin(class)?;
    if let Some(field) = machine.program.field_by_name(("java/lang/System", name, &descriptor)) {
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
