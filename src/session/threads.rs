//! The threads of a run: their stacks are deep, since terms recurse; they take work as long as the run goes on.

use crate::report::JobError;
use crate::run::{self, AnalysisFailure};
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Stack of a thread; of it, only what is touched is used.
const STACK_BYTES: usize = 512 << 20;

/// What became of a piece of work; none where the run ended before it was begun.
pub(crate) type Done<T> = Option<Result<T, AnalysisFailure>>;

/// Does the same work for each item, on so many threads, each with a state of its own that `begin` makes. What became of the items
/// is in their order. A panic ends the work for its item and no other.
pub(crate) fn for_each<S, I: Sync, T: Send>(
    jobs: usize,
    items: &[I],
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize, &I) -> T + Sync,
) -> Vec<Done<T>> {
    let results: Vec<Mutex<Done<T>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let tasks = (0..items.len()).map(|position| ((), position));
    in_order(jobs.min(items.len()), tasks, begin, |state, position| {
        if let (Some(item), Some(slot)) = (items.get(position), results.get(position)) {
            let result = run::analysis(|| work(state, position, item));
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
        Vec::new()
    });
    results.into_iter().map(|result| result.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// Works tasks off on so many threads, the least that waits first, those of the same key by their number; each thread with a state
/// of its own that `begin` makes. What is done may bring others, the same one again among them.
pub(crate) fn in_order<K: Ord + Send, S>(
    jobs: usize,
    tasks: impl IntoIterator<Item = (K, usize)>,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> Vec<(K, usize)> + Sync,
) {
    let queue = Queue::new(tasks);
    on_threads(jobs.max(1), &|| {
        let mut state = begin();
        while let Some(task) = queue.next() {
            let mut taken = Taken { queue: &queue, brings: Vec::new() };
            taken.brings = work(&mut state, task);
        }
    });
}

/// Tasks that wait, and those that threads have taken.
struct Queue<K> {
    state: Mutex<Waiting<K>>,
    changed: Condvar,
}

struct Waiting<K> {
    tasks: BTreeSet<(K, usize)>,
    /// How many are taken and not done: they may bring others.
    taken: usize,
}

impl<K: Ord> Queue<K> {
    fn new(tasks: impl IntoIterator<Item = (K, usize)>) -> Self {
        let state = Mutex::new(Waiting { tasks: tasks.into_iter().collect(), taken: 0 });
        Queue { state, changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<K>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the least task; waits where none is there that others may still bring. None when there are no more, or the run ends.
    fn next(&self) -> Option<usize> {
        let mut state = self.lock();
        while !run::is_over(None) {
            if let Some((_, task)) = state.tasks.pop_first() {
                state.taken += 1;
                return Some(task);
            }
            if state.taken == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

/// A task that a thread has taken. It is done when this goes, a panic included: the other threads must not wait for ever.
struct Taken<'q, K: Ord> {
    queue: &'q Queue<K>,
    /// The tasks that it brings.
    brings: Vec<(K, usize)>,
}

impl<K: Ord> Drop for Taken<'_, K> {
    fn drop(&mut self) {
        let mut state = self.queue.lock();
        state.taken -= 1;
        state.tasks.extend(std::mem::take(&mut self.brings));
        drop(state);
        self.queue.changed.notify_all();
    }
}

/// Runs the same work on several threads, until all of them are done with it.
fn on_threads(jobs: usize, work: &(impl Fn() + Sync)) {
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
pub(crate) fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, AnalysisFailure> {
    let run = run::handle();
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, move || {
            let _entered = run.enter();
            run::analysis(work)
        });
        let thread = thread.map_err(|error| AnalysisFailure::Panicked(format!("no thread: {error}")))?;
        thread.join().unwrap_or_else(|_| Err(AnalysisFailure::Panicked("unknown reason".into())))
    })
}

/// Does on a deep stack what comes before there is anything to report on.
///
/// # Errors
/// As the work, and when the run had to end meanwhile.
pub(crate) fn before_all<T: Send>(work: impl FnOnce() -> Result<T, JobError> + Send) -> Result<T, JobError> {
    match on_a_deep_stack(work) {
        Ok(result) => result,
        Err(AnalysisFailure::Ended(ending)) => Err(JobError::Ended(ending)),
        // A defect is the program's to tell of.
        Err(AnalysisFailure::Panicked(message)) => std::panic::resume_unwind(Box::new(message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_key_is_taken_first_and_what_a_task_brings_is_done() {
        let order = Mutex::new(Vec::new());
        in_order(
            1,
            [(3, 0), (1, 1), (2, 2)],
            || (),
            |(), task| {
                let mut order = order.lock().unwrap();
                order.push(task);
                // The second task has another part, after the third and before the first.
                if task == 1 && order.len() == 1 { vec![(2, 3), (9, 1)] } else { Vec::new() }
            },
        );
        assert_eq!(order.into_inner().unwrap(), [1, 2, 3, 0, 1]);
    }

    #[test]
    fn a_thread_that_finds_nothing_waits_for_what_others_bring() {
        let done = Mutex::new(Vec::new());
        in_order(
            4,
            [(0, 0)],
            || (),
            |(), task| {
                done.lock().unwrap().push(task);
                if task < 50 { vec![(task, task + 1)] } else { Vec::new() }
            },
        );
        assert_eq!(done.into_inner().unwrap(), (0..=50).collect::<Vec<usize>>());
    }
}
