//! Joins the reports of the shards of a run into the report that one run would have given: the same data, in the same order, so that
//! it is printed by the same code. Costs are added up.

mod check;
mod others;

use super::sarif::SHARD;
use super::shard::{Shard, VERSION};
use super::{Absent, CheckReport, DiffReport, Problem, Report, SuiteReport, SummaryView};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;

/// What the shards of a run have found together.
#[derive(Debug)]
pub enum MergedReport {
    /// Of `check`, and what its baseline has beside.
    Check(CheckReport, Absent),
    /// Of `summarize`, and where pages are to be written, what they show.
    Summarize(Report, Vec<SummaryView>),
    /// Of `test`.
    Test(SuiteReport),
    /// Of `diff`.
    Diff(DiffReport),
}

/// A report as a file has it.
struct Part {
    file: String,
    shard: Shard,
    report: Value,
}

/// Joins reports, each a file's name and its text, JSON or SARIF. Beside the result stands what is common to all of them, with the places
/// of the sources that any of them names.
///
/// # Errors
/// In one line, where a file is no report of a shard, or the reports are not those of all shards of one run.
pub fn merge(files: &[(String, String)]) -> Result<(MergedReport, Shard), String> {
    let mut parts = files.iter().map(|(file, text)| Part::of(file, text)).collect::<Result<Vec<Part>, String>>()?;
    let Some(first) = parts.first() else { return Err("no report".into()) };
    let mut seen: BTreeMap<u32, &str> = BTreeMap::new();
    for part in &parts {
        part.fits(first)?;
        if let Some(other) = seen.insert(part.shard.index, &part.file) {
            return Err(format!("{}: shard {} again, which {other} is", part.file, part.shard.label()));
        }
    }
    let missing: Vec<String> =
        (1..=first.shard.count).filter(|index| !seen.contains_key(index)).map(|index| index.to_string()).collect();
    if !missing.is_empty() {
        let (word, is) = if missing.len() == 1 { ("shard", "is") } else { ("shards", "are") };
        return Err(format!("{word} {} of {} {is} missing", missing.join(", "), first.shard.count));
    }
    parts.sort_by_key(|part| part.shard.index);
    let mut common = parts.first().map(|part| part.shard.clone()).unwrap_or_default();
    common.sources = parts.iter().flat_map(|part| part.shard.sources.clone()).collect();
    let merged = match common.command.as_str() {
        "check" => {
            let (report, absent) = check::merge(typed(parts)?)?;
            MergedReport::Check(report, absent)
        }
        "summarize" => {
            let (report, views) = others::merge_summaries(typed(parts)?)?;
            MergedReport::Summarize(report, views)
        }
        "test" => MergedReport::Test(others::merge_suites(typed(parts)?)),
        "diff" => MergedReport::Diff(others::merge_differences(typed(parts)?)),
        other => return Err(format!("reports of `{other}` are not joined")),
    };
    Ok((merged, common))
}

impl Part {
    fn of(file: &str, text: &str) -> Result<Part, String> {
        let mut document: Value =
            serde_json::from_str(text).map_err(|error| format!("{file}: no report in JSON or SARIF: {error}"))?;
        let path = format!("/runs/0/properties/{SHARD}");
        let report = match document.pointer_mut(&path) {
            Some(whole) => whole.take(),
            None => document,
        };
        let Some(shard) = report.get("shard") else {
            return Err(format!("{file}: no report of a shard (--shard I/N, --format json or sarif)"));
        };
        let made_by = shard.get("version").and_then(Value::as_str).unwrap_or_default();
        if made_by != VERSION {
            return Err(format!(
                "{file}: made by another casewise ({made_by}) than this one ({VERSION}), which cannot join it"
            ));
        }
        let shard: Shard = serde_json::from_value(shard.clone())
            .map_err(|error| format!("{file}: damaged, what it says of its shard is not understood: {error}"))?;
        if shard.index == 0 || shard.index > shard.count {
            return Err(format!("{file}: damaged, there is no shard {}", shard.label()));
        }
        Ok(Part { file: file.to_owned(), shard, report })
    }

    /// Refuses what is no part of the same run.
    fn fits(&self, first: &Part) -> Result<(), String> {
        let (own, other) = (&self.shard, &first.shard);
        let refuse = |what: String| Err(format!("{}: {what}", self.file));
        match () {
            () if own.command != other.command => {
                refuse(format!("a report of `{}`, and {} is one of `{}`", own.command, first.file, other.command))
            }
            () if own.count != other.count => {
                refuse(format!("shard {}, and {} is shard {}", own.label(), first.file, other.label()))
            }
            () if own.run != other.run || !own.shown.is_as(&other.shown) || own.whole != other.whole => {
                refuse(format!("made of other classes, with other options or another plan than {}", first.file))
            }
            () => Ok(()),
        }
    }
}

/// A report with what is known of its shard.
struct Typed<T> {
    file: String,
    shard: Shard,
    report: T,
}

fn typed<T: DeserializeOwned>(parts: Vec<Part>) -> Result<Vec<Typed<T>>, String> {
    let typed = |Part { file, shard, report }: Part| {
        let report = serde_json::from_value(report)
            .map_err(|error| format!("{file}: damaged, no report of `{}`: {error}", shard.command))?;
        Ok(Typed { file, shard, report })
    };
    parts.into_iter().map(typed).collect()
}

/// Puts what the shards have into its places in the run.
///
/// # Errors
/// In one line, where a place is taken twice or left.
fn in_places<T>(whole: u64, parts: Vec<(&str, &[u64], Vec<T>)>) -> Result<Vec<T>, String> {
    let length = usize::try_from(whole).unwrap_or(usize::MAX);
    let named: usize = parts.iter().map(|(_, places, _)| places.len()).sum();
    if named != length {
        return Err(format!("damaged: the run has {whole} methods, and its shards have {named}"));
    }
    let mut placed: BTreeMap<u64, T> = BTreeMap::new();
    for (file, places, items) in parts {
        if places.len() != items.len() {
            return Err(format!("{file}: damaged, {} places for {} methods", places.len(), items.len()));
        }
        for (place, item) in places.iter().zip(items) {
            if *place >= whole || placed.insert(*place, item).is_some() {
                return Err(format!("{file}: damaged, place {place} of {whole} is not its own"));
            }
        }
    }
    Ok(placed.into_values().collect())
}

/// Problems of all shards, each told once.
fn problems<'p>(all: impl IntoIterator<Item = &'p Problem>) -> Vec<Problem> {
    let mut told: Vec<Problem> = Vec::new();
    for problem in all {
        if !told.contains(problem) {
            told.push(problem.clone());
        }
    }
    told
}
