//! When the bytecode of a JDK method runs in place of its model: where all that it is given is known.

use crate::exec::{Machine, State};
use crate::heap::{Contents, ObjectId, Value};

/// Classes whose state the models keep, and whose bytecode can run all the same: strings, of whose text the bytecode reads
/// the bytes, string builders, as long as nothing but how much they hold is asked, scanners of other sources than the
/// standard input, and streams that print elsewhere than there.
const RUNNABLE: [&str; 4] = ["java/lang/AbstractStringBuilder", "java/lang/String", SCANNER, PRINTING];
const SCANNER: &str = "java/util/Scanner";
const PRINTING: &str = "java/io/PrintStream";
/// Static methods of scanners and streams that make what is read of a source, find the encoding of a name, or check arguments.
const OF_SOURCES: [&str; 3] = ["makeReadable", "requireNonNull", "toCharset"];

/// Classes whose methods check their arguments in code that needs nothing of the JVM, so that it says why it refuses them.
const REFUSING: [&str; 11] = [
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/util/Objects",
    "jdk/internal/util/Preconditions",
];

/// String builders: what their methods refuse, they refuse before they change anything, and by nothing but the number of their code units.
const BUILDERS: [&str; 2] = ["java/lang/StringBuilder", "java/lang/StringBuffer"];

/// How deep arrays of arrays are looked into.
const DEEPEST: u32 = 3;

/// Whether bytecode of a class that models stand for may run at all.
pub(super) fn has_runnable_code(class: &str) -> bool {
    RUNNABLE.contains(&class)
}

/// Whether a method of a class throws with a message that its bytecode makes.
pub(super) fn refuses_in_plain_code(class: &str) -> bool {
    REFUSING.contains(&class) || is_builder(class)
}

/// Whether a class is one of string builders, whose bytecode can run where it throws.
pub(super) fn is_builder(class: &str) -> bool {
    BUILDERS.contains(&class)
}

/// Whether bytecode of such a class may run on these arguments, if it has not made the receiver before.
pub(super) fn is_runnable(state: &State, (class, method): (&str, &str), arguments: &[Value]) -> bool {
    match class {
        // Static methods have nothing to do with what is read or printed.
        SCANNER | PRINTING if OF_SOURCES.contains(&method) => true,
        SCANNER | PRINTING => method == "<init>" || arguments.is_empty() || is_made_by_code(state, class, arguments),
        _ => has_runnable_code(class),
    }
}

/// Whether the receiver is a scanner or a stream that its own constructor has made, so that its fields say what it reads or where it
/// prints; one of the standard input or output has none.
pub(super) fn is_made_by_code(state: &State, class: &str, arguments: &[Value]) -> bool {
    let Some(Value::Reference(receiver)) = arguments.first() else { return false };
    let object = state.heap.resolve(*receiver).ok().flatten();
    let body = object.and_then(|object| state.heap.instance(object));
    matches!(class, SCANNER | PRINTING) && body.is_some_and(|body| !body.fields.is_empty())
}

/// Whether no input decides anything of the arguments that a model could ask: numbers, texts, boxes, and arrays of these.
pub(super) fn are_constant(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> bool {
    arguments.iter().all(|argument| is_constant(machine, state, *argument, 0))
}

fn is_constant(machine: &mut Machine<'_>, state: &mut State, value: Value, depth: u32) -> bool {
    match value {
        Value::Reference(reference) => match state.heap.resolve(reference) {
            Ok(Some(object)) => is_constant_object(machine, state, object, depth),
            Ok(None) => true,
            Err(_) => false,
        },
        Value::Text(text) => machine.pool.as_text(text).is_some(),
        other => other.number().is_none_or(|number| machine.pool.as_constant(number).is_some()),
    }
}

fn is_constant_object(machine: &mut Machine<'_>, state: &mut State, object: ObjectId, depth: u32) -> bool {
    if state.heap.is_input(object) || depth > DEEPEST {
        return false;
    }
    if let Some(body) = state.heap.array(object) {
        return match &body.contents {
            _ if machine.pool.as_constant(body.length).is_none() => false,
            Contents::Primitive(_, contents) => machine.pool.inputs(*contents).is_empty(),
            Contents::References(elements) => {
                let values = elements.concrete_values();
                values.into_iter().all(|value| is_constant(machine, state, value, depth + 1))
            }
        };
    }
    let (heap, mut context) = machine.heap_context(state);
    let held = match heap.text_of(&mut context, object) {
        Some(text) => Some(Value::Text(text)),
        None => heap.boxed(&mut context, object),
    };
    held.is_none_or(|held| is_constant(machine, state, held, depth + 1))
}
