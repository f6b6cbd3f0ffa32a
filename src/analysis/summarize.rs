//! `summarize` and `show`: the summaries of methods, made or taken from the cache, and what they say.

mod effects;
mod engine;
pub(super) mod view;

pub use view::Shown;

use crate::report::{JobError, Progress, Report, SummaryView};
use crate::run::Run;
use crate::session::Job;
use crate::session::workspace::Workspace;
use crate::store::Store;
use crate::summary::Summary;
use engine::Engine;
use std::time::Instant;

/// Summarises the methods that a job selects, and whatever they call.
///
/// # Errors
/// When nothing can be analysed; problems with single inputs are in the report.
pub fn summarize(job: &Job, progress: &dyn Progress) -> Result<Report, JobError> {
    let run = Run::begin(job.timeout, job.memory);
    let workspace = Workspace::open(job)?;
    let engine = engine(&workspace, job, run.deadline())?;
    let selected = workspace.select(job)?;
    Ok(engine.run(&selected, progress, workspace.problems.clone(), None))
}

/// What is asked for of the summaries of the methods that a job selects.
///
/// # Errors
/// As [`summarize`].
pub fn show(job: &Job, shown: Shown, progress: &dyn Progress) -> Result<(Vec<SummaryView>, Report), JobError> {
    let run = Run::begin(job.timeout, job.memory);
    let workspace = Workspace::open(job)?;
    let engine = engine(&workspace, job, run.deadline())?;
    let selected = workspace.select(job)?;
    let mut views = Vec::new();
    let mut visit = |method, summary: &Summary| {
        views.extend(view::summary_view(&engine, method, summary, shown));
    };
    let report = engine.run(&selected, progress, workspace.problems.clone(), Some(&mut visit));
    Ok((views, report))
}

/// The engine for a job's methods.
fn engine<'w>(workspace: &'w Workspace, job: &Job, deadline: Option<Instant>) -> Result<Engine<'w>, JobError> {
    let store = match (&job.cache, job.inline) {
        (Some(folder), false) => Some(Store::open(folder).map_err(|error| JobError::Cache(error.to_string()))?),
        _ => None,
    };
    Ok(Engine::new(&workspace.program, &workspace.calls, store, (job, deadline)))
}
