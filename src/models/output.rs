//! Standard output: what a program prints is noted in the state, and nothing reads it there.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::exec::Printed;
use crate::heap::Value;
use std::rc::Rc;

const STREAM: &str = "java/io/PrintStream";
const FORMATTED: &str = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;";

pub(super) const TABLE: &[MethodModel] = &[
    value(STREAM, "println", "()V", Precision::Exact, as_is),
    value(STREAM, "println", "(Z)V", Precision::Exact, as_is),
    value(STREAM, "println", "(C)V", Precision::Exact, as_is),
    value(STREAM, "println", "(I)V", Precision::Exact, as_is),
    value(STREAM, "println", "(J)V", Precision::Exact, as_is),
    value(STREAM, "println", "(F)V", Precision::Exact, as_is),
    value(STREAM, "println", "(D)V", Precision::Exact, as_is),
    value(STREAM, "println", "(Ljava/lang/String;)V", Precision::Exact, as_is),
    value(STREAM, "println", "(Ljava/lang/Object;)V", Precision::Exact, object),
    value(STREAM, "print", "(Ljava/lang/Object;)V", Precision::Exact, object),
    value(STREAM, "print", "(Z)V", Precision::Exact, as_is),
    value(STREAM, "print", "(C)V", Precision::Exact, as_is),
    value(STREAM, "print", "(I)V", Precision::Exact, as_is),
    value(STREAM, "print", "(J)V", Precision::Exact, as_is),
    value(STREAM, "print", "(F)V", Precision::Exact, as_is),
    value(STREAM, "print", "(D)V", Precision::Exact, as_is),
    value(STREAM, "print", "(Ljava/lang/String;)V", Precision::Exact, as_is),
    value(STREAM, "printf", FORMATTED, Precision::Bounded, formatted),
    value(STREAM, "format", FORMATTED, Precision::Bounded, formatted),
    value(STREAM, "write", "(I)V", Precision::Exact, as_is),
    value(STREAM, "flush", "()V", Precision::Exact, as_is),
];

/// Prints nothing, a number or a string.
pub(super) fn as_is(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let printed = call.arguments.get(1).copied();
    Ok(note(call, printed))
}

/// An object's `toString` runs, since it can throw or change something.
fn object(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let text = call.converted(1)?;
    Ok(note(call, Some(Value::Text(text))))
}

/// `printf`, which returns the stream.
fn formatted(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let text = super::format::printed(call)?;
    note(call, Some(Value::Text(text)));
    Ok(Some(call.value(0)))
}

fn note(call: &mut Call<'_, '_>, value: Option<Value>) -> Option<Value> {
    let MethodModel { name, descriptor, .. } = *call.model;
    let stream = call.arguments.first().copied().unwrap_or(Value::Nothing);
    let before = call.state.printed.take();
    call.state.printed = Some(Rc::new(Printed { by: (name, descriptor), stream, value, before }));
    None
}
