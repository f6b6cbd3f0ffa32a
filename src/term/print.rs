//! Terms as text, in Java's notation with as few parentheses as Java needs.

mod text;

use super::node::{Node, TermId};
use super::operator::FloatOperator;
use super::pool::TermPool;
use super::print_float::{self, Form};
use super::sort::{Domain, ElementKind, InputId, Sort};
use std::fmt::Write;

pub use text::{char_literal, text_literal};

/// Deeper parts are shown as `…`.
const DEEPEST: u32 = 200;
/// Beyond this many bytes the rest of a term is shown as `…`.
pub const LONGEST: usize = 1 << 16;

/// How tightly an operator binds, as in Java's grammar.
mod level {
    pub(super) const CHOICE: u8 = 1;
    pub(super) const DISJUNCTION: u8 = 2;
    pub(super) const CONJUNCTION: u8 = 3;
    pub(super) const OR: u8 = 4;
    pub(super) const XOR: u8 = 5;
    pub(super) const AND: u8 = 6;
    pub(super) const EQUALITY: u8 = 7;
    pub(super) const ORDER: u8 = 8;
    pub(super) const SHIFT: u8 = 9;
    pub(super) const SUM: u8 = 10;
    pub(super) const PRODUCT: u8 = 11;
    pub(super) const UNARY: u8 = 12;
    pub(super) const PRIMARY: u8 = 13;
}

/// The term in Java-like notation; `name` names the inputs.
pub fn render(pool: &TermPool, id: TermId, name: &dyn Fn(InputId) -> String) -> String {
    render_within(pool, id, LONGEST, name)
}

/// The term in Java-like notation; its parts beyond `longest` bytes are shown as `…`, so that the text is as long or longer.
pub fn render_within(pool: &TermPool, id: TermId, longest: usize, name: &dyn Fn(InputId) -> String) -> String {
    let mut printer = Printer { pool, name, longest, text: String::new() };
    printer.term(id, 0, DEEPEST);
    printer.text
}

/// Whether a term is an equality in that notation: `a == b`.
pub fn is_equality(pool: &TermPool, id: TermId) -> bool {
    let printer = Printer { pool, name: &|_| String::new(), longest: LONGEST, text: String::new() };
    match pool.node(id) {
        Node::Equal(a, _) => !text::is_of_texts(pool, *a) && printer.boolean(id).is_none(),
        Node::FloatingPoint(operator, arguments) => printer.float_form(*operator, arguments) == Form::Equality,
        _ => false,
    }
}

struct Printer<'a> {
    pool: &'a TermPool,
    name: &'a dyn Fn(InputId) -> String,
    longest: usize,
    text: String,
}

