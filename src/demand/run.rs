//! One concrete execution: each activation of a composed method runs for itself, with symbolic parameters and the concrete
//! values that its caller gives, and grows its method's tree (function Execute of Algorithm 1).

use super::composable::{Composed, ComposedMethods, is_primitive_array};
use super::input::parameter_kinds;
use super::translate::Translation;
use super::tree::{Continues, DecisionSide, Kind, Leaf, NodeId, Point, TreeInput, Trees};
use crate::classfile::{Condition, Instruction};
use crate::concolic::{ConcolicValue, ConcreteHeap, ConcreteInput, Lead, TakenChoice};
use crate::exec::{Call, Event, MOST_FRAMES, Machine, State, Statics, StopReason, Upcoming};
use crate::explore::{Halt, Until, advance};
use crate::graph::Target;
use crate::heap::{Alternative, ObjectId, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{ClassId, FieldKind, MethodId};
use crate::summary::initial_state;
use crate::term::{ContentsValue, Domain, InputId, Node, TermId, evaluate};

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

/// The contents of arrays that are parameters, concretely.
pub(super) type Contents = Vec<(u16, ContentsValue)>;

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

    /// Where a method may write into one of several arrays, decides which of them are the same.
    fn decide_arrays(&mut self, activation: &mut Activation) -> Result<(), StopReason> {
        let kinds = parameter_kinds(self.machine.program, activation.method);
        let is_array = |kind: &&FieldKind| matches!(kind, FieldKind::Reference(it) if is_primitive_array(*it));
        if kinds.iter().filter(is_array).count() < 2 || !self.composable.effects(activation.method).writes_arrays {
            return Ok(());
        }
        let parameters = (0..activation.state.heap.symbol_count() as u32).map(SymbolId);
        for symbol in parameters.collect::<Vec<SymbolId>>() {
            let declared = activation.state.heap.symbol(symbol).map(|info| info.declared);
            if declared.is_some_and(is_primitive_array) {
                self.decide(activation, Value::Reference(Reference::Symbol(symbol)))?;
            }
        }
        Ok(())
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

    /// Where the activation is.
    pub(super) fn point(&self, activation: &Activation, continues: Continues) -> Point {
        let frames = activation.state.frames.iter().map(|frame| (frame.method, frame.instruction)).collect();
        Point { frames, continues }
    }

    /// Goes on from an open node: notes that it was reached. Whether it was open.
    pub(super) fn close(&mut self, node: NodeId, kind: Kind) {
        if let Some(found) = self.trees.node_mut(node) {
            if matches!(found.kind, Kind::Open(_)) {
                self.reached.push(node);
            }
            found.kind = kind;
        }
    }

    /// Grows the tree by a decision, or follows the one that is there.
    fn record(&mut self, activation: &mut Activation, point: Point, decision: TakenChoice) -> Result<(), StopReason> {
        self.sync(activation);
        let state = &activation.state;
        let (conditions, chosen) = match &decision {
            TakenChoice::Bound(_) => return Ok(()),
            TakenChoice::Condition(condition, truth) => {
                let holds = activation.translation.term(self.machine, *condition);
                let fails = self.machine.pool.not(holds);
                (vec![holds, fails], usize::from(!truth))
            }
            TakenChoice::Symbol(symbol, alternatives, chosen) => {
                let conditions =
                    activation.translation.alternatives(self.machine, self.trees, state, *symbol, alternatives);
                (conditions, *chosen)
            }
            TakenChoice::Types(object, groups, chosen) => {
                let conditions = activation.translation.groups(self.machine, self.trees, state, *object, groups);
                (conditions, *chosen)
            }
            TakenChoice::Components(_, groups, chosen) => {
                let conditions = activation.translation.opaque(self.machine, self.trees, activation.node, groups.len());
                (conditions, *chosen)
            }
        };
        let node = activation.node;
        let Some(found) = self.trees.node(node) else { return Err(StopReason::Diverges) };
        match &found.kind {
            Kind::Decision(sides) => {
                let same = sides.iter().map(|side| side.condition).eq(conditions.iter().copied());
                let next = sides.get(chosen).filter(|_| same).ok_or(StopReason::Diverges)?;
                activation.node = next.node;
            }
            Kind::Open(_) => {
                let mut sides = Vec::with_capacity(conditions.len());
                for (side, condition) in conditions.into_iter().enumerate() {
                    let continues = self.continues(&point, &decision, side);
                    let point = Point { frames: point.frames.clone(), continues };
                    let parent = Some((node, side as u32));
                    sides.push(DecisionSide { condition, node: self.trees.add(activation.method, parent, point) });
                }
                activation.node = sides.get(chosen).map(|side| side.node).ok_or(StopReason::Diverges)?;
                self.close(node, Kind::Decision(sides));
            }
            Kind::Call(_) | Kind::Leaf(_) => return Err(StopReason::Diverges),
        }
        Ok(())
    }

    pub(super) fn sync(&mut self, activation: &mut Activation) {
        activation.lead.sync(&self.heap, &mut activation.state);
        activation.translation.sync(self.machine, self.trees, &activation.state, activation.node);
    }

    /// Where control goes from a decision on one of its sides, as far as that is plain from the instruction.
    fn continues(&mut self, point: &Point, decision: &TakenChoice, side: usize) -> Continues {
        let Some((method, position)) = point.place() else { return Continues::After };
        let code = self.machine.program.code(method);
        let Some(decoded) = code.and_then(|code| code.instructions.get(position as usize)) else {
            return Continues::After;
        };
        let null = match decision {
            TakenChoice::Symbol(_, alternatives, _) => {
                alternatives.get(side).map(|alternative| *alternative == Alternative::Null)
            }
            _ => None,
        };
        match (&decoded.instruction, null) {
            // The condition of falling through is what is asked.
            (Instruction::Branch(Condition::IntZero(_) | Condition::IntCompare(_), target), None) => {
                Continues::At(if side == 0 { position + 1 } else { *target })
            }
            (Instruction::Branch(Condition::Null(wanted), target), Some(null)) => {
                Continues::At(if null == *wanted { *target } else { position + 1 })
            }
            (Instruction::GetField(_) | Instruction::ArrayLength | Instruction::MonitorEnter, Some(true)) => {
                Continues::Raising
            }
            (Instruction::ArrayLoad(_), Some(true)) => Continues::Raising,
            // Both checks of an index are asked as what holds where it is within bounds.
            (Instruction::ArrayLoad(_), None) if matches!(decision, TakenChoice::Condition(..)) && side == 1 => {
                Continues::Raising
            }
            _ => Continues::After,
        }
    }

    /// Ends an activation: a leaf of the tree, and what the caller sees of it.
    fn end(&mut self, activation: &mut Activation, ended: Ended, value: Option<Value>) -> Finished {
        if matches!(ended, Ended::Target | Ended::NotComposable(..)) {
            return ended.into();
        }
        if let Ended::Stopped(reason) = &ended {
            // A call that stopped has its leaf in the callee's tree.
            if self.trees.open(activation.node).is_some() {
                self.close(activation.node, Kind::Leaf(Leaf::Stopped(reason.clone())));
            }
            return ended.into();
        }
        self.sync(activation);
        if !activation.is_entry
            && let Some(why) = self.unsuitable(activation)
        {
            return Ended::NotComposable(activation.method, why.into()).into();
        }
        let Some((terms, contents)) = self.contents_left(activation) else {
            return Ended::Stopped(StopReason::Unmodelled("an array whose elements are not computed".into())).into();
        };
        let written = self.composable.effects(activation.method).written.clone();
        let fields = match activation.is_entry && self.composable.inlined(activation.method).is_some() {
            // Nobody composes it.
            true => Vec::new(),
            false => match self.flush(activation, &written, false) {
                Ok(fields) => fields.into_iter().collect(),
                Err(ended) => return ended.into(),
            },
        };
        let (leaf, ended) = match ended {
            Ended::Threw(class, raised) => {
                (Leaf::Threw { class, contents: terms, fields }, Ended::Threw(class, raised))
            }
            _ => {
                let state = &activation.state;
                let term = value.and_then(|value| activation.translation.value(self.machine, self.trees, state, value));
                let number = value.and_then(Value::number);
                let number = number.and_then(|term| evaluate(&self.machine.pool, term, &state.path.model));
                (Leaf::Returned { value: term, contents: terms, fields }, Ended::Returned(number))
            }
        };
        match self.trees.node(activation.node).map(|node| &node.kind) {
            Some(Kind::Leaf(known)) if *known == leaf => {}
            Some(Kind::Open(_)) => self.close(activation.node, Kind::Leaf(leaf)),
            _ => return Ended::Stopped(StopReason::Diverges).into(),
        }
        Finished { ended, contents }
    }

    /// Why a callee's end cannot be described to its caller.
    fn unsuitable(&self, activation: &Activation) -> Option<&'static str> {
        let heap = &activation.state.heap;
        if heap.asks_the_machine() {
            return Some("it asks the machine");
        }
        if self.depends_on_statics(activation) {
            return Some("it depends on more than its arguments");
        }
        if !activation.state.unusable.is_empty() {
            return Some("a class initialiser fails in it");
        }
        if self.lets_escape(activation) {
            return Some("an object that it allocates is known to others when it ends");
        }
        if heap.has_changed_imports() {
            return Some("it changes what class initialisation has left");
        }
        None
    }

    /// The contents of the arrays of primitives that are parameters: as terms, and concretely.
    fn contents_left(&mut self, activation: &mut Activation) -> Option<(Vec<(u16, TermId)>, Contents)> {
        let (mut terms, mut values) = (Vec::new(), Vec::new());
        for (position, object) in parameter_arrays(&activation.state) {
            let Some((length, contents)) = primitive_array(&activation.state, object) else { continue };
            let value = contents_of(self.machine, &activation.state, length, contents)?;
            values.push((position, value));
            let left = activation.translation.term(self.machine, contents);
            let at_start = self.trees.known_input(activation.method, TreeInput::Contents(position));
            let is_unchanged =
                matches!(self.machine.pool.node(left), Node::Input(input, _) if Some(*input) == at_start);
            if !is_unchanged {
                terms.push((position, left));
            }
        }
        Some((terms, values))
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

    /// Decides a reference input, where it is undecided: an argument that is an array or string.
    pub(super) fn decide(&mut self, activation: &mut Activation, value: Value) -> Result<(), StopReason> {
        let Value::Reference(reference) = value else { return Ok(()) };
        let Reference::Symbol(symbol) = activation.state.heap.current(reference) else { return Ok(()) };
        let point = self.point(activation, Continues::After);
        let choice = crate::heap::Choice::Symbol(symbol);
        let decision = activation.lead.answer(&self.heap, self.machine, &mut activation.state, choice)?;
        self.record(activation, point, decision)
    }
}

/// The parameters that are arrays of primitives, with their objects, one parameter for each.
fn parameter_arrays(state: &State) -> Vec<(u16, ObjectId)> {
    let mut found: Vec<(u16, ObjectId)> = Vec::new();
    for number in 0..state.heap.symbol_count() as u32 {
        let Some(symbol) = state.heap.symbol(SymbolId(number)) else { continue };
        if let (SymbolOrigin::Parameter(position), Some(Reference::Object(object))) = (symbol.origin, symbol.value) {
            found.push((position, object));
        }
    }
    found
}

/// Length and contents of an array of primitives.
pub(super) fn primitive_array(state: &State, object: ObjectId) -> Option<(TermId, TermId)> {
    let body = state.heap.array(object)?;
    match body.contents {
        crate::heap::Contents::Primitive(_, contents) => Some((body.length, contents)),
        crate::heap::Contents::References(_) => None,
    }
}

/// The elements of an array of primitives under the state's model.
pub(super) fn contents_of(
    machine: &mut Machine<'_>,
    state: &State,
    length: TermId,
    contents: TermId,
) -> Option<ContentsValue> {
    let length = evaluate(&machine.pool, length, &state.path.model)?;
    if let Node::Input(input, _) = machine.pool.node(contents) {
        return Some(state.path.model.get_contents(*input).cloned().unwrap_or_default());
    }
    let mut value = ContentsValue::default();
    for index in 0..length {
        let at = machine.pool.int(i32::try_from(index).ok()?);
        let element = machine.pool.select(contents, at);
        let element = evaluate(&machine.pool, element, &state.path.model)?;
        if element != 0 {
            value.elements.insert(index, element);
        }
    }
    Some(value)
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
