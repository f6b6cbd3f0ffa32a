//! The one loop that executes instructions. A state goes on until the caller's stop condition holds, or until it cannot
//! go on by itself.

use crate::exec::{ConcreteLimits, ConcreteRun, Event, Interrupt, Machine, State, StopReason, Upcoming};
use crate::heap::Choice;
use crate::program::MethodId;

/// Says where a state halts that goes on. It halts anyhow at a call, at its end, and where it asks for a choice or stops.
pub trait Until {
    /// An instruction is about to be executed; again after each choice that it asks for. Whether the state halts before it.
    fn before(&mut self, _machine: &mut Machine<'_>, _state: &State, _upcoming: Upcoming<'_>) -> bool {
        false
    }

    /// An instruction was executed. Whether the state halts after it.
    fn after(&mut self, _machine: &mut Machine<'_>, _state: &State, _executed: Upcoming<'_>, _event: &Event) -> bool {
        false
    }

    /// Control has gone back to an instruction before this one. Within which limits concrete code may be run without being asked
    /// before and after each instruction; none where it may not.
    fn concrete_limits(&self, _executed: Upcoming<'_>) -> Option<ConcreteLimits> {
        None
    }

    /// Whether a method may be entered when concrete code that is run calls it.
    fn enters(&self, _method: MethodId) -> bool {
        false
    }

    /// Concrete code was run. Whether the state halts after it.
    fn after_run(&mut self, _state: &State, _run: &ConcreteRun) -> bool {
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
        let upcoming = match machine.upcoming(state) {
            Ok(upcoming) => upcoming,
            Err(Interrupt::Stop(reason)) => return Halt::Stopped(reason),
            Err(_) => return Halt::Infeasible,
        };
        if until.before(machine, state, upcoming) {
            return Halt::Before;
        }
        match machine.step(state, upcoming) {
            Ok(event) => {
                let is_last = match &event {
                    Event::Call(_) | Event::Finished(_) | Event::Threw(_) | Event::Raised(_, _, None) => true,
                    Event::Raised(..) | Event::Executed | Event::Branched | Event::Thrown(_) => false,
                    Event::Returned | Event::Built | Event::Answered => false,
                };
                if until.after(machine, state, upcoming, &event) || is_last {
                    return Halt::After(event);
                }
                if went_back(state, upcoming)
                    && let Some(limits) = until.concrete_limits(upcoming)
                    && let Some(run) = machine.run_concrete(state, upcoming, limits, &|method| until.enters(method))
                    && until.after_run(state, &run)
                {
                    return Halt::Before;
                }
            }
            Err(Interrupt::Choice(choice)) => return Halt::Asks(choice),
            Err(Interrupt::Stop(reason)) => return Halt::Stopped(reason),
            Err(Interrupt::Infeasible) => return Halt::Infeasible,
        }
    }
}

/// Whether control has gone back in the running method, as it does where a loop goes on.
fn went_back(state: &State, executed: Upcoming<'_>) -> bool {
    state.frame().is_some_and(|frame| frame.instruction <= executed.position && frame.method == executed.method)
}
