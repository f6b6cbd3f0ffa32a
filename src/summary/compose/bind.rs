//! Binding a callee's references to what the caller holds in their places: fresh objects, objects met before, and strings and
//! boxes, which the callee takes for objects of their own.

use super::super::case::{CaseConstraint, Location};
use super::super::recording::Recording;
use super::{Bound, Callee, Partial, Unbound};
use crate::explore::Explorer;
use crate::heap::{Alternative, ObjectId, Origin, Reference, Value, compatible_types};
use crate::program::FieldKind;

/// What a callee takes a reference input for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// An object, which can be one that it has named.
    Object,
    /// A string or a box, and so an object of its own.
    Value,
    /// One or the other: an element of an array, whose class the caller may know better.
    Either,
}

impl Taken {
    /// What the callee takes a location for.
    pub(super) fn of(explorer: &Explorer<'_, Recording>, callee: &Callee<'_>, location: Location) -> Taken {
        let program = explorer.machine.program;
        let kind = match location {
            Location::Parameter(position) => {
                let info = program.method(callee.call.method);
                let position = usize::from(position).checked_sub(usize::from(info.has_receiver()));
                position.and_then(|position| info.parameters.get(position).copied())
            }
            Location::Field(_, field) | Location::Static(field) => {
                callee.loaded.field(field).map(|field| program.field(field).kind)
            }
            Location::Element(..) | Location::Open(..) => return Taken::Either,
        };
        match kind {
            Some(FieldKind::Reference(declared))
                if declared.as_class().is_some_and(|it| program.is_value_class(it)) =>
            {
                Taken::Value
            }
            _ => Taken::Object,
        }
    }
}

/// Whether some object that the callee has named is another string or box of the same class: the callee tells the two apart
/// as objects, the JVM need not.
fn names_other_value(explorer: &Explorer<'_, Recording>, partial: &Partial, object: ObjectId) -> bool {
    let program = explorer.machine.program;
    let heap = &partial.path.state.heap;
    let Some(class) = heap.value_class(program, object) else { return false };
    partial.objects.iter().any(|known| *known != object && heap.value_class(program, *known) == Some(class))
}

/// Whether a constraint on a reference contradicts what the caller's state holds already: found without changing the state,
/// so that it need not be copied.
pub(super) fn excludes(
    explorer: &Explorer<'_, Recording>,
    callee: &Callee<'_>,
    constraint: &CaseConstraint,
    partial: &Partial,
) -> bool {
    match constraint {
        CaseConstraint::Null(location) => {
            matches!(held(callee, *location, partial), Some(Reference::Object(_)))
        }
        CaseConstraint::New(location) => match held(callee, *location, partial) {
            Some(Reference::Null) => true,
            Some(Reference::Object(object)) => {
                let taken = Taken::of(explorer, callee, *location);
                !is_unclear(explorer, partial, object, taken) && is_named(partial, object, taken)
            }
            _ => false,
        },
        CaseConstraint::Alias(location, number) => match held(callee, *location, partial) {
            Some(Reference::Null) => true,
            Some(Reference::Object(object)) => {
                let target = partial.objects.get(*number as usize);
                target.is_none_or(|target| object != *target && !are_like_values(explorer, partial, object, *target))
            }
            _ => false,
        },
        _ => false,
    }
}

/// What the caller's state holds at a location, where that is decided.
fn held(callee: &Callee<'_>, location: Location, partial: &Partial) -> Option<Reference> {
    let heap = &partial.path.state.heap;
    let value = match location {
        Location::Parameter(position) => callee.call.arguments.get(usize::from(position)).copied(),
        Location::Field(number, field) => {
            heap.field_value(*partial.objects.get(number as usize)?, callee.loaded.field(field)?)
        }
        Location::Static(field) => heap.static_value(callee.loaded.field(field)?),
        Location::Element(..) | Location::Open(..) => None,
    };
    match value? {
        Value::Reference(reference) => Some(heap.current(reference)),
        _ => None,
    }
}

/// Whether two objects are different strings, or boxes of one class: the JVM need not tell them apart.
fn are_like_values(explorer: &Explorer<'_, Recording>, partial: &Partial, object: ObjectId, target: ObjectId) -> bool {
    let heap = &partial.path.state.heap;
    let program = explorer.machine.program;
    let class = heap.value_class(program, object);
    class.is_some() && class == heap.value_class(program, target)
}

/// Whether the callee has named an object already, where it takes what it names for different objects.
fn is_named(partial: &Partial, object: ObjectId, taken: Taken) -> bool {
    taken != Taken::Value && partial.objects.contains(&object)
}

