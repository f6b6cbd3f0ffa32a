//! What a walk is to reach, and which exceptions are not looked for.

use crate::exec::{Event, ExceptionSource, Upcoming};
use crate::program::{ClassId, MethodId};

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An instruction is about to be executed.
    Executed(MethodId, u32),
    /// An instruction throws an exception of this class itself.
    Raises(MethodId, u32, &'static str),
    /// The method that is called ends with an exception.
    Throws,
    /// The method that is called ends, in whatever way.
    Ends,
}

/// Exceptions that a method may end with and that are not looked for: the class, and where it comes from if that is known.
pub type Excuses<'a> = &'a dyn Fn(ClassId, Option<&ExceptionSource>) -> bool;

impl Goal {
    /// Whether an instruction that was executed with this event is at the goal.
    pub(super) fn is_met(&self, executed: Upcoming<'_>, event: &Event) -> bool {
        match (self, event) {
            (Goal::Raises(method, position, wanted), Event::Raised(class, ..)) => {
                (*method, *position, *wanted) == (executed.method, executed.position, *class)
            }
            (Goal::Throws, event) => {
                matches!(event, Event::Raised(_, _, None) | Event::Thrown(None) | Event::Threw(_))
            }
            _ => false,
        }
    }
}
