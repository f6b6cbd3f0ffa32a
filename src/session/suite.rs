//! `test`: writes a JUnit suite. Each method is explored, its paths are augmented by criteria, the inputs that meet their goals
//! become tests, and a JVM says which mutants these kill (Jamrozik et al., Augmented Dynamic Symbolic Execution, ASE 2012).

mod choose;
mod criteria;
mod explored;
mod goal;
mod kill;
mod mutants;
mod propose;
mod rebuild;
mod report;
mod trail;
mod write;

use super::check::round::Context;
use super::check::{CheckJob, select};
use super::workspace::Workspace;
use crate::classfile::ClassName;
use crate::junit::JUnit;
use crate::mutation::{Operator, parse_operators};
use crate::program::MethodId;
use crate::replay::{Jvm, JvmOptions};
use crate::report::{Defect, JobError, Problem, Progress, SuiteReport};
pub use criteria::Criterion;
use explored::explore_all;
use kill::{Fate, Killer, settle};
use mutants::Mutants;
use propose::Explored;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use write::{Style, write_suite};

/// The operators whose mutants tests are to kill: all but those that insert what no programmer writes.
const OPERATORS: &str =
    "stronger,REMOVE_CONDITIONALS,ROR,AOR,AOD,SOR,OBBN,REMOVE_INCREMENTS,INLINE_CONSTS,CRCR,NON_VOID_METHOD_CALLS";
/// How long an input may run while tests are looked for.
const TIMEOUT: Duration = Duration::from_secs(5);

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
    /// Whether tests are compiled and run before they are written, and mutants are run.
    pub runs: bool,
}

impl Default for SuiteJob {
    fn default() -> Self {
        let criteria = vec![Criterion::Boundary, Criterion::Mutation, Criterion::Mcdc, Criterion::Error];
        SuiteJob { check: CheckJob::default(), criteria, package: None, junit: JUnit::Five, runs: true }
    }
}

/// Writes the suites of the classes that a job selects, as data.
///
/// # Errors
/// When nothing can be done; problems with single inputs are in the report.
pub fn suite(job: &SuiteJob, progress: &dyn Progress) -> Result<SuiteReport, JobError> {
    let started = Instant::now();
    let workspace = Workspace::open(&job.check.job)?;
    let context = Context { program: &workspace.program, calls: &workspace.calls, job: &job.check };
    let methods = select::methods(&workspace, &job.check)?;
    let deadline = job.check.job.timeout.map(|timeout| started + timeout);
    let mut criteria = vec![Criterion::Coverage];
    criteria.extend(job.criteria.iter().copied().filter(|criterion| *criterion != Criterion::Coverage));
    criteria.dedup();
    let operators = parse_operators(OPERATORS).map_err(JobError::Input)?;
    let by_class = by_class(context, &methods);
    let classes: Vec<Class> = by_class
        .into_iter()
        .map(|(name, methods)| {
            let bytes = workspace.bytes(&name);
            Class::of(context, name, methods, bytes, &criteria, &operators)
        })
        .collect();
    let explored = explore_all(context, &classes, &criteria, deadline, progress);
    let mut report = SuiteReport { problems: workspace.problems.clone(), ..SuiteReport::default() };
    let mut killer = start_killer(job, &workspace, &mut report.problems);
    for (class, explored) in classes.into_iter().zip(explored) {
        let finisher = Finisher { context, job, workspace: &workspace, killer: killer.as_mut() };
        finisher.finish(class, explored, &mut report);
    }
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    report.sum_up();
    Ok(report)
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

fn start_killer(job: &SuiteJob, workspace: &Workspace, problems: &mut Vec<Problem>) -> Option<Killer> {
    if !job.runs || !job.criteria.contains(&Criterion::Mutation) {
        return None;
    }
    let options = JvmOptions { timeout: TIMEOUT, fresh_classes: true, ..JvmOptions::default() };
    match Jvm::start(&workspace.roots, options).and_then(Killer::new) {
        Ok(killer) => Some(killer),
        Err(message) => {
            problems.push(Problem { origin: "mutants".into(), message, is_input: false });
            None
        }
    }
}

/// Makes a suite of what was explored of a class.
struct Finisher<'a> {
    context: Context<'a>,
    job: &'a SuiteJob,
    workspace: &'a Workspace,
    killer: Option<&'a mut Killer>,
}

impl Finisher<'_> {
    fn finish(mut self, class: Class, explored: Vec<Explored>, report: &mut SuiteReport) {
        let started = Instant::now();
        let mut whole = report::Whole::of(self.context, explored);
        for (method, message) in std::mem::take(&mut whole.defects) {
            report.defects.push(Defect { method: self.context.program.method_label(method), message });
        }
        let fates = self.fates(&class, &mut whole);
        settle(&class.mutants, &fates, &mut whole.proposals, &mut whole.ledger);
        let style = Style { package: self.job.package.clone(), junit: self.job.junit, runs: self.job.runs };
        let suite = write_suite(
            self.context.program,
            &class.name,
            &style,
            &self.workspace.roots,
            &whole.proposals,
            &whole.failing,
        );
        let elapsed = whole.time + started.elapsed();
        report.classes.push(report::class(self.context, &class, &whole, &fates, suite, elapsed));
    }

    fn fates(&mut self, class: &Class, whole: &mut report::Whole) -> Vec<Fate> {
        let Some(killer) = self.killer.as_deref_mut() else { return Vec::new() };
        killer.judge(self.context, &class.mutants, &class.bytes, &mut whole.proposals)
    }
}
