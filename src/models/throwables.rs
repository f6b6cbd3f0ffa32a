//! `java.lang.Throwable`: with a JDK its bytecode runs, but for stack traces. The messages of exceptions that the JVM made
//! are not known.

use super::objects::nothing;
use super::{Model, Precision, bounded, exact, malformed, returns_null, value};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{Reference, Value};

const THROWABLE: &str = "java/lang/Throwable";

pub(super) const TABLE: &[Model] = &[
    exact(THROWABLE, "fillInStackTrace", "()Ljava/lang/Throwable;", receiver),
    bounded(THROWABLE, "getOurStackTrace", "()[Ljava/lang/StackTraceElement;", no_trace),
    exact(THROWABLE, "setStackTrace", "([Ljava/lang/StackTraceElement;)V", nothing),
    value(THROWABLE, "printStackTrace", "()V", Precision::Exact, super::output::as_is),
    exact(THROWABLE, "getMessage", "()Ljava/lang/String;", message),
    exact("java/lang/NullPointerException", "getExtendedNPEMessage", "()Ljava/lang/String;", no_message),
];

fn receiver(_: &mut Machine<'_>, _: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(arguments.first().copied()))
}

/// Of a stack trace nothing is kept: neither what the JVM fills in nor what a program sets.
fn no_trace(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    Err(StopReason::NoModel("java.lang.Throwable.getStackTrace".into()).into())
}

fn message(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else { return Err(malformed("getMessage")) };
    let Some(object) = state.heap.resolve(*receiver)? else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    let unknown = || Interrupt::from(StopReason::NoModel("the message of an exception that the JVM made".into()));
    let field =
        machine.program.field_by_name((THROWABLE, "detailMessage", "Ljava/lang/String;")).ok_or_else(unknown)?;
    if machine.is_made_by_jvm(state, object) && state.heap.field_value(object, field).is_none() {
        let message = machine.noted_jvm_message(state, object).ok_or_else(unknown)?;
        let string = state.heap.allocate(machine.builtin("java/lang/String")?);
        state.heap.set_text(machine.program, string, message);
        state.heap.write_field(object, field, Value::Reference(Reference::Object(string)));
    }
    let (heap, mut context) = machine.heap_context(state);
    let value = heap.read_field(&mut context, object, field);
    Ok(ExternalResult::Returned(Some(value)))
}

/// The JVM describes only the null pointers that it met itself.
fn no_message(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    returns_null()
}
