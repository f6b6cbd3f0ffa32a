//! What a call's result is, or is bounded by.

use super::demand::{constant, is_odd};
use super::numbers::Argument;
use crate::term::{Sort, TermId, TermPool};

/// What sums are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Feature {
    One,
    /// An argument.
    Argument(usize),
    /// Its lowest bit.
    LowBit(usize),
    /// The product of two.
    Product(usize, usize),
    /// `1 << a`.
    PowerOfTwo(usize),
}

/// A sum of features with their coefficients, divided by a positive number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) parts: Vec<(i64, Feature)>,
    pub(super) divisor: i64,
}

/// How a number is related to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Is,
    AtLeast,
    AtMost,
}

/// For which arguments a claim is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    Always,
    /// An argument is related so to a constant.
    Where(usize, Relation, i64),
    /// An argument is odd.
    Odd(usize),
}

/// What is claimed of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is so related to a sum.
    Result(Relation, Sum),
    /// It is odd.
    Odd,
    /// It is below the length of an array.
    BelowLength(usize),
    /// Where it is not negative, the array has this argument there.
    Place(usize, usize),
}

/// A claim about the result of a call, for some arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) guard: Guard,
    pub(super) fact: Fact,
}

impl Feature {
    fn of(self, pool: &mut TermPool, sort: Sort, arguments: &[Argument]) -> Option<TermId> {
        let number = |pool: &mut TermPool, position: usize| {
            let term = arguments.get(position)?.number()?;
            match (pool.sort(term), sort) {
                (Sort::Int, Sort::Long) => Some(pool.int_to_long(term)),
                (own, wanted) => (own == wanted).then_some(term),
            }
        };
        Some(match self {
            Feature::One => pool.constant(sort, 1),
            Feature::Argument(a) => number(pool, a)?,
            Feature::LowBit(a) => {
                let (a, one) = (number(pool, a)?, pool.constant(sort, 1));
                pool.and(a, one)
            }
            Feature::Product(a, b) => {
                let (a, b) = (number(pool, a)?, number(pool, b)?);
                pool.multiply(a, b)
            }
            Feature::PowerOfTwo(a) => {
                let a = arguments.get(a)?.number().filter(|a| pool.sort(*a) == Sort::Int)?;
                let one = pool.constant(sort, 1);
                pool.shift_left(one, a)
            }
        })
    }
}

impl Sum {
    pub(super) fn constant(value: i64) -> Sum {
        Sum { parts: vec![(value, Feature::One)], divisor: 1 }
    }

    /// An argument and a constant.
    pub(super) fn beside(argument: usize, value: i64) -> Sum {
        Sum { parts: vec![(1, Feature::Argument(argument)), (value, Feature::One)], divisor: 1 }
    }

    /// It, as a number of a sort; none where that is no such number.
    pub(super) fn of(&self, pool: &mut TermPool, sort: Sort, arguments: &[Argument]) -> Option<TermId> {
        let mut sum = pool.constant(sort, 0);
        for (coefficient, feature) in &self.parts {
            let part = feature.of(pool, sort, arguments)?;
            let coefficient = constant(pool, sort, *coefficient)?;
            let part = pool.multiply(coefficient, part);
            sum = pool.add(sum, part);
        }
        match self.divisor {
            1 => Some(sum),
            divisor => {
                let divisor = constant(pool, sort, divisor)?;
                Some(pool.divide(sum, divisor))
            }
        }
    }
}

impl Relation {
    fn of(self, pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
        match self {
            Relation::Is => pool.equal(a, b),
            Relation::AtLeast => pool.less_or_equal(b, a),
            Relation::AtMost => pool.less_or_equal(a, b),
        }
    }

    /// Whether numbers are related so.
    pub(super) fn holds(self, a: i64, b: i64) -> bool {
        match self {
            Relation::Is => a == b,
            Relation::AtLeast => a >= b,
            Relation::AtMost => a <= b,
        }
    }
}

impl Guard {
    fn of(self, pool: &mut TermPool, arguments: &[Argument]) -> Option<TermId> {
        match self {
            Guard::Always => Some(pool.truth(true)),
            Guard::Where(a, relation, value) => {
                let a = arguments.get(a)?.number()?;
                let value = constant(pool, pool.sort(a), value)?;
                Some(relation.of(pool, a, value))
            }
            Guard::Odd(a) => Some(is_odd(pool, arguments.get(a)?.number()?)),
        }
    }

    /// Whether it holds of these arguments.
    pub(super) fn holds(self, arguments: &[i64]) -> bool {
        match self {
            Guard::Always => true,
            Guard::Where(a, relation, value) => arguments.get(a).is_some_and(|a| relation.holds(*a, value)),
            Guard::Odd(a) => arguments.get(a).is_some_and(|a| a & 1 == 1),
        }
    }
}

impl Claim {
    /// What the result is, whatever the arguments are.
    pub(super) fn value(&self) -> Option<&Sum> {
        match self {
            Claim { guard: Guard::Always, fact: Fact::Result(Relation::Is, sum) } => Some(sum),
            _ => None,
        }
    }

    /// It said of a call; none where it does not apply to one.
    pub(super) fn of(&self, pool: &mut TermPool, arguments: &[Argument], result: TermId) -> Option<TermId> {
        let array = |position: usize| match arguments.get(position)? {
            Argument::Array(length, contents) => Some((*length, *contents)),
            Argument::Number(_) => None,
        };
        let fact = match &self.fact {
            Fact::Result(relation, sum) => {
                let sum = sum.of(pool, pool.sort(result), arguments)?;
                relation.of(pool, result, sum)
            }
            Fact::Odd => is_odd(pool, result),
            Fact::BelowLength(position) => pool.less(result, array(*position)?.0),
            Fact::Place(position, value) => {
                let (_, contents) = array(*position)?;
                let zero = pool.constant(pool.sort(result), 0);
                let is_none = pool.less(result, zero);
                let there = pool.select(contents, result);
                let is_there = pool.equal(there, arguments.get(*value)?.number()?);
                pool.disjunction(is_none, is_there)
            }
        };
        let guard = self.guard.of(pool, arguments)?;
        let is_elsewhere = pool.not(guard);
        Some(pool.disjunction(is_elsewhere, fact))
    }
}
