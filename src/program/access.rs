//! What code of a package can make and see: access control (JVMS 5.4.4) as a caller of a method meets it.

use super::desugar::is_desugared;
use super::link::{Program, once};
use super::reads::{OfClass, Read, as_one};
use super::types::{ClassId, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{AccessFlags, InnerClass};
use rustc_hash::{FxHashMap, FxHashSet};

/// The package of nobody: what code there can name, all code can.
const ELSEWHERE: &str = "\0";

/// The package of an internal class name; empty for the unnamed one.
pub fn package_of(class: &str) -> &str {
    class.rfind('/').and_then(|end| class.get(..end)).unwrap_or("")
}

/// The name of the outermost class that a class is nested in, by the names that javac gives.
pub(super) fn outermost(name: &str) -> &str {
    name.split('$').next().unwrap_or_default()
}

/// A constructor, or a static method in place of one, that callers can use to get an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maker {
    /// The method.
    pub method: MethodId,
    /// The class of what it makes.
    pub class: ClassId,
    /// Whether its first parameter is the enclosing instance, which cannot be null.
    pub has_enclosing_instance: bool,
    /// Whether it returns the object, as a static method does.
    pub is_factory: bool,
}

impl Program {
    /// Whether somebody who sees the class path may write a class that is of a type of it: extend or implement the type, or a subtype
    /// that is on the class path. No class is added to a package.
    pub fn may_have_other_subtypes(&self, class: ClassId) -> bool {
        as_one(Read::Class(OfClass::OtherSubtypes, class), || {
            let is_extensible = |subtype: &ClassId| self.is_extensible(*subtype);
            once(&self.other_subtypes, class, || self.user_subtypes(class).iter().any(is_extensible))
        })
    }

    /// Whether code of another package can extend or implement a type of the class path itself.
    fn is_extensible(&self, class: ClassId) -> bool {
        let definition = self.class(class);
        let flags = definition.flags;
        let Some(file) = definition.file().filter(|file| file.permitted_subclasses.is_none()) else { return false };
        // A public member of a class that is not public is named by way of a public class below that.
        let is_seen = flags.is_public() && !flags.is_synthetic() && file.enclosing_method.is_none();
        if flags.is_final() || definition.is_enum() || !is_seen || is_desugared(&definition.name) {
            return false;
        }
        flags.is_interface() || self.has_constructor_for_subclasses(class)
    }

    /// Whether code of any package can name a class.
    pub fn is_public(&self, class: ClassId) -> bool {
        self.is_nameable(class, ELSEWHERE)
    }

    /// Whether code of `package` can name a class: it is public or of the same package, and so is what encloses it; local,
    /// anonymous and compiler-made classes have no name.
    pub fn is_nameable(&self, class: ClassId, package: &str) -> bool {
        let mut name = self.class(class).name.clone();
        // Enclosing classes have shorter names; the bound keeps a hostile file from going round in circles.
        for _ in 0..=name.len() {
            let Some(class) = self.class_by_name(&name).map(|class| self.class(class)) else { return true };
            let Some(file) = class.file() else { return class.flags.is_public() };
            if class.flags.is_synthetic() || is_desugared(&name) || file.enclosing_method.is_some() {
                return false;
            }
            let same_package = package_of(&name) == package;
            let Some(entry) = self.member_entry(class.name.as_ref()) else {
                return class.flags.is_public() || same_package;
            };
            let Some(outer) = entry.outer.clone().filter(|_| entry.name.is_some()) else { return false };
            if !is_open_to(entry.flags, same_package) {
                return false;
            }
            name = outer;
        }
        false
    }

    /// Whether code of any package may name a class in a class that it writes: a member class that is not private is also named as a
    /// member of what is below the class around it, which inherits it (JLS 8.5), and protected ones in subclasses of that.
    pub fn is_named_elsewhere(&self, class: ClassId) -> bool {
        as_one(Read::Class(OfClass::NamedElsewhere, class), || {
            once(&self.named_elsewhere, class, || self.finds_name(class, &mut FxHashSet::default()))
        })
    }

