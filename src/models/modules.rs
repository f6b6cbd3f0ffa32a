//! Modules: what each exports and opens, and what has loaded its classes.

use super::arguments::{Abrupt, Call, Outcome};
use super::class_loaders::loader_of_module;
use super::reflective_calls::truth;
use super::{MethodModel, Precision, value};
use crate::heap::{MachineObject, Value};

const MODULE: &str = "java/lang/Module";
const TO_MODULE: &str = "(Ljava/lang/String;Ljava/lang/Module;)Z";

pub(super) const TABLE: &[MethodModel] = &[
    value(MODULE, "isNamed", "()Z", Precision::Exact, |call| {
        let is_named = module(call)? != MachineObject::OwnModule;
        Ok(Some(Value::Int(call.small(i32::from(is_named)))))
    }),
    value(MODULE, "getName", "()Ljava/lang/String;", Precision::Exact, |call| {
        let name = match module(call)? {
            MachineObject::BaseModule => Some("java.base"),
            MachineObject::PlatformModule(name) | MachineObject::BootModule(name) => Some(name),
            _ => None,
        };
        call.interned(name).map(Some)
    }),
    value(MODULE, "getClassLoader", "()Ljava/lang/ClassLoader;", Precision::Exact, loader_of),
    value(MODULE, "isExported", TO_MODULE, Precision::Exact, is_exported),
    value(MODULE, "isOpen", TO_MODULE, Precision::Exact, is_open),
    value(MODULE, "canUse", "(Ljava/lang/Class;)Z", Precision::Exact, truth),
    value(MODULE, "canRead", "(Ljava/lang/Module;)Z", Precision::Exact, truth),
];

/// The receiver: a module of the JDK, or that of the class path.
fn module(call: &Call<'_, '_>) -> Result<MachineObject, Abrupt> {
    match call.state.heap.is_of_machine(call.present(0)?) {
        Some(
            which @ (MachineObject::BaseModule
            | MachineObject::PlatformModule(_)
            | MachineObject::BootModule(_)
            | MachineObject::OwnModule),
        ) => Ok(which),
        _ => call.unmodelled("of another module"),
    }
}

/// Whether the receiver is the module `java.base`, and not that of the class path.
fn of_base(call: &Call<'_, '_>) -> Result<bool, Abrupt> {
    match module(call)? {
        MachineObject::BaseModule => Ok(true),
        MachineObject::OwnModule => Ok(false),
        _ => call.unmodelled("of another module"),
    }
}

/// What has loaded the classes of a module: for `java.base` the JVM itself.
fn loader_of(call: &mut Call<'_, '_>) -> Outcome {
    let module = module(call)?;
    Ok(Some(loader_of_module(call.machine, call.state, module)?))
}

/// Packages whose names begin so are what the Java SE API has in `java.base`, which exports them and nothing else to everybody.
const EXPORTED: [&str; 2] = ["java.", "javax."];

/// Packages of modules other than `java.base` that are exported and open to everybody.
const OPEN: [(&str, &str); 2] = [("jdk.unsupported", "sun.misc"), ("jdk.unsupported", "sun.reflect")];

/// Whether the package whose name is an argument is one of those.
fn is_open_to_all(call: &mut Call<'_, '_>) -> Result<bool, Abrupt> {
    let MachineObject::BootModule(module) = module(call)? else { return Ok(false) };
    let package = call.constant_name(1)?;
    Ok(OPEN.contains(&(module, &package)))
}

fn is_exported(call: &mut Call<'_, '_>) -> Outcome {
    if is_open_to_all(call)? {
        return truth(call);
    }
    let package = call.constant_name(1)?;
    let is_own = !of_base(call)? || call.present(0)? == call.present(2)?;
    let is = is_own || EXPORTED.iter().any(|begin| package.starts_with(begin));
    Ok(Some(Value::Int(call.small(i32::from(is)))))
}

fn is_open(call: &mut Call<'_, '_>) -> Outcome {
    if is_open_to_all(call)? {
        return truth(call);
    }
    let is = !of_base(call)? || call.present(0)? == call.present(2)?;
    Ok(Some(Value::Int(call.small(i32::from(is)))))
}
