//! Runs of concrete code: from the head of a loop that constants have decided, instructions on constants are executed without terms
//! and without asking anybody in between. What a run has done is what [`Machine::step`] would have done, instruction by instruction;
//! what it does not execute itself ends it, and is stepped.

mod access;
mod arrays;
mod number;

use self::arrays::Arrays;
use self::number::Slot;
use super::loops::LoopCounters;
use super::machine::Machine;
use super::stack::rearrangement;
use super::state::State;
use super::step::Upcoming;
use crate::classfile::{Code, Condition, Instruction, LoadableConstant};
use crate::graph::Loops;
use crate::heap::{Reference, Value};
use crate::run;
use crate::term::Arithmetic;
use std::rc::Rc;

/// Instructions of runs that count as one step: they take about as long.
pub const INSTRUCTIONS_OF_A_STEP: u64 = 32;
/// Most instructions of one run: between runs, somebody looks at the clock.
const MOST_INSTRUCTIONS: u64 = 1 << 20;

/// What a run of concrete code may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConcreteLimits {
    /// The steps that it may count as.
    pub steps: u64,
    /// Whether it may write to the heap.
    pub writes: bool,
}

/// What a run of concrete code has done: it has stayed within one activation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConcreteRun {
    /// Instructions that were executed.
    pub instructions: u64,
    /// Which these were, each once.
    pub reached: Vec<u32>,
    /// The ways that conditionals went, from where and to where, each once.
    pub branches: Vec<(u32, u32)>,
    /// Locals that were assigned.
    pub assigned: Vec<Assigned>,
}

/// A local that holds a constant after a run which has assigned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The local.
    pub local: u16,
    /// The instruction that assigned it last.
    pub position: u32,
    /// What it holds.
    pub value: Value,
    /// The same as a term's constant has it.
    pub constant: i64,
}

impl ConcreteRun {
    /// The steps that the run counts as.
    pub fn steps(&self) -> u64 {
        self.instructions.div_ceil(INSTRUCTIONS_OF_A_STEP)
    }
}

/// A run that goes on. Operands that were there before stay where they are: what needs one of them ends the run. Where the run's own
/// operands are all gone, what was done is settled; a run ends at the last such place.
struct Runner<'r, 'p> {
    machine: &'r mut Machine<'p>,
    state: &'r mut State,
    code: &'p Code,
    loops: Rc<Loops>,
    counters: LoopCounters,
    locals: Vec<Slot>,
    operands: Vec<Slot>,
    arrays: Arrays,
    writes: bool,
    /// Instructions so far.
    executed: u64,
    /// What locals held that were assigned since what was done is settled.
    undo: Vec<(usize, Slot)>,
    /// By local, the instruction that assigned it.
    assigned: Vec<Option<u32>>,
    /// By instruction, what is noted of it.
    noted: Vec<Noted>,
    reached: Vec<u32>,
    branches: Vec<(u32, u32)>,
}

/// What a run has noted of an instruction.
#[derive(Clone, Copy, Default)]
struct Noted {
    is_reached: bool,
    has_jumped: bool,
    has_fallen_through: bool,
}

/// How far what was done is settled.
struct Settled {
    position: u32,
    instructions: u64,
    reached: usize,
    branches: usize,
}

impl<'p> Machine<'p> {
    /// Runs ahead from the head of a loop to which control has just gone back, where constants decided its last iteration. None where
    /// nothing could be executed so.
    pub fn run_concrete(
        &mut self,
        state: &mut State,
        from: Upcoming<'p>,
        limits: ConcreteLimits,
    ) -> Option<ConcreteRun> {
        let frame = state.frame()?;
        let (method, head) = (frame.method, frame.instruction);
        if method != from.method || head > from.position || !frame.loops.is_decided_by_constants(head) {
            return None;
        }
        let steps = limits.steps.min(self.limits.path_steps.saturating_sub(state.steps));
        let most = steps.saturating_mul(INSTRUCTIONS_OF_A_STEP).min(MOST_INSTRUCTIONS);
        let is_exact = self.pool.arithmetic() == Arithmetic::Java && self.pool.is_simplifying();
        if most == 0 || !is_exact || state.initialises.is_some() || !state.building.is_empty() {
            return None;
        }
        run::checkpoint();
        let program = self.program;
        let code = program.code(method)?;
        let loops = self.loops(method);
        let locals: Vec<Slot> = frame.locals.iter().map(|value| Slot::of(&self.pool, *value)).collect();
        let counters = std::mem::take(&mut state.frame_mut()?.loops);
        let mut runner = Runner {
            machine: self,
            state,
            code,
            loops,
            counters,
            assigned: vec![None; locals.len()],
            locals,
            operands: Vec::new(),
            arrays: Arrays::default(),
            writes: limits.writes,
            executed: 0,
            undo: Vec::new(),
            noted: vec![Noted::default(); code.instructions.len()],
            reached: Vec::new(),
            branches: Vec::new(),
        };
        let settled = runner.run(head, most);
        runner.end(&settled)
    }
}

