//! The rounds of a method with one kind of inputs: the bounds of each, what it may cost, and whether another one is worth it. That
//! depends on what the rounds before have left and cost, and on nothing else.

use super::Start;
use super::classify::Kind;
use super::finding::Candidate;
use super::round::{AtCalls, Bounds, CauseKey, Round};
use super::verdict::{LARGEST_COLLECTION, Missing};
use crate::exec::{Limits, StopReason};
use crate::explore::{Budget, Exhausted, Recorder, Work};
use crate::run::Ending;
use std::collections::BTreeMap;
use std::time::Instant;

/// The bounds of each round: loop, recursion, array length, depth.
pub(in crate::analysis) const ROUNDS: [(u32, u32, i32, u32); 6] = [
    (1, 2, 4, 64),
    (3, 4, 16, 256),
    (8, 8, 64, 1_000),
    (20, 16, 128, 4_000),
    (60, 40, 256, 10_000),
    (200, 100, 256, 50_000),
];
/// Instructions on one path.
pub(in crate::analysis) const PATH_STEPS: u64 = 3_000_000;
/// What one method may cost in all its rounds.
const METHOD: Work = Work { instructions: 2_000_000, solver_resources: 5_000_000, states: 40_000 };
/// What a method's rounds may cost one after the other, those after the last as much as that: a round that is cut by less than
/// the last is run again with more.
pub(super) const STEPS: [Work; 4] = [
    Work { instructions: 15_000, solver_resources: 60_000, states: 300 },
    Work { instructions: 60_000, solver_resources: 250_000, states: 1_500 },
    Work { instructions: 300_000, solver_resources: 1_000_000, states: 6_000 },
    METHOD,
];
/// What may be spent on an answer that cannot become complete any more: only failures can be found.
const INCOMPLETE: Work = Work { instructions: 750_000, solver_resources: 1_900_000, states: 7_500 };
/// Work below which a further round is worth it although the last two have found nothing new.
const CHEAP: Work = Work { instructions: 100_000, solver_resources: 500_000, states: 4_000 };
/// What work may cost until a deadline.
pub(super) fn budget(work: Work, deadline: Option<Instant>) -> Budget {
    Budget { work, ..Budget::until(deadline) }
}

/// The rounds of a method with one kind of inputs.
pub(in crate::analysis) struct Exploration {
    pub(super) start: Start,
    /// A candidate of each cause for which an input could be written.
    pub(in crate::analysis) candidates: BTreeMap<CauseKey, Candidate>,
    /// Why there is none, for the other causes.
    pub(in crate::analysis) unwritten: BTreeMap<CauseKey, String>,
    /// What the last round that was run to its end left out; of the first one, if none was.
    pub(in crate::analysis) missing: Missing,
    /// Where, in the method itself, paths of that round stopped.
    pub(super) stopped_at: Vec<(u32, StopReason)>,
    /// Path ends of that round.
    pub(in crate::analysis) ends: u64,
    /// The place of the next round's bounds.
    rounds: usize,
    /// The place of the next round's budget; none where each round may take all that is left.
    pub(super) step: Option<usize>,
    /// Rounds in a row that found nothing new.
    idle_rounds: u32,
    /// What the rounds have cost that came to their ends, or took all that there is.
    spent: Work,
    /// What all rounds have cost.
    pub(super) worked: Work,
    pub(in crate::analysis) is_done: bool,
}

/// What a round leaves.
pub(in crate::analysis) struct Spent {
    missing: Missing,
    stopped_at: Vec<(u32, StopReason)>,
    ends: u64,
    work: Work,
}

impl Spent {
    /// Of a round, without what it explored.
    pub(in crate::analysis) fn of<R: Recorder>(round: Round<'_, R>) -> Spent {
        Spent { work: round.explorer.spent(), missing: round.missing, stopped_at: round.stopped_at, ends: round.ends }
    }
}

impl Exploration {
    pub(in crate::analysis) fn new(start: Start) -> Self {
        Exploration {
            start,
            candidates: BTreeMap::new(),
            unwritten: BTreeMap::new(),
            missing: Missing::default(),
            stopped_at: Vec::new(),
            ends: 0,
            rounds: 0,
            step: None,
            idle_rounds: 0,
            spent: Work::default(),
            worked: Work::default(),
            is_done: false,
        }
    }

