//! Analyses one method: sets up its input state, explores it, and makes its summary.

use super::build::SummaryBuilder;
use super::case::{Level, Summary};
use super::compose::Compose;
use super::library::{Library, SummarySource};
use super::recording::Recording;
use crate::exec::{Caveat, ExternalCalls, Frame, Limits, Machine, State};
use crate::explore::{Budget, CallHandler, CallLimits, Costs, Exhausted, Explorer, Inline, Path, PathEnd, Work};
use crate::graph::CallGraph;
use crate::heap::{Alternative, Caller, InputOrigin, InputPolicy, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::{FieldKind, MethodId, Program, ReferenceType, is_desugared, package_of};
use crate::run;
use crate::solver::{PathSolver, SolverStatistics};
use crate::term::Arithmetic;
use std::rc::Rc;

/// How methods are analysed.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisOptions {
    /// How integers compute.
    pub arithmetic: Arithmetic,
    /// Bounds on paths.
    pub limits: Limits,
    /// Budget of one method.
    pub budget: Budget,
    /// What a summary may cost to be composed: a callee that costs more is executed inline in its callers' contexts, which
    /// ask for less than all of it.
    pub composable: Composable,
    /// Z3's resource limit for one question.
    pub solver_resources: u64,
    /// Execute callees inline.
    pub inline: bool,
    /// What becomes of calls that cannot be followed.
    pub calls: Calls,
}

/// What becomes of calls that cannot be followed, or whose summaries cannot be composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calls {
    /// Those that cannot be followed stop their paths; the others are executed inline.
    Followed,
    /// Those that cannot be followed are left open; the others are executed inline.
    Open,
    /// Those that cannot be followed, or not within these limits, are left open.
    Limited(CallLimits),
}

/// Bounds on the cost of a summary that is worth composing, in work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Composable {
    /// Path ends of any kind.
    pub ends: u64,
    /// Work.
    pub work: Work,
    /// Whether methods with a parameter that is an array of references are worth it. Lazy initialisation tries every length
    /// and every alias of every element, far more than any caller asks for.
    pub reference_arrays: bool,
}

impl Composable {
    /// Whether a method's summary can be worth composing at all. What only leads to the body of a lambda expression is not: its
    /// erased types admit more than any caller passes.
    pub fn admits(&self, program: &Program, method: MethodId) -> bool {
        if is_desugared(&program.class(program.method(method).class).name) {
            return false;
        }
        let is_array_of_references = |kind: &FieldKind| match kind {
            FieldKind::Reference(reference) => matches!(reference.component(), Some(FieldKind::Reference(_))),
            FieldKind::Primitive(_) | FieldKind::Text => false,
        };
        self.reference_arrays || !program.method(method).parameters.iter().any(is_array_of_references)
    }
}

/// What an analysis found and cost.
pub struct Analysis {
    /// The summary.
    pub summary: Summary,
    /// All work.
    pub work: Work,
    /// The most that following or composing a call took.
    pub calls: CallLimits,
    /// Cost of exploring.
    pub costs: Costs,
    /// Cost of solving.
    pub solver: SolverStatistics,
}

