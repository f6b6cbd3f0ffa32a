//! Mutants that all tests pass with: are they a gap of the tests, or do they do what the original does? Both bodies of the
//! method are compared.

use super::MutateJob;
use super::subject::{Subject as Mutated, Subjects};
use crate::equivalence::{BodyEquivalence, Comparer};
use crate::input::input_text;
use crate::mutation::Mutant;
use crate::program::{MethodId, Program};
use crate::report::{JobError, MutantReport, MutantStatus};
use crate::run;
use crate::session::Job;
use crate::session::threads::for_each;
use crate::session::workspace::Workspace;
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
    let workspace = Workspace::open(&Job { paths, class_path, ..Job::default() })?.with_resources();
    let same_method =
        |left: &Survivor<'_>, right: &Survivor<'_>| left.2.class == right.2.class && left.2.method == right.2.method;
    let methods: Vec<&[Survivor<'_>]> = survivors.chunk_by(same_method).collect();
    let judged = for_each(job.jobs, &methods, || (), |(), _, mutants| judge_method(&workspace, mutants, deadline));
    let judgements = methods.iter().zip(judged).flat_map(|(mutants, judged)| match judged {
        Some(Ok(judged)) => judged,
        Some(Err(failure)) => not_compared(mutants, &failure.to_string()),
        None => not_compared(mutants, "the time is over"),
    });
    for (at, (status, reason)) in judgements {
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
        if run::is_over(deadline) {
            judged.extend(not_compared(std::slice::from_ref(&(*at, *subject, *mutant)), "the time is over"));
            continue;
        }
        let comparison = match mutant.apply(&subject.bytes) {
            Err(reason) => BodyEquivalence::Unknown(reason),
            Ok(changed) => comparer.compare(method, &changed),
        };
        judged.push((*at, judgement(program, method, comparison)));
    }
    judged
}

/// Survivors that stay what they are, and why.
fn not_compared(mutants: &[Survivor<'_>], why: &str) -> Vec<(usize, Judgement)> {
    let reason = format!("not compared with the original: {why}");
    mutants.iter().map(|(at, ..)| (*at, (MutantStatus::Survived, Some(reason.clone())))).collect()
}

fn judgement(program: &Program, method: MethodId, comparison: BodyEquivalence) -> Judgement {
    match comparison {
        BodyEquivalence::Equivalent => (MutantStatus::Equivalent, None),
        BodyEquivalence::Unknown(reason) => (MutantStatus::Survived, Some(format!("may be equivalent: {reason}"))),
        BodyEquivalence::Differs(difference) => {
            let input = input_text(program, method, &difference.case, &program.parameter_names(method, "p"));
            let reason = if input.is_empty() { "differs always".to_owned() } else { format!("differs for {input}") };
            (MutantStatus::Survived, Some(reason))
        }
    }
}
