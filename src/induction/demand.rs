//! What every call's arguments are like.

use super::numbers::Argument;
use crate::term::{Sort, TermId, TermPool};

/// A demand on arguments, by their positions. None speaks of numbers of two widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// `a >= value`.
    AtLeast(usize, i64),
    /// `a <= value`.
    AtMost(usize, i64),
    /// `a <= b`.
    Ordered(usize, usize),
    /// `a < b`.
    Below(usize, usize),
    /// `a < array.length`.
    BelowLength(usize, usize),
    /// `a <= array.length`.
    WithinLength(usize, usize),
    /// `(a & 1) == 1`.
    Odd(usize),
}

impl Demand {
    /// It said of these arguments; none where it does not apply to them.
    pub(super) fn of(&self, pool: &mut TermPool, arguments: &[Argument]) -> Option<TermId> {
        let number = |position: usize| arguments.get(position)?.number();
        let length = |position: usize| match arguments.get(position)? {
            Argument::Array(length, _) => Some(*length),
            Argument::Number(_) => None,
        };
        Some(match *self {
            Demand::AtLeast(a, value) => {
                let a = number(a)?;
                let value = constant(pool, pool.sort(a), value)?;
                pool.less_or_equal(value, a)
            }
            Demand::AtMost(a, value) => {
                let a = number(a)?;
                let value = constant(pool, pool.sort(a), value)?;
                pool.less_or_equal(a, value)
            }
            Demand::Ordered(a, b) => pool.less_or_equal(number(a)?, number(b)?),
            Demand::Below(a, b) => pool.less(number(a)?, number(b)?),
            Demand::BelowLength(a, array) => pool.less(number(a)?, length(array)?),
            Demand::WithinLength(a, array) => pool.less_or_equal(number(a)?, length(array)?),
            Demand::Odd(a) => is_odd(pool, number(a)?),
        })
    }

    /// All that may be demanded of parameters, whose code and whose callers' names these constants.
    pub(super) fn candidates(pool: &TermPool, parameters: &[Argument], constants: &[i64]) -> Vec<Demand> {
        let sort_of = |position: usize| parameters.get(position)?.number().map(|term| pool.sort(term));
        let mut found = Vec::new();
        for a in 0..parameters.len() {
            let Some(sort) = sort_of(a) else { continue };
            for &value in constants {
                found.push(Demand::AtLeast(a, value));
                found.push(Demand::AtMost(a, value));
            }
            found.push(Demand::Odd(a));
            for b in 0..parameters.len() {
                match parameters.get(b) {
                    Some(Argument::Array(..)) if sort == Sort::Int => {
                        found.push(Demand::BelowLength(a, b));
                        found.push(Demand::WithinLength(a, b));
                    }
                    _ if a != b && sort_of(b) == Some(sort) => {
                        found.push(Demand::Ordered(a, b));
                        found.push(Demand::Below(a, b));
                    }
                    _ => {}
                }
            }
        }
        found
    }
}

/// A constant of a sort; none where it does not fit.
pub(super) fn constant(pool: &mut TermPool, sort: Sort, value: i64) -> Option<TermId> {
    match sort {
        Sort::Int => i32::try_from(value).ok().map(|value| pool.int(value)),
        _ => Some(pool.long(value)),
    }
}

/// `(a & 1) == 1`.
pub(super) fn is_odd(pool: &mut TermPool, a: TermId) -> TermId {
    let sort = pool.sort(a);
    let one = pool.constant(sort, 1);
    let bit = pool.and(a, one);
    pool.equal(bit, one)
}
