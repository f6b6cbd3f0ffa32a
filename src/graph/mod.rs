//! petgraph views of the program: control flow with its natural loops, live local variables, the call graph and its
//! strongly connected components.

mod call_graph;
mod decision;
mod liveness;
mod loops;

pub use call_graph::{CallGraph, Component, possible_targets, strongly_connected};
pub use decision::{Decision, Leads, decisions};
pub use liveness::Liveness;
pub use loops::{Loops, successors};
