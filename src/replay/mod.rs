//! Replays concrete cases in a real JVM: job lines for the harness, its process, and the comparison of what came out.
//! The protocol between both is in PROTOCOL.md.

mod compare;
mod failure;
mod job;
mod jvm;
mod loading;
mod observed;
mod patience;
mod process;
mod suite;
mod test_jobs;
mod throw;
mod told;

pub use compare::{Replay, compare, expected_line, text_hash};
pub use failure::JobFailure;
pub use job::{job_line, limited_job, patched_job, reaching_job, whole_job};
pub use jvm::{JobResult, Jvm, JvmOptions, told_by_probes};
pub use loading::{loading_job, told_loading};
pub use observed::Note;
pub use patience::TIMES_LONGER;
pub use suite::{Notes, TestVerdict, observe_tests, run_tests};
pub use test_jobs::{
    CoveredTest, FinishedRun, SuiteCoverage, SuiteRun, TestOutcome, cover_job, find_tests_job, parse_coverage,
    parse_run, parse_tests, run_job,
};
pub use throw::{Throw, parse_throw};
pub use told::{Told, ToldEnd, ToldObject, ToldValue, parse_told};
