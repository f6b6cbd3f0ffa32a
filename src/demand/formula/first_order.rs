//! Definition predicates and calling contexts as section 4.2 has them: for each method an uninterpreted function for its result,
//! and axioms over all arguments, which the solver instantiates.
//!
//! How a call ends is a second function beside the result: 0 where it returns, the number of the class that it throws. Of each
//! axiom one direction is given, from the predicate to what it stands for: predicates occur positively alone, so that the other
//! direction excludes nothing. The truth values of dangling nodes have their values filled in, by the mode.
//!
//! A call that functions of numbers do not describe (its callee takes arrays, strings or objects, or touches fields) is an instance
//! of its callee's tree within the axiom of its caller, as in the other encoding. Where the node is in such a method, or one that
//! calls it is such a method, or no call is a function at all, nothing is said.

mod calls;

use super::super::input::parameter_kinds;
use super::super::tree::{Argument, Kind, Leaf, NodeId, Status};
use super::{Formulas, Given, Mode};
use crate::formula::{Application, Formula, Quantified};
use crate::heap::primitive_domain;
use crate::program::{FieldKind, MethodId};
use crate::term::{Domain, InputId, Sort, TermId};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Deeper trees are not written as formulas, which are followed by recursion.
const DEEPEST_TREE: u32 = 150;

/// The interprocedural path constraint of a node, in first-order logic.
pub enum FirstOrder {
    /// It cannot hold.
    Impossible,
    /// Conjuncts, the axioms among them.
    Said(Vec<Formula>),
    /// It takes what functions of numbers cannot say, or no function at all.
    Unsaid,
}

/// What is said of all arguments of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Axiom {
    /// Where `D` holds, the method ends so (δ).
    Definition(MethodId),
    /// Where `C` holds, somebody calls the method so (γ).
    Context(MethodId),
}

/// Axioms that are mentioned, and those of them that are still to be written.
#[derive(Default)]
struct Mentioned {
    all: BTreeSet<Axiom>,
    waiting: Vec<Axiom>,
}

impl Mentioned {
    fn add(&mut self, axiom: Axiom) {
        if self.all.insert(axiom) {
            self.waiting.push(axiom);
        }
    }
}

/// Nothing is said: see [`FirstOrder::Unsaid`].
struct Unsaid;

/// What is asked of a tree.
#[derive(Clone, Copy)]
enum Asked {
    /// How it ends, and with which value.
    Ends(TermId, Option<TermId>),
    /// That it goes through a node that no run has gone through.
    IsOpen,
}

/// The way to a node.
struct Way {
    parts: Vec<Formula>,
    named: Vec<Application>,
}

impl Formulas<'_, '_> {
    /// The interprocedural path constraint of a node with axioms in place of instances.
    pub fn first_order(&mut self, entry: MethodId, node: NodeId) -> FirstOrder {
        let mut mentioned = Mentioned::default();
        let written = match self.with_axioms(entry, node, &mut mentioned) {
            Err(Unsaid) => return FirstOrder::Unsaid,
            Ok(None) => return FirstOrder::Impossible,
            Ok(Some(written)) => written,
        };
        let allocated = std::mem::take(&mut self.axioms).into_iter().map(Formula::Term);
        FirstOrder::Said(written.into_iter().chain(allocated).collect())
    }

    fn with_axioms(
        &mut self,
        entry: MethodId,
        node: NodeId,
        mentioned: &mut Mentioned,
    ) -> Result<Option<Vec<Formula>>, Unsaid> {
        let method = self.trees.node(node).map(|node| node.method).ok_or(Unsaid)?;
        if self.calls_into(entry, entry) {
            return Err(Unsaid);
        }
        let (own, context) = self.activation(method, entry, mentioned)?;
        let Some(way) = self.way(own, node, mentioned) else { return Ok(None) };
        if mentioned.all.is_empty() {
            // Without a function it is what instances say.
            return Err(Unsaid);
        }
        let mut written: Vec<Formula> = context.into_iter().chain(way.parts).collect();
        written.extend(way.named.into_iter().map(Formula::Predicate));
        while let Some(axiom) = mentioned.waiting.pop() {
            written.push(match axiom {
                Axiom::Definition(method) => self.definition(method, mentioned)?,
                Axiom::Context(method) => self.context(method, entry, mentioned)?,
            });
        }
        Ok(Some(written))
    }

