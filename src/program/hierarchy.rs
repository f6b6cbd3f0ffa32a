//! Subtyping, and the classes that a declared type admits.

use super::desugar::is_desugared;
use super::link::{Class, Linkage, Program};
use super::types::{ClassId, Element, ReferenceType};

impl Program {
    pub(super) fn complete_hierarchy(&mut self) {
        for position in 0..self.classes.len() {
            let mut supertypes = Vec::new();
            let mut incomplete = false;
            let mut open = vec![ClassId(position as u32)];
            while let Some(id) = open.pop() {
                if supertypes.contains(&id) {
                    continue;
                }
                supertypes.push(id);
                let class = self.class(id);
                incomplete |= matches!(class.linkage, Linkage::Missing);
                open.extend(class.superclass.iter().chain(&class.interfaces));
            }
            supertypes.sort_unstable();
            if let Linkage::Loaded(_) = self.classes[position].linkage {
                for id in &supertypes {
                    self.classes[id.index()].subtypes.push(ClassId(position as u32));
                }
            }
            let class = &mut self.classes[position];
            class.supertypes = supertypes;
            class.supertypes_incomplete = incomplete;
        }
        for (position, class) in self.classes.iter_mut().enumerate() {
            if !matches!(class.linkage, Linkage::Loaded(_)) {
                class.subtypes.push(ClassId(position as u32));
                class.subtypes.sort_unstable();
            }
        }
    }

    /// Whether instances of `sub` are instances of `super_type`; none when a missing class hides the answer.
    pub fn is_subclass(&self, sub: ClassId, super_type: ClassId) -> Option<bool> {
        let class = self.class(sub);
        if class.supertypes.binary_search(&super_type).is_ok() {
            return Some(true);
        }
        if class.supertypes_incomplete { None } else { Some(false) }
    }

    /// Assignment compatibility of reference types (JVMS 4.10.1.2 and the `checkcast` rules of JVMS 6.5); none when a
    /// missing class hides the answer.
    pub fn is_subtype(&self, sub: ReferenceType, super_type: ReferenceType) -> Option<bool> {
        if sub == super_type {
            return Some(true);
        }
        match (sub.dimensions, super_type.dimensions) {
            (0, 0) => match (sub.element, super_type.element) {
                (Element::Class(sub), Element::Class(super_type)) => self.is_subclass(sub, super_type),
                _ => Some(false),
            },
            (0, _) => Some(false),
            (_, 0) => Some(match super_type.element {
                Element::Class(class) => matches!(
                    &*self.class(class).name,
                    "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable"
                ),
                Element::Primitive(_) => false,
            }),
            (sub_dimensions, super_dimensions) => {
                let common = sub_dimensions.min(super_dimensions);
                let sub = ReferenceType { element: sub.element, dimensions: sub_dimensions - common };
                let super_type = ReferenceType { element: super_type.element, dimensions: super_dimensions - common };
                match (sub.element, super_type.element) {
                    _ if sub == super_type => Some(true),
                    (Element::Primitive(_), _) if sub.dimensions == 0 => Some(false),
                    (_, Element::Primitive(_)) if super_type.dimensions == 0 => Some(false),
                    _ => self.is_subtype(sub, super_type),
                }
            }
        }
    }

    /// The classes that an input declared as `class` can be an instance of: every concrete class on the class path that
    /// is a subtype, and the class itself when it comes from elsewhere and can have instances. Sorted by name. The classes
    /// of lambda expressions are not among them: no input is built as one.
    pub fn concrete_subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let declared = self.class(class);
        let is_input = |id: &ClassId| self.class(*id).is_concrete() && !is_desugared(&self.class(*id).name);
        let mut found: Vec<ClassId> = declared.subtypes.iter().copied().filter(is_input).collect();
        if found.is_empty() && !matches!(declared.linkage, Linkage::Loaded(_)) {
            // An opaque instance stands for whatever implements an interface or abstract class from elsewhere.
            found.push(class);
        }
        found
    }

    /// All subtypes on the class path, abstract ones and interfaces included, and the class itself; sorted by name.
    pub fn subtypes(&self, class: ClassId) -> &[ClassId] {
        &self.class(class).subtypes
    }

    /// All superclasses and superinterfaces and the class itself; sorted by name.
    pub fn supertypes(&self, class: ClassId) -> &[ClassId] {
        &self.class(class).supertypes
    }

    /// Whether classes that are not on the class path, or those of lambda expressions, may extend or implement `class`, so
    /// that [`Program::concrete_subtypes`] may miss some that matter.
    pub fn is_open(&self, class: ClassId) -> bool {
        let class: &Class = self.class(class);
        (!matches!(class.linkage, Linkage::Loaded(_)) && !class.flags.is_final())
            || (class.flags.is_interface() && class.subtypes.iter().any(|id| is_desugared(&self.class(*id).name)))
    }

    /// The superclass chain, from the class itself up.
    pub fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        // A cyclic chain is impossible in a class that a JVM loads; the bound keeps a hostile one from hanging us.
        std::iter::successors(Some(class), |id| self.class(*id).superclass).take(self.classes.len())
    }
}
