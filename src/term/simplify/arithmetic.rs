//! Sums and products: linear forms, valid as ring identities in both arithmetics.

use crate::term::linear::Linear;
use crate::term::node::{Node, TermId};
use crate::term::pool::TermPool;

impl TermPool {
    /// `a + b`, two `Int` or two `Long` operands.
    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        self.combine(a, b, 1)
    }

    /// `a - b`, two `Int` or two `Long` operands.
    pub fn subtract(&mut self, a: TermId, b: TermId) -> TermId {
        self.combine(a, b, -1)
    }

    /// `-a`.
    pub fn negate(&mut self, a: TermId) -> TermId {
        debug_assert!(self.sort(a).is_number());
        if self.is_simplifying() { self.scale(a, -1) } else { self.raw_sum(vec![(-1, a)]) }
    }

    // sum-linear: (k + Σ cᵢ·tᵢ) ± (l + Σ dᵢ·tᵢ) = (k ± l) + Σ (cᵢ ± dᵢ)·tᵢ
    fn combine(&mut self, a: TermId, b: TermId, factor: i64) -> TermId {
        debug_assert!(self.sort(a) == self.sort(b) && self.sort(a).is_number());
        if self.is_simplifying() {
            if self.as_constant(b) == Some(0) {
                return a;
            }
            let sum = Linear::of(self, a).plus(&Linear::of(self, b), i128::from(factor));
            if let Some(id) = self.linear_term(sum) {
                return id;
            }
            if a == b {
                return self.raw_sum(vec![(2, a)]);
            }
        }
        let mut terms = vec![(1, a), (factor, b)];
        if self.is_simplifying() {
            terms.sort_unstable_by_key(|&(_, term)| term);
        }
        self.raw_sum(terms)
    }

    fn raw_sum(&mut self, terms: Vec<(i64, TermId)>) -> TermId {
        let sort = terms.first().map_or(crate::term::Sort::Int, |&(_, term)| self.sort(term));
        self.intern(Node::Sum { sort, constant: 0, terms: terms.into_boxed_slice() })
    }

    /// `factor * a`.
    // scale-linear: f·(k + Σ cᵢ·tᵢ) = f·k + Σ (f·cᵢ)·tᵢ
    pub(crate) fn scale(&mut self, a: TermId, factor: i64) -> TermId {
        if factor == 1 {
            return a;
        }
        let scaled = Linear::of(self, a).times(factor);
        match self.linear_term(scaled) {
            Some(id) => id,
            None => self.raw_sum(vec![(factor, a)]),
        }
    }

    /// `a * b`, two `Int` or two `Long` operands.
    pub fn multiply(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert!(self.sort(a) == self.sort(b) && self.sort(a).is_number());
        if !self.is_simplifying() {
            return self.intern(Node::Product(a, b));
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(factor), _) => return self.scale(b, factor),
            (_, Some(factor)) => return self.scale(a, factor),
            _ => {}
        }
        // product-coefficient: (c·x) * (d·y) = (c·d)·(x * y)
        let (mut left_factor, mut left) = self.monomial(a);
        let (mut right_factor, mut right) = self.monomial(b);
        let coefficient = i128::from(left_factor) * i128::from(right_factor);
        if crate::term::operate::wrap(self.arithmetic(), self.sort(a), coefficient).is_none() {
            (left_factor, left, right_factor, right) = (1, a, 1, b);
        }
        // product-order: x * (y * z) = (x * y) * z, factors ascending
        let mut factors = Vec::new();
        self.push_factors(left, &mut factors);
        self.push_factors(right, &mut factors);
        factors.sort_unstable();
        let mut product = factors.first().copied().unwrap_or(left);
        for &factor in factors.iter().skip(1) {
            product = self.intern(Node::Product(product, factor));
        }
        let product = self.scale(product, left_factor);
        self.scale(product, right_factor)
    }

    fn monomial(&self, id: TermId) -> (i64, TermId) {
        match self.node(id) {
            Node::Sum { constant: 0, terms, .. } => match terms.as_ref() {
                [single] => *single,
                _ => (1, id),
            },
            _ => (1, id),
        }
    }

    fn push_factors(&self, mut id: TermId, factors: &mut Vec<TermId>) {
        while let Node::Product(a, b) = self.node(id) {
            factors.push(*b);
            id = *a;
        }
        factors.push(id);
    }
}
