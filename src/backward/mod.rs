//! Backward symbolic execution: from what must not happen, against the control flow, to where executions begin.
//!
//! A state says under which condition on locals, operands, static fields and heap a path from its location leads to the target.
//! What is not known, such as the result of a call that is not entered, is taken to be anything: a path that is found possible
//! may be none of the program's, but where none is possible, nothing leads to the target.

mod calls;
mod cut;
mod engine;
mod flow;
mod heap;
mod heuristics;
mod numeric;
mod pure;
mod search;
mod shape;
mod state;
mod target;
mod transfer;
mod variables;

pub use cut::Cut;
pub use heuristics::{DoCheck, DoMerge, Heuristics, PickNext};
pub use numeric::{NumericSummaries, NumericSummary, is_numeric};
pub use search::{AfterPath, BackwardResult, FoundPath, Spending, run};
pub use state::PathNode;
pub use target::{BackwardTarget, Occasion};
