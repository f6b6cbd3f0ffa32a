//! What refers to what in a heap in which everything is concrete, as class initialisation leaves it.

use super::array::{ArrayBody, Contents};
use super::memory::{Body, Heap};
use super::value::{ObjectId, Reference, Value};
use crate::program::{FieldId, Program};

impl Heap {
    /// The objects that an object refers to, with the fields that do; elements have none.
    pub fn objects_held(&self, id: ObjectId) -> Vec<(Option<FieldId>, ObjectId)> {
        let object_of = |value: &Value| match value {
            Value::Reference(Reference::Object(object)) => Some(*object),
            _ => None,
        };
        match self.object(id).map(|object| &object.body) {
            Some(Body::Instance(body)) => {
                body.fields.iter().filter_map(|(field, value)| Some((Some(*field), object_of(value)?))).collect()
            }
            Some(Body::Array(ArrayBody { contents: Contents::References(elements), .. })) => {
                elements.concrete_values().iter().filter_map(|value| Some((None, object_of(value)?))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The static fields that refer to objects, in an order that is the same in every run.
    pub fn static_objects(&self, program: &Program) -> Vec<(FieldId, ObjectId)> {
        let fields = self.touched_statics(program).into_iter();
        let held = fields.filter_map(|field| match self.static_value(field) {
            Some(Value::Reference(Reference::Object(object))) => Some((field, object)),
            _ => None,
        });
        held.collect()
    }
}
