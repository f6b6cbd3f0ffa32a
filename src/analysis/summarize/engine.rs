//! Analyses the methods of a job: in component order, on several threads, taking what the cache holds.

mod cache;

use super::lines::with_lines;
use super::means::Means;
use crate::classfile::java_name;
use crate::exec::Caveat;
use crate::explore::Budget;
use crate::graph::CallGraph;
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::report::{MethodReport, Problem, Progress, Report, RunCosts, Totals};
use crate::run::{self, AnalysisFailure, Ending};
use crate::session::cached::Head;
use crate::session::callees_first::CalleesFirst;
use crate::session::rounds::{
    COMPOSABLE, FIRST, Round, SOLVER_RESOURCES, is_better, is_wide, narrow_options_of, next_round, options_of,
};
use crate::session::threads::in_order;
use crate::session::{Job, told_of_store};
use crate::store::Store;
use crate::summary::{Analysis, AnalysisOptions, Calls, Level, Summary, SummaryKeys, SummarySource, analyse};
use cache::{Cache, head_of};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

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

#[derive(Default)]
struct Shared {
    summaries: FxHashMap<(MethodId, Level, Round), (Head, Arc<Summary>)>,
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
    /// The round that is to follow, if one is.
    next: Option<Round>,
    /// Why its last round was cut, if it was.
    cut: Option<Ending>,
    /// What its rounds have cost so far, as one number to order by.
    cost: u64,
    time_ms: f64,
}

/// What decides which method goes on first: a smaller round, then no complete answer so far, then what it has cost, then callees.
type Urgency = (Round, bool, u64, usize);

impl Line {
    /// Of a method that was not analysed.
    fn given_up(ending: Ending) -> Line {
        let caveats = vec![Caveat::Ended(ending)];
        let head = Head { cases: 0, throwing: 0, caveats, has_more_cases: false, work: 0 };
        Line { head, round: FIRST, next: None, cut: Some(ending), cost: 0, time_ms: 0.0 }
    }
}

