//! Texts made of parts: concatenation, parts, lengths, single units.

use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::text::LONGEST;

impl TermPool {
    pub(super) fn simpler_concat(&mut self, arguments: &[TermId]) -> Option<TermId> {
        // concat-flat: (a + b) + c = a + b + c
        let flat: Vec<TermId> = arguments.iter().flat_map(|&part| self.parts_of(part)).collect();
        let mut parts: Vec<TermId> = Vec::with_capacity(flat.len());
        for part in flat {
            let Some(units) = self.as_text(part) else {
                parts.push(part);
                continue;
            };
            // concat-empty: a + "" = a
            if units.is_empty() {
                continue;
            }
            // concat-constants: a + "x" + "y" = a + "xy"
            match parts.last().and_then(|&last| self.as_text(last)) {
                Some(last) if last.len() + units.len() <= LONGEST => {
                    let joined = [last, units].concat();
                    parts.pop();
                    let joined = self.text(&joined);
                    parts.push(joined);
                }
                _ => parts.push(part),
            }
        }
        match parts.as_slice() {
            [] => Some(self.text(&[])),
            // concat-single: the concatenation of one text is that text
            [single] => Some(*single),
            _ if parts == arguments => None,
            _ => Some(self.intern(Node::Text(TextOperator::Concat, parts.into_boxed_slice()))),
        }
    }

    pub(super) fn simpler_length(&mut self, text: TermId) -> Option<TermId> {
        use TextOperator as T;
        if let &Node::IfThenElse(condition, a, b) = self.node(text)
            && (self.as_text(a).is_some() || self.as_text(b).is_some())
        {
            // length-choice: (c ? x : y).length() = c ? x.length() : y.length() where x or y is constant
            let (a, b) = (self.length_of(a), self.length_of(b));
            return Some(self.if_then_else(condition, a, b));
        }
        let (operator, arguments) = self.as_operation(text)?;
        match (operator, arguments) {
            (T::Concat, parts) => {
                // length-concat: (a + b).length() = a.length() + b.length(); no text is too long for an int
                let parts = parts.to_vec();
                let mut sum = None;
                for part in parts {
                    let length = self.length_of(part);
                    sum = Some(match sum {
                        Some(sum) => self.add(sum, length),
                        None => length,
                    });
                }
                sum
            }
            (T::Substring, &[text, from, to]) => {
                // length-substring: the end, clamped, less the beginning, clamped
                let length = self.length_of(text);
                let (start, end) = (self.clamped(from, length), self.clamped(to, length));
                let difference = self.subtract(end, start);
                let (zero, is_empty) = (self.int(0), self.less(end, start));
                Some(self.if_then_else(is_empty, zero, difference))
            }
            // length-unit: String.valueOf(c).length() = 1
            (T::OfUnit, _) => Some(self.int(1)),
            // length-kept: t.f().length() = t.length() where f maps units
            (T::ToLowerAscii | T::ToUpperAscii | T::ReplaceUnit, &[text, ..]) => Some(self.length_of(text)),
            // length-contents: String.valueOf(c, from, n).length() = n, or 0 where n is negative
            (T::OfContents, &[_, _, length]) => {
                let (zero, is_negative) = (self.int(0), self.int(0));
                let is_negative = self.less(length, is_negative);
                Some(self.if_then_else(is_negative, zero, length))
            }
            _ => None,
        }
    }

    pub(super) fn simpler_char_at(&mut self, text: TermId, index: TermId) -> Option<TermId> {
        use TextOperator as T;
        let known = self.as_constant(index);
        // char-at-negative: t.charAt(i) = 0 where i < 0
        if known.is_some_and(|index| index < 0) {
            return Some(self.int(0));
        }
        let (operator, arguments) = self.as_operation(text)?;
        match (operator, arguments) {
            (T::OfUnit, &[unit]) => {
                // char-at-unit: String.valueOf(c).charAt(i) = i == 0 ? c : 0
                let zero = self.int(0);
                let (is_first, unit) = (self.equal(index, zero), self.unit_of(unit));
                Some(self.if_then_else(is_first, unit, zero))
            }
            (T::Concat, parts) => {
                let (first, rest) = parts.split_first()?;
                let (first, rest, index) = (*first, rest.to_vec(), known?);
                let length = self.known_length(first)?;
                // char-at-concat: (a + b).charAt(i) = i < a.length() ? a.charAt(i) : b.charAt(i - a.length()) where that
                // is decided
                if index < length {
                    let index = self.constant_index(index);
                    return Some(self.text_operation(T::CharAt, &[first, index]));
                }
                let (rest, index) = (self.concat(&rest), self.constant_index(index - length));
                Some(self.text_operation(T::CharAt, &[rest, index]))
            }
            (T::Substring, &[text, from, to]) => {
                // char-at-substring: t.substring(f, e).charAt(i) = f + i < e ? t.charAt(f + i) : 0, f and i constants, not
                // negative
                let from = self.as_constant(from).filter(|from| *from >= 0)?;
                let at = from.checked_add(known?).filter(|at| *at <= i64::from(i32::MAX))?;
                let (at, zero) = (self.constant_index(at), self.int(0));
                let unit = self.text_operation(T::CharAt, &[text, at]);
                if to == self.length_of(text) {
                    return Some(unit);
                }
                let is_inside = self.less(at, to);
                Some(self.if_then_else(is_inside, unit, zero))
            }
            (T::OfContents, &[contents, from, length]) => {
                // char-at-contents: String.valueOf(c, f, n).charAt(i) = i < n ? c[f + i] : 0, i constant, not negative
                known?;
                let (at, is_inside, zero) = (self.add(from, index), self.less(index, length), self.int(0));
                let unit = self.select(contents, at);
                Some(self.if_then_else(is_inside, unit, zero))
            }
            _ => None,
        }
    }

