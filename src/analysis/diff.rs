//! `diff`: what do two builds do differently, and on which inputs? Each method whose code differs is compared in one program that has the
//! bodies of both (`program/versions`): proved to do the same, or with an input on which JVMs show that it does not. Then the methods
//! that call what has changed, as far as the change shows in them.

mod callbacks;
mod confirm;
mod drawn;
mod edited;
mod expected;
mod incomparable;
mod lockstep;
mod members;
mod observed;
mod part;
mod resolved;
mod settle;
mod tests;
mod versions;

use super::check::CheckJob;
use super::check::finding::source_path;
use super::check::round::Context;
use crate::classfile::LoadedClass;
use crate::equivalence::{Changes, Version};
use crate::junit::JUnit;
use crate::program::MethodId;
use crate::program::versions::OldNames;
use crate::report::{
    ComparedMethod, DiffReason, DiffReasonKind, DiffReport, DiffRole, DiffVerdict, JobError, Progress, SourceLines,
};
use crate::run::{self, Run};
use crate::session::Job;
use crate::session::invariants::Library;
use crate::session::threads::{Done, before_all, for_each};
use crate::session::workspace::Workspace;
use edited::Methods;
use expected::Expected;
use part::Part;
use rustc_hash::FxHashSet;
use settle::{Comparing, Settled};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tests::{Shown, write_tests};
use versions::Versions;

/// What to compare and how.
#[derive(Clone, Debug)]
pub struct DiffJob {
    /// The old version: classes, class path, selection. Threads, limits and the time are those of the new one.
    pub old: Job,
    /// The new version.
    pub new: Job,
    /// Whether the methods that call what has changed are compared too.
    pub callers: bool,
    /// Whether JVMs execute inputs.
    pub replay: bool,
    /// A method's budget of work, in units of the usual one.
    pub effort: u64,
    /// A file with the changes that are meant.
    pub expected: Option<PathBuf>,
    /// For which JUnit tests are written that tell the versions apart; none where none are.
    pub tests: Option<JUnit>,
}

/// Compares two versions.
///
/// # Errors
/// When a version has no class, when the list of changes that are meant cannot be read, or when Z3 is another one.
pub fn diff(job: &DiffJob, progress: &dyn Progress) -> Result<DiffReport, JobError> {
    let started = Instant::now();
    let run = Run::begin(job.new.timeout, job.new.memory, job.new.isolation);
    let mut expected = job.expected.as_deref().map(Expected::of).transpose()?.unwrap_or_default();
    let old = Workspace::open(&job.old)?.with_resources();
    let mut names = OldNames::default();
    let new = Workspace::open_with(&job.new, |loaded| names = rename_numbered(old.loaded(), loaded))?.with_resources();
    let versions = before_all(|| Versions::of(&old, &new, &job.new))?;
    let methods = Methods::of(&versions, &old, &new);
    let part = job.new.shard.as_ref().map(|of| Part::of(&methods, (&old, &new), job, of)).transpose()?;
    let check = |job: &Job, effort| CheckJob { job: job.clone(), effort, ..CheckJob::default() };
    let (check_old, check_new) = (check(&job.old, job.effort), check(&job.new, job.effort));
    let (of_old, of_new) = (Library::of(&old, job.new.arithmetic), Library::of(&new, job.new.arithmetic));
    let comparison = Comparison {
        job,
        old: &old,
        new: &new,
        alone: [Context::of(&old, &check_old, &of_old), Context::of(&new, &check_new, &of_new)],
        versions: &versions,
        names: &names,
        methods: &methods,
        part: part.as_ref(),
        deadline: run.deadline(),
    };
    let asked = AtomicU64::new(0);
    let (mut report, mut shown) = (DiffReport::default(), Vec::new());
    let edited = methods.edited();
    let mut proved = before_all(|| Ok(lockstep::prove(&versions, FxHashSet::default(), run.deadline())))?;
    let mut unknown =
        comparison.all(&edited, (DiffRole::Edited, &proved), (&asked, progress), (&mut report, &mut shown));
    // What was proved since may be what a proof step by step needs.
    let found = edited.iter().zip(&report.methods).filter(|(_, method)| method.verdict == DiffVerdict::Same);
    proved.extend(found.map(|(id, _)| *id));
    let proved = before_all(|| Ok(lockstep::prove(&versions, proved, run.deadline())))?;
    for (id, method) in edited.iter().zip(&mut report.methods) {
        if method.verdict == DiffVerdict::Unknown && methods.is_proved(*id, &proved) {
            (method.verdict, method.reasons) = (DiffVerdict::Same, Vec::new());
            unknown.retain(|open| open != id);
        }
    }
    report.totals.methods = part.as_ref().map_or(methods.both(), |part| part.own.len() as u64);
    if job.callers {
        let same = same_everywhere(&versions, &proved);
        let mut known: FxHashSet<MethodId> = edited.iter().copied().collect();
        let mut changed = changed_of(&edited, &report.methods);
        while !changed.is_empty() {
            let mut wave = methods.callers(&changed, &mut known);
            wave.retain(|method| part.as_ref().is_none_or(|part| part.needs(*method)));
            let first = report.methods.len();
            let part = (&mut report, &mut shown);
            comparison.all(&wave, (DiffRole::Caller, &same), (&asked, progress), part);
            changed = changed_of(&wave, report.methods.get(first..).unwrap_or_default());
        }
        let mut left = methods.callers(&unknown, &mut known);
        left.retain(|method| part.as_ref().is_none_or(|part| part.has(*method)));
        report.totals.callers_left = left.len() as u64;
    }
    if let Some(part) = &part {
        part.retain_own(&mut report, &mut shown, &versions);
    }
    for method in &mut report.methods {
        let class = method.class.replace('.', "/");
        let id = new.program.method_by_name((&class, &method.method, &method.descriptor));
        expected.mark(&new, id, method);
    }
    report.unused_expectations = expected.unused();
    report.members = members::changes(&old, &new, &names);
    if let Some(junit) = job.tests {
        report.tests = before_all(|| write_tests([&old, &new], junit, &shown).map_err(JobError::Input))?;
    }
    report.sort();
    report.totals.replays = asked.load(Ordering::Relaxed);
    report.problems.extend(old.problems.iter().chain(&new.problems).cloned());
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    report.sum_up();
    Ok(report)
}

