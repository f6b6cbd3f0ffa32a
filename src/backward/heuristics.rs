//! The exchangeable parts of the algorithm: which state is next, which ways are followed, what is merged, and when the solver is
//! asked.

use super::state::State;
use std::collections::{BTreeMap, BTreeSet};

/// The worklist's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickNext {
    /// The shortest path first, of equally long ones the oldest.
    Shortest,
    /// The youngest state first.
    Youngest,
    /// The one and the other in turn: the one misses nothing, the other gets far.
    InTurn,
}

/// When two states at one location become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoMerge {
    /// Never: each path has a condition of its own, which solvers like best.
    Never,
    /// Where what they differ in is no larger than so many nodes.
    UpTo(u32),
}

/// When the solver is asked whether a state is possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoCheck {
    /// Where several ways lead to the location.
    AtJoins,
    /// Everywhere.
    Always,
}

/// How backward execution searches. Each part changes what it costs, and none what a proof needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heuristics {
    /// Which state is next.
    pub pick_next: PickNext,
    /// The longest path that is followed, in pieces of code; what is longer is cut, and then nothing is proved.
    pub do_follow: u32,
    /// What is merged.
    pub do_merge: DoMerge,
    /// When the solver is asked.
    pub do_check: DoCheck,
    /// The most calls within each other that are entered; what a deeper one does is anything.
    pub calls: usize,
}

impl Default for Heuristics {
    fn default() -> Self {
        Heuristics {
            pick_next: PickNext::InTurn,
            do_follow: 20_000,
            do_merge: DoMerge::Never,
            do_check: DoCheck::AtJoins,
            calls: 6,
        }
    }
}

/// The states that are to be continued.
#[derive(Default)]
pub(super) struct Worklist {
    open: BTreeMap<u64, State>,
    by_length: BTreeSet<(u32, u64)>,
    /// Those that continue what was picked as the youngest: what is picked as the shortest in between does not lead away from it.
    deep: BTreeSet<u64>,
    number: u64,
    is_deep: bool,
}

impl Worklist {
    pub(super) fn add(&mut self, state: State) {
        self.number += 1;
        self.by_length.insert((state.length, self.number));
        if self.is_deep {
            self.deep.insert(self.number);
        }
        self.open.insert(self.number, state);
    }

    /// Takes out the next state.
    pub(super) fn pick(&mut self, pick: PickNext) -> Option<State> {
        self.is_deep = match pick {
            PickNext::Shortest => false,
            PickNext::Youngest => true,
            PickNext::InTurn => !self.is_deep,
        };
        let number = match self.is_deep {
            true => self.deep.last().or_else(|| self.open.last_key_value().map(|(number, _)| number)).copied()?,
            false => self.by_length.first().map(|(_, number)| *number)?,
        };
        self.take(number)
    }

    fn take(&mut self, number: u64) -> Option<State> {
        let state = self.open.remove(&number)?;
        self.by_length.remove(&(state.length, number));
        self.deep.remove(&number);
        Some(state)
    }

    /// Takes out the youngest state at the location of another that satisfies a test.
    pub(super) fn take_beside(&mut self, state: &State, mut test: impl FnMut(&State) -> bool) -> Option<State> {
        let is_there = |other: &State| {
            (other.method, other.position, other.risen) == (state.method, state.position, state.risen)
                && other.calls == state.calls
        };
        let found = self.open.iter().rev().find(|(_, other)| is_there(other) && test(other));
        let number = found.map(|(number, _)| *number)?;
        self.take(number)
    }
}
