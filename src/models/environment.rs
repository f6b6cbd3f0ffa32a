//! What the JDK tells a program of the machine it runs on: system properties, environment variables, clocks. Each value is an
//! input that may be anything, but for what Java fixes.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::{MethodModel, Precision, value};
use crate::classfile::{Jdk, java_name};
use crate::exec::{Caveat, Premise, StopReason};
use crate::heap::{EnvironmentSource, MachineObject, Reference, Value};
use crate::program::{FieldKind, ReferenceType};
use crate::term::{Domain, TermId};
use std::sync::Arc;

const LOCALE: &str = "java/util/Locale";
const SYSTEM: &str = "java/lang/System";
const STATIC_PROPERTY: &str = "jdk/internal/util/StaticProperty";

pub(super) const TABLE: &[MethodModel] = &[
    value(SYSTEM, "getProperty", "(Ljava/lang/String;)Ljava/lang/String;", Precision::Exact, property),
    value(
        SYSTEM,
        "getProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        Precision::Exact,
        property_or_default,
    ),
    value(SYSTEM, "getenv", "(Ljava/lang/String;)Ljava/lang/String;", Precision::Exact, variable),
    value(SYSTEM, "lineSeparator", "()Ljava/lang/String;", Precision::Exact, line_separator),
    value(SYSTEM, "currentTimeMillis", "()J", Precision::Bounded, current_time),
    value(SYSTEM, "nanoTime", "()J", Precision::Bounded, nano_time),
    value(LOCALE, "initDefault", "()Ljava/util/Locale;", Precision::Exact, |call| {
        locale(call, MachineObject::DefaultLocale)
    }),
    value(
        LOCALE,
        "initDefault",
        "(Ljava/util/Locale$Category;)Ljava/util/Locale;",
        Precision::Exact,
        locale_of_category,
    ),
    value(STATIC_PROPERTY, "javaLocaleUseOldISOCodes", "()Ljava/lang/String;", Precision::Exact, empty_text),
    // Properties of which a JVM sets none by itself.
    value(STATIC_PROPERTY, "jdkSerialFilter", "()Ljava/lang/String;", Precision::Exact, null),
    value(STATIC_PROPERTY, "jdkSerialFilterFactory", "()Ljava/lang/String;", Precision::Exact, null),
    value(STATIC_PROPERTY, "javaPropertiesDate", "()Ljava/lang/String;", Precision::Exact, null),
    // Any number but that which says that the clock is too far away: who asks, asks again then.
    value("jdk/internal/misc/VM", "getNanoTimeAdjustment", "(J)J", Precision::Bounded, |call| {
        let any = call.environment(EnvironmentSource::Clock("VM.getNanoTimeAdjustment"), Domain::Long)?;
        let (zero, minus_one) = (call.machine.pool.long(0), call.machine.pool.long(-1));
        let is_too_far = call.machine.pool.equal(any, minus_one);
        Ok(Some(Value::Long(call.machine.pool.if_then_else(is_too_far, zero, any))))
    }),
    value("jdk/internal/misc/VM", "getSavedProperty", ONE_TEXT, Precision::Exact, own_property),
    value(ACTION, "privilegedGetProperty", "(Ljava/lang/String;)Ljava/lang/String;", Precision::Exact, own_property),
];

pub(super) const ONE_TEXT: &str = "(Ljava/lang/String;)Ljava/lang/String;";

/// By which classes of the JDK read properties for themselves.
pub(super) const ACTION: &str = "sun/security/action/GetPropertyAction";

/// Initialisers that read a property for what is not read then (see the statics that are unpredictable).
const READ_FOR_NOTHING: [&str; 2] = ["java/net/URLDecoder", "java/net/URLEncoder"];

/// What encodes the names of files is asked for other names than of ASCII characters nowhere (see the model of `UnixPath.encode`).
pub(super) const FILE_NAMES: &str = "sun/nio/fs/Util";

/// Whether the running code is the initialiser of one of these classes.
pub(super) fn is_initialiser_of(call: &Call<'_, '_>, classes: &[&str]) -> bool {
    let program = call.machine.program;
    call.state.frame().is_some_and(|frame| {
        let method = program.method(frame.method);
        &*method.name == "<clinit>" && classes.contains(&&**program.class_name(method.class))
    })
}

