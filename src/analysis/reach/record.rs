//! Watches a run for the target, beside what a check watches.

use super::super::check::watch::{Seen, Watcher, Watches};
use crate::classfile::Instruction;
use crate::exec::{Call, ConcreteRun, Exceptions, State};
use crate::explore::{Observed, Recorder, Runs};
use crate::graph::Target;
use crate::program::{MethodId, Program};
use std::rc::Rc;

/// What is recorded of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight<'p> {
    watcher: Watcher<'p>,
    /// Where the target was reached first, and the state there.
    pub(super) hit: Option<Rc<Hit>>,
}

/// The moment in which a place of the target is about to be executed.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) place: (MethodId, u32),
    pub(super) state: State,
}

/// What runs share.
#[derive(Default)]
pub(super) struct Shared<'p> {
    pub(super) seen: Seen<'p>,
    pub(super) target: Option<&'p Target>,
}

impl<'p> Watches<'p> for Sight<'p> {
    fn exceptions(&self) -> &Exceptions {
        self.watcher.exceptions()
    }

    fn seen<'s>(shared: &'s mut Shared<'p>) -> &'s mut Seen<'p> {
        &mut shared.seen
    }
}

impl<'p> Recorder for Sight<'p> {
    type Shared = Shared<'p>;

    const SEES_OPERANDS: bool = true;

    fn before(&mut self, shared: &mut Shared<'p>, place: (MethodId, u32), _instruction: &Instruction, state: &State) {
        // What makes the input is no part of the run.
        if self.hit.is_none()
            && state.building.is_empty()
            && shared.target.is_some_and(|target| target.is_executed_at(place.0, place.1))
        {
            self.hit = Some(Rc::new(Hit { place, state: state.clone() }));
        }
    }

    fn observe(&mut self, shared: &mut Shared<'p>, observed: Observed<'_>) {
        self.watcher.observe(&mut shared.seen, observed);
    }

    fn runs(&self, shared: &Shared<'p>, method: MethodId) -> Runs {
        let is_looked_for = self.hit.is_none() && shared.target.is_some_and(|target| target.is_executed_in(method));
        if is_looked_for { Runs::None } else { Runs::Any }
    }

    fn observe_run(&mut self, shared: &mut Shared<'p>, run: &ConcreteRun, after: &State) {
        self.watcher.observe_run(&mut shared.seen, run, after);
    }

    fn enter(&mut self, shared: &mut Shared<'p>, program: &Program, call: &Call) {
        self.watcher.enter(&mut shared.seen, program, call);
    }
}
