//! Combined handles are applied: elements are spread and gathered, arguments permuted and converted.

use super::super::arguments::{Abrupt, Call, NULL_POINTER};
use super::super::members::reference;
use super::super::method_handles::{FIRST, HELD, Kind, OTHERS, SECOND, TARGET};
use super::super::unsafe_access::{Place, load, store};
use super::component_of;
use crate::classfile::{FieldType, PrimitiveType};
use crate::heap::{ObjectId, Value};
use crate::program::FieldKind;
use crate::term::FloatOperator;

impl Call<'_, '_> {
    /// What a handle of one of these kinds gives for arguments of exactly its type.
    pub(in crate::models) fn apply_combined(
        &mut self,
        kind: Kind,
        handle: ObjectId,
        mut given: Vec<Value>,
        answered: &mut usize,
    ) -> Result<Value, Abrupt> {
        match kind {
            Kind::Permutes => {
                let Value::Reference(order) = self.get(handle, HELD)? else { return self.unmodelled("of this handle") };
                let Some(order) = self.state.heap.resolve(order)? else { return self.unmodelled("of this handle") };
                let Some(order) = self.machine.known_elements(self.state, order) else {
                    return self.unmodelled("of this handle");
                };
                let place = |from: &i64| given.get(usize::try_from(*from).ok()?).copied();
                let Some(passed) = order.iter().map(place).collect() else { return self.unmodelled("of this handle") };
                let target = self.handle_in(handle, TARGET)?;
                self.apply(target, passed, answered)
            }
            Kind::Folds | Kind::Collects => {
                let (target, others) = (self.handle_in(handle, TARGET)?, self.get(handle, OTHERS)?);
                let (combiner, place) = (self.other(others, 0)?, self.number_in(handle, FIRST)?);
                let combined = self.type_of_handle(combiner)?;
                let end = place.saturating_add(combined.parameters.len());
                if end > given.len() {
                    return self.unmodelled("of this handle");
                }
                let taken = match kind {
                    Kind::Folds => given.get(place..end).unwrap_or_default().to_vec(),
                    _ => given.drain(place..end).collect(),
                };
                let result = self.apply(combiner, taken, answered)?;
                if combined.result.is_some() {
                    given.insert(place, result);
                }
                self.apply(target, given, answered)
            }
            Kind::Throws => {
                let Some(Value::Reference(thrown)) = given.first() else { return self.unmodelled("of this handle") };
                let thrown = self.state.heap.resolve(*thrown)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
                Err(Abrupt::ThrewObject(thrown))
            }
            Kind::Spreads => {
                let target = self.handle_in(handle, TARGET)?;
                let (place, count) = (self.number_in(handle, FIRST)?, self.number_in(handle, SECOND)?);
                if place >= given.len() {
                    return self.unmodelled("of this handle");
                }
                let elements = self.spread_elements(given.remove(place), count)?;
                given.splice(place..place, elements);
                self.apply(target, given, answered)
            }
            Kind::Gathers => {
                let target = self.handle_in(handle, TARGET)?;
                let (place, count) = (self.number_in(handle, FIRST)?, self.number_in(handle, SECOND)?);
                let end = place.saturating_add(count);
                let array = self.type_of_handle(target)?.parameters.get(place).and_then(component_of);
                let component = array.and_then(|component| self.machine.program.field_kind(&component));
                let (Some(component), true) = (component, end <= given.len()) else {
                    return self.unmodelled("of this handle");
                };
                let elements: Vec<Value> = given.drain(place..end).collect();
                let array = self.array_of(component, &elements)?;
                given.insert(place, array);
                self.apply(target, given, answered)
            }
            Kind::Invokes => {
                let is_exact = self.number_in(handle, FIRST)? == 1;
                let mut outer = self.type_of_handle(handle)?;
                if given.is_empty() || outer.parameters.is_empty() {
                    return self.unmodelled("of this handle");
                }
                outer.parameters.remove(0);
                let Value::Reference(target) = given.remove(0) else { return self.unmodelled("of this handle") };
                let target = self.state.heap.resolve(target)?.ok_or(Abrupt::Threw(NULL_POINTER))?;
                if is_exact && self.type_of_handle(target)? != outer {
                    return self.unmodelled("of a handle of another type");
                }
                self.apply_as(target, &outer, given, answered)
            }
            Kind::Casts => {
                let target = self.handle_in(handle, TARGET)?;
                let (outer, inner) = (self.type_of_handle(handle)?, self.type_of_handle(target)?);
                self.apply_between(target, (&outer, &inner), given, answered, Self::cast)
            }
            _ => {
                let target = self.handle_in(handle, TARGET)?;
                self.apply(target, given, answered)
            }
        }
    }

