//! Execution trees: for each method the intraprocedural paths that were run, by the decisions on them, with a node for each
//! side that was not taken (section 3 of Anand, Godefroid, Tillmann: dangling nodes).

use super::class_number::ClassNumbers;
use super::obstacle::GivenUp;
use crate::exec::StopReason;
use crate::program::{ClassId, FieldId, MethodId};
use crate::term::{Domain, ElementKind, InputId, TermId, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A node of some method's tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct NodeId(pub u32);

/// What an input of a method's tree stands for. The terms of a tree are over such inputs, so that all paths of a method speak
/// of them alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum TreeInput {
    /// A parameter, counted from 0 with the receiver; of a reference the object's identity, 0 for null.
    Parameter(u16),
    /// The length of the array that a parameter is.
    Length(u16),
    /// The contents of the array of primitives that a parameter is.
    Contents(u16),
    /// The text of the string that a parameter is.
    Text(u16),
    /// What a field holds in all objects when the method begins, by identity.
    Field(FieldId),
    /// What the program asked for, counted from 0.
    Asked(u32),
    /// An object that the method has allocated: its number in the state, and its class if it is an instance.
    Allocated(u32, Option<ClassId>),
    /// What a call has returned.
    Result(NodeId),
    /// The contents of the array that is this argument, after a call.
    ResultContents(NodeId, u16),
    /// What a field holds in all objects after a call.
    ResultField(NodeId, FieldId),
    /// Something that no term of the tree says.
    Opaque(NodeId, u32),
}

/// An argument of a call, in terms of the caller's tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Argument {
    /// The number; of a reference the identity.
    pub value: TermId,
    /// Length and contents of an array of primitives.
    pub array: Option<(TermId, TermId)>,
    /// The text of a string.
    pub text: Option<TermId>,
}

/// Where control goes on from a node that was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Continues {
    /// With this instruction of the same activation.
    At(u32),
    /// Somewhere after the instruction at which the decision was made.
    After,
    /// By an exception of that instruction.
    Raising,
}

/// A point of an activation: its frames, the outermost first (those after the first are calls that were executed inline).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    /// Method and instruction of each frame.
    pub frames: Vec<(MethodId, u32)>,
    /// How control goes on from the innermost.
    pub continues: Continues,
}

impl Point {
    /// The innermost method and the instruction at which the decision was made.
    pub fn place(&self) -> Option<(MethodId, u32)> {
        self.frames.last().copied()
    }
}

/// What has become of a node that no run has gone through.
#[derive(Default, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// Nobody knows.
    #[default]
    Dangling,
    /// No input leads there: a proof.
    Unreachable,
    /// No run got there, and no proof was found: why.
    Tried(GivenUp),
}

/// A node that no run has gone through yet.
#[derive(Default, Clone, Debug, Serialize, Deserialize)]
pub struct Open {
    /// What is known.
    pub status: Status,
    /// How often it was chosen.
    pub attempts: u32,
    /// Whether an input that was to lead there did not: lazy exploration says nothing more of it.
    pub misled: bool,
}

/// One side of a decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DecisionSide {
    /// Under which condition it is taken.
    pub condition: TermId,
    /// What comes then.
    pub node: NodeId,
}

/// A call that was not executed inline.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CallNode {
    /// The method that runs.
    pub callee: MethodId,
    /// Receiver, if any, and arguments.
    pub arguments: Vec<Argument>,
    /// What the fields that the callee may touch hold in all objects.
    pub fields: BTreeMap<FieldId, TermId>,
    /// What comes when it returns.
    pub returned: Option<NodeId>,
    /// What comes when it throws an exception of a class.
    pub threw: Vec<(ClassId, NodeId)>,
    /// Any end of the call that was not seen yet.
    pub other: NodeId,
}

