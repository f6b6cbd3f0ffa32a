//! `java.lang.Class`: the natives under the JDK's reflection, and what the JVM keeps in the fields of class objects.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::class_structure::modifiers_of;
use super::classes::{CLASS, Mirrored, class_named, is_hidden, known_name, literal, mirrored};
use super::members::{NULL, reference};
use super::objects::nothing;
use super::{MethodModel, Precision, exact, value};
use crate::classfile::{ClassName, Jdk, LoadableConstant, java_name};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{Literal, MachineObject, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId, Linkage, is_desugared};

const REFLECTION: &str = "jdk/internal/reflect/Reflection";
const FACTORY: &str = "jdk/internal/reflect/ReflectionFactory";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const CONSTANTS: &str = "jdk/internal/reflect/ConstantPool";
const EXECUTABLE: &str = "java/lang/reflect/Executable";
const LOADER: &str = "java/lang/ClassLoader";
const FOR_NAME: &str = "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;";
const NESTED: &str = "()[Ljava/lang/Class;";
const OF_MODULE: &str = "(Ljava/lang/Module;Ljava/lang/String;)Ljava/lang/Class;";
const A_CLASS: &str = "()Ljava/lang/Class;";

pub(super) const TABLE: &[MethodModel] = &[
    exact(CLASS, "registerNatives", "()V", nothing),
    value(CLASS, "forName0", FOR_NAME, Precision::Bounded, for_name),
    value(
        "jdk/internal/misc/VM",
        "latestUserDefinedLoader0",
        "()Ljava/lang/ClassLoader;",
        Precision::Bounded,
        latest_loader,
    ),
    value(CLASS, "getProtectionDomain0", "()Ljava/security/ProtectionDomain;", Precision::Exact, protection_domain),
    value(CLASS, "getInterfaces0", NESTED, Precision::Bounded, |call| {
        returned(super::class_structure::interfaces(call.machine, call.state, call.arguments))
    }),
    value(CLASS, "getDeclaringClass0", A_CLASS, Precision::Exact, |call| {
        returned(super::class_structure::declaring_class(call.machine, call.state, call.arguments))
    }),
    value(CLASS, "getSimpleBinaryName0", "()Ljava/lang/String;", Precision::Exact, simple_binary_name),
    value(CLASS, "getEnclosingMethod0", "()[Ljava/lang/Object;", Precision::Exact, enclosing_method),
    value(CLASS, "getGenericSignature0", "()Ljava/lang/String;", Precision::Exact, generic_signature),
    value(CLASS, "getDeclaredClasses0", NESTED, Precision::Exact, member_classes),
    value(CLASS, "getPermittedSubclasses0", NESTED, Precision::Exact, permitted),
    value(CLASS, "getNestHost0", A_CLASS, Precision::Exact, nest_host),
    value(CLASS, "getNestMembers0", NESTED, Precision::Exact, nest_members),
    value(CLASS, "isRecord0", "()Z", Precision::Bounded, is_record),
    value(CLASS, "isHidden", "()Z", Precision::Exact, hidden),
    value(CLASS, "getRawAnnotations", "()[B", Precision::Exact, |call| {
        let file = call.definition()?;
        Ok(Some(file.map_or(NULL, |file| call.bytes(&file.annotations))))
    }),
    value(CLASS, "getConstantPool", "()Ljdk/internal/reflect/ConstantPool;", Precision::Exact, constant_pool),
    value(CONSTANTS, "getUTF8At0", "(Ljava/lang/Object;I)Ljava/lang/String;", Precision::Bounded, text_constant),
    value(CONSTANTS, "getIntAt0", "(Ljava/lang/Object;I)I", Precision::Bounded, number_constant),
    value(CONSTANTS, "getLongAt0", "(Ljava/lang/Object;I)J", Precision::Bounded, number_constant),
    value(CONSTANTS, "getFloatAt0", "(Ljava/lang/Object;I)F", Precision::Bounded, number_constant),
    value(CONSTANTS, "getDoubleAt0", "(Ljava/lang/Object;I)D", Precision::Bounded, number_constant),
    value(EXECUTABLE, "getParameters0", "()[Ljava/lang/reflect/Parameter;", Precision::Bounded, parameters),
    value("java/io/ObjectStreamClass", "hasStaticInitializer", "(Ljava/lang/Class;)Z", Precision::Bounded, |call| {
        let file = call.definition()?;
        let is = file.is_some_and(|file| file.methods.iter().any(|method| &*method.name == "<clinit>"));
        Ok(Some(Value::Int(call.small(i32::from(is)))))
    }),
    value(REFLECTION, "getClassAccessFlags", "(Ljava/lang/Class;)I", Precision::Bounded, access_flags),
    value(REFLECTION, "areNestMates", "(Ljava/lang/Class;Ljava/lang/Class;)Z", Precision::Bounded, are_nest_mates),
    // Methods are called in one way, however often.
    value(FACTORY, "inflationThreshold", "()I", Precision::Exact, |call| Ok(Some(Value::Int(call.small(i32::MAX))))),
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

type Outcome = Result<Option<Value>, Abrupt>;

fn returned(result: Result<ExternalResult, Interrupt>) -> Outcome {
    match result? {
        ExternalResult::Returned(value) => Ok(value),
        ExternalResult::Threw(class) => Err(Abrupt::Threw(class)),
        ExternalResult::ThrewSaying(class, message) => Err(Abrupt::ThrewSaying(class, message)),
        _ => Err(StopReason::Internal("a model that calls others".into()).into()),
    }
}

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
    let Some(name) = super::classes::mirrored_name(call.state, class)? else { return call.refuse("of null") };
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

fn class_objects(call: &mut Call<'_, '_>, names: &[ClassName]) -> Outcome {
    let objects: Result<Vec<Value>, Interrupt> =
        names.iter().map(|name| Ok(reference(literal(call.machine, call.state, name)?))).collect();
    call.reference_array(CLASS, &objects?).map(Some)
}

fn simple_binary_name(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    let own = file.as_ref().and_then(|file| file.inner_classes.iter().find(|entry| entry.inner == file.name));
    match own {
        Some(entry) => call.interned(entry.name.as_deref()).map(Some),
        None => Ok(Some(NULL)),
    }
}

/// The constants of a class, of which those are known that annotations refer to.
fn constant_pool(call: &mut Call<'_, '_>) -> Outcome {
    let pool = call.state.heap.allocate(call.machine.builtin(CONSTANTS)?);
    let class = call.value(0);
    call.set(pool, (CONSTANTS, "constantPoolOop", "Ljava/lang/Object;"), class);
    Ok(Some(reference(pool)))
}

/// The constant of a number that is an argument, of the class that is the argument before.
fn constant(call: &mut Call<'_, '_>) -> Result<LoadableConstant, Abrupt> {
    let name = call.named_class(1)?;
    let number = call.int(2)?;
    let number = call.machine.pool.as_int(number).and_then(|number| u16::try_from(number).ok());
    let program = call.machine.program;
    let file = program.class_by_name(&name).and_then(|class| program.class(class).file());
    let found = file.zip(number).and_then(|(file, number)| {
        let of_fields = file.fields.iter().map(|field| &field.annotations);
        let of_methods = file.methods.iter().map(|method| &method.annotations);
        let of_methods = of_methods.flat_map(|all| [&all.declared, &all.of_parameters, &all.default]);
        let of_components = file.record.iter().flatten().map(|component| &component.annotations);
        let all = std::iter::once(&file.annotations).chain(of_fields).chain(of_methods).chain(of_components);
        let mut constants = all.flat_map(|annotations| &annotations.constants);
        constants.find(|(known, _)| *known == number).map(|(_, constant)| constant.clone())
    });
    match found {
        Some(constant) => Ok(constant),
        None => call.unmodelled("of a constant that no annotation has"),
    }
}

fn text_constant(call: &mut Call<'_, '_>) -> Outcome {
    let LoadableConstant::String(text) = constant(call)? else { return call.unmodelled("of another constant") };
    let class = call.machine.builtin("java/lang/String")?;
    Ok(Some(reference(call.state.heap.literal(class, Literal::String(text)))))
}

fn number_constant(call: &mut Call<'_, '_>) -> Outcome {
    let constant = constant(call)?;
    let pool = &mut call.machine.pool;
    Ok(Some(match constant {
        LoadableConstant::Int(number) => Value::Int(pool.int(number)),
        LoadableConstant::Long(number) => Value::Long(pool.long(number)),
        LoadableConstant::Float(bits) => Value::Float(pool.float(f32::from_bits(bits))),
        LoadableConstant::Double(bits) => Value::Double(pool.double(f64::from_bits(bits))),
        _ => return call.unmodelled("of another constant"),
    }))
}

/// What the class file says of parameters; null where it says nothing.
fn parameters(call: &mut Call<'_, '_>) -> Outcome {
    let receiver = call.present(0)?;
    let is_method = call.state.heap.exact_class(receiver).map(|class| call.machine.program.class_name(class));
    let what = match is_method {
        Some(name) if **name == *METHOD => METHOD,
        _ => CONSTRUCTOR,
    };
    let method = call.reflected_method(receiver, what)?;
    let names = call.machine.program.method_file(method).map(|method| method.parameter_names.is_empty());
    if names == Some(true) { Ok(Some(NULL)) } else { call.unmodelled("with names in the class file") }
}

/// The class, and the name and descriptor of the method, that a local or anonymous class is declared in.
fn enclosing_method(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    let Some((class, method)) = file.as_ref().and_then(|file| file.enclosing_method.as_ref()) else {
        return Ok(Some(NULL));
    };
    let class = reference(literal(call.machine, call.state, class)?);
    let (name, descriptor) = match method {
        Some((name, descriptor)) => (call.interned(Some(name))?, call.interned(Some(descriptor))?),
        None => (NULL, NULL),
    };
    call.reference_array("java/lang/Object", &[class, name, descriptor]).map(Some)
}

fn generic_signature(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    call.interned(file.as_ref().and_then(|file| file.signature.as_deref())).map(Some)
}

/// The member classes, in the order of the class file, as HotSpot gives them.
fn member_classes(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    let members = file.iter().flat_map(|file| {
        let is_member = |entry: &&crate::classfile::InnerClass| entry.outer.as_ref() == Some(&file.name);
        file.inner_classes.iter().filter(is_member).map(|entry| entry.inner.clone())
    });
    let members: Vec<ClassName> = members.collect();
    class_objects(call, &members)
}

fn permitted(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    match file.as_ref().and_then(|file| file.permitted_subclasses.as_ref()) {
        Some(names) => class_objects(call, names),
        None => Ok(Some(NULL)),
    }
}

fn nest_host_of(call: &Call<'_, '_>, name: &str) -> ClassName {
    let program = call.machine.program;
    let file = program.class_by_name(name).and_then(|class| program.class(class).file());
    file.and_then(|file| file.nest_host.clone()).unwrap_or_else(|| name.into())
}

fn nest_host(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let host = nest_host_of(call, &name);
    Ok(Some(reference(literal(call.machine, call.state, &host)?)))
}

fn nest_members(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let host = nest_host_of(call, &name);
    let program = call.machine.program;
    let file = program.class_by_name(&host).and_then(|class| program.class(class).file());
    let members = file.iter().flat_map(|file| file.nest_members.iter().cloned());
    let names: Vec<ClassName> = std::iter::once(host.clone()).chain(members).collect();
    class_objects(call, &names)
}

fn are_nest_mates(call: &mut Call<'_, '_>) -> Outcome {
    let (left, right) = (call.named_class(0)?, call.named_class(1)?);
    let are = nest_host_of(call, &left) == nest_host_of(call, &right);
    Ok(Some(Value::Int(call.small(i32::from(are)))))
}

fn is_record(call: &mut Call<'_, '_>) -> Outcome {
    let file = call.definition()?;
    let is = file.is_some_and(|file| file.record.is_some());
    Ok(Some(Value::Int(call.small(i32::from(is)))))
}

fn hidden(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let is = is_hidden(&name);
    Ok(Some(Value::Int(call.small(i32::from(is)))))
}

/// The flags of the class file itself, which for a member class are not those of the source.
fn access_flags(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let class = class_named(call.machine, &name)?;
    let flags = match class {
        Some(class) => i32::from(call.machine.program.class(class).flags.0),
        None => modifiers_of(call.machine, &name)?,
    };
    // ACC_SUPER is none of them.
    Ok(Some(Value::Int(call.small(flags & !0x20))))
}

/// The loader of the class path.
pub(super) fn loader_of_class_path(call: &mut Call<'_, '_>) -> Result<Value, Abrupt> {
    Ok(loader(call.machine, call.state)?)
}

/// What has no place in a summary.
fn refuse_in_summary(state: &State, what: &str) -> Result<(), Interrupt> {
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
fn module_of(machine: &Machine<'_>, name: &str) -> Result<MachineObject, Interrupt> {
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

/// What a field of a class object holds that the JVM fills; none of another field.
///
/// # Errors
/// A stop, where it is not known.
pub(super) fn read_mirror(
    machine: &mut Machine<'_>,
    state: &mut State,
    object: ObjectId,
    asked: FieldId,
) -> Result<Option<Value>, Interrupt> {
    let info = machine.program.field(asked);
    let Some(name) = known_name(state, object).cloned() else {
        return Err(StopReason::NoModel("a class object that is an input".into()).into());
    };
    let descriptor = machine.program.field_descriptor(asked);
    Ok(match (&*info.name, &*descriptor) {
        ("classLoader", "Ljava/lang/ClassLoader;") => {
            let module = module_of(machine, &name)?;
            Some(loader_of_module(machine, state, module)?)
        }
        ("module", "Ljava/lang/Module;") => {
            refuse_in_summary(state, "getModule")?;
            let which = module_of(machine, &name)?;
            let class = machine.builtin("java/lang/Module")?;
            Some(reference(state.heap.of_machine(which, class)))
        }
        ("componentType", "Ljava/lang/Class;") => {
            let array = [Value::Reference(Reference::Object(object))];
            match super::classes::component_type(machine, state, &array)? {
                ExternalResult::Returned(value) => value,
                _ => None,
            }
        }
        ("modifiers", "C") => Some(Value::Int(modifiers_of(machine, &name).map(|flags| machine.pool.int(flags))?)),
        ("primitive", "Z") => {
            let is = matches!(mirrored(machine, &name)?, Mirrored::Primitive(_));
            Some(Value::Int(machine.pool.int(i32::from(is))))
        }
        // As `getProtectionDomain0` says, which gave it before.
        ("protectionDomain", "Ljava/security/ProtectionDomain;")
            if matches!(module_of(machine, &name)?, MachineObject::BaseModule | MachineObject::BootModule(_)) =>
        {
            Some(NULL)
        }
        ("protectionDomain" | "signers" | "classData", _) => {
            return Err(StopReason::NoModel(format!("{}.{}", java_name(CLASS), info.name)).into());
        }
        _ => None,
    })
}

impl Call<'_, '_> {
    /// A new exception of the JDK's, as its constructor with a message makes it. It has no cause, and none can be given to it where the
    /// constructor says so: as `super(message)` does, the cause is not initialised here.
    pub(super) fn exception(&mut self, class: &str, message: Option<&str>) -> Result<ObjectId, Abrupt> {
        let exception = self.machine.new_exception(self.state, class)?;
        let message = self.interned(message)?;
        const THROWABLE: &str = "java/lang/Throwable";
        self.set(exception, (THROWABLE, "detailMessage", "Ljava/lang/String;"), message);
        let trace = (THROWABLE, "UNASSIGNED_STACK", "[Ljava/lang/StackTraceElement;");
        if let Some(field) = self.machine.program.field_by_name(trace) {
            let value = self.static_value(field)?;
            self.set(exception, (THROWABLE, "stackTrace", "[Ljava/lang/StackTraceElement;"), value);
        }
        Ok(exception)
    }

    /// What a static field of the JDK holds after its class's initialisation.
    pub(super) fn static_value(&mut self, field: FieldId) -> Result<Value, Abrupt> {
        if self.state.heap.statics_are_inputs {
            return Ok(self.machine.initialised_static(self.state, field)?);
        }
        let (heap, mut context) = self.machine.heap_context(self.state);
        Ok(heap.read_static(&mut context, field))
    }

    /// A class object that is an argument and that stands for a class, with its name.
    pub(super) fn argument_class(&mut self, position: usize) -> Result<ClassId, Abrupt> {
        let name = self.named_class(position)?;
        match class_named(self.machine, &name)? {
            Some(class) => Ok(class),
            None => Err(Abrupt::Threw(NULL_POINTER)),
        }
    }
}
