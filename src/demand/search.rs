//! The search: Algorithm 1 (run an input, choose a dangling node, find an input for it) with Algorithm 2 (lazy exploration
//! first, then relevant exploration).

mod kept;
mod models;
mod question;

use super::choose::Chooser;
use super::composable::ComposedMethods;
use super::formula::Mode;
use super::obstacle::{DemandObstacle, GivenUp};
use super::run::{Ended, Runner};
use super::tree::{Leaf, NodeId, Status, Trees};
use crate::concolic::{ConcreteInput, unbounded};
use crate::exec::{Machine, StopReason};
use crate::graph::{CallGraph, TargetEvent};
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::run;
use crate::solver::{PathSolver, Unknown};
use crate::term::Arithmetic;
use models::{INTEGER_RESOURCES, Quantified, UNFOLDING};
pub use question::{DemandQuestion, DemandVerdict, Effort, Encoding, Exploration, SearchResult, Step};
use std::collections::BTreeSet;

/// Instructions on one path of a method.
const PATH_STEPS: u64 = 1_000_000;

/// What a model was found for.
enum Found {
    Input(ConcreteInput),
    Nothing,
    Unknown(Unknown),
}

/// Answers questions about one program.
pub struct DemandSearch<'p> {
    program: &'p Program,
    calls: &'p CallGraph,
    machine: Machine<'p>,
    solver: PathSolver,
    composable: ComposedMethods<'p>,
    trees: Trees,
    /// The entry of the last question.
    entry: Option<MethodId>,
    bound: u32,
    /// Whether the last formula was cut by the bound.
    cut: bool,
    executions: u64,
    instructions: u64,
    /// Whether some trees were made by another run.
    has_loaded: bool,
    excluded: u64,
    /// Whether nodes may have been excluded for the target of the last question.
    is_guided: bool,
    /// Nodes to which inputs by quantified formulas were to lead and did not.
    by_instances: BTreeSet<NodeId>,
    /// Questions with quantifiers.
    quantified: Quantified,
    /// Nodes of trees that formulas for the last question have gone through.
    formula_steps: u64,
}

impl<'p> DemandSearch<'p> {
    /// A search that knows nothing yet. Of a question, only what the solver may spend is looked at.
    pub fn new(program: &'p Program, calls: &'p CallGraph, question: &DemandQuestion<'_>) -> Self {
        let mut machine = Machine::new(program, Arithmetic::Java, unbounded(PATH_STEPS), &Models);
        machine.user_types_are_closed = true;
        machine.tracks_monitors = true;
        machine.initialises_classes = true;
        DemandSearch {
            program,
            calls,
            machine,
            solver: PathSolver::with_hard_on_integers(
                Arithmetic::Java,
                question.effort.solver_resources,
                INTEGER_RESOURCES,
            ),
            composable: ComposedMethods::new(program, calls),
            trees: Trees::default(),
            entry: None,
            bound: UNFOLDING.0,
            cut: false,
            executions: 0,
            instructions: 0,
            has_loaded: false,
            excluded: 0,
            is_guided: false,
            by_instances: BTreeSet::new(),
            quantified: Quantified::default(),
            formula_steps: 0,
        }
    }

    /// The trees as they are.
    pub fn trees(&self) -> &Trees {
        &self.trees
    }

