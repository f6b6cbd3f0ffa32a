//! Sound intervals of the values a term can take, computed from its node when it is interned.

use super::node::{Node, TermId};
use super::operate;
use super::operator::{FloatOperator, TextOperator};
use super::pool::TermPool;
use super::sort::{Arithmetic, ElementKind, Sort};

/// Bounds, both included. In unbounded arithmetic `i64::MIN` and `i64::MAX` stand for "no bound".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Interval {
    pub(crate) fn new(low: i64, high: i64) -> Self {
        Interval { low, high }
    }

    pub(crate) fn point(value: i64) -> Self {
        Interval { low: value, high: value }
    }

    /// Every value of a sort.
    pub(crate) fn full(arithmetic: Arithmetic, sort: Sort) -> Self {
        match (arithmetic, sort) {
            (_, Sort::Bool) => Interval::new(0, 1),
            (_, Sort::Float) => Interval::new(0, i64::from(u32::MAX)),
            (Arithmetic::Java, Sort::Int) => Interval::width(Sort::Int),
            (_, Sort::Contents(kind)) => Interval::of_element(arithmetic, kind),
            _ => Interval::new(i64::MIN, i64::MAX),
        }
    }

    /// What 32 (`Int`) or 64 (`Long`) bits hold.
    pub(crate) fn width(sort: Sort) -> Self {
        match sort {
            Sort::Long => Interval::new(i64::MIN, i64::MAX),
            _ => Interval::new(i64::from(i32::MIN), i64::from(i32::MAX)),
        }
    }

    fn of_element(arithmetic: Arithmetic, kind: ElementKind) -> Self {
        match kind.narrow_bounds() {
            Some((low, high)) => Interval::new(low, high),
            None => Interval::full(arithmetic, kind.sort()),
        }
    }

    pub(crate) fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    pub(crate) fn within(self, other: Interval) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    pub(crate) fn hull(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }
}

/// The lower bound of an exact sum or product, or none.
fn low_bound(arithmetic: Arithmetic, interval: Interval) -> Option<i128> {
    (arithmetic == Arithmetic::Java || interval.low != i64::MIN).then_some(i128::from(interval.low))
}

fn high_bound(arithmetic: Arithmetic, interval: Interval) -> Option<i128> {
    (arithmetic == Arithmetic::Java || interval.high != i64::MAX).then_some(i128::from(interval.high))
}

/// Bounds of `constant + Σ coefficient * term` computed without wrapping; `None` where there is no bound.
pub(crate) fn exact_sum_bounds(
    pool: &TermPool,
    constant: i128,
    terms: impl IntoIterator<Item = (i128, TermId)>,
) -> (Option<i128>, Option<i128>) {
    let arithmetic = pool.arithmetic();
    let (mut low, mut high) = (Some(constant), Some(constant));
    for (coefficient, term) in terms {
        let interval = pool.interval(term);
        let (mut from, mut to) = (low_bound(arithmetic, interval), high_bound(arithmetic, interval));
        if coefficient < 0 {
            std::mem::swap(&mut from, &mut to);
        }
        let step = |bound: Option<i128>, side: Option<i128>| bound?.checked_add(side?.checked_mul(coefficient)?);
        low = step(low, from);
        high = step(high, to);
    }
    (low, high)
}

/// Bounds of a sum computed without wrapping, where there are some.
pub(crate) fn exact_bounds(pool: &TermPool, id: TermId) -> Option<(i128, i128)> {
    let Node::Sum { constant, terms, .. } = pool.node(id) else { return None };
    let terms = terms.iter().map(|&(coefficient, term)| (i128::from(coefficient), term));
    let (low, high) = exact_sum_bounds(pool, i128::from(*constant), terms);
    Some((low?, high?))
}

