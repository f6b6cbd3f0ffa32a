//! What code of a package can make, assign and see: access control (JVMS 5.4.4) as a caller of a method meets it.

use super::desugar::is_desugared;
use super::link::{Program, once};
use super::reads::{OfClass, OfField, OfMethod, Read, as_one};
use super::types::{ClassId, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{AccessFlags, Code, InnerClass, Instruction, PrimitiveType};
use rustc_hash::{FxHashMap, FxHashSet};

/// The package of nobody: what code there can name, all code can.
const ELSEWHERE: &str = "\0";

/// The package of an internal class name; empty for the unnamed one.
pub fn package_of(class: &str) -> &str {
    class.rfind('/').and_then(|end| class.get(..end)).unwrap_or("")
}

/// The name of the outermost class that a class is nested in, by the names that javac gives.
fn outermost(name: &str) -> &str {
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

/// What the instructions of a method say that it may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effects {
    /// It may change an object: it assigns a field, stores an element or calls something.
    may_change: bool,
    assigns_statics: bool,
    calls: bool,
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

    /// Whether code of `package` can give an instance field any value, by an assignment or by a method that is one.
    pub fn is_assignable(&self, field: FieldId, package: &str) -> bool {
        self.is_open_field(field, package) || self.setter(field, package).is_some()
    }

    /// Whether code of `package` can name and assign an instance field.
    pub fn is_open_field(&self, field: FieldId, package: &str) -> bool {
        let info = self.field(field);
        let class = self.class(info.class);
        !info.flags.is_final()
            && !info.flags.is_static()
            && !info.flags.is_synthetic()
            && class.is_user()
            && is_open_to(info.flags, package_of(&class.name) == package)
    }

    /// The methods of a class's instances that code of `package` can call and that may change them: they assign a field, store into
    /// an array, or call something.
    pub fn changing_methods(&self, class: ClassId, package: &str) -> Vec<MethodId> {
        let definition = self.class(class);
        let same_package = package_of(&definition.name) == package;
        let is_one = |method: &MethodId| {
            let info = self.method(*method);
            info.has_receiver()
                && !info.name.starts_with('<')
                && !info.flags.is_synthetic()
                && is_open_to(info.flags, same_package)
                && self.effects(*method).may_change
        };
        definition.methods.iter().copied().filter(is_one).collect()
    }

    /// The static methods of a class that code of `package` can call and that may change what is there for all: they assign a static
    /// field, or give nothing back or only whether they did it.
    pub fn changing_static_methods(&self, class: ClassId, package: &str) -> Vec<MethodId> {
        let definition = self.class(class);
        let same_package = package_of(&definition.name) == package;
        let is_one = |method: &MethodId| {
            let info = self.method(*method);
            let effects = self.effects(*method);
            let tells_little = matches!(info.result, None | Some(FieldKind::Primitive(PrimitiveType::Boolean)));
            info.flags.is_static()
                && !info.name.starts_with('<')
                && !info.flags.is_synthetic()
                && is_open_to(info.flags, same_package)
                && (effects.assigns_statics || (tells_little && effects.calls))
        };
        definition.methods.iter().copied().filter(is_one).collect()
    }

    /// Whether the code of a method, or of a private method of its class that it calls, assigns a field of an object.
    pub fn assigns_fields(&self, method: MethodId) -> bool {
        self.as_effects(method, || self.finds_assigned_fields(method))
    }

    /// What the instructions of a method say that it may do. Most edits leave it as it was.
    pub(super) fn effects(&self, method: MethodId) -> Effects {
        self.as_effects(method, || {
            let code = self.code(method).map_or(&[][..], |code| &code.instructions);
            let has = |is_one: fn(&Instruction) -> bool| code.iter().any(|decoded| is_one(&decoded.instruction));
            let may_change = |one: &Instruction| {
                matches!(one, Instruction::PutField(_) | Instruction::ArrayStore(_) | Instruction::Invoke(..))
            };
            Effects {
                may_change: has(may_change),
                assigns_statics: has(|one| matches!(one, Instruction::PutStatic(_))),
                calls: has(|one| matches!(one, Instruction::Invoke(..))),
            }
        })
    }

    /// Finds out something about the effects of a method, which is one question whatever is found out.
    fn as_effects<T>(&self, method: MethodId, find: impl FnOnce() -> T) -> T {
        if self.is_user_method(method) { as_one(Read::Method(OfMethod::Effects, method), find) } else { find() }
    }

    fn finds_assigned_fields(&self, method: MethodId) -> bool {
        let assigns = |method: MethodId| {
            let code = self.code(method).map_or(&[][..], |code| &code.instructions);
            code.iter().any(|decoded| matches!(decoded.instruction, Instruction::PutField(_)))
        };
        let instructions = self.code(method).map_or(&[][..], |code| &code.instructions);
        let mut helpers = instructions.iter().filter_map(|decoded| match &decoded.instruction {
            Instruction::Invoke(_, called) => self.method_by_name((&called.class, &called.name, &called.descriptor)),
            _ => None,
        });
        assigns(method)
            || helpers.any(|helper| {
                self.is_user_method(helper)
                    && self.method(helper).class == self.method(method).class
                    && &*self.method(helper).name != "<init>"
                    && assigns(helper)
            })
    }

    /// The method by which code of `package` can give an instance field any value: one that assigns its only argument to it and
    /// does nothing else. A subclass that overrides it, be it by a bridge, has other objects.
    pub fn setter(&self, field: FieldId, package: &str) -> Option<MethodId> {
        let info = self.field(field);
        let owner = self.class(info.class);
        if info.flags.is_final() || info.flags.is_static() || !owner.is_user() {
            return None;
        }
        let same_package = package_of(&owner.name) == package;
        owner.methods.iter().copied().find(|method| {
            let candidate = self.method(*method);
            candidate.has_receiver()
                && !candidate.flags.is_synthetic()
                && candidate.parameters.as_slice() == [info.kind]
                && is_open_to(candidate.flags, same_package)
                && self.code(*method).is_some_and(|code| self.only_assigns(code, field))
                && !self.is_overridden(*method)
        })
    }

    /// Whether a class of the class path below that of a method has another of its signature.
    fn is_overridden(&self, method: MethodId) -> bool {
        let info = self.method(method);
        let key = (info.name.clone(), info.descriptor.clone());
        let mut below = self.user_subtypes(info.class).iter().filter(|class| **class != info.class);
        below.any(|class| self.class(*class).methods_by_signature.contains_key(&key))
    }

    /// Whether code is `this.field = argument` and a return of nothing or of `this`.
    fn only_assigns(&self, code: &Code, field: FieldId) -> bool {
        use crate::classfile::ValueKind::Reference;
        let mut instructions = code.instructions.iter().map(|decoded| &decoded.instruction);
        let begins = matches!(
            (instructions.next(), instructions.next()),
            (Some(Instruction::Load(Reference, 0)), Some(Instruction::Load(_, 1)))
        );
        let assigns = matches!(instructions.next(), Some(Instruction::PutField(reference)) if self.resolve_field(reference) == Some(field));
        let rest: Vec<&Instruction> = instructions.collect();
        let ends = matches!(
            rest.as_slice(),
            [Instruction::Return(None)] | [Instruction::Load(Reference, 0), Instruction::Return(Some(Reference))]
        );
        begins && assigns && ends
    }

    /// Whether an instance field may be assigned other than by the constructors of its object: by a method, or by a constructor
    /// of another object. What is not final and not known is taken to be.
    pub fn is_assigned_after_construction(&self, field: FieldId) -> bool {
        as_one(Read::Field(OfField::AssignedAfterConstruction, field), || {
            self.finds_assignment_after_construction(field)
        })
    }

    fn finds_assignment_after_construction(&self, field: FieldId) -> bool {
        let info = self.field(field);
        let owner = self.class(info.class);
        if self.is_field_reached_by_reflection(field) {
            return true;
        }
        if info.flags.is_final() {
            return false;
        }
        let is_open = info.flags.is_public() || (info.flags.is_protected() && self.may_have_other_subtypes(info.class));
        if !owner.is_user() || is_open || self.is_assigned_by_reflection(field) {
            return true;
        }
        // A private field is accessible in its nest only, and nest mates share the name of their top-level class.
        let nest = info.flags.is_private().then(|| outermost(&owner.name));
        self.assigning(field).any(|method| {
            let candidate = self.method(method);
            let constructs_only_itself = &*candidate.name == "<init>"
                && candidate.class == info.class
                && !self.meets_instances(method, &owner.name);
            !constructs_only_itself && nest.is_none_or(|nest| outermost(&self.class(candidate.class).name) == nest)
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

    /// Whether a static field of the class path may be assigned otherwise than by the initialiser of its class: by any other
    /// code of the class path, unless it is in private static methods that only that initialiser calls. What is not known is
    /// taken to be.
    pub fn is_assigned_after_initialisation(&self, field: FieldId) -> bool {
        as_one(Read::Field(OfField::AssignedAfterInitialisation, field), || {
            let info = self.field(field);
            let initialises = |method| self.method(method).class == info.class && self.only_initialises(method);
            let is_assigned = || self.assigning(field).any(|method| !initialises(method));
            !info.flags.is_final()
                && (!self.class(info.class).is_user()
                    || self.is_assigned_elsewhere(field)
                    || self.is_assigned_by_reflection(field)
                    || is_assigned())
        })
    }

    /// Whether code that nobody knows can assign a static field that is not final, by the name of its class or of one below it:
    /// protected ones in a subclass.
    fn is_assigned_elsewhere(&self, field: FieldId) -> bool {
        let info = self.field(field);
        let is_nameable = || {
            let below = self.user_subtypes(info.class).iter();
            std::iter::once(&info.class).chain(below).any(|class| self.is_named_elsewhere(*class))
        };
        !info.flags.is_synthetic() && (info.flags.is_public() || info.flags.is_protected()) && is_nameable()
    }

    /// Whether a constructor comes by other instances of a class, of which it could assign fields too: by a parameter, a field,
    /// a call or a cast.
    fn meets_instances(&self, constructor: MethodId, class: &str) -> bool {
        let wanted = format!("L{class};");
        let info = self.method(constructor);
        if info.descriptor.contains(&wanted) {
            return true;
        }
        self.code(constructor).is_some_and(|code| {
            code.instructions.iter().any(|decoded| match &decoded.instruction {
                Instruction::GetField(field) | Instruction::GetStatic(field) => field.descriptor.ends_with(&*wanted),
                Instruction::Invoke(_, method) => method.descriptor.ends_with(&*wanted),
                Instruction::CheckCast(name) | Instruction::New(name) => **name == *class,
                _ => false,
            })
        })
    }
}

/// Whether a member or class with these flags is open to code of another class. Protected ones are to the same package only:
/// a subclass elsewhere would be a class of its own.
pub(super) fn is_open_to(flags: AccessFlags, same_package: bool) -> bool {
    flags.is_public() || (same_package && !flags.is_private())
}
