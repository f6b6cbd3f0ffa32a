//! Explores a method and proposes tests: for each goal that a path can meet, an input of that path which meets it, unless an
//! input that was proposed before does so already.

mod drawn;

pub(super) use drawn::{proposal_of, result_of};

use super::criteria::{note_clauses, ways};
use super::criterion::Criterion;
use super::goal::{Clause, ClauseKey, Gathered, Goal, GoalKey, Ledger, PathView};
use super::mutants::Mutants;
use super::ordinary::leave_out_overwritten;
use super::trail::{Shared, Site, Trail};
use crate::analysis::check::Start;
use crate::analysis::check::assume::OfMethod;
use crate::analysis::check::classify::{Kind, classify};
use crate::analysis::check::draw::{Drawing, Most};
use crate::analysis::check::exploration::{Exploration, Spent};
use crate::analysis::check::finding::{Candidate, Subject, candidate};
use crate::analysis::check::nulls::{NullInput, null_inputs};
use crate::analysis::check::round::{CauseKey, Context, Round, environment_of, explore};
use crate::analysis::check::verdict::Missing;
use crate::classfile::ClassName;
use crate::exec::{Machine, State};
use crate::explore::{Branch, Exhausted, Explorer, Outcome, Path, PathEnd};
use crate::input::{ConcreteCase, Names, Oddity, concretise, input_text, minimise};
use crate::junit::Idle;
use crate::program::MethodId;
use crate::run;
use crate::run::Ending;
use crate::term::{Domain, InputId, Node, TermId, TermPool, evaluate_truth, is_equality};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How much is drawn for a method.
const DRAWN: Most = Most { runs: 3_000, idle_runs: 400, instructions: 4_000_000, idle_instructions: 4_000_000 };
/// Ends of one round that are kept to be augmented; paths beyond these are like those before.
const MOST_ENDS: usize = 3_000;
/// Paths of one round on which a goal is tried.
const MOST_TRIALS: u32 = 60;
/// Rounds of the exploration of objects that another method was called on.
const ROUNDS_WITH_HISTORY: usize = 2;
/// Numbers up to this one are readable.
const SMALL: i64 = 120;
/// Solver work for the goals of one round.
const GOAL_RESOURCES: u64 = 20_000_000;

/// An input that some test may be written for.
#[derive(Clone, Debug)]
pub(super) struct Proposal {
    pub(super) method: MethodId,
    pub(super) case: ConcreteCase,
    /// What of it a person would not write.
    pub(super) oddity: Oddity,
    /// The nulls that the path needs; none where that is not known.
    pub(super) nulls: Option<Vec<NullInput>>,
    /// What of its input could be something else; none where that is not known.
    pub(super) idle: Option<BTreeSet<Idle>>,
    /// What was proposed, where this is plainer.
    pub(super) original: Option<Box<Proposal>>,
    /// The condition of its path, in Java-like notation.
    pub(super) conditions: Vec<String>,
    /// The input, in Java-like notation.
    pub(super) input: String,
    pub(super) meets: BTreeSet<GoalKey>,
    /// The instructions under test that it reaches.
    pub(super) reached: BTreeSet<Site>,
}

/// What exploring a method gave.
pub(super) struct Explored {
    pub(super) method: MethodId,
    pub(super) proposals: Vec<Proposal>,
    pub(super) ledger: Ledger,
    /// What the deepest complete exploration left out.
    pub(super) missing: Missing,
    /// How it fails, with an input for each cause.
    pub(super) failures: BTreeMap<CauseKey, Candidate>,
    pub(super) paths: u64,
    /// A defect that ended the exploration.
    pub(super) defect: Option<String>,
    pub(super) time: Duration,
}

impl Explored {
    /// What is known of a method before it is explored.
    pub(super) fn nothing(method: MethodId) -> Explored {
        Explored {
            method,
            proposals: Vec::new(),
            ledger: Ledger::default(),
            missing: Missing::default(),
            failures: BTreeMap::new(),
            paths: 0,
            defect: None,
            time: Duration::ZERO,
        }
    }
}

