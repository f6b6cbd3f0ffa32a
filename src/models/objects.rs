//! `java.lang.Object` and `Record`.

use super::arguments::{Abrupt, Call};
use super::messages::{Part, threw};
use super::{MethodModel, Precision, bounded, class_objects, exact, hash_order, malformed, returns_object, value};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason, UNOWNED};
use crate::heap::{Body, Choice, Object, ObjectId, Origin, Value};
use std::rc::Rc;

pub(super) const ILLEGAL: &str = "java/lang/IllegalArgumentException";
/// What is said of a negative number of milliseconds.
pub(super) const NEGATIVE_TIME: &str = "timeout value is negative";
const NOT_CLONEABLE: &str = "java/lang/CloneNotSupportedException";
/// What HotSpot says to who waits or notifies without the monitor.
const NOT_OWNER: &str = "current thread is not owner";

pub(super) const TABLE: &[MethodModel] = &[
    exact("java/lang/Object", "<init>", "()V", nothing),
    exact("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", same),
    exact("java/lang/Record", "<init>", "()V", nothing),
    bounded("java/lang/Object", "getClass", "()Ljava/lang/Class;", class_of),
    bounded("java/lang/Object", "clone", "()Ljava/lang/Object;", clone),
    value("java/lang/Object", "hashCode", "()I", Precision::Exact, identity_hash),
    // It keeps the code in a field since Java 22, which shows nowhere.
    value("java/lang/Enum", "hashCode", "()I", Precision::Exact, identity_hash),
    value("java/lang/System", "identityHashCode", "(Ljava/lang/Object;)I", Precision::Exact, identity_hash_or_zero),
    exact("java/lang/Object", "notify", "()V", notify),
    exact("java/lang/Object", "notifyAll", "()V", notify),
    value("java/lang/Object", "wait", "(J)V", Precision::Bounded, wait),
    value("java/lang/Object", "wait0", "(J)V", Precision::Bounded, wait),
    value("java/lang/Thread", "holdsLock", "(Ljava/lang/Object;)Z", Precision::Bounded, holds_lock),
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
    let same = machine.identical(state, *left, *right)?;
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.int(i32::from(same))))))
}

/// Nobody waits; but only the owner of a monitor may say so.
fn notify(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else { return Err(malformed("notify")) };
    let Some(object) = state.heap.resolve(*receiver)? else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    if machine.tracks_monitors && !machine.owns_monitor(state, object)? {
        return Ok(threw(machine, UNOWNED, &[Part::Words(NOT_OWNER)]));
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
    let is_time = call.machine.pool.less_or_equal(zero, time);
    call.require_saying(is_time, (ILLEGAL, NEGATIVE_TIME))?;
    if call.machine.tracks_monitors && !call.machine.owns_monitor(call.state, object)? {
        let message = call.constant(NOT_OWNER);
        return Err(Abrupt::ThrewSaying(UNOWNED, message));
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

fn identity_hash(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let object = call.present(0)?;
    hash_order::identity_hash(call, object)
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
    let unlisted = match state.heap.array(object) {
        None => machine.unlisted_class(state, object),
        Some(_) => machine.class_to_copy(state, object),
    };
    if let Some(unlisted) = unlisted {
        return returns_object(unlisted);
    }
    let class = class_objects::exact_type(machine, state, object)?;
    let name = machine.program.type_name(class);
    returns_object(class_objects::literal(machine, state, &name)?)
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
        return Ok(match machine.name_of_type(state, object) {
            Some(name) => threw(machine, NOT_CLONEABLE, &[Part::Words(&name.replace('/', "."))]),
            None => ExternalResult::Threw(NOT_CLONEABLE),
        });
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
