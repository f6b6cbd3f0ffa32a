//! The next round of a method: from which states, what it has found, and whether it was the last.

use super::super::Start;
use super::super::classify::Kind;
use super::super::exploration::{Exploration, Spent};
use super::super::finding::{Candidate, Subject, candidate};
use super::super::replaying::Replayer;
use super::super::rests_on::taken_for_granted;
use super::super::round::{Bounds, CauseKey, Context, Round, Thrown, explore};
use super::super::watch::{Seen, Watcher};
use super::Checked;
use super::drawing::{DRAWN, DRAWN_FIRST};
use crate::exec::{Machine, Statics};
use std::collections::BTreeMap;
use std::time::Instant;

/// Steps of the rounds of a method of a library that is known to fail. Measured on gson: the steps after these took two fifths of the
/// time and showed few further failures; drawing took a sixth and showed nearly half of all.
const STEPS_OF_FAILING: usize = 2;
/// Steps of the rounds of a method of a library from the states that constructors leave, where there are others: that it holds, only
/// exploring any state can show.
const STEPS_OF_MADE: usize = 2;
/// Steps of the rounds of a method that holds in any state, and may refuse its input.
const STEPS_OF_PROVED: usize = 2;

impl<'p> Checked<'p> {
    /// Runs the next round.
    pub(super) fn deepen(&mut self, context: Context<'p>, deadline: Option<Instant>, replayer: &Replayer<'_>) {
        if self.is_one_of_many && !self.is_begun {
            self.is_begun = true;
            self.is_done = self.holds_anywhere(context, deadline);
            return;
        }
        if self.is_one_of_many && self.drawing.is_none() && self.is_drawn_for(context) {
            self.draw(context, deadline, replayer, DRAWN_FIRST);
            return;
        }
        let arbitrary = self.arbitrary.take();
        let is_arbitrary = arbitrary.is_some();
        let mut exploration =
            arbitrary.unwrap_or_else(|| std::mem::replace(&mut self.main, Exploration::new(Start::of(context.job))));
        let effort = context.job.effort;
        if let Some(bounds) = exploration.next_round(effort, deadline) {
            let mut round = self.explore(context, bounds);
            let known = (exploration.candidates.len(), self.seen.size());
            let thrown = std::mem::take(&mut round.thrown);
            self.write_candidates(context, &mut exploration, (thrown, &mut round.explorer.machine), replayer);
            self.seen.merge(std::mem::take(&mut round.explorer.shared));
            if is_arbitrary {
                self.note_invariants(context, &round);
            }
            self.count(&round);
            let is_news = known != (exploration.candidates.len(), self.seen.size());
            exploration.finish_round(Spent::of(round), is_news, effort);
            // Arbitrary states are there to show that a method holds.
            exploration.is_done |=
                self.is_one_of_many && is_arbitrary && (exploration.has_failures() || exploration.missing.is_final());
            // A failure with its input is a verdict; drawing finds more of them for the same work.
            let shows_failure = exploration.shows_failure() || !self.drawn.is_empty();
            exploration.is_done |= shows_failure && exploration.is_at(STEPS_OF_FAILING);
            // Where other states can be brought about, these are explored in its place.
            exploration.is_done |=
                !is_arbitrary && exploration.is_at(STEPS_OF_MADE) && exploration.missing.depends_on_states();
            // Where it holds in any state, the others are there to show what it refuses.
            exploration.is_done |=
                self.is_proved(context) && exploration.step.is_none_or(|step| step >= STEPS_OF_PROVED);
        } else {
            exploration.is_done = true;
        }
        let next = if exploration.is_done { self.more_arbitrary(&exploration) } else { None };
        self.is_done = exploration.is_done && next.is_none();
        if is_arbitrary {
            self.arbitrary = next.or(Some(exploration));
        } else {
            self.arbitrary = next;
            self.main = exploration;
        }
        if !self.is_done {
            return;
        }
        if self.fails_anywhere() {
            self.call_before(context, deadline, replayer);
        }
        let goes_on = self.is_one_of_many && !context.job.inline;
        if goes_on && !self.is_shown(context) && self.has_met_collections {
            self.leave_collections_open(context, deadline);
        }
        if goes_on && !self.is_shown(context) && self.is_only_cut() {
            self.go_beyond_bounds(context, deadline);
        }
        if self.is_one_of_many && !self.is_shown(context) {
            self.draw(context, deadline, replayer, DRAWN);
            if !self.main.shows_failure() && self.drawn.is_empty() && !self.is_shown(context) {
                self.draw_scripted(context, deadline, replayer);
            }
        }
        self.take_drawn();
    }

