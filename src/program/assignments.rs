//! Who assigns fields: code of a package, methods that may change something, and code that runs after an object or a class is initialised.

use super::access::{is_open_to, outermost, package_of};
use super::link::Program;
use super::reads::{OfField, OfMethod, Read, as_one};
use super::types::{ClassId, FieldId, FieldKind, MethodId};
use crate::classfile::{Code, Instruction, PrimitiveType};

/// What the instructions of a method say that it may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effects {
    /// It may change an object: it assigns a field, stores an element or calls something.
    may_change: bool,
    assigns_statics: bool,
    calls: bool,
}

impl Program {
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
