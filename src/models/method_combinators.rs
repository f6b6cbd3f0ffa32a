//! Method handles that are made of other handles and of arrays: arguments in another order, computed from others, collected into an
//! array or taken out of one, cast; handles of a variable number of arguments; handles that call the handle they are given.

mod applying;

use super::arguments::{Abrupt, Call};
use super::members::reference;
use super::method_handles::{
    FIRST, HANDLE, HANDLES, HELD, Kind, OTHERS, TARGET, bound, class_type, identity_of, object_type, position,
};
use super::{MethodModel, Precision, value};
use crate::classfile::{FieldType, MethodType, PrimitiveType, parse_field_descriptor};
use crate::heap::{ObjectId, Reference, Value};
use crate::program::{FieldKind, Use};
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
