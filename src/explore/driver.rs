//! Runs paths depth first to their ends, within a budget of work.

use super::path::{Branch, Observed, Outcome, Path, PathEnd, Recorder};
use super::select::{DepthFirst, PathSelector};
use crate::exec::{Call, Event, Frame, Interrupt, MOST_FRAMES, Machine, State, StopReason};
use crate::graph::CallGraph;
use crate::heap::Choice;
use crate::program::ReferenceType;
use crate::solver::PathSolver;
use crate::term::TermPool;
use std::rc::Rc;
use std::time::Instant;

/// What an exploration may spend. Work is counted, so that the same input always ends the same way; only the deadline
/// looks at a clock, and ends the whole run.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Most path ends that return or throw.
    pub cases: u64,
    /// Most path ends of any kind.
    pub ends: u64,
    /// Most instructions, all paths together.
    pub instructions: u64,
    /// Most work of the solver, in the units of Z3's resource limit.
    pub solver_resources: u64,
    /// Most path ends and forks. Each open path is one, so this bounds memory too.
    pub states: u64,
    /// When the run ends.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// Any amount of work, until a moment.
    #[must_use]
    pub fn until(deadline: Option<Instant>) -> Budget {
        Budget {
            cases: u64::MAX,
            ends: u64::MAX,
            instructions: u64::MAX,
            solver_resources: u64::MAX,
            states: u64::MAX,
            deadline,
        }
    }
}

/// What an exploration has spent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Costs {
    /// Path ends and forks.
    pub states: u64,
    /// Instructions, those of specialised code included.
    pub instructions: u64,
    /// Paths that were dropped, since an assumption of the program does not hold on them.
    pub dropped: u64,
    /// States that the guide excluded.
    pub guided: u64,
}

/// Why an exploration ended before its paths did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The budget's cases.
    Cases,
    /// The budget's work.
    Work,
    /// The deadline.
    Time,
}

/// Knows of states that need not be followed: nothing that is looked for comes after them.
pub trait Guide {
    /// Whether a state, whose conditions are terms of the pool, is one of those.
    fn excludes(&mut self, pool: &TermPool, state: &State) -> bool;
}

/// Where [`Explorer::proceed`] leaves a path.
#[derive(Clone, Debug)]
pub enum Pause<R> {
    /// What it became: at its end one ended branch, at a call what the handler made of it, none where it is no path.
    Became(Vec<Branch<R>>),
    /// It asks for a choice.
    Asks(Path<R>, Choice),
}

/// Decides what a call does: inline execution or composition.
pub trait CallHandler<R: Recorder> {
    /// Performs a call whose arguments are still on the stack: what the path becomes.
    fn call(&mut self, explorer: &mut Explorer<'_, R>, path: Path<R>, call: &Call) -> Vec<Branch<R>>;
}

/// Explores the paths of one method.
pub struct Explorer<'p, R: Recorder> {
    /// The interpreter.
    pub machine: Machine<'p>,
    /// The solver.
    pub solver: PathSolver,
    /// What has been spent.
    pub costs: Costs,
    /// What may be spent.
    pub budget: Budget,
    /// What the records share.
    pub shared: R::Shared,
    /// Which states are dropped at a fork, if any are. An exploration with a guide is about the guide's goal alone.
    pub guide: Option<Box<dyn Guide + 'p>>,
    /// The types that the method under test asks objects for, once they were looked for.
    pub(super) tested_types: Option<Rc<[ReferenceType]>>,
}

impl<'p, R: Recorder> Explorer<'p, R> {
    /// An explorer that has spent nothing.
    pub fn new(machine: Machine<'p>, solver: PathSolver, budget: Budget) -> Self {
        Explorer {
            machine,
            solver,
            costs: Costs::default(),
            budget,
            shared: R::Shared::default(),
            guide: None,
            tested_types: None,
        }
    }

