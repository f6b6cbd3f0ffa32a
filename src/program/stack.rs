//! What the instructions that only move entries of the operand stack do with any kind of entries (JVMS 6.5, `pop` to `swap`).

use crate::classfile::Instruction;

/// Moves the entries of an operand stack as an instruction does; false where the instruction is none that only moves them. Long and
/// double values are one entry, which is wide.
pub fn rearrange<E: Clone>(instruction: &Instruction, stack: &mut Vec<E>, is_wide: impl Fn(&E) -> bool) -> bool {
    use Instruction as I;
    // How many entries, from one on counted from the top, take two slots.
    let two_slots = |stack: &[E], from: usize| {
        let entry = stack.len().checked_sub(from + 1).and_then(|at| stack.get(at));
        if entry.is_some_and(&is_wide) { 1 } else { 2 }
    };
    match instruction {
        I::Pop => drop(stack.pop()),
        I::Pop2 => {
            let more = two_slots(stack, 0);
            stack.truncate(stack.len().saturating_sub(more));
        }
        I::Dup => copy_below(stack, 1, 0),
        I::DupX1 => copy_below(stack, 1, 1),
        I::DupX2 => {
            let others = two_slots(stack, 1);
            copy_below(stack, 1, others);
        }
        I::Dup2 => {
            let count = two_slots(stack, 0);
            copy_below(stack, count, 0);
        }
        I::Dup2X1 => {
            let count = two_slots(stack, 0);
            copy_below(stack, count, 1);
        }
        I::Dup2X2 => {
            let count = two_slots(stack, 0);
            let others = two_slots(stack, count);
            copy_below(stack, count, others);
        }
        I::Swap => {
            let last = stack.len();
            if last >= 2 {
                stack.swap(last - 1, last - 2);
            }
        }
        _ => return false,
    }
    true
}

/// Copies the topmost entries below themselves and so many others.
fn copy_below<E: Clone>(stack: &mut Vec<E>, count: usize, others: usize) {
    let length = stack.len();
    let Some(from) = length.checked_sub(count) else { return };
    let Some(to) = from.checked_sub(others) else { return };
    let copied: Vec<E> = stack.get(from..).unwrap_or_default().to_vec();
    for (offset, entry) in copied.into_iter().enumerate() {
        stack.insert(to + offset, entry);
    }
}
