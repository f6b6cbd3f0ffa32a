//! The conversions between types that reflection and method handles make of arguments and results: widening, unboxing, boxing.

use super::arguments::{Abrupt, Call};
use crate::classfile::PrimitiveType;
use crate::exec::{Interrupt, Machine, State};
use crate::heap::{ObjectId, Reference, Value};
use crate::term::FloatOperator;

/// The boxes, by the primitive types that they hold.
pub(super) const BOXES: [(PrimitiveType, &str); 8] = [
    (PrimitiveType::Boolean, "java/lang/Boolean"),
    (PrimitiveType::Byte, "java/lang/Byte"),
    (PrimitiveType::Char, "java/lang/Character"),
    (PrimitiveType::Short, "java/lang/Short"),
    (PrimitiveType::Int, "java/lang/Integer"),
    (PrimitiveType::Long, "java/lang/Long"),
    (PrimitiveType::Float, "java/lang/Float"),
    (PrimitiveType::Double, "java/lang/Double"),
];

/// The class that boxes a primitive type.
pub(super) fn box_of(primitive: PrimitiveType) -> &'static str {
    BOXES.iter().find(|(known, _)| *known == primitive).map_or("java/lang/Object", |(_, class)| class)
}

/// Whether a widening primitive conversion goes from one type to another (JLS 5.1.2), or they are the same.
pub(super) fn widens(from: PrimitiveType, to: PrimitiveType) -> bool {
    use PrimitiveType::{Byte, Char, Double, Float, Int, Long, Short};
    let order = [Byte, Short, Int, Long, Float, Double];
    let place = |kind| order.iter().position(|known| *known == kind);
    match (from, to) {
        _ if from == to => true,
        (Char, to) => place(to) >= place(Int),
        (from, to) => match (place(from), place(to)) {
            (Some(from), Some(to)) => from < to,
            _ => false,
        },
    }
}

impl Call<'_, '_> {
    /// A value after a widening conversion.
    pub(super) fn widened(&mut self, value: Value, to: PrimitiveType) -> Value {
        let pool = &mut self.machine.pool;
        match (value, to) {
            (Value::Int(term), PrimitiveType::Long) => Value::Long(pool.int_to_long(term)),
            (Value::Int(term) | Value::Long(term), PrimitiveType::Float) => {
                Value::Float(pool.floating_point(FloatOperator::ToFloat, &[term]))
            }
            (Value::Int(term) | Value::Long(term) | Value::Float(term), PrimitiveType::Double) => {
                Value::Double(pool.floating_point(FloatOperator::ToDouble, &[term]))
            }
            (value, _) => value,
        }
    }

    /// What a box holds, and of which type; none for other objects.
    ///
    /// # Errors
    /// A choice, where the object may be of several classes.
    pub(super) fn unboxed(&mut self, object: ObjectId) -> Result<Option<(Value, PrimitiveType)>, Abrupt> {
        let decided = self.state.heap.resolve_exactly(Reference::Object(object))?;
        let class = decided.and_then(|object| self.state.heap.exact_class(object));
        let Some(class) = class else { return Ok(None) };
        let name = self.machine.program.class_name(class);
        let Some((primitive, _)) = BOXES.iter().find(|(_, known)| **known == **name) else { return Ok(None) };
        let (heap, mut context) = self.machine.heap_context(self.state);
        Ok(heap.boxed(&mut context, object).map(|value| (value, *primitive)))
    }

    /// A box as `valueOf` gives it.
    pub(super) fn in_box(&mut self, value: Value, primitive: PrimitiveType) -> Result<Value, Abrupt> {
        Ok(in_box(self.machine, self.state, value, primitive)?)
    }
}

/// A box as `valueOf` gives it.
pub(super) fn in_box(
    machine: &mut Machine<'_>,
    state: &mut State,
    value: Value,
    primitive: PrimitiveType,
) -> Result<Value, Interrupt> {
    let object = state.heap.allocate(machine.builtin(box_of(primitive))?);
    state.heap.set_boxed(machine.program, object, value);
    if !matches!(primitive, PrimitiveType::Float | PrimitiveType::Double) {
        let mark = machine.pool.int(1);
        state.heap.mark_shared(machine.program, object, mark);
    }
    Ok(Value::Reference(Reference::Object(object)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widening_is_what_the_language_says() {
        use PrimitiveType::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        for (from, to, is) in [
            (Byte, Short, true),
            (Byte, Char, false),
            (Short, Char, false),
            (Char, Int, true),
            (Char, Short, false),
            (Int, Float, true),
            (Long, Float, true),
            (Long, Int, false),
            (Float, Long, false),
            (Float, Double, true),
            (Boolean, Int, false),
            (Int, Boolean, false),
            (Boolean, Boolean, true),
        ] {
            assert_eq!(widens(from, to), is, "{from:?} to {to:?}");
        }
    }
}
