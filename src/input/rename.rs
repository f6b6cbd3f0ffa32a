//! An input for a program in which classes and fields have other names.

use super::case::{ConcreteCase, ConcreteObject, FieldName, ObjectPlace, Script};
use crate::classfile::{Renamed, renamed_descriptor};
use crate::program::versions::{OldNames, rename_descriptor, rename_type};
use crate::summary::MethodName;
use std::sync::Arc;

impl ConcreteCase {
    /// The same input, by other names of classes and fields. What it gives is left as it is.
    #[must_use]
    pub fn renamed(&self, names: &OldNames) -> ConcreteCase {
        let renamed: Renamed<'_> = &|class| names.of_class(class);
        let field = |name: &mut FieldName| {
            if let Some(other) = names.of_field(&name.class, &name.name) {
                name.name = other;
            }
            rename_type(&mut name.class, renamed);
        };
        let mut case = self.clone();
        method(&mut case.method, renamed);
        case.initialised.iter_mut().chain(&mut case.instance_class).for_each(|name| rename_type(name, renamed));
        for object in &mut case.objects {
            match object {
                ConcreteObject::New(name) | ConcreteObject::Builder(name, _) | ConcreteObject::Class(name) => {
                    rename_type(name, renamed);
                }
                ConcreteObject::Array(descriptor, _) => {
                    *descriptor = renamed_descriptor(descriptor, renamed).unwrap_or_else(|| std::mem::take(descriptor));
                }
                ConcreteObject::Static(name) => field(name),
                ConcreteObject::Made(calls) => calls.iter_mut().for_each(|call| {
                    method(&mut call.method, renamed);
                    call.script.as_mut().map(Arc::make_mut).into_iter().for_each(|one| script(one, renamed));
                }),
                ConcreteObject::String(_) => {}
            }
        }
        for (_, place, _) in &mut case.assignments {
            match place {
                ObjectPlace::Field(name) => field(name),
                ObjectPlace::Element(_) => {}
            }
        }
        case.statics.iter_mut().map(|(name, _)| name).chain(&mut case.watched).for_each(field);
        case
    }
}

fn method(name: &mut MethodName, renamed: Renamed<'_>) {
    rename_type(&mut name.class, renamed);
    rename_descriptor(&mut name.descriptor, renamed);
}

fn script(script: &mut Script, renamed: Renamed<'_>) {
    rename_type(&mut script.extended, renamed);
    let methods = script.methods.iter_mut().map(|(_, descriptor)| descriptor);
    script.constructor.iter_mut().chain(methods).for_each(|descriptor| rename_descriptor(descriptor, renamed));
}
