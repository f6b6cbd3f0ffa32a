//! Floating-point numbers and operators in Java's notation.

use super::evaluate_float::{double, single};
use super::operator::FloatOperator;
use super::sort::Sort;

/// How an operator is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// `a + b`: a sum.
    Sum(&'static str),
    /// `a * b`: a product.
    Product(&'static str),
    /// `a < b`, and with its sides exchanged.
    Order(&'static str, &'static str),
    /// `a == b`.
    Equality,
    /// `-a` or a cast.
    Prefix(&'static str),
    /// `f(a, b)`.
    Call(&'static str),
}

/// How an operator is written whose first argument is of sort `first`.
pub(super) fn form(operator: FloatOperator, first: Sort) -> Form {
    use FloatOperator as F;
    let is_double = first == Sort::Double;
    match operator {
        F::Add => Form::Sum(" + "),
        F::Subtract => Form::Sum(" - "),
        F::Multiply => Form::Product(" * "),
        F::Divide => Form::Product(" / "),
        F::Remainder => Form::Product(" % "),
        F::Negate => Form::Prefix("-"),
        F::Absolute => Form::Call("Math.abs"),
        F::SquareRoot => Form::Call("Math.sqrt"),
        F::Floor => Form::Call("Math.floor"),
        F::Ceiling => Form::Call("Math.ceil"),
        F::RoundToEven => Form::Call("Math.rint"),
        F::CompareNanLess => Form::Call(if is_double { "dcmpl" } else { "fcmpl" }),
        F::CompareNanGreater => Form::Call(if is_double { "dcmpg" } else { "fcmpg" }),
        F::Equal => Form::Equality,
        F::Less => Form::Order(" < ", " > "),
        F::LessOrEqual => Form::Order(" <= ", " >= "),
        F::IsNan => Form::Call(if is_double { "Double.isNaN" } else { "Float.isNaN" }),
        F::ToFloat => Form::Prefix("(float) "),
        F::ToDouble => Form::Prefix("(double) "),
        F::ToInt => Form::Prefix("(int) "),
        F::ToLong => Form::Prefix("(long) "),
        F::Bits if is_double => Form::Call("Double.doubleToLongBits"),
        F::Bits => Form::Call("Float.floatToIntBits"),
        F::FromBits if first == Sort::Long => Form::Call("Double.longBitsToDouble"),
        F::FromBits => Form::Call("Float.intBitsToFloat"),
        F::Between => Form::Call("between"),
    }
}

/// The function that says whether two numbers of a sort are the same, one NaN and two zeros, by giving 0.
pub(super) fn comparison(sort: Sort) -> &'static str {
    if sort == Sort::Double { "Double.compare" } else { "Float.compare" }
}

/// Does a number start with a minus sign?
pub(super) fn has_sign(sort: Sort, bits: i64) -> bool {
    match sort {
        Sort::Float => !single(bits).is_nan() && single(bits).is_sign_negative() && single(bits).is_finite(),
        _ => !double(bits).is_nan() && double(bits).is_sign_negative() && double(bits).is_finite(),
    }
}

/// A `float` or `double` as a Java expression: the shortest digits that give it, `1.5f`, `1.0E10`, `Double.NaN`.
pub fn literal(sort: Sort, bits: i64) -> String {
    let is_single = sort == Sort::Float;
    let (class, suffix) = if is_single { ("Float", "f") } else { ("Double", "") };
    let value = if is_single { f64::from(single(bits)) } else { double(bits) };
    if value.is_nan() {
        return format!("{class}.NaN");
    }
    if value.is_infinite() {
        let sign = if value > 0.0 { "POSITIVE" } else { "NEGATIVE" };
        return format!("{class}.{sign}_INFINITY");
    }
    // The shortest digits depend on the width.
    let (plain, scientific) = match is_single {
        true => (format!("{:?}", single(bits)), format!("{:e}", single(bits))),
        false => (format!("{value:?}"), format!("{value:e}")),
    };
    let magnitude = value.abs();
    if magnitude == 0.0 || (1e-3..1e7).contains(&magnitude) {
        // Rust writes what is from 1e-5 up to 1e16 without an exponent.
        return format!("{plain}{suffix}");
    }
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    format!("{digits}{point}E{exponent}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::evaluate_float::{of_double, of_single};

    #[test]
    fn numbers_read_as_java_writes_them() {
        let doubles = [
            (1.5, "1.5"),
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (1e7, "1.0E7"),
            (9_999_999.0, "9999999.0"),
            (0.001, "0.001"),
            (0.000_99, "9.9E-4"),
            (f64::MAX, "1.7976931348623157E308"),
            (f64::NAN, "Double.NaN"),
            (f64::NEG_INFINITY, "Double.NEGATIVE_INFINITY"),
            (5e-324, "5.0E-324"),
        ];
        for (value, text) in doubles {
            assert_eq!(literal(Sort::Double, of_double(value)), text);
        }
        let floats =
            [(0.1_f32, "0.1f"), (-2.5, "-2.5f"), (3.4e38, "3.4E38f"), (f32::INFINITY, "Float.POSITIVE_INFINITY")];
        for (value, text) in floats {
            assert_eq!(literal(Sort::Float, of_single(value)), text);
        }
    }
}
