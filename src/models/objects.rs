//! `java.lang.Object`, `Record` and `Class`.

use super::{Model, exact};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;

pub(super) const TABLE: &[Model] = &[
    exact("java/lang/Object", "<init>", "()V", nothing),
    exact("java/lang/Object", "equals", "(Ljava/lang/Object;)Z", same),
    exact("java/lang/Record", "<init>", "()V", nothing),
    exact("java/lang/Class", "desiredAssertionStatus", "()Z", assertions_enabled),
];

fn nothing(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
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

/// Assertions are enabled, as under `java -ea`.
fn assertions_enabled(machine: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.int(1)))))
}
