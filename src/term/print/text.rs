//! Texts and their operators in Java's notation.

use super::{Printer, level};
use crate::term::node::{Node, TermId};
use crate::term::operator::TextOperator;
use crate::term::pool::TermPool;
use crate::term::sort::{Domain, Sort};
use std::fmt::Write;

/// Longer constants end in `…`.
const LONGEST_CONSTANT: usize = 200;

/// A text as a string literal of Java: what is no letter, digit or visible ASCII is escaped.
pub fn text_literal(units: &[u16]) -> String {
    let mut literal = String::from("\"");
    escape(&mut literal, units, '"');
    literal.push('"');
    literal
}

/// A UTF-16 unit as a character literal of Java, escaped like a text.
pub fn char_literal(unit: u16) -> String {
    let mut literal = String::from("'");
    escape(&mut literal, &[unit], '\'');
    literal.push('\'');
    literal
}

fn escape(literal: &mut String, units: &[u16], quote: char) {
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok('\n') => literal.push_str("\\n"),
            Ok('\r') => literal.push_str("\\r"),
            Ok('\t') => literal.push_str("\\t"),
            Ok('\u{8}') => literal.push_str("\\b"),
            Ok('\u{c}') => literal.push_str("\\f"),
            Ok('\\') => literal.push_str("\\\\"),
            Ok(character) if character == quote => {
                literal.push('\\');
                literal.push(quote);
            }
            Ok(character) if character == ' ' || character.is_ascii_graphic() || character.is_alphanumeric() => {
                literal.push(character);
            }
            Ok(character) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    // Writing to a string cannot fail.
                    let _ = write!(literal, "\\u{unit:04x}");
                }
            }
            Err(unpaired) => {
                let _ = write!(literal, "\\u{:04x}", unpaired.unpaired_surrogate());
            }
        }
    }
}

/// Is it an equality of texts, which Java writes with `equals`?
pub(super) fn is_of_texts(pool: &TermPool, a: TermId) -> bool {
    pool.sort(a) == Sort::Text
}

/// How tightly the notation of an operator binds.
pub(super) fn level_of(operator: TextOperator, arguments: &[TermId]) -> u8 {
    match operator {
        TextOperator::Concat if arguments.len() > 1 => level::SUM,
        _ => level::PRIMARY,
    }
}