fn locale(call: &mut Call<'_, '_>, which: MachineObject) -> Result<Option<Value>, Abrupt> {
    let class = call.machine.builtin(LOCALE)?;
    Ok(Some(Value::Reference(Reference::Object(call.state.heap.of_machine(which, class)))))
}

fn locale_of_category(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let category = call.present(0)?;
    let ordinal = call.machine.program.field_by_name(("java/lang/Enum", "ordinal", "I"));
    match ordinal.and_then(|ordinal| call.state.heap.field_value(category, ordinal)) {
        Some(Value::Int(ordinal)) if let Some(number) = call.machine.pool.as_int(ordinal) => {
            locale(call, MachineObject::LocaleOfCategory(number))
        }
        _ => call.unmodelled("of a category that is not known"),
    }
}

pub(super) fn null(_: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Reference(Reference::Null)))
}

/// No option of the JVM is set that changes what the JDK's classes do.
fn empty_text(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let text = call.constant("");
    call.shared_string(text)
}

fn own_property(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &[FILE_NAMES]) {
        let text = call.constant("UTF-8");
        return call.shared_string(text);
    }
    if is_initialiser_of(call, &READ_FOR_NOTHING) {
        return null(call);
    }
    Ok(Some(value_of_own(call, 0)?.unwrap_or(Value::Reference(Reference::Null))))
}

/// What the JDK itself reads of a property. One that a JVM does not set by itself is taken not to be set: no option changes what
/// the JDK's classes do.
pub(super) fn value_of_own(call: &mut Call<'_, '_>, position: usize) -> Result<Option<Value>, Abrupt> {
    let name = call.constant_name(position)?;
    if !call.machine.reads_property(&name.as_str().into()) {
        return call.refuse("of a property that code sets");
    }
    if name == SPECIFICATION
        && let Some(version) = call.machine.program.jdk().and_then(Jdk::specification)
    {
        let text = call.constant(&version);
        return call.shared_string(text);
    }
    if fixed_property(&name).is_none() && !is_set_by_jvm(&name) {
        return Ok(None);
    }
    if name == SYSTEM_NAME && cfg!(target_os = "linux") {
        let text = call.constant("Linux");
        return call.shared_string(text);
    }
    value_of_property(call, position)
}

/// The property that says which version of Java a JDK is of.
const SPECIFICATION: &str = "java.specification.version";

/// The property that says on which system a JVM runs.
const SYSTEM_NAME: &str = "os.name";

/// Classes of the JDK that ask for the properties which a program names.
const ASKING_FOR_PROGRAMS: [&str; 3] = ["java/lang/Boolean", "java/lang/Integer", "java/lang/Long"];

/// Whether the JDK's own code asks, or the initialiser of one of its classes.
fn is_asked_by_jdk(call: &Call<'_, '_>) -> bool {
    let program = call.machine.program;
    if call.is_asked_by_jdk() && call.asking().is_none_or(|class| !ASKING_FOR_PROGRAMS.contains(&&*class.name)) {
        return true;
    }
    let mut running = call.state.frames.iter().rev().map(|frame| program.method(frame.method));
    let initialiser = running.find(|method| &*method.name == "<clinit>");
    !call.state.heap.statics_are_inputs && initialiser.is_some_and(|method| program.class(method.class).is_jdk)
}

/// Properties that `System.getProperties` promises to have a value, whatever it is.
const ALWAYS_SET: [&str; 25] = [
    "file.encoding",
    "java.class.path",
    "java.class.version",
    "java.home",
    "java.io.tmpdir",
    "java.library.path",
    "java.specification.name",
    "java.specification.vendor",
    "java.specification.version",
    "java.vendor",
    "java.vendor.url",
    "java.version",
    "java.version.date",
    "java.vm.name",
    "java.vm.specification.name",
    "java.vm.specification.vendor",
    "java.vm.specification.version",
    "java.vm.vendor",
    "java.vm.version",
    "os.arch",
    "os.name",
    "os.version",
    "user.dir",
    "user.home",
    "user.name",
];

/// Initialisers that take the time for a seed; what they make of that is not read, or shows nowhere: from when on a clock counts
/// (see `VM.getNanoTimeAdjustment`).
const SALTED: &str = "java/util/ImmutableCollections";
const DATED: [&str; 2] = ["java/time/Clock", "sun/util/calendar/ZoneInfoFile"];

