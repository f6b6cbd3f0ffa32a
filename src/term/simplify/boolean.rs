//! Negation, conjunction, disjunction and choice. A disjunction is kept as the negation of a conjunction, so each
//! formula has one shape up to De Morgan.

use crate::term::node::{Node, TermId};
use crate::term::pool::TermPool;
use crate::term::sort::Sort;

impl TermPool {
    /// `!a`.
    pub fn not(&mut self, a: TermId) -> TermId {
        debug_assert!(self.sort(a) == Sort::Bool);
        if self.is_simplifying() {
            match *self.node(a) {
                Node::Truth(value) => return self.truth(!value),
                // not-not: !!x = x
                Node::Not(inner) => return inner,
                _ => {}
            }
        }
        self.intern(Node::Not(a))
    }

    /// `a && b`.
    pub fn conjunction(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool);
        if !self.is_simplifying() {
            return self.intern(Node::Conjunction(Box::new([a, b])));
        }
        match (self.as_truth(a), self.as_truth(b)) {
            // and-true: x && true = x; and-false: x && false = false
            (Some(true), _) | (_, Some(false)) => return b,
            (_, Some(true)) | (Some(false), _) => return a,
            _ => {}
        }
        // and-idempotent: x && x = x
        if a == b {
            return a;
        }
        // and-flat: x && (y && z) = (x && y) && z, ascending and without repetition
        let mut terms = Vec::new();
        for id in [a, b] {
            match self.node(id) {
                Node::Conjunction(inner) => terms.extend_from_slice(inner),
                _ => terms.push(id),
            }
        }
        terms.sort_unstable();
        terms.dedup();
        // and-complement: x && !x = false
        let is_contradiction = terms.iter().any(|&term| match self.node(term) {
            Node::Not(inner) => terms.binary_search(inner).is_ok(),
            _ => false,
        });
        if is_contradiction {
            return self.truth(false);
        }
        self.intern(Node::Conjunction(terms.into_boxed_slice()))
    }

    /// `a || b`.
    // or-as-and: x || y = !(!x && !y)
    pub fn disjunction(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.conjunction(a, b);
        self.not(neither)
    }

    /// `c ? a : b`; `a` and `b` are of one sort.
    pub fn if_then_else(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(c) == Sort::Bool && self.sort(a) == self.sort(b));
        if !self.is_simplifying() {
            return self.intern(Node::IfThenElse(c, a, b));
        }
        // choice-decided: true ? x : y = x; false ? x : y = y
        if let Some(value) = self.as_truth(c) {
            return if value { a } else { b };
        }
        // choice-same: c ? x : x = x
        if a == b {
            return a;
        }
        // choice-negated: !c ? x : y = c ? y : x
        if let &Node::Not(inner) = self.node(c) {
            return self.if_then_else(inner, b, a);
        }
        // choice-nested: c ? (c ? x : y) : z = c ? x : z; c ? x : (c ? y : z) = c ? x : z
        if let &Node::IfThenElse(condition, chosen, _) = self.node(a)
            && condition == c
        {
            return self.if_then_else(c, chosen, b);
        }
        if let &Node::IfThenElse(condition, _, chosen) = self.node(b)
            && condition == c
        {
            return self.if_then_else(c, a, chosen);
        }
        if self.sort(a) == Sort::Bool {
            let negated = self.not(c);
            match (self.as_truth(a), self.as_truth(b)) {
                // choice-truth: c ? true : x = c || x; c ? false : x = !c && x; c ? x : true = !c || x;
                // c ? x : false = c && x
                (Some(true), _) => return self.disjunction(c, b),
                (Some(false), _) => return self.conjunction(negated, b),
                (_, Some(true)) => return self.disjunction(negated, a),
                (_, Some(false)) => return self.conjunction(c, a),
                _ => {}
            }
        }
        self.intern(Node::IfThenElse(c, a, b))
    }
}
