//! What a run of concrete code may do, and what it has done: plain data for those who watch.

use crate::heap::Value;
use crate::program::MethodId;

/// Instructions of runs that count as one step: they take about as long.
pub const INSTRUCTIONS_OF_A_STEP: u64 = 32;
/// What a run of concrete code may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConcreteLimits {
    /// The steps that it may count as.
    pub steps: u64,
    /// Whether it may write to the heap.
    pub writes: bool,
}

/// What a run of concrete code has done: it has begun and ended in the same activation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConcreteRun {
    /// Instructions that were executed.
    pub instructions: u64,
    /// Which these were, those of methods that were called included.
    pub reached: Vec<(MethodId, u32)>,
    /// The ways that conditionals went: in which method, from where and to where.
    pub branches: Vec<(MethodId, u32, u32)>,
    /// Locals of the activation that were assigned.
    pub assigned: Vec<Assigned>,
}

/// A local that holds a constant after a run which has assigned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The local.
    pub local: u16,
    /// The instruction that assigned it last.
    pub position: u32,
    /// What it holds.
    pub value: Value,
    /// The same as a term's constant has it.
    pub constant: i64,
}

impl ConcreteRun {
    /// The steps that the run counts as.
    pub fn steps(&self) -> u64 {
        self.instructions.div_ceil(INSTRUCTIONS_OF_A_STEP)
    }
}
