//! Numbers as a run of concrete code computes them: no terms. What an operator makes of them is what the terms' simplifier makes of
//! constants.

use crate::classfile::{BinaryOperator, Comparison, Conversion, ValueKind};
use crate::exec::arith::{comparison_operator, float_operator};
use crate::exec::convert::float_conversion;
use crate::heap::Value;
use crate::term::{ElementKind, FloatOperator, Sort, TermPool, operate, operate_float};

/// What a local or an operand holds during a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Slot {
    /// A constant of type int, or one that is computed as int.
    Int(i32),
    /// A constant of type long.
    Long(i64),
    /// The bits of a constant of type float.
    Float(u32),
    /// The bits of a constant of type double.
    Double(u64),
    /// Anything else: a reference, a number that an input decides, or nothing. It is moved, and not computed with.
    Other(Value),
}

impl Slot {
    /// What a value is during a run.
    pub(super) fn of(pool: &TermPool, value: Value) -> Slot {
        let constant = value.number().and_then(|term| pool.as_constant(term));
        match (value, constant) {
            (Value::Int(_), Some(constant)) => Slot::Int(constant as i32),
            (Value::Long(_), Some(constant)) => Slot::Long(constant),
            (Value::Float(_), Some(constant)) => Slot::Float(constant as u32),
            (Value::Double(_), Some(constant)) => Slot::Double(constant as u64),
            _ => Slot::Other(value),
        }
    }

    /// A constant of type float.
    pub(super) fn float(bits: u32) -> Slot {
        let value = f32::from_bits(bits);
        Slot::Float(if value.is_nan() { f32::NAN } else { value }.to_bits())
    }

    /// A constant of type double.
    pub(super) fn double(bits: u64) -> Slot {
        let value = f64::from_bits(bits);
        Slot::Double(if value.is_nan() { f64::NAN } else { value }.to_bits())
    }

    /// The value outside of the run.
    pub(super) fn value(self, pool: &mut TermPool) -> Value {
        match self {
            Slot::Int(value) => Value::Int(pool.int(value)),
            Slot::Long(value) => Value::Long(pool.long(value)),
            Slot::Float(bits) => Value::Float(pool.float(f32::from_bits(bits))),
            Slot::Double(bits) => Value::Double(pool.double(f64::from_bits(bits))),
            Slot::Other(value) => value,
        }
    }

    /// An element of an array as a term's constant has it.
    pub(super) fn element(kind: ElementKind, value: i64) -> Slot {
        match kind.sort() {
            Sort::Long => Slot::Long(value),
            Sort::Float => Slot::Float(value as u32),
            Sort::Double => Slot::Double(value as u64),
            _ => Slot::Int(value as i32),
        }
    }

    /// The number as an element of an array holds it, as a term's constant has it; none where it is no number of that sort.
    pub(super) fn as_element(self, kind: ElementKind) -> Option<i64> {
        match (self, kind.sort()) {
            (Slot::Int(value), Sort::Int) => Some(kind.narrow(i64::from(value))),
            (Slot::Long(value), Sort::Long) => Some(value),
            (Slot::Float(bits), Sort::Float) => Some(i64::from(bits)),
            (Slot::Double(bits), Sort::Double) => Some(bits as i64),
            _ => None,
        }
    }

    /// The constant as a term has it; none where it is no number.
    pub(super) fn any_constant(self) -> Option<i64> {
        match self {
            Slot::Int(value) => Some(i64::from(value)),
            Slot::Long(value) => Some(value),
            Slot::Float(bits) => Some(i64::from(bits)),
            Slot::Double(bits) => Some(bits as i64),
            Slot::Other(_) => None,
        }
    }

    /// Whether it takes two slots.
    #[inline]
    pub(super) fn is_wide(self) -> bool {
        match self {
            Slot::Long(_) | Slot::Double(_) => true,
            Slot::Int(_) | Slot::Float(_) => false,
            Slot::Other(value) => value.is_wide(),
        }
    }

    /// The number of a kind; none where it is none of that kind.
    fn of_kind(kind: ValueKind, value: i64) -> Option<Slot> {
        Some(match kind {
            ValueKind::Int => Slot::Int(value as i32),
            ValueKind::Long => Slot::Long(value),
            ValueKind::Float => Slot::Float(value as u32),
            ValueKind::Double => Slot::Double(value as u64),
            ValueKind::Reference => return None,
        })
    }

