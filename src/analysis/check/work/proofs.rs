//! Proofs beyond exploring a method by itself: by the contracts of what it calls, and from anywhere.

use super::super::classify::Kind;
use super::super::exploration::{Exploration, Spent, budget, limits};
use super::super::round::{AtCalls, Bounds, Context};
use super::super::verdict::{LARGEST_COLLECTION, Missing};
use super::super::{Inputs, Start};
use super::{Attempt, Checked};
use crate::exec::Limits;
use crate::explore::Work;
use crate::induction::Contracts;
use std::time::Instant;

/// How often contracts of recursive methods are looked for anew, since a call does not meet what they demand; and what exploring a
/// method by them may cost.
const MOST_CONTRACTS: usize = 5;
const BY_CONTRACTS: Work = Work { instructions: 30_000, solver_resources: 1_000_000, states: 1_000 };

/// The bounds within which any state is tried first, by their place among those of the rounds, and what that may cost. Measured on three
/// libraries: with three times as much hardly a method more holds, and in a large one no time is left for anything else.
pub(super) const BOUNDS_ANYWHERE: usize = 1;
const ANYWHERE: Work = Work { instructions: 5_000, solver_resources: 20_000, states: 100 };

impl<'p> Checked<'p> {
    /// Asks whether the method holds where recursive calls do what their contracts say, once, where rounds have come to the bound of
    /// recursion and to no failure.
    pub(in crate::analysis) fn try_contracts(&mut self, context: Context<'p>, deadline: Option<Instant>) {
        let is_at_bound = self.main.missing.comes_to_recursion() && !self.main.has_failures() && !self.fails_anywhere();
        if self.anywhere.is_none() && is_at_bound {
            let holds = self.holds_by_contracts(context, deadline);
            let missing = if holds { Missing::default() } else { self.main.missing.clone() };
            self.anywhere = Some(Attempt { missing, has_failures: false });
        }
    }

    /// Whether the method holds in any state where recursive calls do what their contracts say.
    pub(super) fn holds_by_contracts(&mut self, context: Context<'p>, deadline: Option<Instant>) -> bool {
        let arithmetic = context.job.job.arithmetic;
        let sought = Contracts::sought((context.program, context.calls), arithmetic, self.method);
        let (Some(mut contracts), Some(limits)) = (sought, limits(BOUNDS_ANYWHERE)) else { return false };
        for attempt in 0..MOST_CONTRACTS {
            let bounds = Bounds {
                start: Start::ANY_REACHABLE,
                limits,
                collection_size: LARGEST_COLLECTION,
                budget: budget(BY_CONTRACTS.times(context.job.effort), deadline),
                calls: AtCalls::ByContracts(&contracts),
            };
            let round = self.explore_from(context, bounds);
            self.count(&round);
            if round.broken.is_empty() && attempt > 0 {
                return round.thrown.is_empty() && round.missing.reasons(context.program).is_empty();
            }
            contracts.give_up(&round.broken);
            if !contracts.settle() {
                return false;
            }
        }
        false
    }

    /// Whether the method was shown to hold.
    pub(super) fn is_shown(&self, context: Context<'p>) -> bool {
        if self.is_proved(context) && !self.main.has_failures() {
            return true;
        }
        let settled = self.arbitrary.as_ref().unwrap_or(&self.main);
        !self.main.has_failures() && !settled.has_failures() && settled.missing.reasons(context.program).is_empty()
    }

    /// Whether it fails in some state, which need not be one that a caller can bring about.
    pub(super) fn fails_anywhere(&self) -> bool {
        self.anywhere.as_ref().is_some_and(|tried| tried.has_failures)
            || self.arbitrary.as_ref().is_some_and(Exploration::has_failures)
    }

    /// Any state that the invariants of its classes allow, within limits and so much work.
    pub(super) fn anywhere_within(
        &self,
        context: Context<'_>,
        deadline: Option<Instant>,
        limits: Limits,
        work: Work,
    ) -> Bounds<'static> {
        let start = Start::ANY_REACHABLE;
        Bounds {
            start: if self.shows_hash_order { start } else { start.placing_by_number() },
            limits,
            collection_size: LARGEST_COLLECTION,
            budget: budget(work.times(context.job.effort), deadline),
            calls: AtCalls::Execute,
        }
    }

    /// Whether the method holds in any state that the invariants of its classes allow, as far as that is soon found out: then it does in
    /// those that a caller can make, and these are not explored, which costs more.
    pub(super) fn holds_anywhere(&mut self, context: Context<'p>, deadline: Option<Instant>) -> bool {
        let Some(limits) = limits(BOUNDS_ANYWHERE).filter(|_| context.job.inputs == Inputs::Constructed) else {
            return false;
        };
        let mut round = self.explore_from(context, self.anywhere_within(context, deadline, limits, ANYWHERE));
        self.has_met_collections = round.has_met_collections;
        self.shows_hash_order |= round.explorer.machine.shows_hash_order;
        self.is_open_anywhere = !round.missing.is_final();
        self.anywhere = Some(Attempt {
            missing: round.missing.clone(),
            has_failures: round.thrown.keys().any(|key| matches!(key.0, Kind::Failure(_))),
        });
        self.count(&round);
        if self.is_proved(context) {
            self.note_invariants(context, &round);
        }
        if !round.thrown.is_empty() || !round.missing.reasons(context.program).is_empty() {
            self.main.worked = self.main.worked.plus(round.explorer.spent());
            return false;
        }
        self.seen.merge(std::mem::take(&mut round.explorer.shared));
        self.main.finish_round(Spent::of(round), true, context.job.effort);
        self.main.is_done
    }
}
