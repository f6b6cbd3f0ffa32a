//! The JVM on a thread of its own: it starts, and answers first questions, while methods are explored.

use super::jvm::jvm_options;
use crate::replay::{JobResult, Jvm};
use crate::run;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// What an answer takes at most on libraries, whose classes are loaded anew for each.
pub(super) const MOST_OF_AN_ANSWER: Duration = Duration::from_millis(50);
/// Where a JVM has started quickly, an answer takes such a part of that: on four libraries a fiftieth to an eighth.
const ANSWERS_IN_A_START: u32 = 6;
/// After so many answers, the next ones are taken to need as long as these.
const ENOUGH_ANSWERS: usize = 50;

/// What the thread and those who ask share.
#[derive(Default)]
struct Shared {
    /// What has been answered so far, by the job.
    answers: Mutex<HashMap<String, JobResult>>,
    /// How many milliseconds that took.
    answered_in: AtomicU64,
    /// How long the JVM took to start, which says how fast the machine is.
    started_in: OnceLock<Duration>,
    /// Whether what has not been answered yet is to be left.
    is_stopped: AtomicBool,
}

/// A JVM that answers questions in the order in which they come.
pub(super) struct EarlyReplays {
    shared: Arc<Shared>,
    /// Where jobs go to; none once nobody asks any more.
    jobs: Option<Sender<String>>,
    thread: Option<JoinHandle<Result<Jvm, String>>>,
}

impl EarlyReplays {
    /// Begins to start the JVM.
    pub(super) fn begin(class_path: Vec<PathBuf>) -> EarlyReplays {
        let shared = Arc::new(Shared::default());
        let (jobs, waiting) = channel();
        let (run, seen) = (run::handle(), shared.clone());
        let thread = std::thread::spawn(move || {
            let _entered = run.enter();
            answer(&class_path, &waiting, &seen)
        });
        EarlyReplays { shared, jobs: Some(jobs), thread: Some(thread) }
    }

    /// Takes note of a job that is to be run when those before it are done.
    pub(super) fn ask(&self, job: String) {
        // A thread that has ended could not start a JVM; whoever waits for the answers is told why.
        let _ = self.jobs.as_ref().map(|jobs| jobs.send(job));
    }

    /// About how long an answer takes at most, as far as the machine is known.
    pub(super) fn time_of_an_answer(&self) -> Duration {
        let answered = self.answered();
        let known = Duration::from_millis(self.shared.answered_in.load(Ordering::Relaxed));
        let measured = (answered >= ENOUGH_ANSWERS).then(|| known / answered as u32);
        let by_start = self.shared.started_in.get().map(|start| *start / ANSWERS_IN_A_START);
        by_start.into_iter().chain(measured).fold(MOST_OF_AN_ANSWER, Duration::min)
    }

    /// How many jobs are answered.
    pub(super) fn answered(&self) -> usize {
        self.shared.answers.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Ends the thread when the job at hand is done: the JVM, and what it has answered.
    ///
    /// # Errors
    /// In one line, why there is no JVM.
    pub(super) fn stop(mut self) -> Result<(Jvm, HashMap<String, JobResult>), String> {
        let jvm = self.join().unwrap_or_else(|| Err("starting it failed".to_owned()))?;
        let answers = std::mem::take(&mut *self.shared.answers.lock().unwrap_or_else(PoisonError::into_inner));
        Ok((jvm, answers))
    }

    /// Ends the thread; none where it panicked, or has been ended before.
    fn join(&mut self) -> Option<Result<Jvm, String>> {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
        self.jobs = None;
        self.thread.take()?.join().ok()
    }
}

impl Drop for EarlyReplays {
    /// No process is left behind.
    fn drop(&mut self) {
        drop(self.join());
    }
}

/// Starts a JVM, and has it answer what comes until nobody asks any more.
fn answer(class_path: &[PathBuf], jobs: &Receiver<String>, shared: &Shared) -> Result<Jvm, String> {
    let begun = Instant::now();
    let mut jvm = Jvm::start(class_path, jvm_options())?;
    let _ = shared.started_in.set(begun.elapsed());
    for job in jobs {
        if shared.is_stopped.load(Ordering::Relaxed) {
            break;
        }
        // One at a time, so that stopping waits for no more.
        let begun = Instant::now();
        let answer = jvm.run_one(&job);
        shared.answered_in.fetch_add(begun.elapsed().as_millis() as u64, Ordering::Relaxed);
        shared.answers.lock().unwrap_or_else(PoisonError::into_inner).insert(job, answer);
    }
    Ok(jvm)
}
