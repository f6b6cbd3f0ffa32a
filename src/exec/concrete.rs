//! Runs of concrete code: from the head of a loop that constants have decided, instructions on constants are executed without terms
//! and without asking anybody in between. What a run has done is what [`Machine::step`] would have done, instruction by instruction;
//! what it does not execute itself ends it, and is stepped.

mod access;
mod arrays;
mod calls;
mod done;
mod fields;
mod number;

pub use self::done::{Assigned, ConcreteLimits, ConcreteRun, INSTRUCTIONS_OF_A_STEP};

use self::arrays::Arrays;
use self::fields::Fields;
use self::number::Slot;
use super::loops::LoopCounters;
use super::machine::Machine;
use super::stack::rearrangement;
use super::state::State;
use super::step::Upcoming;
use crate::classfile::{Code, Condition, Instruction, LoadableConstant, MethodReference};
use crate::graph::Loops;
use crate::heap::{Reference, Value};
use crate::program::{ClassId, MethodId};
use crate::run;
use crate::term::Arithmetic;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Most instructions of one run: between runs, somebody looks at the clock.
const MOST_INSTRUCTIONS: u64 = 1 << 20;

/// A run that goes on. Operands that were there before stay where they are: what needs one of them ends the run. Where the run's own
/// operands are all gone, what was done is settled; a run ends at the last such place. What is called within is settled when it has
/// returned.
struct Runner<'r, 'p> {
    machine: &'r mut Machine<'p>,
    state: &'r mut State,
    /// Which methods may be entered.
    enters: &'r dyn Fn(MethodId) -> bool,
    current: Activation<'p>,
    /// The activations that wait for the current one, the run's first one first.
    callers: Vec<Activation<'p>>,
    arrays: Arrays,
    fields: Fields,
    writes: bool,
    /// Instructions so far.
    executed: u64,
    /// What locals of the first activation held that were assigned since what was done is settled.
    undo: Vec<(usize, Slot)>,
    /// By local of the first activation, the instruction that assigned it.
    assigned: Vec<Option<u32>>,
    /// The methods that classes select for the references of calls.
    selected: FxHashMap<(ClassId, *const MethodReference), Option<MethodId>>,
    /// Whether methods may be entered that were called by these references.
    entered: FxHashMap<(MethodId, Option<ClassId>, *const MethodReference), bool>,
    /// What is noted of methods that have returned.
    noted: FxHashMap<MethodId, Vec<Noted>>,
    reached: Vec<(MethodId, u32)>,
    branches: Vec<(MethodId, u32, u32)>,
    /// Locals and operands of activations that are over, to be used again.
    spare: Vec<(Vec<Slot>, Vec<Slot>)>,
}

/// An activation during a run.
struct Activation<'p> {
    method: MethodId,
    code: &'p Code,
    loops: Rc<Loops>,
    counters: LoopCounters,
    locals: Vec<Slot>,
    operands: Vec<Slot>,
    /// By instruction, what is noted of it.
    noted: Vec<Noted>,
    /// Where it goes on when what it has called returns.
    position: u32,
}

/// What a run has noted of an instruction.
#[derive(Clone, Copy, Default)]
struct Noted {
    is_reached: bool,
    has_jumped: bool,
    has_fallen_through: bool,
    /// Of one that uses a field: one more than where that was kept the last time.
    kept_field: u32,
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
    /// nothing could be executed so. Calls of methods that may be entered are executed with it, where they write nothing but numbers in
    /// fields of objects that the path has made.
    pub fn run_concrete(
        &mut self,
        state: &mut State,
        from: Upcoming<'p>,
        limits: ConcreteLimits,
        enters: &dyn Fn(MethodId) -> bool,
    ) -> Option<ConcreteRun> {
        let frame = state.frame()?;
        let (method, head) = (frame.method, frame.instruction);
        if method != from.method || head > from.position || !frame.loops.is_decided_by_constants(head) {
            return None;
        }
        let steps = limits.steps.min(self.limits.path_steps.saturating_sub(state.steps));
        let most = steps.saturating_mul(INSTRUCTIONS_OF_A_STEP).min(MOST_INSTRUCTIONS);
        let is_exact = self.pool.arithmetic() == Arithmetic::Java && self.pool.is_simplifying();
        if most == 0
            || !is_exact
            || state.heap.has_unknown_collections()
            || state.initialises.is_some()
            || !state.building.is_empty()
        {
            return None;
        }
        run::checkpoint();
        let program = self.program;
        let code = program.code(method)?;
        let loops = self.loops(method);
        let locals: Vec<Slot> = frame.locals.iter().map(|value| Slot::of(&self.pool, *value)).collect();
        let counters = std::mem::take(&mut state.frame_mut()?.loops);
        let assigned = vec![None; locals.len()];
        let noted = vec![Noted::default(); code.instructions.len()];
        let operands = Vec::new();
        let mut runner = Runner {
            machine: self,
            state,
            enters,
            current: Activation { method, code, loops, counters, locals, operands, noted, position: head },
            callers: Vec::new(),
            arrays: Arrays::default(),
            fields: Fields::default(),
            writes: limits.writes,
            executed: 0,
            undo: Vec::new(),
            assigned,
            selected: FxHashMap::default(),
            entered: FxHashMap::default(),
            noted: FxHashMap::default(),
            reached: Vec::new(),
            branches: Vec::new(),
            spare: Vec::new(),
        };
        let settled = runner.run(head, most);
        runner.end(&settled)
    }
}

