//! The driver loop: runs paths to their ends, depth first, and forks them — the only place that does.

mod driver;
mod fork;
mod path;

pub use driver::{Budget, CallHandler, Costs, Exhausted, Explorer, Inline};
pub use path::{Branch, Observed, Outcome, Path, PathEnd, Recorder};
