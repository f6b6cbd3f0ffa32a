//! Java's arithmetic on integers: what may leave 32 or 64 bits is brought back. For linear conditions, of which Z3 decides in this
//! way in a moment what takes bit-vectors long.

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
    /// Whether sums are brought back by distinguishing cases.
    by_cases: bool,
}

impl WrappingIntegers {
    /// Sums are brought back by remainders.
    pub(super) fn by_remainders(integers: Integers) -> Self {
        WrappingIntegers { integers, by_cases: false }
    }

    /// Sums are brought back by distinguishing cases, where these are few.
    pub(super) fn by_cases(integers: Integers) -> Self {
        WrappingIntegers { integers, by_cases: true }
    }

    fn width(sort: Sort) -> u32 {
        if sort == Sort::Long { 64 } else { 32 }
    }

    /// An exact result, which is within these bounds, brought back to so many bits.
    fn within(&self, context: &Context, exact: Ast, bounds: (i128, i128), bits: u32) -> Option<Ast> {
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        let above = bounds.1.checked_add(half)?.div_euclid(whole);
        let below = bounds.0.checked_add(half)?.div_euclid(whole).checked_neg()?;
        if !self.by_cases || above > MOST_CASES || below > MOST_CASES {
            return self.integers.wrap(context, exact, bits);
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
}

/// Sums of more terms than this that are cases of a condition are asked on integers first.
const MOST_ADDED_CASES: usize = 8;

/// Whether conditions add up many values that depend on cases. Which of them add up to what is asked for, bit-vectors find out by
/// trying, in time that grows fast with the number of terms; on integers the bounds of the terms lead there.
pub(in crate::solver) fn adds_up_cases(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    let is_case = |term: TermId| matches!(pool.node(term), Node::IfThenElse(..));
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let mut terms = conjuncts.iter().flat_map(|conjunct| reachable(pool, *conjunct));
    terms.any(|term| match pool.node(term) {
        Node::Sum { terms, .. } if seen.insert(term) => {
            terms.iter().filter(|(_, term)| is_case(*term)).count() > MOST_ADDED_CASES
        }
        _ => false,
    })
}

/// Whether conditions are linear: Z3 decides such ones on integers.
pub(crate) fn is_linear(pool: &TermPool, conjuncts: &[TermId]) -> bool {
    let mut seen: FxHashSet<TermId> = FxHashSet::default();
    let is_plain = |term: TermId| match pool.node(term) {
        Node::Input(_, domain) => match domain {
            Domain::Contents(kind) => !kind.sort().is_floating_point(),
            domain => domain.sort().is_number(),
        },
        Node::Constant(sort, _) => sort.is_number(),
        Node::Truth(_)
        | Node::Sum { .. }
        | Node::IntToLong(_)
        | Node::LongToInt(_)
        | Node::ToByte(_)
        | Node::ToShort(_)
        | Node::ToChar(_)
        | Node::CompareLong(..)
        | Node::Equal(..)
        | Node::Less(..)
        | Node::Not(_)
        | Node::Conjunction(_)
        | Node::IfThenElse(..)
        | Node::Select(..)
        | Node::Store(..)
        | Node::Zeroed(_)
        | Node::Elements(..)
        | Node::Copy { .. } => true,
        Node::And(_, mask) => pool.as_constant(*mask).is_some_and(|mask| {
            // As the encoder has it: the remainder by a power of two.
            mask > 0 && mask < i64::from(i32::MAX) && mask & (mask + 1) == 0
        }),
        Node::Divide(_, divisor) | Node::Remainder(_, divisor) => {
            pool.as_constant(*divisor).is_some_and(|divisor| divisor > 0)
        }
        _ => false,
    };
    let mut terms = conjuncts.iter().flat_map(|conjunct| reachable(pool, *conjunct));
    terms.all(|term| !seen.insert(term) || is_plain(term))
}

impl Encoder for WrappingIntegers {
    fn encode_node(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast> {
        let exact = self.integers.encode_node(context, pool, id, encoded)?;
        match pool.node(id) {
            Node::Sum { .. } if !is_exact(pool, id) => {
                let bits = Self::width(pool.sort(id));
                match exact_bounds(pool, id) {
                    Some(bounds) => self.within(context, exact, bounds, bits),
                    None => self.integers.wrap(context, exact, bits),
                }
            }
            Node::Product(..) | Node::Divide(..) => self.integers.wrap(context, exact, Self::width(pool.sort(id))),
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
