//! JDK methods that have no bytecode on the class path, or are better not run as bytecode: one file per class family, each
//! with its table.

mod any_class;
mod arguments;
mod array_reflection;
mod atomics;
mod big_integers;
mod boxes;
mod calendars;
mod characters;
mod charsets;
mod checks;
mod checksums;
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
mod method_types;
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

use crate::classfile::MethodReference;
use crate::exec::{ExternalCalls, ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, Program};
use arguments::{Abrupt, Call};
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// What a model gets: the machine, the state, the arguments with the receiver first.
#[derive(Clone, Copy)]
enum Implementation {
    /// Says how the call ends.
    Whole(fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>),
    /// Says what the call returns, unless it ends otherwise.
    Value(fn(&mut Call<'_, '_>) -> Result<Option<Value>, Abrupt>),
}

/// How a model's results relate to those of the method it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// The same on every input.
    Exact,
    /// The same on the inputs within a bound; the path stops beyond it.
    Bounded,
    /// Not always the same: using it is a caveat.
    Approximate,
}

/// One modelled method.
pub struct MethodModel {
    /// Internal name of the class that declares it.
    pub class: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// How well it is modelled.
    pub precision: Precision,
    /// Whether it stands in for bytecode that a JDK has, and that runs where there is one.
    pub stands_in: bool,
    implementation: Implementation,
}

/// A row of a table of exact models.
const fn exact(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    let implementation = Implementation::Whole(implementation);
    MethodModel { class, name, descriptor, precision: Precision::Exact, stands_in: false, implementation }
}

/// A row of an exact model that is only needed without a JDK.
const fn stand_in(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    MethodModel { stands_in: true, ..exact(class, name, descriptor, implementation) }
}

/// A row of a table of models that are exact, or stop the path.
const fn value(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    precision: Precision,
    implementation: fn(&mut Call<'_, '_>) -> Result<Option<Value>, Abrupt>,
) -> MethodModel {
    MethodModel {
        class,
        name,
        descriptor,
        precision,
        stands_in: false,
        implementation: Implementation::Value(implementation),
    }
}

/// A row of a table of models that stop the path beyond a bound.
const fn bounded(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    MethodModel { precision: Precision::Bounded, ..exact(class, name, descriptor, implementation) }
}

/// A row of a table of models whose use is a caveat.
const fn approximate(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    MethodModel { precision: Precision::Approximate, ..exact(class, name, descriptor, implementation) }
}

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
    reflective_calls::TABLE,
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

impl ExternalCalls for Models {
    fn call(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        class: ClassId,
        reference: &MethodReference,
        arguments: &[Value],
    ) -> Option<Result<ExternalResult, Interrupt>> {
        let program = machine.program;
        // Without a JDK an exception's message and cause are not kept, so its constructors do nothing.
        let is_throwable = !program.class(class).is_jdk
            && program
                .class_by_name("java/lang/Throwable")
                .is_some_and(|throwable| program.is_subclass(class, throwable) == Some(true));
        if is_throwable && &*reference.name == "<init>" {
            return Some(Ok(ExternalResult::Returned(None)));
        }
        if let Some(result) = variable_handles::access(machine, state, reference, arguments) {
            return Some(result);
        }
        if let Some(result) = method_handles::access(machine, state, reference, arguments) {
            return Some(result);
        }
        if let Some(result) = any_class::answer(machine, state, program.class_name(class), reference, arguments) {
            return Some(result);
        }
        let model = program.superclasses(class).find_map(|declaring| {
            let name = &program.class(declaring).name;
            let row = BY_SIGNATURE.get(&(&**name, &*reference.name, &*reference.descriptor)).copied();
            row.filter(|row| !row.stands_in || !program.class(declaring).is_jdk)
        })?;
        if constants::is_made_by_code(state, model.class, arguments) && !scanner_locale::has(model)
            || gives_way_to_code(program, model) && code_can_run(machine, state, model, arguments, false)
        {
            return Some(Ok(ExternalResult::RunsCode));
        }
        let result = match model.implementation {
            Implementation::Whole(implementation) => implementation(machine, state, arguments),
            Implementation::Value(implementation) => {
                let mut call = Call { machine, state, arguments, model };
                result_of(implementation(&mut call))
            }
        };
        let refuses = matches!(result, Ok(ExternalResult::Threw(_)));
        if gives_way(model, &result) && code_can_run(machine, state, model, arguments, refuses) {
            return Some(Ok(ExternalResult::RunsCode));
        }
        match result {
            Ok(ExternalResult::Returned(Some(Value::Double(term)))) if model.precision == Precision::Approximate => {
                let told = transcendental::as_far_as_known(machine, state, model, arguments, term);
                Some(Ok(ExternalResult::Returned(Some(Value::Double(told)))))
            }
            result => Some(result),
        }
    }

