//! Which assertions there are, and the methods from which each is to be proved.

use super::super::target::{TargetSpec, made_to_be_thrown, place};
use super::{ProveJob, ProveProperty};
use crate::backward::{BackwardTarget, Occasion};
use crate::classfile::{ClassName, Code, Instruction, InvokeKind, ValueKind, java_name, simple_name};
use crate::graph::successors;
use crate::program::{MethodId, Program, is_desugared};
use crate::report::{JobError, ProofSubject};
use crate::session::workspace::Workspace;
use rustc_hash::FxHashSet;

const ERROR: &str = "java/lang/AssertionError";

/// An assertion with the methods that executions of it begin with.
#[derive(Clone, Debug)]
pub(in crate::analysis) struct Assertion {
    /// What must not happen.
    pub(in crate::analysis) target: BackwardTarget,
    /// What that is.
    pub(in crate::analysis) subject: ProofSubject,
    /// Whether the question is if its place is reached. Else it is what comes of it: the exception that leaves a root.
    pub(in crate::analysis) is_place: bool,
    /// The methods that a caller can call and that lead to it: its own, unless that is private.
    pub(in crate::analysis) roots: Vec<MethodId>,
    /// Whether nothing leads to it but the roots. Else its own method may be called with anything.
    pub(in crate::analysis) is_closed: bool,
}

/// Keeps the assertions of a target: those at its line or instruction, or by which its exception is thrown. Where a line or an
/// instruction has none, it is itself what is asked about.
///
/// # Errors
/// In one line, when the target means nothing, or no assertion.
pub(super) fn only(
    workspace: &Workspace,
    job: &ProveJob,
    target: &TargetSpec,
    found: &mut Vec<Assertion>,
) -> Result<(), JobError> {
    match target {
        TargetSpec::Assert => found.retain(|assertion| &*assertion.target.exception == ERROR),
        TargetSpec::Throw(name) => {
            found.retain(|assertion| {
                let thrown = &assertion.target.exception;
                java_name(thrown) == *name || simple_name(thrown) == *name
            });
        }
        TargetSpec::Line(..) | TargetSpec::Offset(..) => {
            let (method, places) = place(workspace, target)?;
            found.retain(|assertion| {
                let target = &assertion.target;
                target.method == method && places.iter().any(|at| (target.first..=target.instruction).contains(at))
            });
            if found.is_empty() && workspace.select(&job.job)?.contains(&method) {
                *found = reaching(workspace, method, &places, job.job.method.is_some());
            }
        }
    }
    match found.is_empty() {
        true => Err(JobError::Input(format!("there is no assertion at {target}"))),
        false => Ok(()),
    }
}

/// The assertions that a job asks for, in class and source order.
///
/// # Errors
/// When a class or method of the job has no counterpart.
pub(super) fn assertions(workspace: &Workspace, job: &ProveJob) -> Result<Vec<Assertion>, JobError> {
    let program = &workspace.program;
    let named = job.job.method.is_some();
    let mut found = Vec::new();
    for method in workspace.select(&job.job)? {
        let Some(code) = program.code(method) else { continue };
        let info = program.method(method);
        if is_desugared(program.class_name(info.class)) || info.flags.is_bridge() {
            continue;
        }
        let targets = targets(method, code, job);
        if targets.is_empty() {
            continue;
        }
        let (roots, is_closed) = roots(workspace, method, named);
        let is_swallowed_above = !roots.contains(&method) && may_be_caught_by_callers(workspace, method);
        let with_roots = |(subject, mut target): (ProofSubject, BackwardTarget)| {
            let is_place = subject == ProofSubject::Assertion
                && (is_swallowed_above
                    || may_catch(program, code, target.instruction)
                    || has_message_that_throws(program, code, (target.first, target.instruction)));
            if is_place {
                // That its condition is false is what it is about, whatever becomes of the error.
                target.instruction = target.first;
            }
            Assertion { target, subject, is_place, roots: roots.clone(), is_closed }
        };
        found.extend(targets.into_iter().map(with_roots));
    }
    Ok(found)
}

