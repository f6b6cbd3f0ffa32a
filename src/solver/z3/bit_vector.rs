//! Java's arithmetic for Z3: an `Int` is a bit-vector of 32 bits, a `Long` one of 64.

use super::context::{Ast, Context, Kind, Z3Model};
use super::encoder::{Encoded, Encoder, NumberBits};
use super::floating_point::{FloatingPoint, IntegerBits};
use crate::term::{Domain, Node, Sort, TermId, TermPool};

/// The sorts in use.
#[derive(Debug)]
pub(super) struct BitVectors {
    int: Kind,
    long: Kind,
    floating_point: FloatingPoint,
}

fn width(sort: Sort) -> u32 {
    if matches!(sort, Sort::Long | Sort::Double) { 64 } else { 32 }
}

/// How many bits an element or input has, and whether it is signed.
pub(super) fn bits_of(domain: Domain) -> (u32, bool) {
    match domain {
        Domain::Boolean => (1, false),
        Domain::Byte => (8, true),
        Domain::Char => (16, false),
        Domain::Short => (16, true),
        Domain::Length => (31, false),
        Domain::Int => (32, true),
        Domain::Long | Domain::Double => (64, true),
        Domain::Float => (32, false),
        // A text has no bits of its own; its units have.
        Domain::Text => (16, false),
        Domain::Contents(kind) => bits_of(kind.domain()),
    }
}

impl BitVectors {
    pub(super) fn new(context: &Context) -> Option<Self> {
        Some(BitVectors {
            int: context.bit_vectors(32)?,
            long: context.bit_vectors(64)?,
            floating_point: FloatingPoint::new(context)?,
        })
    }

    fn kind(&self, sort: Sort) -> Kind {
        if sort == Sort::Long { self.long } else { self.int }
    }

    /// A bit-vector of a domain's width as a number of its sort.
    fn extend(&self, context: &Context, ast: Ast, domain: Domain) -> Option<Ast> {
        if domain.sort().is_floating_point() {
            return self.floating_point.of_bits(context, domain.sort(), ast);
        }
        let (bits, is_signed) = bits_of(domain);
        let missing = width(domain.sort()) - bits;
        match (missing, is_signed) {
            (0, _) => Some(ast),
            (_, true) => context.sign_extend(missing, ast),
            (_, false) => context.zero_extend(missing, ast),
        }
    }

    fn narrow(&self, context: &Context, ast: Ast, domain: Domain) -> Option<Ast> {
        let (bits, _) = bits_of(domain);
        self.extend(context, context.extract(bits - 1, 0, ast)?, domain)
    }

    /// The distance of a shift: masked, and as wide as what is shifted.
    fn distance(&self, context: &Context, sort: Sort, amount: Ast) -> Option<Ast> {
        let mask = context.number(if sort == Sort::Long { 63 } else { 31 }, self.int)?;
        let masked = context.bits_and(amount, mask)?;
        if sort == Sort::Long { context.zero_extend(32, masked) } else { Some(masked) }
    }
}

