//! Whether code of the class path may change what a static field refers to once the class is initialised: the elements of an
//! array, what a collection of the JDK holds.
//!
//! It is judged method by method, from the types of what a method that reads the field stores, passes on and returns: where
//! nothing of that can be what the field refers to, it does not change it. What an initialiser itself puts in several places
//! is not seen.

use super::link::Program;
use super::reads::{OfField, Read, as_one};
use super::types::{FieldId, FieldKind, MethodId};
use crate::classfile::{ArrayAccess, Instruction, InvokeKind, MethodReference, parse_method_descriptor};
use rustc_hash::FxHashSet;

/// Methods of the JDK that change nothing and keep nothing.
const READS: &[&str] = &[
    "charAt",
    "contains",
    "containsAll",
    "containsKey",
    "containsValue",
    "entrySet",
    "equals",
    "first",
    "firstKey",
    "forEach",
    "get",
    "getClass",
    "getOrDefault",
    "hasNext",
    "hashCode",
    "indexOf",
    "isEmpty",
    "iterator",
    "keySet",
    "last",
    "lastIndexOf",
    "lastKey",
    "length",
    "matcher",
    "next",
    "peek",
    "size",
    "toString",
    "values",
];
/// Those of them whose result writes through to what it was taken from, and the methods by which that happens.
const VIEWS: &[&str] = &["entrySet", "iterator", "keySet", "values"];
const WRITES_THROUGH: &[&str] = &["clear", "remove", "removeAll", "removeIf", "retainAll", "setValue"];
/// Classes of the JDK whose methods do not change or keep what they are given; `getChars` is the exception.
const READERS: &[&str] = &[
    "java/io/PrintStream",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Double",
    "java/lang/Float",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Math",
    "java/lang/Short",
    "java/lang/String",
    "java/lang/StringBuffer",
    "java/lang/StringBuilder",
];
/// Static methods of the same kind.
const READING_HELPERS: &[(&str, &str)] = &[
    ("java/util/Arrays", "binarySearch"),
    ("java/util/Arrays", "copyOf"),
    ("java/util/Arrays", "copyOfRange"),
    ("java/util/Arrays", "equals"),
    ("java/util/Arrays", "hashCode"),
    ("java/util/Arrays", "toString"),
    ("java/util/Objects", "equals"),
    ("java/util/Objects", "hashCode"),
    ("java/util/Objects", "requireNonNull"),
];

/// What a method does with what it has.
#[derive(Default)]
struct Uses<'c> {
    /// Static fields of reference types that it reads.
    statics: Vec<FieldId>,
    /// Element kinds of the arrays that it stores to.
    stores: Vec<ArrayAccess>,
    /// Static fields that it assigns.
    assigned: Vec<FieldId>,
    /// Descriptors of the reference types that it passes on, stores in fields of objects and returns.
    passed: FxHashSet<String>,
    /// Methods that it calls on objects and that may change them.
    called: Vec<&'c MethodReference>,
    /// Whether it takes a view of a collection by which the collection can be changed.
    takes_views: bool,
    writes_through: bool,
}

impl Program {
    /// Whether code of the class path may change the elements of the array, or the contents of the object of the JDK, that a
    /// static field refers to, or gives it to code that may.
    pub fn exposes_contents(&self, field: FieldId) -> bool {
        as_one(Read::Field(OfField::ExposesContents, field), || {
            let exposed = || self.exposed_statics.get_or_init(|| self.find_exposed_statics());
            !self.class(self.field(field).class).is_user() || exposed().contains(&field)
        })
    }

    fn find_exposed_statics(&self) -> FxHashSet<FieldId> {
        let initialising = self.methods_of_initialisers();
        let mut exposed = FxHashSet::default();
        for (method, info) in self.methods() {
            let is_initialiser = &*info.name == "<clinit>" || initialising.contains(&method);
            let uses = self.uses(method);
            for field in &uses.statics {
                let initialises = is_initialiser && self.field(*field).class == info.class;
                if !exposed.contains(field) && self.exposes(&uses, *field, initialises) {
                    exposed.insert(*field);
                }
            }
        }
        exposed
    }

