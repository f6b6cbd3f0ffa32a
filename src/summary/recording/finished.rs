//! The specialised code of a finished path, without what nothing reads.

use super::super::step::{CaseStep, StepTable};
use super::{Kind, Recording, Scheduled, Statement, Tree, local_mask};
use crate::classfile::Instruction;

/// Finished specialised code.
#[derive(Debug, Default)]
pub struct Specialised {
    /// Step numbers with the instruction positions they come from.
    pub steps: Vec<(u32, u32)>,
    /// The composition schedule.
    pub schedule: Vec<Scheduled>,
    /// Whether it changes nothing outside its own frame and returns.
    pub pure: bool,
}

impl Recording {
    /// The specialised code, without stores to locals that nothing reads.
    pub fn finish(&self, shared: &mut StepTable) -> Specialised {
        let statements = std::iter::successors(self.last.as_ref(), |statement| statement.previous.as_ref());
        let pop = shared.number(CaseStep::Instruction(Instruction::Pop));
        let mut live: Vec<u64> = Vec::new();
        let mut kept: Vec<(&Statement, Option<u32>)> = Vec::with_capacity(USUAL_STATEMENTS);
        let mut pure = true;
        for statement in statements {
            let depth = statement.depth;
            if live.len() <= depth {
                live.resize(depth + 1, 0);
            }
            let reads = statement.operands.iter().fold(0, |mask, tree| mask | tree.locals);
            match statement.kind {
                Kind::Store(index) if index < 63 && live[depth] & local_mask(index) == 0 => {
                    if statement.operands.is_empty() {
                        kept.push((statement, Some(pop)));
                    }
                    continue;
                }
                Kind::Store(index) if index < 63 => live[depth] &= !local_mask(index),
                Kind::Increment(index) if index < 63 && live[depth] & local_mask(index) == 0 => continue,
                Kind::Enter => {
                    if let Some(inner) = live.get_mut(depth + 1) {
                        *inner = 0;
                    }
                    pure = false;
                }
                Kind::Other => pure = false,
                _ => {}
            }
            live[depth] |= reads;
            kept.push((statement, None));
        }
        let mut result =
            Specialised { pure, steps: Vec::with_capacity(kept.len() * USUAL_STEPS), ..Specialised::default() };
        for (statement, replacement) in kept.into_iter().rev() {
            for tree in &statement.operands {
                flatten(tree, &mut result);
            }
            if let Some(step) = replacement.or(statement.step) {
                result.steps.push((step, statement.position));
                result.schedule.extend(statement.scheduled);
            }
        }
        result
    }
}

/// Room for the statements of a path, to begin with.
const USUAL_STATEMENTS: usize = 32;
/// Room for the steps of a statement, to begin with.
const USUAL_STEPS: usize = 2;

fn flatten(tree: &Tree, result: &mut Specialised) {
    for operand in &tree.operands {
        flatten(operand, result);
    }
    result.steps.push((tree.step, tree.position));
    result.schedule.extend(tree.scheduled);
}