    /// An activation of a method of which nothing else is known: its instance, and that it is called so.
    fn activation(
        &mut self,
        method: MethodId,
        entry: MethodId,
        mentioned: &mut Mentioned,
    ) -> Result<(usize, Option<Formula>), Unsaid> {
        if method == entry {
            return Ok((self.add(entry, None, true, 0), None));
        }
        let (own, arguments) = self.with_own_arguments(method)?;
        mentioned.add(Axiom::Context(method));
        let context = self.applied(("C", method), arguments, Sort::Bool, None);
        Ok((own, Some(Formula::Predicate(context))))
    }

    /// An instance whose arguments are inputs of their own.
    fn with_own_arguments(&mut self, method: MethodId) -> Result<(usize, Vec<TermId>), Unsaid> {
        if !self.is_function(method) {
            return Err(Unsaid);
        }
        let domains = parameter_kinds(self.program, method).into_iter().filter_map(|kind| whole_domain(Some(kind)));
        let values: Vec<TermId> = domains.collect::<Vec<Domain>>().into_iter().map(|it| self.spare(it)).collect();
        let argument = |value: &TermId| Argument { value: *value, array: None, text: None };
        let given = Given { arguments: values.iter().map(argument).collect(), fields: Default::default() };
        Ok((self.add(method, Some(Rc::new(given)), false, 0), values))
    }

    /// Whether a method that touches no fields is a function from numbers to a number.
    fn is_function(&self, method: MethodId) -> bool {
        let kinds = parameter_kinds(self.program, method);
        let result = self.program.method(method).result;
        kinds.into_iter().all(|kind| whole_domain(Some(kind)).is_some())
            && (result.is_none() || whole_domain(result).is_some())
            && self.trees.nodes_of(method).all(|(_, node)| node.depth <= DEEPEST_TREE)
    }

    /// How an instance comes to a node; none when it cannot.
    fn way(&mut self, own: usize, node: NodeId, mentioned: &mut Mentioned) -> Option<Way> {
        let mut steps = Vec::new();
        let mut at = node;
        while let Some((parent, side)) = self.trees.node(at)?.parent {
            steps.push((parent, side));
            at = parent;
        }
        let mut way = Way { parts: Vec::new(), named: Vec::new() };
        for (parent, side) in steps.into_iter().rev() {
            let condition = match self.trees.node(parent).map(|node| node.kind.clone())? {
                Kind::Decision(sides) => self.in_instance(own, sides.get(side as usize)?.condition),
                Kind::Call(call) => match self.call(own, parent, &call, mentioned) {
                    Some(called) => {
                        way.parts.push(called.holds);
                        way.named.extend(called.named);
                        self.is_side(&call, called.end, side)?
                    }
                    None => {
                        let ends = self.call_ends(own, parent, &call)?;
                        self.end_conditions((own, parent), &call, &ends).of_side(side)?
                    }
                },
                Kind::Open(_) | Kind::Leaf(_) => return None,
            };
            match self.pool.as_truth(condition) {
                Some(true) => {}
                Some(false) => return None,
                None => way.parts.push(Formula::Term(condition)),
            }
        }
        Some(way)
    }

    /// δ: where `D` holds of arguments, the method ends as its tree has it.
    fn definition(&mut self, method: MethodId, mentioned: &mut Mentioned) -> Result<Formula, Unsaid> {
        let (own, arguments) = self.with_own_arguments(method)?;
        let (end, value, named) = self.results(method, &arguments);
        let says = match self.trees.known_root(method) {
            Some(root) => self.tree(own, root, Asked::Ends(end, value), mentioned),
            None => self.open(),
        };
        let known: Vec<TermId> = arguments.iter().copied().chain([end]).chain(value).collect();
        let says = self.for_some(says, &known);
        let says = naming(named, says);
        Ok(self.for_all(("D", method), arguments, says))
    }

