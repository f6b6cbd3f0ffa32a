//! ChooseDanglingNode of Algorithm 1: which node that no run has gone through is tried next.

use super::obstacle::GivenUp;
use super::tree::{Continues, Kind, Leaf, NodeId, Point, Status, TreeNode, Trees};
use crate::concolic::Choose;
use crate::graph::{CallGraph, Distances};
use crate::program::{MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

/// How often a node can be chosen in vain before one that is farther from the target comes first.
const PATIENCE: u32 = 24;

/// How many nodes of one branch statement are chosen before one of another that is farther from the target comes first: each round
/// of a loop has nodes like those of the round before, as near as they, and another branch in it may be what leads on.
const IN_A_ROW: u32 = 5;

/// Chooses nodes. What it has chosen before makes it fair.
pub struct Chooser<'c> {
    program: &'c Program,
    distances: &'c Distances,
    /// Methods whose exceptions some caller may catch.
    caught: FxHashSet<MethodId>,
    strategy: Choose,
    turn: usize,
    chosen: [FxHashMap<Class, u32>; 3],
    /// How many nodes of each branch statement were chosen.
    begun: FxHashMap<Class, u32>,
}

/// A class of nodes that count as alike.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Class {
    Branch(Option<(MethodId, u32)>, Continues),
    Stack(MethodId, Vec<(MethodId, u32)>),
    Depth(u32),
}

impl<'c> Chooser<'c> {
    /// A chooser for a target, by the distances to it.
    pub fn new(program: &'c Program, calls: &CallGraph, distances: &'c Distances, strategy: Choose) -> Self {
        let chosen = std::array::from_fn(|_| FxHashMap::default());
        Chooser {
            program,
            distances,
            caught: caught(program, calls),
            strategy,
            turn: 0,
            chosen,
            begun: FxHashMap::default(),
        }
    }

    /// The distance from a point to the target; none when it cannot be reached from there.
    pub fn distance(&self, point: &Point) -> Option<u32> {
        // Code from outside of the class path is on the way to the user's.
        let is_user = |(method, _): &&(MethodId, u32)| self.program.is_user_method(*method);
        let (method, position) = point.frames.iter().rev().find(is_user).copied()?;
        let continues = if point.place() == Some((method, position)) { point.continues } else { Continues::After };
        match continues {
            Continues::At(next) => self.distances.from(method, next),
            Continues::After => self.distances.from(method, position),
            Continues::Raising => {
                let handles = |(method, position): &(MethodId, u32)| {
                    let code = self.program.code(*method);
                    code.is_some_and(|code| {
                        code.handlers.iter().any(|handler| (handler.start..handler.end).contains(position))
                    })
                };
                let outermost = point.frames.first().map_or(method, |(method, _)| *method);
                let is_caught = point.frames.iter().any(handles) || self.caught.contains(&outermost);
                let own = self.distances.from(method, position);
                // The exception itself may be what is wanted.
                own.filter(|distance| is_caught || *distance == 0)
            }
        }
    }

    /// Whether the target can only be reached from a point after the activation of its tree's method has ended. What is worth
    /// knowing of such a method depends on its callers: relevant exploration of their nodes comes to it.
    fn is_behind(&self, point: &Point) -> bool {
        let innermost = point.frames.len().saturating_sub(1);
        let is_inside = |(number, (method, position)): (usize, &(MethodId, u32))| match point.continues {
            Continues::At(next) if number == innermost => self.distances.is_inside(*method, next),
            _ => self.distances.is_inside(*method, *position),
        };
        !point.frames.iter().enumerate().any(is_inside)
    }

    /// The next node to be tried, with its distance to the target; none when no node is left from which it can be reached.
    pub fn next(&mut self, trees: &Trees) -> Option<(NodeId, u32)> {
        let candidates = trees.nodes().filter_map(|(id, node)| {
            let sought = trees.sought(id).filter(|sought| sought.status == Status::Dangling)?;
            let distance = match trees.open(id) {
                Some(_) => (self.is_behind(&node.point), self.distance(&node.point)?),
                // Between it and the next one the target was passed.
                None => (false, 0),
            };
            Some((id, sought.attempts, distance))
        });
        let candidates: Vec<(NodeId, u32, (bool, u32))> = candidates.collect();
        let (id, attempts, (_, distance)) = match self.strategy {
            Choose::Nearest => {
                let begun =
                    |id: NodeId| class_of(trees, id, 0).and_then(|class| self.begun.get(&class)).copied().unwrap_or(0);
                let rounds = |id: NodeId, attempts: u32| attempts / PATIENCE + begun(id) / IN_A_ROW;
                candidates
                    .into_iter()
                    .min_by_key(|(id, attempts, distance)| (rounds(*id, *attempts), *distance, *id))?
            }
            Choose::Fair => {
                let turn = self.turn % self.chosen.len();
                self.turn += 1;
                let count = |id: NodeId| {
                    let class = class_of(trees, id, turn);
                    let counts = self.chosen.get(turn);
                    class.and_then(|class| counts.and_then(|counts| counts.get(&class))).copied().unwrap_or(0)
                };
                candidates.into_iter().min_by_key(|(id, attempts, distance)| (count(*id), *attempts, *distance, *id))?
            }
        };
        if attempts == 0
            && let Some(branch) = class_of(trees, id, 0)
        {
            *self.begun.entry(branch).or_default() += 1;
        }
        for (number, counts) in self.chosen.iter_mut().enumerate() {
            if let Some(class) = class_of(trees, id, number) {
                *counts.entry(class).or_default() += 1;
            }
        }
        Some((id, distance))
    }

    /// Where paths were given up from which the target can be reached, and nodes that were tried in vain: why nothing is
    /// proven.
    pub fn left(&self, trees: &Trees) -> Vec<(NodeId, GivenUp)> {
        let reason = |(id, node): (NodeId, &TreeNode)| {
            let why = match (trees.sought(id), &node.kind) {
                (Some(sought), _) => match &sought.status {
                    Status::Unreachable => return None,
                    Status::Dangling => GivenUp::Unexplored,
                    Status::Tried(why) => why.clone(),
                },
                (None, Kind::Leaf(Leaf::Stopped(why))) => GivenUp::Stopped(why.clone()),
                _ => return None,
            };
            let is_open = trees.sought(id).is_none() || trees.open(id).is_some();
            (!is_open || self.distance(&node.point).is_some()).then_some((id, why))
        };
        trees.nodes().filter_map(reason).collect()
    }
}

fn class_of(trees: &Trees, id: NodeId, number: usize) -> Option<Class> {
    let node = trees.node(id)?;
    Some(match number {
        0 => Class::Branch(node.point.place(), node.point.continues),
        1 => {
            let outer = node.point.frames.iter().take(node.point.frames.len().saturating_sub(1));
            Class::Stack(node.method, outer.copied().collect())
        }
        _ => Class::Depth(node.depth),
    })
}

/// Methods that run, directly or not, within a method that has handlers.
fn caught(program: &Program, calls: &CallGraph) -> FxHashSet<MethodId> {
    let has_handlers = |method: &MethodId| program.code(*method).is_some_and(|code| !code.handlers.is_empty());
    let mut open: Vec<MethodId> = program.methods().map(|(method, _)| method).filter(has_handlers).collect();
    let mut found = FxHashSet::default();
    while let Some(method) = open.pop() {
        for callee in calls.callees(method) {
            if found.insert(*callee) {
                open.push(*callee);
            }
        }
    }
    found
}
