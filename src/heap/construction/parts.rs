//! Parts of made inputs: objects that a constructor has made besides. If code gives such a part out, a caller may pass
//! it as another input. An input that is made separately is never such a part.

use super::super::initialise::compatible_types;
use super::super::memory::Heap;
use super::super::value::{ObjectId, Reference, SymbolId, Value};
use crate::program::{FieldId, Program};

impl Heap {
    /// Notes that the method under test reads a part from a field that a making has left. What else it meets may be that part.
    pub(super) fn note_part(&mut self, program: &Program, owner: ObjectId, object: ObjectId, field: FieldId) {
        let held = self.instance(object).and_then(|body| body.fields.iter().find(|(id, _)| *id == field));
        let Some((_, Value::Reference(held))) = held else { return };
        let Reference::Object(part) = self.current(*held) else { return };
        let construction = &self.construction;
        if construction.made(part).is_some()
            || construction.owner(part).is_none()
            || construction.ledger.parts.iter().any(|(known, _)| *known == part)
            || self.samples.is_some()
            || self.value_class(program, part).is_some()
            || !self.is_given_out(program, object, field, part)
        {
            return;
        }
        self.construction.ledger_mut().parts.push_back((part, owner));
        let mut symbols = (0..self.symbol_count() as u32).map(SymbolId);
        if symbols.any(|symbol| self.may_be_part(program, symbol, (part, owner))) {
            self.construction.unsettled.set(self.construction.made(owner).map(|made| made.class));
        }
    }

    /// Notes that an input was decided to be an object of its own, though it may be a part that the method under test has read.
    pub(in crate::heap) fn note_beside_parts(&self, program: &Program, symbol: SymbolId) {
        let mut parts = self.construction.ledger.parts.iter();
        if let Some((_, owner)) = parts.find(|part| self.may_be_part(program, symbol, **part)) {
            self.construction.unsettled.set(self.construction.made(*owner).map(|made| made.class));
        }
    }

    fn is_given_out(&self, program: &Program, object: ObjectId, field: FieldId, part: ObjectId) -> bool {
        match (self.exact_class(object), self.exact_class(part)) {
            (Some(class), Some(held)) if program.is_user_class(program.field(field).class) => {
                program.gives_out(class, field, held)
            }
            _ => true,
        }
    }

    /// Whether an input may be a part: not what was needed before the part was made.
    fn may_be_part(&self, program: &Program, symbol: SymbolId, (part, owner): (ObjectId, ObjectId)) -> bool {
        let Some(info) = self.symbol(symbol) else { return false };
        let fits = compatible_types(program, self, part, info.declared).is_some();
        if !fits || self.current(Reference::Symbol(symbol)) == Reference::Null {
            return false;
        }
        let argument = Value::Reference(Reference::Symbol(symbol));
        let constructor = self.construction.made(owner).and_then(|made| made.calls.first());
        if constructor.is_some_and(|call| call.arguments.contains(&argument)) {
            return false;
        }
        let owner = self.construction.finally(owner);
        let mut before = Vec::new();
        self.place_after_needed(owner, &mut before, &mut Vec::new());
        self.object_of(symbol).is_none_or(|object| object != owner && !before.contains(&object))
    }
}
