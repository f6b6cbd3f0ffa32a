//! Calls of methods and constructors as Java source: arguments that mean the overload that is meant.

use super::arrange::{Target, closed, type_parameters};
use super::draft::Draft;
use super::identifier::{self, is_variable};
use super::shape::{is_open, is_reference};
use crate::classfile::GenericType;
use crate::input::{ConcreteObject, ConcreteValue};
use crate::program::{ClassId, FieldKind, MethodId, Program};
use crate::summary::MethodName;

const VARARGS: u16 = 0x0080;

impl Draft<'_, '_> {
    /// A call: of a constructor, of a static method, or of a method of `receiver`.
    pub(super) fn call(
        &mut self,
        method: &MethodName,
        receiver: Option<&str>,
        arguments: &[ConcreteValue],
        depth: usize,
    ) -> Result<String, String> {
        let program = self.site.program;
        let id = method.find(program).ok_or_else(|| format!("{} is not there", method.name))?;
        let info = program.method(id);
        if !is_open(program, info.flags, info.class, &self.site.package) {
            return Err(format!("{} is not accessible", program.method_label(id)));
        }
        self.note_call(id);
        if &*info.name != "<init>" {
            let called = identifier::method(program, id)?;
            let texts = self.arguments(id, arguments, 0, depth)?;
            let holder = match receiver {
                Some(receiver) => receiver.to_owned(),
                None => self.site.types.class(info.class).ok_or_else(|| closed(&method.class))?,
            };
            return Ok(format!("{holder}.{called}({})", texts.join(", ")));
        }
        identifier::callable(program, id)?;
        let name = self.site.types.class(info.class).ok_or_else(|| closed(&method.class))?;
        let diamond = if type_parameters(program, info.class).is_empty() { "" } else { "<>" };
        if !encloses_instances(program, info.class) {
            let texts = self.arguments(id, arguments, 0, depth)?;
            return Ok(format!("new {name}{diamond}({})", texts.join(", ")));
        }
        let mut texts = self.arguments(id, arguments, 1, depth)?;
        if texts.first().is_none_or(|outer| outer == "null") {
            return Err("an inner object without an enclosing one".into());
        }
        let outer = texts.remove(0);
        let simple = name.rsplit('.').next().unwrap_or(&name);
        Ok(format!("{outer}.new {simple}{diamond}({})", texts.join(", ")))
    }

    /// The arguments of a call; the first `plain` of them are no arguments in the source.
    pub(super) fn arguments(
        &mut self,
        method: MethodId,
        values: &[ConcreteValue],
        plain: usize,
        depth: usize,
    ) -> Result<Vec<String>, String> {
        let program = self.site.program;
        let info = program.method(method);
        let generics = program.generic_parameters(method);
        let names = program.parameter_names(method, "");
        let is_overloaded = is_overloaded(program, method);
        let is_varargs = info.flags.0 & VARARGS != 0;
        let receiver = usize::from(info.has_receiver());
        let last = info.parameters.len().saturating_sub(1);
        let mut texts = Vec::new();
        for (position, (kind, value)) in info.parameters.iter().zip(values).enumerate() {
            if is_varargs
                && !is_overloaded
                && position == last
                && let Some(elements) = self.spread(*value, depth)?
            {
                texts.extend(elements);
                continue;
            }
            let target = Target {
                generic: generics.get(position).and_then(Option::as_ref),
                name: names.get(position + receiver).map(String::as_str).filter(|name| is_variable(name)),
                depth,
                ..Target::of(*kind)
            };
            let mut text = self.value(*value, target)?;
            if self.is_class_object(*value) && target.generic.is_some_and(has_bounded_argument) {
                // Which class it is does not say that the bound holds.
                text = format!("(Class) {text}");
            }
            let needs_type = position >= plain
                && is_reference(*kind)
                && ((is_overloaded && !self.is_exactly(*value, *kind))
                    || (is_varargs && position == last && *value == ConcreteValue::Null));
            if needs_type {
                let named = self.site.types.kind(*kind).ok_or("an argument of a type that cannot be named")?;
                texts.push(format!("({named}) {text}"));
            } else {
                texts.push(text);
            }
        }
        Ok(texts)
    }

