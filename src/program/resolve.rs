//! Field and method resolution (JVMS 5.4.3) and method selection (JVMS 5.4.6).

use super::class::Linkage;
use super::link::Program;
use super::types::{ClassId, FieldId, MethodId};
use crate::classfile::{FieldReference, InvokeKind, MethodReference};
use std::sync::Arc;

/// What a method reference stands for, once resolved and, where there is a receiver, selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MethodTarget {
    /// A method of a class on the class path or in the JDK.
    Method(MethodId),
    /// A method that a class without a definition declares or inherits.
    External(ClassId),
    /// A method with a receiver where the instruction has none, or the other way round: the call throws an
    /// IncompatibleClassChangeError (JVMS 6.5).
    OtherKind,
    /// No such method, or only an abstract one.
    None,
}

/// How a call finds its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dispatch {
    /// One target, whatever the receiver's class.
    Fixed(MethodTarget),
    /// The receiver's class decides ([`Program::select`]).
    Virtual,
}

impl Program {
    /// The method that a call enters where its receiver is of the class that the call names; none where that is not known or has no code.
    pub fn target_by_declaration(
        &self,
        kind: InvokeKind,
        called: &MethodReference,
        caller: ClassId,
    ) -> Option<MethodId> {
        let target = match self.resolve_method(kind, called, caller) {
            Dispatch::Fixed(target) => target,
            Dispatch::Virtual => self.select(self.class_by_name(&called.class)?, called),
        };
        match target {
            MethodTarget::Method(target) => Some(target),
            _ => None,
        }
    }

    /// The field that a reference resolves to (JVMS 5.4.3.2); none when it is not on the class path.
    pub fn resolve_field(&self, reference: &FieldReference) -> Option<FieldId> {
        let class = self.class_by_name(&reference.class)?;
        let key = (reference.name.clone(), reference.descriptor.clone());
        self.find_field(class, &key, 0)
    }

    fn find_field(&self, class: ClassId, key: &(Arc<str>, Arc<str>), depth: usize) -> Option<FieldId> {
        if depth > self.places.count() {
            return None;
        }
        let declared = self.class(class);
        if let Some(field) = declared.fields_by_signature.get(key) {
            return Some(*field);
        }
        declared
            .interfaces
            .iter()
            .chain(&declared.superclass)
            .find_map(|parent| self.find_field(*parent, key, depth + 1))
    }

    /// Resolves a method reference and says how calls find their target.
    pub fn resolve_method(&self, kind: InvokeKind, reference: &MethodReference, caller: ClassId) -> Dispatch {
        match self.resolve_any_kind(kind, reference, caller) {
            Dispatch::Fixed(MethodTarget::Method(method))
                if self.method(method).flags.is_static() != (kind == InvokeKind::Static) =>
            {
                Dispatch::Fixed(MethodTarget::OtherKind)
            }
            dispatch => dispatch,
        }
    }

    fn resolve_any_kind(&self, kind: InvokeKind, reference: &MethodReference, caller: ClassId) -> Dispatch {
        let Some(class) = self.class_by_name(&reference.class) else { return Dispatch::Fixed(MethodTarget::None) };
        let key = (reference.name.clone(), reference.descriptor.clone());
        match kind {
            InvokeKind::Static => Dispatch::Fixed(self.lookup(class, &key, true)),
            InvokeKind::Special => {
                // With ACC_SUPER, which every class since Java 1.0.2 has, a superclass call starts at the direct
                // superclass of the current class (JVMS invokespecial).
                let is_super_call = &*reference.name != "<init>"
                    && class != caller
                    && !self.class(class).flags.is_interface()
                    && self.is_subclass(caller, class) == Some(true);
                let start = if is_super_call { self.class(caller).superclass.unwrap_or(class) } else { class };
                Dispatch::Fixed(self.lookup(start, &key, true))
            }
            InvokeKind::Virtual | InvokeKind::Interface => match self.lookup(class, &key, false) {
                // A static one is found, and refused by the instruction.
                MethodTarget::Method(method)
                    if self.method(method).flags.is_private() || self.method(method).flags.is_static() =>
                {
                    Dispatch::Fixed(MethodTarget::Method(method))
                }
                MethodTarget::Method(method)
                    if self.method(method).flags.is_final() || self.class(class).flags.is_final() =>
                {
                    Dispatch::Fixed(MethodTarget::Method(method))
                }
                MethodTarget::None => Dispatch::Fixed(MethodTarget::None),
                _ => Dispatch::Virtual,
            },
        }
    }

