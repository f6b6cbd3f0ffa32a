//! Java's arithmetic on integers: what may leave 32 or 64 bits is brought back. Of sums, products and quotients Z3 decides in this
//! way in a moment what takes bit-vectors long.

use super::super::ranges::Ranges;
use super::context::{Ast, Context, Z3Model};
use super::encoder::{Encoded, Encoder, NumberBits};
use super::integer::Integers;
use crate::term::{Domain, Node, Sort, TermId, TermPool, exact_bounds, is_exact, reachable};
use rustc_hash::FxHashSet;

/// What can leave its bits no more often than this on one side is brought back by distinguishing cases, else by a remainder.
const MOST_CASES: i128 = 4;

/// Integers that wrap.
pub(super) struct WrappingIntegers {
    integers: Integers,
    /// The ranges that the question leaves to terms: what cannot leave its bits is not brought back, what can leave them a few times is
    /// brought back by distinguishing cases. None: all is brought back by remainders.
    ranges: Option<Ranges>,
}

impl WrappingIntegers {
    /// For any question.
    pub(super) fn by_remainders(integers: Integers) -> Self {
        WrappingIntegers { integers, ranges: None }
    }

    /// For a question that leaves these ranges to terms. What is encoded means the same in no other question.
    pub(super) fn within_ranges(integers: Integers, ranges: Ranges) -> Self {
        WrappingIntegers { integers, ranges: Some(ranges) }
    }

    fn width(sort: Sort) -> u32 {
        if sort == Sort::Long { 64 } else { 32 }
    }

    /// An exact result, which is within these bounds, brought back to so many bits.
    fn within(&self, context: &Context, exact: Ast, bounds: (i128, i128), bits: u32) -> Option<Ast> {
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        let above = bounds.1.checked_add(half)?.div_euclid(whole);
        let below = bounds.0.checked_add(half)?.div_euclid(whole).checked_neg()?;
        if self.ranges.is_none() || above > MOST_CASES || below > MOST_CASES {
            return self.integers.wrap(context, exact, bits);
        }
        if above <= 0 && below <= 0 {
            return Some(exact);
        }
        let kind = context.integers()?;
        let number = |value: i128| context.big_number(&value.to_string(), kind);
        let mut result = exact;
        for times in 1..=above.max(0) {
            let is_below = context.integer_less(exact, number(times * whole - half)?)?;
            let moved = context.integer_sum(&[exact, number(-times * whole)?])?;
            result = context.choice(is_below, result, moved)?;
        }
        for times in 1..=below.max(0) {
            let is_below = context.integer_less(exact, number(half - times * whole)?)?;
            let moved = context.integer_sum(&[exact, number(times * whole)?])?;
            result = context.choice(is_below, moved, result)?;
        }
        Some(result)
    }

    /// The values that a term can have.
    fn range(&mut self, pool: &TermPool, id: TermId) -> (i64, i64) {
        self.ranges.as_mut().map_or_else(|| pool.range(id), |ranges| ranges.of(pool, id))
    }

