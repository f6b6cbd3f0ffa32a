//! Conditions on strings that solvers are known to take long for.
#![allow(dead_code)]

use casewise::term::{Domain, InputId, TermId, TermPool, TextOperator};

pub const TEXT: InputId = InputId(0);

pub struct Query<'a> {
    pub pool: &'a mut TermPool,
    pub conjuncts: Vec<TermId>,
}

impl Query<'_> {
    pub fn text(&mut self) -> TermId {
        self.pool.input(TEXT, Domain::Text)
    }

    pub fn constant(&mut self, text: &str) -> TermId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.pool.text(&units)
    }

    /// `text.indexOf(sought)`.
    pub fn position(&mut self, sought: &str) -> TermId {
        let arguments = [self.text(), self.constant(sought), self.pool.int(0)];
        self.pool.text_operation(TextOperator::IndexOf, &arguments)
    }

    pub fn contains(&mut self, sought: &str, holds: bool) {
        let (position, zero) = (self.position(sought), self.pool.int(0));
        let is_absent = self.pool.less(position, zero);
        let condition = if holds { self.pool.not(is_absent) } else { is_absent };
        self.conjuncts.push(condition);
    }

    pub fn starts_with(&mut self, prefix: &str) {
        let arguments = [self.text(), self.constant(prefix), self.pool.int(0)];
        let condition = self.pool.text_operation(TextOperator::StartsWith, &arguments);
        self.conjuncts.push(condition);
    }

    pub fn ends_with(&mut self, suffix: &str) {
        let (text, suffix) = (self.text(), self.constant(suffix));
        let lengths = [text, suffix].map(|text| self.pool.text_operation(TextOperator::Length, &[text]));
        let offset = self.pool.subtract(lengths[0], lengths[1]);
        let condition = self.pool.text_operation(TextOperator::StartsWith, &[text, suffix, offset]);
        self.conjuncts.push(condition);
    }

    pub fn length(&mut self) -> TermId {
        let text = self.text();
        self.pool.text_operation(TextOperator::Length, &[text])
    }

    pub fn is(&mut self, term: TermId, value: i32) {
        let value = self.pool.int(value);
        let condition = self.pool.equal(term, value);
        self.conjuncts.push(condition);
    }

    pub fn unit_is(&mut self, index: i32, unit: char) {
        let arguments = [self.text(), self.pool.int(index)];
        let found = self.pool.text_operation(TextOperator::CharAt, &arguments);
        self.is(found, unit as i32);
    }
}

pub type Build = fn(&mut Query);

pub fn four_contains(query: &mut Query) {
    for sought in ["user", "=", "admin", ";"] {
        query.contains(sought, true);
    }
}

pub fn prefix_suffix_and_none_within(query: &mut Query) {
    query.starts_with("ab");
    query.ends_with("yz");
    query.contains("cd", false);
    let (length, five) = (query.length(), query.pool.int(5));
    let is_longer = query.pool.less(five, length);
    query.conjuncts.push(is_longer);
}

pub fn hash_is_constant(query: &mut Query) {
    let text = query.text();
    let hash = query.pool.text_operation(TextOperator::Hash, &[text]);
    query.is(hash, 1_234_567_890);
}

pub fn six_digits(query: &mut Query) {
    let (text, ten) = (query.text(), query.pool.int(10));
    let is_number = query.pool.text_operation(TextOperator::IsInt, &[text, ten]);
    query.conjuncts.push(is_number);
    let length = query.length();
    query.is(length, 6);
    let number = query.pool.text_operation(TextOperator::ParseInt, &[text, ten]);
    let modulus = query.pool.int(7_919);
    let remainder = query.pool.remainder(number, modulus);
    query.is(remainder, 4_711);
}

pub const SATISFIABLE: [(&str, Build); 4] = [
    ("four contains", four_contains),
    ("prefix and suffix, not contains", prefix_suffix_and_none_within),
    ("hash equal to a constant", hash_is_constant),
    ("parse six digits", six_digits),
];
