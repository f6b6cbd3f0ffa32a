//! Ranges that a conjunction leaves to terms, for Java's arithmetic, where every number has bounds. Ranges that
//! conjuncts state of single terms and of pairs are carried down through divisions by constants, and up through sums,
//! products, quotients and remainders. They refute a conjunction, and they say which results never leave their bits.

use super::cheap::{Fact, fact_of};
use crate::term::{Arithmetic, Node, TermId, TermPool};
use rustc_hash::FxHashMap;

/// Terms are followed this deep.
const DEEPEST: u32 = 64;
/// How often what is known of one side of a comparison is told to the other.
const MOST_PASSES: usize = 3;

/// Bounds, both included.
type Range = (i64, i64);

/// The ranges that a conjunction leaves to terms.
#[derive(Clone, Default)]
pub struct Ranges {
    stated: FxHashMap<TermId, Range>,
    computed: FxHashMap<TermId, Range>,
}

impl Ranges {
    /// Of a conjunction. Of unbounded integers nothing is said.
    pub(super) fn left_by(pool: &TermPool, conjuncts: &[TermId]) -> Ranges {
        let mut ranges = Ranges::default();
        if pool.arithmetic() != Arithmetic::Java {
            return ranges;
        }
        let parts: Vec<TermId> = conjuncts.iter().flat_map(|&conjunct| parts(pool, conjunct)).collect();
        let facts = parts.iter().filter_map(|&part| fact_of(pool, part));
        facts.for_each(|fact| ranges.state(pool, fact));
        for _ in 0..MOST_PASSES {
            let mut is_news = false;
            for &part in &parts {
                is_news |= ranges.order(pool, part);
            }
            if !is_news {
                break;
            }
            ranges.computed.clear();
        }
        ranges
    }

    /// Whether no value is left to some term: some conjunct contradicts the ranges that all of them leave. `false` says nothing.
    pub(super) fn is_empty(&mut self, pool: &TermPool) -> bool {
        let about: Vec<TermId> = self.stated.keys().copied().collect();
        about.into_iter().any(|term| {
            let (low, high) = self.of(pool, term);
            low > high
        })
    }

    /// Takes a conjunct's fact over.
    fn state(&mut self, pool: &TermPool, fact: Fact) {
        let (term, low, high) = match fact {
            Fact::AtLeast(term, value) => (term, value, i64::MAX),
            Fact::AtMost(term, value) => (term, i64::MIN, value),
            Fact::Is(term, value) => (term, value, value),
            Fact::IsNot(..) => return,
        };
        if pool.sort(term).is_number() {
            self.narrow(pool, term, (low, high));
        }
    }

    /// Takes over what a conjunct that compares two numbers says of each, by what the other one can be. Whether that is news.
    fn order(&mut self, pool: &TermPool, conjunct: TermId) -> bool {
        let (left, right, gap) = match *pool.node(conjunct) {
            Node::Less(left, right) => (left, right, 1),
            Node::Not(opposite) => match *pool.node(opposite) {
                Node::Less(right, left) => (left, right, 0),
                _ => return false,
            },
            _ => return false,
        };
        if !pool.sort(left).is_number() || !pool.sort(right).is_number() {
            return false;
        }
        let ((least, _), (_, most)) = (self.of(pool, left), self.of(pool, right));
        let is_news = self.narrow(pool, left, (i64::MIN, most.saturating_sub(gap)));
        self.narrow(pool, right, (least.saturating_add(gap), i64::MAX)) || is_news
    }

    /// Narrows a term, with a quotient what is divided, and what is widened. Whether that is news.
    fn narrow(&mut self, pool: &TermPool, mut term: TermId, (mut low, mut high): Range) -> bool {
        let mut is_news = false;
        loop {
            let (from, to) = pool.range(term);
            let stated = self.stated.entry(term).or_insert((from, to));
            let narrowed = (stated.0.max(low), stated.1.min(high));
            is_news |= *stated != narrowed;
            *stated = narrowed;
            match *pool.node(term) {
                Node::IntToLong(inner) => term = inner,
                Node::Divide(dividend, divisor) => {
                    let Some(divisor) = pool.as_constant(divisor).filter(|divisor| *divisor > 0) else {
                        return is_news;
                    };
                    // x / c >= q is x >= c·q for q > 0, and x / c <= q is x < c·(q + 1) for q >= 0.
                    low = if low > 0 { low.checked_mul(divisor).unwrap_or(i64::MAX) } else { i64::MIN };
                    let beyond = high.checked_add(1).filter(|beyond| *beyond > 0);
                    high = beyond.and_then(|beyond| beyond.checked_mul(divisor)).map_or(i64::MAX, |beyond| beyond - 1);
                    term = dividend;
                }
                _ => return is_news,
            }
        }
    }

