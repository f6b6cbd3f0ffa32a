//! Class initialisers are run: alone, to their ends, and kept for other paths where that was much work.

use super::super::concrete::ConcreteLimits;
use super::super::machine::Machine;
use super::super::shared_facts::{Circumstances, Happened, Kept};
use super::super::state::{Frame, State};
use super::super::step::Event;
use super::super::stop::{Interrupt, NotInitialised, StopReason};
use crate::classfile::java_name;
use crate::graph::begun_before;
use crate::heap::{Body, Contents, Heap, ObjectId, Origin};
use crate::program::{ClassId, FieldId, Reads, is_heard, listening, note_all};
use crate::run;
use std::rc::Rc;

/// Instructions of one class's initialiser, those included that it begins itself.
const INITIALISER_STEPS: u64 = 3_000_000;
/// Instructions of an initialiser from which on what it leaves is kept for others.
const WORTH_KEEPING: u64 = 2_000;

impl Machine<'_> {
    /// Whether an object of class initialisation may be found otherwise when a method starts: changed since, or passed in as an
    /// input. Constants, the constants of enums, empty arrays and what compilers add are not.
    pub(super) fn is_assumed(&self, heap: &Heap, object: ObjectId, field: FieldId) -> bool {
        let info = self.program.field(field);
        if info.flags.is_synthetic() || self.program.class(info.class).is_jdk {
            return false;
        }
        match heap.object(object).map(|object| (&object.origin, &object.body)) {
            Some((Origin::Literal(_), _)) | None => false,
            Some((_, Body::Array(body))) => match body.contents {
                Contents::Primitive(..) | Contents::References(_) => self.pool.as_int(body.length) != Some(0),
            },
            Some((_, Body::Instance(body))) => !body.types.iter().all(|class| {
                // Strings and boxes do not change, and who compares their references says so.
                self.program.is_value_class(*class) || self.program.class(*class).is_enum()
            }),
        }
    }

    /// Runs a class's initialiser, unless that was done: everything is concrete, so there is one path. Where that of another class has
    /// always begun before, that one is run first.
    pub(in crate::exec) fn run_initialiser(&mut self, class: ClassId) -> Result<(), Interrupt> {
        if !self.initialised.status.contains_key(&class)
            && !self.initialised.running
            && let Some(before) = begun_before(self.program, class)
        {
            // Where it fails, that is found when it is used.
            let _ = self.run_one_initialiser(before);
        }
        self.run_one_initialiser(class)
    }

    fn run_one_initialiser(&mut self, class: ClassId) -> Result<(), Interrupt> {
        if !self.initialised.status.contains_key(&class) {
            self.initialise_throwables(class);
            if self.initialised.running {
                let name = java_name(&self.program.class(class).name);
                return Err(StopReason::ClassInitialisation(name, NotInitialised::WithinAnother).into());
            }
            if self.has_nothing_to_run(class) {
                for begun in self.program.initialised_with(class) {
                    self.initialised.status.insert(begun, Ok(()));
                }
                return Ok(());
            }
            let circumstances = self.circumstances(class);
            // What was run with nobody listening does not say what it has read.
            let is_told = |kept: &Rc<Kept>| kept.reads.is_some() || !is_heard();
            match self.shared.initialised(&circumstances).filter(is_told) {
                Some(kept) => self.take_over(&kept),
                None => self.run_and_keep(circumstances),
            }
        }
        match self.initialised.status.get(&class) {
            Some(Err(reason)) => Err(reason.clone().into()),
            _ => Ok(()),
        }
    }

    /// Whether no code is run where a class is initialised: nothing that is run later can depend on it.
    fn has_nothing_to_run(&self, class: ClassId) -> bool {
        self.program.initialised_with(class).into_iter().all(|begun| match self.initialised.status.get(&begun) {
            Some(status) => status.is_ok(),
            None => !self.program.class(begun).is_jdk && self.class_initialiser(begun).is_none(),
        })
    }

    /// Takes what would come out again if the initialiser were run. What else is initialised has nothing to run.
    fn take_over(&mut self, kept: &Kept) {
        let before = std::mem::replace(&mut self.initialised, kept.initialised.clone());
        for (class, status) in before.status {
            self.initialised.status.entry(class).or_insert(status);
        }
        self.caveats.extend(kept.caveats.iter().cloned());
        self.premises.add(&kept.premises);
        if let Some(reads) = &kept.reads {
            note_all(reads);
        }
    }

    /// Runs the initialiser of a class, and keeps what it leaves if that took long.
    fn run_and_keep(&mut self, circumstances: Circumstances) {
        let class = circumstances.class;
        let steps = self.initialised.steps;
        // What was met and thrown before is nothing of the initialiser's.
        let (caveats, premises) = (std::mem::take(&mut self.caveats), std::mem::take(&mut self.premises));
        let thrown_from = std::mem::take(&mut self.thrown_from);
        let mut reads = is_heard().then(Reads::default);
        let mut run = || self.among_initialisers(|machine| machine.run_initialiser_alone(class));
        match &mut reads {
            Some(reads) => listening(reads, run),
            None => run(),
        }
        if let Some(reads) = &reads {
            note_all(reads);
        }
        self.thrown_from = thrown_from;
        self.initialised.before.push(Happened::Initialised(class));
        // What an initialiser leaves that had to end is nobody else's.
        if self.initialised.steps - steps >= WORTH_KEEPING && !run::is_over(None) {
            let (initialised, caveats, premises) =
                (self.initialised.clone(), self.caveats.clone(), self.premises.clone());
            self.shared.keep(circumstances, Kept { initialised, caveats, premises, reads });
        }
        self.caveats.extend(caveats);
        self.premises.add(&premises);
    }

    /// Runs the initialiser of a class among those that have run. How it has ended is in its status.
    fn run_initialiser_alone(&mut self, class: ClassId) {
        let status = self.initialised.status.clone();
        let disturbed = self.initialised.disturbed.clone();
        let made = self.initialised.surroundings.made.clone();
        let base = self.initialised.heap.object_count();
        let mut state = State { heap: self.initialised.heap.clone(), ..State::default() };
        // What an initialiser leaves does not depend on how far paths of the method go that needs it first.
        let path_steps = std::mem::replace(&mut self.limits.path_steps, INITIALISER_STEPS);
        let mut result = self.run_to_end(&mut state, class);
        self.limits.path_steps = path_steps;
        self.initialised.surroundings.made.note_maker(ObjectId(state.heap.object_count() as u32), None);
        self.initialised.steps += state.steps;
        let failing = std::mem::take(&mut self.initialised.failing);
        if result.is_ok() && failing.has_failed() {
            let name = java_name(self.program.class_name(class));
            result = Err(StopReason::ClassInitialisation(name, NotInitialised::CatchesAnother));
        }
        if result.is_ok() {
            self.initialised.heap = state.heap;
        } else {
            // Classes whose initialisers had begun are not initialised, so all that was done is undone.
            self.initialised.status = status;
            self.initialised.disturbed = disturbed;
            self.initialised.surroundings.made = made;
            if let Some(failure) = failing.failure(state.heap, base) {
                self.initialised.failures.insert(class, failure);
            }
        }
        if let Err(reason) = result {
            let name = java_name(&self.program.class(class).name);
            let reason = match reason {
                nested @ StopReason::ClassInitialisation(..) => nested,
                other => StopReason::ClassInitialisation(name, NotInitialised::Stops(Box::new(other))),
            };
            self.initialised.status.insert(class, Err(reason));
        }
    }

    fn run_to_end(&mut self, state: &mut State, class: ClassId) -> Result<(), StopReason> {
        let undecided = || StopReason::Internal("a choice during class initialisation".into());
        let name = java_name(&self.program.class(class).name);
        let throws = |what: String| StopReason::ClassInitialisation(name.clone(), NotInitialised::Throws(what));
        let reason_of = |interrupt| match interrupt {
            Interrupt::Stop(reason) => reason,
            Interrupt::Choice(_) | Interrupt::Infeasible => undecided(),
        };
        for parent in self.program.initialised_with(class) {
            match self.initialised.status.insert(parent, Ok(())) {
                Some(Err(_)) if self.initialised.failures.contains_key(&parent) => {}
                Some(Err(reason)) => return Err(reason),
                Some(Ok(())) => continue,
                None => {}
            }
            if self.initialised_by_model(state, parent).map_err(reason_of)? {
                continue;
            }
            if let Some(method) = self.class_initialiser(parent) {
                let locals = self.program.code(method).map_or(0, |code| usize::from(code.max_locals));
                let mut frame = Frame { initialising: self.initialised_by(method), ..Frame::new(method, locals, &[]) };
                if !state.frames.is_empty() {
                    // This initialiser runs first; its return moves the frame below on to its first instruction.
                    if let Some(below) = state.frame_mut() {
                        below.instruction = below.instruction.wrapping_sub(1);
                    }
                }
                frame.instruction = 0;
                state.frames.push(Rc::new(frame));
            }
        }
        let mut objects = state.heap.object_count();
        while !state.frames.is_empty() {
            let upcoming = self.upcoming(state).map_err(reason_of)?;
            let event = self.step(state, upcoming).map_err(reason_of)?;
            if state.heap.object_count() > objects {
                let class = self.initialising(state);
                self.initialised.surroundings.made.note_maker(ObjectId(objects as u32), class);
                objects = state.heap.object_count();
            }
            match event {
                Event::Call(call) => {
                    self.note_error_made(state, &call);
                    self.enter(state, &call);
                }
                Event::Raised(class, exception, None) => {
                    self.note_error_raised(exception);
                    return Err(throws(java_name(class)));
                }
                Event::Raised(_, exception, Some(_)) => self.note_error_raised(exception),
                Event::Threw(_) => return Err(throws("an exception".into())),
                Event::Executed | Event::Branched => {
                    self.run_concrete(state, upcoming, ConcreteLimits { steps: u64::MAX, writes: true }, &|_| true);
                }
                _ => {}
            }
        }
        Ok(())
    }
}
