//! What `plan` says of the work of a run: what there is to do, what it costs, what it depends on, and who does it.

use super::Problem;
use super::notation::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};

/// The result of `plan`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PlanReport {
    /// The command that the work is for.
    pub command: String,
    /// What each shard has, from the first one.
    pub shards: Vec<PlannedShard>,
    /// The strongly connected components of the call graph, as far as they are asked for, each after all that it depends on.
    pub components: Vec<PlannedComponent>,
    /// Sums.
    pub totals: PlanTotals,
    /// Inputs that could not be read, one line each.
    pub problems: Vec<Problem>,
}

/// What a shard has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PlannedShard {
    /// Its number, from 1.
    pub shard: u32,
    /// Methods.
    pub methods: u64,
    /// What they cost together.
    pub cost: u64,
}

/// Methods that may call one another, or a single one.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PlannedComponent {
    /// The methods, in class and source order.
    pub methods: Vec<PlannedMethod>,
    /// What they cost together.
    pub cost: u64,
    /// The components whose methods these may call, by position in the plan; by way of methods that are not asked for too.
    pub depends_on: Vec<u64>,
}

/// A method, what it costs, and who has it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PlannedMethod {
    /// Class in Java notation (`p.C$D`).
    pub class: String,
    /// Method name.
    pub method: String,
    /// Descriptor.
    pub descriptor: String,
    /// Work in instructions; a step of the solver counts as one.
    pub cost: u64,
    /// Whether an earlier run has noted the cost; else it is taken from the length of the code.
    pub known: bool,
    /// The number of its shard, from 1.
    pub shard: u32,
}

/// Sums of a plan.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PlanTotals {
    /// Methods.
    pub methods: u64,
    /// Of them, those of which a cost is known.
    pub known: u64,
    /// Components.
    pub components: u64,
    /// Methods of the largest component.
    pub largest_component: u64,
    /// What all cost.
    pub cost: u64,
    /// What the most costly chain of components costs that depend on one another: less no number of machines takes, if each
    /// waits for what it depends on.
    pub critical_path: u64,
}

/// Writes the result of `plan` for people. Problems are not written here.
///
/// # Errors
/// When the output cannot be written.
pub fn plan_as_text(report: &PlanReport, output: &mut dyn Write) -> io::Result<()> {
    let PlanReport { shards, totals, .. } = report;
    for PlannedShard { shard, methods, cost } in shards {
        writeln!(output, "shard {shard:<5} {:>14}  cost {cost}", counted(*methods, "method", "methods"))?;
    }
    writeln!(output)?;
    let components = counted(totals.components, "component", "components");
    let largest = counted(totals.largest_component, "method", "methods");
    let rows = [
        ("Methods", format!("{} ({} of known cost)", totals.methods, totals.known)),
        ("Components", format!("{components}, the largest of {largest}")),
        ("Cost", totals.cost.to_string()),
        ("Critical path", totals.critical_path.to_string()),
    ];
    rows.into_iter().try_for_each(|(name, value)| writeln!(output, "{name:<14}{value}"))
}
