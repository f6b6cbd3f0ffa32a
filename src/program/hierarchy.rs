//! Subtyping, and the classes that a declared type admits.

use super::class::{Linkage, MethodInfo, Supertypes};
use super::desugar::is_desugared;
use super::link::Program;
use super::reads::{OfClass, Read, as_one, note};
use super::types::{ClassId, Element, MethodId, ReferenceType};
use rustc_hash::FxHashMap;

impl Program {
    /// Notes the subtypes on the class path of every class. Loads the supertypes of the class path's classes.
    pub(super) fn find_user_subtypes(&mut self) {
        let mut subtypes: FxHashMap<ClassId, Vec<ClassId>> = FxHashMap::default();
        for (id, _) in self.user_classes() {
            for parent in &self.supertypes_of(id).all {
                subtypes.entry(*parent).or_default().push(id);
            }
        }
        self.user_subtypes = subtypes;
    }

    /// The methods of the class path that the JDK can call, since a type of it declares them. Whoever asks notes what it makes of them.
    pub fn known_to_the_jdk(&self) -> &[MethodId] {
        self.known_to_the_jdk.get_or_init(|| {
            let methods = self.user_classes().flat_map(|(class, definition)| {
                definition.methods.iter().copied().filter(move |method| self.is_declared_in_the_jdk(class, *method))
            });
            methods.collect()
        })
    }

    /// Whether a class of the class path has a method of its own that the JDK can call, since a type of it declares it.
    pub fn has_methods_known_to_the_jdk(&self, class: ClassId) -> bool {
        self.class(class).methods.iter().any(|method| self.is_declared_in_the_jdk(class, *method))
    }

    fn is_declared_in_the_jdk(&self, class: ClassId, method: MethodId) -> bool {
        let info = self.method(method);
        let is_same = |other: &MethodInfo| info.name == other.name && info.descriptor == other.descriptor;
        let above = || self.supertypes_of(class).all.iter().filter(|above| !self.is_user_class(**above));
        let declares = |above: &ClassId| self.class(*above).methods.iter().any(|other| is_same(self.method(*other)));
        !info.flags.is_static() && !info.name.starts_with('<') && above().any(declares)
    }

    fn supertypes_of(&self, class: ClassId) -> &Supertypes {
        let definition = self.look_at(class);
        if !definition.is_jdk {
            note(Read::Class(OfClass::Supertypes, class));
        }
        definition.supertypes.get_or_init(|| {
            let mut all = Vec::new();
            let mut incomplete = false;
            let mut open = vec![class];
            while let Some(id) = open.pop() {
                if all.contains(&id) {
                    continue;
                }
                all.push(id);
                let class = self.look_at(id);
                incomplete |= matches!(class.linkage, Linkage::Missing);
                open.extend(class.superclass.iter().chain(&class.interfaces));
            }
            all.sort_unstable();
            Supertypes { all, incomplete }
        })
    }

    /// Whether instances of `sub` are instances of `super_type`; none when a missing class hides the answer.
    pub fn is_subclass(&self, sub: ClassId, super_type: ClassId) -> Option<bool> {
        let supertypes = self.supertypes_of(sub);
        if supertypes.all.binary_search(&super_type).is_ok() {
            return Some(true);
        }
        if supertypes.incomplete { None } else { Some(false) }
    }

