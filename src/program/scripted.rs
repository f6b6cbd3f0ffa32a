//! Classes that a caller may write to get an input: implementations of interfaces and subclasses, each method of which always
//! gives the same result.

use super::access::{is_open_to, package_of};
use super::desugar::{MAKES_SCRIPTED, scripted, scripted_name};
use super::functional::OF_OBJECT;
use super::link::Program;
use super::resolve::MethodTarget;
use super::types::{ClassId, FieldKind, MethodId};
use crate::classfile::{
    ClassFile, GenericType, MethodReference, MethodType, TypeParameters, parse_class_type_parameters,
    parse_method_descriptor, parse_method_result,
};
use std::sync::Arc;

/// The most slots of arguments that the maker of a scripted class has; a method may have 255 (JVMS 4.3.3).
const MOST_SLOTS: usize = 200;

/// A way to make an object of a scripted class.
#[derive(Clone, Debug)]
pub struct Scripted {
    /// The scripted class.
    pub class: ClassId,
    /// The static method that makes one: of the arguments of a constructor of the class that is extended, then of what the methods
    /// give.
    pub maker: MethodId,
    /// The type of each argument, and what is known of its type arguments.
    pub parameters: Vec<(FieldKind, Option<GenericType>)>,
}

impl Program {
    /// The ways in which code of `package` makes an object of the scripted class of a type; `arguments` are the type arguments of the type.
    ///
    /// There are none where code of `package` can write no such class: it is final or sealed, or has an abstract method or only
    /// constructors that are not open to it.
    pub fn scripts(&self, scripted: ClassId, package: &str, arguments: &[GenericType]) -> Vec<Scripted> {
        if !self.is_nameable(scripted, package) {
            return Vec::new();
        }
        let Some(methods) = self.scripted_methods(scripted) else { return Vec::new() };
        let results = methods.iter().filter_map(|method| {
            let kind = self.method(*method).result?;
            Some((kind, self.generic_result(scripted, *method, arguments)))
        });
        let results: Vec<_> = results
            .map(|(kind, generic)| match generic {
                Some(generic) => (self.erased_result(kind, &generic), Some(generic)),
                None => (kind, None),
            })
            .collect();
        let Some(class) = self.class_by_name(&scripted_name(self.class_name(scripted))) else { return Vec::new() };
        let given: String = methods.iter().map(|method| result_of(&self.method(*method).descriptor)).collect();
        let made = |(passed, kinds): (&str, Vec<(FieldKind, Option<GenericType>)>)| {
            let descriptor = format!("({passed}{given})L{};", self.class_name(scripted));
            let makers = &self.class(class).methods;
            let maker = makers.iter().copied().find(|maker| {
                let info = self.method(*maker);
                &*info.name == MAKES_SCRIPTED && *info.descriptor == *descriptor
            });
            let parameters = kinds.into_iter().chain(results.iter().cloned()).collect();
            Some(Scripted { class, maker: maker?, parameters })
        };
        if self.class(scripted).flags.is_interface() {
            return made(("", Vec::new())).into_iter().collect();
        }
        let same_package = package_of(self.class_name(scripted)) == package;
        let constructors = self.extensible_constructors(scripted);
        let open = constructors.into_iter().filter(|it| is_open_to_subclasses(self, *it, same_package));
        let begun = open.filter_map(|constructor| {
            let info = self.method(constructor);
            let passed = info.descriptor.strip_prefix('(')?.strip_suffix(")V")?;
            let kinds = info.parameters.iter().copied().zip(self.generic_parameters(constructor));
            Some((passed, kinds.collect()))
        });
        begun.filter_map(made).collect()
    }

    /// Whether objects of a type are not made by its own constructors, as far as code of `package` can call these: it is abstract,
    /// an interface, or has constructors for subclasses alone.
    pub fn needs_subclass(&self, class: ClassId, package: &str) -> bool {
        let definition = self.class(class);
        let same_package = package_of(&definition.name) == package;
        !definition.is_concrete()
            || self.extensible_constructors(class).iter().any(|constructor| {
                let flags = self.method(*constructor).flags;
                flags.is_protected() && !same_package
            })
    }

    /// The abstract methods that whoever extends or implements a type must implement, in the order of name and descriptor. None where no
    /// code outside the package can, or the types of their results are not known.
    pub fn scripted_methods(&self, scripted: ClassId) -> Option<Vec<MethodId>> {
        let definition = self.class(scripted);
        let file = definition.file()?;
        let is_fixed = definition.flags.is_final() || definition.is_enum() || file.permitted_subclasses.is_some();
        // Constructors of inner classes want the enclosing instance.
        if is_fixed || file.record.is_some() || self.has_enclosing_instance(scripted) {
            return None;
        }
        let is_interface = definition.flags.is_interface();
        if !is_interface && self.extensible_constructors(scripted).is_empty() {
            return None;
        }
        let is_function = self.functional_method(scripted).is_some();
        let mut found: Vec<MethodId> = Vec::new();
        for above in self.supertypes(scripted).iter().copied() {
            let declaring = self.class(above);
            declaring.file()?;
            for method in &declaring.methods {
                let info = self.method(*method);
                let is_of_object = OF_OBJECT.contains(&(&*info.name, &*info.descriptor));
                let same = |known: &MethodId| {
                    let known = self.method(*known);
                    known.name == info.name && known.descriptor == info.descriptor
                };
                if !info.flags.is_abstract() || is_of_object || found.iter().any(same) {
                    continue;
                }
                let reference = MethodReference {
                    class: declaring.name.clone(),
                    name: info.name.clone(),
                    descriptor: info.descriptor.clone(),
                    interface: declaring.flags.is_interface(),
                };
                if matches!(self.select(scripted, &reference), MethodTarget::Method(_)) {
                    continue;
                }
                if !(info.flags.is_public() || info.flags.is_protected()) {
                    return None;
                }
                // What a type variable of a class above stands for is not followed, and a caller may want anything of one of the method.
                if !is_function && self.result_is_open(*method, above != scripted) {
                    return None;
                }
                found.push(*method);
            }
        }
        found.sort_by_key(|method| {
            let info = self.method(*method);
            (info.name.clone(), info.descriptor.clone())
        });
        Some(found)
    }

