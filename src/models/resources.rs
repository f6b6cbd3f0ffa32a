//! Resources beside classes: of the JDK for its own code, and of the class path.

use super::arguments::{Abrupt, Call};
use super::class_objects::mirrored_name;
use super::jdk_files::{byte_array, known_text, stream_of};
use super::{MethodModel, Precision, value};
use crate::heap::{EnvironmentSource, MachineObject, Reference, Value};
use crate::term::Domain;

const CLOSING: &str = "java/io/PushbackInputStream";
const LOADER: &str = "java/lang/ClassLoader";
const A_RESOURCE: &str = "(Ljava/lang/String;)Ljava/io/InputStream;";

/// Larger resources of the class path are not read: an initialiser that goes through one takes longer than all else that is asked.
const MOST_OF_A_RESOURCE: usize = 4 << 10;

pub(super) const TABLE: &[MethodModel] = &[
    value("java/lang/Class", "getResourceAsStream", A_RESOURCE, Precision::Exact, resource),
    value(LOADER, "getResourceAsStream", A_RESOURCE, Precision::Exact, |call| any_resource(call, 1)),
    value(LOADER, "getSystemResourceAsStream", A_RESOURCE, Precision::Exact, |call| any_resource(call, 0)),
    value("java/lang/Module", "getResourceAsStream", A_RESOURCE, Precision::Exact, resource_of_module),
];

/// A resource beside a class of the JDK, for the JDK's own code; null where there is none. Others may not see it.
fn resource(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let is_jdk = |class: &str| program.class_by_name(class).is_some_and(|class| program.class(class).is_jdk);
    let Value::Reference(class) = call.value(0) else { return call.refuse("of other arguments") };
    let class = mirrored_name(call.state, class)?;
    let (Some(class), Some(jdk)) = (class.filter(|class| is_jdk(class)), program.jdk()) else {
        return any_resource(call, 1);
    };
    if !call.asking().is_some_and(|asks| asks.is_jdk) {
        return call.refuse("for other classes than the JDK's");
    }
    let name = known_text(call, 1)?;
    stream_of(call, jdk.resource(&beside(&class, &name)))
}

/// A resource that the class path may have or not, whose content is not known.
fn any_resource(call: &mut Call<'_, '_>, name: usize) -> Result<Option<Value>, Abrupt> {
    call.present(name)?;
    if let Some(content) = known_resource(call, name)? {
        return closing_stream(call, &content);
    }
    let asked = if name == 0 { None } else { Some(call.present(0)?) };
    let source = EnvironmentSource::Resource(asked, call.text(name)?);
    let is_there = call.environment(source, Domain::Boolean)?;
    let zero = call.small(0);
    let is_there = call.machine.pool.not_equal(is_there, zero);
    if !call.decide(is_there)? {
        return Ok(Some(Value::Reference(Reference::Null)));
    }
    call.any_object("java/io/InputStream").map(Some)
}

/// What the class path has under a path that the code gives, where the loader of the class path is asked, or a class of it.
fn known_resource(call: &mut Call<'_, '_>, name: usize) -> Result<Option<Vec<u8>>, Abrupt> {
    let program = call.machine.program;
    let text = call.text(name)?;
    let Some(Ok(path)) = call.machine.pool.as_text(text).map(String::from_utf16) else { return Ok(None) };
    let path = match call.model.class {
        LOADER if name == 0 => path,
        LOADER if call.state.heap.is_of_machine(call.present(0)?) == Some(MachineObject::ClassLoader) => path,
        LOADER => return Ok(None),
        _ => {
            let class = call.named_class(0)?;
            match program.class_by_name(&class).filter(|class| program.is_user_class(*class)) {
                Some(_) => beside(&class, &path),
                None => return Ok(None),
            }
        }
    };
    // The JDK's loaders are asked first.
    let is_jdk = program.jdk().is_none_or(|jdk| jdk.resource(&path).is_some());
    let content = if is_jdk { None } else { program.resource(&path) };
    Ok(content.filter(|content| content.len() <= MOST_OF_A_RESOURCE))
}

/// The path of a name that is given to a class: beside it, or from the top.
fn beside(class: &str, name: &str) -> String {
    match (name.strip_prefix('/'), class.rsplit_once('/')) {
        (Some(absolute), _) => absolute.to_owned(),
        (None, Some((package, _))) => format!("{package}/{name}"),
        (None, None) => name.to_owned(),
    }
}

/// A stream that neither goes back nor is read after it is closed, as those of loaders.
fn closing_stream(call: &mut Call<'_, '_>, content: &[u8]) -> Result<Option<Value>, Abrupt> {
    let within = stream_of(call, Some(content.to_vec()))?.unwrap_or(Value::Nothing);
    let kept = byte_array(call, &[0])?.unwrap_or(Value::Nothing);
    let stream = call.state.heap.allocate(call.machine.builtin(CLOSING)?);
    let one = Value::Int(call.small(1));
    call.write(stream, "in", within)?;
    call.write(stream, "buf", kept)?;
    call.write(stream, "pos", one)?;
    Ok(Some(Value::Reference(Reference::Object(stream))))
}

/// A resource of a module of the JDK, for the JDK's own code.
fn resource_of_module(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let module = match call.state.heap.is_of_machine(call.present(0)?) {
        Some(MachineObject::BaseModule) => "java.base",
        Some(MachineObject::PlatformModule(name) | MachineObject::BootModule(name)) => name,
        _ => return call.refuse("of a module that is not the JDK's"),
    };
    let is_jdk = call.asking().is_some_and(|asks| asks.is_jdk);
    let (Some(jdk), true) = (call.machine.program.jdk(), is_jdk) else {
        return call.refuse("for other classes than the JDK's");
    };
    let name = known_text(call, 1)?;
    stream_of(call, jdk.resource_of(module, name.strip_prefix('/').unwrap_or(&name)))
}
