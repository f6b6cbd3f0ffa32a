//! Floating-point operators for Z3, shared by both encoders. A number of sort `Float` or `Double` is one of Z3's theory of
//! floating-point numbers; inputs and elements of arrays are bit-vectors that are read as such, so that a model says bits.

use super::context::{Ast, Context, Kind};
use crate::term::{FloatOperator, Sort, TermId, TermPool};

/// Z3's two sorts of floating-point numbers, and the bit-vectors of their widths.
#[derive(Debug)]
pub(super) struct FloatingPoint {
    single: Kind,
    double: Kind,
    single_bits: Kind,
    double_bits: Kind,
}

/// How an encoder gives integers to the operators that convert, and takes theirs.
pub(super) trait IntegerBits {
    /// The 32 or 64 bits of a number that equals them. `None`: it may be beyond them.
    fn exact_bits(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast>;
    /// The low 32 or 64 bits of a number.
    fn low_bits(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast>;
    /// The signed number of 32 or 64 bits, which are all of an operator's result.
    fn number(&mut self, context: &Context, bits: Ast) -> Option<Ast>;
}

fn width(sort: Sort) -> u32 {
    if matches!(sort, Sort::Double | Sort::Long) { 64 } else { 32 }
}

impl FloatingPoint {
    pub(super) fn new(context: &Context) -> Option<Self> {
        Some(FloatingPoint {
            single: context.singles()?,
            double: context.doubles()?,
            single_bits: context.bit_vectors(32)?,
            double_bits: context.bit_vectors(64)?,
        })
    }

    fn kind(&self, sort: Sort) -> Kind {
        if sort == Sort::Double { self.double } else { self.single }
    }

    /// The bit-vectors of a sort's width.
    pub(super) fn bits(&self, sort: Sort) -> Kind {
        if width(sort) == 64 { self.double_bits } else { self.single_bits }
    }

    /// A constant, by its bits.
    pub(super) fn constant(&self, context: &Context, sort: Sort, value: i64) -> Option<Ast> {
        self.of_bits(context, sort, context.number(value, self.bits(sort))?)
    }

    /// The number that bits stand for; all NaNs are one.
    pub(super) fn of_bits(&self, context: &Context, sort: Sort, bits: Ast) -> Option<Ast> {
        context.float_of_bits(bits, self.kind(sort))
    }

    /// The bits of a number, those of the canonical NaN for NaN.
    pub(super) fn to_bits(&self, context: &Context, sort: Sort, a: Ast) -> Option<Ast> {
        let canonical = match sort {
            Sort::Double => f64::NAN.to_bits() as i64,
            _ => i64::from(f32::NAN.to_bits()),
        };
        let nan = context.number(canonical, self.bits(sort))?;
        context.choice(context.float_is_nan(a)?, nan, context.float_to_bits(a)?)
    }

    /// An operator whose arguments are `ids`, encoded as `arguments`. `None`: it cannot be encoded exactly.
    pub(super) fn encode(
        &self,
        context: &Context,
        pool: &TermPool,
        (operator, ids): (FloatOperator, &[TermId]),
        arguments: &[Ast],
        integers: &mut impl IntegerBits,
    ) -> Option<Ast> {
        use FloatOperator as F;
        let (&id, &a) = (ids.first()?, arguments.first()?);
        let from = pool.sort(id);
        let b = arguments.get(1).copied();
        match operator {
            F::Add => context.float_add(a, b?),
            F::Subtract => context.float_subtract(a, b?),
            F::Multiply => context.float_multiply(a, b?),
            F::Divide => context.float_divide(a, b?),
            F::Remainder => self.remainder(context, from, a, b?),
            F::Negate => context.float_negate(a),
            F::Absolute => context.float_absolute(a),
            F::SquareRoot => context.float_square_root(a),
            F::Floor => context.float_floor(a),
            F::Ceiling => context.float_ceiling(a),
            F::RoundToEven => context.float_round_to_even(a),
            F::CompareNanLess | F::CompareNanGreater => {
                let number = |value| context.number(value, self.single_bits);
                let (less, equal, greater) = (number(-1)?, number(0)?, number(1)?);
                let nan = if operator == F::CompareNanLess { less } else { greater };
                let not_equal = context.choice(context.float_less(b?, a)?, greater, nan)?;
                let not_less = context.choice(context.float_equal(a, b?)?, equal, not_equal)?;
                let bits = context.choice(context.float_less(a, b?)?, less, not_less)?;
                integers.number(context, bits)
            }
            F::Equal => context.float_equal(a, b?),
            F::Less => context.float_less(a, b?),
            F::LessOrEqual => context.float_at_most(a, b?),
            F::IsNan => context.float_is_nan(a),
            F::ToFloat | F::ToDouble => {
                let to = self.kind(operator.result(from));
                if from.is_number() {
                    return context.float_of_signed(integers.exact_bits(context, pool, id)?, to);
                }
                context.float_of_float(a, to)
            }
            F::ToInt | F::ToLong => {
                let bits = self.saturated(context, from, operator.result(from), a)?;
                integers.number(context, bits)
            }
            F::Bits => integers.number(context, self.to_bits(context, from, a)?),
            F::FromBits => {
                let bits = integers.low_bits(context, pool, id)?;
                self.of_bits(context, operator.result(from), bits)
            }
            F::Between => None,
        }
    }

    /// A number as an int or long: towards zero, the nearest one where it is beyond them, 0 for NaN.
    fn saturated(&self, context: &Context, from: Sort, to: Sort, a: Ast) -> Option<Ast> {
        let (low, high) = match to {
            Sort::Long => (i64::MIN, i64::MAX),
            _ => (i64::from(i32::MIN), i64::from(i32::MAX)),
        };
        // The lowest is a float and a double; the first above the highest is its opposite.
        let lowest = self.exact(context, from, low as f64)?;
        let beyond = self.exact(context, from, -(low as f64))?;
        let number = |value| context.number(value, self.bits(to));
        let truncated = context.float_to_signed(a, width(to))?;
        let not_above = context.choice(context.float_at_most(beyond, a)?, number(high)?, truncated)?;
        let not_below = context.choice(context.float_at_most(a, lowest)?, number(low)?, not_above)?;
        context.choice(context.float_is_nan(a)?, number(0)?, not_below)
    }

    /// A constant that both sorts have.
    fn exact(&self, context: &Context, sort: Sort, value: f64) -> Option<Ast> {
        let bits = match sort {
            Sort::Double => value.to_bits() as i64,
            _ => i64::from((value as f32).to_bits()),
        };
        self.constant(context, sort, bits)
    }

    /// Java's truncating remainder, which Z3's theory does not have (its own rounds to the nearest quotient), as an unknown
    /// of which only some facts are asserted. Whatever these refute is refuted; a model is evaluated as every model is, and
    /// where the unknown has another value in it than the remainder the answer is unknown.
    fn remainder(&self, context: &Context, sort: Sort, a: Ast, b: Ast) -> Option<Ast> {
        let result = context.float_remainder_name(a, b, self.kind(sort))?;
        let (zero, infinity) = (self.exact(context, sort, 0.0)?, self.exact(context, sort, f64::INFINITY)?);
        let nan = self.exact(context, sort, f64::NAN)?;
        let (of_a, of_b) = (context.float_absolute(a)?, context.float_absolute(b)?);
        let of_result = context.float_absolute(result)?;
        // Not NaN, and less than infinity: finite.
        let is_number = context.all(&[context.float_less(of_a, infinity)?, context.float_less(zero, of_b)?])?;
        // Where the unknown is none of the possible remainders a zero stands in for it, which always is possible.
        let fits = context.all(&[
            context.float_less(of_result, of_b)?,
            context.float_at_most(of_result, of_a)?,
            context.equal(context.float_is_negative(result)?, context.float_is_negative(a)?)?,
        ])?;
        let signed_zero = context.choice(context.float_is_negative(a)?, context.float_negate(zero)?, zero)?;
        let reduced = context.choice(fits, result, signed_zero)?;
        let defined = context.choice(context.float_less(of_a, of_b)?, a, reduced)?;
        context.choice(is_number, defined, nan)
    }
}