    pub(super) fn simpler_substring(&mut self, text: TermId, from: TermId, to: TermId) -> Option<TermId> {
        use TextOperator as T;
        let (known_from, known_to) = (self.as_constant(from), self.as_constant(to));
        // substring-empty: t.substring(f, e) = "" where e <= f or e <= 0
        if from == to || known_to.is_some_and(|to| to <= 0 || known_from.is_some_and(|from| to <= from)) {
            return Some(self.text(&[]));
        }
        let length = self.length_of(text);
        // substring-whole: t.substring(0, t.length()) = t
        if known_from.is_some_and(|from| from <= 0) && (to == length || self.less_by_interval(length, to) == Some(true))
        {
            return Some(text);
        }
        let from = known_from.filter(|from| *from >= 0)?;
        let (operator, arguments) = self.as_operation(text)?;
        match (operator, arguments) {
            (T::Concat, parts) => {
                let (first, rest) = parts.split_first()?;
                let (first, rest) = (*first, rest.to_vec());
                let length_of_first = self.known_length(first)?;
                // substring-first: (a + b).substring(f, e) = a.substring(f, e) where e <= a.length()
                if known_to.is_some_and(|to| to <= length_of_first) {
                    let from = self.constant_index(from);
                    return Some(self.text_operation(T::Substring, &[first, from, to]));
                }
                // substring-rest: (a + b).substring(f, e) = b.substring(f - a.length(), e - a.length()) where
                // a.length() <= f and e is not negative
                if length_of_first <= from && self.interval(to).low >= 0 {
                    let (rest, from) = (self.concat(&rest), self.constant_index(from - length_of_first));
                    let moved = self.constant_index(length_of_first);
                    let to = self.subtract(to, moved);
                    return Some(self.text_operation(T::Substring, &[rest, from, to]));
                }
                None
            }
            (T::Substring, &[inner, start, end]) => {
                // substring-substring: t.substring(a, b).substring(c, d) = t.substring(a + c, min(b, a + d)) of constants
                let (start, end) = (self.as_constant(start)?, self.as_constant(end)?);
                let known_to = known_to?;
                if start < 0 || end < start {
                    return None;
                }
                let start_of_all = self.constant_index(start.checked_add(from)?);
                let end_of_all = self.constant_index(end.min(start.checked_add(known_to)?));
                Some(self.text_operation(T::Substring, &[inner, start_of_all, end_of_all]))
            }
            _ => None,
        }
    }

    pub(super) fn simpler_of_contents(&mut self, contents: TermId, from: TermId, length: TermId) -> Option<TermId> {
        // contents-empty: String.valueOf(c, f, 0) = ""
        if self.as_constant(length).is_some_and(|length| length <= 0) {
            return Some(self.text(&[]));
        }
        // contents-whole: String.valueOf(t.toCharArray(), 0, t.length()) = t
        let &[text] = match self.as_operation(contents)? {
            (TextOperator::ToContents, arguments) => <&[TermId; 1]>::try_from(arguments).ok()?,
            _ => return None,
        };
        let is_whole = self.as_constant(from) == Some(0) && self.length_of(text) == length;
        is_whole.then_some(text)
    }

    /// A constant index; one that is too large for an `int` is the largest.
    pub(super) fn constant_index(&mut self, index: i64) -> TermId {
        self.int(i32::try_from(index).unwrap_or(i32::MAX))
    }
}
