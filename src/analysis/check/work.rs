//! The order of the work: of the methods that are open, the one on which least has been spent so far goes on, with the next bounds and
//! budget. What a method's rounds may cost depends on nothing but the method; the clock ends the run.

mod drawing;
mod proofs;
mod rounds;
mod threads;

use super::super::reason::Cause;
use super::assume::OfMethod as Assumptions;
use super::beyond_bounds::never_fails;
use super::classify::Kind;
use super::draw::Drawing;
use super::exploration::{Exploration, limits};
use super::explored::Explored;
use super::finding::Candidate;
use super::replaying::Replayer;
use super::round::{AtCalls, Bounds, CauseKey, Context, Thrown};
use super::verdict::Missing;
use super::watch::Seen;
use super::{Inputs, Start};
use crate::exec::Premises;
use crate::explore::Work;
use crate::program::{MethodId, Reads, listening};
use crate::report::ExplorationCosts;
use crate::run::{self, AnalysisFailure, Ending};
use crate::session::kept::Kept;
use proofs::BOUNDS_ANYWHERE;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
pub(in crate::analysis) use threads::share;
pub(super) use threads::{Deadlines, run};

/// The part of the time that is for what comes after exploring: replays, and the report.
pub(in crate::analysis) const REPORTING: f64 = 0.1;
/// The part of the time that is kept where most replays are made meanwhile.
pub(super) const LAST_REPLAYS: f64 = 0.03;
/// How often a method is explored: with the states that were asked for, and with two kinds of arbitrary ones.
pub(in crate::analysis) const KINDS_OF_STATES: usize = 3;
/// What trying it once more may cost, with calls of collections taken by what is known of them.
const WITH_OPEN_COLLECTIONS: Work = Work { instructions: 15_000, solver_resources: 60_000, states: 300 };

/// What is known of a method so far.
pub(in crate::analysis) struct Checked<'p> {
    pub(in crate::analysis) method: MethodId,
    pub(super) parameters: Vec<String>,
    /// What is assumed of its parameters.
    assumed: Assumptions,
    /// What all rounds have covered.
    pub(super) seen: Seen<'p>,
    /// What exploring the inputs that were asked for has found.
    pub(in crate::analysis) main: Exploration,
    /// What exploring arbitrary states has found, where those that constructors leave are not all there are.
    pub(in crate::analysis) arbitrary: Option<Exploration>,
    /// A defect that ended its analysis.
    pub(super) defect: Option<String>,
    pub(super) time: Duration,
    /// Whether only the verdict on the whole method counts, and the rounds are those of a whole library.
    is_one_of_many: bool,
    /// Whether any state is not worth exploring after the others: that left something out which no deeper round makes good.
    is_open_anywhere: bool,
    /// What trying any state has shown.
    pub(super) anywhere: Option<Attempt>,
    /// The invariants that were taken for granted, in Java notation, where that was asked for.
    pub(super) rests_on: BTreeSet<String>,
    /// What some round took for granted of the world around the class path.
    pub(super) premises: Premises,
    /// Whether a collection was called there of which something is known whatever it holds.
    has_met_collections: bool,
    /// Whether any state was tried.
    is_begun: bool,
    /// How far drawing inputs has got.
    drawing: Option<Drawing>,
    /// What drawn inputs have shown that is not among what exploring has found.
    drawn: BTreeMap<CauseKey, Candidate>,
    /// Whether the order of hash tables has shown that identity hash codes decide.
    shows_hash_order: bool,
    /// States, solver queries and solver calls of its rounds.
    pub(super) costs: ExplorationCosts,
    is_done: bool,
    /// What its rounds have read of the program, where somebody wants to know.
    reads: Option<Reads>,
    /// Whether the clock has ended a round, so that another run may find more.
    is_cut: bool,
    /// What was found, once it is done.
    explored: Option<Explored>,
}

/// An attempt to show that a method holds in any state, or any that the invariants of its classes allow.
pub(super) struct Attempt {
    /// What it left out.
    pub(super) missing: Missing,
    /// Whether the method fails in some state, which need not be one that a caller can bring about.
    pub(super) has_failures: bool,
}

