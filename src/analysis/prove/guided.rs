//! Exploring from the beginning along a path that was found backward: the paths that leave it are dropped.

use super::super::check::Start;
use super::super::check::assume::OfMethod;
use super::super::check::exploration::PATH_STEPS;
use super::super::check::finding::{Candidate, Subject, candidate};
use super::super::check::round::{AtCalls, Bounds, Round, explore_in_order};
use super::super::check::watch::{Seen, Watcher, Watches};
use super::super::reason::{Cause, Event};
use super::forward::is_at;
use super::technique::Question;
use crate::backward::PathNode;
use crate::exec::{Call, Exceptions, Limits};
use crate::explore::{Branch, Budget, DepthFirst, Observed, PathSelector, Recorder, Work};
use crate::program::{MethodId, Program};
use std::rc::Rc;

/// Work for one path.
const INSTRUCTIONS: u64 = 4_000_000;
const SOLVER_RESOURCES: u64 = 10_000_000;

/// How the exploration along a path ended.
pub(super) enum Along {
    /// The assertion fails, on an input that a caller can make.
    Fails(Box<Candidate>),
    /// It does not fail where it was explored, or not on such an input: why, if more is known.
    Open(Option<Cause>),
}

/// Explores a root along a path to the question's assertion.
pub(super) fn follow(question: &Question<'_, '_>, root: MethodId, path: &Rc<PathNode>) -> Along {
    let context = question.context;
    let bounds = Bounds {
        start: Start::of(context.job),
        limits: Limits {
            loop_bound: u32::MAX,
            depth: u32::MAX,
            array_length: 1 << 16,
            recursion: 1_000,
            path_steps: PATH_STEPS,
        },
        collection_size: 3,
        budget: Budget {
            ends: 10_000,
            work: Work { instructions: INSTRUCTIONS, solver_resources: SOLVER_RESOURCES, ..Work::UNLIMITED },
            ..Budget::until(question.deadline)
        },
        calls: AtCalls::Execute,
    };
    let guide = Guide { expected: vec![path.clone()], root: path.depth, ..Guide::default() };
    let shared = Seen::default();
    let mut selector = OnPath(DepthFirst::default());
    let assumed = OfMethod::default();
    let mut round = explore_in_order(context, root, &assumed, bounds, (guide, shared), &mut selector, &mut |_, _| {});
    match failing(question, root, &mut round) {
        Some(Ok(candidate)) if candidate.is_reachable && candidate.environment.is_empty() => {
            Along::Fails(Box::new(candidate))
        }
        Some(Ok(_)) => Along::Open(Some(Cause::UnreachedState)),
        Some(Err(why)) => Along::Open(Some(Cause::Unwritten(Event::Fails, why))),
        None => {
            let reasons = round.missing.reasons(context.program);
            Along::Open(reasons.into_iter().next().map(|reason| reason.cause))
        }
    }
}

/// The failure of the assertion among those that were found.
fn failing<'p>(
    question: &Question<'p, '_>,
    root: MethodId,
    round: &mut Round<'p, Guide<'p>>,
) -> Option<Result<Candidate, String>> {
    let context = question.context;
    let found = std::mem::take(&mut round.thrown);
    let (key, paths) = found.into_iter().find(|(key, _)| is_at(question.assertion, key))?;
    let parameters = context.program.parameter_names(root, "p");
    let subject = Subject { method: root, parameters: &parameters };
    Some(candidate(context, &subject, &mut round.explorer.machine, &key, paths))
}

/// Watches a path as a check does, and whether it keeps to the one that leads.
#[derive(Clone, Debug, Default)]
struct Guide<'p> {
    watcher: Watcher<'p>,
    /// Where the leading path is; more than one place where it was merged.
    expected: Vec<Rc<PathNode>>,
    /// The depth of the method that is explored, as the leading path counts.
    root: i32,
    /// The activations within the explored method when something was observed last.
    within: i32,
    is_lost: bool,
}

impl Guide<'_> {
    /// Notes that a place is next. Places between those of the leading path, and calls that it does not enter, are none of it.
    fn arrive(&mut self, program: Option<&Program>, (within, method, instruction): (i32, MethodId, u32)) {
        let depth = within + self.root;
        let is_there =
            |node: &&Rc<PathNode>| (node.depth, node.method, node.instruction) == (depth, method, instruction);
        let next: Vec<Rc<PathNode>> =
            self.expected.iter().flat_map(|node| &node.next).filter(is_there).cloned().collect();
        if !next.is_empty() {
            self.expected = next;
            return;
        }
        // A jump that the leading path does not make leaves it.
        let jumps = program.is_some_and(|program| {
            let here = self.expected.iter().flat_map(|node| &node.next).filter(|node| node.depth == depth);
            let mut here = here.peekable();
            here.peek().is_some() && here.all(|node| node.method == method) && is_target(program, method, instruction)
        });
        self.is_lost |= jumps;
    }
}

/// Whether some jump of a method leads to an instruction, or follows at it.
fn is_target(program: &Program, method: MethodId, instruction: u32) -> bool {
    program.code(method).is_some_and(|code| {
        code.instructions.iter().enumerate().any(|(position, decoded)| {
            let next = crate::graph::successors(&decoded.instruction, position as u32);
            next.len() > 1 && next.contains(&instruction)
        })
    })
}

impl<'p> Watches<'p> for Guide<'p> {
    fn exceptions(&self) -> &Exceptions {
        self.watcher.exceptions()
    }

    fn seen<'s>(shared: &'s mut Seen<'p>) -> &'s mut Seen<'p> {
        shared
    }
}

impl<'p> Recorder for Guide<'p> {
    type Shared = Seen<'p>;

    fn observe(&mut self, shared: &mut Seen<'p>, observed: Observed<'_>) {
        let after = observed.after;
        self.watcher.observe(shared, observed);
        if !after.building.is_empty() {
            return;
        }
        if let Some(frame) = after.frame() {
            self.within = after.frames.len() as i32 - 1;
            self.arrive(shared.program(), (self.within, frame.method, frame.instruction));
        }
    }

    fn enter(&mut self, shared: &mut Seen<'p>, program: &Program, call: &Call) {
        self.watcher.enter(shared, program, call);
        self.arrive(None, (self.within + 1, call.method, 0));
    }
}

/// Depth first, without what has left the leading path.
struct OnPath<'p>(DepthFirst<Guide<'p>>);

impl<'p> PathSelector<Guide<'p>> for OnPath<'p> {
    fn add(&mut self, branches: Vec<Branch<Guide<'p>>>) {
        let is_on = |branch: &Branch<Guide<'p>>| match branch {
            Branch::Open(path) => !path.record.is_lost,
            Branch::Ended(_) => true,
        };
        self.0.add(branches.into_iter().filter(is_on).collect());
    }

    fn next(&mut self, shared: &Seen<'p>) -> Option<Branch<Guide<'p>>> {
        self.0.next(shared)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}
