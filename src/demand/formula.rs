//! The formulas of section 4.2, instantiated over the call sites that occur: definition predicates, calling contexts and the
//! interprocedural path constraint of a node, as plain terms over the inputs of the entry.
//!
//! Instead of one function symbol with a quantified axiom, each call has an instance of its callee's tree, in which arguments
//! stand for parameters; equal calls share one. Hash-consing keeps the size linear in that of the trees and the calls.

mod ends;
mod first_order;

pub use first_order::FirstOrder;

use super::composable::ComposedMethods;
use super::tree::{Argument, Kind, NodeId, TreeInput, Trees};
use crate::graph::CallGraph;
use crate::program::{ClassId, FieldId, MethodId, Program};
use crate::term::{Domain, InputId, TermId, TermPool, substitute};
use ends::{EndConditions, Ends};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Above all identities of allocated objects, below those of the input.
const ALLOCATED: i32 = -(1 << 28);

/// Which paths may be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Only those that were explored to their ends: what holds can happen.
    Lazy,
    /// Those that go through nodes nobody has gone through as well, and to the node's method by calls that were seen.
    Known,
    /// Those too in which its method is called on a path that nobody has gone through.
    Relevant,
    /// Those too in which recursion is deeper than it is unfolded: what does not hold cannot happen.
    Deep,
}

/// What a call is given: arguments, and what fields hold in all objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Given {
    arguments: Vec<Argument>,
    fields: BTreeMap<FieldId, TermId>,
}

/// A call's instance of its callee's tree.
struct Instance {
    method: MethodId,
    /// None for the entry itself, and for a call of which nothing is known.
    arguments: Option<Rc<Given>>,
    is_entry: bool,
    /// Activations of its recursive component around it.
    unfolding: u32,
    results: FxHashMap<TreeInput, TermId>,
    memo: FxHashMap<TermId, TermId>,
    ends: Option<Rc<Ends>>,
}

/// What the formulas of one question share.
pub struct Formulas<'f, 'p> {
    pool: &'f mut TermPool,
    trees: &'f mut Trees,
    calls: &'f CallGraph,
    composable: &'f ComposedMethods<'p>,
    program: &'p Program,
    mode: Mode,
    bound: u32,
    instances: Vec<Instance>,
    shared: FxHashMap<(MethodId, Rc<Given>, u32), usize>,
    after: FxHashMap<(usize, NodeId), Rc<EndConditions>>,
    spares: FxHashMap<Domain, usize>,
    allocated: i32,
    /// Of which classes allocated objects are.
    axioms: Vec<TermId>,
    /// Whether the unfolding of recursion was cut.
    pub cut: bool,
    /// What stands for results of paths that were not explored to their ends.
    pub unknown_results: Vec<TermId>,
    /// Nodes that were gone through on the ways to others, each time anew, and the most of them.
    pub steps: u64,
    most_steps: u64,
}

