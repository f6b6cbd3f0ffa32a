//! `java.lang.invoke.MethodType`: one object for each descriptor, with the JDK's bytecode above.

use super::arguments::{Abrupt, Call};
use super::class_objects::{Mirrored, mirrored};
use super::members::reference;
use super::{MethodModel, Precision, value};
use crate::classfile::{FieldType, MethodType, parse_method_descriptor, primitive_name};
use crate::exec::{Interrupt, Machine, State, StopReason};
use crate::heap::{Literal, ObjectId, Origin, Reference, Value};
use crate::program::{FieldId, FieldKind};
use std::sync::Arc;

pub(super) const TYPE: &str = "java/lang/invoke/MethodType";
const MAKE: &str = "(Ljava/lang/Class;[Ljava/lang/Class;Z)Ljava/lang/invoke/MethodType;";

pub(super) const TABLE: &[MethodModel] = &[value(TYPE, "makeImpl", MAKE, Precision::Exact, make)];

/// The type that a class object stands for; none for `void`.
fn type_of(machine: &Machine<'_>, name: &str) -> Result<Option<FieldType>, Interrupt> {
    Ok(match mirrored(machine, name)? {
        Mirrored::Primitive(primitive) => primitive.map(FieldType::Primitive),
        Mirrored::Reference(_) => Some(FieldType::Reference(name.into())),
    })
}

/// Makes a type, or gives the one that there is.
fn make(call: &mut Call<'_, '_>) -> Result<Option<Value>, Abrupt> {
    let result = call.named_class(0)?;
    let result = type_of(call.machine, &result)?;
    let mut parameters = Vec::new();
    call.present(1)?;
    for parameter in call.elements_of(call.value(1))? {
        let Value::Reference(class) = parameter else { return call.unmodelled("of something else") };
        let Some(name) = super::class_objects::mirrored_name(call.state, class)? else {
            return Err(Abrupt::Threw(super::arguments::NULL_POINTER));
        };
        match type_of(call.machine, &name)? {
            Some(parameter) => parameters.push(parameter),
            None => {
                let message = Some("parameter type cannot be void");
                let exception = call.exception("java/lang/IllegalArgumentException", message)?;
                return Err(Abrupt::ThrewObject(exception));
            }
        }
    }
    call.method_type(&MethodType { parameters, result }).map(Some)
}

/// The descriptor of a type.
pub(super) fn descriptor_of(method_type: &MethodType) -> String {
    let parameters: String = method_type.parameters.iter().map(FieldType::descriptor).collect();
    format!("({parameters}){}", method_type.result.as_ref().map_or("V".to_owned(), FieldType::descriptor))
}

/// A type as `MethodType.toString` writes it: simple names.
pub(super) fn text_of(method_type: &MethodType) -> String {
    let name = |field_type: &FieldType| match field_type {
        FieldType::Primitive(primitive) => primitive_name(*primitive).to_owned(),
        FieldType::Reference(_) => {
            let java = field_type.java_name();
            java.rsplit(['.', '$']).next().unwrap_or(&java).to_owned()
        }
    };
    let parameters: Vec<String> = method_type.parameters.iter().map(name).collect();
    format!("({}){}", parameters.join(","), method_type.result.as_ref().map_or("void".to_owned(), name))
}

impl Call<'_, '_> {
    /// The object of a type.
    pub(super) fn method_type(&mut self, method_type: &MethodType) -> Result<Value, Abrupt> {
        let class = self.machine.builtin(TYPE)?;
        let literal = Literal::MethodType(Arc::from(descriptor_of(method_type)));
        Ok(reference(self.state.heap.literal(class, literal)))
    }

    /// The type that an object is.
    pub(super) fn type_in(&self, value: Value) -> Result<MethodType, Abrupt> {
        let Value::Reference(found) = value else { return self.unmodelled("of something else") };
        let Some(object) = self.state.heap.resolve(found)? else {
            return Err(Abrupt::Threw(super::arguments::NULL_POINTER));
        };
        match self.state.heap.object(object).map(|object| &object.origin) {
            Some(Origin::Literal(Literal::MethodType(descriptor))) => match parse_method_descriptor(descriptor) {
                Some(parsed) => Ok(parsed),
                None => self.unmodelled("of this type"),
            },
            _ => self.unmodelled("of a type that is an input"),
        }
    }
}

/// What the fields of a type hold that say what it is; none of another field, which is a cache.
///
/// # Errors
/// A stop, for what only the JDK's method handles use.
pub(super) fn read(
    machine: &mut Machine<'_>,
    state: &mut State,
    object: ObjectId,
    asked: FieldId,
) -> Result<Option<Value>, Interrupt> {
    let info = machine.program.field(asked);
    let unknown = || Interrupt::from(StopReason::NoModel(format!("{}.{}", "java.lang.invoke.MethodType", info.name)));
    let Some(Origin::Literal(Literal::MethodType(descriptor))) = state.heap.object(object).map(|object| &object.origin)
    else {
        return Err(unknown());
    };
    let parsed = parse_method_descriptor(descriptor).ok_or_else(unknown)?;
    let mut mirror = |found: Option<&FieldType>| -> Result<Value, Interrupt> {
        let name: Arc<str> = match found {
            None => "void".into(),
            Some(FieldType::Primitive(primitive)) => primitive_name(*primitive).into(),
            Some(FieldType::Reference(name)) => name.clone(),
        };
        Ok(reference(super::class_objects::literal(machine, state, &name)?))
    };
    let is_class = matches!(info.kind, FieldKind::Reference(_));
    match &*info.name {
        "rtype" if is_class => mirror(parsed.result.as_ref()).map(Some),
        "ptypes" if is_class => {
            let values: Vec<Value> =
                parsed.parameters.iter().map(|kind| mirror(Some(kind))).collect::<Result<_, _>>()?;
            let class = machine.builtin(super::class_objects::CLASS)?;
            let component = FieldKind::Reference(crate::program::ReferenceType::class(class));
            let length = machine.pool.int(values.len() as i32);
            let array = state.heap.allocate_array(&mut machine.pool, component, length);
            for (position, value) in values.into_iter().enumerate() {
                let index = machine.pool.int(position as i32);
                let (heap, mut context) = machine.heap_context(state);
                heap.write_element(&mut context, array, index, value)?;
            }
            Ok(Some(Value::Reference(Reference::Object(array))))
        }
        "wrapAlt" | "methodDescriptor" => Ok(None),
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_written_with_simple_names() {
        for (descriptor, text) in [
            ("(IJ)V", "(int,long)void"),
            ("(Ljava/lang/String;[Ljava/util/Map$Entry;)Ljava/lang/Object;", "(String,Entry[])Object"),
        ] {
            let parsed = parse_method_descriptor(descriptor).unwrap();
            assert_eq!((text_of(&parsed), descriptor_of(&parsed)), (text.to_owned(), descriptor.to_owned()));
        }
    }
}
