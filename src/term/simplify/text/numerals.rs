//! Numbers as texts, and back.

use crate::term::interval::Interval;
use crate::term::node::TermId;
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::Sort;

impl TermPool {
    /// The number that a text writes in decimal.
    pub(super) fn written_number(&self, text: TermId) -> Option<TermId> {
        match self.as_operation(text)? {
            (TextOperator::OfNumber, &[number]) => Some(number),
            _ => None,
        }
    }

    fn result_of(operator: TextOperator) -> Sort {
        match operator {
            TextOperator::IsLong | TextOperator::ParseLong => Sort::Long,
            _ => Sort::Int,
        }
    }

    fn is_no_radix(&self, radix: TermId) -> bool {
        self.as_constant(radix).is_some_and(|radix| !(2..=36).contains(&radix))
    }

    pub(super) fn simpler_is_number(&mut self, operator: TextOperator, text: TermId, radix: TermId) -> Option<TermId> {
        let length = self.length_of(text);
        // is-number-radix: nothing is a number in a radix that is none; nor is the empty text
        if self.is_no_radix(radix) || self.as_constant(length) == Some(0) {
            return Some(self.truth(false));
        }
        // is-number-written: String.valueOf(n) is a number if n is within its bounds
        let number = self.written_number(text).filter(|_| self.as_constant(radix) == Some(10))?;
        let bounds = Interval::width(Self::result_of(operator));
        if self.interval(number).within(bounds) && self.interval(number).high < i64::MAX {
            return Some(self.truth(true));
        }
        if self.sort(number) != Sort::Long || Self::result_of(operator) == Sort::Long {
            return None;
        }
        let (low, high) = (self.long(bounds.low), self.long(bounds.high));
        let (is_low, is_high) = (self.less_or_equal(low, number), self.less_or_equal(number, high));
        Some(self.conjunction(is_low, is_high))
    }

    pub(super) fn simpler_parse(&mut self, operator: TextOperator, text: TermId, radix: TermId) -> Option<TermId> {
        let result = Self::result_of(operator);
        // parse-radix: 0 in a radix that is none
        if self.is_no_radix(radix) {
            return Some(self.constant(result, 0));
        }
        // parse-written: Integer.parseInt(String.valueOf(n)) = n where n is within its bounds
        let number = self.written_number(text).filter(|_| self.as_constant(radix) == Some(10))?;
        let bounds = self.interval(number);
        if !bounds.within(Interval::width(Sort::Int)) {
            return (self.sort(number) == Sort::Long
                && result == Sort::Long
                && self.arithmetic() == crate::term::Arithmetic::Java)
                .then_some(number);
        }
        Some(match (self.sort(number), result) {
            (Sort::Int, Sort::Long) => self.int_to_long(number),
            (Sort::Long, Sort::Int) => self.long_to_int(number),
            _ => number,
        })
    }
}
