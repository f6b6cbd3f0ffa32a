//! Why and when a run ends: the one place that looks at the clock, at the memory in use, and at signals.
//!
//! A run has one watchdog thread. It marks the run, or a single analysis, as one that is to end, with the reason; whoever loops
//! asks [`is_over`] and leaves what there is. What cannot leave by itself, deep in terms or class files, passes
//! [`checkpoint`]s, which unwind to the analysis that they are in once that has been given some time to end.

mod calendar;
mod children;
mod ending;
mod folders;
mod held_memory;
mod identity;
mod memory;
mod sandbox;
mod signals;
#[cfg(target_os = "linux")]
mod system_calls;
mod task;
mod watchdog;

pub use calendar::today;
pub use children::{CACHE_PASSWORD, Process, SHARED_SECRET, hand_over};
pub use ending::{AnalysisFailure, Ending};
pub use folders::TemporaryFolder;
pub use held_memory::HeldMemory;
pub use identity::Identity;
pub use memory::{default_limit, resident};
pub use sandbox::{Isolation, enclose, obstacle};
pub use signals::{Signal, handle_signals, signal};
pub use task::Interruptible;

use std::any::Any;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use task::{Shared, Task};

/// A run with its limits. When it goes, its watchdog goes.
pub struct Run {
    shared: Arc<Shared>,
    watchdog: Option<JoinHandle<()>>,
    _entered: Entered,
}

impl Run {
    /// Begins a run on this thread, which may take so long and use so many bytes of memory, and executes code under analysis in
    /// this way, else in the best one that the system has.
    #[must_use]
    pub fn begin(timeout: Option<Duration>, memory: Option<u64>, isolation: Option<Isolation>) -> Run {
        let shared = Arc::new(Shared {
            deadline: timeout.and_then(|timeout| Instant::now().checked_add(timeout)),
            memory,
            isolation,
            is_finished: AtomicBool::new(false),
            ending: Mutex::default(),
            tasks: Mutex::default(),
        });
        let watched = Arc::clone(&shared);
        let watchdog = std::thread::Builder::new().name("watchdog".into()).spawn(move || watchdog::watch(&watched));
        let task = shared.add_task(None, None);
        let _entered = enter(Some(Current { shared: Arc::clone(&shared), task }));
        Run { shared, watchdog: watchdog.ok(), _entered }
    }

    /// When it ends at the latest.
    pub fn deadline(&self) -> Option<Instant> {
        self.shared.deadline
    }

    /// When work has to end that others of the run wait for: so much of its time is left for these.
    pub fn deadline_before(&self, rest: f64) -> Option<Instant> {
        let deadline = self.shared.deadline?;
        let now = Instant::now();
        Some(now + deadline.saturating_duration_since(now).mul_f64(1.0 - rest))
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.shared.is_finished.store(true, Ordering::Relaxed);
        if let Some(watchdog) = self.watchdog.take() {
            watchdog.thread().unpark();
            let _ = watchdog.join();
        }
    }
}

/// The run and the analysis that a thread works for.
#[derive(Clone)]
struct Current {
    shared: Arc<Shared>,
    task: Arc<Task>,
}

thread_local! {
    static CURRENT: RefCell<Option<Current>> = const { RefCell::new(None) };
}

/// The run that a thread works for, to be taken to another thread.
#[derive(Clone)]
pub struct Handle(Option<Current>);

/// The run that this thread works for.
pub fn handle() -> Handle {
    Handle(CURRENT.with_borrow(Clone::clone))
}

impl Handle {
    /// Lets this thread work for the run, as long as the result is there.
    #[must_use]
    pub fn enter(&self) -> Entered {
        enter(self.0.clone())
    }
}

/// While it is there, its thread works for a run.
pub struct Entered {
    before: Option<Current>,
}

fn enter(current: Option<Current>) -> Entered {
    Entered { before: CURRENT.replace(current) }
}

impl Drop for Entered {
    fn drop(&mut self) {
        CURRENT.set(self.before.take());
    }
}

/// What checkpoints unwind with.
struct Unwound(Ending);

/// Runs an analysis, which can be given up without the others of the run.
///
/// # Errors
/// When it was unwound, or panicked.
pub fn analysis<T>(work: impl FnOnce() -> T) -> Result<T, AnalysisFailure> {
    analysis_until(None, work)
}

/// The same of one that is told to end by then: what it has called that looks at no clock, a solver for one, is interrupted.
///
/// # Errors
/// As [`analysis`].
pub fn analysis_until<T>(deadline: Option<Instant>, work: impl FnOnce() -> T) -> Result<T, AnalysisFailure> {
    let outer = CURRENT.with_borrow(Clone::clone);
    let inner = outer.map(|Current { shared, task }| Current { task: shared.add_task(Some(task), deadline), shared });
    let entered = enter(inner.clone());
    let result = catch_unwind(AssertUnwindSafe(work));
    drop(entered);
    if let Some(Current { task, .. }) = inner {
        task.is_done.store(true, Ordering::Relaxed);
    }
    result.map_err(|panic| match panic.downcast_ref::<Unwound>() {
        Some(Unwound(ending)) => AnalysisFailure::Ended(*ending),
        None => AnalysisFailure::Panicked(panic_message(&*panic)),
    })
}

/// What a panic says, in one line.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "unknown reason".into()).replace('\n', " ")
}

