//! The options of a run that several processes share.

use super::options::FindingsFormat;
use crate::report::ShardShown;
use crate::session::ShardOf;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Which part of the work is done.
#[derive(Debug, Args)]
pub(super) struct ShardOption {
    /// Do the I-th of N parts of the work, as in `2/4`
    ///
    /// Of the same classes and options, all parts together answer for each method once, and `casewise merge` makes of their
    /// reports, in JSON or SARIF, the one that a single run gives. The parts are about equal, and an edit moves few methods.
    #[arg(long, value_name = "I/N", value_parser = clap::value_parser!(ShardOf), help_heading = "Resources")]
    shard: Option<ShardOf>,
}

impl ShardOption {
    /// The part; none for all.
    pub(super) fn part(&self) -> Option<ShardOf> {
        self.shard.clone()
    }
}

/// Which part of the work is done, and who says what the parts are.
#[derive(Debug, Args)]
pub(super) struct PlannedShardOption {
    #[command(flatten)]
    shard: ShardOption,

    /// Divide the work as this file says, which `casewise plan --format json` has written
    ///
    /// It knows what methods have cost in earlier runs; without it the length of the code counts. All parts need the same
    /// file. Methods that it does not name are divided as without it.
    #[arg(long, value_name = "FILE", requires = "shard", help_heading = "Resources")]
    plan_file: Option<PathBuf>,
}

impl PlannedShardOption {
    /// The part; none for all.
    pub(super) fn part(&self) -> Option<ShardOf> {
        self.shard.part().map(|part| ShardOf { plan: self.plan_file.clone(), ..part })
    }
}

/// The name of a value of an option.
pub(super) fn name_of(value: impl ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// How a run shows what it has found: in which format, and whether all and in full.
pub(super) fn shown_as(format: FindingsFormat, (all, full): (bool, bool)) -> ShardShown {
    ShardShown { format: name_of(format), all, full, ..ShardShown::default() }
}
