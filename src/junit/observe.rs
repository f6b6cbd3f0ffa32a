//! What a test can see of objects after a call, through accessible fields, getters, records' accessors and arrays.

use super::identifier;
use super::shape::{enum_constants, getter, is_hidden, is_open};
use crate::input::{ConcreteValue, ExpectedObject, ExpectedResult, declared_field};
use crate::program::{ClassId, FieldId, FieldKind, Program};
use std::collections::BTreeSet;

/// The most that is seen of one object.
const MOST: usize = 8;
/// How far from an object one looks.
const DEEPEST: usize = 3;

/// Something that can be seen: how, from the object on, and what it must be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sight {
    /// What follows the object's expression: `.size`, `.getName()`, `[0].x`, or nothing.
    pub(super) suffix: String,
    /// Its declared type.
    pub(super) kind: FieldKind,
    /// What it is.
    pub(super) value: ConcreteValue,
    /// The name of the field, for people.
    pub(super) name: String,
    /// The field; none of an element.
    pub(super) field: Option<FieldId>,
}

/// Looks at expected objects.
pub(super) struct Observer<'a> {
    pub(super) program: &'a Program,
    /// The package of the test, in internal form.
    pub(super) package: &'a str,
    pub(super) expected: &'a ExpectedResult,
    /// Objects that the test has expressions for, which are compared by identity.
    pub(super) known: &'a BTreeSet<usize>,
}

/// What an expected object is for a comparison.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// Equal to an expression: strings, boxes, enum constants, class objects.
    Value,
    /// An object whose fields can be looked at.
    Instance(ClassId),
    /// An array.
    Array,
    /// A string builder.
    Builder,
    /// Nothing is known of it but that it is there.
    Opaque,
}

