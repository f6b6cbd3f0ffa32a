//! Walks the backbones of a method: paths on which every loop that is met is replaced by its summary, so that no loop is executed
//! more than once (section 3 of the paper, Algorithm 1).

use super::looping::Entered;
use super::obstacle::Unsummarised;
use super::shortcut::can_reach;
use super::summary::Summary;
use crate::classfile::{ClassName, Code, Instruction};
use crate::exec::{Event, ExceptionSource, Exceptions, Machine, State, StopReason, Upcoming, is_throwable};
use crate::explore::{
    Branch, Budget, CallHandler, CollectionCalls, Explorer, Halt, Inline, Observed, Outcome, Path, Recorder, Until,
    advance, note_call,
};
use crate::formula::Formula;
use crate::graph::Liveness;
use crate::heap::{Choice, Constraint, ObjectId, Reference, SymbolId, Value};
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::run;
use crate::solver::PathSolver;
use crate::term::{Arithmetic, Domain, InputId, TermId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

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
/// One question takes no more than this part of all work.
const MOST_OF_ALL: u64 = 4;
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
    /// Where its exceptions come from, where these are the goal.
    exceptions: Exceptions,
}

impl Record {
    /// Takes in what an instruction has done.
    fn note(&mut self, goal: &Goal, machine: &Machine<'_>, executed: Upcoming<'_>, event: &Event, after: &State) {
        if *goal == Goal::Throws {
            let Upcoming { method, position, instruction, .. } = executed;
            let is_throwable = |class: &ClassName| is_throwable(machine.program, class);
            self.exceptions.note((method, position, instruction), event, after, &machine.thrown_from, is_throwable);
        }
    }
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
    /// The method that is called ends with an exception.
    Throws,
    /// The method that is called ends, in whatever way.
    Ends,
}

/// Exceptions that a method may end with and that are not looked for: the class, and where it comes from if that is known.
pub type Excuses<'a> = &'a dyn Fn(ClassId, Option<&ExceptionSource>) -> bool;

impl Goal {
    /// Whether an instruction that was executed with this event is at the goal.
    pub(super) fn is_met(&self, executed: Upcoming<'_>, event: &Event) -> bool {
        match (self, event) {
            (Goal::Raises(method, position, wanted), Event::Raised(class, ..)) => {
                (*method, *position, *wanted) == (executed.method, executed.position, *class)
            }
            (Goal::Throws, event) => {
                matches!(event, Event::Raised(_, _, None) | Event::Thrown(None) | Event::Threw(_))
            }
            _ => false,
        }
    }
}

/// How a walked path ends.
pub(super) enum End {
    /// At the goal.
    Goal(Path<Record>),
    /// The method that is called has ended so, where that is the goal.
    Ended(Path<Record>, Outcome),
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

/// Why a loop that a walk has come to has no summary.
pub(super) enum NotSummarised {
    /// What its iterations do is in the way. Walks may go on elsewhere.
    Loop(Unsummarised),
    /// The walk through its body does not go on as it is.
    Walk(Trouble),
}

impl From<Unsummarised> for NotSummarised {
    fn from(why: Unsummarised) -> Self {
        NotSummarised::Loop(why)
    }
}

impl From<Trouble> for NotSummarised {
    fn from(trouble: Trouble) -> Self {
        NotSummarised::Walk(trouble)
    }
}

/// Why a path does not come out of a loop.
enum NotPassed {
    /// The path stops at the loop.
    Stopped(StopReason),
    /// The walk does not go on as it is.
    Walk(Trouble),
}

impl From<StopReason> for NotPassed {
    fn from(reason: StopReason) -> Self {
        NotPassed::Stopped(reason)
    }
}

impl From<Trouble> for NotPassed {
    fn from(trouble: Trouble) -> Self {
        NotPassed::Walk(trouble)
    }
}

/// A loop whose iterations are walked.
#[derive(Debug)]
pub(super) struct Scope {
    pub(super) depth: usize,
    pub(super) head: u32,
    /// Reference inputs and objects that were there before: what stands for what an iteration begins with was not.
    pub(super) symbols: u32,
    pub(super) objects: u32,
    /// Which inputs the loop changes.
    pub(super) changing: Vec<InputId>,
    /// How many inputs and own inputs were there before.
    pub(super) inputs: u32,
    pub(super) own_inputs: u32,
}

impl Scope {
    /// Whether a reference is there before the loop, and stays what it is.
    fn has_symbol(&self, symbol: SymbolId) -> bool {
        symbol.0 < self.symbols
    }