    /// γ: where `C` holds of arguments, somebody who is called passes them, or goes where no run has been.
    fn context(&mut self, method: MethodId, entry: MethodId, mentioned: &mut Mentioned) -> Result<Formula, Unsaid> {
        let (_, arguments) = self.with_own_arguments(method)?;
        let reachable = self.composable.closure(entry);
        let callers: Vec<MethodId> = self
            .trees
            .methods()
            .filter(|caller| reachable.contains(caller) && self.calls_into(*caller, method))
            .collect();
        let mut ways = Vec::new();
        for caller in callers {
            let sites: Vec<NodeId> = self
                .trees
                .nodes_of(caller)
                .filter(|(_, node)| matches!(&node.kind, Kind::Call(call) if call.callee == method))
                .map(|(id, _)| id)
                .collect();
            for site in sites {
                let (own, context) = self.activation(caller, entry, mentioned)?;
                if self.touches_fields(site) {
                    return Err(Unsaid);
                }
                let Some(way) = self.way(own, site, mentioned) else { continue };
                let passed = self.arguments(own, site).ok_or(Unsaid)?;
                let mut parts: Vec<Formula> = context.into_iter().chain(way.parts).collect();
                for (argument, passed) in arguments.iter().zip(passed) {
                    parts.push(Formula::Term(self.pool.equal(*argument, passed)));
                }
                let way = naming(way.named, Formula::And(parts));
                ways.push(self.for_some(way, &arguments));
            }
            if matches!(self.mode, Mode::Relevant | Mode::Deep) {
                let (own, context) = self.activation(caller, entry, mentioned)?;
                let root = self.trees.known_root(caller).ok_or(Unsaid)?;
                let is_open = self.tree(own, root, Asked::IsOpen, mentioned);
                let way = Formula::all(context.into_iter().chain([is_open]));
                ways.push(self.for_some(way, &arguments));
            }
        }
        Ok(self.for_all(("C", method), arguments, Formula::Or(ways)))
    }

    fn touches_fields(&self, call: NodeId) -> bool {
        let kind = self.trees.node(call).map(|node| &node.kind);
        matches!(kind, Some(Kind::Call(call)) if !call.fields.is_empty())
    }

    /// What holds where control goes where no run has been.
    fn open(&mut self) -> Formula {
        Formula::Term(self.pool.truth(self.mode != Mode::Lazy))
    }

    /// What the tree below a node says, in an instance.
    fn tree(&mut self, own: usize, node: NodeId, asked: Asked, mentioned: &mut Mentioned) -> Formula {
        let nothing = Formula::Or(Vec::new());
        match self.trees.node(node).map(|node| node.kind.clone()) {
            Some(Kind::Open(open)) if open.status == Status::Unreachable => nothing,
            Some(Kind::Open(_) | Kind::Leaf(Leaf::Stopped(_))) | None => self.open(),
            Some(Kind::Leaf(leaf)) => match asked {
                Asked::IsOpen => nothing,
                Asked::Ends(end, result) => Formula::Term(self.leaf_is(own, &leaf, end, result)),
            },
            Some(Kind::Decision(sides)) => {
                let mut ways = Vec::new();
                for side in sides {
                    let condition = self.in_instance(own, side.condition);
                    if self.pool.as_truth(condition) != Some(false) {
                        let after = self.tree(own, side.node, asked, mentioned);
                        ways.push(Formula::And(vec![Formula::Term(condition), after]));
                    }
                }
                Formula::Or(ways)
            }
            Some(Kind::Call(call)) => {
                let sides = (1_u32..).zip(call.threw.iter().map(|(_, node)| *node));
                let sides: Vec<(u32, NodeId)> = call.returned.map(|node| (0, node)).into_iter().chain(sides).collect();
                let called = self.call(own, node, &call, mentioned);
                let by_instance = match &called {
                    Some(_) => None,
                    None => match self.call_ends(own, node, &call) {
                        Some(ends) => Some(self.end_conditions((own, node), &call, &ends)),
                        None => return nothing,
                    },
                };
                let condition = |formulas: &mut Self, side: u32| match (&called, &by_instance) {
                    (Some(called), _) => formulas.is_side(&call, called.end, side),
                    (None, Some(conditions)) => conditions.of_side(side),
                    (None, None) => None,
                };
                let mut ways = Vec::new();
                for (side, next) in sides {
                    let Some(condition) = condition(self, side) else { continue };
                    let after = self.tree(own, next, asked, mentioned);
                    ways.push(Formula::And(vec![Formula::Term(condition), after]));
                }
                if let Some(lost) = condition(self, u32::MAX) {
                    ways.push(Formula::And(vec![Formula::Term(lost), self.open()]));
                }
                match called {
                    Some(called) => naming(called.named, Formula::And(vec![called.holds, Formula::Or(ways)])),
                    None => Formula::Or(ways),
                }
            }
        }
    }

