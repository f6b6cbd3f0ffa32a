//! The technique that explores from the beginning, as `check` does; the assertions of one method share the exploration.

use super::super::check::assume::OfMethod;
use super::super::check::exploration::{Exploration, ROUNDS};
use super::super::check::finding::Candidate;
use super::super::check::replaying::Replayer;
use super::super::check::round::{CauseKey, Context};
use super::super::check::work::{Checked, KINDS_OF_STATES};
use super::super::reason::{Cause, Event, Reason};
use super::assertions::Assertion;
use super::technique::{Question, Settled};
use crate::explore::Exhausted;
use crate::program::{MethodId, Program};
use crate::report::Proof;
use crate::run;
use std::collections::BTreeMap;
use std::time::Instant;

/// Rounds of what is explored before other techniques are tried.
pub(super) const FIRST_ROUNDS: usize = 2;
/// All rounds that there are.
pub(super) const ALL_ROUNDS: usize = KINDS_OF_STATES * ROUNDS.len();

/// What is known of the roots of some assertions.
pub(super) struct Forward<'p> {
    explored: BTreeMap<MethodId, Checked<'p>>,
}

impl<'p> Forward<'p> {
    /// Nothing explored yet.
    pub(super) fn new() -> Self {
        Forward { explored: BTreeMap::new() }
    }

    /// Explores the roots of an assertion by so many rounds more.
    pub(super) fn deepen(
        &mut self,
        context: Context<'p>,
        assertion: &Assertion,
        (rounds, deadline): (usize, Option<Instant>),
        replayer: &Replayer,
    ) {
        for root in &assertion.roots {
            let explored = self.explored.entry(*root);
            let checked = explored.or_insert_with(|| Checked::new(context, *root, OfMethod::default()));
            if !checked.is_proved(context) {
                checked.deepen_by(context, rounds, deadline, replayer);
                checked.try_contracts(context, deadline);
            }
        }
    }

    /// Whether the end of the run has touched what was explored.
    pub(super) fn is_cut(&self) -> bool {
        self.explored.values().any(Checked::is_cut)
    }

    /// What the explorations say of an assertion.
    pub(super) fn settle(&self, question: &Question<'_, '_>) -> Settled {
        let (program, assertion) = (question.context.program, question.assertion);
        let mut reasons: Vec<Reason> = Vec::new();
        let mut paths = 0;
        let mut by_contracts = false;
        if !assertion.is_closed || assertion.roots.is_empty() {
            reasons.push(Cause::OpenToCallers.into());
        }
        for root in &assertion.roots {
            let Some(checked) = self.explored.get(root) else {
                reasons.push(not_all().into());
                continue;
            };
            if checked.is_proved(question.context) {
                by_contracts = true;
                continue;
            }
            match settle_from(program, checked, assertion) {
                Ok(ends) => paths += ends,
                Err(Obstacle::Fails(candidate)) => return Settled::Refuted(candidate),
                Err(Obstacle::Open(open)) => reasons.extend(open),
            }
        }
        if reasons.is_empty() {
            let why = match by_contracts {
                true => "it fails on no path on which recursive calls do what is shown of them by induction".to_owned(),
                false => format!("all paths were explored, and it fails on none of {paths}"),
            };
            return Settled::Proved(Proof { why, core: Vec::new() });
        }
        reasons.dedup();
        Settled::Unknown(reasons)
    }
}

/// Why an exploration is no proof.
enum Obstacle {
    Fails(Box<Candidate>),
    Open(Vec<Reason>),
}

/// How many paths were explored, where these were all and the assertion fails on none.
fn settle_from(program: &Program, checked: &Checked<'_>, assertion: &Assertion) -> Result<u64, Obstacle> {
    if let Some(defect) = checked.defect() {
        return Err(Obstacle::Open(vec![Cause::AnalysisFailed(defect.to_owned()).into()]));
    }
    let mut has_unreached = false;
    for exploration in explorations(checked) {
        for (key, candidate) in &exploration.candidates {
            if !is_at(assertion, key) {
                continue;
            }
            if candidate.is_reachable && candidate.environment.is_empty() {
                return Err(Obstacle::Fails(Box::new(candidate.clone())));
            }
            has_unreached = true;
        }
    }
    if has_unreached {
        return Err(Obstacle::Open(vec![Cause::UnreachedState.into()]));
    }
    for exploration in explorations(checked) {
        if let Some((_, why)) = exploration.unwritten.iter().find(|(key, _)| is_at(assertion, key)) {
            return Err(Obstacle::Open(vec![Cause::Unwritten(Event::Fails, why.clone()).into()]));
        }
    }
    // What holds in all states holds in those that can be reached.
    let reasons = match &checked.arbitrary {
        Some(arbitrary) => arbitrary.missing.reasons(program),
        None => checked.main.missing.reasons(program),
    };
    let ends = checked.arbitrary.as_ref().unwrap_or(&checked.main).ends;
    if !reasons.is_empty() {
        return Err(Obstacle::Open(reasons));
    }
    // What was not begun has left nothing out yet.
    if !checked.is_done() {
        return Err(Obstacle::Open(vec![not_all().into()]));
    }
    Ok(ends)
}

/// That something was not explored.
fn not_all() -> Cause {
    Cause::Exhausted(run::ending(None).map_or(Exhausted::Work, Exhausted::Ended))
}

fn explorations<'c>(checked: &'c Checked<'_>) -> impl Iterator<Item = &'c Exploration> {
    std::iter::once(&checked.main).chain(&checked.arbitrary)
}

/// Whether an exception comes from the assertion.
pub(super) fn is_at(assertion: &Assertion, (_, exception, place): &CauseKey) -> bool {
    let target = &assertion.target;
    let is_there = |(method, position): (MethodId, u32)| {
        method == target.method && (target.first..=target.instruction).contains(&position)
    };
    *exception == target.exception && place.is_some_and(is_there)
}
