//! Threads for analyses: their stacks are deep, since terms recurse, and a panic of one is a message.

use std::any::Any;

/// Stack of a thread; of it, only what is touched is used.
const STACK_BYTES: usize = 512 << 20;

/// Runs the same work on several threads, until all of them are done with it.
pub(super) fn on_threads(jobs: usize, work: &(impl Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            if std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work).is_err() {
                // Without another thread, this one does what is left.
                work();
            }
        }
    });
}

/// Runs something once, on a deep stack. A panic is an error with its message.
pub(super) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.map_err(|error| format!("no thread: {error}"))?;
        thread.join().map_err(|panic| panic_message(&*panic))
    })
}

/// What a panic says, in one line.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "unknown reason".into()).replace('\n', " ")
}