impl Printer<'_> {
    pub(super) fn text_constant(&mut self, units: &[u16]) {
        match units.get(..LONGEST_CONSTANT) {
            Some(shown) if units.len() > LONGEST_CONSTANT => {
                self.text.push_str(&text_literal(shown));
                self.text.push('…');
            }
            _ => self.text.push_str(&text_literal(units)),
        }
    }

    pub(super) fn texts_equal(&mut self, a: TermId, b: TermId, depth: u32) {
        self.method(&[a, b], "equals", depth);
    }

    pub(super) fn text_operation(&mut self, operator: TextOperator, arguments: &[TermId], depth: u32) {
        use TextOperator as T;
        let is_constant = |at: usize, value: i64| {
            arguments.get(at).is_some_and(|&argument| self.pool.as_constant(argument) == Some(value))
        };
        // What may be left out, as an overload of the method does.
        let without_last = arguments.get(..arguments.len().saturating_sub(1)).unwrap_or_default();
        match operator {
            T::Concat => self.concatenation(arguments, depth),
            T::Substring => self.method(arguments, "substring", depth),
            T::Length => self.method(arguments, "length", depth),
            T::CharAt => self.method(arguments, "charAt", depth),
            T::StartsWith if is_constant(2, 0) => self.method(without_last, "startsWith", depth),
            T::StartsWith => self.method(arguments, "startsWith", depth),
            T::IndexOf if is_constant(2, 0) => self.method(without_last, "indexOf", depth),
            T::IndexOf => self.method(arguments, "indexOf", depth),
            T::LastIndexOf if is_constant(2, i64::from(i32::MAX)) => self.method(without_last, "lastIndexOf", depth),
            T::LastIndexOf => self.method(arguments, "lastIndexOf", depth),
            T::Compare => self.method(arguments, "compareTo", depth),
            T::Hash => self.method(arguments, "hashCode", depth),
            T::ReplaceUnit => self.unit_replacement(arguments, depth),
            T::Replace => self.method(arguments, "replace", depth),
            T::Trim => self.method(arguments, "trim", depth),
            T::StripLeading => self.method(arguments, "stripLeading", depth),
            T::StripTrailing => self.method(arguments, "stripTrailing", depth),
            T::ToLowerAscii => self.method(arguments, "toLowerCase", depth),
            T::ToUpperAscii => self.method(arguments, "toUpperCase", depth),
            T::AllBelow => {
                self.receiver(arguments, depth);
                self.text.push_str(".chars().allMatch(c -> c < ");
                self.rest(arguments, depth);
                self.text.push(')');
            }
            T::OfNumber | T::OfContents => self.call("String.valueOf", arguments, depth),
            T::OfUnit => self.of_unit(arguments, depth),
            T::ToContents => self.method(arguments, "toCharArray", depth),
            T::IsInt if is_constant(1, 10) => self.call("isInt", without_last, depth),
            T::IsInt => self.call("isInt", arguments, depth),
            T::IsLong if is_constant(1, 10) => self.call("isLong", without_last, depth),
            T::IsLong => self.call("isLong", arguments, depth),
            T::ParseInt if is_constant(1, 10) => self.call("Integer.parseInt", without_last, depth),
            T::ParseInt => self.call("Integer.parseInt", arguments, depth),
            T::ParseLong if is_constant(1, 10) => self.call("Long.parseLong", without_last, depth),
            T::ParseLong => self.call("Long.parseLong", arguments, depth),
        }
    }

    fn receiver(&mut self, arguments: &[TermId], depth: u32) {
        if let Some(&receiver) = arguments.first() {
            self.term(receiver, level::PRIMARY, depth);
        }
    }

    /// The arguments behind the receiver.
    fn rest(&mut self, arguments: &[TermId], depth: u32) {
        for (position, &argument) in arguments.iter().skip(1).enumerate() {
            if position > 0 {
                self.text.push_str(", ");
            }
            self.term(argument, 0, depth);
        }
    }

    /// `receiver.name(rest)`.
    fn method(&mut self, arguments: &[TermId], name: &str, depth: u32) {
        self.receiver(arguments, depth);
        self.text.push('.');
        self.text.push_str(name);
        self.text.push('(');
        self.rest(arguments, depth);
        self.text.push(')');
    }

    fn concatenation(&mut self, parts: &[TermId], depth: u32) {
        if parts.is_empty() {
            self.text.push_str("\"\"");
        }
        for (position, &part) in parts.iter().enumerate() {
            if position > 0 {
                self.text.push_str(" + ");
            }
            self.term(part, level::SUM + u8::from(position > 0), depth);
        }
    }

    fn unit_replacement(&mut self, arguments: &[TermId], depth: u32) {
        self.receiver(arguments, depth);
        self.text.push_str(".replace(");
        for (position, &unit) in arguments.iter().skip(1).enumerate() {
            if position > 0 {
                self.text.push_str(", ");
            }
            self.unit(unit, depth);
        }
        self.text.push(')');
    }

    fn of_unit(&mut self, arguments: &[TermId], depth: u32) {
        self.text.push_str("String.valueOf(");
        if let Some(&unit) = arguments.first() {
            self.unit(unit, depth);
        }
        self.text.push(')');
    }

    /// A number that is taken as a `char`.
    fn unit(&mut self, id: TermId, depth: u32) {
        let is_char = match self.pool.node(id) {
            Node::ToChar(_) | Node::Text(TextOperator::CharAt, _) => true,
            Node::Input(_, domain) => *domain == Domain::Char,
            _ => false,
        };
        match self.pool.as_constant(id) {
            Some(value) => self.unit_constant(value as u16),
            None if is_char => self.term(id, 0, depth),
            None => self.prefix("(char) ", id, depth),
        }
    }

    fn unit_constant(&mut self, unit: u16) {
        self.text.push_str(&char_literal(unit));
    }

    /// The constant that a unit of a text is compared with, as a literal of `char`. `false`: it is not one.
    pub(super) fn compared_unit(&mut self, unit: TermId, constant: TermId) -> bool {
        if !matches!(self.pool.node(unit), Node::Text(TextOperator::CharAt, _)) {
            return false;
        }
        match self.pool.as_constant(constant).map(u16::try_from) {
            Some(Ok(value)) if value > 0 => {
                self.unit_constant(value);
                true
            }
            _ => false,
        }
    }
}
