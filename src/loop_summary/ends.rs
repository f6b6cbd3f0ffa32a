//! All ends of a method, with its loops replaced by their summaries: what a method leaves, however often its loops run.

use super::goal::Goal;
use super::walk::{End, Record, Walker};
use crate::exec::{Machine, State};
use crate::explore::{Budget, Explorer, Inline, Outcome, Path};
use crate::graph::CallGraph;
use crate::heap::ObjectId;
use crate::program::MethodId;
use crate::solver::PathSolver;

/// A method whose ends are all to be met.
pub struct Walk<'w, 'p> {
    /// What executes it.
    pub machine: Machine<'p>,
    /// What tells whether paths can be taken.
    pub solver: PathSolver,
    /// The program's calls.
    pub calls: &'w CallGraph,
    /// The state in which it begins, and the method.
    pub start: (State, MethodId),
    /// What all of it may cost.
    pub budget: Budget,
}

/// What is left of a walk to all ends of a method.
pub struct Walked<'p> {
    /// What has executed it.
    pub machine: Machine<'p>,
    /// What has told whether paths can be taken.
    pub solver: PathSolver,
    /// The states before calls that were left open, with the objects that these may have changed.
    pub before_open_calls: Vec<(State, Vec<ObjectId>)>,
}

/// Walks to all ends of a method, and shows each; none where something is in the way of one. The conditions of a path are those that are known
/// to hold on it: there may be more. Calls that cannot be followed are left open.
pub fn walk_ends<'p>(walk: Walk<'_, 'p>, see: &mut dyn FnMut(&mut Machine<'p>, State, Outcome)) -> Option<Walked<'p>> {
    let Walk { machine, solver, calls, start: (mut state, entry), budget } = walk;
    let recursion = machine.limits.recursion;
    let mut explorer: Explorer<'p, Record> = Explorer::new(machine, solver, budget);
    explorer.open_calls = true;
    explorer.before_open_calls = Some(Vec::new());
    state.initialises = Some(explorer.machine.program.method(entry).class);
    let inline = Inline { calls, recursion, only_decided: true };
    let mut walker = Walker::new(explorer, inline, Goal::Ends, budget);
    let mut open = vec![Path { state: Box::new(state), record: Record::default() }];
    let has_all = |walker: &Walker<'_, '_>| walker.given_up.is_empty() && !walker.has_written_elsewhere;
    while let Some(end) = walker.next_end(&mut open).ok()? {
        if !has_all(&walker) {
            return None;
        }
        match end {
            End::Stopped(_) => return None,
            End::Ended(path, outcome) => see(&mut walker.explorer.machine, *path.state, outcome),
            End::Goal(_) | End::Back(_) | End::Gone => {}
        }
    }
    if !has_all(&walker) {
        return None;
    }
    let Explorer { machine, solver, before_open_calls, .. } = walker.explorer;
    Some(Walked { machine, solver, before_open_calls: before_open_calls.unwrap_or_default() })
}
