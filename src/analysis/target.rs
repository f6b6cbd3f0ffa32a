//! Targets and entries as the command line names them, and the instructions and methods that they mean.

mod exceptions;

use crate::classfile::{java_name, simple_name};
use crate::graph::{Target, TargetEvent};
use crate::program::{ClassId, Linkage, MethodId, Program, is_desugared};
use crate::report::{JobError, method_label, nearest_names};
use crate::session::workspace::Workspace;
pub(super) use exceptions::made_to_be_thrown;
use exceptions::{asserting, places_below, raising};
use std::str::FromStr;

/// Where exceptions are looked for that are named without their package.
const PACKAGES_OF_EXCEPTIONS: [&str; 3] = ["java/lang", "java/util", "java/io"];
/// How many alternatives a message names.
const MOST_NAMED: usize = 6;

/// What is to be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TargetSpec {
    /// `C.m:LINE`: any instruction of this line of a method.
    Line(String, u16),
    /// `C.m@OFFSET`: the instruction at this byte offset of a method's code.
    Offset(String, u32),
    /// `assert`: an `assert` that fails, in what the entry may call.
    Assert,
    /// `throw:EXCEPTION`: the entry ends by this exception or one of its subclasses.
    Throw(String),
}

impl FromStr for TargetSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("`{text}` is no target; these are: C.m:LINE, C.m@OFFSET, assert, throw:EXCEPTION");
        if text == "assert" {
            return Ok(TargetSpec::Assert);
        }
        if let Some(exception) = text.strip_prefix("throw:") {
            return if exception.is_empty() { Err(unknown()) } else { Ok(TargetSpec::Throw(exception.to_owned())) };
        }
        if let Some((method, line)) = text.rsplit_once(':')
            && let (true, Ok(line)) = (is_method_name(method), line.parse())
        {
            return Ok(TargetSpec::Line(method.to_owned(), line));
        }
        match text.rsplit_once('@') {
            Some((method, offset)) if is_method_name(method) => {
                let offset = offset.parse().map_err(|_| unknown())?;
                Ok(TargetSpec::Offset(method.to_owned(), offset))
            }
            _ => Err(unknown()),
        }
    }
}

impl std::fmt::Display for TargetSpec {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            TargetSpec::Line(method, line) => write!(formatter, "{method}:{line}"),
            TargetSpec::Offset(method, offset) => write!(formatter, "{method}@{offset}"),
            TargetSpec::Assert => formatter.write_str("assert"),
            TargetSpec::Throw(exception) => write!(formatter, "throw:{exception}"),
        }
    }
}

/// Whether a text can name a method with its class.
fn is_method_name(text: &str) -> bool {
    let bare = text.split('(').next().unwrap_or(text);
    matches!(bare.rsplit_once('.'), Some((class, method)) if !class.is_empty() && !method.is_empty())
}

/// The entry and the places of a target. Without an entry, a line and an offset are reached from their own method, and the
/// others from `main`, where there is one.
///
/// # Errors
/// In one line, when a name means nothing or more than one thing, a line has no code, or nothing that the entry may call
/// can be the target.
pub(super) fn resolve(
    workspace: &Workspace,
    target: &TargetSpec,
    entry: Option<&str>,
) -> Result<(MethodId, Target), JobError> {
    let place = match target {
        TargetSpec::Line(method, line) => Some(line_of(workspace, method, *line)?),
        TargetSpec::Offset(method, offset) => Some(instruction_at(workspace, method, *offset)?),
        TargetSpec::Assert | TargetSpec::Throw(_) => None,
    };
    let entry = match (entry, &place) {
        (Some(named), _) => entry_named(workspace, named)?,
        (None, Some((method, _))) if is_entry(&workspace.program, *method) => *method,
        (None, _) => only_main(workspace)?,
    };
    let is_selected =
        |method: MethodId| workspace.selected.binary_search(&workspace.program.method(method).class).is_ok();
    let target = match (place, target) {
        (Some((method, instructions)), _) => Target {
            places: instructions.into_iter().map(|instruction| (method, instruction)).collect(),
            event: TargetEvent::Executed,
        },
        (None, TargetSpec::Throw(name)) => {
            let exception = exception_named(workspace, name)?;
            let places = places_below(workspace, entry, |code| raising(&workspace.program, code, exception));
            Target { places, event: TargetEvent::Escapes(exception) }
        }
        (None, _) => {
            let mut places = places_below(workspace, entry, asserting);
            places.retain(|(method, _)| is_selected(*method));
            Target { places, event: TargetEvent::Executed }
        }
    };
    if target.places.is_empty() {
        let label = labelled(&workspace.program, entry);
        let what = match target.event {
            TargetEvent::Executed => "has an `assert`".to_owned(),
            TargetEvent::Escapes(class) => format!("can throw {}", java_name(workspace.program.class_name(class))),
        };
        return Err(JobError::Input(format!("nothing that {label} may call {what}")));
    }
    Ok((entry, target))
}

