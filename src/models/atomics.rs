//! `AtomicBoolean` and `AtomicReference`, whose bytecode goes through a `VarHandle`. A single thread runs, so that every order
//! of memory accesses is the plain one.

use super::unsafe_access::{Place, load, store};
use super::{MethodModel, exact, malformed, returns_int};
use crate::exec::{ExternalResult, Interrupt, Machine, State};
use crate::heap::Value;

const BOOLEAN: &str = "java/util/concurrent/atomic/AtomicBoolean";
const REFERENCE: &str = "java/util/concurrent/atomic/AtomicReference";
const TWO_OBJECTS: &str = "(Ljava/lang/Object;Ljava/lang/Object;)Z";

pub(super) const TABLE: &[MethodModel] = &[
    exact(BOOLEAN, "compareAndSet", "(ZZ)Z", compare_and_set),
    exact(BOOLEAN, "weakCompareAndSet", "(ZZ)Z", compare_and_set),
    exact(BOOLEAN, "weakCompareAndSetPlain", "(ZZ)Z", compare_and_set),
    exact(BOOLEAN, "weakCompareAndSetVolatile", "(ZZ)Z", compare_and_set),
    exact(BOOLEAN, "getAndSet", "(Z)Z", get_and_set),
    exact(BOOLEAN, "lazySet", "(Z)V", set),
    exact(REFERENCE, "compareAndSet", TWO_OBJECTS, compare_and_set),
    exact(REFERENCE, "weakCompareAndSet", TWO_OBJECTS, compare_and_set),
    exact(REFERENCE, "weakCompareAndSetPlain", TWO_OBJECTS, compare_and_set),
    exact(REFERENCE, "weakCompareAndSetVolatile", TWO_OBJECTS, compare_and_set),
    exact(REFERENCE, "getAndSet", "(Ljava/lang/Object;)Ljava/lang/Object;", get_and_set),
    exact(REFERENCE, "lazySet", "(Ljava/lang/Object;)V", set),
];

/// The field that holds the value of the receiver; none when the receiver is null.
fn place(machine: &Machine<'_>, state: &State, receiver: Value) -> Result<Option<Place>, Interrupt> {
    let Value::Reference(receiver) = receiver else { return Err(malformed("an atomic")) };
    let Some(object) = state.heap.resolve(receiver)? else { return Ok(None) };
    let field = [(BOOLEAN, "I"), (REFERENCE, "Ljava/lang/Object;")].into_iter().find_map(|(class, descriptor)| {
        let program = machine.program;
        let declaring = program.class_by_name(class)?;
        let types = &state.heap.instance(object)?.types;
        types.iter().all(|class| program.is_subclass(*class, declaring) == Some(true)).then_some(())?;
        program.field_by_name((class, "value", descriptor))
    });
    field.map(|field| Some(Place::Field(object, field))).ok_or_else(|| malformed("an atomic"))
}

const NULL_POINTER: ExternalResult = ExternalResult::Threw("java/lang/NullPointerException");

fn compare_and_set(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [receiver, expected, value] = arguments else { return Err(malformed("an atomic")) };
    let Some(place) = place(machine, state, *receiver)? else { return Ok(NULL_POINTER) };
    let current = load(machine, state, &place)?;
    let holds = machine.identical(state, current, *expected)?;
    if holds {
        store(machine, state, &place, *value)?;
    }
    returns_int(machine, i32::from(holds))
}

fn get_and_set(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [receiver, value] = arguments else { return Err(malformed("an atomic")) };
    let Some(place) = place(machine, state, *receiver)? else { return Ok(NULL_POINTER) };
    let current = load(machine, state, &place)?;
    store(machine, state, &place, *value)?;
    Ok(ExternalResult::Returned(Some(current)))
}

fn set(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    get_and_set(machine, state, arguments).map(|result| match result {
        ExternalResult::Returned(_) => ExternalResult::Returned(None),
        other => other,
    })
}
