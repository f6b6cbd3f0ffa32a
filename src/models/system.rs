//! `java.lang.System.arraycopy`, with the checks in the order in which HotSpot makes them, and loggers.

use super::arguments::{Abrupt, Call};
use super::messages::{Part, threw};
use super::objects::nothing;
use super::{MethodModel, Precision, exact, returns_int, returns_null, returns_object, value};
use crate::classfile::primitive_name;
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{ArrayBody, Contents, EnvironmentSource, ObjectId, Reference, Value};
use crate::program::{FieldKind, ReferenceType};
use crate::term::{Domain, TermId};
use std::rc::Rc;

const ARRAY_STORE: &str = "java/lang/ArrayStoreException";
const OUT_OF_BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
const NULL_POINTER: &str = "java/lang/NullPointerException";

const A_LOGGER: &str = "(Ljava/lang/String;)Ljava/lang/System$Logger;";
const LOGGED: &str = "(Ljava/lang/System$Logger$Level;Ljava/lang/String;[Ljava/lang/Object;)V";
/// The class of the JDK's loggers, as they are at first.
const LOGGER: &str = "jdk/internal/logger/BootstrapLogger";

/// A logger for the JDK's own code.
fn own_logger(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if !call.is_asked_by_jdk() {
        return call.refuse("for a program");
    }
    let logger = call.state.heap.allocate(call.machine.builtin(LOGGER)?);
    Ok(Some(Value::Reference(Reference::Object(logger))))
}

pub(super) const TABLE: &[MethodModel] = &[
    // What the JDK itself notes goes nowhere, as it is unless somebody asks for it.
    value("java/lang/System", "getLogger", A_LOGGER, Precision::Exact, own_logger),
    value(LOGGER, "isLoggable", "(Ljava/lang/System$Logger$Level;)Z", Precision::Exact, |call| {
        Ok(Some(Value::Int(call.small(0))))
    }),
    value(LOGGER, "log", "(Ljava/lang/System$Logger$Level;Ljava/lang/String;)V", Precision::Exact, |_| Ok(None)),
    value(LOGGER, "log", LOGGED, Precision::Exact, |_| Ok(None)),
    exact("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy),
    exact("java/lang/System", "exit", "(I)V", exit),
    exact("java/lang/System", "getSecurityManager", "()Ljava/lang/SecurityManager;", null),
    exact("jdk/internal/misc/VM", "isBooted", "()Z", yes),
    exact("jdk/internal/misc/VM", "isModuleSystemInited", "()Z", yes),
    exact("jdk/internal/misc/VM", "initialize", "()V", nothing),
    exact("jdk/internal/misc/VM", "initializeFromArchive", "(Ljava/lang/Class;)V", nothing),
    exact("jdk/internal/misc/CDS", "initializeFromArchive", "(Ljava/lang/Class;)V", nothing),
    exact("jdk/internal/misc/CDS", "getRandomSeedForDumping", "()J", zero),
    exact("jdk/internal/misc/CDS", "isDumpingClassList0", "()Z", no),
    exact("jdk/internal/misc/CDS", "isDumpingArchive0", "()Z", no),
    exact("jdk/internal/misc/CDS", "isSharingEnabled0", "()Z", no),
    exact("jdk/internal/misc/CDS", "getCDSConfigStatus", "()I", no),
    exact("jdk/internal/misc/CDS", "logLambdaFormInvoker", "(Ljava/lang/String;)V", nothing),
    exact("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "()Z", yes),
    value("java/lang/Runtime", "availableProcessors", "()I", Precision::Bounded, processors),
    exact("java/lang/Runtime", "getRuntime", "()Ljava/lang/Runtime;", runtime),
    // That of the JDK at hand, of which its classes tell.
    value("java/lang/Runtime", "version", "()Ljava/lang/Runtime$Version;", Precision::Exact, |_| Err(Abrupt::RunsCode)),
];

fn null(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_null()
}

fn yes(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_int(machine, 1)
}

fn no(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_int(machine, 0)
}

fn zero(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Long(machine.pool.long(0)))))
}

/// While classes are initialised one processor will do; to a program that asks there may be any number.
fn processors(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let one = call.small(1);
    if !call.state.heap.statics_are_inputs {
        return Ok(Some(Value::Int(one)));
    }
    let any = call.environment(EnvironmentSource::Surroundings("Runtime.availableProcessors"), Domain::Int)?;
    let pool = &mut call.machine.pool;
    let is_number = pool.less_or_equal(one, any);
    Ok(Some(Value::Int(pool.if_then_else(is_number, any, one))))
}

