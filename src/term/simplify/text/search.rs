//! Looking into texts: prefixes, positions, order, ranges of units.

use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::text;

/// From here on all digits and the sign are below.
const ABOVE_DIGITS: i64 = 0x3a;
/// From here on the cases of ASCII letters are on one side.
const ABOVE_LETTERS: i64 = 0x7b;
/// From here on everything is below.
const ABOVE_UNITS: i64 = 0x1_0000;

impl TermPool {
    pub(super) fn simpler_starts_with(&mut self, text: TermId, prefix: TermId, offset: TermId) -> Option<TermId> {
        let length = self.length_of(text);
        if self.as_text(prefix).is_some_and(<[u16]>::is_empty) {
            // starts-with-empty: t.startsWith("", o) = 0 <= o && o <= t.length()
            let zero = self.int(0);
            let (is_high, is_low) = (self.greater_or_equal(offset, zero), self.less_or_equal(offset, length));
            return Some(self.conjunction(is_high, is_low));
        }
        let known = self.as_constant(offset);
        // starts-with-negative: t.startsWith(p, o) = false where o < 0
        if known.is_some_and(|offset| offset < 0) {
            return Some(self.truth(false));
        }
        let length_of_prefix = self.length_of(prefix);
        let reach = self.interval(length_of_prefix).low.saturating_add(known.unwrap_or(0));
        // starts-with-short: t.startsWith(p, o) = false where t is shorter than o + p.length()
        if reach > self.interval(length).high {
            return Some(self.truth(false));
        }
        let parts = self.parts_of(text);
        if known != Some(0) {
            return self.starts_within(&parts, prefix, offset);
        }
        // starts-with-itself: (p + t).startsWith(p) = true
        if parts.first() == Some(&prefix) || text == prefix {
            return Some(self.truth(true));
        }
        let (first, wanted) = (self.as_text(*parts.first()?)?.to_vec(), self.as_text(prefix)?.to_vec());
        let common = first.len().min(wanted.len());
        // starts-with-constant: ("xy" + t).startsWith("x" + p) = ("y" + t).startsWith(p), and false where they differ
        if first.get(..common) != wanted.get(..common) {
            return Some(self.truth(false));
        }
        if common == wanted.len() {
            return Some(self.truth(true));
        }
        let (rest, wanted) = (self.concat(parts.get(1..)?), self.text(wanted.get(common..)?));
        Some(self.text_operation(TextOperator::StartsWith, &[rest, wanted, offset]))
    }

    // starts-with-within: (a + b).startsWith(p, a.length() + o) = b.startsWith(p, o), o constant and within the first part
    // of b
    fn starts_within(&mut self, parts: &[TermId], prefix: TermId, offset: TermId) -> Option<TermId> {
        if parts.len() < 2 {
            return None;
        }
        let mut before = self.int(0);
        for (position, &part) in parts.iter().enumerate() {
            let ahead = self.subtract(offset, before);
            let length = self.length_of(part);
            if let Some(ahead) = self.as_constant(ahead).filter(|ahead| *ahead >= 0)
                && ahead <= self.interval(length).low
                && (position > 0 || ahead > 0)
            {
                let zero = self.int(0);
                let mut rest = parts.get(position..)?.to_vec();
                if ahead > 0 {
                    let units = self.as_text(part)?.get(usize::try_from(ahead).ok()?..)?.to_vec();
                    let cut = self.text(&units);
                    *rest.first_mut()? = cut;
                }
                let cut = self.concat(&rest);
                return Some(self.text_operation(TextOperator::StartsWith, &[cut, prefix, zero]));
            }
            before = self.add(before, length);
        }
        None
    }

    pub(super) fn simpler_index_of(&mut self, text: TermId, sought: TermId, from: TermId) -> Option<TermId> {
        if self.as_text(sought).is_some_and(<[u16]>::is_empty) {
            // index-of-empty: t.indexOf("", f) = f, clamped into t
            let length = self.length_of(text);
            return Some(self.clamped(from, length));
        }
        let known = self.as_constant(from)?;
        let parts = self.parts_of(text);
        // index-of-itself: (s + t).indexOf(s, f) = 0 where f <= 0
        if known <= 0 && (parts.first() == Some(&sought) || text == sought) {
            return Some(self.int(0));
        }
        // index-of-before: t.substring(a, t.indexOf(s, b)).indexOf(s, f) = -1 where b <= a
        if self.ends_before_first(text, sought) {
            return Some(self.int(-1));
        }
        // index-of-short: t.indexOf(s, f) = -1 where t is shorter than s
        let (length, wanted) = (self.length_of(text), self.length_of(sought));
        if self.less_by_interval(length, wanted) == Some(true) {
            return Some(self.int(-1));
        }
        // index-of-constant: ("…s…" + t).indexOf("s", f) = where the constant has it
        let found = text::index_of(self.as_text(*parts.first()?)?, self.as_text(sought)?, known);
        (found >= 0).then(|| self.constant_index(found))
    }