/// Gives the numbered classes of the new version the names that they have in the old one.
fn rename_numbered(old: &[LoadedClass], new: &mut [LoadedClass]) -> OldNames {
    let files = |loaded: &[LoadedClass]| loaded.iter().map(|loaded| loaded.class.clone()).collect::<Vec<_>>();
    let names = OldNames::of(&files(old), &files(new));
    new.iter_mut().for_each(|loaded| names.rename(&mut loaded.class));
    names
}

/// The methods that are proved to do the same, and all that they run too: in a caller, the old code may stand for the new one.
fn same_everywhere(versions: &Versions, proved: &FxHashSet<MethodId>) -> FxHashSet<MethodId> {
    let mut same: FxHashSet<MethodId> = FxHashSet::default();
    loop {
        let settled = |method: &MethodId| {
            let runs = versions.runs(*method);
            runs.iter().all(|run| run == method || same.contains(run) || !versions.differs_itself(*run))
        };
        let more: Vec<MethodId> =
            proved.iter().copied().filter(|method| !same.contains(method)).filter(settled).collect();
        if more.is_empty() {
            return same;
        }
        same.extend(more);
    }
}

/// What all comparisons of a run share.
struct Comparison<'c> {
    job: &'c DiffJob,
    old: &'c Workspace,
    new: &'c Workspace,
    /// The programs of both versions by themselves.
    alone: [Context<'c>; 2],
    versions: &'c Versions,
    names: &'c OldNames,
    methods: &'c Methods<'c>,
    /// What is asked for, where that is not all.
    part: Option<&'c Part>,
    deadline: Option<Instant>,
}

