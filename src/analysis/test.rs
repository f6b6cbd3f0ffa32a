//! `test`: writes a JUnit suite. Each method is explored, its paths are augmented by criteria, the inputs that meet their goals
//! become tests, and a JVM says which mutants these kill (Jamrozik et al., Augmented Dynamic Symbolic Execution, ASE 2012).

mod cached;
mod choose;
mod criteria;
mod criterion;
mod explored;
mod finish;
mod goal;
mod kill;
mod mutants;
mod ordinary;
mod plainer;
mod propose;
mod rebuild;
mod report;
mod trail;
mod write;

use super::check::ranking::Ranking;
use super::check::round::Context;
use super::check::{CheckJob, select};
use crate::classfile::ClassName;
use crate::junit::JUnit;
use crate::mutation::{Operator, parse_operators};
use crate::program::MethodId;
use crate::report::{JobError, Problem, Progress, SuiteReport};
use crate::run::Run;
use crate::session::invariants::Library;
use crate::session::shard::Share;
use crate::session::threads::before_all;
use crate::session::workspace::Workspace;
use crate::session::{open_store, told_of_store};
use crate::store::Store;
use cached::Cache;
pub use criterion::Criterion;
use explored::explore_all;
use finish::{Draft, Finisher};
use mutants::Mutants;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The operators whose mutants tests are to kill: all but those that insert what no programmer writes.
const OPERATORS: &str =
    "stronger,NEGATE_CONDITIONALS,ROR,AOR,AOD,SOR,OBBN,REMOVE_INCREMENTS,INLINE_CONSTS,CRCR,NON_VOID_METHOD_CALLS";
/// The share of the time that exploring may take; the rest is for mutants.
const EXPLORING: f64 = 0.52;
/// The share of the time that compiling and running the tests has.
const WRITING: f64 = 0.19;
/// The share of the time that making tests plainer has.
const PLAINER: f64 = 0.12;
/// What exploring leaves of the time at least: a round that has begun may end a little late.
const LEAST_LEFT: Duration = Duration::from_millis(900);

/// What to write and how.
#[derive(Clone, Debug)]
pub struct SuiteJob {
    /// Classes, selection, threads, budgets.
    pub check: CheckJob,
    /// The criteria beside coverage.
    pub criteria: Vec<Criterion>,
    /// The package of the tests; none for that of the class under test.
    pub package: Option<String>,
    /// The JUnit that they are for.
    pub junit: JUnit,
    /// Whether tests that differ only in values become one with parameters.
    pub is_parameterized: bool,
    /// Whether tests are compiled and run before they are written, and mutants are run.
    pub runs: bool,
    /// Whether failures have tests that `check` does not show.
    pub all_failures: bool,
}

impl Default for SuiteJob {
    fn default() -> Self {
        let criteria = vec![Criterion::Boundary, Criterion::Mutation, Criterion::Mcdc, Criterion::Error];
        let check = CheckJob::default();
        SuiteJob {
            check,
            criteria,
            package: None,
            junit: JUnit::Five,
            is_parameterized: true,
            runs: true,
            all_failures: false,
        }
    }
}

