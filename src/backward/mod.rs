//! Backward symbolic execution: from what must not happen along the control flow to where executions begin.

mod target;

pub use target::{Occasion, Target};
