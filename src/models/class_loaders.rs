//! Class loaders and modules: which class a name stands for, and what has loaded it.

use super::arguments::{Abrupt, Call, Outcome};
use super::class_objects::{CLASS, Mirrored, class_named, literal, mirrored};
use super::members::{NULL, reference};
use super::{MethodModel, Precision, value};
use crate::classfile::{Jdk, java_name};
use crate::exec::{Interrupt, Machine, State, StopReason};
use crate::heap::{MachineObject, ObjectId, Value};
use crate::program::{ClassId, Linkage, is_desugared};

const LOADER: &str = "java/lang/ClassLoader";
const FOR_NAME: &str = "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;";
const OF_MODULE: &str = "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;";

pub(super) const TABLE: &[MethodModel] = &[
    value(CLASS, "forName0", FOR_NAME, Precision::Bounded, for_name),
    value(
        "jdk/internal/misc/VM",
        "latestUserDefinedLoader0",
        "()Ljava/lang/ClassLoader;",
        Precision::Bounded,
        latest_loader,
    ),
    value(CLASS, "getProtectionDomain0", "()Ljava/security/ProtectionDomain;", Precision::Exact, protection_domain),
    value(LOADER, "getSystemClassLoader", "()Ljava/lang/ClassLoader;", Precision::Exact, |call| {
        loader_of_class_path(call).map(Some)
    }),
    value(LOADER, "getPlatformClassLoader", "()Ljava/lang/ClassLoader;", Precision::Exact, |call| {
        Ok(Some(platform_loader(call.machine, call.state)?))
    }),
    value(LOADER, "getClassLoader", "(Ljava/lang/Class;)Ljava/lang/ClassLoader;", Precision::Exact, |_| {
        Err(Abrupt::RunsCode)
    }),
    value(LOADER, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;", Precision::Exact, load_class),
    value(LOADER, "loadClass", OF_MODULE, Precision::Exact, |call| load_class_of_module(call, 1)),
    value("jdk/internal/loader/BootLoader", "loadClass", OF_MODULE, Precision::Exact, |call| {
        load_class_of_module(call, 0)
    }),
];

/// The class of a binary name, `java.lang.String` or `[I`, as the JVM looks for it; none where there is none.
///
/// # Errors
/// A stop, where code names the class and it is not on the class path: a dependency that was left out.
fn class_of_binary_name(machine: &Machine<'_>, name: &str) -> Result<Option<String>, Interrupt> {
    let internal = name.replace('.', "/");
    let program = machine.program;
    if name.contains('/') || name.is_empty() {
        return Ok(None);
    }
    let is_array = name.starts_with('[');
    let Some(found) = program.reference_type(&internal) else { return Ok(None) };
    let element = match found.element {
        crate::program::Element::Class(class) => class,
        crate::program::Element::Primitive(_) => return Ok(is_array.then_some(internal)),
    };
    match program.class(element).linkage {
        Linkage::Loaded(_) => Ok(Some(internal)),
        Linkage::Builtin => Err(StopReason::NoModel(format!("{CLASS}.forName without a JDK")).into()),
        Linkage::Missing if program.linked().any(|known| known == element) => {
            Err(StopReason::MissingClass(java_name(&internal)).into())
        }
        Linkage::Missing => Ok(None),
    }
}

/// `Class.forName`, with or without initialisation.
fn for_name(call: &mut Call<'_, '_>) -> Outcome {
    let (object, class) = named(call, 0)?;
    let is_of_jdk = class.is_none_or(|class| call.machine.program.class(class).is_jdk);
    if call.value(2) == NULL && !is_of_jdk {
        return call.unmodelled("of a class of the class path by the JVM's own loader");
    }
    let initialises = call.int(1)?;
    let value = Some(reference(object));
    match class.filter(|_| call.machine.pool.as_int(initialises) != Some(0)) {
        Some(class) => Err(Abrupt::Initialises(class, value)),
        None => Ok(value),
    }
}

/// Classes of `java.base` have none of their own.
fn protection_domain(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Reference(class) = call.value(0) else { return call.refuse("of something else") };
    let Some(name) = super::class_objects::mirrored_name(call.state, class)? else { return call.refuse("of null") };
    match module_of(call.machine, &name)? {
        MachineObject::BaseModule => Ok(Some(NULL)),
        _ => call.refuse("of another class than those of java.base"),
    }
}

/// What loaded the class of the innermost method that is not the JDK's.
fn latest_loader(call: &mut Call<'_, '_>) -> Outcome {
    let program = call.machine.program;
    let is_own = |method| !program.class(program.method(method).class).is_jdk;
    if !call.state.frames.iter().any(|frame| is_own(frame.method)) {
        return call.refuse("of whoever uses a class first");
    }
    Ok(Some(loader(call.machine, call.state)?))
}

/// The class object of a name that is an argument, and the class where it is no array.
fn named(call: &mut Call<'_, '_>, position: usize) -> Result<(ObjectId, Option<ClassId>), Abrupt> {
    let name = call.constant_name(position)?;
    let Some(found) = class_of_binary_name(call.machine, &name)? else {
        return Err(not_found(call, &name));
    };
    let class = class_named(call.machine, &found)?;
    Ok((literal(call.machine, call.state, &found)?, class))
}

fn not_found(call: &mut Call<'_, '_>, name: &str) -> Abrupt {
    match call.exception("java/lang/ClassNotFoundException", Some(name)) {
        Ok(exception) => {
            call.set(exception, ("java/lang/Throwable", "cause", "Ljava/lang/Throwable;"), NULL);
            Abrupt::ThrewObject(exception)
        }
        Err(abrupt) => abrupt,
    }
}

fn load_class(call: &mut Call<'_, '_>) -> Outcome {
    if call.state.heap.is_of_machine(call.present(0)?) != Some(MachineObject::ClassLoader) {
        return Err(Abrupt::RunsCode);
    }
    let name = call.constant_name(1)?;
    if name.starts_with('[') {
        return Err(not_found(call, &name));
    }
    Ok(Some(reference(named(call, 1)?.0)))
}

/// The class of a name in a module of the JDK, which is an argument; null where there is none.
fn load_class_of_module(call: &mut Call<'_, '_>, module: usize) -> Outcome {
    let which = call.state.heap.is_of_machine(call.present(module)?);
    let Some(which @ (MachineObject::BaseModule | MachineObject::PlatformModule(_) | MachineObject::BootModule(_))) =
        which
    else {
        return call.refuse("of another module");
    };
    let name = call.constant_name(module + 1)?;
    if name.starts_with('[') {
        return Ok(Some(NULL));
    }
    match class_of_binary_name(call.machine, &name)? {
        Some(found) if module_of(call.machine, &found)? == which => {
            Ok(Some(reference(literal(call.machine, call.state, &found)?)))
        }
        _ => Ok(Some(NULL)),
    }
}

/// The loader of the class path.
pub(super) fn loader_of_class_path(call: &mut Call<'_, '_>) -> Result<Value, Abrupt> {
    Ok(loader(call.machine, call.state)?)
}

/// What has no place in a summary.
pub(super) fn refuse_in_summary(state: &State, what: &str) -> Result<(), Interrupt> {
    if state.heap.statics_are_inputs && !state.heap.takes_choices {
        return Err(StopReason::NoModel(format!("java.lang.Class.{what}")).into());
    }
    Ok(())
}

fn loader(machine: &mut Machine<'_>, state: &mut State) -> Result<Value, Interrupt> {
    refuse_in_summary(state, "getClassLoader")?;
    let class = machine.builtin("jdk/internal/loader/ClassLoaders$AppClassLoader")?;
    Ok(reference(state.heap.of_machine(MachineObject::ClassLoader, class)))
}

/// Modules of the JDK beside `java.base` whose classes its own code asks for by name; the platform's loader loads them.
const PLATFORM_MODULES: [&str; 2] = ["jdk.charsets", "jdk.localedata"];
/// Modules of the JDK beside `java.base` that the JVM loads itself.
const BOOT_MODULES: [&str; 1] = ["jdk.unsupported"];

/// The module of a class, by the innermost component of an array; `java.base` for primitive types.
///
/// # Errors
/// A stop, where it is in another module of the JDK, or not there.
pub(super) fn module_of(machine: &Machine<'_>, name: &str) -> Result<MachineObject, Interrupt> {
    let Mirrored::Reference(found) = mirrored(machine, name)? else { return Ok(MachineObject::BaseModule) };
    let crate::program::Element::Class(class) = found.element else { return Ok(MachineObject::BaseModule) };
    let program = machine.program;
    let definition = program.class(class);
    let jdk = match &definition.linkage {
        Linkage::Loaded(_) if !definition.is_jdk => return Ok(MachineObject::OwnModule),
        Linkage::Loaded(_) if is_desugared(name) => return Ok(MachineObject::BaseModule),
        Linkage::Loaded(_) => program.jdk(),
        _ => None,
    };
    let of_other = |jdk: &Jdk| {
        let has = |module: &&'static str| jdk.is_in_module(module, &definition.name);
        let of_platform = PLATFORM_MODULES.into_iter().find(has).map(MachineObject::PlatformModule);
        of_platform.or_else(|| BOOT_MODULES.into_iter().find(has).map(MachineObject::BootModule))
    };
    match jdk {
        Some(jdk) if jdk.is_in_base(&definition.name) => Ok(MachineObject::BaseModule),
        Some(jdk) if let Some(module) = of_other(jdk) => Ok(module),
        _ => Err(StopReason::NoModel(format!("the module of {}", java_name(name))).into()),
    }
}

/// What has loaded the classes of a module: null for the JVM itself.
pub(super) fn loader_of_module(
    machine: &mut Machine<'_>,
    state: &mut State,
    module: MachineObject,
) -> Result<Value, Interrupt> {
    match module {
        MachineObject::BaseModule | MachineObject::BootModule(_) => Ok(NULL),
        MachineObject::PlatformModule(_) => platform_loader(machine, state),
        _ => loader(machine, state),
    }
}

fn platform_loader(machine: &mut Machine<'_>, state: &mut State) -> Result<Value, Interrupt> {
    refuse_in_summary(state, "getClassLoader")?;
    let class = machine.builtin("jdk/internal/loader/ClassLoaders$PlatformClassLoader")?;
    Ok(reference(state.heap.of_machine(MachineObject::PlatformLoader, class)))
}
