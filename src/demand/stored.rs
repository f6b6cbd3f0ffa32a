//! Execution trees as plain data, to be kept from run to run.
//!
//! A stored tree has the identities of the run that made it, and tables of their names. Loading makes them anew. A tree
//! whose names are not there, or that is ill-formed, is not loaded.

use super::composable::Inlined;
use super::tree::{Argument, CallNode, DecisionSide, Kind, Leaf, NodeId, Open, Point, TreeInput, TreeNode, Trees};
use crate::classfile::{ClassName, FieldReference};
use crate::exec::Caveat;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::term::{Domain, InputId, Sort, TermId, TermPool, TermTable, TermTableBuilder, substitute};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Class, name and descriptor of a method.
type MethodName = (ClassName, Arc<str>, Arc<str>);

/// The tree of one method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredTree {
    classes: Vec<(ClassId, ClassName)>,
    fields: Vec<(FieldId, FieldReference)>,
    methods: Vec<(MethodId, MethodName)>,
    /// What the inputs of the terms stand for; the one without a place says of which classes objects are.
    inputs: Vec<(InputId, Option<TreeInput>, Domain)>,
    terms: TermTable,
    /// Parents before children; terms are positions in the table.
    nodes: Vec<(NodeId, TreeNode)>,
    /// Methods below this one that were found to be executed inline while they ran, and why.
    inlined: Inlined,
    /// What qualifies what was executed.
    caveats: Vec<Caveat>,
}

/// What becomes of the identities in a tree; none where there is nothing for one.
trait Renumber {
    fn class(&mut self, class: ClassId) -> Option<ClassId>;
    fn field(&mut self, field: FieldId) -> Option<FieldId>;
    fn method(&mut self, method: MethodId) -> Option<MethodId>;
    fn node(&mut self, node: NodeId) -> Option<NodeId>;
    /// None too where it is not as it is wanted.
    fn term(&mut self, term: TermId, wanted: Wanted) -> Option<TermId>;
}

/// Of which sort a term has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Condition,
    Int,
    Text,
    Contents,
    Any,
}

impl Wanted {
    fn fits(self, sort: Sort) -> bool {
        match self {
            Wanted::Condition => sort == Sort::Bool,
            Wanted::Int => sort == Sort::Int,
            Wanted::Text => sort == Sort::Text,
            Wanted::Contents => matches!(sort, Sort::Contents(_)),
            Wanted::Any => true,
        }
    }
}

fn place(place: TreeInput, to: &mut impl Renumber) -> Option<TreeInput> {
    Some(match place {
        TreeInput::Field(field) => TreeInput::Field(to.field(field)?),
        TreeInput::Allocated(number, Some(class)) => TreeInput::Allocated(number, Some(to.class(class)?)),
        TreeInput::Result(node) => TreeInput::Result(to.node(node)?),
        TreeInput::ResultContents(node, position) => TreeInput::ResultContents(to.node(node)?, position),
        TreeInput::ResultField(node, field) => TreeInput::ResultField(to.node(node)?, to.field(field)?),
        TreeInput::Opaque(node, number) => TreeInput::Opaque(to.node(node)?, number),
        TreeInput::Parameter(_)
        | TreeInput::Length(_)
        | TreeInput::Contents(_)
        | TreeInput::Text(_)
        | TreeInput::Asked(_)
        | TreeInput::Allocated(_, None) => place,
    })
}

fn point(point: &Point, to: &mut impl Renumber) -> Option<Point> {
    let frames = point.frames.iter().map(|(method, position)| Some((to.method(*method)?, *position)));
    Some(Point { frames: frames.collect::<Option<_>>()?, continues: point.continues })
}

fn argument(argument: &Argument, to: &mut impl Renumber) -> Option<Argument> {
    let array = match argument.array {
        Some((length, contents)) => Some((to.term(length, Wanted::Int)?, to.term(contents, Wanted::Contents)?)),
        None => None,
    };
    let text = match argument.text {
        Some(text) => Some(to.term(text, Wanted::Text)?),
        None => None,
    };
    Some(Argument { value: to.term(argument.value, Wanted::Any)?, array, text })
}

