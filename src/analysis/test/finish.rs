//! What exploring gave of each class becomes its suite: a JVM runs mutants, class by class, and then the tests of many classes are
//! compiled and run together.

use super::cached::Cache;
use super::criterion::Criterion;
use super::explored::lock;
use super::kill::{Fate, Judged, Killer, settle};
use super::plainer::make_plainer;
use super::propose::Explored;
use super::report::Whole;
use super::write::{Choice, Style, Suite, write_suites};
use super::{Class, SuiteJob, report};
use crate::analysis::check::ranking::Ranking;
use crate::analysis::check::round::Context;
use crate::analysis::check::work::share;
use crate::classfile::java_name;
use crate::replay::{Jvm, JvmOptions};
use crate::report::{Defect, Problem, SuiteReport};
use crate::run::{self, AnalysisFailure, Ending, TemporaryFolder};
use crate::session::threads::for_each;
use crate::session::workspace::Workspace;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How long an input may run while tests are looked for.
const TIMEOUT: Duration = Duration::from_secs(5);
/// A class may take so many times its share of the time in which tests are made plainer: most take less.
const SHARES: u32 = 4;
/// So many classes at least and at most, neighbours by name, have their tests compiled and run together: a JVM is slow to begin.
const WRITTEN_TOGETHER: (usize, usize) = (8, 48);

/// A class whose suite is not written yet.
pub(super) struct Draft {
    class: Class,
    whole: Whole,
    fates: Vec<Fate>,
    /// The files of the mutants.
    files: Vec<Option<PathBuf>>,
    /// What was spent on it alone.
    time: Duration,
}

impl Draft {
    /// Of what exploring a class's methods gave.
    pub(super) fn of(
        context: Context<'_>,
        class: Class,
        explored: Vec<Explored>,
        ranking: Option<&Ranking<'_>>,
    ) -> Draft {
        let whole = Whole::of(context, explored, ranking);
        Draft { time: whole.time, class, whole, fates: Vec::new(), files: Vec::new() }
    }

    fn choice(&self) -> Choice<'_> {
        let Draft { class, whole, .. } = self;
        Choice { under_test: &class.name, proposals: &whole.proposals, failures: &whole.failing }
    }
}

/// Where the files of mutants are, once there are any.
type MutantFolder = OnceLock<Result<Arc<TemporaryFolder>, String>>;

/// Makes suites of what was explored.
pub(super) struct Finisher<'a> {
    pub(super) context: Context<'a>,
    pub(super) job: &'a SuiteJob,
    /// What is asked of tests, coverage too.
    pub(super) criteria: &'a [Criterion],
    pub(super) workspace: &'a Workspace,
    pub(super) report: &'a mut SuiteReport,
    /// Made for the first mutants.
    pub(super) folder: MutantFolder,
}

