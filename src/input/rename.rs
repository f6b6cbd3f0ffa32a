//! An input for a program in which classes and fields have other names.

use super::concrete::{ConcreteCase, ConcreteObject, FieldName, Place};
use crate::classfile::{ClassName, Renamed, renamed_descriptor, renamed_type};
use crate::program::versions::OldNames;
use crate::summary::MethodName;

impl ConcreteCase {
    /// The same input, by other names of classes and fields. What it gives is left as it is.
    #[must_use]
    pub fn renamed(&self, names: &OldNames) -> ConcreteCase {
        let renamed: Renamed<'_> = &|class| names.of_class(class);
        let field = |name: &mut FieldName| {
            if let Some(other) = names.of_field(&name.class, &name.name) {
                name.name = other;
            }
            class(&mut name.class, renamed);
        };
        let mut case = self.clone();
        method(&mut case.method, renamed);
        case.initialised.iter_mut().chain(&mut case.instance_class).for_each(|name| class(name, renamed));
        for object in &mut case.objects {
            match object {
                ConcreteObject::New(name) | ConcreteObject::Builder(name, _) | ConcreteObject::Class(name) => {
                    class(name, renamed);
                }
                ConcreteObject::Array(descriptor, _) => {
                    *descriptor = renamed_descriptor(descriptor, renamed).unwrap_or_else(|| std::mem::take(descriptor));
                }
                ConcreteObject::Static(name) => field(name),
                ConcreteObject::Made(calls) => calls.iter_mut().for_each(|call| method(&mut call.method, renamed)),
                ConcreteObject::String(_) => {}
            }
        }
        for (_, place, _) in &mut case.assignments {
            match place {
                Place::Field(name) => field(name),
                Place::Element(_) => {}
            }
        }
        case.statics.iter_mut().map(|(name, _)| name).chain(&mut case.watched).for_each(field);
        case
    }
}

fn class(name: &mut ClassName, renamed: Renamed<'_>) {
    if let Some(other) = renamed_type(name, renamed) {
        *name = other.into();
    }
}

fn method(name: &mut MethodName, renamed: Renamed<'_>) {
    class(&mut name.class, renamed);
    if let Some(other) = renamed_descriptor(&name.descriptor, renamed) {
        name.descriptor = other.into();
    }
}
