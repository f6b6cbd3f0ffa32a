//! Numbers of which only bounds are known ([`FloatOperator::Between`]): what operators make of them. Rounding to the nearest
//! number keeps order, so the results at the bounds bound the results between them.

use crate::term::evaluate_float::{self, double, single};
use crate::term::node::{Node, TermId};
use crate::term::operator::FloatOperator;
use crate::term::pool::TermPool;
use crate::term::sort::Sort;
use std::cmp::Ordering;

/// Two bounds, as values are carried.
type Bounds = (i64, i64);

impl TermPool {
    /// What an operator gives where an argument is known by its bounds and all are known so or exactly; none where the bounds
    /// do not say.
    pub(super) fn enclosed(&mut self, operator: FloatOperator, arguments: &[TermId]) -> Option<TermId> {
        if operator == FloatOperator::Between || !arguments.iter().any(|term| self.between(*term).is_some()) {
            return None;
        }
        let sort = self.sort(*arguments.first()?);
        let bounds: Vec<Bounds> = arguments.iter().map(|term| self.bounds(*term)).collect::<Option<_>>()?;
        let result = operator.result(sort);
        let (low, high) = enclose(operator, sort, &bounds)?;
        if low == high {
            return Some(self.constant_value(result, low));
        }
        if !result.is_floating_point() {
            return None;
        }
        let (low, high) = (self.constant_value(result, low), self.constant_value(result, high));
        Some(self.number_between(low, high))
    }

    /// A number between two constants, of which no more is known; no other term is known to be the same.
    pub fn number_between(&mut self, low: TermId, high: TermId) -> TermId {
        let number = i32::try_from(self.len()).unwrap_or(i32::MAX);
        let number = self.int(number);
        self.intern(Node::FloatingPoint(FloatOperator::Between, [low, high, number].into()))
    }

    fn between(&self, id: TermId) -> Option<Bounds> {
        match self.node(id) {
            Node::FloatingPoint(FloatOperator::Between, bounds) => match **bounds {
                [low, high, _] => Some((self.as_constant(low)?, self.as_constant(high)?)),
                _ => None,
            },
            _ => None,
        }
    }

    fn bounds(&self, id: TermId) -> Option<Bounds> {
        self.between(id).or_else(|| self.as_constant(id).map(|value| (value, value)))
    }
}

/// The bounds of what an operator gives for arguments within bounds, none of which is NaN, the first of this sort; none where they do
/// not say, or it may be NaN.
pub(crate) fn enclose(operator: FloatOperator, sort: Sort, arguments: &[Bounds]) -> Option<Bounds> {
    match (operator, arguments) {
        (FloatOperator::Bits | FloatOperator::FromBits | FloatOperator::Remainder, _) => None,
        // Comparisons are what they are at all bounds, unless the bounds overlap.
        (_, &[left, right]) if !operator.result(sort).is_floating_point() => relation(operator, sort, left, right),
        (FloatOperator::Divide, &[_, divisor]) if !excludes_zero(sort, divisor) => None,
        (FloatOperator::Absolute, &[bounds]) if !excludes_zero(sort, bounds) => None,
        // The others keep or reverse order in each argument.
        (_, bounds) => corners(operator, sort, bounds),
    }
}

/// The order in which -0.0 is before 0.0; that of numbers for ints.
fn order(sort: Sort, a: i64, b: i64) -> Ordering {
    match sort {
        Sort::Float => single(a).total_cmp(&single(b)),
        Sort::Double => double(a).total_cmp(&double(b)),
        _ => a.cmp(&b),
    }
}

/// Whether numbers between the bounds are all positive or all negative, and none is NaN.
fn excludes_zero(sort: Sort, (low, high): Bounds) -> bool {
    let number = |bits| if sort == Sort::Float { f64::from(single(bits)) } else { double(bits) };
    number(low) > 0.0 || number(high) < 0.0
}

/// The least and the greatest of the results at the bounds; none where one of them is NaN.
fn corners(operator: FloatOperator, sort: Sort, arguments: &[Bounds]) -> Option<Bounds> {
    let result = operator.result(sort);
    let of = |values: &[i64]| evaluate_float::apply(operator, sort, values);
    let results: Vec<i64> = match *arguments {
        [(low, high)] => [of(&[low])?, of(&[high])?].into(),
        [left, right] => {
            let pairs = [(left.0, right.0), (left.0, right.1), (left.1, right.0), (left.1, right.1)];
            pairs.iter().map(|(left, right)| of(&[*left, *right])).collect::<Option<_>>()?
        }
        _ => return None,
    };
    let is_nan = |value: &i64| match result {
        Sort::Float => single(*value).is_nan(),
        Sort::Double => double(*value).is_nan(),
        _ => false,
    };
    if results.iter().any(is_nan) {
        return None;
    }
    let least = results.iter().copied().min_by(|a, b| order(result, *a, *b))?;
    let greatest = results.iter().copied().max_by(|a, b| order(result, *a, *b))?;
    Some((least, greatest))
}