/// The method and the instructions of a line or an offset.
///
/// # Errors
/// In one line, when a name means nothing or more than one thing, a line has no code, or the target is no place.
pub(super) fn place(workspace: &Workspace, target: &TargetSpec) -> Result<(MethodId, Vec<u32>), JobError> {
    match target {
        TargetSpec::Line(method, line) => line_of(workspace, method, *line),
        TargetSpec::Offset(method, offset) => instruction_at(workspace, method, *offset),
        TargetSpec::Assert | TargetSpec::Throw(_) => Err(JobError::Input(format!("`{target}` is no place"))),
    }
}

/// A method that an exploration can begin with, by name.
///
/// # Errors
/// In one line, when there is none or more than one.
fn entry_named(workspace: &Workspace, name: &str) -> Result<MethodId, JobError> {
    let program = &workspace.program;
    let found: Vec<MethodId> =
        methods_named(workspace, name)?.into_iter().filter(|method| is_entry(program, *method)).collect();
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(JobError::Input(format!("`{name}` is a class initialiser: no program can begin with it"))),
        several => Err(ambiguous(program, &format!("the entry `{name}`"), several)),
    }
}

fn only_main(workspace: &Workspace) -> Result<MethodId, JobError> {
    let program = &workspace.program;
    let found: Vec<MethodId> = selected_candidates(workspace).filter(|method| is_main(program, *method)).collect();
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(JobError::Input("there is no `main`: name the method to begin with by --entry".into())),
        several => Err(ambiguous(program, "the entry `main`", several)),
    }
}

/// Whether a method is the beginning of a program.
pub(super) fn is_main(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    info.flags.is_static()
        && info.flags.is_public()
        && &*info.name == "main"
        && &*info.descriptor == "([Ljava/lang/String;)V"
}

fn is_entry(program: &Program, method: MethodId) -> bool {
    &*program.method(method).name != "<clinit>"
}

fn ambiguous(program: &Program, what: &str, methods: &[MethodId]) -> JobError {
    let mut names: Vec<String> =
        methods.iter().take(MOST_NAMED).map(|method| format!("`{}`", labelled(program, *method))).collect();
    if methods.len() > MOST_NAMED {
        names.push(format!("{} more", methods.len() - MOST_NAMED));
    }
    let last = names.pop().unwrap_or_default();
    JobError::Input(format!("{what} can be {} or {last}: name one of them", names.join(", ")))
}

/// A method as messages name it, and as it can be named: `p.C.m(int,String)`.
pub(super) fn labelled(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    method_label(&java_name(&program.class(info.class).name), &info.name, &info.descriptor)
}

/// The methods with code of the class path.
fn candidates(workspace: &Workspace) -> impl Iterator<Item = MethodId> + '_ {
    let program = &workspace.program;
    let classes = program.user_classes().filter(|(_, class)| !is_desugared(&class.name));
    classes.flat_map(|(_, class)| class.methods.iter().copied()).filter(|method| program.code(*method).is_some())
}

/// Those of them that are answered for.
fn selected_candidates(workspace: &Workspace) -> impl Iterator<Item = MethodId> + '_ {
    let program = &workspace.program;
    let methods = workspace.selected.iter().flat_map(|class| program.class(*class).methods.iter().copied());
    methods.filter(|method| program.code(*method).is_some())
}

