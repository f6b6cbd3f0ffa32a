//! The execution tree: the decisions of all paths so far, and the sides of them that no path has taken.

use crate::exec::State;
use crate::program::MethodId;
use crate::term::{InputId, Model, TermId, TermPool};

/// A node of a tree, by number.
pub(super) type NodeId = usize;

/// What is decided at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// A condition: side 0 is false, side 1 true.
    Condition(TermId),
    /// Something about references: so many ways.
    Alternatives(usize),
}

/// A side of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// No path has taken it: a dangling node.
    Open,
    /// A path has taken it, with this decision as its next.
    Taken(Option<NodeId>),
    /// No path can take it, or none that does can reach the target.
    Closed,
}

/// A decision.
#[derive(Debug)]
pub(super) struct Node {
    parent: Option<(NodeId, usize)>,
    pub(super) asked: Asked,
    /// The conditions that were added since the decision before, its own side's among them, and the bounds.
    conditions: Box<[TermId]>,
    bounds: Box<[TermId]>,
    /// Numeric inputs that there were.
    inputs: usize,
    /// The run that came here first: its model satisfies what leads here.
    run: usize,
    pub(super) sides: Vec<Side>,
    pub(super) depth: u32,
    /// The instruction that asks.
    pub(super) place: Option<(MethodId, u32)>,
}

/// How far a run has come in the tree.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    before: Option<(NodeId, usize)>,
    conditions: usize,
    bounds: usize,
}

/// What leads to a side.
#[derive(Debug)]
pub(super) struct Way {
    /// Conditions, without that of the side.
    pub(super) conditions: Vec<TermId>,
    pub(super) bounds: Vec<TermId>,
    /// The alternatives that were chosen, that of the side included.
    pub(super) alternatives: Vec<usize>,
    /// Satisfies the conditions and bounds.
    pub(super) model: Model,
    /// Numeric inputs that there are before the side.
    pub(super) inputs: usize,
}

/// An execution tree.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    /// The model of each run.
    models: Vec<Model>,
}

impl Tree {
    /// Begins a run with a model.
    pub(super) fn begin(&mut self, model: Model) -> usize {
        self.models.push(model);
        self.models.len() - 1
    }

    /// The model of a run at its end.
    pub(super) fn end(&mut self, run: usize, model: Model) {
        if let Some(known) = self.models.get_mut(run) {
            *known = model;
        }
    }

    /// The decision that a run comes to, and whether it is new. None where an earlier run came to another one here, which does
    /// not happen: equal decisions before lead to equal ones.
    pub(super) fn enter(
        &mut self,
        at: &mut Position,
        run: usize,
        asked: Asked,
        state: &State,
    ) -> Option<(NodeId, bool)> {
        let known = match at.before {
            None => (!self.nodes.is_empty()).then_some(0),
            Some((node, side)) => match self.nodes.get(node)?.sides.get(side)? {
                Side::Taken(next) => *next,
                Side::Open | Side::Closed => None,
            },
        };
        let path = &state.path;
        let conditions = path.conditions.iter().skip(at.conditions).copied().collect();
        let bounds = path.bounds.iter().skip(at.bounds).copied().collect();
        (at.conditions, at.bounds) = (path.conditions.len(), path.bounds.len());
        if let Some(known) = known {
            return (self.nodes.get(known)?.asked == asked).then_some((known, false));
        }
        let depth = at.before.and_then(|(node, _)| self.nodes.get(node)).map_or(0, |node| node.depth + 1);
        let count = match asked {
            Asked::Condition(_) => 2,
            Asked::Alternatives(count) => count,
        };
        let number = self.nodes.len();
        self.nodes.push(Node {
            parent: at.before,
            asked,
            conditions,
            bounds,
            inputs: state.heap.input_count(),
            run,
            sides: vec![Side::Open; count],
            depth,
            place: state.frame().map(|frame| (frame.method, frame.instruction)),
        });
        if let Some((node, side)) = at.before {
            self.set(node, side, Side::Taken(Some(number)));
        }
        Some((number, true))
    }

    /// Goes on at a side.
    pub(super) fn take(&mut self, at: &mut Position, node: NodeId, side: usize) {
        if !matches!(self.side(node, side), Some(Side::Taken(_))) {
            self.set(node, side, Side::Taken(None));
        }
        at.before = Some((node, side));
    }

    /// A side.
    pub(super) fn side(&self, node: NodeId, side: usize) -> Option<Side> {
        self.nodes.get(node)?.sides.get(side).copied()
    }

    /// Changes a side.
    pub(super) fn set(&mut self, node: NodeId, side: usize, to: Side) {
        if let Some(known) = self.nodes.get_mut(node).and_then(|node| node.sides.get_mut(side)) {
            *known = to;
        }
    }

    /// A node.
    pub(super) fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// What leads to a side.
    pub(super) fn way(&self, node: NodeId, side: usize) -> Option<Way> {
        let last = self.nodes.get(node)?;
        let model = self.models.get(last.run)?.clone();
        let mut way =
            Way { conditions: Vec::new(), bounds: Vec::new(), alternatives: Vec::new(), model, inputs: last.inputs };
        let mut next = Some((node, side));
        while let Some((number, side)) = next {
            let node = self.nodes.get(number)?;
            way.conditions.extend(node.conditions.iter().rev());
            way.bounds.extend(node.bounds.iter().rev());
            if let Asked::Alternatives(_) = node.asked {
                way.alternatives.push(side);
            }
            next = node.parent;
        }
        way.conditions.reverse();
        way.bounds.reverse();
        way.alternatives.reverse();
        Some(way)
    }
}

/// The values of the inputs that there are; what later inputs are is for the run to say.
pub(super) fn restricted(model: &Model, inputs: usize) -> Model {
    let mut restricted = model.clone();
    let named = model.numbers().map(|(id, _)| id);
    let named = named.chain(model.all_contents().map(|(id, _)| id)).chain(model.texts().map(|(id, _)| id));
    let later: Vec<InputId> = named.filter(|id| id.0 as usize >= inputs).collect();
    for id in later {
        restricted.forget(id);
    }
    restricted
}

/// The condition of a side.
pub(super) fn literal(pool: &mut TermPool, condition: TermId, side: usize) -> TermId {
    if side == 1 { condition } else { pool.not(condition) }
}
