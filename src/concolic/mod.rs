//! Concolic execution: the interpreter runs one path, every decision is answered by concrete values, and the path's conditions
//! are recorded on the way; what no path took is kept to be tried later.
//!
//! Follows Anand, Godefroid and Tillmann, "Demand-Driven Compositional Symbolic Execution", sections 2 and 5.

mod choose;
mod input;
mod lead;
mod search;
mod tree;

pub use choose::{Choose, Dangling, Waiting, stack_number};
pub use input::{ConcolicObject, ConcolicValue, ConcreteHeap, ConcreteInput, initialised_identity, is_initialised};
pub use lead::{Lead, TakenChoice, unbounded};
pub use search::{ConcolicSearch, Counts, NextRun, RunGuide};
