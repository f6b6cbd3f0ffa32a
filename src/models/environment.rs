//! What the JDK tells a program of the machine it runs on: system properties, environment variables, clocks. Each value is an
//! input that may be anything, but for what Java fixes.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::{Model, Precision, value};
use crate::classfile::java_name;
use crate::exec::StopReason;
use crate::heap::{EnvironmentSource, Reference, Value};
use crate::term::{Domain, TermId};
use std::sync::Arc;

const SYSTEM: &str = "java/lang/System";

pub(super) const TABLE: &[Model] = &[
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
    value(SYSTEM, "currentTimeMillis", "()J", Precision::Exact, |call| clock(call, "System.currentTimeMillis()")),
    value(SYSTEM, "nanoTime", "()J", Precision::Exact, nano_time),
    // What it makes, the default locale, is not read (see the statics that are unpredictable).
    value("java/util/Locale", "initDefault", "()Ljava/util/Locale;", Precision::Exact, null),
    value(
        "jdk/internal/util/StaticProperty",
        "javaLocaleUseOldISOCodes",
        "()Ljava/lang/String;",
        Precision::Exact,
        empty_text,
    ),
    value(ACTION, "privilegedGetProperties", "()Ljava/util/Properties;", Precision::Exact, own_properties),
    value(ACTION, "privilegedGetProperty", "(Ljava/lang/String;)Ljava/lang/String;", Precision::Exact, own_property),
    value(
        PROPERTIES,
        "getProperty",
        "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
        Precision::Exact,
        own_default,
    ),
];

/// By which classes of the JDK read properties for themselves.
const ACTION: &str = "sun/security/action/GetPropertyAction";
const PROPERTIES: &str = "java/util/Properties";

/// Initialisers that read a property for what is not read then (see the statics that are unpredictable).
const READ_FOR_NOTHING: [&str; 2] = ["java/net/URLDecoder", "java/net/URLEncoder"];
/// An initialiser that asks for a compatibility with old versions that nobody has asked the JVM for.
const ASKS_FOR_OLD_CODES: &str = "sun/util/locale/BaseLocale";

/// Whether the running code is the initialiser of one of these classes.
fn is_initialiser_of(call: &Call<'_, '_>, classes: &[&str]) -> bool {
    let program = call.machine.program;
    call.state.frame().is_some_and(|frame| {
        let method = program.method(frame.method);
        &*method.name == "<clinit>" && classes.contains(&&**program.class_name(method.class))
    })
}

fn null(_: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Reference(Reference::Null)))
}

/// No option of the JVM is set that changes what the JDK's classes do.
fn empty_text(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let text = call.constant("");
    call.shared_string(text)
}

/// Properties of which every one has its default, for an initialiser: an object that no constructor has filled.
fn own_properties(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if !is_initialiser_of(call, &[ASKS_FOR_OLD_CODES]) {
        return call.unmodelled("of the machine's properties as a whole");
    }
    let class = call.machine.builtin(PROPERTIES)?;
    let object = call.state.heap.allocate(class);
    Ok(Some(Value::Reference(Reference::Object(object))))
}

fn own_default(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &[ASKS_FOR_OLD_CODES]) {
        return Ok(Some(call.value(2)));
    }
    call.delegated((PROPERTIES, "getProperty", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;"))
}

fn own_property(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &READ_FOR_NOTHING) { null(call) } else { property(call) }
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

/// Initialisers that take the time for a seed; what they make of that is not read.
const SALTED: &str = "java/util/ImmutableCollections";

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
    /// A value of the machine. A summary has no place for one, nor has class initialisation, so only a method that is checked
    /// gets any.
    ///
    /// # Errors
    /// A stop elsewhere.
    pub(super) fn environment(&mut self, source: EnvironmentSource, domain: Domain) -> Result<TermId, Abrupt> {
        if !self.state.heap.takes_choices || !self.state.heap.statics_are_inputs {
            let Model { class, name, .. } = self.model;
            return Err(StopReason::NoModel(format!("{}.{name}", java_name(class))).into());
        }
        Ok(self.state.heap.environment_value(&mut self.machine.pool, source, domain))
    }

    /// A name that the program gives as a constant; null is an exception.
    fn constant_name(&mut self) -> Result<String, Abrupt> {
        if self.value(0) == Value::Reference(Reference::Null) {
            return Err(Abrupt::Threw(NULL_POINTER));
        }
        let text = self.text(0)?;
        match self.machine.pool.as_text(text).map(String::from_utf16) {
            Some(Ok(name)) => Ok(name),
            _ => self.unmodelled("of a name that depends on the input"),
        }
    }
}

/// What a system property holds; none where it is not set.
fn value_of_property(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let name = call.constant_name()?;
    if name.is_empty() {
        return Err(Abrupt::Threw("java/lang/IllegalArgumentException"));
    }
    if let Some(fixed) = fixed_property(&name) {
        let text = call.constant(fixed);
        return call.shared_string(text);
    }
    let key: Arc<str> = name.as_str().into();
    if ALWAYS_SET.binary_search(&&*name).is_err() && !is_set(call, EnvironmentSource::PropertyIsSet(key.clone()))? {
        return Ok(None);
    }
    let text = call.environment(EnvironmentSource::Property(key), Domain::Text)?;
    call.shared_string(text)
}

/// Whether something has a value on this machine.
fn is_set(call: &mut Call<'_, '_>, source: EnvironmentSource) -> Result<bool, Abrupt> {
    let is_set = call.environment(source, Domain::Boolean)?;
    let zero = call.small(0);
    let is_set = call.machine.pool.not_equal(is_set, zero);
    call.decide(is_set)
}

fn property(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    Ok(Some(value_of_property(call)?.unwrap_or(Value::Reference(Reference::Null))))
}

fn property_or_default(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let default = call.value(1);
    Ok(Some(value_of_property(call)?.unwrap_or(default)))
}

fn variable(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let name: Arc<str> = call.constant_name()?.as_str().into();
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

fn clock(call: &mut Call<'_, '_>, method: &'static str) -> Result<Option<Value>, Abrupt> {
    Ok(Some(Value::Long(call.environment(EnvironmentSource::Clock(method), Domain::Long)?)))
}

fn nano_time(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if is_initialiser_of(call, &[SALTED]) {
        return Ok(Some(Value::Long(call.machine.pool.long(0))));
    }
    clock(call, "System.nanoTime()")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn properties_that_are_always_set_are_found_by_search() {
        assert!(ALWAYS_SET.is_sorted());
    }
}