/// What all methods of a class have in common.
pub(super) struct Plan<'a> {
    pub(super) criteria: &'a [Criterion],
    /// The methods whose code the goals speak of.
    pub(super) watched: &'a FxHashSet<MethodId>,
    pub(super) mutants: &'a Mutants,
    /// How many different inputs are wanted for each goal, each of another path.
    pub(super) inputs: u32,
    pub(super) deadline: Option<Instant>,
}

/// An end of a path that may become tests.
pub(super) struct End<'p> {
    path: Path<Trail<'p>>,
    outcome: Outcome,
    kind: Option<Kind>,
    /// Whether its inputs were drawn: they are as they are.
    is_drawn: bool,
    /// Whether they are given.
    is_given: bool,
}

/// The exploration of a method, round by round.
pub(super) struct Proposing {
    explored: Explored,
    parameters: Vec<String>,
    main: Exploration,
    /// Of objects that another method was called on before, with the rounds that are left.
    with_history: Option<(Exploration, usize)>,
    drawing: Drawing,
    pub(super) is_done: bool,
}

impl Proposing {
    /// Of a method that nothing is known of.
    pub(super) fn new(context: Context<'_>, method: MethodId) -> Proposing {
        Proposing {
            explored: Explored::nothing(method),
            parameters: context.program.parameter_names(method, "p"),
            main: Exploration::new(Start::of(context.job)),
            with_history: None,
            drawing: Drawing::new(DRAWN),
            is_done: false,
        }
    }

    /// Runs the next round, of deeper bounds, and proposes tests. A round that time has cut short is run again. Where ways of the
    /// method are left that no input takes, inputs are drawn too.
    pub(super) fn deepen(&mut self, context: Context<'_>, plan: &Plan<'_>) {
        let method = self.explored.method;
        let draws = !self.drawing.is_done();
        let part = if draws { 0.6 } else { 1.0 };
        let now = Instant::now();
        let deadline = plan.deadline.map(|deadline| now + deadline.saturating_duration_since(now).mul_f64(part));
        self.explore_deeper(context, &Plan { deadline, ..*plan });
        if draws && self.has_open_ways(context) {
            let subject = Subject { method, parameters: &self.parameters };
            drawn::draw_inputs(&mut self.drawing, context, &subject, plan, &mut self.explored);
        }
    }

    /// Whether there are ways out of conditionals of the method that no proposal takes, though they may be feasible.
    fn has_open_ways(&self, context: Context<'_>) -> bool {
        let goals = &self.explored.ledger.goals;
        let is_met = |key: &GoalKey| goals.get(key).is_some_and(|standing| standing.is_met);
        let is_explored = self.is_done && self.main.missing.reasons(context.program).is_empty();
        !is_explored && ways(context.program, self.explored.method).iter().any(|key| !is_met(key))
    }

    fn explore_deeper(&mut self, context: Context<'_>, plan: &Plan<'_>) {
        let method = self.explored.method;
        let subject = Subject { method, parameters: &self.parameters };
        if let Some((exploration, rounds)) = &mut self.with_history {
            // What it misses is not noted: the method was explored without it.
            let is_complete = explore_round(context, &subject, plan, exploration, &mut self.explored);
            *rounds = rounds.saturating_sub(usize::from(is_complete));
            self.is_done = *rounds == 0 || exploration.is_done;
            return;
        }
        explore_round(context, &subject, plan, &mut self.main, &mut self.explored);
        if !self.main.is_done {
            return;
        }
        if self.main.missing.depends_on_states() {
            // Tests can do more than construct: what fields hold after another call is worth a test of its own.
            let start = Start::of(context.job).after_calls(1);
            self.with_history = Some((Exploration::new(start), ROUNDS_WITH_HISTORY));
        } else {
            self.is_done = true;
        }
    }

