//! Refutation by the ranges of floating-point numbers. What the conjuncts say of single terms is carried up through
//! operators: rounding keeps order, so results at the bounds bound the results between them. Z3 takes long to find out
//! as much.

use super::cheap::literal;
use crate::term::{Arithmetic, FloatOperator, Node, Sort, TermId, TermPool, as_double, as_single, enclose};
use rustc_hash::FxHashMap;

/// Terms are followed this deep.
const DEEPEST: u32 = 64;

/// Bounds, both included, as values of terms are carried. A number within bounds is not NaN.
type Range = (i64, i64);

/// Does some conjunct contradict the ranges that all of them leave? `false` says nothing.
pub(super) fn refute(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    let comparisons: Vec<(FloatOperator, TermId, TermId, bool)> =
        conjuncts.iter().filter_map(|&conjunct| comparison(pool, conjunct)).collect();
    if comparisons.is_empty() {
        return false;
    }
    let mut ranges = Ranges { pool, stated: FxHashMap::default(), computed: FxHashMap::default() };
    for &(operator, a, b, holds) in &comparisons {
        if holds {
            ranges.state(operator, a, b);
        }
    }
    comparisons.into_iter().any(|(operator, a, b, holds)| ranges.decided(operator, a, b) == Some(!holds))
}

/// A conjunct that compares two floating-point numbers: how, which, and whether that holds.
fn comparison(pool: &TermPool, conjunct: TermId) -> Option<(FloatOperator, TermId, TermId, bool)> {
    let (atom, holds) = literal(pool, conjunct);
    match pool.node(atom) {
        Node::FloatingPoint(
            operator @ (FloatOperator::Less | FloatOperator::LessOrEqual | FloatOperator::Equal),
            arguments,
        ) => {
            let &[a, b] = arguments.as_ref() else { return None };
            pool.sort(a).is_floating_point().then_some((*operator, a, b, holds))
        }
        _ => None,
    }
}

struct Ranges<'a> {
    pool: &'a TermPool,
    stated: FxHashMap<TermId, Range>,
    computed: FxHashMap<TermId, Option<Range>>,
}

impl Ranges<'_> {
    /// Takes over what a comparison that holds says of a term and a constant.
    fn state(&mut self, operator: FloatOperator, a: TermId, b: TermId) {
        let sort = self.pool.sort(a);
        let infinite = |sign: f64| self.value(sort, sign * f64::INFINITY);
        let (least, most) = (infinite(-1.0), infinite(1.0));
        if let Some(high) = self.pool.as_constant(b) {
            let low = if operator == FloatOperator::Equal { self.low(sort, high) } else { least };
            self.narrow(a, (low, self.high(sort, high)));
        }
        if let Some(low) = self.pool.as_constant(a) {
            let high = if operator == FloatOperator::Equal { self.high(sort, low) } else { most };
            self.narrow(b, (self.low(sort, low), high));
        }
    }

    fn narrow(&mut self, term: TermId, (low, high): Range) {
        let sort = self.pool.sort(term);
        let stated = self.stated.entry(term).or_insert((low, high));
        *stated = (greater(sort, stated.0, low), lesser(sort, stated.1, high));
    }

    /// A bound from below: of the two zeros, which are equal, the one that is the least.
    fn low(&self, sort: Sort, bits: i64) -> i64 {
        if number(sort, bits) == 0.0 { self.value(sort, -0.0) } else { bits }
    }

    fn high(&self, sort: Sort, bits: i64) -> i64 {
        if number(sort, bits) == 0.0 { self.value(sort, 0.0) } else { bits }
    }

    /// A number of a sort that has it.
    fn value(&self, sort: Sort, number: f64) -> i64 {
        if sort == Sort::Float { i64::from((number as f32).to_bits()) } else { number.to_bits() as i64 }
    }

    /// What a comparison gives, where the ranges decide it.
    fn decided(&mut self, operator: FloatOperator, a: TermId, b: TermId) -> Option<bool> {
        let sort = self.pool.sort(a);
        let ((a_low, a_high), (b_low, b_high)) = (self.of(a, DEEPEST)?, self.of(b, DEEPEST)?);
        let [a_low, a_high, b_low, b_high] = [a_low, a_high, b_low, b_high].map(|bits| number(sort, bits));
        match operator {
            FloatOperator::Less if a_high < b_low => Some(true),
            FloatOperator::Less if a_low >= b_high => Some(false),
            FloatOperator::LessOrEqual if a_high <= b_low => Some(true),
            FloatOperator::LessOrEqual if a_low > b_high => Some(false),
            FloatOperator::Equal if a_high < b_low || b_high < a_low => Some(false),
            _ => None,
        }
    }

    /// The bounds of a number; none where it may be NaN.
    fn of(&mut self, term: TermId, depth: u32) -> Option<Range> {
        if let Some(known) = self.computed.get(&term) {
            return *known;
        }
        let sort = self.pool.sort(term);
        let computed = depth.checked_sub(1).and_then(|depth| self.of_parts(term, depth));
        let range = match (self.stated.get(&term).copied(), computed) {
            (Some(stated), Some(computed)) => {
                Some((greater(sort, stated.0, computed.0), lesser(sort, stated.1, computed.1)))
            }
            (stated, computed) => stated.or(computed),
        };
        self.computed.insert(term, range);
        range
    }

    fn of_parts(&mut self, term: TermId, depth: u32) -> Option<Range> {
        let sort = self.pool.sort(term);
        if !sort.is_floating_point() {
            // Of unbounded integers the ends of 64 bits say nothing.
            return (self.pool.arithmetic() == Arithmetic::Java).then(|| self.pool.range(term));
        }
        if let Some(value) = self.pool.as_constant(term) {
            return (!number(sort, value).is_nan()).then_some((value, value));
        }
        match self.pool.node(term) {
            Node::FloatingPoint(FloatOperator::Between, bounds) => {
                Some((self.pool.as_constant(*bounds.first()?)?, self.pool.as_constant(*bounds.get(1)?)?))
            }
            Node::FloatingPoint(operator, arguments) => {
                let bounds = arguments.iter().map(|argument| self.of(*argument, depth)).collect::<Option<Vec<_>>>()?;
                enclose(*operator, self.pool.sort(*arguments.first()?), &bounds)
            }
            &Node::IfThenElse(_, a, b) => {
                let (a, b) = (self.of(a, depth)?, self.of(b, depth)?);
                Some((lesser(sort, a.0, b.0), greater(sort, a.1, b.1)))
            }
            _ => None,
        }
    }
}

