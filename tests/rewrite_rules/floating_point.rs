//! The rules of floating-point operators.

use super::{BOTH, Build, JAVA, Rule, int_input, truth};
use casewise::term::{Arithmetic, Domain, FloatOperator as F, InputId, TermId, TermPool};

/// Two floats, two doubles, and an int input of 32 bits in both arithmetics.
pub fn inputs() -> [Build; 5] {
    [f, g, d, e, short]
}

fn f(pool: &mut TermPool) -> TermId {
    pool.input(InputId(11), Domain::Float)
}
fn g(pool: &mut TermPool) -> TermId {
    pool.input(InputId(12), Domain::Float)
}
fn d(pool: &mut TermPool) -> TermId {
    pool.input(InputId(13), Domain::Double)
}
fn e(pool: &mut TermPool) -> TermId {
    pool.input(InputId(14), Domain::Double)
}
fn short(pool: &mut TermPool) -> TermId {
    pool.input(InputId(15), Domain::Short)
}

fn op(pool: &mut TermPool, operator: F, arguments: &[Build]) -> TermId {
    let terms: Vec<TermId> = arguments.iter().map(|build| build(pool)).collect();
    pool.floating_point(operator, &terms)
}
fn not(pool: &mut TermPool, operator: F, arguments: &[Build]) -> TermId {
    let term = op(pool, operator, arguments);
    pool.not(term)
}
/// `compare(arguments) == value`.
fn is(pool: &mut TermPool, operator: F, arguments: &[Build], value: i32) -> TermId {
    let (compared, value) = (op(pool, operator, arguments), pool.int(value));
    pool.equal(compared, value)
}
/// `compare(arguments) < value`.
fn below(pool: &mut TermPool, operator: F, arguments: &[Build], value: i32) -> TermId {
    let (compared, value) = (op(pool, operator, arguments), pool.int(value));
    pool.less(compared, value)
}
/// `value < compare(arguments)`.
fn above(pool: &mut TermPool, operator: F, arguments: &[Build], value: i32) -> TermId {
    let (compared, value) = (op(pool, operator, arguments), pool.int(value));
    pool.less(value, compared)
}

/// A constant as a builder.
macro_rules! constant {
    ($value:literal f) => {
        (|pool: &mut TermPool| pool.float($value)) as Build
    };
    ($value:literal) => {
        (|pool: &mut TermPool| pool.double($value)) as Build
    };
    ($value:ident) => {
        (|pool: &mut TermPool| pool.double(f64::$value)) as Build
    };
}

/// `name, arithmetics, left, right`, where a side is an expression over the pool.
macro_rules! rule {
    ($name:literal, $arithmetics:expr, $pool:ident, $left:expr, $right:expr) => {
        ($name, $arithmetics, (|$pool| $left) as Build, (|$pool| $right) as Build)
    };
}

const MATH: &[Arithmetic] = &[Arithmetic::Math];

pub fn rules() -> Vec<Rule> {
    let mut all = arithmetic();
    all.extend(conversions());
    all.extend(relations());
    all.extend(comparisons());
    all.extend(bits());
    all
}