/// Why work on this thread that has to be done by then is to end, if it is.
pub fn ending(deadline: Option<Instant>) -> Option<Ending> {
    let told = CURRENT.with_borrow(|current| current.as_ref().and_then(|current| current.task.ending()));
    told.or_else(|| deadline.is_some_and(|deadline| Instant::now() >= deadline).then_some(Ending::Time))
}

/// Whether work on this thread that has to be done by then is to end.
pub fn is_over(deadline: Option<Instant>) -> bool {
    ending(deadline).is_some()
}

/// When the run that this thread works for ends at the latest, where it has a limit.
pub fn deadline() -> Option<Instant> {
    CURRENT.with_borrow(|current| current.as_ref()?.shared.deadline)
}

/// How long after the end of a run what a report needs of other processes may still take.
const LAST_ORDERS: Duration = Duration::from_secs(1);

/// Why nothing more may be waited for on this thread: its run has been over for a moment.
pub fn past_last_orders() -> Option<Ending> {
    CURRENT.with_borrow(|current| {
        let (ending, at) = (*lock(&current.as_ref()?.shared.ending))?;
        (at.elapsed() >= LAST_ORDERS).then_some(ending)
    })
}

/// Unwinds to the analysis that this thread is in, where that was to end a while ago.
pub fn checkpoint() {
    let ending = CURRENT.with_borrow(|current| current.as_ref()?.task.overdue());
    if let Some(ending) = ending
        && !std::thread::panicking()
    {
        // Not a panic: nothing is wrong, and no hook is to tell of it.
        resume_unwind(Box::new(Unwound(ending)));
    }
}

/// The memory that the run on this thread may use, in bytes.
pub fn memory_limit() -> Option<u64> {
    CURRENT.with_borrow(|current| current.as_ref()?.shared.memory)
}

/// The number of the user whose rights this process has.
#[cfg(unix)]
pub fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// How the run on this thread executes code under analysis.
pub fn isolation() -> Isolation {
    let told = CURRENT.with_borrow(|current| current.as_ref()?.shared.isolation);
    told.unwrap_or_else(Isolation::best)
}

/// Has something told to stop when the analysis on this thread is to end.
pub fn interrupts(interrupt: &Arc<impl Interruptible + 'static>) {
    CURRENT.with_borrow(|current| {
        if let Some(current) = current {
            let interrupt: Arc<dyn Interruptible> = interrupt.clone();
            lock(&current.task.interrupts).push(Arc::downgrade(&interrupt));
        }
    });
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_ends_its_analyses_when_its_time_is_over() {
        let run = Run::begin(Some(Duration::from_millis(50)), None, None);
        assert!(!is_over(None));
        let endless = analysis(|| {
            loop {
                checkpoint();
            }
        });
        assert_eq!(endless, Err::<(), _>(AnalysisFailure::Ended(Ending::Time)));
        // What is begun now is to end at once, and what reports on it is left alone.
        assert_eq!(analysis(|| ending(None)), Ok(Some(Ending::Time)));
        checkpoint();
        drop(run);
        assert!(!is_over(None));
    }

    /// Stands for a solver that looks at no clock.
    #[derive(Default)]
    struct Solver(AtomicBool);

    impl Interruptible for Solver {
        fn interrupt(&self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    #[test]
    fn an_analysis_ends_by_its_own_deadline_with_what_it_has_called_and_the_run_goes_on() {
        let _run = Run::begin(None, None, None);
        let soon = Some(Instant::now() + Duration::from_millis(20));
        let waits = analysis_until(soon, || {
            // A part of it belongs to it.
            analysis(|| {
                let solver = Arc::new(Solver::default());
                interrupts(&solver);
                while !solver.0.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
                ending(None)
            })
        });
        assert_eq!(waits, Ok(Ok(Some(Ending::Time))));
        let endless = analysis_until(Some(Instant::now()), || {
            loop {
                checkpoint();
            }
        });
        assert_eq!(endless, Err::<(), _>(AnalysisFailure::Ended(Ending::Time)));
        assert!(!is_over(None));
        checkpoint();
    }

    #[test]
    fn threads_work_for_the_run_that_they_enter() {
        let _run = Run::begin(Some(Duration::ZERO), None, None);
        let handle = handle();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                assert!(!is_over(None));
                let _entered = handle.enter();
                while !is_over(None) {
                    std::thread::yield_now();
                }
            });
        });
    }

    #[test]
    fn the_largest_analysis_is_given_up_where_memory_is_short() {
        let _run = Run::begin(None, Some(1 << 62), None);
        let handle = handle();
        let ended = std::thread::scope(|scope| {
            let threads = [10, 30, 20].map(|size| {
                let handle = &handle;
                scope.spawn(move || {
                    let _entered = handle.enter();
                    analysis(|| {
                        let mut held = HeldMemory::nothing();
                        held.set(size);
                        while size == 30 && !is_over(None) {
                            if let Some(current) = &handle.0 {
                                watchdog::give_up_largest(&current.shared);
                            }
                        }
                        ending(None)
                    })
                })
            });
            threads.map(|thread| thread.join().unwrap_or(Ok(None)))
        });
        assert_eq!(ended.get(1), Some(&Ok(Some(Ending::Memory))));
    }

    #[test]
    fn a_panic_is_told() {
        #![allow(clippy::panic)]
        let failed = analysis(|| panic!("a\nb"));
        assert_eq!(failed, Err::<(), _>(AnalysisFailure::Panicked("a b".into())));
    }
}
