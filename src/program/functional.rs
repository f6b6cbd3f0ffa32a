//! Functional interfaces: their one abstract method, and implementations that a caller writes as a lambda expression.

use super::desugar::{MAKES_ANSWERING, answering_name};
use super::link::Program;
use super::types::{ClassId, FieldKind, MethodId};
use crate::classfile::{GenericType, parse_class_type_parameters, parse_method_result};

/// The methods of `Object` that an interface may declare again.
const OF_OBJECT: [(&str, &str); 3] =
    [("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")];

/// An implementation of a functional interface that always gives the same answer.
#[derive(Clone, Debug)]
pub struct Answering {
    /// Its class.
    pub class: ClassId,
    /// The static method that makes one, of the answer where the interface's method returns anything.
    pub maker: MethodId,
    /// The type of the answer, and what is known of its type arguments.
    pub answer: Option<(FieldKind, Option<GenericType>)>,
}

impl Program {
    /// The one abstract method of an interface that a lambda expression may implement; none for other classes.
    pub fn functional_method(&self, interface: ClassId) -> Option<MethodId> {
        let definition = self.class(interface);
        let file = definition.file()?;
        if !definition.flags.is_interface() || file.permitted_subclasses.is_some() {
            return None;
        }
        let mut found: Option<MethodId> = None;
        for class in self.supertypes(interface).iter().filter(|class| self.class(**class).flags.is_interface()) {
            for method in &self.class(*class).methods {
                let info = self.method(*method);
                let is_of_object = OF_OBJECT.contains(&(&*info.name, &*info.descriptor));
                if !info.flags.is_abstract() || is_of_object {
                    continue;
                }
                if found.replace(*method).is_some() {
                    return None;
                }
            }
        }
        found
    }

    /// The implementation of a functional interface that always gives the same answer; `arguments` are the type arguments of the
    /// interface. None for other classes.
    pub fn answering(&self, interface: ClassId, arguments: &[GenericType]) -> Option<Answering> {
        let method = self.functional_method(interface)?;
        let class = self.class_by_name(&answering_name(self.class_name(interface)))?;
        let is_maker = |maker: &&MethodId| &*self.method(**maker).name == MAKES_ANSWERING;
        let maker = *self.class(class).methods.iter().find(is_maker)?;
        let answer = self.method(method).result.map(|kind| match self.generic_answer(interface, method, arguments) {
            Some(generic) => (self.erased_kind(Some(&generic)).unwrap_or(kind), Some(generic)),
            None => (kind, None),
        });
        Some(Answering { class, maker, answer })
    }

    /// What the type arguments of an interface say of the result of a method that it declares.
    fn generic_answer(&self, interface: ClassId, method: MethodId, arguments: &[GenericType]) -> Option<GenericType> {
        if self.method(method).class != interface {
            return None;
        }
        let file = self.class(interface).file()?;
        let parameters = parse_class_type_parameters(file.signature.as_ref()?)?;
        let signature = self.method_file(method)?.signature.clone()?;
        let GenericType::Variable(result) = parse_method_result(&signature)? else { return None };
        let position = parameters.iter().position(|(name, _)| *name == result)?;
        arguments.get(position).filter(|argument| **argument != GenericType::Anything).cloned()
    }
}
