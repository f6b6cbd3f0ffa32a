//! Decisions of a method: conditionals that short-circuit operators of one condition were compiled to, put back together.

use super::successors;
use crate::classfile::{Code, Instruction};

/// A condition of more than one clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The conditional jumps of its clauses, in the order of the code; the first is evaluated always.
    pub clauses: Vec<u32>,
    /// Where the evaluation of each clause begins.
    begins: Vec<u32>,
    /// The two places where it goes on, for its two truth values.
    pub exits: [u32; 2],
}

/// Where a way out of a clause leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leads {
    /// To the evaluation of another clause, by position among the clauses.
    Clause(usize),
    /// Out of the decision, by position among the exits.
    Exit(usize),
}

impl Decision {
    /// Where an instruction after a clause leads; none for one that is neither.
    pub fn leads(&self, to: u32) -> Option<Leads> {
        let clause = self.begins.iter().skip(1).position(|begin| *begin == to).map(|at| Leads::Clause(at + 1));
        clause.or_else(|| self.exits.iter().position(|exit| *exit == to).map(Leads::Exit))
    }
}

/// The decisions of a method's code. Conditionals belong together when each but the first is evaluated only after one of the
/// others, without an effect in between, and when together they have two ways out.
pub fn decisions(code: &Code) -> Vec<Decision> {
    let count = code.instructions.len();
    let mut predecessors: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (position, decoded) in code.instructions.iter().enumerate() {
        let position = position as u32;
        for to in successors(&decoded.instruction, position) {
            if let Some(known) = predecessors.get_mut(to as usize) {
                known.push(position);
            }
        }
    }
    for handler in &code.handlers {
        if let Some(known) = predecessors.get_mut(handler.handler as usize) {
            // Whatever it is entered from, it is no clause.
            known.push(u32::MAX);
        }
    }
    let conditionals: Vec<u32> = (0..count as u32).filter(|at| target(code, *at).is_some()).collect();
    let mut found = Vec::new();
    let mut next = 0;
    while let Some(first) = conditionals.get(next).copied() {
        let mut clauses = vec![first];
        let mut begins = vec![first];
        for candidate in conditionals.iter().skip(next + 1).copied() {
            let Some(begin) = beginning(code, &predecessors, candidate) else { break };
            let all_known =
                predecessors.get(begin as usize).is_some_and(|from| from.iter().all(|at| clauses.contains(at)));
            if !all_known {
                break;
            }
            clauses.push(candidate);
            begins.push(begin);
        }
        while clauses.len() > 1 {
            if let Some(exits) = exits(code, &clauses, &begins) {
                found.push(Decision { clauses: clauses.clone(), begins: begins.clone(), exits });
                break;
            }
            clauses.pop();
            begins.pop();
        }
        next += clauses.len();
    }
    found
}

/// The target of a conditional jump.
fn target(code: &Code, at: u32) -> Option<u32> {
    match code.instructions.get(at as usize).map(|decoded| &decoded.instruction) {
        Some(Instruction::Branch(_, target)) => Some(*target),
        _ => None,
    }
}

/// Where the evaluation of a clause begins that has no effect but on the operand stack; none where it has another.
fn beginning(code: &Code, predecessors: &[Vec<u32>], clause: u32) -> Option<u32> {
    let mut at = clause;
    loop {
        let from = predecessors.get(at as usize)?;
        if from.as_slice() != [at.checked_sub(1)?] {
            return Some(at);
        }
        let before = code.instructions.get(at as usize - 1).map(|decoded| &decoded.instruction)?;
        if matches!(before, Instruction::Branch(..)) {
            return Some(at);
        }
        if !is_evaluation(before) {
            return None;
        }
        at -= 1;
    }
}

/// Whether an instruction only evaluates.
fn is_evaluation(instruction: &Instruction) -> bool {
    use Instruction as I;
    matches!(
        instruction,
        I::NullConstant
            | I::IntConstant(_)
            | I::LongConstant(_)
            | I::Constant(_)
            | I::Load(..)
            | I::ArrayLoad(_)
            | I::Dup
            | I::Binary(..)
            | I::Negate(_)
            | I::Convert(_)
            | I::Compare(_)
            | I::GetStatic(_)
            | I::GetField(_)
            | I::Invoke(..)
            | I::ArrayLength
            | I::CheckCast(_)
            | I::InstanceOf(_)
    )
}

/// The two ways out of clauses, if there are two.
fn exits(code: &Code, clauses: &[u32], begins: &[u32]) -> Option<[u32; 2]> {
    let mut found: Vec<u32> = Vec::new();
    for clause in clauses {
        for to in [*clause + 1, target(code, *clause)?] {
            if !begins.iter().skip(1).any(|begin| *begin == to) && !found.contains(&to) {
                found.push(to);
            }
        }
    }
    <[u32; 2]>::try_from(found).ok()
}
