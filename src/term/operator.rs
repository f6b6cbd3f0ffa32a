//! Operators of floating-point numbers and of texts. Each is total, so that evaluation, both encoders and the JVM can be
//! compared on every argument; a model checks first what a Java method would throw for.

use super::sort::Sort;
use serde::{Deserialize, Serialize};

/// Operators with floating-point arguments or results: IEEE 754 binary32 and binary64, rounding to nearest even, in
/// either [`Arithmetic`](super::Arithmetic). There is one NaN.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum FloatOperator {
    /// `a + b`.
    Add,
    /// `a - b`.
    Subtract,
    /// `a * b`.
    Multiply,
    /// `a / b`.
    Divide,
    /// `a % b` as `frem` and `drem` compute it: truncating, with the sign of `a`.
    Remainder,
    /// `-a`, which flips the sign of zero too.
    Negate,
    /// `Math.abs(a)`.
    Absolute,
    /// `Math.sqrt(a)`.
    SquareRoot,
    /// `Math.floor(a)`.
    Floor,
    /// `Math.ceil(a)`.
    Ceiling,
    /// `Math.rint(a)`.
    RoundToEven,
    /// `fcmpl`, `dcmpl`: -1, 0 or 1, and -1 for NaN.
    CompareNanLess,
    /// `fcmpg`, `dcmpg`: -1, 0 or 1, and 1 for NaN.
    CompareNanGreater,
    /// `a == b`: zeros are equal, NaN equals nothing.
    Equal,
    /// `a < b`.
    Less,
    /// `a <= b`.
    LessOrEqual,
    /// `a != a`.
    IsNan,
    /// `(float) a` of an int, long or double.
    ToFloat,
    /// `(double) a` of an int, long or float.
    ToDouble,
    /// `(int) a` of a float or double: saturating, 0 for NaN.
    ToInt,
    /// `(long) a` of a float or double: saturating, 0 for NaN.
    ToLong,
    /// `Float.floatToIntBits(a)`, `Double.doubleToLongBits(a)`.
    Bits,
    /// `Float.intBitsToFloat(a)`, `Double.longBitsToDouble(a)`.
    FromBits,
    /// A number from `a` to `b`, of which no more is known. The third argument tells it from others of these bounds.
    Between,
}

impl FloatOperator {
    /// The sort of the result when the first argument has this sort.
    pub fn result(self, first: Sort) -> Sort {
        use FloatOperator as F;
        match self {
            F::Add | F::Subtract | F::Multiply | F::Divide | F::Remainder | F::Negate | F::Absolute => first,
            F::SquareRoot | F::Floor | F::Ceiling | F::RoundToEven | F::Between => first,
            F::CompareNanLess | F::CompareNanGreater | F::ToInt => Sort::Int,
            F::Equal | F::Less | F::LessOrEqual | F::IsNan => Sort::Bool,
            F::ToFloat => Sort::Float,
            F::ToDouble => Sort::Double,
            F::ToLong => Sort::Long,
            F::Bits if first == Sort::Double => Sort::Long,
            F::Bits => Sort::Int,
            F::FromBits if first == Sort::Long => Sort::Double,
            F::FromBits => Sort::Float,
        }
    }

    /// Are these sorts of arguments well-formed?
    pub fn accepts(self, arguments: &[Sort]) -> bool {
        use FloatOperator as F;
        match (self, arguments) {
            (
                F::Add
                | F::Subtract
                | F::Multiply
                | F::Divide
                | F::Remainder
                | F::CompareNanLess
                | F::CompareNanGreater
                | F::Equal
                | F::Less
                | F::LessOrEqual,
                [a, b],
            ) => a == b && a.is_floating_point(),
            (
                F::Negate
                | F::Absolute
                | F::SquareRoot
                | F::Floor
                | F::Ceiling
                | F::RoundToEven
                | F::IsNan
                | F::ToInt
                | F::ToLong
                | F::Bits,
                [a],
            ) => a.is_floating_point(),
            (F::Between, [a, b, Sort::Int]) => a == b && a.is_floating_point(),
            (F::ToFloat, [a]) => a.is_number() || *a == Sort::Double,
            (F::ToDouble, [a]) => a.is_number() || *a == Sort::Float,
            (F::FromBits, [a]) => a.is_number(),
            _ => false,
        }
    }
}