/// The question whether a line is reached, for each instruction of it that an execution may come to first: one, but where the
/// compiler has made copies of it.
fn reaching(workspace: &Workspace, method: MethodId, places: &[u32], named: bool) -> Vec<Assertion> {
    let (roots, is_closed) = roots(workspace, method, named);
    let first = workspace.program.code(method).map_or_else(Vec::new, |code| met_first(code, places));
    let asked = first.into_iter().map(|instruction| Assertion {
        target: BackwardTarget {
            method,
            first: instruction,
            instruction,
            occasion: Occasion::Reached,
            exception: ClassName::from(""),
        },
        subject: ProofSubject::Line,
        is_place: true,
        roots: roots.clone(),
        is_closed,
    });
    asked.collect()
}

/// Those of some instructions that an execution of the code may come to before the others.
fn met_first(code: &Code, places: &[u32]) -> Vec<u32> {
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if !seen.insert(at) || places.contains(&at) {
            continue;
        }
        let Some(decoded) = code.instructions.get(at as usize) else { continue };
        match decoded.instruction {
            // Where a subroutine returns to is not followed: anywhere.
            Instruction::ReturnFromSubroutine(_) => open.extend(0..code.instructions.len() as u32),
            _ => open.extend(successors(&decoded.instruction, at)),
        }
        let handlers = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&at));
        open.extend(handlers.map(|handler| handler.handler));
    }
    places.iter().copied().filter(|place| seen.contains(place)).collect()
}

/// What must not happen in a method. Explicit throws are asked about where a job names a target.
fn targets(method: MethodId, code: &Code, job: &ProveJob) -> Vec<(ProofSubject, BackwardTarget)> {
    let mut found = Vec::new();
    let thrown = if job.target.is_some() { made_to_be_thrown(code) } else { Vec::new() };
    let mut add = |subject: ProofSubject, first: u32, instruction: u32, occasion: Occasion, exception: &str| {
        let exception = ClassName::from(exception);
        found.push((subject, BackwardTarget { method, first, instruction, occasion, exception }));
    };
    for position in 0..code.instructions.len() as u32 {
        if let Some(instruction) = end_of_assertion(code, position) {
            add(ProofSubject::Assertion, position, instruction, Occasion::Reached, ERROR);
        } else if let Some((_, class, instruction)) = thrown.iter().find(|(made, ..)| *made == position)
            && !is_caught(code, *instruction)
        {
            add(ProofSubject::Throw, position, *instruction, Occasion::Reached, class);
        }
        if job.property == ProveProperty::Assert {
            continue;
        }
        for (occasion, exception) in implicit(code, position) {
            if !is_caught(code, position) {
                add(ProofSubject::Exception, position, position, occasion, exception);
            }
        }
    }
    found
}

