//! The search: Algorithm 1 (run an input, choose a dangling node, find an input for it) with Algorithm 2 (lazy exploration
//! first, then relevant exploration).

mod models;

use super::choose::Chooser;
use super::composable::{ComposedMethods, Inlined};
use super::formula::Mode;
use super::obstacle::{DemandObstacle, GivenUp};
use super::run::{Ended, Runner};
use super::stored::StoredTree;
use super::tree::{Kind, Leaf, NodeId, Status, Trees};
use crate::concolic::{Choose, ConcreteInput, unbounded};
use crate::exec::{Caveat, Machine, StopReason};
use crate::graph::{CallGraph, Distances, Target, TargetEvent};
use crate::models::Models;
use crate::program::{MethodId, Program};
use crate::run;
use crate::solver::{PathSolver, Unknown};
use crate::term::{Arithmetic, TermId, TermPool};
use models::{INTEGER_RESOURCES, Quantified, UNFOLDING};
use std::collections::BTreeSet;
use std::time::Instant;

/// Instructions on one path of a method.
const PATH_STEPS: u64 = 1_000_000;

/// How definition predicates and calling contexts are given to the solver.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// A copy of its callee's tree for each call that occurs, as shared terms.
    #[default]
    Instances,
    /// Uninterpreted functions with axioms over all arguments. What these cannot say, what the solver does not know of them, and
    /// what their models get wrong is asked by instances.
    Quantified,
}

/// What a search may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Z3's resource limit for one question.
    pub solver_resources: u64,
    /// Work of the solver in all.
    pub all_solver_resources: u64,
    /// Nodes of trees that formulas go through in all, each taking about a microsecond.
    pub all_formula_steps: u64,
    /// The most questions that the solver does not answer.
    pub unanswered: u64,
}

/// What is asked.
pub struct DemandQuestion<'q> {
    /// The method that is called from outside.
    pub entry: MethodId,
    /// What is to be reached.
    pub target: &'q Target,
    /// The distances to the target's places.
    pub distances: &'q Distances,
    /// The first input.
    pub start: ConcreteInput,
    /// Whether the first input is executed where the entry has run before.
    pub starts: bool,
    /// How dangling nodes are chosen.
    pub choose: Choose,
    /// How formulas are given to the solver.
    pub encoding: Encoding,
    /// Most executions.
    pub executions: u64,
    /// What the search may cost.
    pub effort: Effort,
    /// When the run ends.
    pub deadline: Option<Instant>,
    /// Says of conditions, terms over the inputs of trees, that the target cannot be reached where they hold at the beginning.
    pub excludes: Option<&'q Excludes<'q>>,
}

/// See [`DemandQuestion::excludes`].
pub type Excludes<'q> = dyn Fn(&TermPool, &Trees, &[TermId]) -> bool + 'q;

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum DemandVerdict {
    /// This input leads there: an execution of the interpreter did.
    Reached(ConcreteInput),
    /// No input leads there: a proof.
    Unreachable,
    /// Neither: why.
    NotReached(Vec<DemandObstacle>),
}

/// The answer to a question, and what it cost.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The answer.
    pub verdict: DemandVerdict,
    /// Inputs that were executed.
    pub executions: u64,
    /// Intraprocedural paths in the trees.
    pub paths: u64,
    /// Instructions that were executed.
    pub instructions: u64,
    /// Questions put to the solver.
    pub queries: u64,
    /// Questions that reached Z3.
    pub solver_calls: u64,
    /// Questions that formulas with quantifiers have settled.
    pub quantified: u64,
    /// Nodes that were excluded.
    pub excluded: u64,
    /// Methods whose calls were executed inline, and why.
    pub inlined: Vec<(MethodId, String)>,
    /// What qualifies the answer.
    pub caveats: Vec<Caveat>,
}

/// Which step of Algorithm 2 found an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// The first input.
    Start,
    /// Paths explored to their ends were enough.
    Lazy,
    /// Through dangling nodes.
    Relevant,
}

