//! Truncating division and its remainder. A divisor of zero has a total meaning (see [`Node`]), so that every rule holds
//! for all operands.

use crate::term::interval::Interval;
use crate::term::linear::Linear;
use crate::term::node::{Node, TermId};
use crate::term::operate;
use crate::term::pool::TermPool;

impl TermPool {
    /// `a / b`, two `Int` or two `Long` operands; built where `b` is known not to be zero.
    pub fn divide(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == self.sort(b) && self.sort(a).is_number());
        if !self.is_simplifying() {
            return self.intern(Node::Divide(a, b));
        }
        let sort = self.sort(a);
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            // divide-fold
            if let Some(value) = operate::divide(self.arithmetic(), sort, x, y) {
                return self.constant(sort, value);
            }
        }
        let divisor_is_zero_free = !self.interval(b).contains(0);
        // divide-zero: 0 / x = 0, x not 0
        if self.as_constant(a) == Some(0) && divisor_is_zero_free {
            return a;
        }
        // divide-self: x / x = 1, x not 0
        if a == b && divisor_is_zero_free {
            return self.constant(sort, 1);
        }
        let Some(divisor) = self.as_constant(b) else {
            return self.intern(Node::Divide(a, b));
        };
        match divisor {
            // divide-by-one: x / 1 = x
            1 => return a,
            // divide-by-minus-one: x / -1 = -x
            -1 => return self.negate(a),
            0 => return self.intern(Node::Divide(a, b)),
            _ => {}
        }
        // divide-small: x / c = 0 where |x| < |c|
        if is_smaller(self.interval(a), divisor) {
            return self.constant(sort, 0);
        }
        // divide-multiple: (c·x) / c = x where c·x does not wrap
        if let Some(quotient) = self.exact_quotient(a, divisor) {
            return quotient;
        }
        // divide-twice: (x / c) / d = x / (c·d), c and d positive, c·d in range of the sort
        if let &Node::Divide(inner, by) = self.node(a)
            && let Some(first) = self.as_constant(by)
            && first > 0
            && divisor > 0
            && let Some(both) = first.checked_mul(divisor)
            && Interval::width(sort).contains(both)
        {
            let both = self.constant(sort, both);
            return self.divide(inner, both);
        }
        self.intern(Node::Divide(a, b))
    }

    /// `a % b`, two `Int` or two `Long` operands; built where `b` is known not to be zero.
    pub fn remainder(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == self.sort(b) && self.sort(a).is_number());
        if !self.is_simplifying() {
            return self.intern(Node::Remainder(a, b));
        }
        let sort = self.sort(a);
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            // remainder-fold
            let value = operate::remainder(x, y);
            return self.constant(sort, value);
        }
        // remainder-zero: 0 % x = 0; remainder-self: x % x = 0 (0 % 0 = 0)
        if self.as_constant(a) == Some(0) || a == b {
            return self.constant(sort, 0);
        }
        let Some(divisor) = self.as_constant(b) else {
            return self.intern(Node::Remainder(a, b));
        };
        match divisor {
            // remainder-by-one: x % 1 = x % -1 = 0
            1 | -1 => return self.constant(sort, 0),
            // remainder-by-zero: x % 0 = x
            0 => return a,
            _ => {}
        }
        // remainder-small: x % c = x where |x| < |c|
        if is_smaller(self.interval(a), divisor) {
            return a;
        }
        // remainder-multiple: (c·x) % c = 0 where c·x does not wrap
        if self.exact_quotient(a, divisor).is_some() {
            return self.constant(sort, 0);
        }
        // remainder-sign: x % -c = x % c, c positive
        if divisor < 0
            && let Some(positive) = divisor.checked_neg()
            && Interval::width(sort).contains(positive)
        {
            let positive = self.constant(sort, positive);
            return self.remainder(a, positive);
        }
        self.intern(Node::Remainder(a, b))
    }

    fn exact_quotient(&mut self, a: TermId, divisor: i64) -> Option<TermId> {
        if !matches!(self.node(a), Node::Sum { .. }) {
            return None;
        }
        let mut linear = Linear::of(self, a);
        let divisor = i128::from(divisor);
        let divides = |value: i128| value % divisor == 0;
        if !divides(linear.constant) || !linear.terms.iter().all(|&(_, coefficient)| divides(coefficient)) {
            return None;
        }
        if !linear.is_exact(self) {
            return None;
        }
        linear.constant /= divisor;
        for (_, coefficient) in &mut linear.terms {
            *coefficient /= divisor;
        }
        self.linear_term(linear)
    }
}

/// Are all values smaller than the divisor in magnitude? Bounds that stand for "none" never are.
fn is_smaller(interval: Interval, divisor: i64) -> bool {
    let most = i128::from(divisor).abs();
    interval.low != i64::MIN
        && interval.high != i64::MAX
        && i128::from(interval.low).abs() < most
        && i128::from(interval.high).abs() < most
}