    /// Whether a method is a constructor of a class that neither its package nor code elsewhere can name: only code of the class path that
    /// is seen to call it does.
    pub fn is_hidden_constructor(&self, method: MethodId) -> bool {
        let info = self.method(method);
        let package = package_of(self.class_name(info.class));
        &*info.name == "<init>" && !self.is_nameable(info.class, package) && !self.is_named_elsewhere(info.class)
    }

    fn finds_name(&self, class: ClassId, seen: &mut FxHashSet<ClassId>) -> bool {
        // What goes round in circles is no name.
        if self.is_public(class) || !seen.insert(class) {
            return self.is_public(class);
        }
        let definition = self.class(class);
        let Some(file) = definition.file() else { return definition.flags.is_public() };
        if definition.flags.is_synthetic() || is_desugared(&definition.name) || file.enclosing_method.is_some() {
            return false;
        }
        let Some(entry) = self.member_entry(&definition.name) else { return false };
        if entry.name.is_none() || !(entry.flags.is_public() || entry.flags.is_protected()) {
            return false;
        }
        let Some(outer) = entry.outer.as_ref().and_then(|outer| self.class_by_name(outer)) else { return true };
        let below = self.user_subtypes(outer).iter().copied();
        std::iter::once(outer).chain(below).any(|holder| self.finds_name(holder, seen))
    }

    /// Whether constructors of an inner class get the enclosing instance as their first argument, which cannot be null (JLS 15.9.4): of a
    /// member class, and of a local or anonymous one in a method of an instance that keeps it.
    pub fn has_enclosing_instance(&self, class: ClassId) -> bool {
        let definition = self.class(class);
        let Some((enclosing, method)) = definition.file().and_then(|file| file.enclosing_method.as_ref()) else {
            return self.member_entry(self.class_name(class)).is_some_and(|entry| !entry.flags.is_static());
        };
        let Some((outer, (name, descriptor))) = self.class_by_name(enclosing).zip(method.as_ref()) else {
            return false;
        };
        let mut methods = self.class(outer).methods.iter().map(|method| self.method(*method));
        let is_of_instance = methods.any(|method| {
            (&method.name, &method.descriptor) == (name, descriptor) && !method.flags.is_static() && &**name != "<init>"
        });
        let mut fields = definition.fields.iter().map(|field| self.field(*field));
        is_of_instance
            && fields.any(|field| {
                field.flags.is_synthetic() && field.kind == FieldKind::Reference(ReferenceType::class(outer))
            })
    }

    /// The `InnerClasses` entry that describes a class itself.
    fn member_entry(&self, name: &str) -> Option<&InnerClass> {
        let file = self.class(self.class_by_name(name)?).file()?;
        file.inner_classes.iter().find(|entry| &*entry.inner == name)
    }

    /// The constructors of a concrete class of the class path that code of `package` can call.
    pub fn constructors(&self, class: ClassId, package: &str) -> Vec<Maker> {
        let definition = self.class(class);
        if !definition.is_concrete() || definition.is_enum() || !self.is_nameable(class, package) {
            return Vec::new();
        }
        let same_package = package_of(&definition.name) == package;
        let encloses = self.has_enclosing_instance(class);
        let accessible = |method: &MethodId| {
            let info = self.method(*method);
            &*info.name == "<init>"
                && !info.flags.is_synthetic()
                && is_open_to(info.flags, same_package)
                && self.has_code(*method)
        };
        let methods = definition.methods.iter().copied().filter(accessible);
        methods.map(|method| Maker { method, class, has_enclosing_instance: encloses, is_factory: false }).collect()
    }

    /// The static methods of a class, of what is nested in it, and of what it is nested in, that give one of the class to code of
    /// `package`: what a class without accessible constructors has in their place.
    pub fn factories(&self, class: ClassId, package: &str) -> Vec<Maker> {
        let definition = self.class(class);
        if !definition.is_concrete() || definition.is_enum() {
            return Vec::new();
        }
        if !self.is_nameable(class, package) {
            return self.factories_of_unnamed(class, package);
        }
        let same_package = package_of(&definition.name) == package;
        let made = FieldKind::Reference(ReferenceType::class(class));
        let near = self.neighbours(class).into_iter().filter(|near| self.is_nameable(*near, package));
        let gives_one = |method: &MethodId| {
            let info = self.method(*method);
            info.flags.is_static()
                && !info.flags.is_synthetic()
                && info.result == Some(made)
                && is_open_to(info.flags, same_package)
                && self.has_code(*method)
        };
        let methods = near.flat_map(|near| self.class(near).methods.iter().copied().filter(gives_one));
        methods.map(|method| Maker { method, class, has_enclosing_instance: false, is_factory: true }).collect()
    }

