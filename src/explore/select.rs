//! Path selectors: which open path is run next. What an order finds first differs; what it finds in the end does not.

use super::path::{Branch, Recorder};
use crate::program::MethodId;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Keeps the open paths of an exploration and says which is next. Deterministic: the same paths in the same order give the
/// same choice.
pub trait PathSelector<R: Recorder> {
    /// Takes what a fork or a call made of a path, in the order in which it is to be explored.
    fn add(&mut self, branches: Vec<Branch<R>>);

    /// The next branch; none when no path is open.
    fn next(&mut self, shared: &R::Shared) -> Option<Branch<R>>;

    /// How many branches are left.
    fn len(&self) -> usize;

    /// Whether nothing is left.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Depth first: what was forked last goes on first.
pub struct DepthFirst<R>(Vec<Branch<R>>);

impl<R> Default for DepthFirst<R> {
    fn default() -> Self {
        DepthFirst(Vec::new())
    }
}

impl<R: Recorder> PathSelector<R> for DepthFirst<R> {
    fn add(&mut self, branches: Vec<Branch<R>>) {
        self.0.extend(branches.into_iter().rev());
    }

    fn next(&mut self, _shared: &R::Shared) -> Option<Branch<R>> {
        self.0.pop()
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// What has been covered, as a recorder's shared part knows it.
pub trait Coverage {
    /// Whether an instruction that can follow this one has not been executed on any path.
    fn leads_to_new_code(&self, method: MethodId, position: u32) -> bool;
}

/// How often paths that were forked at one instruction are preferred although nothing new is known to follow it: an
/// exception that it raises is no instruction.
const FIRST_VISITS: u32 = 3;

/// Depth first, but paths that were forked where uncovered code follows go before the others.
pub struct CoverageGuided<R> {
    open: BTreeMap<u64, Branch<R>>,
    /// The open paths by the instruction at which they were forked; only instructions that may still lead to something new.
    forked_at: BTreeMap<(MethodId, u32), BTreeSet<u64>>,
    visits: FxHashMap<(MethodId, u32), u32>,
    numbers: u64,
}

impl<R> Default for CoverageGuided<R> {
    fn default() -> Self {
        CoverageGuided { open: BTreeMap::new(), forked_at: BTreeMap::new(), visits: FxHashMap::default(), numbers: 0 }
    }
}

impl<R: Recorder> PathSelector<R> for CoverageGuided<R>
where
    R::Shared: Coverage,
{
    fn add(&mut self, branches: Vec<Branch<R>>) {
        let is_fork = branches.len() > 1;
        for branch in branches.into_iter().rev() {
            self.numbers += 1;
            if let (true, Branch::Open(path)) = (is_fork, &branch)
                && let Some(frame) = path.state.frame()
            {
                self.forked_at.entry((frame.method, frame.instruction)).or_default().insert(self.numbers);
            }
            self.open.insert(self.numbers, branch);
        }
    }

    fn next(&mut self, shared: &R::Shared) -> Option<Branch<R>> {
        let (last, is_open) = self.open.last_key_value().map(|(last, it)| (*last, matches!(it, Branch::Open(_))))?;
        // An end costs nothing.
        let number = if is_open { self.promising(shared).unwrap_or(last) } else { last };
        let branch = self.open.remove(&number)?;
        if let Branch::Open(path) = &branch
            && let Some(frame) = path.state.frame()
        {
            let place = (frame.method, frame.instruction);
            if let Some(numbers) = self.forked_at.get_mut(&place)
                && numbers.remove(&number)
            {
                *self.visits.entry(place).or_default() += 1;
                if numbers.is_empty() {
                    self.forked_at.remove(&place);
                }
            }
        }
        Some(branch)
    }

    fn len(&self) -> usize {
        self.open.len()
    }
}

impl<R: Recorder> CoverageGuided<R>
where
    R::Shared: Coverage,
{
    /// The youngest path that was forked where something new may follow.
    fn promising(&mut self, shared: &R::Shared) -> Option<u64> {
        let visits = &self.visits;
        self.forked_at.retain(|place, _| {
            visits.get(place).is_none_or(|count| *count < FIRST_VISITS) || shared.leads_to_new_code(place.0, place.1)
        });
        self.forked_at.values().filter_map(|numbers| numbers.last()).max().copied()
    }
}