fn arithmetic() -> Vec<Rule> {
    vec![
        rule!("float-constants", BOTH, p, op(p, F::Add, &[constant!(0.1), constant!(0.2)]), p.double(0.1 + 0.2)),
        rule!("float-constants", BOTH, p, op(p, F::Divide, &[constant!(1.0 f), constant!(3.0 f)]), p.float(1.0 / 3.0)),
        rule!("float-constants", BOTH, p, op(p, F::ToInt, &[constant!(-2.75)]), p.int(-2)),
        rule!("float-constants", BOTH, p, op(p, F::ToInt, &[constant!(1e10)]), p.int(i32::MAX)),
        rule!("float-constants", BOTH, p, op(p, F::ToLong, &[constant!(NAN)]), p.long(0)),
        rule!("float-constants", BOTH, p, op(p, F::SquareRoot, &[constant!(2.0)]), p.double(2.0_f64.sqrt())),
        rule!("float-constants", BOTH, p, op(p, F::RoundToEven, &[constant!(2.5)]), p.double(2.0)),
        rule!("float-constants", BOTH, p, op(p, F::Floor, &[constant!(-2.5)]), p.double(-3.0)),
        rule!("float-constants", BOTH, p, op(p, F::Ceiling, &[constant!(-0.5)]), p.double(-0.0)),
        rule!("float-negate-negate", BOTH, p, op(p, F::Negate, &[|p| op(p, F::Negate, &[d])]), d(p)),
        rule!(
            "float-absolute-of-sign",
            BOTH,
            p,
            op(p, F::Absolute, &[|p| op(p, F::Negate, &[d])]),
            op(p, F::Absolute, &[d])
        ),
        rule!("float-integral", BOTH, p, op(p, F::Ceiling, &[|p| op(p, F::Floor, &[d])]), op(p, F::Floor, &[d])),
        rule!(
            "float-integral",
            BOTH,
            p,
            op(p, F::Floor, &[|p| op(p, F::ToDouble, &[short])]),
            op(p, F::ToDouble, &[short])
        ),
        rule!("float-nan", BOTH, p, op(p, F::Multiply, &[d, constant!(NAN)]), p.double(f64::NAN)),
        rule!("float-add-zero", BOTH, p, op(p, F::Add, &[d, constant!(-0.0)]), d(p)),
        rule!("float-add-zero", BOTH, p, op(p, F::Add, &[constant!(-0.0), d]), d(p)),
        rule!("float-subtract-zero", BOTH, p, op(p, F::Subtract, &[d, constant!(0.0)]), d(p)),
        rule!("float-multiply-one", BOTH, p, op(p, F::Multiply, &[f, constant!(1.0 f)]), f(p)),
        rule!("float-multiply-one", BOTH, p, op(p, F::Multiply, &[constant!(-1.0 f), f]), op(p, F::Negate, &[f])),
        rule!("float-divide-one", BOTH, p, op(p, F::Divide, &[f, constant!(1.0 f)]), f(p)),
        rule!("float-divide-one", BOTH, p, op(p, F::Divide, &[f, constant!(-1.0 f)]), op(p, F::Negate, &[f])),
        rule!("float-order", BOTH, p, op(p, F::Add, &[e, d]), op(p, F::Add, &[d, e])),
        rule!(
            "float-order",
            BOTH,
            p,
            op(p, F::Multiply, &[constant!(3.0 f), f]),
            op(p, F::Multiply, &[f, constant!(3.0 f)])
        ),
    ]
}

// Where a rule has an int result its arithmetic is Java's alone: in the other one Z3 goes through integers, and does not
// decide these; both sides are the same numbers there, since no operator in them knows of an arithmetic.
fn conversions() -> Vec<Rule> {
    vec![
        rule!("nan-of-integer", BOTH, p, op(p, F::IsNan, &[|p| op(p, F::ToDouble, &[short])]), truth(p, false)),
        rule!("nan-passes", BOTH, p, op(p, F::IsNan, &[|p| op(p, F::Negate, &[d])]), op(p, F::IsNan, &[d])),
        rule!("nan-passes", BOTH, p, op(p, F::IsNan, &[|p| op(p, F::ToFloat, &[d])]), op(p, F::IsNan, &[d])),
        rule!("nan-passes", BOTH, p, op(p, F::IsNan, &[|p| op(p, F::RoundToEven, &[d])]), op(p, F::IsNan, &[d])),
        rule!("float-widened", BOTH, p, op(p, F::ToFloat, &[|p| op(p, F::ToDouble, &[f])]), f(p)),
        rule!("int-widened", JAVA, p, op(p, F::ToInt, &[|p| op(p, F::ToDouble, &[short])]), short(p)),
        rule!("int-widened", JAVA, p, op(p, F::ToInt, &[|p| op(p, F::ToDouble, &[int_input])]), int_input(p)),
        rule!("int-widened", JAVA, p, op(p, F::ToLong, &[|p| op(p, F::ToDouble, &[int_input])]), {
            let x = int_input(p);
            p.int_to_long(x)
        }),
        rule!("to-int-of-widened", JAVA, p, op(p, F::ToInt, &[|p| op(p, F::ToDouble, &[f])]), op(p, F::ToInt, &[f])),
        rule!("to-int-of-widened", JAVA, p, op(p, F::ToLong, &[|p| op(p, F::ToDouble, &[f])]), op(p, F::ToLong, &[f])),
    ]
}

