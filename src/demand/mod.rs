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

pub use obstacle::{DemandObstacle, GivenUp};
pub use run::Ended;
pub use search::{DemandQuestion, DemandSearch, DemandVerdict, Effort, Encoding, Exploration, SearchResult, Step};
pub use stored::StoredTree;
pub use tree::{Continues, Kind, Leaf, NodeId, Point, Status, TreeInput, Trees};
