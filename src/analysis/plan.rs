//! `plan`: the work of a run before it is done. The components of the call graph with what they cost and depend on, and who has them
//! where several processes share the work.

use super::check::{self, CheckJob, select};
use super::summarize;
use crate::program::MethodId;
use crate::report::{JobError, PlanReport, PlanTotals, PlannedComponent, PlannedMethod, PlannedShard};
use crate::run::Run;
use crate::session::shard::{Unit, components, divide, divide_methods, size_of};
use crate::session::workspace::Workspace;
use std::collections::BTreeMap;

/// The command that a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlannedCommand {
    /// `check`.
    Check,
    /// `summarize`.
    Summarize,
    /// `test`, whose work is divided by classes. What its methods cost is taken from what `check` has noted.
    Test,
}

/// How work is given to shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanOrder {
    /// By names: an edit moves few methods to another shard.
    Names,
    /// Callees first: a shard depends on those before it alone.
    Callees,
}

/// What to plan.
#[derive(Clone, Debug)]
pub struct PlanJob {
    /// Classes, selection, cache, budgets.
    pub check: CheckJob,
    /// For which command.
    pub command: PlannedCommand,
    /// How many shards there are.
    pub shards: u32,
    /// How they are made.
    pub order: PlanOrder,
}

/// Plans the work of a run.
///
/// # Errors
/// When nothing is asked for, or the cache cannot be used.
pub fn plan(job: &PlanJob) -> Result<PlanReport, JobError> {
    // What is kept depends on how inputs are executed.
    let _run = Run::begin(None, None, job.check.job.isolation);
    let workspace = Workspace::open(&job.check.job)?.with_resources();
    let program = &workspace.program;
    let (command, methods, known) = match job.command {
        PlannedCommand::Summarize => {
            let methods = workspace.select(&job.check.job)?;
            let known = summarize::known_work(&workspace, &job.check.job, &methods)?;
            ("summarize", methods, known)
        }
        PlannedCommand::Check | PlannedCommand::Test => {
            let methods = select::methods(&workspace, &job.check)?;
            let known = check::known_work(&workspace, &job.check, &methods)?;
            (if job.command == PlannedCommand::Check { "check" } else { "test" }, methods, known)
        }
    };
    let costs = costs(&workspace, &methods, &known);
    let found = by_level(components(&workspace.calls, &methods));
    let parts: Vec<Vec<usize>> = found.iter().map(|(part, _)| part.clone()).collect();
    let given = match (job.order, job.command) {
        (PlanOrder::Callees, _) => in_turn(&parts, &costs, job.shards),
        (PlanOrder::Names, PlannedCommand::Test) => by_class(&workspace, &methods, &costs, job.shards),
        (PlanOrder::Names, _) => divide_methods(program, &methods, &costs, &parts, job.shards),
    };
    let planned = |at: &usize| {
        let info = program.method(*methods.get(*at)?);
        Some(PlannedMethod {
            class: crate::classfile::java_name(program.class_name(info.class)),
            method: info.name.to_string(),
            descriptor: info.descriptor.to_string(),
            cost: costs.get(*at).copied()?,
            known: known.get(*at)?.is_some(),
            shard: given.get(*at)? + 1,
        })
    };
    let component = |(part, depends_on): (Vec<usize>, Vec<usize>)| {
        let methods: Vec<PlannedMethod> = part.iter().filter_map(planned).collect();
        let cost = methods.iter().map(|method| method.cost).sum();
        PlannedComponent { methods, cost, depends_on: depends_on.into_iter().map(|at| at as u64).collect() }
    };
    let components: Vec<PlannedComponent> = found.into_iter().map(component).collect();
    let mut shards: Vec<PlannedShard> =
        (1..=job.shards).map(|shard| PlannedShard { shard, ..PlannedShard::default() }).collect();
    for method in components.iter().flat_map(|component| &component.methods) {
        if let Some(shard) = shards.get_mut(method.shard.saturating_sub(1) as usize) {
            shard.methods += 1;
            shard.cost += method.cost;
        }
    }
    let totals = PlanTotals {
        methods: methods.len() as u64,
        known: known.iter().flatten().count() as u64,
        components: components.len() as u64,
        largest_component: components.iter().map(|component| component.methods.len() as u64).max().unwrap_or(0),
        cost: components.iter().map(|component| component.cost).sum(),
        critical_path: critical_path(&components),
    };
    Ok(PlanReport { command: command.to_owned(), shards, components, totals, problems: workspace.problems.clone() })
}

