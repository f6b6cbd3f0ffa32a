//! Demand-driven compositional execution: whether a target can be reached, by as few intraprocedural paths as possible.
//!
//! Follows Anand, Godefroid, Tillmann, "Demand-Driven Compositional Symbolic Execution" (TACAS 2008).

mod calls;
mod choose;
mod class_number;
mod composable;
mod fields;
mod formula;
mod input;
mod obstacle;
mod run;
mod search;
mod stored;
mod texts;
mod translate;
mod tree;

pub use obstacle::{GivenUp, Obstacle};
pub use run::Ended;
pub use search::{Effort, Encoding, Exploration, Finding, Question, Search, Step, Verdict};
pub use stored::StoredTree;
pub use tree::{Continues, Kind, Leaf, NodeId, Place, Point, Status, Trees};
