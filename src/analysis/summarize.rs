//! `summarize` and `show`: the summaries of methods, made or taken from the cache, and what they say.

mod effects;
mod engine;
pub(super) mod lines;
mod means;
mod view;

pub use view::Shown;

use crate::program::MethodId;
use crate::report::{JobError, Progress, Report, Shard, ShardCaveat, ShardView, Silent, SummaryView};
use crate::run::{Run, TemporaryFolder};
use crate::session::shard::Share;
use crate::session::workspace::Workspace;
use crate::session::{Job, open_store};
use crate::store::Store;
use crate::summary::Summary;
use engine::Engine;
use means::Means;
use std::path::PathBuf;
use std::time::Instant;

/// Summarises the methods that a job selects, and whatever they call.
///
/// # Errors
/// When nothing can be analysed; problems with single inputs are in the report.
pub fn summarize(job: &Job, progress: &dyn Progress) -> Result<Report, JobError> {
    let run = Run::begin(job.timeout, job.memory, job.isolation);
    let workspace = Workspace::open(job)?;
    let (selected, shard) = select(&workspace, job)?;
    let engine = engine(&workspace, job, run.deadline(), selected.len())?;
    let report = engine.run(&selected, progress, workspace.problems.clone(), None);
    Ok(with_shard(report, shard))
}

/// The methods that a job selects, as far as its shard has them, and what a report says of that.
fn select(workspace: &Workspace, job: &Job) -> Result<(Vec<MethodId>, Option<Shard>), JobError> {
    let asked = workspace.select(job)?;
    let Some(of) = &job.shard else { return Ok((asked, None)) };
    let share = Share::of_methods(workspace, &asked, of)?;
    let options = format!("{:?} {} {:?} {}", job.arithmetic, job.inline, job.limits, job.max_cases);
    Ok((share.take(&asked), Some(share.told("summarize", &[workspace], &options)?)))
}

/// The report of a shard, with the caveats of its methods as data: others are joined with it.
fn with_shard(report: Report, shard: Option<Shard>) -> Report {
    let caveats = || report.methods.iter().map(|method| ShardCaveat::all(&method.caveats)).collect();
    let shard = shard.map(|shard| Box::new(Shard { caveats: caveats(), ..shard }));
    Report { shard, ..report }
}

/// What is asked for of the summaries of the methods that a job selects.
///
/// # Errors
/// As [`summarize`].
pub fn show(job: &Job, shown: Shown, progress: &dyn Progress) -> Result<(Vec<SummaryView>, Report), JobError> {
    let run = Run::begin(job.timeout, job.memory, job.isolation);
    let workspace = Workspace::open(job)?;
    let (selected, shard) = select(&workspace, job)?;
    let engine = engine(&workspace, job, run.deadline(), selected.len())?;
    let mut views = Vec::new();
    let mut visit = |method, summary: &Summary| {
        views.extend(view::summary_view(&engine, method, summary, shown));
    };
    let report = engine.run(&selected, progress, workspace.problems.clone(), Some(&mut visit));
    let shard = shard.map(|shard| {
        let view = |view: &SummaryView| ShardView { caveats: ShardCaveat::all(&view.caveats), view: view.clone() };
        Shard { views: views.iter().map(view).collect(), ..shard }
    });
    Ok((views, with_shard(report, shard)))
}

/// What summarising methods anew says of what a cache holds of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recomputed {
    /// The methods that were summarised, callees apart.
    pub methods: u64,
    /// Entries that are as they are made now.
    pub same: u64,
    /// Entries that are not there, or that are somebody else's.
    pub absent: u64,
    /// Entries that are not as they are made now, by their files.
    pub different: Vec<PathBuf>,
}

/// Summarises some methods of a job, drawn at random, in a cache of their own, and compares what that holds then with the job's.
///
/// # Errors
/// As [`summarize`], and where there is no place for another cache.
pub fn recompute(job: &Job, number: usize) -> Result<Recomputed, JobError> {
    let Some(kept) = open_store(job)? else { return Ok(Recomputed::default()) };
    let run = Run::begin(job.timeout, job.memory, job.isolation);
    let workspace = Workspace::open(job)?;
    let mut selected = workspace.select(job)?;
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|error| JobError::Input(format!("no random numbers: {error}")))?;
    let drawn = |label: String| *blake3::keyed_hash(&seed, label.as_bytes()).as_bytes();
    selected.sort_by_cached_key(|method| drawn(workspace.program.method_label(*method)));
    selected.truncate(number);
    let folder = TemporaryFolder::new().map_err(|error| JobError::Input(format!("no folder for a cache: {error}")))?;
    let fresh = Store::open(folder.path()).map_err(|error| JobError::Cache(error.to_string()))?;
    let limits = (job, run.deadline());
    let engine = Engine::new(&workspace.program, &workspace.calls, Some(fresh.clone()), limits, None);
    engine.run(&selected, &Silent, Vec::new(), None);
    let mut found = Recomputed { methods: selected.len() as u64, ..Recomputed::default() };
    for key in fresh.keys().map_err(|error| JobError::Cache(error.to_string()))? {
        match (fresh.get(&key), kept.get(&key)) {
            (Ok(Some(made)), Ok(Some(entry))) if made == entry => found.same += 1,
            (Ok(Some(_)), Ok(Some(_))) => found.different.push(kept.path_of(&key)),
            _ => found.absent += 1,
        }
    }
    Ok(found)
}

/// What earlier runs have noted that summarising methods costs, all rounds together, as far as it is known.
///
/// # Errors
/// When the cache cannot be used.
pub(super) fn known_work(workspace: &Workspace, job: &Job, methods: &[MethodId]) -> Result<Vec<Option<u64>>, JobError> {
    let engine = engine(workspace, job, None, methods.len())?;
    Ok(methods.iter().map(|method| engine.known_work(*method)).collect())
}

/// The engine for a job that asks for so many methods.
fn engine<'w>(
    workspace: &'w Workspace,
    job: &Job,
    deadline: Option<Instant>,
    methods: usize,
) -> Result<Engine<'w>, JobError> {
    let store = match (&job.cache, job.inline) {
        (Some(_), false) => open_store(job)?,
        _ => None,
    };
    let means = Some(Means::of(job, methods));
    Ok(Engine::new(&workspace.program, &workspace.calls, store, (job, deadline), means))
}
