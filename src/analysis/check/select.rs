//! Which methods are checked.

use super::CheckJob;
use crate::program::{ClassId, MethodId, Program};
use crate::report::{JobError, nearest_names};
use crate::session::workspace::Workspace;

/// The methods that a job asks for, in class and source order: of the selected classes every method and constructor that a
/// caller could call and that a person wrote; by name, private ones too.
///
/// # Errors
/// When nothing has such a name.
pub(in crate::analysis) fn methods(workspace: &Workspace, job: &CheckJob) -> Result<Vec<MethodId>, JobError> {
    let program = &workspace.program;
    let asked = job.entry.as_ref().or(job.job.method.as_ref());
    let candidates: Vec<MethodId> = workspace
        .selected
        .iter()
        .copied()
        .filter(|class| !program.class(*class).flags.is_synthetic())
        .flat_map(|class| program.class(class).methods.iter().copied())
        .filter(|method| is_checkable(program, *method))
        .collect();
    let Some(asked) = asked else {
        return Ok(candidates.into_iter().filter(|method| !program.method(*method).flags.is_private()).collect());
    };
    let is_asked = |method: &MethodId| workspace.named(*method, asked).is_some();
    let selected: Vec<MethodId> = candidates.iter().copied().filter(is_asked).collect();
    if selected.is_empty() {
        let labels: Vec<String> = candidates.iter().map(|method| program.method_label(*method)).collect();
        return Err(JobError::Unknown {
            kind: "method",
            name: asked.clone(),
            suggestions: nearest_names(asked, labels.iter().map(String::as_str)),
        });
    }
    Ok(selected)
}

fn is_checkable(program: &Program, method: MethodId) -> bool {
    is_written(program, method) && !is_enum_method(program, program.method(method).class, method)
}

/// Whether a person wrote a method, and it runs when it is called.
pub(in crate::analysis) fn is_written(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_made_by_compiler = info.flags.is_synthetic() || info.flags.is_bridge();
    program.code(method).is_some() && &*info.name != "<clinit>" && !is_made_by_compiler
}

/// `values` and `valueOf` of an enum, which the compiler writes.
fn is_enum_method(program: &Program, class: ClassId, method: MethodId) -> bool {
    let info = program.method(method);
    let name = &program.class(class).name;
    program.class(class).is_enum()
        && match &*info.name {
            "values" => *info.descriptor == *format!("()[L{name};"),
            "valueOf" => *info.descriptor == *format!("(Ljava/lang/String;)L{name};"),
            _ => false,
        }
}
