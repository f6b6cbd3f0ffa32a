//! The native methods of a module of the JDK, as plain data and for people.

use super::Problem;
use super::notation::counted;
use super::printable::printable;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};

/// The result of `natives`.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct NativesReport {
    /// The version of Java that the JDK is of (`17`).
    pub jdk: String,
    /// The module.
    pub module: String,
    /// Its native methods, by class, in the order of the class file.
    pub natives: Vec<NativeMethod>,
    /// Sums.
    pub totals: NativeTotals,
    /// Classes that could not be read, one line each.
    pub problems: Vec<Problem>,
}

/// A native method.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NativeMethod {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// What a call of it comes to.
    pub state: NativeState,
}

/// What a call of a native method comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NativeState {
    /// A model gives what the JVM gives, on every input.
    Exact,
    /// A model gives what the JVM gives, within a bound; the path stops beyond it.
    Bounded,
    /// A model gives nearly what the JVM gives; using it is a caveat.
    Approximate,
    /// There is no model: a path that comes to a call stops.
    Stop,
}

impl fmt::Display for NativeState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            NativeState::Exact => "exact",
            NativeState::Bounded => "bounded",
            NativeState::Approximate => "approximate",
            NativeState::Stop => "stop",
        })
    }
}

/// How many native methods are in which state.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct NativeTotals {
    /// All.
    pub natives: u64,
    /// Those with an exact model.
    pub exact: u64,
    /// Those with a model within a bound.
    pub bounded: u64,
    /// Those with a model that is not exact.
    pub approximate: u64,
    /// Those without a model.
    pub stop: u64,
}

impl NativesReport {
    /// Computes the totals.
    pub fn sum_up(&mut self) {
        let count = |state| self.natives.iter().filter(|native| native.state == state).count() as u64;
        self.totals = NativeTotals {
            natives: self.natives.len() as u64,
            exact: count(NativeState::Exact),
            bounded: count(NativeState::Bounded),
            approximate: count(NativeState::Approximate),
            stop: count(NativeState::Stop),
        };
    }
}

/// Writes the result of `natives`: a line for each method below its class. Problems are not written here.
///
/// # Errors
/// When the output cannot be written.
pub fn natives_as_text(report: &NativesReport, output: &mut dyn Write) -> io::Result<()> {
    for of_class in report.natives.chunk_by(|left, right| left.class == right.class) {
        for native in of_class.iter().take(1) {
            writeln!(output, "{}", printable(&native.class))?;
        }
        for native in of_class {
            writeln!(output, "  {:12}{}", native.state, printable(&format!("{}{}", native.method, native.descriptor)))?;
        }
    }
    let totals = &report.totals;
    writeln!(
        output,
        "{} of {}, JDK {}: {} exact, {} bounded, {} approximate, {} without a model",
        counted(totals.natives, "native method", "native methods"),
        printable(&report.module),
        printable(&report.jdk),
        totals.exact,
        totals.bounded,
        totals.approximate,
        totals.stop,
    )
}
