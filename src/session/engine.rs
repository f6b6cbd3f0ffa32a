//! Analyses the methods of a job: in component order, on several threads, taking what the cache holds.

use super::Job;
use super::cached::{self, Head};
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
use crate::summary::{AnalysisOptions, CaseOutcome, Composable, Level, Summary, SummaryKeys, SummarySource, analyse};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Instructions and solver work that one method may cost.
const METHOD_INSTRUCTIONS: u64 = 20_000_000;
const METHOD_SOLVER_RESOURCES: u64 = 30_000_000;
/// What a summary may cost to be composed.
const COMPOSABLE: Composable =
    Composable { ends: 64, instructions: 200_000, solver_resources: 300_000, reference_arrays: false };
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
    fn key(&self, method: MethodId, level: Level) -> Key {
        Key(self.keys.key(method, level))
    }
}

#[derive(Default)]
struct Shared {
    summaries: FxHashMap<(MethodId, Level), Known>,
    costs: RunCosts,
    /// What the cache had.
    taken: FxHashSet<(MethodId, Level)>,
    /// What it did not have, or not to the extent that was asked for.
    computed: FxHashSet<(MethodId, Level)>,
    problems: Vec<Problem>,
}

#[derive(Clone)]
struct Known {
    summary: Arc<Summary>,
    full: bool,
}

/// Takes a method's summary.
pub(super) type Visit<'v> = &'v mut dyn FnMut(MethodId, &Summary);

/// What a method's line in the report needs.
struct Line {
    head: Head,
    time_ms: f64,
}

impl Line {
    /// Of a method whose analysis has no result.
    fn without_result(failure: Failure, time: Duration) -> Line {
        match failure {
            Failure::Ended(ending) => Line { time_ms: time.as_secs_f64() * 1000.0, ..Line::given_up(ending) },
            // A defect ends the run, as the program tells it.
            Failure::Panicked(message) => std::panic::resume_unwind(Box::new(message)),
        }
    }

    /// Of a method that was not analysed.
    fn given_up(ending: Ending) -> Line {
        Line { head: Head { full: false, cases: 0, throwing: 0, caveats: vec![Caveat::Ended(ending)] }, time_ms: 0.0 }
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
            budget: Budget {
                cases: job.max_cases,
                ends: job.max_cases.saturating_mul(2),
                instructions: METHOD_INSTRUCTIONS,
                solver_resources: METHOD_SOLVER_RESOURCES,
                deadline,
            },
            composable: COMPOSABLE,
            solver_resources: SOLVER_RESOURCES,
            inline: job.inline,
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
        for (method, line) in methods.iter().zip(lines) {
            // What was not begun before the run ended says so.
            let Line { head, time_ms } = line
                .unwrap_or_else(|| Line::given_up(run::ending(self.options.budget.deadline).unwrap_or(Ending::Time)));
            let info = self.program.method(*method);
            let complete = !head.caveats.iter().any(Caveat::is_incomplete);
            report.totals.methods += 1;
            report.totals.cases += head.cases;
            report.totals.complete += u64::from(complete);
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
            for method in methods {
                let level = self.root_level(*method);
                let known = self.known(*method, level, true).or_else(|| self.load(*method, level, true));
                let summary = known.unwrap_or_else(|| self.analyse(*method, level, true).1);
                visit(*method, &summary);
            }
        }
        let mut shared = self.shared();
        shared.problems.sort_by(|left, right| left.origin.cmp(&right.origin));
        shared.problems.dedup();
        problems.append(&mut shared.problems);
        report.problems = problems;
        let Totals { run, .. } = &mut report.totals;
        *run = shared.costs.clone();
        if self.cache.is_some() {
            run.cache_hits = shared.taken.difference(&shared.computed).count() as u64;
            run.cache_misses = shared.computed.len() as u64;
        }
        run.peak_memory_bytes = peak_memory_bytes();
        run.time_ms = self.started.elapsed().as_secs_f64() * 1000.0;
        report
    }

