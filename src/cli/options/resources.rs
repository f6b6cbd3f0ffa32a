//! What a run may use: memory, threads, work.

use crate::run::default_limit;
use clap::Args;
use std::num::NonZeroUsize;

/// What a run may use.
#[derive(Debug, Args)]
pub(in crate::cli) struct MemoryOption {
    /// Memory that the run may use, as in `512M` or `2G` [default: half of the machine's]
    ///
    /// casewise with the JVMs that it starts. Near the limit the largest of the methods at work is given up, and says so; the
    /// others go on. A run that must go beyond it ends.
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Resources")]
    memory: Option<u64>,
}

impl MemoryOption {
    /// The limit in bytes; none where the machine does not tell what it has.
    pub(in crate::cli) fn limit(&self) -> Option<u64> {
        self.memory.or_else(default_limit)
    }
}

/// How many threads a run has.
#[derive(Debug, Args)]
pub(in crate::cli) struct JobsOption {
    /// Threads [default: one for each core]
    ///
    /// The result does not depend on it.
    #[arg(long, value_name = "N", help_heading = "Resources")]
    jobs: Option<NonZeroUsize>,
}

impl JobsOption {
    /// How many there are.
    pub(in crate::cli) fn number(&self) -> usize {
        jobs_or_cores(self.jobs)
    }
}

/// As many as were asked for, else one for each core.
pub(in crate::cli) fn jobs_or_cores(jobs: Option<NonZeroUsize>) -> usize {
    jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, NonZeroUsize::get), NonZeroUsize::get)
}

/// Memory, as in `512M`.
fn size(text: &str) -> Result<u64, String> {
    match bytes(text)? {
        bytes if bytes < LEAST_MEMORY => Err(format!("no less than {}M", LEAST_MEMORY >> 20)),
        bytes => Ok(bytes),
    }
}

/// Bytes, as in `512M`.
pub(in crate::cli) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let unit = match text.get(digits.len()..).map(str::to_ascii_uppercase).as_deref() {
        Some("K") => 10,
        Some("M") => 20,
        Some("G") => 30,
        Some("T") => 40,
        _ => return Err("a number with K, M, G or T, as in `512M`".into()),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|count| count.checked_mul(1 << unit));
    bytes.ok_or_else(|| "a number with K, M, G or T, as in `512M`".into())
}

/// Below this a run can do nothing.
const LEAST_MEMORY: u64 = 64 << 20;

/// How much work a run may do.
#[derive(Debug, Args)]
pub(in crate::cli) struct EffortOption {
    /// Budgets of work, in units of the usual ones
    ///
    /// Work is counted in instructions and in the solver's steps, so that answers are the same on every machine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000),
          help_heading = "Resources")]
    pub(in crate::cli) effort: u64,
}

/// How much work a method may cost.
#[derive(Debug, Args)]
pub(in crate::cli) struct MethodEffortOption {
    /// A method's budget of work, in units of the usual one
    ///
    /// Work is counted in instructions and in the solver's steps, so that answers are the same on every machine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000),
          help_heading = "Resources")]
    pub(in crate::cli) effort: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_has_a_unit() {
        assert_eq!((size("64m"), size("2G"), size("1T")), (Ok(64 << 20), Ok(2 << 30), Ok(1 << 40)));
        for bad in ["", "2", "G", "-1G", "2GB", "63M", "99999999999999T", "ü"] {
            assert!(size(bad).is_err(), "{bad}");
        }
    }
}