    /// That a path ends as it does.
    fn leaf_is(&mut self, own: usize, leaf: &Leaf, end: TermId, result: Option<TermId>) -> TermId {
        match leaf {
            Leaf::Returned { value, .. } => {
                let zero = self.pool.int(0);
                let returns = self.pool.equal(end, zero);
                let Some((value, result)) = value.zip(result) else { return returns };
                let value = self.in_instance(own, value);
                let same = self.pool.equal(result, value);
                self.pool.conjunction(returns, same)
            }
            Leaf::Threw { class, .. } => {
                let number = self.end_number(*class);
                self.pool.equal(end, number)
            }
            Leaf::Stopped(_) => self.pool.truth(false),
        }
    }

    /// Binds what nothing else in the formulas mentions, but for what is known.
    fn for_some(&mut self, formula: Formula, known: &[TermId]) -> Formula {
        let known: Vec<InputId> = known.iter().filter_map(|term| Some(self.input_of(*term)?.0)).collect();
        let classes = self.trees.known_classes();
        let is_open =
            |input: &InputId| self.trees.place(*input).is_none() && !known.contains(input) && Some(*input) != classes;
        let mut bound: Vec<InputId> = formula.free_inputs(self.pool).into_iter().filter(is_open).collect();
        bound.sort_unstable();
        let bound = bound.into_iter().filter_map(|input| Some((input, self.trees.domain(input)?))).collect();
        Formula::exists(bound, formula)
    }

    /// That the predicate implies the formula, whatever the arguments.
    fn for_all(&mut self, (role, method): (&str, MethodId), arguments: Vec<TermId>, formula: Formula) -> Formula {
        let variables: Vec<(InputId, Domain)> = arguments.iter().filter_map(|it| self.input_of(*it)).collect();
        let predicate = self.applied((role, method), arguments, Sort::Bool, None);
        let body = Formula::implies(Formula::Predicate(predicate.clone()), formula);
        if variables.is_empty() {
            return body;
        }
        Formula::ForAll(Box::new(Quantified { variables, patterns: vec![predicate], body }))
    }
}

/// The formula in which the results of applications have names, the first ones in those after them too.
fn naming(named: Vec<Application>, formula: Formula) -> Formula {
    named.into_iter().rev().fold(formula, |within, application| Formula::Let(Box::new((application, within))))
}

/// The domain of all numbers of a primitive type's sort: what is passed is in range of the type anyway. None for what is no
/// whole number.
fn whole_domain(kind: Option<FieldKind>) -> Option<Domain> {
    let Some(FieldKind::Primitive(primitive)) = kind else { return None };
    match primitive_domain(primitive).sort() {
        Sort::Int => Some(Domain::Int),
        Sort::Long => Some(Domain::Long),
        _ => None,
    }
}
