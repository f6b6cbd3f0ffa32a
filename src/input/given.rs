//! An input as a run takes it that is given one.

use super::case::{ConcreteCall, ConcreteCase, ConcreteObject, ConcreteValue, ObjectPlace, declared_field, number_of};
use crate::classfile::parse_field_descriptor;
use crate::heap::{Given, GivenObject, GivenValue, MakingPlan};
use crate::program::{ClassId, FieldKind, Maker, Program};

/// The input of a case, for a run that is given it; none where it has what only a JVM takes: static fields that are assigned, classes that a
/// caller writes, objects of the class path of which only the fields are known.
pub fn given(program: &Program, case: &ConcreteCase) -> Option<Given> {
    let is_plain = case.statics.is_empty()
        && case.choices.is_empty()
        && case.console.is_none()
        && case.instance_class.is_none()
        && case.assignments.iter().all(|(holder, place, _)| is_part(program, case, *holder, place));
    if !is_plain {
        return None;
    }
    let assigned = |number: usize| {
        let of = case.assignments.iter().filter(move |(holder, ..)| *holder == number);
        of.map(|(_, place, held)| (place, held)).collect::<Vec<Assigned<'_>>>()
    };
    let objects = case.objects.iter().enumerate();
    let objects = objects.map(|(number, of)| object(program, of, &assigned(number))).collect::<Option<_>>()?;
    // The object that a constructor makes has a place, and nothing is passed for it.
    let made = (&*case.method.name == "<init>").then_some(GivenValue::Null);
    Some(Given { arguments: made.into_iter().chain(case.arguments.iter().map(value)).collect(), objects })
}

/// Whether an assignment is one of an array's elements, of a field of what calls make, or of what a value of the JDK's holds.
fn is_part(program: &Program, case: &ConcreteCase, holder: usize, place: &ObjectPlace) -> bool {
    match (case.objects.get(holder), place) {
        (Some(ConcreteObject::Array(..)), ObjectPlace::Element(_)) => true,
        (Some(ConcreteObject::Made(_)), ObjectPlace::Field(_)) => true,
        // It is put back to what class initialisation leaves, with which a run begins.
        (Some(ConcreteObject::Static(_)), _) => true,
        (Some(ConcreteObject::New(class)), ObjectPlace::Field(_)) => opaque_class(program, class).is_some(),
        _ => false,
    }
}

/// A class of values of the JDK's.
fn opaque_class(program: &Program, name: &str) -> Option<ClassId> {
    program.class_by_name(name).filter(|class| program.is_value_class(*class))
}

/// Objects that nothing is assigned to, for an input that has so many others before them; none where they have what only a JVM takes.
pub fn given_objects(program: &Program, objects: &[ConcreteObject], before: usize) -> Option<Vec<GivenObject>> {
    let moved = |value: &mut GivenValue| {
        if let GivenValue::Object(number) = value {
            *number += before;
        }
    };
    let given = |of: &ConcreteObject| {
        let mut given = object(program, of, &[])?;
        if let GivenObject::Made(_, arguments, _) = &mut given {
            arguments.iter_mut().for_each(moved);
        }
        Some(given)
    };
    objects.iter().map(given).collect()
}

/// What is assigned to a place of an object.
type Assigned<'a> = (&'a ObjectPlace, &'a ConcreteValue);

fn object(program: &Program, object: &ConcreteObject, assigned: &[Assigned<'_>]) -> Option<GivenObject> {
    let assigned = assigned.iter().copied();
    Some(match object {
        ConcreteObject::Made(calls) => {
            let arguments = calls.iter().flat_map(|call| &call.arguments).map(value).collect();
            let fields = assigned.map(|(place, held)| match place {
                ObjectPlace::Field(name) => Some((declared_field(program, name)?, value(held))),
                ObjectPlace::Element(_) => None,
            });
            GivenObject::Made(plan(program, calls)?, arguments, fields.collect::<Option<_>>()?)
        }
        ConcreteObject::New(name) => {
            let fields = assigned.map(|(place, held)| match (place, value(held)) {
                (ObjectPlace::Field(name), GivenValue::Number(number)) => {
                    Some((declared_field(program, name)?, number))
                }
                _ => None,
            });
            GivenObject::Opaque(opaque_class(program, name)?, fields.collect::<Option<_>>()?)
        }
        ConcreteObject::String(text) => GivenObject::Text(program.class_by_name("java/lang/String")?, text.clone()),
        ConcreteObject::Array(descriptor, length) => {
            let FieldKind::Reference(array) = program.field_kind(&parse_field_descriptor(descriptor)?)? else {
                return None;
            };
            let component = program.field_kind(&parse_field_descriptor(descriptor.get(1..)?)?)?;
            let mut elements = vec![value(&number_of(component, 0)); usize::try_from(*length).ok()?];
            for (place, held) in assigned {
                let ObjectPlace::Element(index) = place else { return None };
                *elements.get_mut(usize::try_from(*index).ok()?)? = value(held);
            }
            GivenObject::Array(array, elements)
        }
        ConcreteObject::Static(name) => GivenObject::Constant(declared_field(program, name)?),
        ConcreteObject::Builder(..) | ConcreteObject::Class(_) => return None,
    })
}

fn value(value: &ConcreteValue) -> GivenValue {
    match *value {
        ConcreteValue::Null => GivenValue::Null,
        ConcreteValue::Object(number) => GivenValue::Object(number),
        ConcreteValue::Int(number) | ConcreteValue::Long(number) => GivenValue::Number(number),
        ConcreteValue::Float(bits) => GivenValue::Number(i64::from(bits)),
        ConcreteValue::Double(bits) => GivenValue::Number(bits as i64),
    }
}

/// The plan to make the calls that make an object.
fn plan(program: &Program, calls: &[ConcreteCall]) -> Option<MakingPlan> {
    let (first, then) = calls.split_first()?;
    if calls.iter().any(|call| call.script.is_some()) {
        return None;
    }
    let maker = first.method.find(program)?;
    let info = program.method(maker);
    let result = match info.result {
        Some(FieldKind::Reference(result)) => result.as_class(),
        _ => None,
    };
    let plan = match (&*info.name, first.split_receiver().0) {
        ("<init>", _) => MakingPlan::of(
            program,
            Maker { method: maker, class: info.class, has_enclosing_instance: false, is_factory: false },
        ),
        (_, None) => MakingPlan::of(
            program,
            Maker { method: maker, class: result?, has_enclosing_instance: false, is_factory: true },
        ),
        (_, Some(_)) => MakingPlan::of_instance_method(program, maker, result?),
    };
    then.iter().try_fold(plan, |plan, call| Some(plan.and_then(program, call.method.find(program)?)))
}
