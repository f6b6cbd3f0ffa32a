//! The strategy that explores: all paths that may lead to the target at once, state by state, all calls inline. No input leads;
//! what cannot come to the target in the control flow, or contradicts what is necessary, is not followed.

use super::super::check::Start;
use super::super::check::verdict::Missing;
use super::super::reason::Cause;
use super::guide::ReachGuide;
use super::record::{Shared, Sight};
use super::whole_paths::{Ended, LIMITS, Listener, Question, Spent, beginning, ended, judged};
use crate::concolic::{Choose, Dangling, Waiting, stack_number};
use crate::exec::State;
use crate::explore::{Branch, Explorer, Guide, Inline, Path, PathEnd, PathSelector};
use crate::graph::Distances;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Explores the paths that begin in these states until one of them reaches the target.
pub(super) fn explore<'q, L: Listener<'q>>(
    question: Question<'q>,
    guide: Option<&ReachGuide<'q>>,
    start: Start,
    spent: &mut Spent,
    listener: &mut L,
) -> Ended<L::Enough> {
    let (mut explorer, state) = beginning(question, start);
    explorer.guide = guide.map(|guide| Box::new(guide.clone()) as Box<dyn Guide + 'q>);
    let mut calls = Inline { calls: question.context.calls, recursion: LIMITS.recursion, only_decided: true };
    let is_found = Cell::new(false);
    let left = question.executions.saturating_sub(spent.states);
    let mut open = Toward::new(question.choose, question.distances, left, &is_found);
    let mut missing = Missing::default();
    let mut found = None;
    let path = Path { state: Box::new(state), record: Sight::default() };
    let mut paths = 0;
    let mut sink = |explorer: &mut Explorer<'q, Sight<'q>>, end: PathEnd<Sight<'q>>| {
        paths += 1;
        if found.is_none() {
            found = judged(question, explorer, end, listener, &mut missing);
            is_found.set(found.is_some());
        }
    };
    missing.exhausted = explorer.explore_with(path, &mut calls, &mut open, &mut sink);
    if open.is_cut {
        missing.others.push(Cause::MostStates(question.executions));
    }
    spent.paths += paths;
    spent.states += explorer.costs.states;
    ended(found, &explorer, missing, spent)
}

/// Open paths in an order of dangling nodes. Those from which the target is at no distance are none; one that has reached it
/// goes on to its end before others do.
struct Toward<'q, 'c> {
    /// What goes on at once.
    first: Vec<Branch<Sight<'q>>>,
    open: BTreeMap<u64, Branch<Sight<'q>>>,
    waiting: Waiting<u64>,
    numbers: u64,
    distances: &'q Distances,
    /// States that may still be added.
    left: u64,
    /// Whether there were more.
    is_cut: bool,
    is_found: &'c Cell<bool>,
}

impl<'q, 'c> Toward<'q, 'c> {
    fn new(choose: Choose, distances: &'q Distances, left: u64, is_found: &'c Cell<bool>) -> Self {
        Toward {
            first: Vec::new(),
            open: BTreeMap::new(),
            waiting: Waiting::new(choose),
            numbers: 0,
            distances,
            left,
            is_cut: false,
            is_found,
        }
    }

    fn distance(&self, state: &State) -> Option<u32> {
        state.frames.iter().filter_map(|frame| self.distances.from(frame.method, frame.instruction)).min()
    }
}

impl<'q> PathSelector<Sight<'q>> for Toward<'q, '_> {
    fn add(&mut self, mut branches: Vec<Branch<Sight<'q>>>) {
        let is_fork = branches.len() > 1;
        let has_hit = |branch: &Branch<Sight<'_>>| matches!(branch, Branch::Open(path) if path.record.hit.is_some());
        if let Some(at) = branches.iter().position(has_hit) {
            self.first.push(branches.remove(at));
        }
        for branch in branches.into_iter().rev() {
            let Branch::Open(path) = &branch else {
                self.first.push(branch);
                continue;
            };
            let distance = if has_hit(&branch) { Some(0) } else { self.distance(&path.state) };
            let Some(distance) = distance else { continue };
            if !is_fork {
                self.first.push(branch);
                continue;
            }
            if self.left == 0 {
                self.is_cut = true;
                continue;
            }
            self.left -= 1;
            let Some(place) = path.state.frame().map(|frame| (frame.method, frame.instruction)) else { continue };
            let depth = path.state.depth;
            self.numbers += 1;
            self.waiting.add(self.numbers, Dangling { place, stack: stack_number(&path.state), depth, distance });
            self.open.insert(self.numbers, branch);
        }
    }

    fn next(&mut self, _: &Shared<'q>) -> Option<Branch<Sight<'q>>> {
        if self.is_found.get() {
            return None;
        }
        if let Some(first) = self.first.pop() {
            return Some(first);
        }
        let open = &self.open;
        let number = self.waiting.next(|number| open.contains_key(&number))?;
        self.open.remove(&number)
    }

    fn len(&self) -> usize {
        if self.is_found.get() { 0 } else { self.first.len() + self.open.len() }
    }
}