/// Writes the suites of the classes that a job selects, as data.
///
/// # Errors
/// When nothing can be done; problems with single inputs are in the report.
pub fn suite(job: &SuiteJob, progress: &dyn Progress) -> Result<SuiteReport, JobError> {
    let started = Instant::now();
    let run = Run::begin(job.check.job.timeout, job.check.job.memory, job.check.job.isolation);
    let workspace = Workspace::open(&job.check.job)?.with_resources();
    let invariants = Library::of(&workspace, job.check.job.arithmetic);
    let context = Context::of(&workspace, &job.check, &invariants);
    let methods = select::methods(&workspace, &job.check)?;
    let [judging, making_plainer] = [WRITING + PLAINER, WRITING].map(|rest| run.deadline_before(rest));
    let mut criteria = vec![Criterion::Coverage];
    criteria.extend(job.criteria.iter().copied().filter(|criterion| *criterion != Criterion::Coverage));
    criteria.dedup();
    let operators = parse_operators(OPERATORS).map_err(JobError::Input)?;
    let mut report = SuiteReport { problems: workspace.problems.clone(), ..SuiteReport::default() };
    let store = open_store(&job.check.job)?;
    let cache = store.clone().and_then(|store| open_cache(store, job, &workspace, &mut report.problems));
    let mut classes: Vec<Class> = Vec::new();
    let mut asked: Vec<(ClassName, Vec<MethodId>)> = by_class(context, &methods).into_iter().collect();
    if let Some(of) = &job.check.job.shard {
        let named = asked.iter().map(|(name, methods)| (&**name, methods.as_slice()));
        let share = Share::of_classes(&workspace.program, named, of)?;
        let SuiteJob { check, criteria, package, junit, is_parameterized, runs, all_failures } = job;
        let options =
            format!("{:?} {criteria:?} {package:?} {junit:?} {is_parameterized} {runs} {all_failures}", check.effort);
        report.shard = Some(Box::new(share.told("test", &[&workspace], &options)?));
        asked = share.take(&asked);
    }
    for (name, methods) in asked {
        match cache.as_ref().and_then(|cache| cache.get(&name, &methods)) {
            Some(suite) => report.classes.push(suite),
            None => {
                let bytes = workspace.bytes(&name);
                let class = || Ok(Class::of(context, name, methods, bytes, &criteria, &operators));
                classes.push(before_all(class)?);
            }
        }
    }
    let has_mutants = criteria.contains(&Criterion::Mutation) && job.runs;
    let share = if has_mutants { EXPLORING } else { 1.0 - WRITING - PLAINER };
    let latest = run.deadline_before(0.0).and_then(|end| end.checked_sub(LEAST_LEFT)).map(|at| at.max(started));
    let exploring = run.deadline_before(1.0 - share).into_iter().chain(latest).min();
    let explored = explore_all(context, &classes, &criteria, exploring, progress);
    let ranking = (!job.all_failures).then(|| Ranking::of(&workspace.program, &methods, job.check.nulls));
    let draft = |(class, explored)| Draft::of(context, class, explored, ranking.as_ref());
    let drafts = classes.into_iter().zip(explored).map(draft);
    let (workspace, criteria) = (&workspace, criteria.as_slice());
    let mut finisher = Finisher { context, job, criteria, workspace, report: &mut report, folder: OnceLock::new() };
    let drafts = finisher.judge(drafts.collect(), judging);
    let drafts = finisher.make_plainer(drafts, making_plainer);
    finisher.write(&drafts, cache.as_ref());
    report.problems.extend(store.as_ref().into_iter().flat_map(told_of_store));
    report.sort();
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    report.sum_up();
    Ok(report)
}

fn open_cache<'w>(
    store: Store,
    job: &SuiteJob,
    workspace: &'w Workspace,
    problems: &mut Vec<Problem>,
) -> Option<Cache<'w>> {
    match Cache::new(store, job, workspace) {
        Ok(cache) => Some(cache),
        Err(message) => {
            problems.push(Problem { origin: "cache".into(), message, is_input: true });
            None
        }
    }
}

/// The methods under test by the top-level or member class that has them, classes by name.
fn by_class(context: Context<'_>, methods: &[MethodId]) -> BTreeMap<ClassName, Vec<MethodId>> {
    let program = context.program;
    let mut found: BTreeMap<ClassName, Vec<MethodId>> = BTreeMap::new();
    for method in methods {
        let class = program.method(*method).class;
        let package = crate::program::package_of(program.class_name(class));
        // What has no name cannot be written in a test.
        if program.is_nameable(class, package) {
            found.entry(program.class_name(class).clone()).or_default().push(*method);
        }
    }
    found
}

/// A class under test.
struct Class {
    name: ClassName,
    methods: Vec<MethodId>,
    watched: rustc_hash::FxHashSet<MethodId>,
    mutants: Mutants,
    /// The class file.
    bytes: BTreeMap<ClassName, Vec<u8>>,
}

impl Class {
    fn of(
        context: Context<'_>,
        name: ClassName,
        methods: Vec<MethodId>,
        bytes: Result<Vec<u8>, String>,
        criteria: &[Criterion],
        operators: &BTreeSet<Operator>,
    ) -> Class {
        let watched = propose::watched(context, std::slice::from_ref(&name));
        // What cannot be read again has no mutants.
        let bytes: BTreeMap<ClassName, Vec<u8>> = bytes.into_iter().map(|bytes| (name.clone(), bytes)).collect();
        let mutants = if criteria.contains(&Criterion::Mutation) {
            Mutants::of(context.program, &bytes, operators)
        } else {
            Mutants::default()
        };
        Class { name, methods, watched, mutants, bytes }
    }
}
