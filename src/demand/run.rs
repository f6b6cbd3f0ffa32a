//! One concrete execution: each activation of a composed method runs for itself, with symbolic parameters and the concrete
//! values that its caller gives, and grows its method's tree (function Execute of Algorithm 1).

mod arrays;
mod recording;

use super::composable::{Composed, ComposedMethods};
use super::translate::Translation;
use super::tree::{Continues, Kind, NodeId, Trees};
use crate::concolic::{ConcolicValue, ConcreteHeap, ConcreteInput, Lead};
use crate::exec::{Call, Event, MOST_FRAMES, Machine, State, Statics, StopReason, Upcoming};
use crate::explore::{Halt, Until, advance};
use crate::graph::Target;
use crate::heap::{ObjectId, SymbolId};
use crate::program::{ClassId, MethodId};
use crate::summary::initial_state;
use crate::term::{Domain, InputId, TermId};
pub(super) use arrays::{Contents, contents_of, primitive_array};

/// Activations within one another that composed calls may have; each takes some of the thread's stack.
const MOST_ACTIVATIONS: usize = 400;

/// Instructions that one execution may take.
const MOST_INSTRUCTIONS: u64 = 300_000;

/// How an execution, or a part of it, ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ended {
    /// It returned; of a number its value.
    Returned(Option<i64>),
    /// It threw an exception of this class; whether the JVM itself made it, so that nobody knows its message.
    Threw(ClassId, bool),
    /// It was given up.
    Stopped(StopReason),
    /// It came to the target.
    Target,
    /// This method has to be executed inline: why.
    NotComposable(MethodId, String),
}

/// Runs concrete inputs and grows trees.
pub struct Runner<'r, 'p> {
    /// The interpreter.
    pub machine: &'r mut Machine<'p>,
    /// The trees.
    pub trees: &'r mut Trees,
    /// Which methods are composed.
    pub composable: &'r mut ComposedMethods<'p>,
    /// What the execution is to come to.
    pub target: &'r Target,
    /// The concrete heap of the execution as it is now.
    pub heap: ConcreteHeap,
    /// Nodes that were open and that this execution went through.
    pub reached: Vec<NodeId>,
    /// Instructions that were executed.
    pub instructions: u64,
    activations: usize,
}

/// An activation that runs.
pub(super) struct Activation {
    pub(super) method: MethodId,
    pub(super) state: State,
    pub(super) lead: Lead,
    pub(super) translation: Translation,
    pub(super) node: NodeId,
    /// The node that the last instruction came after.
    covering: Option<NodeId>,
    pub(super) is_entry: bool,
    /// Results of calls so far.
    pub(super) results: u32,
}

/// How an activation ended, and what it has left.
pub(super) struct Finished {
    pub(super) ended: Ended,
    /// The contents of arrays that are parameters.
    pub(super) contents: Contents,
}

impl From<Ended> for Finished {
    fn from(ended: Ended) -> Self {
        Finished { ended, contents: Vec::new() }
    }
}

/// Counts the instructions of an activation and notes those that are new; halts at the target and when too many were executed.
struct Covering<'a> {
    target: &'a Target,
    trees: &'a mut Trees,
    node: NodeId,
    /// The node that the last instruction came after.
    covering: &'a mut Option<NodeId>,
    instructions: &'a mut u64,
}

impl Until for Covering<'_> {
    fn before(&mut self, _: &mut Machine<'_>, _: &State, upcoming: Upcoming<'_>) -> bool {
        let (method, instruction) = (upcoming.method, upcoming.position);
        if self.target.is_executed_at(method, instruction) || *self.instructions >= MOST_INSTRUCTIONS {
            return true;
        }
        let begins = self.covering.replace(self.node) != Some(self.node);
        if let Some(node) = self.trees.node_mut(self.node)
            && matches!(node.kind, Kind::Open(_))
        {
            // An earlier run may have ended on the way.
            if begins {
                node.covered.clear();
            }
            node.cover((method, instruction));
        }
        false
    }

    fn after(&mut self, _: &mut Machine<'_>, _: &State, _: Upcoming<'_>, _: &Event) -> bool {
        *self.instructions += 1;
        false
    }
}

impl<'r, 'p> Runner<'r, 'p> {
    /// A runner that has run nothing.
    pub fn new(
        machine: &'r mut Machine<'p>,
        trees: &'r mut Trees,
        composable: &'r mut ComposedMethods<'p>,
        target: &'r Target,
    ) -> Self {
        let heap = ConcreteHeap::default();
        Runner { machine, trees, composable, target, heap, reached: Vec::new(), instructions: 0, activations: 0 }
    }

    /// Executes the entry with an input.
    pub fn execute(&mut self, entry: MethodId, input: &ConcreteInput) -> Ended {
        self.heap = input.heap.clone();
        let lead = Lead::new(input.parameters.clone(), input.asked.clone());
        let finished = self.activate(entry, lead, true);
        match finished.ended {
            Ended::Threw(class, _) if self.target.is_escaped_by(self.machine.program, class) => Ended::Target,
            other => other,
        }
    }

