//! What a run reads and writes in the heap: elements of arrays that are unpacked at once, anything else as a step does it.

use super::Runner;
use super::number::Slot;
use crate::classfile::{ArrayAccess, FieldReference, Instruction};
use crate::exec::quiet::Part;
use crate::exec::step::Effect;
use crate::heap::{ObjectId, Reference, Value};
use std::sync::Arc;

impl Runner<'_, '_> {
    #[inline(never)]
    pub(super) fn load_element(&mut self, position: u32, instruction: &Instruction, access: ArrayAccess) -> Option<()> {
        if let [.., array, Slot::Int(index)] = *self.current.operands.as_slice()
            && let Some(object) = self.unpacked(position, array)
        {
            self.machine.note_initial_access(self.state, object, Part::Elements, false);
            let element = self.arrays.load(object, access, index)?;
            self.take(2);
            self.current.operands.push(element);
            return Some(());
        }
        self.read(position, instruction, 2)
    }

    #[inline(never)]
    pub(super) fn store_element(
        &mut self,
        position: u32,
        instruction: &Instruction,
        access: ArrayAccess,
    ) -> Option<()> {
        if let [array, Slot::Int(index), value] = *self.current.operands.as_slice()
            && self.writes
            && self.callers.is_empty()
            && let Some(object) = self.unpacked(position, array)
        {
            self.machine.note_initial_access(self.state, object, Part::Elements, true);
            self.arrays.store(object, access, index, value)?;
            self.current.operands.clear();
            return Some(());
        }
        self.write(position, instruction, 3)
    }

    pub(super) fn array_length(&mut self, position: u32, instruction: &Instruction) -> Option<()> {
        if let [.., array] = *self.current.operands.as_slice()
            && let Some(object) = self.unpacked(position, array)
        {
            let length = i32::try_from(self.arrays.length(object)?).ok()?;
            self.take(1);
            self.current.operands.push(Slot::Int(length));
            return Some(());
        }
        self.read(position, instruction, 1)
    }

    /// The array that an operand is, where it is unpacked, or could be now.
    fn unpacked(&mut self, position: u32, array: Slot) -> Option<ObjectId> {
        let Slot::Other(Value::Reference(reference)) = array else { return None };
        let Reference::Object(object) = self.state.heap.current(reference) else { return None };
        if !self.arrays.is_unpacked(object) {
            let executed = self.executed;
            self.arrays.unpack(&mut self.machine.pool, &self.state.heap, object, executed).then_some(())?;
        }
        if self.arrays.is_input(object) {
            self.current.counters.null_checked(self.current.loops.around(position));
        }
        Some(object)
    }

    /// Whether a static field can be used without anything being initialised for it.
    pub(super) fn may_use_statics(&mut self, field: &Arc<FieldReference>) -> Option<()> {
        let field = self.machine.program.field(self.machine.field(field).ok()?);
        (field.constant.is_some() || self.machine.is_in_use(self.state, field.class)).then_some(())
    }

    /// Executes an instruction that reads the heap: doing that twice is as good as once.
    pub(super) fn read(&mut self, position: u32, instruction: &Instruction, operands: usize) -> Option<()> {
        let below = self.current.operands.len().checked_sub(operands)?;
        let state = &mut *self.state;
        if checks_null(instruction)
            && let Some(Slot::Other(receiver)) = self.current.operands.get(below)
            && crate::exec::branch::is_input(state, *receiver)
        {
            self.current.counters.null_checked(self.current.loops.around(position));
        }
        state.heap.construction.forget_conflict();
        let frame = state.frame_mut()?;
        if self.callers.is_empty() {
            frame.instruction = position;
        }
        let height = frame.stack.len();
        for operand in self.current.operands.get(below..)? {
            frame.stack.push(operand.value(&mut self.machine.pool));
        }
        let effect = self.machine.execute(state, instruction);
        let is_done = matches!(effect, Ok(Effect::Next)) && self.machine.check_construction(state).is_ok();
        let frame = state.frame_mut()?;
        let result = if frame.stack.len() > height { frame.stack.get(height).copied() } else { None };
        frame.stack.truncate(height);
        if !is_done {
            return None;
        }
        self.current.operands.truncate(below);
        self.current.operands.extend(result.map(|value| Slot::of(&self.machine.pool, value)));
        Some(())
    }

    /// Executes an instruction that writes to the heap, where what the run has done is settled then.
    pub(super) fn write(&mut self, position: u32, instruction: &Instruction, operands: usize) -> Option<()> {
        let is_settled_then = self.callers.is_empty() && self.current.operands.len() == operands;
        (self.writes && is_settled_then).then_some(())?;
        self.read(position, instruction, operands)
    }

    /// Executes an assignment of a field. Those of the JDK are stepped: models keep what some of them hold in another form.
    pub(super) fn write_field(
        &mut self,
        position: u32,
        instruction: &Instruction,
        field: &Arc<FieldReference>,
        operands: usize,
    ) -> Option<()> {
        let program = self.machine.program;
        let class = program.field(self.machine.field(field).ok()?).class;
        (!program.class(class).is_jdk).then_some(())?;
        self.write(position, instruction, operands)
    }

    pub(super) fn take(&mut self, operands: usize) {
        let below = self.current.operands.len().saturating_sub(operands);
        self.current.operands.truncate(below);
    }
}

/// Whether an instruction throws where its lowest operand is null.
fn checks_null(instruction: &Instruction) -> bool {
    use Instruction::{ArrayLength, ArrayLoad, ArrayStore, GetField, PutField};
    matches!(instruction, GetField(_) | PutField(_) | ArrayLength | ArrayLoad(_) | ArrayStore(_))
}