impl Encoder for BitVectors {
    fn encode_node(&mut self, context: &Context, pool: &TermPool, id: TermId, encoded: &Encoded) -> Option<Ast> {
        let sort = pool.sort(id);
        let get = |id: &TermId| encoded.get(*id);
        match pool.node(id) {
            Node::Constant(sort, value) => self.constant(context, *sort, *value),
            Node::Truth(value) => context.truth(*value),
            Node::Input(input, domain) => {
                let kind = context.bit_vectors(bits_of(*domain).0)?;
                self.extend(context, context.unknown(input.0, kind)?, *domain)
            }
            Node::Sum { sort, constant, terms } => {
                let mut sum = (*constant != 0).then_some(context.number(*constant, self.kind(*sort))?);
                for (coefficient, term) in terms.iter() {
                    let scaled = match coefficient {
                        1 => get(term)?,
                        -1 => context.bits_negate(get(term)?)?,
                        _ => context.bits_multiply(context.number(*coefficient, self.kind(*sort))?, get(term)?)?,
                    };
                    sum = Some(match sum {
                        Some(sum) => context.bits_add(sum, scaled)?,
                        None => scaled,
                    });
                }
                sum
            }
            Node::Product(a, b) => context.bits_multiply(get(a)?, get(b)?),
            // Z3's division by zero is what the terms say: 1 for a negative dividend, else -1; the remainder is the
            // dividend.
            Node::Divide(a, b) => context.bits_divide(get(a)?, get(b)?),
            Node::Remainder(a, b) => context.bits_remainder(get(a)?, get(b)?),
            Node::ShiftLeft(a, b) => context.bits_shift_left(get(a)?, self.distance(context, sort, get(b)?)?),
            Node::ShiftRight(a, b) => context.bits_shift_right(get(a)?, self.distance(context, sort, get(b)?)?),
            Node::UnsignedShiftRight(a, b) => {
                context.bits_unsigned_shift_right(get(a)?, self.distance(context, sort, get(b)?)?)
            }
            Node::And(a, b) => context.bits_and(get(a)?, get(b)?),
            Node::Or(a, b) => context.bits_or(get(a)?, get(b)?),
            Node::Xor(a, b) => context.bits_xor(get(a)?, get(b)?),
            Node::IntToLong(a) => context.sign_extend(32, get(a)?),
            Node::LongToInt(a) => context.extract(31, 0, get(a)?),
            Node::ToByte(a) => self.narrow(context, get(a)?, Domain::Byte),
            Node::ToChar(a) => self.narrow(context, get(a)?, Domain::Char),
            Node::ToShort(a) => self.narrow(context, get(a)?, Domain::Short),
            Node::CompareLong(a, b) => {
                let number = |value| context.number(value, self.int);
                let not_less = context.choice(context.equal(get(a)?, get(b)?)?, number(0)?, number(1)?)?;
                context.choice(context.bits_less(get(a)?, get(b)?)?, number(-1)?, not_less)
            }
            Node::Equal(a, b) => context.equal(get(a)?, get(b)?),
            Node::Less(a, b) => context.bits_less(get(a)?, get(b)?),
            Node::Not(a) => context.not(get(a)?),
            Node::Conjunction(terms) => context.all(&terms.iter().map(get).collect::<Option<Vec<_>>>()?),
            Node::IfThenElse(c, a, b) => context.choice(get(c)?, get(a)?, get(b)?),
            Node::Select(..) | Node::Store(..) | Node::Zeroed(_) | Node::Elements(..) | Node::Copy { .. } => None,
            Node::FloatingPoint(operator, ids) => {
                let arguments = ids.iter().map(get).collect::<Option<Vec<Ast>>>()?;
                let integers = &mut AsTheyAre(encoded);
                self.floating_point.encode(context, pool, (*operator, ids), &arguments, integers)
            }
            Node::TextConstant(_) | Node::Text(..) => None,
        }
    }

    fn array(&mut self, context: &Context, pool: &TermPool, id: TermId) -> Option<Ast> {
        let Node::Input(input, domain) = pool.node(id) else { return None };
        let element = context.bit_vectors(bits_of(*domain).0)?;
        context.unknown(input.0, context.arrays(self.int, element)?)
    }

    fn read(&mut self, context: &Context, pool: &TermPool, contents: TermId, array: Ast, index: Ast) -> Option<Ast> {
        let element = context.select(array, index)?;
        self.extend(context, element, pool.element_kind(contents).domain())
    }

    fn constant(&mut self, context: &Context, sort: Sort, value: i64) -> Option<Ast> {
        match sort {
            Sort::Float | Sort::Double => self.floating_point.constant(context, sort, value),
            _ => context.number(value, self.kind(sort)),
        }
    }

    fn float_bits(&self, context: &Context, sort: Sort, ast: Ast) -> Option<Ast> {
        self.floating_point.to_bits(context, sort, ast)
    }

    fn combine(&mut self, context: &Context, a: Ast, b: Ast, is_sum: bool) -> Option<Ast> {
        context.bits_add(a, if is_sum { b } else { context.bits_negate(b)? })
    }

    fn less(&mut self, context: &Context, a: Ast, b: Ast) -> Option<Ast> {
        context.bits_less(a, b)
    }

    fn bound(&mut self, _: &Context, _: &TermPool, _: TermId, _: Ast) -> Option<Option<Ast>> {
        // The widths say it all.
        Some(None)
    }

    fn index_bits(&self, _: &Context, _: &TermPool, _: TermId, ast: Ast) -> Option<Ast> {
        Some(ast)
    }

    fn number_bits(&self, _: &Context, pool: &TermPool, id: TermId, ast: Ast) -> Option<NumberBits> {
        Some(NumberBits { bits: ast, is_wide: pool.sort(id) == Sort::Long, is_exact: None })
    }

    fn int_bits(&self, _: &Context, ast: Ast) -> Option<Ast> {
        Some(ast)
    }

    fn of_bits(&self, _: &Context, bits: Ast, _: Sort) -> Option<Ast> {
        Some(bits)
    }

    fn value(&self, model: &Z3Model<'_>, ast: Ast, sort: Sort) -> Option<i64> {
        let bits = model.bits(ast)?;
        Some(if sort == Sort::Long { bits as i64 } else { i64::from(bits as u32 as i32) })
    }
}

/// The integers are their bits already.
struct AsTheyAre<'e>(&'e Encoded);

impl IntegerBits for AsTheyAre<'_> {
    fn exact_bits(&mut self, _: &Context, _: &TermPool, id: TermId) -> Option<Ast> {
        self.0.get(id)
    }

    fn low_bits(&mut self, _: &Context, _: &TermPool, id: TermId) -> Option<Ast> {
        self.0.get(id)
    }

    fn number(&mut self, _: &Context, bits: Ast) -> Option<Ast> {
        Some(bits)
    }
}