fn relations() -> Vec<Rule> {
    vec![
        rule!("relation-nan", BOTH, p, op(p, F::LessOrEqual, &[d, constant!(NAN)]), truth(p, false)),
        rule!("relation-nan", BOTH, p, op(p, F::Equal, &[constant!(NAN), d]), truth(p, false)),
        rule!("relation-same", BOTH, p, op(p, F::Equal, &[d, d]), not(p, F::IsNan, &[d])),
        rule!("relation-same", BOTH, p, op(p, F::LessOrEqual, &[d, d]), not(p, F::IsNan, &[d])),
        rule!("relation-same", BOTH, p, op(p, F::Less, &[d, d]), truth(p, false)),
        rule!("relation-infinity", BOTH, p, op(p, F::Less, &[d, constant!(NEG_INFINITY)]), truth(p, false)),
        rule!("relation-infinity", BOTH, p, op(p, F::Less, &[constant!(INFINITY), d]), truth(p, false)),
        rule!(
            "relation-widened",
            BOTH,
            p,
            op(p, F::Less, &[|p| op(p, F::ToDouble, &[f]), |p| op(p, F::ToDouble, &[g])]),
            op(p, F::Less, &[f, g])
        ),
        rule!(
            "relation-of-ints",
            JAVA,
            p,
            op(p, F::Less, &[|p| op(p, F::ToDouble, &[int_input]), |p| op(p, F::ToDouble, &[short])]),
            {
                let (x, y) = (int_input(p), short(p));
                p.less(x, y)
            }
        ),
        rule!(
            "relation-of-ints",
            JAVA,
            p,
            op(p, F::LessOrEqual, &[|p| op(p, F::ToDouble, &[int_input]), |p| op(p, F::ToDouble, &[short])]),
            {
                let (x, y) = (int_input(p), short(p));
                p.less_or_equal(x, y)
            }
        ),
        rule!(
            "relation-of-ints",
            JAVA,
            p,
            op(p, F::Equal, &[|p| op(p, F::ToDouble, &[int_input]), |p| op(p, F::ToDouble, &[short])]),
            {
                let (x, y) = (int_input(p), short(p));
                p.equal(x, y)
            }
        ),
        rule!(
            "relation-widened-constant",
            BOTH,
            p,
            op(p, F::Less, &[|p| op(p, F::ToDouble, &[f]), constant!(1.5)]),
            op(p, F::Less, &[f, constant!(1.5 f)])
        ),
        rule!(
            "relation-widened-constant",
            BOTH,
            p,
            op(p, F::LessOrEqual, &[constant!(1.5), |p| op(p, F::ToDouble, &[f])]),
            op(p, F::LessOrEqual, &[constant!(1.5 f), f])
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::Less, &[|p| op(p, F::ToDouble, &[int_input]), constant!(2.5)]),
            {
                let (x, three) = (int_input(p), p.int(3));
                p.less(x, three)
            }
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::LessOrEqual, &[|p| op(p, F::ToDouble, &[int_input]), constant!(-2.5)]),
            {
                let (x, bound) = (int_input(p), p.int(-3));
                p.less_or_equal(x, bound)
            }
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::Less, &[constant!(2.5), |p| op(p, F::ToDouble, &[int_input])]),
            {
                let (x, two) = (int_input(p), p.int(2));
                p.less(two, x)
            }
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::LessOrEqual, &[constant!(2.5), |p| op(p, F::ToDouble, &[int_input])]),
            {
                let (x, three) = (int_input(p), p.int(3));
                p.less_or_equal(three, x)
            }
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::Equal, &[|p| op(p, F::ToDouble, &[int_input]), constant!(7.0)]),
            {
                let (x, seven) = (int_input(p), p.int(7));
                p.equal(x, seven)
            }
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::Equal, &[|p| op(p, F::ToDouble, &[int_input]), constant!(7.5)]),
            truth(p, false)
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::Less, &[|p| op(p, F::ToDouble, &[int_input]), constant!(1e10)]),
            truth(p, true)
        ),
        rule!(
            "relation-int-constant",
            JAVA,
            p,
            op(p, F::LessOrEqual, &[constant!(-1e10), |p| op(p, F::ToDouble, &[int_input])]),
            truth(p, true)
        ),
        rule!("relation-int-constant", BOTH, p, op(p, F::Less, &[|p| op(p, F::ToDouble, &[short]), constant!(2.5)]), {
            let (x, three) = (short(p), p.int(3));
            p.less(x, three)
        }),
        rule!(
            "equal-order-float",
            BOTH,
            p,
            op(p, F::Equal, &[constant!(1.5), d]),
            op(p, F::Equal, &[d, constant!(1.5)])
        ),
        rule!("equal-order-float", MATH, p, op(p, F::Equal, &[e, d]), op(p, F::Equal, &[d, e])),
    ]
}