    /// Explores a method to the end of the rounds that there are, or of the time, and gives what it proposes.
    pub(super) fn proposals(mut self, context: Context<'_>, plan: &Plan<'_>) -> Vec<Proposal> {
        let is_over = || run::is_over(plan.deadline);
        while !self.is_done && !is_over() {
            self.explore_deeper(context, plan);
        }
        self.explored.proposals
    }

    /// The method.
    pub(super) fn method(&self) -> MethodId {
        self.explored.method
    }

    /// Ends it by a defect of casewise.
    pub(super) fn fail(&mut self, message: String) {
        let time = self.explored.time;
        self.explored = Explored { defect: Some(message), time, ..Explored::nothing(self.explored.method) };
        self.is_done = true;
    }

    /// Ends it where a round did not end by itself: what it was at is lost.
    pub(super) fn give_up(&mut self, ending: Ending) {
        self.explored.missing.exhausted = Some(Exhausted::Ended(ending));
        self.is_done = true;
    }

    /// Notes that it took time.
    pub(super) fn took(&mut self, time: Duration) {
        self.explored.time += time;
    }

    /// What was found.
    pub(super) fn finish(self) -> Explored {
        let mut explored = self.explored;
        if explored.defect.is_none() {
            explored.paths = self.main.ends;
            let exhausted = explored.missing.exhausted;
            explored.missing = self.main.missing;
            explored.missing.exhausted = explored.missing.exhausted.or(exhausted);
        }
        if !self.is_done {
            let ending = run::ending(None).unwrap_or(Ending::Time);
            explored.missing.exhausted = Some(Exhausted::Ended(ending));
        }
        explored
    }
}

/// Explores within the next bounds, and proposes tests. Returns whether that came to its end in time.
fn explore_round<'p>(
    context: Context<'p>,
    subject: &Subject<'_>,
    plan: &Plan<'_>,
    exploration: &mut Exploration,
    explored: &mut Explored,
) -> bool {
    let (method, effort) = (subject.method, context.job.effort);
    // What is left of the time is for exploring and for the goals of what was explored.
    let half = plan.deadline.map(|deadline| {
        let now = Instant::now();
        now + deadline.saturating_duration_since(now) / 2
    });
    let Some(bounds) = exploration.next_round(effort, half) else {
        exploration.is_done = true;
        return true;
    };
    let cut_before = explored.missing.exhausted;
    let mut ends: Vec<End<'p>> = Vec::new();
    let shared = Shared { watched: plan.watched.clone(), ..Shared::default() };
    let mut visit = |explorer: &mut Explorer<'p, Trail<'p>>, end: &PathEnd<Trail<'p>>| {
        // What the machine decides is in no test: it is different elsewhere.
        let is_free = environment_of(&explorer.machine.pool, &end.path.state).is_empty();
        if ends.len() < MOST_ENDS && is_free && !matches!(end.outcome, Outcome::Stopped(_)) {
            ends.push(keep(context, method, end));
        }
    };
    let assumed = OfMethod::default();
    let mut round = explore(context, method, &assumed, bounds, Trail::default(), shared, &mut visit);
    let before = (explored.proposals.len(), explored.failures.len());
    augment(context, subject, plan, &mut round, ends, explored);
    note_failures(context, subject, &mut round, explored);
    let is_news = before != (explored.proposals.len(), explored.failures.len());
    let is_cut = [round.missing.exhausted, explored.missing.exhausted].into_iter().flatten().any(Exhausted::is_ended);
    if is_cut {
        // Whether it is run again is for the caller to know, and so is that time is over if it is not.
        explored.missing.exhausted = cut_before;
        exploration.interrupt_round(Spent::of(round));
    } else {
        exploration.finish_round(Spent::of(round), is_news, effort);
    }
    !is_cut
}

fn keep<'p>(context: Context<'_>, method: MethodId, end: &PathEnd<Trail<'p>>) -> End<'p> {
    let kind = match end.outcome {
        Outcome::Threw(exception) => kind_of(context, method, &end.path, exception),
        _ => None,
    };
    End { path: end.path.clone(), outcome: end.outcome.clone(), kind, is_drawn: false, is_given: false }
}