fn runtime(machine: &mut Machine<'_>, state: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    let class = machine.builtin("java/lang/Runtime")?;
    // There is one.
    let mut objects = (0..state.heap.object_count() as u32).map(ObjectId);
    let known = objects.find(|object| state.heap.exact_class(*object) == Some(class));
    returns_object(known.unwrap_or_else(|| state.heap.allocate(class)))
}

/// Ends the program, and so the path.
fn exit(machine: &mut Machine<'_>, _: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let status = match arguments {
        [Value::Int(status)] => machine.pool.as_int(*status),
        _ => None,
    };
    Err(StopReason::Exits(status).into())
}

fn arraycopy(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [
        Value::Reference(source),
        Value::Int(source_from),
        Value::Reference(destination),
        Value::Int(destination_from),
        Value::Int(length),
    ] = arguments
    else {
        return Err(StopReason::Internal("arraycopy with other arguments".into()).into());
    };
    let Some(source) = resolve(state, *source)? else { return Ok(ExternalResult::Threw(NULL_POINTER)) };
    let Some(destination) = resolve(state, *destination)? else { return Ok(ExternalResult::Threw(NULL_POINTER)) };
    let (Some(from), Some(to)) = (state.heap.array(source).cloned(), state.heap.array(destination).cloned()) else {
        return not_arrays(machine, state, source, destination);
    };
    // What the messages call an array.
    let words = |body: &ArrayBody| match body.component {
        FieldKind::Primitive(kind) => primitive_name(kind),
        FieldKind::Reference(_) | FieldKind::Text => "object array",
    };
    let (of_source, of_destination) = (words(&from), words(&to));
    match (from.component, to.component) {
        (FieldKind::Primitive(left), FieldKind::Primitive(right)) if left == right => {}
        (FieldKind::Reference(left), FieldKind::Reference(right)) => {
            let accepting: Vec<ReferenceType> = match &to.possible_components {
                Some(classes) => classes.iter().map(|class| ReferenceType::class(*class)).collect(),
                None => vec![right],
            };
            if state.heap.typed_as(source) != state.heap.typed_as(destination) {
                machine.note_exact_array(state, destination);
            }
            // Within one array every element fits.
            let fits = |component: &ReferenceType| machine.program.is_subtype(left, *component) == Some(true);
            if source != destination && !accepting.iter().all(fits) {
                let is_exact = from.possible_components.is_none() && to.possible_components.is_none();
                let numbers = [*source_from, *destination_from, *length, from.length, to.length]
                    .map(|term| machine.pool.as_int(term));
                match numbers {
                    [Some(from), Some(to), Some(length), Some(available), Some(room)] if is_exact => {
                        let is_inside = from >= 0
                            && to >= 0
                            && length >= 0
                            && length <= available.saturating_sub(from)
                            && length <= room.saturating_sub(to);
                        // Where it is not, what is outside is said below.
                        if is_inside {
                            return checked_copy(machine, state, (source, from), (destination, to), length, right);
                        }
                    }
                    _ => return Err(StopReason::CheckedCopy.into()),
                }
            }
        }
        _ => {
            let mismatch = format!("arraycopy: type mismatch: can not copy {of_source}[] into {of_destination}[]");
            return Ok(threw(machine, ARRAY_STORE, &[Part::Words(&mismatch)]));
        }
    }
    let zero = machine.pool.int(0);
    let sides = [
        ("source", of_source, *source_from, from.length),
        ("destination", of_destination, *destination_from, to.length),
    ];
    for (side, of, position, available) in sides {
        let not_negative = machine.pool.greater_or_equal(position, zero);
        if !state.path.decide(&mut machine.pool, not_negative)? {
            let begin = format!("arraycopy: {side} index ");
            return Ok(outside(machine, (&begin, position), of, available));
        }
    }
    let not_negative = machine.pool.greater_or_equal(*length, zero);
    if !state.path.decide(&mut machine.pool, not_negative)? {
        let message = [Part::Words("arraycopy: length "), Part::Number(*length), Part::Words(" is negative")];
        return Ok(threw(machine, OUT_OF_BOUNDS, &message));
    }
    for (side, of, position, available) in sides {
        // No wrap-around: both are at least 0.
        let room = machine.pool.subtract(available, *length);
        let fits = machine.pool.less_or_equal(position, room);
        if !state.path.decide(&mut machine.pool, fits)? {
            let begin = format!("arraycopy: last {side} index ");
            // HotSpot adds and prints them without a sign.
            let [position, length] = [position, *length].map(|number| machine.pool.int_to_long(number));
            let last = machine.pool.add(position, length);
            return Ok(outside(machine, (&begin, last), of, available));
        }
    }
    let contents = copied(machine, from.contents, to.contents, *source_from, *destination_from, *length)?;
    if let Some(body) = state.heap.array_mut(destination) {
        body.contents = contents;
    }
    Ok(ExternalResult::Returned(None))
}

