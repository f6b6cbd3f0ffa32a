//! Floating-point operators. Almost no law of real arithmetic holds for them; what is here holds for NaN, infinities and
//! both zeros too. `==`, `<` and `<=` are Java's unless the rule says "same", which is [`TermPool::equal`]: one NaN, two
//! zeros.

use crate::term::evaluate_float::{self, double, of_double, of_single, single};
use crate::term::interval::is_within_bits;
use crate::term::node::{Node, TermId};
use crate::term::operator::FloatOperator;
use crate::term::pool::TermPool;
use crate::term::sort::Sort;

impl TermPool {
    /// An operator of floating-point numbers. The arguments are of sorts that it accepts.
    pub fn floating_point(&mut self, operator: FloatOperator, arguments: &[TermId]) -> TermId {
        debug_assert!(operator.accepts(&arguments.iter().map(|term| self.sort(*term)).collect::<Vec<_>>()));
        if self.is_simplifying() {
            if let Some(constant) = self.folded(operator, arguments) {
                return constant;
            }
            if let Some(enclosed) = self.enclosed(operator, arguments) {
                return enclosed;
            }
            let simpler = match *arguments {
                [a] => self.simpler_unary(operator, a),
                [a, b] => self.simpler_binary(operator, a, b),
                _ => None,
            };
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        self.intern(Node::FloatingPoint(operator, arguments.into()))
    }

    /// A constant of a sort, by the number that values of the sort are carried as.
    pub(crate) fn constant_value(&mut self, sort: Sort, value: i64) -> TermId {
        match sort {
            Sort::Bool => self.truth(value != 0),
            Sort::Float => self.float(single(value)),
            Sort::Double => self.double(double(value)),
            _ => self.constant(sort, value),
        }
    }

    // float-constants: an operator on constants is its result
    fn folded(&mut self, operator: FloatOperator, arguments: &[TermId]) -> Option<TermId> {
        let first = self.sort(*arguments.first()?);
        let values = arguments.iter().map(|term| self.as_constant(*term)).collect::<Option<Vec<i64>>>()?;
        let value = evaluate_float::apply(operator, first, &values)?;
        Some(self.constant_value(operator.result(first), value))
    }

    /// The operator and first argument of a floating-point node with one argument.
    fn unary_parts(&self, id: TermId) -> Option<(FloatOperator, TermId)> {
        match self.node(id) {
            Node::FloatingPoint(operator, arguments) => match **arguments {
                [a] => Some((*operator, a)),
                _ => None,
            },
            _ => None,
        }
    }

    fn simpler_unary(&mut self, operator: FloatOperator, a: TermId) -> Option<TermId> {
        use FloatOperator as F;
        let (inner, x) = self.unary_parts(a)?;
        let from = self.sort(x);
        match (operator, inner) {
            // float-negate-negate: -(-x) = x
            (F::Negate, F::Negate) => Some(x),
            // float-absolute-of-sign: abs(-x) = abs(x); abs(abs(x)) = abs(x)
            (F::Absolute, F::Negate | F::Absolute) => Some(self.floating_point(F::Absolute, &[x])),
            // float-integral: floor, ceil and rint of what floor, ceil or rint gave, or of an int, are that
            (F::Floor | F::Ceiling | F::RoundToEven, F::Floor | F::Ceiling | F::RoundToEven) => Some(a),
            (F::Floor | F::Ceiling | F::RoundToEven, F::ToFloat | F::ToDouble) if from.is_number() => Some(a),
            // nan-of-integer: a converted int or long is no NaN
            (F::IsNan, F::ToFloat | F::ToDouble) if from.is_number() => Some(self.truth(false)),
            // nan-passes: these give NaN for NaN and for nothing else
            (F::IsNan, F::Negate | F::Absolute | F::Floor | F::Ceiling | F::RoundToEven | F::ToFloat | F::ToDouble) => {
                Some(self.floating_point(F::IsNan, &[x]))
            }
            // float-widened: (float) (double) x = x for a float x
            (F::ToFloat, F::ToDouble) if from == Sort::Float => Some(x),
            // int-widened: (int) (double) x = x, (long) (double) x = (long) x for an int x of 32 bits
            (F::ToInt, F::ToDouble) if from == Sort::Int && is_within_bits(self, x) => Some(x),
            (F::ToLong, F::ToDouble) if from == Sort::Int && is_within_bits(self, x) => Some(self.int_to_long(x)),
            // to-int-of-widened: (int) (double) x = (int) x, (long) (double) x = (long) x for a float x
            (F::ToInt | F::ToLong, F::ToDouble) if from == Sort::Float => Some(self.floating_point(operator, &[x])),
            // from-bits-of-bits: longBitsToDouble(doubleToLongBits(x)) = x
            (F::FromBits, F::Bits) => Some(x),
            _ => None,
        }
    }

    fn simpler_binary(&mut self, operator: FloatOperator, a: TermId, b: TermId) -> Option<TermId> {
        use FloatOperator as F;
        match operator {
            F::Add | F::Subtract | F::Multiply | F::Divide | F::Remainder => self.simpler_arithmetic(operator, a, b),
            F::Equal | F::Less | F::LessOrEqual => self.simpler_relation(operator, a, b),
            _ => None,
        }
    }

    fn simpler_arithmetic(&mut self, operator: FloatOperator, a: TermId, b: TermId) -> Option<TermId> {
        use FloatOperator as F;
        let sort = self.sort(a);
        let nan = of_double(f64::NAN);
        let value = |pool: &TermPool, term| pool.as_constant(term).map(|bits| widened(sort, bits));
        let (left, right) = (value(self, a), value(self, b));
        // float-nan: an operation on NaN gives NaN
        if [left, right].into_iter().flatten().any(|value| value.is_nan()) {
            return Some(self.constant_value(sort, if sort == Sort::Double { nan } else { of_single(f32::NAN) }));
        }
        let is = |value: Option<f64>, wanted: f64| value.is_some_and(|value| value.to_bits() == wanted.to_bits());
        match operator {
            // float-add-zero: x + -0.0 = x (x + 0.0 is 0.0 for x = -0.0)
            F::Add if is(right, -0.0) => Some(a),
            F::Add if is(left, -0.0) => Some(b),
            // float-subtract-zero: x - 0.0 = x
            F::Subtract if is(right, 0.0) => Some(a),
            // float-multiply-one: x * 1.0 = x; x * -1.0 = -x
            F::Multiply if is(right, 1.0) => Some(a),
            F::Multiply if is(left, 1.0) => Some(b),
            F::Multiply if is(right, -1.0) => Some(self.floating_point(F::Negate, &[a])),
            F::Multiply if is(left, -1.0) => Some(self.floating_point(F::Negate, &[b])),
            // float-divide-one: x / 1.0 = x; x / -1.0 = -x
            F::Divide if is(right, 1.0) => Some(a),
            F::Divide if is(right, -1.0) => Some(self.floating_point(F::Negate, &[a])),
            // float-order: x + y = y + x; x * y = y * x, ascending with a constant last
            F::Add | F::Multiply if self.is_after(a, b) => {
                Some(self.intern(Node::FloatingPoint(operator, [b, a].into())))
            }
            _ => None,
        }
    }

    /// Is `a` to stand after `b` where their order does not matter? Constants are last.
    fn is_after(&self, a: TermId, b: TermId) -> bool {
        match (self.as_constant(a).is_some(), self.as_constant(b).is_some()) {
            (false, false) => b < a,
            (is_last, _) => is_last,
        }
    }

    fn simpler_relation(&mut self, operator: FloatOperator, a: TermId, b: TermId) -> Option<TermId> {
        use FloatOperator as F;
        let sort = self.sort(a);
        let value = |pool: &TermPool, term| pool.as_constant(term).map(|bits| widened(sort, bits));
        let (left, right) = (value(self, a), value(self, b));
        // relation-nan: NaN is not equal to, less than, nor at most anything
        if [left, right].into_iter().flatten().any(|value| value.is_nan()) {
            return Some(self.truth(false));
        }
        if a == b {
            // relation-same: (x == x) = (x <= x) = !isNaN(x); (x < x) = false
            if operator == F::Less {
                return Some(self.truth(false));
            }
            let nan = self.floating_point(F::IsNan, &[a]);
            return Some(self.not(nan));
        }
        // relation-infinity: nothing is less than -infinity, or greater than infinity
        if operator == F::Less && (right == Some(f64::NEG_INFINITY) || left == Some(f64::INFINITY)) {
            return Some(self.truth(false));
        }
        if let Some(simpler) = self.relation_of_converted(operator, (a, left), (b, right)) {
            return Some(simpler);
        }
        // equal-order-float: (x == y) = (y == x), ascending with a constant last
        if operator == F::Equal && self.is_after(a, b) {
            return Some(self.intern(Node::FloatingPoint(operator, [b, a].into())));
        }
        None
    }

    /// The argument of a conversion that loses nothing: a float's to double, or an int's of 32 bits to double.
    fn converted_from(&self, id: TermId) -> Option<TermId> {
        match self.unary_parts(id)? {
            (FloatOperator::ToDouble, x) => match self.sort(x) {
                Sort::Float => Some(x),
                Sort::Int if is_within_bits(self, x) => Some(x),
                _ => None,
            },
            _ => None,
        }
    }

    fn relation_of_converted(
        &mut self,
        operator: FloatOperator,
        (a, left): (TermId, Option<f64>),
        (b, right): (TermId, Option<f64>),
    ) -> Option<TermId> {
        match (self.converted_from(a), self.converted_from(b), left, right) {
            (Some(x), Some(y), ..) if self.sort(x) == self.sort(y) => match self.sort(x) {
                // relation-widened: ((double) x < (double) y) = (x < y) for floats; likewise == and <=
                Sort::Float => Some(self.floating_point(operator, &[x, y])),
                // relation-of-ints: ((double) x < (double) y) = (x < y) for ints of 32 bits; likewise == and <=
                _ => Some(match operator {
                    FloatOperator::Equal => self.equal(x, y),
                    FloatOperator::Less => self.less(x, y),
                    _ => self.less_or_equal(x, y),
                }),
            },
            (Some(x), None, _, Some(value)) => self.relation_with_constant(operator, x, value, true),
            (None, Some(y), Some(value), _) => self.relation_with_constant(operator, y, value, false),
            _ => None,
        }
    }

    fn relation_with_constant(
        &mut self,
        operator: FloatOperator,
        x: TermId,
        value: f64,
        constant_is_right: bool,
    ) -> Option<TermId> {
        if self.sort(x) == Sort::Float {
            // relation-widened-constant: ((double) x < k) = (x < (float) k) where k is a float; likewise == and <=
            let narrow = value as f32;
            if of_double(f64::from(narrow)) != of_double(value) {
                return None;
            }
            let narrow = self.float(narrow);
            let arguments = if constant_is_right { [x, narrow] } else { [narrow, x] };
            return Some(self.floating_point(operator, &arguments));
        }
        // relation-int-constant: for an int x of 32 bits, ((double) x < k) = (x < ceil(k)), ((double) x <= k) =
        // (x <= floor(k)), (k < (double) x) = (floor(k) < x), (k <= (double) x) = (ceil(k) <= x), and (x == k) where k is
        // an int; a k beyond all ints decides
        let bounds = (f64::from(i32::MIN), f64::from(i32::MAX));
        if operator == FloatOperator::Equal {
            if value.fract() != 0.0 || value < bounds.0 || value > bounds.1 {
                return Some(self.truth(false));
            }
            let constant = self.int(value as i32);
            return Some(self.equal(x, constant));
        }
        if value < bounds.0 || value > bounds.1 {
            return Some(self.truth((value > 0.0) == constant_is_right));
        }
        let rounded = match (operator == FloatOperator::Less, constant_is_right) {
            (true, true) | (false, false) => value.ceil(),
            (true, false) | (false, true) => value.floor(),
        };
        let constant = self.int(rounded as i32);
        let (p, q) = if constant_is_right { (x, constant) } else { (constant, x) };
        Some(if operator == FloatOperator::Less { self.less(p, q) } else { self.less_or_equal(p, q) })
    }

    /// `compare(x, y) == value` where `compare` is one of the comparison instructions and `value` is -1, 0 or 1.
    // equal-float-compare: (cmpl(x, y) == 0) = (x == y); (cmpl(x, y) == 1) = (y < x); (cmpl(x, y) == -1) = !(y <= x);
    // (cmpg(x, y) == 0) = (x == y); (cmpg(x, y) == 1) = !(x <= y); (cmpg(x, y) == -1) = (x < y)
    pub(super) fn equal_float_compare(&mut self, compare: TermId, value: i64) -> Option<TermId> {
        let (nan_is_less, x, y) = self.comparison_parts(compare)?;
        match (value, nan_is_less) {
            (0, _) => Some(self.floating_point(FloatOperator::Equal, &[x, y])),
            (1, true) => Some(self.floating_point(FloatOperator::Less, &[y, x])),
            (-1, false) => Some(self.floating_point(FloatOperator::Less, &[x, y])),
            (-1, true) => Some(self.not_at_most(y, x)),
            (1, false) => Some(self.not_at_most(x, y)),
            _ => Some(self.truth(false)),
        }
    }

    /// `compare(x, y) < value`, or `value < compare(x, y)`.
    // less-float-compare: (cmpl(x, y) < 0) = !(y <= x); (cmpl(x, y) < 1) = !(y < x); (0 < cmpl(x, y)) = (y < x);
    // (-1 < cmpl(x, y)) = (y <= x); (cmpg(x, y) < 0) = (x < y); (cmpg(x, y) < 1) = (x <= y);
    // (0 < cmpg(x, y)) = !(x <= y); (-1 < cmpg(x, y)) = !(x < y)
    pub(super) fn less_float_compare(
        &mut self,
        compare: TermId,
        value: i64,
        constant_is_right: bool,
    ) -> Option<TermId> {
        let (nan_is_less, x, y) = self.comparison_parts(compare)?;
        // The comparison is at most, or at least, this.
        let bound = if constant_is_right { value.checked_sub(1)? } else { value.checked_add(1)? };
        match (constant_is_right, bound) {
            (true, -1) | (false, 1) => self.equal_float_compare(compare, bound),
            (true, 0) if nan_is_less => {
                let greater = self.floating_point(FloatOperator::Less, &[y, x]);
                Some(self.not(greater))
            }
            (true, 0) => Some(self.floating_point(FloatOperator::LessOrEqual, &[x, y])),
            (false, 0) if nan_is_less => Some(self.floating_point(FloatOperator::LessOrEqual, &[y, x])),
            (false, 0) => {
                let less = self.floating_point(FloatOperator::Less, &[x, y]);
                Some(self.not(less))
            }
            // The intervals decide the rest.
            _ => None,
        }
    }

    fn not_at_most(&mut self, x: TermId, y: TermId) -> TermId {
        let at_most = self.floating_point(FloatOperator::LessOrEqual, &[x, y]);
        self.not(at_most)
    }

    /// Whether NaN gives -1, and the arguments of a comparison instruction.
    fn comparison_parts(&self, id: TermId) -> Option<(bool, TermId, TermId)> {
        match self.node(id) {
            Node::FloatingPoint(FloatOperator::CompareNanLess, arguments) => match **arguments {
                [x, y] => Some((true, x, y)),
                _ => None,
            },
            Node::FloatingPoint(FloatOperator::CompareNanGreater, arguments) => match **arguments {
                [x, y] => Some((false, x, y)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Equalities of bits, and sameness of floating-point numbers; the constant, if any, is `b`.
    pub(super) fn equal_bits(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        use FloatOperator as F;
        if self.sort(a).is_floating_point() {
            let sort = self.sort(a);
            let value = widened(sort, self.as_constant(b)?);
            return match value {
                // same-nan: (x same NaN) = isNaN(x)
                value if value.is_nan() => Some(self.floating_point(F::IsNan, &[a])),
                // same-constant: (x same k) = (x == k) where k is neither NaN nor a zero
                value if value != 0.0 => Some(self.floating_point(F::Equal, &[a, b])),
                _ => None,
            };
        }
        let (F::Bits, x) = self.unary_parts(a)? else { return None };
        if let Some(value) = self.as_constant(b) {
            // bits-constant: (bits(x) == k) = (x same fromBits(k)), false where k is a NaN that bits(x) never is
            let sort = self.sort(x);
            let carried = if sort == Sort::Float { i64::from(value as u32) } else { value };
            if evaluate_float::canonical(sort, carried) != carried {
                return Some(self.truth(false));
            }
            let constant = self.constant_value(sort, carried);
            return Some(self.equal(x, constant));
        }
        // bits-same: (bits(x) == bits(y)) = (x same y)
        let (F::Bits, y) = self.unary_parts(b)? else { return None };
        (self.sort(x) == self.sort(y)).then(|| self.equal(x, y))
    }
}

/// The number that a float's or double's bits stand for.
fn widened(sort: Sort, bits: i64) -> f64 {
    match sort {
        Sort::Float => f64::from(single(bits)),
        _ => double(bits),
    }
}
