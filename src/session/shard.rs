//! Shards: which part of a run's work one of several processes does, so that all of them together do what one would have done.
//!
//! What a method is given to depends on names and costs alone, so all shards find the same division. Rendezvous hashing gives each unit
//! an order of shards that no other unit changes; it goes to the first that is not full yet ("consistent hashing with bounded loads",
//! Mirrokni, Thorup, Zadimoghaddam, SODA 2018). So an edit moves few units.

use super::workspace::Workspace;
use crate::graph::{CallGraph, strongly_connected};
use crate::program::{MethodId, Program};
use crate::report::{JobError, PlanReport, Shard, VERSION};
use blake3::Hasher;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Which shard of how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardOf {
    /// Its number, from 1.
    pub index: u32,
    /// How many there are.
    pub count: u32,
    /// A plan that says what each has; what it does not name is divided as without one.
    pub plan: Option<PathBuf>,
}

/// More shards than this are a mistake.
const MOST_SHARDS: u32 = 10_000;

impl FromStr for ShardOf {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || "a shard is I/N, the I-th of N, as in 2/4".to_owned();
        let (index, count) = text.split_once('/').ok_or_else(form)?;
        let number = |digits: &str| {
            let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
            digits.parse::<u32>().ok().filter(|_| is_number).ok_or_else(form)
        };
        let (index, count) = (number(index)?, number(count)?);
        match () {
            () if count == 0 || count > MOST_SHARDS => Err(format!("from 1 to {MOST_SHARDS} shards")),
            () if index == 0 || index > count => {
                Err(format!("of {count} shards there is none with the number {index}"))
            }
            () => Ok(ShardOf { index, count, plan: None }),
        }
    }
}

/// What is given to one shard as a whole.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// What it is called, whatever else changes.
    pub(crate) name: String,
    /// What it costs.
    pub(crate) cost: u64,
}

/// A shard takes so much more than its share before units go elsewhere, as a part of it.
const SLACK: u64 = 10;
/// A unit that costs at most this part of a share, about, is small.
const SMALL: u64 = 128;
/// A component of the call graph that costs more than this part of a share is divided: else a shard would have to wait for
/// the one that has it.
const LARGE: u64 = 10;

/// Divides units among so many shards: the shard of each, from 0.
pub(crate) fn divide(units: &[Unit], count: u32) -> Vec<u32> {
    let shards = u64::from(count.max(1));
    let total: u64 = units.iter().map(|unit| unit.cost.max(1)).sum();
    let most = total.div_ceil(shards).saturating_add(total / (shards * SLACK));
    // Small units come first: they go where their hash says, whatever large ones there are. Of the large ones, which even out what is
    // left, the largest come first. Powers of two, so that a cost that changes a little changes no order.
    let small = total.next_power_of_two() / (shards * SMALL);
    let rank = |cost: u64| if cost <= small { 0 } else { 1 + cost.leading_zeros() };
    let mut order: Vec<(u32, u64, usize)> =
        units.iter().enumerate().map(|(at, unit)| (rank(unit.cost), hash_of(&unit.name), at)).collect();
    order.sort_unstable_by(|left, right| {
        let name = |at: usize| units.get(at).map(|unit| &unit.name);
        (left.0, left.1, name(left.2)).cmp(&(right.0, right.1, name(right.2)))
    });
    let mut loads = vec![0_u64; usize::try_from(shards).unwrap_or(1)];
    let mut given = vec![0; units.len()];
    for (_, hash, at) in order {
        let cost = units.get(at).map_or(0, |unit| unit.cost.max(1));
        let score = |shard: &usize| mixed(hash ^ mixed(*shard as u64 + 1));
        let free = (0..loads.len()).filter(|shard| loads.get(*shard).is_some_and(|load| load + cost <= most));
        let chosen = free.max_by_key(score).or_else(|| (0..loads.len()).min_by_key(|shard| loads.get(*shard).copied()));
        let chosen = chosen.unwrap_or(0);
        if let (Some(load), Some(given)) = (loads.get_mut(chosen), given.get_mut(at)) {
            *load += cost;
            *given = u32::try_from(chosen).unwrap_or(0);
        }
    }
    given
}

