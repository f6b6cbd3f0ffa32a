//! `check`: can a method fail, and on which input? Rounds of deepening bounds over all methods, then a JVM that confirms.
//!
//! What a verdict says of static fields: a method is explored as its first call in a JVM, with the static fields as class
//! initialisation leaves them, and a failure there is one. It `holds` where it also does with anything in those static fields
//! that may be assigned later, and in what objects of the class path there hold; a failure that only shows
//! then needs a state that is not shown reachable. A method that comes to an array or an object of the JDK that may have changed is
//! incomplete at best: it was not explored with other contents.

pub(super) mod assume;
mod beyond_bounds;
pub(super) mod circumstances;
pub(super) mod classify;
mod conclude;
pub(super) mod draw;
mod early_replays;
pub(super) mod expected_frame;
mod explain;
pub(super) mod exploration;
mod explored;
pub(super) mod finding;
pub(super) mod jvm;
pub(super) mod kept_replays;
pub(in crate::analysis) mod nulls;
pub(super) mod ranking;
mod refusal;
pub(super) mod replaying;
mod report;
mod rests_on;
pub(super) mod round;
pub(super) mod select;
mod suppress;
pub(super) mod verdict;
pub(super) mod watch;
pub(super) mod work;

use crate::exec::Statics;
use crate::program::MethodId;
use crate::report::{CheckCosts, CheckReport, JobError, Progress, Property, Shard};
use crate::run::Run;
use crate::session::invariants::Library;
use crate::session::kept::Kept;
use crate::session::shard::Share;
use crate::session::workspace::Workspace;
use crate::session::{Job, open_store, told_of_store};
use assume::Assumed;
use assume::OfMethod;
use explored::Explored;
use kept_replays::KeptReplays;
use ranking::Ranking;
use replaying::Replayer;
use round::Context;
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub use assume::{AssumedParameter, Assumption};
use suppress::Told;
pub(crate) use suppress::is_inside;
pub use suppress::{Suppress, Suppressions};

/// What inputs are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// What a caller could make: objects from accessible constructors, their accessible fields assigned.
    Constructed,
    /// Any state, private fields included.
    Any,
}

/// Which nulls among the inputs count as ones that somebody passes: findings that need others rank last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CountedNulls {
    /// Those that an annotation allows, and where there is none those that the code compares with null.
    #[default]
    Expected,
    /// Those that an annotation allows.
    Annotated,
    /// All.
    All,
    /// None.
    Never,
}

/// The states in which a method under test begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    inputs: Inputs,
    statics: Statics,
    /// How many methods were called on the object under test before.
    calls_before: usize,
    /// Whether objects of the class path satisfy the invariants of their classes.
    takes_invariants: bool,
    /// Whether identity hash codes place keys by numbers that are chosen, until their order shows.
    places_by_number: bool,
}

impl Start {
    /// Any state.
    pub(super) const ANY: Start = Start {
        inputs: Inputs::Any,
        statics: Statics::Any,
        calls_before: 0,
        takes_invariants: false,
        places_by_number: false,
    };
    /// Any state that the invariants of the classes allow.
    pub(super) const ANY_REACHABLE: Start = Start { takes_invariants: true, ..Start::ANY };

    /// The same states, after so many calls of methods of the object under test.
    pub(super) fn after_calls(self, calls_before: usize) -> Start {
        Start { calls_before, ..self }
    }

    /// The same states, where keys are placed by numbers in hash tables.
    pub(super) fn placing_by_number(self) -> Start {
        Start { places_by_number: true, ..self }
    }

    /// The same inputs with other contents of static fields.
    pub(super) fn with_statics(self, statics: Statics) -> Start {
        Start { statics, ..self }
    }

    /// The states that a job asks for. Before an entry point nothing has run.
    pub(super) fn of(job: &CheckJob) -> Start {
        match job.inputs {
            Inputs::Any => Start::ANY,
            inputs @ Inputs::Constructed => {
                let statics = Statics::Initialised { after_calls: job.entry.is_none() };
                Start { inputs, statics, calls_before: 0, takes_invariants: false, places_by_number: false }
            }
        }
    }
}

/// What to check and how.
#[derive(Clone, Debug)]
pub struct CheckJob {
    /// Classes, selection, threads and the time limit; bounds are those that the deepest round may reach.
    pub job: Job,
    /// Only from this method (`main` or `C.m`), and not each method by itself.
    pub entry: Option<String>,
    /// Only violations of this property; none for all.
    pub property: Option<Property>,
    /// What inputs are.
    pub inputs: Inputs,
    /// What is assumed of the parameters of all methods.
    pub assumptions: Vec<Assumption>,
    /// A file with assumptions of single methods.
    pub assumptions_file: Option<PathBuf>,
    /// Whether refusals that are not declared are failures.
    pub strict: bool,
    /// Whether a JVM is asked to confirm findings.
    pub replay: bool,
    /// Whether what was not covered is listed with its reason.
    pub explain: bool,
    /// A method's budget of work, in units of the usual one.
    pub effort: u64,
    /// Whether each path goes on by itself and each call runs its code: nothing is joined, summarised, or taken by a contract.
    pub inline: bool,
    /// Which nulls count as ones that somebody passes.
    pub nulls: CountedNulls,
    /// Which findings are not to be told.
    pub suppressions: Suppressions,
}

impl Default for CheckJob {
    fn default() -> Self {
        CheckJob {
            job: Job::default(),
            entry: None,
            property: None,
            inputs: Inputs::Constructed,
            assumptions: Vec::new(),
            assumptions_file: None,
            strict: false,
            replay: true,
            explain: false,
            effort: 1,
            inline: false,
            nulls: CountedNulls::default(),
            suppressions: Suppressions::default(),
        }
    }
}