/// The methods of a name, of the classes that are answered for, else of others on the class path: `m`, `C.m`, `p.C.m`, each with its parameter types (`C.m(int,String)`) or its descriptor after it
/// where it is overloaded.
fn methods_named(workspace: &Workspace, name: &str) -> Result<Vec<MethodId>, JobError> {
    let program = &workspace.program;
    let is_named = |method: &MethodId| {
        let fits = |parameters: &str| {
            let info = program.method(*method);
            info.descriptor.starts_with(parameters) || labelled(program, *method).ends_with(parameters)
        };
        workspace.named(*method, name).is_some_and(|parameters| fits(&parameters.replace(' ', "")))
    };
    let mut found: Vec<MethodId> = selected_candidates(workspace).filter(is_named).collect();
    if found.is_empty() {
        found = candidates(workspace).filter(is_named).collect();
    }
    if found.is_empty() {
        let bare = name.split('(').next().unwrap_or(name);
        if let Some((owner, _)) = bare.rsplit_once('.') {
            refuse_unknown_class(workspace, owner)?;
        }
        let labels: Vec<String> = candidates(workspace).map(|method| labelled(program, method)).collect();
        // What is in parentheses makes no name nearer.
        let plain = |label: &str| label.split('(').next().unwrap_or_default().to_owned();
        let names: Vec<String> = labels.iter().map(|label| plain(label)).collect();
        let nearest = nearest_names(&plain(name), names.iter().map(String::as_str));
        let of_name = |near: &String| labels.iter().filter(|label| plain(label) == *near).cloned().collect::<Vec<_>>();
        let suggestions = nearest.iter().flat_map(of_name).collect();
        return Err(JobError::Unknown { kind: "method", name: name.to_owned(), suggestions });
    }
    Ok(found)
}

/// Refuses what no class of the class path is called.
fn refuse_unknown_class(workspace: &Workspace, asked: &str) -> Result<(), JobError> {
    let classes = || workspace.program.user_classes().filter(|(_, class)| !is_desugared(&class.name));
    if classes().any(|(class, _)| workspace.is_called(class, asked)) {
        return Ok(());
    }
    let names: Vec<String> = classes().map(|(_, class)| java_name(&class.name)).collect();
    let suggestions = nearest_names(asked, names.iter().map(String::as_str));
    Err(JobError::Unknown { kind: "class", name: asked.to_owned(), suggestions })
}

fn line_of(workspace: &Workspace, name: &str, line: u16) -> Result<(MethodId, Vec<u32>), JobError> {
    let program = &workspace.program;
    let methods = methods_named(workspace, name)?;
    let of_line = |method: &MethodId| {
        let code = program.code(*method)?;
        let count = u32::try_from(code.instructions.len()).ok()?;
        let found: Vec<u32> = (0..count).filter(|position| code.line(*position) == Some(line)).collect();
        (!found.is_empty()).then_some((*method, found))
    };
    let found: Vec<(MethodId, Vec<u32>)> = methods.iter().filter_map(of_line).collect();
    match found.as_slice() {
        [only] => Ok(only.clone()),
        [] => Err(JobError::Input(no_line(workspace, name, line, &methods))),
        several => {
            let methods: Vec<MethodId> = several.iter().map(|(method, _)| *method).collect();
            Err(ambiguous(program, &format!("the target `{name}`"), &methods))
        }
    }
}

/// Why a line is no target.
fn no_line(workspace: &Workspace, name: &str, line: u16, methods: &[MethodId]) -> String {
    let program = &workspace.program;
    let lines_of = |method: MethodId| program.code(method).map_or(&[][..], |code| code.lines.as_slice());
    let mut lines: Vec<u16> = methods.iter().flat_map(|method| lines_of(*method)).map(|(_, line)| *line).collect();
    lines.sort_unstable();
    lines.dedup();
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else {
        return format!("{name} has no line numbers: compile it with them, or name a byte offset ({name}@0)");
    };
    let classes: Vec<ClassId> = methods.iter().map(|method| program.method(*method).class).collect();
    let holder = candidates(workspace)
        .filter(|method| classes.contains(&program.method(*method).class))
        .find(|method| lines_of(*method).iter().any(|(_, own)| *own == line));
    let advice = match holder {
        Some(holder) => format!("it is one of {}", labelled(program, holder)),
        None => format!("there is code in lines {first} to {last}"),
    };
    format!("line {line} of {name} has no code; {advice}")
}

