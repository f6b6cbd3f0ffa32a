//! The operators on concrete numbers, shared by constant folding and evaluation. `None`: the result leaves 64 bits in
//! unbounded arithmetic.

use super::sort::{Arithmetic, Sort};

/// The exact number `value` as a result of sort `sort`.
pub(crate) fn wrap(arithmetic: Arithmetic, sort: Sort, value: i128) -> Option<i64> {
    match (arithmetic, sort) {
        (Arithmetic::Java, Sort::Long) => Some(value as i64),
        (Arithmetic::Java, _) => Some(i64::from(value as i32)),
        (Arithmetic::Math, _) => i64::try_from(value).ok(),
    }
}

/// The low 32 or 64 bits of a number, as a signed number.
pub(crate) fn bits(sort: Sort, value: i64) -> i64 {
    match sort {
        Sort::Long => value,
        _ => i64::from(value as i32),
    }
}

pub(crate) fn multiply(arithmetic: Arithmetic, sort: Sort, a: i64, b: i64) -> Option<i64> {
    wrap(arithmetic, sort, i128::from(a) * i128::from(b))
}

pub(crate) fn divide(arithmetic: Arithmetic, sort: Sort, a: i64, b: i64) -> Option<i64> {
    match b {
        0 if a < 0 => Some(1),
        0 => Some(-1),
        _ => wrap(arithmetic, sort, i128::from(a) / i128::from(b)),
    }
}

pub(crate) fn remainder(a: i64, b: i64) -> i64 {
    match b {
        0 => a,
        _ => a.wrapping_rem(b),
    }
}

/// How far a shift by `amount` goes: Java masks it to the width of the left operand.
pub(crate) fn shift_distance(sort: Sort, amount: i64) -> u32 {
    match sort {
        Sort::Long => (amount & 63) as u32,
        _ => (amount & 31) as u32,
    }
}

pub(crate) fn shift_left(sort: Sort, a: i64, amount: i64) -> i64 {
    bits(sort, a.wrapping_shl(shift_distance(sort, amount)))
}

pub(crate) fn shift_right(sort: Sort, a: i64, amount: i64) -> i64 {
    bits(sort, a).wrapping_shr(shift_distance(sort, amount))
}

pub(crate) fn unsigned_shift_right(sort: Sort, a: i64, amount: i64) -> i64 {
    let distance = shift_distance(sort, amount);
    match sort {
        Sort::Long => (a as u64).wrapping_shr(distance) as i64,
        _ => i64::from((a as u32).wrapping_shr(distance) as i32),
    }
}

pub(crate) fn compare(a: i64, b: i64) -> i64 {
    i64::from(a > b) - i64::from(a < b)
}
