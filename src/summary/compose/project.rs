//! `projectActualParameters`: what the caller's state holds in the places of the callee's inputs.

use super::super::case::{CaseInput, CaseOutcome, CasePath, CaseResult, Location, NumberLocation};
use super::super::recording::Recording;
use super::{Callee, Partial};
use crate::explore::Explorer;
use crate::heap::{Choice, Reference, Value};
use crate::term::{Domain, InputId, Sort, TermId, substitute};
use rustc_hash::FxHashMap;

pub(super) fn read_location(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    location: Location,
    index: Option<TermId>,
    partial: &mut Partial,
) -> Result<Option<Value>, Choice> {
    let object = |number: u32| partial.objects.get(number as usize).copied();
    let object = match location {
        Location::Field(number, _) | Location::Element(number, _) => object(number),
        _ => None,
    };
    let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
    Ok(match location {
        Location::Parameter(position) => callee.call.arguments.get(usize::from(position)).copied(),
        Location::Field(_, field) => match (object, callee.loaded.field(field)) {
            (Some(object), Some(field)) => Some(heap.read_field(&mut context, object, field)),
            _ => None,
        },
        Location::Static(field) => callee.loaded.field(field).map(|field| heap.read_static(&mut context, field)),
        Location::Element(..) => match (object, index) {
            (Some(object), Some(index)) => Some(heap.read_element(&mut context, object, index)?),
            _ => None,
        },
        // A summary with open calls is not composed.
        Location::Open(..) => None,
    })
}

/// [`project`] where the term must be of a sort; it is, in a summary that casewise made of the same method.
pub(super) fn project_as(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    inputs: &[CaseInput],
    term: u32,
    partial: &mut Partial,
    sort: Sort,
) -> Option<TermId> {
    let is_right = callee.loaded.term(term).is_some_and(|term| explorer.machine.pool.sort(term) == sort);
    if is_right { project(explorer, callee, inputs, term, partial) } else { None }
}

/// `projectActualParameters` for a term: the callee's inputs become what the caller's state holds in their places.
pub(super) fn project(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    inputs: &[CaseInput],
    term: u32,
    partial: &mut Partial,
) -> Option<TermId> {
    let term = callee.loaded.term(term)?;
    let mut position = 0;
    while let Some(input) = explorer.machine.pool.inputs(term).get(position).map(|input| input.0) {
        position += 1;
        if partial.numbers.iter().any(|(known, _)| *known == input) {
            continue;
        }
        let CaseInput { location, domain, .. } = *inputs.iter().find(|known| known.input == input)?;
        let value = read_number(explorer, callee, location, partial)?;
        if explorer.machine.pool.sort(value) != domain.sort() {
            return None;
        }
        partial.numbers.push((input, value));
    }
    let numbers = &partial.numbers;
    let mut replacement = |pool: &mut crate::term::TermPool, input: InputId, domain: Domain| {
        numbers
            .iter()
            .find(|(known, value)| *known == input.0 && pool.sort(*value) == domain.sort())
            .map_or_else(|| pool.input(input, domain), |(_, value)| *value)
    };
    Some(substitute(&mut explorer.machine.pool, term, &mut replacement, &mut FxHashMap::default()))
}

/// The result of a case that changes nothing, without running it: projected like a condition. None where only running the
/// code tells.
pub(super) fn project_result(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    path: &CasePath,
    partial: &mut Partial,
) -> Option<Option<Value>> {
    let CaseOutcome::Returned(result) = &path.outcome else { return None };
    match result {
        CaseResult::Void => Some(None),
        CaseResult::Number(term) => {
            let term = project(explorer, callee, &path.inputs, *term, partial)?;
            Value::of_sort(explorer.machine.pool.sort(term), term).map(Some)
        }
        CaseResult::Null => Some(Some(Value::Reference(Reference::Null))),
        CaseResult::Input(object) => {
            partial.objects.get(*object as usize).map(|object| Some(Value::Reference(Reference::Object(*object))))
        }
        CaseResult::Static(_) | CaseResult::Undecided(_) | CaseResult::Made(_) | CaseResult::Other => None,
        CaseResult::Constant(_) | CaseResult::Holding(..) => None,
    }
}

fn read_number(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    location: NumberLocation,
    partial: &mut Partial,
) -> Option<TermId> {
    let object = match location {
        NumberLocation::Field(number, _) | NumberLocation::Length(number) | NumberLocation::Contents(number) => {
            partial.objects.get(number as usize).copied()
        }
        _ => None,
    };
    let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
    let value = match location {
        NumberLocation::Parameter(position) => callee.call.arguments.get(usize::from(position)).copied()?,
        NumberLocation::Field(_, field) => heap.read_field(&mut context, object?, callee.loaded.field(field)?),
        NumberLocation::Static(field) => heap.read_static(&mut context, callee.loaded.field(field)?),
        NumberLocation::Open(..) => return None,
        NumberLocation::Length(_) => return heap.array(object?).map(|body| body.length),
        NumberLocation::Contents(_) => match heap.array(object?)?.contents {
            crate::heap::Contents::Primitive(_, contents) => return Some(contents),
            _ => return None,
        },
    };
    match value {
        Value::Text(term) => Some(term),
        other => other.number(),
    }
}