    pub(super) fn activate(&mut self, method: MethodId, lead: Lead, is_entry: bool) -> Finished {
        if self.activations >= MOST_ACTIVATIONS {
            let label = self.machine.program.method_label(method);
            return Ended::Stopped(StopReason::FrameBound(label)).into();
        }
        self.activations += 1;
        let statics = if is_entry { Statics::Initialised { after_calls: false } } else { Statics::Any };
        let outer = std::mem::replace(&mut self.machine.statics, statics);
        let (mut state, _) = initial_state(self.machine, method, false);
        let is_receiver = |symbol: &SymbolId| state.heap.symbol(*symbol).is_some_and(|info| !info.nullable);
        state.receiver = (0..state.heap.symbol_count() as u32).map(SymbolId).find(is_receiver);
        state.heap.takes_choices = is_entry;
        state.initialises = is_entry.then(|| self.machine.program.method(method).class);
        let node = self.trees.root(method);
        let translation = Translation::new(method);
        let covering = None;
        let mut activation = Activation { method, state, lead, translation, node, covering, is_entry, results: 0 };
        let finished = match self.decide_arrays(&mut activation) {
            Ok(()) => self.run(&mut activation),
            Err(reason) => self.end(&mut activation, Ended::Stopped(reason), None),
        };
        self.machine.statics = outer;
        self.activations -= 1;
        finished
    }

    fn run(&mut self, activation: &mut Activation) -> Finished {
        loop {
            let mut covering = Covering {
                target: self.target,
                trees: self.trees,
                node: activation.node,
                covering: &mut activation.covering,
                instructions: &mut self.instructions,
            };
            match advance(self.machine, &mut activation.state, &mut covering) {
                Halt::Before => {
                    let frame = activation.state.frame();
                    return match frame.map(|frame| self.target.is_executed_at(frame.method, frame.instruction)) {
                        None => Ended::Stopped(StopReason::Internal("no frame".into())).into(),
                        Some(true) => Ended::Target.into(),
                        Some(false) => self.end(activation, Ended::Stopped(StopReason::InstructionBudget), None),
                    };
                }
                Halt::After(Event::Call(call)) => {
                    if let Err(ended) = self.call(activation, &call) {
                        return self.end(activation, ended, None);
                    }
                }
                Halt::After(Event::Finished(value)) => return self.end(activation, Ended::Returned(None), value),
                Halt::After(Event::Threw(exception)) => {
                    return match self.thrown(activation, exception, false) {
                        Ok(ended) | Err(ended) => self.end(activation, ended, None),
                    };
                }
                Halt::After(Event::Raised(_, exception, None)) => {
                    return match self.thrown(activation, exception, true) {
                        Ok(ended) | Err(ended) => self.end(activation, ended, None),
                    };
                }
                Halt::After(_) => {}
                Halt::Asks(choice) => {
                    let point = self.point(activation, Continues::After);
                    let answered = activation.lead.answer(&self.heap, self.machine, &mut activation.state, choice);
                    let recorded = answered.and_then(|decision| self.record(activation, point, decision));
                    if let Err(reason) = recorded {
                        return self.end(activation, Ended::Stopped(reason), None);
                    }
                }
                Halt::Stopped(reason) => return self.end(activation, Ended::Stopped(reason), None),
                Halt::Infeasible => {
                    let reason = StopReason::Internal("a concrete run that is infeasible".into());
                    return self.end(activation, Ended::Stopped(reason), None);
                }
            }
        }
    }

    fn thrown(&self, activation: &Activation, exception: ObjectId, raised: bool) -> Result<Ended, Ended> {
        let class = activation.state.heap.instance(exception).and_then(|body| body.types.first().copied());
        let class = class.ok_or_else(|| Ended::Stopped(StopReason::Internal("an exception of no class".into())))?;
        Ok(Ended::Threw(class, raised))
    }

    fn call(&mut self, activation: &mut Activation, call: &Call) -> Result<(), Ended> {
        // What calls back from outside of the class path is in no call graph.
        let is_user = |method: MethodId| self.machine.program.is_user_method(method);
        let is_inline = call.for_model.is_some()
            || !activation.state.frame().is_some_and(|frame| is_user(frame.method))
            || self.composable.inlined(call.method).is_some()
            || activation.state.heap.has_changed_imports();
        if !is_inline && self.composed_call(activation, call)? == Composed::Yes {
            return Ok(());
        }
        if activation.state.frames.len() >= MOST_FRAMES {
            let label = self.machine.program.method_label(call.method);
            return Err(Ended::Stopped(StopReason::FrameBound(label)));
        }
        self.machine.enter(&mut activation.state, call);
        Ok(())
    }
}

/// A result of a call as an input of the caller's state.
pub(super) fn new_result(activation: &mut Activation, machine: &mut Machine<'_>, domain: Domain) -> (InputId, TermId) {
    let id = InputId(activation.state.heap.input_count() as u32);
    let origin = crate::heap::InputOrigin::Result(activation.results);
    activation.results += 1;
    let term = activation.state.heap.new_input(&mut machine.pool, origin, domain);
    (id, term)
}

/// A concrete number.
pub(super) fn number(value: i64) -> ConcolicValue {
    ConcolicValue::Number(value)
}
