//! Random texts with fixed seeds: short, of few characters, so that they are found in one another; and of the characters
//! that Java treats in a way of its own.
#![allow(dead_code)]

use crate::random_terms::Random;
use casewise::term::{Domain, ElementKind, InputId, Model, Sort, TermId, TermPool, TextOperator};

const ALPHABETS: [&[u16]; 6] = [
    &[0x61, 0x62],
    &[0x61, 0x62, 0x41, 0x5a, 0x7a, 0x7b, 0x40],
    &[0x30, 0x31, 0x37, 0x39, 0x2b, 0x2d, 0x2d],
    &[0x30, 0x39, 0x2d, 0x661, 0xff19, 0xff21, 0xff5a, 0x66, 0x46, 0x967, 0x0b66],
    &[0x61, 0x20, 0x9, 0xb, 0x0, 0x1f, 0x85, 0xa0, 0x1680, 0x2007, 0x2008, 0x2028, 0x205f, 0x3000],
    &[0xd800, 0xdc00, 0xdbff, 0xd83d, 0xde00, 0x61, 0xffff, 0xe9],
];

pub fn text(random: &mut Random, longest: u64) -> Vec<u16> {
    let alphabet = ALPHABETS[random.below(ALPHABETS.len() as u64) as usize];
    let length = random.below(longest + 1);
    (0..length).map(|_| alphabet[random.below(alphabet.len() as u64) as usize]).collect()
}

/// Digits, at the edges of 32 and 64 bits too.
pub fn numeral(random: &mut Random) -> Vec<u16> {
    let edges = [i64::from(i32::MAX), i64::from(i32::MIN), i64::MAX, i64::MIN, 0, 7, -42];
    let value = i128::from(edges[random.below(edges.len() as u64) as usize]) + i128::from(random.below(3)) - 1;
    let mut numeral = match random.below(4) {
        0 => format!("{value:x}"),
        1 => format!("{value:020}"),
        _ => value.to_string(),
    };
    if random.below(5) == 0 {
        numeral.insert(0, '+');
    }
    numeral.encode_utf16().collect()
}

/// Text inputs 0 to 2, `int` inputs 3 and 4, a `long` input 5, contents of a char array as input 6.
pub const TEXTS: u32 = 3;

/// Random terms on texts, the same for the same seed in every pool.
pub struct Terms<'a> {
    pub pool: &'a mut TermPool,
    pub random: Random,
}

