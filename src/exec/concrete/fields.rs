//! Fields during a run: what those hold that were used, of objects that the path has allocated and of classes. Numbers that were assigned
//! are assigned in the heap when the run ends.

use super::Runner;
use super::number::Slot;
use crate::classfile::{FieldReference, Instruction, LoadableConstant};
use crate::exec::quiet::Part;
use crate::exec::{Machine, State};
use crate::heap::{ObjectId, Origin, Reference, Value, array_element_kind};
use crate::program::{FieldId, FieldKind};
use crate::term::ElementKind;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A field of an object; of a class, where there is none.
type Place = (Option<ObjectId>, FieldId);

/// The fields that a run has used.
#[derive(Default)]
pub(super) struct Fields {
    /// Where each is in the next list.
    known: FxHashMap<Place, usize>,
    used: Vec<Used>,
    last: usize,
    /// What fields held that were assigned since what the run has done is settled.
    undo: Vec<(usize, Used)>,
}

/// A field whose value is known.
#[derive(Clone, Copy)]
struct Used {
    place: Place,
    /// What kind of number it holds; none where it holds a reference, which the run does not assign.
    kind: Option<ElementKind>,
    value: Slot,
    /// Whether the heap has another value.
    is_assigned: bool,
    /// Whether it was read by a step, which notes that; of an object that the path has allocated, nothing is noted.
    is_read: bool,
    /// The same of an assignment.
    is_written: bool,
}

impl Fields {
    #[inline]
    fn at(&mut self, place: Place) -> Option<usize> {
        if self.used.get(self.last).is_some_and(|used| used.place == place) {
            return Some(self.last);
        }
        self.last = *self.known.get(&place)?;
        Some(self.last)
    }

    /// Takes in what a step has read or assigned.
    fn learn(&mut self, used: Used) {
        match self.at(used.place) {
            Some(at) => {
                let known = &mut self.used[at];
                let (is_read, is_written) = (known.is_read || used.is_read, known.is_written || used.is_written);
                *known = Used { is_read, is_written, ..used };
            }
            None => {
                self.known.insert(used.place, self.used.len());
                self.used.push(used);
            }
        }
    }

    /// Forgets a field that a step has assigned.
    fn forget(&mut self, place: Place) {
        if let Some(at) = self.at(place) {
            let used = &mut self.used[at];
            (used.is_assigned, used.is_read, used.is_written) = (false, false, false);
        }
    }

    #[inline]
    fn assign(&mut self, at: usize, value: Slot) {
        let used = &mut self.used[at];
        self.undo.push((at, *used));
        *used = Used { value, is_assigned: true, is_read: used.is_read || used.place.0.is_some(), ..*used };
    }

    /// What was done is settled.
    #[inline]
    pub(super) fn settle(&mut self) {
        if !self.undo.is_empty() {
            self.undo.clear();
        }
    }

    /// Assigns in the heap what the fields hold, as far as that is settled.
    pub(super) fn assign_all(mut self, machine: &mut Machine<'_>, state: &mut State) {
        while let Some((at, before)) = self.undo.pop() {
            self.used[at] = before;
        }
        for used in self.used.iter().filter(|used| used.is_assigned) {
            let value = used.value.value(&mut machine.pool);
            match used.place {
                (Some(object), field) => {
                    machine.note_alias(state, object, field);
                    machine.note_initial_access(state, object, Part::Field(field), true);
                    state.heap.write_field(object, field, value);
                }
                (None, field) => state.heap.write_static(field, value),
            }
        }
    }
}

impl Runner<'_, '_> {
    /// Executes `getfield`.
    #[inline(never)]
    pub(super) fn get_field(
        &mut self,
        position: u32,
        instruction: &Instruction,
        reference: &Arc<FieldReference>,
    ) -> Option<()> {
        let object = self.current.operands.last().and_then(|receiver| self.object(*receiver));
        let Some(object) = object else { return self.read(position, instruction, 1) };
        let field = self.field_at(position, Some(object), reference)?;
        let place = (Some(object), field);
        if let Some(at) = self.fields.at(place)
            && let Used { is_read: true, value, .. } = self.fields.used[at]
        {
            self.keep_site(position);
            *self.current.operands.last_mut()? = value;
            return Some(());
        }
        let is_kept = self.is_kept(object, field);
        self.read(position, instruction, 1)?;
        let value = *self.current.operands.last()?;
        let kind = self.number_of(field);
        let is_known = match kind {
            Some(kind) => value.as_element(kind).is_some(),
            None => matches!(value, Slot::Other(Value::Reference(_))),
        };
        if is_kept && is_known {
            let is_written = kind.is_some();
            self.fields.learn(Used { place, kind, value, is_assigned: false, is_read: true, is_written });
        }
        Some(())
    }

    /// Executes `putfield`.
    #[inline(never)]
    pub(super) fn put_field(
        &mut self,
        position: u32,
        instruction: &Instruction,
        reference: &Arc<FieldReference>,
    ) -> Option<()> {
        if self.writes
            && let [.., receiver, value] = *self.current.operands.as_slice()
            && let Some(object) = self.object(receiver)
        {
            let place = (Some(object), self.field_at(position, Some(object), reference)?);
            if let Some((at, kind)) = self.kept(place)
                && let Some(value) = value.as_element(kind)
            {
                self.keep_site(position);
                self.fields.assign(at, Slot::element(kind, value));
                self.take(2);
                return Some(());
            }
            self.write_field(position, instruction, reference, 2)?;
            self.fields.forget(place);
            return Some(());
        }
        self.write_field(position, instruction, reference, 2)
    }