    fn is_class_object(&self, value: ConcreteValue) -> bool {
        matches!(value, ConcreteValue::Object(number) if matches!(self.case.objects.get(number), Some(ConcreteObject::Class(_))))
    }

    /// The elements of a variable argument one by one, where they can only mean that.
    fn spread(&mut self, value: ConcreteValue, depth: usize) -> Result<Option<Vec<String>>, String> {
        let ConcreteValue::Object(number) = value else { return Ok(None) };
        let case = self.case;
        let Some(ConcreteObject::Array(descriptor, length)) = case.objects.get(number) else { return Ok(None) };
        let is_plain = self.uses.get(number) == Some(&1) && self.spoken_of.get(number) != Some(&true);
        if !is_plain || *length > 8 || !matches!(descriptor.as_bytes(), [b'[', b'B'..=b'Z'] | [b'[', b'L', ..]) {
            return Ok(None);
        }
        let component = crate::classfile::parse_field_descriptor(descriptor.get(1..).unwrap_or_default());
        let kind = component.and_then(|component| self.site.program.field_kind(&component));
        let mut elements = Vec::new();
        for index in 0..*length {
            let held = super::draft::element(case, number, index).unwrap_or_else(|| super::arrange::zero(kind));
            let is_ambiguous = match held {
                ConcreteValue::Null => *length == 1,
                ConcreteValue::Object(held) => matches!(case.objects.get(held), Some(ConcreteObject::Array(..))),
                _ => false,
            };
            if is_ambiguous {
                return Ok(None);
            }
            elements
                .push(self.value(held, Target { kind, generic: None, name: None, narrows: false, depth: depth + 1 })?);
        }
        Ok(Some(elements))
    }

    /// Whether an argument's expression is of exactly the parameter's type.
    fn is_exactly(&self, value: ConcreteValue, kind: FieldKind) -> bool {
        let ConcreteValue::Object(number) = value else { return false };
        let FieldKind::Reference(declared) = kind else { return true };
        match self.case.objects.get(number) {
            Some(ConcreteObject::Array(descriptor, _)) => *descriptor == self.site.program.type_name(declared),
            Some(ConcreteObject::New(class)) if super::arrange::boxed_type(class).is_some() => false,
            Some(object) => self.class_of(object).is_some() && self.class_of(object) == declared.as_class(),
            None => false,
        }
    }
}

/// Whether a type has one argument that is, or is bounded by, an array or another class than `Object`.
fn has_bounded_argument(generic: &GenericType) -> bool {
    let GenericType::Class(_, arguments) = generic else { return false };
    match arguments.as_slice() {
        [GenericType::Class(bound, _)] => &**bound != "java/lang/Object",
        [GenericType::Array(_)] => true,
        _ => false,
    }
}

/// Whether objects of a class belong to one of the class around it.
pub(super) fn encloses_instances(program: &Program, class: ClassId) -> bool {
    let name = program.class_name(class);
    program.class(class).file().is_some_and(|file| {
        file.inner_classes.iter().any(|entry| {
            entry.inner == *name && entry.outer.is_some() && !entry.flags.is_static() && !entry.flags.is_interface()
        })
    })
}

/// Whether a call by name and number of arguments could mean another method as well.
fn is_overloaded(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let is_constructor = &*info.name == "<init>";
    let classes: Vec<ClassId> =
        if is_constructor { vec![info.class] } else { program.superclasses(info.class).collect() };
    let methods = classes.iter().flat_map(|class| program.class(*class).methods.iter());
    methods.filter(|other| **other != method).any(|other| {
        let candidate = program.method(*other);
        candidate.name == info.name
            && candidate.descriptor != info.descriptor
            && !candidate.flags.is_synthetic()
            && (candidate.parameters.len() == info.parameters.len()
                || (candidate.flags.0 | info.flags.0) & VARARGS != 0)
            && candidate.parameters != info.parameters
    })
}