/// Analyses a method at a recursion level (0 when it is not recursive). Every end of a path is also given to `watch`, with
/// the explorer that holds its terms.
pub fn analyse(
    program: &Program,
    calls: &CallGraph,
    external: &dyn ExternalCalls,
    source: &dyn SummarySource,
    (method, level): (MethodId, Level),
    options: &AnalysisOptions,
    watch: &mut dyn FnMut(&mut Explorer<'_, Recording>, &PathEnd<Recording>),
) -> Analysis {
    let mut machine = Machine::new(program, options.arithmetic, options.limits, external);
    machine.writes_messages = false;
    let solver = PathSolver::new(options.arithmetic, options.solver_resources);
    let mut explorer: Explorer<'_, Recording> = Explorer::new(machine, solver, options.budget);
    explorer.open_calls = options.calls != Calls::Followed;
    let constructs = &*program.method(method).name == "<init>";
    let mut builder = SummaryBuilder::new(program, &explorer.machine.pool, constructs);
    let start =
        Path { state: Box::new(initial_state(&mut explorer.machine, method, true).0), record: Recording::start() };
    let recursion = options.limits.recursion;
    let activations = if level > 0 { level } else { recursion };
    let mut inline = Inline { calls, recursion: activations, only_decided: false };
    let limits = match options.calls {
        Calls::Followed | Calls::Open => None,
        Calls::Limited(limits) => Some(limits),
    };
    let mut compose = Compose::new(Library::new(source), calls, method, level, recursion).within(limits);
    let handler: &mut dyn CallHandler<Recording> = if options.inline { &mut inline } else { &mut compose };
    let mut ends = 0;
    let exhausted = explorer.explore(start, handler, &mut |explorer, end| {
        ends += 1;
        explorer.costs.code += builder.add(&explorer.machine.pool, &mut explorer.shared, &end);
        watch(explorer, &end);
    });
    // An answer that was interrupted may have been the last that was asked for.
    let exhausted = exhausted.or_else(|| run::ending(options.budget.deadline).map(Exhausted::Ended));
    let mut caveats: Vec<Caveat> = explorer.machine.caveats.iter().cloned().collect();
    caveats.extend(exhausted.map(|exhausted| match exhausted {
        Exhausted::Cases => Caveat::MaxCases,
        Exhausted::Work => Caveat::WorkBudget,
        Exhausted::Ended(ending) => Caveat::Ended(ending),
    }));
    if options.arithmetic == Arithmetic::Math {
        caveats.push(Caveat::MathematicalIntegers);
    }
    let solver = explorer.solver.statistics();
    // A caller may pass one object twice, or one that it compares with, where the method took two for distinct; and a
    // value that was fixed here need not be one that a caller has.
    let assumes = |caveat: &Caveat| matches!(caveat, Caveat::DistinctObjects(_) | Caveat::FixedArgument(_));
    let composable = options.composable.admits(program, method)
        && !builder.has_open_calls()
        && !caveats.iter().any(assumes)
        && exhausted.is_none()
        && ends <= options.composable.ends
        && !explorer.spent().exceeds(options.composable.work);
    let summary = builder.finish(&explorer.shared, caveats, composable);
    Analysis { summary, work: explorer.spent(), calls: compose.most, costs: explorer.costs, solver }
}

/// The most objects that are made inside one another's constructors.
const CONSTRUCTION_DEPTH: usize = 3;
/// The same where inputs are drawn.
const DRAWN_CONSTRUCTION_DEPTH: usize = 6;

/// The state in which a method begins when a caller makes its inputs: every parameter an input that is decided when it is
/// used, and a receiver decided first. `collection_size` is the most elements that a collection gets.
pub fn constructed_state(machine: &mut Machine<'_>, method: MethodId, collection_size: u32) -> State {
    let program = machine.program;
    let class = program.method(method).class;
    let (mut state, _) = initial_state(machine, method, false);
    state.heap.construction.set_policy(InputPolicy::Constructed(Caller {
        package: package_of(&program.class(class).name).into(),
        class,
        nesting: if machine.samples.is_some() { DRAWN_CONSTRUCTION_DEPTH } else { CONSTRUCTION_DEPTH },
        collection_size,
        calls_before: 0,
    }));
    let parameters = program.generic_parameters(method);
    for number in 0..state.heap.symbol_count() as u32 {
        let first = u16::from(program.method(method).has_receiver());
        let generic = match state.heap.symbol(SymbolId(number)).map(|symbol| symbol.origin) {
            Some(SymbolOrigin::Parameter(position)) => {
                position.checked_sub(first).and_then(|position| parameters.get(usize::from(position)))
            }
            _ => None,
        };
        let value = Value::Reference(Reference::Symbol(SymbolId(number)));
        state.heap.construction.note_generic(value, generic.and_then(Option::as_ref));
    }
    let is_receiver = |symbol: &SymbolId| state.heap.symbol(*symbol).is_some_and(|info| !info.nullable);
    state.receiver = (0..state.heap.symbol_count() as u32).map(SymbolId).find(is_receiver);
    state
}

/// The state in which a method begins, and its arguments: every parameter an input. With `receiver_is_new`, the receiver is
/// an object from the start; an enum's instances are its constants, so that its receiver is left open.
pub fn initial_state(machine: &mut Machine<'_>, method: MethodId, receiver_is_new: bool) -> (State, Vec<Value>) {
    let program = machine.program;
    let info = program.method(method);
    let mut state = State::default();
    state.heap.statics_are_inputs = true;
    state.heap.samples = machine.samples.clone().map(Box::new);
    let mut arguments = Vec::new();
    let mut receiver = None;
    if info.has_receiver() {
        if &*info.name == "<init>" {
            let object = state.heap.new_constructed_object(program, info.class);
            arguments.push(Value::Reference(Reference::Object(object)));
        } else {
            let declared = ReferenceType::class(info.class);
            let symbol = state.heap.new_symbol(SymbolOrigin::Parameter(0), declared, false);
            arguments.push(Value::Reference(Reference::Symbol(symbol)));
            receiver = Some(symbol);
        }
    }
    for kind in &info.parameters {
        let position = arguments.len() as u16;
        let origins = (SymbolOrigin::Parameter(position), InputOrigin::Parameter(position));
        let value = state.heap.new_value(&mut machine.pool, *kind, origins);
        arguments.push(value);
    }
    let locals = program.code(method).map_or(0, |code| usize::from(code.max_locals));
    state.frames.push(Rc::new(Frame::new(method, locals, &arguments)));
    if let Some(symbol) = receiver
        && receiver_is_new
        && !program.class(info.class).is_enum()
    {
        let array_length = machine.limits.array_length;
        let (heap, mut context) = machine.heap_context(&mut state);
        heap.decide_symbol(&mut context, symbol, Alternative::New, array_length);
    }
    (state, arguments)
}
