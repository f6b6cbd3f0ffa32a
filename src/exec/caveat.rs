//! What makes a result less than everything, or less than certain.

use super::stop::{NotInitialised, StopReason};
use crate::run::Ending;
use serde::{Deserialize, Serialize};

/// What makes a summary say less than everything, beyond the stops of single paths.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Caveat {
    /// Paths stopped: how many, why.
    Stopped(u64, StopReason),
    /// `--max-cases` was reached with paths left to explore.
    MaxCases,
    /// The method's budget of work was used up with paths left to explore.
    WorkBudget,
    /// The run, or this analysis alone, had to end with paths left to explore.
    Ended(Ending),
    /// Integers were unbounded, as in the papers; Java's wrap around.
    MathematicalIntegers,
    /// Inputs declared as this type can be of classes that are not on the class path, or arrays of narrower types.
    OpenType(String),
    /// Objects that static final fields of this class reach are taken as class initialisation leaves them, and as different
    /// from every input.
    InitialisedState(String),
    /// Objects of this class were considered as their constructors leave them, though methods can change what was read.
    StateAfterConstruction(String),
    /// Calls were left open, with anything for their results and effects: how many, counted on all paths, and why.
    OpenCalls(u64, StopReason),
    /// Collections were considered up to a number of elements.
    InputSizeBound(u32),
    /// Two strings, or two boxes of this class, are taken as distinct objects where their references are compared, though
    /// they hold the same and one of them comes from outside.
    DistinctObjects(String),
    /// An input is taken not to be an object of this class that class initialisation has left, where references are compared.
    DistinctConstant(String),
    /// The results of this method are not always the JVM's.
    Approximate(String),
    /// Class initialisation took the result of this method for one of those that a JVM may give.
    GuessedAtInitialisation(String),
    /// Arguments of this method that are inputs were taken to have one value: what it does with others is not explored.
    FixedArgument(String),
    /// Static fields of this class were considered as class initialisation leaves them, though methods can assign those that
    /// were read.
    StateAfterInitialisation(String),
    /// The initialiser of this class was taken to succeed, and could not be executed: why.
    InitialiserNotRun(String, NotInitialised),
    /// What initialising this class does depends on what was called before: it uses static fields of other classes that methods may have
    /// changed, or assigns them.
    InitialiserDependsOnState(String),
    /// What static final fields of this class refer to was considered as class initialisation leaves it, though methods can
    /// change it.
    ContentsAfterInitialisation(String),
}

impl Caveat {
    /// The source line that it is about, where one was put into it; what is stored has none.
    pub fn line(&self) -> Option<u16> {
        match self {
            Caveat::Stopped(_, StopReason::LoopBound(place)) => place.line,
            _ => None,
        }
    }

    /// The same about a source line.
    #[must_use]
    pub fn at_line(&self, line: Option<u16>) -> Caveat {
        match self {
            Caveat::Stopped(count, reason) => Caveat::Stopped(*count, reason.with_line(|_| line)),
            other => other.clone(),
        }
    }

    /// Whether whoever composes a summary with this caveat inherits it.
    pub fn qualifies_callers(&self) -> bool {
        matches!(
            self,
            Caveat::OpenType(_)
                | Caveat::InitialisedState(_)
                | Caveat::DistinctObjects(_)
                | Caveat::DistinctConstant(_)
                | Caveat::Approximate(_)
                | Caveat::GuessedAtInitialisation(_)
                | Caveat::FixedArgument(_)
        )
    }

    /// Whether paths are missing from the summary. The others qualify what it says.
    pub fn is_incomplete(&self) -> bool {
        matches!(
            self,
            Caveat::Stopped(..) | Caveat::MaxCases | Caveat::WorkBudget | Caveat::Ended(_) | Caveat::FixedArgument(_)
        )
    }
}

impl std::fmt::Display for Caveat {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Caveat::Stopped(1, reason) => write!(formatter, "1 path stopped: {reason}"),
            Caveat::Stopped(count, reason) => write!(formatter, "{count} paths stopped: {reason}"),
            Caveat::OpenCalls(1, reason) => write!(formatter, "1 call left open: {reason}"),
            Caveat::OpenCalls(count, reason) => write!(formatter, "{count} calls left open: {reason}"),
            Caveat::MaxCases => write!(formatter, "more cases than --max-cases"),
            Caveat::WorkBudget => write!(formatter, "budget of work used up with paths left"),
            Caveat::Ended(ending) => write!(formatter, "{ending} with paths left"),
            Caveat::MathematicalIntegers => write!(formatter, "integers are unbounded, unlike Java's"),
            Caveat::OpenType(class) => {
                write!(formatter, "inputs of type {class} may be of types that are not considered")
            }
            Caveat::StateAfterConstruction(class) => {
                write!(formatter, "objects of {class} are taken as their constructors leave them")
            }
            Caveat::InputSizeBound(size) => write!(formatter, "collections of at most {size} elements"),
            Caveat::DistinctObjects(class) => {
                write!(formatter, "two equal objects of {class} are taken as distinct objects when compared by ==")
            }
            Caveat::DistinctConstant(class) => {
                write!(
                    formatter,
                    "inputs are taken not to be what a static field refers to, with which they are compared: {class}"
                )
            }
            Caveat::InitialisedState(class) => {
                write!(
                    formatter,
                    "static final objects of {class} are taken as class initialisation leaves them, and as no inputs"
                )
            }
            Caveat::Approximate(method) => write!(formatter, "results of {method} are not always exactly the JVM's"),
            Caveat::GuessedAtInitialisation(method) => {
                write!(formatter, "results of {method} during class initialisation are not always exactly the JVM's")
            }
            Caveat::FixedArgument(method) => {
                write!(formatter, "symbolic arguments of {method} are explored for one value each")
            }
            Caveat::StateAfterInitialisation(class) => {
                write!(formatter, "static fields of {class} are taken as class initialisation leaves them")
            }
            Caveat::ContentsAfterInitialisation(class) => {
                write!(formatter, "what static fields of {class} refer to is taken as class initialisation leaves it")
            }
            Caveat::InitialiserDependsOnState(class) => {
                write!(formatter, "class initialisation of {class} is taken as it is when nothing was called before")
            }
            Caveat::InitialiserNotRun(class, why) => {
                write!(formatter, "class initialisation of {class} is taken to succeed: {why}")
            }
        }
    }
}
