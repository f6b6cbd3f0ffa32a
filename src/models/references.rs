//! `java.lang.ref`: nothing is collected, since memory never runs out, so that a reference refers to what it was made for until it
//! is cleared.

use super::arguments::{Abrupt, Call};
use super::members::NULL;
use super::{MethodModel, Precision, value};
use crate::exec::{Premise, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::FieldId;

const REFERENCE: &str = "java/lang/ref/Reference";

pub(super) const TABLE: &[MethodModel] = &[
    value(REFERENCE, "get", "()Ljava/lang/Object;", Precision::Exact, get),
    value(REFERENCE, "refersTo0", "(Ljava/lang/Object;)Z", Precision::Exact, refers_to),
    value(REFERENCE, "clear0", "()V", Precision::Exact, clear),
    // What is collected is put into a queue.
    value("java/lang/ref/ReferenceQueue", "poll", "()Ljava/lang/ref/Reference;", Precision::Exact, get),
];

/// The receiver and the field that holds what it refers to.
fn referent(call: &Call<'_, '_>) -> Result<(ObjectId, FieldId), Abrupt> {
    let receiver = call.present(0)?;
    let field = call.machine.program.field_by_name((REFERENCE, "referent", "Ljava/lang/Object;"));
    let missing = || StopReason::MissingClass("java.lang.ref.Reference, for its field referent".into());
    Ok((receiver, field.ok_or_else(missing)?))
}

/// What it refers to may be gone, where nothing else refers to it: else the code of the method is all there is.
fn get(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    call.take_for_granted(Premise::ReferentsKept);
    Err(Abrupt::RunsCode)
}

fn refers_to(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (receiver, field) = referent(call)?;
    let (heap, mut context) = call.machine.heap_context(call.state);
    let held = heap.read_field(&mut context, receiver, field);
    if call.value(1) == NULL {
        call.take_for_granted(Premise::ReferentsKept);
    }
    let is_same = match is_asked_by_tables(call) {
        true => call.machine.same_reference(call.state, held, call.value(1))?,
        false => call.machine.identical(call.state, held, call.value(1))?,
    };
    Ok(Some(Value::Int(call.small(i32::from(is_same)))))
}

/// Whether a table of the JDK asks, which goes on to compare what is not the same by `equals`.
fn is_asked_by_tables(call: &Call<'_, '_>) -> bool {
    let program = call.machine.program;
    let asking = call.state.frames.iter().rev().map(|frame| program.method(frame.method).class);
    let mut asking = asking.filter(|class| !program.class_name(*class).starts_with("java/lang/ref/"));
    asking.next().is_some_and(|class| &**program.class_name(class) == "java/util/WeakHashMap")
}

fn clear(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (receiver, field) = referent(call)?;
    call.state.heap.write_field(receiver, field, Value::Reference(Reference::Null));
    Ok(None)
}
