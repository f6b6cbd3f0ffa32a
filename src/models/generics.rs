//! `java.lang.Class`: what its signature says (JVMS 4.7.9.1), where that needs no objects of the JDK's for type variables and
//! parameterized types: of a class without type parameters, and of supertypes without type arguments.

use super::class_objects::{CLASS, Mirrored, class_named, literal, mirrored, refuse_numbered};
use super::class_structure::{class_array, interfaces_of};
use super::classes::{string, with_name};
use super::{MethodModel, exact, returns_null, returns_object};
use crate::classfile::{ClassName, parse_class_supertypes, parse_class_type_parameters};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;
use crate::program::{ClassId, Program};

pub(super) const TABLE: &[MethodModel] = &[
    exact(CLASS, "getTypeParameters", "()[Ljava/lang/reflect/TypeVariable;", type_parameters),
    exact(CLASS, "getGenericSuperclass", "()Ljava/lang/reflect/Type;", generic_superclass),
    exact(CLASS, "getGenericInterfaces", "()[Ljava/lang/reflect/Type;", generic_interfaces),
    exact(CLASS, "toString", "()Ljava/lang/String;", to_string),
];

/// Classes whose class files are not read, and which have no signature in any JDK.
const WITHOUT_SIGNATURE: [&str; 2] = ["java/lang/Object", "java/lang/Number"];

type Result<T> = std::result::Result<T, Interrupt>;

fn no_model(method: &str) -> Interrupt {
    StopReason::Unmodelled(format!("java.lang.Class.{method} with type arguments")).into()
}

/// The signature of a class, none where it has none; an interrupt where that is not known.
fn signature<'p>(program: &'p Program, class: ClassId, method: &str) -> Result<Option<&'p str>> {
    match program.class(class).file() {
        Some(file) => Ok(file.signature.as_deref()),
        None if WITHOUT_SIGNATURE.contains(&&**program.class_name(class)) => Ok(None),
        None => Err(no_model(method)),
    }
}

fn type_parameters(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        let method = "getTypeParameters";
        let program = machine.program;
        if let Some(class) = class_named(machine, name)?
            && let Some(signature) = signature(program, class, method)?
            && parse_class_type_parameters(signature).is_none_or(|parameters| !parameters.is_empty())
        {
            return Err(no_model(method));
        }
        let variable = program.class_by_name("java/lang/reflect/TypeVariable").ok_or_else(|| no_model(method))?;
        class_array(machine, state, variable, &[])
    })
}

/// The superclass, then the interfaces, of a class, as class objects.
fn supertypes(program: &Program, class: ClassId, method: &str) -> Result<Vec<ClassName>> {
    match signature(program, class, method)? {
        Some(signature) => {
            let named = parse_class_supertypes(signature).unwrap_or_default();
            named.into_iter().collect::<Option<Vec<ClassName>>>().filter(|all| !all.is_empty())
        }
        None => {
            let definition = program.class(class);
            let all = definition.superclass.iter().chain(&definition.interfaces);
            Some(all.map(|parent| program.class_name(*parent).clone()).collect())
        }
    }
    .ok_or_else(|| no_model(method))
}

fn generic_superclass(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        if name.starts_with('[') {
            return returns_object(literal(machine, state, "java/lang/Object")?);
        }
        let program = machine.program;
        let class = class_named(machine, name)?.filter(|class| {
            let definition = program.class(*class);
            !definition.flags.is_interface() && definition.superclass.is_some()
        });
        let Some(class) = class else { return returns_null() };
        match supertypes(program, class, "getGenericSuperclass")?.first() {
            Some(parent) => returns_object(literal(machine, state, parent)?),
            None => returns_null(),
        }
    })
}

fn generic_interfaces(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        let method = "getGenericInterfaces";
        let program = machine.program;
        // What has no signature is not asked for more than `getInterfaces` says.
        let Some(class) = class_named(machine, name)?.filter(|_| !name.starts_with('[')) else {
            return interfaces_of(machine, state, name);
        };
        if signature(program, class, method)?.is_none() {
            return interfaces_of(machine, state, name);
        }
        let superclasses = usize::from(program.class(class).superclass.is_some());
        let names: Vec<ClassName> = supertypes(program, class, method)?.into_iter().skip(superclasses).collect();
        let component = program.class_by_name("java/lang/reflect/Type").ok_or_else(|| no_model(method))?;
        class_array(machine, state, component, &names)
    })
}

fn to_string(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult> {
    with_name(machine, state, arguments, |machine, state, name| {
        let text = class_text(machine, name)?;
        string(machine, state, &text)
    })
}

/// What `toString` of the class object of a type gives.
pub(super) fn class_text(machine: &Machine<'_>, name: &str) -> Result<String> {
    refuse_numbered(name)?;
    let program = machine.program;
    let is_interface = |class: ClassId| program.class(class).flags.is_interface();
    let what = match mirrored(machine, name)? {
        Mirrored::Primitive(_) => "",
        Mirrored::Reference(reference) if reference.as_class().is_some_and(is_interface) => "interface ",
        Mirrored::Reference(_) => "class ",
    };
    Ok(format!("{what}{}", name.replace('/', ".")))
}
