//! Shifts: the distance is an `Int` of which Java uses the low 5 (`Int`) or 6 (`Long`) bits. They work on the low 32 or
//! 64 bits of the left operand, read as signed.

use crate::term::interval;
use crate::term::node::{Node, TermId};
use crate::term::operate;
use crate::term::pool::TermPool;
use crate::term::sort::{Arithmetic, Sort};

impl TermPool {
    /// `a << b`; `b` is an `Int`.
    pub fn shift_left(&mut self, a: TermId, b: TermId) -> TermId {
        let (b, distance) = self.shift_operand(a, b);
        let sort = self.sort(a);
        if let Some(distance) = distance {
            if let Some(value) = self.as_constant(a) {
                return self.constant(sort, operate::shift_left(sort, value, distance));
            }
            // shift-left-product: x << n = 2^n · x (Java)
            if self.arithmetic() == Arithmetic::Java {
                return self.scale(a, operate::shift_left(sort, 1, distance));
            }
            // shift-zero: x << 0 = x where x is within its bits
            if distance == 0 && interval::is_within_bits(self, a) {
                return a;
            }
        }
        self.intern(Node::ShiftLeft(a, b))
    }

    /// `a >> b`; `b` is an `Int`.
    pub fn shift_right(&mut self, a: TermId, b: TermId) -> TermId {
        let (b, distance) = self.shift_operand(a, b);
        let sort = self.sort(a);
        if let Some(distance) = distance {
            if let Some(value) = self.as_constant(a) {
                return self.constant(sort, operate::shift_right(sort, value, distance));
            }
            // shift-zero: x >> 0 = x where x is within its bits
            if distance == 0 && interval::is_within_bits(self, a) {
                return a;
            }
            // shift-right-twice: (x >> m) >> n = x >> min(m + n, width - 1)
            if let &Node::ShiftRight(inner, by) = self.node(a)
                && let Some(first) = self.as_constant(by)
            {
                let first = i64::from(operate::shift_distance(sort, first));
                let widest = if sort == Sort::Long { 63 } else { 31 };
                let both = self.constant(Sort::Int, (first + distance).min(widest));
                return self.shift_right(inner, both);
            }
        }
        self.intern(Node::ShiftRight(a, b))
    }

    /// `a >>> b`; `b` is an `Int`.
    pub fn unsigned_shift_right(&mut self, a: TermId, b: TermId) -> TermId {
        let (b, distance) = self.shift_operand(a, b);
        let sort = self.sort(a);
        if let Some(distance) = distance {
            if let Some(value) = self.as_constant(a) {
                return self.constant(sort, operate::unsigned_shift_right(sort, value, distance));
            }
            // shift-zero: x >>> 0 = x where x is within its bits
            if distance == 0 && interval::is_within_bits(self, a) {
                return a;
            }
        }
        // unsigned-shift-of-natural: x >>> n = x >> n where x >= 0
        if self.is_simplifying() && interval::is_within_bits(self, a) && self.interval(a).low >= 0 {
            return self.shift_right(a, b);
        }
        self.intern(Node::UnsignedShiftRight(a, b))
    }

    /// The distance with needless masking taken off, and its value when it is constant.
    fn shift_operand(&mut self, a: TermId, b: TermId) -> (TermId, Option<i64>) {
        debug_assert!(self.sort(a).is_number() && self.sort(b) == Sort::Int);
        if !self.is_simplifying() {
            return (b, None);
        }
        let sort = self.sort(a);
        let mask = if sort == Sort::Long { 63 } else { 31 };
        if let Some(value) = self.as_constant(b) {
            let distance = i64::from(operate::shift_distance(sort, value));
            return (self.constant(Sort::Int, distance), Some(distance));
        }
        // shift-masked: x ∘ (n & c) = x ∘ n where c has all of the low 5 (6) bits
        if let &Node::And(inner, by) = self.node(b)
            && self.as_constant(by).is_some_and(|value| value & mask == mask)
        {
            return (inner, None);
        }
        (b, None)
    }
}