    /// The values that a term can have; none where the first bound is above the second.
    pub(super) fn of(&mut self, pool: &TermPool, term: TermId) -> Range {
        self.within(pool, term, DEEPEST)
    }

    fn within(&mut self, pool: &TermPool, term: TermId, depth: u32) -> Range {
        if let Some(known) = self.computed.get(&term) {
            return *known;
        }
        let (low, high) = pool.range(term);
        let (from, to) = self.stated.get(&term).copied().unwrap_or((low, high));
        let of_parts = depth.checked_sub(1).and_then(|depth| self.of_parts(pool, term, depth));
        let (least, most) = of_parts.unwrap_or((low, high));
        let range = (low.max(from).max(least), high.min(to).min(most));
        self.computed.insert(term, range);
        range
    }

    /// The bounds of a sum or product, computed without wrapping around; none of other terms, and where 128 bits do not hold them.
    pub(super) fn exact(&mut self, pool: &TermPool, term: TermId) -> Option<(i128, i128)> {
        self.exact_within(pool, term, DEEPEST)
    }

    fn exact_within(&mut self, pool: &TermPool, term: TermId, depth: u32) -> Option<(i128, i128)> {
        match pool.node(term) {
            Node::Sum { constant, terms, .. } => {
                let (mut low, mut high) = (i128::from(*constant), i128::from(*constant));
                for &(coefficient, summand) in terms.iter() {
                    let (least, most) = self.within(pool, summand, depth);
                    let coefficient = i128::from(coefficient);
                    let (a, b) = (coefficient * i128::from(least), coefficient * i128::from(most));
                    low = low.checked_add(a.min(b))?;
                    high = high.checked_add(a.max(b))?;
                }
                Some((low, high))
            }
            &Node::Product(a, b) => {
                let (left, right) = (self.within(pool, a, depth), self.within(pool, b, depth));
                let wide = |(low, high): Range| [i128::from(low), i128::from(high)];
                let corners = wide(left).into_iter().flat_map(|x| wide(right).map(|y| x * y));
                let (low, high) = corners.fold((i128::MAX, i128::MIN), |(low, high), it| (low.min(it), high.max(it)));
                Some((if a == b { low.max(0) } else { low }, high))
            }
            _ => None,
        }
    }

    /// What the parts of a term leave to it.
    fn of_parts(&mut self, pool: &TermPool, term: TermId, depth: u32) -> Option<Range> {
        match *pool.node(term) {
            Node::Sum { .. } | Node::Product(..) => {
                let (low, high) = self.exact_within(pool, term, depth)?;
                // What does not fit the sort wraps around, to anything.
                let (least, most) = pool.sort_range(term);
                let fits = i128::from(least) <= low && high <= i128::from(most);
                if fits { Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?)) } else { None }
            }
            Node::Divide(dividend, divisor) => {
                let (least, most) = self.within(pool, divisor, depth);
                if least <= 0 || most < least {
                    return None;
                }
                let (low, high) = self.within(pool, dividend, depth);
                Some((low / if low < 0 { least } else { most }, high / if high < 0 { most } else { least }))
            }
            Node::Remainder(dividend, divisor) => {
                let (low, high) = self.within(pool, dividend, depth);
                let (least, most) = self.within(pool, divisor, depth);
                // Whatever divides, a remainder has the sign of what is divided and is no further from zero.
                let most = if least > 0 && least <= most { most - 1 } else { i64::MAX };
                Some((if low >= 0 { 0 } else { low.max(-most) }, if high <= 0 { 0 } else { high.min(most) }))
            }
            Node::IntToLong(inner) => Some(self.within(pool, inner, depth)),
            Node::LongToInt(inner) | Node::ToByte(inner) | Node::ToShort(inner) | Node::ToChar(inner) => {
                let (range, (least, most)) = (self.within(pool, inner, depth), pool.range(term));
                (least <= range.0 && range.1 <= most).then_some(range)
            }
            Node::IfThenElse(_, a, b) if pool.sort(term).is_number() => {
                let (a, b) = (self.within(pool, a, depth), self.within(pool, b, depth));
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            _ => None,
        }
    }
}

/// The conjuncts of which a conjunct consists.
fn parts(pool: &TermPool, conjunct: TermId) -> Vec<TermId> {
    match pool.node(conjunct) {
        Node::Conjunction(parts) => parts.to_vec(),
        _ => vec![conjunct],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Domain, InputId};

    fn refute(pool: &TermPool, conjuncts: &[TermId]) -> bool {
        Ranges::left_by(pool, conjuncts).is_empty(pool)
    }

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
