//! What terms range over: arithmetics, sorts, element kinds of arrays, and domains of inputs.

use serde::{Deserialize, Serialize};

/// Names an input: a number, or the contents of an array. There are two kinds: the lower ids are of what the analysed method is
/// given, the upper ones of counters and values that loops leave.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub struct InputId(pub u32);

impl InputId {
    /// The first id that loops have.
    const FIRST_OF_LOOPS: u32 = 1 << 24;

    /// The counter or value with this number among those that loops leave.
    pub const fn of_loop(number: u32) -> InputId {
        InputId(InputId::FIRST_OF_LOOPS + number)
    }

    /// Whether this is a counter or a value that a loop leaves, and nothing that the method is given.
    pub const fn is_of_loop(self) -> bool {
        self.0 >= InputId::FIRST_OF_LOOPS
    }

    /// Its number among those that loops leave; none for what the method is given.
    pub const fn number_in_loops(self) -> Option<u32> {
        self.0.checked_sub(InputId::FIRST_OF_LOOPS)
    }
}

/// How the operators compute.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum Arithmetic {
    /// Java's: 32 and 64 bits, wrapping around.
    Java,
    /// Unbounded integers. Bitwise operators, shifts and narrowing conversions still see 32 or 64 bits.
    Math,
}

/// Element kinds of primitive arrays.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum ElementKind {
    /// `boolean`: 0 or 1.
    Boolean,
    /// `byte`.
    Byte,
    /// `char`, unsigned.
    Char,
    /// `short`.
    Short,
    /// `int`.
    Int,
    /// `long`.
    Long,
    /// `float`.
    Float,
    /// `double`.
    Double,
}

impl ElementKind {
    /// The sort of one element.
    pub fn sort(self) -> Sort {
        match self {
            ElementKind::Long => Sort::Long,
            ElementKind::Float => Sort::Float,
            ElementKind::Double => Sort::Double,
            _ => Sort::Int,
        }
    }

    /// What an input of this kind ranges over.
    pub fn domain(self) -> Domain {
        match self {
            ElementKind::Boolean => Domain::Boolean,
            ElementKind::Byte => Domain::Byte,
            ElementKind::Char => Domain::Char,
            ElementKind::Short => Domain::Short,
            ElementKind::Int => Domain::Int,
            ElementKind::Long => Domain::Long,
            ElementKind::Float => Domain::Float,
            ElementKind::Double => Domain::Double,
        }
    }

    /// Bounds of one element where the kind is narrower than `int`; none for the others.
    pub fn narrow_bounds(self) -> Option<(i64, i64)> {
        match self {
            ElementKind::Boolean => Some((0, 1)),
            ElementKind::Byte => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
            ElementKind::Char => Some((0, i64::from(u16::MAX))),
            ElementKind::Short => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
            ElementKind::Int | ElementKind::Long | ElementKind::Float | ElementKind::Double => None,
        }
    }

    /// The value as an element of this kind: narrowed as a Java cast does (boolean: its lowest bit).
    pub(crate) fn narrow(self, value: i64) -> i64 {
        match self {
            ElementKind::Boolean => value & 1,
            ElementKind::Byte => i64::from(value as i8),
            ElementKind::Char => i64::from(value as u16),
            ElementKind::Short => i64::from(value as i16),
            ElementKind::Int | ElementKind::Long | ElementKind::Float | ElementKind::Double => value,
        }
    }
}

/// The sort of a term.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum Sort {
    /// A truth value.
    Bool,
    /// A Java `int`, and whatever is computed as one.
    Int,
    /// A Java `long`.
    Long,
    /// A Java `float`; constants and values are its bits, as `Float.floatToIntBits` gives them, not sign-extended.
    Float,
    /// A Java `double`; constants and values are its bits, as `Double.doubleToLongBits` gives them.
    Double,
    /// The text of a `String`: UTF-16 units.
    Text,
    /// A map from `int` index to element.
    Contents(ElementKind),
}

impl Sort {
    /// Is it `Int` or `Long`?
    pub fn is_number(self) -> bool {
        matches!(self, Sort::Int | Sort::Long)
    }

    /// Is it `Float` or `Double`?
    pub fn is_floating_point(self) -> bool {
        matches!(self, Sort::Float | Sort::Double)
    }
}

/// What values an input may take.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum Domain {
    /// 0 or 1.
    Boolean,
    /// A `byte`.
    Byte,
    /// A `char`.
    Char,
    /// A `short`.
    Short,
    /// Any `int`.
    Int,
    /// Any `long`.
    Long,
    /// Any `float`, NaN and infinities included.
    Float,
    /// Any `double`, NaN and infinities included.
    Double,
    /// Any text.
    Text,
    /// An `int` that is not negative.
    Length,
    /// The contents of an array.
    Contents(ElementKind),
}

impl Domain {
    /// The sort of an input of this domain.
    pub fn sort(self) -> Sort {
        match self {
            Domain::Long => Sort::Long,
            Domain::Float => Sort::Float,
            Domain::Double => Sort::Double,
            Domain::Text => Sort::Text,
            Domain::Contents(kind) => Sort::Contents(kind),
            _ => Sort::Int,
        }
    }

    /// Bounds tighter than the sort's; the upper bound is missing for a length in unbounded arithmetic.
    pub fn bounds(self, arithmetic: Arithmetic) -> Option<(i64, Option<i64>)> {
        let kind = match self {
            Domain::Boolean => ElementKind::Boolean,
            Domain::Byte => ElementKind::Byte,
            Domain::Char => ElementKind::Char,
            Domain::Short => ElementKind::Short,
            Domain::Length => {
                return match arithmetic {
                    Arithmetic::Java => Some((0, Some(i64::from(i32::MAX)))),
                    Arithmetic::Math => Some((0, None)),
                };
            }
            Domain::Int | Domain::Long | Domain::Float | Domain::Double | Domain::Text => return None,
            Domain::Contents(kind) => kind,
        };
        kind.narrow_bounds().map(|(low, high)| (low, Some(high)))
    }
}
