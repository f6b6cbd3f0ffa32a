//! Walks the backbones of a method: paths on which every loop that is met is replaced by its summary, so that no loop is executed
//! more than once (section 3 of the paper, Algorithm 1).

use super::looping::Entered;
use super::shortcut::can_reach;
use super::summary::Summary;
use crate::classfile::{Code, Instruction};
use crate::exec::{Event, Interrupt, StopReason};
use crate::explore::{Branch, CallHandler, Explorer, Inline, Observed, Outcome, Path, Recorder};
use crate::formula::Formula;
use crate::graph::Liveness;
use crate::heap::{Choice, Constraint, ObjectId, Reference, SymbolId, Value};
use crate::program::{FieldId, MethodId, Program};
use crate::run;
use crate::solver::PathSolver;
use crate::term::{Arithmetic, Domain, InputId, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Inputs from here on are counters and values that loops leave; those below are the method's.
pub(super) const FIRST_OWN: u32 = 1 << 24;
/// Iterations that are executed one by one while they decide nothing.
const MOST_PLAIN_ITERATIONS: u32 = 64;
/// Z3's resource limit for the condition of a path to the goal.
const DECIDER_RESOURCES: u64 = 6_000_000;
/// The same for the conditions of one or two loops of such a path.
const STEPPER_RESOURCES: u64 = 1_000_000;
/// The same for what holds at the head of a loop.
const PROVER_RESOURCES: u64 = 1_500_000;
/// The same for what is asked on integers first.
const INTEGER_RESOURCES: u64 = 500_000;
/// Instructions of these.
const MOST_PLAIN_STEPS: u32 = 4_000;

/// What is recorded of a backbone beside its state.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// Loops that the path has been through and is leaving, with the frame that runs them.
    leaving: Vec<(usize, u32)>,
    /// Whether no instruction was executed since a summary was applied.
    is_at_head: bool,
    /// What holds of the counters beyond the path condition.
    pub(super) formulas: imbl::Vector<Rc<Formula>>,
    /// Whether a loop has written to objects that the path had not met: what it meets since may not be as it was at the start.
    pub(super) is_heap_unsure: bool,
    /// The loops that the path has been through.
    pub(super) entered: imbl::Vector<Rc<Entered>>,
}

impl Recorder for Record {
    type Shared = ();

    fn observe(&mut self, _: &mut (), _: Observed<'_>) {}

    fn enter(&mut self, _: &mut (), _: &Program, _: &crate::exec::Call) {}
}

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// An instruction is about to be executed.
    Executed(MethodId, u32),
    /// An instruction throws an exception of this class itself.
    Raises(MethodId, u32, &'static str),
}

/// How a walked path ends.
pub(super) enum End {
    /// At the goal.
    Goal(Path<Record>),
    /// At the head of the loop whose iterations are walked.
    Back(Path<Record>),
    /// It is none of the paths that are looked for.
    Gone,
    /// It cannot be followed.
    Stopped(StopReason),
}

/// What must be known at the beginning of a loop.
#[derive(Clone, Debug)]
pub(super) enum Hoist {
    /// What a reference is.
    Symbol(SymbolId),
    /// An element of an array of references.
    Element(ObjectId, TermId),
    /// A field.
    Field(ObjectId, FieldId),
    /// A static field.
    Static(FieldId),
}

/// Why a walk does not go on as it is.
pub(super) enum Trouble {
    /// Something is to be decided at the beginning of the loop at this depth of nesting.
    Hoist(usize, Hoist),
    /// The budget is spent.
    Budget,
}

/// A loop whose iterations are walked.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) depth: usize,
    pub(super) head: u32,
    /// Reference inputs, objects and own inputs that were there before.
    pub(super) symbols: u32,
    pub(super) objects: u32,
    /// Which inputs the loop changes.
    pub(super) changing: Vec<InputId>,
    pub(super) inputs: u32,
    pub(super) own_inputs: u32,
}