    /// Whether an input was there before the loop.
    pub(super) fn has_input(&self, input: InputId) -> bool {
        match input.number_in_loops() {
            Some(number) => number < self.own_inputs,
            None => input.0 < self.inputs,
        }
    }

    /// Whether an input has one value throughout all iterations.
    pub(super) fn is_invariant(&self, input: InputId) -> bool {
        self.has_input(input) && !self.changing.contains(&input)
    }
}

/// Walks a path; halts where it ends, and where a loop begins.
struct Walking<'a> {
    goal: &'a Goal,
    scopes: &'a [Scope],
    record: &'a mut Record,
    instructions: &'a mut u64,
    /// Constraints before the next instruction.
    constraints: usize,
    seen: Seen,
}

/// Why a walk halts, beside what the instruction does.
enum Seen {
    Nothing,
    /// It is none of the paths that are looked for.
    Gone,
    /// The goal.
    Goal,
    /// The head of the loop whose iterations are walked.
    Back,
    /// The head of another loop: in which method, with how many activations, where.
    Head(MethodId, usize, u32),
    /// Something that must be known before a loop.
    Hoist(Trouble),
}

impl Walking<'_> {
    /// What is at the next instruction.
    fn look(&mut self, machine: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> Seen {
        let Upcoming { method, position, .. } = upcoming;
        let depth = state.frames.len();
        if self.scopes.is_empty() && *self.goal == Goal::Executed(method, position) && state.initialises.is_none() {
            return Seen::Goal;
        }
        let loops = machine.loops(method);
        if !self.record.leaving.is_empty() {
            let leaving = &mut self.record.leaving;
            leaving.retain(|(at, head)| *at < depth || (*at == depth && loops.contains(*head, position)));
        }
        if let Some(scope) = self.scopes.last() {
            if depth < scope.depth {
                return Seen::Gone;
            }
            if depth == scope.depth && !self.record.is_at_head {
                if position == scope.head {
                    return Seen::Back;
                }
                if !loops.contains(scope.head, position) {
                    return Seen::Gone;
                }
            }
        }
        if loops.is_head(position) && !self.record.is_at_head && state.initialises.is_none() {
            return Seen::Head(method, depth, position);
        }
        Seen::Nothing
    }
}

impl Until for Walking<'_> {
    fn before(&mut self, machine: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> bool {
        self.seen = self.look(machine, state, upcoming);
        self.constraints = state.path.constraints.len();
        !matches!(self.seen, Seen::Nothing)
    }

    fn after(&mut self, machine: &mut Machine<'_>, state: &State, executed: Upcoming<'_>, event: &Event) -> bool {
        *self.instructions += 1;
        self.record.is_at_head = false;
        self.record.note(self.goal, machine, executed, event, state);
        if self.scopes.is_empty() && self.goal.is_met(executed, event) {
            self.seen = Seen::Goal;
            return true;
        }
        if let Event::Call(_) | Event::Finished(_) | Event::Threw(_) | Event::Raised(_, _, None) = event {
            return false;
        }
        if let Some(trouble) = element_to_hoist(self.scopes, machine, state, self.constraints) {
            self.seen = Seen::Hoist(trouble);
            return true;
        }
        false
    }
}

/// Executes the iterations of a loop; halts where it is left, and where that comes to nothing.
struct Unrolling<'a> {
    goal: &'a Goal,
    scopes: &'a [Scope],
    record: &'a mut Record,
    /// The activations and the head of the loop.
    at: (usize, u32),
    steps: &'a mut u32,
    iterations: &'a mut u32,
    instructions: &'a mut u64,
    /// Constraints before the instruction.
    constraints: usize,
    /// Whether the loop is left.
    is_out: bool,
    /// Whether this is no loop to be unrolled.
    is_in_vain: bool,
}

impl Until for Unrolling<'_> {
    fn before(&mut self, machine: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> bool {
        let (depth, head) = self.at;
        let Upcoming { method, position, .. } = upcoming;
        if *self.steps >= MOST_PLAIN_STEPS {
            return true;
        }
        let activations = state.frames.len();
        if activations >= depth && *self.goal == Goal::Executed(method, position) {
            return true;
        }
        self.is_out = activations < depth || (activations == depth && !machine.loops(method).contains(head, position));
        if self.is_out {
            return true;
        }
        if activations == depth {
            *self.iterations += u32::from(position == head && *self.steps > 0);
            if *self.iterations > MOST_PLAIN_ITERATIONS {
                return true;
            }
        }
        *self.steps += 1;
        *self.instructions += 1;
        self.constraints = state.path.constraints.len();
        false
    }

    fn after(&mut self, machine: &mut Machine<'_>, state: &State, executed: Upcoming<'_>, event: &Event) -> bool {
        self.record.note(self.goal, machine, executed, event, state);
        self.is_in_vain = matches!(event, Event::Raised(..))
            || element_to_hoist(self.scopes, machine, state, self.constraints).is_some();
        self.is_in_vain
    }
}

