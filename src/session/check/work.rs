//! The order of the work: all methods within small bounds first, then what is still open within larger ones, each with its
//! share of what is left of the time.

use super::super::threads::for_each;
use super::Start;
use super::assume::OfMethod as Assumptions;
use super::classify::Kind;
use super::explored::Explored;
use super::finding::{Candidate, Subject, candidate};
use super::kept::Kept;
use super::replaying::Replayer;
use super::round::{Bounds, CauseKey, Context, Round, explore};
use super::verdict::{LARGEST_COLLECTION, Missing};
use super::watch::{Seen, Watcher};
use crate::classfile::ClassName;
use crate::exec::{Limits, Statics, StopReason};
use crate::explore::{Budget, Exhausted, Recorder};
use crate::program::{MethodId, OfMethod, Read, Reads, as_one, listening};
use crate::report::{ExplorationCosts, Progress};
use crate::run::{self, Ending, Failure};
use crate::summary::initialised_classes;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The bounds of each round: loop, recursion, array length, depth.
pub(in crate::session) const ROUNDS: [(u32, u32, i32, u32); 6] = [
    (1, 2, 4, 64),
    (3, 4, 16, 256),
    (8, 8, 64, 1_000),
    (20, 16, 128, 4_000),
    (60, 40, 256, 10_000),
    (200, 100, 256, 50_000),
];
/// The part of the time that is for what comes after exploring: replays, and the report.
pub(in crate::session) const REPORTING: f64 = 0.1;
/// Instructions on one path.
pub(in crate::session) const PATH_STEPS: u64 = 3_000_000;
/// Instructions and solver work that one method may cost in all its rounds.
const METHOD_INSTRUCTIONS: u64 = 2_000_000;
const METHOD_SOLVER_RESOURCES: u64 = 5_000_000;
/// Work below which a further round is worth it although the last two have found nothing new.
const CHEAP_INSTRUCTIONS: u64 = 100_000;
const CHEAP_SOLVER_RESOURCES: u64 = 500_000;
/// How often a method is explored: with the states that were asked for, and with two kinds of arbitrary ones.
pub(in crate::session) const KINDS_OF_STATES: usize = 3;

/// What is known of a method so far.
pub(in crate::session) struct Checked<'p> {
    pub(in crate::session) method: MethodId,
    pub(super) parameters: Vec<String>,
    /// What is assumed of its parameters.
    assumed: Assumptions,
    /// Classes to initialise before a replay.
    initialised: Option<Vec<ClassName>>,
    /// What all rounds have covered.
    pub(super) seen: Seen<'p>,
    /// What exploring the inputs that were asked for has found.
    pub(in crate::session) main: Exploration,
    /// What exploring arbitrary states has found, where those that constructors leave are not all there are.
    pub(in crate::session) arbitrary: Option<Exploration>,
    /// A defect that ended its analysis.
    pub(super) defect: Option<String>,
    pub(super) time: Duration,
    /// States, solver queries and solver calls of its rounds.
    pub(super) costs: ExplorationCosts,
    is_done: bool,
    /// What its rounds have read of the program, where somebody wants to know.
    reads: Option<Reads>,
    /// Whether the clock has ended a round, so that another run may find more.
    is_cut: bool,
    /// What was found, once it is done.
    explored: Option<Explored>,
}

/// The rounds of a method with one kind of inputs.
pub(in crate::session) struct Exploration {
    start: Start,
    /// A candidate of each cause for which an input could be written.
    pub(in crate::session) candidates: BTreeMap<CauseKey, Candidate>,
    /// Why there is none, for the other causes.
    pub(in crate::session) unwritten: BTreeMap<CauseKey, String>,
    /// What the last round that was run to its end left out; of the first one, if none was.
    pub(in crate::session) missing: Missing,
    /// Where, in the method itself, paths of that round stopped.
    pub(super) stopped_at: Vec<(u32, StopReason)>,
    /// Path ends of that round.
    pub(in crate::session) ends: u64,
    rounds: usize,
    /// Rounds in a row that found nothing new.
    idle_rounds: u32,
    instructions: u64,
    solver_resources: u64,
    pub(in crate::session) is_done: bool,
}

/// What a round leaves.
pub(in crate::session) struct Spent {
    missing: Missing,
    stopped_at: Vec<(u32, StopReason)>,
    ends: u64,
    instructions: u64,
    solver_resources: u64,
}

