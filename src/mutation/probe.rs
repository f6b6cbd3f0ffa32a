//! Instrumented class files: calls that tell which parts of a class run, and how often its loops go round.

use super::change::{jump_targets, jumps};
use crate::classfile::{
    ClassEdit, ClassFile, Code, CodeEdit, Instruction, NewInstruction, NewReference, decode_class, rewrite_class,
};
use std::collections::BTreeMap;

/// The class that instrumented classes call, as the replay harness has it.
const PROBE: &str = "casewise/replay/Probe";

const HIT: NewReference = NewReference { class: PROBE, name: "hit", descriptor: "(I)V" };
const ROUND: NewReference = NewReference { class: PROBE, name: "round", descriptor: "()V" };
const BEGIN: NewReference = NewReference { class: PROBE, name: "begin", descriptor: "()V" };
const END: NewReference = NewReference { class: PROBE, name: "end", descriptor: "()V" };

/// What is put into a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probes {
    /// A call where a part begins, numbered from this number on, and those of `Rounds`.
    Parts(u32),
    /// A call where a loop goes round.
    Rounds,
}

/// Instructions that are executed together unless one of them throws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name and the descriptor of the method.
    pub method: (String, String),
    /// The first instruction.
    pub start: u32,
    /// The one after the last.
    pub end: u32,
    /// Its number.
    pub number: u32,
}

/// The class file with probes, and the parts that have one.
///
/// # Errors
/// In one line, when the class file has no room for them.
pub fn instrument(class: &ClassFile, bytes: &[u8], probes: Probes) -> Result<(Vec<u8>, Vec<Part>), String> {
    let mut parts = Vec::new();
    let mut edit = ClassEdit::new();
    for method in &class.methods {
        let Some(code) = &method.code else { continue };
        let key = (method.name.to_string(), method.descriptor.to_string());
        let is_initialiser = &*method.name == "<clinit>";
        let mut before: BTreeMap<u32, Vec<NewInstruction>> = BTreeMap::new();
        if let Probes::Parts(first) = probes {
            if is_initialiser {
                before.entry(0).or_default().push(NewInstruction::InvokeStatic(BEGIN));
                for end in returns(code) {
                    before.entry(end).or_default().push(NewInstruction::InvokeStatic(END));
                }
            }
            for (start, end) in ranges(code) {
                let number = first.saturating_add(u32::try_from(parts.len()).unwrap_or(u32::MAX));
                parts.push(Part { method: key.clone(), start, end, number });
                // Before the end of an initialiser, and after its beginning.
                let place = before.entry(start).or_default();
                let at = usize::from(is_initialiser && start == 0);
                let number = i32::try_from(number).unwrap_or(i32::MAX);
                place.splice(at..at, [NewInstruction::Int(number), NewInstruction::InvokeStatic(HIT)]);
            }
        }
        for head in loop_heads(code) {
            before.entry(head).or_default().push(NewInstruction::InvokeStatic(ROUND));
        }
        if before.is_empty() {
            continue;
        }
        for instructions in before.values_mut() {
            instructions.push(NewInstruction::Original);
        }
        edit.insert(key, CodeEdit { replacements: before, stack: 1 });
    }
    if edit.is_empty() {
        return Ok((bytes.to_vec(), parts));
    }
    rewrite_class(bytes, &edit).map(|written| (written, parts)).map_err(|error| error.to_string())
}

/// The class file with a call before some instructions of a method, which tells that one of them is executed.
///
/// # Errors
/// In one line, when the class file has no room for it, or no such method.
pub fn mark(bytes: &[u8], (name, descriptor): (&str, &str), places: &[u32]) -> Result<Vec<u8>, String> {
    let call = [NewInstruction::Int(0), NewInstruction::InvokeStatic(HIT), NewInstruction::Original];
    let replacements = places.iter().map(|place| (*place, call.to_vec())).collect();
    let edit = CodeEdit { replacements, stack: 1 };
    let edits = ClassEdit::from([((name.to_owned(), descriptor.to_owned()), edit)]);
    rewrite_class(bytes, &edits).map_err(|error| error.to_string())
}

/// The targets of jumps back.
fn loop_heads(code: &Code) -> Vec<u32> {
    let mut heads: Vec<u32> = (0_u32..)
        .zip(&code.instructions)
        .flat_map(|(position, decoded)| jumps(&decoded.instruction).filter(move |target| *target <= position))
        .collect();
    heads.sort_unstable();
    heads.dedup();
    heads
}

fn returns(code: &Code) -> Vec<u32> {
    let is_return = |instruction: &Instruction| matches!(instruction, Instruction::Return(_));
    let instructions = (0_u32..).zip(&code.instructions);
    instructions.filter(|(_, decoded)| is_return(&decoded.instruction)).map(|(position, _)| position).collect()
}

/// The parts of a method's code: from where something may lead to where something may leave.
fn ranges(code: &Code) -> Vec<(u32, u32)> {
    let targets = jump_targets(code);
    let mut starts = Vec::new();
    let mut begins = true;
    for ((position, decoded), is_target) in (0_u32..).zip(&code.instructions).zip(targets) {
        if begins || is_target {
            starts.push(position);
        }
        begins = matches!(
            decoded.instruction,
            Instruction::Branch(..)
                | Instruction::Goto(_)
                | Instruction::Switch(_)
                | Instruction::Return(_)
                | Instruction::Throw
                | Instruction::JumpSubroutine(_)
                | Instruction::ReturnFromSubroutine(_)
        );
    }
    let length = u32::try_from(code.instructions.len()).unwrap_or(u32::MAX);
    let ends: Vec<u32> = starts.iter().skip(1).copied().chain([length]).collect();
    starts.into_iter().zip(ends).collect()
}

/// A class file that counts how often its loops go round; as it is, where it has no room for that.
pub fn counting(bytes: Vec<u8>) -> Vec<u8> {
    let instrumented = decode_class(&bytes).ok().and_then(|class| instrument(&class, &bytes, Probes::Rounds).ok());
    instrumented.map_or(bytes, |(instrumented, _)| instrumented)
}
