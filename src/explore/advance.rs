//! The one loop that executes instructions: a state goes on until who asks says so, or it cannot go on by itself.

use crate::exec::{Event, Interrupt, Machine, State, StopReason};
use crate::heap::Choice;

/// Says where a state halts that goes on. It halts anyhow at a call, at its end, and where it asks for a choice or stops.
pub trait Until {
    /// An instruction is about to be executed; again after each choice that it asks for. Whether the state halts before it.
    fn before(&mut self, _machine: &mut Machine<'_>, _state: &State) -> bool {
        false
    }

    /// An instruction was executed. Whether the state halts after it.
    fn after(&mut self, _machine: &mut Machine<'_>, _state: &State, _event: &Event) -> bool {
        false
    }
}

/// Where a state has halted.
#[derive(Clone, Debug)]
pub enum Halt {
    /// Before an instruction.
    Before,
    /// After an instruction that did this, or, of a call, at it.
    After(Event),
    /// Where an instruction asks for a choice.
    Asks(Choice),
    /// Where it cannot go on.
    Stopped(StopReason),
    /// There is no such path.
    Infeasible,
}

/// Executes the instructions of a state until it halts.
pub fn advance(machine: &mut Machine<'_>, state: &mut State, until: &mut impl Until) -> Halt {
    loop {
        if until.before(machine, state) {
            return Halt::Before;
        }
        match machine.step(state) {
            Ok(event) => {
                let is_last = match &event {
                    Event::Call(_) | Event::Finished(_) | Event::Threw(_) | Event::Raised(_, _, None) => true,
                    Event::Raised(..) | Event::Executed | Event::Branched | Event::Thrown(_) => false,
                    Event::Returned | Event::Built | Event::Answered => false,
                };
                if until.after(machine, state, &event) || is_last {
                    return Halt::After(event);
                }
            }
            Err(Interrupt::Choice(choice)) => return Halt::Asks(choice),
            Err(Interrupt::Stop(reason)) => return Halt::Stopped(reason),
            Err(Interrupt::Infeasible) => return Halt::Infeasible,
        }
    }
}
