//! Methods that are checked by several threads, each within its share of the time.

use super::super::assume::OfMethod as Assumptions;
use super::super::explored::Explored;
use super::super::finding::Candidate;
use super::super::replaying::Replayer;
use super::super::round::Context;
use super::{Checked, run_one};
use crate::program::{MethodId, Reads};
use crate::report::{ExplorationCosts, Progress};
use crate::run::{self, Ending};
use crate::session::kept::Kept;
use crate::session::threads::in_order;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What checking a method has found and cost.
pub(in crate::analysis::check) struct Done {
    pub(in crate::analysis::check) explored: Explored,
    pub(in crate::analysis::check) time: Duration,
    pub(in crate::analysis::check) costs: ExplorationCosts,
}

/// When a run ends, and when it is to explore no more whatever was found; none where nothing but work ends it.
pub(in crate::analysis::check) struct Deadlines {
    pub(in crate::analysis::check) latest: Option<Instant>,
    pub(in crate::analysis::check) end: Option<Instant>,
}

impl Deadlines {
    /// When exploring ends: early enough for the report, and for confirming what there is to confirm by now.
    fn of_exploring(&self, replayer: &Replayer<'_>) -> Option<Instant> {
        let latest = self.latest?;
        let enough = self.end?.checked_sub(replayer.time_needed());
        Some(enough.map_or(latest, |enough| latest.min(enough)))
    }
}

/// Checks methods; the answers are in their order. Each answer that is final is kept as soon as it is there.
pub(in crate::analysis::check) fn run<'p>(
    context: Context<'p>,
    methods: Vec<(MethodId, Assumptions)>,
    (replayer, kept): (&Replayer<'_>, Option<&Kept<'_>>),
    deadlines: &Deadlines,
    progress: &dyn Progress,
) -> Vec<Done> {
    progress.begin(methods.len());
    let begin = |(method, assumed)| {
        let checked = Checked::new(context, method, assumed).among_many();
        Mutex::new(Checked { reads: kept.map(|_| Reads::default()), ..checked })
    };
    let all: Vec<Mutex<Checked<'p>>> = methods.into_iter().map(begin).collect();
    let jobs = context.job.job.jobs.min(all.len());
    in_order(jobs, (0..all.len()).map(|place| ((0, 0), place)), <()>::default, |(), place| {
        let Some(checked) = all.get(place) else { return Vec::new() };
        let go_on = || {
            let mut checked = lock(checked);
            let deadline = deadlines.of_exploring(replayer);
            let before = checked.claimed().count() as u64;
            match run::ending(deadline) {
                Some(ending) => checked.give_up(ending),
                None => run_one(context, &mut checked, deadline, replayer),
            }
            replayer.expect(checked.claimed().count() as u64, before);
            replayer.ask_early(checked.claimed().map(Candidate::question));
            if !checked.is_done {
                return vec![(checked.turn(context), place)];
            }
            checked.conclude(context, kept);
            progress.done(&context.program.method_label(checked.method));
            Vec::new()
        };
        run::analysis(go_on).unwrap_or_default()
    });
    for checked in &all {
        let mut checked = lock(checked);
        // What was not done before the run ended says so.
        if !checked.is_done {
            checked.give_up(run::ending(deadlines.latest).unwrap_or(Ending::Time));
        }
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

/// When a method must be done: what is left of the time, shared by those that have not begun.
pub(in crate::analysis) fn share(deadline: Option<Instant>, waiting: usize, jobs: usize) -> Option<Instant> {
    let deadline = deadline?;
    let now = Instant::now();
    let left = deadline.saturating_duration_since(now);
    let parts = u32::try_from(waiting.div_ceil(jobs).max(1)).unwrap_or(u32::MAX);
    Some(now + left / parts)
}