/// What a comparison gives for numbers of bounds that do not overlap, twice; none where they do.
fn relation(operator: FloatOperator, sort: Sort, left: Bounds, right: Bounds) -> Option<Bounds> {
    let is_less = |a, b| evaluate_float::apply(FloatOperator::Less, sort, &[a, b]) == Some(1);
    (is_less(left.1, right.0) || is_less(right.1, left.0)).then_some(())?;
    let result = evaluate_float::apply(operator, sort, &[left.0, right.0])?;
    Some((result, result))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Arithmetic;
    use FloatOperator as F;

    fn between(pool: &mut TermPool, low: f64, high: f64) -> TermId {
        let (low, high) = (pool.double(low), pool.double(high));
        pool.number_between(low, high)
    }

    fn bounds(pool: &TermPool, term: TermId) -> Option<(f64, f64)> {
        pool.between(term).map(|(low, high)| (double(low), double(high)))
    }

    #[test]
    fn operators_give_the_bounds_of_their_results() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let number = between(&mut pool, 1.0, 2.0);
        let (three, minus) = (pool.double(3.0), pool.double(-1.0));
        let sum = pool.floating_point(F::Add, &[number, three]);
        assert_eq!(bounds(&pool, sum), Some((4.0, 5.0)));
        let negated = pool.floating_point(F::Multiply, &[number, minus]);
        assert_eq!(bounds(&pool, negated), Some((-2.0, -1.0)));
        let quotient = pool.floating_point(F::Divide, &[three, number]);
        assert_eq!(bounds(&pool, quotient), Some((1.5, 3.0)));
    }

    #[test]
    fn whole_numbers_of_what_is_between_bounds_are_between_those_of_the_bounds() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let number = between(&mut pool, 32.0, 33.0);
        let int = pool.floating_point(F::ToInt, &[number]);
        let (below, bound, above) = (pool.int(31), pool.int(32), pool.int(33));
        let is_above = pool.less(below, int);
        assert_eq!(pool.as_truth(is_above), Some(true));
        let is_most = pool.less(above, int);
        assert_eq!(pool.as_truth(is_most), Some(false));
        let is_open = pool.less(bound, int);
        assert_eq!(pool.as_truth(is_open), None);
        let unbounded = between(&mut pool, -1.5, 1e30);
        let long = pool.floating_point(F::ToLong, &[unbounded]);
        let least = pool.long(-1);
        let is_less = pool.less(long, least);
        assert_eq!(pool.as_truth(is_less), Some(false));
    }

    #[test]
    fn what_all_numbers_between_the_bounds_give_is_decided() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let number = between(&mut pool, 1.25, 1.75);
        let floor = pool.floating_point(F::Floor, &[number]);
        assert_eq!(pool.as_constant(floor), Some(evaluate_float::of_double(1.0)));
        let int = pool.floating_point(F::ToInt, &[number]);
        assert_eq!(pool.as_int(int), Some(1));
        let (two, inside) = (pool.double(2.0), pool.double(1.5));
        let less = pool.floating_point(F::Less, &[number, two]);
        assert_eq!(pool.as_truth(less), Some(true));
        let order = pool.floating_point(F::CompareNanLess, &[two, number]);
        assert_eq!(pool.as_int(order), Some(1));
        let open = pool.floating_point(F::Less, &[number, inside]);
        assert_eq!(pool.as_truth(open), None);
        let other = between(&mut pool, 1.25, 1.75);
        let same = pool.equal(number, other);
        assert_eq!(pool.as_truth(same), None);
    }

    #[test]
    fn nothing_is_said_beside_a_zero_or_where_a_bound_gives_no_number() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let around = between(&mut pool, -1.0, 1.0);
        let (one, infinity) = (pool.double(1.0), pool.double(f64::INFINITY));
        for (operator, arguments) in
            [(F::Divide, vec![one, around]), (F::SquareRoot, vec![around]), (F::Absolute, vec![around])]
        {
            let result = pool.floating_point(operator, &arguments);
            assert_eq!(bounds(&pool, result), None, "{operator:?}");
        }
        let zero = between(&mut pool, 0.0, 1.0);
        let product = pool.floating_point(F::Multiply, &[zero, infinity]);
        assert_eq!(bounds(&pool, product), None);
    }
}