impl Comparison<'_> {
    /// Compares methods, and adds what is known of them to a report, in their order. Returns those of which nothing is known.
    fn all(
        &self,
        methods: &[MethodId],
        (role, proved): (DiffRole, &FxHashSet<MethodId>),
        (asked, progress): (&AtomicU64, &dyn Progress),
        (report, shown): (&mut DiffReport, &mut Vec<Shown>),
    ) -> Vec<MethodId> {
        let (job, versions) = (self.job, self.versions);
        // Of callers, what is proved of what they call; of methods that differ, what is proved of themselves.
        let nothing = FxHashSet::default();
        let same = if role == DiffRole::Caller { proved } else { &nothing };
        let (before, after) = (versions.old.without(same), versions.new.without(same));
        let changes = Changes::between(&versions.program, &before, &after);
        progress.begin(methods.len());
        let done = for_each(
            job.new.jobs,
            methods,
            || Comparing {
                versions,
                old: Rc::new(Version::clone(&before)),
                new: Rc::new(after.clone()),
                changes: Rc::new(changes.clone()),
                barriers: Rc::new(versions.barriers.clone()),
                alone: self.alone,
                jvms: confirm::Jvms::of(self.old, self.new, self.names),
                replay: job.replay,
                effort: job.effort,
                deadline: self.deadline,
            },
            |comparing, _, method| {
                let begun = Instant::now();
                let settled = match role {
                    DiffRole::Edited if self.methods.is_proved(*method, proved) => Settled::new(DiffVerdict::Same),
                    _ if run::is_over(self.deadline) => cut(),
                    _ => comparing.settle(*method, &self.methods.parts(*method), role),
                };
                // Each is counted by the shard that has it.
                let jobs = std::mem::take(&mut comparing.jvms.asked);
                if self.part.is_none_or(|part| part.has(*method)) {
                    asked.fetch_add(jobs, Ordering::Relaxed);
                }
                progress.done(&versions.program.method_label(*method));
                (settled, begun.elapsed())
            },
        );
        progress.end();
        let mut unknown = Vec::new();
        for (method, mut done) in methods.iter().zip(done) {
            if let Some(Ok((settled, _))) = &mut done {
                shown.append(&mut settled.shown);
            }
            let compared = self.compared(*method, role, done);
            if compared.verdict == DiffVerdict::Unknown {
                unknown.push(*method);
            }
            report.methods.push(compared);
        }
        unknown
    }

    fn compared(&self, method: MethodId, role: DiffRole, done: Done<(Settled, Duration)>) -> ComparedMethod {
        let program = &self.versions.program;
        let (settled, time) = match done {
            Some(Ok(done)) => done,
            Some(Err(failure)) => {
                let reason = DiffReason { kind: DiffReasonKind::Ended, text: failure.to_string() };
                (Settled { reasons: vec![reason], ..Settled::new(DiffVerdict::Unknown) }, Duration::ZERO)
            }
            None => (cut(), Duration::ZERO),
        };
        let Settled { verdict, changes, shown: _, paths, reasons } = settled;
        let info = program.method(method);
        let name = (&**program.class_name(info.class), &*info.name, &*info.descriptor);
        let own = self.new.program.method_by_name(name);
        ComparedMethod {
            class: crate::classfile::java_name(name.0),
            method: name.1.to_owned(),
            descriptor: name.2.to_owned(),
            source_file: own.and_then(|own| source_path(&self.new.program, own)),
            lines: lines_of(self.new, name),
            old_lines: lines_of(self.old, name),
            is_public: edited::is_public(program, method),
            role,
            verdict,
            changes,
            paths,
            reasons,
            time_ms: time.as_secs_f64() * 1000.0,
        }
    }
}

/// Those of methods that have changed, as is known of each.
fn changed_of(methods: &[MethodId], known: &[ComparedMethod]) -> Vec<MethodId> {
    let is_changed = |(_, method): &(&MethodId, &ComparedMethod)| method.verdict == DiffVerdict::Changed;
    methods.iter().zip(known).filter(is_changed).map(|(id, _)| *id).collect()
}

/// The lines of a method in one version.
fn lines_of(workspace: &Workspace, name: (&str, &str, &str)) -> Option<SourceLines> {
    let program = &workspace.program;
    let code = program.code_with_lines(program.method_by_name(name)?)?;
    let lines = || code.lines.iter().map(|(_, line)| *line);
    Some(SourceLines { first: lines().min()?, last: lines().max()? })
}

/// Of a method that the run's end left out.
fn cut() -> Settled {
    let ending = run::ending(None).unwrap_or(run::Ending::Time);
    let reason = DiffReason { kind: DiffReasonKind::Ended, text: ending.to_string() };
    Settled { reasons: vec![reason], ..Settled::new(DiffVerdict::Unknown) }
}