fn instruction_at(workspace: &Workspace, name: &str, offset: u32) -> Result<(MethodId, Vec<u32>), JobError> {
    let program = &workspace.program;
    let methods = methods_named(workspace, name)?;
    let [method] = methods.as_slice() else {
        return Err(ambiguous(program, &format!("the target `{name}`"), &methods));
    };
    let instructions = program.code(*method).map_or(&[][..], |code| code.instructions.as_slice());
    let after = instructions.partition_point(|decoded| decoded.offset < offset);
    match instructions.get(after) {
        Some(decoded) if decoded.offset == offset => Ok((*method, vec![u32::try_from(after).unwrap_or(u32::MAX)])),
        _ => {
            let before = after.checked_sub(1).and_then(|at| instructions.get(at)).map_or(0, |decoded| decoded.offset);
            Err(JobError::Input(format!(
                "no instruction of {name} is at offset {offset}; the one before is at {before}"
            )))
        }
    }
}

/// The class of an exception by its name; without its package, one of the class path or of the JDK's usual packages.
fn exception_named(workspace: &Workspace, name: &str) -> Result<ClassId, JobError> {
    let program = &workspace.program;
    let internal = name.replace('.', "/");
    let users = || program.user_classes().map(|(id, _)| id).find(|class| workspace.is_called(*class, name));
    let of_jdk = || {
        let names = PACKAGES_OF_EXCEPTIONS.iter().map(|package| format!("{package}/{internal}"));
        let mut names = std::iter::once(internal.clone()).chain(names);
        names.find_map(|name| program.class_by_name(&name).filter(|class| is_known(program, *class)))
    };
    let found = users().or_else(of_jdk);
    let Some(found) = found else {
        let throwable = program.class_by_name("java/lang/Throwable");
        let known = program
            .linked()
            .filter(|class| throwable.is_some_and(|throwable| program.is_subclass(*class, throwable) == Some(true)));
        let names: Vec<String> = known.map(|class| java_name(program.class_name(class))).collect();
        let suggestions = nearest_names(name, names.iter().map(String::as_str));
        return Err(JobError::Unknown { kind: "exception", name: name.to_owned(), suggestions });
    };
    let throwable = program.class_by_name("java/lang/Throwable");
    if throwable.is_some_and(|throwable| program.is_subclass(found, throwable) == Some(false)) {
        let class = simple_name(program.class_name(found));
        return Err(JobError::Input(format!("`{name}` is no target: {class} is no exception")));
    }
    let of_machine = program.class_by_name("java/lang/VirtualMachineError");
    if of_machine.is_some_and(|class| program.is_subclass(found, class) == Some(true)) {
        return Err(JobError::Input(format!("`{name}` is no target: what a JVM's resources allow is not explored")));
    }
    Ok(found)
}

/// Whether a class is more than a name.
fn is_known(program: &Program, class: ClassId) -> bool {
    !matches!(program.class(class).linkage, Linkage::Missing)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn targets_are_written_as_they_are_read() {
        for text in ["C.m:42", "p.C.m(int,String):7", "p.C$D.<init>@0", "assert", "throw:java.lang.Error", "throw:E"] {
            assert_eq!(text.parse::<TargetSpec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_target_is_refused_in_one_line() {
        for text in ["", "C.m", "m:3", "C.m:", "C.m:x", "C.m:70000", "C.m@-1", "throw:", ".m:3", "C.:3", "asserts"] {
            let refusal = text.parse::<TargetSpec>().unwrap_err();
            assert!(refusal.contains(text) && !refusal.contains('\n'), "{refusal}");
        }
    }
}
