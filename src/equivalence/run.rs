//! Runs of two versions: which instructions of the changed methods a run executes, and which body a call runs.

use super::begun::Beginning;
use super::version::Version;
use crate::exec::{Call, ConcreteRun, MOST_FRAMES, State, StopReason};
use crate::explore::{Branch, CallHandler, Explorer, Observed, Path, Recorder, Runs};
use crate::graph::CallGraph;
use crate::program::{ClassId, MethodId, Program, is_desugared};
use rustc_hash::FxHashSet;

/// The instructions that a path has executed of the bodies that are traced.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub(super) executed: imbl::OrdSet<(MethodId, u32)>,
    /// Classes that it has used whose initialisation other code can see, in the order of their first use.
    pub(super) begun: Vec<ClassId>,
}

/// What paths are traced for.
#[derive(Debug, Default)]
pub(super) struct Traced {
    /// The bodies whose instructions are noted.
    pub(super) bodies: FxHashSet<MethodId>,
    pub(super) beginning: Beginning,
}

impl Trace {
    fn note(&mut self, shared: &Traced, place: (MethodId, u32)) {
        if shared.bodies.contains(&place.0) {
            self.executed.insert(place);
        }
        if let Some(class) = shared.beginning.at(place).filter(|class| !self.begun.contains(class)) {
            self.begun.push(class);
        }
    }
}

impl Recorder for Trace {
    type Shared = Traced;

    fn observe(&mut self, shared: &mut Self::Shared, observed: Observed<'_>) {
        self.note(shared, (observed.method, observed.position));
    }

    fn runs(&self, _: &Self::Shared, _: MethodId) -> Runs {
        Runs::Any
    }

    fn observe_run(&mut self, shared: &mut Self::Shared, run: &ConcreteRun, _: &State) {
        run.reached.iter().for_each(|place| self.note(shared, *place));
    }

    fn enter(&mut self, shared: &mut Self::Shared, _: &Program, call: &Call) {
        // A body that was entered counts as begun, whatever becomes of its first instruction.
        if shared.bodies.contains(&call.method) {
            self.executed.insert((call.method, 0));
        }
    }
}

/// Executes every callee inline, by the bodies of the version that is being explored.
pub(super) struct Bodies<'g> {
    pub(super) calls: &'g CallGraph,
    pub(super) recursion: u32,
    pub(super) version: &'g Version,
}

impl Bodies<'_> {
    /// Activations of the callee's recursive component that follow a decision of the one before: recursion on constants goes
    /// on.
    fn activations(&self, path: &Path<Trace>, callee: MethodId) -> u32 {
        if !self.calls.mutually_recursive(callee, callee) {
            return 0;
        }
        let frames = &path.state.frames;
        let frames =
            frames.iter().filter(|frame| self.calls.mutually_recursive(self.version.method_of(frame.method), callee));
        let mut before = None;
        let mut counted = 0;
        for entered in frames.map(|frame| frame.entered_at).chain([path.state.depth]) {
            counted += u32::from(before.is_some_and(|before| entered > before));
            before = Some(entered);
        }
        counted
    }
}

impl CallHandler<Trace> for Bodies<'_> {
    fn call(&mut self, explorer: &mut Explorer<'_, Trace>, mut path: Path<Trace>, call: &Call) -> Vec<Branch<Trace>> {
        let program = explorer.machine.program;
        if let Some(frame) = path.state.frame() {
            let place = (frame.method, frame.instruction);
            path.record.note(&explorer.shared, place);
        }
        if self.activations(&path, call.method) >= self.recursion {
            return vec![Branch::stopped(path, StopReason::RecursionBound(program.method_label(call.method)))];
        }
        if path.state.frames.len() >= MOST_FRAMES {
            return vec![Branch::stopped(path, StopReason::FrameBound(program.method_label(call.method)))];
        }
        match self.version.body_of(call.method) {
            method if method == call.method => vec![explorer.enter(path, call)],
            method => vec![explorer.enter(path, &Call { method, ..call.clone() })],
        }
    }
}

/// Whether a method can run again while it runs: by recursion, or since code of the JDK calls it back.
pub(super) fn can_run_again(program: &Program, calls: &CallGraph, method: MethodId) -> bool {
    let is_desugared_one = |caller: &MethodId| is_desugared(program.class_name(program.method(*caller).class));
    calls.mutually_recursive(method, method)
        || may_be_called_by_jdk(program, method)
        || calls.callers(method).iter().any(is_desugared_one)
}

/// Methods that `java.io` calls of any serializable class (Java Object Serialization Specification, 1.10 and 3).
const SERIALISING: [&str; 5] = ["writeObject", "readObject", "readObjectNoData", "writeReplace", "readResolve"];

/// Whether code of the JDK may call a method: as one that it knows of a supertype.
pub fn may_be_called_by_jdk(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    // Serialisation finds these by their names, private ones too.
    if SERIALISING.contains(&&*info.name) {
        return true;
    }
    let is_virtual = info.has_receiver() && !info.flags.is_private() && &*info.name != "<init>";
    // A subclass may be what the JDK knows.
    is_virtual && program.user_subtypes(info.class).iter().any(|class| is_known_to_jdk(program, *class, &info.name))
}

/// Whether the JDK may know a method of this name that a class inherits.
fn is_known_to_jdk(program: &Program, class: ClassId, name: &str) -> bool {
    let definition = program.class(class);
    if !program.is_user_class(class) {
        return &*definition.name != "java/lang/Object"
            || matches!(name, "equals" | "hashCode" | "toString" | "clone" | "finalize");
    }
    definition.superclass.iter().chain(&definition.interfaces).any(|parent| is_known_to_jdk(program, *parent, name))
}
