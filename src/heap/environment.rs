//! What a program gets from the machine that it runs on: neither its caller nor a replay decides it.

use super::memory::{Heap, InputOrigin};
use super::value::ObjectId;
use crate::term::{Domain, InputId, TermId, TermPool};
use std::sync::Arc;

/// Where a value of the machine comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EnvironmentSource {
    /// Whether a system property is set.
    PropertyIsSet(Arc<str>),
    /// The value of a system property that is set.
    Property(Arc<str>),
    /// Whether an environment variable is set.
    VariableIsSet(Arc<str>),
    /// The value of an environment variable that is set.
    Variable(Arc<str>),
    /// The identity hash code of an object.
    IdentityHash(ObjectId),
    /// A clock, by the method that reads it.
    Clock(&'static str),
    /// A random number, by the method that gives it.
    Random(&'static str),
}

impl EnvironmentSource {
    /// Whether it gives one value as long as the program runs; the others give another one each time.
    fn is_constant(&self) -> bool {
        !matches!(self, EnvironmentSource::Clock(_) | EnvironmentSource::Random(_))
    }

    /// Whether a replay on the same machine can be expected to see the same value again and again, so that what it says is no
    /// matter of chance.
    pub fn is_repeatable(&self) -> bool {
        self.is_constant()
    }
}

impl std::fmt::Display for EnvironmentSource {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            EnvironmentSource::PropertyIsSet(name) | EnvironmentSource::Property(name) => {
                write!(formatter, "System.getProperty(\"{name}\")")
            }
            EnvironmentSource::VariableIsSet(name) | EnvironmentSource::Variable(name) => {
                write!(formatter, "System.getenv(\"{name}\")")
            }
            EnvironmentSource::IdentityHash(_) => write!(formatter, "System.identityHashCode"),
            EnvironmentSource::Clock(method) | EnvironmentSource::Random(method) => write!(formatter, "{method}"),
        }
    }
}

impl Heap {
    /// The value that a source gives now: the one that it gave before, where it does not change, else a new input.
    pub fn environment_value(&mut self, pool: &mut TermPool, source: EnvironmentSource, domain: Domain) -> TermId {
        let known = source.is_constant().then(|| self.environment.iter().find(|(known, _)| *known == source)).flatten();
        if let Some((_, input)) = known {
            return pool.input(*input, domain);
        }
        let number = u32::try_from(self.environment.len()).unwrap_or(u32::MAX);
        let id = InputId(self.input_count() as u32);
        self.environment.push_back((source, id));
        self.new_input(pool, InputOrigin::Environment(number), domain)
    }

    /// Where an input comes from, if it is a value of the machine.
    pub fn environment_source(&self, input: InputId) -> Option<&EnvironmentSource> {
        match self.input(input)?.origin {
            InputOrigin::Environment(number) => self.environment.get(number as usize).map(|(source, _)| source),
            _ => None,
        }
    }
}
