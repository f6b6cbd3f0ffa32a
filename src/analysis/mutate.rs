//! `mutate`: which small changes of the code do the tests notice? Mutants are run against a JUnit suite in JVMs that live
//! long, each in a fresh class loader, with the tests that reach it.

mod outcome;
mod running;
mod subject;
mod suite;
mod survivor;

use crate::classfile::{Jdk, LoadedClass};
use crate::mutation::Operator;
use crate::report::{JobError, MutationReport, Progress};
use crate::run::{Isolation, Run, TemporaryFolder};
use crate::session::selection::Selection;
use crate::session::threads::before_all;
use crate::session::workspace::{class_path_roots, load};
use running::Runner;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use subject::Subjects;
use suite::{Suite, with_jars};

/// What to mutate and with which tests.
#[derive(Clone, Debug)]
pub struct MutateJob {
    /// Class path entries with the classes to mutate: folders, class files, jars.
    pub paths: Vec<PathBuf>,
    /// The classes that these use: folders, class files, jars, `folder/*` for all its jars.
    pub class_path: Vec<PathBuf>,
    /// The class path of the tests. Tests are looked for in its folders and in its first entry.
    pub tests: Vec<PathBuf>,
    /// Which classes.
    pub selection: Selection,
    /// By which operators.
    pub operators: BTreeSet<Operator>,
    /// Whether mutants that survive are compared with the original.
    pub compare: bool,
    /// Whether tests that fail without a mutant are left out; else they end the job.
    pub skip_failing: bool,
    /// Wall-clock limit of the whole job.
    pub timeout: Option<Duration>,
    /// Memory that the whole job may use, in bytes.
    pub memory: Option<u64>,
    /// How the tests are executed; none for the best way that the system has.
    pub isolation: Option<Isolation>,
    /// JVMs that run at the same time.
    pub jobs: usize,
}

/// Runs the mutants of a job's classes against its tests.
///
/// # Errors
/// When there is no class, no JVM, no JUnit or no test, when the tests fail without a mutant, or when Z3 is another one.
pub fn mutate(job: &MutateJob, progress: &dyn Progress) -> Result<MutationReport, JobError> {
    let started = Instant::now();
    let run = Run::begin(job.timeout, job.memory, job.isolation);
    let (loaded, problems) = before_all(|| load(&job.paths, &job.class_path, Jdk::find().as_ref()))?;
    let folder = TemporaryFolder::new().map_err(|error| JobError::Input(format!("no folder for mutants: {error}")))?;
    let (dependencies, own): (Vec<LoadedClass>, Vec<LoadedClass>) =
        loaded.into_iter().partition(|loaded| loaded.is_dependency);
    let tests = with_jars(&job.tests).map_err(JobError::Input)?;
    let mut roots = class_path_roots(&own);
    // What the tests have too is loaded once, with JUnit, which may be among it.
    let others = class_path_roots(&dependencies).into_iter().filter(|root| !tests.contains(root));
    for root in others {
        if !roots.contains(&root) {
            roots.push(root);
        }
    }
    let mut suite = before_all(|| Suite::find(&tests, &roots, job.timeout).map_err(JobError::Input))?;
    let candidates: Vec<LoadedClass> =
        own.into_iter().filter(|loaded| !suite.holds_tests(&loaded.class.name)).collect();
    let subjects = before_all(|| Subjects::select(&candidates, job, folder.path()))?;
    suite.cover(&subjects).map_err(JobError::Input)?;
    let failing_tests: Vec<String> = suite.failing.iter().map(|(test, _)| suite::label(test)).collect();
    if let (Some((test, reason)), false) = (suite.failing.first(), job.skip_failing) {
        let count = suite.failing.len();
        return Err(JobError::Input(format!(
            "the tests must pass without a mutant, and {count} of {} fail, the first is {}: {reason}",
            suite.tests.len() + count,
            suite::label(test)
        )));
    }
    let deadline = run.deadline();
    let mut mutants = Runner::new(&subjects, &suite, folder.path(), deadline).run(job.jobs, progress);
    if job.compare {
        survivor::judge(&subjects, job, deadline, &mut mutants)?;
    }
    let mut report = MutationReport { mutants, failing_tests, problems, ..MutationReport::default() };
    report.totals.tests = suite.tests.len();
    report.sum_up();
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    Ok(report)
}