/// Whether the callee could take for an object of its own what the JVM need not.
fn is_unclear(explorer: &Explorer<'_, Recording>, partial: &Partial, object: ObjectId, taken: Taken) -> bool {
    let is_value = || partial.path.state.heap.value_class(explorer.machine.program, object).is_some();
    let is_repeated = || taken == Taken::Either && partial.objects.contains(&object) && is_value();
    taken != Taken::Value && (is_repeated() || names_other_value(explorer, partial, object))
}

/// `Ref = new` of the callee: an object of the caller that the callee has not named, or a fresh one. Where the callee takes it
/// for a value, it can be one that is named already: the callee compared no references of these.
pub(super) fn bind_new(
    explorer: &mut Explorer<'_, Recording>,
    partial: Partial,
    found: Reference,
    taken: Taken,
) -> Vec<Bound> {
    match found {
        Reference::Null => Vec::new(),
        Reference::Object(object) if is_unclear(explorer, &partial, object, taken) => vec![Err(Unbound::Outside)],
        Reference::Object(object) if is_named(&partial, object, taken) => Vec::new(),
        Reference::Object(object) => {
            let mut partial = partial;
            partial.objects.push(object);
            vec![Ok(partial)]
        }
        Reference::Symbol(symbol) => {
            let mut partial = partial;
            let constants = match explorer.constants_of(&mut partial.path, symbol) {
                Ok(constants) => constants,
                Err(reason) => return vec![Err(Unbound::Stopped(partial, reason))],
            };
            let heap = &partial.path.state.heap;
            let alternatives: Vec<Alternative> = heap
                .alternatives(explorer.machine.program, symbol, constants.as_deref())
                .into_iter()
                .filter(|alternative| match alternative {
                    Alternative::Null => false,
                    Alternative::New => true,
                    Alternative::Alias(object) => !partial.objects.contains(object),
                })
                .collect();
            if alternatives.len() > 1 {
                explorer.costs.states += alternatives.len() as u64;
            }
            let count = alternatives.len();
            // The last one takes the path, the others copies of it.
            let partials = std::iter::repeat_n(partial, count);
            let mut bind = |(alternative, mut partial): (Alternative, Partial)| {
                explorer.decide_symbol(&mut partial.path, symbol, alternative);
                match partial.path.state.heap.current(found) {
                    Reference::Object(object) if is_unclear(explorer, &partial, object, taken) => {
                        Some(Err(Unbound::Outside))
                    }
                    Reference::Object(object) => {
                        partial.objects.push(object);
                        Some(Ok(partial))
                    }
                    _ => None,
                }
            };
            alternatives.into_iter().zip(partials).filter_map(&mut bind).collect()
        }
    }
}

/// `Ref1 = Ref2` of the callee.
pub(super) fn bind_alias(
    explorer: &mut Explorer<'_, Recording>,
    partial: Partial,
    found: Reference,
    target: Option<ObjectId>,
) -> Vec<Bound> {
    let Some(target) = target else { return Vec::new() };
    match found {
        Reference::Null => Vec::new(),
        Reference::Object(object) => {
            if object == target && partial.objects.iter().filter(|known| **known == target).count() > 1 {
                // The callee told apart what are one string here.
                vec![Err(Unbound::Outside)]
            } else if object == target {
                vec![Ok(partial)]
            } else if are_like_values(explorer, &partial, object, target) {
                vec![Err(Unbound::Outside)]
            } else {
                Vec::new()
            }
        }
        Reference::Symbol(symbol) => {
            let heap = &partial.path.state.heap;
            let Some(info) = heap.symbol(symbol) else { return Vec::new() };
            if info.declared.as_class().is_some_and(|class| explorer.machine.program.is_value_class(class)) {
                return vec![Err(Unbound::Outside)];
            }
            // What the path made cannot be an input, and lazy initialisation takes nothing that class initialisation made
            // for one but the constants of an enum.
            let is_enum = info.declared.as_class().is_some_and(|class| explorer.machine.program.class(class).is_enum());
            let can_be_input = heap.object(target).is_some_and(|object| match object.origin {
                Origin::Input => true,
                Origin::Initialised(_) => is_enum,
                _ => false,
            });
            if !can_be_input || compatible_types(explorer.machine.program, heap, target, info.declared).is_none() {
                return Vec::new();
            }
            let mut partial = partial;
            explorer.decide_symbol(&mut partial.path, symbol, Alternative::Alias(target));
            vec![Ok(partial)]
        }
    }
}