impl Runner<'_, '_> {
    /// Executes instructions until one has to be stepped, or there are enough of them.
    fn run(&mut self, head: u32, most: u64) -> Settled {
        let mut settled = Settled { position: head, instructions: 0, reached: 0, branches: 0 };
        let mut position = head;
        while self.executed < most
            && let Some(decoded) = self.current.code.instructions.get(position as usize)
        {
            let noted = &mut self.current.noted[position as usize];
            if !noted.is_reached {
                noted.is_reached = true;
                self.reached.push((self.current.method, position));
            }
            let Some(next) = self.execute(position, &decoded.instruction) else { break };
            self.executed += 1;
            position = next;
            if self.current.operands.is_empty() && self.callers.is_empty() {
                let (reached, branches) = (self.reached.len(), self.branches.len());
                settled = Settled { position, instructions: self.executed, reached, branches };
                self.undo.clear();
                self.fields.settle();
            }
        }
        settled
    }

    /// Gives the state what was settled.
    fn end(mut self, settled: &Settled) -> Option<ConcreteRun> {
        if !self.callers.is_empty() {
            self.current = self.callers.swap_remove(0);
        }
        while let Some((local, before)) = self.undo.pop() {
            self.current.locals[local] = before;
        }
        self.fields.assign_all(self.machine, self.state);
        let pool = &mut self.machine.pool;
        self.arrays.pack(pool, &mut self.state.heap);
        let mut assigned = Vec::new();
        let frame = self.state.frame_mut()?;
        for (local, (slot, position)) in self.current.locals.iter().zip(self.assigned).enumerate() {
            let Some(position) = position else { continue };
            let value = slot.value(pool);
            frame.locals[local] = value;
            // The second halves of longs and doubles are no locals of their own.
            if let Some(constant) = slot.any_constant() {
                assigned.push(Assigned { local: local as u16, position, value, constant });
            }
        }
        frame.loops = self.current.counters;
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
    #[inline(always)]
    fn execute(&mut self, position: u32, instruction: &Instruction) -> Option<u32> {
        match instruction {
            Instruction::Nop => {}
            Instruction::NullConstant => self.current.operands.push(Slot::Other(Value::Reference(Reference::Null))),
            Instruction::IntConstant(value) => self.current.operands.push(Slot::Int(*value)),
            Instruction::LongConstant(value) => self.current.operands.push(Slot::Long(*value)),
            Instruction::Constant(LoadableConstant::Float(bits)) => self.current.operands.push(Slot::float(*bits)),
            Instruction::Constant(LoadableConstant::Double(bits)) => self.current.operands.push(Slot::double(*bits)),
            Instruction::Load(_, local) => {
                let slot = *self.current.locals.get(usize::from(*local))?;
                self.current.operands.push(slot);
            }
            Instruction::Store(_, local) => {
                let value = self.current.operands.pop()?;
                self.assign(usize::from(*local), value, position)?;
            }
            Instruction::Increment(local, amount) => {
                let local = usize::from(*local);
                let Slot::Int(value) = *self.current.locals.get(local)? else { return None };
                self.assign(local, Slot::Int(value.wrapping_add(i32::from(*amount))), position)?;
            }
            Instruction::Binary(kind, operator) => {
                let (right, left) = (self.current.operands.pop()?, self.current.operands.pop()?);
                self.current.operands.push(number::binary(*kind, *operator, left, right)?);
            }
            Instruction::Negate(kind) => {
                let operand = self.current.operands.pop()?;
                self.current.operands.push(number::negate(*kind, operand)?);
            }
            Instruction::Convert(conversion) => {
                let operand = self.current.operands.pop()?;
                self.current.operands.push(number::convert(*conversion, operand)?);
            }
            Instruction::Compare(comparison) => {
                let (right, left) = (self.current.operands.pop()?, self.current.operands.pop()?);
                self.current.operands.push(number::compare(*comparison, left, right)?);
            }
            Instruction::Branch(condition, target) => {
                let is_taken = self.decide(*condition)?;
                return self.branch(position, if is_taken { *target } else { position + 1 }, is_taken);
            }
            Instruction::Switch(switch) => {
                let Slot::Int(key) = self.current.operands.pop()? else { return None };
                let found = switch.cases.binary_search_by_key(&key, |(value, _)| *value);
                let target =
                    found.ok().and_then(|at| switch.cases.get(at)).map_or(switch.default, |(_, target)| *target);
                self.current.counters.exit_tested(self.current.loops.left_by(position), false);
                self.go(position, target)?;
                let branch = (self.current.method, position, target);
                if !self.branches.contains(&branch) {
                    self.branches.push(branch);
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
            Instruction::GetField(field) => self.get_field(position, instruction, field)?,
            Instruction::GetStatic(field) => self.get_static(position, instruction, field)?,
            Instruction::PutField(field) => self.put_field(position, instruction, field)?,
            Instruction::PutStatic(field) => self.put_static(position, instruction, field)?,
            Instruction::CheckCast(_) | Instruction::InstanceOf(_) => self.read(position, instruction, 1)?,
            Instruction::Invoke(kind, reference) => return self.call(position, instruction, (*kind, reference)),
            Instruction::Return(kind) => return self.leave(kind.is_some()),
            _ => self.rearrange(instruction)?,
        }
        // Where an exception's handler is what keeps an instruction in a loop, going on can leave it.
        if !self.current.loops.left_by(position).is_empty() {
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
            if self.callers.is_empty() {
                self.assigned[local + 1] = Some(position);
            }
        }
        self.put(local, value)?;
        if self.callers.is_empty() {
            self.assigned[local] = Some(position);
        }
        Some(())
    }

    #[inline]
    fn put(&mut self, local: usize, value: Slot) -> Option<()> {
        let slot = self.current.locals.get_mut(local)?;
        if self.callers.is_empty() && !self.current.operands.is_empty() {
            self.undo.push((local, *slot));
        }
        *slot = value;
        Some(())
    }

    fn rearrange(&mut self, instruction: &Instruction) -> Option<()> {
        let operands = &mut self.current.operands;
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
            Condition::IntZero(relation) => match self.current.operands.pop()? {
                Slot::Int(left) => Some(relation.holds(left, 0)),
                _ => None,
            },
            Condition::IntCompare(relation) => match (self.current.operands.pop()?, self.current.operands.pop()?) {
                (Slot::Int(right), Slot::Int(left)) => Some(relation.holds(left, right)),
                _ => None,
            },
            Condition::Null(wanted) => match self.current.operands.pop()? {
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
        self.current.counters.exit_tested(self.current.loops.left_by(position), false);
        self.go(position, target)?;
        let noted = &mut self.current.noted[position as usize];
        let is_noted = if is_taken { &mut noted.has_jumped } else { &mut noted.has_fallen_through };
        if !std::mem::replace(is_noted, true) {
            self.branches.push((self.current.method, position, target));
        }
        Some(target)
    }

    /// Moves control to where a jump or a conditional goes. What counts an iteration that an input has decided is stepped, and so is
    /// what leaves a loop with operands of the run, since that could not be taken back.
    #[inline]
    fn go(&mut self, position: u32, target: u32) -> Option<()> {
        let is_back = target <= position;
        if self.current.counters.is_empty() && !is_back {
            return Some(());
        }
        // What is called begins anew when it is called again.
        let is_safe = !self.callers.is_empty()
            || self.current.operands.is_empty()
            || (!is_back && self.current.counters.stay_within(&self.current.loops, target));
        if !is_safe || (is_back && self.current.counters.counts_iteration(target)) {
            return None;
        }
        self.current.counters.moved(&self.current.loops, position, target, u32::MAX);
        Some(())
    }
}
