//! What stands in the way of an answer: of the summary of a loop, and of the whole.

use crate::exec::{Caveat, CodePlace, StopReason};
use std::fmt;

/// Why a loop has no summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsummarised {
    /// It is in no method, or in one without code.
    NoCode,
    /// Operands or calls of models wait at its head.
    Operands,
    /// A value that is no number changes.
    NoNumber,
    /// It changes a reference.
    ChangesReference,
    /// It changes a field that is no number.
    ChangesField,
    /// It changes a static field that is no number.
    ChangesStatic,
    /// It stores references into an array.
    StoresIntoArray,
    /// It stores references into what it is given.
    StoresIntoInput,
    /// It uses a static field of the JDK.
    UsesStaticOfJdk,
    /// It reads what it is given from outside.
    ReadsFromOutside,
    /// An object is another after an iteration, or gone.
    OtherObject,
    /// There are too many paths through its body.
    TooManyPaths,
    /// What it changes does not settle.
    Unsettled,
    /// A path through its body stops.
    Stops(StopReason),
}

/// What stands in the way of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The budget of work, or the time, is spent.
    Budget,
    /// A decision is asked for at a loop that is none.
    NoLoop,
    /// A path stops.
    Stopped(StopReason),
    /// A path comes to a loop that has no summary.
    AtLoop(CodePlace),
    /// A loop has no summary: why.
    Loop(Unsummarised),
    /// A condition has a model, which is no input that leads to the goal.
    Undecided,
    /// No input can be written for a model: why.
    Unwritten(String),
    /// What qualifies all paths.
    Qualified(Caveat),
}

impl fmt::Display for Unsummarised {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Unsummarised::NoCode => "a loop without code",
            Unsummarised::Operands => "a loop that begins with operands",
            Unsummarised::NoNumber => "a value that is no number changes",
            Unsummarised::ChangesReference => "a loop changes a reference",
            Unsummarised::ChangesField => "a loop changes a field that is no number",
            Unsummarised::ChangesStatic => "a loop changes a static field that is no number",
            Unsummarised::StoresIntoArray => "a loop stores references into an array",
            Unsummarised::StoresIntoInput => "a loop stores references into what it is given",
            Unsummarised::UsesStaticOfJdk => "a loop uses a static field of the JDK",
            Unsummarised::ReadsFromOutside => "a loop reads what it is given from outside",
            Unsummarised::OtherObject => "an object of another kind",
            Unsummarised::TooManyPaths => "too many paths through the body of a loop",
            Unsummarised::Unsettled => "what a loop changes does not settle",
            Unsummarised::Stops(reason) => return reason.fmt(formatter),
        })
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Budget => formatter.write_str("the budget of work is spent"),
            Obstacle::NoLoop => formatter.write_str("a decision that belongs to no loop"),
            Obstacle::Stopped(reason) => reason.fmt(formatter),
            Obstacle::AtLoop(place) => write!(formatter, "no summary of the loop at {place}"),
            Obstacle::Loop(why) => why.fmt(formatter),
            Obstacle::Undecided => {
                formatter.write_str("its necessary condition has a model, which is no input that leads there")
            }
            Obstacle::Unwritten(why) => {
                write!(formatter, "it may be reached, but no input for that can be written: {why}")
            }
            Obstacle::Qualified(caveat) => caveat.fmt(formatter),
        }
    }
}
