//! Random texts with fixed seeds: short, of few characters, so that they are found in one another; and of the characters
//! that Java treats in a way of its own.
#![allow(dead_code)]

use crate::random_terms::Random;

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
