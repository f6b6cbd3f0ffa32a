//! What a method requires of its arguments, and the exceptions that it throws else.

use super::{Abrupt, Call};
use crate::term::TermId;

impl<'p> Call<'_, 'p> {
    /// Whether a condition holds.
    pub(in crate::models) fn decide(&mut self, condition: TermId) -> Result<bool, Abrupt> {
        Ok(self.state.path.decide(&mut self.machine.pool, condition)?)
    }

    /// Throws an exception with a message, unless a condition holds.
    pub(in crate::models) fn require_saying(
        &mut self,
        condition: TermId,
        (class, message): (&'static str, &str),
    ) -> Result<(), Abrupt> {
        if self.decide(condition)? {
            return Ok(());
        }
        let message = self.constant(message);
        Err(Abrupt::ThrewSaying(class, message))
    }

    /// Goes on where a condition holds, and throws where it does not.
    pub(in crate::models) fn require(&mut self, condition: TermId, otherwise: &'static str) -> Result<(), Abrupt> {
        if self.decide(condition)? { Ok(()) } else { Err(Abrupt::Threw(otherwise)) }
    }

    /// Throws unless `low <= index && index <= high`.
    pub(in crate::models) fn require_between(
        &mut self,
        (low, index, high): (TermId, TermId, TermId),
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let pool = &mut self.machine.pool;
        let above = pool.less_or_equal(low, index);
        let below = pool.less_or_equal(index, high);
        let inside = pool.conjunction(above, below);
        self.require(inside, otherwise)
    }

    /// Throws unless `0 <= index && index < length`.
    pub(in crate::models) fn require_index(
        &mut self,
        index: TermId,
        length: TermId,
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let above = pool.less_or_equal(zero, index);
        let below = pool.less(index, length);
        let inside = pool.conjunction(above, below);
        self.require(inside, otherwise)
    }

    /// Throws unless `0 <= from && from <= to && to <= length`.
    pub(in crate::models) fn require_range(
        &mut self,
        (from, to, length): (TermId, TermId, TermId),
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let pool = &mut self.machine.pool;
        let zero = pool.int(0);
        let parts = [pool.less_or_equal(zero, from), pool.less_or_equal(from, to), pool.less_or_equal(to, length)];
        let [first, second, third] = parts;
        let ordered = pool.conjunction(first, second);
        let inside = pool.conjunction(ordered, third);
        self.require(inside, otherwise)
    }

    /// Throws unless `offset >= 0 && count >= 0 && offset <= length - count`.
    pub(in crate::models) fn require_offset_and_count(
        &mut self,
        offset: TermId,
        count: TermId,
        length: TermId,
        otherwise: &'static str,
    ) -> Result<(), Abrupt> {
        let zero = self.small(0);
        let pool = &mut self.machine.pool;
        // No wrap-around: the length is not negative, and neither is the count where it matters.
        let room = pool.subtract(length, count);
        let parts =
            [pool.less_or_equal(zero, offset), pool.less_or_equal(zero, count), pool.less_or_equal(offset, room)];
        let [first, second, third] = parts;
        let both = pool.conjunction(first, second);
        let inside = pool.conjunction(both, third);
        self.require(inside, otherwise)
    }

    /// A number as a constant, by cases up to `most`; none beyond.
    pub(in crate::models) fn counted(&mut self, count: TermId, most: i32) -> Result<Option<i32>, Abrupt> {
        if let Some(constant) = self.machine.pool.as_int(count) {
            return Ok(Some(constant));
        }
        for number in 0..=most {
            let number_term = self.small(number);
            let is_it = self.machine.pool.equal(count, number_term);
            if self.decide(is_it)? {
                return Ok(Some(number));
            }
        }
        Ok(None)
    }
}
