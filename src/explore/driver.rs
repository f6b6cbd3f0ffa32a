//! Runs paths depth first to their ends, within a budget of work.

use super::advance::{Halt, Until, advance};
use super::budget::{Budget, CallLimits, Costs, Exhausted, Work};
use super::drawn_ways::DrawnWays;
use super::join::{Joins, Meeting};
use super::path::{Branch, Observed, Outcome, Path, PathEnd, Recorder, Runs};
use super::select::{DepthFirst, PathSelector};
use crate::exec::{Call, ConcreteLimits, ConcreteRun, Event, Frame, MOST_FRAMES, Machine, State, StopReason, Upcoming};
use crate::graph::CallGraph;
use crate::heap::{Choice, ObjectId};
use crate::program::{ClassId, MethodId, ReferenceType};
use crate::run::{self, Ending, HeldMemory};
use crate::solver::PathSolver;
use crate::term::TermPool;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Most paths that are open at once. Each takes about ten thousand bytes, and where there are more, work would not suffice for all of them.
const MOST_OPEN: usize = 20_000;

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

    /// Whether a call of a method of the class path is executed inline, whatever the path.
    fn always_enters(&self, _method: MethodId) -> bool {
        false
    }
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
    /// Whether calls that cannot be followed are left open: they return anything or throw, and paths go on. Else they stop
    /// their paths.
    pub open_calls: bool,
    /// The states before open calls, with the objects that each may have changed, where somebody wants to know.
    pub before_open_calls: Option<Vec<(State, Vec<ObjectId>)>>,
    /// Where [`Explorer::proceed`] leaves a path: when no more frames than these are left.
    pub(super) until_depth: Option<usize>,
    /// The same where the sides of a conditional are to meet.
    pub(super) until_meeting: Option<Meeting>,
    /// Whether paths that meet again are joined, where the record allows it.
    pub joins_paths: bool,
    /// Where the sides of conditionals meet.
    pub(super) joins: Joins,
    /// Which states are dropped at a fork, if any are. An exploration with a guide is about the guide's goal alone.
    pub guide: Option<Box<dyn Guide + 'p>>,
    /// The types that the method under test asks objects for, once they were looked for.
    pub(super) tested_types: Option<Rc<[ReferenceType]>>,
    /// The classes that the explored method tells apart, once that is asked.
    pub(super) distinguished: Option<Rc<[ClassId]>>,
    /// What drawn inputs of classes are made by, as far as one was drawn.
    pub(super) drawn_ways: FxHashMap<ClassId, DrawnWays>,
    /// The classes that methods ask objects for.
    pub(super) asked_classes: FxHashMap<MethodId, Rc<[ClassId]>>,
    /// What it holds, roughly.
    held: HeldMemory,
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
            open_calls: false,
            before_open_calls: None,
            until_depth: None,
            until_meeting: None,
            joins_paths: R::JOINS,
            joins: Joins::default(),
            guide: None,
            tested_types: None,
            distinguished: None,
            drawn_ways: FxHashMap::default(),
            asked_classes: FxHashMap::default(),
            held: HeldMemory::nothing(),
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
            self.held.set(1 + self.machine.pool.len() as u64 + self.costs.states);
            match branch {
                // The clock's answer is nobody's: it is no end of a path.
                Branch::Ended(PathEnd { outcome: Outcome::Stopped(StopReason::Interrupted), .. }) => {
                    return Some(Exhausted::Ended(run::ending(self.budget.deadline).unwrap_or(Ending::Time)));
                }
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
                    if open.len() > MOST_OPEN {
                        return Some(Exhausted::Work);
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
        self.budget.exhausted(&self.costs, &self.solver)
    }

    /// The work that has been done.
    pub fn spent(&self) -> Work {
        Work::done(&self.costs, &self.solver)
    }

    /// Runs a path up to its end or next fork.
    fn advance(&mut self, mut path: Path<R>, calls: &mut dyn CallHandler<R>) -> Result<Vec<Branch<R>>, Exhausted> {
        loop {
            match self.proceed(path, calls)? {
                Pause::Became(branches) => return Ok(branches),
                Pause::Asks(asking, choice) => {
                    let mut branches = self.fork_and_join(asking, choice, calls)?;
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
        let Explorer { machine, solver, costs, budget, shared, until_depth, until_meeting, .. } = self;
        let record = &mut path.record;
        let (budget, until_depth, until_meeting) = (*budget, *until_depth, *until_meeting);
        let mut recording = Recording {
            record,
            shared,
            solver,
            costs,
            budget,
            until_depth,
            until_meeting,
            calls: &*calls,
            exhausted: None,
        };
        let halt = advance(machine, &mut path.state, &mut recording);
        if let Some(exhausted) = recording.exhausted {
            return Err(exhausted);
        }
        let outcome = match halt {
            Halt::After(Event::Call(call)) => return Ok(Pause::Became(calls.call(self, path, &call))),
            Halt::After(Event::Finished(value)) => Outcome::Returned(value),
            Halt::After(Event::Threw(exception) | Event::Raised(_, exception, None)) => Outcome::Threw(exception),
            Halt::Before | Halt::After(_) => return Ok(Pause::Became(vec![Branch::Open(path)])),
            Halt::Infeasible => return Ok(Pause::Became(Vec::new())),
            Halt::Stopped(StopReason::AssumptionFails) => {
                self.costs.dropped += 1;
                return Ok(Pause::Became(Vec::new()));
            }
            Halt::Stopped(reason) if self.can_leave_open(&reason) => {
                return Ok(Pause::Became(self.open_call(path, reason)));
            }
            Halt::Stopped(reason) => Outcome::Stopped(reason),
            Halt::Asks(choice) => {
                return Ok(match self.too_many_receivers(&path, &choice) {
                    Some(reason) => Pause::Became(self.open_call(path, reason)),
                    None => Pause::Asks(path, choice),
                });
            }
        };
        Ok(Pause::Became(vec![Branch::Ended(PathEnd { path, outcome })]))
    }

    /// Follows a call inline until it returns to its caller or throws out of it: what the path has become by then, in the order of
    /// exploration. None when that costs more than `limits`, or some path stops within the call: the caller then takes the path as
    /// it was.
    pub fn follow(
        &mut self,
        path: Path<R>,
        call: &Call,
        limits: &CallLimits,
        calls: &mut dyn CallHandler<R>,
    ) -> Option<Vec<Branch<R>>> {
        let caveats = self.machine.caveats.clone();
        let until_depth = self.until_depth.replace(path.state.frames.len());
        let followed = self.follow_within(path, call, limits, calls);
        self.until_depth = until_depth;
        if followed.is_none() {
            self.machine.caveats = caveats;
        }
        followed
    }

    fn follow_within(
        &mut self,
        path: Path<R>,
        call: &Call,
        limits: &CallLimits,
        calls: &mut dyn CallHandler<R>,
    ) -> Option<Vec<Branch<R>>> {
        let depth = path.state.frames.len();
        let allowed = self.spent().plus(limits.work);
        let mut open = vec![self.enter(path, call)];
        let mut done = Vec::new();
        while let Some(branch) = open.pop() {
            match branch {
                Branch::Ended(PathEnd { outcome: Outcome::Stopped(reason), .. })
                    if !matches!(reason, StopReason::Exits(_)) =>
                {
                    return None;
                }
                Branch::Ended(end) => done.push(Branch::Ended(end)),
                Branch::Open(path) if path.state.frames.len() <= depth => done.push(Branch::Open(path)),
                Branch::Open(path) => {
                    let became = match self.proceed(path, calls).ok()? {
                        Pause::Became(branches) => branches,
                        Pause::Asks(asking, choice) => self.fork_and_join(asking, choice, calls).ok()?,
                    };
                    open.extend(became.into_iter().rev());
                }
            }
            if done.len() as u64 > limits.ends || self.spent().exceeds(allowed) {
                return None;
            }
        }
        Some(done)
    }

    /// Enters a call's method inline.
    pub fn enter(&mut self, mut path: Path<R>, call: &Call) -> Branch<R> {
        path.record.enter(&mut self.shared, self.machine.program, call);
        self.machine.enter(&mut path.state, call);
        Branch::Open(path)
    }
}

/// Counts the instructions of a path and gives them to its recorder; halts when the budget is spent.
struct Recording<'a, R: Recorder> {
    record: &'a mut R,
    shared: &'a mut R::Shared,
    solver: &'a PathSolver,
    costs: &'a mut Costs,
    budget: Budget,
    until_depth: Option<usize>,
    until_meeting: Option<Meeting>,
    calls: &'a dyn CallHandler<R>,
    exhausted: Option<Exhausted>,
}

impl<R: Recorder> Until for Recording<'_, R> {
    fn before(&mut self, _: &mut Machine<'_>, state: &State, upcoming: Upcoming<'_>) -> bool {
        if R::SEES_OPERANDS {
            let Upcoming { method, position, instruction } = upcoming;
            self.record.before(self.shared, (method, position), instruction, state);
        }
        false
    }

    fn after(&mut self, machine: &mut Machine<'_>, state: &State, executed: Upcoming<'_>, event: &Event) -> bool {
        self.costs.instructions += 1;
        if self.costs.instructions.is_multiple_of(4096) {
            self.exhausted = self.budget.exhausted(self.costs, self.solver);
            if self.exhausted.is_some() {
                return true;
            }
        }
        if matches!(event, Event::Call(_)) {
            return false;
        }
        observe(machine, (self.record, self.shared), executed, state, event);
        self.until_depth.is_some_and(|depth| state.frames.len() <= depth)
            || self.until_meeting.is_some_and(|meeting| meeting.is_at(machine, state))
    }

    fn concrete_limits(&self, executed: Upcoming<'_>) -> Option<ConcreteLimits> {
        let writes = match self.record.runs(self.shared, executed.method) {
            Runs::None => return None,
            Runs::WithoutWrites => false,
            Runs::Any => true,
        };
        Some(ConcreteLimits { steps: self.budget.instructions_left(self.costs), writes })
    }

    fn enters(&self, method: MethodId) -> bool {
        self.calls.always_enters(method) && self.record.runs(self.shared, method) == Runs::Any
    }

    fn after_run(&mut self, state: &State, run: &ConcreteRun) -> bool {
        self.costs.concrete += run.instructions;
        self.record.observe_run(self.shared, run, state);
        self.exhausted = self.budget.exhausted(self.costs, self.solver);
        self.exhausted.is_some()
    }
}

/// Shows a recorder an instruction that was executed.
pub(super) fn observe<R: Recorder>(
    machine: &Machine<'_>,
    (record, shared): (&mut R, &mut R::Shared),
    executed: Upcoming<'_>,
    after: &State,
    event: &Event,
) {
    let Upcoming { method, position, instruction } = executed;
    let (pool, thrown_from) = (&machine.pool, machine.thrown_from.as_slice());
    record.observe(shared, Observed { method, position, instruction, event, after, pool, thrown_from });
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
    /// itself; none when the callee is not recursive. What the JDK's code calls back is recursive where it is running already.
    pub fn activations<R>(&self, path: &Path<R>, call: &Call) -> Option<u32> {
        if !self.calls.mutually_recursive(call.method, call.method) {
            let is_called_back =
                self.calls.has(call.method) && path.state.frames.iter().any(|frame| frame.method == call.method);
            return is_called_back.then(|| Self::decided_activations(path, call));
        }
        if !self.only_decided {
            let of_component = |frame: &&Rc<Frame>| self.calls.mutually_recursive(frame.method, call.method);
            return Some(path.state.frames.iter().filter(of_component).count() as u32);
        }
        Some(Self::decided_activations(path, call))
    }

    /// Activations of the callee that follow a decision of the one before.
    fn decided_activations<R>(path: &Path<R>, call: &Call) -> u32 {
        // The call graph knows classes, not objects: a reader that reads from another one is no recursion yet.
        let frames = path.state.frames.iter().filter(|frame| frame.method == call.method);
        let mut before = None;
        let mut counted = 0;
        for entered in frames.map(|frame| frame.entered_at).chain([path.state.depth]) {
            counted += u32::from(before.is_some_and(|before| entered > before));
            before = Some(entered);
        }
        counted
    }
}

impl<R: Recorder> CallHandler<R> for Inline<'_> {
    fn always_enters(&self, method: MethodId) -> bool {
        !self.calls.mutually_recursive(method, method)
    }

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
