//! How the tree of a callee ends: under which conditions, and with what.

use super::super::tree::{CallNode, Kind, Leaf, NodeId, Status, TreeInput};
use super::{Formulas, Mode};
use crate::heap::primitive_domain;
use crate::program::{ClassId, FieldId, FieldKind};
use crate::term::{Domain, Sort, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How an instance of a method's tree can end: truth terms of which at most one holds.
#[derive(Clone, Debug)]
pub(super) struct Ends {
    returned: TermId,
    threw: Vec<(ClassId, TermId)>,
    /// On a path that was not explored to its end.
    pub(super) open: TermId,
    pub(super) value: Option<TermId>,
    pub(super) contents: BTreeMap<u16, TermId>,
    pub(super) fields: BTreeMap<FieldId, TermId>,
}

impl Formulas<'_, '_> {
    /// How a call ends; notes what it gives for the terms after it.
    pub(super) fn call_ends(&mut self, instance: usize, node: NodeId, call: &CallNode) -> Option<Rc<Ends>> {
        let callee = self.callee(instance, node)?;
        let ends = self.ends(callee);
        let caller = self.instances.get_mut(instance)?;
        if caller.results.contains_key(&TreeInput::Result(node)) {
            return Some(ends);
        }
        if let Some(value) = ends.value {
            caller.results.insert(TreeInput::Result(node), value);
        }
        for position in 0..call.arguments.len() as u16 {
            if let Some(contents) = ends.contents.get(&position) {
                caller.results.insert(TreeInput::ResultContents(node, position), *contents);
            }
        }
        for (field, term) in &ends.fields {
            caller.results.insert(TreeInput::ResultField(node, *field), *term);
        }
        Some(ends)
    }

    /// Under which conditions a call goes on to each of the nodes after it.
    pub(super) fn end_conditions(&mut self, place: (usize, NodeId), call: &CallNode, ends: &Ends) -> Rc<EndConditions> {
        if let Some(known) = self.after.get(&place) {
            return known.clone();
        }
        let conditions = Rc::new(self.new_end_conditions(call, ends));
        self.after.insert(place, conditions.clone());
        conditions
    }

    fn new_end_conditions(&mut self, call: &CallNode, ends: &Ends) -> EndConditions {
        let no = self.pool.truth(false);
        let mut other = no;
        // Where the end of a call is open, it is any of those that were seen, or another.
        let which =
            (self.mode != Mode::Lazy && self.pool.as_truth(ends.open) != Some(false)).then(|| self.spare(Domain::Int));
        let with_open = |formulas: &mut Self, known: TermId, number: i32| match which {
            None => known,
            Some(which) => {
                let number = formulas.pool.int(number);
                let chosen = formulas.pool.equal(which, number);
                let open = formulas.pool.conjunction(ends.open, chosen);
                formulas.pool.disjunction(known, open)
            }
        };
        let returned = match call.returned {
            Some(_) => with_open(self, ends.returned, 0),
            None => {
                other = ends.returned;
                no
            }
        };
        let mut threw = Vec::new();
        for (number, (class, _)) in (1_i32..).zip(&call.threw) {
            let known = ends.threw.iter().find(|(known, _)| known == class).map_or(no, |(_, condition)| *condition);
            threw.push(with_open(self, known, number));
        }
        for (class, condition) in &ends.threw {
            if !call.threw.iter().any(|(known, _)| known == class) {
                other = self.pool.disjunction(other, *condition);
            }
        }
        if self.mode != Mode::Lazy {
            other = with_open(self, other, -1);
        }
        EndConditions { returned, threw, other }
    }

    /// How an instance ends (the definition predicate of section 4.2).
    pub(super) fn ends(&mut self, instance: usize) -> Rc<Ends> {
        if let Some(known) = self.instances.get(instance).and_then(|it| it.ends.clone()) {
            return known;
        }
        let (method, unfolding) = self.instances.get(instance).map_or((None, 0), |it| (Some(it.method), it.unfolding));
        let root = method.and_then(|method| self.trees.known_root(method));
        let ends = match root {
            Some(root) if unfolding <= self.bound => self.ends_of_tree(instance, root),
            _ => {
                self.cut |= unfolding > self.bound;
                match self.mode {
                    Mode::Known | Mode::Relevant if unfolding > self.bound => self.nowhere(),
                    _ => self.nothing_known(),
                }
            }
        };
        let ends = Rc::new(self.with_unknowns(instance, ends));
        if let Some(it) = self.instances.get_mut(instance) {
            it.ends = Some(ends.clone());
        }
        ends
    }

    fn nothing_known(&mut self) -> Ends {
        let no = self.pool.truth(false);
        let open = self.pool.truth(true);
        Ends { returned: no, threw: Vec::new(), open, value: None, contents: BTreeMap::new(), fields: BTreeMap::new() }
    }

    /// Gives what an open path leaves: anything.
    fn with_unknowns(&mut self, instance: usize, mut ends: Ends) -> Ends {
        // No path that may be joined goes on from an open end, if only those that were explored are.
        if self.mode == Mode::Lazy || self.pool.as_truth(ends.open) == Some(false) {
            return ends;
        }
        let Some((method, arguments)) = self.instances.get(instance).map(|it| (it.method, it.arguments.clone())) else {
            return ends;
        };
        if let Some(FieldKind::Primitive(primitive)) = self.program.method(method).result {
            let anything = self.spare(primitive_domain(primitive));
            self.unknown_results.push(anything);
            ends.value = Some(match ends.value {
                None => anything,
                Some(value) => self.pool.if_then_else(ends.open, anything, value),
            });
        }
        let Some(given) = arguments else { return ends };
        for (position, argument) in (0_u16..).zip(&given.arguments) {
            let Some((_, before)) = argument.array else { continue };
            let Sort::Contents(kind) = self.pool.sort(before) else { continue };
            let known = ends.contents.get(&position).copied().unwrap_or(before);
            let anything = self.spare(Domain::Contents(kind));
            let left = self.pool.if_then_else(ends.open, anything, known);
            ends.contents.insert(position, left);
        }
        for (field, before) in &given.fields {
            let Sort::Contents(kind) = self.pool.sort(*before) else { continue };
            let known = ends.fields.get(field).copied().unwrap_or(*before);
            let anything = self.spare(Domain::Contents(kind));
            let left = self.pool.if_then_else(ends.open, anything, known);
            ends.fields.insert(*field, left);
        }
        ends
    }

    fn ends_of_tree(&mut self, instance: usize, root: NodeId) -> Ends {
        let given = self.instances.get(instance).and_then(|it| it.arguments.clone());
        let contents = (0_u16..)
            .zip(given.iter().flat_map(|given| given.arguments.iter()))
            .filter_map(|(position, argument)| Some((position, argument.array?.1)))
            .collect();
        let fields = given.iter().flat_map(|given| given.fields.clone()).collect();
        let before = (contents, fields);
        // From the root down to what can be reached at all, then up again.
        let mut visited: Vec<Visited> = Vec::new();
        let mut waiting = vec![root];
        let no = self.pool.truth(false);
        while let Some(node) = waiting.pop() {
            let Some(kind) = self.trees.node(node).map(|node| node.kind.clone()) else { continue };
            let mut next = Vec::new();
            let mut lost = no;
            match &kind {
                Kind::Decision(sides) => {
                    for side in sides {
                        let condition = self.in_instance(instance, side.condition);
                        next.push((condition, side.node));
                    }
                }
                Kind::Call(call) => {
                    let Some(ends) = self.call_ends(instance, node, call) else { continue };
                    let conditions = self.end_conditions((instance, node), call, &ends);
                    next.extend(call.returned.map(|node| (conditions.returned, node)));
                    next.extend(conditions.threw.iter().copied().zip(call.threw.iter().map(|(_, node)| *node)));
                    lost = match self.mode {
                        Mode::Lazy => no,
                        Mode::Known | Mode::Relevant | Mode::Deep => conditions.other,
                    };
                }
                Kind::Open(_) | Kind::Leaf(_) => {}
            }
            next.retain(|(condition, _)| self.pool.as_truth(*condition) != Some(false));
            waiting.extend(next.iter().map(|(_, node)| *node));
            visited.push(Visited { node, next, lost });
        }
        let mut parts: FxHashMap<NodeId, Ends> = FxHashMap::default();
        for Visited { node, next, lost } in visited.into_iter().rev() {
            let part = match self.trees.node(node).map(|node| node.kind.clone()) {
                Some(Kind::Leaf(leaf)) => self.leaf(instance, leaf, &before),
                Some(Kind::Open(open)) if open.status == Status::Unreachable => self.nowhere(),
                Some(Kind::Open(_)) | None => self.nothing_known(),
                Some(Kind::Decision(_) | Kind::Call(_)) => {
                    let mut next = next;
                    // Of two sides, the second is where the first is not.
                    let is_either = matches!(next.as_slice(), [(a, _), (b, _)] if self.pool.not(*a) == *b);
                    let last = if is_either { next.pop() } else { None };
                    let mut joined = match last.and_then(|(_, child)| parts.remove(&child)) {
                        Some(part) => part,
                        None => Ends { open: lost, ..self.nowhere() },
                    };
                    let next = next.into_iter().rev();
                    for (condition, child) in next {
                        let Some(part) = parts.remove(&child) else { continue };
                        joined = self.join(condition, part, joined);
                    }
                    joined
                }
            };
            parts.insert(node, part);
        }
        match parts.remove(&root) {
            Some(ends) => ends,
            None => self.nothing_known(),
        }
    }

    /// No end at all.
    fn nowhere(&mut self) -> Ends {
        let no = self.pool.truth(false);
        Ends {
            returned: no,
            threw: Vec::new(),
            open: no,
            value: None,
            contents: BTreeMap::new(),
            fields: BTreeMap::new(),
        }
    }

    fn leaf(&mut self, instance: usize, leaf: Leaf, before: &Before) -> Ends {
        let mut ends = self.nowhere();
        let yes = self.pool.truth(true);
        let left = match leaf {
            Leaf::Returned { value, contents, fields } => {
                ends.returned = yes;
                ends.value = value.map(|value| self.in_instance(instance, value));
                (contents, fields)
            }
            Leaf::Threw { class, contents, fields } => {
                ends.threw.push((class, yes));
                (contents, fields)
            }
            Leaf::Stopped(_) => {
                ends.open = yes;
                return ends;
            }
        };
        (ends.contents, ends.fields) = before.clone();
        for (position, term) in left.0 {
            let term = self.in_instance(instance, term);
            ends.contents.insert(position, term);
        }
        for (field, term) in left.1 {
            let term = self.in_instance(instance, term);
            ends.fields.insert(field, term);
        }
        ends
    }

    /// Where the condition holds the one, else the other.
    fn join(&mut self, condition: TermId, one: Ends, other: Ends) -> Ends {
        let no = self.pool.truth(false);
        let pool = &mut *self.pool;
        let mut threw = Vec::new();
        for (class, holds) in &one.threw {
            let otherwise = other.threw.iter().find(|(known, _)| known == class).map_or(no, |(_, holds)| *holds);
            threw.push((*class, pool.if_then_else(condition, *holds, otherwise)));
        }
        for (class, holds) in &other.threw {
            if !one.threw.iter().any(|(known, _)| known == class) {
                threw.push((*class, pool.if_then_else(condition, no, *holds)));
            }
        }
        let value = match (one.value, other.value) {
            (Some(a), Some(b)) if pool.sort(a) == pool.sort(b) => Some(pool.if_then_else(condition, a, b)),
            (Some(only), _) | (None, Some(only)) => Some(only),
            (None, None) => None,
        };
        let contents = joined(pool, condition, one.contents, other.contents);
        let fields = joined(pool, condition, one.fields, other.fields);
        Ends {
            returned: pool.if_then_else(condition, one.returned, other.returned),
            threw,
            open: pool.if_then_else(condition, one.open, other.open),
            value,
            contents,
            fields,
        }
    }
}

/// A node that an instance can come to.
struct Visited {
    node: NodeId,
    /// What comes next, and under which conditions.
    next: Vec<(TermId, NodeId)>,
    /// Under which condition nobody knows what comes next.
    lost: TermId,
}

/// Contents of arrays and fields before a path begins.
type Before = (BTreeMap<u16, TermId>, BTreeMap<FieldId, TermId>);

/// Where the condition holds the one, else the other; what only one says is the same for both.
fn joined<K: Ord>(
    pool: &mut TermPool,
    condition: TermId,
    one: BTreeMap<K, TermId>,
    mut other: BTreeMap<K, TermId>,
) -> BTreeMap<K, TermId> {
    for (key, a) in one {
        let term = match other.get(&key) {
            Some(b) if pool.sort(a) == pool.sort(*b) => pool.if_then_else(condition, a, *b),
            _ => a,
        };
        other.insert(key, term);
    }
    other
}

/// Under which conditions a call goes on to each of the nodes after it.
pub(super) struct EndConditions {
    returned: TermId,
    threw: Vec<TermId>,
    pub(super) other: TermId,
}

impl EndConditions {
    pub(super) fn of_side(&self, side: u32) -> Option<TermId> {
        match side {
            0 => Some(self.returned),
            u32::MAX => Some(self.other),
            number => self.threw.get(number as usize - 1).copied(),
        }
    }
}