fn kind_of(
    context: Context<'_>,
    method: MethodId,
    path: &Path<Trail<'_>>,
    exception: crate::heap::ObjectId,
) -> Option<Kind> {
    let program = context.program;
    let class = path.state.heap.instance(exception).and_then(|body| body.types.first().copied())?;
    let source = path.record.source(exception);
    let source = source.map(|source| source.told_by_the_machine(program, (&path.state, exception)));
    Some(classify(program, method, class, source.as_ref(), false))
}

/// Proposes tests for what the ends of a round can meet and no test meets yet.
fn augment<'p>(
    context: Context<'p>,
    subject: &Subject<'_>,
    plan: &Plan<'_>,
    round: &mut Round<'p, Trail<'p>>,
    ends: Vec<End<'p>>,
    explored: &mut Explored,
) {
    for standing in explored.ledger.goals.values_mut().filter(|standing| !standing.is_met) {
        (standing.refuted, standing.open) = (0, None);
    }
    let mut clauses: BTreeMap<ClauseKey, Clause> = BTreeMap::new();
    if plan.criteria.contains(&Criterion::Mcdc) {
        for end in &ends {
            note_clauses(context.program, &end.path.record, &mut round.explorer.machine.pool, &mut clauses);
        }
    }
    let limit = round.explorer.solver.statistics().resources.saturating_add(GOAL_RESOURCES * context.job.effort);
    // What is reached matters more than with which values.
    for pass in [Pass::Coverage, Pass::Everything] {
        for end in &ends {
            let is_over = run::is_over(plan.deadline);
            if is_over {
                explored.missing.exhausted = run::ending(plan.deadline).map(Exhausted::Ended);
            }
            if is_over || round.explorer.solver.statistics().resources > limit {
                // What is left is open, not refuted.
                explored.missing.exhausted.get_or_insert(Exhausted::Work);
                explored.ledger.leave_open("the work for goals was spent");
                return;
            }
            let pool = &mut round.explorer.machine.pool;
            if pass == Pass::Coverage
                && !has_something_new(&covered(context, plan, subject.method, end, pool), explored)
            {
                continue;
            }
            let goals = goals_of(context, plan, &clauses, subject.method, end, pool, &mut explored.ledger);
            let inputs = plan.inputs;
            Augmented { context, subject, explorer: &mut round.explorer, end, goals: &goals, inputs, explored }
                .run(pass);
        }
    }
}

/// Which goals are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pass {
    Coverage,
    Everything,
}

/// The goals of coverage that a path meets.
fn covered(
    context: Context<'_>,
    plan: &Plan<'_>,
    method: MethodId,
    end: &End<'_>,
    pool: &mut TermPool,
) -> Vec<GoalKey> {
    let shared = BTreeMap::new();
    let view = view(context, plan, &shared, method, end);
    let mut found = Gathered::new(pool);
    Criterion::Coverage.goals(&view, &mut found);
    found.goals.into_iter().map(|goal| goal.key).collect()
}

/// Whether some of these goals are met by no proposal.
fn has_something_new(covered: &[GoalKey], explored: &Explored) -> bool {
    covered.iter().any(|key| explored.ledger.goals.get(key).is_none_or(|standing| !standing.is_met))
}

fn view<'a, 'p>(
    context: Context<'p>,
    plan: &'a Plan<'_>,
    clauses: &'a BTreeMap<ClauseKey, Clause>,
    method: MethodId,
    end: &'a End<'p>,
) -> PathView<'a, 'p> {
    PathView {
        program: context.program,
        method,
        state: &end.path.state,
        trail: &end.path.record,
        outcome: &end.outcome,
        kind: end.kind,
        is_given: end.is_given,
        shared: clauses,
        mutants: plan.mutants,
    }
}