/// The lesser of two numbers, of which -0.0 is less than 0.0.
fn lesser(sort: Sort, a: i64, b: i64) -> i64 {
    if number(sort, a).total_cmp(&number(sort, b)).is_le() { a } else { b }
}

fn greater(sort: Sort, a: i64, b: i64) -> i64 {
    if lesser(sort, a, b) == a { b } else { a }
}

fn number(sort: Sort, bits: i64) -> f64 {
    if sort == Sort::Float { f64::from(as_single(bits)) } else { as_double(bits) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Domain, InputId};
    use FloatOperator as F;

    /// `0 <= x` and `x <= 1000`.
    fn bounded(pool: &mut TermPool) -> (TermId, Vec<TermId>) {
        let x = pool.input(InputId(0), Domain::Double);
        let (low, high) = (pool.double(0.0), pool.double(1000.0));
        let is_above = pool.floating_point(F::LessOrEqual, &[low, x]);
        let is_below = pool.floating_point(F::LessOrEqual, &[x, high]);
        (x, vec![is_above, is_below])
    }

    #[test]
    fn what_is_computed_from_numbers_within_bounds_is_within_theirs() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (x, mut conjuncts) = bounded(&mut pool);
        let (factor, limit) = (pool.double(1.8), pool.double(1800.0));
        let scaled = pool.floating_point(F::Multiply, &[x, factor]);
        let is_within = pool.floating_point(F::LessOrEqual, &[scaled, limit]);
        conjuncts.push(pool.not(is_within));
        assert!(refute(&pool, &conjuncts));
    }

    #[test]
    fn what_can_be_is_not_refuted() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let (x, mut conjuncts) = bounded(&mut pool);
        let (factor, limit) = (pool.double(1.8), pool.double(1799.0));
        let scaled = pool.floating_point(F::Multiply, &[x, factor]);
        let is_within = pool.floating_point(F::LessOrEqual, &[scaled, limit]);
        conjuncts.push(pool.not(is_within));
        assert!(!refute(&pool, &conjuncts));
        // A square root of -0.0 is -0.0, and of what may be below it NaN.
        let root = pool.floating_point(F::SquareRoot, &[x]);
        let zero = pool.double(0.0);
        let is_negative = pool.floating_point(F::Less, &[root, zero]);
        assert!(refute(&pool, &[conjuncts[0], conjuncts[1], is_negative]));
        let is_any = pool.floating_point(F::LessOrEqual, &[zero, root]);
        let is_none = pool.not(is_any);
        assert!(!refute(&pool, &[conjuncts[1], is_none]));
    }

    #[test]
    fn what_may_be_no_number_is_not_within_bounds() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let x = pool.input(InputId(0), Domain::Double);
        let limit = pool.double(5.0);
        let is_above = pool.floating_point(F::Less, &[limit, x]);
        let is_not_above = pool.not(is_above);
        let is_within = pool.floating_point(F::LessOrEqual, &[x, limit]);
        let is_not_within = pool.not(is_within);
        assert!(!refute(&pool, &[is_not_above, is_not_within]));
    }
}