impl<'p> Checked<'p> {
    /// Of a method of which nothing is known yet.
    pub(in crate::analysis) fn new(context: Context<'p>, method: MethodId, assumed: Assumptions) -> Self {
        Checked {
            method,
            parameters: context.program.parameter_names(method, "p"),
            assumed,
            seen: Seen::default(),
            main: Exploration::new(Start::of(context.job)),
            arbitrary: None,
            defect: None,
            time: Duration::ZERO,
            is_one_of_many: false,
            is_open_anywhere: true,
            anywhere: None,
            rests_on: BTreeSet::new(),
            premises: Premises::default(),
            has_met_collections: false,
            is_begun: false,
            drawing: None,
            drawn: BTreeMap::new(),
            shows_hash_order: false,
            costs: ExplorationCosts::default(),
            is_done: false,
            reads: None,
            is_cut: false,
            explored: None,
        }
    }

    /// The same as one method of a library that is checked.
    fn among_many(self) -> Self {
        Checked { main: self.main.in_steps(), is_one_of_many: true, ..self }
    }

    /// Runs rounds until nothing is open, or so many have been run. A defect of casewise is noted and ends them.
    pub(in crate::analysis) fn deepen_by(
        &mut self,
        context: Context<'p>,
        rounds: usize,
        deadline: Option<Instant>,
        replayer: &Replayer<'_>,
    ) {
        for _ in 0..rounds {
            if self.is_done || run::is_over(deadline) {
                break;
            }
            run_one(context, self, deadline, replayer);
        }
    }

    /// Whether there is nothing left to explore.
    pub(in crate::analysis) fn is_done(&self) -> bool {
        self.is_done
    }

    /// When it is its turn again: any state is tried for every method, then inputs are drawn for every one that is open, and then what
    /// was cheap so far goes first, which is taken to be cheap in the next round.
    fn turn(&self, context: Context<'p>) -> (u8, u64) {
        if self.is_drawn_for(context) && self.drawing.is_none() {
            return (1, 0);
        }
        let arbitrary = self.arbitrary.as_ref().map_or(0, |exploration| exploration.worked.size());
        let drawn = self.drawing.as_ref().map_or(0, Drawing::instructions);
        (2, self.main.worked.size().saturating_add(arbitrary).saturating_add(drawn))
    }

    /// Leaves it as far as it is, since the run ends.
    fn give_up(&mut self, ending: Ending) {
        match &mut self.arbitrary {
            // It would have been the proof; nothing is said of states that were not explored.
            Some(arbitrary) => arbitrary.give_up(ending),
            None => self.main.give_up(ending),
        }
        self.take_drawn();
        self.is_done = true;
        self.is_cut = true;
    }

    /// The failures that a JVM is to confirm so far.
    fn claimed(&self) -> impl Iterator<Item = &Candidate> {
        let explored = std::iter::once(&self.main).chain(&self.arbitrary).map(|explored| &explored.candidates);
        let all = explored.chain([&self.drawn]).flatten();
        all.filter(|(key, _)| matches!(key.0, Kind::Failure(_))).map(|(_, candidate)| candidate)
    }

    /// A defect that ended the analysis.
    pub(in crate::analysis) fn defect(&self) -> Option<&str> {
        self.defect.as_deref()
    }

    /// Whether the end of the run, or of its share, has touched what was found.
    pub(in crate::analysis) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Says what was found, and keeps it where another run would find the same.
    fn conclude(&mut self, context: Context<'p>, kept: Option<&Kept<'_>>) {
        let mut reads = self.reads.take().unwrap_or_default();
        let explored = listening(&mut reads, || Explored::of(context, self));
        if let Some(kept) = kept.filter(|_| !self.is_cut && self.defect.is_none()) {
            kept.put(self.method, &format!("{:?}", self.assumed), &explored, &reads);
        }
        self.explored = Some(explored);
    }

    /// Whether the method holds in any state, although it may refuse its input in some.
    pub(in crate::analysis) fn is_proved(&self, context: Context<'_>) -> bool {
        let is_proof = |tried: &Attempt| !tried.has_failures && tried.missing.reasons(context.program).is_empty();
        self.anywhere.as_ref().is_some_and(is_proof)
    }

