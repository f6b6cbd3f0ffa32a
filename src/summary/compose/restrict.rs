//! What is noted of types where a case is composed: classes that were read, and what references are restricted to.

use super::super::case::Location;
use super::super::recording::Recording;
use super::{Applied, Callee, Outside, Partial, broken};
use crate::explore::Explorer;
use crate::heap::{Base, Body, Contents, ObjectId};
use crate::program::{ClassId, FieldKind, Program, is_desugared};
use crate::term::TermId;

/// A callee tells the elements that it reads apart. The elements of an array that the caller made, or copied into, are told
/// apart only where something was written, so a callee that reads two of them decides more than the caller need know.
pub(super) fn note_read(
    explorer: &Explorer<'_, Recording>,
    partial: &mut Partial,
    array: ObjectId,
    index: TermId,
) -> Result<(), Outside> {
    let body = partial.path.state.heap.array(array);
    let is_initial = body.is_some_and(|body| match &body.contents {
        Contents::References(elements) => matches!(elements.base(), Base::Initial(_)),
        _ => true,
    });
    if is_initial {
        return Ok(());
    }
    let symbolic = explorer.machine.pool.as_int(index).is_none();
    if partial.reads.iter().any(|(known, other)| *known == array && (symbolic || *other)) {
        return Err(Outside);
    }
    partial.reads.push((array, symbolic));
    Ok(())
}

/// The class that a location of the callee is declared as; none for elements, whose array the caller may know better.
pub(super) fn declared_class(program: &Program, callee: &Callee<'_>, location: Location) -> Option<ClassId> {
    let info = program.method(callee.call.method);
    let kind = match location {
        Location::Parameter(position) => match usize::from(position).checked_sub(usize::from(info.has_receiver())) {
            None => return Some(info.class),
            Some(position) => *info.parameters.get(position)?,
        },
        Location::Field(_, field) | Location::Static(field) => program.field(callee.loaded.field(field)?).kind,
        Location::Element(..) | Location::Open(..) => return None,
    };
    match kind {
        FieldKind::Reference(reference) => reference.as_class(),
        FieldKind::Primitive(_) | FieldKind::Text => None,
    }
}

/// A callee considers no lambda expression's object for an input, and of the classes that are not on the class path only the
/// one that it is declared as.
pub(super) fn note_class(explorer: &Explorer<'_, Recording>, partial: &mut Partial, declared: Option<ClassId>) {
    let Some(object) = partial.objects.last() else { return };
    let program = explorer.machine.program;
    let is_considered = |class: &ClassId| {
        Some(*class) == declared || (program.is_user_class(*class) && !is_desugared(program.class_name(*class)))
    };
    if let Some(body) = partial.path.state.heap.instance(*object) {
        partial.outside |= !body.types.iter().all(is_considered);
    }
}

pub(super) fn restrict_types(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    mut partial: Partial,
    object: u32,
    classes: &[u32],
) -> Result<Vec<Applied>, Outside> {
    let wanted = callee.loaded.classes(classes);
    let Some(object) = partial.objects.get(object as usize).copied() else {
        return Ok(vec![broken(partial, "the type of an unknown object")]);
    };
    let program = explorer.machine.program;
    let Some(Body::Instance(body)) = partial.path.state.heap.object(object).map(|object| &object.body) else {
        return Err(Outside);
    };
    let kept: Vec<ClassId> = body.types.iter().copied().filter(|class| wanted.contains(class)).collect();
    if kept.len() == body.types.len() {
        return Ok(vec![Applied::Holds(partial)]);
    }
    // A class from outside the class path may be none of those that the callee told apart.
    let is_outside = |class: &ClassId| !program.is_user_class(*class);
    if !callee.own_input && body.types.iter().any(|class| !kept.contains(class) && is_outside(class)) {
        return Err(Outside);
    }
    if kept.is_empty() {
        return Ok(Vec::new());
    }
    let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
    heap.restrict_types(&mut context, object, kept.into());
    Ok(vec![Applied::Holds(partial)])
}

pub(super) fn restrict_components(
    explorer: &mut Explorer<'_, Recording>,
    callee: &Callee<'_>,
    mut partial: Partial,
    object: u32,
    classes: &[u32],
) -> Result<Vec<Applied>, Outside> {
    let wanted = callee.loaded.classes(classes);
    let Some(object) = partial.objects.get(object as usize).copied() else {
        return Ok(vec![broken(partial, "the type of an unknown array")]);
    };
    let Some(body) = partial.path.state.heap.array(object) else { return Err(Outside) };
    let possible: Vec<ClassId> = match (&body.possible_components, body.component) {
        (Some(classes), _) => classes.to_vec(),
        (None, FieldKind::Reference(component)) => component.as_class().into_iter().collect(),
        _ => Vec::new(),
    };
    let is_outside = |class: &ClassId| !explorer.machine.program.is_user_class(*class);
    if possible.is_empty() || (!callee.own_input && possible.iter().any(is_outside)) {
        return Err(Outside);
    }
    // The caller knows more of the array than the callee did, and so may have less to decide.
    if wanted.iter().any(|class| !possible.contains(class)) {
        return Err(Outside);
    }
    let kept = wanted;
    if kept.len() < possible.len() {
        let (heap, mut context) = explorer.machine.heap_context(&mut partial.path.state);
        heap.restrict_components(&mut context, object, kept.into());
    }
    Ok(vec![Applied::Holds(partial)])
}