/// The `athrow` that throws the assertion error which is made at a position.
fn end_of_assertion(code: &Code, position: u32) -> Option<u32> {
    let at = |position: usize| code.instructions.get(position).map(|decoded| &decoded.instruction);
    match at(position as usize)? {
        Instruction::New(class) if &**class == ERROR => {}
        _ => return None,
    }
    let mut open = 0_u32;
    for next in position as usize..code.instructions.len() {
        match at(next)? {
            Instruction::New(class) if &**class == ERROR => open += 1,
            Instruction::Invoke(InvokeKind::Special, callee)
                if &*callee.class == ERROR && &*callee.name == "<init>" =>
            {
                open = open.saturating_sub(1);
                if open == 0 {
                    return matches!(at(next + 1)?, Instruction::Throw).then(|| next as u32 + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The exceptions that the machine raises at an instruction, with their occasions.
fn implicit(code: &Code, position: u32) -> Vec<(Occasion, &'static str)> {
    const NULL: (Occasion, &str) = (Occasion::ReferenceIsNull, "java/lang/NullPointerException");
    let Some(decoded) = code.instructions.get(position as usize) else { return Vec::new() };
    match &decoded.instruction {
        Instruction::Binary(
            ValueKind::Int | ValueKind::Long,
            crate::classfile::BinaryOperator::Divide | crate::classfile::BinaryOperator::Remainder,
        ) => vec![(Occasion::DivisorIsZero, "java/lang/ArithmeticException")],
        Instruction::GetField(_) | Instruction::PutField(_) | Instruction::ArrayLength => vec![NULL],
        Instruction::Invoke(InvokeKind::Virtual | InvokeKind::Interface, _) => vec![NULL],
        Instruction::ArrayLoad(_) | Instruction::ArrayStore(_) => {
            vec![NULL, (Occasion::IndexOutOfBounds, "java/lang/ArrayIndexOutOfBoundsException")]
        }
        Instruction::NewPrimitiveArray(_) | Instruction::NewReferenceArray(_) => {
            vec![(Occasion::LengthIsNegative, "java/lang/NegativeArraySizeException")]
        }
        Instruction::CheckCast(_) => vec![(Occasion::OtherClass, "java/lang/ClassCastException")],
        _ => Vec::new(),
    }
}

/// Whether a handler of the method may catch an assertion error that an instruction throws.
fn may_catch(program: &Program, code: &Code, position: u32) -> bool {
    let Some(error) = program.class_by_name(ERROR) else { return is_caught(code, position) };
    let catches = |name: &ClassName| {
        program.class_by_name(name).is_none_or(|class| program.is_subclass(error, class) != Some(false))
    };
    let mut handlers = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&position));
    handlers.any(|handler| handler.catch_type.as_ref().is_none_or(catches))
}

/// Whether something that calls a method, or calls what does, may catch an assertion error.
fn may_be_caught_by_callers(workspace: &Workspace, method: MethodId) -> bool {
    let program = &workspace.program;
    let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([method]);
    let mut open = vec![method];
    while let Some(callee) = open.pop() {
        for caller in workspace.calls.callers(callee).iter().copied().filter(|caller| seen.insert(*caller)) {
            let code = program.code(caller);
            let mut calls =
                code.into_iter().flat_map(|code| (0..code.instructions.len() as u32).map(move |at| (code, at)));
            if calls.any(|(code, at)| may_catch(program, code, at)) {
                return true;
            }
            open.push(caller);
        }
    }
    false
}

/// Whether what makes the message of an assertion may throw in the assertion's place: at an instruction, or in the class path's code.
fn has_message_that_throws(program: &Program, code: &Code, (first, last): (u32, u32)) -> bool {
    (first..last).any(|position| {
        let Some(decoded) = code.instructions.get(position as usize) else { return false };
        match &decoded.instruction {
            Instruction::Invoke(_, called) => {
                program.class_by_name(&called.class).is_none_or(|class| program.is_user_class(class))
            }
            _ => !implicit(code, position).is_empty(),
        }
    })
}

/// Whether a handler of the method may catch what an instruction throws.
fn is_caught(code: &Code, position: u32) -> bool {
    code.handlers.iter().any(|handler| (handler.start..handler.end).contains(&position))
}

/// The methods that executions of a method begin with, and whether there are no others.
fn roots(workspace: &Workspace, method: MethodId, named: bool) -> (Vec<MethodId>, bool) {
    let program = &workspace.program;
    if named || is_root(program, method) {
        return (vec![method], true);
    }
    let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([method]);
    let mut open = vec![method];
    let mut roots = Vec::new();
    let mut is_closed = true;
    while let Some(callee) = open.pop() {
        let callers = workspace.calls.callers(callee);
        is_closed &= !callers.is_empty();
        for caller in callers.iter().copied().filter(|caller| seen.insert(*caller)) {
            let info = program.method(caller);
            if is_desugared(program.class_name(info.class)) || &*info.name == "<clinit>" {
                is_closed = false;
            } else if is_root(program, caller) {
                roots.push(caller);
            } else {
                open.push(caller);
            }
        }
    }
    roots.sort_unstable();
    (roots, is_closed)
}

/// Whether a caller outside can call a method.
fn is_root(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    !info.flags.is_private() && !info.flags.is_synthetic() && &*info.name != "<clinit>"
}