    /// The static methods that make objects of a class which code of `package` cannot name, and are declared to give objects of a type
    /// above it: those of anonymous classes.
    fn factories_of_unnamed(&self, class: ClassId, package: &str) -> Vec<Maker> {
        let gives_one = |method: &MethodId| {
            let info = self.method(*method);
            let same_package = package_of(self.class_name(info.class)) == package;
            let is_above = |above: ClassId| self.supertypes(class).contains(&above);
            let fits = matches!(info.result, Some(FieldKind::Reference(kind)) if kind.as_class().is_some_and(is_above));
            info.flags.is_static()
                && !info.flags.is_synthetic()
                && fits
                && is_open_to(info.flags, same_package)
                && self.is_nameable(info.class, package)
        };
        let mut methods = self.making(class);
        methods.retain(gives_one);
        methods.dedup();
        methods
            .into_iter()
            .map(|method| Maker { method, class, has_enclosing_instance: false, is_factory: true })
            .collect()
    }

    /// The methods of instances by which a class, what is nested in it, and what it is nested in give code of `package` an object
    /// of the class, as builders do.
    pub fn instance_factories(&self, class: ClassId, package: &str) -> Vec<MethodId> {
        let definition = self.class(class);
        if !definition.is_concrete() || definition.is_enum() || !self.is_nameable(class, package) {
            return Vec::new();
        }
        let made = FieldKind::Reference(ReferenceType::class(class));
        let near = self.neighbours(class).into_iter();
        let near = near.filter(|near| self.class(*near).is_concrete() && self.is_nameable(*near, package));
        let same_package = package_of(&definition.name) == package;
        let gives_one = |method: &MethodId| {
            let info = self.method(*method);
            info.has_receiver()
                && !info.name.starts_with('<')
                && !info.flags.is_synthetic()
                && info.result == Some(made)
                && is_open_to(info.flags, same_package)
                && self.has_code(*method)
        };
        near.flat_map(|near| self.class(near).methods.iter().copied().filter(gives_one)).collect()
    }

    /// What is nested in a class, what the class is nested in, and the class itself, by their names; in the order of these.
    pub fn neighbours(&self, class: ClassId) -> Vec<ClassId> {
        as_one(Read::Class(OfClass::Neighbours, class), || {
            let near = self.near.get_or_init(|| {
                let mut near: FxHashMap<Box<str>, Vec<ClassId>> = FxHashMap::default();
                for (id, class) in self.user_classes() {
                    near.entry(outermost(&class.name).into()).or_default().push(id);
                }
                near
            });
            near.get(outermost(self.class_name(class))).cloned().unwrap_or_default()
        })
    }

    /// The constants of the enum of the class path that is a field's declared type, in their order; none for other types.
    pub fn constants_of_field(&self, field: FieldId) -> Vec<FieldId> {
        let FieldKind::Reference(reference) = self.field(field).kind else { return Vec::new() };
        let Some(class) = reference.as_class().filter(|class| self.is_user_class(*class)) else { return Vec::new() };
        let definition = self.class(class);
        let is_constant = |field: &FieldId| {
            let flags = self.field(*field).flags;
            flags.is_enum() && flags.is_static()
        };
        if !definition.is_enum() {
            return Vec::new();
        }
        definition.fields.iter().copied().filter(is_constant).collect()
    }
}

/// Whether a member or class with these flags is open to code of another class. Protected ones are to the same package only:
/// a subclass elsewhere would be a class of its own.
pub(super) fn is_open_to(flags: AccessFlags, same_package: bool) -> bool {
    flags.is_public() || (same_package && !flags.is_private())
}