/// Does the sum, computed without wrapping, always fit its sort? Always so in unbounded arithmetic.
pub(crate) fn is_exact_sum(
    pool: &TermPool,
    sort: Sort,
    constant: i128,
    terms: impl IntoIterator<Item = (i128, TermId)>,
) -> bool {
    if pool.arithmetic() == Arithmetic::Math {
        return true;
    }
    let full = Interval::full(Arithmetic::Java, sort);
    match exact_sum_bounds(pool, constant, terms) {
        (Some(low), Some(high)) => i128::from(full.low) <= low && high <= i128::from(full.high),
        _ => false,
    }
}

/// Does a sum never leave its sort? Said of sums only; of any other term that may wrap, no.
pub(crate) fn is_exact(pool: &TermPool, id: TermId) -> bool {
    match pool.node(id) {
        Node::Sum { sort, constant, terms } => {
            let terms = terms.iter().map(|&(coefficient, term)| (i128::from(coefficient), term));
            is_exact_sum(pool, *sort, i128::from(*constant), terms)
        }
        _ => false,
    }
}

/// Bounds of an exact result as an interval of the sort: everything when the result may wrap.
fn clip(arithmetic: Arithmetic, sort: Sort, low: Option<i128>, high: Option<i128>) -> Interval {
    let full = Interval::full(arithmetic, sort);
    match arithmetic {
        Arithmetic::Java => match (low, high) {
            (Some(low), Some(high)) if i128::from(full.low) <= low && high <= i128::from(full.high) => {
                Interval::new(low as i64, high as i64)
            }
            _ => full,
        },
        Arithmetic::Math => {
            let clamp = |value: i128| value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
            Interval::new(low.map_or(i64::MIN, clamp), high.map_or(i64::MAX, clamp))
        }
    }
}

