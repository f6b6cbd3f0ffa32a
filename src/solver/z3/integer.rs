//! Unbounded arithmetic for Z3: `Int` and `Long` are integers; operators on bits go through bit-vectors.

use super::context::{Ast, Context, Kind, Z3Model};
use super::encoder::{Encoded, Encoder, NumberBits};
use super::floating_point::{FloatingPoint, IntegerBits};
use crate::term::{Arithmetic, Domain, Node, Sort, TermId, TermPool, is_within_bits};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The sorts in use, and the bit-vectors behind results of bitwise operators: an operator on such a result takes the
/// bit-vector itself, since Z3 decides a way through integers and back only slowly.
#[derive(Debug)]
pub(super) struct Integers {
    integer: Kind,
    int_bits: Kind,
    long_bits: Kind,
    bits: FxHashMap<TermId, Ast>,
    floating_point: Rc<FloatingPoint>,
}

/// Nested masks are followed by recursion up to this depth.
const DEEPEST_MASKS: u32 = 200;

fn width(sort: Sort) -> u32 {
    if sort == Sort::Long { 64 } else { 32 }
}

impl Integers {
    pub(super) fn new(context: &Context) -> Option<Self> {
        Some(Integers {
            integer: context.integers()?,
            int_bits: context.bit_vectors(32)?,
            long_bits: context.bit_vectors(64)?,
            bits: FxHashMap::default(),
            floating_point: Rc::new(FloatingPoint::new(context)?),
        })
    }

    fn number(&self, context: &Context, value: i64) -> Option<Ast> {
        context.number(value, self.integer)
    }

    fn power_of_two(&self, context: &Context, exponent: u32) -> Option<Ast> {
        context.big_number(&(1u128 << exponent).to_string(), self.integer)
    }

    /// The low bits of an integer, read as signed: what Java's narrowing does.
    pub(super) fn wrap(&self, context: &Context, ast: Ast, bits: u32) -> Option<Ast> {
        let low = context.integer_modulo(ast, self.power_of_two(context, bits)?)?;
        let is_small = context.integer_less(low, self.power_of_two(context, bits - 1)?)?;
        let lowered = self.difference(context, low, self.power_of_two(context, bits)?)?;
        context.choice(is_small, low, lowered)
    }

    fn difference(&self, context: &Context, a: Ast, b: Ast) -> Option<Ast> {
        context.integer_sum(&[a, context.integer_negate(b)?])
    }

    fn magnitude(&self, context: &Context, a: Ast, is_negative: Ast) -> Option<Ast> {
        context.choice(is_negative, context.integer_negate(a)?, a)
    }

    /// Truncating division; Z3's own rounds down for a positive divisor, and says nothing of a divisor of zero.
    fn quotient(&self, context: &Context, pool: &TermPool, a: TermId, b: TermId, x: Ast, y: Ast) -> Option<Ast> {
        let zero = self.number(context, 0)?;
        let x_is_negative = context.integer_less(x, zero)?;
        let y_is_negative = context.integer_less(y, zero)?;
        let (dividend_low, divisor) = (pool.range(a).0, pool.as_constant(b));
        if divisor.is_some_and(|divisor| divisor > 0) {
            let rounded_down = context.integer_divide(x, y)?;
            if dividend_low >= 0 {
                return Some(rounded_down);
            }
            let negated = context.integer_divide(context.integer_negate(x)?, y)?;
            return context.choice(x_is_negative, context.integer_negate(negated)?, rounded_down);
        }
        let of_magnitudes = context
            .integer_divide(self.magnitude(context, x, x_is_negative)?, self.magnitude(context, y, y_is_negative)?)?;
        let same_sign = context.equal(x_is_negative, y_is_negative)?;
        let quotient = context.choice(same_sign, of_magnitudes, context.integer_negate(of_magnitudes)?)?;
        let by_zero = context.choice(x_is_negative, self.number(context, 1)?, self.number(context, -1)?)?;
        context.choice(context.equal(y, zero)?, by_zero, quotient)
    }

