//! `invariants`: what always holds of the objects of classes.

use super::reason::{Cause, Reason};
use crate::classfile::java_name;
use crate::exec::{Atom, ClassInvariants, Invariant, NumberRelation, Operand};
use crate::explore::Exhausted;
use crate::invariant::{EntryObstacle, Gap, Inferred, owned_or_replaced_fields, owned_statics};
use crate::program::{ClassId, FieldId, MethodId, Program, ReferenceType};
use crate::report::{
    EntryReport, InvariantCondition, InvariantReport, InvariantsReport, JobError, KnownClass, KnownStatics, Progress,
    Quantity,
};
use crate::run::{self, AnalysisFailure, Ending, Run};
use crate::session::Job;
use crate::session::invariants::Library;
use crate::session::threads::{Done, for_each};
use crate::session::workspace::Workspace;
use std::time::Instant;

/// Infers the invariants of the classes that a job selects.
///
/// # Errors
/// When nothing can be analysed; problems with single inputs are in the report.
pub fn invariants(job: &Job, progress: &dyn Progress) -> Result<InvariantsReport, JobError> {
    let started = Instant::now();
    let _run = Run::begin(job.timeout, job.memory, job.isolation);
    let workspace = Workspace::open(job)?.with_resources();
    let library = Library::of(&workspace, job.arithmetic);
    let program = &workspace.program;
    let classes = &workspace.selected;
    let open: Vec<ClassId> = classes.iter().copied().filter(|class| has_fields(program, *class)).collect();
    progress.begin(open.len());
    let infer = |(): &mut (), _: usize, class: &ClassId| {
        let inferred = (library.inferred(*class), library.inferred_statics(*class));
        progress.done(&java_name(program.class_name(*class)));
        inferred
    };
    let done = for_each(job.jobs, &open, || (), infer);
    progress.end();
    let known = open.iter().zip(done).map(|(class, done)| told(program, *class, done));
    let mut report = InvariantsReport { classes: known.collect(), ..InvariantsReport::default() };
    report.problems.clone_from(&workspace.problems);
    report.sum_up(classes.len());
    report.totals.time_ms = started.elapsed().as_secs_f64() * 1000.0;
    Ok(report)
}

/// Whether something could be known of a class.
fn has_fields(program: &Program, class: ClassId) -> bool {
    !owned_or_replaced_fields(program, class).is_empty() || !owned_statics(program, class).is_empty()
}

/// What is known of a class, for the report.
fn told(program: &Program, class: ClassId, done: Done<(Inferred, Inferred)>) -> KnownClass {
    let ended = |ending| Reason::from(Cause::Exhausted(Exhausted::Ended(ending)));
    let ((inferred, statics), failure) = match done {
        Some(Ok(inferred)) => (inferred, None),
        Some(Err(AnalysisFailure::Ended(ending))) => (Default::default(), Some(ended(ending))),
        Some(Err(AnalysisFailure::Panicked(why))) => (Default::default(), Some(Cause::AnalysisFailed(why).into())),
        None => (Default::default(), Some(ended(run::ending(None).unwrap_or(Ending::Time)))),
    };
    let statics_known = KnownStatics {
        fields: owned_statics(program, class).iter().map(|field| name(program, *field)).collect(),
        invariants: conditions(program, &statics.invariants),
        entries: statics.entries.iter().map(|method| entry(program, *method)).collect(),
    };
    let reasons = inferred.gaps.iter().chain(&statics.gaps).map(|gap| reason(program, gap)).chain(failure);
    KnownClass {
        class: java_name(program.class_name(class)),
        fields: owned_or_replaced_fields(program, class).iter().map(|field| name(program, *field)).collect(),
        invariants: conditions(program, &inferred.invariants),
        entries: inferred.entries.iter().map(|method| entry(program, *method)).collect(),
        statics: statics_known,
        reasons: reasons.map(|reason| reason.told()).collect(),
    }
}

fn entry(program: &Program, method: MethodId) -> EntryReport {
    let info = program.method(method);
    EntryReport {
        class: java_name(program.class_name(info.class)),
        method: info.name.to_string(),
        descriptor: info.descriptor.to_string(),
    }
}

fn reason(program: &Program, gap: &Gap) -> Reason {
    match gap {
        Gap::Constants => Cause::ConstantsOfAnEnum.into(),
        Gap::Finalizer => Cause::Finalizer.into(),
        Gap::ManyEntries(count) => Cause::ManyEntries(*count).into(),
        Gap::Ended(ending) => Cause::Exhausted(Exhausted::Ended(*ending)).into(),
        Gap::Entry(method, obstacle) => {
            let cause = match obstacle {
                EntryObstacle::Stopped(reason) => Cause::Stopped(reason.clone()),
                EntryObstacle::Exhausted(exhausted) => Cause::Exhausted(*exhausted),
                EntryObstacle::Qualified(caveat) => Cause::Qualified(caveat.clone()),
            };
            Reason { cause, paths: 0, place: Some(program.method_label(*method)) }
        }
    }
}

fn name(program: &Program, field: FieldId) -> String {
    program.field(field).name.to_string()
}

/// The conditions of a class, with what its fields refer to exactly.
fn conditions(program: &Program, known: &ClassInvariants) -> Vec<InvariantReport> {
    let of_invariant = |invariant: &Invariant| InvariantReport {
        text: invariant.told(program),
        any_of: invariant.0.iter().map(|atom| condition(program, *atom)).collect(),
    };
    let of_exact = |(field, exactly): &(FieldId, ReferenceType)| {
        let (field, exactly) = (name(program, *field), program.type_name(*exactly));
        let text = format!("{field} == null || {field}.getClass() == {}.class", java_name(&exactly));
        InvariantReport { text, any_of: vec![InvariantCondition::Exactly { field, class: exactly.replace('/', ".") }] }
    };
    known.conditions.iter().map(of_invariant).chain(known.exact.iter().map(of_exact)).collect()
}

fn condition(program: &Program, atom: Atom) -> InvariantCondition {
    match atom {
        Atom::Null(field) => InvariantCondition::Null { field: name(program, field) },
        Atom::NotNull(field) => InvariantCondition::NotNull { field: name(program, field) },
        Atom::Objects(array, count) => {
            InvariantCondition::Objects { array: name(program, array), count: name(program, count) }
        }
        Atom::Compare(left, comparison, right) => InvariantCondition::Compare {
            left: quantity(program, left),
            comparison: NumberRelation::to_string(&comparison),
            right: quantity(program, right),
        },
    }
}

fn quantity(program: &Program, operand: Operand) -> Quantity {
    match operand {
        Operand::Field(field) => Quantity::Field(name(program, field)),
        Operand::Length(field) => Quantity::Length(name(program, field)),
        Operand::Ordinal(field) => Quantity::Ordinal(name(program, field)),
        Operand::Size(field) => Quantity::Size(name(program, field)),
        Operand::Difference(left, right) => Quantity::Difference(name(program, left), name(program, right)),
        Operand::Constant(value) => Quantity::Constant(value),
    }
}