pub(crate) fn of_node(pool: &TermPool, node: &Node) -> Interval {
    let arithmetic = pool.arithmetic();
    let full = |sort| Interval::full(arithmetic, sort);
    match node {
        Node::Constant(_, value) => Interval::point(*value),
        Node::Truth(value) => Interval::point(i64::from(*value)),
        Node::Input(_, domain) => match domain.bounds(arithmetic) {
            Some((low, high)) => Interval::new(low, high.unwrap_or(i64::MAX)),
            None => full(domain.sort()),
        },
        Node::Sum { sort, constant, terms } => {
            let terms = terms.iter().map(|&(coefficient, term)| (i128::from(coefficient), term));
            let (low, high) = exact_sum_bounds(pool, i128::from(*constant), terms);
            clip(arithmetic, *sort, low, high)
        }
        Node::Product(a, b) => of_product(pool, *a, *b),
        Node::Divide(a, b) => of_quotient(pool, *a, *b),
        Node::Remainder(a, b) => of_remainder(pool, *a, *b),
        Node::ShiftLeft(a, _) => Interval::width(pool.sort(*a)),
        Node::ShiftRight(a, b) => {
            let bits = of_bits(pool, *a);
            match pool.as_constant(*b) {
                Some(amount) => {
                    let distance = operate::shift_distance(pool.sort(*a), amount);
                    Interval::new(bits.low >> distance, bits.high >> distance)
                }
                None => Interval::new(bits.low.min(0), bits.high.max(-1)),
            }
        }
        Node::UnsignedShiftRight(a, b) => {
            let (bits, sort) = (of_bits(pool, *a), pool.sort(*a));
            let distance = pool.as_constant(*b).map(|amount| operate::shift_distance(sort, amount));
            match distance {
                Some(distance) if bits.low >= 0 => Interval::new(bits.low >> distance, bits.high >> distance),
                Some(0) => bits,
                Some(distance) => Interval::new(0, operate::unsigned_shift_right(sort, -1, i64::from(distance))),
                None if bits.low >= 0 => Interval::new(0, bits.high),
                None => Interval::width(sort),
            }
        }
        Node::And(a, b) => {
            let (left, right) = (of_bits(pool, *a), of_bits(pool, *b));
            match (left.low >= 0, right.low >= 0) {
                (true, true) => Interval::new(0, left.high.min(right.high)),
                (true, false) => Interval::new(0, left.high),
                (false, true) => Interval::new(0, right.high),
                (false, false) => Interval::width(pool.sort(*a)),
            }
        }
        Node::Or(a, b) | Node::Xor(a, b) => {
            let both = of_bits(pool, *a).hull(of_bits(pool, *b));
            // All results need no more bits than the operands.
            let needed = |value: i64| 64 - (value ^ (value >> 63)).leading_zeros();
            let count = needed(both.low).max(needed(both.high));
            let mask = if count >= 63 { i64::MAX } else { (1i64 << count) - 1 };
            Interval::new(if both.low >= 0 { 0 } else { !mask }, mask)
        }
        Node::IntToLong(a) => pool.interval(*a),
        Node::LongToInt(a) => narrowed(pool, *a, Interval::width(Sort::Int)),
        Node::ToByte(a) => narrowed(pool, *a, Interval::of_element(arithmetic, ElementKind::Byte)),
        Node::ToChar(a) => narrowed(pool, *a, Interval::of_element(arithmetic, ElementKind::Char)),
        Node::ToShort(a) => narrowed(pool, *a, Interval::of_element(arithmetic, ElementKind::Short)),
        Node::CompareLong(..) => Interval::new(-1, 1),
        Node::Equal(..) | Node::Less(..) | Node::Not(_) | Node::Conjunction(_) => Interval::new(0, 1),
        Node::IfThenElse(_, a, b) => pool.interval(*a).hull(pool.interval(*b)),
        Node::Select(contents, _) | Node::Store(contents, ..) | Node::Copy { destination: contents, .. } => {
            full(pool.sort(*contents))
        }
        Node::Zeroed(kind) | Node::Elements(kind, _) => Interval::of_element(arithmetic, *kind),
        Node::FloatingPoint(operator, arguments) => match operator {
            FloatOperator::CompareNanLess | FloatOperator::CompareNanGreater => Interval::new(-1, 1),
            FloatOperator::ToInt | FloatOperator::ToLong => of_whole(pool, *operator, arguments),
            FloatOperator::Bits if arguments.first().is_some_and(|first| pool.sort(*first) == Sort::Float) => {
                Interval::width(Sort::Int)
            }
            _ => full(operator.result(arguments.first().map_or(Sort::Double, |first| pool.sort(*first)))),
        },
        Node::TextConstant(_) => full(Sort::Text),
        Node::Text(operator, arguments) => match operator {
            TextOperator::Length => of_length(pool, arguments),
            TextOperator::IndexOf | TextOperator::LastIndexOf => Interval::new(-1, i64::from(i32::MAX)),
            TextOperator::CharAt => Interval::new(0, i64::from(u16::MAX)),
            TextOperator::Hash | TextOperator::ParseInt | TextOperator::Compare => Interval::width(Sort::Int),
            other => full(other.result()),
        },
    }
}

/// Bounds of `(int) a` and `(long) a`: of a double that is between two, those of its bounds.
fn of_whole(pool: &TermPool, operator: FloatOperator, arguments: &[TermId]) -> Interval {
    let whole = |bound: TermId| {
        let number = f64::from_bits(pool.as_constant(bound)? as u64);
        Some(if operator == FloatOperator::ToInt { i64::from(number as i32) } else { number as i64 })
    };
    let bounds = arguments.first().and_then(|argument| match pool.node(*argument) {
        Node::FloatingPoint(FloatOperator::Between, bounds) if pool.sort(*argument) == Sort::Double => {
            Some((whole(*bounds.first()?)?, whole(*bounds.get(1)?)?))
        }
        _ => None,
    });
    match bounds {
        Some((low, high)) => Interval::new(low, high),
        None if operator == FloatOperator::ToInt => Interval::width(Sort::Int),
        None => Interval::full(pool.arithmetic(), Sort::Long),
    }
}

