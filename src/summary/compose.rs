//! Composition of summaries at invokes (Algorithm 2).
//!
//! `checkAndSet` walks a callee's constraints in the order in which its exploration found them, paths with a common
//! beginning together. Where the caller's heap is not initialised yet it is now ("eager" lazy initialisation). A callee's
//! `Ref = new` means a fresh object or any compatible input object of the caller that the callee did not itself name, so
//! every such alias is a path of its own: composing must find what inlining finds.

mod apply;
mod bind;
mod project;
mod restrict;

use super::case::Level;
use super::library::{Library, LoadedSummary};
use super::recording::Recording;
use crate::exec::{Call, Caveat, StopReason};
use crate::explore::{Branch, CallHandler, CallLimits, Explorer, Inline, Outcome, Path, PathEnd, Work};
use crate::graph::CallGraph;
use crate::heap::{Choice, ObjectId, Reference, Value};
use crate::program::MethodId;
use crate::term::TermId;
use apply::is_surprised;
use bind::excludes;
use std::rc::Rc;

/// Composes callees' summaries; executes inline what has none that can be composed.
pub struct Compose<'s> {
    library: Library<'s>,
    inline: Inline<'s>,
    calls: &'s CallGraph,
    root: MethodId,
    level: Level,
    recursion: Level,
    /// How far calls are followed that cannot be composed; none for as far as they go.
    limits: Option<CallLimits>,
    /// The most that a call took.
    pub(super) most: CallLimits,
}

/// A path with part of a callee's constraints established.
#[derive(Clone)]
struct Partial {
    path: Path<Recording>,
    /// The caller's objects for the callee's input objects.
    objects: Vec<ObjectId>,
    /// The caller's terms for the callee's numeric inputs.
    numbers: Vec<(u32, TermId)>,
    /// Arrays whose elements the callee's inputs are, and whether an index of the callee's was no number.
    reads: Vec<(ObjectId, bool)>,
    /// Whether an object was bound whose class the callee did not consider.
    outside: bool,
}

/// What became of a path when a constraint was applied.
enum Applied {
    Holds(Partial),
    Ended(PathEnd<Recording>),
    /// The caller passes something that the callee's summary did not consider.
    Outside,
}

/// The caller passes something that the callee's summary did not consider.
struct Outside;

/// A path on which a reference was bound, or why it was not.
type Bound = Result<Partial, Unbound>;

/// Why a reference was not bound.
enum Unbound {
    /// The path stopped.
    Stopped(Partial, StopReason),
    /// The caller passes something that the callee's summary did not consider.
    Outside,
}

/// Goes on from what a location of the callee's input holds in the caller.
type Bind<'b> = &'b dyn Fn(&mut Explorer<'_, Recording>, Partial, Reference) -> Vec<Bound>;

/// What all of one call's paths share.
struct Callee<'c> {
    call: &'c Call,
    loaded: Rc<LoadedSummary>,
    level: Level,
    position: u32,
    /// Whether the caller's state is the input state of the callee's own analysis, which has considered all that it holds.
    own_input: bool,
}

impl<'s> Compose<'s> {
    /// A handler for the analysis of `root` at a recursion level.
    pub fn new(library: Library<'s>, calls: &'s CallGraph, root: MethodId, level: Level, recursion: Level) -> Self {
        let activations = if level > 0 { level } else { recursion };
        let inline = Inline { calls, recursion: activations, only_decided: false };
        Compose { library, inline, calls, root, level, recursion, limits: None, most: CallLimits::default() }
    }

    /// The same handler, which leaves calls open that cost more than these limits.
    #[must_use]
    pub fn within(self, limits: Option<CallLimits>) -> Self {
        Compose { limits, ..self }
    }

    /// Executes a call inline as far as the limits go, and leaves it open beyond.
    fn follow(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        call: &Call,
    ) -> Vec<Branch<Recording>> {
        let Some(limits) = self.limits else { return vec![explorer.enter(path, call)] };
        let before = explorer.spent();
        let followed = explorer.follow(path.clone(), call, &limits, self);
        // A call that was not followed to its end would have taken more.
        let (ends, work) = match &followed {
            Some(branches) => (branches.len() as u64, explorer.spent().without(before)),
            None => (u64::MAX, Work::UNLIMITED),
        };
        self.most = self.most.or_more(CallLimits { cases: 0, ends, work });
        followed.unwrap_or_else(|| leave_open(explorer, path, call))
    }

