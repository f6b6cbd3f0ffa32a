//! Terms read like Java.

use casewise::term::{Arithmetic, Domain, ElementKind, InputId, TermId, TermPool, render};

#[track_caller]
fn check(expected: &str, build: impl FnOnce(&mut TermPool, [TermId; 7]) -> TermId) {
    let mut pool = TermPool::new(Arithmetic::Java);
    let names = ["x", "y", "x.f", "l", "a", "b", "n"];
    let domains = [
        Domain::Int,
        Domain::Int,
        Domain::Int,
        Domain::Long,
        Domain::Contents(ElementKind::Int),
        Domain::Byte,
        Domain::Char,
    ];
    let mut next = 0;
    let inputs = domains.map(|domain| {
        next += 1;
        pool.input(InputId(next - 1), domain)
    });
    let term = build(&mut pool, inputs);
    assert_eq!(render(&pool, term, &|id| names[id.0 as usize].to_string()), expected);
}

#[test]
fn comparisons() {
    check("x - y >= 0", |pool, [x, y, ..]| {
        let (difference, zero) = (pool.subtract(x, y), pool.int(0));
        pool.greater_or_equal(difference, zero)
    });
    check("x.f != 0", |pool, [_, _, f, ..]| {
        let zero = pool.int(0);
        pool.not_equal(f, zero)
    });
    check("x == y", |pool, [x, y, ..]| {
        let (difference, zero) = (pool.subtract(x, y), pool.int(0));
        pool.equal(difference, zero)
    });
    check("x > 10", |pool, [x, ..]| {
        let ten = pool.int(10);
        pool.greater(x, ten)
    });
    check("l <= 5L", |pool, [_, _, _, l, ..]| {
        let (five, zero) = (pool.long(5), pool.int(0));
        let compared = pool.compare_long(l, five);
        pool.less_or_equal(compared, zero)
    });
    check("b < n", |pool, [_, _, _, _, _, b, n]| {
        let difference = pool.subtract(b, n);
        let zero = pool.int(0);
        pool.less(difference, zero)
    });
}

#[test]
fn truth_values() {
    let mut pool = TermPool::new(Arithmetic::Java);
    let open = pool.input(InputId(0), Domain::Boolean);
    let flags = pool.input(InputId(1), Domain::Contents(ElementKind::Boolean));
    let (zero, one) = (pool.int(0), pool.int(1));
    let flag = pool.select(flags, one);
    let is_open = pool.not_equal(open, zero);
    let is_set = pool.equal(flag, one);
    let neither = {
        let either = pool.disjunction(is_open, is_set);
        pool.not(either)
    };
    let name = |id: InputId| ["open", "flags"][id.0 as usize].to_string();
    assert_eq!(render(&pool, is_open, &name), "open");
    assert_eq!(render(&pool, is_set, &name), "flags[1]");
    assert_eq!(render(&pool, neither, &name), "!open && !flags[1]");
    let is_closed = pool.not(is_open);
    let nor = pool.conjunction(is_closed, is_set);
    let or = pool.not(nor);
    assert_eq!(render(&pool, or, &name), "open || !flags[1]");
}

#[test]
fn arrays() {
    check("x < a[0]", |pool, [x, _, _, _, a, ..]| {
        let zero = pool.int(0);
        let element = pool.select(a, zero);
        pool.greater(element, x)
    });
    check("a[a[x + 1]]", |pool, [x, _, _, _, a, ..]| {
        let one = pool.int(1);
        let next = pool.add(x, one);
        let inner = pool.select(a, next);
        pool.select(a, inner)
    });
}

#[test]
fn arithmetic() {
    check("(byte) x", |pool, [x, ..]| pool.to_byte(x));
    check("(byte) (x + y)", |pool, [x, y, ..]| {
        let sum = pool.add(x, y);
        pool.to_byte(sum)
    });
    check("-x", |pool, [x, ..]| pool.negate(x));
    check("y - x", |pool, [x, y, ..]| {
        let negated = pool.negate(x);
        pool.add(negated, y)
    });
    check("5 - x", |pool, [x, ..]| {
        let five = pool.int(5);
        pool.subtract(five, x)
    });
    check("-x - 5", |pool, [x, ..]| {
        let constant = pool.int(-5);
        pool.subtract(constant, x)
    });
    check("2 * x + 1 - 3 * y > 7", |pool, [x, y, ..]| {
        let (two, three, one, seven) = (pool.int(2), pool.int(3), pool.int(1), pool.int(7));
        let (left, right) = (pool.multiply(x, two), pool.multiply(y, three));
        let difference = pool.subtract(left, right);
        let sum = pool.add(difference, one);
        pool.greater(sum, seven)
    });
    check("3 * x / (y + 1) % 4", |pool, [x, y, ..]| {
        let (three, one, four) = (pool.int(3), pool.int(1), pool.int(4));
        let (scaled, sum) = (pool.multiply(x, three), pool.add(y, one));
        let quotient = pool.divide(scaled, sum);
        pool.remainder(quotient, four)
    });
    check("2L * l", |pool, [_, _, _, l, ..]| {
        let two = pool.long(2);
        pool.multiply(l, two)
    });
    check("(x & 1) == 0 || x >>> y < 0", |pool, [x, y, ..]| {
        let (one, zero) = (pool.int(1), pool.int(0));
        let bit = pool.and(x, one);
        let is_even = pool.equal(bit, zero);
        let shifted = pool.unsigned_shift_right(x, y);
        let is_negative = pool.less(shifted, zero);
        pool.disjunction(is_even, is_negative)
    });
    check("x < y ? x : y", |pool, [x, y, ..]| {
        let less = pool.less(x, y);
        pool.if_then_else(less, x, y)
    });
    check("!(x < y ? x == 0 : y == 0)", |pool, [x, y, ..]| {
        let zero = pool.int(0);
        let (less, left, right) = (pool.less(x, y), pool.equal(x, zero), pool.equal(y, zero));
        let choice = pool.if_then_else(less, left, right);
        pool.not(choice)
    });
}