    /// Executes `getstatic`.
    #[inline(never)]
    pub(super) fn get_static(
        &mut self,
        position: u32,
        instruction: &Instruction,
        reference: &Arc<FieldReference>,
    ) -> Option<()> {
        let field = self.field_at(position, None, reference)?;
        let place = (None, field);
        if let Some(at) = self.fields.at(place) {
            let used = self.fields.used[at];
            if used.is_read {
                self.keep_site(position);
                self.current.operands.push(used.value);
                return Some(());
            }
            if used.is_assigned {
                // The step is to find what was assigned.
                self.fields.undo.is_empty().then_some(())?;
                let value = used.value.value(&mut self.machine.pool);
                self.state.heap.write_static(field, value);
                self.fields.used[at].is_assigned = false;
            }
        }
        match self.machine.program.field(field).constant {
            Some(LoadableConstant::Int(value)) => self.current.operands.push(Slot::Int(value)),
            Some(LoadableConstant::Long(value)) => self.current.operands.push(Slot::Long(value)),
            _ => {
                self.may_use_statics(reference)?;
                self.read(position, instruction, 0)?;
                let value = *self.current.operands.last()?;
                self.learn_static(field, value, (true, false));
            }
        }
        Some(())
    }

    /// Executes `putstatic`.
    #[inline(never)]
    pub(super) fn put_static(
        &mut self,
        position: u32,
        instruction: &Instruction,
        reference: &Arc<FieldReference>,
    ) -> Option<()> {
        let field = self.field_at(position, None, reference)?;
        let value = *self.current.operands.last()?;
        if self.writes
            && let Some(at) = self.fields.at((None, field))
            && let Used { is_written: true, kind: Some(kind), .. } = self.fields.used[at]
            && let Some(value) = value.as_element(kind)
        {
            self.keep_site(position);
            self.fields.assign(at, Slot::element(kind, value));
            self.take(1);
            return Some(());
        }
        self.may_use_statics(reference)?;
        self.write_field(position, instruction, reference, 1)?;
        self.fields.forget((None, field));
        self.learn_static(field, value, (false, true));
        Some(())
    }

    /// Takes in what a step has read of a static field of the class path, or assigned to it, where that is a constant.
    fn learn_static(&mut self, field: FieldId, value: Slot, (is_read, is_written): (bool, bool)) {
        let program = self.machine.program;
        let Some(kind) = self.number_of(field) else { return };
        if !program.class(program.field(field).class).is_jdk
            && let Some(value) = value.as_element(kind)
        {
            let value = Slot::element(kind, value);
            let kind = Some(kind);
            self.fields.learn(Used { place: (None, field), kind, value, is_assigned: false, is_read, is_written });
        }
    }

    /// The field that an instruction uses of an object or a class. Where it has used the same before, that is found at once.
    #[inline]
    fn field_at(&mut self, position: u32, of: Option<ObjectId>, reference: &Arc<FieldReference>) -> Option<FieldId> {
        let at = self.current.noted[position as usize].kept_field;
        if let Some(at) = at.checked_sub(1)
            && let Some(Used { place, .. }) = self.fields.used.get(at as usize)
            && place.0 == of
        {
            self.fields.last = at as usize;
            return Some(place.1);
        }
        self.machine.field(reference).ok()
    }

    /// Notes where the field is kept that an instruction has used.
    #[inline]
    fn keep_site(&mut self, position: u32) {
        self.current.noted[position as usize].kept_field = self.fields.last as u32 + 1;
    }

    /// Where a field of an object is kept that may be assigned, and what kind of number it holds. One that was not used yet is known once
    /// it is assigned.
    fn kept(&mut self, place: Place) -> Option<(usize, ElementKind)> {
        let known = self.fields.at(place);
        if let Some(at) = known
            && let Used { is_written: true, kind: Some(kind), .. } = self.fields.used[at]
        {
            return Some((at, kind));
        }
        let kind = self.number_of(place.1)?;
        self.is_kept(place.0?, place.1).then_some(())?;
        let value = Slot::Int(0);
        let unknown = Used { place, kind: Some(kind), value, is_assigned: false, is_read: false, is_written: true };
        self.fields.learn(unknown);
        Some((self.fields.at(place)?, kind))
    }

    /// The object that an operand is.
    #[inline]
    fn object(&self, operand: Slot) -> Option<ObjectId> {
        let Slot::Other(Value::Reference(reference)) = operand else { return None };
        match self.state.heap.current(reference) {
            Reference::Object(object) => Some(object),
            Reference::Null | Reference::Symbol(_) => None,
        }
    }

    /// What kind of number a field holds; none where it holds a reference.
    fn number_of(&self, field: FieldId) -> Option<ElementKind> {
        match self.machine.program.field(field).kind {
            FieldKind::Primitive(primitive) => Some(array_element_kind(primitive)),
            FieldKind::Reference(_) | FieldKind::Text => None,
        }
    }

    /// Whether a field is kept during the run: one of an instance that the path has allocated, of a class whose bytecode says all
    /// that is done with it.
    fn is_kept(&self, object: ObjectId, field: FieldId) -> bool {
        let program = self.machine.program;
        let heap = &self.state.heap;
        let class = program.class(program.field(field).class);
        heap.instance(object).is_some()
            && heap.object(object).is_some_and(|object| matches!(object.origin, Origin::Allocated))
            && heap.is_of_machine(object).is_none()
            && !(class.is_jdk && (self.machine.is_kept(field) || self.machine.external.is_opaque(&class.name)))
    }
}
