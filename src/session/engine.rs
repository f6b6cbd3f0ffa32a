//! Analyses the methods of a job: in component order, on several threads, taking what the cache holds.

use super::Job;
use super::cached::{self, Head};
use super::rounds::{COMPOSABLE, FIRST, ROUNDS, Round, is_better, is_open, narrow_options_of, options_of};
use super::threads::on_threads;
use super::view::with_lines;
use crate::classfile::java_name;
use crate::exec::Caveat;
use crate::explore::Budget;
use crate::graph::CallGraph;
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::report::{MethodReport, Problem, Progress, Report, RunCosts, Totals};
use crate::run::{self, Ending, Failure};
use crate::store::{Key, Store};
use crate::summary::{
    Analysis, AnalysisOptions, Calls, CaseOutcome, Level, Summary, SummaryKeys, SummarySource, analyse,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Z3's resource limit for one question; some tenths of a second.
const SOLVER_RESOURCES: u64 = 1_000_000;

thread_local! {
    /// The analyses that run on this thread, each demanded by the one before it.
    static RUNNING: RefCell<Vec<(MethodId, Level)>> = const { RefCell::new(Vec::new()) };
}

/// The analysis of one job's program.
pub(super) struct Engine<'w> {
    pub(super) program: &'w Program,
    calls: &'w CallGraph,
    pub(super) options: AnalysisOptions,
    cache: Option<Cache>,
    started: Instant,
    jobs: usize,
    shared: Mutex<Shared>,
    keeps_everything: AtomicBool,
}

/// The store with the keys of this job's methods.
struct Cache {
    store: Store,
    keys: SummaryKeys,
}

impl Cache {
    fn key(&self, method: MethodId, level: Level, round: Round) -> Key {
        Key(self.keys.key(method, level, round))
    }
}

#[derive(Default)]
struct Shared {
    summaries: FxHashMap<(MethodId, Level, Round), Arc<Summary>>,
    costs: RunCosts,
    /// What the cache had.
    taken: FxHashSet<(MethodId, Level)>,
    /// What it did not have, or not to the extent that was asked for.
    computed: FxHashSet<(MethodId, Level)>,
    problems: Vec<Problem>,
}

/// Takes a method's summary.
pub(super) type Visit<'v> = &'v mut dyn FnMut(MethodId, &Summary);

/// What a method's line in the report needs.
#[derive(Clone)]
struct Line {
    head: Head,
    /// The round that it was made in.
    round: Round,
    /// Whether a later round is to follow.
    is_open: bool,
    time_ms: f64,
}

impl Line {
    /// Of a method that was not analysed.
    fn given_up(ending: Ending) -> Line {
        let head = Head { cases: 0, throwing: 0, caveats: vec![Caveat::Ended(ending)] };
        Line { head, round: FIRST, is_open: false, time_ms: 0.0 }
    }
}

