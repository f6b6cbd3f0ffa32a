//! Runs of the two bodies: which instructions a run executes, and which body a call of the method runs.

use crate::exec::{Call, ConcreteRun, MOST_FRAMES, State, StopReason};
use crate::explore::{Branch, CallHandler, Explorer, Observed, Path, Recorder, Runs};
use crate::graph::CallGraph;
use crate::program::{ClassId, MethodId, Program, is_desugared};

/// The instructions of the method itself that a path has executed.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub(super) executed: imbl::OrdSet<u32>,
}

impl Recorder for Trace {
    /// The method.
    type Shared = Option<MethodId>;

    fn observe(&mut self, shared: &mut Self::Shared, observed: Observed<'_>) {
        if *shared == Some(observed.method) {
            self.executed.insert(observed.position);
        }
    }

    fn runs(&self, _: &Self::Shared, _: MethodId) -> Runs {
        Runs::Any
    }

    fn observe_run(&mut self, shared: &mut Self::Shared, run: &ConcreteRun, _: &State) {
        let of_method = run.reached.iter().filter(|(method, _)| *shared == Some(*method));
        self.executed.extend(of_method.map(|(_, position)| *position));
    }

    fn enter(&mut self, _: &mut Self::Shared, _: &Program, _: &Call) {}
}

/// Executes every callee inline. Calls of the method run the body that is being explored.
pub(super) struct Bodies<'g> {
    pub(super) calls: &'g CallGraph,
    pub(super) recursion: u32,
    pub(super) method: MethodId,
    /// The method with another body, while that one is explored.
    pub(super) variant: Option<MethodId>,
}

impl Bodies<'_> {
    /// The method that a frame is an activation of.
    fn of(&self, method: MethodId) -> MethodId {
        if self.variant == Some(method) { self.method } else { method }
    }

    /// Activations of the callee's recursive component that follow a decision of the one before: recursion on constants goes
    /// on.
    fn activations(&self, path: &Path<Trace>, callee: MethodId) -> u32 {
        if !self.calls.mutually_recursive(callee, callee) {
            return 0;
        }
        let frames = &path.state.frames;
        let frames = frames.iter().filter(|frame| self.calls.mutually_recursive(self.of(frame.method), callee));
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
        if let Some(frame) = path.state.frame()
            && self.of(frame.method) == self.method
        {
            let position = frame.instruction;
            path.record.executed.insert(position);
        }
        if self.activations(&path, call.method) >= self.recursion {
            return vec![Branch::stopped(path, StopReason::RecursionBound(program.method_label(call.method)))];
        }
        if path.state.frames.len() >= MOST_FRAMES {
            return vec![Branch::stopped(path, StopReason::FrameBound(program.method_label(call.method)))];
        }
        match self.variant {
            Some(variant) if call.method == self.method => {
                let call = Call { method: variant, ..call.clone() };
                vec![explorer.enter(path, &call)]
            }
            _ => vec![explorer.enter(path, call)],
        }
    }
}

/// Whether a method can run again while it runs: by recursion, or since code of the JDK calls it back.
pub(super) fn can_run_again(program: &Program, calls: &CallGraph, method: MethodId) -> bool {
    let info = program.method(method);
    let is_desugared_one = |caller: &MethodId| is_desugared(program.class_name(program.method(*caller).class));
    let is_virtual = info.has_receiver() && !info.flags.is_private() && &*info.name != "<init>";
    calls.mutually_recursive(method, method)
        || (is_virtual && is_known_to_jdk(program, info.class, &info.name))
        || calls.callers(method).iter().any(is_desugared_one)
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