impl Spent {
    /// Of a round, without what it explored.
    pub(in crate::session) fn of<R: Recorder>(round: Round<'_, R>) -> Spent {
        Spent {
            instructions: round.explorer.costs.instructions,
            solver_resources: round.explorer.solver.statistics().resources,
            missing: round.missing,
            stopped_at: round.stopped_at,
            ends: round.ends,
        }
    }
}

impl Exploration {
    pub(in crate::session) fn new(start: Start) -> Self {
        Exploration {
            start,
            candidates: BTreeMap::new(),
            unwritten: BTreeMap::new(),
            missing: Missing::default(),
            stopped_at: Vec::new(),
            ends: 0,
            rounds: 0,
            idle_rounds: 0,
            instructions: 0,
            solver_resources: 0,
            is_done: false,
        }
    }

    /// Whether some path fails, with an input written for it or not.
    pub(super) fn has_failures(&self) -> bool {
        self.candidates.keys().chain(self.unwritten.keys()).any(|key| matches!(key.0, Kind::Failure(_)))
    }

    /// The states that are to be explored too, where nothing fails in those that were, and others may be reached by calls
    /// before: with anything in the static fields that methods assign, then anything anywhere.
    fn more_arbitrary(&self) -> Option<Start> {
        if self.has_failures() {
            None
        } else if self.missing.depends_on_states() {
            Some(Start::ANY)
        } else if self.missing.depends_on_statics() {
            Some(Start { statics: Statics::AnyAssigned, ..self.start })
        } else {
            None
        }
    }

    /// The bounds of the next round and what it may cost; none when there is none.
    pub(in crate::session) fn next_round(&mut self, effort: u64, deadline: Option<Instant>) -> Option<Bounds> {
        let (loop_bound, recursion, array_length, depth) = ROUNDS.get(self.rounds).copied()?;
        self.rounds += 1;
        Some(Bounds {
            start: self.start,
            limits: Limits { loop_bound, depth, array_length, recursion, path_steps: PATH_STEPS },
            collection_size: u32::try_from(self.rounds).unwrap_or(u32::MAX).min(LARGEST_COLLECTION),
            budget: Budget {
                instructions: (METHOD_INSTRUCTIONS * effort).saturating_sub(self.instructions),
                solver_resources: (METHOD_SOLVER_RESOURCES * effort).saturating_sub(self.solver_resources),
                ..Budget::until(deadline)
            },
        })
    }

    /// Takes over what a round leaves that a clock has ended: the next round is the same one again.
    pub(in crate::session) fn interrupt_round(&mut self, round: Spent) {
        self.rounds = self.rounds.saturating_sub(1);
        if self.rounds == 0 {
            self.missing = round.missing;
            self.stopped_at = round.stopped_at;
            self.ends = round.ends;
        }
    }

    /// Takes over what a round leaves, and whether it found anything new.
    pub(in crate::session) fn finish_round(&mut self, round: Spent, is_news: bool, effort: u64) {
        self.instructions += round.instructions;
        self.solver_resources += round.solver_resources;
        self.idle_rounds = if is_news { 0 } else { self.idle_rounds + 1 };
        let is_cheap =
            self.instructions < CHEAP_INSTRUCTIONS * effort && self.solver_resources < CHEAP_SOLVER_RESOURCES * effort;
        let is_cut = round.missing.exhausted.is_some();
        self.is_done = is_cut
            || !round.missing.depends_on_bounds()
            || self.rounds == ROUNDS.len()
            || (self.idle_rounds >= 2 && !is_cheap);
        if !is_cut || self.rounds == 1 {
            self.missing = round.missing;
            self.stopped_at = round.stopped_at;
            self.ends = round.ends;
        } else if round.missing.exhausted.is_some_and(Exhausted::is_ended) {
            // A run with wider limits would have gone on.
            self.missing.exhausted = round.missing.exhausted;
        }
    }
}

impl<'p> Checked<'p> {
    /// Of a method of which nothing is known yet.
    pub(in crate::session) fn new(context: Context<'p>, method: MethodId, assumed: Assumptions) -> Self {
        Checked {
            method,
            parameters: context.program.parameter_names(method, "p"),
            assumed,
            initialised: None,
            seen: Seen::default(),
            main: Exploration::new(Start::of(context.job)),
            arbitrary: None,
            defect: None,
            time: Duration::ZERO,
            costs: ExplorationCosts::default(),
            is_done: false,
            reads: None,
            is_cut: false,
            explored: None,
        }
    }

