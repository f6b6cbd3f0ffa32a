//! Linear forms: what sums are added, scaled and compared as.

use super::interval;
use super::node::{Node, TermId};
use super::operate;
use super::pool::TermPool;
use super::sort::{Arithmetic, Sort};

/// `constant + Σ coefficient * term`, terms ascending, no coefficient zero. Exact: nothing is wrapped yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Linear {
    pub(crate) sort: Sort,
    pub(crate) constant: i128,
    pub(crate) terms: Vec<(TermId, i128)>,
}

impl Linear {
    pub(crate) fn of(pool: &TermPool, id: TermId) -> Linear {
        let sort = pool.sort(id);
        match pool.node(id) {
            Node::Constant(_, value) => Linear { sort, constant: i128::from(*value), terms: Vec::new() },
            Node::Sum { constant, terms, .. } => {
                let mut linear = Linear {
                    sort,
                    constant: i128::from(*constant),
                    terms: terms.iter().map(|&(coefficient, term)| (term, i128::from(coefficient))).collect(),
                };
                if !linear.terms.is_sorted_by(|a, b| a.0 < b.0) {
                    linear.sort_terms();
                }
                linear
            }
            _ => Linear { sort, constant: 0, terms: vec![(id, 1)] },
        }
    }

    fn sort_terms(&mut self) {
        self.terms.sort_unstable_by_key(|&(term, _)| term);
        self.terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        self.terms.retain(|&(_, coefficient)| coefficient != 0);
    }

    /// `self + factor * other`; the factor is 1 or -1.
    pub(crate) fn plus(&self, other: &Linear, factor: i128) -> Linear {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some(&&(a, coefficient)), Some(&&(b, _))) if a < b => {
                    terms.push((a, coefficient));
                    left.next();
                }
                (Some(&&(a, coefficient)), Some(&&(b, added))) if a == b => {
                    let sum = coefficient + factor * added;
                    if sum != 0 {
                        terms.push((a, sum));
                    }
                    left.next();
                    right.next();
                }
                (_, Some(&&(b, coefficient))) => {
                    terms.push((b, factor * coefficient));
                    right.next();
                }
                (Some(&&(a, coefficient)), None) => {
                    terms.push((a, coefficient));
                    left.next();
                }
                (None, None) => break,
            }
        }
        Linear { sort: self.sort, constant: self.constant + factor * other.constant, terms }
    }

    /// `factor * self`.
    pub(crate) fn times(&self, factor: i64) -> Linear {
        let factor = i128::from(factor);
        let mut terms: Vec<_> =
            self.terms.iter().map(|&(term, coefficient)| (term, coefficient.saturating_mul(factor))).collect();
        terms.retain(|&(_, coefficient)| coefficient != 0);
        Linear { sort: self.sort, constant: self.constant.saturating_mul(factor), terms }
    }

    /// Does the value, computed without wrapping, always fit the sort?
    pub(crate) fn is_exact(&self, pool: &TermPool) -> bool {
        let terms = self.terms.iter().map(|&(term, coefficient)| (coefficient, term));
        interval::is_exact_sum(pool, self.sort, self.constant, terms)
    }

    /// Wraps coefficients and constant as the arithmetic does; `None` when they leave 64 bits in unbounded arithmetic.
    pub(crate) fn wrapped(mut self, arithmetic: Arithmetic) -> Option<Linear> {
        let sort = self.sort;
        let wrap = |value: i128| operate::wrap(arithmetic, sort, value).map(i128::from);
        self.constant = wrap(self.constant)?;
        for (_, coefficient) in &mut self.terms {
            *coefficient = wrap(*coefficient)?;
        }
        self.terms.retain(|&(_, coefficient)| coefficient != 0);
        Some(self)
    }

    /// The greatest common divisor of the coefficients; 0 without terms.
    pub(crate) fn divisor(&self) -> i128 {
        self.terms.iter().fold(0, |divisor, &(_, coefficient)| greatest_common_divisor(divisor, coefficient))
    }
}

pub(crate) fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a as i128
}

impl TermPool {
    /// The term of a linear form; `None` when a number leaves 64 bits in unbounded arithmetic.
    pub(crate) fn linear_term(&mut self, linear: Linear) -> Option<TermId> {
        let linear = linear.wrapped(self.arithmetic())?;
        Some(match (linear.constant, linear.terms.as_slice()) {
            (constant, []) => self.constant(linear.sort, constant as i64),
            (0, [(term, 1)]) => *term,
            (constant, terms) => {
                let terms = terms.iter().map(|&(term, coefficient)| (coefficient as i64, term)).collect();
                self.intern(Node::Sum { sort: linear.sort, constant: constant as i64, terms })
            }
        })
    }
}
