//! Operators on texts.

use crate::term::evaluate::{Folded, fold_text};
use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::Sort;

impl TermPool {
    /// An operator on texts. The arguments are of sorts that it accepts.
    pub fn text_operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> TermId {
        debug_assert!(operator.accepts(&arguments.iter().map(|term| self.sort(*term)).collect::<Vec<_>>()));
        if self.is_simplifying()
            && let Some(constant) = self.fold_text_operation(operator, arguments)
        {
            return constant;
        }
        self.intern(Node::Text(operator, arguments.into()))
    }

    // text-constant: an operator on constants is the constant that evaluation gives
    fn fold_text_operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> Option<TermId> {
        if !arguments.iter().all(|&argument| self.inputs(argument).is_empty()) {
            return None;
        }
        Some(match fold_text(self, operator, arguments)? {
            Folded::Units(units) => self.intern(Node::TextConstant(units)),
            Folded::Number(value) if operator.result() == Sort::Bool => self.truth(value != 0),
            Folded::Number(value) => self.constant(operator.result(), value),
        })
    }

    /// `a == b`, both texts.
    pub(super) fn equal_texts(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        // text-equal-constant: (x == y) of constants
        if let (Some(x), Some(y)) = (self.as_text(a), self.as_text(b)) {
            let equal = x == y;
            return self.truth(equal);
        }
        // equal-order: (x == y) = (y == x), ascending with a constant last
        let (a, b) = if self.as_text(a).is_some() || self.as_text(b).is_none() && b < a { (b, a) } else { (a, b) };
        self.intern(Node::Equal(a, b))
    }
}