/// One step of the search.
#[derive(Clone, Debug)]
pub enum Step<'s> {
    /// An input was executed.
    Executed {
        /// Which one it is, from 1.
        number: u64,
        /// What found it.
        exploration: Exploration,
        /// The node that it was to lead to; none for the first.
        node: Option<NodeId>,
        /// The input.
        input: &'s ConcreteInput,
        /// Nodes that it was the first to go through.
        reached: &'s [NodeId],
        /// How the execution ended.
        ended: &'s Ended,
        /// The trees after it.
        trees: &'s Trees,
    },
    /// A node was removed without an execution: proven unreachable, or given up.
    Removed {
        /// The node.
        node: NodeId,
        /// What is known of it now.
        status: Status,
        /// The trees.
        trees: &'s Trees,
    },
    /// Calls of a method are executed inline from here on, and trees in which it was called were forgotten.
    Inlined {
        /// The method.
        method: MethodId,
        /// Why.
        why: &'s str,
    },
}

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

    /// Begins with trees that another run has stored. What does not fit is left out.
    pub fn load(&mut self, stored: &[(MethodId, StoredTree)]) {
        let mut known: Vec<(MethodId, &StoredTree, Inlined)> = Vec::new();
        for (method, tree) in stored {
            if let Some(inlined) = tree.inlined(self.program) {
                known.push((*method, tree, inlined));
            }
        }
        for (method, why) in known.iter().flat_map(|(_, _, inlined)| inlined) {
            self.composable.note_inlined(*method, why.clone());
        }
        for (method, tree, inlined) in known {
            // A tree is of calls that are executed inline, or not, as they are now.
            let methods = |noted: &[(MethodId, String)]| noted.iter().map(|(it, _)| *it).collect::<BTreeSet<_>>();
            if methods(&self.composable.noted_below(method)) != methods(&inlined) {
                continue;
            }
            if tree.load((self.program, &mut self.machine.pool), &mut self.trees, method).is_some() {
                self.machine.caveats.extend(tree.caveats().iter().cloned());
                self.has_loaded = true;
            }
        }
        // Where a call was followed, its method has a tree: else what is open in it would be forgotten.
        loop {
            let lacking: BTreeSet<MethodId> = self
                .trees
                .nodes()
                .filter(
                    |(_, node)| matches!(&node.kind, Kind::Call(call) if self.trees.known_root(call.callee).is_none()),
                )
                .map(|(_, node)| node.method)
                .collect();
            if lacking.is_empty() {
                break;
            }
            self.trees.forget(|method| lacking.contains(&method));
        }
    }

    /// The trees as data, those that mean something in other runs.
    pub fn store(&self) -> Vec<(MethodId, StoredTree)> {
        let known = (self.program, &self.machine.pool);
        let stored = |method: MethodId| {
            let inlined = self.composable.noted_below(method);
            Some((method, StoredTree::of(known, &self.trees, inlined, &self.machine.caveats, method)?))
        };
        self.trees.methods().filter_map(stored).collect()
    }

    /// Begins with what was proven before of an entry: of methods' trees as they were loaded, the numbers of nodes.
    pub fn load_proofs<'t>(&mut self, entry: MethodId, proofs: impl Iterator<Item = (MethodId, &'t [u32])>) {
        for (method, numbers) in proofs {
            let nodes: Vec<NodeId> = self.trees.nodes_of(method).map(|(id, _)| id).collect();
            for number in numbers {
                if let Some(open) = nodes.get(*number as usize).and_then(|node| self.trees.open_mut(*node)) {
                    open.status = Status::Unreachable;
                }
            }
        }
        self.entry = Some(entry);
    }

    /// The nodes of a method's tree, by their numbers, that are proven unreachable from the entry of the last question.
    pub fn proofs(&self, method: MethodId) -> Vec<u32> {
        // What was excluded is so for one target.
        if self.is_guided {
            return Vec::new();
        }
        let is_proven = |kind: &Kind| matches!(kind, Kind::Open(open) if open.status == Status::Unreachable);
        let numbered = (0..).zip(self.trees.nodes_of(method));
        numbered.filter(|(_, (_, node))| is_proven(&node.kind)).map(|(number, _)| number).collect()
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