    /// Whether a text ends where another one begins that is not empty, within a text in which that is sought from no later on than the
    /// first text begins.
    fn ends_before_first(&self, text: TermId, sought: TermId) -> bool {
        let Some((TextOperator::Substring, &[whole, begin, end])) = self.as_operation(text) else { return false };
        let Some((TextOperator::IndexOf, &[searched, wanted, from])) = self.as_operation(end) else { return false };
        let is_later = match (self.as_constant(from), self.as_constant(begin)) {
            (Some(from), Some(begin)) => from.max(0) <= begin.max(0),
            _ => from == begin,
        };
        let is_empty = self.as_text(sought).is_none_or(<[u16]>::is_empty);
        whole == searched && wanted == sought && is_later && !is_empty
    }

    pub(super) fn simpler_last_index_of(&mut self, text: TermId, sought: TermId, from: TermId) -> Option<TermId> {
        // last-index-of-negative: t.lastIndexOf(s, f) = -1 where f < 0
        if self.interval(from).high < 0 {
            return Some(self.int(-1));
        }
        if self.as_text(sought).is_some_and(<[u16]>::is_empty) {
            // last-index-of-empty: t.lastIndexOf("", f) = f < 0 ? -1 : min(f, t.length())
            let (length, zero, none) = (self.length_of(text), self.int(0), self.int(-1));
            let (is_low, is_high) = (self.less(from, zero), self.less_or_equal(length, from));
            let lowered = self.if_then_else(is_high, length, from);
            return Some(self.if_then_else(is_low, none, lowered));
        }
        // last-index-of-short: t.lastIndexOf(s, f) = -1 where t is shorter than s
        let (length, wanted) = (self.length_of(text), self.length_of(sought));
        (self.less_by_interval(length, wanted) == Some(true)).then(|| self.int(-1))
    }

    pub(super) fn simpler_compare(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        // compare-itself: t.compareTo(t) = 0
        if a == b {
            return Some(self.int(0));
        }
        // compare-empty: t.compareTo("") = t.length(); "".compareTo(t) = -t.length()
        if self.as_text(b).is_some_and(<[u16]>::is_empty) {
            return Some(self.length_of(a));
        }
        if self.as_text(a).is_some_and(<[u16]>::is_empty) {
            let length = self.length_of(b);
            return Some(self.negate(length));
        }
        None
    }

    pub(super) fn simpler_all_below(&mut self, text: TermId, limit: TermId) -> Option<TermId> {
        use TextOperator as T;
        let bounds = self.interval(limit);
        // all-below-everything: all units are below 65536
        if bounds.low >= ABOVE_UNITS {
            return Some(self.truth(true));
        }
        // all-below-nothing: no unit is below 0
        if bounds.high <= 0 {
            let (length, zero) = (self.length_of(text), self.int(0));
            return Some(self.equal(length, zero));
        }
        if let &Node::IfThenElse(condition, a, b) = self.node(text) {
            // all-below-choice: of c ? x : y what c says of x or y
            let a = self.text_operation(T::AllBelow, &[a, limit]);
            let b = self.text_operation(T::AllBelow, &[b, limit]);
            return Some(self.if_then_else(condition, a, b));
        }
        let (operator, arguments) = self.as_operation(text)?;
        match (operator, arguments) {
            (T::Concat, parts) => {
                // all-below-concat: of a + b as of a and of b
                let parts = parts.to_vec();
                let mut all = self.truth(true);
                for part in parts {
                    let below = self.text_operation(T::AllBelow, &[part, limit]);
                    all = self.conjunction(all, below);
                }
                Some(all)
            }
            // all-below-number: a number has digits and a sign only
            (T::OfNumber, _) if bounds.low >= ABOVE_DIGITS => Some(self.truth(true)),
            (T::OfUnit, &[unit]) => {
                // all-below-unit: of a single unit it is the order of numbers
                let unit = self.unit_of(unit);
                Some(self.less(unit, limit))
            }
            // all-below-case: the case of a letter does not matter beyond the letters
            (T::ToLowerAscii | T::ToUpperAscii, &[text]) if bounds.low >= ABOVE_LETTERS => {
                Some(self.text_operation(T::AllBelow, &[text, limit]))
            }
            _ => None,
        }
    }
}
