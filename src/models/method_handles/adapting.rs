//! Method handles made of others: with other types, bound, or with arguments inserted, dropped and filtered.

use super::super::arguments::{Abrupt, Call};
use super::super::members::reference;
use super::{FIRST, HANDLE, HELD, Kind, OTHERS, Outcome, SECOND, TARGET, class_type, object_type};
use crate::classfile::{FieldType, MethodType, PrimitiveType};
use crate::heap::{ObjectId, Value};

pub(super) fn as_type(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, _) = call.handle(0)?;
    let outer = call.type_in(call.value(1))?;
    call.converted_to(handle, &outer).map(|made| Some(reference(made)))
}

/// A handle with one value put in, which is of the type that the target wants there.
pub(in crate::models) fn bound(
    call: &mut Call<'_, '_>,
    target: ObjectId,
    inner: &MethodType,
    at: (usize, Value),
) -> Result<ObjectId, Abrupt> {
    let (position, held) = at;
    let Some(wanted) = inner.parameters.get(position).cloned() else { return call.unmodelled("of such a handle") };
    // What is put in is checked now.
    call.convert(held, &object_type(), &wanted)?;
    let mut outer = inner.clone();
    outer.parameters.remove(position);
    let made = call.new_handle(Kind::Bound, &outer)?;
    let place = Value::Int(call.small(position as i32));
    call.set(made, TARGET, reference(target));
    call.set(made, FIRST, place);
    call.set(made, HELD, held);
    Ok(made)
}

pub(super) fn bind_to(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    if !matches!(inner.parameters.first(), Some(FieldType::Reference(_))) {
        let exception = call.exception("java/lang/IllegalArgumentException", Some("no leading reference parameter"))?;
        return Err(Abrupt::ThrewObject(exception));
    }
    bound(call, handle, &inner, (0, call.value(1))).map(|made| Some(reference(made)))
}

/// The place that is an argument; it must not depend on the input.
pub(in crate::models) fn position(call: &mut Call<'_, '_>, argument: usize) -> Result<usize, Abrupt> {
    let place = call.int(argument)?;
    match call.machine.pool.as_int(place).and_then(|place| usize::try_from(place).ok()) {
        Some(place) => Ok(place),
        None => call.unmodelled("at such a place"),
    }
}

pub(super) fn insert_arguments(call: &mut Call<'_, '_>) -> Outcome {
    let (mut handle, mut inner) = call.handle(0)?;
    let place = position(call, 1)?;
    let values = call.elements_of(call.value(2))?;
    if place.saturating_add(values.len()) > inner.parameters.len() {
        return call.unmodelled("with such arguments");
    }
    for held in values {
        handle = bound(call, handle, &inner, (place, held))?;
        inner.parameters.remove(place);
    }
    Ok(Some(reference(handle)))
}

/// `dropArguments` with a list of types.
pub(super) fn drop_listed_arguments(call: &mut Call<'_, '_>) -> Outcome {
    let list = call.present(2)?;
    let classes = call.answer_of(list, ("java/util/List", "toArray", "()[Ljava/lang/Object;"))?;
    drop_these_arguments(call, classes)
}

pub(super) fn drop_arguments(call: &mut Call<'_, '_>) -> Outcome {
    drop_these_arguments(call, call.value(2))
}

fn drop_these_arguments(call: &mut Call<'_, '_>, classes: Value) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    let place = position(call, 1)?;
    let mut added = Vec::new();
    for class in call.elements_of(classes)? {
        added.push(class_type(call, class)?);
    }
    if place > inner.parameters.len() {
        return call.unmodelled("with such arguments");
    }
    let mut outer = inner;
    let count = added.len();
    outer.parameters.splice(place..place, added);
    let made = call.new_handle(Kind::Drops, &outer)?;
    let (place, count) = (Value::Int(call.small(place as i32)), Value::Int(call.small(count as i32)));
    call.set(made, TARGET, reference(handle));
    call.set(made, FIRST, place);
    call.set(made, SECOND, count);
    Ok(Some(reference(made)))
}

pub(super) fn filter_return_value(call: &mut Call<'_, '_>) -> Outcome {
    let ((handle, inner), (filter, filters)) = (call.handle(0)?, call.handle(1)?);
    let takes: Vec<FieldType> = inner.result.iter().cloned().collect();
    if filters.parameters != takes {
        return call.unmodelled("with other types");
    }
    let made = call.new_handle(Kind::FiltersResult, &MethodType { result: filters.result, ..inner })?;
    let others = call.reference_array(HANDLE, &[reference(filter)])?;
    call.set(made, TARGET, reference(handle));
    call.set(made, OTHERS, others);
    Ok(Some(reference(made)))
}

pub(super) fn filter_arguments(call: &mut Call<'_, '_>) -> Outcome {
    let (handle, inner) = call.handle(0)?;
    let place = position(call, 1)?;
    let filters = call.elements_of(call.value(2))?;
    let mut outer = inner.clone();
    for (number, filter) in filters.iter().enumerate() {
        let Value::Reference(filter) = *filter else { return call.unmodelled("of something else") };
        let Some(filter) = call.state.heap.resolve(filter)? else { continue };
        let filters = call.type_of_handle(filter)?;
        match (filters.parameters.as_slice(), outer.parameters.get_mut(place + number)) {
            ([takes], Some(slot)) if filters.result.as_ref() == Some(slot) => *slot = takes.clone(),
            _ => return call.unmodelled("with other types"),
        }
    }
    let made = call.new_handle(Kind::FiltersArguments, &outer)?;
    let others = call.reference_array(HANDLE, &filters)?;
    let place = Value::Int(call.small(place as i32));
    call.set(made, TARGET, reference(handle));
    call.set(made, FIRST, place);
    call.set(made, OTHERS, others);
    Ok(Some(reference(made)))
}

pub(super) fn guard_with_test(call: &mut Call<'_, '_>) -> Outcome {
    let ((test, tests), (target, inner), (fallback, other)) = (call.handle(0)?, call.handle(1)?, call.handle(2)?);
    let is_truth = tests.result == Some(FieldType::Primitive(PrimitiveType::Boolean));
    if !is_truth || inner != other || !inner.parameters.starts_with(&tests.parameters) {
        return call.unmodelled("with other types");
    }
    let made = call.new_handle(Kind::Guards, &inner)?;
    let others = call.reference_array(HANDLE, &[reference(test), reference(fallback)])?;
    call.set(made, TARGET, reference(target));
    call.set(made, OTHERS, others);
    Ok(Some(reference(made)))
}