impl Finisher<'_> {
    /// Runs the mutants of all classes, each in its share of the time until then. A class that shows a defect of casewise is given up.
    pub(super) fn judge(&mut self, drafts: Vec<Draft>, deadline: Option<Instant>) -> Vec<Draft> {
        let program = self.context.program;
        let drafts: Vec<Mutex<Draft>> = drafts.into_iter().map(Mutex::new).collect();
        for draft in &drafts {
            for (method, message) in std::mem::take(&mut lock(draft).whole.defects) {
                self.report.defects.push(Defect { method: program.method_label(method), message });
            }
        }
        let context = self.context;
        let jobs = self.job.check.job.jobs.clamp(1, drafts.len().max(1));
        let runs_mutants = self.runs_mutants();
        let problem = Mutex::new(None);
        let begin = || {
            let killer = runs_mutants.then(|| start_killer(self.workspace, &self.folder)).transpose();
            killer.unwrap_or_else(|message| {
                *lock(&problem) = Some(message);
                None
            })
        };
        let judged = for_each(jobs, &drafts, begin, |killer, position, draft| {
            let Some(killer) = killer else { return };
            let started = Instant::now();
            let mut draft = lock(draft);
            let Draft { class, whole, .. } = &mut *draft;
            let until = share(deadline, drafts.len().saturating_sub(position), jobs);
            let (fates, files) = killer.judge(context, class, &mut whole.proposals, until);
            settle(&class.mutants, &fates, &mut whole.proposals, &mut whole.ledger);
            (draft.fates, draft.files) = (fates, files);
            draft.time += started.elapsed();
        });
        let problem = problem.into_inner().unwrap_or_else(PoisonError::into_inner);
        let has_killer = runs_mutants && problem.is_none();
        let not_run = |message| Problem { origin: "mutants".into(), message, is_input: false };
        self.report.problems.extend(problem.map(not_run));
        let mut left = Vec::new();
        for (draft, judged) in drafts.into_iter().zip(judged) {
            let mut draft = draft.into_inner().unwrap_or_else(PoisonError::into_inner);
            match judged {
                Some(Ok(())) => {}
                None | Some(Err(AnalysisFailure::Ended(_))) if has_killer => {
                    let Draft { class, whole, fates, .. } = &mut draft;
                    *fates = vec![Fate::OutOfTime; class.mutants.all().len()];
                    settle(&class.mutants, fates, &mut whole.proposals, &mut whole.ledger);
                }
                None | Some(Err(AnalysisFailure::Ended(_))) => {}
                Some(Err(AnalysisFailure::Panicked(message))) => {
                    self.report.defects.push(Defect { method: java_name(&draft.class.name), message });
                    continue;
                }
            }
            left.push(draft);
        }
        left
    }

    fn runs_mutants(&self) -> bool {
        self.job.runs && self.criteria.contains(&Criterion::Mutation)
    }

    /// Makes the tests that would be chosen plainer, until time is over.
    pub(super) fn make_plainer(&self, drafts: Vec<Draft>, deadline: Option<Instant>) -> Vec<Draft> {
        let (context, criteria) = (self.context, self.criteria);
        let jobs = self.job.check.job.jobs.clamp(1, drafts.len().max(1));
        let drafts: Vec<Mutex<Draft>> = drafts.into_iter().map(Mutex::new).collect();
        let begin =
            || if self.runs_mutants() { start_killer(self.workspace, &self.folder).map(Some) } else { Ok(None) };
        for_each(jobs, &drafts, begin, |killer, position, draft| {
            // What no JVM can confirm stays as it is.
            let Ok(killer) = killer else { return };
            let started = Instant::now();
            let mut draft = lock(draft);
            let Draft { class, whole, fates, files, .. } = &mut *draft;
            let own = share(deadline, drafts.len().saturating_sub(position), jobs);
            let until = own.map(|own| started + own.saturating_duration_since(started) * SHARES);
            let until = until.into_iter().chain(deadline).min();
            let judged = Judged { mutants: &class.mutants, files, fates };
            let killer = killer.as_mut().map(|killer| (killer, judged));
            let made = make_plainer(context, class, (criteria, until), &mut whole.proposals, killer);
            whole.is_cut_by_time |= made.is_none();
            draft.time += started.elapsed();
        });
        drafts.into_iter().map(|draft| draft.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// Writes the suites, and keeps those that another run would find the same.
    pub(super) fn write(&mut self, drafts: &[Draft], cache: Option<&Cache<'_>>) {
        let (program, roots) = (self.context.program, &self.workspace.roots);
        let style = Style {
            package: self.job.package.clone(),
            junit: self.job.junit,
            is_parameterized: self.job.is_parameterized,
            runs: self.job.runs,
        };
        let together: Vec<&[Draft]> = drafts.chunks(written_together(drafts.len())).collect();
        let written = for_each(
            self.job.check.job.jobs,
            &together,
            || (),
            |(), _, drafts| {
                let started = Instant::now();
                let choices: Vec<Choice<'_>> = drafts.iter().map(Draft::choice).collect();
                let suites = write_suites(program, &style, roots, &choices);
                (suites, started.elapsed())
            },
        );
        for (drafts, written) in together.into_iter().zip(written) {
            let failed = match written {
                Some(Ok((suites, elapsed))) => {
                    let each = elapsed / u32::try_from(drafts.len()).unwrap_or(u32::MAX).max(1);
                    for (draft, suite) in drafts.iter().zip(suites) {
                        match suite {
                            Ok(suite) => self.report_on(draft, suite, each, cache),
                            Err(failure) => self.give_up(draft, failure),
                        }
                    }
                    continue;
                }
                Some(Err(failure)) => failure,
                None => AnalysisFailure::Ended(run::ending(None).unwrap_or(Ending::Time)),
            };
            for draft in drafts {
                self.give_up(draft, failed.clone());
            }
        }
    }

    fn report_on(&mut self, draft: &Draft, suite: Suite, writing: Duration, cache: Option<&Cache<'_>>) {
        let Draft { class, whole, fates, time, .. } = draft;
        // What a clock, a missing JDK or the tests of others have cut short is made again.
        let is_cut = whole.is_cut_by_time || fates.contains(&Fate::OutOfTime) || suite.depends_on_others;
        let is_lasting = !is_cut && whole.is_sound && (suite.not_run.is_none() || !self.job.runs);
        let entry = report::class(self.context, class, whole, fates, suite, *time + writing);
        if let Some(cache) = cache.filter(|_| is_lasting) {
            cache.put(&class.name, &class.methods, &entry);
        }
        self.report.classes.push(entry);
    }

    fn give_up(&mut self, draft: &Draft, failure: AnalysisFailure) {
        let label = java_name(&draft.class.name);
        match failure {
            AnalysisFailure::Ended(ending) => {
                let message = format!("no tests: {ending}");
                self.report.problems.push(Problem { origin: label, message, is_input: false });
            }
            AnalysisFailure::Panicked(message) => self.report.defects.push(Defect { method: label, message }),
        }
    }
}

/// How many of some classes are written together: an even number of groups of one size, so that two threads have as much to do. It does
/// not depend on how many threads there are, and so neither does which tests clash.
fn written_together(classes: usize) -> usize {
    let (least, most) = WRITTEN_TOGETHER;
    let pairs = classes.div_ceil(2 * most).max(1);
    classes.div_ceil(2 * pairs).max(least)
}

/// A killer with a JVM of its own.
fn start_killer(workspace: &Workspace, folder: &MutantFolder) -> Result<Killer, String> {
    let new = || TemporaryFolder::new().map(Arc::new).map_err(|error| format!("no folder for mutants: {error}"));
    let folder = folder.get_or_init(new).clone()?;
    let options = JvmOptions { timeout: TIMEOUT, fresh_classes: true, ..JvmOptions::default() };
    Jvm::start(&workspace.roots, options).map(|jvm| Killer::new(jvm, folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_classes_are_of_one_size_and_even_in_number() {
        assert_eq!([1, 8, 20, 64, 80, 200].map(written_together), [8, 8, 10, 32, 40, 34]);
    }
}
