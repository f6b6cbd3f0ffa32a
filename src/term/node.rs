//! The nodes of terms.

use super::operator::{FloatOperator, TextOperator};
use super::sort::{Domain, ElementKind, InputId, Sort};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A term of one [`TermPool`](super::TermPool). Children always have smaller ids than their parents.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub struct TermId(pub(crate) u32);

impl TermId {
    /// The position in its pool.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One operator applied to terms of the same pool.
#[derive(Clone, Eq, PartialEq, Hash, Debug)]
pub enum Node {
    /// A number of sort `Int`, `Long`, `Float` or `Double`; of the last two, the bits.
    Constant(Sort, i64),
    /// True or false.
    Truth(bool),
    /// An input.
    Input(InputId, Domain),
    /// `constant + coefficient * term + …`, terms ascending: valid as it stands in both arithmetics.
    Sum {
        /// `Int` or `Long`.
        sort: Sort,
        /// The summand without a term.
        constant: i64,
        /// Coefficients, none of them zero, and terms.
        terms: Box<[(i64, TermId)]>,
    },
    /// `a * b`.
    Product(TermId, TermId),
    /// `a / b`, truncating; `a / 0` is 1 for negative `a` and -1 otherwise.
    Divide(TermId, TermId),
    /// `a % b`, with the sign of `a`; `a % 0` is `a`.
    Remainder(TermId, TermId),
    /// `a << b`.
    ShiftLeft(TermId, TermId),
    /// `a >> b`.
    ShiftRight(TermId, TermId),
    /// `a >>> b`.
    UnsignedShiftRight(TermId, TermId),
    /// `a & b` on numbers.
    And(TermId, TermId),
    /// `a | b` on numbers.
    Or(TermId, TermId),
    /// `a ^ b` on numbers.
    Xor(TermId, TermId),
    /// `(long) a`.
    IntToLong(TermId),
    /// `(int) a`.
    LongToInt(TermId),
    /// `(byte) a`.
    ToByte(TermId),
    /// `(char) a`.
    ToChar(TermId),
    /// `(short) a`.
    ToShort(TermId),
    /// `Long.compare(a, b)`: -1, 0 or 1.
    CompareLong(TermId, TermId),
    /// `a == b`, both numbers of one sort or both truth values. Of floating-point numbers: the same, as `Double.compare(a, b)
    /// == 0` has it, with one NaN and two zeros.
    Equal(TermId, TermId),
    /// `a < b` on numbers of one sort.
    Less(TermId, TermId),
    /// `!a`.
    Not(TermId),
    /// `a && b && …`, ascending. A disjunction is the negation of a conjunction of negations.
    Conjunction(Box<[TermId]>),
    /// `a ? b : c`, of any sort.
    IfThenElse(TermId, TermId, TermId),
    /// The element of contents at an index.
    Select(TermId, TermId),
    /// Contents with one element replaced.
    Store(TermId, TermId, TermId),
    /// Contents that are zero everywhere.
    Zeroed(ElementKind),
    /// Contents of known elements from index 0 on, of floating-point numbers their bits; zero elsewhere.
    Elements(ElementKind, Arc<[i64]>),
    /// `System.arraycopy` on contents: the element at index `i` is `source[i - destination_from + source_from]` where
    /// `destination_from <= i && i - destination_from < length`, else `destination[i]`.
    Copy {
        /// What is copied into.
        destination: TermId,
        /// First index written.
        destination_from: TermId,
        /// What is copied from.
        source: TermId,
        /// First index read.
        source_from: TermId,
        /// How many elements.
        length: TermId,
    },
    /// An operator of floating-point numbers.
    FloatingPoint(FloatOperator, Box<[TermId]>),
    /// A text.
    TextConstant(Arc<[u16]>),
    /// An operator on texts.
    Text(TextOperator, Box<[TermId]>),
}

/// The element at an index of the contents that [`Node::Elements`] is.
pub fn element_of(elements: &[i64], index: i64) -> i64 {
    usize::try_from(index).ok().and_then(|index| elements.get(index)).copied().unwrap_or(0)
}

impl Node {
    /// Calls `visit` with every direct child, in order.
    #[inline]
    pub fn for_each_child(&self, mut visit: impl FnMut(TermId)) {
        match self {
            Node::Constant(..) | Node::Truth(_) | Node::Input(..) | Node::TextConstant(_) => {}
            Node::Zeroed(_) | Node::Elements(..) => {}
            Node::Sum { terms, .. } => terms.iter().for_each(|&(_, term)| visit(term)),
            Node::Product(a, b)
            | Node::Divide(a, b)
            | Node::Remainder(a, b)
            | Node::ShiftLeft(a, b)
            | Node::ShiftRight(a, b)
            | Node::UnsignedShiftRight(a, b)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::Xor(a, b)
            | Node::CompareLong(a, b)
            | Node::Equal(a, b)
            | Node::Less(a, b)
            | Node::Select(a, b) => {
                visit(*a);
                visit(*b);
            }
            Node::IntToLong(a)
            | Node::LongToInt(a)
            | Node::ToByte(a)
            | Node::ToChar(a)
            | Node::ToShort(a)
            | Node::Not(a) => visit(*a),
            Node::Conjunction(terms) | Node::FloatingPoint(_, terms) | Node::Text(_, terms) => {
                terms.iter().for_each(|&term| visit(term));
            }
            Node::IfThenElse(a, b, c) | Node::Store(a, b, c) => {
                visit(*a);
                visit(*b);
                visit(*c);
            }
            Node::Copy { destination, destination_from, source, source_from, length } => {
                visit(*destination);
                visit(*destination_from);
                visit(*source);
                visit(*source_from);
                visit(*length);
            }
        }
    }