impl Terms<'_> {
    fn text_input(&mut self) -> TermId {
        let id = self.random.below(u64::from(TEXTS)) as u32;
        self.pool.input(InputId(id), Domain::Text)
    }

    fn small(&mut self) -> TermId {
        let value = self.random.below(8) as i32 - 1;
        match self.random.below(3) {
            0 => self.pool.input(InputId(3), Domain::Int),
            _ => self.pool.int(value),
        }
    }

    pub fn text(&mut self, depth: u32) -> TermId {
        use TextOperator as T;
        if depth == 0 || self.random.below(5) == 0 {
            return match self.random.below(3) {
                0 => {
                    let units = text(&mut self.random, 3);
                    self.pool.text(&units)
                }
                _ => self.text_input(),
            };
        }
        let depth = depth - 1;
        match self.random.below(16) {
            0..=2 => {
                let parts: Vec<TermId> = (0..2 + self.random.below(2)).map(|_| self.text(depth)).collect();
                self.pool.text_operation(T::Concat, &parts)
            }
            3..=5 => {
                let arguments = [self.text(depth), self.number(depth), self.number(depth)];
                self.pool.text_operation(T::Substring, &arguments)
            }
            6 => {
                let unit = |random: &mut Random| text(random, 1).first().copied().unwrap_or(0x61);
                let (old, new) = (unit(&mut self.random), unit(&mut self.random));
                let arguments = [self.text(depth), self.pool.int(i32::from(old)), self.pool.int(i32::from(new))];
                self.pool.text_operation(T::ReplaceUnit, &arguments)
            }
            7 | 8 => {
                let arguments = [self.text(0), self.text(0), self.text(0)];
                self.pool.text_operation(T::Replace, &arguments)
            }
            9 => {
                let text = self.text(depth);
                let operator = [T::Trim, T::StripLeading, T::StripTrailing][self.random.below(3) as usize];
                self.pool.text_operation(operator, &[text])
            }
            10 => {
                let text = self.text(depth);
                let operator = [T::ToLowerAscii, T::ToUpperAscii][self.random.below(2) as usize];
                self.pool.text_operation(operator, &[text])
            }
            11 => {
                let number = match self.random.below(3) {
                    0 => self.pool.input(InputId(5), Domain::Long),
                    1 => self.pool.input(InputId(4), Domain::Int),
                    _ => self.number(depth),
                };
                self.pool.text_operation(T::OfNumber, &[number])
            }
            12 => {
                let unit = match self.random.below(2) {
                    0 => self.pool.input(InputId(4), Domain::Int),
                    _ => self.number(depth),
                };
                self.pool.text_operation(T::OfUnit, &[unit])
            }
            13 => {
                let contents = match self.random.below(2) {
                    0 => self.pool.input(InputId(6), Domain::Contents(ElementKind::Char)),
                    _ => {
                        let text = self.text(depth);
                        self.pool.text_operation(T::ToContents, &[text])
                    }
                };
                let arguments = [contents, self.small(), self.small()];
                self.pool.text_operation(T::OfContents, &arguments)
            }
            _ => {
                let (condition, a, b) = (self.truth(depth), self.text(depth), self.text(depth));
                self.pool.if_then_else(condition, a, b)
            }
        }
    }

    pub fn number(&mut self, depth: u32) -> TermId {
        use TextOperator as T;
        if depth == 0 || self.random.below(3) == 0 {
            return self.small();
        }
        let depth = depth - 1;
        match self.random.below(10) {
            0 | 1 => {
                let text = self.text(depth);
                self.pool.text_operation(T::Length, &[text])
            }
            2 => {
                let arguments = [self.text(depth), self.number(depth)];
                self.pool.text_operation(T::CharAt, &arguments)
            }
            3 | 4 => {
                let arguments = [self.text(depth), self.text(0), self.number(depth)];
                let operator = [T::IndexOf, T::LastIndexOf][self.random.below(2) as usize];
                self.pool.text_operation(operator, &arguments)
            }
            5 => {
                let arguments = [self.text(depth), self.text(depth)];
                self.pool.text_operation(T::Compare, &arguments)
            }
            6 => {
                let text = self.text(depth);
                self.pool.text_operation(T::Hash, &[text])
            }
            7 => {
                let arguments = [self.text(depth), self.radix()];
                self.pool.text_operation(T::ParseInt, &arguments)
            }
            8 => {
                let text = self.text(depth);
                let contents = self.pool.text_operation(T::ToContents, &[text]);
                let index = self.number(depth);
                self.pool.select(contents, index)
            }
            _ => {
                let (a, b) = (self.number(depth), self.number(depth));
                self.pool.add(a, b)
            }
        }
    }

    fn radix(&mut self) -> TermId {
        let radix = [10, 10, 16, 2][self.random.below(4) as usize];
        self.pool.int(radix)
    }

    pub fn truth(&mut self, depth: u32) -> TermId {
        use TextOperator as T;
        let depth = depth.saturating_sub(1);
        match self.random.below(12) {
            0..=2 => {
                let (a, b) = (self.text(depth), self.text(depth.min(1)));
                self.pool.equal(a, b)
            }
            3..=5 => {
                let (a, b) = (self.number(depth), self.number(depth.min(1)));
                if self.random.below(2) == 0 { self.pool.equal(a, b) } else { self.pool.less(a, b) }
            }
            6 => {
                let arguments = [self.text(depth), self.text(0), self.small()];
                self.pool.text_operation(T::StartsWith, &arguments)
            }
            7 => {
                let limit = self.random.below(2);
                let arguments = [self.text(depth), self.pool.int(if limit == 0 { 128 } else { 0x62 })];
                self.pool.text_operation(T::AllBelow, &arguments)
            }
            8 => {
                let arguments = [self.text(depth), self.radix()];
                let operator = [T::IsInt, T::IsLong][self.random.below(2) as usize];
                self.pool.text_operation(operator, &arguments)
            }
            9 => {
                let (a, b) = ([self.text(depth), self.radix()], self.pool.long(9));
                let parsed = self.pool.text_operation(T::ParseLong, &a);
                self.pool.less(b, parsed)
            }
            10 if depth > 0 => {
                let (a, b) = (self.truth(depth), self.truth(depth));
                self.pool.conjunction(a, b)
            }
            _ => {
                let a = self.truth(depth);
                self.pool.not(a)
            }
        }
    }
}

/// Values for all inputs.
pub fn model(random: &mut Random) -> Model {
    let mut model = Model::new();
    for id in 0..TEXTS {
        let units = if random.below(3) == 0 { numeral(random) } else { text(random, 6) };
        model.set_text(InputId(id), units.get(..units.len().min(12)).unwrap_or_default().into());
    }
    model.set(InputId(3), random.below(9) as i64 - 1);
    model.set(InputId(4), random.number(Sort::Int));
    model.set(InputId(5), random.number(Sort::Long));
    for at in 0..8 {
        model.set_element(InputId(6), at, 0x61 + random.below(4) as i64);
    }
    model
}

/// Every input has its value in the model; of contents, the elements that are named.
pub fn pinned(pool: &mut TermPool, model: &Model) -> Vec<TermId> {
    let mut conjuncts = Vec::new();
    for id in 0..TEXTS {
        let (input, value) = (pool.input(InputId(id), Domain::Text), pool.text(&model.text(InputId(id))));
        conjuncts.push(pool.equal(input, value));
    }
    for (id, domain) in [(3, Domain::Int), (4, Domain::Int), (5, Domain::Long)] {
        let (input, value) = (pool.input(InputId(id), domain), pool.constant(domain.sort(), model.get(InputId(id))));
        conjuncts.push(pool.equal(input, value));
    }
    let contents = pool.input(InputId(6), Domain::Contents(ElementKind::Char));
    for at in -1..14 {
        let (index, value) = (pool.int(at), pool.int(model.select(InputId(6), i64::from(at)) as i32));
        let element = pool.select(contents, index);
        conjuncts.push(pool.equal(element, value));
    }
    conjuncts
}