    /// Quotients and remainders of what is not negative, and narrowed numbers that are narrow already: without cases.
    fn plain(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast> {
        self.ranges.as_ref()?;
        match *pool.node(id) {
            Node::Divide(a, b) | Node::Remainder(a, b) => {
                let is_plain = self.range(pool, a).0 >= 0 && self.range(pool, b).0 > 0;
                let (x, y) = (encoded.get(a)?, encoded.get(b)?);
                match pool.node(id) {
                    _ if !is_plain => None,
                    Node::Divide(..) => context.integer_divide(x, y),
                    _ => context.integer_modulo(x, y),
                }
            }
            Node::LongToInt(inner) | Node::ToByte(inner) | Node::ToShort(inner) | Node::ToChar(inner) => {
                let (low, high) = self.range(pool, inner);
                let (least, most) = pool.range(id);
                if least <= low && high <= most { encoded.get(inner) } else { None }
            }
            _ => None,
        }
    }
}

/// Whether a quotient or remainder by what is no constant is made of another one. Measured on a greatest common divisor: Z3 looks for
/// Gröbner bases of such conditions for minutes, which no limit of work ends; of others it needs them for the index of a row and a column.
pub(super) fn nests_divisions(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    let divides = |term: TermId| match *pool.node(term) {
        Node::Divide(_, divisor) | Node::Remainder(_, divisor) => pool.as_constant(divisor).is_none(),
        _ => false,
    };
    let mut terms: Vec<TermId> = conjuncts.iter().flat_map(|conjunct| reachable(pool, *conjunct)).collect();
    terms.sort_unstable();
    terms.dedup();
    // Parts come before what is made of them.
    let mut divided: FxHashSet<TermId> = FxHashSet::default();
    for term in terms {
        let mut is_made_of_one = false;
        pool.node(term).for_each_child(|part| is_made_of_one |= divided.contains(&part));
        if divides(term) && is_made_of_one {
            return true;
        }
        if divides(term) || is_made_of_one {
            divided.insert(term);
        }
    }
    false
}

impl Encoder for WrappingIntegers {
    fn encode_node(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast> {
        if let Some(plain) = self.plain(context, pool, id, encoded) {
            return Some(plain);
        }
        let exact = self.integers.encode_node(context, pool, id, encoded)?;
        let bits = Self::width(pool.sort(id));
        match pool.node(id) {
            Node::Sum { .. } if is_exact(pool, id) => Some(exact),
            Node::Sum { .. } | Node::Product(..) => {
                let of_ranges = self.ranges.as_mut().map(|ranges| ranges.exact(pool, id));
                match of_ranges.unwrap_or_else(|| exact_bounds(pool, id)) {
                    Some(bounds) => self.within(context, exact, bounds, bits),
                    None => self.integers.wrap(context, exact, bits),
                }
            }
            // The least number divided by -1 alone leaves the bits.
            Node::Divide(_, divisor) if self.range(pool, *divisor).0 > 0 => Some(exact),
            Node::Divide(..) => self.integers.wrap(context, exact, bits),
            _ => Some(exact),
        }
    }

    fn array(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast> {
        self.integers.array(context, pool, id)
    }

    fn read(&mut self, context: &Context, pool: &TermPool, contents: TermId, array: Ast, index: Ast) -> Option<Ast> {
        self.integers.read(context, pool, contents, array, index)
    }

    fn constant(&mut self, context: &Context, sort: Sort, value: i64) -> Option<Ast> {
        self.integers.constant(context, sort, value)
    }

    fn combine(&mut self, context: &Context, a: Ast, b: Ast, is_sum: bool) -> Option<Ast> {
        let exact = self.integers.combine(context, a, b, is_sum)?;
        // Of two numbers of 32 bits.
        self.within(context, exact, (-(1 << 32), 1 << 32), Self::width(Sort::Int))
    }

    fn less(&mut self, context: &Context, a: Ast, b: Ast) -> Option<Ast> {
        self.integers.less(context, a, b)
    }

    fn bound(&mut self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Option<Ast>> {
        let is_open = match pool.node(id) {
            Node::Input(_, domain) => matches!(domain, Domain::Int | Domain::Long | Domain::Length),
            Node::Select(contents, _) => pool.element_kind(*contents).narrow_bounds().is_none(),
            _ => return Some(None),
        };
        if !is_open {
            return self.integers.bound(context, pool, id, ast);
        }
        let (low, high) = pool.range(id);
        let kind = context.integers()?;
        let below = context.integer_less(ast, context.number(low, kind)?)?;
        let above = context.integer_less(context.number(high, kind)?, ast)?;
        Some(Some(context.all(&[context.not(below)?, context.not(above)?])?))
    }

    fn float_bits(&self, context: &Context, sort: Sort, ast: Ast) -> Option<Ast> {
        self.integers.float_bits(context, sort, ast)
    }

    fn index_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<Ast> {
        self.integers.index_bits(context, pool, id, ast)
    }

    fn number_bits(&self, context: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<NumberBits> {
        self.integers.number_bits(context, pool, id, ast)
    }

    fn int_bits(&self, context: &Context, ast: Ast) -> Option<Ast> {
        self.integers.int_bits(context, ast)
    }

    fn of_bits(&self, context: &Context, bits: Ast, sort: Sort) -> Option<Ast> {
        self.integers.of_bits(context, bits, sort)
    }

    fn value(&self, model: &Z3Model<'_>, ast: Ast, sort: Sort) -> Option<i64> {
        self.integers.value(model, ast, sort)
    }
}
