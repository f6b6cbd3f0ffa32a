//! Joins reports of `check`. Causes join methods of several shards, so they are put together anew from their entries.

use super::super::notation::method_label;
use super::super::{
    Absent, CauseEntry, CheckCosts, CheckReport, CheckTotals, CheckedMethod, Defect, FailureCause, Problem,
};
use super::{Typed, in_places, problems};
use std::collections::BTreeMap;

/// Where an entry of a cause is in the run: the method and its finding.
type Place = (usize, usize);

pub(super) fn merge(parts: Vec<Typed<CheckReport>>) -> Result<(CheckReport, Absent), String> {
    let causes = causes(&parts)?;
    let absent = Absent::of(&in_all(&parts, |part| part.shard.absent.as_slice()))?;
    let problems = told(&parts);
    let (time_ms, run) = costs(&parts);
    let whole = parts.first().map_or(0, |part| part.shard.whole);
    let defects: Vec<Defect> = parts.iter().flat_map(|part| part.report.defects.clone()).collect();
    let methods = parts.iter().map(|part| {
        let Typed { file, shard, report } = part;
        (file.as_str(), shard.places.as_slice(), report.methods.clone())
    });
    let methods = in_places(whole, methods.collect())?;
    let mut report = CheckReport {
        defects: in_order(&methods, defects),
        methods,
        causes,
        totals: CheckTotals { time_ms, run, ..CheckTotals::default() },
        problems,
        shard: None,
    };
    report.sum_up();
    Ok((report, absent))
}

fn costs(parts: &[Typed<CheckReport>]) -> (f64, CheckCosts) {
    let (mut time_ms, mut run) = (0.0, CheckCosts::default());
    for totals in parts.iter().map(|part| &part.report.totals) {
        time_ms += totals.time_ms;
        run.kept += totals.run.kept;
        run.explored += totals.run.explored;
        run.exploration += totals.run.exploration;
        run.replays += totals.run.replays;
    }
    (time_ms, run)
}

/// All causes, with the places of their methods in the run. What a cause says beside its entries is that of its first one.
fn causes(parts: &[Typed<CheckReport>]) -> Result<Vec<FailureCause>, String> {
    let mut found: BTreeMap<String, (Place, FailureCause)> = BTreeMap::new();
    for Typed { file, shard, report } in parts {
        for cause in &report.causes {
            let placed = cause.entries.iter().map(|entry| {
                let place = shard.places.get(entry.method).and_then(|place| usize::try_from(*place).ok());
                Some(CauseEntry { method: place?, ..entry.clone() })
            });
            let damaged = || format!("{file}: damaged, a cause names a method that is not there");
            let entries = placed.collect::<Option<Vec<CauseEntry>>>().ok_or_else(damaged)?;
            let first = entries.iter().map(|entry| (entry.method, entry.finding)).min().ok_or_else(damaged)?;
            let own = FailureCause { entries, ..cause.clone() };
            match found.remove(&cause.fingerprint) {
                None => drop(found.insert(cause.fingerprint.clone(), (first, own))),
                Some((earlier, known)) => {
                    let (place, mut lead, other) =
                        if first < earlier { (first, own, known) } else { (earlier, known, own) };
                    lead.rank = lead.rank.min(other.rank);
                    lead.entries.extend(other.entries);
                    found.insert(cause.fingerprint.clone(), (place, lead));
                }
            }
        }
    }
    let mut causes: Vec<FailureCause> = found.into_values().map(|(_, cause)| cause).collect();
    FailureCause::sort(&mut causes);
    Ok(causes)
}

/// What all shards have, in the order of the first one.
fn in_all<'p, T: Clone + PartialEq + 'p>(
    parts: &'p [Typed<CheckReport>],
    of: impl Fn(&'p Typed<CheckReport>) -> &'p [T],
) -> Vec<T> {
    let Some((first, others)) = parts.split_first() else { return Vec::new() };
    of(first).iter().filter(|item| others.iter().all(|other| of(other).contains(item))).cloned().collect()
}

/// Problems in the order of a run: what was read, suppressions that are about nothing at all, sources that were not understood.
fn told(parts: &[Typed<CheckReport>]) -> Vec<Problem> {
    let unread: Vec<Problem> = {
        let mut all = problems(parts.iter().flat_map(|part| &part.shard.unread));
        all.sort_by(|left, right| left.origin.cmp(&right.origin));
        all
    };
    let other = parts.iter().flat_map(|part| &part.report.problems).filter(|problem| !unread.contains(problem));
    let mut told = problems(other);
    told.extend(in_all(parts, |part| part.shard.unused.as_slice()));
    told.extend(unread);
    told
}

/// Defects in the order of the methods that they are about.
fn in_order(methods: &[CheckedMethod], mut defects: Vec<Defect>) -> Vec<Defect> {
    let label = |method: &CheckedMethod| method_label(&method.class, &method.method, &method.descriptor);
    let places: BTreeMap<String, usize> = methods.iter().enumerate().map(|(at, it)| (label(it), at)).collect();
    defects.sort_by_key(|defect| places.get(&defect.method).copied());
    defects
}