/// Operators on texts, which are sequences of UTF-16 units of at most `i32::MAX` units. Indices that Java would refuse are
/// clamped into the text.
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Serialize, Deserialize)]
pub enum TextOperator {
    /// One text after the other, any number of them.
    Concat,
    /// `text.substring(from, to)`.
    Substring,
    /// `text.length()`.
    Length,
    /// `text.charAt(index)`; 0 outside of the text.
    CharAt,
    /// `text.startsWith(prefix, offset)`.
    StartsWith,
    /// `text.indexOf(sought, from)`.
    IndexOf,
    /// `text.lastIndexOf(sought, from)`.
    LastIndexOf,
    /// `text.compareTo(other)`.
    Compare,
    /// `text.hashCode()`.
    Hash,
    /// `text.replace(old, new)` on units.
    ReplaceUnit,
    /// `text.replace(sought, replacement)` on texts.
    Replace,
    /// `text.trim()`.
    Trim,
    /// `text.stripLeading()`.
    StripLeading,
    /// `text.stripTrailing()`.
    StripTrailing,
    /// The text with the letters `A` to `Z` in lower case, all else as it is.
    ToLowerAscii,
    /// The text with the letters `a` to `z` in upper case, all else as it is.
    ToUpperAscii,
    /// Is every unit of `text` less than the `int`?
    AllBelow,
    /// `String.valueOf(number)` of an int or long.
    OfNumber,
    /// `String.valueOf(unit)` of a char.
    OfUnit,
    /// `String.valueOf(contents, from, length)` of the contents of a char array.
    OfContents,
    /// `text.toCharArray()` as contents; 0 outside of the text.
    ToContents,
    /// Does `Integer.parseInt(text, radix)` return?
    IsInt,
    /// Does `Long.parseLong(text, radix)` return?
    IsLong,
    /// `Integer.parseInt(text, radix)`; 0 where that throws.
    ParseInt,
    /// `Long.parseLong(text, radix)`; 0 where that throws.
    ParseLong,
}

impl TextOperator {
    /// The sort of the result.
    pub fn result(self) -> Sort {
        use TextOperator as T;
        match self {
            T::Concat | T::Substring | T::ReplaceUnit | T::Replace | T::Trim | T::StripLeading => Sort::Text,
            T::StripTrailing | T::ToLowerAscii | T::ToUpperAscii => Sort::Text,
            T::OfNumber | T::OfUnit | T::OfContents => Sort::Text,
            T::Length | T::CharAt | T::IndexOf | T::LastIndexOf | T::Compare | T::Hash | T::ParseInt => Sort::Int,
            T::StartsWith | T::AllBelow | T::IsInt | T::IsLong => Sort::Bool,
            T::ParseLong => Sort::Long,
            T::ToContents => Sort::Contents(super::sort::ElementKind::Char),
        }
    }

    /// Are these sorts of arguments well-formed?
    pub fn accepts(self, arguments: &[Sort]) -> bool {
        use TextOperator as T;
        let expected: &[Sort] = match self {
            T::Concat => return arguments.iter().all(|sort| *sort == Sort::Text),
            T::OfNumber => return matches!(arguments, [Sort::Int | Sort::Long]),
            T::Substring | T::ReplaceUnit => &[Sort::Text, Sort::Int, Sort::Int],
            T::Length | T::Hash | T::Trim | T::StripLeading | T::StripTrailing => &[Sort::Text],
            T::ToLowerAscii | T::ToUpperAscii | T::ToContents => &[Sort::Text],
            T::CharAt | T::AllBelow | T::IsInt | T::IsLong | T::ParseInt | T::ParseLong => &[Sort::Text, Sort::Int],
            T::StartsWith | T::IndexOf | T::LastIndexOf => &[Sort::Text, Sort::Text, Sort::Int],
            T::Compare => &[Sort::Text, Sort::Text],
            T::Replace => &[Sort::Text, Sort::Text, Sort::Text],
            T::OfUnit => &[Sort::Int],
            T::OfContents => &[Sort::Contents(super::sort::ElementKind::Char), Sort::Int, Sort::Int],
        };
        arguments == expected
    }
}
