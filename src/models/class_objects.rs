//! Class objects: which type each stands for, as far as it is known.

use crate::classfile::{PrimitiveType, java_name};
use crate::exec::{Interrupt, Machine, State, StopReason};
use crate::heap::{Choice, Literal, ObjectId, Origin, Reference};
use crate::program::{ClassId, FieldKind, ReferenceType, is_desugared, proxied_interface};
use std::rc::Rc;
use std::sync::Arc;

pub(super) const CLASS: &str = "java/lang/Class";

/// The names that class objects of primitive types have, and their types.
pub(super) const PRIMITIVES: [(&str, Option<PrimitiveType>); 9] = [
    ("boolean", Some(PrimitiveType::Boolean)),
    ("byte", Some(PrimitiveType::Byte)),
    ("char", Some(PrimitiveType::Char)),
    ("short", Some(PrimitiveType::Short)),
    ("int", Some(PrimitiveType::Int)),
    ("long", Some(PrimitiveType::Long)),
    ("float", Some(PrimitiveType::Float)),
    ("double", Some(PrimitiveType::Double)),
    ("void", None),
];

/// What a class object stands for.
pub(super) enum Mirrored {
    Primitive(Option<PrimitiveType>),
    Reference(ReferenceType),
}

/// The class object of a type: an internal name, an array's descriptor, or a primitive's name.
pub(super) fn literal(machine: &mut Machine<'_>, state: &mut State, name: &str) -> Result<ObjectId, Interrupt> {
    let class = machine.builtin(CLASS)?;
    Ok(state.heap.literal(class, Literal::Class(Arc::from(name))))
}

/// The name of the type that a class object stands for; none for null.
pub(super) fn mirrored_name(state: &State, class: Reference) -> Result<Option<Arc<str>>, Interrupt> {
    let Some(object) = state.heap.resolve(class)? else { return Ok(None) };
    match known_name(state, object) {
        Some(name) => Ok(Some(name.clone())),
        None => Err(StopReason::NoModel("a class object that is an input".into()).into()),
    }
}

/// The name of the type that a class object stands for; none for other objects, and for one that is an input.
pub(super) fn known_name(state: &State, object: ObjectId) -> Option<&Arc<str>> {
    match &state.heap.object(object)?.origin {
        Origin::Literal(Literal::Class(name)) => Some(name),
        _ => None,
    }
}

/// What the name of a class object says that it stands for.
pub(super) fn mirrored(machine: &Machine<'_>, name: &str) -> Result<Mirrored, Interrupt> {
    if let Some((_, primitive)) = PRIMITIVES.iter().find(|(known, _)| *known == name) {
        return Ok(Mirrored::Primitive(*primitive));
    }
    let missing = || Interrupt::from(StopReason::MissingClass(java_name(name)));
    machine.program.reference_type(name).map(Mirrored::Reference).ok_or_else(missing)
}

/// The exact class of an object.
///
/// # Errors
/// The choice, when it can be one of several; a stop, when it can be one that is not known.
pub(super) fn exact_type(
    machine: &mut Machine<'_>,
    state: &mut State,
    object: ObjectId,
) -> Result<ReferenceType, Interrupt> {
    if let Some(body) = state.heap.array(object) {
        if let Some(possible) = body.possible_components.as_ref().filter(|possible| possible.len() > 1) {
            let groups = possible.iter().map(|class| Rc::from([*class])).collect();
            return Err(Choice::Components(object, groups).into());
        }
        let component = match body.possible_components.as_deref() {
            Some([class]) => FieldKind::Reference(ReferenceType::class(*class)),
            _ => body.component,
        };
        machine.note_exact_array(state, object);
        return Ok(component.array_of());
    }
    machine.listed_class(state, object).map(ReferenceType::class)
}

/// Whether an object is a class object that is an input: which class it stands for is not known.
pub(super) fn is_any_class(state: &State, object: ObjectId) -> bool {
    let heap = &state.heap;
    known_name(state, object).is_none() && heap.knows_the_machine() && !heap.is_class_of_input(object)
}

/// Whether a class object stands for a class that the JVM makes while it runs, as for a lambda expression: a number in its name is given
/// then.
pub(super) fn is_numbered(state: &State, object: ObjectId) -> bool {
    known_name(state, object).is_some_and(|name| is_desugared(name))
}

/// Whether a class is hidden: those of lambda expressions are, and those of proxies are not.
pub(super) fn is_hidden(name: &str) -> bool {
    is_desugared(name) && proxied_interface(name).is_none()
}

/// Stops at the name of a class that the JVM makes while it runs: see [`is_numbered`].
pub(super) fn refuse_numbered(name: &str) -> Result<(), Interrupt> {
    if !is_desugared(name) {
        return Ok(());
    }
    Err(StopReason::NoModel("the name of a class that is made for a lambda expression or a proxy".into()).into())
}

/// The class that a class object stands for; none for arrays and primitive types.
pub(super) fn class_named(machine: &Machine<'_>, name: &str) -> Result<Option<ClassId>, Interrupt> {
    Ok(match mirrored(machine, name)? {
        Mirrored::Reference(reference) => reference.as_class(),
        Mirrored::Primitive(_) => None,
    })
}