    /// Where nothing fails, puts what stands in the way of showing that the method holds in any state in the place of what exploring
    /// the states that constructors leave has missed: these can only show that it fails.
    pub(super) fn settle(&mut self, context: Context<'p>) {
        if self.main.has_failures() || self.main.missing.reasons(context.program).is_empty() {
            return;
        }
        let is_proved = self.is_proved(context);
        let Some(tried) = self.anywhere.take() else { return };
        let ended = self.main.missing.exhausted.filter(|exhausted| exhausted.is_ended());
        let in_any = self.arbitrary.as_ref().filter(|arbitrary| arbitrary.start.inputs == Inputs::Any);
        let (mut missing, fails) = match in_any {
            Some(arbitrary) if arbitrary.has_failures() || !is_proved => {
                (arbitrary.missing.clone(), arbitrary.has_failures())
            }
            _ => (tried.missing, tried.has_failures),
        };
        if fails {
            missing.others.push(Cause::UnreachedState);
        }
        missing.exhausted = missing.exhausted.or(ended.filter(|_| !is_proved));
        self.main.missing = missing;
    }

    /// Whether nothing fails in any state that was explored, and nothing but bounds and budgets is in the way of showing that it holds.
    fn is_only_cut(&self) -> bool {
        let found_nothing = !self.main.has_failures() && self.drawn.is_empty() && !self.fails_anywhere();
        found_nothing && self.anywhere.as_ref().is_some_and(|tried| tried.missing.is_only_cut())
    }

    /// Tries any state once more, with the calls of collections taken by what is known of them whatever they hold.
    fn leave_collections_open(&mut self, context: Context<'p>, deadline: Option<Instant>) {
        let fails = self.main.has_failures() || !self.drawn.is_empty();
        let Some(limits) = limits(BOUNDS_ANYWHERE).filter(|_| !fails) else { return };
        let bounds = self.anywhere_within(context, deadline, limits, WITH_OPEN_COLLECTIONS);
        let round = self.explore_from(context, Bounds { calls: AtCalls::OpenCollections, ..bounds });
        self.count(&round);
        let has_failures = round.thrown.keys().any(|key| matches!(key.0, Kind::Failure(_)));
        // What fails there need not be what fails in any state.
        if !has_failures && (round.missing.reasons(context.program).is_empty() || round.missing.is_only_cut()) {
            self.note_invariants(context, &round);
            self.anywhere = Some(Attempt { missing: round.missing, has_failures });
            self.arbitrary = None;
        }
    }

    /// Asks engines that need no bound.
    fn go_beyond_bounds(&mut self, context: Context<'p>, deadline: Option<Instant>) {
        let holds = self.holds_by_contracts(context, deadline)
            || never_fails(context, self.method, deadline).inspect(|premises| self.premises.add(premises)).is_some();
        if holds {
            self.anywhere = Some(Attempt { missing: Missing::default(), has_failures: false });
            self.arbitrary = None;
        }
    }
}

/// Runs a method's next round. A defect of casewise ends this method's analysis and no other's.
fn run_one<'p>(context: Context<'p>, checked: &mut Checked<'p>, deadline: Option<Instant>, replayer: &Replayer<'_>) {
    let started = Instant::now();
    let mut reads = checked.reads.take();
    let mut deepen = || {
        run::analysis(|| {
            checked.deepen(context, deadline, replayer);
            // Whatever ends has touched what was found: a solver that is interrupted leaves an input that is not the simplest.
            checked.is_cut |= run::is_over(deadline);
        })
    };
    let result = match &mut reads {
        Some(reads) => listening(reads, deepen),
        None => deepen(),
    };
    checked.reads = reads;
    match result {
        Ok(()) => {}
        Err(AnalysisFailure::Ended(ending)) => checked.give_up(ending),
        Err(AnalysisFailure::Panicked(message)) => {
            checked.defect = Some(message);
            checked.take_drawn();
            checked.is_done = true;
        }
    }
    checked.time += started.elapsed();
}

/// Whether a path needs no null where what is known needs one.
fn needs_fewer_nulls(paths: &[Thrown], known: &Candidate) -> bool {
    let is_plain = |path: &Thrown| !path.simplicity.needs_null && !path.simplicity.needs_script;
    known.simplicity.needs_null && paths.iter().any(is_plain)
}
