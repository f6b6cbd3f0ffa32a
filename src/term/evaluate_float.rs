//! Floating-point operators on concrete numbers, shared by constant folding and evaluation: exactly Java's.

use super::operator::FloatOperator;
use super::sort::Sort;

/// The bits of a number as values carry them: those of a `float` not sign-extended, NaN always the canonical one.
pub(crate) fn canonical(sort: Sort, bits: i64) -> i64 {
    match sort {
        Sort::Float => of_single(single(bits)),
        Sort::Double => of_double(double(bits)),
        _ => bits,
    }
}

/// The `float` that bits stand for.
pub(crate) fn single(bits: i64) -> f32 {
    f32::from_bits(bits as u32)
}

/// The `double` that bits stand for.
pub(crate) fn double(bits: i64) -> f64 {
    f64::from_bits(bits as u64)
}

/// The bits of a `float`.
pub(crate) fn of_single(value: f32) -> i64 {
    i64::from(if value.is_nan() { f32::NAN } else { value }.to_bits())
}

/// The bits of a `double`.
pub(crate) fn of_double(value: f64) -> i64 {
    if value.is_nan() { f64::NAN } else { value }.to_bits() as i64
}

/// The result of an operator on the values of its arguments, the first of which is of sort `first`. `None`: there are too
/// few arguments, or the first is of a sort that the operator does not accept.
pub(crate) fn apply(operator: FloatOperator, first: Sort, values: &[i64]) -> Option<i64> {
    let a = *values.first()?;
    let b = values.get(1).copied();
    match first {
        Sort::Float => on_single(operator, single(a), b.map(single)),
        Sort::Double => on_double(operator, double(a), b.map(double)),
        Sort::Int | Sort::Long => on_integer(operator, first, a),
        _ => None,
    }
}

fn on_integer(operator: FloatOperator, sort: Sort, a: i64) -> Option<i64> {
    match (operator, sort) {
        (FloatOperator::ToFloat, _) => Some(of_single(a as f32)),
        (FloatOperator::ToDouble, _) => Some(of_double(a as f64)),
        (FloatOperator::FromBits, Sort::Long) => Some(canonical(Sort::Double, a)),
        (FloatOperator::FromBits, _) => Some(canonical(Sort::Float, a)),
        _ => None,
    }
}

/// The operators whose definition is the same text for `f32` and `f64`.
macro_rules! common {
    ($operator:ident, $a:ident, $b:ident, $result:ident) => {{
        use FloatOperator as F;
        let truth = |value: bool| Some(i64::from(value));
        match $operator {
            F::Add => Some($result($a + $b?)),
            F::Subtract => Some($result($a - $b?)),
            F::Multiply => Some($result($a * $b?)),
            F::Divide => Some($result($a / $b?)),
            // Rust's remainder is C's `fmod`, as Java's is.
            F::Remainder => Some($result($a % $b?)),
            F::Negate => Some($result(-$a)),
            F::Absolute => Some($result($a.abs())),
            F::SquareRoot => Some($result($a.sqrt())),
            F::Floor => Some($result($a.floor())),
            F::Ceiling => Some($result($a.ceil())),
            F::RoundToEven => Some($result($a.round_ties_even())),
            F::CompareNanLess => Some($a.partial_cmp(&$b?).map_or(-1, |order| order as i64)),
            F::CompareNanGreater => Some($a.partial_cmp(&$b?).map_or(1, |order| order as i64)),
            F::Equal => truth($a == $b?),
            F::Less => truth($a < $b?),
            F::LessOrEqual => truth($a <= $b?),
            F::IsNan => truth($a.is_nan()),
            // Rust's casts saturate and take NaN to 0, as Java's do.
            F::ToInt => Some(i64::from($a as i32)),
            F::ToLong => Some($a as i64),
            F::ToFloat => Some(of_single($a as f32)),
            F::ToDouble => Some(of_double(f64::from($a))),
            F::Bits | F::FromBits | F::Between => None,
        }
    }};
}

fn on_single(operator: FloatOperator, a: f32, b: Option<f32>) -> Option<i64> {
    match operator {
        FloatOperator::Bits => Some(i64::from(of_single(a) as u32 as i32)),
        _ => common!(operator, a, b, of_single),
    }
}

