//! Counts a loop's symbolic iterations: those that some input decides. A loop that runs a constant number of times is
//! never cut, however long.

use crate::graph::Loops;

/// The loops that a frame is in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoopCounters(Vec<Counter>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Counter {
    head: u32,
    iterations: u32,
    symbolic_exit: bool,
    constant_exit: bool,
    null_check: bool,
    /// Whether constants decided the last iteration.
    was_constant: bool,
}

impl Counter {
    /// Whether an input decides the iteration that runs.
    fn is_symbolic(&self) -> bool {
        self.symbolic_exit || (self.null_check && !self.constant_exit)
    }
}

impl LoopCounters {
    fn counter(&mut self, head: u32) -> Option<&mut Counter> {
        if !self.0.iter().any(|counter| counter.head == head) {
            self.0.push(Counter {
                head,
                iterations: 0,
                symbolic_exit: false,
                constant_exit: false,
                null_check: false,
                was_constant: false,
            });
        }
        self.0.iter_mut().find(|counter| counter.head == head)
    }

    /// Whether nothing is counted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// A branch that can leave these loops was taken; `symbolic` when an input decided it.
    pub fn exit_tested(&mut self, heads: &[u32], symbolic: bool) {
        for head in heads {
            if let Some(counter) = self.counter(*head) {
                counter.symbolic_exit |= symbolic;
                counter.constant_exit |= !symbolic;
            }
        }
    }

    /// An instruction inside these loops can leave them by a null pointer exception, and an input decides it.
    pub fn null_checked(&mut self, heads: &[u32]) {
        for head in heads {
            if let Some(counter) = self.counter(*head) {
                counter.null_check = true;
            }
        }
    }

    /// Whether constants decided the last iteration of a loop, and a test that leaves it was among them.
    pub fn is_decided_by_constants(&self, head: u32) -> bool {
        self.0.iter().any(|counter| counter.head == head && counter.was_constant)
    }

    /// Whether going back to the head of a loop counts an iteration.
    pub fn counts_iteration(&self, head: u32) -> bool {
        self.0.iter().any(|counter| counter.head == head && counter.is_symbolic())
    }

    /// Whether an instruction is in all loops that are counted.
    pub fn stay_within(&self, loops: &Loops, to: u32) -> bool {
        self.0.iter().all(|counter| loops.contains(counter.head, to))
    }

    /// Control goes to `to`. Returns whether a loop has now begun more symbolic iterations than `bound` allows.
    pub fn moved(&mut self, loops: &Loops, from: u32, to: u32, bound: u32) -> bool {
        self.0.retain(|counter| loops.contains(counter.head, to));
        if from < to || !loops.is_head(to) || !loops.contains(to, from) {
            return false;
        }
        let Some(counter) = self.counter(to) else { return false };
        if counter.is_symbolic() {
            counter.iterations += 1;
        }
        counter.was_constant = counter.constant_exit && !counter.symbolic_exit;
        counter.symbolic_exit = false;
        counter.constant_exit = false;
        counter.null_check = false;
        counter.iterations > bound
    }
}
