//! Why a question is not answered: what became of nodes, and what ended the search.

use crate::exec::{Caveat, CodePlace, StopReason};
use crate::run::Ending;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why nothing is proven of a node from which the target can be reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GivenUp {
    /// It was not explored.
    Unexplored,
    /// Inputs that were to lead there did not.
    Misled,
    /// A path stops there, or the solver does not know whether some input leads there.
    Stopped(StopReason),
}

/// Why a question is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DemandObstacle {
    /// As many executions as there may be.
    Executions(u64),
    /// The solver has done as much as it may in all.
    SolverBudget,
    /// Formulas have gone through as many nodes of trees as they may in all.
    Formulas,
    /// The run ends.
    Ended(Ending),
    /// A node was given up: where it is.
    Node(Option<CodePlace>, GivenUp),
    /// What qualifies all executions.
    Qualified(Caveat),
}

impl fmt::Display for GivenUp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GivenUp::Unexplored => formatter.write_str("not explored"),
            GivenUp::Misled => formatter.write_str("an input that was to lead there did not"),
            GivenUp::Stopped(reason) => reason.fmt(formatter),
        }
    }
}

impl fmt::Display for DemandObstacle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DemandObstacle::Executions(bound) => write!(formatter, "the bound of {bound} executions is reached"),
            DemandObstacle::SolverBudget => formatter.write_str("the solver's budget is used up"),
            DemandObstacle::Formulas => formatter.write_str("the ways through methods are too long for formulas"),
            DemandObstacle::Ended(ending) => ending.fmt(formatter),
            DemandObstacle::Node(Some(place), why) => write!(formatter, "{place}: {why}"),
            DemandObstacle::Node(None, why) => why.fmt(formatter),
            DemandObstacle::Qualified(caveat) => caveat.fmt(formatter),
        }
    }
}