/// What initialisers of the class path find on the clock: some day of 2024.
const SOME_TIME: i64 = 1_718_000_000_000;

/// Properties that a JVM sets beside them, some only on some machines.
const OFTEN_SET: [&str; 22] = [
    "ftp.nonProxyHosts",
    "http.nonProxyHosts",
    "java.runtime.name",
    "java.runtime.version",
    "java.vendor.url.bug",
    "java.vendor.version",
    "java.vm.compressedOopsMode",
    "java.vm.info",
    "jdk.debug",
    "native.encoding",
    "socksNonProxyHosts",
    "stderr.encoding",
    "stdin.encoding",
    "stdout.encoding",
    "sun.arch.data.model",
    "sun.boot.library.path",
    "sun.cpu.endian",
    "sun.io.unicode.encoding",
    "sun.java.command",
    "sun.java.launcher",
    "sun.jnu.encoding",
    "sun.management.compiler",
];

/// Whether a JVM may set a property without being told.
fn is_set_by_jvm(name: &str) -> bool {
    // What the machine says of its user has many names.
    name.starts_with("user.") || ALWAYS_SET.binary_search(&name).is_ok() || OFTEN_SET.binary_search(&name).is_ok()
}

/// The value of a property that is the same on every machine of this kind, where findings are replayed.
fn fixed_property(name: &str) -> Option<&'static str> {
    let (line, file, path) = if cfg!(windows) { ("\r\n", "\\", ";") } else { ("\n", "/", ":") };
    match name {
        "line.separator" => Some(line),
        "file.separator" => Some(file),
        "path.separator" => Some(path),
        _ => None,
    }
}

impl Call<'_, '_> {
    /// A value of the machine, for a method that is checked.
    ///
    /// # Errors
    /// A stop elsewhere.
    pub(super) fn environment(&mut self, source: EnvironmentSource, domain: Domain) -> Result<TermId, Abrupt> {
        if !self.state.heap.knows_the_machine() {
            let MethodModel { class, name, .. } = self.model;
            return Err(StopReason::NoModel(format!("{}.{name}", java_name(class))).into());
        }
        Ok(self.state.heap.environment_value(&mut self.machine.pool, source, domain))
    }

    /// Any object of a declared type that the machine gives and that was there before.
    ///
    /// # Errors
    /// A stop, where inputs are made: nobody makes this one.
    pub(super) fn any_object(&mut self, declared: &str) -> Result<Value, Abrupt> {
        let class = self.machine.builtin(declared)?;
        if self.state.heap.construction.is_active() || !self.state.heap.knows_the_machine() {
            return self.refuse("that is not known");
        }
        let (heap, mut context) = self.machine.heap_context(self.state);
        let value = heap.open_result(&mut context, 0, FieldKind::Reference(ReferenceType::class(class)));
        if let Value::Reference(Reference::Symbol(symbol)) = value {
            heap.require_object(symbol);
        }
        Ok(value)
    }

    /// A name that the program gives as a constant; null is an exception.
    pub(super) fn constant_name(&mut self, position: usize) -> Result<String, Abrupt> {
        if self.value(position) == Value::Reference(Reference::Null) {
            return Err(Abrupt::Threw(NULL_POINTER));
        }
        let text = self.text(position)?;
        match self.machine.pool.as_text(text).map(String::from_utf16) {
            Some(Ok(name)) => Ok(name),
            _ => self.unmodelled("of a name that depends on the input"),
        }
    }
}

/// What a system property holds; none where it is not set.
pub(super) fn value_of_property(call: &mut Call<'_, '_>, position: usize) -> Result<Option<Value>, Abrupt> {
    let name = call.constant_name(position)?;
    if name.is_empty() {
        return Err(Abrupt::Threw("java/lang/IllegalArgumentException"));
    }
    if call.machine.is_set_by_initialiser(&name) {
        return call.refuse("of a property that an initialiser sets");
    }
    if let Some(set) = call.state.heap.property_set(&name) {
        return set.map_or(Ok(None), |text| call.shared_string(text));
    }
    if let Some(fixed) = fixed_property(&name) {
        call.take_for_granted(Premise::StandardProperties);
        let text = call.constant(fixed);
        return call.shared_string(text);
    }
    if let Some(likely) = likely_property(call, &name)
        && is_guessed(call)
    {
        let text = likely.map(|likely| call.constant(&likely));
        return text.map_or(Ok(None), |text| call.shared_string(text));
    }
    let key: Arc<str> = name.as_str().into();
    let is_always_set = ALWAYS_SET.binary_search(&&*name).is_ok();
    if is_always_set {
        call.take_for_granted(Premise::StandardProperties);
    } else if !is_set(call, EnvironmentSource::PropertyIsSet(key.clone()))? {
        return Ok(None);
    }
    let text = call.environment(EnvironmentSource::Property(key), Domain::Text)?;
    call.shared_string(text)
}