    fn runs_code(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        (class, method): (&str, &str),
        arguments: &[Value],
    ) -> bool {
        constants::is_made_by_code(state, class, arguments)
            || constants::is_runnable(state, (class, method), arguments)
                && constants::are_constant(machine, state, arguments)
    }

    fn read_kept(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        object: ObjectId,
        field: FieldId,
    ) -> Result<Option<Value>, Interrupt> {
        let class = machine.program.field(field).class;
        match &**machine.program.class_name(class) {
            classes::CLASS => reflection::read_mirror(machine, state, object, field),
            method_types::TYPE => method_types::read(machine, state, object, field),
            _ => string_fields::read(machine, state, object, field),
        }
    }

    fn assigned_kept(&self, machine: &mut Machine<'_>, state: &mut State, object: ObjectId) -> Result<(), Interrupt> {
        match state.heap.exact_class(object).map(|class| machine.program.class_name(class)) {
            Some(class) if matches!(&**class, classes::CLASS | method_types::TYPE) => Ok(()),
            _ => string_fields::assigned(machine, state, object),
        }
    }

    fn has_model(&self, class: &str, reference: &MethodReference) -> bool {
        let row = BY_SIGNATURE.get(&(class, &*reference.name, &*reference.descriptor));
        row.is_some_and(|row| !row.stands_in)
    }

    fn only_computes(&self, class: &str, reference: &MethodReference) -> bool {
        let row = |known: &MethodModel| {
            (known.class, known.name, known.descriptor) == (class, &*reference.name, &*reference.descriptor)
        };
        let takes_objects = reference.descriptor.contains(['L', '[']);
        !takes_objects && COMPUTING.iter().flat_map(|table| table.iter()).any(row)
    }

    fn takes_anything(&self, class: &str) -> bool {
        class == variable_handles::HANDLE || class == method_handles::HANDLE
    }

    fn is_opaque(&self, class: &str) -> bool {
        initialisers::is_opaque(class)
    }

    fn initialise(
        &self,
        machine: &mut Machine<'_>,
        state: &mut State,
        class: ClassId,
    ) -> Option<Result<(), Interrupt>> {
        initialisers::initialise(machine, state, class)
    }

    fn unpredictable(&self, class: &str, field: &str) -> Option<&'static str> {
        initialisers::unpredictable(class, field)
    }

    fn assigned_with(&self, program: &Program, field: FieldId) -> Option<ClassId> {
        initialisers::assigned_with(program, field)
    }

    fn of_the_machine(&self, machine: &mut Machine<'_>, state: &mut State, class: &str, field: &str) -> Option<Value> {
        initialisers::of_the_machine(machine, state, class, field)
    }
}

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

/// Whether a model's answer is less than what the method's own bytecode says: none, or an exception without its message.
fn gives_way(model: &MethodModel, result: &Result<ExternalResult, Interrupt>) -> bool {
    match result {
        Ok(ExternalResult::Threw(_)) => constants::refuses_in_plain_code(model.class),
        Err(Interrupt::Stop(StopReason::Unmodelled(_))) => true,
        _ => false,
    }
}

/// Whether bytecode goes before a model, since it gives exactly what the JVM does.
fn gives_way_to_code(program: &Program, model: &MethodModel) -> bool {
    model.precision == Precision::Approximate && !transcendental::is_of_jvm(program, model)
}

/// Whether the bytecode of a modelled method can run in place of the model, which has not asked for anything yet; `refuses` where it
/// does nothing but throw.
fn code_can_run(
    machine: &mut Machine<'_>,
    state: &mut State,
    model: &MethodModel,
    arguments: &[Value],
    refuses: bool,
) -> bool {
    let program = machine.program;
    let method = program.method_by_name((model.class, model.name, model.descriptor));
    let has_code = method
        .is_some_and(|method| program.code(method).is_some() && program.class(program.method(method).class).is_jdk);
    has_code
        && (!initialisers::is_opaque(model.class)
            || refuses && constants::is_builder(model.class)
            || constants::is_runnable(state, (model.class, model.name), arguments))
        && state.frame().is_some_and(|frame| frame.answers.is_empty())
        && constants::are_constant(machine, state, arguments)
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
