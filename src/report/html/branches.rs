//! The conditionals of a class, put together from the goals of coverage.

use super::parts::Share;
use crate::report::suite::{GoalStatus, SuiteClass, SuiteGoal, WayOut};
use std::collections::BTreeMap;

/// A conditional or a switch of the bytecode.
pub(super) struct Conditional<'a> {
    /// Its line.
    pub(super) line: Option<u16>,
    /// The goals of its ways out.
    pub(super) ways: Vec<&'a SuiteGoal>,
    /// The way out that no explored path took, so that there is no goal for it.
    pub(super) unseen: Option<WayOut>,
}

impl Conditional<'_> {
    /// How many of its ways tests take.
    pub(super) fn share(&self) -> Share {
        let mut share = Share::of(self.ways.iter().map(|goal| goal.status));
        share.unmet += usize::from(self.unseen.is_some());
        share
    }
}

/// The conditionals of a class, in the order of the code of each method.
pub(super) fn conditionals(class: &SuiteClass) -> Vec<Conditional<'_>> {
    // The line tells methods of one name apart.
    let mut found: BTreeMap<(&str, Option<u16>, u32), Conditional<'_>> = BTreeMap::new();
    for goal in class.goals.iter().filter(|goal| goal.way.is_some()) {
        let new = || Conditional { line: goal.line, ways: Vec::new(), unseen: None };
        found.entry((&goal.method, goal.line, goal.position)).or_insert_with(new).ways.push(goal);
    }
    for conditional in found.values_mut() {
        let has = |way| conditional.ways.iter().any(|goal| goal.way == Some(way));
        conditional.unseen = match (has(WayOut::Jumps), has(WayOut::FallsThrough)) {
            (true, false) => Some(WayOut::FallsThrough),
            (false, true) => Some(WayOut::Jumps),
            _ => None,
        };
    }
    found.into_values().collect()
}

/// What is to be said at a line of the ways that no test takes: what, how it stands, why.
pub(super) fn open_ways<'a>(conditionals: &[&Conditional<'a>]) -> Vec<(String, GoalStatus, &'a str)> {
    let mut found = Vec::new();
    for (at, conditional) in conditionals.iter().enumerate() {
        // A line with one conditional need not say which.
        let which = if conditionals.len() > 1 { format!("condition {} ", at + 1) } else { String::new() };
        for goal in conditional.ways.iter().filter(|goal| goal.status != GoalStatus::Met) {
            let reason = goal.reason.as_deref().unwrap_or("not known why");
            found.push((format!("{which}{}", goal.what), goal.status, reason));
        }
        if let Some(way) = conditional.unseen {
            found.push((format!("{which}{way}"), GoalStatus::Unmet, "no explored path goes this way"));
        }
    }
    found
}
