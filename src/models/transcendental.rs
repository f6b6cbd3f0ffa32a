//! Transcendental functions of `Math` and `StrictMath`. They have values for constants only: a symbolic argument is fixed to
//! its value in the path's model, which the path condition says then and a caveat too.
//!
//! The values are those of a port of FreeBSD's library, the same on every machine. A row is called exact where none of 40,324
//! arguments, special values among them, gave another value than JDK 17 and JDK 25 do: a sample, no proof. The others differ
//! on some arguments, in the last digits.

use super::math::terms;
use super::{Model, approximate, exact};
use crate::exec::{Caveat, ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;
use crate::term::{Sort, TermId, evaluate};

/// Rows of functions of one argument: `class name precision function`.
macro_rules! unary {
    ($($precision:ident $class:literal: $($name:ident)*;)*) => {
        &[$($(
            $precision(concat!("java/lang/", $class), stringify!($name), "(D)D", |machine, state, arguments| {
                let [a] = fixed(machine, state, arguments, concat!($class, ".", stringify!($name)))?;
                Ok(number(machine, libm::$name(a)))
            }),
        )*)*]
    };
}

pub(super) const UNARY: &[Model] = unary! {
    exact "Math": asin acos atan expm1;
    exact "StrictMath": asin acos atan expm1 tan exp;
    approximate "Math": sin cos tan exp log log10 cbrt sinh cosh tanh log1p;
    approximate "StrictMath": sin cos log log10 cbrt sinh cosh tanh log1p;
};

pub(super) const BINARY: &[Model] = &[
    approximate("java/lang/Math", "atan2", "(DD)D", |machine, state, arguments| {
        arc_tangent(machine, state, arguments, "Math")
    }),
    approximate("java/lang/StrictMath", "atan2", "(DD)D", |machine, state, arguments| {
        arc_tangent(machine, state, arguments, "StrictMath")
    }),
    approximate("java/lang/Math", "pow", "(DD)D", |machine, state, arguments| power(machine, state, arguments, "Math")),
    exact("java/lang/StrictMath", "pow", "(DD)D", |machine, state, arguments| {
        power(machine, state, arguments, "StrictMath")
    }),
    approximate("java/lang/Math", "hypot", "(DD)D", |machine, state, arguments| {
        hypotenuse(machine, state, arguments, "Math")
    }),
    approximate("java/lang/StrictMath", "hypot", "(DD)D", |machine, state, arguments| {
        hypotenuse(machine, state, arguments, "StrictMath")
    }),
];

fn number(machine: &mut Machine<'_>, value: f64) -> ExternalResult {
    ExternalResult::Returned(Some(Value::Double(machine.pool.double(value))))
}

/// The values of double arguments, each that is symbolic fixed on the path.
fn fixed<const COUNT: usize>(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    method: &str,
) -> Result<[f64; COUNT], Interrupt> {
    let arguments: [TermId; COUNT] = terms(arguments)?;
    let mut values = [0.0; COUNT];
    for (argument, value) in arguments.into_iter().zip(&mut values) {
        if machine.pool.sort(argument) != Sort::Double {
            return Err(StopReason::Internal("a function of doubles with another argument".into()).into());
        }
        let bits = match machine.pool.as_constant(argument) {
            Some(bits) => bits,
            None => fix(machine, state, argument, method)?,
        };
        *value = f64::from_bits(bits as u64);
    }
    Ok(values)
}

fn fix(machine: &mut Machine<'_>, state: &mut State, argument: TermId, method: &str) -> Result<i64, Interrupt> {
    let bits = evaluate(&machine.pool, argument, &state.path.model)
        .ok_or_else(|| StopReason::SolverUnknown(format!("an argument of {method} beyond 64 bits")))?;
    machine.caveats.insert(Caveat::FixedArgument(method.to_owned()));
    if !state.path.follows_model {
        let value = machine.pool.double(f64::from_bits(bits as u64));
        let is_value = machine.pool.equal(argument, value);
        if state.path.known(is_value) != Some(true) {
            state.path.assume(&mut machine.pool, is_value);
        }
    }
    Ok(bits)
}

fn arc_tangent(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    class: &str,
) -> Result<ExternalResult, Interrupt> {
    let [y, x] = fixed(machine, state, arguments, &format!("{class}.atan2"))?;
    Ok(number(machine, libm::atan2(y, x)))
}

/// Unlike C's, Java's power of one to NaN or an infinity, and of minus one to an infinity, is NaN.
fn power(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    class: &str,
) -> Result<ExternalResult, Interrupt> {
    let [base, exponent] = fixed(machine, state, arguments, &format!("{class}.pow"))?;
    let is_undefined = exponent.is_nan() || exponent.is_infinite() && base.abs() == 1.0;
    Ok(number(machine, if is_undefined { f64::NAN } else { libm::pow(base, exponent) }))
}

fn hypotenuse(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    class: &str,
) -> Result<ExternalResult, Interrupt> {
    let [a, b] = fixed(machine, state, arguments, &format!("{class}.hypot"))?;
    Ok(number(machine, libm::hypot(a, b)))
}
