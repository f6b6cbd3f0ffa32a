//! Watches the paths of a check: what they cover, and where each exception on them comes from.

use super::refusal::calls_modelled_check;
use crate::classfile::{ClassName, Instruction};
use crate::exec::{Call, ConcreteRun, Event, State};
use crate::explore::{Coverage, Observed, Recorder, Runs};
use crate::graph::successors;
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{ClassId, MethodId, Program, is_desugared};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The activations at a moment with their instructions, the outermost first.
pub(in crate::analysis) type Frames = Rc<[(MethodId, u32)]>;

/// What one path's exceptions are, the youngest first.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Watch {
    exceptions: Option<Rc<Sighting>>,
}

/// Something that happened to an exception.
#[derive(Debug)]
struct Sighting {
    object: ObjectId,
    what: Happening,
    frames: Frames,
    before: Option<Rc<Sighting>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Happening {
    /// It was allocated by `new`.
    Allocated,
    /// The machine, or a model, made and threw it; `by_check` when the method called is a null check of the library.
    Raised { by_check: bool },
    /// An `athrow` threw it.
    Thrown,
}

/// Where an exception comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::analysis) struct Source {
    /// What its stack trace says: where it was constructed, or raised.
    pub(in crate::analysis) trace: Frames,
    /// Where it was thrown for the first time.
    pub(in crate::analysis) first_thrown: Frames,
    /// Whether the program made it by `new`.
    pub(super) is_allocated: bool,
    /// Whether a null check of the library threw it on behalf of the code that called the check.
    pub(super) by_check: bool,
}

impl Source {
    /// The source of an exception with the trace as a JVM records it: while the constructor runs, which is at its call and not at `new`,
    /// and without what was dropped of it since.
    pub(in crate::analysis) fn told_by_the_machine(
        mut self,
        program: &Program,
        (state, exception): (&State, ObjectId),
    ) -> Source {
        let called = self.trace.last().filter(|_| self.is_allocated).and_then(|(method, position)| {
            let called = program.code(*method)?.constructor_call(*position)?;
            Some((*method, called))
        });
        if let Some(called) = called {
            let mut frames = self.trace.to_vec();
            if let Some(last) = frames.last_mut() {
                *last = called;
            }
            self.trace = frames.into();
        }
        for (_, class) in state.dropped_frames.iter().filter(|(object, _)| *object == exception) {
            let is_its = |(method, _): &(MethodId, u32)| program.method(*method).class == *class;
            if let Some(last) = self.trace.iter().position(is_its) {
                self.trace = self.trace.iter().take(last).copied().collect();
            }
        }
        self
    }
}

impl Watch {
    /// Where an exception comes from; none when the path never saw it before it was thrown, as one that was an input.
    pub(in crate::analysis) fn source(&self, object: ObjectId) -> Option<Source> {
        let mut made: Option<(&Frames, bool, bool)> = None;
        let mut first_thrown = None;
        let mut next = self.exceptions.as_deref();
        while let Some(sighting) = next {
            next = sighting.before.as_deref();
            if sighting.object != object {
                continue;
            }
            match sighting.what {
                Happening::Allocated => made = Some((&sighting.frames, true, false)),
                Happening::Raised { by_check } => {
                    made = Some((&sighting.frames, false, by_check));
                    first_thrown = Some(sighting.frames.clone());
                }
                Happening::Thrown => first_thrown = Some(sighting.frames.clone()),
            }
        }
        let (trace, is_allocated, by_check) = made?;
        let first_thrown = first_thrown.unwrap_or_else(|| trace.clone());
        Some(Source { trace: trace.clone(), first_thrown, is_allocated, by_check })
    }

    fn saw(&mut self, object: ObjectId, what: Happening, frames: Frames) {
        self.exceptions = Some(Rc::new(Sighting { object, what, frames, before: self.exceptions.take() }));
    }
}

/// What all paths of one exploration have covered.
#[derive(Default)]
pub(in crate::analysis) struct Seen<'p> {
    /// The program.
    pub(in crate::analysis) program: Option<&'p Program>,
    reached: FxHashMap<MethodId, Vec<bool>>,
    /// The ways that conditionals went: method, from, to.
    pub(super) branches: FxHashSet<(MethodId, u32, u32)>,
    throwables: FxHashMap<ClassName, bool>,
    /// Whether only exceptions are noted, and nothing of what was covered.
    is_of_exceptions: bool,
}