    /// The level of summary that a call composes; none when the recursion bound is reached.
    fn level_of(&self, path: &Path<Recording>, call: &Call) -> Option<Level> {
        let Some(running) = self.inline.activations(path, call) else { return Some(0) };
        let allowed = if self.calls.mutually_recursive(self.root, call.method) { self.level } else { self.recursion };
        allowed.checked_sub(running).filter(|left| *left > 0)
    }
}

impl CallHandler<Recording> for Compose<'_> {
    fn call(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        call: &Call,
    ) -> Vec<Branch<Recording>> {
        let Some(level) = self.level_of(&path, call) else {
            let method = explorer.machine.program.method_label(call.method);
            let reason = StopReason::RecursionBound(method);
            let is_open = explorer.open_calls && call.for_model.is_none();
            return if is_open { explorer.open_call(path, reason) } else { vec![Branch::stopped(path, reason)] };
        };
        if call.for_model.is_some() {
            return vec![explorer.enter(path, call)];
        }
        let machine = &mut explorer.machine;
        // The JDK's methods have no summaries, and the call graph does not know whom they call back.
        let is_jdk = |method: MethodId| !machine.program.is_user_method(method);
        if path.state.frames.iter().any(|frame| is_jdk(frame.method)) {
            return vec![explorer.enter(path, call)];
        }
        if is_jdk(call.method) {
            return self.follow(explorer, path, call);
        }
        let loaded = self.library.get(machine.program, &mut machine.pool, call.method, level);
        let Some(loaded) = loaded else { return self.follow(explorer, path, call) };
        if !loaded.summary.composable {
            // What its own analysis could not get through, a caller does not either.
            let is_too_large = |limits: CallLimits| !loaded.summary.is_complete() || loaded.summary.ends > limits.ends;
            return if self.limits.is_some_and(is_too_large) {
                leave_open(explorer, path, call)
            } else {
                self.follow(explorer, path, call)
            };
        }
        // The summary is one of objects as class initialisation leaves them, and the path has changed some.
        let takes_initialised = |caveat: &Caveat| matches!(caveat, Caveat::InitialisedState(_));
        if path.state.heap.has_changed_imports() && loaded.summary.caveats.iter().any(takes_initialised) {
            return self.follow(explorer, path, call);
        }
        let cases = loaded.summary.paths.len() as u64;
        self.most = self.most.or_more(CallLimits { cases, ..CallLimits::default() });
        if self.limits.is_some_and(|limits| cases > limits.cases) {
            return leave_open(explorer, path, call);
        }
        let qualifying = loaded.summary.caveats.iter().filter(|caveat| caveat.qualifies_callers());
        explorer.machine.caveats.extend(qualifying.cloned());
        let count = loaded.summary.paths.len();
        match self.compose_range(explorer, path.clone(), (call, false), loaded, level, 0..count) {
            Ok(branches) if branches.iter().any(is_surprised) => {
                match explorer.machine.refused_call(&path.state, call) {
                    Some(reason) => vec![Branch::stopped(path, reason)],
                    None => branches,
                }
            }
            Ok(branches) => branches,
            Err(Outside) => self.follow(explorer, path, call),
        }
    }
}

