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

/// How two bodies correspond: alike before and after a part that was changed. What runs nothing of the changed part runs the
/// same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapping {
    /// How many instructions are alike at the beginning.
    prefix: usize,
    /// How many are alike at the end.
    suffix: usize,
    before: usize,
    after: usize,
}

impl Mapping {
    /// How two bodies correspond; none when they do the same everywhere.
    pub(super) fn between(original: &Code, mutated: &Code) -> Option<Mapping> {
        let (before, after) = (&original.instructions, &mutated.instructions);
        let shortest = before.len().min(after.len());
        let alike = |(left, right): &(usize, usize)| match (before.get(*left), after.get(*right)) {
            (Some(left), Some(right)) => same_but_for_targets(&left.instruction, &right.instruction),
            _ => false,
        };
        let prefix = (0..shortest).map(|at| (at, at)).take_while(alike).count();
        let backward = (1..=shortest - prefix).map(|back| (before.len() - back, after.len() - back));
        let suffix = backward.take_while(alike).count();
        let mapping = Mapping { prefix, suffix, before: before.len(), after: after.len() };
        if !mapping.maps_targets(original, mutated) || !mapping.maps_handlers(original, mutated) {
            return Some(Mapping { prefix: 0, suffix: 0, ..mapping });
        }
        (prefix < before.len() || before.len() != after.len()).then_some(mapping)
    }

    /// Whether an instruction of the original belongs to what was changed; where something was inserted, the one that it was
    /// inserted before.
    pub(super) fn is_changed(self, instruction: u32) -> bool {
        (self.prefix..(self.before - self.suffix).max(self.prefix + 1)).contains(&(instruction as usize))
    }

    /// Whether control can come from an instruction of the original to what was changed.
    pub(super) fn is_reachable(self, original: &Code, from: u32) -> bool {
        let mut seen = vec![false; original.instructions.len()];
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            if self.is_changed(at) {
                return true;
            }
            let (Some(seen), Some(decoded)) = (seen.get_mut(at as usize), original.instructions.get(at as usize))
            else {
                continue;
            };
            if std::mem::replace(seen, true) {
                continue;
            }
            // Where a subroutine returns to is not followed.
            if matches!(decoded.instruction, Instruction::ReturnFromSubroutine(_)) {
                return true;
            }
            open.extend(successors(&decoded.instruction, at));
            let around = original.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&at));
            open.extend(around.map(|handler| handler.handler));
        }
        false
    }

    /// The place in the other body where the same is to be done next; none within what was changed.
    pub(super) fn counterpart(self, instruction: u32) -> Option<u32> {
        let at = instruction as usize;
        let place = if at == self.prefix { Some(at) } else { self.place(at) };
        place.and_then(|place| u32::try_from(place).ok())
    }

    /// Where an instruction of the first body is in the second; none for one of the changed part.
    fn place(self, at: usize) -> Option<usize> {
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
    fn maps(self, left: usize, right: usize) -> bool {
        let is_insertion_point = left == self.prefix && self.before - self.suffix == self.prefix;
        match self.place(left) {
            None if left == self.prefix => right == self.prefix,
            None => right >= self.prefix && right < self.after - self.suffix,
            Some(place) => place == right || (is_insertion_point && right == self.prefix),
        }
    }

    fn maps_targets(self, original: &Code, mutated: &Code) -> bool {
        original.instructions.iter().enumerate().all(|(at, decoded)| {
            let Some(there) = self.place(at) else { return true };
            let Some(other) = mutated.instructions.get(there) else { return false };
            let left = successors(&decoded.instruction, at as u32);
            let right = successors(&other.instruction, there as u32);
            left.len() == right.len()
                && left.iter().zip(&right).all(|(left, right)| self.maps(*left as usize, *right as usize))
        })
    }

    fn maps_handlers(self, original: &Code, mutated: &Code) -> bool {
        let same = |left: u32, right: u32| {
            let (left, right) = (left as usize, right as usize);
            self.place(left) == Some(right) || (left == self.prefix && right == self.prefix)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::ValueKind;

    fn constant(value: i32) -> Instruction {
        Instruction::IntConstant(value)
    }

    const BACK: Instruction = Instruction::Goto(1);
    const END: Instruction = Instruction::Return(Some(ValueKind::Int));

    #[test]
    fn equal_bodies_have_no_change() {
        let same = Code::of(&[constant(1), END]);
        assert_eq!(Mapping::between(&same, &same), None);
    }

    #[test]
    fn what_is_around_a_replacement_stays_where_it_was() {
        let mapping =
            Mapping::between(&Code::of(&[constant(1), constant(2), END]), &Code::of(&[constant(1), constant(3), END]));
        let mapping = mapping.unwrap();
        assert_eq!([0, 1, 2].map(|at| mapping.is_changed(at)), [false, true, false]);
        assert_eq!([0, 1, 2].map(|at| mapping.counterpart(at)), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn what_follows_an_insertion_moves() {
        let before = Code::of(&[constant(1), constant(2), BACK]);
        let after = Code::of(&[constant(1), Instruction::Nop, constant(2), BACK]);
        let mapping = Mapping::between(&before, &after).unwrap();
        assert_eq!([0, 1, 2].map(|at| mapping.is_changed(at)), [false, true, false]);
        assert_eq!(mapping.counterpart(2), Some(3));
    }

    #[test]
    fn a_change_is_reached_by_jumps_and_not_from_behind_it() {
        let before = [Instruction::Goto(3), constant(1), END, constant(2), constant(3), END];
        let mut after = before.clone();
        after[4] = constant(4);
        let (before, after) = (Code::of(&before), Code::of(&after));
        let mapping = Mapping::between(&before, &after).unwrap();
        assert_eq!([0, 1, 3, 5].map(|at| mapping.is_reachable(&before, at)), [true, false, true, false]);
    }

    #[test]
    fn a_jump_to_elsewhere_changes_everything() {
        let before = Code::of(&[constant(1), constant(2), constant(3), Instruction::Goto(0)]);
        let after = Code::of(&[constant(1), constant(2), constant(3), Instruction::Goto(1)]);
        let mapping = Mapping::between(&before, &after).unwrap();
        assert!((0..4).all(|at| mapping.is_changed(at)));
    }
}
