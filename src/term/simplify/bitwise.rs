//! And, or, exclusive or on numbers: on the low 32 or 64 bits, read as signed. In unbounded arithmetic a rule that
//! returns an operand needs that operand to be within those bits.

use crate::term::interval;
use crate::term::node::{Node, TermId};
use crate::term::operate;
use crate::term::pool::TermPool;

impl TermPool {
    /// `a & b`, two `Int` or two `Long` operands.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.bitwise_operands(a, b) {
            Ok(operands) => operands,
            Err((a, b)) => return self.intern(Node::And(a, b)),
        };
        let sort = self.sort(a);
        if a == b && self.fits(a) {
            // and-self: x & x = x
            return a;
        }
        if let Some(mask) = self.as_constant(b).map(|value| operate::bits(sort, value)) {
            if let Some(value) = self.as_constant(a) {
                return self.constant(sort, operate::bits(sort, value) & mask);
            }
            // and-zero: x & 0 = 0
            if mask == 0 {
                return self.constant(sort, 0);
            }
            // and-ones: x & -1 = x
            if mask == -1 && self.fits(a) {
                return a;
            }
            // and-covering-mask: x & (2^n - 1) = x where 0 <= x < 2^n
            let interval = self.interval(a);
            if mask > 0
                && mask & mask.wrapping_add(1) == 0
                && interval.low >= 0
                && interval.high <= mask
                && self.fits(a)
            {
                return a;
            }
            // and-and: (x & c) & d = x & (c & d)
            if let &Node::And(inner, by) = self.node(a)
                && let Some(first) = self.as_constant(by)
            {
                let both = self.constant(sort, operate::bits(sort, first) & mask);
                return self.and(inner, both);
            }
        }
        self.intern(Node::And(a, b))
    }

    /// `a | b`, two `Int` or two `Long` operands.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.bitwise_operands(a, b) {
            Ok(operands) => operands,
            Err((a, b)) => return self.intern(Node::Or(a, b)),
        };
        let sort = self.sort(a);
        if a == b && self.fits(a) {
            // or-self: x | x = x
            return a;
        }
        if let Some(mask) = self.as_constant(b).map(|value| operate::bits(sort, value)) {
            if let Some(value) = self.as_constant(a) {
                return self.constant(sort, operate::bits(sort, value) | mask);
            }
            // or-zero: x | 0 = x
            if mask == 0 && self.fits(a) {
                return a;
            }
            // or-ones: x | -1 = -1
            if mask == -1 {
                return self.constant(sort, -1);
            }
            // or-or: (x | c) | d = x | (c | d)
            if let &Node::Or(inner, by) = self.node(a)
                && let Some(first) = self.as_constant(by)
            {
                let both = self.constant(sort, operate::bits(sort, first) | mask);
                return self.or(inner, both);
            }
        }
        self.intern(Node::Or(a, b))
    }

    /// `a ^ b`, two `Int` or two `Long` operands.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = match self.bitwise_operands(a, b) {
            Ok(operands) => operands,
            Err((a, b)) => return self.intern(Node::Xor(a, b)),
        };
        let sort = self.sort(a);
        if a == b {
            // xor-self: x ^ x = 0
            return self.constant(sort, 0);
        }
        if let Some(mask) = self.as_constant(b).map(|value| operate::bits(sort, value)) {
            if let Some(value) = self.as_constant(a) {
                return self.constant(sort, operate::bits(sort, value) ^ mask);
            }
            // xor-zero: x ^ 0 = x
            if mask == 0 && self.fits(a) {
                return a;
            }
            // xor-ones: x ^ -1 = -1 - x
            if mask == -1 && self.fits(a) {
                let ones = self.constant(sort, -1);
                return self.subtract(ones, a);
            }
            // xor-xor: (x ^ c) ^ d = x ^ (c ^ d)
            if let &Node::Xor(inner, by) = self.node(a)
                && let Some(first) = self.as_constant(by)
            {
                let both = self.constant(sort, operate::bits(sort, first) ^ mask);
                return self.xor(inner, both);
            }
        }
        self.intern(Node::Xor(a, b))
    }

    // bitwise-order: x ∘ y = y ∘ x, ascending with a constant last
    fn bitwise_operands(&self, a: TermId, b: TermId) -> Result<(TermId, TermId), (TermId, TermId)> {
        debug_assert!(self.sort(a) == self.sort(b) && self.sort(a).is_number());
        if !self.is_simplifying() {
            return Err((a, b));
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(_), None) => Ok((b, a)),
            (None, Some(_)) => Ok((a, b)),
            _ => Ok((a.min(b), a.max(b))),
        }
    }

    fn fits(&self, id: TermId) -> bool {
        interval::is_within_bits(self, id)
    }
}
