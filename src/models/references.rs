//! `java.lang.ref`: nothing is collected, so that a reference refers to what it was made for until it is cleared. A JVM may collect at
//! any time what nothing else refers to, which is a caveat where code that is not the JDK's asks.

use super::arguments::{Abrupt, Call};
use super::{Model, Precision, value};
use crate::classfile::java_name;
use crate::exec::{Caveat, StopReason};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::FieldId;

const REFERENCE: &str = "java/lang/ref/Reference";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
const WEAK_MAP: &str = "java/util/WeakHashMap";

pub(super) const TABLE: &[Model] = &[
    value(REFERENCE, "refersTo0", "(Ljava/lang/Object;)Z", Precision::Exact, refers_to),
    value(REFERENCE, "clear0", "()V", Precision::Exact, clear),
    value(REFERENCE, "get", "()Ljava/lang/Object;", Precision::Bounded, ask),
    value(REFERENCE, "refersTo", "(Ljava/lang/Object;)Z", Precision::Bounded, ask),
    value(QUEUE, "poll", "()Ljava/lang/ref/Reference;", Precision::Bounded, ask),
    value(WEAK_MAP, "expungeStaleEntries", "()V", Precision::Bounded, expunge),
];

/// The receiver and the field that holds what it refers to.
fn referent(call: &Call<'_, '_>) -> Result<(ObjectId, FieldId), Abrupt> {
    let receiver = call.present(0)?;
    let field = call.machine.program.field_by_name((REFERENCE, "referent", "Ljava/lang/Object;"));
    let missing = || StopReason::MissingClass("java.lang.ref.Reference, for its field referent".into());
    Ok((receiver, field.ok_or_else(missing)?))
}

/// Runs the method's own code, with a caveat where it shows whether something was collected. The JDK's code comes to the same.
fn ask(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let program = call.machine.program;
    let caller = call.state.frame().map(|frame| program.method(frame.method).class);
    if caller.is_some_and(|class| !program.class(class).is_jdk) {
        note_collected(call);
    }
    Err(Abrupt::RunsCode)
}

/// The same of a map whose keys may go, once classes are initialised.
fn expunge(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    if call.state.heap.statics_are_inputs {
        note_collected(call);
    }
    Err(Abrupt::RunsCode)
}

fn note_collected(call: &mut Call<'_, '_>) {
    let method = format!("{}.{}", java_name(call.model.class), call.model.name);
    call.machine.caveats.insert(Caveat::Approximate(method));
}

fn refers_to(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (receiver, field) = referent(call)?;
    let (heap, mut context) = call.machine.heap_context(call.state);
    let held = heap.read_field(&mut context, receiver, field);
    let is_same = call.machine.same_reference(call.state, held, call.value(1))?;
    Ok(Some(Value::Int(call.small(i32::from(is_same)))))
}

fn clear(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let (receiver, field) = referent(call)?;
    call.state.heap.write_field(receiver, field, Value::Reference(Reference::Null));
    Ok(None)
}