    /// The type of some that all others are of; none where there is none.
    pub fn widest(&self, types: impl IntoIterator<Item = ReferenceType>) -> Option<ReferenceType> {
        let types: Vec<ReferenceType> = types.into_iter().collect();
        types.iter().copied().find(|wide| types.iter().all(|of| self.is_subtype(*of, *wide) == Some(true)))
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
    /// is a subtype, and the class itself when it is not on the class path and can have instances. Sorted by name. The
    /// classes of lambda expressions are not among them: no input is built as one.
    pub fn concrete_subtypes(&self, class: ClassId) -> &[ClassId] {
        as_one(Read::Class(OfClass::Inputs, class), || {
            self.look_at(class).concrete_subtypes.get_or_init(|| self.find_concrete_subtypes(class))
        })
    }

    fn find_concrete_subtypes(&self, class: ClassId) -> Vec<ClassId> {
        let is_input = |id: &ClassId| self.class(*id).is_concrete() && !is_desugared(&self.class(*id).name);
        let mut found: Vec<ClassId> = self.subtypes(class).iter().copied().filter(is_input).collect();
        if &**self.class_name(class) == "java/lang/CharSequence"
            && let Some(string) = self.class_by_name("java/lang/String")
        {
            // What is declared so is a string most of the time.
            found.push(string);
            self.sort_by_name(&mut found);
        }
        if found.is_empty() && !self.is_user_class(class) {
            // An opaque instance stands for whatever implements an interface or abstract class from elsewhere.
            found.push(class);
        }
        found
    }

    /// All subtypes on the class path, abstract ones and interfaces included, and the class itself; sorted by name.
    pub fn subtypes(&self, class: ClassId) -> &[ClassId] {
        note(Read::Class(OfClass::Subtypes, class));
        self.look_at(class).subtypes.get_or_init(|| {
            let mut found = self.user_subtypes.get(&class).cloned().unwrap_or_default();
            if !self.is_user_class(class) {
                found.push(class);
                self.sort_by_name(&mut found);
            }
            found
        })
    }

    /// The subtypes on the class path, without the class itself where that is not on it; sorted by name. Loads nothing.
    pub fn user_subtypes(&self, class: ClassId) -> &[ClassId] {
        note(Read::Class(OfClass::Subtypes, class));
        self.user_subtypes.get(&class).map_or(&[], Vec::as_slice)
    }

    /// All superclasses and superinterfaces and the class itself, in no order that means anything.
    pub fn supertypes(&self, class: ClassId) -> &[ClassId] {
        &self.supertypes_of(class).all
    }

    /// Whether some of a class's supertypes may not be known, since a class is missing.
    pub(super) fn has_missing_supertypes(&self, class: ClassId) -> bool {
        self.supertypes_of(class).incomplete
    }

    /// Puts classes into the order of their names.
    pub fn sort_by_name(&self, classes: &mut [ClassId]) {
        classes.sort_unstable_by(|left, right| self.class_name(*left).cmp(self.class_name(*right)));
    }

    /// Whether classes that are not on the class path, or those of lambda expressions, may extend or implement `class`, so
    /// that [`Program::concrete_subtypes`] may miss some that matter.
    pub fn is_open(&self, class: ClassId) -> bool {
        let is_lambda = |id: &ClassId| is_desugared(&self.class(*id).name);
        let flags = self.class(class).flags;
        (!self.is_user_class(class) && !flags.is_final())
            || (flags.is_interface() && self.user_subtypes(class).iter().any(is_lambda))
    }

    /// Whether an array that is declared as this type may be of a narrower one.
    pub fn may_be_narrower(&self, array: ReferenceType) -> bool {
        match array.element {
            Element::Class(class) => array.dimensions > 0 && (self.is_open(class) || self.subtypes(class).len() > 1),
            Element::Primitive(_) => false,
        }
    }

    /// Whether it may be of a narrower one, be that of the class path or of a class that somebody has written elsewhere.
    pub fn may_be_narrower_anywhere(&self, array: ReferenceType) -> bool {
        let is_of_open_class = || match array.element {
            Element::Class(class) => {
                array.dimensions > 0 && self.is_user_class(class) && self.may_have_other_subtypes(class)
            }
            Element::Primitive(_) => false,
        };
        self.may_be_narrower(array) || is_of_open_class()
    }

    /// Whether objects of a class may have a finalizer of the class path, which is given those too whose constructors threw (JLS 12.6).
    pub fn may_be_finalized(&self, class: ClassId) -> bool {
        let of_it = self.superclasses(class).chain(self.user_subtypes(class).iter().copied());
        of_it.filter(|class| self.is_user_class(*class)).any(|class| {
            let mut methods = self.class(class).methods.iter().map(|method| self.method(*method));
            methods
                .any(|method| (&*method.name, &*method.descriptor) == ("finalize", "()V") && !method.flags.is_static())
        })
    }

    /// Whether a class is one of the JDK that no other code can name.
    pub fn is_hidden_in_jdk(&self, class: ClassId) -> bool {
        let info = self.class(class);
        info.is_jdk && !info.flags.is_public()
    }

    /// The classes that the first use of a class initialises, itself first and what begins before it last (JVMS 5.5): its superclasses,
    /// and before a class of the class path, but no interface, the interfaces on the class path that declare a method with a body.
    pub fn initialised_with(&self, class: ClassId) -> Vec<ClassId> {
        let chain: Vec<ClassId> = self.superclasses(class).collect();
        let mut found = Vec::with_capacity(chain.len());
        for class in chain.into_iter().rev() {
            if self.is_user_class(class) && !self.class(class).flags.is_interface() {
                self.add_initialised_interfaces(class, &mut Vec::new(), &mut found);
            }
            found.push(class);
        }
        found.reverse();
        found
    }

    fn add_initialised_interfaces(&self, class: ClassId, seen: &mut Vec<ClassId>, found: &mut Vec<ClassId>) {
        let has_body = |method: &MethodId| {
            let flags = self.method(*method).flags;
            !flags.is_static() && !flags.is_abstract()
        };
        for interface in &self.class(class).interfaces {
            if seen.contains(interface) || !self.is_user_class(*interface) {
                continue;
            }
            seen.push(*interface);
            self.add_initialised_interfaces(*interface, seen, found);
            if !found.contains(interface) && self.class(*interface).methods.iter().any(has_body) {
                found.push(*interface);
            }
        }
    }

    /// Whether a class is that of a lambda expression that captures nothing, which a JVM may evaluate to one object each time.
    pub fn captures_nothing(&self, class: ClassId) -> bool {
        let definition = self.class(class);
        is_desugared(&definition.name) && definition.fields.iter().all(|field| self.field(*field).flags.is_static())
    }

    /// The superclass chain, from the class itself up.
    pub fn superclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        // A cyclic chain is impossible in a class that a JVM loads; the bound keeps a hostile one from hanging us.
        std::iter::successors(Some(class), |id| self.class(*id).superclass).take(self.places.count())
    }
}