impl Runner<'_, '_> {
    /// Executes instructions until one has to be stepped, or there are enough of them.
    fn run(&mut self, head: u32, most: u64) -> Settled {
        let code = self.code;
        let mut settled = Settled { position: head, instructions: 0, reached: 0, branches: 0 };
        let mut position = head;
        while self.executed < most
            && let Some(decoded) = code.instructions.get(position as usize)
            && let Some(next) = self.execute(position, &decoded.instruction)
        {
            self.executed += 1;
            let noted = &mut self.noted[position as usize];
            if !noted.is_reached {
                noted.is_reached = true;
                self.reached.push(position);
            }
            position = next;
            if self.operands.is_empty() {
                let (reached, branches) = (self.reached.len(), self.branches.len());
                settled = Settled { position, instructions: self.executed, reached, branches };
                self.undo.clear();
            }
        }
        settled
    }

    /// Gives the state what was settled.
    fn end(mut self, settled: &Settled) -> Option<ConcreteRun> {
        while let Some((local, before)) = self.undo.pop() {
            self.locals[local] = before;
        }
        let pool = &mut self.machine.pool;
        self.arrays.pack(pool, &mut self.state.heap);
        let mut assigned = Vec::new();
        let frame = self.state.frame_mut()?;
        for (local, (slot, position)) in self.locals.iter().zip(self.assigned).enumerate() {
            let Some(position) = position else { continue };
            let value = slot.value(pool);
            frame.locals[local] = value;
            // The second halves of longs and doubles are no locals of their own.
            if let Some(constant) = slot.any_constant() {
                assigned.push(Assigned { local: local as u16, position, value, constant });
            }
        }
        frame.loops = self.counters;
        frame.instruction = settled.position;
        if settled.instructions == 0 {
            return None;
        }
        self.reached.truncate(settled.reached);
        self.branches.truncate(settled.branches);
        let (reached, branches) = (self.reached, self.branches);
        let run = ConcreteRun { instructions: settled.instructions, reached, branches, assigned };
        self.state.steps += run.steps();
        Some(run)
    }

    /// Executes an instruction: the next one. None, and nothing has changed but operands, where it has to be stepped.
    #[inline]
    fn execute(&mut self, position: u32, instruction: &Instruction) -> Option<u32> {
        match instruction {
            Instruction::Nop => {}
            Instruction::NullConstant => self.operands.push(Slot::Other(Value::Reference(Reference::Null))),
            Instruction::IntConstant(value) => self.operands.push(Slot::Int(*value)),
            Instruction::LongConstant(value) => self.operands.push(Slot::Long(*value)),
            Instruction::Constant(LoadableConstant::Float(bits)) => self.operands.push(Slot::float(*bits)),
            Instruction::Constant(LoadableConstant::Double(bits)) => self.operands.push(Slot::double(*bits)),
            Instruction::Load(_, local) => {
                let slot = *self.locals.get(usize::from(*local))?;
                self.operands.push(slot);
            }
            Instruction::Store(_, local) => {
                let value = self.operands.pop()?;
                self.assign(usize::from(*local), value, position)?;
            }
            Instruction::Increment(local, amount) => {
                let local = usize::from(*local);
                let Slot::Int(value) = *self.locals.get(local)? else { return None };
                self.assign(local, Slot::Int(value.wrapping_add(i32::from(*amount))), position)?;
            }
            Instruction::Binary(kind, operator) => {
                let (right, left) = (self.operands.pop()?, self.operands.pop()?);
                self.operands.push(number::binary(*kind, *operator, left, right)?);
            }
            Instruction::Negate(kind) => {
                let operand = self.operands.pop()?;
                self.operands.push(number::negate(*kind, operand)?);
            }
            Instruction::Convert(conversion) => {
                let operand = self.operands.pop()?;
                self.operands.push(number::convert(*conversion, operand)?);
            }
            Instruction::Compare(comparison) => {
                let (right, left) = (self.operands.pop()?, self.operands.pop()?);
                self.operands.push(number::compare(*comparison, left, right)?);
            }
            Instruction::Branch(condition, target) => {
                let is_taken = self.decide(*condition)?;
                return self.branch(position, if is_taken { *target } else { position + 1 }, is_taken);
            }
            Instruction::Switch(switch) => {
                let Slot::Int(key) = self.operands.pop()? else { return None };
                let found = switch.cases.binary_search_by_key(&key, |(value, _)| *value);
                let target =
                    found.ok().and_then(|at| switch.cases.get(at)).map_or(switch.default, |(_, target)| *target);
                self.counters.exit_tested(self.loops.left_by(position), false);
                self.go(position, target)?;
                if !self.branches.contains(&(position, target)) {
                    self.branches.push((position, target));
                }
                return Some(target);
            }
            Instruction::Goto(target) => {
                self.go(position, *target)?;
                return Some(*target);
            }
            Instruction::ArrayLoad(access) => self.load_element(position, instruction, *access)?,
            Instruction::ArrayStore(access) => self.store_element(position, instruction, *access)?,
            Instruction::ArrayLength => self.array_length(position, instruction)?,
            Instruction::GetField(_) => self.read(position, instruction, 1)?,
            Instruction::GetStatic(field) => {
                self.may_use_statics(field)?;
                self.read(position, instruction, 0)?;
            }
            Instruction::PutField(field) => self.write_field(position, instruction, field, 2)?,
            Instruction::PutStatic(field) => {
                self.may_use_statics(field)?;
                self.write_field(position, instruction, field, 1)?;
            }
            _ => self.rearrange(instruction)?,
        }
        // Where an exception's handler is what keeps an instruction in a loop, going on can leave it.
        if !self.loops.left_by(position).is_empty() {
            return None;
        }
        Some(position + 1)
    }