fn comparisons() -> Vec<Rule> {
    use F::{CompareNanGreater as Cmpg, CompareNanLess as Cmpl};
    vec![
        rule!("equal-float-compare", BOTH, p, is(p, Cmpl, &[d, e], 0), op(p, F::Equal, &[d, e])),
        rule!("equal-float-compare", BOTH, p, is(p, Cmpl, &[d, e], 1), op(p, F::Less, &[e, d])),
        rule!("equal-float-compare", BOTH, p, is(p, Cmpl, &[d, e], -1), not(p, F::LessOrEqual, &[e, d])),
        rule!("equal-float-compare", BOTH, p, is(p, Cmpg, &[d, e], 0), op(p, F::Equal, &[d, e])),
        rule!("equal-float-compare", BOTH, p, is(p, Cmpg, &[d, e], 1), not(p, F::LessOrEqual, &[d, e])),
        rule!("equal-float-compare", BOTH, p, is(p, Cmpg, &[d, e], -1), op(p, F::Less, &[d, e])),
        rule!("less-float-compare", BOTH, p, below(p, Cmpl, &[d, e], 0), not(p, F::LessOrEqual, &[e, d])),
        rule!("less-float-compare", BOTH, p, below(p, Cmpl, &[d, e], 1), not(p, F::Less, &[e, d])),
        rule!("less-float-compare", BOTH, p, above(p, Cmpl, &[d, e], 0), op(p, F::Less, &[e, d])),
        rule!("less-float-compare", BOTH, p, above(p, Cmpl, &[d, e], -1), op(p, F::LessOrEqual, &[e, d])),
        rule!("less-float-compare", BOTH, p, below(p, Cmpg, &[d, e], 0), op(p, F::Less, &[d, e])),
        rule!("less-float-compare", BOTH, p, below(p, Cmpg, &[d, e], 1), op(p, F::LessOrEqual, &[d, e])),
        rule!("less-float-compare", BOTH, p, above(p, Cmpg, &[d, e], 0), not(p, F::LessOrEqual, &[d, e])),
        rule!("less-float-compare", BOTH, p, above(p, Cmpg, &[d, e], -1), not(p, F::Less, &[d, e])),
    ]
}

fn bits() -> Vec<Rule> {
    fn same(pool: &mut TermPool, left: Build, right: Build) -> TermId {
        let (left, right) = (left(pool), right(pool));
        pool.equal(left, right)
    }
    vec![
        rule!("from-bits-of-bits", BOTH, p, op(p, F::FromBits, &[|p| op(p, F::Bits, &[d])]), d(p)),
        rule!("from-bits-of-bits", BOTH, p, op(p, F::FromBits, &[|p| op(p, F::Bits, &[f])]), f(p)),
        rule!("same-nan", BOTH, p, same(p, d, constant!(NAN)), op(p, F::IsNan, &[d])),
        rule!("same-constant", BOTH, p, same(p, d, constant!(1.5)), op(p, F::Equal, &[d, constant!(1.5)])),
        rule!(
            "bits-constant",
            BOTH,
            p,
            same(p, |p| op(p, F::Bits, &[f]), |p| p.int(0x3fc0_0000)),
            same(p, f, constant!(1.5 f))
        ),
        rule!("bits-constant", BOTH, p, same(p, |p| op(p, F::Bits, &[f]), |p| p.int(0x7fc0_0001)), truth(p, false)),
        rule!(
            "bits-constant",
            BOTH,
            p,
            same(p, |p| op(p, F::Bits, &[f]), |p| p.int(i32::MIN)),
            same(p, f, constant!(-0.0 f))
        ),
        rule!(
            "bits-constant",
            BOTH,
            p,
            same(p, |p| op(p, F::Bits, &[d]), |p| p.long(1)),
            same(p, d, |p| p.double(f64::from_bits(1)))
        ),
        rule!("bits-same", JAVA, p, same(p, |p| op(p, F::Bits, &[d]), |p| op(p, F::Bits, &[e])), same(p, d, e)),
    ]
}
