//! Explores the methods of all classes under test, in parallel.

use super::Class;
use super::criterion::Criterion;
use super::propose::{Explored, Plan, Proposing};
use crate::analysis::check::round::Context;
use crate::analysis::check::work::share;
use crate::report::Progress;
use crate::run::{self, AnalysisFailure};
use crate::session::threads::for_each;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a method gets of what is left of the time in the first sweeps over all methods, as a part of its equal share, and at
/// least so much: what is quickly found comes first, everywhere, but with too little time nothing is found anywhere. In sweeps
/// after these it has its share.
const FIRST_SWEEPS: [(f64, Duration); 2] = [(0.15, Duration::from_millis(500)), (0.4, Duration::from_secs(2))];
/// The least time for a method in later sweeps.
const LEAST_TIME: Duration = Duration::from_secs(4);
/// How long a round may take to notice that its time is over. One that does not is no way to be fair to others: its method is given up.
const GRACE: Duration = Duration::from_millis(500);
/// Sweeps beyond this number, more than there are rounds.
const MOST_SWEEPS: usize = 24;

/// What exploring gave, by class and method, in their order. A sweep runs one round of each method that is not done.
pub(super) fn explore_all(
    context: Context<'_>,
    classes: &[Class],
    criteria: &[Criterion],
    deadline: Option<Instant>,
    progress: &dyn Progress,
) -> Vec<Vec<Explored>> {
    let methods = classes.iter().flat_map(|class| class.methods.iter().map(move |method| (class, *method)));
    let work: Vec<(&Class, Mutex<Proposing>)> =
        methods.map(|(class, method)| (class, Mutex::new(Proposing::new(context, method)))).collect();
    // Where time does not suffice for all methods, each class has had its turn: the first methods of all come before the second ones.
    let turns = classes.iter().flat_map(|class| 0..class.methods.len());
    let mut order: Vec<(usize, &(&Class, Mutex<Proposing>))> = turns.zip(&work).collect();
    order.sort_by_key(|(turn, _)| *turn);
    progress.begin(work.len());
    for sweep in 0..MOST_SWEEPS {
        let all = order.iter().map(|(_, work)| *work);
        let open: Vec<&(&Class, Mutex<Proposing>)> = all.filter(|(_, method)| !lock(method).is_done).collect();
        let is_over = run::is_over(deadline);
        if open.is_empty() || (is_over && sweep > 0) {
            break;
        }
        let (part, least) = FIRST_SWEEPS.get(sweep).copied().unwrap_or((1.0, LEAST_TIME));
        let allowed = |waiting: usize, jobs: usize| {
            let (deadline, now) = (deadline?, Instant::now());
            let share = share(Some(deadline), waiting, jobs)?.saturating_duration_since(now);
            Some(deadline.min(now + share.mul_f64(part).max(least)))
        };
        run_sweep(context, &open, criteria, &allowed, progress);
    }
    progress.end();
    let mut found = work.into_iter().map(|(_, method)| method.into_inner().unwrap_or_else(PoisonError::into_inner));
    classes.iter().map(|class| found.by_ref().take(class.methods.len()).map(Proposing::finish).collect()).collect()
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_sweep(
    context: Context<'_>,
    open: &[&(&Class, Mutex<Proposing>)],
    criteria: &[Criterion],
    allowed: &(dyn Fn(usize, usize) -> Option<Instant> + Sync),
    progress: &dyn Progress,
) {
    let jobs = context.job.job.jobs.clamp(1, open.len().max(1));
    for_each(
        jobs,
        open,
        || (),
        |(), position, (class, proposing)| {
            let deadline = allowed(open.len().saturating_sub(position), jobs);
            if position > 0 && run::is_over(deadline) {
                return;
            }
            let plan = Plan { criteria, watched: &class.watched, mutants: &class.mutants, inputs: 1, deadline };
            let mut proposing = lock(proposing);
            explore_one(context, &mut proposing, &plan);
            if proposing.is_done {
                progress.done(&context.program.method_label(proposing.method()));
            }
        },
    );
}

/// Runs a method's next round. A defect of casewise ends this method's exploration and no other's.
fn explore_one(context: Context<'_>, proposing: &mut Proposing, plan: &Plan<'_>) {
    let started = Instant::now();
    let until = plan.deadline.and_then(|deadline| deadline.checked_add(GRACE));
    match run::analysis_until(until, || proposing.deepen(context, plan)) {
        // What was cut is not done, and says so.
        Ok(()) => {}
        Err(AnalysisFailure::Ended(ending)) => proposing.give_up(ending),
        Err(AnalysisFailure::Panicked(message)) => proposing.fail(message),
    }
    proposing.took(started.elapsed());
}
