//! Explores the methods of all classes under test, in parallel.

use super::Class;
use super::criteria::Criterion;
use super::propose::{Explored, Plan, propose};
use crate::program::MethodId;
use crate::report::Progress;
use crate::session::check::round::Context;
use crate::session::check::work::share;
use crate::session::threads::{on_threads, panic_message};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What exploring gave, by class and method, in their order.
pub(super) fn explore_all(
    context: Context<'_>,
    classes: &[Class],
    criteria: &[Criterion],
    deadline: Option<Instant>,
    progress: &dyn Progress,
) -> Vec<Vec<Explored>> {
    let work: Vec<(&Class, MethodId)> =
        classes.iter().flat_map(|class| class.methods.iter().map(move |method| (class, *method))).collect();
    progress.begin(work.len());
    let found: Vec<Mutex<Option<Explored>>> = work.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let jobs = context.job.job.jobs.clamp(1, work.len().max(1));
    let run = || {
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let (Some((class, method)), Some(place)) = (work.get(position), found.get(position)) else { return };
            let deadline = share(deadline, work.len().saturating_sub(position), jobs);
            let plan = Plan { criteria, watched: &class.watched, mutants: &class.mutants, deadline };
            let explored = explore_one(context, *method, &plan);
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(explored);
            progress.done(&context.program.method_label(*method));
        }
    };
    on_threads(jobs, &run);
    progress.end();
    let mut found = found.into_iter().map(|place| place.into_inner().unwrap_or_else(PoisonError::into_inner));
    classes
        .iter()
        .map(|class| {
            let explored =
                class.methods.iter().map(|method| found.next().flatten().unwrap_or_else(|| Explored::nothing(*method)));
            explored.collect()
        })
        .collect()
}

/// Explores a method. A defect of casewise ends this method's exploration and no other's.
fn explore_one(context: Context<'_>, method: MethodId, plan: &Plan<'_>) -> Explored {
    let started = Instant::now();
    let mut explored = catch_unwind(AssertUnwindSafe(|| propose(context, method, plan)))
        .unwrap_or_else(|panic| Explored { defect: Some(panic_message(&*panic)), ..Explored::nothing(method) });
    explored.time = started.elapsed();
    explored
}
