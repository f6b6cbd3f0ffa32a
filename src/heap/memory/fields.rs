//! Fields of objects and of classes: read, written, and what they held at first.

use super::super::open_call::OpenPlace;
use super::super::persistent::PersistentMap;
use super::super::value::{ObjectId, Value};
use super::{Body, Context, Heap, InputOrigin, Literal, Object, Origin, SymbolOrigin, default_value};
use crate::program::{FieldId, FieldKind, Program};

impl Heap {
    /// Reads an instance field, meeting an input where the field is one.
    pub fn read_field(&mut self, context: &mut Context<'_>, object: ObjectId, field: FieldId) -> Value {
        if self.construction.is_active()
            && let Some(value) = self.read_made_field(context, object, field)
        {
            return value;
        }
        let info = context.program.field(field);
        let kind = info.kind;
        let Some(Object { origin, body: Body::Instance(body) }) = self.object(object) else {
            return default_value(context.pool, kind);
        };
        if let Some((_, value)) = body.fields.iter().find(|(id, _)| *id == field) {
            return *value;
        }
        if let (Origin::Literal(Literal::String(text)), FieldKind::Text) = (origin, kind) {
            return Value::Text(context.pool.text(&text.0));
        }
        if let Some(epoch) = self.open_effects.changed(object)
            && self.open_effects.has_assigned(context.program, object, field)
        {
            let place = OpenPlace::Field(object, field);
            let origins = (SymbolOrigin::Open(epoch, place), InputOrigin::Open(epoch, place));
            let value = self.new_value(context.pool, kind, origins);
            self.store_field(object, field, value);
            self.keep_initial_field(context.program, object, field, value);
            return value;
        }
        let is_input = match origin {
            Origin::Input => true,
            // Before a constructor runs, its class's and its superclasses' fields are zero; a subclass may have
            // assigned its own (an inner class its outer instance).
            Origin::Constructed(class) => context.program.is_subclass(*class, info.class) != Some(true),
            _ => false,
        };
        let value = if is_input {
            let origins = (SymbolOrigin::Field(object, field), InputOrigin::Field(object, field));
            self.new_value(context.pool, kind, origins)
        } else {
            default_value(context.pool, kind)
        };
        if is_input {
            self.store_field(object, field, value);
            self.keep_initial_field(context.program, object, field, value);
        }
        value
    }

    pub(in crate::heap) fn keep_initial_field(
        &mut self,
        program: &Program,
        object: ObjectId,
        field: FieldId,
        value: Value,
    ) {
        if self.keeps_initial_fields {
            self.keep_initial_size(program, object, field, value);
            self.initial_fields.insert((object, field), value);
        }
    }

    /// What a field of an input object held at the start of the path, or after the last open call that may have changed the
    /// object; none where it was not read, or that is not kept.
    pub fn initial_field(&self, object: ObjectId, field: FieldId) -> Option<Value> {
        self.initial_fields.get(&(object, field)).copied()
    }

    /// What all fields of input objects held that were read, as far as that is kept, in no order.
    pub fn initial_fields(&self) -> impl Iterator<Item = (ObjectId, FieldId, Value)> + '_ {
        self.initial_fields.iter().map(|((object, field), value)| (*object, *field, *value))
    }

    /// Forgets what the fields of an object held at first.
    pub(in crate::heap) fn forget_initial_fields(&mut self, object: ObjectId, is_forgotten: impl Fn(FieldId) -> bool) {
        if self.keeps_initial_fields {
            self.initial_fields.retain(|(of, field), _| *of != object || !is_forgotten(*field));
        }
    }

    /// What an instance field holds, if it was touched.
    pub fn field_value(&self, object: ObjectId, field: FieldId) -> Option<Value> {
        match &self.peek(object)?.body {
            Body::Instance(body) => body.fields.iter().find(|(id, _)| *id == field).map(|(_, value)| *value),
            Body::Array(_) => None,
        }
    }

    /// Writes an instance field.
    pub fn write_field(&mut self, object: ObjectId, field: FieldId, value: Value) {
        self.note_write(object);
        self.forget_lookups(object);
        self.construction.note_field_written(object, field);
        self.store_field(object, field, value);
    }

    /// Puts a value into an instance field, which is no write by the program.
    pub(in crate::heap) fn store_field(&mut self, object: ObjectId, field: FieldId, value: Value) {
        if let Some(Object { body: Body::Instance(body), .. }) = self.object_mut(object) {
            match body.fields.iter_mut().find(|(id, _)| *id == field) {
                Some(slot) => slot.1 = value,
                None => body.fields.push((field, value)),
            }
        }
    }

    /// Reads a static field that is no constant, meeting an input where statics are inputs.
    pub fn read_static(&mut self, context: &mut Context<'_>, field: FieldId) -> Value {
        if let Some(value) = self.statics.get(&field) {
            return *value;
        }
        let kind = context.program.field(field).kind;
        if !self.statics_are_inputs {
            return default_value(context.pool, kind);
        }
        let origins = match self.open_effects.epoch() {
            None => (SymbolOrigin::Static(field), InputOrigin::Static(field)),
            Some(epoch) => {
                let place = OpenPlace::Static(field);
                (SymbolOrigin::Open(epoch, place), InputOrigin::Open(epoch, place))
            }
        };
        let value = self.new_value(context.pool, kind, origins);
        self.statics.insert(field, value);
        if self.keeps_initial_fields {
            self.initial_statics.insert(field, value);
        }
        value
    }

    /// What a static field that is an input held at the start of the path, or after the last open call; none where it was not read,
    /// or that is not kept.
    pub fn initial_static(&self, field: FieldId) -> Option<Value> {
        self.initial_statics.get(&field).copied()
    }

    /// The static fields that are inputs and were read, as far as that is kept, in no order.
    pub fn initial_statics(&self) -> impl Iterator<Item = FieldId> + '_ {
        self.initial_statics.keys().copied()
    }

    /// What a static field holds, if it was touched.
    pub fn static_value(&self, field: FieldId) -> Option<Value> {
        self.statics.get(&field).copied()
    }

    /// Writes a static field.
    pub fn write_static(&mut self, field: FieldId, value: Value) {
        self.statics.insert(field, value);
    }

    /// The static fields touched so far: those of the class path in field order, then the JDK's by name.
    pub fn touched_statics(&self, program: &Program) -> Vec<FieldId> {
        let mut fields: Vec<FieldId> = self.statics.keys().copied().collect();
        program.sort_fields(&mut fields);
        fields
    }

    /// Puts a value into an instance field that it holds without a write of the program.
    pub fn set_field(&mut self, object: ObjectId, field: FieldId, value: Value) {
        self.store_field(object, field, value);
    }

    /// The static fields touched so far and what they hold, in no order.
    pub(in crate::heap) fn static_entries(&self) -> impl Iterator<Item = (FieldId, Value)> + '_ {
        self.statics.iter().map(|(field, value)| (*field, *value))
    }

    /// Forgets what static fields hold that can be assigned.
    pub(in crate::heap) fn forget_statics(&mut self, program: &Program) {
        self.statics.retain(|field, _| program.field(*field).flags.is_final());
        self.initial_statics.retain(|field, _| program.field(*field).flags.is_final());
    }

    /// Replaces all that is known of static fields.
    pub(in crate::heap) fn set_statics(&mut self, statics: PersistentMap<FieldId, Value>) {
        self.statics = statics;
    }
}