/// Refuses what is no array.
fn not_arrays(
    machine: &mut Machine<'_>,
    state: &mut State,
    source: ObjectId,
    destination: ObjectId,
) -> Result<ExternalResult, Interrupt> {
    let (side, object) = match state.heap.array(source) {
        None => ("source", source),
        Some(_) => ("destination", destination),
    };
    let Some(name) = machine.name_of_type(state, object) else { return Ok(ExternalResult::Threw(ARRAY_STORE)) };
    let message = format!("arraycopy: {side} type {} is not an array", name.replace('/', "."));
    Ok(threw(machine, ARRAY_STORE, &[Part::Words(&message)]))
}

/// Refuses a position outside of an array.
fn outside(
    machine: &mut Machine<'_>,
    (begin, position): (&str, TermId),
    of: &str,
    available: TermId,
) -> ExternalResult {
    let of = format!(" out of bounds for {of}[");
    let message =
        [Part::Words(begin), Part::Number(position), Part::Words(&of), Part::Number(available), Part::Words("]")];
    threw(machine, OUT_OF_BOUNDS, &message)
}

/// Copies element by element, up to the first that the destination does not take.
fn checked_copy(
    machine: &mut Machine<'_>,
    state: &mut State,
    (source, source_from): (ObjectId, i32),
    (destination, destination_from): (ObjectId, i32),
    length: i32,
    component: ReferenceType,
) -> Result<ExternalResult, Interrupt> {
    let name = machine.program.type_name(component);
    let mut values = Vec::new();
    let mut all_fit = true;
    for position in 0..length {
        let index = machine.pool.int(source_from.saturating_add(position));
        let (heap, mut context) = machine.heap_context(state);
        let value = heap.read_element(&mut context, source, index)?;
        let Value::Reference(reference) = value else { return Err(StopReason::CheckedCopy.into()) };
        let fits = match state.heap.resolve(reference)? {
            None => true,
            Some(object) => machine.has_type(state, object, &name)?,
        };
        if !fits {
            all_fit = false;
            break;
        }
        values.push(value);
    }
    for (position, value) in (destination_from..).zip(values) {
        let index = machine.pool.int(position);
        let (heap, mut context) = machine.heap_context(state);
        heap.write_element(&mut context, destination, index, value)?;
    }
    if all_fit {
        return Ok(ExternalResult::Returned(None));
    }
    let Some(FieldKind::Reference(from)) = state.heap.array(source).map(|body| body.component) else {
        return Err(StopReason::CheckedCopy.into());
    };
    let (into, of) = (name.replace('/', "."), machine.program.type_name(from).replace('/', "."));
    let message = if machine.program.is_subtype(component, from) == Some(true) {
        format!(
            "arraycopy: element type mismatch: can not cast one of the elements of {of}[] to the type of the destination array, {into}"
        )
    } else {
        format!("arraycopy: type mismatch: can not copy {of}[] into {into}[]")
    };
    Ok(threw(machine, ARRAY_STORE, &[Part::Words(&message)]))
}

fn copied(
    machine: &mut Machine<'_>,
    from: Contents,
    to: Contents,
    source_from: TermId,
    destination_from: TermId,
    length: TermId,
) -> Result<Contents, Interrupt> {
    match (from, to) {
        (Contents::Primitive(_, source), Contents::Primitive(kind, destination)) => {
            let copy = machine.pool.copy(destination, destination_from, source, source_from, length);
            Ok(Contents::Primitive(kind, copy))
        }
        (Contents::References(source), Contents::References(destination)) => {
            let copy = destination.with_copy(&source, source_from, destination_from, length);
            Ok(Contents::References(Rc::new(copy)))
        }
        _ => Err(StopReason::Internal("arraycopy between arrays of other kinds".into()).into()),
    }
}

fn resolve(state: &State, reference: Reference) -> Result<Option<ObjectId>, Interrupt> {
    Ok(state.heap.resolve(reference)?)
}
