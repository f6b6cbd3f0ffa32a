//! Walks the backbones of a method: paths on which every loop that is met is replaced by its summary, so that no loop is executed
//! more than once (section 3 of the paper, Algorithm 1).

mod at_loop;
mod halting;

use super::goal::{Excuses, Goal};
use super::looping::Entered;
use super::obstacle::Unsummarised;
use super::shortcut::can_reach;
use super::trouble::{Hoist, NotPassed, Trouble};
use crate::classfile::{ClassName, Code};
use crate::exec::{Event, Exceptions, Machine, State, StopReason, Upcoming, is_throwable};
use crate::explore::{
    Branch, Budget, CallHandler, CollectionCalls, Explorer, Halt, Inline, Observed, Outcome, Path, Recorder, advance,
};
use crate::formula::Formula;
use crate::graph::Liveness;
use crate::heap::{Choice, SymbolId};
use crate::program::{MethodId, Program};
use crate::run;
use crate::solver::PathSolver;
use crate::term::{Arithmetic, Domain, InputId, TermId};
use halting::{Seen, Walking};
use rustc_hash::FxHashMap;
use std::rc::Rc;

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
}