    /// The constant of a kind, as a term has it, with its sort.
    fn constant(self, kind: ValueKind) -> Option<(Sort, i64)> {
        match (kind, self) {
            (ValueKind::Int, Slot::Int(value)) => Some((Sort::Int, i64::from(value))),
            (ValueKind::Long, Slot::Long(value)) => Some((Sort::Long, value)),
            (ValueKind::Float, Slot::Float(bits)) => Some((Sort::Float, i64::from(bits))),
            (ValueKind::Double, Slot::Double(bits)) => Some((Sort::Double, bits as i64)),
            _ => None,
        }
    }
}

/// The result of a binary operation on numbers of a kind; none where an operand is no such number, and where it throws.
#[inline]
pub(super) fn binary(kind: ValueKind, operator: BinaryOperator, left: Slot, right: Slot) -> Option<Slot> {
    match (kind, left, right) {
        (ValueKind::Int, Slot::Int(left), Slot::Int(right)) => of_ints(operator, left, right).map(Slot::Int),
        (ValueKind::Long, Slot::Long(left), Slot::Long(right)) => of_longs(operator, left, right).map(Slot::Long),
        (ValueKind::Long, Slot::Long(left), Slot::Int(distance)) => {
            let distance = i64::from(distance);
            Some(Slot::Long(match operator {
                BinaryOperator::ShiftLeft => operate::shift_left(Sort::Long, left, distance),
                BinaryOperator::ShiftRight => operate::shift_right(Sort::Long, left, distance),
                BinaryOperator::UnsignedShiftRight => operate::unsigned_shift_right(Sort::Long, left, distance),
                _ => return None,
            }))
        }
        (ValueKind::Float | ValueKind::Double, ..) => {
            let ((sort, left), (_, right)) = (left.constant(kind)?, right.constant(kind)?);
            Slot::of_kind(kind, operate_float(float_operator(operator)?, sort, &[left, right])?)
        }
        _ => None,
    }
}

#[inline]
fn of_ints(operator: BinaryOperator, left: i32, right: i32) -> Option<i32> {
    Some(match operator {
        BinaryOperator::Add => left.wrapping_add(right),
        BinaryOperator::Subtract => left.wrapping_sub(right),
        BinaryOperator::Multiply => left.wrapping_mul(right),
        BinaryOperator::Divide if right != 0 => left.wrapping_div(right),
        BinaryOperator::Remainder if right != 0 => left.wrapping_rem(right),
        BinaryOperator::Divide | BinaryOperator::Remainder => return None,
        // The distance is masked, as Java masks it.
        BinaryOperator::ShiftLeft => left.wrapping_shl(right as u32),
        BinaryOperator::ShiftRight => left.wrapping_shr(right as u32),
        BinaryOperator::UnsignedShiftRight => (left as u32).wrapping_shr(right as u32) as i32,
        BinaryOperator::And => left & right,
        BinaryOperator::Or => left | right,
        BinaryOperator::Xor => left ^ right,
    })
}

#[inline]
fn of_longs(operator: BinaryOperator, left: i64, right: i64) -> Option<i64> {
    Some(match operator {
        BinaryOperator::Add => left.wrapping_add(right),
        BinaryOperator::Subtract => left.wrapping_sub(right),
        BinaryOperator::Multiply => left.wrapping_mul(right),
        BinaryOperator::Divide if right != 0 => left.wrapping_div(right),
        BinaryOperator::Remainder if right != 0 => left.wrapping_rem(right),
        BinaryOperator::And => left & right,
        BinaryOperator::Or => left | right,
        BinaryOperator::Xor => left ^ right,
        _ => return None,
    })
}

/// The negated number; none where it is no number of the kind.
pub(super) fn negate(kind: ValueKind, operand: Slot) -> Option<Slot> {
    match operand.constant(kind)? {
        (Sort::Int | Sort::Long, value) => Slot::of_kind(kind, value.wrapping_neg()),
        (sort, value) => Slot::of_kind(kind, operate_float(FloatOperator::Negate, sort, &[value])?),
    }
}

