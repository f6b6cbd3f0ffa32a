//! `java.lang.Class`: the natives under the JDK's reflection, and what the JVM keeps in the fields of class objects.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::class_loaders::{loader_of_module, module_of, refuse_in_summary};
use super::class_objects::{CLASS, Mirrored, class_named, is_hidden, known_name, literal, mirrored};
use super::class_structure::modifiers_of;
use super::members::{NULL, reference};
use super::objects::nothing;
use super::{MethodModel, Precision, exact, value};
use crate::classfile::{ClassName, LoadableConstant, java_name};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{Literal, MachineObject, ObjectId, Reference, Value};
use crate::program::{ClassId, FieldId};

const REFLECTION: &str = "jdk/internal/reflect/Reflection";
const FACTORY: &str = "jdk/internal/reflect/ReflectionFactory";
const METHOD: &str = "java/lang/reflect/Method";
const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const CONSTANTS: &str = "jdk/internal/reflect/ConstantPool";
const EXECUTABLE: &str = "java/lang/reflect/Executable";
const NESTED: &str = "()[Ljava/lang/Class;";
const A_CLASS: &str = "()Ljava/lang/Class;";

pub(super) const TABLE: &[MethodModel] = &[
    exact(CLASS, "registerNatives", "()V", nothing),
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