/// Checks the methods that a job selects.
///
/// # Errors
/// When nothing can be checked; problems with single inputs are in the report.
pub fn check(job: &CheckJob, progress: &dyn Progress) -> Result<CheckReport, JobError> {
    let started = Instant::now();
    let run = Run::begin(job.job.timeout, job.job.memory, job.job.isolation);
    let workspace = Workspace::open(&job.job)?.with_resources();
    let asked = select::methods(&workspace, job)?;
    let share = job.job.shard.as_ref().map(|of| Share::of_methods(&workspace, &asked, of)).transpose()?;
    let methods = share.as_ref().map_or_else(|| asked.clone(), |share| share.take(&asked));
    let assumed = Assumed::of(&job.assumptions, job.assumptions_file.as_deref())?;
    let invariants = Library::of(&workspace, job.job.arithmetic);
    let context = Context::of(&workspace, job, &invariants);
    let store = open_store(&job.job)?;
    let opened = store.clone();
    let kept = store
        .clone()
        .map(|store| Kept::of(store, &format!("check {}", options(job)), (&workspace, &invariants)))
        .transpose()
        .map_err(JobError::Input)?;
    let kept_replays = store.and_then(|store| KeptReplays::of(store, &workspace));
    let replayer = Replayer::new(workspace.roots.clone(), job.replay).on(job.job.jobs).keeping(kept_replays);
    let deadlines = work::Deadlines { latest: run.deadline_before(work::LAST_REPLAYS), end: run.deadline() };
    let subjects: Vec<(MethodId, OfMethod)> =
        methods.iter().map(|method| (*method, assumed.of_method(&workspace, *method))).collect();
    let known: Vec<Option<Explored>> =
        subjects.iter().map(|(method, assumed)| kept.as_ref()?.get(*method, &format!("{assumed:?}"))).collect();
    let open: Vec<(MethodId, OfMethod)> =
        subjects.into_iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(subject, _)| subject).collect();
    let mut costs = CheckCosts { explored: open.len() as u64, ..CheckCosts::default() };
    costs.kept = known.len() as u64 - costs.explored;
    let done = work::run(context, open, (&replayer, kept.as_ref()), &deadlines, progress);
    done.iter().for_each(|done| costs.exploration += done.costs);
    let mut done = done.into_iter().map(|done| (done.explored, done.time));
    let explored = known.into_iter().filter_map(|known| match known {
        Some(explored) => Some((explored, Duration::ZERO)),
        None => done.next(),
    });
    // What a finding is worth depends on all that is asked for, in whichever shard.
    let ranking = Ranking::of(&workspace.program, &asked, job.nulls);
    let mut report = report::report(&ranking, methods.iter().copied().zip(explored).collect(), &replayer);
    costs.replays = replayer.asked();
    report.totals.run = costs;
    report.problems = workspace.problems.clone();
    report.problems.extend(opened.as_ref().into_iter().flat_map(told_of_store));
    report.problems.extend(assumed.unused(&workspace, &asked));
    let Told { unused, unread } = suppress::suppress(&job.suppressions, &mut report);
    match &share {
        // What another shard has found may be what they are about.
        Some(share) => {
            let shard = share.told("check", &[&workspace], &shared_options(job))?;
            report.shard = Some(Box::new(Shard { unused, unread: unread.clone(), ..shard }));
        }
        None => report.problems.extend(unused),
    }
    report.problems.extend(unread);
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    report.sum_up();
    Ok(report)
}

/// What earlier runs with these options have noted that checking methods costs, as far as it is known, whatever has changed since.
///
/// # Errors
/// When the cache cannot be used.
pub(super) fn known_work(
    workspace: &Workspace,
    job: &CheckJob,
    methods: &[MethodId],
) -> Result<Vec<Option<u64>>, JobError> {
    let Some(store) = open_store(&job.job)? else { return Ok(vec![None; methods.len()]) };
    let invariants = Library::of(workspace, job.job.arithmetic);
    let question = format!("check {}", options(job));
    let kept = Kept::of(store, &question, (workspace, &invariants)).map_err(JobError::Input)?;
    let assumed = Assumed::of(&job.assumptions, job.assumptions_file.as_deref())?;
    let work = |method: &MethodId| {
        let asked = format!("{:?}", assumed.of_method(workspace, *method));
        kept.noted(*method, &asked).map(|explored: Explored| explored.work)
    };
    Ok(methods.iter().map(work).collect())
}

/// The options that can change a report.
fn shared_options(job: &CheckJob) -> String {
    let CheckJob { job: _, entry, property: _, inputs: _, assumptions, assumptions_file, strict: _, replay, .. } = job;
    let lines = assumptions_file.as_ref().map(std::fs::read_to_string).transpose().unwrap_or_default();
    let CheckJob { nulls, suppressions, .. } = job;
    format!("{} {entry:?} {assumptions:?} {lines:?} {replay} {nulls:?} {:?}", options(job), suppressions.entries)
}

/// The options that can change what exploring a method finds. The time limit is none: what it cuts is never kept. What a JVM
/// says is kept elsewhere.
fn options(job: &CheckJob) -> String {
    let CheckJob {
        job,
        entry,
        property,
        inputs,
        // They are in the key as what they say of the method.
        assumptions: _,
        assumptions_file: _,
        strict,
        replay: _,
        explain,
        effort,
        inline,
        nulls: _,
        suppressions: _,
    } = job;
    format!("{:?} {} {property:?} {inputs:?} {strict} {explain} {effort} {inline}", job.arithmetic, entry.is_some())
}
