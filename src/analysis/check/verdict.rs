//! What a method's exploration left out, and what that means for its verdict.

use super::super::reason::{Cause, Reason, order};
use super::super::reason_kind::{kind_of_caveat, kind_of_stop};
use super::super::summarize::lines::with_line;
use super::watch::is_users;
use crate::exec::{Caveat, State, StopReason};
use crate::explore::Exhausted;
use crate::program::Program;
use crate::report::{self, ReasonKind, Verdict};
use std::collections::BTreeMap;

/// Whether a deeper round may go beyond a stop.
pub(super) fn depends_on_bounds(reason: &StopReason) -> bool {
    let is_fixed =
        matches!(reason, StopReason::ConstructionDepth(_) | StopReason::TextBound(_) | StopReason::FrameBound(_));
    kind_of_stop(reason) == ReasonKind::Bound && !is_fixed
}

/// Whether a caveat says that a value was taken for one of those that a JVM may give.
pub(super) fn is_a_guess(caveat: &Caveat) -> bool {
    matches!(caveat, Caveat::GuessedAtInitialisation(_) | Caveat::Approximate(_))
}

/// Whether a caveat says that something was taken for granted which may be otherwise: that an initialiser succeeds, or does what it does
/// when nothing was called before, or that equal objects are not the same one. A JVM may end elsewhere then.
pub(super) fn may_end_elsewhere(caveat: &Caveat) -> bool {
    matches!(
        caveat,
        Caveat::InitialiserNotRun(..)
            | Caveat::InitialiserDependsOnState(_)
            | Caveat::DistinctObjects(_)
            | Caveat::DistinctConstant(_)
    )
}

/// The most elements that a collection among the inputs gets.
pub(in crate::analysis) const LARGEST_COLLECTION: u32 = 3;

/// What a method's exploration left out.
#[derive(Clone, Debug, Default)]
pub(in crate::analysis) struct Missing {
    /// Stops with the place of the innermost activation of the user's code: how many paths.
    pub(super) stops: BTreeMap<(StopReason, Option<String>), u64>,
    /// What qualifies the whole.
    pub(in crate::analysis) caveats: Vec<Caveat>,
    /// Why it ended early.
    pub(in crate::analysis) exhausted: Option<Exhausted>,
    /// What else stands in the way.
    pub(in crate::analysis) others: Vec<Cause>,
}

impl Missing {
    /// Whether a deeper round can find more.
    pub(in crate::analysis) fn depends_on_bounds(&self) -> bool {
        let is_cut = self.stops.keys().any(|(reason, _)| depends_on_bounds(reason));
        let has_small_collections = self
            .caveats
            .iter()
            .any(|caveat| matches!(caveat, Caveat::InputSizeBound(size) if *size < LARGEST_COLLECTION));
        self.exhausted.is_none() && (is_cut || has_small_collections)
    }

    /// Whether something is left out that neither a deeper round nor exploring other states can make good: the answer is
    /// incomplete at best.
    pub(super) fn is_final(&self) -> bool {
        let is_left = |caveat: &Caveat| match caveat {
            Caveat::StateAfterConstruction(_) | Caveat::StateAfterInitialisation(_) => false,
            Caveat::InputSizeBound(size) => *size >= LARGEST_COLLECTION,
            caveat => kind_of_caveat(caveat).is_some(),
        };
        !self.others.is_empty()
            || self.stops.keys().any(|(reason, _)| !depends_on_bounds(reason))
            || self.caveats.iter().any(is_left)
    }

    /// Whether all that it left out was left out for a bound, a budget, or a question that the solver did not answer.
    pub(super) fn is_only_cut(&self) -> bool {
        let is_cut = |reason: &StopReason| {
            matches!(kind_of_stop(reason), ReasonKind::Bound | ReasonKind::Budget | ReasonKind::Solver)
        };
        let is_known = self.caveats.iter().all(|caveat| kind_of_caveat(caveat).is_none());
        self.others.is_empty() && is_known && self.stops.keys().all(|(reason, _)| is_cut(reason))
    }

    /// Whether a path stopped since calls nest too deep.
    pub(super) fn comes_to_recursion(&self) -> bool {
        self.stops.keys().any(|(reason, _)| matches!(reason, StopReason::RecursionBound(_)))
    }

    /// Whether it read a static field that class initialisation left, where methods can leave something else.
    pub(in crate::analysis) fn depends_on_statics(&self) -> bool {
        self.caveats.iter().any(|caveat| matches!(caveat, Caveat::StateAfterInitialisation(_)))
    }

    /// Whether it read a state that its constructor left, where methods can leave others.
    pub(in crate::analysis) fn depends_on_states(&self) -> bool {
        self.caveats.iter().any(|caveat| matches!(caveat, Caveat::StateAfterConstruction(_)))
    }

    /// Notes that a path stopped.
    pub(in crate::analysis) fn stop(&mut self, program: &Program, reason: &StopReason, state: &State) {
        *self.stops.entry((reason.clone(), user_place(program, state))).or_default() += 1;
    }

    /// What the solver did not decide within a round's small limits is for a round with more work, not a reason of its own.
    pub(super) fn leave_questions_open(&mut self) {
        let known = self.stops.len();
        self.stops.retain(|(reason, _), _| !matches!(reason, StopReason::SolverUnknown(_)));
        if self.stops.len() < known {
            self.exhausted.get_or_insert(Exhausted::Work);
        }
    }

    /// The reasons for which an answer is incomplete; none when it is not.
    pub(in crate::analysis) fn reasons(&self, program: &Program) -> Vec<Reason> {
        let mut found: Vec<Reason> = self.others.iter().cloned().map(Reason::from).collect();
        for ((reason, place), paths) in &self.stops {
            let place = place.clone().filter(|_| !matches!(reason, StopReason::LoopBound(_)));
            merge(&mut found, Reason { cause: Cause::Stopped(with_line(program, reason)), paths: *paths, place });
        }
        for caveat in &self.caveats {
            if kind_of_caveat(caveat).is_some() {
                merge(&mut found, Cause::Qualified(caveat.clone()).into());
            }
        }
        if let Some(exhausted) = self.exhausted {
            merge(&mut found, Cause::Exhausted(exhausted).into());
        }
        found.sort_by_cached_key(|reason| order(&reason.told()));
        found
    }
}

/// The place in the user's code where a path is, in words.
fn user_place(program: &Program, state: &State) -> Option<String> {
    let frame = state.frames.iter().rev().find(|frame| is_users(program, program.method(frame.method).class))?;
    let line = program.line(frame.method, frame.instruction);
    let label = program.method_label(frame.method);
    Some(line.map_or(label.clone(), |line| format!("{label}:{line}")))
}

/// Adds a reason, as more paths of one that is there.
fn merge(found: &mut Vec<Reason>, reason: Reason) {
    let is_same = |known: &&mut Reason| known.cause == reason.cause && known.place == reason.place;
    match found.iter_mut().find(is_same) {
        Some(known) => known.paths = known.paths.saturating_add(reason.paths),
        None => found.push(reason),
    }
}

/// The verdict on a method with so many findings and these reasons.
pub(super) fn verdict(findings: usize, reasons: &[report::Reason]) -> Verdict {
    match (findings, reasons) {
        (0, []) => Verdict::Holds,
        (0, _) => Verdict::Incomplete,
        _ => Verdict::Fails,
    }
}
