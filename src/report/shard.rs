//! Which part of a run a report is about: what the reports of all shards are joined by.

use super::{Problem, SummaryView};
use crate::exec::Caveat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A part of a run, with what `merge` needs beside the report itself.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Shard {
    /// The command that made the report.
    pub command: String,
    /// The casewise that made it: its version, and a digest of its sources.
    pub version: String,
    /// Which shard it is, from 1.
    pub index: u32,
    /// How many there are.
    pub count: u32,
    /// A digest of the classes, the options, and what each shard has: that of all shards of a run.
    pub run: String,
    /// How many methods (of `test`, classes) the run has.
    pub whole: u64,
    /// Where the methods of this report are among those of the run, from 0, in the order of the report; of `check` and `summarize`.
    pub places: Vec<u64>,
    /// How the run shows what it has found.
    pub shown: ShardShown,
    /// Where sources are, of those that SARIF names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
    /// Of `check`: suppressions that are about nothing that this shard has found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unused: Vec<Problem>,
    /// Of `check`: what is wrong with the sources in which annotations were looked for; among the problems of the report too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Problem>,
    /// Of `check`: results of the baseline that this shard has no cause for, as SARIF has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub absent: Vec<serde_json::Value>,
    /// Of `summarize`: the caveats of each method as data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub caveats: Vec<Vec<ShardCaveat>>,
    /// Of `summarize --report`: what the pages show, with the caveats as data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<ShardView>,
}

/// The summary of a method, for the pages of a report.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShardView {
    /// The summary.
    pub view: SummaryView,
    /// Its caveats as data.
    pub caveats: Vec<ShardCaveat>,
}

/// A caveat as data, with the source line that it is about: what is stored of a caveat has none.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ShardCaveat {
    /// The caveat.
    #[schemars(with = "serde_json::Value")]
    caveat: Caveat,
    /// Its line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    line: Option<u16>,
}

impl ShardCaveat {
    /// Of the caveats of a method.
    pub fn all(caveats: &[Caveat]) -> Vec<ShardCaveat> {
        caveats.iter().map(|caveat| ShardCaveat { line: caveat.line(), caveat: caveat.clone() }).collect()
    }

    /// The caveat with its line.
    pub(super) fn whole(&self) -> Caveat {
        self.caveat.at_line(self.line)
    }
}

/// How a run shows what it has found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ShardShown {
    /// `text`, `json` or `sarif`.
    pub format: String,
    /// Whether all is shown (`--all`).
    pub all: bool,
    /// Whether long conditions are shown whole (`--full`).
    pub full: bool,
    /// What makes the exit code say so (`--fail-on`), where the command has that option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fail_on: Option<String>,
    /// The folder of the tests (`test --out`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub out: Option<String>,
}

/// The casewise that runs: its version, and a digest of its sources.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " ", env!("CASEWISE_SOURCES"));

impl Shard {
    /// Its number among all, as `2 of 4`.
    pub fn label(&self) -> String {
        format!("{} of {}", self.index, self.count)
    }
}

impl ShardShown {
    /// Whether the same is shown, in whichever format.
    pub(super) fn is_as(&self, other: &ShardShown) -> bool {
        ShardShown { format: other.format.clone(), ..self.clone() } == *other
    }
}