/// Bounds of the length of a text.
fn of_length(pool: &TermPool, arguments: &[TermId]) -> Interval {
    let any = Interval::new(0, i64::from(i32::MAX));
    let Some(&text) = arguments.first() else { return any };
    match pool.node(text) {
        Node::TextConstant(units) => Interval::point(super::text::number(units.len())),
        Node::Text(TextOperator::OfNumber, number) => {
            let bounds = number.first().map_or(any, |&number| pool.interval(number));
            if bounds.within(Interval::width(Sort::Int)) { Interval::new(1, 11) } else { Interval::new(1, any.high) }
        }
        Node::Text(TextOperator::OfUnit, _) => Interval::point(1),
        _ => any,
    }
}

/// Bounds of the 32 or 64 bits of a term read as a signed number.
pub(crate) fn of_bits(pool: &TermPool, id: TermId) -> Interval {
    let (interval, width) = (pool.interval(id), Interval::width(pool.sort(id)));
    match is_within_bits(pool, id) {
        true => interval,
        false => width,
    }
}

/// Is a term always equal to its own low 32 or 64 bits? Always so in Java's arithmetic.
pub(crate) fn is_within_bits(pool: &TermPool, id: TermId) -> bool {
    if pool.arithmetic() == Arithmetic::Java {
        return true;
    }
    let (interval, width) = (pool.interval(id), Interval::width(pool.sort(id)));
    let bounded = interval.low != i64::MIN && interval.high != i64::MAX;
    bounded && interval.within(width) || pool.as_constant(id).is_some_and(|value| width.contains(value))
}

fn narrowed(pool: &TermPool, id: TermId, bounds: Interval) -> Interval {
    let interval = pool.interval(id);
    if interval.within(bounds) { interval } else { bounds }
}

fn of_product(pool: &TermPool, a: TermId, b: TermId) -> Interval {
    let arithmetic = pool.arithmetic();
    let (left, right) = (pool.interval(a), pool.interval(b));
    let corners = (
        low_bound(arithmetic, left),
        high_bound(arithmetic, left),
        low_bound(arithmetic, right),
        high_bound(arithmetic, right),
    );
    match corners {
        (Some(p), Some(q), Some(r), Some(s)) => {
            let products = [p * r, p * s, q * r, q * s];
            let low = products.iter().copied().min();
            let high = products.iter().copied().max();
            if a == b && left.low < 0 {
                return clip(arithmetic, pool.sort(a), Some(0), high);
            }
            clip(arithmetic, pool.sort(a), low, high)
        }
        _ if a == b || left.low >= 0 && right.low >= 0 => Interval::new(0, i64::MAX),
        _ => Interval::full(arithmetic, pool.sort(a)),
    }
}

fn of_quotient(pool: &TermPool, a: TermId, b: TermId) -> Interval {
    let (arithmetic, sort) = (pool.arithmetic(), pool.sort(a));
    let (left, right) = (pool.interval(a), pool.interval(b));
    let (low, high) = (low_bound(arithmetic, left), high_bound(arithmetic, left));
    match pool.as_constant(b) {
        Some(divisor) if divisor > 0 => {
            let divisor = i128::from(divisor);
            return clip(arithmetic, sort, low.map(|low| low / divisor), high.map(|high| high / divisor));
        }
        _ => {}
    }
    if right.low >= 1 {
        return clip(arithmetic, sort, low.map(|low| low.min(0)), high.map(|high| high.max(0)));
    }
    match (low, high) {
        (Some(low), Some(high)) => {
            let most = low.abs().max(high.abs()).max(1);
            clip(arithmetic, sort, Some(-most), Some(most))
        }
        _ => Interval::full(arithmetic, sort),
    }
}

fn of_remainder(pool: &TermPool, a: TermId, b: TermId) -> Interval {
    let (left, right) = (pool.interval(a), pool.interval(b));
    let mut result = Interval::new(left.low.min(0), left.high.max(0));
    let unbounded = pool.arithmetic() == Arithmetic::Math && (right.low == i64::MIN || right.high == i64::MAX);
    if !right.contains(0) && !unbounded {
        let most = (i128::from(right.low).abs().max(i128::from(right.high).abs()) - 1) as i64;
        result = Interval::new(result.low.max(-most), result.high.min(most));
    }
    result
}
