//! Floating-point operators.

use crate::term::node::{Node, TermId};
use crate::term::operator::FloatOperator;
use crate::term::pool::TermPool;

impl TermPool {
    /// An operator of floating-point numbers. The arguments are of sorts that it accepts.
    pub fn floating_point(&mut self, operator: FloatOperator, arguments: &[TermId]) -> TermId {
        debug_assert!(operator.accepts(&arguments.iter().map(|term| self.sort(*term)).collect::<Vec<_>>()));
        self.intern(Node::FloatingPoint(operator, arguments.into()))
    }
}
