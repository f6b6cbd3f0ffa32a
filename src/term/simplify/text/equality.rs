//! Equality of texts.

use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::text;

/// What is left of two texts without their common parts.
enum Remainder {
    /// They differ.
    Different,
    /// These have to be equal.
    Rest(Vec<TermId>, Vec<TermId>),
}

impl TermPool {
    /// `a == b`, both texts.
    pub(in crate::term::simplify) fn equal_texts(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.truth(true);
        }
        // text-equal-constant: (x == y) of constants
        if let (Some(x), Some(y)) = (self.as_text(a), self.as_text(b)) {
            let equal = x == y;
            return self.truth(equal);
        }
        let (left, right) = (self.length_of(a), self.length_of(b));
        // text-equal-length: (x == y) = false where the lengths differ
        if self.less_by_interval(left, right) == Some(true) || self.less_by_interval(right, left) == Some(true) {
            return self.truth(false);
        }
        // text-equal-empty: (x == "") = (x.length() == 0)
        if self.as_constant(left) == Some(0) || self.as_constant(right) == Some(0) {
            return self.equal(left, right);
        }
        // text-equal-parts: (p + x + s == p + y + s) = (x == y), for constants unit by unit
        let (parts, others) = (self.parts_of(a), self.parts_of(b));
        if parts.len() > 1 || others.len() > 1 {
            match self.without_common(parts.clone(), others.clone()) {
                Remainder::Different => return self.truth(false),
                Remainder::Rest(x, y) if x != parts || y != others => {
                    let (x, y) = (self.concat(&x), self.concat(&y));
                    return self.equal_texts(x, y);
                }
                Remainder::Rest(..) => {}
            }
        }
        // equal-order: (x == y) = (y == x), ascending with a constant last
        let (a, b) = if self.as_text(a).is_some() || self.as_text(b).is_none() && b < a { (b, a) } else { (a, b) };
        match self.equal_texts_special(a, b) {
            Some(simpler) => simpler,
            None => self.intern(Node::Equal(a, b)),
        }
    }

    fn equal_texts_special(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.written_number(a), self.written_number(b))
            && self.sort(x) == self.sort(y)
        {
            // text-equal-numbers: (String.valueOf(n) == String.valueOf(m)) = (n == m)
            return Some(self.equal(x, y));
        }
        let constant = self.as_text(b)?.to_vec();
        if let Some(number) = self.written_number(a) {
            // text-equal-number: (String.valueOf(n) == "7") = (n == 7), and false for what no number is written as
            let value = text::parse(&constant, 10, i64::MIN, i64::MAX);
            return match value {
                Some(value) if text::of_number(value) == constant => {
                    let (low, high) = self.range(number);
                    if value < low || value > high {
                        return Some(self.truth(false));
                    }
                    let constant = self.constant(self.sort(number), value);
                    Some(self.equal(number, constant))
                }
                // In unbounded arithmetic it may be a number beyond 64 bits.
                _ if self.arithmetic() == crate::term::Arithmetic::Java => Some(self.truth(false)),
                _ => None,
            };
        }
        if let &Node::IfThenElse(condition, x, y) = self.node(a)
            && (self.as_text(x).is_some() || self.as_text(y).is_some())
        {
            // text-equal-choice: ((c ? x : y) == k) = c ? x == k : y == k where x or y is constant
            let (x, y) = (self.equal_texts(x, b), self.equal_texts(y, b));
            return Some(self.if_then_else(condition, x, y));
        }
        match (self.as_operation(a)?, constant.as_slice()) {
            // text-equal-unit: (String.valueOf(c) == "x") = (c == 'x')
            ((TextOperator::OfUnit, &[unit]), &[value]) => {
                let (unit, value) = (self.unit_of(unit), self.int(i32::from(value)));
                Some(self.equal(unit, value))
            }
            _ => None,
        }
    }

    /// Takes what both begin and end with away.
    fn without_common(&mut self, mut a: Vec<TermId>, mut b: Vec<TermId>) -> Remainder {
        for is_front in [true, false] {
            loop {
                let end = |parts: &[TermId]| if is_front { parts.first() } else { parts.last() }.copied();
                let (Some(x), Some(y)) = (end(&a), end(&b)) else { break };
                if x == y {
                    self.replace_end(&mut a, is_front, None);
                    self.replace_end(&mut b, is_front, None);
                    continue;
                }
                let (Some(left), Some(right)) = (self.as_text(x), self.as_text(y)) else { break };
                let common = left.len().min(right.len());
                let cut = |units: &[u16]| {
                    let at = if is_front { common } else { units.len() - common };
                    let (front, back) = units.split_at(at);
                    if is_front { (front.to_vec(), back.to_vec()) } else { (back.to_vec(), front.to_vec()) }
                };
                let ((shared, rest), (other_shared, other_rest)) = (cut(left), cut(right));
                if shared != other_shared {
                    return Remainder::Different;
                }
                self.replace_end(&mut a, is_front, Some(&rest));
                self.replace_end(&mut b, is_front, Some(&other_rest));
            }
        }
        Remainder::Rest(a, b)
    }

    fn replace_end(&mut self, parts: &mut Vec<TermId>, is_front: bool, units: Option<&[u16]>) {
        let position = if is_front { 0 } else { parts.len().saturating_sub(1) };
        parts.remove(position);
        if let Some(units) = units.filter(|units| !units.is_empty()) {
            let text = self.text(units);
            parts.insert(position, text);
        }
    }
}
