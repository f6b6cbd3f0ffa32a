//! The source of a class with what tests execute of it; without the source, its lines alone.

use super::branches::{Conditional, conditionals, open_ways};
use super::fitting::fitting;
use super::parts::{Share, line_id, shown, source_text, status, table};
use super::{SourceFiles, goals};
use crate::report::suite::{SuiteClass, SuiteGoal};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Lines that are shown before and after a class that does not have its file for itself.
const AROUND: u16 = 3;

/// So many bytes a listing may take.
const MOST_BYTES: usize = 280_000;

/// A listing.
pub(super) struct Listing {
    pub(super) markup: Markup,
    /// The last line that it has.
    pub(super) last: u16,
}

/// The listing of a class.
pub(super) fn listing(class: &SuiteClass, sources: &SourceFiles) -> Listing {
    let source = class.source_file.as_deref().and_then(|file| sources.get(file));
    let known = Known::of(class);
    let last = class.lines.last().map_or(0, |(line, _)| usize::from(*line));
    let lines = rows(class, source.map(String::as_str));
    let rows = fitting(&lines, MOST_BYTES, |(line, text)| row(*line, text.as_deref(), &known));
    let columns = [
        ("Line", true),
        ("Test", false),
        ("Branches", false),
        (if source.is_some() { "Source" } else { "Notes" }, false),
    ];
    let table = table(&format!("Source of {}", class.class), Some("listing"), &columns, &rows.rows);
    let markup = html! {
        @match (source, &class.source_file) {
            (Some(source), _) if source.lines().count() < last => {
                p.warning { "The source that was found has fewer lines than the class: it is another version." }
            }
            (Some(_), _) => {}
            (None, Some(file)) => { p { "Without its source " code { (shown(file)) } ", which no folder of sources has." } }
            (None, None) => { p { "The class file does not name its source." } }
        }
        @if lines.is_empty() {
            p { "The class file has no line numbers." }
        } @else {
            (table)
            @if rows.left_out > 0 {
                p.facts { (rows.left_out) " more lines are left out, since the page would be too large: the source has them." }
            }
        }
    };
    Listing { markup, last: lines.keys().take(rows.shown).next_back().copied().unwrap_or_default() }
}

/// What is known of the lines of a class.
struct Known<'a> {
    covered: BTreeMap<u16, bool>,
    conditionals: BTreeMap<u16, Vec<Conditional<'a>>>,
    survivors: BTreeMap<u16, Vec<&'a SuiteGoal>>,
}

impl<'a> Known<'a> {
    fn of(class: &'a SuiteClass) -> Known<'a> {
        let mut known = Known {
            covered: class.lines.iter().copied().collect(),
            conditionals: BTreeMap::new(),
            survivors: BTreeMap::new(),
        };
        for conditional in conditionals(class) {
            if let Some(line) = conditional.line {
                known.conditionals.entry(line).or_default().push(conditional);
            }
        }
        for goal in goals::survivors(class) {
            if let Some(line) = goal.line {
                known.survivors.entry(line).or_default().push(goal);
            }
        }
        known
    }
}

/// The lines to list, with their text where the source has them: what a link can go to, and of the source all of it, or where the
/// class shares its file what is around its code.
fn rows(class: &SuiteClass, source: Option<&str>) -> BTreeMap<u16, Option<String>> {
    let named = class.lines.iter().map(|(line, _)| *line).chain(class.goals.iter().filter_map(|goal| goal.line));
    let mut rows: BTreeMap<u16, Option<String>> = named.map(|line| (line, None)).collect();
    let first = rows.first_key_value().map_or(0, |(line, _)| *line).saturating_sub(AROUND);
    let last = rows.last_key_value().map_or(u16::MAX, |(line, _)| *line).saturating_add(AROUND);
    let is_whole = has_own_file(class);
    for (line, text) in (1..=u16::MAX).zip(source.unwrap_or_default().lines()) {
        if is_whole || (first..=last).contains(&line) {
            rows.insert(line, Some(source_text(text)));
        }
    }
    rows
}

/// Whether a class is what its file is named for.
fn has_own_file(class: &SuiteClass) -> bool {
    let simple = class.class.rsplit('.').next().unwrap_or_default();
    let file = class.source_file.as_deref().and_then(|file| file.rsplit('/').next()).unwrap_or_default();
    file.rsplit_once('.').is_some_and(|(stem, _)| stem == simple)
}

fn row(line: u16, text: Option<&str>, known: &Known<'_>) -> Markup {
    let here: Vec<&Conditional<'_>> = known.conditionals.get(&line).into_iter().flatten().collect();
    let share = here.iter().fold(Share::default(), |sum, conditional| sum.plus(conditional.share()));
    let open = open_ways(&here);
    let survivors: Vec<&SuiteGoal> = known.survivors.get(&line).into_iter().flatten().copied().collect();
    let has_gap = share.unmet > 0;
    let covered = known.covered.get(&line).copied();
    html! {
        tr id=(line_id(line)) class=[covered.map(|covered| tint(covered, has_gap))] {
            td.number { (line) }
            td.sign {
                @match covered {
                    Some(true) => { span.met { "✓" } span.spoken { "executed" } }
                    Some(false) => { span.unmet { "✗" } span.spoken { "not executed" } }
                    None => {}
                }
            }
            td.branches {
                @if share.all() > 0 {
                    span.met[share.unmet == 0] .unmet[has_gap] { (share.met) "/" (share.all()) }
                }
            }
            td.code {
                @if let Some(text) = text { code { (text) } }
                @if !open.is_empty() {
                    ul.notes {
                        @for (what, standing, reason) in &open {
                            li { (status(*standing)) " " (what) ": " (shown(reason)) }
                        }
                    }
                }
                (survivors_of(&survivors))
            }
        }
    }
}

/// The mutants of a line that survive: one in words, more to be opened.
fn survivors_of(survivors: &[&SuiteGoal]) -> Markup {
    match survivors {
        [] => html! {},
        [goal] => html! {
            div.notes { span.status.unmet { "✗ 1 mutant survives" } ": " (shown(&goal.what)) }
        },
        goals => html! {
            details.notes {
                summary { span.status.unmet { "✗ " (goals.len()) " mutants survive" } }
                ul.plain { @for goal in goals { li { (shown(&goal.what)) } } }
            }
        },
    }
}

fn tint(covered: bool, has_gap: bool) -> &'static str {
    match (covered, has_gap) {
        (true, false) => "covered",
        (true, true) => "partly",
        (false, _) => "uncovered",
    }
}