/// How a path of a method ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Leaf {
    /// It returns.
    Returned {
        /// The result.
        value: Option<TermId>,
        /// The contents of arrays that are parameters.
        contents: Vec<(u16, TermId)>,
        /// The fields that it may have changed, in all objects.
        fields: Vec<(FieldId, TermId)>,
    },
    /// It throws.
    Threw {
        /// The exception's class.
        class: ClassId,
        /// As for a return.
        contents: Vec<(u16, TermId)>,
        /// As for a return.
        fields: Vec<(FieldId, TermId)>,
    },
    /// It was given up: nobody knows what comes.
    Stopped(StopReason),
}

/// What a node is.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Kind {
    /// Not gone through yet.
    Open(Open),
    /// A decision; exactly one side is taken.
    Decision(Vec<DecisionSide>),
    /// A call.
    Call(CallNode),
    /// The end of a path.
    Leaf(Leaf),
}

/// A node of a tree. Children have greater numbers than their parents.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TreeNode {
    /// The method whose tree it is in.
    pub method: MethodId,
    /// The node before, with the side that this is; none for a root.
    pub parent: Option<(NodeId, u32)>,
    /// Decisions and calls from the root.
    pub depth: u32,
    /// Where it is.
    pub point: Point,
    /// The instructions from here to the next node, in the order of the path: method, first and last index of each run of them.
    pub covered: Vec<(MethodId, u32, u32)>,
    /// What it is.
    pub kind: Kind,
}

impl TreeNode {
    /// Notes that an instruction is next on the path.
    pub fn cover(&mut self, (method, instruction): (MethodId, u32)) {
        match self.covered.last_mut() {
            Some((of, _, last)) if *of == method && last.checked_add(1) == Some(instruction) => *last = instruction,
            _ => self.covered.push((method, instruction, instruction)),
        }
    }

    /// Whether the path from here to the next node has one of these instructions.
    fn covers(&self, places: &BTreeSet<(MethodId, u32)>) -> bool {
        let has_one = |(method, first, last): &(MethodId, u32, u32)| {
            places.range((*method, *first)..=(*method, *last)).next().is_some()
        };
        self.covered.iter().any(has_one)
    }
}

/// The trees of all methods that have run.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    nodes: Vec<TreeNode>,
    roots: BTreeMap<MethodId, NodeId>,
    inputs: Vec<(Option<(MethodId, TreeInput)>, Domain)>,
    numbers: FxHashMap<(MethodId, TreeInput), InputId>,
    spare: FxHashMap<Domain, Vec<InputId>>,
    classes: Option<InputId>,
    /// By which numbers terms name classes.
    pub class_numbers: ClassNumbers,
    bound: FxHashSet<MethodId>,
    /// Nodes that runs have gone through, and that another input has to lead to.
    goals: BTreeMap<NodeId, Open>,
}

impl Trees {
    /// The root of a method's tree, made if it is not there.
    pub fn root(&mut self, method: MethodId) -> NodeId {
        if let Some(root) = self.roots.get(&method) {
            return *root;
        }
        let point = Point { frames: vec![(method, 0)], continues: Continues::At(0) };
        let root = self.add(method, None, point);
        self.roots.insert(method, root);
        root
    }

    /// The root of a method's tree, if it has run.
    pub fn known_root(&self, method: MethodId) -> Option<NodeId> {
        self.roots.get(&method).copied()
    }

