//! Operators on texts: dispatch, constants, and what is common to them. The rules are in the files below.

mod equality;
mod numerals;
mod parts;
mod search;

use crate::term::evaluate::{Folded, fold_text};
use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::Sort;

impl TermPool {
    /// An operator on texts. The arguments are of sorts that it accepts.
    pub fn text_operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> TermId {
        debug_assert!(operator.accepts(&arguments.iter().map(|term| self.sort(*term)).collect::<Vec<_>>()));
        if self.is_simplifying() {
            if let Some(constant) = self.fold_text_operation(operator, arguments) {
                return constant;
            }
            if let Some(simpler) = self.choice_of_constants(operator, arguments) {
                return simpler;
            }
            if let Some(simpler) = self.simpler_text_operation(operator, arguments) {
                return simpler;
            }
        }
        self.intern(Node::Text(operator, arguments.into()))
    }

    // text-constant: an operator on constants is the constant that evaluation gives
    fn fold_text_operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> Option<TermId> {
        if !arguments.iter().all(|&argument| self.inputs(argument).is_empty()) {
            return None;
        }
        Some(match fold_text(self, operator, arguments)? {
            Folded::Units(units) => self.intern(Node::TextConstant(units)),
            Folded::Number(value) if operator.result() == Sort::Bool => self.truth(value != 0),
            Folded::Number(value) => self.constant(operator.result(), value),
        })
    }

    // text-choice: f(c ? x : y, …) = c ? f(x, …) : f(y, …) where x, y and all else are constants
    fn choice_of_constants(&mut self, operator: TextOperator, arguments: &[TermId]) -> Option<TermId> {
        let (&first, rest) = arguments.split_first()?;
        let &Node::IfThenElse(condition, a, b) = self.node(first) else { return None };
        let is_text = self.as_text(a).is_some() && self.as_text(b).is_some();
        if !is_text || !rest.iter().all(|&other| self.inputs(other).is_empty()) {
            return None;
        }
        let mut with = |chosen: TermId| {
            let mut arguments = arguments.to_vec();
            if let Some(first) = arguments.first_mut() {
                *first = chosen;
            }
            self.fold_text_operation(operator, &arguments)
        };
        let (chosen, other) = (with(a)?, with(b)?);
        Some(self.if_then_else(condition, chosen, other))
    }

    fn simpler_text_operation(&mut self, operator: TextOperator, arguments: &[TermId]) -> Option<TermId> {
        use TextOperator as T;
        match (operator, arguments) {
            (T::Concat, _) => self.simpler_concat(arguments),
            (T::Substring, &[text, from, to]) => self.simpler_substring(text, from, to),
            (T::Length, &[text]) => self.simpler_length(text),
            (T::CharAt, &[text, index]) => self.simpler_char_at(text, index),
            (T::StartsWith, &[text, prefix, offset]) => self.simpler_starts_with(text, prefix, offset),
            (T::IndexOf, &[text, sought, from]) => self.simpler_index_of(text, sought, from),
            (T::LastIndexOf, &[text, sought, from]) => self.simpler_last_index_of(text, sought, from),
            (T::Compare, &[a, b]) => self.simpler_compare(a, b),
            (T::AllBelow, &[text, limit]) => self.simpler_all_below(text, limit),
            (T::IsInt | T::IsLong, &[text, radix]) => self.simpler_is_number(operator, text, radix),
            (T::ParseInt | T::ParseLong, &[text, radix]) => self.simpler_parse(operator, text, radix),
            (T::OfContents, &[contents, from, length]) => self.simpler_of_contents(contents, from, length),
            // replace-nothing: t.replace(u, u) = t
            (T::ReplaceUnit | T::Replace, &[text, old, new]) if old == new => Some(text),
            // text-idempotent: f(f(t)) = f(t) for trim, strip and the cases
            (T::Trim | T::StripLeading | T::StripTrailing | T::ToLowerAscii | T::ToUpperAscii, &[text]) => {
                matches!(self.node(text), Node::Text(inner, _) if *inner == operator).then_some(text)
            }
            _ => None,
        }
    }

    /// The operator and arguments of a text.
    fn as_operation(&self, text: TermId) -> Option<(TextOperator, &[TermId])> {
        match self.node(text) {
            Node::Text(operator, arguments) => Some((*operator, arguments)),
            _ => None,
        }
    }

    /// What a text is put together from.
    fn parts_of(&self, text: TermId) -> Vec<TermId> {
        match self.as_operation(text) {
            Some((TextOperator::Concat, parts)) => parts.to_vec(),
            _ => vec![text],
        }
    }

    fn concat(&mut self, parts: &[TermId]) -> TermId {
        self.text_operation(TextOperator::Concat, parts)
    }

    fn length_of(&mut self, text: TermId) -> TermId {
        self.text_operation(TextOperator::Length, &[text])
    }

    /// The length of a text, where it is a constant.
    fn known_length(&mut self, text: TermId) -> Option<i64> {
        let length = self.length_of(text);
        self.as_constant(length)
    }

    /// `(char) number`.
    fn unit_of(&mut self, number: TermId) -> TermId {
        self.to_char(number)
    }

    /// An index clamped into a text of this length.
    fn clamped(&mut self, index: TermId, length: TermId) -> TermId {
        let zero = self.int(0);
        let (is_low, is_high) = (self.less(index, zero), self.less(length, index));
        let lowered = self.if_then_else(is_high, length, index);
        self.if_then_else(is_low, zero, lowered)
    }
}