fn goals_of(
    context: Context<'_>,
    plan: &Plan<'_>,
    clauses: &BTreeMap<ClauseKey, Clause>,
    method: MethodId,
    end: &End<'_>,
    pool: &mut TermPool,
    ledger: &mut Ledger,
) -> Vec<Goal> {
    ledger.is_cut |= end.path.record.is_cut();
    let view = view(context, plan, clauses, method, end);
    let mut found = Gathered::new(pool);
    // Of a path that fails only that is shown: its test does not run with the others.
    let is_failure = matches!(end.kind, Some(Kind::Failure(_)));
    for criterion in plan.criteria.iter().filter(|criterion| !is_failure || **criterion == Criterion::Coverage) {
        criterion.goals(&view, &mut found);
    }
    for (key, reason) in std::mem::take(&mut found.unclear) {
        ledger.standing(&key).open.get_or_insert_with(|| reason.into());
    }
    if !is_failure {
        return found.goals;
    }
    for goal in found.goals {
        ledger.standing(&goal.key).open.get_or_insert_with(|| "only inputs that fail meet it".into());
    }
    Vec::new()
}

/// One end with its goals.
struct Augmented<'a, 'p> {
    context: Context<'p>,
    subject: &'a Subject<'a>,
    explorer: &'a mut Explorer<'p, Trail<'p>>,
    end: &'a End<'p>,
    goals: &'a [Goal],
    /// How many different inputs are wanted for each goal.
    inputs: u32,
    explored: &'a mut Explored,
}

impl<'p> Augmented<'_, 'p> {
    fn run(&mut self, pass: Pass) {
        let is_asked = |goal: &&Goal| pass == Pass::Everything || goal.key.criterion == Criterion::Coverage;
        for goal in self.goals.iter().filter(is_asked) {
            let standing = self.explored.ledger.standing(&goal.key);
            if standing.is_met && standing.inputs >= self.inputs {
                continue;
            }
            if standing.refuted >= MOST_TRIALS {
                standing.open.get_or_insert_with(|| format!("no solution on {MOST_TRIALS} paths, others not tried"));
                continue;
            }
            self.explored.ledger.conditions += 1;
            match self.solve(goal.condition) {
                None => {
                    let standing = self.explored.ledger.standing(&goal.key);
                    standing.refuted = standing.refuted.saturating_add(1);
                }
                Some(Branch::Ended(_)) => {
                    let standing = self.explored.ledger.standing(&goal.key);
                    standing.open.get_or_insert_with(|| "the solver does not know".into());
                }
                Some(Branch::Open(path)) => {
                    if let Err(why) = self.propose(*path.state) {
                        let standing = self.explored.ledger.standing(&goal.key);
                        standing.open.get_or_insert(why);
                    }
                }
            }
        }
    }

    /// The path with a condition added, its model one of small numbers where there is one.
    fn solve(&mut self, condition: TermId) -> Option<Branch<Trail<'p>>> {
        let solved = self.explorer.conjoin(self.end.path.clone(), condition)?;
        let Branch::Open(mut path) = solved else { return Some(solved) };
        if self.end.is_drawn {
            return Some(Branch::Open(path));
        }
        let small = small(&mut self.explorer.machine.pool, &path.state);
        let is_small = evaluate_truth(&self.explorer.machine.pool, small, &path.state.path.model) == Some(true);
        if !is_small && let Some(Branch::Open(smaller)) = self.explorer.conjoin(path.clone(), small) {
            // Only what it is solved by: that it is small is no condition of the path.
            path.state.path.model = smaller.state.path.model;
        }
        Some(Branch::Open(path))
    }

    /// Proposes the plainest input of a path, and notes all goals that it meets.
    fn propose(&mut self, state: State) -> Result<(), String> {
        let proposal = self.proposal(state)?;
        let same = self.explored.proposals.iter_mut().find(|known| known.case == proposal.case);
        for key in &proposal.meets {
            let standing = self.explored.ledger.standing(key);
            standing.is_met = true;
            let is_new = same.as_ref().is_none_or(|known| !known.meets.contains(key));
            standing.inputs = standing.inputs.saturating_add(u32::from(is_new));
        }
        match same {
            Some(known) => known.meets.extend(proposal.meets),
            None => self.explored.proposals.push(proposal),
        }
        Ok(())
    }

    /// The plainest input of a path as a proposal, with all goals that it meets.
    fn proposal(&mut self, mut state: State) -> Result<Proposal, String> {
        let machine: &mut Machine<'_> = &mut self.explorer.machine;
        if !self.end.is_drawn {
            minimise(self.context.program, &machine.pool, &mut state);
        }
        let model = &state.path.model;
        let is_met = |goal: &&Goal| evaluate_truth(&machine.pool, goal.condition, model) == Some(true);
        let meets = self.goals.iter().filter(is_met).map(|goal| goal.key.clone()).collect();
        let program = self.context.program;
        let telling: FxHashMap<TermId, TermId> =
            state.path.conditions.iter().map(|term| (*term, telling(&mut machine.pool, *term))).collect();
        let names = Names::new(program, &machine.pool, &state, self.subject.parameters);
        let conditions = names.conditions_as(&|term| telling.get(&term).copied().unwrap_or(term));
        let method = self.subject.method;
        let nulls = Some(null_inputs(program, method, &state));
        let mut case = concretise(machine, method, state, &self.end.outcome, &[])?;
        leave_out_overwritten(program, &mut case);
        Ok(Proposal {
            method,
            oddity: Oddity::of(&case),
            nulls,
            idle: None,
            original: None,
            conditions,
            input: input_text(program, method, &case, self.subject.parameters),
            meets,
            reached: self.end.path.record.reached.iter().copied().collect(),
            case,
        })
    }
}