    /// Runs rounds until nothing is open, or so many have been run. A defect of casewise is noted and ends them.
    pub(in crate::session) fn deepen_by(
        &mut self,
        context: Context<'p>,
        rounds: usize,
        deadline: Option<Instant>,
        replayer: &Replayer<'_>,
    ) {
        for _ in 0..rounds {
            if self.is_done || run::is_over(deadline) {
                break;
            }
            run_one(context, self, deadline, replayer);
        }
    }

    /// A defect that ended the analysis.
    pub(in crate::session) fn defect(&self) -> Option<&str> {
        self.defect.as_deref()
    }

    /// Leaves it as far as it is.
    fn give_up(&mut self, ending: Ending) {
        self.main.missing.exhausted = Some(Exhausted::Ended(ending));
        self.is_done = true;
        self.is_cut = true;
    }

    /// Says what was found, and keeps it where another run would find the same.
    fn conclude(&mut self, context: Context<'p>, kept: Option<&Kept<'_>>) {
        let mut reads = self.reads.take().unwrap_or_default();
        let explored = listening(&mut reads, || Explored::of(context, self));
        if let Some(kept) = kept.filter(|_| !self.is_cut && self.defect.is_none()) {
            kept.put(self.method, &self.assumed, &explored, &reads);
        }
        self.explored = Some(explored);
    }

    /// Runs the next round.
    fn deepen(&mut self, context: Context<'p>, deadline: Option<Instant>, replayer: &Replayer<'_>) {
        let arbitrary = self.arbitrary.take();
        let is_arbitrary = arbitrary.is_some();
        let mut exploration =
            arbitrary.unwrap_or_else(|| std::mem::replace(&mut self.main, Exploration::new(Start::of(context.job))));
        let effort = context.job.effort;
        if let Some(bounds) = exploration.next_round(effort, deadline) {
            let (method, assumed) = (self.method, &self.assumed);
            let mut round =
                explore(context, method, assumed, bounds, Watcher::default(), Seen::default(), &mut |_, _| {});
            let known = (exploration.candidates.len(), self.seen.size());
            self.write_candidates(context, &mut exploration, &mut round, replayer);
            self.seen.merge(std::mem::take(&mut round.explorer.shared));
            self.costs.states += round.explorer.costs.states;
            self.costs.solver_queries += round.explorer.solver.statistics().queries;
            self.costs.solver_calls += round.explorer.solver.statistics().solver_calls;
            let is_news = known != (exploration.candidates.len(), self.seen.size());
            exploration.finish_round(Spent::of(round), is_news, effort);
        } else {
            exploration.is_done = true;
        }
        let next = if exploration.is_done { exploration.more_arbitrary() } else { None };
        self.is_done = exploration.is_done && next.is_none();
        let next = next.map(Exploration::new);
        if is_arbitrary {
            self.arbitrary = next.or(Some(exploration));
        } else {
            self.arbitrary = next;
            self.main = exploration;
        }
    }

    fn write_candidates(
        &mut self,
        context: Context<'p>,
        exploration: &mut Exploration,
        round: &mut Round<'p, Watcher<'p>>,
        replayer: &Replayer<'_>,
    ) {
        for (key, paths) in std::mem::take(&mut round.thrown) {
            let known = exploration.candidates.get(&key);
            let is_better = |known: &Candidate| {
                !known.environment.is_empty() && paths.iter().any(|path| path.environment.is_empty())
            };
            if known.is_some_and(|known| !is_better(known)) || !is_wanted(context, &key) {
                continue;
            }
            let (program, calls, method) = (context.program, context.calls, self.method);
            let initialised = self.initialised.get_or_insert_with(|| {
                as_one(Read::Method(OfMethod::Initialised, method), || initialised_classes(program, calls, method))
            });
            let subject = Subject { method, parameters: &self.parameters, initialised };
            match candidate(context, &subject, &mut round.explorer.machine, &key, paths) {
                Ok(candidate) => {
                    if matches!(key.0, Kind::Failure(_)) {
                        replayer.prepare();
                    }
                    exploration.unwritten.remove(&key);
                    exploration.candidates.insert(key, candidate);
                }
                Err(why) if !exploration.candidates.contains_key(&key) => {
                    exploration.unwritten.insert(key, why);
                }
                Err(_) => {}
            }
        }
    }
}