    /// Assigns a constant to a local. The reference that another holds is stepped, so that what is recorded of it stays right.
    #[inline]
    fn assign(&mut self, local: usize, value: Slot, position: u32) -> Option<()> {
        if matches!(value, Slot::Other(_)) {
            return None;
        }
        if value.is_wide() {
            self.put(local + 1, Slot::Other(Value::Nothing))?;
            self.assigned[local + 1] = Some(position);
        }
        self.put(local, value)?;
        self.assigned[local] = Some(position);
        Some(())
    }

    #[inline]
    fn put(&mut self, local: usize, value: Slot) -> Option<()> {
        let slot = self.locals.get_mut(local)?;
        if !self.operands.is_empty() {
            self.undo.push((local, *slot));
        }
        *slot = value;
        Some(())
    }

    fn rearrange(&mut self, instruction: &Instruction) -> Option<()> {
        let operands = &mut self.operands;
        let height = operands.len();
        let is_wide = |depth: usize| {
            height.checked_sub(depth + 1).and_then(|at| operands.get(at)).is_some_and(|operand| operand.is_wide())
        };
        let (count, left) = rearrangement(instruction, is_wide)?;
        let below = height.checked_sub(count)?;
        let mut taken = [Slot::Int(0); 4];
        taken.get_mut(..count)?.copy_from_slice(operands.get(below..)?);
        operands.truncate(below);
        operands.extend(left.iter().filter_map(|at| taken.get(*at)));
        Some(())
    }

    /// Whether a condition on constants, or on what the program allocated, holds.
    #[inline]
    fn decide(&mut self, condition: Condition) -> Option<bool> {
        match condition {
            Condition::IntZero(relation) => match self.operands.pop()? {
                Slot::Int(left) => Some(number::is_related(relation, left, 0)),
                _ => None,
            },
            Condition::IntCompare(relation) => match (self.operands.pop()?, self.operands.pop()?) {
                (Slot::Int(right), Slot::Int(left)) => Some(number::is_related(relation, left, right)),
                _ => None,
            },
            Condition::Null(wanted) => match self.operands.pop()? {
                Slot::Other(Value::Reference(Reference::Null)) => Some(wanted),
                Slot::Other(Value::Reference(Reference::Object(object))) if !self.state.heap.is_input(object) => {
                    Some(!wanted)
                }
                _ => None,
            },
            Condition::ReferenceEqual(_) => None,
        }
    }

    #[inline]
    fn branch(&mut self, position: u32, target: u32, is_taken: bool) -> Option<u32> {
        self.counters.exit_tested(self.loops.left_by(position), false);
        self.go(position, target)?;
        let noted = &mut self.noted[position as usize];
        let is_noted = if is_taken { &mut noted.has_jumped } else { &mut noted.has_fallen_through };
        if !std::mem::replace(is_noted, true) {
            self.branches.push((position, target));
        }
        Some(target)
    }

    /// Moves control to where a jump or a conditional goes. What counts an iteration that an input has decided is stepped, and so is
    /// what leaves a loop with operands of the run, since that could not be taken back.
    #[inline]
    fn go(&mut self, position: u32, target: u32) -> Option<()> {
        let is_back = target <= position;
        if self.counters.is_empty() && !is_back {
            return Some(());
        }
        let is_settled = self.operands.is_empty() || (!is_back && self.counters.stay_within(&self.loops, target));
        if !is_settled || (is_back && self.counters.counts_iteration(target)) {
            return None;
        }
        self.counters.moved(&self.loops, position, target, u32::MAX);
        Some(())
    }
}