/// An element that the last instruction has met in an array which is the same in all iterations, at an index that is; there
/// were so many constraints before it.
fn element_to_hoist(scopes: &[Scope], machine: &Machine<'_>, state: &State, before: usize) -> Option<Trouble> {
    if scopes.is_empty() || state.path.constraints.len() == before {
        return None;
    }
    let Some(Constraint::Element(array, index, Some(_))) = state.path.constraints.last() else { return None };
    let pool = &machine.pool;
    let is_known =
        |scope: &Scope| array.0 < scope.objects && pool.inputs(*index).iter().all(|input| scope.is_invariant(*input));
    let level = scopes.iter().position(is_known)?;
    Some(Trouble::Hoist(level, Hoist::Element(*array, *index)))
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
    pub(super) given_up: Vec<Unsummarised>,
    /// Whether it is also guessed that numbers stay below constants and divisors.
    pub(super) guesses_limits: bool,
    /// Exceptions that are not looked for.
    pub(super) excuses: Option<Excuses<'c>>,
    /// Whether some loop writes to objects that were not met before it.
    pub(super) has_written_elsewhere: bool,
    /// Ends that are to be told, where these are the goal.
    ended: Vec<(Path<Record>, Outcome)>,
}

impl<'p, 'c> Walker<'p, 'c> {
    pub(super) fn new(explorer: Explorer<'p, Record>, inline: Inline<'c>, goal: Goal, budget: Budget) -> Self {
        let arithmetic = explorer.machine.pool.arithmetic();
        // No question takes more than a part of all that there is.
        let most = (budget.work.solver_resources / MOST_OF_ALL).max(1);
        Walker {
            explorer,
            inline,
            decider: PathSolver::new(arithmetic, DECIDER_RESOURCES.min(most)),
            stepper: PathSolver::new(arithmetic, STEPPER_RESOURCES.min(most)),
            prover: PathSolver::with_integers(arithmetic, PROVER_RESOURCES.min(most), INTEGER_RESOURCES.min(most)),
            arithmetic,
            goal,
            budget,
            scopes: Vec::new(),
            own_inputs: Vec::new(),
            liveness: FxHashMap::default(),
            summaries: 0,
            given_up: Vec::new(),
            guesses_limits: false,
            excuses: None,
            has_written_elsewhere: false,
            ended: Vec::new(),
        }
    }

    /// An input that nothing else names.
    pub(super) fn fresh(&mut self, domain: Domain) -> (InputId, TermId) {
        let id = InputId::of_loop(self.own_count());
        self.own_inputs.push(domain);
        (id, self.explorer.machine.pool.input(id, domain))
    }

    /// How many own inputs there are: the next one has this number.
    pub(super) fn own_count(&self) -> u32 {
        self.own_inputs.len() as u32
    }

    /// The domain of an own input.
    pub(super) fn own_domain(&self, input: InputId) -> Option<Domain> {
        self.own_inputs.get(input.number_in_loops()? as usize).copied()
    }

