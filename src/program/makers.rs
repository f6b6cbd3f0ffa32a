//! Whether every object of a class was made by one of the calls by which its users make objects.

use super::access::Maker;
use super::link::Program;
use super::reads::{OfClass, Read, as_one};
use super::types::{ClassId, FieldId, FieldKind, MethodId, ReferenceType};
use crate::classfile::{Instruction, InvokeKind};
use rustc_hash::FxHashMap;

/// The constructor calls of the class path: by class, the method that calls and the constructor, in order.
pub(super) type ConstructorCalls = FxHashMap<ClassId, Vec<(MethodId, MethodId)>>;

impl Program {
    /// Whether code of the class path makes objects of a class by other constructors than those of these makers, and not in one
    /// of the makers, or serialization does and leaves fields out: then there may be objects in states that no maker leaves. What
    /// static finals of the class itself hold counts as known while it has at most so many.
    pub fn is_made_otherwise(&self, class: ClassId, makers: &[Maker], most_constants: usize) -> bool {
        as_one(Read::Class(OfClass::Constructions, class), || {
            let is_maker = |method: MethodId| makers.iter().any(|maker| maker.method == method);
            let has_constructors = makers.iter().any(|maker| !maker.is_factory);
            let others = self.constructions(class).iter().filter(|(caller, constructor)| {
                !is_maker(*constructor) && !is_maker(*caller) && !self.constructs_itself(*caller, class)
            });
            let (constants, elsewhere): (Vec<MethodId>, Vec<MethodId>) =
                others.map(|(caller, _)| *caller).partition(|caller| self.is_initialiser_of(*caller, class));
            let shown = self.constants_of_own(class);
            let are_shown = !has_constructors && constants.len() <= shown && shown <= most_constants;
            !elsewhere.is_empty()
                || !(constants.is_empty() || are_shown)
                || self.is_serialized_in_part(class)
                || self.is_cloned_by_the_jdk(class)
                || self.is_constructed_by_reflection(class)
                || (!has_constructors && self.is_constructed_elsewhere(class))
        })
    }

    /// Whether code of any package may name a class and call a constructor of it.
    fn is_constructed_elsewhere(&self, class: ClassId) -> bool {
        let is_open = |method: &MethodId| {
            let info = self.method(*method);
            &*info.name == "<init>"
                && !info.flags.is_synthetic()
                && (info.flags.is_public() || info.flags.is_protected())
        };
        let definition = self.class(class);
        definition.is_concrete() && definition.methods.iter().any(is_open) && self.is_named_elsewhere(class)
    }

    /// Whether callers may make objects of a class by the `clone` that it inherits from a class of the JDK: what they refer to is the
    /// original's.
    fn is_cloned_by_the_jdk(&self, class: ClassId) -> bool {
        let cloneable = self.class_by_name("java/lang/Cloneable");
        if cloneable.is_some_and(|cloneable| self.is_subclass(class, cloneable) == Some(false)) {
            return false;
        }
        let is_clone = |method: &MethodId| {
            let info = self.method(*method);
            (&*info.name, &*info.descriptor) == ("clone", "()Ljava/lang/Object;")
        };
        let declaring = self.superclasses(class).find(|above| self.class(*above).methods.iter().any(is_clone));
        declaring.is_some_and(|above| !self.is_user_class(above) && &**self.class_name(above) != "java/lang/Object")
    }

    /// The methods of the class path that call constructors of a class, in order.
    pub(super) fn making(&self, class: ClassId) -> Vec<MethodId> {
        as_one(Read::Class(OfClass::Constructions, class), || {
            self.constructions(class).iter().map(|(caller, _)| *caller).collect()
        })
    }

    /// The constructor calls for objects of a class, and whether serialization leaves fields out, as text.
    pub(super) fn constructions_told(&self, class: ClassId) -> String {
        let told = |(caller, constructor): &(MethodId, MethodId)| {
            format!(
                "{}{} {}",
                self.method_label(*caller),
                self.method(*caller).descriptor,
                self.method(*constructor).descriptor
            )
        };
        let serialized = self.is_serialized_in_part(class).then(|| "serialized in part".to_owned());
        let reflected = self.is_constructed_by_reflection(class).then(|| "by reflection".to_owned());
        let cloned = self.is_cloned_by_the_jdk(class).then(|| "cloned by the JDK".to_owned());
        let elsewhere = self.is_constructed_elsewhere(class).then(|| "elsewhere".to_owned());
        let others = serialized.into_iter().chain(cloned).chain(reflected).chain(elsewhere);
        self.constructions(class).iter().map(told).chain(others).collect::<Vec<String>>().join(" ")
    }

    fn constructions(&self, class: ClassId) -> &[(MethodId, MethodId)] {
        let all = self.constructor_calls.get_or_init(|| self.find_constructor_calls());
        all.get(&class).map_or(&[], Vec::as_slice)
    }

    fn find_constructor_calls(&self) -> ConstructorCalls {
        let mut found = ConstructorCalls::default();
        for (caller, _) in self.methods() {
            for decoded in self.code(caller).map_or(&[][..], |code| &code.instructions) {
                if let Instruction::Invoke(InvokeKind::Special, called) = &decoded.instruction
                    && &*called.name == "<init>"
                    && let Some(constructor) = self.method_by_name((&called.class, &called.name, &called.descriptor))
                    && self.is_user_method(constructor)
                {
                    found.entry(self.method(constructor).class).or_default().push((caller, constructor));
                }
            }
        }
        found
    }

    /// Whether a method is a constructor that calls one of a class for the object that it initialises.
    fn constructs_itself(&self, caller: MethodId, class: ClassId) -> bool {
        let info = self.method(caller);
        let makes_another = || {
            let instructions = self.code(caller).map_or(&[][..], |code| &code.instructions);
            instructions.iter().any(|decoded| {
                matches!(&decoded.instruction, Instruction::New(name) if self.class_by_name(name) == Some(class))
            })
        };
        &*info.name == "<init>" && self.is_subclass(info.class, class) == Some(true) && !makes_another()
    }

    fn is_initialiser_of(&self, method: MethodId, class: ClassId) -> bool {
        let info = self.method(method);
        info.class == class && &*info.name == "<clinit>"
    }

    /// How many static finals of a class hold one of it and are not private.
    fn constants_of_own(&self, class: ClassId) -> usize {
        let own = FieldKind::Reference(ReferenceType::class(class));
        let is_one = |field: &&FieldId| {
            let info = self.field(**field);
            info.flags.is_static() && info.flags.is_final() && !info.flags.is_private() && info.kind == own
        };
        self.class(class).fields.iter().filter(is_one).count()
    }
}
