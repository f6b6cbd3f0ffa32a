//! Summaries of methods that compute a number from numbers and do nothing else: the cases in which they return, composed at
//! once where a path goes back over a call of them.

use crate::classfile::{Instruction, InvokeKind};
use crate::graph::CallGraph;
use crate::program::{FieldKind, MethodId, Program};
use crate::term::{InputId, TermTable};
use rustc_hash::FxHashSet;

/// The cases in which a method returns.
#[derive(Clone, Debug)]
pub struct NumericSummary {
    /// The terms of the cases.
    pub terms: TermTable,
    /// Its parameters, in order.
    pub parameters: Vec<InputId>,
    /// Conditions, and the result under them, by position among the terms. The conditions of two cases contradict each other.
    pub cases: Vec<(Vec<u32>, u32)>,
}

/// Who has summaries of methods.
pub trait NumericSummaries {
    /// The summary of a method that [`is_numeric`]; none where it was not explored to the end.
    fn summary(&self, method: MethodId) -> Option<NumericSummary>;
}

/// Whether a static method computes a number from numbers, and neither it nor what it calls touches heap or static fields.
pub fn is_numeric(program: &Program, calls: &CallGraph, method: MethodId) -> bool {
    let info = program.method(method);
    let is_number = |kind: &FieldKind| matches!(kind, FieldKind::Primitive(_));
    if !info.flags.is_static() || !info.result.as_ref().is_some_and(is_number) || !info.parameters.iter().all(is_number)
    {
        return false;
    }
    let mut seen: FxHashSet<MethodId> = FxHashSet::from_iter([method]);
    let mut open = vec![method];
    while let Some(method) = open.pop() {
        let Some(code) = program.code(method) else { return false };
        let callees = calls.callees(method);
        let is_calculation = code.instructions.iter().all(|decoded| match &decoded.instruction {
            Instruction::GetStatic(field) => &*field.name == "$assertionsDisabled",
            Instruction::Invoke(kind, callee) => {
                let is_user = callees.iter().any(|known| {
                    let known = program.method(*known);
                    known.name == callee.name && *program.class_name(known.class) == callee.class
                });
                super::pure::is_pure(callee)
                    || is_user && *kind == InvokeKind::Static
                    || &*callee.name == "<init>" && !is_user
            }
            Instruction::PutStatic(_)
            | Instruction::GetField(_)
            | Instruction::PutField(_)
            | Instruction::ArrayStore(_)
            | Instruction::ArrayLoad(_)
            | Instruction::InvokeDynamic(_)
            | Instruction::MonitorEnter
            | Instruction::MonitorExit
            | Instruction::JumpSubroutine(_) => false,
            _ => true,
        });
        if !is_calculation {
            return false;
        }
        open.extend(callees.iter().copied().filter(|callee| seen.insert(*callee)));
    }
    true
}
