//! Goals: what a suite's tests are to show, and what is known of each.

use super::criterion::Criterion;
use super::mutants::Mutants;
use super::trail::{Site, Trail};
use crate::analysis::check::classify::Kind;
use crate::exec::State;
use crate::explore::Outcome;
use crate::program::{MethodId, Program};
use crate::term::{TermId, TermPool};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a goal is, whatever path meets it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct GoalKey {
    /// The place that it speaks of; the method's beginning for one that speaks of its inputs.
    pub(super) site: Site,
    /// The criterion that asks for it.
    pub(super) criterion: Criterion,
    /// What of the place it asks, in words.
    pub(super) detail: Arc<str>,
}

/// A goal on one path: inputs of the path that satisfy the condition meet it.
#[derive(Clone, Debug)]
pub(super) struct Goal {
    pub(super) key: GoalKey,
    /// Over the path's inputs, beside the path condition.
    pub(super) condition: TermId,
}

/// A path at its end, as criteria see it.
pub(super) struct PathView<'a, 'p> {
    pub(super) program: &'p Program,
    /// The method that was explored.
    pub(super) method: MethodId,
    pub(super) state: &'a State,
    pub(super) trail: &'a Trail<'p>,
    pub(super) outcome: &'a Outcome,
    /// What the exception means, for a path that threw.
    pub(super) kind: Option<Kind>,
    /// Whether its input is given: then comparisons of what it does not change count too, which a simpler input may do as well.
    pub(super) is_given: bool,
    pub(super) shared: &'a BTreeMap<ClauseKey, Clause>,
    pub(super) mutants: &'a Mutants,
}

/// A clause of a decision, on all paths that are the same up to the decision.
pub(super) type ClauseKey = (u64, Site);

/// What a clause compares, and how many numeric inputs there were before the decision.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    /// The condition under which it jumps.
    pub(super) jumps: TermId,
}

/// The goals of a path that criteria gather.
pub(super) struct Gathered<'a> {
    pub(super) pool: &'a mut TermPool,
    pub(super) goals: Vec<Goal>,
    /// Goals that could not be made a condition, and why.
    pub(super) unclear: Vec<(GoalKey, &'static str)>,
    /// The goals with their conditions, for whether one is there: a path may have tens of thousands.
    known: FxHashSet<(GoalKey, TermId)>,
}

impl<'a> Gathered<'a> {
    /// None so far.
    pub(super) fn new(pool: &'a mut TermPool) -> Self {
        Gathered { pool, goals: Vec::new(), unclear: Vec::new(), known: FxHashSet::default() }
    }
    /// Adds a goal.
    pub(super) fn add(&mut self, site: Site, criterion: Criterion, detail: impl Into<Arc<str>>, condition: TermId) {
        let key = GoalKey { site, criterion, detail: detail.into() };
        if self.known.insert((key.clone(), condition)) {
            self.goals.push(Goal { key, condition });
        }
    }

    /// Notes a goal whose condition is not known on this path.
    pub(super) fn unclear(&mut self, site: Site, criterion: Criterion, detail: &'static str, reason: &'static str) {
        self.unclear.push((GoalKey { site, criterion, detail: detail.into() }, reason));
    }

    /// Adds a goal that every input of the path meets.
    pub(super) fn reached(&mut self, site: Site, criterion: Criterion, detail: impl Into<Arc<str>>) {
        let always = self.pool.truth(true);
        self.add(site, criterion, detail, always);
    }
}

/// What is known of a goal.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    /// Whether a test meets it.
    pub(super) is_met: bool,
    /// Different inputs that were proposed and meet it.
    pub(super) inputs: u32,
    /// Paths on which it has no solution.
    pub(super) refuted: u32,
    /// Why it is open on other paths; the first reason.
    pub(super) open: Option<String>,
}

/// All goals of a method's exploration.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    pub(super) goals: BTreeMap<GoalKey, Standing>,
    /// Conditions that were asked for, the trivial ones included.
    pub(super) conditions: u64,
    /// Whether the steps of some path were too many to be kept: goals of the others are unknown.
    pub(super) is_cut: bool,
}

impl Ledger {
    /// What is known of a goal.
    pub(super) fn standing(&mut self, key: &GoalKey) -> &mut Standing {
        // The key is seldom new, so it is not cloned for the lookup.
        if !self.goals.contains_key(key) {
            self.goals.insert(key.clone(), Standing::default());
        }
        self.goals.entry(key.clone()).or_default()
    }

    /// Leaves what is not met open, for a reason.
    pub(super) fn leave_open(&mut self, reason: &str) {
        for standing in self.goals.values_mut().filter(|standing| !standing.is_met) {
            standing.open.get_or_insert_with(|| reason.into());
        }
    }

    /// Adds what another exploration knows.
    pub(super) fn merge(&mut self, other: Ledger) {
        self.conditions += other.conditions;
        self.is_cut |= other.is_cut;
        for (key, standing) in other.goals {
            let known = self.goals.entry(key).or_default();
            known.is_met |= standing.is_met;
            known.inputs = known.inputs.saturating_add(standing.inputs);
            known.refuted = known.refuted.saturating_add(standing.refuted);
            if known.open.is_none() {
                known.open = standing.open;
            }
        }
    }
}