    /// The low 32 or 64 bits of a number.
    fn low_bits(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast> {
        if let Some(&bits) = self.bits.get(&id) {
            return Some(bits);
        }
        let sort = pool.sort(id);
        let bits = match pool.as_constant(id) {
            Some(value) => context.number(value, if sort == Sort::Long { self.long_bits } else { self.int_bits })?,
            None => match *pool.node(id) {
                Node::And(a, b) if pool.depth(id) < DEEPEST_MASKS => {
                    let left = self.low_bits(context, pool, a, encoded)?;
                    let right = self.low_bits(context, pool, b, encoded)?;
                    context.bits_and(left, right)?
                }
                _ => context.integer_to_bits(width(sort), encoded.get(id)?)?,
            },
        };
        self.bits.insert(id, bits);
        Some(bits)
    }

    /// An operator on the low 32 or 64 bits, with its result `id`.
    fn on_bits(
        &mut self,
        context: &Context,
        pool: &TermPool,
        (id, a, b): (TermId, TermId, TermId),
        encoded: &Encoded,
        operator: impl FnOnce(&Context, Ast, Ast) -> Option<Ast>,
    ) -> Option<Ast> {
        let left = self.low_bits(context, pool, a, encoded)?;
        let right = self.low_bits(context, pool, b, encoded)?;
        self.remember_bits(context, id, operator(context, left, right)?)
    }

    fn remember_bits(&mut self, context: &Context, id: TermId, bits: Ast) -> Option<Ast> {
        self.bits.insert(id, bits);
        context.bits_to_integer(bits)
    }

    /// A shift with its result `id`.
    fn shift(
        &mut self,
        context: &Context,
        pool: &TermPool,
        (id, a, b): (TermId, TermId, TermId),
        encoded: &Encoded,
        operator: impl FnOnce(&Context, Ast, Ast) -> Option<Ast>,
    ) -> Option<Ast> {
        let value = self.low_bits(context, pool, a, encoded)?;
        let amount = self.low_bits(context, pool, b, encoded)?;
        let sort = pool.sort(a);
        let mask = context.number(i64::from(width(sort) - 1), self.int_bits)?;
        let masked = context.bits_and(amount, mask)?;
        let distance = if sort == Sort::Long { context.zero_extend(32, masked)? } else { masked };
        self.remember_bits(context, id, operator(context, value, distance)?)
    }

    fn signed_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Ast> {
        if is_within_bits(pool, id) { Some(ast) } else { self.wrap(context, ast, width(pool.sort(id))) }
    }
}

impl Encoder for Integers {
    fn encode_node(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast> {
        let sort = pool.sort(id);
        let get = |id: &TermId| encoded.get(*id);
        match pool.node(id) {
            Node::Constant(sort, value) => self.constant(context, *sort, *value),
            Node::Truth(value) => context.truth(*value),
            Node::Input(input, domain) if domain.sort().is_floating_point() => {
                let bits = context.unknown(input.0, self.floating_point.bits(domain.sort()))?;
                self.floating_point.of_bits(context, domain.sort(), bits)
            }
            Node::Input(input, _) => context.unknown(input.0, self.integer),
            Node::Sum { constant, terms, .. } => {
                let mut parts = Vec::with_capacity(terms.len() + 1);
                for (coefficient, term) in terms.iter() {
                    parts.push(match coefficient {
                        1 => get(term)?,
                        _ => context.integer_product(self.number(context, *coefficient)?, get(term)?)?,
                    });
                }
                if *constant != 0 || parts.is_empty() {
                    parts.push(self.number(context, *constant)?);
                }
                if let [single] = parts.as_slice() { Some(*single) } else { context.integer_sum(&parts) }
            }
            Node::Product(a, b) => context.integer_product(get(a)?, get(b)?),
            Node::Divide(a, b) => self.quotient(context, pool, *a, *b, get(a)?, get(b)?),
            Node::Remainder(a, b) => {
                // a - b * (a / b); for b = 0 that is a.
                let quotient = self.quotient(context, pool, *a, *b, get(a)?, get(b)?)?;
                let product = context.integer_product(get(b)?, quotient)?;
                self.difference(context, get(a)?, product)
            }
            Node::ShiftLeft(a, b) => self.shift(context, pool, (id, *a, *b), encoded, Context::bits_shift_left),
            Node::ShiftRight(a, b) => match pool.as_constant(*b) {
                Some(amount) => {
                    let distance = (amount & i64::from(width(sort) - 1)) as u32;
                    let bits = self.signed_bits(context, pool, *a, get(a)?)?;
                    context.integer_divide(bits, self.power_of_two(context, distance)?)
                }
                None => self.shift(context, pool, (id, *a, *b), encoded, Context::bits_shift_right),
            },
            Node::UnsignedShiftRight(a, b) => {
                let distance = pool.as_constant(*b).map(|amount| (amount & i64::from(width(sort) - 1)) as u32);
                match distance {
                    Some(distance) if distance > 0 => {
                        let natural = match pool.range(*a) {
                            (0.., _) if is_within_bits(pool, *a) => get(a)?,
                            _ => context.integer_modulo(get(a)?, self.power_of_two(context, width(sort))?)?,
                        };
                        context.integer_divide(natural, self.power_of_two(context, distance)?)
                    }
                    _ => self.shift(context, pool, (id, *a, *b), encoded, Context::bits_unsigned_shift_right),
                }
            }
            Node::And(a, b) => match pool.as_constant(*b) {
                // The lowest bits of an integer are its remainder.
                Some(mask) if mask > 0 && mask < i64::from(i32::MAX) && mask & (mask + 1) == 0 => {
                    context.integer_modulo(get(a)?, self.number(context, mask + 1)?)
                }
                _ => self.on_bits(context, pool, (id, *a, *b), encoded, Context::bits_and),
            },
            Node::Or(a, b) => self.on_bits(context, pool, (id, *a, *b), encoded, Context::bits_or),
            Node::Xor(a, b) => self.on_bits(context, pool, (id, *a, *b), encoded, Context::bits_xor),
            Node::IntToLong(a) => get(a),
            Node::LongToInt(a) => self.wrap(context, get(a)?, 32),
            Node::ToByte(a) => self.wrap(context, get(a)?, 8),
            Node::ToShort(a) => self.wrap(context, get(a)?, 16),
            Node::ToChar(a) => context.integer_modulo(get(a)?, self.power_of_two(context, 16)?),
            Node::CompareLong(a, b) => {
                let number = |value| self.number(context, value);
                let not_less = context.choice(context.equal(get(a)?, get(b)?)?, number(0)?, number(1)?)?;
                context.choice(context.integer_less(get(a)?, get(b)?)?, number(-1)?, not_less)
            }
            Node::Equal(a, b) => context.equal(get(a)?, get(b)?),
            Node::Less(a, b) => context.integer_less(get(a)?, get(b)?),
            Node::Not(a) => context.not(get(a)?),
            Node::Conjunction(terms) => context.all(&terms.iter().map(get).collect::<Option<Vec<_>>>()?),
            Node::IfThenElse(c, a, b) => context.choice(get(c)?, get(a)?, get(b)?),
            Node::Select(..) | Node::Store(..) | Node::Zeroed(_) | Node::Elements(..) | Node::Copy { .. } => None,
            Node::FloatingPoint(operator, ids) => {
                let arguments = ids.iter().map(get).collect::<Option<Vec<Ast>>>()?;
                let floating_point = Rc::clone(&self.floating_point);
                let mut integers = Bounded { integers: self, encoded, made: None };
                let result = floating_point.encode(context, pool, (*operator, ids), &arguments, &mut integers)?;
                if let (Some(bits), true) = (integers.made, sort.is_number()) {
                    self.bits.insert(id, bits);
                }
                Some(result)
            }
            Node::TextConstant(_) | Node::Text(..) => None,
        }
    }

    fn array(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast> {
        let Node::Input(input, domain) = pool.node(id) else { return None };
        let element = match domain {
            Domain::Contents(kind) if kind.sort().is_floating_point() => self.floating_point.bits(kind.sort()),
            _ => self.integer,
        };
        context.unknown(input.0, context.arrays(self.integer, element)?)
    }

    fn read(&mut self, context: &Context, pool: &TermPool, contents: TermId, array: Ast, index: Ast) -> Option<Ast> {
        let element = context.select(array, index)?;
        match pool.element_kind(contents).sort() {
            sort @ (Sort::Float | Sort::Double) => self.floating_point.of_bits(context, sort, element),
            _ => Some(element),
        }
    }

    fn constant(&mut self, context: &Context, sort: Sort, value: i64) -> Option<Ast> {
        match sort {
            Sort::Float | Sort::Double => self.floating_point.constant(context, sort, value),
            _ => self.number(context, value),
        }
    }

    fn float_bits(&self, context: &Context, sort: Sort, ast: Ast) -> Option<Ast> {
        self.floating_point.to_bits(context, sort, ast)
    }

    fn combine(&mut self, context: &Context, a: Ast, b: Ast, is_sum: bool) -> Option<Ast> {
        if is_sum { context.integer_sum(&[a, b]) } else { self.difference(context, a, b) }
    }

    fn less(&mut self, context: &Context, a: Ast, b: Ast) -> Option<Ast> {
        context.integer_less(a, b)
    }

    fn bound(&mut self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Option<Ast>> {
        let (low, high) = match pool.node(id) {
            Node::Input(_, domain) => match domain.bounds(Arithmetic::Math) {
                Some(bounds) => bounds,
                None => return Some(None),
            },
            Node::Select(contents, _) => match pool.element_kind(*contents).narrow_bounds() {
                Some((low, high)) => (low, Some(high)),
                None => return Some(None),
            },
            _ => return Some(None),
        };
        let below = context.integer_less(ast, self.number(context, low)?)?;
        let mut parts = vec![context.not(below)?];
        if let Some(high) = high {
            let above = context.integer_less(self.number(context, high)?, ast)?;
            parts.push(context.not(above)?);
        }
        Some(Some(context.all(&parts)?))
    }

    fn index_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Ast> {
        if is_within_bits(pool, id) {
            return context.integer_to_bits(32, ast);
        }
        let (low, high) = (self.number(context, i64::from(i32::MIN))?, self.number(context, i64::from(i32::MAX))?);
        let lowered = context.choice(context.integer_less(high, ast)?, high, ast)?;
        context.integer_to_bits(32, context.choice(context.integer_less(ast, low)?, low, lowered)?)
    }

    fn number_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<NumberBits> {
        let bits = context.integer_to_bits(64, ast)?;
        if is_within_bits(pool, id) {
            return Some(NumberBits { bits, is_wide: true, is_exact: None });
        }
        let below = context.integer_less(ast, self.number(context, i64::MIN)?)?;
        let above = context.integer_less(self.number(context, i64::MAX)?, ast)?;
        let is_exact = Some(context.all(&[context.not(below)?, context.not(above)?])?);
        Some(NumberBits { bits, is_wide: true, is_exact })
    }

    fn int_bits(&self, context: &Context, ast: Ast) -> Option<Ast> {
        context.integer_to_bits(32, ast)
    }

    fn of_bits(&self, context: &Context, bits: Ast, _: Sort) -> Option<Ast> {
        context.bits_to_integer(bits)
    }

    fn value(&self, model: &Z3Model<'_>, ast: Ast, _: Sort) -> Option<i64> {
        model.integer(ast)
    }
}

/// Integers that are converted to floating-point numbers: those of which it is known that 32 or 64 bits hold them.
struct Bounded<'i, 'e> {
    integers: &'i mut Integers,
    encoded: &'e Encoded,
    /// The bits of the last number that was made.
    made: Option<Ast>,
}

impl IntegerBits for Bounded<'_, '_> {
    fn exact_bits(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast> {
        if is_within_bits(pool, id) { self.low_bits(context, pool, id) } else { None }
    }

    fn low_bits(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast> {
        self.integers.low_bits(context, pool, id, self.encoded)
    }

    fn number(&mut self, context: &Context, bits: Ast) -> Option<Ast> {
        self.made = Some(bits);
        context.bits_to_integer(bits)
    }
}