impl Scope {
    /// Whether an input has one value throughout all iterations.
    pub(super) fn is_invariant(&self, input: InputId) -> bool {
        let limit = if input.0 < FIRST_OWN { self.inputs } else { self.own_inputs };
        input.0 < limit && !self.changing.contains(&input)
    }
}

/// What walks may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Instructions.
    pub instructions: u64,
    /// Solver work, in the units of Z3's resource limit.
    pub solver_resources: u64,
    /// Summaries of loops.
    pub summaries: u32,
    /// When the run ends.
    pub deadline: Option<std::time::Instant>,
}

/// Walks paths.
pub(super) struct Walker<'p, 'c> {
    pub(super) explorer: Explorer<'p, Record>,
    pub(super) inline: Inline<'c>,
    /// Decides whole conditions, at more cost than single steps are worth.
    pub(super) decider: PathSolver,
    /// Decides the conditions of single loops of a path.
    pub(super) stepper: PathSolver,
    /// Decides what holds at a loop's head: mostly linear.
    pub(super) prover: PathSolver,
    pub(super) arithmetic: Arithmetic,
    goal: Goal,
    pub(super) budget: Budget,
    pub(super) scopes: Vec<Scope>,
    own_inputs: Vec<Domain>,
    liveness: FxHashMap<MethodId, Rc<Liveness>>,
    pub(super) summaries: u32,
    /// Why loops could not be summarised.
    pub(super) given_up: Vec<String>,
}

impl<'p, 'c> Walker<'p, 'c> {
    pub(super) fn new(explorer: Explorer<'p, Record>, inline: Inline<'c>, goal: Goal, budget: Budget) -> Self {
        let arithmetic = explorer.machine.pool.arithmetic();
        Walker {
            explorer,
            inline,
            decider: PathSolver::new(arithmetic, DECIDER_RESOURCES),
            stepper: PathSolver::new(arithmetic, STEPPER_RESOURCES),
            prover: PathSolver::with_integers(arithmetic, PROVER_RESOURCES, INTEGER_RESOURCES),
            arithmetic,
            goal,
            budget,
            scopes: Vec::new(),
            own_inputs: Vec::new(),
            liveness: FxHashMap::default(),
            summaries: 0,
            given_up: Vec::new(),
        }
    }

    /// An input that nothing else names.
    pub(super) fn fresh(&mut self, domain: Domain) -> (InputId, TermId) {
        let id = InputId(FIRST_OWN + self.own_inputs.len() as u32);
        self.own_inputs.push(domain);
        (id, self.explorer.machine.pool.input(id, domain))
    }

    /// The number of the next own input.
    pub(super) fn next_own(&self) -> u32 {
        FIRST_OWN + self.own_inputs.len() as u32
    }

    /// The domain of an own input.
    pub(super) fn own_domain(&self, input: InputId) -> Option<Domain> {
        self.own_inputs.get(input.0.checked_sub(FIRST_OWN)? as usize).copied()
    }

