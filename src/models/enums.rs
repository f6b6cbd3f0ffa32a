//! `java.lang.Enum`: without a JDK the ordinal is kept, the name is not.

use super::{MethodModel, exact, stand_in};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{Reference, Value};
use crate::program::FieldId;
use crate::term::TermId;

pub(super) const TABLE: &[MethodModel] = &[
    stand_in("java/lang/Enum", "<init>", "(Ljava/lang/String;I)V", construct),
    exact("java/lang/Enum", "ordinal", "()I", ordinal),
    exact("java/lang/Enum", "equals", "(Ljava/lang/Object;)Z", super::objects::same),
    stand_in("java/lang/Enum", "compareTo", "(Ljava/lang/Enum;)I", compare),
];

fn ordinal_field(machine: &Machine<'_>) -> Result<FieldId, Interrupt> {
    machine
        .program
        .field_by_name(("java/lang/Enum", "ordinal", "I"))
        .ok_or_else(|| StopReason::MissingMethod("java.lang.Enum.ordinal".into()).into())
}

fn construct(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let field = ordinal_field(machine)?;
    if let [Value::Reference(receiver), _, ordinal] = arguments
        && let Some(object) = state.heap.resolve(*receiver)?
    {
        state.heap.write_field(object, field, *ordinal);
    }
    Ok(ExternalResult::Returned(None))
}

fn read(machine: &mut Machine<'_>, state: &mut State, reference: Reference) -> Result<Option<TermId>, Interrupt> {
    let field = ordinal_field(machine)?;
    let Some(object) = state.heap.resolve(reference)? else { return Ok(None) };
    let (heap, mut context) = machine.heap_context(state);
    match heap.read_field(&mut context, object, field) {
        Value::Int(term) => Ok(Some(term)),
        _ => Err(StopReason::Internal("an ordinal that is no int".into()).into()),
    }
}

fn ordinal(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(receiver)] = arguments else {
        return Err(StopReason::Internal("ordinal without a receiver".into()).into());
    };
    Ok(match read(machine, state, *receiver)? {
        Some(ordinal) => ExternalResult::Returned(Some(Value::Int(ordinal))),
        None => ExternalResult::Threw("java/lang/NullPointerException"),
    })
}

/// Between objects of one class, `compareTo` is the difference of the ordinals. It throws between constants of two enums, and constants
/// with bodies of their own have a class each: the JDK's code tells these apart.
fn compare(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(left), Value::Reference(right)] = arguments else {
        return Err(StopReason::Internal("compareTo without two references".into()).into());
    };
    let (Some(object), Some(other)) = (state.heap.resolve(*left)?, state.heap.resolve(*right)?) else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    let class = state.heap.exact_class(object);
    if class.is_none() || class != state.heap.exact_class(other) {
        return Err(StopReason::NoModel("java.lang.Enum.compareTo of constants of two classes".into()).into());
    }
    let (Some(left), Some(right)) = (read(machine, state, *left)?, read(machine, state, *right)?) else {
        return Ok(ExternalResult::Threw("java/lang/NullPointerException"));
    };
    let difference = machine.pool.subtract(left, right);
    Ok(ExternalResult::Returned(Some(Value::Int(difference))))
}
