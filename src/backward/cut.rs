//! What backward execution does not follow, or does not decide: then nothing is proved.

use crate::run::Ending;
use std::fmt;

/// What was not followed, or not decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// As many states as there may be, or as much of the solver's work: after so many states.
    Budget(u64),
    /// The run ends.
    Ended(Ending),
    /// A path is longer than what is followed.
    LongPath,
    /// The solver does not know whether a path is possible.
    SolverUnknown,
    /// What must not happen is not understood.
    Target,
    /// Straight code is not understood: the method, the instruction that it begins with.
    Code(String, u32),
    /// A value that is computed when it is first needed (`invokedynamic`, a dynamic constant).
    ComputedWhenNeeded,
    /// `jsr` and `ret`.
    Subroutine,
}

impl fmt::Display for Cut {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cut::Budget(states) => write!(formatter, "budget of work used up after {states} states"),
            Cut::Ended(ending) => write!(formatter, "{ending} with paths left"),
            Cut::LongPath => formatter.write_str("a path is longer than what is followed"),
            Cut::SolverUnknown => formatter.write_str("the solver does not know whether a path is possible"),
            Cut::Target => formatter.write_str("what must not happen is not understood"),
            Cut::Code(method, start) => write!(formatter, "code at {method}@{start} is not understood"),
            Cut::ComputedWhenNeeded => formatter.write_str("a value that is computed when it is first needed"),
            Cut::Subroutine => formatter.write_str("subroutines (jsr, ret)"),
        }
    }
}
