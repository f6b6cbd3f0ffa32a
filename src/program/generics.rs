//! The generic types of parameters and fields, with type variables replaced by their bounds.

use super::link::Program;
use super::types::{ClassId, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{
    GenericType, TypeParameters, parse_class_generic_supertypes, parse_class_type_parameters, parse_field_descriptor,
    parse_field_signature, parse_method_signature,
};
use std::sync::Arc;

/// The kind of a parameter or field, and its type with type arguments.
pub type Narrowed = (FieldKind, GenericType);

/// Types further above a class than this are not looked at.
const DEEPEST: usize = 16;

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

    /// Whether a class implements a generic type for other classes than these type arguments: to pass one of it needs an unchecked cast.
    pub fn is_of_other_arguments(&self, class: ClassId, declared: ClassId, arguments: &[GenericType]) -> bool {
        if arguments.is_empty() || class == declared || !self.is_user_class(class) {
            return false;
        }
        let Some(own) = self.arguments_above(class, declared, DEEPEST) else { return false };
        own.len() == arguments.len()
            && own.iter().zip(arguments).any(|pair| match pair {
                // A wildcard stands here as its bound.
                (GenericType::Class(own, _), GenericType::Class(wanted, _)) => {
                    let classes = self.class_by_name(own).zip(self.class_by_name(wanted));
                    classes.is_some_and(|(own, wanted)| self.is_subclass(own, wanted) == Some(false))
                }
                _ => false,
            })
    }

    /// The type of a parameter of a constructor or of a method of an instance, where the object is of a class and is passed as one of a
    /// generic type: a type variable is what stands for it there. None where nothing more is known than the parameter says.
    pub fn parameter_in(&self, object: (ClassId, &GenericType), method: MethodId, place: usize) -> Option<Narrowed> {
        let info = self.method(method);
        let declared = self.parameters_with_variables(method).into_iter().nth(place)??;
        self.narrowed(object, info.class, *info.parameters.get(place)?, &declared)
    }

    /// The same of a field.
    pub fn field_in(&self, object: (ClassId, &GenericType), field: FieldId) -> Option<Narrowed> {
        let info = self.field(field);
        self.narrowed(object, info.class, info.kind, &self.field_with_variables(field)?)
    }

    fn narrowed(
        &self,
        (class, passed_as): (ClassId, &GenericType),
        declaring: ClassId,
        kind: FieldKind,
        declared: &GenericType,
    ) -> Option<Narrowed> {
        let GenericType::Class(name, arguments) = passed_as else { return None };
        let above = self.class_by_name(name)?;
        if !self.is_user_class(class) {
            return None;
        }
        let mut known: TypeParameters = if class == above {
            self.type_variables(class).into_iter().zip(arguments.iter().cloned().map(Some)).collect()
        } else {
            let own = self.arguments_above(class, above, DEEPEST)?;
            let variables = own.into_iter().zip(arguments).filter_map(|(own, argument)| match own {
                GenericType::Variable(name) => Some((name, Some(argument.clone()))),
                _ => None,
            });
            variables.collect()
        };
        if declaring != class {
            let own = self.arguments_above(class, declaring, DEEPEST)?;
            let given = own.iter().map(|argument| Some(argument.without_variables(&known)));
            known = self.type_variables(declaring).into_iter().zip(given).collect();
        }
        let found = declared.without_variables(&known);
        let is_variable = matches!(declared, GenericType::Variable(_));
        let narrower = self.named_type(&found).filter(|_| is_variable).map(FieldKind::Reference);
        Some((narrower.unwrap_or(kind), found))
    }

    /// The type arguments that a class gives to a type above it, where its signatures say.
    fn arguments_above(&self, class: ClassId, wanted: ClassId, depth: usize) -> Option<Vec<GenericType>> {
        let signature = self.class(class).file()?.signature.clone()?;
        let depth = depth.checked_sub(1)?;
        parse_class_generic_supertypes(&signature)?.into_iter().find_map(|above| {
            let GenericType::Class(name, arguments) = above else { return None };
            let above = self.class_by_name(&name)?;
            if above == wanted {
                return Some(arguments);
            }
            let variables = self.type_variables(above);
            let known: TypeParameters = variables.into_iter().zip(arguments.into_iter().map(Some)).collect();
            let further = self.arguments_above(above, wanted, depth)?;
            Some(further.iter().map(|argument| argument.without_variables(&known)).collect())
        })
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