fn hash_of(name: &str) -> u64 {
    let hash = blake3::hash(name.as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
}

/// The output function of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): each bit of a number decides on each of the result.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// A method's class, name and descriptor, as keys of plans.
pub(crate) fn name_of(program: &Program, method: MethodId) -> String {
    let info = program.method(method);
    format!("{}.{}{}", program.class_name(info.class), info.name, info.descriptor)
}

/// What a method is taken to cost of which nothing is known: the length of its code, and something for beginning.
pub(crate) fn size_of(program: &Program, method: MethodId) -> u64 {
    program.code(method).map_or(1, |code| code.instructions.len() as u64).saturating_add(8)
}

/// The components of the call graph among methods that are asked for, each after all that it depends on, also by way of others; with the
/// positions of the methods, and of the components that each depends on.
pub(crate) fn components(calls: &CallGraph, methods: &[MethodId]) -> Vec<(Vec<usize>, Vec<usize>)> {
    let places: FxHashMap<MethodId, usize> = methods.iter().enumerate().map(|(at, method)| (*method, at)).collect();
    // The nearest callees that are asked for, across those that are not.
    let called = |method: &MethodId| {
        let mut seen = FxHashSet::from_iter([*method]);
        let (mut open, mut found) = (vec![*method], Vec::new());
        while let Some(caller) = open.pop() {
            for callee in calls.callees(caller).iter().filter(|callee| seen.insert(**callee)) {
                match places.get(callee) {
                    Some(place) => found.push(*place),
                    None => open.push(*callee),
                }
            }
        }
        found.sort_unstable();
        found
    };
    let edges: Vec<Vec<usize>> = methods.iter().map(called).collect();
    let mut components: Vec<Vec<usize>> = strongly_connected(&edges);
    components.iter_mut().for_each(|component| component.sort_unstable());
    let mut of = vec![0; methods.len()];
    for (number, component) in components.iter().enumerate() {
        component.iter().filter_map(|at| of.get_mut(*at).map(|of| *of = number)).for_each(drop);
    }
    let depends = |(number, component): (usize, Vec<usize>)| {
        let callees = component.iter().filter_map(|at| edges.get(*at)).flatten();
        let mut others: Vec<usize> =
            callees.filter_map(|callee| of.get(*callee).copied()).filter(|other| *other != number).collect();
        others.sort_unstable();
        others.dedup();
        (component, others)
    };
    components.into_iter().enumerate().map(depends).collect()
}

/// Divides methods of known costs, by components of the call graph, large ones by their methods: the shard of each, from 0.
pub(crate) fn divide_methods(
    program: &Program,
    methods: &[MethodId],
    costs: &[u64],
    components: &[Vec<usize>],
    count: u32,
) -> Vec<u32> {
    let cost = |at: &usize| costs.get(*at).copied().unwrap_or(1);
    let total: u64 = costs.iter().sum();
    let is_large = |component: &&Vec<usize>| {
        component.iter().map(cost).sum::<u64>().saturating_mul(LARGE * u64::from(count)) > total
    };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for component in components {
        if component.len() > 1 && is_large(&component) {
            parts.extend(component.iter().map(|at| vec![*at]));
        } else {
            parts.push(component.clone());
        }
    }
    let name = |at: &usize| methods.get(*at).map_or_else(String::new, |method| name_of(program, *method));
    let unit = |part: &Vec<usize>| Unit {
        name: part.iter().map(name).min().unwrap_or_default(),
        cost: part.iter().map(cost).sum(),
    };
    let units: Vec<Unit> = parts.iter().map(unit).collect();
    let mut given = vec![0; methods.len()];
    for (part, shard) in parts.iter().zip(divide(&units, count)) {
        part.iter().filter_map(|at| given.get_mut(*at).map(|given| *given = shard)).for_each(drop);
    }
    given
}

/// The part of a run that a shard does.
pub(crate) struct Share {
    /// What it has, by position, ascending.
    pub(crate) own: Vec<usize>,
    of: ShardOf,
    whole: usize,
    /// A digest of what each shard has.
    division: [u8; 32],
}

impl Share {
    /// A shard's part of the methods of a run.
    ///
    /// # Errors
    /// When the plan cannot be read, or is one for another number of shards.
    pub(crate) fn of_methods(workspace: &Workspace, methods: &[MethodId], of: &ShardOf) -> Result<Share, JobError> {
        let program = &workspace.program;
        let costs: Vec<u64> = methods.iter().map(|method| size_of(program, *method)).collect();
        let components: Vec<Vec<usize>> =
            components(&workspace.calls, methods).into_iter().map(|(component, _)| component).collect();
        let mut given = divide_methods(program, methods, &costs, &components, of.count);
        if let Some(path) = &of.plan {
            let planned = planned(path, of.count)?;
            for (method, given) in methods.iter().zip(&mut given) {
                *given = planned.get(&name_of(program, *method)).copied().unwrap_or(*given);
            }
        }
        Ok(Share::new(of, methods.iter().map(|method| name_of(program, *method)), &given))
    }

    /// A shard's part of the classes of a run, of which each has methods.
    ///
    /// # Errors
    /// As [`Share::of_methods`].
    pub(crate) fn of_classes<'c>(
        program: &Program,
        classes: impl Iterator<Item = (&'c str, &'c [MethodId])>,
        of: &ShardOf,
    ) -> Result<Share, JobError> {
        let classes: Vec<(&str, &[MethodId])> = classes.collect();
        let unit = |(name, methods): &(&str, &[MethodId])| Unit {
            name: (*name).to_owned(),
            cost: methods.iter().map(|method| size_of(program, *method)).sum(),
        };
        let mut given = divide(&classes.iter().map(unit).collect::<Vec<_>>(), of.count);
        if let Some(path) = &of.plan {
            let planned = planned(path, of.count)?;
            for ((_, methods), given) in classes.iter().zip(&mut given) {
                let first = methods.iter().find_map(|method| planned.get(&name_of(program, *method)));
                *given = first.copied().unwrap_or(*given);
            }
        }
        Ok(Share::new(of, classes.iter().map(|(name, _)| (*name).to_owned()), &given))
    }

    fn new(of: &ShardOf, names: impl Iterator<Item = String>, given: &[u32]) -> Share {
        let mut hasher = Hasher::new();
        for (name, shard) in names.zip(given) {
            hasher.update(&(name.len() as u64).to_le_bytes());
            hasher.update(name.as_bytes());
            hasher.update(&shard.to_le_bytes());
        }
        let is_own = |(_, shard): &(usize, &u32)| **shard + 1 == of.index;
        let own = given.iter().enumerate().filter(is_own).map(|(at, _)| at).collect();
        Share { own, of: of.clone(), whole: given.len(), division: *hasher.finalize().as_bytes() }
    }

    /// The part of these that it has.
    pub(crate) fn take<T: Clone>(&self, all: &[T]) -> Vec<T> {
        self.own.iter().filter_map(|at| all.get(*at)).cloned().collect()
    }

    /// What a report says of its shard. `options`: whatever can change what a run finds, beside its classes.
    ///
    /// # Errors
    /// When a class cannot be read again.
    pub(crate) fn told(&self, command: &str, workspaces: &[&Workspace], options: &str) -> Result<Shard, JobError> {
        let mut hasher = Hasher::new();
        for workspace in workspaces {
            hasher.update(&workspace.fingerprint().map_err(JobError::Input)?);
            hasher.update(workspace.program.jdk().map_or("", |jdk| jdk.identity()).as_bytes());
        }
        hasher.update(&self.division);
        hasher.update(options.as_bytes());
        let digest = hasher.finalize().to_hex();
        Ok(Shard {
            command: command.to_owned(),
            version: VERSION.to_owned(),
            index: self.of.index,
            count: self.of.count,
            run: digest.get(..32).unwrap_or_default().to_owned(),
            whole: self.whole as u64,
            places: self.own.iter().map(|at| *at as u64).collect(),
            ..Shard::default()
        })
    }
}

