//! The thread that ends a run, or one of its analyses: when the time is over, memory is short, or a signal came.

use super::memory::{memory_of_children, resident_of};
use super::signals::{exit_at_once, signal};
use super::{Ending, Shared, Task, children, lock};
use std::io::Write;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

/// How often it looks.
const TICK: Duration = Duration::from_millis(10);
/// How long after it was told to end an analysis may go on by itself before its checkpoints unwind.
const PATIENCE: Duration = Duration::from_millis(300);
/// How long freed memory may take to be given back.
const SETTLING: Duration = Duration::from_millis(300);
/// From which part of the limit the largest analysis is given up, from which the whole run ends, in per cent. What is given
/// up grows until it notices.
const GIVE_UP: u64 = 75;
const END: u64 = 92;
/// From which part of the limit on the processes that execute code under analysis are given up before the run ends, in per cent.
const LARGE: u64 = 25;
/// The exit code where memory grew beyond the limit although everything was told to end.
const BEYOND_MEMORY: i32 = 71;

/// Watches a run until it is finished.
pub(super) fn watch(shared: &Shared) {
    let mut given_up: Option<(Weak<Task>, Instant)> = None;
    while !shared.is_finished.load(Ordering::Relaxed) {
        if signal().is_some() {
            shared.end(Ending::Signal);
        } else if shared.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            shared.end(Ending::Time);
        }
        if let Some(limit) = shared.memory {
            spare_memory(shared, limit, &mut given_up);
        }
        press(shared);
        std::thread::park_timeout(TICK);
    }
}

/// Ends what has to end for memory to suffice.
fn spare_memory(shared: &Shared, limit: u64, given_up: &mut Option<(Weak<Task>, Instant)>) {
    let percent = |part: u64| limit / 100 * part;
    let processes = memory_of_children();
    let theirs: u64 = processes.iter().map(|(bytes, _)| bytes).sum();
    let mut used = resident_of("self").saturating_add(theirs);
    if used >= percent(END)
        && theirs >= percent(LARGE)
        && let Some((bytes, largest)) = processes.into_iter().max()
    {
        // Whoever waits for its answer finds out, and can start another one.
        children::kill_one(largest);
        used -= bytes;
    }
    if used >= limit {
        // Nobody is left to tell when stderr is closed.
        let _ = writeln!(std::io::stderr(), "casewise: the memory limit is reached, and nothing can be given up");
        exit_at_once(BEYOND_MEMORY);
    }
    if used >= percent(END) {
        shared.end(Ending::Memory);
    }
    if used < percent(GIVE_UP) {
        return;
    }
    // One at a time: what the last one held may come back first.
    if let Some((task, at)) = given_up {
        match task.upgrade() {
            Some(task) if !task.is_done.load(Ordering::Relaxed) => *at = Instant::now(),
            _ if at.elapsed() >= SETTLING => *given_up = None,
            _ => {}
        }
    }
    if given_up.is_none() {
        *given_up = give_up_largest(shared).map(|task| (Arc::downgrade(&task), Instant::now()));
    }
}

/// Tells the largest of the analyses to end.
pub(super) fn give_up_largest(shared: &Shared) -> Option<Arc<Task>> {
    let tasks: Vec<Arc<Task>> = lock(&shared.tasks).iter().filter_map(Weak::upgrade).collect();
    let size = |task: &Arc<Task>| task.size.load(Ordering::Relaxed);
    let is_open = |task: &Arc<Task>| task.ending().is_none() && !task.is_done.load(Ordering::Relaxed) && size(task) > 0;
    let open = tasks.into_iter().filter(is_open);
    let largest = open.max_by_key(size)?;
    largest.end(Ending::Memory);
    Some(largest)
}

/// Sees to it that what was told to end does so.
fn press(shared: &Shared) {
    let tasks: Vec<Arc<Task>> = {
        let mut tasks = lock(&shared.tasks);
        tasks.retain(|task| task.strong_count() > 0);
        tasks.iter().filter_map(Weak::upgrade).collect()
    };
    let now = Instant::now();
    let is_over = lock(&shared.ending).is_some();
    for task in tasks {
        // What is left of one that has ended serves others, unless all is over.
        if task.is_done.load(Ordering::Relaxed) && !is_over {
            continue;
        }
        if task.deadline.is_some_and(|deadline| now >= deadline) {
            task.end(Ending::Time);
        } else if let Some(ending) = task.ending() {
            // It is a part of what was told.
            task.end(ending);
        }
        let Some(told) = *lock(&task.told) else { continue };
        task.interrupt();
        if task.is_analysis && told.elapsed() >= PATIENCE {
            task.is_overdue.store(true, Ordering::Relaxed);
        }
    }
}
