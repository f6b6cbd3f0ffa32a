//! Watches the paths of a check: what they cover, and where each exception on them comes from.

use crate::classfile::ClassName;
use crate::exec::{Call, ConcreteRun, Event, Exceptions, State, is_throwable};
use crate::explore::{Coverage, Observed, Recorder, Runs};
use crate::graph::successors;
use crate::program::{ClassId, MethodId, Program, is_desugared};
use rustc_hash::{FxHashMap, FxHashSet};

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
        let answer = self.program.is_some_and(|program| is_throwable(program, class));
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
    fn exceptions(&self) -> &Exceptions;

    /// What all paths have covered.
    fn seen<'s>(shared: &'s mut Self::Shared) -> &'s mut Seen<'p>;
}

impl<'p> Watches<'p> for Watcher<'p> {
    fn exceptions(&self) -> &Exceptions {
        &self.exceptions
    }

    fn seen<'s>(shared: &'s mut Seen<'p>) -> &'s mut Seen<'p> {
        shared
    }
}

/// A recorder whose shared part borrows the program.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Watcher<'p> {
    /// The exceptions of the path.
    pub(super) exceptions: Exceptions,
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
        self.exceptions
            .note((method, position, instruction), event, after, thrown_from, |class| shared.is_throwable(class));
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