    /// The same, with budgets that grow from round to round.
    pub(super) fn in_steps(self) -> Self {
        Exploration { step: Some(0), ..self }
    }

    /// Whether some path fails, with an input written for it or not.
    pub(super) fn has_failures(&self) -> bool {
        self.candidates.keys().chain(self.unwritten.keys()).any(|key| matches!(key.0, Kind::Failure(_)))
    }

    /// Whether an input is known on which the method fails.
    pub(super) fn shows_failure(&self) -> bool {
        self.candidates.keys().any(|key| matches!(key.0, Kind::Failure(_)))
    }

    /// Whether it is taken in steps, and has come to that one.
    pub(super) fn is_at(&self, step: usize) -> bool {
        self.step.is_some_and(|next| next >= step)
    }

    /// The bounds of the next round and what it may cost; none when there is none.
    pub(in crate::analysis) fn next_round(
        &mut self,
        effort: u64,
        deadline: Option<Instant>,
    ) -> Option<Bounds<'static>> {
        let limits = limits(self.rounds)?;
        self.rounds += 1;
        let left = self.most().times(effort).without(self.spent);
        Some(Bounds {
            start: self.start,
            limits,
            collection_size: u32::try_from(self.rounds).unwrap_or(u32::MAX).min(LARGEST_COLLECTION),
            budget: budget(self.step().map_or(left, |step| step.times(effort).at_most(left)), deadline),
            calls: AtCalls::Execute,
        })
    }

    /// What the next round may cost, where that is less than all that is left.
    fn step(&self) -> Option<Work> {
        STEPS.get(self.step?).copied()
    }

    /// What all rounds may cost.
    fn most(&self) -> Work {
        if self.step.is_some() && self.missing.is_final() { INCOMPLETE } else { METHOD }
    }

    /// Takes over what a round leaves that a clock has ended: the next round is the same one again.
    pub(in crate::analysis) fn interrupt_round(&mut self, round: Spent) {
        self.rounds = self.rounds.saturating_sub(1);
        if self.rounds == 0 {
            self.missing = round.missing;
            self.stopped_at = round.stopped_at;
            self.ends = round.ends;
        }
    }

    /// Takes over what a round leaves, and whether it found anything new.
    pub(in crate::analysis) fn finish_round(&mut self, round: Spent, is_news: bool, effort: u64) {
        self.worked = self.worked.plus(round.work);
        let is_cut = round.missing.exhausted.is_some();
        let is_out_of_time = round.missing.exhausted.is_some_and(Exhausted::is_ended);
        let is_first = self.rounds == 1;
        let has_more = self.step.is_some_and(|step| step + 1 < STEPS.len());
        self.step = self.step.map(|step| step + 1);
        if !is_cut || is_first {
            self.missing = round.missing;
            self.stopped_at = round.stopped_at;
            self.ends = round.ends;
        } else if is_out_of_time {
            // A run with wider limits would have gone on.
            self.missing.exhausted = round.missing.exhausted;
        }
        if is_cut && has_more && !is_out_of_time && self.spent.is_below(self.most().times(effort)) {
            // It is run again with more: that it found little, and what it took, says nothing of the method.
            self.rounds -= 1;
            return;
        }
        self.spent = self.spent.plus(round.work);
        self.idle_rounds = if is_news { 0 } else { self.idle_rounds + 1 };
        let patience = if self.step.is_some() && self.missing.is_final() { 1 } else { 2 };
        self.is_done = is_cut
            || !self.missing.depends_on_bounds()
            || self.rounds == ROUNDS.len()
            || (self.idle_rounds >= patience && !self.spent.is_below(CHEAP.times(effort)));
    }

    /// Takes note that the run ended before a round could begin.
    pub(super) fn give_up(&mut self, ending: Ending) {
        self.missing.exhausted = Some(Exhausted::Ended(ending));
        self.is_done = true;
    }
}

/// The limits of a round by its place.
pub(super) fn limits(round: usize) -> Option<Limits> {
    let (loop_bound, recursion, array_length, depth) = ROUNDS.get(round).copied()?;
    Some(Limits { loop_bound, depth, array_length, recursion, path_steps: PATH_STEPS })
}