impl Observer<'_> {
    /// What an expected object is.
    pub(super) fn form(&self, number: usize) -> Form {
        match self.expected.objects.get(number) {
            Some(ExpectedObject::String(_) | ExpectedObject::Class(_)) => Form::Value,
            Some(ExpectedObject::Builder(..)) => Form::Builder,
            Some(ExpectedObject::Array(..)) => Form::Array,
            Some(ExpectedObject::Instance(class, _)) => {
                let Some(id) = self.program.class_by_name(class).filter(|_| &**class != "hidden") else {
                    return Form::Opaque;
                };
                if super::arrange::boxed_type(class).is_some() || enum_constants(self.program, id).is_some() {
                    Form::Value
                } else if self.program.is_user_class(id) {
                    Form::Instance(id)
                } else {
                    Form::Opaque
                }
            }
            None => Form::Opaque,
        }
    }

    /// What is seen of an object of a declared class, of the fields and arrays that `matters` of.
    pub(super) fn sights(
        &self,
        number: usize,
        declared: Option<ClassId>,
        matters: &dyn Fn(Option<FieldId>) -> bool,
    ) -> Vec<Sight> {
        let mut seen = BTreeSet::from([number]);
        let mut sights = Vec::new();
        self.look(number, declared, "", "", matters, &mut seen, &mut sights, 0);
        sights.truncate(MOST);
        sights
    }

    #[allow(clippy::too_many_arguments)]
    fn look(
        &self,
        number: usize,
        declared: Option<ClassId>,
        prefix: &str,
        label: &str,
        matters: &dyn Fn(Option<FieldId>) -> bool,
        seen: &mut BTreeSet<usize>,
        sights: &mut Vec<Sight>,
        depth: usize,
    ) {
        if depth > DEEPEST || sights.len() > MOST {
            return;
        }
        match self.expected.objects.get(number) {
            Some(ExpectedObject::Instance(_, fields)) => {
                for (name, value) in fields {
                    let Some(field) = declared_field(self.program, name) else { continue };
                    if self.program.field(field).constant.is_some() {
                        // The same in each object.
                        continue;
                    }
                    let Some(access) = declared.and_then(|declared| self.access(field, declared)) else { continue };
                    let kind = self.program.field(field).kind;
                    let place = format!("{prefix}{access}");
                    let sight = Sight {
                        suffix: place.clone(),
                        kind,
                        value: *value,
                        name: name.name.to_string(),
                        field: Some(field),
                    };
                    self.step(sight, matters(Some(field)), matters, seen, sights, depth);
                }
            }
            Some(ExpectedObject::Array(descriptor, elements)) => {
                let component = crate::classfile::parse_field_descriptor(descriptor.get(1..).unwrap_or_default());
                let Some(kind) = component.and_then(|component| self.program.field_kind(&component)) else { return };
                for (index, value) in elements.iter().enumerate().take(MOST) {
                    let suffix = format!("{prefix}[{index}]");
                    let sight = Sight { suffix, kind, value: *value, name: label.to_owned(), field: None };
                    self.step(sight, matters(None), matters, seen, sights, depth);
                }
            }
            _ => {}
        }
    }

    /// A place and what can be seen from there.
    fn step(
        &self,
        sight: Sight,
        is_wanted: bool,
        matters: &dyn Fn(Option<FieldId>) -> bool,
        seen: &mut BTreeSet<usize>,
        sights: &mut Vec<Sight>,
        depth: usize,
    ) {
        let ConcreteValue::Object(held) = sight.value else {
            if is_wanted {
                sights.push(sight);
            }
            return;
        };
        if self.known.contains(&held) && self.form(held) != Form::Value {
            if is_wanted {
                sights.push(sight);
            }
            return;
        }
        match self.form(held) {
            Form::Value | Form::Builder | Form::Opaque if is_wanted => sights.push(sight),
            Form::Array
                if (self.is_plain_array(held, 0) || self.begin_of_numbers(held).is_some())
                    && (is_wanted || matters(None)) =>
            {
                sights.push(sight);
            }
            Form::Instance(_) | Form::Array if seen.insert(held) => {
                let declared = match sight.kind {
                    FieldKind::Reference(reference) => reference.as_class(),
                    _ => None,
                };
                let before = sights.len();
                self.look(held, declared, &sight.suffix, &sight.name, matters, seen, sights, depth + 1);
                if is_wanted && sights.len() == before {
                    sights.push(sight);
                }
            }
            _ => {}
        }
    }

    /// Whether an array's elements can stand in one array literal.
    pub(super) fn is_plain_array(&self, number: usize, depth: usize) -> bool {
        let Some(ExpectedObject::Array(_, elements)) = self.expected.objects.get(number) else { return false };
        depth <= DEEPEST
            && elements.len() <= 64
            && elements.iter().all(|element| match element {
                ConcreteValue::Object(held) => self.form(*held) == Form::Value || self.is_plain_array(*held, depth + 1),
                _ => true,
            })
    }

    /// How much is looked at of an array of integers that is too long for a literal; none of another array.
    pub(super) fn begin_of_numbers(&self, number: usize) -> Option<usize> {
        let Some(ExpectedObject::Array(descriptor, elements)) = self.expected.objects.get(number) else { return None };
        let is_of_integers = matches!(descriptor.as_str(), "[B" | "[S" | "[C" | "[I" | "[J");
        (is_of_integers && !self.is_plain_array(number, 0)).then(|| elements.len().min(MOST))
    }

    /// How a field of an object of a declared class is read.
    fn access(&self, field: FieldId, declared: ClassId) -> Option<String> {
        let info = self.program.field(field);
        if self.program.is_subclass(declared, info.class) != Some(true) {
            return None;
        }
        let is_plain = is_open(self.program, info.flags, info.class, self.package)
            && !info.flags.is_synthetic()
            && !is_hidden(self.program, field, declared);
        // What source code cannot name is not seen.
        if is_plain && let Ok(name) = identifier::field(self.program, field) {
            return Some(format!(".{name}"));
        }
        let method = getter(self.program, field, self.package)?;
        Some(format!(".{}()", identifier::method(self.program, method).ok()?))
    }
}
