//! One instruction: what it does to the state, and where control goes.

use super::exception;
use super::initialiser_failure::InitialisationError;
use super::invoke::Call;
use super::machine::Machine;
use super::stack::rearrange;
use super::state::State;
use super::stop::{Interrupt, StopReason};
use crate::classfile::{Instruction, InvokeKind, simple_name};
use crate::heap::{Choice, ObjectId, Value};
use crate::program::MethodId;
use crate::term::TermId;

/// What executing an instruction asks for beyond its operands and results.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Go on with the next instruction.
    Next,
    /// Go to an instruction.
    Jump(u32),
    /// A conditional goes to an instruction; `symbolic` when an input decided it.
    Branch {
        /// The next instruction.
        target: u32,
        /// Whether an input decided it.
        symbolic: bool,
    },
    /// Throw a new exception of a builtin class.
    Raise(&'static str),
    /// Throw a new exception of a builtin class with a message.
    RaiseSaying(&'static str, TermId),
    /// Throw an object.
    Throw(ObjectId),
    /// Throw an exception that class initialisation has made.
    Fail(InitialisationError),
    /// Call a method. Its arguments are still on the stack.
    Call(Box<Call>),
    /// Leave the method.
    Return(Option<Value>),
}

/// What a step did, for those who watch.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An instruction was executed and control went on.
    Executed,
    /// A conditional was decided.
    Branched,
    /// An exception of a builtin class was made, and is caught in the frame at this depth (counted from the outermost). What
    /// class initialisation throws comes so too.
    Raised(&'static str, ObjectId, Option<usize>),
    /// An object was thrown, and is caught in the frame at this depth.
    Thrown(Option<usize>),
    /// A call is to be made; the state has not changed.
    Call(Box<Call>),
    /// The running method returned to its caller.
    Returned,
    /// A call that makes an input object returned.
    Built,
    /// The running method returned to the model that called it, whose instruction is executed again.
    Answered,
    /// The outermost method returned.
    Finished(Option<Value>),
    /// The outermost method threw.
    Threw(ObjectId),
}

/// The instruction that a state executes next.
#[derive(Clone, Copy, Debug)]
pub struct Upcoming<'p> {
    /// The running method.
    pub method: MethodId,
    /// The instruction's index.
    pub position: u32,
    /// The instruction.
    pub instruction: &'p Instruction,
}

impl<'p> Machine<'p> {
    /// The next instruction of the running frame.
    ///
    /// # Errors
    /// A stop, where there is none.
    pub fn upcoming(&self, state: &State) -> Result<Upcoming<'p>, Interrupt> {
        let Some((method, position)) = state.frame().map(|frame| (frame.method, frame.instruction)) else {
            return Err(StopReason::Internal("no frame".into()).into());
        };
        match self.running_code(method).and_then(|code| code.instructions.get(position as usize)) {
            Some(decoded) => Ok(Upcoming { method, position, instruction: &decoded.instruction }),
            None => Err(StopReason::UnsupportedInstruction("control flow off the end of the code".into()).into()),
        }
    }
}

