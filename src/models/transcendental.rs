//! Transcendental functions of `Math` and `StrictMath`. They have values for constants only: a symbolic argument is fixed to
//! its value in the path's model, which the path condition says then and a caveat too.
//!
//! The values are those of a port of FreeBSD's library, the same on every machine, and of fdlibm (`strict_math`), where that
//! gives others. A row is called exact where none of 40,324 arguments, special values among them, gave another value than JDK 17
//! and JDK 25 do: a sample, no proof. The others differ on some arguments, in the last digits.

use super::math::terms;
use super::{MethodModel, approximate, bounded, exact, strict_math};
use crate::classfile::{LoadableConstant, Method, java_name};
use crate::exec::{Caveat, ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::Value;
use crate::program::Program;
use crate::term::{Sort, TermId, evaluate};

/// Rows of functions of one argument: `class name precision function`.
macro_rules! unary {
    ($($precision:ident $class:literal by $library:ident: $($name:ident)*;)*) => {
        &[$($(
            $precision(concat!("java/lang/", $class), stringify!($name), "(D)D", |machine, state, arguments| {
                let [a] = fixed(machine, state, arguments, concat!($class, ".", stringify!($name)))?;
                Ok(number(machine, $library::$name(a)))
            }),
        )*)*]
    };
}

pub(super) const UNARY: &[MethodModel] = unary! {
    exact "Math" by libm: asin acos atan expm1;
    exact "StrictMath" by libm: asin acos atan expm1 tan exp;
    exact "StrictMath" by strict_math: log log10 sinh cosh tanh log1p;
    approximate "Math" by libm: sin cos tan exp log log10 cbrt sinh cosh tanh log1p;
    approximate "StrictMath" by libm: cbrt;
};

pub(super) const TURNS: &[MethodModel] = &[
    bounded("java/lang/StrictMath", "sin", "(D)D", |machine, state, arguments| {
        let [a] = fixed(machine, state, arguments, "StrictMath.sin")?;
        of_angle(machine, strict_math::sin(a))
    }),
    bounded("java/lang/StrictMath", "cos", "(D)D", |machine, state, arguments| {
        let [a] = fixed(machine, state, arguments, "StrictMath.cos")?;
        of_angle(machine, strict_math::cos(a))
    }),
];

/// What a function of an angle gives that may be too large for it.
fn of_angle(machine: &mut Machine<'_>, result: Option<f64>) -> Result<ExternalResult, Interrupt> {
    match result {
        Some(result) => Ok(number(machine, result)),
        None => Err(StopReason::Unmodelled("java.lang.StrictMath of an angle of very many turns".into()).into()),
    }
}

pub(super) const BINARY: &[MethodModel] = &[
    approximate("java/lang/Math", "atan2", "(DD)D", |machine, state, arguments| {
        arc_tangent(machine, state, arguments, "Math")
    }),
    exact("java/lang/StrictMath", "atan2", "(DD)D", |machine, state, arguments| {
        arc_tangent(machine, state, arguments, "StrictMath")
    }),
    exact("java/lang/Math", "IEEEremainder", "(DD)D", |machine, state, arguments| {
        let [a, b] = fixed(machine, state, arguments, "Math.IEEEremainder")?;
        Ok(number(machine, libm::remainder(a, b)))
    }),
    exact("java/lang/StrictMath", "IEEEremainder", "(DD)D", |machine, state, arguments| {
        let [a, b] = fixed(machine, state, arguments, "StrictMath.IEEEremainder")?;
        Ok(number(machine, libm::remainder(a, b)))
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

/// The result of a function whose results may be others in a JVM, with what that makes of the answer: a caveat, or, where an
/// initialiser computes it, bounds instead of a value. Most of what an initialiser computes is never looked at.
pub(super) fn as_far_as_known(
    machine: &mut Machine<'_>,
    state: &State,
    model: &MethodModel,
    arguments: &[Value],
    result: TermId,
) -> TermId {
    let number = |term: TermId| machine.pool.as_constant(term).map(|bits| f64::from_bits(bits as u64));
    let known: Option<Vec<f64>> = arguments.iter().map(|argument| argument.number().and_then(number)).collect();
    let value = number(result);
    if let (Some(known), Some(value)) = (known, value)
        && is_specified(model.name, &known, value)
    {
        return result;
    }
    let is_initialising = !state.heap.statics_are_inputs;
    match value {
        Some(value) if is_initialising => {
            let (low, high) = (0..FARTHEST).fold((value, value), |(low, high), _| (low.next_down(), high.next_up()));
            let (low, high) = (machine.pool.double(low), machine.pool.double(high));
            machine.pool.number_between(low, high)
        }
        _ => {
            machine.caveats.insert(Caveat::Approximate(format!("{}.{}", java_name(model.class), model.name)));
            result
        }
    }
}

/// The annotation of the JDK's methods for which a JVM may have code of its own, and what it is called before Java 16.
const INTRINSIC: [&str; 2] =
    ["Ljdk/internal/vm/annotation/IntrinsicCandidate;", "Ljdk/internal/HotSpotIntrinsicCandidate;"];

/// Whether a JVM may have code of its own for a function of `Math`, which is as precise as its specification asks for: the JDK at
/// hand says so of its method. The other functions of `Math` are those of `StrictMath`.
pub(super) fn is_of_jvm(program: &Program, model: &MethodModel) -> bool {
    let is_intrinsic = || {
        let class = program.class_by_name(model.class)?;
        let file = program.class(class).file()?;
        let declares = |method: &&Method| *method.name == *model.name && *method.descriptor == *model.descriptor;
        let method = file.methods.iter().find(declares)?;
        let mut texts = method.annotations.declared.constants.iter().map(|(_, constant)| constant);
        Some(texts.any(|text| matches!(text, LoadableConstant::String(name) if is_one_of(&name.0, &INTRINSIC))))
    };
    model.class == "java/lang/Math" && is_intrinsic().unwrap_or(true)
}

fn is_one_of(units: &[u16], names: &[&str]) -> bool {
    names.iter().any(|name| name.encode_utf16().eq(units.iter().copied()))
}

/// How many numbers a result may be away from the one computed here. The specification allows the JVM 2.5 units in the last
/// place at most, and the library keeps within as many.
const FARTHEST: u32 = 6;

/// Whether the specification of a function of `Math` says its result on these arguments exactly.
fn is_specified(name: &str, arguments: &[f64], result: f64) -> bool {
    let is_whole = |number: f64| number.fract() == 0.0 && number.abs() < 9.0e15;
    if result.is_nan() || !arguments.iter().all(|argument| argument.is_finite()) {
        return true;
    }
    match (name, arguments) {
        ("sin" | "tan" | "sinh" | "tanh" | "cbrt" | "log1p" | "exp" | "cosh" | "cos", [argument]) => *argument == 0.0,
        ("log", [argument]) => *argument == 1.0 || *argument == 0.0,
        ("log10", [argument]) if *argument == 0.0 => true,
        ("log10", [argument]) => is_whole(*argument) && 10.0_f64.powi(result as i32) == *argument && is_whole(result),
        ("pow", [base, exponent]) => {
            *exponent == 0.0 || *exponent == 1.0 || is_whole(*base) && is_whole(*exponent) && is_whole(result)
        }
        _ => false,
    }
}

fn arc_tangent(
    machine: &mut Machine<'_>,
    state: &mut State,
    arguments: &[Value],
    class: &str,
) -> Result<ExternalResult, Interrupt> {
    let [y, x] = fixed(machine, state, arguments, &format!("{class}.atan2"))?;
    Ok(number(machine, strict_math::atan2(y, x)))
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