    /// Whether subclasses in other packages can call a constructor of a class.
    pub(super) fn has_constructor_for_subclasses(&self, class: ClassId) -> bool {
        let constructors = self.extensible_constructors(class);
        constructors.into_iter().any(|constructor| is_open_to_subclasses(self, constructor, false))
    }

    /// The constructors of a class that some code outside it can call for a subclass's object, in their order.
    fn extensible_constructors(&self, class: ClassId) -> Vec<MethodId> {
        let is_one = |method: &MethodId| {
            let info = self.method(*method);
            &*info.name == "<init>" && !info.flags.is_private() && !info.flags.is_synthetic()
        };
        self.class(class).methods.iter().copied().filter(is_one).collect()
    }

    /// The scripted class of a type of this name.
    pub(super) fn scripted_class(&self, scripted_name: &str) -> Option<ClassFile> {
        let extended = self.class_by_name(scripted_name)?;
        let methods = self.scripted_methods(extended)?.into_iter().map(|method| {
            let info = self.method(method);
            Some((info.name.clone(), parse_method_descriptor(&info.descriptor)?))
        });
        let methods: Vec<(Arc<str>, MethodType)> = methods.collect::<Option<_>>()?;
        let slots = |called: &MethodType| called.parameters.iter().map(|kind| usize::from(kind.slots())).sum::<usize>();
        let results: usize =
            methods.iter().filter_map(|(_, called)| called.result.as_ref()).map(|kind| usize::from(kind.slots())).sum();
        let is_interface = self.class(extended).flags.is_interface();
        let constructors = if is_interface { Vec::new() } else { self.extensible_constructors(extended) };
        let constructors = constructors
            .into_iter()
            .filter_map(|constructor| parse_method_descriptor(&self.method(constructor).descriptor))
            .filter(|constructor| slots(constructor) + results <= MOST_SLOTS)
            .collect::<Vec<MethodType>>();
        if results > MOST_SLOTS || (!is_interface && constructors.is_empty()) {
            return None;
        }
        Some(scripted(self.class(extended).file()?, &constructors, &methods))
    }

    /// What the signature of a method of a scripted type says of its result; `arguments` are the type arguments of the type.
    fn generic_result(&self, scripted: ClassId, method: MethodId, arguments: &[GenericType]) -> Option<GenericType> {
        let signature = self.method_file(method)?.signature.clone()?;
        let result = parse_method_result(&signature)?;
        let own = if self.method(method).class == scripted { arguments } else { &[] };
        let own = own.iter().map(|argument| Some(argument.clone()).filter(|known| *known != GenericType::Anything));
        let mut known: TypeParameters = parse_class_type_parameters(&signature).unwrap_or_default();
        let parameters = self.type_parameters(self.method(method).class);
        let given = parameters.iter().zip(own.chain(std::iter::repeat(None)));
        known.extend(given.map(|((name, bound), argument)| (name.clone(), argument.or_else(|| bound.clone()))));
        Some(result.without_variables(&known))
    }

    /// The type of a result, where its signature may say more of it.
    fn erased_result(&self, kind: FieldKind, generic: &GenericType) -> FieldKind {
        match kind {
            FieldKind::Reference(_) if *generic != GenericType::Anything => {
                self.erased_kind(Some(generic)).unwrap_or(kind)
            }
            _ => kind,
        }
    }

    /// Whether the result of a method is written with type variables of the method, or, where these count, of its class.
    fn result_is_open(&self, method: MethodId, class_counts: bool) -> bool {
        let signature = self.method_file(method).and_then(|file| file.signature.clone());
        let Some(signature) = signature else { return false };
        let Some(result) = parse_method_result(&signature) else { return false };
        let own = parse_class_type_parameters(&signature).unwrap_or_default();
        let of_class = if class_counts { self.type_parameters(self.method(method).class) } else { Vec::new() };
        own.iter().chain(&of_class).any(|(name, _)| result.mentions(name))
    }
}

/// Whether a constructor can be called by subclasses in a package, their own or another one.
fn is_open_to_subclasses(program: &Program, constructor: MethodId, same_package: bool) -> bool {
    let flags = program.method(constructor).flags;
    flags.is_protected() || is_open_to(flags, same_package)
}

/// The descriptor of what a method of this descriptor gives; empty where that is nothing.
fn result_of(descriptor: &str) -> &str {
    descriptor.rsplit(')').next().filter(|result| *result != "V").unwrap_or_default()
}
