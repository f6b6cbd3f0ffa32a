//! Operators on texts.

use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;

impl TermPool {
    /// An operator on texts. The arguments are of sorts that it accepts.
    pub fn text_operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> TermId {
        debug_assert!(operator.accepts(&arguments.iter().map(|term| self.sort(*term)).collect::<Vec<_>>()));
        self.intern(Node::Text(operator, arguments.into()))
    }
}
