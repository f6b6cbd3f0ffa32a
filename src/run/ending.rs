//! Why work ends before it is done.

use serde::{Deserialize, Serialize};

/// Why work ends before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Ending {
    /// `--timeout` is over, or the share of it that this work had.
    Time,
    /// `--memory` is used up.
    Memory,
    /// A signal asked for it.
    Signal,
}

impl std::fmt::Display for Ending {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Ending::Time => "out of time",
            Ending::Memory => "memory limit reached",
            Ending::Signal => "interrupted",
        })
    }
}

impl Ending {
    pub(super) fn number(self) -> u8 {
        match self {
            Ending::Time => 1,
            Ending::Memory => 2,
            Ending::Signal => 3,
        }
    }

    pub(super) fn of_number(number: u8) -> Option<Ending> {
        match number {
            0 => None,
            1 => Some(Ending::Time),
            2 => Some(Ending::Memory),
            _ => Some(Ending::Signal),
        }
    }
}

/// Why an analysis has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnalysisFailure {
    /// It had to end.
    Ended(Ending),
    /// A panic, which is a defect: its message.
    Panicked(String),
}

impl std::fmt::Display for AnalysisFailure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AnalysisFailure::Ended(ending) => ending.fmt(formatter),
            AnalysisFailure::Panicked(message) => formatter.write_str(message),
        }
    }
}
