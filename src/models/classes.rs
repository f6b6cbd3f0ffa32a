//! `java.lang.Class` and `java.lang.reflect.Array`: class objects are the literals of their names.

use super::class_objects::{
    CLASS, Mirrored, PRIMITIVES, class_named, exact_type, is_any_class, is_numbered, literal, mirrored, mirrored_name,
    refuse_numbered,
};
use super::messages::{Part, threw};
use super::shared_string::shared_string;
use super::{MethodModel, bounded, exact, malformed, returns_int, returns_null, returns_object};
use crate::classfile::{StringConstant, primitive_name, simple_name};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{EnvironmentSource, Heap, Literal, ObjectId, Origin, Reference, Value};
use crate::program::{ClassId, Element, FieldId, FieldKind, ReferenceType, is_desugared};
use crate::term::{Domain, TermId};
use std::sync::Arc;

const NULL_POINTER: &str = "java/lang/NullPointerException";
/// The method that asks two class objects, of which one may be an input.
const ASSIGNABLE: &str = "isAssignableFrom";

pub(super) const TABLE: &[MethodModel] = &[
    exact(CLASS, "desiredAssertionStatus", "()Z", assertions_enabled),
    exact(CLASS, "getPrimitiveClass", "(Ljava/lang/String;)Ljava/lang/Class;", primitive_class),
    exact(CLASS, "getName", "()Ljava/lang/String;", name),
    exact(CLASS, "getSimpleName", "()Ljava/lang/String;", simple),
    bounded(CLASS, "isArray", "()Z", is_array),
    bounded(CLASS, "isInterface", "()Z", is_interface),
    bounded(CLASS, "isPrimitive", "()Z", is_primitive),
    exact(CLASS, "isEnum", "()Z", is_enum),
    bounded(CLASS, "isInstance", "(Ljava/lang/Object;)Z", is_instance),
    exact(CLASS, "cast", "(Ljava/lang/Object;)Ljava/lang/Object;", cast),
    bounded(CLASS, "isAssignableFrom", "(Ljava/lang/Class;)Z", is_assignable_from),
    bounded(CLASS, "getSuperclass", "()Ljava/lang/Class;", superclass),
    exact(CLASS, "getComponentType", "()Ljava/lang/Class;", component_type),
    exact(CLASS, "getEnumConstants", "()[Ljava/lang/Object;", enum_constants),
    exact(CLASS, "getEnumConstantsShared", "()[Ljava/lang/Object;", enum_constants),
    exact("java/util/EnumSet", "getUniverse", "(Ljava/lang/Class;)[Ljava/lang/Enum;", enum_constants),
    exact("java/util/EnumMap", "getKeyUniverse", "(Ljava/lang/Class;)[Ljava/lang/Enum;", enum_constants),
    // Whoever asks for it assigns all elements before it reads one.
    exact(
        "jdk/internal/misc/Unsafe",
        "allocateUninitializedArray",
        "(Ljava/lang/Class;I)Ljava/lang/Object;",
        new_uninitialised,
    ),
    exact("java/lang/reflect/Array", "newInstance", "(Ljava/lang/Class;I)Ljava/lang/Object;", new_array),
];

fn receiver_reference(arguments: &[Value]) -> Result<Reference, Interrupt> {
    match arguments.first() {
        Some(Value::Reference(receiver)) => Ok(*receiver),
        _ => Err(malformed("Class")),
    }
}

fn receiver(state: &State, arguments: &[Value]) -> Result<Option<Arc<str>>, Interrupt> {
    mirrored_name(state, receiver_reference(arguments)?)
}

