//! petgraph views of the program: control flow with its natural loops, distances to a target, live local variables, the call
//! graph and its strongly connected components, and which classes' supertypes end.

mod call_graph;
mod callbacks;
mod decision;
mod definable;
mod distance;
mod initialisation;
mod join_points;
mod liveness;
mod loops;
mod target;

pub use call_graph::{CallGraph, Component, DistinctCalls, possible_targets, strongly_connected};
pub use callbacks::{may_call_back, may_call_back_from};
pub use decision::{Decision, Leads, decisions};
pub use definable::undefinable;
pub use distance::Distances;
pub use initialisation::{begun, begun_before, initialiser, is_seen_early, may_begin};
pub use join_points::{JoinPoint, is_plain};
pub use liveness::Liveness;
pub use loops::{Loops, successors};
pub use target::{Target, TargetEvent};
