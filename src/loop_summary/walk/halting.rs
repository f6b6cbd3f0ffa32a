//! Where a path of a walk halts: at what an instruction is about to do, and where a loop that is executed as it is comes to nothing.

use super::super::goal::Goal;
use super::super::trouble::{Hoist, Trouble};
use super::{Record, Scope};
use crate::exec::{Event, Machine, State, Upcoming};
use crate::explore::Until;
use crate::heap::Constraint;
use crate::program::MethodId;

/// Iterations that are executed one by one while they decide nothing.
const MOST_PLAIN_ITERATIONS: u32 = 64;

/// Instructions of these.
const MOST_PLAIN_STEPS: u32 = 4_000;

/// Walks a path; halts where it ends, and where a loop begins.
pub(super) struct Walking<'a> {
    pub(super) goal: &'a Goal,
    pub(super) scopes: &'a [Scope],
    pub(super) record: &'a mut Record,
    pub(super) instructions: &'a mut u64,
    /// Constraints before the next instruction.
    pub(super) constraints: usize,
    pub(super) seen: Seen,
}

/// Why a walk halts, beside what the instruction does.
pub(super) enum Seen {
    Nothing,
    /// It is none of the paths that are looked for.
    Gone,
    /// The goal.
    Goal,
    /// The head of the loop whose iterations are walked.
    Back,
    /// The head of another loop: in which method, with how many activations, where.
    Head(MethodId, usize, u32),
    /// Something that must be known before a loop.
    Hoist(Trouble),
}

impl Walking<'_> {
    /// What is at the next instruction.
    fn look(&mut self, machine: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> Seen {
        let Upcoming { method, position, .. } = upcoming;
        let depth = state.frames.len();
        if self.scopes.is_empty() && *self.goal == Goal::Executed(method, position) && state.initialises.is_none() {
            return Seen::Goal;
        }
        let loops = machine.loops(method);
        if !self.record.leaving.is_empty() {
            let leaving = &mut self.record.leaving;
            leaving.retain(|(at, head)| *at < depth || (*at == depth && loops.contains(*head, position)));
        }
        if let Some(scope) = self.scopes.last() {
            if depth < scope.depth {
                return Seen::Gone;
            }
            if depth == scope.depth && !self.record.is_at_head {
                if position == scope.head {
                    return Seen::Back;
                }
                if !loops.contains(scope.head, position) {
                    return Seen::Gone;
                }
            }
        }
        if loops.is_head(position) && !self.record.is_at_head && state.initialises.is_none() {
            return Seen::Head(method, depth, position);
        }
        Seen::Nothing
    }
}

impl Until for Walking<'_> {
    fn before(&mut self, machine: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> bool {
        self.seen = self.look(machine, state, upcoming);
        self.constraints = state.path.constraints.len();
        !matches!(self.seen, Seen::Nothing)
    }

    fn after(&mut self, machine: &mut Machine<'_>, state: &State, executed: Upcoming<'_>, event: &Event) -> bool {
        *self.instructions += 1;
        self.record.is_at_head = false;
        self.record.note(self.goal, machine, executed, event, state);
        if self.scopes.is_empty() && self.goal.is_met(executed, event) {
            self.seen = Seen::Goal;
            return true;
        }
        if let Event::Call(_) | Event::Finished(_) | Event::Threw(_) | Event::Raised(_, _, None) = event {
            return false;
        }
        if let Some(trouble) = element_to_hoist(self.scopes, machine, state, self.constraints) {
            self.seen = Seen::Hoist(trouble);
            return true;
        }
        false
    }
}

/// Executes the iterations of a loop; halts where it is left, and where that comes to nothing.
pub(super) struct Unrolling<'a> {
    pub(super) goal: &'a Goal,
    pub(super) scopes: &'a [Scope],
    pub(super) record: &'a mut Record,
    /// The activations and the head of the loop.
    pub(super) at: (usize, u32),
    pub(super) steps: &'a mut u32,
    pub(super) iterations: &'a mut u32,
    pub(super) instructions: &'a mut u64,
    /// Constraints before the instruction.
    pub(super) constraints: usize,
    /// Whether the loop is left.
    pub(super) is_out: bool,
    /// Whether this is no loop to be unrolled.
    pub(super) is_in_vain: bool,
}

impl Until for Unrolling<'_> {
    fn before(&mut self, machine: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> bool {
        let (depth, head) = self.at;
        let Upcoming { method, position, .. } = upcoming;
        if *self.steps >= MOST_PLAIN_STEPS {
            return true;
        }
        let activations = state.frames.len();
        if activations >= depth && *self.goal == Goal::Executed(method, position) {
            return true;
        }
        self.is_out = activations < depth || (activations == depth && !machine.loops(method).contains(head, position));
        if self.is_out {
            return true;
        }
        if activations == depth {
            *self.iterations += u32::from(position == head && *self.steps > 0);
            if *self.iterations > MOST_PLAIN_ITERATIONS {
                return true;
            }
        }
        *self.steps += 1;
        *self.instructions += 1;
        self.constraints = state.path.constraints.len();
        false
    }

    fn after(&mut self, machine: &mut Machine<'_>, state: &State, executed: Upcoming<'_>, event: &Event) -> bool {
        self.record.note(self.goal, machine, executed, event, state);
        self.is_in_vain = matches!(event, Event::Raised(..))
            || element_to_hoist(self.scopes, machine, state, self.constraints).is_some();
        self.is_in_vain
    }
}

/// An element that the last instruction has met in an array which is the same in all iterations, at an index that is; there
/// were so many constraints before it.
fn element_to_hoist(scopes: &[Scope], machine: &Machine<'_>, state: &State, before: usize) -> Option<Trouble> {
    if scopes.is_empty() || state.path.constraints.len() == before {
        return None;
    }
    let Some(Constraint::Element(array, index, Some(_))) = state.path.constraints.last() else { return None };
    let pool = &machine.pool;
    let is_known =
        |scope: &Scope| array.0 < scope.objects && pool.inputs(*index).iter().all(|input| scope.is_invariant(*input));
    let level = scopes.iter().position(is_known)?;
    Some(Trouble::Hoist(level, Hoist::Element(*array, *index)))
}
