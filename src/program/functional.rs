//! Functional interfaces: their one abstract method, which a caller implements by a lambda expression.

use super::link::Program;
use super::types::{ClassId, MethodId};

/// The methods of `Object` that an interface may declare again.
pub(super) const OF_OBJECT: [(&str, &str); 3] =
    [("equals", "(Ljava/lang/Object;)Z"), ("hashCode", "()I"), ("toString", "()Ljava/lang/String;")];

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
}
