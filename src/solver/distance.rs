//! How far a truth value is from holding under a model: 0 where it holds, and the less the fewer numbers lie between its
//! two sides. It only guides a search.

use crate::term::{FloatOperator, Model, Node, Sort, TermId, TermPool, evaluate};

/// Farther than any two numbers are from each other.
const FAR: f64 = 80.0;
/// Nested connectives are followed this deep.
const DEEPEST: u32 = 40;

/// How far a truth value is from being `wanted`.
pub(super) fn distance(pool: &TermPool, id: TermId, wanted: bool, model: &Model) -> f64 {
    nested(pool, id, wanted, model, DEEPEST)
}

fn nested(pool: &TermPool, id: TermId, wanted: bool, model: &Model, depth: u32) -> f64 {
    let Some(depth) = depth.checked_sub(1) else { return flat(pool, id, wanted, model) };
    match pool.node(id) {
        Node::Not(inner) => nested(pool, *inner, !wanted, model, depth),
        Node::Conjunction(parts) => {
            let distances = parts.iter().map(|part| nested(pool, *part, wanted, model, depth));
            if wanted { distances.sum() } else { distances.fold(FAR, f64::min) }
        }
        Node::Equal(a, b) if !matches!(pool.sort(*a), Sort::Bool | Sort::Text) => {
            between(pool, Relation::Equal, (*a, *b), wanted, model)
        }
        Node::Less(a, b) => between(pool, Relation::Less, (*a, *b), wanted, model),
        Node::FloatingPoint(operator, arguments) => match (operator, arguments.as_ref()) {
            (FloatOperator::Equal, &[a, b]) => between(pool, Relation::Equal, (a, b), wanted, model),
            (FloatOperator::Less, &[a, b]) => between(pool, Relation::Less, (a, b), wanted, model),
            (FloatOperator::LessOrEqual, &[a, b]) => between(pool, Relation::AtMost, (a, b), wanted, model),
            _ => flat(pool, id, wanted, model),
        },
        Node::IfThenElse(condition, a, b) => match evaluate(pool, *condition, model) {
            Some(0) => nested(pool, *b, wanted, model, depth),
            Some(_) => nested(pool, *a, wanted, model, depth),
            None => FAR,
        },
        _ => flat(pool, id, wanted, model),
    }
}

fn flat(pool: &TermPool, id: TermId, wanted: bool, model: &Model) -> f64 {
    match evaluate(pool, id, model) {
        Some(value) if (value != 0) == wanted => 0.0,
        Some(_) => 32.0,
        None => FAR,
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Relation {
    Equal,
    Less,
    AtMost,
}

fn between(pool: &TermPool, relation: Relation, (a, b): (TermId, TermId), wanted: bool, model: &Model) -> f64 {
    let sort = pool.sort(a);
    let (Some(x), Some(y)) = (evaluate(pool, a, model), evaluate(pool, b, model)) else { return FAR };
    let is_nan = |value| sort.is_floating_point() && number(sort, value).is_nan();
    if is_nan(x) || is_nan(y) {
        // Nothing but sameness, which is of bits, holds of NaN.
        return if wanted { FAR } else { 0.0 };
    }
    let gap = i128::from(ordered(sort, x)) - i128::from(ordered(sort, y));
    let missing = match (relation, wanted) {
        (Relation::Equal, true) => gap.abs(),
        (Relation::Equal, false) => i128::from(gap == 0),
        (Relation::Less, true) => gap + 1,
        (Relation::Less, false) => -gap,
        (Relation::AtMost, true) => gap,
        (Relation::AtMost, false) => 1 - gap,
    };
    if missing <= 0 { 0.0 } else { (missing as f64).log2() + 1.0 }
}

/// The position of a value among those of its sort; of floating-point numbers both zeros have one.
pub(super) fn ordered(sort: Sort, value: i64) -> i64 {
    match sort {
        Sort::Float => {
            let bits = value as u32 as i32;
            i64::from(if bits < 0 { i32::MIN.wrapping_sub(bits) } else { bits })
        }
        Sort::Double if value < 0 => i64::MIN.wrapping_sub(value),
        _ => value,
    }
}

/// The value at a position; none where there is no number.
pub(super) fn of_ordered(sort: Sort, position: i64) -> Option<i64> {
    let value = match sort {
        Sort::Float => {
            let position = i32::try_from(position).ok()?;
            let bits = if position < 0 { i32::MIN.wrapping_sub(position) } else { position };
            i64::from(bits as u32)
        }
        Sort::Double if position < 0 => i64::MIN.wrapping_sub(position),
        _ => return Some(position),
    };
    (!number(sort, value).is_nan()).then_some(value)
}

/// The values right below and above; at the ends, the value itself.
pub(super) fn neighbours(sort: Sort, value: i64) -> [i64; 2] {
    let at = ordered(sort, value);
    [at.checked_sub(1), at.checked_add(1)].map(|moved| moved.and_then(|moved| of_ordered(sort, moved)).unwrap_or(value))
}

/// The number that a value stands for, to the nearest double.
pub(super) fn number(sort: Sort, value: i64) -> f64 {
    match sort {
        Sort::Float => f64::from(f32::from_bits(value as u32)),
        Sort::Double => f64::from_bits(value as u64),
        _ => value as f64,
    }
}

/// The value of a sort that is nearest to a number; 0 for an integer that NaN is to be.
pub(super) fn of_number(sort: Sort, value: f64) -> i64 {
    match sort {
        Sort::Float if value.is_nan() => i64::from(f32::NAN.to_bits()),
        Sort::Double if value.is_nan() => f64::NAN.to_bits() as i64,
        Sort::Float => i64::from((value as f32).to_bits()),
        Sort::Double => value.to_bits() as i64,
        Sort::Int => i64::from(value as i32),
        _ => value as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_in_the_order_of_the_numbers() {
        let numbers = [f64::NEG_INFINITY, -1e300, -1.0, -f64::MIN_POSITIVE, 0.0, 5e-324, 1.0, f64::MAX, f64::INFINITY];
        for sort in [Sort::Float, Sort::Double] {
            let positions = numbers.map(|value| ordered(sort, of_number(sort, value)));
            assert!(positions.is_sorted(), "{sort:?}: {positions:?}");
            for (position, value) in positions.iter().zip(numbers) {
                let back = of_ordered(sort, *position).map(|value| number(sort, value));
                assert_eq!(back, Some(number(sort, of_number(sort, value))));
            }
        }
    }

    #[test]
    fn neighbours_are_the_next_numbers() {
        let one = of_number(Sort::Double, 1.0);
        let [below, above] = neighbours(Sort::Double, one).map(|value| number(Sort::Double, value));
        assert_eq!((below, above), (1.0_f64.next_down(), 1.0_f64.next_up()));
        let infinity = of_number(Sort::Float, f64::INFINITY);
        assert_eq!(neighbours(Sort::Float, infinity)[1], infinity);
    }
}