    fn uses(&self, method: MethodId) -> Uses<'_> {
        let mut uses = Uses::default();
        let Some(code) = self.code(method) else { return uses };
        for decoded in &code.instructions {
            match &decoded.instruction {
                Instruction::GetStatic(reference) if !reference.descriptor.starts_with(is_primitive) => {
                    let field = self.resolve_field(reference);
                    uses.statics.extend(field.filter(|field| self.class(self.field(*field).class).is_user()));
                }
                Instruction::PutStatic(reference) => match self.resolve_field(reference) {
                    Some(field) => uses.assigned.push(field),
                    None => uses.passed.extend([reference.descriptor.to_string()]),
                },
                Instruction::PutField(reference) => uses.passed.extend([reference.descriptor.to_string()]),
                Instruction::ArrayStore(access) => uses.stores.push(*access),
                Instruction::Invoke(kind, reference) => self.note_call(&mut uses, *kind, reference),
                _ => {}
            }
        }
        if let Some((_, result)) = self.method(method).descriptor.rsplit_once(')') {
            uses.passed.insert(result.to_owned());
        }
        uses.passed.retain(|descriptor| !descriptor.starts_with(is_primitive));
        uses
    }

    fn note_call<'c>(&'c self, uses: &mut Uses<'c>, kind: InvokeKind, reference: &'c MethodReference) {
        let (class, name) = (&*reference.class, &*reference.name);
        let is_jdk = class.starts_with("java/");
        uses.writes_through |= WRITES_THROUGH.contains(&name);
        if is_jdk && READS.contains(&name) {
            uses.takes_views |= VIEWS.contains(&name);
            return;
        }
        let is_reader = (READERS.contains(&class) && name != "getChars") || READING_HELPERS.contains(&(class, name));
        if is_reader {
            return;
        }
        if kind != InvokeKind::Static && is_jdk {
            uses.called.push(reference);
        }
        if let Some(descriptor) = parse_method_descriptor(&reference.descriptor) {
            let kinds = descriptor.parameters.iter().filter_map(|parameter| self.field_kind(parameter));
            uses.passed.extend(kinds.filter_map(|kind| self.reference_descriptor(kind)));
        }
    }

    fn reference_descriptor(&self, kind: FieldKind) -> Option<String> {
        let FieldKind::Reference(reference) = kind else { return None };
        let name = self.type_name(reference);
        Some(if reference.dimensions > 0 { name } else { format!("L{name};") })
    }

    /// Whether a method with these uses may change what a field refers to. The initialiser of its class may store to it.
    fn exposes(&self, uses: &Uses<'_>, field: FieldId, initialises: bool) -> bool {
        let held = self.field_descriptor(field);
        let element = held.trim_start_matches('[');
        let is_array = element.len() < held.len();
        let stores = uses.stores.iter().any(|access| match (is_array, element.chars().next().and_then(kind_of)) {
            // What is stored in an array of references may be the object itself.
            (_, None) | (false, _) => *access == ArrayAccess::Reference,
            (true, Some(kind)) => *access == kind || *access == ArrayAccess::Reference,
        });
        let calls = !is_array && uses.called.iter().any(|call| self.can_hold(&format!("L{};", call.class), &held));
        let mut others = uses.assigned.iter().filter(|assigned| **assigned != field);
        let is_passed = uses.passed.iter().any(|descriptor| self.can_hold(descriptor, &held))
            || others.any(|other| self.can_hold(&self.field_descriptor(*other), &held));
        let views = ["Ljava/util/Collection;", "Ljava/util/Iterator;"];
        let is_viewed = uses.takes_views
            && (uses.writes_through
                || views.iter().any(|view| uses.passed.iter().any(|descriptor| self.can_hold(descriptor, view))));
        is_passed || (!initialises && (stores || calls || (!is_array && is_viewed)))
    }

    /// Whether a variable of a type can hold what one of another type holds, or an array in it.
    fn can_hold(&self, variable: &str, held: &str) -> bool {
        if variable == held || variable == "Ljava/lang/Object;" {
            return true;
        }
        let class = |descriptor: &str| {
            let name = descriptor.strip_prefix('L')?.strip_suffix(';')?;
            self.class_by_name(name)
        };
        if variable.starts_with(is_primitive) {
            return false;
        }
        match (variable.strip_prefix('['), held.strip_prefix('[')) {
            (_, Some(component)) if component.starts_with('[') && self.can_hold(variable, component) => true,
            (Some(variable), Some(held)) => !variable.starts_with(is_primitive) && !held.starts_with(is_primitive),
            (None, Some(_)) => matches!(variable, "Ljava/lang/Cloneable;" | "Ljava/io/Serializable;"),
            (Some(_), None) => false,
            (None, None) => match (class(variable), class(held)) {
                (Some(variable), Some(held)) => {
                    self.is_subclass(variable, held) != Some(false) || self.is_subclass(held, variable) != Some(false)
                }
                _ => true,
            },
        }
    }
}

fn is_primitive(letter: char) -> bool {
    !matches!(letter, 'L' | '[')
}

/// The element kind of arrays of a primitive type, by its descriptor.
fn kind_of(letter: char) -> Option<ArrayAccess> {
    Some(match letter {
        'Z' | 'B' => ArrayAccess::ByteOrBoolean,
        'C' => ArrayAccess::Char,
        'S' => ArrayAccess::Short,
        'I' => ArrayAccess::Int,
        'J' => ArrayAccess::Long,
        'F' => ArrayAccess::Float,
        'D' => ArrayAccess::Double,
        _ => return None,
    })
}
