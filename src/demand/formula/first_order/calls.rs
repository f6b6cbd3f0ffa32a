//! Calls as applications of functions: whether a call holds, how it ends, and its result.

use super::super::super::tree::{CallNode, NodeId, TreeInput};
use super::super::Formulas;
use super::{Axiom, Mentioned};
use crate::formula::{Application, Formula, FormulaSymbol};
use crate::heap::primitive_domain;
use crate::program::{ClassId, FieldKind, MethodId};
use crate::term::{Domain, InputId, Node, Sort, TermId};

/// A call that is an application.
pub(super) struct Called {
    pub(super) holds: Formula,
    /// What its results are named, the first first.
    pub(super) named: Vec<Application>,
    pub(super) end: TermId,
}

impl Formulas<'_, '_> {
    pub(super) fn applied(
        &self,
        (role, method): (&str, MethodId),
        arguments: Vec<TermId>,
        result: Sort,
        named: Option<(InputId, Domain)>,
    ) -> Application {
        let name = format!("{role} {} {method:?}", self.program.method_label(method)).into();
        let sorts = arguments.iter().map(|argument| self.pool.sort(*argument)).collect();
        Application { symbol: FormulaSymbol { name, arguments: sorts, result }, arguments, result: named }
    }

    /// The functions of a method applied: how it ends, and its result; with the names that they have from here on.
    pub(super) fn results(
        &mut self,
        method: MethodId,
        arguments: &[TermId],
    ) -> (TermId, Option<TermId>, Vec<Application>) {
        let end = self.spare(Domain::Int);
        let mut named = vec![self.applied(("end", method), arguments.to_vec(), Sort::Int, self.input_of(end))];
        let domain = match self.program.method(method).result {
            Some(FieldKind::Primitive(primitive)) => Some(primitive_domain(primitive)),
            _ => None,
        };
        let value = domain.map(|domain| self.spare(domain));
        if let (Some(value), Some(domain)) = (value, domain) {
            named.push(self.applied(("result", method), arguments.to_vec(), domain.sort(), self.input_of(value)));
        }
        (end, value, named)
    }

    pub(super) fn input_of(&self, term: TermId) -> Option<(InputId, Domain)> {
        match self.pool.node(term) {
            Node::Input(input, domain) => Some((*input, *domain)),
            _ => None,
        }
    }

    /// A call in an instance as an application; none where it is no function of numbers.
    pub(super) fn call(
        &mut self,
        own: usize,
        node: NodeId,
        call: &CallNode,
        mentioned: &mut Mentioned,
    ) -> Option<Called> {
        if !call.fields.is_empty() || !self.is_function(call.callee) {
            return None;
        }
        let arguments = self.arguments(own, node)?;
        mentioned.add(Axiom::Definition(call.callee));
        let holds = Formula::Predicate(self.applied(("D", call.callee), arguments.clone(), Sort::Bool, None));
        let (end, value, named) = self.results(call.callee, &arguments);
        if let (Some(value), Some(it)) = (value, self.instances.get_mut(own)) {
            it.results.insert(TreeInput::Result(node), value);
        }
        Some(Called { holds, named, end })
    }

    /// The numbers that a call passes, in an instance.
    pub(super) fn arguments(&mut self, own: usize, node: NodeId) -> Option<Vec<TermId>> {
        let callee = self.callee(own, node)?;
        let given = self.instances.get(callee)?.arguments.clone()?;
        Some(given.arguments.iter().map(|argument| argument.value).collect())
    }

    pub(super) fn end_number(&mut self, class: ClassId) -> TermId {
        let number = self.trees.class_numbers.number(self.program, class);
        self.pool.int(number)
    }

    /// That a call ends as one of the nodes after it has it.
    pub(super) fn is_side(&mut self, call: &CallNode, end: TermId, side: u32) -> Option<TermId> {
        let zero = self.pool.int(0);
        Some(match side {
            0 => self.pool.equal(end, zero),
            u32::MAX => {
                let mut other = self.pool.truth(true);
                if call.returned.is_some() {
                    other = self.pool.not_equal(end, zero);
                }
                for (class, _) in &call.threw {
                    let number = self.end_number(*class);
                    let differs = self.pool.not_equal(end, number);
                    other = self.pool.conjunction(other, differs);
                }
                other
            }
            position => {
                let (class, _) = call.threw.get(position as usize - 1)?;
                let number = self.end_number(*class);
                self.pool.equal(end, number)
            }
        })
    }
}
