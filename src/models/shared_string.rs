//! Strings that are not told from one that was there before.

use crate::exec::{Interrupt, Machine, State};
use crate::heap::ObjectId;
use crate::term::TermId;

/// A string in whose place the JVM may give one that was there before.
pub(super) fn shared_string(machine: &mut Machine<'_>, state: &mut State, text: TermId) -> Result<ObjectId, Interrupt> {
    let string = state.heap.allocate(machine.builtin("java/lang/String")?);
    state.heap.set_text(machine.program, string, text);
    let mark = machine.pool.int(1);
    state.heap.mark_shared(machine.program, string, mark);
    Ok(string)
}
