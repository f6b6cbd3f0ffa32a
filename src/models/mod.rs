//! JDK methods that have no bytecode on the class path, or are better not run as bytecode: one file per class family, each
//! with its table.

mod any_class;
mod arguments;
mod array_reflection;
mod atomics;
mod big_integers;
mod boxes;
mod calendars;
mod calls;
mod characters;
mod charsets;
mod checks;
mod checksums;
mod class_loaders;
mod class_objects;
mod class_structure;
mod classes;
mod code_points;
mod console;
mod constants;
mod encodings;
mod enums;
mod environment;
mod floating_text;
mod floats;
mod fork_join;
mod format;
mod generics;
mod hash_order;
mod inflaters;
mod initialisers;
mod jdk_files;
mod joining;
mod letter_case;
mod locales;
mod math;
mod members;
mod memory;
mod messages;
mod method_combinators;
mod method_handles;
mod method_lookups;
mod method_model;
mod method_types;
mod modules;
mod natives;
mod now;
mod numbers;
mod objects;
mod output;
mod privileges;
mod properties;
mod proxies;
mod random;
mod references;
mod reflection;
mod reflective_calls;
mod resources;
#[cfg(test)]
mod rows;
mod scanner_locale;
mod services;
mod shared_string;
mod short_texts;
mod strict_math;
mod string;
mod string_builder;
mod string_fields;
mod string_parts;
mod system;
mod thread_locals;
mod threads;
mod throwables;
mod tokenizers;
mod transcendental;
mod unfollowed;
mod unsafe_access;
mod value_conversions;
mod variable_handles;
mod verifier;
mod zones;

use crate::exec::{ExternalResult, Interrupt, Machine, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use arguments::Abrupt;
pub use method_model::{MethodModel, Precision};
use method_model::{approximate, bounded, exact, stand_in, value};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// The tables of all class families, each in its file.
const TABLES: &[&[MethodModel]] = &[
    objects::TABLE,
    hash_order::TABLE,
    hash_order::SHOWING,
    atomics::TABLE,
    checks::TABLE,
    joining::TABLE,
    classes::TABLE,
    class_structure::TABLE,
    members::TABLE,
    reflection::TABLE,
    class_loaders::TABLE,
    reflective_calls::TABLE,
    modules::TABLE,
    proxies::TABLE,
    array_reflection::TABLE,
    method_types::TABLE,
    method_handles::TABLE,
    method_combinators::TABLE,
    method_lookups::TABLE,
    generics::TABLE,
    enums::TABLE,
    system::TABLE,
    environment::TABLE,
    console::TABLE,
    threads::TABLE,
    thread_locals::TABLE,
    fork_join::TABLE,
    natives::TABLE,
    calendars::TABLE,
    now::TABLE,
    zones::TABLE,
    locales::TABLE,
    random::OBJECTS,
    random::NUMBERS,
    throwables::TABLE,
    output::TABLE,
    unsafe_access::TABLE,
    memory::TABLE,
    checksums::TABLE,
    inflaters::TABLE,
    big_integers::TABLE,
    jdk_files::TABLE,
    resources::TABLE,
    services::TABLE,
    scanner_locale::TABLE,
    variable_handles::TABLE,
    privileges::TABLE,
    properties::TABLE,
    references::TABLE,
    string::TABLE,
    string::ORDER,
    tokenizers::TABLE,
    string_parts::TABLE,
    code_points::TABLE,
    letter_case::TABLE,
    charsets::TABLE,
    encodings::TABLE,
    format::TABLE,
    string_builder::BUILDER,
    string_builder::BUFFER,
    boxes::INTEGER,
    boxes::LONG,
    boxes::SHORT,
    boxes::BYTE,
    boxes::CHARACTER,
    boxes::BOOLEAN,
    boxes::FLOAT,
    boxes::DOUBLE,
    boxes::TEXTS,
    numbers::TABLE,
    characters::TABLE,
    verifier::TABLE,
    math::TABLE,
    floats::FLOAT,
    floats::DOUBLE,
    floating_text::TABLE,
    transcendental::UNARY,
    transcendental::TURNS,
    transcendental::BINARY,
];

/// The tables of methods which, where they take and give nothing but numbers, do nothing but compute the one from the others.
const COMPUTING: [&[MethodModel]; 4] = [math::TABLE, numbers::TABLE, floats::FLOAT, floats::DOUBLE];

/// Classes of the JDK whose objects are made of numbers, strings and objects of the JDK's own, as their documentation says, and whose fields
/// do not show it.
const LEADING_NOWHERE: [&str; 4] =
    ["java/nio/ByteBuffer", "java/nio/charset/Charset", "java/util/Locale", "java/util/regex/Pattern"];

/// Whether the objects of a class of the JDK lead to no object of a program, unless it has subclasses of the class.
pub fn leads_nowhere(class: &str) -> bool {
    LEADING_NOWHERE.contains(&class)
}

/// Natives that run no code of the program, whatever they are given, and whose answers say nothing of a class's supertypes: by class, name
/// and descriptor.
const RUNNING_NOTHING: [(&str, &str, &str); 10] = [
    ("java/lang/Object", "getClass", "()Ljava/lang/Class;"),
    ("java/lang/Object", "clone", "()Ljava/lang/Object;"),
    ("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I"),
    ("java/lang/System", "nanoTime", "()J"),
    ("java/lang/System", "currentTimeMillis", "()J"),
    ("java/lang/Class", "initClassName", "()Ljava/lang/String;"),
    ("java/lang/Class", "getComponentType", "()Ljava/lang/Class;"),
    ("java/lang/Class", "isArray", "()Z"),
    ("java/lang/Class", "isPrimitive", "()Z"),
    ("java/lang/reflect/Array", "newArray", "(Ljava/lang/Class;I)Ljava/lang/Object;"),
];

/// What of the JDK finds methods, constructors and classes by their names and runs them: by class, and by name where not all methods do.
const FINDING_BY_NAME: [(&str, Option<&str>); 10] = [
    ("java/io/ObjectInputStream", None),
    ("java/lang/Class", Some("forName")),
    ("java/lang/Class", Some("newInstance")),
    ("java/lang/ClassLoader", None),
    ("java/lang/invoke/MethodHandle", None),
    ("java/lang/reflect/Constructor", Some("newInstance")),
    ("java/lang/reflect/Method", Some("invoke")),
    ("java/lang/reflect/Proxy", None),
    ("java/util/ResourceBundle", None),
    ("java/util/ServiceLoader", None),
];

/// Whether a method of the JDK runs what it finds by name.
pub fn finds_by_name(class: &str, name: &str) -> bool {
    FINDING_BY_NAME.iter().any(|(known, method)| *known == class && method.is_none_or(|method| method == name))
}

/// What a class object tells that is the same however the class is declared.
const TOLD_OF_ANY_CLASS: [&str; 20] = [
    "cast",
    "asSubclass",
    "componentType",
    "descriptorString",
    "desiredAssertionStatus",
    "equals",
    "getClassLoader",
    "getComponentType",
    "getName",
    "getPackageName",
    "getPrimitiveClass",
    "getSimpleName",
    "getTypeName",
    "hashCode",
    "isArray",
    "isAssignableFrom",
    "isHidden",
    "isInstance",
    "isPrimitive",
    "toString",
];
/// What a class object tells of the types of others.
const TELLING_TYPES: [&str; 4] = ["cast", "asSubclass", "isAssignableFrom", "isInstance"];

/// Whether a method of the JDK tells how a class is declared: its members, modifiers, annotations, supertypes.
pub fn asks_how_declared(class: &str, name: &str) -> bool {
    match class {
        "java/lang/Class" => !TOLD_OF_ANY_CLASS.contains(&name),
        "java/lang/reflect/Array" => false,
        "java/lang/Module" | "java/lang/Package" => true,
        _ => class.starts_with("java/lang/reflect/") || class.starts_with("java/lang/annotation/"),
    }
}

/// Whether a method of the JDK tells whether objects are of a type.
pub fn asks_for_types(class: &str, name: &str) -> bool {
    class == "java/lang/Class" && TELLING_TYPES.contains(&name)
}

/// Whether a native runs no code of the program, whatever it is given.
pub fn runs_no_code(method: (&str, &str, &str)) -> bool {
    RUNNING_NOTHING.contains(&method)
}

/// Every model by class, name and descriptor.
static BY_SIGNATURE: LazyLock<FxHashMap<(&str, &str, &str), &MethodModel>> = LazyLock::new(|| {
    TABLES.iter().flat_map(|table| table.iter()).map(|row| ((row.class, row.name, row.descriptor), row)).collect()
});

/// Every model, by class, name and descriptor.
pub fn all() -> Vec<&'static MethodModel> {
    let mut rows: Vec<&MethodModel> = TABLES.iter().flat_map(|table| table.iter()).collect();
    rows.sort_by_key(|row| (row.class, row.name, row.descriptor));
    rows
}