fn kind(kind: &Kind, to: &mut impl Renumber) -> Option<Kind> {
    Some(match kind {
        Kind::Open(open) => Kind::Open(open.clone()),
        Kind::Decision(sides) => {
            let sides = sides.iter().map(|side| {
                Some(DecisionSide { condition: to.term(side.condition, Wanted::Condition)?, node: to.node(side.node)? })
            });
            Kind::Decision(sides.collect::<Option<_>>()?)
        }
        Kind::Call(call) => {
            let threw = call.threw.iter().map(|(class, node)| Some((to.class(*class)?, to.node(*node)?)));
            Kind::Call(CallNode {
                threw: threw.collect::<Option<_>>()?,
                callee: to.method(call.callee)?,
                arguments: call.arguments.iter().map(|it| argument(it, to)).collect::<Option<_>>()?,
                fields: fields(call.fields.iter().map(|(field, term)| (*field, *term)), to)?.into_iter().collect(),
                returned: match call.returned {
                    Some(node) => Some(to.node(node)?),
                    None => None,
                },
                other: to.node(call.other)?,
            })
        }
        Kind::Leaf(Leaf::Returned { value, contents, fields: held }) => Kind::Leaf(Leaf::Returned {
            value: match value {
                Some(value) => Some(to.term(*value, Wanted::Any)?),
                None => None,
            },
            contents: arrays(contents, to)?,
            fields: fields(held.iter().copied(), to)?,
        }),
        Kind::Leaf(Leaf::Threw { class, contents, fields: held }) => Kind::Leaf(Leaf::Threw {
            class: to.class(*class)?,
            contents: arrays(contents, to)?,
            fields: fields(held.iter().copied(), to)?,
        }),
        Kind::Leaf(Leaf::Stopped(why)) => Kind::Leaf(Leaf::Stopped(why.clone())),
    })
}

fn fields(held: impl Iterator<Item = (FieldId, TermId)>, to: &mut impl Renumber) -> Option<Vec<(FieldId, TermId)>> {
    held.map(|(field, term)| Some((to.field(field)?, to.term(term, Wanted::Contents)?))).collect()
}

fn arrays(held: &[(u16, TermId)], to: &mut impl Renumber) -> Option<Vec<(u16, TermId)>> {
    held.iter().map(|(position, term)| Some((*position, to.term(*term, Wanted::Contents)?))).collect()
}

fn node(node: &TreeNode, to: &mut impl Renumber) -> Option<TreeNode> {
    Some(TreeNode {
        method: to.method(node.method)?,
        parent: match node.parent {
            Some((parent, side)) => Some((to.node(parent)?, side)),
            None => None,
        },
        depth: node.depth,
        point: point(&node.point, to)?,
        covered: {
            let covered = node.covered.iter().map(|(method, first, last)| Some((to.method(*method)?, *first, *last)));
            covered.collect::<Option<_>>()?
        },
        kind: kind(&node.kind, to)?,
    })
}

/// Collects what a tree mentions, and puts its terms into a table.
struct Collector<'c> {
    pool: &'c TermPool,
    terms: TermTableBuilder,
    classes: BTreeSet<ClassId>,
    fields: BTreeSet<FieldId>,
    methods: BTreeSet<MethodId>,
}

impl Renumber for Collector<'_> {
    fn class(&mut self, class: ClassId) -> Option<ClassId> {
        self.classes.insert(class);
        Some(class)
    }

    fn field(&mut self, field: FieldId) -> Option<FieldId> {
        self.fields.insert(field);
        Some(field)
    }

    fn method(&mut self, method: MethodId) -> Option<MethodId> {
        self.methods.insert(method);
        Some(method)
    }

    fn node(&mut self, node: NodeId) -> Option<NodeId> {
        Some(node)
    }

    fn term(&mut self, term: TermId, _: Wanted) -> Option<TermId> {
        Some(TermId(self.terms.add(self.pool, term)))
    }
}

/// From the identities of the run that stored a tree to those of this one.
struct Loader<'l> {
    pool: &'l TermPool,
    classes: FxHashMap<ClassId, ClassId>,
    fields: FxHashMap<FieldId, FieldId>,
    methods: FxHashMap<MethodId, MethodId>,
    nodes: FxHashMap<NodeId, NodeId>,
    terms: Vec<TermId>,
}

