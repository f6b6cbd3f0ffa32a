//! Values that others come by: of what a collection holds less is known then.

use super::super::frame::{Entry, Exact, Frame, Fresh, OfField};
use super::super::walk::Walk;
use super::methods::VALUES;
use crate::classfile::{Instruction, MethodReference};
use crate::explore::{has_list_iterators, puts_by_part};
use crate::heap::Held;
use crate::program::FieldId;

impl Walk<'_, '_> {
    /// Code that is not followed comes by a value.
    pub(in crate::invariant::stable) fn give_away(&mut self, value: Entry, frame: &mut Frame) {
        if !matches!(value.fresh, Fresh::No | Fresh::WithoutNulls) {
            frame.renew(value.number, Fresh::No, value.of_field);
        }
        frame.forget_array(value.number);
        if !self.notes {
            return;
        }
        match value.view_of {
            OfField::No => {}
            OfField::One(field) if self.has_list_iterators(field) => self.facts.give_up_contents(field),
            OfField::One(field) => self.facts.note_shared(field),
            OfField::Several => self.give_up_all(),
        }
        match value.entry_of {
            OfField::No => {}
            OfField::One(field) => self.facts.note_put(self.program, (field, VALUES), Held::default(), Exact::Any),
            OfField::Several => self.give_up_all(),
        }
        match value.of_field {
            OfField::No => {}
            OfField::One(field) => self.facts.give_up_contents(field),
            OfField::Several => self.give_up_all(),
        }
    }

    /// Whether the iterators of a field's collection can put something in.
    fn has_list_iterators(&mut self, field: FieldId) -> bool {
        match self.facts.field(self.program, field, (self.method, self.level)).exact {
            Exact::One(class) => has_list_iterators(self.program, class),
            Exact::Nothing => false,
            Exact::Array(_) | Exact::Any => true,
        }
    }

    /// Whether a call of a view or an iterator may put something into the collection.
    pub(super) fn puts_by_part(&self, called: &MethodReference) -> bool {
        let class = self.program.class_by_name(&called.class);
        class.is_none_or(|class| puts_by_part(self.program, class, (&called.name, &called.descriptor)))
    }

    /// Others may have a view of a collection.
    pub(super) fn show(&mut self, value: Entry) {
        if !self.notes {
            return;
        }
        for shown in [value.of_field, value.view_of] {
            match shown {
                OfField::No => {}
                OfField::One(field) => self.facts.note_shown(field),
                OfField::Several => self.share_all(),
            }
        }
    }

    /// Others may take something out of what the method mentions.
    pub(super) fn share_all(&mut self) {
        for decoded in &self.code.instructions {
            if let Instruction::GetField(field) = &decoded.instruction
                && let Some(field) = self.program.resolve_field(field)
            {
                self.facts.note_shared(field);
            }
        }
    }

    /// Nothing is known of the contents of what the method mentions.
    pub(in crate::invariant::stable) fn give_up_all(&mut self) {
        for decoded in &self.code.instructions {
            if let Instruction::GetField(field) | Instruction::PutField(field) = &decoded.instruction
                && let Some(field) = self.program.resolve_field(field)
            {
                self.facts.give_up_contents(field);
            }
            if let Instruction::PutField(field) = &decoded.instruction
                && let Some(field) = self.program.resolve_field(field)
            {
                self.facts.note_modifiable(field);
            }
        }
    }
}
