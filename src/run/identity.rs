//! Numbers that tell things of one process apart.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number that nothing else of this process has; a clone gets its own. Never part of a result.
#[derive(Debug)]
pub struct Identity(u64);

impl Identity {
    /// The number.
    pub fn number(&self) -> u64 {
        self.0
    }
}

impl Default for Identity {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Identity(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Identity::default()
    }
}