impl Renumber for Loader<'_> {
    fn class(&mut self, class: ClassId) -> Option<ClassId> {
        self.classes.get(&class).copied()
    }

    fn field(&mut self, field: FieldId) -> Option<FieldId> {
        self.fields.get(&field).copied()
    }

    fn method(&mut self, method: MethodId) -> Option<MethodId> {
        self.methods.get(&method).copied()
    }

    fn node(&mut self, node: NodeId) -> Option<NodeId> {
        // No node at all is one, too.
        if node == NodeId(u32::MAX) { Some(node) } else { self.nodes.get(&node).copied() }
    }

    fn term(&mut self, term: TermId, wanted: Wanted) -> Option<TermId> {
        self.terms.get(term.index()).copied().filter(|term| wanted.fits(self.pool.sort(*term)))
    }
}

impl StoredTree {
    /// A method's tree as data; none where it means something in this run only, or there is none.
    pub(super) fn of(
        (program, pool): (&Program, &TermPool),
        trees: &Trees,
        inlined: Inlined,
        caveats: &BTreeSet<Caveat>,
        method: MethodId,
    ) -> Option<StoredTree> {
        trees.known_root(method)?;
        if trees.is_bound(method) || trees.class_numbers.has_clash() {
            return None;
        }
        let mut collector = Collector {
            pool,
            terms: TermTableBuilder::new(pool.arithmetic()),
            classes: BTreeSet::new(),
            fields: BTreeSet::new(),
            methods: inlined.iter().map(|(method, _)| *method).chain([method]).collect(),
        };
        let mut nodes = Vec::new();
        for (id, found) in trees.nodes_of(method) {
            let mut stored = node(found, &mut collector)?;
            if let Kind::Open(open) = &mut stored.kind {
                // What was tried in vain, or proven, is so for one question.
                *open = Open::default();
            }
            nodes.push((id, stored));
        }
        let terms = std::mem::replace(&mut collector.terms, TermTableBuilder::new(pool.arithmetic())).finish();
        let mut inputs = Vec::new();
        for (input, domain) in terms.inputs() {
            let stands_for = match trees.place(input) {
                Some((of, stands_for)) if of == method => Some(place(stands_for, &mut collector)?),
                None if trees.known_classes() == Some(input) => None,
                _ => return None,
            };
            inputs.push((input, stands_for, domain));
        }
        let method_name = |method: MethodId| {
            let info = program.method(method);
            (method, (program.class_name(info.class).clone(), info.name.clone(), info.descriptor.clone()))
        };
        let field_name = |field: FieldId| {
            let info = program.field(field);
            let (class, name) = (program.class_name(info.class).clone(), info.name.clone());
            (field, FieldReference { class, name, descriptor: program.field_descriptor(field).into() })
        };
        let Collector { classes, fields, methods, .. } = collector;
        Some(StoredTree {
            classes: classes.into_iter().map(|class| (class, program.class_name(class).clone())).collect(),
            fields: fields.into_iter().map(field_name).collect(),
            methods: methods.into_iter().map(method_name).collect(),
            inputs,
            terms,
            nodes,
            inlined,
            caveats: caveats.iter().cloned().collect(),
        })
    }

    /// What qualified the executions that made the tree.
    pub(super) fn caveats(&self) -> &[Caveat] {
        &self.caveats
    }

    /// Methods that were found to be executed inline below the tree's, as this run knows them; none when it does not.
    pub(super) fn inlined(&self, program: &Program) -> Option<Inlined> {
        let known = self.known_methods(program)?;
        self.inlined.iter().map(|(method, why)| Some((*known.get(method)?, why.clone()))).collect()
    }

    fn known_methods(&self, program: &Program) -> Option<FxHashMap<MethodId, MethodId>> {
        let known = |(id, (class, name, descriptor)): &(MethodId, MethodName)| {
            Some((*id, program.method_by_name((class, name, descriptor))?))
        };
        self.methods.iter().map(known).collect()
    }