    pub(super) fn code(&self, method: MethodId) -> Option<&'p Code> {
        self.explorer.machine.program.code(method)
    }

    pub(super) fn liveness(&mut self, method: MethodId) -> Rc<Liveness> {
        let code = self.code(method);
        self.liveness.entry(method).or_insert_with(|| Rc::new(code.map(Liveness::of).unwrap_or_default())).clone()
    }

    /// Whether the solvers have worked as much as they may.
    pub(super) fn has_asked_enough(&self) -> bool {
        let solvers = [&self.explorer.solver, &self.decider, &self.stepper, &self.prover];
        let resources: u64 = solvers.iter().map(|solver| solver.statistics().resources).sum();
        resources > self.budget.work.solver_resources
    }

    /// The next end of open paths; none when there are no more.
    pub(super) fn next_end(&mut self, open: &mut Vec<Path<Record>>) -> Result<Option<End>, Trouble> {
        loop {
            if let Some((path, outcome)) = self.ended.pop() {
                return Ok(Some(End::Ended(path, outcome)));
            }
            let Some(path) = open.pop() else { return Ok(None) };
            let is_late = || run::is_over(self.budget.deadline);
            if self.explorer.costs.instructions > self.budget.work.instructions
                || self.has_asked_enough()
                || self.summaries > self.budget.loop_summaries
                || is_late()
            {
                return Err(Trouble::Budget);
            }
            if let Some(end) = self.advance(path, open)? {
                return Ok(Some(end));
            }
        }
    }

    /// Runs a path to its end or to where it forks.
    fn advance(&mut self, mut path: Path<Record>, open: &mut Vec<Path<Record>>) -> Result<Option<End>, Trouble> {
        loop {
            let mut walking = Walking {
                goal: &self.goal,
                scopes: &self.scopes,
                record: &mut path.record,
                instructions: &mut self.explorer.costs.instructions,
                constraints: 0,
                seen: Seen::Nothing,
            };
            let halt = advance(&mut self.explorer.machine, &mut path.state, &mut walking);
            match (walking.seen, halt) {
                (Seen::Gone, _) => return Ok(Some(End::Gone)),
                (Seen::Goal, halt) if self.is_excused(&path, &halt) => return Ok(Some(End::Gone)),
                (Seen::Goal, _) => return Ok(Some(End::Goal(path))),
                (Seen::Back, _) => return Ok(Some(End::Back(path))),
                (Seen::Hoist(trouble), _) => return Err(trouble),
                (Seen::Head(method, depth, position), _) => {
                    if path.record.leaving.contains(&(depth, position))
                        || (self.scopes.is_empty() && depth == 1 && !self.leads_on(&path, method))
                    {
                        return Ok(Some(End::Gone));
                    }
                    match self.unroll(&path, depth, position) {
                        Some(unrolled) => path = unrolled,
                        None => match self.through(path, depth, position) {
                            Ok(paths) => {
                                open.extend(paths.into_iter().rev());
                                return Ok(None);
                            }
                            Err(NotPassed::Stopped(reason)) => return Ok(Some(End::Stopped(reason))),
                            Err(NotPassed::Walk(trouble)) => return Err(trouble),
                        },
                    }
                }
                (Seen::Nothing, Halt::After(Event::Call(call))) => {
                    let takes_rows = self.explorer.machine.reads_unknown_collections;
                    let mut handler = CollectionCalls::new(Inline { ..self.inline }, takes_rows);
                    let branches = handler.call(&mut self.explorer, path, &call);
                    return self.go_on(branches, open);
                }
                (Seen::Nothing, Halt::After(Event::Finished(value))) => {
                    self.note_end(path, Outcome::Returned(value));
                    return Ok(None);
                }
                (Seen::Nothing, Halt::After(Event::Threw(exception) | Event::Raised(_, exception, None))) => {
                    self.note_end(path, Outcome::Threw(exception));
                    return Ok(None);
                }
                (Seen::Nothing, Halt::Asks(choice)) => {
                    if let Some(reason) = self.explorer.too_many_receivers(&path, &choice) {
                        let branches = self.explorer.open_call(path, reason);
                        return self.go_on(branches, open);
                    }
                    if let Choice::Symbol(symbol) = &choice
                        && let Some(level) = self.scopes.iter().position(|scope| scope.has_symbol(*symbol))
                    {
                        return Err(Trouble::Hoist(level, Hoist::Symbol(*symbol)));
                    }
                    let branches = self.explorer.fork(path, choice);
                    return self.go_on(branches, open);
                }
                (Seen::Nothing, Halt::Stopped(StopReason::AssumptionFails | StopReason::Exits(_))) => {
                    return Ok(Some(End::Gone));
                }
                (Seen::Nothing, Halt::Stopped(reason)) if self.explorer.can_leave_open(&reason) => {
                    let branches = self.explorer.open_call(path, reason);
                    return self.go_on(branches, open);
                }
                (Seen::Nothing, Halt::Stopped(reason)) => return Ok(Some(End::Stopped(reason))),
                (Seen::Nothing, Halt::Before | Halt::After(_) | Halt::Infeasible) => return Ok(Some(End::Gone)),
            }
        }
    }

    /// Whether the exception that the method that is called ends with is none of those that are looked for.
    fn is_excused(&self, path: &Path<Record>, halt: &Halt) -> bool {
        let (Some(is_excused), Goal::Throws) = (self.excuses, &self.goal) else { return false };
        let Halt::After(Event::Threw(exception) | Event::Raised(_, exception, None)) = halt else { return false };
        let types = path.state.heap.instance(*exception).map_or(&[][..], |body| &body.types);
        let source = path.record.exceptions.source(*exception);
        matches!(types, [class] if is_excused(*class, source.as_ref()))
    }

    /// Notes an end of the method that is called, where that is the goal. One within an iteration is met again behind the loop.
    fn note_end(&mut self, path: Path<Record>, outcome: Outcome) {
        if self.goal == Goal::Ends && self.scopes.is_empty() {
            self.ended.push((path, outcome));
        }
    }

    /// Whether the outermost frame can still come to a goal that is in its own code.
    fn leads_on(&self, path: &Path<Record>, method: MethodId) -> bool {
        let (Goal::Executed(of, at) | Goal::Raises(of, at, _)) = self.goal else { return true };
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
                    // Where that is the goal, it is no end to be passed over; none is known to come here.
                    Outcome::Threw(_) if self.goal == Goal::Throws => {
                        stopped.get_or_insert(StopReason::InstructionBudget);
                    }
                    outcome => self.note_end(end.path, outcome),
                },
            }
        }
        Ok(stopped.map(End::Stopped))
    }

    /// A path through a loop that decides nothing, whose iterations are few: executed as they are.
    fn unroll(&mut self, path: &Path<Record>, depth: usize, head: u32) -> Option<Path<Record>> {
        let mut path = path.clone();
        let (mut steps, mut iterations) = (0, 0);
        loop {
            let mut unrolling = Unrolling {
                goal: &self.goal,
                scopes: &self.scopes,
                record: &mut path.record,
                at: (depth, head),
                steps: &mut steps,
                iterations: &mut iterations,
                instructions: &mut self.explorer.costs.instructions,
                constraints: 0,
                is_out: false,
                is_in_vain: false,
            };
            let halt = advance(&mut self.explorer.machine, &mut path.state, &mut unrolling);
            let (is_out, is_in_vain) = (unrolling.is_out, unrolling.is_in_vain);
            match halt {
                Halt::Before if is_out => return Some(path),
                Halt::After(Event::Call(call)) if !is_in_vain => {
                    note_call(self.explorer.machine.program, &mut path, &call);
                    let mut inline = Inline { ..self.inline };
                    match inline.call(&mut self.explorer, path, &call).pop() {
                        Some(Branch::Open(entered)) => path = entered,
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
    }

    /// The paths on which a loop was run some number of times and is left now.
    fn through(&mut self, path: Path<Record>, depth: usize, head: u32) -> Result<Vec<Path<Record>>, NotPassed> {
        let level = self.scopes.len();
        self.summaries += 1;
        match self.summarise(&path, depth, head) {
            Ok(summary) => Ok(self.leave(path, depth, head, &Rc::new(summary))),
            Err(NotSummarised::Loop(reason)) => {
                if !self.given_up.contains(&reason) {
                    self.given_up.push(reason.clone());
                }
                let method = path.state.frame().map(|frame| frame.method);
                let place = method.map(|method| self.explorer.machine.code_place(method, head));
                Err(place.map_or_else(|| StopReason::Internal(reason.to_string()), StopReason::LoopBound).into())
            }
            Err(NotSummarised::Walk(Trouble::Hoist(at, hoist))) if at == level => {
                self.scopes.truncate(level);
                Ok(self.hoist(path, hoist)?)
            }
            Err(NotSummarised::Walk(trouble)) => {
                self.scopes.truncate(level);
                Err(trouble.into())
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
                self.explorer.machine.note_given(&mut path.state, (object, field), value);
                while let Some(given) = self.explorer.machine.given(&mut path.state, object, field) {
                    match self.assume(path, given) {
                        Some(assumed) => path = assumed,
                        None => return Ok(Vec::new()),
                    }
                }
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
            self.given_up.push(Unsummarised::Stops(reason));
        }
        Ok(open)
    }

    /// Walks one iteration of a loop from a state at its head.
    pub(super) fn iterate(
        &mut self,
        mut start: Path<Record>,
        scope: Scope,
    ) -> Result<Vec<Path<Record>>, NotSummarised> {
        start.record.is_at_head = true;
        self.scopes.push(scope);
        let mut open = vec![start];
        let mut back = Vec::new();
        loop {
            match self.next_end(&mut open)? {
                None => break,
                Some(End::Back(path)) => back.push(path),
                Some(End::Gone | End::Goal(_) | End::Ended(..)) => {}
                Some(End::Stopped(reason)) => {
                    self.scopes.pop();
                    return Err(Unsummarised::Stops(reason).into());
                }
            }
        }
        self.scopes.pop();
        Ok(back)
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