/// What each method costs: what is known, and by the length of the code, in the same proportion, where nothing is.
fn costs(workspace: &Workspace, methods: &[MethodId], known: &[Option<u64>]) -> Vec<u64> {
    let sizes: Vec<u64> = methods.iter().map(|method| size_of(&workspace.program, *method)).collect();
    let of_known = sizes.iter().zip(known).filter(|(_, known)| known.is_some());
    let (size, work) = of_known.fold((0, 0), |(size, work), (own, known)| (size + own, work + known.unwrap_or(0)));
    let factor = work.checked_div(size).map_or(1, |factor: u64| factor.max(1));
    sizes.iter().zip(known).map(|(size, known)| known.unwrap_or(size * factor).max(1)).collect()
}

/// Components with those that each depends on, in the order of the longest chain of others that each depends on.
fn by_level(found: Vec<(Vec<usize>, Vec<usize>)>) -> Vec<(Vec<usize>, Vec<usize>)> {
    let mut levels: Vec<usize> = Vec::with_capacity(found.len());
    for (_, depends_on) in &found {
        let below = depends_on.iter().filter_map(|at| levels.get(*at)).max();
        levels.push(below.map_or(0, |level| level + 1));
    }
    let mut order: Vec<usize> = (0..found.len()).collect();
    order.sort_by_key(|at| levels.get(*at).copied());
    let places: BTreeMap<usize, usize> = order.iter().enumerate().map(|(place, at)| (*at, place)).collect();
    let placed = |at: &usize| {
        let (part, depends_on) = found.get(*at)?;
        let mut depends_on: Vec<usize> = depends_on.iter().filter_map(|at| places.get(at).copied()).collect();
        depends_on.sort_unstable();
        Some((part.clone(), depends_on))
    };
    order.iter().filter_map(placed).collect()
}

/// Consecutive parts of the order of components, each of about the same cost: the shard of each method, from 0. A large component is
/// divided by its methods.
fn in_turn(parts: &[Vec<usize>], costs: &[u64], shards: u32) -> Vec<u32> {
    let total: u64 = costs.iter().sum();
    let mut given = vec![0; costs.len()];
    let mut before = 0_u64;
    for at in parts.iter().flatten() {
        let cost = costs.get(*at).copied().unwrap_or(1);
        // Where its middle falls.
        let middle = u128::from(before) + u128::from(cost / 2);
        let shard = middle * u128::from(shards) / u128::from(total.max(1));
        if let Some(given) = given.get_mut(*at) {
            *given = u32::try_from(shard).unwrap_or(0).min(shards.saturating_sub(1));
        }
        before += cost;
    }
    given
}

fn by_class(workspace: &Workspace, methods: &[MethodId], costs: &[u64], shards: u32) -> Vec<u32> {
    let program = &workspace.program;
    let class = |method: &MethodId| program.class_name(program.method(*method).class).to_string();
    let mut classes: BTreeMap<String, u64> = BTreeMap::new();
    for (method, cost) in methods.iter().zip(costs) {
        *classes.entry(class(method)).or_default() += cost;
    }
    let units: Vec<Unit> = classes.into_iter().map(|(name, cost)| Unit { name, cost }).collect();
    let given = divide(&units, shards);
    let of: BTreeMap<&str, u32> = units.iter().map(|unit| unit.name.as_str()).zip(given).collect();
    methods.iter().map(|method| of.get(class(method).as_str()).copied().unwrap_or(0)).collect()
}

/// The cost of the most costly chain.
fn critical_path(components: &[PlannedComponent]) -> u64 {
    let mut ends: Vec<u64> = Vec::with_capacity(components.len());
    for component in components {
        let below = component.depends_on.iter().filter_map(|at| ends.get(usize::try_from(*at).ok()?)).max();
        ends.push(component.cost + below.copied().unwrap_or(0));
    }
    ends.into_iter().max().unwrap_or(0)
}
