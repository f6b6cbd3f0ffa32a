//! Operands of a path in lockstep. Code that takes more than there are is malformed.

use super::super::path::{Entry, Path};
use super::{GivenUp, Step, malformed};

pub(in crate::equivalence::lockstep) fn push(path: &mut Path, entry: Entry) -> Step {
    path.operands.push(entry);
    Step::Next
}

pub(in crate::equivalence::lockstep) fn pop(path: &mut Path) -> Result<Entry, GivenUp> {
    path.operands.pop().ok_or_else(malformed)
}

/// An operand, counted from the topmost.
pub(in crate::equivalence::lockstep) fn nth(path: &Path, depth: usize) -> Result<Entry, GivenUp> {
    let at = path.operands.len().checked_sub(depth + 1).ok_or_else(malformed)?;
    path.operands.get(at).copied().ok_or_else(malformed)
}

/// Puts the topmost operands of so many slots a second time, below others of so many slots.
pub(super) fn duplicate(path: &mut Path, slots: usize, below: usize) -> Result<Step, GivenUp> {
    let taken = |path: &mut Path, slots: usize| -> Result<Vec<Entry>, GivenUp> {
        let (mut found, mut width) = (Vec::new(), 0);
        while width < slots {
            let entry = pop(path)?;
            width += if entry.is_wide() { 2 } else { 1 };
            found.insert(0, entry);
        }
        Ok(found)
    };
    let top = taken(path, slots)?;
    let under = taken(path, below)?;
    path.operands.extend(top.iter().chain(&under).chain(&top));
    Ok(Step::Next)
}
