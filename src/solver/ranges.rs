//! Refutation by ranges: what the conjuncts say of single terms, carried down through divisions by constants and up again
//! through sums, quotients and remainders. For Java's arithmetic, where every number has bounds.

use super::cheap::{Fact, fact_of};
use crate::term::{Arithmetic, Node, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Terms are followed this deep.
const DEEPEST: u32 = 64;

/// Bounds, both included.
type Range = (i64, i64);

/// Does some conjunct contradict the ranges that all of them leave? `false` says nothing.
pub(super) fn refute(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    if pool.arithmetic() != Arithmetic::Java {
        return false;
    }
    let mut ranges = Ranges { pool, stated: FxHashMap::default(), computed: FxHashMap::default() };
    conjuncts.iter().for_each(|&conjunct| ranges.order(conjunct));
    let facts = conjuncts.iter().filter_map(|&conjunct| fact_of(pool, conjunct));
    let about: Vec<TermId> = facts.filter_map(|fact| ranges.state(fact)).collect();
    about.into_iter().any(|term| {
        let (low, high) = ranges.of(term, DEEPEST);
        low > high
    })
}

struct Ranges<'a> {
    pool: &'a TermPool,
    stated: FxHashMap<TermId, Range>,
    computed: FxHashMap<TermId, Range>,
}

