//! A modelled method: what it stands for, how well, and what answers its calls.

use super::arguments::{Abrupt, Call};
use crate::exec::{ExternalResult, Interrupt, Machine, State};
use crate::heap::Value;

/// What a model gets: the machine, the state, the arguments with the receiver first.
#[derive(Clone, Copy)]
pub(super) enum Implementation {
    /// Says how the call ends.
    Whole(fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>),
    /// Says what the call returns, unless it ends otherwise.
    Value(fn(&mut Call<'_, '_>) -> Result<Option<Value>, Abrupt>),
}

/// How a model's results relate to those of the method it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    /// The same on every input.
    Exact,
    /// The same on the inputs within a bound; the path stops beyond it.
    Bounded,
    /// Not always the same: using it is a caveat.
    Approximate,
}

/// One modelled method.
pub struct MethodModel {
    /// Internal name of the class that declares it.
    pub class: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its descriptor.
    pub descriptor: &'static str,
    /// How well it is modelled.
    pub precision: Precision,
    /// Whether it stands in for bytecode that a JDK has, and that runs where there is one.
    pub stands_in: bool,
    pub(super) implementation: Implementation,
}

/// A row of a table of exact models.
pub(super) const fn exact(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    let implementation = Implementation::Whole(implementation);
    MethodModel { class, name, descriptor, precision: Precision::Exact, stands_in: false, implementation }
}

/// A row of an exact model that is only needed without a JDK.
pub(super) const fn stand_in(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    MethodModel { stands_in: true, ..exact(class, name, descriptor, implementation) }
}

/// A row of a table of models that are exact, or stop the path.
pub(super) const fn value(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    precision: Precision,
    implementation: fn(&mut Call<'_, '_>) -> Result<Option<Value>, Abrupt>,
) -> MethodModel {
    MethodModel {
        class,
        name,
        descriptor,
        precision,
        stands_in: false,
        implementation: Implementation::Value(implementation),
    }
}

/// A row of a table of models that stop the path beyond a bound.
pub(super) const fn bounded(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    MethodModel { precision: Precision::Bounded, ..exact(class, name, descriptor, implementation) }
}

/// A row of a table of models whose use is a caveat.
pub(super) const fn approximate(
    class: &'static str,
    name: &'static str,
    descriptor: &'static str,
    implementation: fn(&mut Machine<'_>, &mut State, &[Value]) -> Result<ExternalResult, Interrupt>,
) -> MethodModel {
    MethodModel { precision: Precision::Approximate, ..exact(class, name, descriptor, implementation) }
}
