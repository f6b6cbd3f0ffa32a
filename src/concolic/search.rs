//! Non-compositional concolic search: runs a path to its end, all calls inline, then another that takes a side of a decision
//! that none has taken yet.

use super::choose::{Choose, Dangling, Waiting, stack_number};
use super::tree::{Asked, NodeId, Position, Side, Tree, literal, restricted};
use crate::exec::{Event, Machine, State, StopReason, Upcoming};
use crate::explore::{
    self, Branch, CallHandler, Exhausted, Explorer, Extension, Halt, Path, PathEnd, Pause, Recorder, Until, advance,
};
use crate::graph::{Distances, Target};
use crate::heap::{Choice, ObjectId};
use crate::program::MethodId;
use crate::term::{Model, TermId, evaluate};

/// What leads a run: values of numeric inputs, and which ways are chosen where references are decided. What it does not say is
/// 0, and the first way.
#[derive(Clone, Debug, Default)]
pub struct RunGuide {
    /// The values.
    pub model: Model,
    /// The ways, in the order in which they are asked for.
    pub alternatives: Vec<usize>,
}

/// What is next.
#[derive(Clone, Debug)]
pub enum NextRun {
    /// A run that takes a side (0: false, 1: true, or the number of a way) of a decision that this instruction asks for.
    Run(RunGuide, Option<(MethodId, u32)>, usize),
    /// A side of a decision that could not be decided, for this reason.
    Stopped(StopReason),
    /// A side that no path can take.
    Impossible,
    /// Nothing: every side was taken, cannot be taken, or does not lead to the target.
    Nothing,
}

/// How many dangling nodes there have been.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Found.
    pub added: u64,
    /// Taken, or known to lead nowhere.
    pub removed: u64,
}

/// The search of one entry's paths.
pub struct ConcolicSearch<'t> {
    counts: Counts,
    tree: Tree,
    waiting: Waiting<(NodeId, usize)>,
    target: &'t Target,
    distances: &'t Distances,
    excluder: Option<Box<dyn explore::Guide + 't>>,
}

impl<'t> ConcolicSearch<'t> {
    /// A search that has seen nothing. Sides from which `target` is at no distance are never tried.
    pub fn new(choose: Choose, target: &'t Target, distances: &'t Distances) -> Self {
        ConcolicSearch {
            counts: Counts::default(),
            tree: Tree::default(),
            waiting: Waiting::new(choose),
            target,
            distances,
            excluder: None,
        }
    }

    /// The same, which does not try sides that a guide excludes.
    #[must_use]
    pub fn with_guide(self, guide: Option<Box<dyn explore::Guide + 't>>) -> Self {
        ConcolicSearch { excluder: guide, ..self }
    }

    /// How many dangling nodes there have been so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Runs the path of a guide from the start state to its end. None where it is no path, since an assumption of the program
    /// does not hold.
    ///
    /// # Errors
    /// When the explorer's budget is spent before.
    pub fn run<R: Recorder>(
        &mut self,
        explorer: &mut Explorer<'_, R>,
        start: Path<R>,
        guide: RunGuide,
        calls: &mut dyn CallHandler<R>,
    ) -> Result<Option<PathEnd<R>>, Exhausted> {
        let run = self.tree.begin(guide.model.clone());
        let mut path = start;
        path.state.path.model = guide.model;
        let mut alternatives = guide.alternatives.into_iter();
        let mut at = Position::default();
        loop {
            let became = match explorer.proceed(path, calls)? {
                Pause::Became(mut branches) => branches.pop(),
                Pause::Asks(asking, Choice::Condition(condition)) => {
                    self.decide(explorer, (run, &mut at), asking, condition)
                }
                Pause::Asks(asking, choice) => self.choose(explorer, (run, &mut at), asking, choice, &mut alternatives),
            };
            match became {
                Some(Branch::Open(next)) => path = next,
                Some(Branch::Ended(end)) => {
                    self.tree.end(run, end.path.state.path.model.clone());
                    return Ok(Some(end));
                }
                None => return Ok(None),
            }
        }
    }

    /// Takes the side of a condition on which the model is.
    fn decide<R: Recorder>(
        &mut self,
        explorer: &mut Explorer<'_, R>,
        (run, at): (usize, &mut Position),
        path: Path<R>,
        condition: TermId,
    ) -> Option<Branch<R>> {
        let Some(value) = evaluate(&explorer.machine.pool, condition, &path.state.path.model) else {
            let reason = StopReason::SolverUnknown("a condition has no value under its model".into());
            return Some(Branch::stopped(path, reason));
        };
        let side = usize::from(value != 0);
        let Some((node, is_new)) = self.tree.enter(at, run, Asked::Condition(condition), &path.state) else {
            return Some(Branch::stopped(path, StopReason::Internal("a path that does not repeat".into())));
        };
        if is_new {
            let other = literal(&mut explorer.machine.pool, condition, 1 - side);
            match explorer.assume(path.clone(), other) {
                Some(there) => self.offer(explorer, &path.state, &there, (node, 1 - side)),
                None => self.tree.set(node, 1 - side, Side::Closed),
            }
        }
        self.take(at, node, side, is_new);
        let here = literal(&mut explorer.machine.pool, condition, side);
        explorer.assume(path, here).map(Branch::Open)
    }

