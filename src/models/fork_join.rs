//! Tasks of `ForkJoinPool`: the thread that forks a task executes it, at once. There is one thread here; what tasks give does not depend
//! on who executes them, where they do not interfere.

use super::arguments::{Abrupt, Call};
use super::{MethodModel, Precision, value};
use crate::heap::Value;

const TASK: &str = "java/util/concurrent/ForkJoinTask";
const POOL: &str = "java/util/concurrent/ForkJoinPool";

pub(super) const TABLE: &[MethodModel] = &[
    value(TASK, "fork", "()Ljava/util/concurrent/ForkJoinTask;", Precision::Exact, fork),
    value(POOL, "invoke", "(Ljava/util/concurrent/ForkJoinTask;)Ljava/lang/Object;", Precision::Exact, |call| {
        call.present(1)?;
        call.answer(0, (TASK, "invoke", "()Ljava/lang/Object;"), vec![call.value(1)]).map(Some)
    }),
];

fn fork(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let task = call.value(0);
    // It gives nothing since Java 22.
    let descriptor = if call.machine.program.method_by_name((TASK, "doExec", "()I")).is_some() { "()I" } else { "()V" };
    call.answer(0, (TASK, "doExec", descriptor), vec![task])?;
    Ok(Some(task))
}
