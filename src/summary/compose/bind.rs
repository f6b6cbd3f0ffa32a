//! Binding a callee's references to what the caller holds in their places: fresh objects, objects met before, and strings and
//! boxes, which the callee takes for objects of their own.

use super::super::case::Location;
use super::super::recording::Recording;
use super::{Bound, Callee, Partial, Unbound};
use crate::explore::Explorer;
use crate::heap::{Alternative, ObjectId, Origin, Reference, compatible_types};
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
            Location::Element(..) => return Taken::Either,
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

/// `Ref = new` of the callee: an object of the caller that the callee has not named, or a fresh one. Where the callee takes it
/// for a value, it can be one that is named already: the callee compared no references of these.
pub(super) fn bind_new(
    explorer: &mut Explorer<'_, Recording>,
    partial: Partial,
    found: Reference,
    taken: Taken,
) -> Vec<Bound> {
    let is_unclear = |explorer: &Explorer<'_, Recording>, partial: &Partial, object: ObjectId| {
        let heap = &partial.path.state.heap;
        let is_value = heap.value_class(explorer.machine.program, object).is_some();
        let is_repeated = taken == Taken::Either && is_value && partial.objects.contains(&object);
        taken != Taken::Value && (is_repeated || names_other_value(explorer, partial, object))
    };
    match found {
        Reference::Null => Vec::new(),
        Reference::Object(object) if is_unclear(explorer, &partial, object) => vec![Err(Unbound::Outside)],
        Reference::Object(object) if taken != Taken::Value && partial.objects.contains(&object) => Vec::new(),
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
            alternatives
                .into_iter()
                .filter_map(|alternative| {
                    let mut partial = partial.clone();
                    explorer.decide_symbol(&mut partial.path, symbol, alternative);
                    match partial.path.state.heap.current(found) {
                        Reference::Object(object) if is_unclear(explorer, &partial, object) => {
                            Some(Err(Unbound::Outside))
                        }
                        Reference::Object(object) => {
                            partial.objects.push(object);
                            Some(Ok(partial))
                        }
                        _ => None,
                    }
                })
                .collect()
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
            let heap = &partial.path.state.heap;
            let program = explorer.machine.program;
            let class = heap.value_class(program, object);
            if object == target && partial.objects.iter().filter(|known| **known == target).count() > 1 {
                // The callee told apart what are one string here.
                vec![Err(Unbound::Outside)]
            } else if object == target {
                vec![Ok(partial)]
            } else if class.is_some() && class == heap.value_class(program, target) {
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
