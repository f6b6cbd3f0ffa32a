//! Explores the methods of all classes under test, in parallel.

use super::Class;
use super::criteria::Criterion;
use super::propose::{Explored, Plan, Proposing};
use crate::report::Progress;
use crate::session::check::round::Context;
use crate::session::check::work::share;
use crate::session::threads::{on_threads, panic_message};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// When sweeps over all methods end, as shares of the time: what is quickly found comes first, everywhere. A sweep that comes after
/// these has all that is left.
const SWEEPS: [f64; 2] = [0.15, 0.45];
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
    let started = Instant::now();
    let methods = classes.iter().flat_map(|class| class.methods.iter().map(move |method| (class, *method)));
    let work: Vec<(&Class, Mutex<Proposing>)> =
        methods.map(|(class, method)| (class, Mutex::new(Proposing::new(context, method)))).collect();
    progress.begin(work.len());
    for sweep in 0..MOST_SWEEPS {
        let open: Vec<&(&Class, Mutex<Proposing>)> = work.iter().filter(|(_, method)| !lock(method).is_done).collect();
        let is_over = deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if open.is_empty() || (is_over && sweep > 0) {
            break;
        }
        let share = SWEEPS.get(sweep).copied().unwrap_or(1.0);
        let until = deadline.map(|deadline| started + deadline.saturating_duration_since(started).mul_f64(share));
        run_sweep(context, &open, criteria, until, progress);
    }
    progress.end();
    let mut found = work.into_iter().map(|(_, method)| method.into_inner().unwrap_or_else(PoisonError::into_inner));
    classes.iter().map(|class| found.by_ref().take(class.methods.len()).map(Proposing::finish).collect()).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_sweep(
    context: Context<'_>,
    open: &[&(&Class, Mutex<Proposing>)],
    criteria: &[Criterion],
    deadline: Option<Instant>,
    progress: &dyn Progress,
) {
    let next = AtomicUsize::new(0);
    let jobs = context.job.job.jobs.clamp(1, open.len().max(1));
    let run = || {
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let Some((class, proposing)) = open.get(position) else { return };
            let deadline = share(deadline, open.len().saturating_sub(position), jobs);
            let plan = Plan { criteria, watched: &class.watched, mutants: &class.mutants, deadline };
            let mut proposing = lock(proposing);
            explore_one(context, &mut proposing, &plan);
            if proposing.is_done {
                progress.done(&context.program.method_label(proposing.method()));
            }
        }
    };
    on_threads(jobs, &run);
}

/// Runs a method's next round. A defect of casewise ends this method's exploration and no other's.
fn explore_one(context: Context<'_>, proposing: &mut Proposing, plan: &Plan<'_>) {
    let started = Instant::now();
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| proposing.deepen(context, plan))) {
        proposing.fail(panic_message(&*panic));
    }
    proposing.took(started.elapsed());
}
