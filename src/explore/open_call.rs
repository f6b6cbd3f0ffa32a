//! Calls that a path leaves open: they return anything of their type or throw, and the path goes on.

use super::collection_calls::is_in_given_function;
use super::driver::{Explorer, observe};
use super::path::{Branch, OpenCallEnd, Outcome, Path, PathEnd, Recorder};
use crate::exec::{Event, Interrupt, OpenCallSite, OpenEnd, StopReason};
use crate::heap::{Choice, ObjectId};

/// The most groups of classes that are told apart when they decide which method a call runs.
const MOST_RECEIVERS: usize = 3;

/// Is told where a call's exception is caught: the record, what records share, and the depth of the frame, counted from the
/// outermost.
pub type Caught<'n, R> = &'n mut dyn FnMut(&mut R, &mut <R as Recorder>::Shared, Option<usize>);

impl<R: Recorder> Explorer<'_, R> {
    /// Leaves the call that a path is at open; where it is at none, a read of a static field that cannot be initialised; else
    /// the path stops for the reason.
    pub fn open_call(&mut self, path: Path<R>, reason: StopReason) -> Vec<Branch<R>> {
        let Some(site) = self.machine.open_call_site(&path.state) else { return vec![self.open_static(path, reason)] };
        if is_in_given_function(self.machine.program, &path) {
            // It may change the collection, which is not looked for behind the function.
            return vec![Branch::stopped(path, reason)];
        }
        let ends = match self.machine.open_call(&path.state, &site, &reason) {
            Ok(ends) => ends,
            Err(Interrupt::Stop(other)) => return vec![Branch::stopped(path, other)],
            Err(Interrupt::Choice(_) | Interrupt::Infeasible) => return vec![Branch::stopped(path, reason)],
        };
        if let (Some(before), Some(OpenEnd::Returned(after, _))) = (&mut self.before_open_calls, ends.first()) {
            before.push(((*path.state).clone(), after.heap.changed_last()));
        }
        let position = path.state.frame().map_or(0, |frame| frame.instruction);
        self.costs.states += ends.len() as u64;
        let mut branches = Vec::with_capacity(ends.len());
        for end in ends {
            let mut record = path.record.clone();
            match end {
                OpenEnd::Returned(state, value) => {
                    record.open_call(&mut self.shared, &site, position, OpenCallEnd::Returned(value));
                    branches.push(Branch::Open(Path { state: Box::new(state), record }));
                }
                OpenEnd::Threw(state, exception) => {
                    let threw = Path { state: Box::new(state), record };
                    self.throw_at_call(threw, exception, &mut branches, &mut |record, shared, caught| {
                        record.open_call(shared, &site, position, OpenCallEnd::Threw(caught));
                    });
                }
            }
        }
        branches
    }

    fn open_static(&mut self, mut path: Path<R>, reason: StopReason) -> Branch<R> {
        let upcoming = self.machine.upcoming(&path.state);
        match (self.machine.open_static(&mut path.state), upcoming) {
            (Ok(true), Ok(read)) => {
                let Path { state, record } = &mut path;
                observe(&self.machine, (record, &mut self.shared), read, state, &Event::Executed);
                Branch::Open(path)
            }
            (Err(Interrupt::Stop(other)), _) => Branch::stopped(path, other),
            _ => Branch::stopped(path, reason),
        }
    }

    /// Whether a stop is at a call, or at a read of a static field, that can be left open.
    pub fn can_leave_open(&mut self, reason: &StopReason) -> bool {
        self.open_calls && reason.concerns_a_call()
    }

    /// The call that a choice is about, where so many methods may be meant that they are not told apart.
    pub fn too_many_receivers(&mut self, path: &Path<R>, choice: &Choice) -> Option<StopReason> {
        let Choice::Types(_, groups) = choice else { return None };
        if !self.open_calls || groups.len() <= MOST_RECEIVERS {
            return None;
        }
        let OpenCallSite { reference, .. } = self.machine.open_call_site(&path.state)?;
        let class = crate::classfile::java_name(&reference.class);
        Some(StopReason::ManyReceivers(format!("{class}.{}", reference.name)))
    }

    /// Throws an exception at the call that a path is at; its class may have to be decided first. What becomes of the path is
    /// added to `branches`, `note` is told where it is caught.
    pub fn throw_at_call(
        &mut self,
        path: Path<R>,
        exception: ObjectId,
        branches: &mut Vec<Branch<R>>,
        note: Caught<'_, R>,
    ) {
        let mut open = vec![Branch::Open(path)];
        while let Some(branch) = open.pop() {
            let mut path = match branch {
                Branch::Open(path) => path,
                ended => {
                    branches.push(ended);
                    continue;
                }
            };
            match self.machine.unwind(&mut path.state, exception) {
                Ok(caught) => {
                    note(&mut path.record, &mut self.shared, caught);
                    branches.push(match caught {
                        Some(_) => Branch::Open(path),
                        None => Branch::Ended(PathEnd { path, outcome: Outcome::Threw(exception) }),
                    });
                }
                Err(Interrupt::Infeasible) => {}
                Err(Interrupt::Stop(reason)) => branches.push(Branch::stopped(path, reason)),
                Err(Interrupt::Choice(choice)) => open.extend(self.fork(path, choice).into_iter().rev()),
            }
        }
    }
}