/// A condition without the conjuncts that an equality beside them makes superfluous: that something is just above a limit says
/// that it is above.
fn telling(pool: &mut TermPool, condition: TermId) -> TermId {
    let Node::Conjunction(conjuncts) = pool.node(condition) else { return condition };
    let equal: Vec<TermId> = conjuncts.iter().copied().filter(|conjunct| is_equality(pool, *conjunct)).collect();
    equal.into_iter().reduce(|all, conjunct| pool.conjunction(all, conjunct)).unwrap_or(condition)
}

/// That all numbers among the inputs are ones that a person reads at a glance.
fn small(pool: &mut TermPool, state: &State) -> TermId {
    let mut all = pool.truth(true);
    for id in (0..state.heap.input_count() as u32).map(InputId) {
        let Some(domain) = state.heap.input(id).map(|input| input.domain) else { continue };
        if !matches!(domain, Domain::Short | Domain::Int | Domain::Long) {
            continue;
        }
        let number = pool.input(id, domain);
        let sort = pool.sort(number);
        let (low, high) = (pool.constant(sort, -SMALL), pool.constant(sort, SMALL));
        let (above, below) = (pool.less_or_equal(low, number), pool.less_or_equal(number, high));
        let within = pool.conjunction(above, below);
        all = pool.conjunction(all, within);
    }
    all
}

/// Writes an input for each cause of failure that has none yet.
fn note_failures<'p>(
    context: Context<'p>,
    subject: &Subject<'_>,
    round: &mut Round<'p, Trail<'p>>,
    explored: &mut Explored,
) {
    for (key, paths) in std::mem::take(&mut round.thrown) {
        if !matches!(key.0, Kind::Failure(_)) || explored.failures.contains_key(&key) {
            continue;
        }
        if let Ok(candidate) = candidate(context, subject, &mut round.explorer.machine, &key, paths) {
            explored.failures.insert(key, candidate);
        }
    }
}

/// The classes whose code a suite for a class is about: the class, and the methods that only it can call.
pub(super) fn watched(context: Context<'_>, classes: &[ClassName]) -> FxHashSet<MethodId> {
    let program = context.program;
    let mut found = FxHashSet::default();
    for class in classes.iter().filter_map(|name| program.class_by_name(name)) {
        found.extend(program.class(class).methods.iter().copied());
    }
    found
}
