//! `java.lang.System.arraycopy`, with the checks in the order in which HotSpot makes them.

use super::{Model, exact};
use crate::exec::{ExternalResult, Interrupt, Machine, State, StopReason};
use crate::heap::{Contents, ObjectId, Reference, Value};
use crate::program::{FieldKind, ReferenceType};
use crate::term::TermId;
use std::rc::Rc;

const ARRAY_STORE: &str = "java/lang/ArrayStoreException";
const OUT_OF_BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
const NULL_POINTER: &str = "java/lang/NullPointerException";

pub(super) const TABLE: &[Model] =
    &[exact("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy)];

fn arraycopy(machine: &mut Machine<'_>, state: &mut State, arguments: &[Value]) -> Result<ExternalResult, Interrupt> {
    let [
        Value::Reference(source),
        Value::Int(source_from),
        Value::Reference(destination),
        Value::Int(destination_from),
        Value::Int(length),
    ] = arguments
    else {
        return Err(StopReason::Internal("arraycopy with other arguments".into()).into());
    };
    let Some(source) = resolve(state, *source)? else { return Ok(ExternalResult::Threw(NULL_POINTER)) };
    let Some(destination) = resolve(state, *destination)? else { return Ok(ExternalResult::Threw(NULL_POINTER)) };
    let (Some(from), Some(to)) = (state.heap.array(source).cloned(), state.heap.array(destination).cloned()) else {
        return Ok(ExternalResult::Threw(ARRAY_STORE));
    };
    match (from.component, to.component) {
        (FieldKind::Primitive(left), FieldKind::Primitive(right)) if left == right => {}
        (FieldKind::Reference(left), FieldKind::Reference(right)) => {
            let accepting: Vec<ReferenceType> = match &to.possible_components {
                Some(classes) => classes.iter().map(|class| ReferenceType::class(*class)).collect(),
                None => vec![right],
            };
            // Within one array every element fits.
            let fits = |component: &ReferenceType| machine.program.is_subtype(left, *component) == Some(true);
            if source != destination && !accepting.iter().all(fits) {
                return Err(StopReason::CheckedCopy.into());
            }
        }
        _ => return Ok(ExternalResult::Threw(ARRAY_STORE)),
    }
    let zero = machine.pool.int(0);
    for number in [*source_from, *destination_from, *length] {
        let not_negative = machine.pool.greater_or_equal(number, zero);
        if !state.path.decide(&mut machine.pool, not_negative)? {
            return Ok(ExternalResult::Threw(OUT_OF_BOUNDS));
        }
    }
    for (position, available) in [(*source_from, from.length), (*destination_from, to.length)] {
        // No wrap-around: both are at least 0.
        let room = machine.pool.subtract(available, *length);
        let fits = machine.pool.less_or_equal(position, room);
        if !state.path.decide(&mut machine.pool, fits)? {
            return Ok(ExternalResult::Threw(OUT_OF_BOUNDS));
        }
    }
    let contents = copied(machine, from.contents, to.contents, *source_from, *destination_from, *length)?;
    if let Some(body) = state.heap.array_mut(destination) {
        body.contents = contents;
    }
    Ok(ExternalResult::Returned(None))
}

fn copied(
    machine: &mut Machine<'_>,
    from: Contents,
    to: Contents,
    source_from: TermId,
    destination_from: TermId,
    length: TermId,
) -> Result<Contents, Interrupt> {
    match (from, to) {
        (Contents::Primitive(_, source), Contents::Primitive(kind, destination)) => {
            let copy = machine.pool.copy(destination, destination_from, source, source_from, length);
            Ok(Contents::Primitive(kind, copy))
        }
        (Contents::References(source), Contents::References(destination)) => {
            let copy = destination.with_copy(&source, source_from, destination_from, length);
            Ok(Contents::References(Rc::new(copy)))
        }
        _ => Err(StopReason::Internal("arraycopy between arrays of other kinds".into()).into()),
    }
}

fn resolve(state: &State, reference: Reference) -> Result<Option<ObjectId>, Interrupt> {
    Ok(state.heap.resolve(reference)?)
}