    /// The same operator on other children.
    pub fn with_children(&self, other: impl Fn(TermId) -> TermId) -> Node {
        let all = |terms: &[TermId]| terms.iter().map(|term| other(*term)).collect::<Box<[TermId]>>();
        match self {
            Node::Constant(..) | Node::Truth(_) | Node::Input(..) | Node::TextConstant(_) => self.clone(),
            Node::Zeroed(_) | Node::Elements(..) => self.clone(),
            Node::Sum { sort, constant, terms } => {
                let terms = terms.iter().map(|(coefficient, term)| (*coefficient, other(*term))).collect();
                Node::Sum { sort: *sort, constant: *constant, terms }
            }
            Node::Product(a, b) => Node::Product(other(*a), other(*b)),
            Node::Divide(a, b) => Node::Divide(other(*a), other(*b)),
            Node::Remainder(a, b) => Node::Remainder(other(*a), other(*b)),
            Node::ShiftLeft(a, b) => Node::ShiftLeft(other(*a), other(*b)),
            Node::ShiftRight(a, b) => Node::ShiftRight(other(*a), other(*b)),
            Node::UnsignedShiftRight(a, b) => Node::UnsignedShiftRight(other(*a), other(*b)),
            Node::And(a, b) => Node::And(other(*a), other(*b)),
            Node::Or(a, b) => Node::Or(other(*a), other(*b)),
            Node::Xor(a, b) => Node::Xor(other(*a), other(*b)),
            Node::CompareLong(a, b) => Node::CompareLong(other(*a), other(*b)),
            Node::Equal(a, b) => Node::Equal(other(*a), other(*b)),
            Node::Less(a, b) => Node::Less(other(*a), other(*b)),
            Node::Select(a, b) => Node::Select(other(*a), other(*b)),
            Node::IntToLong(a) => Node::IntToLong(other(*a)),
            Node::LongToInt(a) => Node::LongToInt(other(*a)),
            Node::ToByte(a) => Node::ToByte(other(*a)),
            Node::ToChar(a) => Node::ToChar(other(*a)),
            Node::ToShort(a) => Node::ToShort(other(*a)),
            Node::Not(a) => Node::Not(other(*a)),
            Node::Conjunction(terms) => Node::Conjunction(all(terms)),
            Node::FloatingPoint(operator, terms) => Node::FloatingPoint(*operator, all(terms)),
            Node::Text(operator, terms) => Node::Text(*operator, all(terms)),
            Node::IfThenElse(a, b, c) => Node::IfThenElse(other(*a), other(*b), other(*c)),
            Node::Store(a, b, c) => Node::Store(other(*a), other(*b), other(*c)),
            Node::Copy { destination, destination_from, source, source_from, length } => Node::Copy {
                destination: other(*destination),
                destination_from: other(*destination_from),
                source: other(*source),
                source_from: other(*source_from),
                length: other(*length),
            },
        }
    }
}
