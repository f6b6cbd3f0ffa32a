//! Whether a place can still be reached from a state, by what local variables hold that nothing assigns any more. Loops need not be
//! summarised on paths that lead nowhere.

use crate::classfile::{Code, Condition, Instruction, ValueKind};
use crate::exec::Frame;
use crate::graph::successors;
use crate::term::TermPool;
use rustc_hash::FxHashSet;

/// Whether a frame can come to an instruction of its method.
pub(super) fn can_reach(code: &Code, frame: &Frame, pool: &TermPool, goal: u32) -> bool {
    let everywhere = reachable(code, frame.instruction, &|_| None);
    let assigned = |slot: usize| {
        everywhere.iter().any(|at| match code.instructions.get(*at as usize).map(|decoded| &decoded.instruction) {
            Some(Instruction::Store(_, stored) | Instruction::Increment(stored, _)) => usize::from(*stored) == slot,
            _ => false,
        })
    };
    let constants: Vec<Option<i32>> = frame
        .locals
        .iter()
        .enumerate()
        .map(|(slot, value)| value.number().and_then(|term| pool.as_int(term)).filter(|_| !assigned(slot)))
        .collect();
    let targets: FxHashSet<u32> = code
        .instructions
        .iter()
        .enumerate()
        .flat_map(|(at, decoded)| {
            let next = at as u32 + 1;
            successors(&decoded.instruction, at as u32).into_iter().filter(move |to| *to != next)
        })
        .chain(code.handlers.iter().map(|handler| handler.handler))
        .collect();
    let decided = |at: u32| decide(code, &constants, &targets, at);
    reachable(code, frame.instruction, &decided).contains(&goal)
}

/// The instructions that control can come to; `decided` says where conditionals go.
fn reachable(code: &Code, from: u32, decided: &dyn Fn(u32) -> Option<u32>) -> FxHashSet<u32> {
    let mut seen = FxHashSet::default();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        if !seen.insert(at) {
            continue;
        }
        let Some(decoded) = code.instructions.get(at as usize) else { continue };
        match decided(at) {
            Some(next) => open.push(next),
            None => open.extend(successors(&decoded.instruction, at)),
        }
        if let Instruction::ReturnFromSubroutine(_) = decoded.instruction {
            // Where it returns to is not followed: anywhere.
            open.extend(0..code.instructions.len() as u32);
        }
        let handlers = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&at));
        open.extend(handlers.map(|handler| handler.handler));
    }
    seen
}

/// Where a conditional goes whose operands are such local variables and constants.
fn decide(code: &Code, constants: &[Option<i32>], targets: &FxHashSet<u32>, at: u32) -> Option<u32> {
    let instruction = |at: u32| code.instructions.get(at as usize).map(|decoded| &decoded.instruction);
    let operand = |at: u32| match instruction(at)? {
        Instruction::Load(ValueKind::Int, slot) => constants.get(usize::from(*slot)).copied().flatten(),
        Instruction::IntConstant(value) => Some(*value),
        _ => None,
    };
    let Instruction::Branch(condition, target) = instruction(at)? else { return None };
    let last = at.checked_sub(1)?;
    let holds = match condition {
        Condition::IntZero(relation) => {
            if targets.contains(&at) {
                return None;
            }
            relation.holds(operand(last)?, 0)
        }
        Condition::IntCompare(relation) => {
            if targets.contains(&at) || targets.contains(&last) {
                return None;
            }
            relation.holds(operand(last.checked_sub(1)?)?, operand(last)?)
        }
        _ => return None,
    };
    Some(if holds { *target } else { at + 1 })
}