    /// Explores a path and all its forks, depth first; every end is given to `sink` in order. Returns why it ended early,
    /// if it did.
    pub fn explore(
        &mut self,
        start: Path<R>,
        calls: &mut dyn CallHandler<R>,
        sink: &mut dyn FnMut(&mut Self, PathEnd<R>),
    ) -> Option<Exhausted> {
        self.explore_with(start, calls, &mut DepthFirst::default(), sink)
    }

    /// Explores a path and all its forks in the order of a selector; else as [`Explorer::explore`].
    pub fn explore_with(
        &mut self,
        start: Path<R>,
        calls: &mut dyn CallHandler<R>,
        open: &mut dyn PathSelector<R>,
        sink: &mut dyn FnMut(&mut Self, PathEnd<R>),
    ) -> Option<Exhausted> {
        open.add(vec![Branch::Open(start)]);
        let (mut cases, mut ends) = (0, 0);
        while let Some(branch) = open.next(&self.shared) {
            match branch {
                Branch::Ended(end) => {
                    ends += 1;
                    cases += u64::from(!matches!(end.outcome, Outcome::Stopped(_)));
                    self.costs.states += 1;
                    sink(self, end);
                    if open.is_empty() {
                        break;
                    }
                    if cases >= self.budget.cases {
                        return Some(Exhausted::Cases);
                    }
                    if ends >= self.budget.ends {
                        return Some(Exhausted::Work);
                    }
                }
                Branch::Open(path) => {
                    if let Some(exhausted) = self.exhausted() {
                        return Some(exhausted);
                    }
                    match self.advance(path, calls) {
                        Ok(branches) => open.add(branches),
                        Err(exhausted) => return Some(exhausted),
                    }
                }
            }
        }
        None
    }

    fn exhausted(&self) -> Option<Exhausted> {
        // Time first: what a clock has cut short elsewhere must not pass for what work alone decides.
        self.out_of_time().or_else(|| {
            let is_spent = self.costs.instructions > self.budget.instructions
                || self.costs.states > self.budget.states
                || self.solver.statistics().resources > self.budget.solver_resources;
            is_spent.then_some(Exhausted::Work)
        })
    }

    fn out_of_time(&self) -> Option<Exhausted> {
        match self.budget.deadline {
            Some(deadline) if Instant::now() >= deadline => Some(Exhausted::Time),
            _ => None,
        }
    }

    /// Runs a path up to its end or next fork.
    fn advance(&mut self, mut path: Path<R>, calls: &mut dyn CallHandler<R>) -> Result<Vec<Branch<R>>, Exhausted> {
        loop {
            match self.proceed(path, calls)? {
                Pause::Became(branches) => return Ok(branches),
                Pause::Asks(asking, choice) => {
                    let mut branches = self.fork(asking, choice);
                    match (branches.len(), branches.pop()) {
                        (1, Some(Branch::Open(only))) => path = only,
                        (_, last) => {
                            branches.extend(last);
                            return Ok(branches);
                        }
                    }
                }
            }
        }
    }