    /// The elements of an array that is spread into so many arguments.
    fn spread_elements(&mut self, array: Value, count: usize) -> Result<Vec<Value>, Abrupt> {
        let Value::Reference(found) = array else { return self.unmodelled("of something else") };
        let array = self.state.heap.resolve(found)?;
        let length = array.and_then(|array| self.state.heap.array(array)).map(|body| body.length);
        let length = match (length, count) {
            (None, 0) => Some(0),
            (None, _) => return Err(Abrupt::Threw(NULL_POINTER)),
            (Some(length), _) => self.machine.pool.as_int(length),
        };
        if let Some(array) = array
            && length == i32::try_from(count).ok()
        {
            let mut elements = Vec::with_capacity(count);
            for position in 0..count {
                let index = self.small(position as i32);
                elements.push(load(self.machine, self.state, &Place::Element(array, index))?);
            }
            return Ok(elements);
        }
        match length {
            None => return self.unmodelled("of an array whose length depends on the input"),
            Some(0) if count == 0 => return Ok(Vec::new()),
            Some(_) => {}
        }
        let message = format!("array is not of length {count}");
        let exception = self.exception("java/lang/IllegalArgumentException", Some(&message))?;
        Err(Abrupt::ThrewObject(exception))
    }

    /// A new array of values that fit.
    pub(super) fn array_of(&mut self, component: FieldKind, values: &[Value]) -> Result<Value, Abrupt> {
        let length = self.small(values.len() as i32);
        let array = self.state.heap.allocate_array(&mut self.machine.pool, component, length);
        for (position, value) in values.iter().enumerate() {
            let index = self.small(position as i32);
            store(self.machine, self.state, &Place::Element(array, index), *value)?;
        }
        Ok(reference(array))
    }

    /// A handle that collects so many arguments into an array, the argument of another handle at a place.
    pub(super) fn gathering(
        &mut self,
        target: ObjectId,
        place: usize,
        array: &FieldType,
        count: usize,
    ) -> Result<ObjectId, Abrupt> {
        let mut inner = self.type_of_handle(target)?;
        let Some(component) = component_of(array) else { return self.unmodelled("of no array") };
        let Some(slot) = inner.parameters.get_mut(place) else { return self.unmodelled("at such a place") };
        *slot = array.clone();
        let target = self.converted_to(target, &inner)?;
        let mut outer = inner;
        outer.parameters.splice(place..=place, std::iter::repeat_n(component, count));
        let made = self.new_handle(Kind::Gathers, &outer)?;
        self.place(made, target, (place, count));
        Ok(made)
    }

    /// Sets the target of a handle and what it does at which place.
    pub(super) fn place(&mut self, made: ObjectId, target: ObjectId, (place, count): (usize, usize)) {
        let (place, count) = (Value::Int(self.small(place as i32)), Value::Int(self.small(count as i32)));
        self.set(made, TARGET, reference(target));
        self.set(made, FIRST, place);
        self.set(made, SECOND, count);
    }

    /// A value converted as `MethodHandles.explicitCastArguments` says.
    fn cast(&mut self, value: Value, from: &FieldType, to: &FieldType) -> Result<Value, Abrupt> {
        match (from, to) {
            (FieldType::Primitive(from), FieldType::Primitive(to)) => self.cast_number(value, *from, *to),
            (FieldType::Reference(_), FieldType::Primitive(to)) => {
                let Value::Reference(found) = value else { return self.unmodelled("of something else") };
                let Some(object) = self.state.heap.resolve(found)? else { return Ok(self.zero(*to)) };
                match self.unboxed(object)? {
                    Some((value, from)) => self.cast_number(value, from, *to),
                    None => Err(Abrupt::Threw("java/lang/ClassCastException")),
                }
            }
            (FieldType::Primitive(_), FieldType::Reference(_)) if !self.can_convert(from, to) => {
                Err(Abrupt::Threw("java/lang/ClassCastException"))
            }
            _ => self.convert(value, from, to),
        }
    }

    /// A number after a cast of the language; a truth value is one bit.
    fn cast_number(&mut self, value: Value, from: PrimitiveType, to: PrimitiveType) -> Result<Value, Abrupt> {
        use PrimitiveType::{Boolean, Byte, Char, Double, Float, Int, Long, Short};
        if from == to {
            return Ok(value);
        }
        let pool = &mut self.machine.pool;
        let wide = |pool: &mut crate::term::TermPool, value: Value| match value {
            Value::Long(term) => Value::Int(pool.long_to_int(term)),
            Value::Float(term) | Value::Double(term) => Value::Int(pool.floating_point(FloatOperator::ToInt, &[term])),
            value => value,
        };
        Ok(match to {
            Float | Double => {
                return Ok(match (value, to) {
                    (Value::Double(term), Float) => Value::Float(pool.floating_point(FloatOperator::ToFloat, &[term])),
                    _ => self.widened(value, to),
                });
            }
            Long => match value {
                Value::Float(term) | Value::Double(term) => {
                    Value::Long(pool.floating_point(FloatOperator::ToLong, &[term]))
                }
                _ => return Ok(self.widened(value, to)),
            },
            Int => wide(pool, value),
            Byte | Char | Short | Boolean => {
                let Value::Int(term) = wide(pool, value) else { return self.unmodelled("of something else") };
                Value::Int(match to {
                    Byte => pool.to_byte(term),
                    Char => pool.to_char(term),
                    Short => pool.to_short(term),
                    _ => {
                        let one = pool.int(1);
                        pool.and(term, one)
                    }
                })
            }
        })
    }
}
