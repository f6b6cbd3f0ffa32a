//! `java.lang.Object`, `Record` and `Class`.

use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;

pub(super) fn nothing(_: &mut Machine<'_>, _: &mut State, _: &[Value]) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(None))
}

pub(super) fn same(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
) -> Result<ExternalResult, Interrupt> {
    let [Value::Reference(left), Value::Reference(right)] = arguments else {
        return Err(StopReason::Internal("equals without two references".into()).into());
    };
    let same = state.heap.resolve(*left)? == state.heap.resolve(*right)?;
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.int(i32::from(same))))))
}

/// Assertions are enabled, as under `java -ea`.
pub(super) fn assertions_enabled(
    machine: &mut Machine<'_>,
    _: &mut State,
    _: &[Value],
) -> Result<ExternalResult, Interrupt> {
    Ok(ExternalResult::Returned(Some(Value::Int(machine.pool.int(1)))))
}