fn is_wanted(context: Context<'_>, key: &CauseKey) -> bool {
    match key.0 {
        Kind::Failure(property) => context.job.property.is_none_or(|wanted| wanted == property),
        Kind::Rejects | Kind::Declared => true,
    }
}

/// What checking a method has found and cost.
pub(super) struct Done {
    pub(super) explored: Explored,
    pub(super) time: Duration,
    pub(super) costs: ExplorationCosts,
}

/// Checks methods; the answers are in their order. Each answer that is final is kept as soon as it is there.
pub(super) fn run<'p>(
    context: Context<'p>,
    methods: Vec<(MethodId, Assumptions)>,
    (replayer, kept): (&Replayer<'_>, Option<&Kept<'_>>),
    deadline: Option<Instant>,
    progress: &dyn Progress,
) -> Vec<Done> {
    progress.begin(methods.len());
    let begin = |(method, assumed)| {
        Mutex::new(Checked { reads: kept.map(|_| Reads::default()), ..Checked::new(context, method, assumed) })
    };
    let all: Vec<Mutex<Checked<'p>>> = methods.into_iter().map(begin).collect();
    for _ in 0..KINDS_OF_STATES * ROUNDS.len() {
        let open: Vec<&Mutex<Checked<'p>>> = all.iter().filter(|checked| !lock(checked).is_done).collect();
        if open.is_empty() {
            break;
        }
        run_round(context, &open, (replayer, kept), deadline, progress);
    }
    progress.end();
    all.into_iter()
        .map(|checked| checked.into_inner().unwrap_or_else(PoisonError::into_inner))
        .map(|mut checked| {
            let explored = checked.explored.take().unwrap_or_else(|| Explored::of(context, &mut checked));
            Done { explored, time: checked.time, costs: checked.costs }
        })
        .collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_round<'p>(
    context: Context<'p>,
    open: &[&Mutex<Checked<'p>>],
    (replayer, kept): (&Replayer<'_>, Option<&Kept<'_>>),
    deadline: Option<Instant>,
    progress: &dyn Progress,
) {
    let jobs = context.job.job.jobs.clamp(1, open.len().max(1));
    let done = for_each(
        jobs,
        open,
        || (),
        |(), position, checked| {
            let mut checked = lock(checked);
            let share = share(deadline, open.len().saturating_sub(position), jobs);
            run_one(context, &mut checked, share, replayer);
            if checked.is_done {
                checked.conclude(context, kept);
                progress.done(&context.program.method_label(checked.method));
            }
        },
    );
    for (checked, done) in open.iter().zip(done) {
        // What is not begun before the run ends says so.
        if done.is_none() {
            lock(checked).give_up(run::ending(deadline).unwrap_or(Ending::Time));
        }
    }
}

/// When a method must be done: what is left of the time, shared by those that have not begun.
pub(in crate::session) fn share(deadline: Option<Instant>, waiting: usize, jobs: usize) -> Option<Instant> {
    let deadline = deadline?;
    let now = Instant::now();
    let left = deadline.saturating_duration_since(now);
    let parts = u32::try_from(waiting.div_ceil(jobs).max(1)).unwrap_or(u32::MAX);
    Some(now + left / parts)
}

/// Runs a method's next round. A defect of casewise ends this method's analysis and no other's.
fn run_one<'p>(context: Context<'p>, checked: &mut Checked<'p>, deadline: Option<Instant>, replayer: &Replayer<'_>) {
    let started = Instant::now();
    let mut reads = checked.reads.take();
    let mut deepen = || {
        run::analysis(|| {
            checked.deepen(context, deadline, replayer);
            // Whatever ends has touched what was found: a solver that is interrupted leaves an input that is not the simplest.
            checked.is_cut |= run::is_over(deadline);
        })
    };
    let result = match &mut reads {
        Some(reads) => listening(reads, deepen),
        None => deepen(),
    };
    checked.reads = reads;
    match result {
        Ok(()) => {}
        Err(Failure::Ended(ending)) => checked.give_up(ending),
        Err(Failure::Panicked(message)) => {
            checked.defect = Some(message);
            checked.is_done = true;
        }
    }
    checked.time += started.elapsed();
}
