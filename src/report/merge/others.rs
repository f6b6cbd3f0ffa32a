//! Joins reports of `summarize`, `test` and `diff`.

use super::super::{
    DiffReport, DiffTotals, MethodReport, Report, RunCosts, ShardCaveat, SuiteReport, SuiteTotals, SummaryView, Totals,
};
use super::{Typed, in_places, problems};
use crate::exec::Caveat;

pub(super) fn merge_summaries(parts: Vec<Typed<Report>>) -> Result<(Report, Vec<SummaryView>), String> {
    let mut totals = Totals::default();
    for own in parts.iter().map(|part| &part.report.totals) {
        totals.methods += own.methods;
        totals.cases += own.cases;
        totals.complete += own.complete;
        totals.without_open_calls += own.without_open_calls;
        add(&mut totals.run, &own.run);
    }
    let problems = problems(parts.iter().flat_map(|part| &part.report.problems));
    let whole = parts.first().map_or(0, |part| part.shard.whole);
    let mut methods = Vec::new();
    let mut views: Vec<SummaryView> = Vec::new();
    for Typed { file, shard, report } in &parts {
        if shard.caveats.len() != report.methods.len() {
            return Err(format!(
                "{file}: damaged, caveats of {} methods of {}",
                shard.caveats.len(),
                report.methods.len()
            ));
        }
        let with_caveats = report.methods.iter().zip(&shard.caveats);
        let own = with_caveats.map(|(method, caveats)| MethodReport { caveats: with_lines(caveats), ..method.clone() });
        methods.push((file.as_str(), shard.places.as_slice(), own.collect()));
        views.extend(shard.views.iter().map(|it| SummaryView { caveats: with_lines(&it.caveats), ..it.view.clone() }));
    }
    let methods: Vec<MethodReport> = in_places(whole, methods)?;
    let places: std::collections::HashMap<_, usize> = methods
        .iter()
        .enumerate()
        .map(|(at, it)| ((it.class.as_str(), it.method.as_str(), it.descriptor.as_str()), at))
        .collect();
    views.sort_by_key(|it| places.get(&(it.class.as_str(), it.method.as_str(), it.descriptor.as_str())).copied());
    Ok((Report { methods, totals, problems, shard: None }, views))
}

fn with_lines(caveats: &[ShardCaveat]) -> Vec<Caveat> {
    caveats.iter().map(ShardCaveat::whole).collect()
}

/// Adds costs up; of the memory of processes, the most is told.
fn add(all: &mut RunCosts, own: &RunCosts) {
    all.time_ms += own.time_ms;
    all.states += own.states;
    all.instructions += own.instructions;
    all.work += own.work;
    all.solver_queries += own.solver_queries;
    all.solver_calls += own.solver_calls;
    all.solver_guesses += own.solver_guesses;
    all.unfinished += own.unfinished;
    all.peak_memory_bytes = all.peak_memory_bytes.max(own.peak_memory_bytes);
    all.cache_hits += own.cache_hits;
    all.cache_misses += own.cache_misses;
}

pub(super) fn merge_suites(parts: Vec<Typed<SuiteReport>>) -> SuiteReport {
    let time_ms = parts.iter().map(|part| part.report.totals.time_ms).sum();
    let mut report = SuiteReport {
        problems: problems(parts.iter().flat_map(|part| &part.report.problems)),
        totals: SuiteTotals { time_ms, ..SuiteTotals::default() },
        ..SuiteReport::default()
    };
    for part in parts {
        report.classes.extend(part.report.classes);
        report.defects.extend(part.report.defects);
    }
    report.sort();
    report.sum_up();
    report
}

pub(super) fn merge_differences(parts: Vec<Typed<DiffReport>>) -> DiffReport {
    let of_all = |line: &String| parts.iter().all(|part| part.report.unused_expectations.contains(line));
    let first = parts.first().map(|part| part.report.clone()).unwrap_or_default();
    let mut report = DiffReport {
        members: first.members,
        unused_expectations: first.unused_expectations.into_iter().filter(|line| of_all(line)).collect(),
        problems: problems(parts.iter().flat_map(|part| &part.report.problems)),
        ..DiffReport::default()
    };
    let mut totals = DiffTotals::default();
    for part in parts {
        totals.methods += part.report.totals.methods;
        totals.callers_left += part.report.totals.callers_left;
        totals.replays += part.report.totals.replays;
        totals.time_ms += part.report.totals.time_ms;
        report.methods.extend(part.report.methods);
        report.tests.extend(part.report.tests);
    }
    report.totals = totals;
    report.sort();
    report.sum_up();
    report
}