    /// Adds the tree to those of this run; none, and no tree, when it is of another method or not well formed.
    pub(super) fn load(
        &self,
        (program, pool): (&Program, &mut TermPool),
        trees: &mut Trees,
        method: MethodId,
    ) -> Option<()> {
        if trees.known_root(method).is_some() || !self.is_well_formed() {
            return None;
        }
        let methods = self.known_methods(program)?;
        let classes: Option<FxHashMap<ClassId, ClassId>> =
            self.classes.iter().map(|(id, name)| Some((*id, program.class_by_name(name)?))).collect();
        let fields: Option<FxHashMap<FieldId, FieldId>> =
            self.fields.iter().map(|(id, name)| Some((*id, program.declared_field(name)?))).collect();
        let (classes, fields) = (classes?, fields?);
        if !self.nodes.iter().all(|(_, node)| methods.get(&node.method) == Some(&method)) {
            return None;
        }
        let stored = self.terms.import(pool).ok()?;
        // The numbers are used up whatever comes now: inputs may stand for the results of nodes.
        let numbers = trees.reserve(method, self.nodes.len());
        let nodes = self.nodes.iter().map(|(id, _)| *id).zip(numbers.clone()).collect();
        let mut loader = Loader { pool, classes, fields, methods, nodes, terms: Vec::new() };
        let mut places = Vec::with_capacity(self.inputs.len());
        for (input, stands_for, domain) in &self.inputs {
            let stands_for = match stands_for {
                Some(stands_for) => Some(place(*stands_for, &mut loader)?),
                None => None,
            };
            places.push((*input, stands_for, *domain));
        }
        let Loader { classes, fields, methods, nodes, .. } = loader;
        for class in classes.values() {
            trees.class_numbers.number(program, *class);
        }
        let mut meanings: FxHashMap<InputId, TermId> = FxHashMap::default();
        for (input, stands_for, domain) in places {
            let meaning = match stands_for {
                Some(stands_for) => trees.input_term(pool, method, stands_for, domain),
                None => trees.classes(pool),
            };
            if pool.sort(meaning) != domain.sort() {
                return None;
            }
            meanings.insert(input, meaning);
        }
        let (mut memo, mut is_whole) = (FxHashMap::default(), true);
        let mut replacement = |pool: &mut TermPool, input: InputId, domain: Domain| {
            let meaning = meanings.get(&input).copied().filter(|term| pool.sort(*term) == domain.sort());
            is_whole &= meaning.is_some();
            meaning.unwrap_or_else(|| pool.input(input, domain))
        };
        let terms = stored.into_iter().map(|term| substitute(pool, term, &mut replacement, &mut memo)).collect();
        if !is_whole {
            return None;
        }
        let mut loader = Loader { pool, classes, fields, methods, nodes, terms };
        let loaded: Option<Vec<TreeNode>> = self.nodes.iter().map(|(_, stored)| node(stored, &mut loader)).collect();
        for (id, node) in numbers.clone().zip(loaded?) {
            *trees.node_mut(id)? = node;
        }
        trees.plant(method, numbers.clone().next()?);
        Some(())
    }

    /// Whether the nodes are a tree: the first is its root, and each other one is what its parent says.
    fn is_well_formed(&self) -> bool {
        let mut known: FxHashMap<NodeId, &TreeNode> = FxHashMap::default();
        let mut children = 0;
        for (position, (id, node)) in self.nodes.iter().enumerate() {
            let is_child = match node.parent {
                None => position == 0 && node.depth == 0,
                Some((parent, side)) => known.get(&parent).is_some_and(|parent| {
                    node.depth == parent.depth.saturating_add(1) && child(&parent.kind, side) == Some(*id)
                }),
            };
            let is_ordered = node.covered.iter().all(|(_, first, last)| first <= last);
            if !is_child || !is_ordered || *id == NodeId(u32::MAX) || known.insert(*id, node).is_some() {
                return false;
            }
            children += count_of_children(&node.kind);
        }
        children + 1 == self.nodes.len()
    }
}

fn child(kind: &Kind, side: u32) -> Option<NodeId> {
    match kind {
        Kind::Decision(sides) => sides.get(side as usize).map(|side| side.node),
        Kind::Call(call) => match side {
            u32::MAX => Some(call.other),
            0 => call.returned,
            _ => call.threw.get(side as usize - 1).map(|(_, node)| *node),
        },
        Kind::Open(_) | Kind::Leaf(_) => None,
    }
}

fn count_of_children(kind: &Kind) -> usize {
    match kind {
        Kind::Decision(sides) => sides.len(),
        Kind::Call(call) => call.threw.len() + usize::from(call.returned.is_some()) + 1,
        Kind::Open(_) | Kind::Leaf(_) => 0,
    }
}
