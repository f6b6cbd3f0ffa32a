//! The threads of a run: their stacks are deep, since terms recurse; they take work as long as the run goes on.

use crate::report::JobError;
use crate::run::{self, Failure};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Stack of a thread; of it, only what is touched is used.
const STACK_BYTES: usize = 512 << 20;

/// What became of a piece of work; none where the run ended before it was begun.
pub(super) type Done<T> = Option<Result<T, Failure>>;

/// Does the same work for each item, on so many threads, each with a state of its own that `begin` makes. What became of the items
/// is in their order. A panic ends the work for its item and no other.
pub(super) fn for_each<S, I: Sync, T: Send>(
    jobs: usize,
    items: &[I],
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, &I) -> T + Sync,
) -> Vec<Done<T>> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Done<T>>> = items.iter().map(|_| Mutex::new(None)).collect();
    on_threads(jobs.clamp(1, items.len().max(1)), &|| {
        let mut state = begin();
        while !run::is_over(None) {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let (Some(item), Some(slot)) = (items.get(position), results.get(position)) else { return };
            let result = run::analysis(|| work(&mut state, position, item));
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    });
    results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Runs the same work on several threads, until all of them are done with it: for work that is not a list.
pub(super) fn on_threads(jobs: usize, work: &(impl Fn() + Sync)) {
    let run = run::handle();
    let on_its_thread = || {
        let _entered = run.enter();
        work();
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            if std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, on_its_thread).is_err() {
                // Without another thread, this one does what is left.
                work();
            }
        }
    });
}

/// Runs an analysis on a deep stack.
pub(super) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let run = run::handle();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
            let _entered = run.enter();
            run::analysis(work)
        });
        let thread = thread.map_err(|error| Failure::Panicked(format!("no thread: {error}")))?;
        thread.join().unwrap_or_else(|_| Err(Failure::Panicked("unknown reason".into())))
    })
}

/// Does on a deep stack what comes before there is anything to report on.
///
/// # Errors
/// As the work, and when the run had to end meanwhile.
pub(super) fn before_all<T: Send>(work: impl FnOnce() -> Result<T, JobError> + Send) -> Result<T, JobError> {
    match on_a_deep_stack(work) {
        Ok(result) => result,
        Err(Failure::Ended(ending)) => Err(JobError::Ended(ending)),
        // A defect is the program's to tell of.
        Err(Failure::Panicked(message)) => std::panic::resume_unwind(Box::new(message)),
    }
}