/// What a property most likely is, or that it is not set; none where that is not known.
fn likely_property(call: &Call<'_, '_>, name: &str) -> Option<Option<String>> {
    match name {
        SPECIFICATION | "java.version" => call.machine.program.jdk().and_then(Jdk::specification).map(Some),
        SYSTEM_NAME if cfg!(target_os = "linux") => Some(Some("Linux".to_owned())),
        _ if is_set_by_jvm(name) => None,
        _ => Some(None),
    }
}

/// Whether the initialiser of a class that is asked about asks, which finds the value that is most likely: that another run may find
/// another one is a caveat. Those of dependencies stop: how far they run decides what a run has time for (Scala's library).
pub(super) fn is_guessed(call: &mut Call<'_, '_>) -> bool {
    let program = call.machine.program;
    let mut running = call.state.frames.iter().rev().map(|frame| program.method(frame.method));
    let initialised = running.find(|method| &*method.name == "<clinit>").map(|method| method.class);
    let is_own = initialised.is_some_and(|class| program.is_user_class(class) && !program.is_dependency(class));
    if call.state.heap.statics_are_inputs || !is_own {
        return false;
    }
    let MethodModel { class, name, .. } = call.model;
    call.machine.caveats.insert(Caveat::GuessedAtInitialisation(format!("{}.{name}", java_name(class))));
    true
}

/// Whether something has a value on this machine.
fn is_set(call: &mut Call<'_, '_>, source: EnvironmentSource) -> Result<bool, Abrupt> {
    let is_set = call.environment(source, Domain::Boolean)?;
    let zero = call.small(0);
    let is_set = call.machine.pool.not_equal(is_set, zero);
    call.decide(is_set)
}

fn property(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let value = if is_asked_by_jdk(call) { value_of_own(call, 0) } else { value_of_property(call, 0) };
    Ok(Some(value?.unwrap_or(Value::Reference(Reference::Null))))
}

fn property_or_default(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let default = call.value(1);
    let value = if is_asked_by_jdk(call) { value_of_own(call, 0) } else { value_of_property(call, 0) };
    Ok(Some(value?.unwrap_or(default)))
}

fn variable(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let name: Arc<str> = call.constant_name(0)?.as_str().into();
    if !is_set(call, EnvironmentSource::VariableIsSet(name.clone()))? {
        return Ok(Some(Value::Reference(Reference::Null)));
    }
    let text = call.environment(EnvironmentSource::Variable(name), Domain::Text)?;
    call.shared_string(text)
}

fn line_separator(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let text = call.constant(fixed_property("line.separator").unwrap_or("\n"));
    call.shared_string(text)
}

/// What a clock says; an initialiser finds what is likely.
fn clock(call: &mut Call<'_, '_>, method: &'static str, likely: i64) -> Result<Option<Value>, Abrupt> {
    if is_guessed(call) {
        return Ok(Some(Value::Long(call.machine.pool.long(likely))));
    }
    Ok(Some(Value::Long(call.environment(EnvironmentSource::Clock(method), Domain::Long)?)))
}

/// The time that an initialiser takes is no constant, and whoever reads it finds an input.
fn current_time(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &DATED) {
        return Ok(Some(Value::Long(call.machine.pool.long(0))));
    }
    clock(call, "System.currentTimeMillis()", SOME_TIME)
}

fn nano_time(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &[SALTED]) {
        return Ok(Some(Value::Long(call.machine.pool.long(0))));
    }
    clock(call, "System.nanoTime()", 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_that_are_always_set_are_found_by_search() {
        assert!(ALWAYS_SET.is_sorted() && OFTEN_SET.is_sorted());
    }
}
