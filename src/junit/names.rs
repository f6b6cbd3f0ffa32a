//! Names in a test class: of types, with the imports that they need, and of variables.

use super::identifier::{self, is_variable};
use super::words::{in_package, uncapitalised};
use crate::classfile::{FieldType, parse_field_descriptor};
use crate::program::{ClassId, FieldKind, Program, ReferenceType, package_of};
use std::collections::{BTreeMap, BTreeSet};

/// Simple names that a test class uses for itself.
const TAKEN: [&str; 21] = [
    "Test",
    "BeforeEach",
    "AfterEach",
    "Nested",
    "Disabled",
    "Before",
    "After",
    "Ignore",
    "Assert",
    "Assertions",
    "Failing",
    "Override",
    "Field",
    "Exception",
    "SuppressWarnings",
    "ParameterizedTest",
    "CsvSource",
    "ValueSource",
    "MethodSource",
    "Arguments",
    "Stream",
];

/// The names of class objects that stand for no class.
const PRIMITIVES: [&str; 9] = ["boolean", "byte", "char", "short", "int", "long", "float", "double", "void"];

/// The names of types as a test class writes them.
#[derive(Clone)]
pub(super) struct TypeNames<'p> {
    program: &'p Program,
    /// The test's package, in internal form.
    package: String,
    /// Simple names of the classes that are imported, with their full names.
    imports: BTreeMap<String, String>,
    taken: BTreeSet<String>,
    /// What the names of classes begin with that were written: a variable of that name would hide the class.
    first: BTreeSet<String>,
}

impl<'p> TypeNames<'p> {
    /// Names for a test class of a package (in internal form) with this simple name.
    pub(super) fn new(program: &'p Program, package: &str, test: &str) -> Self {
        let mut taken: BTreeSet<String> = TAKEN.iter().map(ToString::to_string).collect();
        taken.insert(test.to_owned());
        TypeNames { program, package: package.to_owned(), imports: BTreeMap::new(), taken, first: BTreeSet::new() }
    }

    /// The full names of the imported classes, sorted.
    pub(super) fn imports(&self) -> Vec<String> {
        let mut names: Vec<String> = self.imports.values().cloned().collect();
        names.sort();
        names
    }

    /// Whether the test can name a class.
    pub(super) fn is_nameable(&self, class: ClassId) -> bool {
        let name = self.program.class_name(class);
        if package_of(name).is_empty() && !self.package.is_empty() {
            return false;
        }
        if !self.program.is_user_class(class) && !name.starts_with("java/") && !name.starts_with("javax/") {
            return false;
        }
        identifier::package(package_of(name)).is_some()
            && source_parts(self.program, name).iter().all(|part| identifier::type_name(part).is_some())
            && self
                .program
                .supertypes(class)
                .iter()
                .all(|parent| identifier::is_readable(self.program, self.program.class_name(*parent)))
            && enclosing(self.program, name).iter().all(|outer| identifier::is_readable(self.program, outer))
            && self.program.is_nameable(class, &self.package)
    }

    /// What the names of classes begin with that were written.
    pub(super) fn first(&self) -> &BTreeSet<String> {
        &self.first
    }

    /// A class as the test names it; none when it cannot.
    pub(super) fn class(&mut self, class: ClassId) -> Option<String> {
        if !self.is_nameable(class) {
            return None;
        }
        let internal = self.program.class_name(class).clone();
        let parts = source_parts(self.program, &internal);
        let package = package_of(&internal);
        let written: Option<Vec<String>> = parts.iter().map(|part| identifier::type_name(part)).collect();
        let written = written?;
        let (first, nested) = written.split_first()?;
        let nested: String = nested.iter().map(|part| format!(".{part}")).collect();
        let full = match identifier::package(package)?.as_str() {
            "" => first.clone(),
            dotted => format!("{dotted}.{first}"),
        };
        let beside = self.program.class_by_name(&in_package(&self.package, parts.first()?));
        let is_hidden = package != self.package && beside.is_some_and(|beside| self.program.is_user_class(beside));
        let is_imported = package != self.package && package != "java/lang";
        let is_users = self.program.is_user_class(class);
        let is_full = self.taken.contains(first)
            || (is_users && identifier::USED.contains(&first.as_str()))
            || is_hidden
            || match is_imported {
                true => *self.imports.entry(first.clone()).or_insert_with(|| full.clone()) != full,
                false => self.imports.contains_key(first),
            };
        let shown = if is_full { full } else { first.clone() };
        self.first.insert(shown.split('.').next().unwrap_or_default().to_owned());
        Some(format!("{shown}{nested}"))
    }

