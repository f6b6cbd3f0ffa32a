//! The state of one path: frames, heap, path condition.

use super::building::Building;
use super::loops::LoopCounters;
use super::open_call::OpenCall;
use crate::heap::PersistentVector;
use crate::heap::{Heap, ObjectId, PathCondition, SymbolId, Value};
use crate::program::{ClassId, MethodId};
use std::rc::Rc;

/// The activation of a method.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The method.
    pub method: MethodId,
    /// The next instruction, by index.
    pub instruction: u32,
    /// Local variables by slot; the second slot of a long holds nothing.
    pub locals: Vec<Value>,
    /// Operands; a long is one entry.
    pub stack: Vec<Value>,
    /// Symbolic iterations of the loops that the frame is in.
    pub loops: LoopCounters,
    /// Two-sided decisions that the path had made when the method was entered.
    pub entered_at: u32,
    /// What methods gave that the model of the next instruction has called so far.
    pub answers: Vec<Value>,
    /// Whether the frame's result goes to the model of the caller's next instruction.
    pub answers_model: bool,
    /// The first argument, which a synchronized instance method locks.
    pub first_argument: Value,
    /// While classes are initialised: the class whose initialiser this is, or has called this.
    pub initialising: Option<ClassId>,
}

impl Frame {
    /// A frame at a method's first instruction with its arguments, receiver first, in the locals.
    pub fn new(method: MethodId, locals: usize, arguments: &[Value]) -> Frame {
        let mut slots = Vec::with_capacity(locals);
        for argument in arguments {
            slots.push(*argument);
            if argument.is_wide() {
                slots.push(Value::Nothing);
            }
        }
        slots.resize(locals.max(slots.len()), Value::Nothing);
        Frame {
            method,
            instruction: 0,
            locals: slots,
            stack: Vec::new(),
            loops: LoopCounters::default(),
            entered_at: 0,
            answers: Vec::new(),
            answers_model: false,
            first_argument: arguments.first().copied().unwrap_or(Value::Nothing),
            initialising: None,
        }
    }
}

/// Something that a path has printed, and what it had printed before.
#[derive(Clone, Debug)]
pub struct Printed {
    /// Name and descriptor of the method that printed it.
    pub by: (&'static str, &'static str),
    /// What it was printed to.
    pub stream: Value,
    /// What was printed; none for the end of a line alone.
    pub value: Option<Value>,
    /// What was printed before.
    pub before: Option<Rc<Printed>>,
}

impl Drop for Printed {
    /// One after the other: a long list would need as deep a stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(mut printed) = next.and_then(Rc::into_inner) {
            next = printed.before.take();
        }
    }
}

/// The state of one path. Cloning shares the heap, the path condition and all frames but the running one.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// Activations, the running one last.
    pub frames: Vec<Rc<Frame>>,
    /// Memory.
    pub heap: Heap,
    /// Constraints and their model.
    pub path: PathCondition,
    /// Instructions executed on this path.
    pub steps: u64,
    /// Two-sided decisions made on this path.
    pub depth: u32,
    /// Input objects that are being made by the frames on top, innermost last.
    pub building: Vec<Building>,
    /// The receiver, where it is to be decided before the first instruction.
    pub receiver: Option<SymbolId>,
    /// Inputs that are to be decided before what is running goes on, the next one last, with how many objects are being made
    /// then.
    pub undecided: Vec<(SymbolId, usize)>,
    /// The class that is to be initialised before the first instruction: the one whose method is called.
    pub initialises: Option<ClassId>,
    /// Classes whose initialisation has failed on this path.
    pub unusable: Vec<ClassId>,
    /// Classes that the path has used, where initialisers assign static fields of other classes.
    pub initialised: Vec<ClassId>,
    /// The monitors that `monitorenter` has entered and `monitorexit` has not left, with how many frames there were.
    pub monitors: Vec<(usize, ObjectId)>,
    /// What was printed, the last first.
    pub printed: Option<Rc<Printed>>,
    /// The calls that the path did not follow, in their order.
    pub open_calls: PersistentVector<Rc<OpenCall>>,
    /// Of whose stack traces code has dropped what stood before, up to the last activation of the methods of a class.
    pub dropped_frames: PersistentVector<(ObjectId, ClassId)>,
}

impl State {
    /// The running frame.
    pub fn frame(&self) -> Option<&Frame> {
        self.frames.last().map(Rc::as_ref)
    }

    /// Ends the drawing of inputs: what the run has not looked at is zero or empty, as in any model. Returns whether inputs were drawn.
    pub fn end_drawing(&mut self) -> bool {
        let samples = self.heap.samples.take();
        samples.map(|mut samples| samples.fill(&mut self.path.model)).is_some()
    }

    /// The running frame, to change it.
    pub fn frame_mut(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut().map(Rc::make_mut)
    }

    /// Whether the running frame has counted the iterations of its loops as that of another state has.
    pub fn has_loops_of(&self, other: &State) -> bool {
        matches!((self.frame(), other.frame()), (Some(frame), Some(other)) if frame.loops == other.loops)
    }

    /// Leaves the running frame and gives its result to the caller, or to the model that the caller runs; whether it was to
    /// a model. The caller's place in its code stays.
    pub fn leave_frame(&mut self, value: Option<Value>) -> bool {
        let answers_model = self.frames.pop().is_some_and(|frame| frame.answers_model);
        if let Some(caller) = self.frame_mut() {
            if answers_model {
                // A model sees by an answer that the method has run.
                caller.answers.push(value.unwrap_or(Value::Nothing));
            } else {
                caller.stack.extend(value);
            }
        }
        answers_model
    }

    /// Pushes an operand.
    pub fn push(&mut self, value: Value) {
        if let Some(frame) = self.frame_mut() {
            frame.stack.push(value);
        }
    }

    /// The operand `depth` entries below the top; nothing when the stack is too short.
    pub fn operand(&self, depth: usize) -> Value {
        self.frame()
            .and_then(|frame| frame.stack.len().checked_sub(depth + 1).and_then(|at| frame.stack.get(at)))
            .copied()
            .unwrap_or(Value::Nothing)
    }

    /// Removes the topmost operands.
    pub fn drop_operands(&mut self, count: usize) {
        if let Some(frame) = self.frame_mut() {
            let kept = frame.stack.len().saturating_sub(count);
            frame.stack.truncate(kept);
        }
    }

    /// Replaces the topmost operands by a value.
    pub fn replace_operands(&mut self, count: usize, value: Value) {
        self.drop_operands(count);
        self.push(value);
    }
}