/// How well a method is modelled that has no bytecode, by class, name and descriptor; none where a path that calls it stops. What is
/// done with a variable handle is the bytecode of its kind of variable, whatever the call site's descriptor says.
pub fn precision_of(method: (&str, &str, &str)) -> Option<Precision> {
    let is_access = method.0 == variable_handles::HANDLE && method.2.starts_with("([Ljava/lang/Object;)");
    let row = BY_SIGNATURE.get(&method).filter(|row| !row.stands_in).map(|row| row.precision);
    row.or(is_access.then_some(Precision::Bounded))
}

/// The models.
pub struct Models;

/// What a model made of a call.
fn result_of(outcome: Result<Option<Value>, Abrupt>) -> Result<ExternalResult, Interrupt> {
    match outcome {
        Ok(value) => Ok(ExternalResult::Returned(value)),
        Err(Abrupt::Threw(class)) => Ok(ExternalResult::Threw(class)),
        Err(Abrupt::ThrewSaying(class, message)) => Ok(ExternalResult::ThrewSaying(class, message)),
        Err(Abrupt::ThrewObject(exception)) => Ok(ExternalResult::ThrewObject(exception)),
        Err(Abrupt::Initialises(class, value)) => Ok(ExternalResult::Initialises(class, value)),
        Err(Abrupt::Calls(call)) => Ok(ExternalResult::Calls(call)),
        Err(Abrupt::InitialisesAndCalls(class, call)) => Ok(ExternalResult::InitialisesAndCalls(class, call)),
        Err(Abrupt::RunsCode) => Ok(ExternalResult::RunsCode),
        Err(Abrupt::Interrupted(interrupt)) => Err(interrupt),
    }
}

/// An operand that is not of the type that the descriptor says.
fn malformed(what: &str) -> Interrupt {
    StopReason::Internal(format!("{what} with other arguments")).into()
}

/// The result of a model that returns an int.
fn returns_int(machine: &mut Machine<'_>, value: i32) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.int(value)))))
}

/// The result of a model that returns an object.
fn returns_object(object: ObjectId) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Reference(Reference::Object(object)))))
}

/// The result of a model that returns null.
fn returns_null() -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Reference(Reference::Null))))
}
