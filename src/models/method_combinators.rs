//! Method handles that are made of other handles and of arrays: arguments in another order, computed from others, collected into an
//! array or taken out of one, cast; handles of a variable number of arguments; handles that call the handle they are given.

use super::arguments::{Abrupt, Call, NULL_POINTER};
use super::members::reference;
use super::method_handles::{
    FIRST, HANDLE, HANDLES, HELD, Kind, OTHERS, SECOND, TARGET, bound, class_type, identity_of, object_type, position,
};
use super::unsafe_access::{Place, load, store};
use super::{MethodModel, Precision, value};
use crate::classfile::{FieldType, MethodType, PrimitiveType, parse_field_descriptor};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{FieldKind, Use};
use crate::term::FloatOperator;
use std::sync::Arc;

/// Where the JDK has the code that uses elements of arrays for handles.
pub(super) const ARRAY_ACCESSOR: &str = "java/lang/invoke/MethodHandleImpl$ArrayAccessor";
const OF_CLASS: &str = "(Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;";
const OF_TYPE: &str = "(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
const TO_TYPE: &str = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;";
const WITH_ARRAY: &str = "(Ljava/lang/Class;I)Ljava/lang/invoke/MethodHandle;";
const WITH_ARRAY_AT: &str = "(ILjava/lang/Class;I)Ljava/lang/invoke/MethodHandle;";
const PERMUTE: &str = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;[I)Ljava/lang/invoke/MethodHandle;";
const OF_TWO: &str = "(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;";
const OF_TWO_AT: &str =
    "(Ljava/lang/invoke/MethodHandle;ILjava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;";
const OF_ONE: &str = "(Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/MethodHandle;";

pub(super) const TABLE: &[MethodModel] = &[
    value(HANDLES, "arrayElementGetter", OF_CLASS, Precision::Exact, |call| array_access(call, "getElement")),
    value(HANDLES, "arrayElementSetter", OF_CLASS, Precision::Exact, |call| array_access(call, "setElement")),
    value(HANDLES, "arrayLength", OF_CLASS, Precision::Exact, |call| array_access(call, "length")),
    value(HANDLES, "empty", OF_TYPE, Precision::Exact, empty),
    value(HANDLES, "zero", OF_CLASS, Precision::Exact, zero),
    value(HANDLES, "permuteArguments", PERMUTE, Precision::Bounded, permute),
    value(HANDLES, "foldArguments", OF_TWO, Precision::Bounded, |call| fold(call, None)),
    value(HANDLES, "foldArguments", OF_TWO_AT, Precision::Bounded, |call| fold(call, Some(1))),
    value(HANDLES, "collectArguments", OF_TWO_AT, Precision::Bounded, collect),
    value(HANDLES, "dropReturn", OF_ONE, Precision::Exact, drop_return),
    value(HANDLES, "explicitCastArguments", TO_TYPE, Precision::Bounded, cast_arguments),
    value(
        HANDLES,
        "throwException",
        "(Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/invoke/MethodHandle;",
        Precision::Exact,
        throw_exception,
    ),
    value(HANDLES, "invoker", OF_TYPE, Precision::Exact, |call| invoker(call, false)),
    value(HANDLES, "exactInvoker", OF_TYPE, Precision::Bounded, |call| invoker(call, true)),
    value(HANDLE, "asSpreader", WITH_ARRAY, Precision::Bounded, |call| spread(call, None)),
    value(HANDLE, "asSpreader", WITH_ARRAY_AT, Precision::Bounded, |call| spread(call, Some(1))),
    value(HANDLE, "asCollector", WITH_ARRAY, Precision::Bounded, |call| gather(call, None)),
    value(HANDLE, "asCollector", WITH_ARRAY_AT, Precision::Bounded, |call| gather(call, Some(1))),
    value(HANDLE, "asVarargsCollector", OF_CLASS, Precision::Bounded, vary),
    value(HANDLE, "withVarargs", "(Z)Ljava/lang/invoke/MethodHandle;", Precision::Bounded, with_varargs),
    value(HANDLE, "isVarargsCollector", "()Z", Precision::Exact, |call| {
        let (handle, _) = call.handle(0)?;
        let varies = call.fixed_arity(handle)?.is_some();
        Ok(Some(Value::Int(call.small(i32::from(varies)))))
    }),
    value(HANDLE, "asFixedArity", "()Ljava/lang/invoke/MethodHandle;", Precision::Exact, |call| {
        let (handle, _) = call.handle(0)?;
        Ok(Some(reference(call.fixed_arity(handle)?.unwrap_or(handle))))
    }),
];