impl<'f, 'p> Formulas<'f, 'p> {
    /// Formulas about an entry. Recursion is unfolded to `bound` activations, and no more than so many nodes are gone through.
    pub fn new(
        (program, calls): (&'p Program, &'f CallGraph),
        pool: &'f mut TermPool,
        (trees, composable): (&'f mut Trees, &'f ComposedMethods<'p>),
        (mode, bound): (Mode, u32),
        most_steps: u64,
    ) -> Self {
        Formulas {
            pool,
            trees,
            calls,
            composable,
            program,
            mode,
            bound,
            instances: Vec::new(),
            shared: FxHashMap::default(),
            after: FxHashMap::default(),
            spares: FxHashMap::default(),
            allocated: 0,
            axioms: Vec::new(),
            cut: false,
            unknown_results: Vec::new(),
            steps: 0,
            most_steps,
        }
    }

    /// Whether nothing is said since there are too many nodes to go through.
    pub fn is_too_large(&self) -> bool {
        self.steps > self.most_steps
    }

    /// The interprocedural path constraint of a node (Ψ of section 4.2) as conjuncts; none when it cannot hold, or is too large.
    pub fn path_constraint(&mut self, entry: MethodId, node: NodeId) -> Option<Vec<TermId>> {
        let method = self.trees.node(node)?.method;
        let root = self.add(entry, None, true, 0);
        let mut level = BTreeMap::from([(root, self.pool.truth(true))]);
        let mut disjuncts: Vec<Vec<TermId>> = Vec::new();
        let mut unknown = self.pool.truth(false);
        while !level.is_empty() {
            let mut next: BTreeMap<usize, TermId> = BTreeMap::new();
            for (instance, context) in level {
                let of = self.instances.get(instance).map(|it| it.method)?;
                if of == method
                    && let Some(mut local) = self.local(instance, node)
                {
                    if self.pool.as_truth(context) != Some(true) {
                        local.insert(0, context);
                    }
                    disjuncts.push(local);
                }
                if !self.calls_into(of, method) {
                    continue;
                }
                if matches!(self.mode, Mode::Relevant | Mode::Deep) {
                    let open = self.ends(instance).open;
                    let here = self.pool.conjunction(context, open);
                    unknown = self.pool.disjunction(unknown, here);
                }
                for call in self.call_nodes(of, method) {
                    if self.is_too_large() {
                        return None;
                    }
                    let Some(local) = self.local(instance, call) else { continue };
                    let reached = local.into_iter().fold(context, |all, part| self.pool.conjunction(all, part));
                    if self.pool.as_truth(reached) == Some(false) {
                        continue;
                    }
                    let Some(callee) = self.callee(instance, call) else { continue };
                    if self.instances.get(callee).is_some_and(|it| it.unfolding > self.bound) {
                        self.cut = true;
                        if self.mode == Mode::Deep {
                            unknown = self.pool.disjunction(unknown, reached);
                        }
                        continue;
                    }
                    let no = self.pool.truth(false);
                    let known = next.get(&callee).copied().unwrap_or(no);
                    let either = self.pool.disjunction(known, reached);
                    next.insert(callee, either);
                }
            }
            level = next;
        }
        if self.pool.as_truth(unknown) != Some(false) {
            let somewhere = self.add(method, None, false, 0);
            if let Some(mut local) = self.local(somewhere, node) {
                local.insert(0, unknown);
                disjuncts.push(local);
            }
        }
        if disjuncts.len() <= 1 {
            let mut only = disjuncts.pop()?;
            only.append(&mut self.axioms);
            return Some(only);
        }
        let mut any = self.pool.truth(false);
        for conjuncts in disjuncts {
            let yes = self.pool.truth(true);
            let all = conjuncts.into_iter().fold(yes, |all, part| self.pool.conjunction(all, part));
            any = self.pool.disjunction(any, all);
        }
        self.axioms.push(any);
        Some(std::mem::take(&mut self.axioms))
    }

    /// Whether a method may, directly or not, call another.
    fn calls_into(&self, caller: MethodId, method: MethodId) -> bool {
        self.calls.callees(caller).iter().any(|callee| self.composable.closure(*callee).contains(&method))
    }

    /// The calls in a method's tree that may come to another method.
    fn call_nodes(&self, of: MethodId, method: MethodId) -> Vec<NodeId> {
        let mut reaching: BTreeSet<MethodId> = BTreeSet::new();
        let mut calls = Vec::new();
        for (id, node) in self.trees.nodes() {
            if node.method != of {
                continue;
            }
            if let Kind::Call(call) = &node.kind {
                let reaches = reaching.contains(&call.callee) || self.composable.closure(call.callee).contains(&method);
                if reaches {
                    reaching.insert(call.callee);
                    calls.push(id);
                }
            }
        }
        calls
    }

    fn add(&mut self, method: MethodId, arguments: Option<Rc<Given>>, is_entry: bool, unfolding: u32) -> usize {
        self.instances.push(Instance {
            method,
            arguments,
            is_entry,
            unfolding,
            results: FxHashMap::default(),
            memo: FxHashMap::default(),
            ends: None,
        });
        self.instances.len() - 1
    }

    /// An input that is used nowhere else in the formulas.
    fn spare(&mut self, domain: Domain) -> TermId {
        let count = self.spares.entry(domain).or_default();
        *count += 1;
        self.trees.spare(self.pool, domain, *count - 1)
    }

    /// A term of a tree in an instance of it.
    fn in_instance(&mut self, instance: usize, term: TermId) -> TermId {
        let inputs = self.pool.inputs(term).to_vec();
        for input in inputs {
            let Some(domain) = self.trees.domain(input) else { continue };
            let there = self.pool.input(input, domain);
            if self.instances.get(instance).is_some_and(|it| it.memo.contains_key(&there)) {
                continue;
            }
            let here = self.replacement(instance, input, there, domain);
            if let Some(it) = self.instances.get_mut(instance) {
                it.memo.insert(there, here);
            }
        }
        let Some(it) = self.instances.get_mut(instance) else { return term };
        let mut itself = |pool: &mut TermPool, input: InputId, domain: Domain| pool.input(input, domain);
        substitute(self.pool, term, &mut itself, &mut it.memo)
    }

    /// What an input of a method's tree is in an instance.
    fn replacement(&mut self, instance: usize, input: InputId, there: TermId, domain: Domain) -> TermId {
        let (Some((_, place)), Some(it)) = (self.trees.place(input), self.instances.get(instance)) else {
            return there;
        };
        if let Some(result) = it.results.get(&place) {
            return *result;
        }
        let given = it.arguments.as_ref();
        let argument = |position: u16| given.and_then(|given| given.arguments.get(usize::from(position)));
        let known = match place {
            TreeInput::Allocated(_, class) => return self.allocate(class),
            _ if it.is_entry => Some(there),
            TreeInput::Parameter(position) => argument(position).map(|argument| argument.value),
            TreeInput::Length(position) => argument(position).and_then(|argument| argument.array).map(|array| array.0),
            TreeInput::Contents(position) => {
                argument(position).and_then(|argument| argument.array).map(|array| array.1)
            }
            TreeInput::Text(position) => argument(position).and_then(|argument| argument.text),
            TreeInput::Field(field) => given.and_then(|given| given.fields.get(&field)).copied(),
            TreeInput::Asked(_)
            | TreeInput::Result(_)
            | TreeInput::ResultContents(..)
            | TreeInput::ResultField(..)
            | TreeInput::Opaque(..) => None,
        };
        match known.filter(|known| self.pool.sort(*known) == domain.sort()) {
            Some(known) => known,
            None => self.spare(domain),
        }
    }

    /// The identity of an object that an activation allocates: no other object's.
    fn allocate(&mut self, class: Option<ClassId>) -> TermId {
        self.allocated += 1;
        let identity = self.pool.int(ALLOCATED - self.allocated);
        if let Some(class) = class {
            let classes = self.trees.classes(self.pool);
            let actual = self.pool.select(classes, identity);
            let class = self.pool.int(self.trees.class_numbers.number(self.program, class));
            let typed = self.pool.equal(actual, class);
            self.axioms.push(typed);
        }
        identity
    }

    /// The condition under which an instance comes to a node, as conjuncts; none when it cannot.
    fn local(&mut self, instance: usize, node: NodeId) -> Option<Vec<TermId>> {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some((parent, side)) = self.trees.node(at)?.parent {
            steps.push((parent, side));
            at = parent;
        }
        self.steps += steps.len() as u64;
        if self.is_too_large() {
            return None;
        }
        let mut conjuncts = Vec::new();
        for (parent, side) in steps.into_iter().rev() {
            let condition = match self.trees.node(parent).map(|node| node.kind.clone())? {
                Kind::Decision(sides) => self.in_instance(instance, sides.get(side as usize)?.condition),
                Kind::Call(call) => {
                    let ends = self.call_ends(instance, parent, &call)?;
                    self.end_conditions((instance, parent), &call, &ends).of_side(side)?
                }
                Kind::Open(_) | Kind::Leaf(_) => return None,
            };
            match self.pool.as_truth(condition) {
                Some(true) => {}
                Some(false) => return None,
                None => conjuncts.push(condition),
            }
        }
        Some(conjuncts)
    }

    /// The instance that a call makes of its callee.
    fn callee(&mut self, instance: usize, node: NodeId) -> Option<usize> {
        let Kind::Call(call) = self.trees.node(node)?.kind.clone() else { return None };
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            let value = self.in_instance(instance, argument.value);
            let array = argument
                .array
                .map(|(length, contents)| (self.in_instance(instance, length), self.in_instance(instance, contents)));
            let text = argument.text.map(|text| self.in_instance(instance, text));
            arguments.push(Argument { value, array, text });
        }
        let fields = call.fields.iter().map(|(field, term)| (*field, self.in_instance(instance, *term))).collect();
        let arguments = Rc::new(Given { arguments, fields });
        let caller = self.instances.get(instance)?;
        let recursive = self.calls.mutually_recursive(caller.method, call.callee);
        let unfolding = if recursive { caller.unfolding + 1 } else { 0 };
        let key = (call.callee, arguments.clone(), unfolding);
        if let Some(known) = self.shared.get(&key) {
            return Some(*known);
        }
        let made = self.add(call.callee, Some(arguments), false, unfolding);
        self.shared.insert(key, made);
        Some(made)
    }
}