    /// The type that a class object stands for: a class, an array, or a primitive type.
    pub(super) fn mirrored(&mut self, name: &str) -> Option<String> {
        if name.starts_with('[') {
            return self.descriptor(name);
        }
        if PRIMITIVES.contains(&name) {
            return Some(name.to_owned());
        }
        self.class_named(name)
    }

    /// A class by its internal name.
    pub(super) fn class_named(&mut self, internal: &str) -> Option<String> {
        let class = self.program.class_by_name(internal)?;
        self.class(class)
    }

    /// The erasure of a type.
    pub(super) fn kind(&mut self, kind: FieldKind) -> Option<String> {
        match kind {
            FieldKind::Primitive(primitive) => Some(crate::classfile::primitive_name(primitive).to_owned()),
            FieldKind::Reference(reference) => self.reference(reference),
            FieldKind::Text => None,
        }
    }

    fn reference(&mut self, reference: ReferenceType) -> Option<String> {
        let dimensions = usize::from(reference.dimensions);
        let element = match reference.element {
            crate::program::Element::Primitive(primitive) => crate::classfile::primitive_name(primitive).to_owned(),
            crate::program::Element::Class(class) => self.class(class)?,
        };
        Some(format!("{element}{}", "[]".repeat(dimensions)))
    }

    /// A type by its descriptor.
    pub(super) fn descriptor(&mut self, descriptor: &str) -> Option<String> {
        let parsed: FieldType = parse_field_descriptor(descriptor)?;
        let kind = self.program.field_kind(&parsed)?;
        self.kind(kind)
    }
}

/// The simple names of a class and of those that enclose it, the outermost first.
pub(super) fn source_parts(program: &Program, internal: &str) -> Vec<String> {
    nesting(program, internal).0
}

/// The classes that enclose a class, in internal form.
fn enclosing(program: &Program, internal: &str) -> Vec<String> {
    nesting(program, internal).1
}

fn nesting(program: &Program, internal: &str) -> (Vec<String>, Vec<String>) {
    let mut parts = Vec::new();
    let mut outers = Vec::new();
    let mut name = internal.to_owned();
    // Enclosing classes have shorter names; the bound keeps a hostile file from going round in circles.
    for _ in 0..internal.len() {
        let file = program.class_by_name(&name).and_then(|class| program.class(class).file().cloned());
        let entry = file.as_ref().and_then(|file| file.inner_classes.iter().find(|entry| *entry.inner == *name));
        match entry.and_then(|entry| Some((entry.name.clone()?, entry.outer.clone()?))) {
            Some((simple, outer)) => {
                parts.push(simple.to_string());
                name = outer.to_string();
                outers.push(name.clone());
            }
            None => break,
        }
    }
    let top = name.rsplit('/').next().unwrap_or(&name);
    parts.push(top.to_owned());
    parts.reverse();
    (parts, outers)
}

/// The names of a test's variables.
#[derive(Clone, Default)]
pub(super) struct Variables {
    taken: BTreeSet<String>,
    own: BTreeSet<String>,
}

impl Variables {
    /// Names beside those that classes begin with.
    pub(super) fn beside(classes: &BTreeSet<String>) -> Self {
        Variables { taken: classes.clone(), own: BTreeSet::new() }
    }

    /// Whether a variable has the name that one of these begins with.
    pub(super) fn hide_any(&self, classes: &BTreeSet<String>) -> bool {
        !self.own.is_disjoint(classes)
    }

    /// A name that no variable has yet, as like the wanted one as can be. What begins as classes do could hide one.
    pub(super) fn fresh(&mut self, wanted: &str) -> String {
        let is_class_like = wanted.len() > 1 && wanted.starts_with(|first: char| first.is_ascii_uppercase());
        let wanted = if is_class_like { uncapitalised(wanted) } else { wanted.to_owned() };
        let base = if is_variable(&wanted) { wanted } else { format!("{wanted}Value") };
        let base = if is_variable(&base) { base } else { "value".to_owned() };
        let mut name = base.clone();
        let mut number = 2;
        while !self.taken.insert(name.clone()) {
            name = format!("{base}{number}");
            number += 1;
        }
        self.own.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_variables_have_one_name() {
        let mut variables = Variables::default();
        assert_eq!(
            [variables.fresh("point"), variables.fresh("point"), variables.fresh("class")],
            ["point", "point2", "classValue"]
        );
    }
}
