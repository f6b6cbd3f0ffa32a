//! What a path does in the classes under test: which way conditionals went and on which operands, what was computed from what,
//! and which instructions raised exceptions. Criteria make goals of it.

use crate::analysis::check::watch::{Seen, Watcher, Watches};
use crate::classfile::{Condition, Instruction};
use crate::exec::{Call, ConcreteRun, Event, ExceptionSource, Exceptions, State};
use crate::explore::{Coverage, Observed, Recorder, Runs};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{MethodId, Program};
use crate::term::TermId;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// An instruction.
pub(super) type Site = (MethodId, u32);

/// Steps of one path that are kept; a longer path's later ones are like those before.
const MOST_STEPS: usize = 4_000;

/// An operand, as far as a goal can speak of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    /// A number.
    Number(TermId),
    /// The null reference.
    Null,
    /// Another reference, or nothing.
    Other,
}

impl Operand {
    fn of(state: &State, depth: usize) -> Operand {
        match state.operand(depth) {
            Value::Reference(reference) => match state.heap.current(reference) {
                Reference::Null => Operand::Null,
                _ => Operand::Other,
            },
            value => value.number().map_or(Operand::Other, Operand::Number),
        }
    }

    /// The number, if it is one.
    pub(super) fn number(self) -> Option<TermId> {
        match self {
            Operand::Number(term) => Some(term),
            _ => None,
        }
    }
}

/// A step of a path in a class under test.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// The instruction.
    pub(super) site: Site,
    /// Its topmost operands before it, the lower one first.
    pub(super) operands: [Operand; 2],
    /// What it did.
    pub(super) what: What,
}

/// What a step did.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A conditional was decided.
    Branch {
        /// The condition that jumps.
        condition: Condition,
        /// Whether it jumped.
        jumped: bool,
        /// Where it went.
        to: u32,
        /// The numbers whose comparison is the operand, where that is what the conditional asks.
        compared: Option<(TermId, TermId)>,
        /// What paths that are the same up to here have in common.
        prefix: u64,
        /// How many numeric inputs there were.
        inputs: usize,
    },
    /// A switch went somewhere.
    Switch(u32),
    /// Something else was executed.
    Executed,
    /// It raised an exception of a builtin class.
    Raised(&'static str),
}

/// What the paths of one exploration share.
#[derive(Default)]
pub(super) struct Shared<'p> {
    pub(super) seen: Seen<'p>,
    /// The methods whose steps are kept.
    pub(super) watched: FxHashSet<MethodId>,
}

impl Coverage for Shared<'_> {
    fn leads_to_new_code(&self, method: MethodId, position: u32) -> bool {
        self.seen.leads_to_new_code(method, position)
    }
}

/// The record of one path.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail<'p> {
    watcher: Watcher<'p>,
    /// Its steps, in order.
    pub(super) steps: imbl::Vector<Step>,
    /// The instructions that it reached.
    pub(super) reached: imbl::OrdSet<Site>,
    /// The operands of the instruction that is being executed.
    pending: Option<[Operand; 2]>,
    /// The result of the last comparison of two numbers, and these.
    compared: Option<(TermId, TermId, TermId)>,
    prefix: u64,
}

impl<'p> Watches<'p> for Trail<'p> {
    fn exceptions(&self) -> &Exceptions {
        self.watcher.exceptions()
    }

    fn seen<'s>(shared: &'s mut Shared<'p>) -> &'s mut Seen<'p> {
        &mut shared.seen
    }
}

impl<'p> Recorder for Trail<'p> {
    type Shared = Shared<'p>;

    const SEES_OPERANDS: bool = true;

    fn before(&mut self, shared: &mut Shared<'p>, site: Site, _instruction: &Instruction, state: &State) {
        // What other calls do is for their own tests to show.
        let is_kept = shared.watched.contains(&site.0) && !state.is_called_before();
        self.pending = is_kept.then(|| [Operand::of(state, 1), Operand::of(state, 0)]);
        if self.pending.is_some() && !self.reached.contains(&site) {
            self.reached.insert(site);
        }
    }

