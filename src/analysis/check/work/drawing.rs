//! Inputs that are drawn for a method, and calls before it: tried where exploring has shown too little.

use super::super::classify::Kind;
use super::super::draw::{Drawing, Most};
use super::super::exploration::{Exploration, budget, limits};
use super::super::finding::Candidate;
use super::super::replaying::Replayer;
use super::super::round::{AtCalls, Bounds, CauseKey, Context, Thrown, keep};
use super::super::watch::{Seen, Watcher};
use super::super::{Inputs, Start};
use super::{BOUNDS_ANYWHERE, Checked, needs_fewer_nulls};
use crate::exec::vocabulary_of_method;
use crate::explore::{Outcome, Work};
use crate::report::ExplorationCosts;
use crate::run;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::Instant;

/// The most calls before the method under test that are tried, and what each number of them may cost.
const MOST_CALLS_BEFORE: usize = 4;
const CALLS_BEFORE: Work = Work { instructions: 20_000, solver_resources: 80_000, states: 400 };

/// What is drawn for a method that was not shown to hold in any state, before it is explored: many a failure needs no more.
pub(super) const DRAWN_FIRST: Most =
    Most { runs: 300, idle_runs: 100, instructions: 30_000, idle_instructions: 30_000 };

/// What is drawn in all for a method that is not shown to hold.
pub(super) const DRAWN: Most = Most { runs: 2_000, idle_runs: 480, instructions: 225_000, idle_instructions: 40_000 };

/// What is drawn with scripted classes for a method of which nothing else has shown a failure.
const SCRIPTED: Most = Most { runs: 600, idle_runs: 200, instructions: 12_000, idle_instructions: 8_000 };

impl<'p> Checked<'p> {
    /// Whether inputs can be drawn for it: of any that a caller can make.
    pub(super) fn is_drawn_for(&self, context: Context<'p>) -> bool {
        context.job.inputs == Inputs::Constructed && self.assumed.ranges.is_empty()
    }

    /// Draws inputs until so many are drawn in all, and keeps the simplest one of each failure that exploring did not find.
    pub(super) fn draw(
        &mut self,
        context: Context<'p>,
        deadline: Option<Instant>,
        replayer: &Replayer<'_>,
        most: Most,
    ) {
        if !self.is_drawn_for(context) {
            return;
        }
        let most = most.times(context.job.effort);
        let mut drawing = self.drawing.take().unwrap_or_else(|| {
            let drawing = Drawing::new(most);
            // What static methods are there is a question to the whole class, which an edit of any of them would change.
            if context.job.effort > 1 { drawing.with_calls_before() } else { drawing }
        });
        drawing.up_to(most);
        self.run_drawn(context, deadline, replayer, &mut drawing);
        self.drawing = Some(drawing);
    }

    /// Draws inputs with objects of scripted classes, where no other input has shown a failure.
    pub(super) fn draw_scripted(&mut self, context: Context<'p>, deadline: Option<Instant>, replayer: &Replayer<'_>) {
        if self.is_drawn_for(context) {
            let mut drawing = Drawing::new(SCRIPTED.times(context.job.effort)).with_scripts();
            self.run_drawn(context, deadline, replayer, &mut drawing);
        }
    }

    /// Runs the method on what is drawn.
    fn run_drawn(
        &mut self,
        context: Context<'p>,
        deadline: Option<Instant>,
        replayer: &Replayer<'_>,
        drawing: &mut Drawing,
    ) {
        let (method, assumed) = (self.method, self.assumed.clone());
        let before = drawing.instructions();
        let mut found = Exploration::new(Start::of(context.job));
        // Where the run ends meanwhile, what was drawn before stays.
        found.candidates = self.drawn.clone();
        let mut costs = ExplorationCosts::default();
        let drawn = (method, &assumed);
        drawing.run::<Watcher<'p>>(
            context,
            drawn,
            vocabulary_of_method(context.program, context.calls, method),
            deadline,
            &Seen::of_exceptions,
            &mut |explorer, end| {
                costs.states += 1;
                let Outcome::Threw(exception) = end.outcome else { return false };
                let mut thrown = BTreeMap::new();
                keep(&mut thrown, context.program, method, (context.job, &explorer.machine.pool), end, exception);
                thrown.retain(|key: &CauseKey, paths: &mut Vec<Thrown>| {
                    let is_simpler = |known: &Candidate| paths.iter().any(|path| path.simplicity < known.simplicity);
                    matches!(key.0, Kind::Failure(_))
                        && self.main.candidates.get(key).is_none_or(|known| needs_fewer_nulls(paths, known))
                        && found.candidates.get(key).is_none_or(is_simpler)
                });
                thrown.keys().for_each(|key| drop(found.candidates.remove(key)));
                let is_news = !thrown.is_empty();
                self.write_candidates(context, &mut found, (thrown, &mut explorer.machine), replayer);
                is_news
            },
        );
        self.costs.states += costs.states;
        self.costs.work += drawing.instructions().saturating_sub(before);
        // What could not be written down says nothing of what exploring left out.
        self.drawn = found.candidates;
    }

    /// Adds what drawn inputs have shown to what exploring has found.
    pub(super) fn take_drawn(&mut self) {
        for (key, candidate) in std::mem::take(&mut self.drawn) {
            match self.main.candidates.entry(key) {
                Entry::Vacant(entry) => drop(entry.insert(candidate)),
                Entry::Occupied(mut entry) if entry.get().simplicity.needs_null => drop(entry.insert(candidate)),
                Entry::Occupied(_) => {}
            }
        }
        if let Some(arbitrary) = &mut self.arbitrary {
            arbitrary.candidates.retain(|key, _| !self.main.candidates.contains_key(key));
        }
        self.drawing = None;
    }

    /// Looks for calls that lead to a state in which the method fails, where it does in some state and in none that a maker leaves:
    /// one call, then two, up to the most.
    pub(super) fn call_before(&mut self, context: Context<'p>, deadline: Option<Instant>, replayer: &Replayer<'_>) {
        let info = context.program.method(self.method);
        let is_called_on_one = info.has_receiver() && &*info.name != "<init>";
        let Some(limits) = limits(BOUNDS_ANYWHERE).filter(|_| is_called_on_one) else { return };
        for calls in 1..=MOST_CALLS_BEFORE {
            if self.main.has_failures() || !self.drawn.is_empty() || run::is_over(deadline) {
                break;
            }
            let bounds = Bounds {
                start: Start::of(context.job).after_calls(calls),
                limits,
                collection_size: 1,
                budget: budget(CALLS_BEFORE.times(context.job.effort), deadline),
                calls: AtCalls::Execute,
            };
            let mut round = self.explore(context, bounds);
            // Only what fails is of interest: the rest is known.
            round.thrown.retain(|key, _| matches!(key.0, Kind::Failure(_)));
            let mut found = Exploration::new(bounds.start);
            let thrown = std::mem::take(&mut round.thrown);
            self.write_candidates(context, &mut found, (thrown, &mut round.explorer.machine), replayer);
            self.count(&round);
            self.main.candidates.extend(found.candidates);
            if round.missing.exhausted.is_some() {
                // With more calls there is more to explore.
                break;
            }
        }
        // What was shown to be reachable is told once.
        if let Some(arbitrary) = &mut self.arbitrary {
            arbitrary.candidates.retain(|key, _| !self.main.candidates.contains_key(key));
        }
    }
}
