//! The pool that owns terms: hash-consing, and what is cached per term (sort, interval, inputs, size).

use super::interval::{self, Interval};
use super::node::{Node, TermId};
use super::sort::{Arithmetic, Domain, ElementKind, InputId, Sort};
use crate::run::{self, Identity};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

const END: u32 = u32::MAX;

/// What is known of a term besides its node.
#[derive(Clone, Copy, Debug)]
struct Facts {
    sort: Sort,
    interval: Interval,
    input_set: u32,
    /// Whether it or a term below it is of sort `Float` or `Double`.
    floating_point: bool,
    /// Nodes when written as a tree, saturating.
    size: u32,
    /// Levels, saturating.
    depth: u32,
    /// The next term with the same hash.
    next: u32,
}

/// Owns terms of one arithmetic. Ids depend only on the sequence of builder calls.
#[derive(Clone, Debug)]
pub struct TermPool {
    /// Tells pools apart, so that nobody takes the terms of one for those of another.
    identity: Identity,
    arithmetic: Arithmetic,
    simplifying: bool,
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    heads: FxHashMap<u64, u32>,
    input_sets: Vec<Box<[InputId]>>,
    input_set_ids: FxHashMap<Box<[InputId]>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    /// What reading contents at an index gave: copies of copies are read many times over.
    pub(crate) selected: FxHashMap<(TermId, TermId), TermId>,
    /// By contents with a store on top: what it and those below it leave by index, and what is below these.
    pub(crate) stores: FxHashMap<TermId, (FxHashMap<i64, TermId>, TermId)>,
}

impl TermPool {
    /// An empty pool whose builders simplify.
    pub fn new(arithmetic: Arithmetic) -> Self {
        let empty: Box<[InputId]> = Box::default();
        TermPool {
            identity: Identity::default(),
            arithmetic,
            simplifying: true,
            nodes: Vec::new(),
            facts: Vec::new(),
            heads: FxHashMap::default(),
            input_sets: vec![empty.clone()],
            input_set_ids: FxHashMap::from_iter([(empty, 0)]),
            unions: FxHashMap::default(),
            selected: FxHashMap::default(),
            stores: FxHashMap::default(),
        }
    }

    /// An empty pool whose builders only hash-cons: the naive side when a simplification is checked.
    pub fn new_unsimplified(arithmetic: Arithmetic) -> Self {
        TermPool { simplifying: false, ..Self::new(arithmetic) }
    }

    /// A number no other pool of this process has; a clone gets its own.
    pub fn identity(&self) -> u64 {
        self.identity.number()
    }

    /// How the operators compute.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// Do the builders simplify?
    pub fn is_simplifying(&self) -> bool {
        self.simplifying
    }