    /// Runs a path up to its end, its next call or the next choice, which is left to who asks.
    ///
    /// # Errors
    /// When the budget is spent before.
    pub fn proceed(&mut self, mut path: Path<R>, calls: &mut dyn CallHandler<R>) -> Result<Pause<R>, Exhausted> {
        loop {
            let place = path.state.frame().map(|frame| (frame.method, frame.instruction));
            if R::SEES_OPERANDS
                && let Some((method, position)) = place
                && let Some(code) = self.machine.program.code(method)
                && let Some(decoded) = code.instructions.get(position as usize)
            {
                path.record.before(&mut self.shared, (method, position), &decoded.instruction, &path.state);
            }
            let became = match self.machine.step(&mut path.state) {
                Ok(event) => {
                    self.costs.instructions += 1;
                    if self.costs.instructions.is_multiple_of(4096)
                        && let Some(exhausted) = self.exhausted()
                    {
                        return Err(exhausted);
                    }
                    if let Event::Call(call) = &event {
                        return Ok(Pause::Became(calls.call(self, path, call)));
                    }
                    if let Some((method, position)) = place {
                        self.observe(&mut path, method, position, &event);
                    }
                    let outcome = match event {
                        Event::Finished(value) => Outcome::Returned(value),
                        Event::Threw(exception) | Event::Raised(_, exception, None) => Outcome::Threw(exception),
                        _ => continue,
                    };
                    vec![Branch::Ended(PathEnd { path, outcome })]
                }
                Err(Interrupt::Infeasible) => Vec::new(),
                Err(Interrupt::Stop(StopReason::AssumptionFails)) => {
                    self.costs.dropped += 1;
                    Vec::new()
                }
                Err(Interrupt::Stop(reason)) => vec![Branch::stopped(path, reason)],
                Err(Interrupt::Choice(choice)) => return Ok(Pause::Asks(path, choice)),
            };
            return Ok(Pause::Became(became));
        }
    }

    fn observe(&mut self, path: &mut Path<R>, method: crate::program::MethodId, position: u32, event: &Event) {
        let program = self.machine.program;
        if let Some(decoded) = program.code(method).and_then(|code| code.instructions.get(position as usize)) {
            let constant = path.state.operand(0).number().and_then(|term| self.machine.pool.as_constant(term));
            let after = &path.state;
            let instruction = &decoded.instruction;
            let thrown_from = &self.machine.thrown_from;
            let observed = Observed { method, position, instruction, event, after, constant, thrown_from };
            path.record.observe(&mut self.shared, observed);
        }
    }

    /// Enters a call's method inline.
    pub fn enter(&mut self, mut path: Path<R>, call: &Call) -> Branch<R> {
        path.record.enter(&mut self.shared, self.machine.program, call);
        self.machine.enter(&mut path.state, call);
        Branch::Open(path)
    }
}

/// Executes every callee inline, within the recursion bound.
pub struct Inline<'g> {
    /// The call graph.
    pub calls: &'g CallGraph,
    /// Activations that a recursive component may have.
    pub recursion: u32,
    /// Whether only those activations count that follow a decision of the one before: recursion on constants goes on.
    pub only_decided: bool,
}

impl Inline<'_> {
    /// Activations of the callee's recursive component that are running, or where only those after a decision count, of the callee
    /// itself; none when the callee is not recursive.
    pub fn activations<R>(&self, path: &Path<R>, call: &Call) -> Option<u32> {
        if !self.calls.mutually_recursive(call.method, call.method) {
            return None;
        }
        if !self.only_decided {
            let of_component = |frame: &&Rc<Frame>| self.calls.mutually_recursive(frame.method, call.method);
            return Some(path.state.frames.iter().filter(of_component).count() as u32);
        }
        // The call graph knows classes, not objects: a reader that reads from another one is no recursion yet.
        let frames = path.state.frames.iter().filter(|frame| frame.method == call.method);
        let mut before = None;
        let mut counted = 0;
        for entered in frames.map(|frame| frame.entered_at).chain([path.state.depth]) {
            counted += u32::from(before.is_some_and(|before| entered > before));
            before = Some(entered);
        }
        Some(counted)
    }
}

impl<R: Recorder> CallHandler<R> for Inline<'_> {
    fn call(&mut self, explorer: &mut Explorer<'_, R>, path: Path<R>, call: &Call) -> Vec<Branch<R>> {
        if self.activations(&path, call).is_some_and(|running| running >= self.recursion) {
            let method = explorer.machine.program.method_label(call.method);
            return vec![Branch::stopped(path, StopReason::RecursionBound(method))];
        }
        if path.state.frames.len() >= MOST_FRAMES {
            let method = explorer.machine.program.method_label(call.method);
            return vec![Branch::stopped(path, StopReason::FrameBound(method))];
        }
        vec![explorer.enter(path, call)]
    }
}