impl Printer<'_> {
    /// Writes a term where the context binds at `context`: looser operators get parentheses.
    fn term(&mut self, id: TermId, context: u8, depth: u32) {
        let Some(depth) = depth.checked_sub(1).filter(|_| self.text.len() < self.longest) else {
            self.text.push('…');
            return;
        };
        let own = self.level(id);
        if own < context {
            self.text.push('(');
        }
        self.body(id, own, depth);
        if own < context {
            self.text.push(')');
        }
    }

    fn level(&self, id: TermId) -> u8 {
        match self.pool.node(id) {
            Node::Constant(sort, value) if sort.is_floating_point() => match print_float::has_sign(*sort, *value) {
                true => level::UNARY,
                false => level::PRIMARY,
            },
            Node::FloatingPoint(operator, arguments) => match self.float_form(*operator, arguments) {
                Form::Sum(_) => level::SUM,
                Form::Product(_) => level::PRODUCT,
                Form::Order(..) => level::ORDER,
                Form::Equality => level::EQUALITY,
                Form::Prefix(_) => level::UNARY,
                Form::Call(_) => level::PRIMARY,
            },
            Node::Constant(_, value) if *value < 0 => level::UNARY,
            Node::Sum { constant, terms, .. } => match (constant, terms.as_ref()) {
                (0, [(1, term)]) => self.level(*term),
                (0, [(-1, _)]) => level::UNARY,
                (0, [_]) => level::PRODUCT,
                _ => level::SUM,
            },
            Node::Product(..) | Node::Divide(..) | Node::Remainder(..) => level::PRODUCT,
            Node::ShiftLeft(..) | Node::ShiftRight(..) | Node::UnsignedShiftRight(..) => level::SHIFT,
            Node::And(..) => level::AND,
            Node::Or(..) => level::OR,
            Node::Xor(..) => level::XOR,
            Node::IntToLong(_) | Node::LongToInt(_) | Node::ToByte(_) | Node::ToChar(_) | Node::ToShort(_) => {
                level::UNARY
            }
            Node::Equal(a, _) if text::is_of_texts(self.pool, *a) => level::PRIMARY,
            Node::Equal(..) => match self.boolean(id) {
                Some((_, true)) => level::PRIMARY,
                Some((_, false)) => level::UNARY,
                None => level::EQUALITY,
            },
            Node::Less(..) => level::ORDER,
            Node::Not(inner) => match self.pool.node(*inner) {
                Node::Equal(a, _) if text::is_of_texts(self.pool, *a) => level::UNARY,
                Node::Equal(..) => match self.boolean(*inner) {
                    Some((_, true)) => level::UNARY,
                    Some((_, false)) => level::PRIMARY,
                    None => level::EQUALITY,
                },
                Node::Less(..) => level::ORDER,
                Node::Conjunction(_) => level::DISJUNCTION,
                Node::FloatingPoint(FloatOperator::Equal, _) => level::EQUALITY,
                _ => level::UNARY,
            },
            Node::Conjunction(_) => level::CONJUNCTION,
            Node::Text(operator, arguments) => text::level_of(*operator, arguments),
            Node::IfThenElse(..) => level::CHOICE,
            _ => level::PRIMARY,
        }
    }

    fn body(&mut self, id: TermId, own: u8, depth: u32) {
        let pool = self.pool;
        match pool.node(id) {
            Node::Constant(sort, value) => self.constant(*sort, *value),
            Node::Truth(value) => self.text.push_str(if *value { "true" } else { "false" }),
            Node::Input(input, _) => {
                let name = (self.name)(*input);
                self.text.push_str(&name);
            }
            Node::Sum { sort, constant, terms } => self.sum(*sort, *constant, terms, depth),
            Node::Product(a, b) => self.binary(*a, " * ", *b, own, depth),
            Node::Divide(a, b) => self.binary(*a, " / ", *b, own, depth),
            Node::Remainder(a, b) => self.binary(*a, " % ", *b, own, depth),
            Node::ShiftLeft(a, b) => self.binary(*a, " << ", *b, own, depth),
            Node::ShiftRight(a, b) => self.binary(*a, " >> ", *b, own, depth),
            Node::UnsignedShiftRight(a, b) => self.binary(*a, " >>> ", *b, own, depth),
            Node::And(a, b) => self.binary(*a, " & ", *b, own, depth),
            Node::Or(a, b) => self.binary(*a, " | ", *b, own, depth),
            Node::Xor(a, b) => self.binary(*a, " ^ ", *b, own, depth),
            Node::IntToLong(a) => self.prefix("(long) ", *a, depth),
            Node::LongToInt(a) => self.prefix("(int) ", *a, depth),
            Node::ToByte(a) => self.prefix("(byte) ", *a, depth),
            Node::ToChar(a) => self.prefix("(char) ", *a, depth),
            Node::ToShort(a) => self.prefix("(short) ", *a, depth),
            Node::CompareLong(a, b) => {
                self.text.push_str("Long.compare(");
                self.term(*a, 0, depth);
                self.text.push_str(", ");
                self.term(*b, 0, depth);
                self.text.push(')');
            }
            Node::Equal(a, b) if pool.sort(*a).is_floating_point() => self.sameness(*a, *b, " == 0", depth),
            Node::Equal(a, b) if text::is_of_texts(pool, *a) => self.texts_equal(*a, *b, depth),
            Node::Equal(a, b) => match self.boolean(id) {
                Some((value, truth)) => self.truth(value, truth, depth),
                None => self.binary(*a, " == ", *b, own, depth),
            },
            Node::Less(a, b) => self.order(*a, *b, true, own, depth),
            Node::Not(inner) => match pool.node(*inner) {
                Node::FloatingPoint(FloatOperator::Equal, arguments) => match **arguments {
                    [a, b] => self.binary(a, " != ", b, own, depth),
                    _ => self.prefix("!", *inner, depth),
                },
                Node::Equal(a, b) if pool.sort(*a).is_floating_point() => self.sameness(*a, *b, " != 0", depth),
                Node::Equal(a, b) if !text::is_of_texts(pool, *a) => match self.boolean(*inner) {
                    Some((value, truth)) => self.truth(value, !truth, depth),
                    None => self.binary(*a, " != ", *b, own, depth),
                },
                Node::Less(a, b) => self.order(*a, *b, false, own, depth),
                Node::Conjunction(terms) => {
                    for (position, &term) in terms.iter().enumerate() {
                        if position > 0 {
                            self.text.push_str(" || ");
                        }
                        self.negation(term, depth);
                    }
                }
                _ => self.prefix("!", *inner, depth),
            },
            Node::Conjunction(terms) => {
                for (position, &term) in terms.iter().enumerate() {
                    if position > 0 {
                        self.text.push_str(" && ");
                    }
                    self.term(term, level::CONJUNCTION, depth);
                }
            }
            Node::IfThenElse(condition, a, b) => {
                self.term(*condition, level::CHOICE + 1, depth);
                self.text.push_str(" ? ");
                self.term(*a, level::CHOICE, depth);
                self.text.push_str(" : ");
                self.term(*b, level::CHOICE, depth);
            }
            Node::Select(contents, index) => {
                self.term(*contents, level::PRIMARY, depth);
                self.text.push('[');
                self.term(*index, 0, depth);
                self.text.push(']');
            }
            Node::Store(contents, index, value) => {
                self.term(*contents, level::PRIMARY, depth);
                self.text.push('{');
                self.term(*index, 0, depth);
                self.text.push_str(": ");
                self.term(*value, 0, depth);
                self.text.push('}');
            }
            Node::Zeroed(_) => self.text.push_str("{0…}"),
            Node::Elements(kind, values) => self.elements(*kind, values),
            Node::Copy { destination, destination_from, source, source_from, length } => {
                self.text.push_str("copy(");
                for (position, part) in
                    [source, source_from, destination, destination_from, length].into_iter().enumerate()
                {
                    if position > 0 {
                        self.text.push_str(", ");
                    }
                    self.term(*part, 0, depth);
                }
                self.text.push(')');
            }
            Node::FloatingPoint(operator, arguments) => self.floating_point(*operator, arguments, own, depth),
            Node::TextConstant(units) => self.text_constant(units),
            Node::Text(operator, arguments) => self.text_operation(*operator, arguments, depth),
        }
    }

    fn call(&mut self, function: &str, arguments: &[TermId], depth: u32) {
        self.text.push_str(function);
        self.text.push('(');
        for (position, argument) in arguments.iter().enumerate() {
            if position > 0 {
                self.text.push_str(", ");
            }
            self.term(*argument, 0, depth);
        }
        self.text.push(')');
    }

    fn float_form(&self, operator: FloatOperator, arguments: &[TermId]) -> Form {
        print_float::form(operator, arguments.first().map_or(Sort::Double, |first| self.pool.sort(*first)))
    }

    fn floating_point(&mut self, operator: FloatOperator, arguments: &[TermId], own: u8, depth: u32) {
        match (self.float_form(operator, arguments), arguments) {
            (Form::Sum(sign) | Form::Product(sign), &[a, b]) => self.binary(a, sign, b, own, depth),
            (Form::Equality, &[a, b]) => self.binary(a, " == ", b, own, depth),
            (Form::Order(sign, exchanged), &[a, b]) => {
                // A constant goes to the right.
                if self.pool.as_constant(a).is_some() && self.pool.as_constant(b).is_none() {
                    self.binary(b, exchanged, a, own, depth);
                } else {
                    self.binary(a, sign, b, own, depth);
                }
            }
            (Form::Prefix("-"), &[a]) => {
                self.text.push('-');
                self.term(a, level::UNARY + 1, depth);
            }
            (Form::Prefix(sign), &[a]) => self.prefix(sign, a, depth),
            (Form::Call(function), _) => self.call(function, arguments, depth),
            _ => self.call(&format!("{operator:?}"), arguments, depth),
        }
    }

    /// Are two floating-point numbers the same? One NaN, two zeros.
    fn sameness(&mut self, a: TermId, b: TermId, zero: &str, depth: u32) {
        self.call(print_float::comparison(self.pool.sort(a)), &[a, b], depth);
        self.text.push_str(zero);
    }

    fn constant(&mut self, sort: Sort, value: i64) {
        if sort.is_floating_point() {
            self.text.push_str(&print_float::literal(sort, value));
            return;
        }
        let suffix = if sort == Sort::Long { "L" } else { "" };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{value}{suffix}");
    }

    /// The first elements of known contents.
    fn elements(&mut self, kind: ElementKind, values: &[i64]) {
        const SHOWN: usize = 8;
        self.text.push('{');
        for value in values.iter().take(SHOWN) {
            self.constant(kind.sort(), *value);
            self.text.push_str(", ");
        }
        self.text.push_str(if values.len() > SHOWN { "…}" } else { "0…}" });
    }

    fn prefix(&mut self, sign: &str, id: TermId, depth: u32) {
        self.text.push_str(sign);
        self.term(id, level::UNARY, depth);
    }

    fn binary(&mut self, a: TermId, operator: &str, b: TermId, own: u8, depth: u32) {
        self.term(a, own, depth);
        self.text.push_str(operator);
        if !self.compared_unit(a, b) {
            self.term(b, own + 1, depth);
        }
    }

    /// `a < b` or its negation; a constant goes to the right.
    fn order(&mut self, a: TermId, b: TermId, holds: bool, own: u8, depth: u32) {
        let swapped = self.pool.as_constant(a).is_some() && self.pool.as_constant(b).is_none();
        let (left, operator, right) = match (swapped, holds) {
            (false, true) => (a, " < ", b),
            (false, false) => (a, " >= ", b),
            (true, true) => (b, " > ", a),
            (true, false) => (b, " <= ", a),
        };
        self.binary(left, operator, right, own, depth);
    }

    /// What of a comparison of a Java `boolean` with a constant is that boolean, and whether it holds when that is true.
    fn boolean(&self, equality: TermId) -> Option<(TermId, bool)> {
        let Node::Equal(a, b) = self.pool.node(equality) else { return None };
        [(*a, *b), (*b, *a)].into_iter().find_map(|(value, constant)| {
            let is_boolean = match self.pool.node(value) {
                Node::Input(_, domain) => *domain == Domain::Boolean,
                Node::Select(contents, _) => self.pool.sort(*contents) == Sort::Contents(ElementKind::Boolean),
                _ => false,
            };
            match self.pool.node(constant) {
                Node::Constant(_, number @ (0 | 1)) if is_boolean => Some((value, *number == 1)),
                _ => None,
            }
        })
    }

    fn truth(&mut self, value: TermId, truth: bool, depth: u32) {
        match truth {
            true => self.term(value, level::PRIMARY, depth),
            false => self.prefix("!", value, depth),
        }
    }

    /// The negation of a part of a negated conjunction: one part of a disjunction.
    fn negation(&mut self, id: TermId, depth: u32) {
        let Some(depth) = depth.checked_sub(1) else {
            self.text.push('…');
            return;
        };
        match self.pool.node(id) {
            Node::Not(inner) => self.term(*inner, level::DISJUNCTION, depth),
            Node::Equal(a, b) if self.pool.sort(*a).is_floating_point() => self.sameness(*a, *b, " != 0", depth),
            Node::Equal(a, b) if !text::is_of_texts(self.pool, *a) => match self.boolean(id) {
                Some((value, truth)) => self.truth(value, !truth, depth),
                None => self.binary(*a, " != ", *b, level::EQUALITY, depth),
            },
            Node::FloatingPoint(FloatOperator::Equal, arguments) => match **arguments {
                [a, b] => self.binary(a, " != ", b, level::EQUALITY, depth),
                _ => self.prefix("!", id, depth),
            },
            Node::Less(a, b) => self.order(*a, *b, false, level::ORDER, depth),
            Node::Truth(value) => self.text.push_str(if *value { "false" } else { "true" }),
            _ => self.prefix("!", id, depth),
        }
    }

    /// Positive parts first.
    fn sum(&mut self, sort: Sort, constant: i64, terms: &[(i64, TermId)], depth: u32) {
        let mut is_first = true;
        for positive in [true, false] {
            for &(coefficient, term) in terms.iter().filter(|(coefficient, _)| (*coefficient > 0) == positive) {
                self.sign(is_first, positive);
                // `-x` binds its operand as a unary operator; `a - b * c` as a product.
                let single = terms.len() == 1 && constant == 0;
                is_first = false;
                match coefficient {
                    1 if single => self.term(term, self.level(term), depth),
                    -1 if single => self.term(term, level::UNARY + 1, depth),
                    1 => self.term(term, level::SUM + u8::from(self.is_sum(term)), depth),
                    -1 => self.term(term, level::PRODUCT, depth),
                    _ => {
                        let magnitude = coefficient.unsigned_abs();
                        let suffix = if sort == Sort::Long { "L" } else { "" };
                        let _ = write!(self.text, "{magnitude}{suffix} * ");
                        self.term(term, level::PRODUCT + 1, depth);
                    }
                }
            }
            if constant != 0 && (constant > 0) == positive && (positive || !is_first) {
                self.sign(is_first, positive);
                is_first = false;
                let suffix = if sort == Sort::Long { "L" } else { "" };
                let _ = write!(self.text, "{}{suffix}", constant.unsigned_abs());
            }
        }
        if is_first {
            self.constant(sort, constant);
        }
    }

    fn sign(&mut self, is_first: bool, positive: bool) {
        self.text.push_str(match (is_first, positive) {
            (true, true) => "",
            (true, false) => "-",
            (false, true) => " + ",
            (false, false) => " - ",
        });
    }

    fn is_sum(&self, id: TermId) -> bool {
        self.level(id) == level::SUM
    }
}