    /// The operator and operands of a term.
    pub fn node(&self, id: TermId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The sort of a term.
    pub fn sort(&self, id: TermId) -> Sort {
        self.facts[id.index()].sort
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Is there no term yet?
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The inputs a term mentions, ascending.
    pub fn inputs(&self, id: TermId) -> &[InputId] {
        &self.input_sets[self.facts[id.index()].input_set as usize]
    }

    /// Bounds of the values of a number (of its elements, for contents; 0 and 1 for a truth value). In unbounded
    /// arithmetic `i64::MIN` and `i64::MAX` stand for "no bound".
    pub fn range(&self, id: TermId) -> (i64, i64) {
        let interval = self.interval(id);
        (interval.low, interval.high)
    }

    /// Bounds of 32 (`Int`) or 64 (`Long`) bits with a sign, for a number of that sort.
    pub fn sort_range(&self, id: TermId) -> (i64, i64) {
        let interval = interval::Interval::width(self.sort(id));
        (interval.low, interval.high)
    }

    /// Whether a term or one below it is of sort `Float` or `Double`.
    pub fn mentions_floating_point(&self, id: TermId) -> bool {
        self.facts[id.index()].floating_point
    }

    /// Nodes of the term written as a tree, saturating.
    pub fn size(&self, id: TermId) -> u32 {
        self.facts[id.index()].size
    }

    /// Levels of the term, saturating.
    pub fn depth(&self, id: TermId) -> u32 {
        self.facts[id.index()].depth
    }

    pub(crate) fn interval(&self, id: TermId) -> Interval {
        self.facts[id.index()].interval
    }

    /// The term of an `int` constant.
    pub fn int(&mut self, value: i32) -> TermId {
        self.intern(Node::Constant(Sort::Int, i64::from(value)))
    }

    /// The term of a `long` constant.
    pub fn long(&mut self, value: i64) -> TermId {
        self.intern(Node::Constant(Sort::Long, value))
    }

    /// The term of a constant of sort `Int` or `Long`; in Java's arithmetic an `Int` is wrapped to 32 bits.
    pub fn constant(&mut self, sort: Sort, value: i64) -> TermId {
        debug_assert!(sort.is_number());
        let value = match (self.arithmetic, sort) {
            (Arithmetic::Java, Sort::Int) => i64::from(value as i32),
            _ => value,
        };
        self.intern(Node::Constant(sort, value))
    }

    /// The term of a `float` constant.
    pub fn float(&mut self, value: f32) -> TermId {
        let bits = if value.is_nan() { f32::NAN } else { value }.to_bits();
        self.intern(Node::Constant(Sort::Float, i64::from(bits)))
    }

    /// The term of a `double` constant.
    pub fn double(&mut self, value: f64) -> TermId {
        let bits = if value.is_nan() { f64::NAN } else { value }.to_bits();
        self.intern(Node::Constant(Sort::Double, bits as i64))
    }

    /// The term of a text.
    pub fn text(&mut self, units: &[u16]) -> TermId {
        self.intern(Node::TextConstant(units.into()))
    }

    /// True or false.
    pub fn truth(&mut self, value: bool) -> TermId {
        self.intern(Node::Truth(value))
    }

    /// An input. One id always goes with one domain.
    pub fn input(&mut self, id: InputId, domain: Domain) -> TermId {
        self.intern(Node::Input(id, domain))
    }

    /// Contents that are zero everywhere: a new array.
    pub fn zeroed(&mut self, kind: ElementKind) -> TermId {
        self.intern(Node::Zeroed(kind))
    }

    /// The value of a constant that fits an `int`.
    pub fn as_int(&self, id: TermId) -> Option<i32> {
        self.as_constant(id).and_then(|value| i32::try_from(value).ok())
    }

    /// The value of a constant number; of a floating-point number, its bits.
    pub fn as_constant(&self, id: TermId) -> Option<i64> {
        match self.node(id) {
            Node::Constant(_, value) => Some(*value),
            _ => None,
        }
    }

    /// The units of a constant text.
    pub fn as_text(&self, id: TermId) -> Option<&[u16]> {
        match self.node(id) {
            Node::TextConstant(units) => Some(units),
            _ => None,
        }
    }

    /// The value of a constant truth value.
    pub fn as_truth(&self, id: TermId) -> Option<bool> {
        match self.node(id) {
            Node::Truth(value) => Some(*value),
            _ => None,
        }
    }

    /// The id of a node as it is, without simplifying it. The children must be of this pool and of fitting sorts.
    pub(crate) fn intern(&mut self, node: Node) -> TermId {
        let mut hasher = FxHasher::default();
        node.hash(&mut hasher);
        let hash = hasher.finish();
        let head = self.heads.get(&hash).copied().unwrap_or(END);
        let mut at = head;
        while at != END {
            if self.nodes[at as usize] == node {
                return TermId(at);
            }
            at = self.facts[at as usize].next;
        }
        run::checkpoint();
        let id = self.nodes.len() as u32;
        let facts = self.facts_of(&node, head);
        self.heads.insert(hash, id);
        self.nodes.push(node);
        self.facts.push(facts);
        TermId(id)
    }

    fn facts_of(&mut self, node: &Node, next: u32) -> Facts {
        let mut input_set = match node {
            Node::Input(id, _) => self.input_set(Box::new([*id])),
            _ => 0,
        };
        let sort = self.sort_of(node);
        let mut floating_point = match sort {
            Sort::Contents(kind) => kind.sort().is_floating_point(),
            other => other.is_floating_point(),
        };
        let (mut size, mut depth) = (1u32, 0u32);
        let mut last = 0;
        node.for_each_child(|child| {
            let facts = self.facts[child.index()];
            size = size.saturating_add(facts.size);
            depth = depth.max(facts.depth);
            floating_point |= facts.floating_point;
            if facts.input_set != last {
                last = facts.input_set;
                input_set = self.union(input_set, facts.input_set);
            }
        });
        Facts {
            sort,
            interval: interval::of_node(self, node),
            input_set,
            floating_point,
            size,
            depth: depth.saturating_add(1),
            next,
        }
    }

    fn sort_of(&self, node: &Node) -> Sort {
        match node {
            Node::Constant(sort, _) | Node::Sum { sort, .. } => *sort,
            Node::Truth(_) | Node::Equal(..) | Node::Less(..) | Node::Not(_) | Node::Conjunction(_) => Sort::Bool,
            Node::Input(_, domain) => domain.sort(),
            Node::Product(a, _)
            | Node::Divide(a, _)
            | Node::Remainder(a, _)
            | Node::ShiftLeft(a, _)
            | Node::ShiftRight(a, _)
            | Node::UnsignedShiftRight(a, _)
            | Node::And(a, _)
            | Node::Or(a, _)
            | Node::Xor(a, _) => self.sort(*a),
            Node::IntToLong(_) => Sort::Long,
            Node::LongToInt(_) | Node::ToByte(_) | Node::ToChar(_) | Node::ToShort(_) | Node::CompareLong(..) => {
                Sort::Int
            }
            Node::IfThenElse(_, a, _) => self.sort(*a),
            Node::Select(contents, _) => match self.sort(*contents) {
                Sort::Contents(kind) => kind.sort(),
                other => other,
            },
            Node::Store(contents, ..) => self.sort(*contents),
            Node::Zeroed(kind) | Node::Elements(kind, _) => Sort::Contents(*kind),
            Node::Copy { destination, .. } => self.sort(*destination),
            Node::FloatingPoint(operator, arguments) => {
                operator.result(arguments.first().map_or(Sort::Double, |first| self.sort(*first)))
            }
            Node::TextConstant(_) => Sort::Text,
            Node::Text(operator, _) => operator.result(),
        }
    }

    fn input_set(&mut self, inputs: Box<[InputId]>) -> u32 {
        if let Some(&id) = self.input_set_ids.get(&inputs) {
            return id;
        }
        let id = self.input_sets.len() as u32;
        self.input_sets.push(inputs.clone());
        self.input_set_ids.insert(inputs, id);
        id
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || b == 0 {
            return a;
        }
        if a == 0 {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&id) = self.unions.get(&key) {
            return id;
        }
        let mut inputs = self.input_sets[a as usize].to_vec();
        inputs.extend_from_slice(&self.input_sets[b as usize]);
        inputs.sort_unstable();
        inputs.dedup();
        let id = self.input_set(inputs.into_boxed_slice());
        self.unions.insert(key, id);
        id
    }
}
