//! Concolic execution: one path at a time, led by an input; what it did not take is kept to be tried later.
//!
//! Follows Anand, Godefroid and Tillmann, "Demand-Driven Compositional Symbolic Execution", sections 2 and 5.

mod choose;
mod search;
mod tree;

pub use choose::{Choose, Dangling, Waiting};
pub use search::{Counts, Guide, Next, Search};
