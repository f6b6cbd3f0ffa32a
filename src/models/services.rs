//! `java.util.ServiceLoader`: which classes of the JDK provide a service its modules' descriptions say. Of services that classes of
//! the class path may provide nothing is known.

use super::arguments::{Abrupt, Call};
use super::class_objects::mirrored_name;
use super::{MethodModel, Precision, value};
use crate::classfile::{Instruction, InvokeKind, LoadableConstant};
use crate::exec::StopReason;
use crate::heap::{Reference, Value};
use crate::program::{ClassId, FieldKind, Program, ReferenceType, Use};

const LOADER: &str = "java/util/ServiceLoader";
/// The service of cryptography, and the method that goes through its providers for the one of a name, which is its argument: the order
/// of the others shows nowhere.
const SECURITY: &str = "java/security/Provider";
const SEARCHING: (&str, &str, &str) =
    ("sun/security/jca/ProviderConfig$ProviderLoader", "load", "(Ljava/lang/String;)Ljava/security/Provider;");
/// An iterator over an array.
const ITERATOR: &str = "java/util/Arrays$ArrayItr";

pub(super) const TABLE: &[MethodModel] = &[
    value(LOADER, "load", "(Ljava/lang/Class;)Ljava/util/ServiceLoader;", Precision::Exact, load),
    value(
        LOADER,
        "load",
        "(Ljava/lang/Class;Ljava/lang/ClassLoader;)Ljava/util/ServiceLoader;",
        Precision::Exact,
        load,
    ),
    value(LOADER, "loadInstalled", "(Ljava/lang/Class;)Ljava/util/ServiceLoader;", Precision::Exact, load),
    value(LOADER, "iterator", "()Ljava/util/Iterator;", Precision::Exact, iterator),
    value(LOADER, "stream", "()Ljava/util/stream/Stream;", Precision::Exact, |call| call.refuse("of providers")),
    value(LOADER, "reload", "()V", Precision::Exact, |call| call.refuse("of providers")),
];

/// A loader of which only the service is known.
fn load(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if call.present(0).is_err() {
        return call.refuse("of null");
    }
    let loader = call.state.heap.allocate(call.machine.builtin(LOADER)?);
    let service = call.value(0);
    call.write(loader, "service", service)?;
    Ok(Some(Value::Reference(Reference::Object(loader))))
}

fn iterator(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let loader = call.present(0)?;
    let Some(Value::Reference(service)) = call.read(loader, "service") else { return call.refuse("of an input") };
    let Some(service) = mirrored_name(call.state, service)? else { return call.refuse("of null") };
    let program = call.machine.program;
    let (Some(class), Some(jdk)) = (program.class_by_name(&service), program.jdk()) else {
        return call.refuse("without a JDK");
    };
    let is_own = |class: &ClassId| program.is_user_class(*class);
    if is_own(&class) || program.subtypes(class).iter().any(is_own) {
        return call.refuse("of a service that classes of the class path may provide");
    }
    let wanted = if &*service == SECURITY { wanted_provider(call) } else { None };
    let names = match &wanted {
        Some(name) => jdk.providers_of_all(&service).and_then(|names| of_name(program, names, name)),
        None => jdk.providers(&service),
    };
    let Some(names) = names else { return call.refuse("that several modules provide") };
    let (mut classes, mut made, mut providers) = (Vec::new(), 0, Vec::new());
    for name in names {
        match program.class_by_name(&name).filter(|class| !is_asked(program, *class)) {
            Some(class) => classes.push(class),
            None => return Err(StopReason::NoModel(format!("{} of {name}", call.model.name)).into()),
        }
    }
    // They are made at once, and not when they are asked for, which shows nowhere in the JDK's.
    for class in &classes {
        if does_nothing_at_first(program, *class) {
            continue;
        }
        if call.given(made).is_none() {
            let constructor = program.method_by_name((program.class_name(*class), "<init>", "()V"));
            let Some(constructor) = constructor.map(|constructor| program.method(constructor).position) else {
                return call.refuse("that a method gives");
            };
            return Err(call.uses((*class, constructor), Use::Reflects, Vec::new()));
        }
        made += 1;
    }
    made = 0;
    for class in classes {
        if does_nothing_at_first(program, class) {
            providers.push(Value::Reference(Reference::Object(call.state.heap.allocate(class))));
        } else {
            providers.extend(call.given(made));
            made += 1;
        }
    }
    let length = call.small(providers.len() as i32);
    let component = FieldKind::Reference(ReferenceType::class(class));
    let array = call.state.heap.allocate_array(&mut call.machine.pool, component, length);
    for (position, provider) in providers.into_iter().enumerate() {
        let index = call.small(position as i32);
        let (heap, mut context) = call.machine.heap_context(call.state);
        heap.write_element(&mut context, array, index, provider)?;
    }
    let iterator = call.state.heap.allocate(call.machine.builtin(ITERATOR)?);
    call.write(iterator, "a", Value::Reference(Reference::Object(array)))?;
    Ok(Some(Value::Reference(Reference::Object(iterator))))
}

/// The name of the provider of cryptography that the JDK's code goes through all of them for, where that is who asks.
fn wanted_provider(call: &mut Call<'_, '_>) -> Option<String> {
    let program = call.machine.program;
    let frame = call.state.frame()?;
    let info = program.method(frame.method);
    let method: (&str, &str, &str) = (program.class_name(info.class), &info.name, &info.descriptor);
    let Some(Value::Reference(name)) = frame.locals.get(1).copied().filter(|_| method == SEARCHING) else {
        return None;
    };
    let name = call.state.heap.resolve(name).ok()??;
    let name = call.text_of(name)?;
    call.machine.pool.as_text(name).and_then(|units| String::from_utf16(units).ok())
}

/// Those of the providers of cryptography that have a name: it is the first text that the constructor mentions, which it hands to
/// that of `Provider`. None where a constructor mentions none.
fn of_name(program: &Program, names: Vec<String>, wanted: &str) -> Option<Vec<String>> {
    let mut found = Vec::new();
    for class in names {
        let constructor = program.method_by_name((&class, "<init>", "()V"))?;
        let code = program.code(constructor)?;
        let name = code.instructions.iter().find_map(|decoded| match &decoded.instruction {
            Instruction::Constant(LoadableConstant::String(name)) => Some(&name.0),
            _ => None,
        })?;
        if wanted.encode_utf16().eq(name.iter().copied()) {
            found.push(class);
        }
    }
    Some(found)
}

/// Whether a class is not the JDK's, or has a method `provider` that is asked for another object.
fn is_asked(program: &Program, class: ClassId) -> bool {
    let mut methods = program.class(class).methods.iter();
    !program.class(class).is_jdk || methods.any(|method| &*program.method(*method).name == "provider")
}

/// Whether an object of a class is made by allocating it: its constructors, and those of its superclasses, call one another and do
/// nothing else.
fn does_nothing_at_first(program: &Program, class: ClassId) -> bool {
    let is_plain = |class: ClassId| {
        let name = program.class_name(class);
        if &**name == "java/lang/Object" {
            return true;
        }
        let constructor = program.method_by_name((name, "<init>", "()V"));
        let code = constructor.and_then(|constructor| program.code(constructor));
        code.is_some_and(|code| {
            let instructions: Vec<&Instruction> =
                code.instructions.iter().map(|decoded| &decoded.instruction).collect();
            matches!(
                instructions[..],
                [Instruction::Load(..), Instruction::Invoke(InvokeKind::Special, _), Instruction::Return(None)]
            )
        })
    };
    program.superclasses(class).all(is_plain)
}