    /// Methods that have run, in order.
    pub fn methods(&self) -> impl Iterator<Item = MethodId> + '_ {
        self.roots.keys().copied()
    }

    /// A new node that no run has gone through.
    pub fn add(&mut self, method: MethodId, parent: Option<(NodeId, u32)>, point: Point) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let depth = parent.and_then(|(parent, _)| self.node(parent)).map_or(0, |parent| parent.depth + 1);
        let kind = Kind::Open(Open::default());
        self.nodes.push(TreeNode { method, parent, depth, point, covered: Vec::new(), kind });
        id
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(id.0 as usize)
    }

    /// A node, to change it.
    pub fn node_mut(&mut self, id: NodeId) -> Option<&mut TreeNode> {
        self.nodes.get_mut(id.0 as usize)
    }

    /// What a node is like while it is open.
    pub fn open(&self, id: NodeId) -> Option<&Open> {
        match &self.node(id)?.kind {
            Kind::Open(open) => Some(open),
            _ => None,
        }
    }

    /// As [`Trees::open`], to change it.
    pub fn open_mut(&mut self, id: NodeId) -> Option<&mut Open> {
        match &mut self.node_mut(id)?.kind {
            Kind::Open(open) => Some(open),
            _ => None,
        }
    }

    /// What is known of a node that an input has to lead to: an open one, or one of [`Trees::aim`].
    pub fn sought(&self, id: NodeId) -> Option<&Open> {
        self.goals.get(&id).or_else(|| self.open(id))
    }

    /// As [`Trees::sought`], to change it.
    pub fn sought_mut(&mut self, id: NodeId) -> Option<&mut Open> {
        match self.goals.contains_key(&id) {
            true => self.goals.get_mut(&id),
            false => self.open_mut(id),
        }
    }

    /// Seeks, of the nodes that earlier runs have gone through, those whose path to the next node has one of these
    /// instructions, and those that end the entry as is wanted.
    pub fn aim(&mut self, entry: MethodId, places: &BTreeSet<(MethodId, u32)>, is_end: impl Fn(&Leaf) -> bool) {
        let is_goal = |node: &TreeNode| match &node.kind {
            Kind::Open(_) => false,
            Kind::Leaf(leaf) if node.method == entry && is_end(leaf) => true,
            _ => node.covers(places),
        };
        let mut goals = BTreeMap::new();
        // Whoever comes to a node below a goal has come through the goal.
        let mut passed: FxHashSet<NodeId> = FxHashSet::default();
        for (id, node) in self.nodes() {
            if node.parent.is_some_and(|(parent, _)| passed.contains(&parent)) {
                passed.insert(id);
            } else if is_goal(node) {
                passed.insert(id);
                goals.insert(id, Open::default());
            }
        }
        self.goals = goals;
    }

    /// All nodes that belong to some tree, in the order in which they were made.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &TreeNode)> {
        let with_numbers = self.nodes.iter().enumerate().map(|(number, node)| (NodeId(number as u32), node));
        with_numbers.filter(|(id, node)| self.roots.get(&node.method).is_some_and(|root| root <= id))
    }

    /// Number of paths that were run to an end.
    pub fn paths(&self) -> u64 {
        self.nodes().filter(|(_, node)| matches!(node.kind, Kind::Leaf(_))).count() as u64
    }

    /// Makes nodes dangling again that were given up, and with `with_proofs` those that were proven unreachable too.
    pub fn reopen(&mut self, with_proofs: bool) {
        for node in &mut self.nodes {
            if let Kind::Open(open) = &mut node.kind {
                let is_proven = open.status == Status::Unreachable;
                let status = if is_proven && !with_proofs { Status::Unreachable } else { Status::Dangling };
                *open = Open { status, attempts: 0, misled: false };
            }
        }
    }

    /// Forgets the trees of methods.
    pub fn forget(&mut self, is_forgotten: impl Fn(MethodId) -> bool) {
        // The nodes stay in the table and belong to no tree: when the method runs again it gets a new root, after them.
        self.roots.retain(|method, _| !is_forgotten(*method));
    }

    /// Numbers for the nodes of a method's tree that is made elsewhere; until [`Trees::plant`] they belong to no tree.
    pub fn reserve(&mut self, method: MethodId, count: usize) -> impl Iterator<Item = NodeId> + Clone + use<> {
        let first = self.nodes.len() as u32;
        let point = Point { frames: Vec::new(), continues: Continues::After };
        let kind = Kind::Open(Open::default());
        let node = TreeNode { method, parent: None, depth: 0, point, covered: Vec::new(), kind };
        self.nodes.extend(std::iter::repeat_n(node, count));
        (first..self.nodes.len() as u32).map(NodeId)
    }

    /// Makes a node the root of a method's tree, which has none.
    pub fn plant(&mut self, method: MethodId, root: NodeId) {
        self.roots.insert(method, root);
    }

    /// Notes that a method's tree names objects by identities that mean something in this run only.
    pub fn bind(&mut self, method: MethodId) {
        self.bound.insert(method);
    }

    /// Whether a method's tree means something in this run only.
    pub fn is_bound(&self, method: MethodId) -> bool {
        self.bound.contains(&method)
    }

    /// The nodes of a method's tree, parents before children.
    pub fn nodes_of(&self, method: MethodId) -> impl Iterator<Item = (NodeId, &TreeNode)> {
        self.nodes().filter(move |(_, node)| node.method == method)
    }

    /// The input of a method's tree that stands for a place.
    pub fn input(&mut self, method: MethodId, place: TreeInput, domain: Domain) -> InputId {
        if let Some(known) = self.numbers.get(&(method, place)) {
            return *known;
        }
        let id = InputId(self.inputs.len() as u32);
        self.inputs.push((Some((method, place)), domain));
        self.numbers.insert((method, place), id);
        id
    }

    /// The term of the input of a method's tree that stands for a place.
    pub fn input_term(&mut self, pool: &mut TermPool, method: MethodId, place: TreeInput, domain: Domain) -> TermId {
        let id = self.input(method, place, domain);
        // A place has one domain, the first that was asked for.
        let domain = self.domain(id).unwrap_or(domain);
        pool.input(id, domain)
    }

    /// The input of a method's tree that stands for a place, if the tree mentions it.
    pub fn known_input(&self, method: MethodId, place: TreeInput) -> Option<InputId> {
        self.numbers.get(&(method, place)).copied()
    }

    /// The fields whose contents at the start a method's tree mentions.
    pub fn fields_of(&self, method: MethodId) -> Vec<FieldId> {
        let mut fields: Vec<FieldId> = self
            .numbers
            .keys()
            .filter_map(|(of, place)| match place {
                TreeInput::Field(field) if *of == method => Some(*field),
                _ => None,
            })
            .collect();
        fields.sort_unstable();
        fields
    }

    /// What an input stands for: none for those of formulas.
    pub fn place(&self, input: InputId) -> Option<(MethodId, TreeInput)> {
        self.inputs.get(input.0 as usize).and_then(|(place, _)| *place)
    }

    /// What an input ranges over.
    pub fn domain(&self, input: InputId) -> Option<Domain> {
        self.inputs.get(input.0 as usize).map(|(_, domain)| *domain)
    }

    /// The input that says, in all trees and at all times, of which class the object of an identity is.
    pub fn classes(&mut self, pool: &mut TermPool) -> TermId {
        let domain = Domain::Contents(ElementKind::Int);
        let id = self.classes.unwrap_or(InputId(self.inputs.len() as u32));
        if self.classes.is_none() {
            self.inputs.push((None, domain));
            self.classes = Some(id);
        }
        pool.input(id, domain)
    }

    /// The input of [`Trees::classes`], if any tree mentions it.
    pub fn known_classes(&self) -> Option<InputId> {
        self.classes
    }

    /// An input that no tree mentions, for formulas: the same for the same domain and number.
    pub fn spare(&mut self, pool: &mut TermPool, domain: Domain, number: usize) -> TermId {
        let known = self.spare.entry(domain).or_default();
        while known.len() <= number {
            known.push(InputId(self.inputs.len() as u32));
            self.inputs.push((None, domain));
        }
        let id = known.get(number).copied().unwrap_or(InputId(u32::MAX));
        pool.input(id, domain)
    }
}