fn on_double(operator: FloatOperator, a: f64, b: Option<f64>) -> Option<i64> {
    match operator {
        FloatOperator::Bits => Some(of_double(a)),
        _ => common!(operator, a, b, of_double),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FloatOperator as F;

    fn doubles(operator: F, a: f64, b: f64) -> f64 {
        double(apply(operator, Sort::Double, &[of_double(a), of_double(b)]).unwrap())
    }

    fn floats(operator: F, a: f32, b: f32) -> f32 {
        single(apply(operator, Sort::Float, &[of_single(a), of_single(b)]).unwrap())
    }

    fn of_one(operator: F, a: f64) -> i64 {
        apply(operator, Sort::Double, &[of_double(a)]).unwrap()
    }

    #[test]
    fn remainder_truncates_and_has_the_sign_of_the_dividend() {
        assert_eq!(doubles(F::Remainder, 5.5, 2.0), 1.5);
        assert_eq!(doubles(F::Remainder, -5.5, 2.0), -1.5);
        assert_eq!(doubles(F::Remainder, 5.5, f64::INFINITY), 5.5);
        assert!(doubles(F::Remainder, f64::INFINITY, 2.0).is_nan());
        assert!(doubles(F::Remainder, 1.0, 0.0).is_nan());
        assert!(doubles(F::Remainder, -4.0, 2.0).is_sign_negative());
    }

    #[test]
    fn floats_round_after_every_operation() {
        assert_eq!(floats(F::Add, 16_777_216.0, 1.0), 16_777_216.0);
        assert_eq!(floats(F::Multiply, f32::MAX, 2.0), f32::INFINITY);
        assert_eq!(floats(F::Divide, 1.0, 3.0), 1.0_f32 / 3.0);
    }

    #[test]
    fn comparisons_place_nan_where_the_instruction_says() {
        let nan = of_double(f64::NAN);
        let one = of_double(1.0);
        assert_eq!(apply(F::CompareNanLess, Sort::Double, &[nan, one]), Some(-1));
        assert_eq!(apply(F::CompareNanGreater, Sort::Double, &[one, nan]), Some(1));
        assert_eq!(apply(F::CompareNanLess, Sort::Double, &[of_double(-0.0), of_double(0.0)]), Some(0));
        assert_eq!(apply(F::Equal, Sort::Double, &[nan, nan]), Some(0));
    }

    #[test]
    fn casts_saturate_and_take_nan_to_zero() {
        assert_eq!(of_one(F::ToInt, 1e10), i64::from(i32::MAX));
        assert_eq!(of_one(F::ToInt, -1e10), i64::from(i32::MIN));
        assert_eq!(of_one(F::ToInt, f64::NAN), 0);
        assert_eq!(of_one(F::ToLong, 1e300), i64::MAX);
        assert_eq!(of_one(F::ToLong, -2.9), -2);
        assert_eq!(apply(F::ToFloat, Sort::Int, &[16_777_217]), Some(of_single(16_777_216.0)));
    }

    #[test]
    fn there_is_one_nan() {
        let signalling = 0x7ff0_0000_0000_0001_i64;
        let canonical_nan = 0x7ff8_0000_0000_0000_i64;
        assert_eq!(canonical(Sort::Double, signalling), canonical_nan);
        assert_eq!(apply(F::FromBits, Sort::Long, &[signalling]), Some(canonical_nan));
        assert_eq!(apply(F::Bits, Sort::Double, &[signalling]), Some(canonical_nan));
        assert_eq!(apply(F::Bits, Sort::Float, &[0xffc0_0001]), Some(0x7fc0_0000));
        assert_eq!(apply(F::Bits, Sort::Float, &[of_single(-1.0)]), Some(i64::from((-1.0_f32).to_bits() as i32)));
    }

    #[test]
    fn rounding_keeps_the_sign_of_zero() {
        for operator in [F::Ceiling, F::RoundToEven] {
            assert_eq!(of_one(operator, -0.4), of_double(-0.0));
        }
        assert_eq!(double(of_one(F::RoundToEven, 2.5)), 2.0);
        assert_eq!(double(of_one(F::Floor, -0.5)), -1.0);
    }
}
