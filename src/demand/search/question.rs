//! What is asked of a search, what is answered, and what is told meanwhile.

use super::super::obstacle::DemandObstacle;
use super::super::run::Ended;
use super::super::tree::{NodeId, Status, Trees};
use crate::concolic::{Choose, ConcreteInput};
use crate::exec::Caveat;
use crate::graph::{Distances, Target};
use crate::program::MethodId;
use crate::term::{TermId, TermPool};
use std::time::Instant;

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