type Outcome = Result<Option<Value>, Abrupt>;

impl Call<'_, '_> {
    /// What a handle of one of these kinds gives for arguments of exactly its type.
    pub(super) fn apply_combined(
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
                let mut passed = Vec::with_capacity(given.len());
                for ((value, from), to) in given.into_iter().zip(&outer.parameters).zip(&inner.parameters) {
                    passed.push(self.cast(value, from, to)?);
                }
                let result = self.apply(target, passed, answered)?;
                match (&inner.result, &outer.result) {
                    (_, None) => Ok(Value::Nothing),
                    (Some(from), Some(to)) => self.cast(result, from, to),
                    (None, Some(to)) => Ok(self.zero_of(to)),
                }
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
    fn array_of(&mut self, component: FieldKind, values: &[Value]) -> Result<Value, Abrupt> {
        let length = self.small(values.len() as i32);
        let array = self.state.heap.allocate_array(&mut self.machine.pool, component, length);
        for (position, value) in values.iter().enumerate() {
            let index = self.small(position as i32);
            store(self.machine, self.state, &Place::Element(array, index), *value)?;
        }
        Ok(reference(array))
    }

    /// The handle of fixed arity under one of a variable number of arguments; none for other handles.
    pub(super) fn fixed_arity(&mut self, handle: ObjectId) -> Result<Option<ObjectId>, Abrupt> {
        if self.kind_of(handle)? == Kind::Varies { self.handle_in(handle, TARGET).map(Some) } else { Ok(None) }
    }

    /// The handle that is called where a handle is called as one of another type: one of a variable number of arguments collects
    /// what there are of the last ones, unless there is one array that fits.
    pub(super) fn of_arity(&mut self, handle: ObjectId, outer: &MethodType) -> Result<ObjectId, Abrupt> {
        let Some(target) = self.fixed_arity(handle)? else { return Ok(handle) };
        let inner = self.type_of_handle(target)?;
        let Some((array, before)) = inner.parameters.split_last() else { return self.unmodelled("of this handle") };
        let fits = outer.parameters.len() == inner.parameters.len()
            && outer.parameters.last().is_some_and(|last| self.is_assignable(last, array));
        if fits {
            return Ok(target);
        }
        match outer.parameters.len().checked_sub(before.len()) {
            Some(count) => self.gathering(target, inner.parameters.len() - 1, array, count),
            None => self.unmodelled("with too few arguments"),
        }
    }

    fn is_assignable(&self, from: &FieldType, to: &FieldType) -> bool {
        let program = self.machine.program;
        match (from, to) {
            (FieldType::Reference(from), FieldType::Reference(to)) => {
                let types = program.reference_type(from).zip(program.reference_type(to));
                types.is_some_and(|(from, to)| program.is_subtype(from, to) == Some(true))
            }
            (from, to) => from == to,
        }
    }

    /// Calls a handle as one of another type.
    pub(super) fn apply_as(
        &mut self,
        handle: ObjectId,
        outer: &MethodType,
        given: Vec<Value>,
        answered: &mut usize,
    ) -> Result<Value, Abrupt> {
        let handle = self.of_arity(handle, outer)?;
        let inner = self.type_of_handle(handle)?;
        if !self.can_be(&inner, outer) {
            return Err(self.cannot_be(&inner, outer));
        }
        self.apply_converted(handle, (outer, &inner), given, answered)
    }

    /// A handle as one of another type, which it can be.
    pub(super) fn converted_to(&mut self, handle: ObjectId, outer: &MethodType) -> Result<ObjectId, Abrupt> {
        if self.type_of_handle(handle)? == *outer {
            return Ok(handle);
        }
        let handle = self.of_arity(handle, outer)?;
        let inner = self.type_of_handle(handle)?;
        if inner == *outer {
            return Ok(handle);
        }
        if !self.can_be(&inner, outer) {
            return Err(self.cannot_be(&inner, outer));
        }
        let made = self.new_handle(Kind::Converts, outer)?;
        self.set(made, TARGET, reference(handle));
        Ok(made)
    }

    /// A handle that collects so many arguments into an array, the argument of another handle at a place.
    fn gathering(
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
    fn place(&mut self, made: ObjectId, target: ObjectId, (place, count): (usize, usize)) {
        let (place, count) = (Value::Int(self.small(place as i32)), Value::Int(self.small(count as i32)));
        self.set(made, TARGET, reference(target));
        self.set(made, FIRST, place);
        self.set(made, SECOND, count);
    }

    fn zero_of(&mut self, kind: &FieldType) -> Value {
        match kind {
            FieldType::Primitive(kind) => self.zero(*kind),
            FieldType::Reference(_) => super::members::NULL,
        }
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

/// The type of the elements of an array type.
fn component_of(array: &FieldType) -> Option<FieldType> {
    match array {
        FieldType::Reference(name) => parse_field_descriptor(name.strip_prefix('[')?),
        FieldType::Primitive(_) => None,
    }
}

/// A handle of what the JDK's code does with an array of a type.
fn array_access(call: &mut Call<'_, '_>, what: &str) -> Outcome {
    let array = class_type(call, call.value(0))?;
    let Some(component) = component_of(&array) else {
        let name = call.named_class(0)?;
        let message = format!("not an array type: {}", crate::classfile::java_name(&name));
        let exception = call.exception("java/lang/IllegalArgumentException", Some(&message))?;
        return Err(Abrupt::ThrewObject(exception));
    };
    let is_reference = matches!(component, FieldType::Reference(_));
    let general = if is_reference { object_type() } else { component.clone() };
    let whole = match &general {
        FieldType::Reference(_) => FieldType::Reference("[Ljava/lang/Object;".into()),
        FieldType::Primitive(_) => array.clone(),
    };
    let letter = if is_reference { "L".to_owned() } else { component.descriptor() };
    let index = FieldType::Primitive(PrimitiveType::Int);
    let typed = |array: FieldType, element: FieldType| match what {
        "length" => MethodType { parameters: vec![array], result: Some(index.clone()) },
        "getElement" => MethodType { parameters: vec![array, index.clone()], result: Some(element) },
        _ => MethodType { parameters: vec![array, index.clone(), element], result: None },
    };
    let (inner, outer) = (typed(whole, general), typed(array, component));
    let program = call.machine.program;
    let accessor = program.class_by_name(ARRAY_ACCESSOR);
    let name = format!("{what}{letter}");
    let descriptor = super::method_types::descriptor_of(&inner);
    let method = program.method_by_name((ARRAY_ACCESSOR, &name, &descriptor));
    let (Some(accessor), Some(method)) = (accessor, method) else { return call.unmodelled("of this JDK") };
    let position = program.method(method).position;
    let made = call.member_handle((accessor, position, Use::Calls), &inner)?;
    let Some(Value::Reference(Reference::Object(made))) = made else { return Ok(made) };
    call.converted_to(made, &outer).map(|made| Some(reference(made)))
}

/// A handle without arguments that gives zero, null or nothing.
fn zero_handle(call: &mut Call<'_, '_>, kind: Option<&FieldType>) -> Result<ObjectId, Abrupt> {
    let Some(kind) = kind else {
        return call.new_handle(Kind::Identity, &MethodType { parameters: Vec::new(), result: None });
    };
    let held = match kind {
        FieldType::Primitive(primitive) => {
            let zero = call.zero(*primitive);
            call.in_box(zero, *primitive)?
        }
        FieldType::Reference(_) => super::members::NULL,
    };
    let (identity, method_type) = identity_of(call, kind)?;
    bound(call, identity, &method_type, (0, held))
}

fn zero(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let kind = if &*name == "void" { None } else { Some(class_type(call, call.value(0))?) };
    zero_handle(call, kind.as_ref()).map(|made| Some(reference(made)))
}

fn empty(call: &mut Call<'_, '_>) -> Outcome {
    let outer = call.type_in(call.value(0))?;
    let target = zero_handle(call, outer.result.as_ref())?;
    if outer.parameters.is_empty() {
        return Ok(Some(reference(target)));
    }
    let made = call.new_handle(Kind::Drops, &outer)?;
    call.place(made, target, (0, outer.parameters.len()));
    Ok(Some(reference(made)))
}

fn permute(call: &mut Call<'_, '_>) -> Outcome {
    let (target, inner) = call.handle(0)?;
    let outer = call.type_in(call.value(1))?;
    let order = call.present_array(2)?;
    let Some(places) = call.machine.known_elements(call.state, order) else {
        return call.unmodelled("with an order that depends on the input");
    };
    let fits = |(place, wanted): (&i64, &FieldType)| {
        usize::try_from(*place).ok().and_then(|place| outer.parameters.get(place)) == Some(wanted)
    };
    if places.len() != inner.parameters.len()
        || outer.result != inner.result
        || !places.iter().zip(&inner.parameters).all(fits)
    {
        return call.unmodelled("with other types");
    }
    let values: Vec<Value> = places.iter().map(|place| Value::Int(call.small(*place as i32))).collect();
    let kept = call.array_of(FieldKind::Primitive(PrimitiveType::Int), &values)?;
    let made = call.new_handle(Kind::Permutes, &outer)?;
    call.set(made, TARGET, reference(target));
    call.set(made, HELD, kept);
    Ok(Some(reference(made)))
}

/// `foldArguments`: at the place that an argument says, else at the first.
fn fold(call: &mut Call<'_, '_>, at: Option<usize>) -> Outcome {
    let (target, inner) = call.handle(0)?;
    let place = at.map_or(Ok(0), |argument| position(call, argument))?;
    let (combiner, combined) = call.handle(if at.is_some() { 2 } else { 1 })?;
    let results = usize::from(combined.result.is_some());
    let taken = inner.parameters.get(place + results..).unwrap_or_default();
    let gives = combined.result.is_none() || combined.result.as_ref() == inner.parameters.get(place);
    if !taken.starts_with(&combined.parameters) || !gives {
        return call.unmodelled("with other types");
    }
    let mut outer = inner;
    if results == 1 {
        outer.parameters.remove(place);
    }
    combination(call, Kind::Folds, &outer, (target, combiner, place))
}

fn collect(call: &mut Call<'_, '_>) -> Outcome {
    let ((target, inner), place) = (call.handle(0)?, position(call, 1)?);
    let (filter, filters) = call.handle(2)?;
    let gives = match &filters.result {
        Some(result) => inner.parameters.get(place) == Some(result),
        None => place <= inner.parameters.len(),
    };
    if !gives {
        return call.unmodelled("with other types");
    }
    let mut outer = inner;
    let replaced = place..place + usize::from(filters.result.is_some());
    outer.parameters.splice(replaced, filters.parameters.iter().cloned());
    combination(call, Kind::Collects, &outer, (target, filter, place))
}

fn combination(
    call: &mut Call<'_, '_>,
    kind: Kind,
    outer: &MethodType,
    (target, other, place): (ObjectId, ObjectId, usize),
) -> Outcome {
    let made = call.new_handle(kind, outer)?;
    let others = call.reference_array(HANDLE, &[reference(other)])?;
    call.place(made, target, (place, 0));
    call.set(made, OTHERS, others);
    Ok(Some(reference(made)))
}

fn drop_return(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    if inner.result.is_none() {
        return Ok(Some(reference(handle)));
    }
    let target = call.fixed_arity(handle)?.unwrap_or(handle);
    call.converted_to(target, &MethodType { result: None, ..inner }).map(|made| Some(reference(made)))
}

fn cast_arguments(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    let outer = call.type_in(call.value(1))?;
    if inner == outer {
        return Ok(Some(reference(handle)));
    }
    if inner.parameters.len() != outer.parameters.len() {
        return call.unmodelled("with another number of arguments");
    }
    let made = call.new_handle(Kind::Casts, &outer)?;
    call.set(made, TARGET, reference(handle));
    Ok(Some(reference(made)))
}

fn throw_exception(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.named_class(0)?;
    let result = if &*name == "void" { None } else { Some(class_type(call, call.value(0))?) };
    let thrown = class_type(call, call.value(1))?;
    call.new_handle(Kind::Throws, &MethodType { parameters: vec![thrown], result }).map(|made| Some(reference(made)))
}

/// `exactInvoker` and `invoker`: what calls the handle that is its first argument.
fn invoker(call: &mut Call<'_, '_>, is_exact: bool) -> Outcome {
    let mut outer = call.type_in(call.value(0))?;
    outer.parameters.insert(0, FieldType::Reference(Arc::from(HANDLE)));
    let made = call.new_handle(Kind::Invokes, &outer)?;
    let exact = Value::Int(call.small(i32::from(is_exact)));
    call.set(made, FIRST, exact);
    Ok(Some(reference(made)))
}

/// `asSpreader`: at the place that an argument says, else at the last ones.
fn spread(call: &mut Call<'_, '_>, at: Option<usize>) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    let first = at.map_or(0, |argument| argument);
    let (array, count) = (class_type(call, call.value(first + 1))?, position(call, first + 2)?);
    let Some(place) = (match at {
        Some(argument) => Some(position(call, argument)?),
        None => inner.parameters.len().checked_sub(count),
    }) else {
        return call.unmodelled("with too few arguments");
    };
    let Some(component) = component_of(&array) else { return call.unmodelled("of no array") };
    if place.saturating_add(count) > inner.parameters.len() {
        return call.unmodelled("with too few arguments");
    }
    let mut passed = inner;
    for slot in passed.parameters.iter_mut().skip(place).take(count) {
        *slot = component.clone();
    }
    let handle = call.fixed_arity(handle)?.unwrap_or(handle);
    let target = call.converted_to(handle, &passed)?;
    let mut outer = passed;
    outer.parameters.splice(place..place + count, [array]);
    let made = call.new_handle(Kind::Spreads, &outer)?;
    call.place(made, target, (place, count));
    Ok(Some(reference(made)))
}

/// `asCollector`: at the place that an argument says, else at the last.
fn gather(call: &mut Call<'_, '_>, at: Option<usize>) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    let first = at.map_or(0, |argument| argument);
    let (array, count) = (class_type(call, call.value(first + 1))?, position(call, first + 2)?);
    let Some(place) = (match at {
        Some(argument) => Some(position(call, argument)?),
        None => inner.parameters.len().checked_sub(1),
    }) else {
        return call.unmodelled("of a handle without arguments");
    };
    let wanted = inner.parameters.get(place);
    if !wanted.is_some_and(|wanted| call.is_assignable(&array, wanted)) {
        return call.unmodelled("of another array");
    }
    let handle = call.fixed_arity(handle)?.unwrap_or(handle);
    call.gathering(handle, place, &array, count).map(|made| Some(reference(made)))
}

/// A handle of a variable number of arguments: the last one of its type is an array.
pub(super) fn varying(call: &mut Call<'_, '_>, handle: ObjectId) -> Result<ObjectId, Abrupt> {
    let inner = call.type_of_handle(handle)?;
    if inner.parameters.last().and_then(component_of).is_none() {
        return call.unmodelled("of a handle without an array");
    }
    let made = call.new_handle(Kind::Varies, &inner)?;
    call.set(made, TARGET, reference(handle));
    Ok(made)
}

fn vary(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, mut inner) = call.handle(0)?;
    let array = class_type(call, call.value(1))?;
    let handle = call.fixed_arity(handle)?.unwrap_or(handle);
    match inner.parameters.last_mut() {
        Some(last) if call.is_assignable(&array, last) => *last = array,
        _ => return call.unmodelled("of another array"),
    }
    let target = call.converted_to(handle, &inner)?;
    varying(call, target).map(|made| Some(reference(made)))
}

fn with_varargs(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, _) = call.handle(0)?;
    let wanted = call.int(1)?;
    let zero = call.small(0);
    let wanted = call.machine.pool.not_equal(wanted, zero);
    match (call.decide(wanted)?, call.fixed_arity(handle)?) {
        (true, None) => varying(call, handle).map(|made| Some(reference(made))),
        (false, Some(target)) => Ok(Some(reference(target))),
        _ => Ok(Some(reference(handle))),
    }
}