    fn observe(&mut self, shared: &mut Shared<'p>, observed: Observed<'_>) {
        let Observed { method, position, instruction, event, after, .. } = observed;
        let site = (method, position);
        if let Some(operands) = self.pending.take()
            && self.steps.len() < MOST_STEPS
        {
            self.keep(site, operands, instruction, event, after);
        }
        if let (Event::Branched, Some(frame)) = (event, after.frame()) {
            let shape = (after.heap.symbol_count(), after.heap.input_count(), after.path.constraints.len());
            self.prefix = mixed(&[
                self.prefix,
                method.index() as u64,
                u64::from(position),
                u64::from(frame.instruction),
                shape.0 as u64,
                shape.1 as u64,
                shape.2 as u64,
            ]);
        }
        self.watcher.observe(&mut shared.seen, observed);
    }

    /// A step that is kept is seen by itself.
    fn runs(&self, shared: &Shared<'p>, method: MethodId) -> Runs {
        if self.is_cut() || !shared.watched.contains(&method) { Runs::Any } else { Runs::None }
    }

    fn observe_run(&mut self, shared: &mut Shared<'p>, run: &ConcreteRun, after: &State) {
        self.reached.extend(run.reached.iter().filter(|(method, _)| shared.watched.contains(method)).copied());
        self.compared = None;
        let next = after.frame().map_or((0, 0), |frame| (frame.method.index() as u64, u64::from(frame.instruction)));
        self.prefix = mixed(&[self.prefix, next.0, run.instructions, next.1]);
        self.watcher.observe_run(&mut shared.seen, run, after);
    }

    fn enter(&mut self, shared: &mut Shared<'p>, program: &Program, call: &Call) {
        self.watcher.enter(&mut shared.seen, program, call);
    }
}

impl Trail<'_> {
    /// Whether it was too long to keep all of its steps.
    pub(super) fn is_cut(&self) -> bool {
        self.steps.len() >= MOST_STEPS
    }

    fn keep(&mut self, site: Site, operands: [Operand; 2], instruction: &Instruction, event: &Event, after: &State) {
        let what = match (event, instruction) {
            (Event::Branched, Instruction::Branch(condition, target)) => {
                let to = after.frame().map_or(0, |frame| frame.instruction);
                let asked = operands[1].number();
                let compared = self.compared.filter(|(result, ..)| Some(*result) == asked);
                What::Branch {
                    condition: *condition,
                    jumped: to == *target,
                    to,
                    compared: compared.map(|(_, left, right)| (left, right)),
                    prefix: self.prefix,
                    inputs: after.heap.input_count(),
                }
            }
            (Event::Branched, _) => What::Switch(after.frame().map_or(0, |frame| frame.instruction)),
            (Event::Raised(class, ..), _) => What::Raised(class),
            _ => {
                if let (Instruction::Compare(_), [Operand::Number(left), Operand::Number(right)], Some(result)) =
                    (instruction, operands, after.operand(0).number())
                {
                    self.compared = Some((result, left, right));
                }
                What::Executed
            }
        };
        if is_kept(instruction, &what) {
            self.steps.push_back(Step { site, operands, what });
        }
    }

    /// The class of the exception's source as check sees it.
    pub(super) fn source(&self, exception: ObjectId) -> Option<ExceptionSource> {
        self.watcher.exceptions().source(exception)
    }
}

/// Whether a goal may speak of what an instruction did.
fn is_kept(instruction: &Instruction, what: &What) -> bool {
    use Instruction as I;
    !matches!(what, What::Executed)
        || matches!(instruction, I::Binary(..) | I::Negate(_) | I::Increment(..) | I::Compare(_) | I::Return(_))
}

/// A number that differs for different sequences, as good as certainly.
fn mixed(parts: &[u64]) -> u64 {
    FxBuildHasher.hash_one(parts)
}

/// The classes of exceptions that instructions raise, as a person calls them.
pub(super) fn simple(class: &str) -> &str {
    class.rsplit('/').next().unwrap_or(class)
}