impl<'w> Engine<'w> {
    pub(super) fn new(
        program: &'w Program,
        calls: &'w CallGraph,
        store: Option<Store>,
        (job, deadline): (&Job, Option<Instant>),
    ) -> Self {
        let started = Instant::now();
        let options = AnalysisOptions {
            arithmetic: job.arithmetic,
            limits: job.limits,
            budget: Budget { cases: job.max_cases, ..Budget::until(deadline) },
            composable: COMPOSABLE,
            solver_resources: SOLVER_RESOURCES,
            inline: job.inline,
            calls: Calls::Open,
        };
        let cache = store.map(|store| Cache { store, keys: SummaryKeys::of(program, &options) });
        let shared = Mutex::new(Shared::default());
        Engine {
            program,
            calls,
            options,
            cache,
            started,
            jobs: job.jobs.max(1),
            shared,
            keeps_everything: AtomicBool::new(false),
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The level at which a method that nobody calls is summarised.
    pub(super) fn root_level(&self, method: MethodId) -> Level {
        if self.calls.mutually_recursive(method, method) { self.options.limits.recursion } else { 0 }
    }

    /// Summarises methods and reports on them in their order; with `visit`, gives it each summary, in that order too.
    pub(super) fn run(
        &self,
        methods: &[MethodId],
        progress: &dyn Progress,
        mut problems: Vec<Problem>,
        visit: Option<Visit<'_>>,
    ) -> Report {
        self.keeps_everything.store(visit.is_some(), Ordering::Relaxed);
        progress.begin(methods.len());
        let lines = self.run_all(methods, progress);
        progress.end();
        let mut report = Report::default();
        let mut rounds = Vec::with_capacity(methods.len());
        report.totals.run.unfinished = lines.iter().flatten().filter(|line| line.is_open).count() as u64;
        for (method, line) in methods.iter().zip(lines) {
            // What was not begun before the run ended says so.
            let Line { head, time_ms, round, .. } = line
                .unwrap_or_else(|| Line::given_up(run::ending(self.options.budget.deadline).unwrap_or(Ending::Time)));
            rounds.push((*method, round));
            let info = self.program.method(*method);
            let complete = !head.caveats.iter().any(Caveat::is_incomplete);
            report.totals.methods += 1;
            report.totals.cases += head.cases;
            report.totals.complete += u64::from(complete);
            let leaves_open = head.caveats.iter().any(|caveat| matches!(caveat, Caveat::OpenCalls(..)));
            report.totals.without_open_calls += u64::from(complete && !leaves_open);
            report.methods.push(MethodReport {
                class: java_name(&self.program.class(info.class).name),
                method: info.name.to_string(),
                descriptor: info.descriptor.to_string(),
                cases: head.cases,
                throwing: head.throwing,
                complete,
                caveats: with_lines(self.program, &head.caveats),
                time_ms,
            });
        }
        if let Some(visit) = visit {
            for (method, round) in rounds {
                let level = self.root_level(method);
                let known = self.known(method, level, round).or_else(|| self.load(method, level, round));
                let summary = known.unwrap_or_else(|| self.analyse(method, level, round).1);
                visit(method, &summary);
            }
        }
        let mut shared = self.shared();
        shared.problems.sort_by(|left, right| left.origin.cmp(&right.origin));
        shared.problems.dedup();
        problems.append(&mut shared.problems);
        report.problems = problems;
        let Totals { run, .. } = &mut report.totals;
        *run = RunCosts { unfinished: run.unfinished, ..shared.costs.clone() };
        if self.cache.is_some() {
            run.cache_hits = shared.taken.difference(&shared.computed).count() as u64;
            run.cache_misses = shared.computed.len() as u64;
        }
        run.peak_memory_bytes = peak_memory_bytes();
        run.time_ms = self.started.elapsed().as_secs_f64() * 1000.0;
        report
    }

    /// All rounds over the methods, while there is time; of each the best answer, in their order.
    fn run_all(&self, methods: &[MethodId], progress: &dyn Progress) -> Vec<Option<Line>> {
        let schedule = Schedule::new(self.calls, methods);
        let lines: Mutex<Vec<Option<Line>>> = Mutex::new(methods.iter().map(|_| None).collect());
        let keep = |task: usize, line: Line| {
            if let Some(method) = methods.get(task)
                && !line.is_open
            {
                progress.done(&self.program.method_label(*method));
            }
            if let Some(slot) = lines.lock().unwrap_or_else(PoisonError::into_inner).get_mut(task) {
                *slot = Some(line);
            }
        };
        let first = || {
            while !run::is_over(None)
                && let Some(task) = schedule.next()
            {
                let _finished = Finished { schedule: &schedule, task };
                if let Some(method) = methods.get(task) {
                    let started = Instant::now();
                    let line = alone(|| self.first_round(*method)).unwrap_or_else(|ending| Line {
                        time_ms: started.elapsed().as_secs_f64() * 1000.0,
                        ..Line::given_up(ending)
                    });
                    keep(task, line);
                }
            }
        };
        on_threads(self.jobs.min(methods.len()).max(1), &first);
        for round in FIRST + 1..ROUNDS {
            if self.is_over() {
                break;
            }
            let open: Vec<(usize, Line)> = {
                let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
                let open = |(task, line): (usize, &Option<Line>)| {
                    line.as_ref().filter(|line| line.is_open).map(|line| (task, line.clone()))
                };
                lines.iter().enumerate().filter_map(open).collect()
            };
            let waiting = Mutex::new(open.into_iter());
            let deeper = || {
                loop {
                    let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
                    let Some((task, line)) = next.filter(|_| !self.is_over()) else { return };
                    if let Some(method) = methods.get(task)
                        && let Ok(line) = alone(|| self.next_round(*method, round, line))
                    {
                        keep(task, line);
                    }
                }
            };
            on_threads(self.jobs, &deeper);
        }
        lines.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the time of the whole run is up.
    fn is_over(&self) -> bool {
        run::is_over(self.options.budget.deadline)
    }

    /// The first answer on a method that the job asks for.
    fn first_round(&self, method: MethodId) -> Line {
        let level = self.root_level(method);
        let started = Instant::now();
        let (head, time_ms) = match self.entry(method, level, FIRST) {
            Some((head, ..)) => {
                self.shared().taken.insert((method, level));
                (head, 0.0)
            }
            None => (self.analyse(method, level, FIRST).0, started.elapsed().as_secs_f64() * 1000.0),
        };
        Line { is_open: is_open(&head.caveats) && !self.options.inline, head, round: FIRST, time_ms }
    }

    /// The answer on a method after another round. What the clock has cut is no answer.
    fn next_round(&self, method: MethodId, round: Round, before: Line) -> Line {
        let level = self.root_level(method);
        let started = Instant::now();
        let (head, took) = match self.entry(method, level, round) {
            Some((head, ..)) => {
                self.shared().taken.insert((method, level));
                (head, 0.0)
            }
            None => (self.analyse(method, level, round).0, started.elapsed().as_secs_f64() * 1000.0),
        };
        let time_ms = before.time_ms + took;
        if head.caveats.iter().any(|caveat| matches!(caveat, Caveat::Ended(_))) {
            return Line { time_ms, ..before };
        }
        let is_open = round + 1 < ROUNDS && is_open(&head.caveats);
        if is_better(&head, &before.head) {
            Line { head, round, is_open, time_ms }
        } else {
            Line { is_open, time_ms, ..before }
        }
    }

    /// Analyses a method in a round and keeps its summary.
    fn analyse(&self, method: MethodId, level: Level, round: Round) -> (Head, Arc<Summary>) {
        if let Some(summary) = self.known(method, level, round) {
            return (head_of(&summary), summary);
        }
        let mut analysis = self.explore(method, level, &options_of(self.options, round));
        if round == FIRST && !self.options.inline && leaves_paths(&analysis.summary.caveats) {
            let narrow = self.explore(method, level, &narrow_options_of(self.options));
            if is_better(&head_of(&narrow.summary), &head_of(&analysis.summary)) {
                analysis = narrow;
            }
        }
        let summary = Arc::new(analysis.summary);
        let head = head_of(&summary);
        self.shared().computed.insert((method, level));
        // Where nobody composes it, only its head is needed from here on.
        let drops_paths = !summary.composable && !self.keeps_everything.load(Ordering::Relaxed);
        let known =
            if drops_paths { Arc::new(summary.without_paths(self.options.arithmetic)) } else { summary.clone() };
        // Another worker may have been faster.
        let is_news = self.shared().summaries.insert((method, level, round), known.clone()).is_none();
        if is_news && !is_cut(&summary) {
            self.keep(method, level, round, &head, &summary);
        }
        (head, known)
    }

    /// Explores a method, and counts what that costs.
    fn explore(&self, method: MethodId, level: Level, options: &AnalysisOptions) -> Analysis {
        RUNNING.with_borrow_mut(|running| running.push((method, level)));
        let analysis = analyse(self.program, self.calls, &Models, self, (method, level), options, &mut |_, _| {});
        RUNNING.with_borrow_mut(|running| running.pop());
        let mut shared = self.shared();
        shared.costs.states += analysis.costs.states;
        shared.costs.instructions += analysis.costs.instructions;
        shared.costs.solver_queries += analysis.solver.queries;
        shared.costs.solver_calls += analysis.solver.solver_calls;
        shared.costs.solver_guesses += analysis.solver.decided_by_guess;
        analysis
    }

    /// A summary of this run.
    fn known(&self, method: MethodId, level: Level, round: Round) -> Option<Arc<Summary>> {
        self.shared().summaries.get(&(method, level, round)).cloned()
    }

    fn keep(&self, method: MethodId, level: Level, round: Round, head: &Head, summary: &Summary) {
        let Some(cache) = &self.cache else { return };
        let problem = match cached::to_bytes(head, summary) {
            Ok(bytes) => cache
                .store
                .put(&cache.key(method, level, round), &bytes)
                .err()
                .map(|error| ("cache".to_string(), error.to_string())),
            Err(error) => {
                Some((self.program.method_label(method), format!("its summary is not kept in the cache: {error}")))
            }
        };
        self.shared().problems.extend(problem.map(|(origin, message)| Problem { origin, message, is_input: false }));
    }

    /// The head and the bytes of a cache entry, and where in them its summary begins. What cannot be used costs a warning.
    fn entry(&self, method: MethodId, level: Level, round: Round) -> Option<(Head, Vec<u8>, usize)> {
        let cache = self.cache.as_ref()?;
        let key = cache.key(method, level, round);
        match cache.store.get(&key) {
            Ok(bytes) => {
                let bytes = bytes?;
                match cached::head(&bytes) {
                    Some((head, start)) => return Some((head, bytes, start)),
                    None => self.useless(&cache.store.path_of(&key), "it holds no summary"),
                }
            }
            Err(damaged) => self.useless(&damaged.path, &damaged.reason.to_string()),
        }
        None
    }

    /// Warns of a cache entry that cannot be used.
    fn useless(&self, path: &Path, reason: &str) {
        self.shared().problems.push(Problem {
            origin: path.display().to_string(),
            message: format!("{reason}; the summary is computed again"),
            is_input: false,
        });
    }

    /// A summary from the cache.
    fn load(&self, method: MethodId, level: Level, round: Round) -> Option<Arc<Summary>> {
        let (_, bytes, start) = self.entry(method, level, round)?;
        let summary = bytes.get(start..).and_then(Summary::from_bytes);
        match summary.filter(|summary| summary.calls_below(self.program, self.calls, method, level)) {
            Some(summary) => {
                let summary = Arc::new(summary);
                self.shared().summaries.insert((method, level, round), summary.clone());
                self.shared().taken.insert((method, level));
                Some(summary)
            }
            None => {
                if let Some(cache) = &self.cache {
                    self.useless(&cache.store.path_of(&cache.key(method, level, round)), "it holds no sound summary");
                }
                None
            }
        }
    }
}

impl SummarySource for Engine<'_> {
    fn summary(&self, method: MethodId, level: Level) -> Option<Arc<Summary>> {
        if !self.options.composable.admits(self.program, method) {
            return None;
        }
        let known = self.known(method, level, FIRST).or_else(|| self.load(method, level, FIRST));
        // The call graph puts whatever can call itself into a recursive component. Should it miss a call, the callee is
        // executed inline.
        let nested = || RUNNING.with_borrow(|running| running.contains(&(method, level)));
        known.or_else(|| if nested() { None } else { Some(self.analyse(method, level, FIRST).1) })
    }
}

/// Whether a limit of the run ended the analysis.
fn is_cut(summary: &Summary) -> bool {
    summary.caveats.iter().any(|caveat| matches!(caveat, Caveat::Ended(_)))
}

/// Analyses a method, or says why the run gives it up.
fn alone(work: impl FnOnce() -> Line) -> Result<Line, Ending> {
    run::analysis(work).map_err(|failure| {
        RUNNING.with_borrow_mut(Vec::clear);
        match failure {
            Failure::Ended(ending) => ending,
            // A defect ends the run, as the program tells it.
            Failure::Panicked(message) => std::panic::resume_unwind(Box::new(message)),
        }
    })
}

fn head_of(summary: &Summary) -> Head {
    Head {
        cases: summary.case_count(),
        throwing: summary.cases().filter(|path| matches!(path.outcome, CaseOutcome::Threw(_))).count() as u64,
        caveats: summary.caveats.clone(),
    }
}

/// Whether paths were left that were not explored, which fewer ways out of calls might leave room for.
fn leaves_paths(caveats: &[Caveat]) -> bool {
    caveats.iter().any(|caveat| matches!(caveat, Caveat::MaxCases | Caveat::WorkBudget))
}

/// Hands out methods so that callees are done before their callers begin.
struct Schedule {
    state: Mutex<ScheduleState>,
    changed: Condvar,
    callers: Vec<Vec<usize>>,
}

struct ScheduleState {
    ready: BTreeSet<(usize, usize)>,
    waiting_for: Vec<usize>,
    left: usize,
    order: Vec<usize>,
}

impl Schedule {
    fn new(calls: &CallGraph, methods: &[MethodId]) -> Schedule {
        let places: FxHashMap<MethodId, usize> =
            methods.iter().enumerate().map(|(place, method)| (*method, place)).collect();
        let mut callers = vec![Vec::new(); methods.len()];
        let mut waiting_for = vec![0; methods.len()];
        for (place, method) in methods.iter().enumerate() {
            // The nearest of its callees that are to be done, across those that are not.
            let mut seen = FxHashSet::from_iter([*method]);
            let mut open = vec![*method];
            while let Some(caller) = open.pop() {
                for callee in calls.callees(caller) {
                    if !seen.insert(*callee) {
                        continue;
                    }
                    match places.get(callee) {
                        None => open.push(*callee),
                        // Within a component nobody waits: lower levels are computed by whoever needs them.
                        Some(_) if calls.component_of(*callee) == calls.component_of(*method) => {}
                        Some(callee) => {
                            callers[*callee].push(place);
                            waiting_for[place] += 1;
                        }
                    }
                }
            }
        }
        let order: Vec<usize> = methods.iter().map(|method| calls.component_of(*method)).collect();
        let ready = (0..methods.len()).filter(|place| waiting_for[*place] == 0).map(|place| (order[place], place));
        let state = ScheduleState { ready: ready.collect(), waiting_for, left: methods.len(), order };
        Schedule { state: Mutex::new(state), changed: Condvar::new(), callers }
    }

    fn next(&self) -> Option<usize> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if state.left == 0 {
                return None;
            }
            if let Some((_, task)) = state.ready.pop_first() {
                return Some(task);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn done(&self, task: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.left -= 1;
        for caller in &self.callers[task] {
            state.waiting_for[*caller] -= 1;
            if state.waiting_for[*caller] == 0 {
                let order = state.order[*caller];
                state.ready.insert((order, *caller));
            }
        }
        self.changed.notify_all();
    }
}

/// Says that a task is done when it goes, a panic included: the other workers must not wait for ever.
struct Finished<'s> {
    schedule: &'s Schedule,
    task: usize,
}

impl Drop for Finished<'_> {
    fn drop(&mut self) {
        self.schedule.done(self.task);
    }
}

/// The highest resident memory of the process so far; 0 where the system does not tell.
fn peak_memory_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kibibytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|number| number.parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}
