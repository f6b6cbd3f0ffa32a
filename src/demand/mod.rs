//! Demand-driven compositional execution: whether a target can be reached, by as few intraprocedural paths as possible.
//!
//! Follows Anand, Godefroid, Tillmann, "Demand-Driven Compositional Symbolic Execution" (TACAS 2008).

mod calls;
mod choose;
mod composable;
mod fields;
mod formula;
mod input;
mod run;
mod search;
mod translate;
mod tree;

pub use run::Ended;
pub use search::{Exploration, Finding, Question, Search, Step, Verdict, reach};
pub use tree::{Continues, Kind, Leaf, NodeId, Place, Point, Status, Trees};