    /// With numbers in place of identity hash codes, as long as it is only asked where keys are, else with any hash codes.
    pub(super) fn explore(&mut self, context: Context<'p>, bounds: Bounds<'_>) -> Round<'p, Watcher<'p>> {
        if !self.shows_hash_order {
            let start = bounds.start.placing_by_number();
            let round = self.explore_from(context, Bounds { start, ..bounds });
            self.shows_hash_order = round.explorer.machine.shows_hash_order;
            if !self.shows_hash_order {
                return round;
            }
        }
        self.explore_from(context, bounds)
    }

    pub(super) fn explore_from(&self, context: Context<'p>, bounds: Bounds<'_>) -> Round<'p, Watcher<'p>> {
        explore(context, self.method, &self.assumed, bounds, Watcher::default(), Seen::default(), &mut |_, _| {})
    }

    /// Notes the invariants that a round took for granted.
    pub(super) fn note_invariants(&mut self, context: Context<'p>, round: &Round<'p, Watcher<'p>>) {
        if context.job.explain {
            self.rests_on = taken_for_granted(context.program, &round.explorer.machine);
        }
    }

    /// Counts what a round has cost, and notes what it has taken for granted.
    pub(super) fn count(&mut self, round: &Round<'p, Watcher<'p>>) {
        self.costs.states += round.explorer.costs.states;
        self.costs.solver_queries += round.explorer.solver.statistics().queries;
        self.costs.solver_calls += round.explorer.solver.statistics().solver_calls;
        self.costs.work += round.explorer.spent().size();
        self.premises.add(&round.explorer.machine.premises());
    }

    /// The states that are to be explored too, where nothing fails in those that were, and others may be reached by calls
    /// before: with anything in the static fields that methods assign, then anything anywhere.
    fn more_arbitrary(&self, explored: &Exploration) -> Option<Exploration> {
        let start = if explored.has_failures() || !self.drawn.is_empty() {
            None
        } else if explored.missing.depends_on_states() {
            Some(Start::ANY_REACHABLE).filter(|_| !self.is_one_of_many || self.is_open_anywhere)
        } else if explored.missing.depends_on_statics() {
            Some(Start { statics: Statics::AnyAssigned, ..explored.start })
        } else {
            None
        };
        // What was explored from there already would leave out the same again.
        let next = Exploration::new(start.filter(|start| *start != explored.start)?);
        Some(if self.is_one_of_many { next.in_steps() } else { next })
    }

    pub(super) fn write_candidates(
        &mut self,
        context: Context<'p>,
        exploration: &mut Exploration,
        (thrown, machine): (BTreeMap<CauseKey, Vec<Thrown>>, &mut Machine<'p>),
        replayer: &Replayer<'_>,
    ) {
        for (key, paths) in thrown {
            let known = exploration.candidates.get(&key);
            let is_better = |known: &Candidate| {
                !known.environment.is_empty() && paths.iter().any(|path| path.environment.is_empty())
            };
            if known.is_some_and(|known| !is_better(known)) || !is_wanted(context, &key) {
                continue;
            }
            let subject = Subject { method: self.method, parameters: &self.parameters };
            match candidate(context, &subject, machine, &key, paths) {
                Ok(candidate) => {
                    if matches!(key.0, Kind::Failure(_)) {
                        replayer.prepare();
                    }
                    exploration.unwritten.remove(&key);
                    exploration.candidates.insert(key, candidate);
                }
                Err(why) if !exploration.candidates.contains_key(&key) => {
                    exploration.unwritten.insert(key, why);
                }
                Err(_) => {}
            }
        }
    }
}

fn is_wanted(context: Context<'_>, key: &CauseKey) -> bool {
    match key.0 {
        Kind::Failure(property) => context.job.property.is_none_or(|wanted| wanted == property),
        Kind::Rejects | Kind::Declared => true,
    }
}
