//! Mutants that all tests pass with: are they a gap of the tests, or do they do what the original does? Their methods are
//! compared with the originals, for every input.

use super::subject::Subjects;
use crate::classfile::{ClassFile, Jdk};
use crate::graph::CallGraph;
use crate::mutation::Mutant;
use crate::program::{MethodId, Program};
use crate::report::{MutantReport, MutantStatus};
use crate::session::check::input::input_text;
use crate::session::check::work::STACK_BYTES;
use crate::session::equivalence::{Comparer, Comparison};
use crate::session::view::parameter_names;
use std::sync::Arc;
use std::time::Instant;

/// Settles what survives: proved equivalent, or noticed by an input that is named, or neither. The reports are those of the
/// subjects' mutants, in their order.
pub(super) fn settle(
    classes: Vec<Arc<ClassFile>>,
    subjects: &Subjects,
    reports: &mut [MutantReport],
    deadline: Option<Instant>,
) {
    let mutants = subjects.subjects.iter().flat_map(|subject| subject.mutants.iter().map(move |it| (subject, it)));
    let survivors: Vec<_> = mutants
        .zip(reports)
        .filter(|(_, report)| report.status == MutantStatus::Survived)
        .map(|((subject, mutant), report)| (subject, mutant, report))
        .collect();
    if survivors.is_empty() {
        return;
    }
    let work = move || {
        let program = Program::link_with(classes, Jdk::find());
        let calls = CallGraph::of(&program);
        let mut comparer = Comparer::new(&program, &calls);
        for (subject, mutant, report) in survivors {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                report.reason = Some("the time for comparing it with the original is over".into());
                continue;
            }
            let (Some(method), Ok(changed)) = (method_of(&program, mutant), mutant.apply(&subject.bytes)) else {
                continue;
            };
            match comparer.compare(method, &changed) {
                Comparison::Equivalent => {
                    report.status = MutantStatus::Equivalent;
                    report.reason = Some("proved: for every input it does what the original does".into());
                }
                Comparison::Unknown(reason) => report.reason = Some(format!("not proved equivalent: {reason}")),
                Comparison::Differs(difference) => {
                    let parameters = parameter_names(&program, method, "p");
                    let input = input_text(&program, method, &difference.case, &parameters);
                    report.reason = Some(format!("it differs when {input}"));
                }
            }
        }
    };
    // Deep terms recurse.
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        // Without another thread they stay survivors, which is what they are.
        drop(spawned);
    });
}

fn method_of(program: &Program, mutant: &Mutant) -> Option<MethodId> {
    let class = program.class_by_name(&mutant.class)?;
    program.class(class).methods.iter().copied().find(|method| {
        let info = program.method(*method);
        info.name == mutant.method.0 && info.descriptor == mutant.method.1
    })
}