impl<'w> Engine<'w> {
    pub(super) fn new(
        program: &'w Program,
        calls: &'w CallGraph,
        store: Option<Store>,
        (job, deadline): (&Job, Option<Instant>),
        means: Option<Means>,
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
        let cache = store.map(|store| Cache { store, keys: SummaryKeys::of(program, &options), means });
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
        report.totals.run.unfinished = lines.iter().flatten().filter(|line| line.next.is_some()).count() as u64;
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
                let known = self.known(method, level, round).map(|(_, summary)| summary);
                let known = known.or_else(|| self.load(method, level, round));
                let summary = known.unwrap_or_else(|| self.analyse(method, level, round).1);
                visit(method, &summary);
            }
        }
        let mut shared = self.shared();
        shared.problems.sort_by(|left, right| left.origin.cmp(&right.origin));
        shared.problems.dedup();
        problems.append(&mut shared.problems);
        problems.extend(self.cache.iter().flat_map(|cache| told_of_store(&cache.store)));
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
        let callees_first = CalleesFirst::of(self.calls, methods);
        let urgency_at_first = |task: usize| {
            let component = methods.get(task).map_or(0, |method| self.calls.component_of(*method));
            ((FIRST, false, 0, component), task)
        };
        let lines: Vec<Mutex<Option<Line>>> = methods.iter().map(|_| Mutex::new(None)).collect();
        let begin: Vec<(Urgency, usize)> = callees_first.ready().into_iter().map(urgency_at_first).collect();
        in_order(
            self.jobs.min(methods.len()),
            begin,
            || (),
            |(), task| {
                let (Some(method), Some(slot)) = (methods.get(task), lines.get(task)) else { return Vec::new() };
                let before = slot.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let is_first = before.is_none();
                let line = self.next_line(*method, before);
                if line.next.is_none() {
                    progress.done(&self.program.method_label(*method));
                }
                // What the run has cut is not begun again.
                let again = line.next.filter(|_| line.cut.is_none()).map(|round| {
                    let is_complete = !line.head.caveats.iter().any(Caveat::is_incomplete);
                    ((round, is_complete, line.cost, 0), task)
                });
                *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(line);
                let callers = if is_first { callees_first.done(task) } else { Vec::new() };
                callers.into_iter().map(urgency_at_first).chain(again).collect()
            },
        );
        let lines: Vec<Option<Line>> =
            lines.into_iter().map(|line| line.into_inner().unwrap_or_else(PoisonError::into_inner)).collect();
        self.note_unfinished(methods, &lines);
        lines
    }

    /// Notes for which rounds the run had not enough.
    fn note_unfinished(&self, methods: &[MethodId], lines: &[Option<Line>]) {
        let is_late = run::ending(self.options.budget.deadline) == Some(Ending::Time);
        for (method, line) in methods.iter().zip(lines) {
            let Some(Line { next: Some(round), cut, .. }) = line else { continue };
            if is_late && *cut != Some(Ending::Signal) || *cut == Some(Ending::Memory) {
                self.note(*method, *round);
            }
        }
    }

    /// Notes that what the run may use is not enough for a round of a method.
    fn note(&self, method: MethodId, round: Round) {
        if self.is_in_vain(method, round) {
            return;
        }
        let noted = self.cache.as_ref().and_then(|cache| {
            let means = cache.means.as_ref()?;
            Some(means.note(&cache.store, &cache.key(method, self.root_level(method), round)))
        });
        if let Some(Err(error)) = noted {
            let (origin, message) = ("cache".to_string(), error.to_string());
            self.shared().problems.push(Problem { origin, message, is_input: false });
        }
    }

    /// Whether a run that had as much has not ended a round of a method, and no other has since.
    fn is_in_vain(&self, method: MethodId, round: Round) -> bool {
        let level = self.root_level(method);
        self.cache.as_ref().is_some_and(|cache| {
            let were_not_enough = |means: &Means| means.were_not_enough(&cache.store, &cache.key(method, level, round));
            cache.means.as_ref().is_some_and(were_not_enough) && self.entry(method, level, round).is_none()
        })
    }

    /// The answer on a method after its next round, given the one before. What the run has cut is no answer, where there was one
    /// before.
    fn next_line(&self, method: MethodId, before: Option<Line>) -> Line {
        let round = before.as_ref().and_then(|line| line.next).unwrap_or(FIRST);
        if let Some(before) = &before
            && self.is_in_vain(method, round)
        {
            return Line { cut: Some(Ending::Time), ..before.clone() };
        }
        let started = Instant::now();
        let mut line = alone(|| self.answer(method, round)).unwrap_or_else(|ending| Line {
            time_ms: started.elapsed().as_secs_f64() * 1000.0,
            ..Line::given_up(ending)
        });
        let Some(before) = before else { return line };
        line.time_ms += before.time_ms;
        line.cost = line.cost.saturating_add(before.cost);
        match line {
            Line { cut: cut @ Some(_), time_ms, .. } => Line { cut, time_ms, ..before },
            line if is_better(&line.head, &before.head) => line,
            Line { next, cost, time_ms, .. } => Line { next, cost, time_ms, ..before },
        }
    }

    /// What a round says of a method that the job asks for.
    fn answer(&self, method: MethodId, round: Round) -> Line {
        let level = self.root_level(method);
        let started = Instant::now();
        let (head, cost, time_ms) = match self.entry(method, level, round) {
            Some((head, ..)) => {
                self.shared().taken.insert((method, level));
                (head, 0, 0.0)
            }
            None => {
                let (head, _, cost) = self.analyse(method, level, round);
                (head, cost, started.elapsed().as_secs_f64() * 1000.0)
            }
        };
        let next = if self.options.inline { None } else { next_round(round, &head) };
        let cut = head.caveats.iter().find_map(|caveat| match caveat {
            Caveat::Ended(ending) => Some(*ending),
            _ => None,
        });
        Line { head, round, next, cut, cost, time_ms }
    }

    /// What the cache says that the rounds of a method have cost; none where the first one is not there.
    pub(super) fn known_work(&self, method: MethodId) -> Option<u64> {
        let level = self.root_level(method);
        let (mut next, mut work) = (Some(FIRST), None);
        while let Some(round) = next {
            let Some((head, ..)) = self.entry(method, level, round) else { break };
            work = Some(work.unwrap_or(0_u64).saturating_add(head.work));
            next = next_round(round, &head);
        }
        work
    }

    /// Analyses a method in a round and keeps its summary. The last part is what that has cost, as one number.
    fn analyse(&self, method: MethodId, level: Level, round: Round) -> (Head, Arc<Summary>, u64) {
        if let Some((head, summary)) = self.known(method, level, round) {
            return (head, summary, 0);
        }
        let mut analysis = self.explore(method, level, &options_of(self.options, round));
        let mut cost = analysis.work.size();
        let has_more_cases = analysis.summary.caveats.contains(&Caveat::MaxCases);
        if round == FIRST && !self.options.inline && leaves_paths(&analysis.summary.caveats) && is_wide(&analysis.calls)
        {
            let narrow = self.explore(method, level, &narrow_options_of(self.options));
            cost = cost.saturating_add(narrow.work.size());
            if narrow.summary.is_complete() || !analysis.summary.is_complete() {
                analysis = narrow;
            }
        }
        let summary = Arc::new(analysis.summary);
        let head = Head { has_more_cases, work: cost, ..head_of(&summary) };
        self.shared().computed.insert((method, level));
        // Where nobody composes it, only its head is needed from here on.
        let drops_paths = !summary.composable && !self.keeps_everything.load(Ordering::Relaxed);
        let known =
            if drops_paths { Arc::new(summary.without_paths(self.options.arithmetic)) } else { summary.clone() };
        // Another worker may have been faster.
        let is_news = self.shared().summaries.insert((method, level, round), (head.clone(), known.clone())).is_none();
        if is_news && !is_cut(&summary) {
            self.keep(method, level, round, &head, &summary);
        }
        (head, known, cost)
    }

    /// Explores a method, and counts what that costs.
    fn explore(&self, method: MethodId, level: Level, options: &AnalysisOptions) -> Analysis {
        RUNNING.with_borrow_mut(|running| running.push((method, level)));
        let analysis = analyse(self.program, self.calls, &Models, self, (method, level), options, &mut |_, _| {});
        RUNNING.with_borrow_mut(|running| running.pop());
        let mut shared = self.shared();
        shared.costs.states += analysis.costs.states;
        shared.costs.instructions += analysis.costs.instructions + analysis.costs.concrete;
        shared.costs.work += analysis.work.size();
        shared.costs.solver_queries += analysis.solver.queries;
        shared.costs.solver_calls += analysis.solver.solver_calls;
        shared.costs.solver_guesses += analysis.solver.decided_by_guess;
        analysis
    }
}

impl SummarySource for Engine<'_> {
    fn summary(&self, method: MethodId, level: Level) -> Option<Arc<Summary>> {
        if !self.options.composable.admits(self.program, method) {
            return None;
        }
        let known = self.known(method, level, FIRST).map(|(_, summary)| summary);
        let known = known.or_else(|| self.load(method, level, FIRST));
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
            AnalysisFailure::Ended(ending) => ending,
            // A defect ends the run, as the program tells it.
            AnalysisFailure::Panicked(message) => std::panic::resume_unwind(Box::new(message)),
        }
    })
}

/// Whether paths were left that were not explored, which fewer ways out of calls might leave room for.
fn leaves_paths(caveats: &[Caveat]) -> bool {
    caveats.iter().any(|caveat| matches!(caveat, Caveat::MaxCases | Caveat::WorkBudget))
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