    fn run_all(&self, methods: &[MethodId], progress: &dyn Progress) -> Vec<Option<Line>> {
        let schedule = Schedule::new(self.calls, methods);
        let lines: Mutex<Vec<Option<Line>>> = Mutex::new(methods.iter().map(|_| None).collect());
        let work = || {
            while !run::is_over(None)
                && let Some(task) = schedule.next()
            {
                let _finished = Finished { schedule: &schedule, task };
                if let Some(method) = methods.get(task) {
                    let started = Instant::now();
                    let line = run::analysis(|| self.root(*method)).unwrap_or_else(|failure| {
                        RUNNING.with_borrow_mut(Vec::clear);
                        Line::without_result(failure, started.elapsed())
                    });
                    progress.done(&self.program.method_label(*method));
                    if let Some(slot) = lines.lock().unwrap_or_else(PoisonError::into_inner).get_mut(task) {
                        *slot = Some(line);
                    }
                }
            }
        };
        on_threads(self.jobs.min(methods.len()).max(1), &work);
        lines.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Summarises a method that the job asks for.
    fn root(&self, method: MethodId) -> Line {
        let level = self.root_level(method);
        let started = Instant::now();
        if let Some((head, ..)) = self.entry(method, level).filter(|(head, ..)| head.full) {
            self.shared().taken.insert((method, level));
            return Line { head, time_ms: 0.0 };
        }
        let (head, _) = self.analyse(method, level, true);
        Line { head, time_ms: started.elapsed().as_secs_f64() * 1000.0 }
    }

    /// Analyses a method and keeps its summary; `full` with its whole budget, else as far as a callee's summary may go.
    fn analyse(&self, method: MethodId, level: Level, full: bool) -> (Head, Arc<Summary>) {
        if let Some(summary) = self.known(method, level, full) {
            return (head_of(&summary, full), summary);
        }
        let mut options = self.options;
        if !full {
            let Composable { ends, instructions, solver_resources, .. } = options.composable;
            options.budget.cases = options.budget.cases.min(ends);
            options.budget.ends = options.budget.ends.min(ends);
            options.budget.instructions = options.budget.instructions.min(instructions);
            options.budget.solver_resources = options.budget.solver_resources.min(solver_resources);
            options.solver_resources = options.solver_resources.min(solver_resources);
        }
        RUNNING.with_borrow_mut(|running| running.push((method, level)));
        let analysis = analyse(self.program, self.calls, &Models, self, (method, level), &options, &mut |_, _| {});
        RUNNING.with_borrow_mut(|running| running.pop());
        let summary = Arc::new(analysis.summary);
        let head = head_of(&summary, full);
        {
            let mut shared = self.shared();
            shared.costs.states += analysis.costs.states;
            shared.costs.instructions += analysis.costs.instructions;
            shared.costs.solver_queries += analysis.solver.queries;
            shared.costs.solver_calls += analysis.solver.solver_calls;
            shared.costs.solver_guesses += analysis.solver.decided_by_guess;
            shared.computed.insert((method, level));
        }
        // Where nobody composes it, only its head is needed from here on.
        let drops_paths = !summary.composable && !self.keeps_everything.load(Ordering::Relaxed);
        let known =
            if drops_paths { Arc::new(summary.without_paths(self.options.arithmetic)) } else { summary.clone() };
        // Another worker may have been faster, and thorougher.
        let is_news = self.learn(method, level, Known { summary: known.clone(), full });
        if is_news && !is_cut(&summary) {
            self.keep(method, level, &head, &summary);
        }
        (head, known)
    }

    /// A summary of this run, where wanted one that was made with the full budget.
    fn known(&self, method: MethodId, level: Level, full: bool) -> Option<Arc<Summary>> {
        let shared = self.shared();
        let known = shared.summaries.get(&(method, level)).filter(|known| known.full || !full)?;
        // What a limit of the run has cut is an answer to who asked for the method, and nothing that others build upon.
        (full || !is_cut(&known.summary)).then(|| known.summary.clone())
    }

    /// Remembers a summary, unless a fuller one is known; whether it did.
    fn learn(&self, method: MethodId, level: Level, known: Known) -> bool {
        let mut shared = self.shared();
        let is_news = known.full || !shared.summaries.get(&(method, level)).is_some_and(|before| before.full);
        if is_news {
            shared.summaries.insert((method, level), known);
        }
        is_news
    }

    fn keep(&self, method: MethodId, level: Level, head: &Head, summary: &Summary) {
        let Some(cache) = &self.cache else { return };
        let problem = match cached::to_bytes(head, summary) {
            Ok(bytes) => cache
                .store
                .put(&cache.key(method, level), &bytes)
                .err()
                .map(|error| ("cache".to_string(), error.to_string())),
            Err(error) => {
                Some((self.program.method_label(method), format!("its summary is not kept in the cache: {error}")))
            }
        };
        self.shared().problems.extend(problem.map(|(origin, message)| Problem { origin, message, is_input: false }));
    }

    /// The head and the bytes of a cache entry, and where in them its summary begins. What cannot be used costs a warning.
    fn entry(&self, method: MethodId, level: Level) -> Option<(Head, Vec<u8>, usize)> {
        let cache = self.cache.as_ref()?;
        let key = cache.key(method, level);
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
    fn load(&self, method: MethodId, level: Level, full: bool) -> Option<Arc<Summary>> {
        let (head, bytes, start) = self.entry(method, level)?;
        if full && !head.full {
            return None;
        }
        let summary = bytes.get(start..).and_then(Summary::from_bytes);
        match summary.filter(|summary| summary.calls_below(self.program, self.calls, method, level)) {
            Some(summary) => {
                let summary = Arc::new(summary);
                self.learn(method, level, Known { summary: summary.clone(), full: head.full });
                self.shared().taken.insert((method, level));
                Some(summary)
            }
            None => {
                if let Some(cache) = &self.cache {
                    self.useless(&cache.store.path_of(&cache.key(method, level)), "it holds no sound summary");
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
        let known = self.known(method, level, false).or_else(|| self.load(method, level, false));
        // The call graph puts whatever can call itself into a recursive component. Should it miss a call, the callee is
        // executed inline.
        let nested = || RUNNING.with_borrow(|running| running.contains(&(method, level)));
        known.or_else(|| if nested() { None } else { Some(self.analyse(method, level, false).1) })
    }
}

/// Whether a limit of the run ended the analysis.
fn is_cut(summary: &Summary) -> bool {
    summary.caveats.iter().any(|caveat| matches!(caveat, Caveat::Ended(_)))
}

fn head_of(summary: &Summary, full: bool) -> Head {
    Head {
        full,
        cases: summary.case_count(),
        throwing: summary.cases().filter(|path| matches!(path.outcome, CaseOutcome::Threw(_))).count() as u64,
        caveats: summary.caveats.clone(),
    }
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