    pub(super) fn code(&self, method: MethodId) -> Option<&'p Code> {
        self.explorer.machine.program.code(method)
    }

    pub(super) fn liveness(&mut self, method: MethodId) -> Rc<Liveness> {
        let code = self.code(method);
        self.liveness.entry(method).or_insert_with(|| Rc::new(code.map(Liveness::of).unwrap_or_default())).clone()
    }

    /// The next end of open paths; none when there are no more.
    pub(super) fn next_end(&mut self, open: &mut Vec<Path<Record>>) -> Result<Option<End>, Trouble> {
        while let Some(path) = open.pop() {
            let solvers = [&self.explorer.solver, &self.decider, &self.stepper, &self.prover];
            let resources: u64 = solvers.iter().map(|solver| solver.statistics().resources).sum();
            let is_late = || run::is_over(self.budget.deadline);
            if self.explorer.costs.instructions > self.budget.instructions
                || resources > self.budget.solver_resources
                || self.summaries > self.budget.summaries
                || is_late()
            {
                return Err(Trouble::Budget);
            }
            if let Some(end) = self.advance(path, open)? {
                return Ok(Some(end));
            }
        }
        Ok(None)
    }

    /// Runs a path to its end or to where it forks.
    fn advance(&mut self, mut path: Path<Record>, open: &mut Vec<Path<Record>>) -> Result<Option<End>, Trouble> {
        loop {
            let Some((method, position)) = path.state.frame().map(|frame| (frame.method, frame.instruction)) else {
                return Ok(Some(End::Gone));
            };
            let depth = path.state.frames.len();
            if self.scopes.is_empty()
                && self.goal == Goal::Executed(method, position)
                && path.state.initialises.is_none()
            {
                return Ok(Some(End::Goal(path)));
            }
            let loops = self.explorer.machine.loops(method);
            if !path.record.leaving.is_empty() {
                path.record
                    .leaving
                    .retain(|(at, head)| *at < depth || (*at == depth && loops.contains(*head, position)));
            }
            if let Some(scope) = self.scopes.last() {
                if depth < scope.depth {
                    return Ok(Some(End::Gone));
                }
                if depth == scope.depth && !path.record.is_at_head {
                    if position == scope.head {
                        return Ok(Some(End::Back(path)));
                    }
                    if !loops.contains(scope.head, position) {
                        return Ok(Some(End::Gone));
                    }
                }
            }
            if loops.is_head(position) && !path.record.is_at_head && path.state.initialises.is_none() {
                if path.record.leaving.contains(&(depth, position)) {
                    return Ok(Some(End::Gone));
                }
                if self.scopes.is_empty() && depth == 1 && !self.leads_on(&path, method) {
                    return Ok(Some(End::Gone));
                }
                match self.unroll(&path, depth, position) {
                    Some(unrolled) => path = unrolled,
                    None => {
                        let further = self.through(path, depth, position)?;
                        match further {
                            Ok(paths) => {
                                open.extend(paths.into_iter().rev());
                                return Ok(None);
                            }
                            Err(reason) => return Ok(Some(End::Stopped(reason))),
                        }
                    }
                }
                continue;
            }
            let constraints = path.state.path.constraints.len();
            match self.explorer.machine.step(&mut path.state) {
                Ok(event) => {
                    self.explorer.costs.instructions += 1;
                    path.record.is_at_head = false;
                    match event {
                        Event::Call(call) => {
                            let mut inline = Inline { ..self.inline };
                            let branches = inline.call(&mut self.explorer, path, &call);
                            return self.go_on(branches, open);
                        }
                        Event::Raised(class, _, caught) => {
                            if self.scopes.is_empty() && self.goal == Goal::Raises(method, position, class) {
                                return Ok(Some(End::Goal(path)));
                            }
                            if caught.is_none() {
                                return Ok(Some(End::Gone));
                            }
                        }
                        Event::Finished(_) | Event::Threw(_) => return Ok(Some(End::Gone)),
                        _ => {}
                    }
                    if let Some(hoist) = self.element_to_hoist(&path, constraints) {
                        return Err(hoist);
                    }
                }
                Err(Interrupt::Infeasible | Interrupt::Stop(StopReason::AssumptionFails | StopReason::Exits(_))) => {
                    return Ok(Some(End::Gone));
                }
                Err(Interrupt::Stop(reason)) => return Ok(Some(End::Stopped(reason))),
                Err(Interrupt::Choice(choice)) => {
                    if let Choice::Symbol(symbol) = &choice
                        && let Some(level) = self.scopes.iter().position(|scope| symbol.0 < scope.symbols)
                    {
                        return Err(Trouble::Hoist(level, Hoist::Symbol(*symbol)));
                    }
                    let branches = self.explorer.fork(path, choice);
                    return self.go_on(branches, open);
                }
            }
        }
    }

    /// Whether the outermost frame can still come to a goal that is in its own code.
    fn leads_on(&self, path: &Path<Record>, method: MethodId) -> bool {
        let (Goal::Executed(of, at) | Goal::Raises(of, at, _)) = self.goal;
        match (path.state.frame(), self.code(method)) {
            (Some(frame), Some(code)) if of == method && !self.inline.calls.mutually_recursive(method, method) => {
                can_reach(code, frame, &self.explorer.machine.pool, at)
            }
            _ => true,
        }
    }

    fn go_on(&mut self, branches: Vec<Branch<Record>>, open: &mut Vec<Path<Record>>) -> Result<Option<End>, Trouble> {
        let mut stopped = None;
        for branch in branches.into_iter().rev() {
            match branch {
                Branch::Open(path) => open.push(path),
                Branch::Ended(end) => match end.outcome {
                    // What the solver does not exclude is possible.
                    Outcome::Stopped(StopReason::SolverUnknown(_) | StopReason::Interrupted) => open.push(end.path),
                    Outcome::Stopped(reason) => {
                        stopped.get_or_insert(reason);
                    }
                    _ => {}
                },
            }
        }
        Ok(stopped.map(End::Stopped))
    }

    /// An element that the last instruction has met in an array which is the same in all iterations, at an index that is; there
    /// were so many constraints before it.
    fn element_to_hoist(&self, path: &Path<Record>, before: usize) -> Option<Trouble> {
        if self.scopes.is_empty() || path.state.path.constraints.len() == before {
            return None;
        }
        let Some(Constraint::Element(array, index, Some(_))) = path.state.path.constraints.last() else { return None };
        let pool = &self.explorer.machine.pool;
        let is_known = |scope: &Scope| {
            array.0 < scope.objects && pool.inputs(*index).iter().all(|input| scope.is_invariant(*input))
        };
        let level = self.scopes.iter().position(is_known)?;
        Some(Trouble::Hoist(level, Hoist::Element(*array, *index)))
    }

    /// A path through a loop that decides nothing, whose iterations are few: executed as they are.
    fn unroll(&mut self, path: &Path<Record>, depth: usize, head: u32) -> Option<Path<Record>> {
        let mut path = path.clone();
        let mut iterations = 0;
        for step in 0..MOST_PLAIN_STEPS {
            let (method, position) = path.state.frame().map(|frame| (frame.method, frame.instruction))?;
            if path.state.frames.len() < depth {
                return Some(path);
            }
            if self.goal == Goal::Executed(method, position) {
                return None;
            }
            if path.state.frames.len() == depth {
                if !self.explorer.machine.loops(method).contains(head, position) {
                    return Some(path);
                }
                iterations += u32::from(position == head && step > 0);
                if iterations > MOST_PLAIN_ITERATIONS {
                    return None;
                }
            }
            self.explorer.costs.instructions += 1;
            let constraints = path.state.path.constraints.len();
            match self.explorer.machine.step(&mut path.state) {
                Ok(Event::Call(call)) => {
                    let mut inline = Inline { ..self.inline };
                    match inline.call(&mut self.explorer, path, &call).pop() {
                        Some(Branch::Open(entered)) => path = entered,
                        _ => return None,
                    }
                }
                Ok(Event::Finished(_) | Event::Threw(_) | Event::Raised(..)) | Err(_) => return None,
                Ok(_) => {}
            }
            if self.element_to_hoist(&path, constraints).is_some() {
                return None;
            }
        }
        None
    }

    /// The paths on which a loop was run some number of times and is left now; or why there are none to say.
    fn through(
        &mut self,
        path: Path<Record>,
        depth: usize,
        head: u32,
    ) -> Result<Result<Vec<Path<Record>>, StopReason>, Trouble> {
        let level = self.scopes.len();
        self.summaries += 1;
        match self.summarise(&path, depth, head) {
            Ok(Ok(summary)) => Ok(Ok(self.leave(path, depth, head, &Rc::new(summary)))),
            Ok(Err(reason)) => {
                if !self.given_up.contains(&reason) {
                    self.given_up.push(reason.clone());
                }
                let method = path.state.frame().map(|frame| frame.method);
                let place = method.map(|method| self.explorer.machine.code_place(method, head));
                Ok(Err(place.map_or_else(|| StopReason::Internal(reason), StopReason::LoopBound)))
            }
            Err(Trouble::Hoist(at, hoist)) if at == level => {
                self.scopes.truncate(level);
                self.hoist(path, hoist).map(Ok)
            }
            Err(trouble) => {
                self.scopes.truncate(level);
                Err(trouble)
            }
        }
    }

    /// The path on which what a loop asks for is decided before it.
    fn hoist(&mut self, mut path: Path<Record>, hoist: Hoist) -> Result<Vec<Path<Record>>, Trouble> {
        let (heap, mut context) = self.explorer.machine.heap_context(&mut path.state);
        let choice = match hoist {
            Hoist::Symbol(symbol) => Some(Choice::Symbol(symbol)),
            Hoist::Element(array, index) => heap.read_element(&mut context, array, index).err(),
            Hoist::Field(object, field) => {
                let value = heap.read_field(&mut context, object, field);
                heap.write_field(object, field, value);
                None
            }
            Hoist::Static(field) => {
                heap.read_static(&mut context, field);
                None
            }
        };
        let Some(choice) = choice else { return Ok(vec![path]) };
        let mut open = Vec::new();
        let stopped = {
            let branches = self.explorer.fork(path, choice);
            self.go_on(branches, &mut open)?
        };
        open.reverse();
        if let Some(End::Stopped(reason)) = stopped {
            self.given_up.push(reason.to_string());
        }
        Ok(open)
    }

    /// Walks one iteration of a loop from a state at its head.
    pub(super) fn iterate(
        &mut self,
        mut start: Path<Record>,
        scope: Scope,
    ) -> Result<Result<Vec<Path<Record>>, String>, Trouble> {
        start.record.is_at_head = true;
        self.scopes.push(scope);
        let mut open = vec![start];
        let mut back = Vec::new();
        loop {
            match self.next_end(&mut open)? {
                None => break,
                Some(End::Back(path)) => back.push(path),
                Some(End::Gone | End::Goal(_)) => {}
                Some(End::Stopped(reason)) => {
                    self.scopes.pop();
                    return Ok(Err(reason.to_string()));
                }
            }
        }
        self.scopes.pop();
        Ok(Ok(back))
    }

    /// Paths at a loop's head after some number of iterations, to leave the loop from there.
    fn leave(&mut self, path: Path<Record>, depth: usize, head: u32, summary: &Rc<Summary>) -> Vec<Path<Record>> {
        let mut paths = self.apply(path, summary);
        for path in &mut paths {
            path.record.leaving.push((depth, head));
            path.record.is_at_head = true;
        }
        paths
    }
}

/// The local variables that the instructions of a loop assign.
pub(super) fn assigned(code: &Code, contains: impl Fn(u32) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for (position, decoded) in code.instructions.iter().enumerate() {
        if !contains(position as u32) {
            continue;
        }
        if let Instruction::Store(_, slot) | Instruction::Increment(slot, _) = decoded.instruction
            && !found.contains(&usize::from(slot))
        {
            found.push(usize::from(slot));
        }
    }
    found
}

/// Whether two values are the same; references by what they are by now.
pub(super) fn is_same(before: &crate::heap::Heap, after: &crate::heap::Heap, old: Value, new: Value) -> bool {
    match (old, new) {
        (Value::Reference(old), Value::Reference(new)) => {
            let resolved = |reference: Reference| after.current(reference);
            before.current(old) == after.current(new) || resolved(old) == resolved(new)
        }
        _ => old == new,
    }
}