impl Machine<'_> {
    /// Executes the next instruction of the running frame.
    ///
    /// # Errors
    /// A choice, with the state as before, or a stop.
    pub fn step(&mut self, state: &mut State, upcoming: Upcoming<'_>) -> Result<Event, Interrupt> {
        let Upcoming { method, position, instruction } = upcoming;
        if state.steps >= self.limits.path_steps {
            return Err(StopReason::InstructionBudget.into());
        }
        if let Some(event) = self.initialise_at_start(state, method)? {
            return Ok(event);
        }
        if let Some(symbol) = state.undecided_input() {
            return Err(Choice::Symbol(symbol).into());
        }
        state.heap.construction.forget_conflict();
        self.note_null_check(state, method, position, instruction);
        match self.execute(state, instruction) {
            Ok(effect) => {
                self.check_construction(state)?;
                state.steps += 1;
                self.apply(state, method, position, instruction, effect)
            }
            Err(interrupt) => Err(interrupt),
        }
    }

    /// Notes that an instruction inside loops would have left them by a null pointer exception, had an input been null.
    fn note_null_check(&mut self, state: &mut State, method: MethodId, position: u32, instruction: &Instruction) {
        let is_checked = match instruction {
            Instruction::GetField(_) | Instruction::ArrayLength | Instruction::MonitorEnter => true,
            Instruction::PutField(_) | Instruction::ArrayLoad(_) | Instruction::ArrayStore(_) => true,
            Instruction::Invoke(kind, _) => *kind != InvokeKind::Static,
            _ => false,
        };
        if !is_checked {
            return;
        }
        let loops = self.loops(method);
        if loops.is_empty() {
            return;
        }
        let depth = match instruction {
            Instruction::PutField(_) | Instruction::ArrayLoad(_) => 1,
            Instruction::ArrayStore(_) => 2,
            Instruction::Invoke(kind, reference) => {
                let site = self.call_site(*kind, reference, self.program.method(method).class);
                site.map_or(0, |site| site.arguments.saturating_sub(1))
            }
            _ => 0,
        };
        if !super::branch::is_input(state, state.operand(depth)) {
            return;
        }
        if let Some(frame) = state.frame_mut() {
            frame.loops.null_checked(loops.around(position));
        }
    }

    fn apply(
        &mut self,
        state: &mut State,
        method: MethodId,
        position: u32,
        instruction: &Instruction,
        effect: Effect,
    ) -> Result<Event, Interrupt> {
        match effect {
            Effect::Next => self.go(state, method, position, position + 1).map(|()| Event::Executed),
            Effect::Jump(target) => self.go(state, method, position, target).map(|()| Event::Executed),
            Effect::Branch { target, symbolic } => {
                let left = self.loops_of(method).left_by(position);
                if !left.is_empty()
                    && let Some(frame) = state.frame_mut()
                {
                    frame.loops.exit_tested(left, symbolic);
                }
                self.go(state, method, position, target).map(|()| Event::Branched)
            }
            Effect::Raise(class) => {
                if self.writes_messages && self.says_nothing(state, method, instruction, class) {
                    let exception = self.new_exception(state, class)?;
                    self.note_no_message(state, exception);
                    return self.raise_exception(state, class, exception, true);
                }
                let message = self.jvm_message(state, (method, position), instruction, class);
                // What a call throws without a frame of its own is made within methods that models stand for.
                let is_own = !matches!(instruction, Instruction::Invoke(..)) || message.is_some();
                self.raise(state, class, message, is_own)
            }
            Effect::RaiseSaying(class, message) => {
                let message = self.writes_messages.then_some(message);
                self.raise(state, class, message, !matches!(instruction, Instruction::Invoke(..)))
            }
            Effect::Fail(error) => self.throw_initialisation_error(state, error),
            Effect::Throw(exception) => {
                let caught = self.unwind(state, exception)?;
                Ok(match caught {
                    None => Event::Threw(exception),
                    depth => Event::Thrown(depth),
                })
            }
            Effect::Call(call) => Ok(Event::Call(call)),
            Effect::Return(value) => {
                if let Some(event) = self.returned_to_building(state, value)? {
                    return Ok(event);
                }
                Ok(self.return_value(state, value))
            }
        }
    }

    /// Throws a new exception as the JVM makes it, with its message where that is known, and with its trace where it is made in the
    /// running frame.
    fn raise(
        &mut self,
        state: &mut State,
        class: &'static str,
        message: Option<TermId>,
        is_own: bool,
    ) -> Result<Event, Interrupt> {
        let exception = self.new_exception(state, class)?;
        self.note_jvm_message(state, exception, message);
        self.raise_exception(state, class, exception, is_own)
    }

    fn raise_exception(
        &mut self,
        state: &mut State,
        class: &'static str,
        exception: ObjectId,
        is_own: bool,
    ) -> Result<Event, Interrupt> {
        if is_own {
            self.note_trace(state, exception);
        }
        let caught = self.unwind(state, exception)?;
        Ok(Event::Raised(class, exception, caught))
    }

    /// Moves control within the running frame.
    pub(super) fn go(&mut self, state: &mut State, method: MethodId, from: u32, to: u32) -> Result<(), Interrupt> {
        let Some(frame) = state.frame_mut() else { return Ok(()) };
        frame.instruction = to;
        // Forward, outside all loops that count, nothing is left or begun.
        if from < to && frame.loops.is_empty() {
            return Ok(());
        }
        let bound = self.limits.loop_bound;
        let loops = self.loops_of(method);
        // What goes on to the only instruction that comes after it stays in its loops.
        if to == from.wrapping_add(1) && loops.left_by(from).is_empty() {
            return Ok(());
        }
        if !loops.is_empty() && frame.loops.moved(loops, from, to, bound) {
            return Err(StopReason::LoopBound(self.code_place(method, to)).into());
        }
        Ok(())
    }

    /// Leaves the running frame and gives its value to the caller's.
    fn return_value(&mut self, state: &mut State, value: Option<Value>) -> Event {
        let to_model = state.leave_frame(value);
        match state.frame_mut() {
            None => Event::Finished(value),
            Some(_) if to_model => Event::Answered,
            Some(caller) => {
                caller.instruction = caller.instruction.wrapping_add(1);
                Event::Returned
            }
        }
    }

    /// Executes one instruction in the running frame. On `Err` the state is as before, but for inputs met.
    ///
    /// # Errors
    /// A choice or a stop.
    pub fn execute(&mut self, state: &mut State, instruction: &Instruction) -> Result<Effect, Interrupt> {
        match instruction {
            Instruction::Nop => Ok(Effect::Next),
            Instruction::NullConstant => {
                state.push(Value::Reference(crate::heap::Reference::Null));
                Ok(Effect::Next)
            }
            Instruction::IntConstant(value) => {
                let term = self.pool.int(*value);
                state.push(Value::Int(term));
                Ok(Effect::Next)
            }
            Instruction::LongConstant(value) => {
                let term = self.pool.long(*value);
                state.push(Value::Long(term));
                Ok(Effect::Next)
            }
            Instruction::Constant(constant) => self.constant(state, constant),
            Instruction::Load(kind, index) => self.load(state, *kind, *index),
            Instruction::Store(kind, index) => self.store(state, *kind, *index),
            Instruction::Increment(index, amount) => self.increment(state, *index, *amount),
            Instruction::ArrayLoad(access) => self.array_load(state, *access),
            Instruction::ArrayStore(access) => self.array_store(state, *access),
            Instruction::Binary(kind, operator) => self.binary(state, *kind, *operator),
            Instruction::Negate(kind) => self.negate(state, *kind),
            Instruction::Convert(conversion) => self.convert(state, *conversion),
            Instruction::Compare(comparison) => self.compare(state, *comparison),
            Instruction::Branch(condition, target) => self.branch(state, *condition, *target),
            Instruction::Goto(target) => Ok(Effect::Jump(*target)),
            Instruction::JumpSubroutine(target) => {
                let next = state.frame().map_or(0, |frame| frame.instruction + 1);
                state.push(Value::ReturnAddress(next));
                Ok(Effect::Jump(*target))
            }
            Instruction::ReturnFromSubroutine(index) => {
                match state.frame().and_then(|frame| frame.locals.get(usize::from(*index))) {
                    Some(Value::ReturnAddress(target)) => Ok(Effect::Jump(*target)),
                    _ => Err(super::arith::malformed()),
                }
            }
            Instruction::Switch(switch) => self.switch(state, switch),
            Instruction::Return(None) => Ok(Effect::Return(None)),
            Instruction::Return(Some(_)) => Ok(Effect::Return(Some(self.returned(state)))),
            Instruction::GetStatic(field) => self.get_static(state, field),
            Instruction::PutStatic(field) => self.put_static(state, field),
            Instruction::GetField(field) => self.get_field(state, field),
            Instruction::PutField(field) => self.put_field(state, field),
            Instruction::Invoke(kind, method) => self.invoke(state, *kind, method),
            Instruction::InvokeDynamic(dynamic) => {
                let (class, name) = (simple_name(&dynamic.bootstrap.class), &dynamic.bootstrap.name);
                let what = format!("invokedynamic {} by {class}.{name}", dynamic.name);
                Err(StopReason::UnsupportedInstruction(what).into())
            }
            Instruction::New(class) => self.new_instance(state, class),
            Instruction::NewPrimitiveArray(primitive) => self.new_primitive_array(state, *primitive),
            Instruction::NewReferenceArray(component) => self.new_reference_array(state, component),
            Instruction::NewMultiArray(class, dimensions) => self.new_multi_array(state, class, *dimensions),
            Instruction::ArrayLength => self.array_length(state),
            Instruction::Throw => exception::throw(state),
            Instruction::CheckCast(class) => self.check_cast(state, class),
            Instruction::InstanceOf(class) => self.instance_of(state, class),
            Instruction::MonitorEnter => self.enter_monitor(state),
            Instruction::MonitorExit => self.leave_monitor(state),
            Instruction::Pop
            | Instruction::Pop2
            | Instruction::Dup
            | Instruction::DupX1
            | Instruction::DupX2
            | Instruction::Dup2
            | Instruction::Dup2X1
            | Instruction::Dup2X2
            | Instruction::Swap => Ok(rearrange(state, instruction)),
        }
    }
}
