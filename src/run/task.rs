//! Work that can be told to end: the tasks of a run, and what its threads share.

use super::ending::Ending;
use super::lock;
use super::sandbox::Isolation;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

/// Something outside the loops of this program that can be told to stop, from any thread.
pub trait Interruptible: Send + Sync {
    /// Tells it.
    fn interrupt(&self);
}

/// Work that can be ended by itself.
#[derive(Default)]
pub(super) struct Task {
    /// Whether somebody waits for it to be unwound.
    pub(super) is_analysis: bool,
    /// When it is told to end, whatever becomes of the run.
    pub(super) deadline: Option<Instant>,
    /// What it is a part of.
    pub(super) parent: Option<Arc<Task>>,
    /// Whether whoever waited has gone on: what is still held of it is another's by now.
    pub(super) is_done: AtomicBool,
    pub(super) ending: AtomicU8,
    /// Whether its checkpoints unwind.
    pub(super) is_overdue: AtomicBool,
    /// Roughly how much it holds, in the units of whoever tells.
    pub(super) size: AtomicU64,
    /// When it was told to end.
    pub(super) told: Mutex<Option<Instant>>,
    pub(super) interrupts: Mutex<Vec<Weak<dyn Interruptible>>>,
}

impl Task {
    pub(super) fn ending(&self) -> Option<Ending> {
        let own = Ending::of_number(self.ending.load(Ordering::Relaxed));
        own.or_else(|| self.parent.as_ref()?.ending())
    }

    /// Why its checkpoints unwind, if they do.
    pub(super) fn overdue(&self) -> Option<Ending> {
        match self.is_overdue.load(Ordering::Relaxed) {
            true => self.ending(),
            false => self.parent.as_ref()?.overdue(),
        }
    }

    /// Tells it to end. The first reason stays.
    pub(super) fn end(&self, ending: Ending) {
        let mut told = lock(&self.told);
        if told.is_none() {
            *told = Some(Instant::now());
            self.ending.store(ending.number(), Ordering::Relaxed);
        }
    }

    pub(super) fn interrupt(&self) {
        lock(&self.interrupts).retain(|interrupt| match interrupt.upgrade() {
            Some(interrupt) => {
                interrupt.interrupt();
                true
            }
            None => false,
        });
    }
}

/// What the threads of a run share with its watchdog.
pub(super) struct Shared {
    pub(super) deadline: Option<Instant>,
    pub(super) memory: Option<u64>,
    pub(super) isolation: Option<Isolation>,
    pub(super) is_finished: AtomicBool,
    pub(super) ending: Mutex<Option<(Ending, Instant)>>,
    pub(super) tasks: Mutex<Vec<Weak<Task>>>,
}

impl Shared {
    pub(super) fn add_task(&self, parent: Option<Arc<Task>>, deadline: Option<Instant>) -> Arc<Task> {
        let task = Arc::new(Task { is_analysis: parent.is_some(), deadline, parent, ..Task::default() });
        // Under this lock, so that the watchdog sees it or it sees that the run ends.
        let mut tasks = lock(&self.tasks);
        if let Some((ending, _)) = *lock(&self.ending) {
            task.end(ending);
        }
        tasks.push(Arc::downgrade(&task));
        task
    }

    pub(super) fn end(&self, ending: Ending) {
        lock(&self.ending).get_or_insert((ending, Instant::now()));
        for task in lock(&self.tasks).iter().filter_map(Weak::upgrade) {
            task.end(ending);
        }
    }
}