impl Ranges<'_> {
    /// Takes a conjunct's fact over; the term that it is about, where it bounds a number.
    fn state(&mut self, fact: Fact) -> Option<TermId> {
        let (term, low, high) = match fact {
            Fact::AtLeast(term, value) => (term, value, i64::MAX),
            Fact::AtMost(term, value) => (term, i64::MIN, value),
            Fact::Is(term, value) => (term, value, value),
            Fact::IsNot(..) => return None,
        };
        if !self.pool.sort(term).is_number() {
            return None;
        }
        self.narrow(term, (low, high));
        Some(term)
    }

    /// Takes over what a conjunct that compares two numbers says of each, by what the other one can be at all.
    fn order(&mut self, conjunct: TermId) {
        let pool = self.pool;
        let (left, right, gap) = match *pool.node(conjunct) {
            Node::Less(left, right) => (left, right, 1),
            Node::Not(opposite) => match *pool.node(opposite) {
                Node::Less(right, left) => (left, right, 0),
                _ => return,
            },
            _ => return,
        };
        if pool.sort(left).is_number() && pool.sort(right).is_number() {
            let ((least, _), (_, most)) = (pool.range(left), pool.range(right));
            self.narrow(left, (i64::MIN, most.saturating_sub(gap)));
            self.narrow(right, (least.saturating_add(gap), i64::MAX));
        }
    }

    /// Narrows a term, and with a quotient what is divided.
    fn narrow(&mut self, mut term: TermId, (mut low, mut high): Range) {
        loop {
            let stated = self.stated.entry(term).or_insert((i64::MIN, i64::MAX));
            *stated = (stated.0.max(low), stated.1.min(high));
            let &Node::Divide(dividend, divisor) = self.pool.node(term) else { return };
            let Some(divisor) = self.pool.as_constant(divisor).filter(|divisor| *divisor > 0) else { return };
            // x / c >= q is x >= c·q for q > 0, and x / c <= q is x < c·(q + 1) for q >= 0.
            low = if low > 0 { low.checked_mul(divisor).unwrap_or(i64::MAX) } else { i64::MIN };
            let beyond = high.checked_add(1).filter(|beyond| *beyond > 0);
            high = beyond.and_then(|beyond| beyond.checked_mul(divisor)).map_or(i64::MAX, |beyond| beyond - 1);
            term = dividend;
        }
    }

    /// The values that a term can have; none where the first bound is above the second.
    fn of(&mut self, term: TermId, depth: u32) -> Range {
        if let Some(known) = self.computed.get(&term) {
            return *known;
        }
        let (low, high) = self.pool.range(term);
        let (from, to) = self.stated.get(&term).copied().unwrap_or((low, high));
        let (least, most) = depth.checked_sub(1).and_then(|depth| self.of_parts(term, depth)).unwrap_or((low, high));
        let range = (low.max(from).max(least), high.min(to).min(most));
        self.computed.insert(term, range);
        range
    }

    /// What the parts of a term leave to it.
    fn of_parts(&mut self, term: TermId, depth: u32) -> Option<Range> {
        let pool = self.pool;
        match pool.node(term) {
            Node::Sum { constant, terms, .. } => {
                let (mut low, mut high) = (i128::from(*constant), i128::from(*constant));
                for &(coefficient, summand) in terms.iter() {
                    let (least, most) = self.of(summand, depth);
                    let coefficient = i128::from(coefficient);
                    let (a, b) = (coefficient * i128::from(least), coefficient * i128::from(most));
                    low = low.checked_add(a.min(b))?;
                    high = high.checked_add(a.max(b))?;
                }
                // What does not fit the sort wraps around, to anything.
                let (least, most) = pool.sort_range(term);
                let fits = i128::from(least) <= low && high <= i128::from(most);
                if fits { Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?)) } else { None }
            }
            &Node::Divide(dividend, divisor) => {
                let divisor = pool.as_constant(divisor).filter(|divisor| *divisor > 0)?;
                let (low, high) = self.of(dividend, depth);
                Some((low / divisor, high / divisor))
            }
            &Node::Remainder(dividend, divisor) => {
                let (low, high) = self.of(dividend, depth);
                let Some(divisor) = pool.as_constant(divisor).filter(|divisor| *divisor > 0) else {
                    // Whatever divides, a remainder has the sign of what is divided and is no further from zero.
                    return Some((low.min(0), high.max(0)));
                };
                let most = divisor - 1;
                Some((if low >= 0 { 0 } else { low.max(-most) }, if high <= 0 { 0 } else { high.min(most) }))
            }
            &Node::IntToLong(inner) => Some(self.of(inner, depth)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Domain, InputId};

    /// `x / 100 == 0` and `x > 0`, and the sum of the two digits that this leaves to `x`, turned around.
    fn two_digits(pool: &mut TermPool) -> (Vec<TermId>, TermId) {
        let x = pool.input(InputId(0), Domain::Int);
        let (zero, ten, hundred) = (pool.int(0), pool.int(10), pool.int(100));
        let rest = pool.divide(x, hundred);
        let is_short = pool.less_or_equal(rest, zero);
        let is_positive = pool.less(zero, x);
        let (tens, ones) = (pool.divide(x, ten), pool.remainder(x, ten));
        let shifted = pool.multiply(ten, ones);
        (vec![is_positive, is_short], pool.add(shifted, tens))
    }

    #[test]
    fn a_quotient_bounds_what_is_divided_and_so_a_sum_of_digits() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut conjuncts, turned) = two_digits(&mut pool);
        let limit = pool.int(99);
        conjuncts.push(pool.less(limit, turned));
        assert!(refute(&pool, &conjuncts));
    }

    #[test]
    fn what_can_be_is_not_refuted() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (mut conjuncts, turned) = two_digits(&mut pool);
        let limit = pool.int(98);
        conjuncts.push(pool.less(limit, turned));
        assert!(!refute(&pool, &conjuncts));
    }

    #[test]
    fn what_is_below_a_length_has_a_successor_whose_remainder_is_not_negative() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (next, length) = (pool.input(InputId(0), Domain::Int), pool.input(InputId(1), Domain::Length));
        let (zero, one) = (pool.int(0), pool.int(1));
        let successor = pool.add(next, one);
        let turned = pool.remainder(successor, length);
        let (is_index, is_negative) = (pool.less_or_equal(zero, next), pool.less(turned, zero));
        let is_below = pool.less(next, length);
        assert!(refute(&pool, &[is_index, is_below, is_negative]));
        assert!(!refute(&pool, &[is_index, is_negative]));
        assert!(!refute(&pool, &[is_below, is_negative]));
    }

    #[test]
    fn a_sum_that_can_wrap_around_says_nothing() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (x, y) = (pool.input(InputId(0), Domain::Int), pool.input(InputId(1), Domain::Int));
        let zero = pool.int(0);
        let sum = pool.add(x, y);
        let conjuncts = [pool.less(zero, x), pool.less(zero, y), pool.less(sum, zero)];
        assert!(!refute(&pool, &conjuncts));
    }
}
