//! Paths with what is recorded about them, and how they end.

use crate::classfile::Instruction;
use crate::exec::{Call, ConcreteRun, Event, OpenCallSite, State, StopReason};
use crate::heap::{ObjectId, Value};
use crate::program::{MethodId, Program};
use crate::term::TermPool;

/// A path under exploration: its state and what a recorder made of it.
#[derive(Clone, Debug)]
pub struct Path<R> {
    /// The state; boxed, since paths are moved a lot.
    pub state: Box<State>,
    /// The record.
    pub record: R,
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The method returned.
    Returned(Option<Value>),
    /// The method threw.
    Threw(ObjectId),
    /// The path was given up.
    Stopped(StopReason),
}

/// A path at its end.
#[derive(Clone, Debug)]
pub struct PathEnd<R> {
    /// The path.
    pub path: Path<R>,
    /// How it ended.
    pub outcome: Outcome,
}

/// What a fork or a call makes of a path.
#[derive(Clone, Debug)]
pub enum Branch<R> {
    /// It goes on.
    Open(Path<R>),
    /// It ended.
    Ended(PathEnd<R>),
}

impl<R> Branch<R> {
    /// A path that stops.
    pub fn stopped(path: Path<R>, reason: StopReason) -> Self {
        Branch::Ended(PathEnd { path, outcome: Outcome::Stopped(reason) })
    }
}

/// An executed instruction, as a recorder sees it.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// The method.
    pub method: MethodId,
    /// The instruction's index.
    pub position: u32,
    /// The instruction.
    pub instruction: &'a Instruction,
    /// What it did.
    pub event: &'a Event,
    /// The state after it.
    pub after: &'a State,
    /// The terms.
    pub pool: &'a TermPool,
    /// Of an instruction that threw: the activations at that moment with their instructions, the outermost first.
    pub thrown_from: &'a [(MethodId, u32)],
}

impl Observed<'_> {
    /// The topmost operand after the instruction, when that is a constant number.
    pub fn constant(&self) -> Option<i64> {
        self.after.operand(0).number().and_then(|term| self.pool.as_constant(term))
    }
}

/// Which runs of concrete code a recorder takes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// None: it sees each instruction.
    None,
    /// Those that do not write to the heap.
    WithoutWrites,
    /// All.
    Any,
}

/// How an open call has ended on a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OpenCallEnd {
    /// It returned this.
    Returned(Option<Value>),
    /// It threw, and the frame at this depth, counted from the outermost, catches that.
    Threw(Option<usize>),
}

/// Watches a path's instructions and makes a record of them, forked with the path.
pub trait Recorder: Clone {
    /// What the records of one exploration share.
    type Shared: Default;

    /// Whether [`Recorder::before`] is to be called.
    const SEES_OPERANDS: bool = false;

    /// Whether the sides of a conditional may become one path: the record says nothing of instructions that neither throw nor call.
    const JOINS: bool = false;

    /// An instruction is about to be executed; again after each choice that it asks for, until it is.
    fn before(
        &mut self,
        _shared: &mut Self::Shared,
        _place: (MethodId, u32),
        _instruction: &Instruction,
        _state: &State,
    ) {
    }

    /// An instruction was executed.
    fn observe(&mut self, shared: &mut Self::Shared, observed: Observed<'_>);

    /// Which runs of a method's concrete code are given to [`Recorder::observe_run`].
    fn runs(&self, _shared: &Self::Shared, _method: MethodId) -> Runs {
        Runs::None
    }

    /// Concrete code was run; the state is the one after that. It is of a method, and of methods that this has called, of which the
    /// record takes all runs.
    fn observe_run(&mut self, _shared: &mut Self::Shared, _run: &ConcreteRun, _after: &State) {}

    /// A method is entered inline; its arguments are still on the caller's stack.
    fn enter(&mut self, shared: &mut Self::Shared, program: &Program, call: &Call);

    /// The call at an instruction was left open, and has ended so.
    fn open_call(&mut self, _shared: &mut Self::Shared, _call: &OpenCallSite, _position: u32, _end: OpenCallEnd) {}
}
