//! Whether a job that a change of a class has made too slow would ever end. A clock alone cannot tell: on a busy machine all jobs are
//! slow. So the job without the change is run beside it, and its time is the measure.

use super::failure::JobFailure;
use super::job::limited_job;
use super::jvm::{JobResult, Jvm};
use std::time::{Duration, Instant};

/// How many times as long as without the change a job may run.
pub const TIMES_LONGER: u32 = 5;

impl Jvm {
    /// The answer to a job with a changed class that has run longer than a limit, asked again: it may run as long as the limit, and as
    /// [`TIMES_LONGER`] times the job without the change takes now. That one must come to an end: where it does not, the answer is
    /// [`JobFailure::Refused`].
    pub fn run_patiently(&mut self, changed: &str, unchanged: &str, limit: Duration) -> JobResult {
        let started = Instant::now();
        match self.run_one(unchanged) {
            JobResult::Result(_) => {}
            ended @ JobResult::NotRun(JobFailure::RunEnds(_) | JobFailure::NotStarted(_)) => return ended,
            JobResult::NotRun(failure) => {
                return JobResult::NotRun(JobFailure::Refused(format!("without the change: {failure}")));
            }
        }
        let limit = limit.saturating_add(started.elapsed().saturating_mul(TIMES_LONGER));
        self.run_one(&limited_job(changed, limit))
    }
}