    /// Method lookup up the superclasses, then the maximally specific superinterface method (JVMS 5.4.3.3). With
    /// `concrete`, an abstract result is no result.
    fn lookup(&self, class: ClassId, key: &(Arc<str>, Arc<str>), concrete: bool) -> MethodTarget {
        for parent in self.superclasses(class) {
            let declared = self.class(parent);
            if let Some(method) = declared.methods_by_signature.get(key) {
                if concrete && self.method(*method).flags.is_abstract() {
                    return MethodTarget::None;
                }
                return MethodTarget::Method(*method);
            }
            match declared.linkage {
                Linkage::Loaded(_) => {}
                // An interface method must go before the guess that a class from elsewhere declares it.
                Linkage::Builtin | Linkage::Missing => {
                    return match self.interface_method(class, key, concrete) {
                        found @ MethodTarget::Method(_) => found,
                        _ => MethodTarget::External(parent),
                    };
                }
            }
        }
        self.interface_method(class, key, concrete)
    }

    /// The maximally specific superinterface method (JVMS 5.4.3.3, step 2): a non-abstract one first.
    fn interface_method(&self, class: ClassId, key: &(Arc<str>, Arc<str>), concrete: bool) -> MethodTarget {
        let mut candidates: Vec<MethodId> = Vec::new();
        let mut external = None;
        for id in self.supertypes(class) {
            let interface = self.class(*id);
            if !interface.flags.is_interface() {
                continue;
            }
            match (&interface.linkage, interface.methods_by_signature.get(key)) {
                (_, Some(method)) => {
                    let flags = self.method(*method).flags;
                    if !flags.is_static() && (!flags.is_private() || *id == class) {
                        candidates.push(*method);
                    }
                }
                (Linkage::Builtin | Linkage::Missing, None) => {
                    let first = external.is_none_or(|known| self.class_name(*id) < self.class_name(known));
                    external = if first { Some(*id) } else { external };
                }
                _ => {}
            }
        }
        let is_overridden = |method: &MethodId| {
            candidates.iter().any(|other| {
                other != method && self.is_subclass(self.method(*other).class, self.method(*method).class) == Some(true)
            })
        };
        let maximal: Vec<MethodId> = candidates.iter().copied().filter(|method| !is_overridden(method)).collect();
        let bodies: Vec<MethodId> =
            maximal.iter().copied().filter(|method| !self.method(*method).flags.is_abstract()).collect();
        match (bodies.as_slice(), maximal.first(), external) {
            ([only], _, _) => MethodTarget::Method(*only),
            ([], Some(method), _) if !concrete => MethodTarget::Method(*method),
            ([], None, Some(class)) => MethodTarget::External(class),
            _ => MethodTarget::None,
        }
    }

    /// The method that a receiver of exactly `receiver` runs for a virtual or interface call (JVMS 5.4.6).
    pub fn select(&self, receiver: ClassId, reference: &MethodReference) -> MethodTarget {
        let key = (reference.name.clone(), reference.descriptor.clone());
        let named = self.class_by_name(&reference.class);
        for parent in self.superclasses(receiver) {
            let declared = self.class(parent);
            if let Some(method) = declared.methods_by_signature.get(&key) {
                let info = self.method(*method);
                let hidden = info.flags.is_static()
                    || info.flags.is_private()
                    || (self.is_package_private(*method) && !self.same_package(parent, named));
                if !hidden {
                    return if info.flags.is_abstract() { MethodTarget::None } else { MethodTarget::Method(*method) };
                }
            }
            if !matches!(declared.linkage, Linkage::Loaded(_)) {
                return match self.interface_method(receiver, &key, true) {
                    found @ MethodTarget::Method(_) => found,
                    _ => MethodTarget::External(parent),
                };
            }
        }
        self.interface_method(receiver, &key, true)
    }

    fn is_package_private(&self, method: MethodId) -> bool {
        let flags = self.method(method).flags;
        !flags.is_public() && !flags.is_protected() && !flags.is_private()
    }

    fn same_package(&self, class: ClassId, other: Option<ClassId>) -> bool {
        fn package(name: &str) -> &str {
            name.rsplit_once('/').map_or("", |(package, _)| package)
        }
        other.is_some_and(|other| package(&self.class(class).name) == package(&self.class(other).name))
    }
}
