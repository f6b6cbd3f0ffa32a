//! Bodies of a method: where two differ, and the body that a patched class file has, ready to run.

use crate::classfile::{ClassFile, Code, Instruction, InvokeKind};
use crate::graph::successors;
use crate::program::{MethodId, Program, is_desugared};

/// The body that a patched class file gives a method, with its call sites of `invokedynamic` as the program has them.
///
/// # Errors
/// In one line, when the class file has no such body, or its call sites are not those of the program.
pub fn patched_body(program: &Program, method: MethodId, file: &ClassFile) -> Result<Code, String> {
    let info = program.method(method);
    let same = file.methods.iter().find(|other| other.name == info.name && other.descriptor == info.descriptor);
    let mut body = same.and_then(|other| other.code.clone()).ok_or("the patched class has no such body")?;
    let original = program.code(method).ok_or("the method has no body")?;
    let mut linked = original.instructions.iter().map(|decoded| &decoded.instruction).filter(|it| is_call_site(it));
    for decoded in &mut body.instructions {
        let Instruction::InvokeDynamic(site) = &decoded.instruction else { continue };
        let link = match linked.next() {
            Some(link @ Instruction::Invoke(_, entry)) if entry.descriptor == site.descriptor => link.clone(),
            Some(link @ Instruction::InvokeDynamic(other)) if other == site => link.clone(),
            _ => return Err("the patched body has other call sites".into()),
        };
        decoded.instruction = link;
    }
    if linked.next().is_some() {
        return Err("the patched body has fewer call sites".into());
    }
    Ok(body)
}

fn is_call_site(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::InvokeDynamic(_) => true,
        Instruction::Invoke(InvokeKind::Static, reference) => is_desugared(&reference.class),
        _ => false,
    }
}

/// The part of a body that another does not have: what runs none of its instructions runs the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    /// The first instruction of the part.
    from: u32,
    /// The first instruction after it.
    to: u32,
}

impl Change {
    /// Where `mutated` is not `original`; none when they do the same everywhere.
    pub(super) fn between(original: &Code, mutated: &Code) -> Option<Change> {
        let (before, after) = (&original.instructions, &mutated.instructions);
        let shortest = before.len().min(after.len());
        let alike = |(left, right): &(usize, usize)| match (before.get(*left), after.get(*right)) {
            (Some(left), Some(right)) => same_but_for_targets(&left.instruction, &right.instruction),
            _ => false,
        };
        let prefix = (0..shortest).map(|at| (at, at)).take_while(alike).count();
        let backward = (1..=shortest - prefix).map(|back| (before.len() - back, after.len() - back));
        let suffix = backward.take_while(alike).count();
        let everything = Some(Change { from: 0, to: before.len() as u32 });
        let mapping = Mapping { prefix, suffix, before: before.len(), after: after.len() };
        let mut targets_agree = mapping.maps_handlers(original, mutated);
        for (at, decoded) in before.iter().enumerate() {
            let Some(there) = mapping.place(at) else { continue };
            let Some(other) = after.get(there) else { return everything };
            let left = successors(&decoded.instruction, at as u32);
            let right = successors(&other.instruction, there as u32);
            targets_agree &= left.len() == right.len()
                && left.iter().zip(&right).all(|(left, right)| mapping.maps(*left as usize, *right as usize));
        }
        if !targets_agree {
            return everything;
        }
        if prefix == before.len() && before.len() == after.len() {
            return None;
        }
        let from = prefix as u32;
        Some(Change { from, to: ((before.len() - suffix) as u32).max(from + 1) })
    }

    /// Whether the part contains an instruction.
    pub(super) fn contains(self, instruction: u32) -> bool {
        (self.from..self.to).contains(&instruction)
    }
}

/// Which instructions of two bodies correspond: those before and those after what was changed.
struct Mapping {
    prefix: usize,
    suffix: usize,
    before: usize,
    after: usize,
}

impl Mapping {
    /// Where an instruction of the first body is in the second; none for one of the changed part.
    fn place(&self, at: usize) -> Option<usize> {
        if at < self.prefix {
            Some(at)
        } else if at >= self.before - self.suffix {
            Some(at + self.after - self.before)
        } else {
            None
        }
    }

    /// Whether control that goes to one instruction in the first body and to the other in the second goes to the same, or
    /// to what was changed.
    fn maps(&self, left: usize, right: usize) -> bool {
        let is_pure_insertion_point = left == self.prefix && self.before - self.suffix == self.prefix;
        match self.place(left) {
            None => true,
            Some(place) => place == right || (is_pure_insertion_point && right == self.prefix),
        }
    }

    fn maps_handlers(&self, original: &Code, mutated: &Code) -> bool {
        let same = |left: u32, right: u32| {
            let (left, right) = (left as usize, right as usize);
            self.place(left).map_or(left == self.prefix && right == self.prefix, |place| place == right)
                || left == self.prefix && right == self.prefix
        };
        original.handlers.len() == mutated.handlers.len()
            && original.handlers.iter().zip(&mutated.handlers).all(|(left, right)| {
                left.catch_type == right.catch_type
                    && same(left.start, right.start)
                    && same(left.end, right.end)
                    && same(left.handler, right.handler)
            })
    }
}

/// Whether two instructions do the same, wherever they go.
fn same_but_for_targets(left: &Instruction, right: &Instruction) -> bool {
    match (left, right) {
        (Instruction::Branch(left, _), Instruction::Branch(right, _)) => left == right,
        (Instruction::Goto(_), Instruction::Goto(_)) => true,
        (Instruction::JumpSubroutine(_), Instruction::JumpSubroutine(_)) => true,
        (Instruction::Switch(left), Instruction::Switch(right)) => {
            let keys = |(key, _): &(i32, u32)| *key;
            left.cases.iter().map(keys).eq(right.cases.iter().map(keys))
        }
        _ => left == right,
    }
}
