//! Mutants that all tests pass with: are they a gap of the tests, or do they do what the original does? Both bodies of the
//! method are compared.

use super::MutateJob;
use super::subject::{Subject as Mutated, Subjects};
use crate::mutation::Mutant;
use crate::program::{MethodId, Program};
use crate::report::{JobError, MutantReport, MutantStatus};
use crate::session::Job;
use crate::session::check::input::input_text;
use crate::session::equivalence::{Comparer, Comparison};
use crate::session::threads::on_threads;
use crate::session::workspace::Workspace;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A survivor: its place among the mutants, its class, and itself.
type Survivor<'a> = (usize, &'a Mutated, &'a Mutant);

/// What a comparison tells: the status, and why or on which input.
type Judgement = (MutantStatus, Option<String>);

/// Compares the methods of all survivors with what they were.
///
/// # Errors
/// When the classes cannot be analysed; the survivors stay what they are.
pub(super) fn judge(
    subjects: &Subjects,
    job: &MutateJob,
    deadline: Option<Instant>,
    reports: &mut [MutantReport],
) -> Result<(), JobError> {
    let mutants = subjects.subjects.iter().flat_map(|subject| subject.mutants.iter().map(move |it| (subject, it)));
    let is_survivor = |at: usize| reports.get(at).is_some_and(|report| report.status == MutantStatus::Survived);
    let survivors: Vec<Survivor<'_>> = mutants
        .enumerate()
        .filter(|(at, _)| is_survivor(*at))
        .map(|(at, (subject, mutant))| (at, subject, mutant))
        .collect();
    if survivors.is_empty() {
        return Ok(());
    }
    let (paths, class_path) = (job.paths.clone(), job.class_path.clone());
    let workspace = Workspace::open(&Job { paths, class_path, ..Job::default() })?;
    let same_method =
        |left: &Survivor<'_>, right: &Survivor<'_>| left.2.class == right.2.class && left.2.method == right.2.method;
    let methods: Vec<&[Survivor<'_>]> = survivors.chunk_by(same_method).collect();
    let next = AtomicUsize::new(0);
    let judgements: Mutex<Vec<(usize, Judgement)>> = Mutex::default();
    let work = || {
        while let Some(mutants) = methods.get(next.fetch_add(1, Ordering::Relaxed)) {
            let judged = judge_method(&workspace, mutants, deadline);
            judgements.lock().unwrap_or_else(PoisonError::into_inner).extend(judged);
        }
    };
    on_threads(job.jobs.clamp(1, methods.len()), &work);
    for (at, (status, reason)) in judgements.into_inner().unwrap_or_else(PoisonError::into_inner) {
        if let Some(report) = reports.get_mut(at) {
            (report.status, report.reason) = (status, reason);
        }
    }
    Ok(())
}

/// Compares a method with each of its surviving mutants.
fn judge_method(workspace: &Workspace, mutants: &[Survivor<'_>], deadline: Option<Instant>) -> Vec<(usize, Judgement)> {
    let Workspace { program, calls, .. } = workspace;
    let mut judged = Vec::new();
    let Some((_, _, first)) = mutants.first() else { return judged };
    let Some(method) = program.method_by_name((&first.class, &first.method.0, &first.method.1)) else { return judged };
    let mut comparer = Comparer::new(program, calls);
    for (at, subject, mutant) in mutants {
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            let reason = "not compared with the original: the time is over".to_owned();
            judged.push((*at, (MutantStatus::Survived, Some(reason))));
            continue;
        }
        let comparison = match mutant.apply(&subject.bytes) {
            Err(reason) => Comparison::Unknown(reason),
            Ok(changed) => comparer.compare(method, &changed),
        };
        judged.push((*at, judgement(program, method, comparison)));
    }
    judged
}

fn judgement(program: &Program, method: MethodId, comparison: Comparison) -> Judgement {
    match comparison {
        Comparison::Equivalent => (MutantStatus::Equivalent, None),
        Comparison::Unknown(reason) => (MutantStatus::Survived, Some(format!("may be equivalent: {reason}"))),
        Comparison::Differs(difference) => {
            let input = input_text(program, method, &difference.case, &program.parameter_names(method, "p"));
            let reason = if input.is_empty() { "differs always".to_owned() } else { format!("differs for {input}") };
            (MutantStatus::Survived, Some(reason))
        }
    }
}
