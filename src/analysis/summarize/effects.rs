//! What the code of a case writes, and what it calls that has no code of its own: from the steps of its specialised code, and
//! of those of the cases that it composes. Objects that the case makes are not told from others.

use super::engine::Engine;
use crate::classfile::{ArrayAccess, Instruction, simple_name};
use crate::summary::{CasePath, CaseStep, Summary, SummarySource};

/// The effects of a case, each once, in the order in which its code comes to them.
pub(super) fn effects(engine: &Engine<'_>, summary: &Summary, path: &CasePath) -> Vec<String> {
    let mut found = Vec::new();
    collect(engine, summary, path, &mut found);
    found
}

fn collect(engine: &Engine<'_>, summary: &Summary, path: &CasePath, found: &mut Vec<String>) {
    let Some(code) = summary.codes.get(path.code as usize).filter(|code| !code.pure) else { return };
    let mut schedule = path.schedule.iter();
    for (step, _) in &code.steps {
        match summary.steps.get(*step as usize) {
            Some(CaseStep::Instruction(instruction)) => {
                if let Some(effect) = effect(instruction)
                    && !found.contains(&effect)
                {
                    found.push(effect);
                }
            }
            Some(CaseStep::Compose(..)) => {
                let composed = schedule.next().and_then(|(method, case)| {
                    let (name, level) = summary.methods.get(*method as usize)?;
                    let callee = name.find(engine.program)?;
                    Some((engine.summary(callee, *level)?, *case))
                });
                if let Some((callee, case)) = composed
                    && let Some(path) = callee.cases().nth(case as usize)
                {
                    collect(engine, &callee, path, found);
                }
            }
            _ => {}
        }
    }
}

/// What an instruction does beyond its own frame.
fn effect(instruction: &Instruction) -> Option<String> {
    match instruction {
        Instruction::PutField(field) => Some(format!("writes {}.{}", simple_name(&field.class), field.name)),
        Instruction::PutStatic(field) => Some(format!("writes static {}.{}", simple_name(&field.class), field.name)),
        Instruction::ArrayStore(access) => Some(format!("writes elements of {}", array_type(*access))),
        // What is made by a constructor was not there before.
        Instruction::Invoke(_, callee) if &*callee.name != "<init>" => {
            Some(format!("calls {}.{}", simple_name(&callee.class), callee.name))
        }
        _ => None,
    }
}

fn array_type(access: ArrayAccess) -> &'static str {
    match access {
        ArrayAccess::ByteOrBoolean => "byte[] or boolean[]",
        ArrayAccess::Char => "char[]",
        ArrayAccess::Short => "short[]",
        ArrayAccess::Int => "int[]",
        ArrayAccess::Long => "long[]",
        ArrayAccess::Float => "float[]",
        ArrayAccess::Double => "double[]",
        ArrayAccess::Reference => "arrays of references",
    }
}
