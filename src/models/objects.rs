//! `java.lang.Object` and `Record`.

use super::arguments::{Abrupt, Call};
use super::{Model, Precision, classes, exact, hash_tables, malformed, returns_object, value};
use crate::exec::{Caveat, ExternalResult, Interrupt, Machine, State, StopReason, UNOWNED};
use crate::heap::{Body, Choice, EnvironmentSource, Literal, Object, ObjectId, Origin, Value};
use crate::term::Domain;
use std::rc::Rc;

/// What a caveat says of hash codes that initialisers took.
pub(super) const HASH_CODE: &str = "java.lang.Object.hashCode";

pub(super) const TABLE: &[Model] = &[
    exact("java/lang/Object", "<init>", "()V", nothing),
    exact("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", same),
    exact("java/lang/Record", "<init>", "()V", nothing),
    exact("java/lang/Object", "getClass", "()Ljava/lang/Class;", class_of),
    exact("java/lang/Object", "clone", "()Ljava/lang/Object;", clone),
    value("java/lang/Object", "hashCode", "()I", Precision::Exact, identity_hash),
    // From Java 21 on an enum's constant keeps it.
    value("java/lang/Enum", "hashCode", "()I", Precision::Exact, identity_hash),
    value("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", Precision::Exact, identity_hash_or_zero),
    exact("java/lang/Object", "notify", "()V", notify),
    exact("java/lang/Object", "notifyAll", "()V", notify),
    value("java/lang/Object", "wait", "(J)V", Precision::Bounded, wait),
    value("java/lang/Object", "wait0", "(J)V", Precision::Bounded, wait),
    value("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", Precision::Exact, holds_lock),
];

pub(super) fn nothing(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(None))
}

pub(super) fn same(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [left, right] = arguments else {
        return Err(StopReason::Internal("equals without two references".into()).into());
    };
    let same = machine.same_reference(state, *left, *right)?;
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.int(i32::from(same))))))
}

/// Nobody waits; but only the owner of a monitor may say so.
fn notify(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else { return Err(malformed("notify")) };
    let Some(object) = state.heap.resolve(*receiver)? else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    if machine.tracks_monitors && !machine.owns_monitor(state, object)? {
        return Ok(ExternalResult::Threw(UNOWNED));
    }
    Ok(ExternalResult::Returned(None))
}

/// The first argument, whatever its class.
fn monitor(call: &Call<'_, '_>) -> Result<ObjectId, Abrupt> {
    let Value::Reference(reference) = call.value(0) else { return Err(malformed("monitor").into()) };
    call.state.heap.resolve(reference)?.ok_or(Abrupt::Threw("java/lang/NullPointerException"))
}

/// What is waited for, another thread would have to do.
fn wait(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let object = monitor(call)?;
    let time = call.number(1)?;
    let zero = call.machine.pool.long(0);
    let is_negative = call.machine.pool.less(time, zero);
    if call.decide(is_negative)? {
        return Err(Abrupt::Threw("java/lang/IllegalArgumentException"));
    }
    if call.machine.tracks_monitors && !call.machine.owns_monitor(call.state, object)? {
        return Err(Abrupt::Threw(UNOWNED));
    }
    call.unmodelled("of a monitor that is owned")
}

fn holds_lock(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let object = monitor(call)?;
    if !call.machine.tracks_monitors {
        return call.unmodelled("where monitors are not followed");
    }
    let owns = call.machine.owns_monitor(call.state, object)?;
    Ok(Some(Value::Int(call.small(i32::from(owns)))))
}

/// A number that is not negative, the same for an object as long as the program runs.
fn identity_hash(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let object = call.present(0)?;
    if let Some(place) = hash_tables::place(call, object) {
        return Ok(Some(Value::Int(call.small(place))));
    }
    if let Some(number) = number_since_initialisation(call, object) {
        let hash = guessed_hash(number);
        return Ok(Some(Value::Int(call.small(hash))));
    }
    let any = call.environment(EnvironmentSource::IdentityHash(object), Domain::Int)?;
    let mask = call.small(i32::MAX);
    Ok(Some(Value::Int(call.machine.pool.and(any, mask))))
}

/// A number for an object that an initialiser takes the hash code of: class initialisation has one path, on which it must be
/// some number. Another one could come of the JVM, which is a caveat; from then on each object keeps its own.
fn number_since_initialisation(call: &mut Call<'_, '_>, object: ObjectId) -> Option<u32> {
    let caveat = Caveat::GuessedAtInitialisation(HASH_CODE.into());
    let is_initialising = !call.state.heap.statics_are_inputs;
    if is_initialising {
        call.machine.caveats.insert(caveat);
    } else if !call.machine.caveats.contains(&caveat) {
        return None;
    }
    match &call.state.heap.object(object)?.origin {
        Origin::Literal(Literal::Class(name)) => {
            Some(name.bytes().fold(7, |hash, byte| hash.wrapping_mul(31).wrapping_add(u32::from(byte))))
        }
        Origin::Initialised(ObjectId(number)) => Some(*number),
        _ if is_initialising => Some(object.0),
        _ => None,
    }
}

/// The numbers spread, as the JVM's do.
pub(super) fn guessed_hash(number: u32) -> i32 {
    (number.wrapping_add(1).wrapping_mul(0x9e37_79b1) >> 1) as i32
}

fn identity_hash_or_zero(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    match call.object(0)? {
        Some(_) => identity_hash(call),
        None => Ok(Some(Value::Int(call.small(0)))),
    }
}

/// The class object of the receiver's class, which must be decided for it.
fn class_of(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else { return Err(malformed("getClass")) };
    let Some(object) = state.heap.resolve(*receiver)? else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    let class = classes::exact_type(machine, state, object)?;
    if state.heap.construction.is_active() && state.heap.instance(object).is_some_and(|body| body.open) {
        state.heap.settle(object);
    }
    let name = machine.program.type_name(class);
    returns_object(classes::literal(machine, state, &name)?)
}

/// A shallow copy of the receiver, if its class is `Cloneable`.
fn clone(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else { return Err(malformed("clone")) };
    let Some(object) = state.heap.resolve(*receiver)? else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    let Some(body) = state.heap.instance(object) else { return Err(malformed("clone")) };
    if body.types.len() > 1 {
        return Err(Choice::Types(object, body.types.iter().map(|class| Rc::from([*class])).collect()).into());
    }
    let program = machine.program;
    let cloneable = machine.builtin("java/lang/Cloneable")?;
    if !body.types.iter().all(|class| program.is_subclass(*class, cloneable) == Some(true)) {
        return Ok(ExternalResult::Threw("java/lang/CloneNotSupportedException"));
    }
    // Every field of an input must have been met, or the copy would meet another value than the original.
    let fields: Vec<_> = body
        .types
        .iter()
        .flat_map(|class| program.superclasses(*class))
        .flat_map(|class| program.class(class).fields.iter().copied())
        .filter(|field| !program.field(*field).flags.is_static())
        .collect();
    for field in fields {
        machine.refuse_unknown_of_machine(state, object, field)?;
        let (heap, mut context) = machine.heap_context(state);
        heap.read_field(&mut context, object, field);
    }
    let Some(mut body) = state.heap.instance(object).cloned() else { return Err(malformed("clone")) };
    body.open = false;
    let copy = state.heap.add(Object { origin: Origin::Allocated, body: Body::Instance(body) });
    returns_object(copy)
}