/// What a class object that is an input says when it is asked, of itself or of another object: anything, but the same each time. The name
/// of one that stands for a class with a number is such an answer too. None of one that is known.
fn any_answer(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    (asked, domain): (&'static str, Domain),
) -> Result<Option<TermId>, Interrupt> {
    let mut objects = [None; 2];
    for (object, argument) in objects.iter_mut().zip(arguments) {
        let Value::Reference(reference) = argument else { return Err(malformed("Class")) };
        *object = state.heap.resolve(*reference)?;
    }
    let [Some(receiver), other] = objects else { return Ok(None) };
    // What is null, the caller sees.
    let is_of_any = asked == ASSIGNABLE && other.is_some_and(|other| is_any_class(state, other));
    let is_named = domain == Domain::Text && state.heap.knows_the_machine() && is_numbered(state, receiver);
    let is_unknown =
        is_of_any || is_named || is_any_class(state, receiver) && (arguments.len() == 1 || other.is_some());
    let source = EnvironmentSource::OfClass(receiver, asked, other);
    Ok(is_unknown.then(|| state.heap.environment_value(&mut machine.pool, source, domain)))
}

/// What a class object gives when it is asked, where it is an input: see [`any_answer`].
fn any_result(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    (asked, domain): (&'static str, Domain),
) -> Result<Option<ExternalResult>, Interrupt> {
    let Some(answer) = any_answer(machine, state, arguments, (asked, domain))? else { return Ok(None) };
    match domain {
        Domain::Text => returns_object(shared_string(machine, state, answer)?).map(Some),
        _ => Ok(Some(ExternalResult::Returned(Some(Value::Int(answer))))),
    }
}

/// What the receiver gives when it is asked: what `body` says of the name of its type, or anything where it is an input.
fn ask(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    asked: (&'static str, Domain),
    body: impl FnOnce(&mut Machine<'_>, &mut State, &str) -> Result<ExternalResult, Interrupt>,
) -> Result<ExternalResult, Interrupt> {
    match any_result(machine, state, arguments, asked)? {
        Some(any) => Ok(any),
        None => with_name(machine, state, arguments, body),
    }
}

/// Runs `body` with the name of the receiver's type.
pub(super) fn with_name(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    body: impl FnOnce(&mut Machine<'_>, &mut State, &str) -> Result<ExternalResult, Interrupt>,
) -> Result<ExternalResult, Interrupt> {
    match receiver(state, arguments)? {
        Some(name) => body(machine, state, &name),
        None => Ok(ExternalResult::Threw(NULL_POINTER)),
    }
}

/// Assertions are enabled as under `java -ea`: not in the JDK's own classes.
fn assertions_enabled(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    with_name(machine, state, arguments, |machine, _, name| {
        let class = machine.program.class_by_name(name);
        let is_jdk = class.is_some_and(|class| machine.program.class(class).is_jdk);
        returns_int(machine, i32::from(!is_jdk))
    })
}

fn primitive_class(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(Reference::Object(name))] = arguments else { return Err(malformed("getPrimitiveClass")) };
    let Some(Origin::Literal(Literal::String(text))) = state.heap.object(*name).map(|object| &object.origin) else {
        return Err(malformed("getPrimitiveClass"));
    };
    let name = String::from_utf16_lossy(&text.0);
    returns_object(literal(machine, state, &name)?)
}

/// A string constant.
pub(super) fn string(machine: &mut Machine<'_>, state: &mut State, text: &str) -> Result<ExternalResult, Interrupt> {
    let class = machine.builtin("java/lang/String")?;
    let units: Vec<u16> = text.encode_utf16().collect();
    returns_object(state.heap.literal(class, Literal::String(StringConstant(units.into()))))
}

fn name(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    ask(machine, state, arguments, ("getName", Domain::Text), |machine, state, name| {
        refuse_numbered(name)?;
        string(machine, state, &name.replace('/', "."))
    })
}

/// The name in the source; what `InnerClasses` says of member classes is what their binary names say too.
fn simple(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    ask(machine, state, arguments, ("getSimpleName", Domain::Text), |machine, state, name| {
        refuse_numbered(name)?;
        let Mirrored::Reference(reference) = mirrored(machine, name)? else { return string(machine, state, name) };
        let simple = match reference.element {
            Element::Primitive(primitive) => primitive_name(primitive).to_owned(),
            Element::Class(class) => {
                let definition = machine.program.class(class);
                let name = &*definition.name;
                let inner = definition
                    .file()
                    .and_then(|file| file.inner_classes.iter().find(|inner| &*inner.inner == name))
                    .map(|inner| inner.name.as_deref().unwrap_or("").to_owned());
                inner.unwrap_or_else(|| simple_name(name))
            }
        };
        string(machine, state, &with_brackets(&simple, reference.dimensions))
    })
}

/// A name with the brackets of an array's dimensions.
pub(super) fn with_brackets(name: &str, dimensions: u8) -> String {
    format!("{name}{}", "[]".repeat(usize::from(dimensions)))
}

fn is_array(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    ask(machine, state, arguments, ("isArray", Domain::Boolean), |machine, _, name| {
        returns_int(machine, i32::from(name.starts_with('[')))
    })
}

fn is_primitive(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    ask(machine, state, arguments, ("isPrimitive", Domain::Boolean), |machine, _, name| {
        returns_int(machine, i32::from(PRIMITIVES.iter().any(|(known, _)| *known == name)))
    })
}

fn is_interface(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    ask(machine, state, arguments, ("isInterface", Domain::Boolean), |machine, _, name| {
        let class = class_named(machine, name)?;
        let is = class.is_some_and(|class| machine.program.class(class).flags.is_interface());
        returns_int(machine, i32::from(is))
    })
}

/// Whether the class is an enum itself, and not the class of a constant with a body.
fn is_enum(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    ask(machine, state, arguments, ("isEnum", Domain::Boolean), |machine, _, name| {
        let program = machine.program;
        let is = class_named(machine, name)?.is_some_and(|class| {
            let definition = program.class(class);
            let parent = definition.superclass.map(|parent| program.class_name(parent));
            definition.is_enum() && parent.is_some_and(|parent| &**parent == "java/lang/Enum")
        });
        returns_int(machine, i32::from(is))
    })
}

fn holds(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<Option<bool>, Interrupt> {
    let [_, Value::Reference(value)] = arguments else { return Err(malformed("Class")) };
    if let Some(answer) = any_answer(machine, state, arguments, ("isInstance", Domain::Boolean))? {
        let zero = machine.pool.int(0);
        let holds = machine.pool.not_equal(answer, zero);
        return state.path.decide(&mut machine.pool, holds).map(Some).map_err(Interrupt::from);
    }
    let Some(object) = state.heap.resolve(*value)? else {
        return Ok(state.heap.resolve(receiver_reference(arguments)?)?.map(|_| false));
    };
    let Some(name) = receiver(state, arguments)? else { return Ok(None) };
    match mirrored(machine, &name)? {
        Mirrored::Primitive(_) => Ok(Some(false)),
        Mirrored::Reference(_) => machine.has_type(state, object, &name).map(Some),
    }
}

fn is_instance(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    match holds(machine, state, arguments)? {
        Some(holds) => returns_int(machine, i32::from(holds)),
        None => Ok(ExternalResult::Threw(NULL_POINTER)),
    }
}

fn cast(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [_, Value::Reference(value)] = arguments else { return Err(malformed("Class")) };
    let is_null = state.heap.resolve(*value)?.is_none();
    match holds(machine, state, arguments)? {
        None => Ok(ExternalResult::Threw(NULL_POINTER)),
        Some(false) if !is_null => not_cast(machine, state, arguments),
        Some(_) => Ok(ExternalResult::Returned(arguments.get(1).copied())),
    }
}

/// What `Class.cast` throws, with its message where both types are known.
fn not_cast(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    const REFUSED: &str = "java/lang/ClassCastException";
    let [_, Value::Reference(value)] = arguments else { return Err(malformed("Class")) };
    let (Some(wanted), Some(object)) = (receiver(state, arguments)?, state.heap.resolve(*value)?) else {
        return Ok(ExternalResult::Threw(REFUSED));
    };
    if state.heap.is_input(object) {
        return Ok(ExternalResult::Threw(REFUSED));
    }
    let of = exact_type(machine, state, object)?;
    let of = machine.program.type_name(of);
    if is_desugared(&of) || is_desugared(&wanted) {
        return Ok(ExternalResult::Threw(REFUSED));
    }
    let message = format!("Cannot cast {} to {}", of.replace('/', "."), wanted.replace('/', "."));
    Ok(threw(machine, REFUSED, &[Part::Words(&message)]))
}

fn is_assignable_from(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    if let Some(any) = any_result(machine, state, arguments, (ASSIGNABLE, Domain::Boolean))? {
        return Ok(any);
    }
    let [_, Value::Reference(other)] = arguments else { return Err(malformed("Class")) };
    let (Some(wide), Some(narrow)) = (receiver(state, arguments)?, mirrored_name(state, *other)?) else {
        return Ok(ExternalResult::Threw(NULL_POINTER));
    };
    let is = match (mirrored(machine, &wide)?, mirrored(machine, &narrow)?) {
        (Mirrored::Reference(wide), Mirrored::Reference(narrow)) => {
            let missing = || Interrupt::from(StopReason::MissingClass(machine.program.type_name(narrow)));
            machine.program.is_subtype(narrow, wide).ok_or_else(missing)?
        }
        _ => wide == narrow,
    };
    returns_int(machine, i32::from(is))
}

fn superclass(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    with_name(machine, state, arguments, |machine, state, name| {
        if name.starts_with('[') {
            return returns_object(literal(machine, state, "java/lang/Object")?);
        }
        let program = machine.program;
        let Some(class) = class_named(machine, name)?.filter(|class| !program.class(*class).flags.is_interface())
        else {
            return returns_null();
        };
        match program.class(class).superclass {
            Some(parent) => returns_object(literal(machine, state, program.class_name(parent))?),
            None => returns_null(),
        }
    })
}

pub(super) fn component_type(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    if let Some(original) = narrower(state, arguments, Heap::owner_of_class) {
        let class = machine.builtin(CLASS)?;
        return returns_object(state.heap.component_class_of(original, class));
    }
    with_name(machine, state, arguments, |machine, state, name| {
        let Mirrored::Reference(reference) = mirrored(machine, name)? else { return returns_null() };
        let component = match reference.component() {
            None | Some(FieldKind::Text) => return returns_null(),
            Some(FieldKind::Reference(component)) => machine.program.type_name(component),
            Some(FieldKind::Primitive(primitive)) => {
                let known = PRIMITIVES.iter().find(|(_, known)| *known == Some(primitive));
                known.map_or(String::new(), |(name, _)| (*name).to_owned())
            }
        };
        returns_object(literal(machine, state, &component)?)
    })
}

/// The constants of an enum in a new array of the enum's type; null for other classes.
fn enum_constants(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    with_name(machine, state, arguments, |machine, state, name| {
        let Some(class) = class_named(machine, name)? else { return returns_null() };
        // The class of a constant with a body of its own is below the enum, and has none.
        let above = machine.program.superclasses(class).nth(1).map(|above| machine.program.class_name(above));
        if above.is_none_or(|above| &**above != "java/lang/Enum") {
            return returns_null();
        }
        if !state.heap.statics_are_inputs && machine.program.class(class).is_enum() {
            if machine.is_being_initialised(state, class) && !has_values(machine, state, class) {
                // The JVM may find no array of them yet.
                return Err(StopReason::NoModel("an enum's constants while they are made".into()).into());
            }
            if !machine.has_begun(class) {
                return Ok(ExternalResult::Initialises(class, Some(Value::Reference(Reference::Null))));
            }
        }
        let Some(constants) = machine.enum_constants(state, class)? else { return returns_null() };
        let length = machine.pool.int(constants.len() as i32);
        let component = FieldKind::Reference(ReferenceType::class(class));
        let array = state.heap.allocate_array(&mut machine.pool, component, length);
        for (position, (_, constant)) in constants.into_iter().enumerate() {
            let index = machine.pool.int(position as i32);
            let (heap, mut context) = machine.heap_context(state);
            heap.write_element(&mut context, array, index, Value::Reference(Reference::Object(constant)))?;
        }
        returns_object(array)
    })
}

/// Whether the initialiser of an enum has kept the array of all constants, which it does when it has made them.
fn has_values(machine: &Machine<'_>, state: &State, class: ClassId) -> bool {
    let program = machine.program;
    let is_kept = |field: &FieldId| {
        let info = program.field(*field);
        let is_array = info.kind == FieldKind::Reference(FieldKind::Reference(ReferenceType::class(class)).array_of());
        info.flags.is_static() && info.flags.is_synthetic() && is_array
    };
    let is_assigned =
        |field: &FieldId| matches!(state.heap.static_value(*field), Some(Value::Reference(Reference::Object(_))));
    program.class(class).fields.iter().filter(|field| is_kept(field)).any(is_assigned)
}

/// The input array that a class object belongs to whose class is not decided.
fn narrower(state: &State, arguments: &[Value], owner: fn(&Heap, ObjectId) -> Option<ObjectId>) -> Option<ObjectId> {
    let Some(Value::Reference(reference)) = arguments.first() else { return None };
    let Reference::Object(given) = state.heap.current(*reference) else { return None };
    owner(&state.heap, given).filter(|owner| state.heap.array(*owner).is_some())
}

fn new_array(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [_, Value::Int(length)] = arguments else { return Err(malformed("newInstance")) };
    let length = *length;
    if let Some(original) = narrower(state, arguments, Heap::owner_of_component) {
        let component = state.heap.array(original).ok_or_else(|| malformed("newInstance"))?.component;
        let Some(array) = machine.sized_array(state, component, length)? else {
            return Ok(ExternalResult::Threw("java/lang/NegativeArraySizeException"));
        };
        state.heap.type_as(array, original);
        return returns_object(array);
    }
    with_name(machine, state, arguments, |machine, state, name| {
        let component = match mirrored(machine, name)? {
            Mirrored::Reference(reference) => FieldKind::Reference(reference),
            Mirrored::Primitive(Some(primitive)) => FieldKind::Primitive(primitive),
            Mirrored::Primitive(None) => return Ok(ExternalResult::Threw("java/lang/IllegalArgumentException")),
        };
        match machine.sized_array(state, component, length)? {
            Some(array) => returns_object(array),
            None => Ok(threw(machine, "java/lang/NegativeArraySizeException", &[Part::Number(length)])),
        }
    })
}

/// The receiver has nothing to do with it.
fn new_uninitialised(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [_, class_and_length @ ..] = arguments else { return Err(malformed("allocateUninitializedArray")) };
    new_array(machine, state, class_and_length)
}
