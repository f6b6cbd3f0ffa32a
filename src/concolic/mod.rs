//! Execution led by a concrete input: the interpreter runs one path, every decision is answered by concrete values, and the
//! path's conditions are recorded on the way.

mod input;
mod lead;

pub use input::{ConcreteHeap, ConcreteInput, ConcreteObject, InputValue, initialised_identity, is_initialised};
pub use lead::{Decision, Lead, unbounded};