/// The converted number; none where it is no number of the kind that is converted.
pub(super) fn convert(conversion: Conversion, operand: Slot) -> Option<Slot> {
    Some(match (conversion, operand) {
        (Conversion::IntToByte, Slot::Int(value)) => Slot::Int(i32::from(value as i8)),
        (Conversion::IntToChar, Slot::Int(value)) => Slot::Int(i32::from(value as u16)),
        (Conversion::IntToShort, Slot::Int(value)) => Slot::Int(i32::from(value as i16)),
        (Conversion::Between(ValueKind::Int, ValueKind::Long), Slot::Int(value)) => Slot::Long(i64::from(value)),
        (Conversion::Between(ValueKind::Long, ValueKind::Int), Slot::Long(value)) => Slot::Int(value as i32),
        (Conversion::Between(from, to), _) if from != to => {
            let (sort, value) = operand.constant(from)?;
            return Slot::of_kind(to, operate_float(float_conversion(to)?, sort, &[value])?);
        }
        _ => return None,
    })
}

/// The result of a three-way comparison; none where an operand is no number of its kind.
pub(super) fn compare(comparison: Comparison, left: Slot, right: Slot) -> Option<Slot> {
    let (kind, operator) = comparison_operator(comparison);
    let ((sort, left), (_, right)) = (left.constant(kind)?, right.constant(kind)?);
    match operator {
        None => Some(Slot::Int(left.cmp(&right) as i32)),
        Some(operator) => operate_float(operator, sort, &[left, right]).map(|order| Slot::Int(order as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::classfile::Relation;
    use crate::exec::{combine, related};
    use crate::term::Arithmetic;

    const INTS: [i32; 12] = [0, 1, -1, 2, 7, 31, 32, 33, -33, 65_536, i32::MAX, i32::MIN];
    const LONGS: [i64; 10] = [0, 1, -1, 3, 63, 64, -65, 1 << 33, i64::MAX, i64::MIN];
    const DOUBLES: [f64; 9] = [0.0, -0.0, 1.0, -2.5, 1e-310, 1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    const OPERATORS: [BinaryOperator; 11] = [
        BinaryOperator::Add,
        BinaryOperator::Subtract,
        BinaryOperator::Multiply,
        BinaryOperator::Divide,
        BinaryOperator::Remainder,
        BinaryOperator::ShiftLeft,
        BinaryOperator::ShiftRight,
        BinaryOperator::UnsignedShiftRight,
        BinaryOperator::And,
        BinaryOperator::Or,
        BinaryOperator::Xor,
    ];
    const KINDS: [ValueKind; 4] = [ValueKind::Int, ValueKind::Long, ValueKind::Float, ValueKind::Double];

    /// Numbers of a kind.
    fn numbers(kind: ValueKind) -> Vec<Slot> {
        match kind {
            ValueKind::Int => INTS.map(Slot::Int).to_vec(),
            ValueKind::Long => LONGS.map(Slot::Long).to_vec(),
            ValueKind::Double => DOUBLES.map(|value| Slot::double(value.to_bits())).to_vec(),
            _ => {
                let double = Conversion::Between(ValueKind::Double, ValueKind::Float);
                numbers(ValueKind::Double).into_iter().map(|value| convert(double, value).unwrap()).collect()
            }
        }
    }

    fn term(pool: &mut TermPool, slot: Slot) -> crate::term::TermId {
        slot.value(pool).number().unwrap()
    }

    #[test]
    fn operators_do_what_the_terms_do() {
        let mut pool = TermPool::new(Arithmetic::Java);
        let mut compared = 0;
        for (kind, operator) in KINDS.into_iter().flat_map(|kind| OPERATORS.map(|operator| (kind, operator))) {
            let shifts = matches!(
                operator,
                BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight | BinaryOperator::UnsignedShiftRight
            );
            let rights = numbers(if shifts { ValueKind::Int } else { kind });
            for (left, right) in numbers(kind).into_iter().flat_map(|left| rights.iter().map(move |it| (left, *it))) {
                let Some(result) = binary(kind, operator, left, right) else {
                    let divides = matches!(operator, BinaryOperator::Divide | BinaryOperator::Remainder);
                    let is_zero = matches!(right, Slot::Int(0) | Slot::Long(0));
                    assert!(
                        (divides && is_zero) || matches!(kind, ValueKind::Float | ValueKind::Double),
                        "{operator:?}"
                    );
                    continue;
                };
                let (a, b) = (term(&mut pool, left), term(&mut pool, right));
                let expected = combine(&mut pool, kind, operator, a, b).unwrap();
                assert_eq!(term(&mut pool, result), expected, "{operator:?} {left:?} {right:?}");
                compared += 1;
            }
        }
        assert!(compared > 2_000, "{compared}");
    }

    #[test]
    fn comparisons_and_relations_do_what_the_terms_do() {
        let mut pool = TermPool::new(Arithmetic::Java);
        for (kind, comparison, operator) in [
            (ValueKind::Long, Comparison::Long, None),
            (ValueKind::Float, Comparison::FloatLess, Some(FloatOperator::CompareNanLess)),
            (ValueKind::Float, Comparison::FloatGreater, Some(FloatOperator::CompareNanGreater)),
            (ValueKind::Double, Comparison::DoubleLess, Some(FloatOperator::CompareNanLess)),
            (ValueKind::Double, Comparison::DoubleGreater, Some(FloatOperator::CompareNanGreater)),
        ] {
            for (left, right) in numbers(kind).into_iter().flat_map(|a| numbers(kind).into_iter().map(move |b| (a, b)))
            {
                let (a, b) = (term(&mut pool, left), term(&mut pool, right));
                let expected = match operator {
                    None => pool.compare_long(a, b),
                    Some(operator) => pool.floating_point(operator, &[a, b]),
                };
                let result = compare(comparison, left, right).unwrap();
                assert_eq!(term(&mut pool, result), expected, "{comparison:?} {left:?} {right:?}");
            }
        }
        use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        for relation in [Equal, NotEqual, Less, GreaterOrEqual, Greater, LessOrEqual] {
            for (left, right) in INTS.into_iter().flat_map(|left| INTS.map(|right| (left, right))) {
                let (a, b) = (pool.int(left), pool.int(right));
                let expected = related(&mut pool, relation, a, b);
                assert_eq!(Some(relation.holds(left, right)), pool.as_truth(expected), "{relation:?}");
            }
        }
    }

    #[test]
    fn conversions_and_negations_do_what_the_terms_do() {
        let mut pool = TermPool::new(Arithmetic::Java);
        for value in INTS {
            let a = pool.int(value);
            let narrowed = [
                (Conversion::IntToByte, pool.to_byte(a)),
                (Conversion::IntToChar, pool.to_char(a)),
                (Conversion::IntToShort, pool.to_short(a)),
                (Conversion::Between(ValueKind::Int, ValueKind::Long), pool.int_to_long(a)),
            ];
            for (conversion, expected) in narrowed {
                let result = convert(conversion, Slot::Int(value)).unwrap();
                assert_eq!(term(&mut pool, result), expected, "{conversion:?} {value}");
            }
        }
        for value in LONGS {
            let a = pool.long(value);
            let expected = pool.long_to_int(a);
            let result = convert(Conversion::Between(ValueKind::Long, ValueKind::Int), Slot::Long(value)).unwrap();
            assert_eq!(term(&mut pool, result), expected, "{value}");
        }
        for (kind, value) in KINDS.into_iter().flat_map(|kind| numbers(kind).into_iter().map(move |it| (kind, it))) {
            let a = term(&mut pool, value);
            let expected = match kind {
                ValueKind::Int | ValueKind::Long => pool.negate(a),
                _ => pool.floating_point(FloatOperator::Negate, &[a]),
            };
            let result = negate(kind, value).unwrap();
            assert_eq!(term(&mut pool, result), expected, "{kind:?} {value:?}");
            for (to, operator) in [
                (ValueKind::Int, FloatOperator::ToInt),
                (ValueKind::Long, FloatOperator::ToLong),
                (ValueKind::Float, FloatOperator::ToFloat),
                (ValueKind::Double, FloatOperator::ToDouble),
            ] {
                let are_integers = |kind| matches!(kind, ValueKind::Int | ValueKind::Long);
                if kind == to || (are_integers(kind) && are_integers(to)) {
                    continue;
                }
                let expected = pool.floating_point(operator, &[a]);
                let result = convert(Conversion::Between(kind, to), value).unwrap();
                assert_eq!(term(&mut pool, result), expected, "{kind:?} to {to:?}: {value:?}");
            }
        }
    }
}