impl<'p> Seen<'p> {
    /// Of an exploration of which only the exceptions matter.
    pub(in crate::analysis) fn of_exceptions() -> Seen<'p> {
        Seen { is_of_exceptions: true, ..Seen::default() }
    }

    /// The program.
    pub(in crate::analysis) fn program(&self) -> Option<&'p Program> {
        self.program
    }

    /// Begins to watch a program.
    pub(in crate::analysis) fn begin(&mut self, program: &'p Program) {
        self.program = Some(program);
    }

    /// Whether an instruction was reached.
    pub(in crate::analysis) fn is_reached(&self, method: MethodId, position: u32) -> bool {
        self.reached.get(&method).and_then(|all| all.get(position as usize)).copied().unwrap_or(false)
    }

    /// Notes that an instruction was reached.
    pub(in crate::analysis) fn reach(&mut self, method: MethodId, position: u32) {
        self.reach_all(method, [Some(position), None]);
    }

    /// The same of up to two instructions of a method.
    fn reach_all(&mut self, method: MethodId, positions: [Option<u32>; 2]) {
        if self.is_of_exceptions {
            return;
        }
        let program = self.program;
        let all = self.reached.entry(method).or_insert_with(|| {
            let code = program.and_then(|program| program.code(method));
            vec![false; code.map_or(0, |code| code.instructions.len())]
        });
        for position in positions.into_iter().flatten() {
            if let Some(reached) = all.get_mut(position as usize) {
                *reached = true;
            }
        }
    }

    /// How much was covered.
    pub(in crate::analysis) fn size(&self) -> usize {
        self.branches.len() + self.reached.values().flatten().filter(|reached| **reached).count()
    }

    /// Adds what another exploration has covered.
    pub(in crate::analysis) fn merge(&mut self, other: Seen<'_>) {
        for (method, reached) in other.reached {
            match self.reached.get_mut(&method) {
                None => {
                    self.reached.insert(method, reached);
                }
                Some(all) => all.iter_mut().zip(reached).for_each(|(known, new)| *known |= new),
            }
        }
        self.branches.extend(other.branches);
    }

    fn is_throwable(&mut self, class: &ClassName) -> bool {
        if let Some(known) = self.throwables.get(class) {
            return *known;
        }
        let answer = self.program.is_some_and(|program| {
            let throwable = program.class_by_name("java/lang/Throwable");
            let class = program.class_by_name(class);
            matches!((class, throwable), (Some(class), Some(throwable))
                if program.is_subclass(class, throwable) != Some(false))
        });
        self.throwables.insert(class.clone(), answer);
        answer
    }
}

impl Coverage for Seen<'_> {
    fn leads_to_new_code(&self, method: MethodId, position: u32) -> bool {
        let decoded = self.program.and_then(|program| program.code(method)?.instructions.get(position as usize));
        decoded.is_some_and(|decoded| {
            successors(&decoded.instruction, position).into_iter().any(|next| !self.is_reached(method, next))
        })
    }
}

/// A recorder that watches exceptions and coverage, whatever else it records.
pub(in crate::analysis) trait Watches<'p>: Recorder {
    /// The exceptions of the path.
    fn watch(&self) -> &Watch;

    /// What all paths have covered.
    fn seen<'s>(shared: &'s mut Self::Shared) -> &'s mut Seen<'p>;
}

impl<'p> Watches<'p> for Watcher<'p> {
    fn watch(&self) -> &Watch {
        &self.watch
    }

    fn seen<'s>(shared: &'s mut Seen<'p>) -> &'s mut Seen<'p> {
        shared
    }
}

/// A recorder whose shared part borrows the program.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Watcher<'p> {
    /// The exceptions of the path.
    pub(super) watch: Watch,
    program: std::marker::PhantomData<&'p Program>,
}

impl<'p> Recorder for Watcher<'p> {
    type Shared = Seen<'p>;
    const JOINS: bool = true;

    fn observe(&mut self, shared: &mut Seen<'p>, observed: Observed<'_>) {
        let Observed { method, position, instruction, event, after, thrown_from, .. } = observed;
        // What is next may be a call, which is entered and not observed.
        let next = after.frame();
        let next_here = next.filter(|frame| frame.method == method).map(|frame| frame.instruction);
        shared.reach_all(method, [Some(position), next_here]);
        if let Some(frame) = next {
            if next_here.is_none() {
                shared.reach(frame.method, frame.instruction);
            }
            if matches!(event, Event::Branched) && !shared.is_of_exceptions {
                shared.branches.insert((method, position, frame.instruction));
            }
        }
        match (event, instruction) {
            (Event::Executed, Instruction::New(class)) if shared.is_throwable(class) => {
                if let Value::Reference(Reference::Object(object)) = after.operand(0) {
                    let mut frames: Vec<(MethodId, u32)> =
                        after.frames.iter().map(|frame| (frame.method, frame.instruction)).collect();
                    if let Some(top) = frames.last_mut() {
                        *top = (method, position);
                    }
                    self.watch.saw(object, Happening::Allocated, frames.into());
                }
            }
            (Event::Raised(_, object, _), _) => {
                let by_check = calls_modelled_check(instruction);
                self.watch.saw(*object, Happening::Raised { by_check }, thrown_from.into());
            }
            (Event::Threw(object), _) => self.watch.saw(*object, Happening::Thrown, thrown_from.into()),
            (Event::Thrown(_), _) => {
                // It is caught: the handler begins with it as its only operand.
                if let Value::Reference(Reference::Object(object)) = after.operand(0) {
                    self.watch.saw(object, Happening::Thrown, thrown_from.into());
                }
            }
            _ => {}
        }
    }

    fn runs(&self, _: &Seen<'p>, _: MethodId) -> Runs {
        Runs::Any
    }

    fn observe_run(&mut self, shared: &mut Seen<'p>, run: &ConcreteRun, after: &State) {
        if shared.is_of_exceptions {
            return;
        }
        let next = after.frame().map(|frame| (frame.method, frame.instruction));
        run.reached.iter().copied().chain(next).for_each(|(method, position)| shared.reach(method, position));
        shared.branches.extend(&run.branches);
    }

    fn enter(&mut self, shared: &mut Seen<'p>, _program: &Program, call: &Call) {
        shared.reach(call.method, 0);
    }
}

/// Whether a class is one of the user's: it is on the paths that were given, not a dependency, and a person wrote it.
pub(super) fn is_users(program: &Program, class: ClassId) -> bool {
    program.is_user_class(class) && !program.is_dependency(class) && !is_desugared(program.class_name(class))
}
