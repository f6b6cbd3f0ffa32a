//! The generic types of parameters and fields, with type variables replaced by their bounds.

use super::link::Program;
use super::types::{ClassId, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{
    GenericType, TypeParameters, parse_class_type_parameters, parse_field_descriptor, parse_field_signature,
    parse_method_signature,
};
use std::sync::Arc;

impl Program {
    /// The types of a method's parameters as its signature has them; none for each where there is no signature, or where it
    /// leaves parameters out that compilers add.
    pub fn generic_parameters(&self, method: MethodId) -> Vec<Option<GenericType>> {
        let info = self.method(method);
        match self.signature(method) {
            Some((mut known, types)) => {
                known.extend(self.type_parameters(info.class));
                types.iter().map(|one| Some(one.without_variables(&known))).collect()
            }
            None => vec![None; info.parameters.len()],
        }
    }

    /// The same with the type variables of the method's class as they are; those that the method declares itself are replaced.
    pub fn parameters_with_variables(&self, method: MethodId) -> Vec<Option<GenericType>> {
        match self.signature(method) {
            Some((own, types)) => types.iter().map(|one| Some(one.without_listed(&own))).collect(),
            None => vec![None; self.method(method).parameters.len()],
        }
    }

    fn signature(&self, method: MethodId) -> Option<(TypeParameters, Vec<GenericType>)> {
        let signature = self.method_file(method).and_then(|file| file.signature.clone())?;
        let parsed = parse_method_signature(&signature)?;
        (parsed.1.len() == self.method(method).parameters.len()).then_some(parsed)
    }

    /// The type of a field as its signature has it.
    pub fn generic_field(&self, field: FieldId) -> Option<GenericType> {
        let parsed = self.field_with_variables(field)?;
        Some(parsed.without_variables(&self.type_parameters(self.field(field).class)))
    }

    /// The same with type variables as they are.
    pub fn field_with_variables(&self, field: FieldId) -> Option<GenericType> {
        let info = self.field(field);
        let file = self.class(info.class).file()?;
        let declared = file.fields.iter().find(|declared| declared.name == info.name)?;
        parse_field_signature(declared.signature.as_ref()?)
    }

    /// The names of a class's type parameters, in order.
    pub fn type_variables(&self, class: ClassId) -> Vec<Arc<str>> {
        self.type_parameters(class).into_iter().map(|(name, _)| name).collect()
    }

    /// The type parameters of a class, with their first bounds.
    pub(super) fn type_parameters(&self, class: ClassId) -> TypeParameters {
        let signature = self.class(class).file().and_then(|file| file.signature.clone());
        signature.and_then(|signature| parse_class_type_parameters(&signature)).unwrap_or_default()
    }

    /// The class or array type that a type argument names; none for variables and wildcards.
    pub fn named_type(&self, argument: &GenericType) -> Option<ReferenceType> {
        if !matches!(argument, GenericType::Class(..) | GenericType::Array(_)) {
            return None;
        }
        match self.field_kind(&parse_field_descriptor(&argument.erasure())?)? {
            FieldKind::Reference(named) => Some(named),
            FieldKind::Primitive(_) | FieldKind::Text => None,
        }
    }

    /// What a type argument stands for: its erasure, or `Object`.
    pub fn erased_kind(&self, argument: Option<&GenericType>) -> Option<FieldKind> {
        let erased = argument.and_then(|argument| self.field_kind(&parse_field_descriptor(&argument.erasure())?));
        match erased {
            Some(kind @ FieldKind::Reference(_)) => Some(kind),
            _ => {
                let object = self.class_by_name("java/lang/Object")?;
                Some(FieldKind::Reference(ReferenceType::class(object)))
            }
        }
    }
}
