//! Messages of the exceptions that native methods make, as HotSpot writes them.

use crate::exec::{ExternalResult, Machine};
use crate::term::{TermId, TextOperator as T};

/// What a message is made of.
pub(super) enum Part<'a> {
    /// Words.
    Words(&'a str),
    /// A number in decimal.
    Number(TermId),
}

/// A new exception of a builtin class with a message.
pub(super) fn threw(machine: &mut Machine<'_>, class: &'static str, message: &[Part<'_>]) -> ExternalResult {
    let mut parts = Vec::new();
    for part in message {
        parts.push(match part {
            Part::Words(words) => machine.text_of(words),
            Part::Number(number) => machine.pool.text_operation(T::OfNumber, &[*number]),
        });
    }
    let message = machine.pool.text_operation(T::Concat, &parts);
    ExternalResult::ThrewSaying(class, message)
}
