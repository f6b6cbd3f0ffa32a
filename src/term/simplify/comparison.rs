//! Equality and order. `a >= b` is `!(a < b)`; both sides are brought into one normal form where wrap-around allows it.

use super::PUSH_DEPTH;
use crate::term::interval::Interval;
use crate::term::linear::{Linear, greatest_common_divisor};
use crate::term::node::{Node, TermId};
use crate::term::operate;
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::{Arithmetic, Sort};

impl TermPool {
    /// `a == b`: two numbers of one sort, two truth values, or two texts.
    pub fn equal(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == self.sort(b) && !matches!(self.sort(a), Sort::Contents(_)));
        if !self.is_simplifying() {
            return self.intern(Node::Equal(a, b));
        }
        match self.sort(a) {
            Sort::Bool => self.equal_truths(a, b),
            Sort::Text => self.equal_texts(a, b),
            _ => self.equal_numbers(a, b, 0),
        }
    }

    /// `a != b`.
    pub fn not_equal(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.equal(a, b);
        self.not(equal)
    }

    /// `a < b`, two `Int` or two `Long` operands.
    pub fn less(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == self.sort(b) && self.sort(a).is_number());
        if !self.is_simplifying() {
            return self.intern(Node::Less(a, b));
        }
        self.less_numbers(a, b, 0)
    }

    /// `a <= b`, two `Int` or two `Long` operands.
    pub fn less_or_equal(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.less(b, a);
        self.not(greater)
    }

    /// `a > b`, two `Int` or two `Long` operands.
    pub fn greater(&mut self, a: TermId, b: TermId) -> TermId {
        self.less(b, a)
    }

    /// `a >= b`, two `Int` or two `Long` operands.
    pub fn greater_or_equal(&mut self, a: TermId, b: TermId) -> TermId {
        let less = self.less(a, b);
        self.not(less)
    }

    /// Do the intervals decide `a < b`? Bounds that stand for "none" decide nothing.
    pub(crate) fn less_by_interval(&self, a: TermId, b: TermId) -> Option<bool> {
        let (left, right) = (self.interval(a), self.interval(b));
        let unbounded = |value| self.arithmetic() == Arithmetic::Math && value;
        if left.high < right.low && !unbounded(left.high == i64::MAX) && !unbounded(right.low == i64::MIN) {
            return Some(true);
        }
        if left.low >= right.high && !unbounded(left.low == i64::MIN) && !unbounded(right.high == i64::MAX) {
            return Some(false);
        }
        None
    }

    fn equal_truths(&mut self, a: TermId, b: TermId) -> TermId {
        // equal-truth: (x == true) = x; (x == false) = !x; (x == x) = true
        match (self.as_truth(a), self.as_truth(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) => return self.not(b),
            (_, Some(false)) => return self.not(a),
            _ if a == b => return self.truth(true),
            _ => {}
        }
        // equal-negated: (!x == y) = !(x == y)
        match (self.node(a), self.node(b)) {
            (&Node::Not(x), _) => {
                let equal = self.equal_truths(x, b);
                self.not(equal)
            }
            (_, &Node::Not(y)) => {
                let equal = self.equal_truths(a, y);
                self.not(equal)
            }
            _ => self.intern(Node::Equal(a.min(b), a.max(b))),
        }
    }

    fn equal_numbers(&mut self, a: TermId, b: TermId, depth: u32) -> TermId {
        if a == b {
            return self.truth(true);
        }
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            return self.truth(x == y);
        }
        // equal-apart: (x == y) = false where the intervals say x < y or y < x
        if self.less_by_interval(a, b) == Some(true) || self.less_by_interval(b, a) == Some(true) {
            return self.truth(false);
        }
        let is_sum = |pool: &TermPool, id| matches!(pool.node(id), Node::Sum { .. });
        let (a, b) = if is_sum(self, a) || is_sum(self, b) {
            match self.equal_normal(a, b) {
                Normal::Decided(value) => return self.truth(value),
                Normal::Sides(left, right) => (left, right),
                Normal::Raw => (a.min(b), a.max(b)),
            }
        } else if self.as_constant(a).is_some() || self.as_constant(b).is_none() && b < a {
            // equal-order: (x == y) = (y == x), ascending with a constant last
            (b, a)
        } else {
            (a, b)
        };
        if self.less_by_interval(a, b) == Some(true) || self.less_by_interval(b, a) == Some(true) {
            return self.truth(false);
        }
        if let Some(simpler) = self.equal_special(a, b, depth) {
            return simpler;
        }
        self.intern(Node::Equal(a, b))
    }

    /// Equalities that look into the left side.
    fn equal_special(&mut self, a: TermId, b: TermId, depth: u32) -> Option<TermId> {
        // equal-widened: ((long) x == (long) y) = (x == y)
        if let (&Node::IntToLong(x), &Node::IntToLong(y)) = (self.node(a), self.node(b)) {
            return Some(self.equal_numbers(x, y, depth));
        }
        if let Some(simpler) = self.equal_bits(a, b) {
            return Some(simpler);
        }
        let value = self.as_constant(b)?;
        if let Some(simpler) = self.equal_float_compare(a, value) {
            return Some(simpler);
        }
        match *self.node(a) {
            // equal-compare: (lcmp(x, y) == 0) = (x == y); (… == -1) = (x < y); (… == 1) = (y < x)
            Node::CompareLong(x, y) => Some(match value {
                0 => self.equal_numbers(x, y, depth),
                -1 => self.less_numbers(x, y, depth),
                _ => self.less_numbers(y, x, depth),
            }),
            // equal-widened-constant: ((long) x == k) = (x == k) where k is an int (the intervals refute the rest)
            Node::IntToLong(x) => {
                if self.arithmetic() == Arithmetic::Java && i32::try_from(value).is_err() {
                    return Some(self.truth(false));
                }
                let constant = self.constant(Sort::Int, value);
                Some(self.equal_numbers(x, constant, depth))
            }
            // equal-xor: ((x ^ c) == k) = (x == (c ^ k)) (Java)
            Node::Xor(x, y) if self.arithmetic() == Arithmetic::Java => {
                let mask = self.as_constant(y)?;
                let constant = self.constant(self.sort(x), mask ^ value);
                Some(self.equal_numbers(x, constant, depth))
            }
            // equal-compare-texts: (x.compareTo(y) == 0) = (x == y)
            Node::Text(TextOperator::Compare, ref arguments) if value == 0 => {
                let &[x, y] = <&[TermId; 2]>::try_from(arguments.as_ref()).ok()?;
                Some(self.equal_texts(x, y))
            }
            // equal-choice: ((c ? x : y) == k) = c ? x == k : y == k where x or y is constant
            Node::IfThenElse(c, x, y)
                if depth < PUSH_DEPTH && (self.as_constant(x).is_some() || self.as_constant(y).is_some()) =>
            {
                let left = self.equal_numbers(x, b, depth + 1);
                let right = self.equal_numbers(y, b, depth + 1);
                Some(self.if_then_else(c, left, right))
            }
            // equal-one: (x == 1) = !(x == 0) where x is 0 or 1
            _ if value == 1 && self.interval(a) == Interval::new(0, 1) => {
                let zero = self.constant(self.sort(a), 0);
                let equal = self.equal_numbers(a, zero, depth);
                Some(self.not(equal))
            }
            _ => None,
        }
    }

    // equal-linear: (a == b) = (L == R) where a - b = c·(L - R), c odd (Java) or not zero (unbounded)
    fn equal_normal(&mut self, a: TermId, b: TermId) -> Normal {
        let arithmetic = self.arithmetic();
        let difference = Linear::of(self, a).plus(&Linear::of(self, b), -1);
        let Some(mut difference) = difference.wrapped(arithmetic) else {
            return Normal::Raw;
        };
        let divisor = difference.divisor();
        if divisor == 0 {
            return Normal::Decided(difference.constant == 0);
        }
        match arithmetic {
            Arithmetic::Math => {
                // equal-indivisible: (c·x == k) = false where c does not divide k (Java: the power of two in c)
                if difference.constant % divisor != 0 {
                    return Normal::Decided(false);
                }
                difference.constant /= divisor;
                difference.terms.iter_mut().for_each(|(_, coefficient)| *coefficient /= divisor);
            }
            Arithmetic::Java => {
                let even = 1i128 << divisor.trailing_zeros();
                if difference.constant % even != 0 {
                    return Normal::Decided(false);
                }
                if let [(_, coefficient)] = difference.terms.as_mut_slice() {
                    // equal-inverse: (c·x == k) = (x == c⁻¹·k), c odd; its odd part otherwise (Java)
                    let odd = *coefficient >> coefficient.trailing_zeros();
                    let inverse = i128::from(inverse_of_odd(odd as i64));
                    *coefficient = 1i128 << coefficient.trailing_zeros();
                    difference.constant =
                        operate::wrap(arithmetic, difference.sort, (difference.constant as i64 as i128) * inverse)
                            .map_or(0, i128::from);
                } else {
                    let common = greatest_common_divisor(divisor / even, difference.constant);
                    difference.constant /= common;
                    difference.terms.iter_mut().for_each(|(_, coefficient)| *coefficient /= common);
                }
            }
        }
        if difference.terms.first().is_some_and(|&(_, coefficient)| coefficient < 0) {
            difference = difference.times(-1);
        }
        let Some(difference) = difference.wrapped(arithmetic) else {
            return Normal::Raw;
        };
        self.split(&difference)
    }

    fn less_numbers(&mut self, a: TermId, b: TermId, depth: u32) -> TermId {
        if a == b {
            return self.truth(false);
        }
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            return self.truth(x < y);
        }
        // less-decided: the intervals say x < y or x >= y
        if let Some(value) = self.less_by_interval(a, b) {
            return self.truth(value);
        }
        let is_sum = |pool: &TermPool, id| matches!(pool.node(id), Node::Sum { .. });
        let (a, b) = if is_sum(self, a) || is_sum(self, b) {
            match self.less_normal(a, b) {
                Normal::Decided(value) => return self.truth(value),
                Normal::Sides(left, right) => (left, right),
                Normal::Raw => (a, b),
            }
        } else {
            (a, b)
        };
        if let Some(value) = self.less_by_interval(a, b) {
            return self.truth(value);
        }
        if let Some(simpler) = self.less_special(a, b, depth) {
            return simpler;
        }
        self.intern(Node::Less(a, b))
    }

    /// Orders that look into one side.
    fn less_special(&mut self, a: TermId, b: TermId, depth: u32) -> Option<TermId> {
        // less-widened: ((long) x < (long) y) = (x < y)
        if let (&Node::IntToLong(x), &Node::IntToLong(y)) = (self.node(a), self.node(b)) {
            return Some(self.less_numbers(x, y, depth));
        }
        let (term, value, constant_is_right) = match (self.as_constant(a), self.as_constant(b)) {
            (None, Some(value)) => (a, value, true),
            (Some(value), None) => (b, value, false),
            _ => return None,
        };
        let order = |x, y| if constant_is_right { (x, y) } else { (y, x) };
        if let Some(simpler) = self.less_float_compare(term, value, constant_is_right) {
            return Some(simpler);
        }
        match *self.node(term) {
            // less-compare: (lcmp(x, y) < 0) = (x < y); (… < 1) = !(y < x); (0 < …) = (y < x); (-1 < …) = !(x < y)
            Node::CompareLong(x, y) => Some(match (constant_is_right, value) {
                (true, 0) => self.less_numbers(x, y, depth),
                (true, _) => {
                    let less = self.less_numbers(y, x, depth);
                    self.not(less)
                }
                (false, 0) => self.less_numbers(y, x, depth),
                (false, _) => {
                    let less = self.less_numbers(x, y, depth);
                    self.not(less)
                }
            }),
            // less-widened-constant: ((long) x < k) = (x < k) where k is an int (the intervals decide the rest)
            Node::IntToLong(x) if self.arithmetic() == Arithmetic::Math || i32::try_from(value).is_ok() => {
                let constant = self.constant(Sort::Int, value);
                let (left, right) = order(x, constant);
                Some(self.less_numbers(left, right, depth))
            }
            // less-choice: ((c ? x : y) < k) = c ? x < k : y < k where x or y is constant; likewise k < …
            Node::IfThenElse(c, x, y)
                if depth < PUSH_DEPTH && (self.as_constant(x).is_some() || self.as_constant(y).is_some()) =>
            {
                let constant = if constant_is_right { b } else { a };
                let (p, q) = order(x, constant);
                let left = self.less_numbers(p, q, depth + 1);
                let (p, q) = order(y, constant);
                let right = self.less_numbers(p, q, depth + 1);
                Some(self.if_then_else(c, left, right))
            }
            // less-one: (x < 1) = (x == 0); (0 < x) = !(x == 0) where x is 0 or 1
            _ if self.interval(term) == Interval::new(0, 1) => {
                let zero = self.constant(self.sort(term), 0);
                let equal = self.equal_numbers(term, zero, depth);
                Some(if constant_is_right { equal } else { self.not(equal) })
            }
            _ => None,
        }
    }

    // less-linear: (a < b) = (L < R) where a - b = c·(L - R), c positive; needs all four not to wrap (Java)
    fn less_normal(&mut self, a: TermId, b: TermId) -> Normal {
        let (left, right) = (Linear::of(self, a), Linear::of(self, b));
        if !left.is_exact(self) || !right.is_exact(self) {
            return Normal::Raw;
        }
        let mut difference = left.plus(&right, -1);
        let divisor = difference.divisor();
        if divisor == 0 {
            return Normal::Decided(difference.constant < 0);
        }
        difference.terms.iter_mut().for_each(|(_, coefficient)| *coefficient /= divisor);
        if difference.terms.iter().all(|&(_, coefficient)| coefficient < 0) {
            // k < R: round down
            difference.constant = difference.constant.div_euclid(divisor);
        } else {
            // L < R + m: round up
            difference.constant = -((-difference.constant).div_euclid(divisor)
                + i128::from((-difference.constant).rem_euclid(divisor) != 0));
        }
        let full = Interval::full(self.arithmetic(), difference.sort);
        let fits = |value: i128| i128::from(full.low) < value && value <= i128::from(full.high);
        if !fits(difference.constant) || !difference.terms.iter().all(|&(_, coefficient)| fits(coefficient)) {
            return Normal::Raw;
        }
        let (positive, negative) = sides(&difference);
        if !positive.is_exact(self) || !negative.is_exact(self) {
            return Normal::Raw;
        }
        self.split(&difference)
    }

    fn split(&mut self, difference: &Linear) -> Normal {
        let (positive, negative) = sides(difference);
        match (self.linear_term(positive), self.linear_term(negative)) {
            (Some(left), Some(right)) => Normal::Sides(left, right),
            _ => Normal::Raw,
        }
    }
}

/// What bringing both sides into normal form found.
enum Normal {
    Decided(bool),
    Sides(TermId, TermId),
    Raw,
}

/// Two sums with `difference = positive - negative` and all coefficients positive. A constant stands alone where a side
/// has no terms, else it is on the side where it is positive.
fn sides(difference: &Linear) -> (Linear, Linear) {
    let empty = Linear { sort: difference.sort, constant: 0, terms: Vec::new() };
    let (mut positive, mut negative) = (empty.clone(), empty);
    for &(term, coefficient) in &difference.terms {
        match coefficient > 0 {
            true => positive.terms.push((term, coefficient)),
            false => negative.terms.push((term, -coefficient)),
        }
    }
    let constant = difference.constant;
    if positive.terms.is_empty() || !negative.terms.is_empty() && constant > 0 {
        positive.constant = constant;
    } else {
        negative.constant = -constant;
    }
    (positive, negative)
}

/// The inverse of an odd number modulo 2^64 (and so modulo 2^32), by Newton's iteration.
fn inverse_of_odd(odd: i64) -> i64 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2i64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}