    /// Chooses a way.
    fn choose<R: Recorder>(
        &mut self,
        explorer: &mut Explorer<'_, R>,
        (run, at): (usize, &mut Position),
        path: Path<R>,
        choice: Choice,
        alternatives: &mut impl Iterator<Item = usize>,
    ) -> Option<Branch<R>> {
        let before = path.state.clone();
        let mut ways = explorer.fork(path, choice);
        if ways.len() < 2 {
            return ways.pop();
        }
        let asked = Asked::Alternatives(ways.len());
        let (node, is_new) = self.tree.enter(at, run, asked, &before)?;
        let chosen = alternatives.next().unwrap_or(0).min(ways.len() - 1);
        if is_new {
            for (side, way) in ways.iter().enumerate().filter(|(side, _)| *side != chosen) {
                match way {
                    Branch::Open(there) => self.offer(explorer, &before, there, (node, side)),
                    // That it stops is noted when it is taken.
                    Branch::Ended(end) => {
                        let distance = self.distance(&end.path.state);
                        self.wait(&before, (node, side), distance);
                    }
                }
            }
        }
        self.take(at, node, chosen, is_new);
        Some(ways.swap_remove(chosen))
    }

    fn take(&mut self, at: &mut Position, node: NodeId, side: usize, is_new: bool) {
        if !is_new && self.tree.side(node, side) == Some(Side::Open) {
            self.counts.removed += 1;
        }
        self.tree.take(at, node, side);
    }

    fn close(&mut self, node: NodeId, side: usize) {
        self.counts.removed += 1;
        self.tree.set(node, side, Side::Closed);
    }

    /// Lets a side wait, if the target can be reached from it.
    fn offer<R: Recorder>(
        &mut self,
        explorer: &mut Explorer<'_, R>,
        before: &State,
        there: &Path<R>,
        side: (NodeId, usize),
    ) {
        let mut state = there.state.clone();
        // Nothing is claimed of what is only looked at.
        let caveats = explorer.machine.caveats.clone();
        let distance = match advance(&mut explorer.machine, &mut state, &mut OneInstruction) {
            Halt::After(Event::Finished(_)) | Halt::Infeasible => None,
            Halt::After(Event::Threw(exception) | Event::Raised(_, exception, None)) => {
                self.is_escape(explorer, &state, exception).then_some(0)
            }
            _ => self.distance(&state),
        };
        explorer.machine.caveats = caveats;
        let excluder = self.excluder.as_mut().filter(|_| distance.is_some());
        let is_excluded = excluder.is_some_and(|guide| guide.excludes(&explorer.machine.pool, &there.state));
        self.wait(before, side, distance.filter(|_| !is_excluded));
    }

    fn wait(&mut self, before: &State, (node, side): (NodeId, usize), distance: Option<u32>) {
        let place = before.frame().map(|frame| (frame.method, frame.instruction));
        match (distance, place) {
            (Some(distance), Some(place)) => {
                let depth = self.tree.node(node).map_or(0, |node| node.depth);
                self.counts.added += 1;
                self.waiting.add((node, side), Dangling { place, stack: stack_number(before), depth, distance });
            }
            _ => self.tree.set(node, side, Side::Closed),
        }
    }

    fn is_escape<R: Recorder>(&self, explorer: &Explorer<'_, R>, state: &State, exception: ObjectId) -> bool {
        let types = state.heap.instance(exception).map_or(&[][..], |body| &body.types);
        types.first().is_none_or(|class| self.target.may_be_escaped_by(explorer.machine.program, *class))
    }

    /// The distance of a state from the target: of the nearest of its activations, since constructors of inputs and the library
    /// return to whatever they interrupted.
    fn distance(&self, state: &State) -> Option<u32> {
        state.frames.iter().filter_map(|frame| self.distances.from(frame.method, frame.instruction)).min()
    }

    /// What to run next.
    pub fn next<R: Recorder>(&mut self, explorer: &mut Explorer<'_, R>) -> NextRun {
        let tree = &self.tree;
        let open = |(node, side)| tree.side(node, side) == Some(Side::Open);
        let Some((node, side)) = self.waiting.next(open) else { return NextRun::Nothing };
        let (Some(way), Some(asked)) = (self.tree.way(node, side), self.tree.node(node)) else {
            return NextRun::Stopped(StopReason::Internal("a node that is not there".into()));
        };
        let place = asked.place;
        let model = match asked.asked {
            Asked::Alternatives(_) => way.model,
            Asked::Condition(condition) => {
                let condition = literal(&mut explorer.machine.pool, condition, side);
                match explorer.extend_conditions(&way.bounds, &way.conditions, condition, &way.model) {
                    Extension::Possible(model) => model,
                    Extension::Impossible => {
                        self.close(node, side);
                        return NextRun::Impossible;
                    }
                    Extension::Stopped(reason) => {
                        self.close(node, side);
                        return NextRun::Stopped(reason);
                    }
                }
            }
        };
        let model = restricted(&model, way.inputs);
        NextRun::Run(RunGuide { model, alternatives: way.alternatives }, place, side)
    }
}

/// Halts after one instruction.
struct OneInstruction;

impl Until for OneInstruction {
    fn after(&mut self, _: &mut Machine<'_>, _: &State, _: Upcoming<'_>, _: &Event) -> bool {
        true
    }
}