/// What a plan gives to each shard: the shard of each method, from 0.
fn planned(path: &Path, count: u32) -> Result<BTreeMap<String, u32>, JobError> {
    let bad = |why: String| JobError::Input(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
    let plan: PlanReport = serde_json::from_str(&text).map_err(|error| bad(format!("no plan: {error}")))?;
    let shards = plan.shards.len();
    if shards != count as usize {
        return Err(bad(format!("a plan for {shards} shards, and not for {count}")));
    }
    let methods = plan.components.iter().flat_map(|component| &component.methods);
    let mut found = BTreeMap::new();
    for method in methods {
        let name = format!("{}.{}{}", method.class.replace('.', "/"), method.method, method.descriptor);
        match method.shard.checked_sub(1).filter(|shard| *shard < count) {
            Some(shard) => drop(found.insert(name, shard)),
            None => return Err(bad(format!("no shard {} of {count}, which {name} is given to", method.shard))),
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn units(costs: impl Iterator<Item = u64>) -> Vec<Unit> {
        costs.enumerate().map(|(at, cost)| Unit { name: format!("p/C{}.m{at}()V", at / 7), cost }).collect()
    }

    /// Costs as methods have them: a few have most of it.
    fn uneven(count: u64) -> Vec<Unit> {
        units((1..=count).map(|at| 1 + 4_000 / at + mixed(at) % 30))
    }

    fn loads(units: &[Unit], given: &[u32], count: u32) -> Vec<u64> {
        let of = |shard: u32| {
            units.iter().zip(given).filter(move |(_, given)| **given == shard).map(|(unit, _)| unit.cost).sum()
        };
        (0..count).map(of).collect()
    }

    #[test]
    fn a_shard_is_one_of_as_many_as_there_are() {
        assert_eq!("2/4".parse(), Ok(ShardOf { index: 2, count: 4, plan: None }));
        for bad in ["", "1", "0/4", "5/4", "1/0", "-1/4", "+1/4", "1/4/2", "a/b", "1/ 2", "1/99999"] {
            assert!(bad.parse::<ShardOf>().is_err(), "{bad}");
        }
    }

    #[test]
    fn no_shard_has_much_more_than_its_share() {
        for count in [1, 2, 3, 4, 16] {
            let units = uneven(1_500);
            let given = divide(&units, count);
            let loads = loads(&units, &given, count);
            let share = units.iter().map(|unit| unit.cost).sum::<u64>() / u64::from(count);
            let largest = units.iter().map(|unit| unit.cost).max().unwrap();
            assert!(loads.iter().all(|load| *load <= share + share / SLACK + largest), "{count}: {loads:?}");
            assert!(loads.iter().all(|load| *load > 0));
        }
    }

    #[test]
    fn what_is_divided_in_another_order_is_divided_alike() {
        let units = uneven(300);
        let mut turned = units.clone();
        turned.reverse();
        let mut given = divide(&turned, 4);
        given.reverse();
        assert_eq!(divide(&units, 4), given);
    }

    #[test]
    fn an_edit_moves_few() {
        let units = uneven(1_500);
        let before = divide(&units, 4);
        // A method more, a method less, or one that costs another amount: at most one in ten of the others goes elsewhere.
        for at in [0, 3, 40, 700] {
            let mut edited = units.clone();
            edited[at].cost = edited[at].cost * 3 / 2 + 1;
            let after = divide(&edited, 4);
            let moved = before.iter().zip(&after).filter(|(before, after)| before != after).count();
            assert!(moved * 10 <= units.len(), "{at}: {moved}");
            let mut removed = units.clone();
            removed.remove(at);
            let mut kept = before.clone();
            kept.remove(at);
            let moved = kept.iter().zip(&divide(&removed, 4)).filter(|(before, after)| before != after).count();
            assert!(moved * 10 <= units.len(), "{at} removed: {moved}");
        }
    }
}
