//! Ordinary values in place of nulls that a path asks for, where what a test is there for does not.

use super::{Place, value_at};
use crate::analysis::test::ordinary::ordinary_value;
use crate::heap::{Given, GivenObject, GivenValue};
use crate::input::given_objects;
use crate::program::{FieldKind, MethodId, Program, package_of};

/// The input with an ordinary value in place of a null; none where there is another value, or where there is no ordinary one.
pub(super) fn with_ordinary(program: &Program, (input, method): (&Given, MethodId), place: &Place) -> Option<Given> {
    let (kind, name) = match *place {
        Place::Argument(at, kind) => (kind, parameter_name(program, method, at)),
        Place::Part(object, at, kind) => (kind, part_name(program, input.objects.get(object)?, at)),
        _ => return None,
    };
    let mut changed = input.clone();
    let value = value_at(&mut changed, place)?;
    if *value != GivenValue::Null || !matches!(kind, FieldKind::Reference(_)) {
        return None;
    }
    let package = package_of(program.class_name(program.method(method).class));
    let objects = ordinary_value(program, package, (kind, name.as_deref().unwrap_or_default()))?;
    let objects = given_objects(program, &objects, input.objects.len())?;
    *value = GivenValue::Object(input.objects.len() + objects.len().checked_sub(1)?);
    changed.objects.extend(objects);
    Some(changed)
}

/// The name of a parameter, the receiver's counted.
fn parameter_name(program: &Program, method: MethodId, at: usize) -> Option<String> {
    program.parameter_names(method, "").into_iter().nth(at)
}

/// The name of what one of the calls that make an object is passed, counted through all of them.
fn part_name(program: &Program, object: &GivenObject, mut at: usize) -> Option<String> {
    let GivenObject::Made(plan, ..) = object else { return None };
    for call in &plan.calls {
        if at < call.parameters.len() {
            let info = program.method(call.method);
            // The first call of an instance method is passed its receiver.
            let passed = call.parameters.len().saturating_sub(info.parameters.len());
            let at = at.checked_sub(passed)?;
            return parameter_name(program, call.method, usize::from(info.has_receiver()) + at);
        }
        at -= call.parameters.len();
    }
    None
}