impl Compose<'_> {
    /// Composes one case of a method's summary in the input state of the method's own analysis; nothing when there is no
    /// such case or the state excludes it.
    pub fn compose_case(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        call: &Call,
        level: Level,
        case: u32,
    ) -> Vec<Branch<Recording>> {
        let machine = &mut explorer.machine;
        let Some(loaded) = self.library.get(machine.program, &mut machine.pool, call.method, level) else {
            return Vec::new();
        };
        let Some(position) = loaded.case_positions.get(case as usize).map(|position| *position as usize) else {
            return Vec::new();
        };
        self.compose_range(explorer, path, (call, true), loaded, level, position..position + 1).unwrap_or_default()
    }

    fn compose_range(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        path: Path<Recording>,
        (call, own_input): (&Call, bool),
        loaded: Rc<LoadedSummary>,
        level: Level,
        range: std::ops::Range<usize>,
    ) -> Result<Vec<Branch<Recording>>, Outside> {
        let position = path.state.frame().map_or(0, |frame| frame.instruction);
        let mut objects = Vec::new();
        if &*call.reference.name == "<init>"
            && let Some(Value::Reference(receiver)) = call.arguments.first()
            && let Reference::Object(object) = path.state.heap.current(*receiver)
        {
            objects.push(object);
        }
        let callee = Callee { call, loaded, level, position, own_input };
        let start = Partial { path, objects, numbers: Vec::new(), reads: Vec::new(), outside: false };
        let mut branches = Vec::new();
        self.descend(explorer, &callee, range, 0, start, &mut branches)?;
        Ok(branches)
    }

    /// Establishes, from the constraint at `depth` on, the constraints of the callee's paths in `range`, which agree on
    /// those before; runs each path whose constraints hold.
    fn descend(
        &mut self,
        explorer: &mut Explorer<'_, Recording>,
        callee: &Callee<'_>,
        range: std::ops::Range<usize>,
        depth: usize,
        partial: Partial,
        branches: &mut Vec<Branch<Recording>>,
    ) -> Result<(), Outside> {
        let mut start = range.start;
        let mut left = Some(partial);
        while start < range.end {
            let Some(constraint) = callee.loaded.constraint(start, depth) else {
                let partial = if start + 1 == range.end { left.take() } else { left.clone() };
                if let Some(partial) = partial {
                    self.finish(explorer, callee, start, partial, branches)?;
                }
                start += 1;
                continue;
            };
            let mut end = start + 1;
            while end < range.end && callee.loaded.constraint(end, depth) == Some(constraint) {
                end += 1;
            }
            let next = end;
            if left.as_ref().is_some_and(|left| excludes(explorer, callee, constraint, left)) {
                start = next;
                continue;
            }
            let partial = if end == range.end { left.take() } else { left.clone() };
            let Some(partial) = partial else { break };
            let inputs = callee.loaded.path(start).map_or(&[][..], |path| path.inputs.as_slice());
            for applied in self.apply(explorer, callee, inputs, constraint, partial)? {
                match applied {
                    Applied::Holds(Partial { outside: true, .. }) => return Err(Outside),
                    Applied::Holds(mut partial) => {
                        if !partial.path.state.heap.narrow_element_types(explorer.machine.program) {
                            continue;
                        }
                        self.descend(explorer, callee, start..end, depth + 1, partial, branches)?;
                    }
                    Applied::Ended(end) => branches.push(Branch::Ended(end)),
                    Applied::Outside => return Err(Outside),
                }
            }
            start = end;
        }
        Ok(())
    }
}

/// Leaves a call open that costs more than its caller spends on it.
fn leave_open(explorer: &mut Explorer<'_, Recording>, path: Path<Recording>, call: &Call) -> Vec<Branch<Recording>> {
    let method = explorer.machine.program.method_label(call.method);
    explorer.open_call(path, StopReason::CallBudget(method))
}

/// Repeats an operation until no choice is open; keeps the paths on which it says true.
fn with_choices(
    explorer: &mut Explorer<'_, Recording>,
    partial: Partial,
    operation: impl Fn(&mut Explorer<'_, Recording>, &mut Partial) -> Result<bool, Choice>,
) -> Vec<Applied> {
    let mut open = vec![Applied::Holds(partial)];
    let mut done = Vec::new();
    while let Some(applied) = open.pop() {
        let mut partial = match applied {
            Applied::Holds(partial) => partial,
            ended => {
                done.push(ended);
                continue;
            }
        };
        match operation(explorer, &mut partial) {
            Ok(true) => done.push(Applied::Holds(partial)),
            Ok(false) => {}
            Err(choice) => {
                let Partial { path, objects, numbers, reads, outside } = partial;
                let branches = explorer.fork(path, choice);
                open.extend(branches.into_iter().rev().map(|branch| match branch {
                    Branch::Open(path) => Applied::Holds(Partial {
                        path,
                        objects: objects.clone(),
                        numbers: numbers.clone(),
                        reads: reads.clone(),
                        outside,
                    }),
                    Branch::Ended(end) => Applied::Ended(end),
                }));
            }
        }
    }
    done
}

fn stopped(partial: Partial, reason: StopReason) -> Applied {
    Applied::Ended(PathEnd { path: partial.path, outcome: Outcome::Stopped(reason) })
}

fn broken(partial: Partial, what: &str) -> Applied {
    stopped(partial, StopReason::Internal(format!("composition: {what}")))
}