    /// Answers a question, with the trees of those that were answered before.
    pub fn answer(&mut self, question: &DemandQuestion<'_>, trace: &mut dyn FnMut(Step<'_>)) -> SearchResult {
        let before = (self.executions, self.instructions, self.excluded);
        let settled = self.quantified.settled;
        self.formula_steps = 0;
        let asked = |search: &Self| {
            let statistics = search.solver.statistics();
            (statistics.queries + search.quantified.asked, statistics.solver_calls + search.quantified.asked)
        };
        let asked_before = asked(self);
        // What is proven is proven of one entry, and what is excluded of one target; what was given up may be worth another try.
        let was_guided = std::mem::replace(&mut self.is_guided, question.excludes.is_some());
        let is_other = self.entry.replace(question.entry) != Some(question.entry) || was_guided;
        self.trees.reopen(is_other);
        let target = question.target;
        let no_places = BTreeSet::new();
        let places = if target.event == TargetEvent::Executed { &target.places } else { &no_places };
        self.trees.aim(
            question.entry,
            places,
            |leaf| matches!(leaf, Leaf::Threw { class, .. } if target.is_escaped_by(self.program, *class)),
        );
        self.solver.set_deadline(question.deadline);
        let verdict = self.search(question, trace);
        let asked = asked(self);
        SearchResult {
            verdict,
            executions: self.executions - before.0,
            paths: self.trees.paths(),
            instructions: self.instructions - before.1,
            queries: asked.0 - asked_before.0,
            solver_calls: asked.1 - asked_before.1,
            quantified: self.quantified.settled - settled,
            excluded: self.excluded - before.2,
            inlined: self.composable.all_inlined(),
            caveats: self.machine.caveats.iter().cloned().collect(),
        }
    }

    fn search(&mut self, question: &DemandQuestion<'_>, trace: &mut dyn FnMut(Step<'_>)) -> DemandVerdict {
        let mut chooser = Chooser::new(self.program, self.calls, question.distances, question.choose);
        let root = self.trees.known_root(question.entry);
        let is_known = root.is_some_and(|root| self.trees.open(root).is_none());
        let mut next = (question.starts || !is_known).then(|| (question.start.clone(), Exploration::Start, None));
        loop {
            if let Some((input, exploration, node)) = next.take() {
                let reached = self.execute(question, &input, exploration, node, trace);
                if reached == Reached::Target {
                    return DemandVerdict::Reached(input);
                }
                // Progress: the node, or another, is open no more.
                if reached == Reached::Nothing
                    && let Some(node) = node
                {
                    self.misled(question, node, exploration, trace);
                }
            }
            if let Some(why) = self.exhausted(question) {
                return DemandVerdict::NotReached(vec![why]);
            }
            let Some((node, _)) = chooser.next(&self.trees) else {
                return self.conclude(&chooser);
            };
            if let Some(sought) = self.trees.sought_mut(node) {
                sought.attempts += 1;
            }
            next = self.find(question, node, trace).map(|(input, exploration)| (input, exploration, Some(node)));
        }
    }

    fn exhausted(&self, question: &DemandQuestion<'_>) -> Option<DemandObstacle> {
        if self.executions >= question.executions {
            return Some(DemandObstacle::Executions(question.executions));
        }
        let solved = self.solver.statistics();
        let is_stuck = solved.unknowns > question.effort.unanswered;
        if is_stuck || solved.resources + self.quantified.resources >= question.effort.all_solver_resources {
            return Some(DemandObstacle::SolverBudget);
        }
        if self.formula_steps >= question.effort.all_formula_steps {
            return Some(DemandObstacle::Formulas);
        }
        run::ending(question.deadline).map(DemandObstacle::Ended)
    }

    /// No node is left from which the target can be reached.
    fn conclude(&self, chooser: &Chooser<'_>) -> DemandVerdict {
        let mut reasons: Vec<DemandObstacle> = Vec::new();
        for (node, why) in chooser.left(&self.trees) {
            let place = self.trees.node(node).and_then(|node| node.point.place());
            let place = place.map(|(method, position)| self.machine.code_place(method, position));
            reasons.push(DemandObstacle::Node(place, why));
        }
        reasons.extend(self.machine.caveats.iter().cloned().map(DemandObstacle::Qualified));
        reasons.sort_by_cached_key(ToString::to_string);
        reasons.dedup();
        if reasons.is_empty() { DemandVerdict::Unreachable } else { DemandVerdict::NotReached(reasons) }
    }

    /// Executes an input; trees that turn out to be made in a wrong way are forgotten, and it is executed again.
    fn execute(
        &mut self,
        question: &DemandQuestion<'_>,
        input: &ConcreteInput,
        exploration: Exploration,
        node: Option<NodeId>,
        trace: &mut dyn FnMut(Step<'_>),
    ) -> Reached {
        loop {
            self.executions += 1;
            let mut runner = Runner::new(&mut self.machine, &mut self.trees, &mut self.composable, question.target);
            let ended = runner.execute(question.entry, input);
            let reached = std::mem::take(&mut runner.reached);
            self.instructions += runner.instructions;
            let trees = &self.trees;
            let step = Step::Executed {
                number: self.executions,
                exploration,
                node,
                input,
                reached: &reached,
                ended: &ended,
                trees,
            };
            trace(step);
            match ended {
                Ended::Target => return Reached::Target,
                // Terms that were made in another order may look different.
                Ended::Stopped(StopReason::Diverges) if std::mem::take(&mut self.has_loaded) => {
                    self.trees.forget(|_| true);
                }
                Ended::NotComposable(method, why) => {
                    trace(Step::Inlined { method, why: &why });
                    self.composable.note_inlined(method, why);
                    let composable = &self.composable;
                    self.trees.forget(|of| composable.closure(of).contains(&method));
                    if self.executions >= question.executions {
                        return Reached::Something;
                    }
                }
                _ if reached.is_empty() => return Reached::Nothing,
                _ => return Reached::Something,
            }
        }
    }

    /// An execution went through no new node: lazy exploration is no help for this node, or something that no term says
    /// decides.
    fn misled(
        &mut self,
        question: &DemandQuestion<'_>,
        node: NodeId,
        exploration: Exploration,
        trace: &mut dyn FnMut(Step<'_>),
    ) {
        // Quantified formulas know less of calls that end in ways that no run has seen.
        if question.encoding == Encoding::Quantified && self.by_instances.insert(node) {
            return;
        }
        let Some(sought) = self.trees.sought_mut(node) else { return };
        if exploration == Exploration::Lazy && !sought.misled {
            sought.misled = true;
            return;
        }
        self.remove(node, Status::Tried(GivenUp::Misled), trace);
    }

    fn remove(&mut self, node: NodeId, status: Status, trace: &mut dyn FnMut(Step<'_>)) {
        if let Some(sought) = self.trees.sought_mut(node) {
            sought.status = status.clone();
        }
        trace(Step::Removed { node, status, trees: &self.trees });
    }

    /// Algorithm 2: an input for a node, by lazy exploration or else by relevant exploration. Where there is none, the node is
    /// removed.
    fn find(
        &mut self,
        question: &DemandQuestion<'_>,
        node: NodeId,
        trace: &mut dyn FnMut(Step<'_>),
    ) -> Option<(ConcreteInput, Exploration)> {
        let is_misled = self.trees.sought(node).is_some_and(|sought| sought.misled);
        if !is_misled && let Found::Input(input) = self.model(question, node, Mode::Lazy) {
            return Some((input, Exploration::Lazy));
        }
        let mut found = self.model(question, node, Mode::Known);
        if !matches!(found, Found::Input(_)) {
            found = self.model(question, node, Mode::Relevant);
        }
        if self.cut && !matches!(found, Found::Input(_)) {
            found = self.model(question, node, Mode::Deep);
            if !matches!(found, Found::Nothing) && self.bound < UNFOLDING.1 {
                // It may take deeper recursion: the same question again, with more of it.
                self.bound *= 2;
                return None;
            }
        }
        match found {
            Found::Input(input) => Some((input, Exploration::Relevant)),
            Found::Nothing => {
                self.remove(node, Status::Unreachable, trace);
                None
            }
            // What the clock has cut short says nothing of the node, which stays open.
            Found::Unknown(_) if run::is_over(question.deadline) => None,
            Found::Unknown(why) => {
                self.remove(node, Status::Tried(GivenUp::Stopped(why.into())), trace);
                None
            }
        }
    }
}

/// What an execution has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reached {
    Target,
    Something,
    Nothing,
}
