//! How much memory the parts of an analysis hold.

use super::CURRENT;
use super::task::Task;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What a part of an analysis holds: of the analyses that run, the largest is given up first.
#[derive(Default)]
pub struct HeldMemory {
    task: Option<Arc<Task>>,
    size: u64,
}

impl HeldMemory {
    /// Of the analysis on this thread; nothing yet.
    #[must_use]
    pub fn nothing() -> HeldMemory {
        HeldMemory {
            task: CURRENT.with_borrow(|current| current.as_ref().map(|current| Arc::clone(&current.task))),
            size: 0,
        }
    }

    /// It holds so much now.
    pub fn set(&mut self, size: u64) {
        if let Some(task) = &self.task {
            task.size.fetch_add(size.wrapping_sub(self.size), Ordering::Relaxed);
            self.size = size;
        }
    }
}

impl Drop for HeldMemory {
    fn drop(&mut self) {
        self.set(0);
    }
}
