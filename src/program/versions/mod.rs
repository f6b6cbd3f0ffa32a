//! Two versions of a class path as one: the class files of a program that has the members of both, and where they differ.
//!
//! A class that both have, with other members, becomes one with all of them. A method that both have keeps its old body, and the new one
//! stands beside it: an [`crate::program::Program::add_variant`] of it is what runs in the new version. What compilers name by
//! counting, bodies of lambda expressions and anonymous classes above all, is matched by what it does.

mod absent;
mod align;
mod fields;
mod old_names;
mod rename;
mod same;

pub use absent::inherited;
pub use old_names::OldNames;
pub use rename::{rename_descriptor, rename_type};
pub use same::{same_body, same_body_by};

use crate::classfile::{AccessFlags, ClassFile, ClassName, Code, Method};
use align::{align, desugar_beside, rename_methods};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The class files of two versions together.
#[derive(Debug)]
pub struct MergedVersions {
    /// Every class of either version.
    pub files: Vec<Arc<ClassFile>>,
    /// The classes that differ, by name.
    pub differences: BTreeMap<ClassName, ClassDifference>,
}

/// Which of two versions has something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The old one alone.
    Old,
    /// The new one alone.
    New,
}

/// How a class differs.
#[derive(Clone, Debug, Default)]
pub struct ClassDifference {
    /// The version that has the class, where only one does.
    pub only: Option<Side>,
    /// Its methods that differ, by name and descriptor.
    pub methods: BTreeMap<(Arc<str>, Arc<str>), MethodDifference>,
    /// Static fields that only one version has, or whose constants differ, by name and descriptor.
    pub statics: BTreeSet<(Arc<str>, Arc<str>)>,
    /// Instance fields that only one version has.
    pub fields: BTreeSet<(Arc<str>, Arc<str>)>,
    /// Whether its supertypes, its kind or what may extend it differ, or the constants of an enum: what is asked of its objects has
    /// other answers then.
    pub is_reshaped: bool,
    /// Whether its superclass or its interfaces differ: it may inherit other methods.
    pub has_other_supertypes: bool,
    /// Whether its initialiser differs. The program has the new one.
    pub initialises_otherwise: bool,
}

/// How a method differs.
#[derive(Clone, Debug)]
pub enum MethodDifference {
    /// Only one version declares it.
    Only(Side),
    /// The new version has this body.
    Body(Arc<Code>),
    /// It is static, synchronized, native or abstract in one version alone.
    Kind,
}

/// The class files of two versions as those of one program. The old ones decide what both have.
pub fn merge(old: Vec<Arc<ClassFile>>, new: Vec<Arc<ClassFile>>) -> MergedVersions {
    let declared = Declared::of(old.iter().chain(&new));
    let mut before: BTreeMap<ClassName, Arc<ClassFile>> = BTreeMap::new();
    for file in old {
        before.entry(file.name.clone()).or_insert(file);
    }
    let mut after: BTreeMap<ClassName, Arc<ClassFile>> = BTreeMap::new();
    let mut identical: BTreeSet<ClassName> = BTreeSet::new();
    for file in new {
        let name = file.name.clone();
        if identical.contains(&name) || after.contains_key(&name) {
            continue;
        }
        if before.get(&name).is_some_and(|known| difference(known, &file, &declared).is_none()) {
            identical.insert(name);
            continue;
        }
        let aligned = match before.get(&name) {
            Some(known) => align(known, file),
            None => file,
        };
        after.entry(name).or_insert(aligned);
    }
    part_methods_of_other_kind(&before, &mut after);
    let mut made = FxHashMap::default();
    for file in before.values_mut() {
        made.extend(crate::program::desugar(file).into_iter().map(|class| (class.name.clone(), class)));
    }
    let mut files: Vec<Arc<ClassFile>> = Vec::new();
    for file in after.values_mut() {
        files.extend(desugar_beside(file, &made).into_iter().map(Arc::new));
    }
    files.extend(made.into_values().map(Arc::new));
    let mut differences = BTreeMap::new();
    for (name, old) in &before {
        if identical.contains(name) {
            files.push(old.clone());
            continue;
        }
        let Some(new) = after.remove(name) else {
            differences.insert(name.clone(), ClassDifference { only: Some(Side::Old), ..ClassDifference::default() });
            files.push(old.clone());
            continue;
        };
        let difference = difference(old, &new, &declared);
        if difference.is_none() {
            files.push(old.clone());
        }
        if let Some(difference) = difference {
            files.push(Arc::new(joined(old, &new)));
            differences.insert(name.clone(), difference);
        }
    }
    for (name, new) in after {
        differences.insert(name, ClassDifference { only: Some(Side::New), ..ClassDifference::default() });
        files.push(new);
    }
    // The names decide the order, whatever the maps do.
    files.sort_by(|left, right| left.name.cmp(&right.name));
    MergedVersions { files, differences }
}

/// Gives private methods that are static in one version alone another name in the new one: they are two methods.
fn part_methods_of_other_kind(
    before: &BTreeMap<ClassName, Arc<ClassFile>>,
    after: &mut BTreeMap<ClassName, Arc<ClassFile>>,
) {
    let mut names: FxHashMap<(ClassName, Arc<str>, Arc<str>), Arc<str>> = FxHashMap::default();
    for (class, new) in after.iter() {
        let Some(old) = before.get(class) else { continue };
        for method in new.methods.iter().filter(|method| method.flags.is_private() && &*method.name != "<init>") {
            let same = |other: &&Method| (&other.name, &other.descriptor) == (&method.name, &method.descriptor);
            let known = old.methods.iter().find(same);
            if known
                .is_some_and(|known| known.flags.is_private() && known.flags.is_static() != method.flags.is_static())
            {
                let key = (class.clone(), method.name.clone(), method.descriptor.clone());
                names.insert(key, Arc::from(format!("{}$new", method.name)));
            }
        }
    }
    if names.is_empty() {
        return;
    }
    let renamed = |class: &ClassName, name: &Arc<str>, descriptor: &Arc<str>| {
        names.get(&(class.clone(), name.clone(), descriptor.clone())).cloned()
    };
    // Only members of a nest name its private methods.
    let top = |name: &str| name.split('$').next().map(str::to_owned);
    let nests: BTreeSet<Option<String>> = names.keys().map(|(class, ..)| top(class)).collect();
    for file in after.values_mut().filter(|file| nests.contains(&top(&file.name))) {
        let file = Arc::make_mut(file);
        for method in &mut file.methods {
            if let Some(name) = renamed(&file.name, &method.name, &method.descriptor) {
                method.name = name;
            }
            method.code.iter_mut().for_each(|code| rename_methods(code, &renamed));
        }
    }
}

/// How a class differs between two versions; none where it does not.
fn difference(old: &ClassFile, new: &ClassFile, declared: &Declared) -> Option<ClassDifference> {
    let mut found = ClassDifference::default();
    let key = |method: &Method| (method.name.clone(), method.descriptor.clone());
    let theirs: FxHashMap<_, &Method> = new.methods.iter().map(|method| (key(method), method)).collect();
    let ours: FxHashMap<_, &Method> = old.methods.iter().map(|method| (key(method), method)).collect();
    for method in &old.methods {
        let difference = match theirs.get(&key(method)) {
            None => Some(MethodDifference::Only(Side::Old)),
            Some(other) => method_difference(method, other, declared),
        };
        found.methods.extend(difference.map(|difference| (key(method), difference)));
    }
    let added = new.methods.iter().filter(|method| !ours.contains_key(&key(method)));
    found.methods.extend(added.map(|method| (key(method), MethodDifference::Only(Side::New))));
    found.initialises_otherwise = found.methods.remove(&(Arc::from("<clinit>"), Arc::from("()V"))).is_some();
    for (fields, others) in [(&old.fields, &new.fields), (&new.fields, &old.fields)] {
        for field in fields {
            let same = others.iter().find(|other| (&other.name, &other.descriptor) == (&field.name, &field.descriptor));
            let is_same = same.is_some_and(|other| {
                other.flags.is_static() == field.flags.is_static() && other.constant == field.constant
            });
            if !is_same {
                let fields = if field.flags.is_static() { &mut found.statics } else { &mut found.fields };
                fields.insert((field.name.clone(), field.descriptor.clone()));
            }
        }
    }
    found.has_other_supertypes = has_other_supertypes(old, new);
    found.is_reshaped = found.has_other_supertypes || is_reshaped(old, new);
    let differs = !found.methods.is_empty()
        || !found.statics.is_empty()
        || !found.fields.is_empty()
        || found.is_reshaped
        || found.initialises_otherwise;
    differs.then_some(found)
}

fn method_difference(old: &Method, new: &Method, declared: &Declared) -> Option<MethodDifference> {
    let kind =
        |flags: AccessFlags| (flags.is_static(), flags.is_synchronized(), flags.is_native(), flags.is_abstract());
    // Where no class overrides a method, who may call it decides nothing of what runs.
    let may_be_overridden = !old.flags.is_static() && declared.is_many(old);
    let is_other_access = overridden_from(old.flags) != overridden_from(new.flags);
    if kind(old.flags) != kind(new.flags) || (is_other_access && may_be_overridden) {
        return Some(MethodDifference::Kind);
    }
    match (&old.code, &new.code) {
        (Some(before), Some(after)) if same_body(before, after) => None,
        (Some(_), Some(after)) => Some(MethodDifference::Body(Arc::new(after.clone()))),
        (None, None) => None,
        _ => Some(MethodDifference::Kind),
    }
}

/// From where a method can be overridden (JVMS 5.4.5): nowhere, its package, or anywhere.
fn overridden_from(flags: AccessFlags) -> u8 {
    match flags {
        _ if flags.is_private() => 0,
        _ if flags.is_public() || flags.is_protected() => 2,
        _ => 1,
    }
}

/// The methods that several classes declare, by name and descriptor.
struct Declared {
    many: FxHashSet<(Arc<str>, Arc<str>)>,
}

impl Declared {
    fn of<'f>(files: impl Iterator<Item = &'f Arc<ClassFile>>) -> Declared {
        let mut first: FxHashMap<(&str, &str), &str> = FxHashMap::default();
        let mut many = FxHashSet::default();
        for file in files {
            for method in file.methods.iter().filter(|method| !method.flags.is_static()) {
                let known = first.entry((&method.name, &method.descriptor)).or_insert(&file.name);
                if **known != *file.name {
                    many.insert((method.name.clone(), method.descriptor.clone()));
                }
            }
        }
        Declared { many }
    }

    fn is_many(&self, method: &Method) -> bool {
        self.many.contains(&(method.name.clone(), method.descriptor.clone()))
    }
}

fn has_other_supertypes(old: &ClassFile, new: &ClassFile) -> bool {
    old.superclass != new.superclass || sorted(&old.interfaces) != sorted(&new.interfaces)
}

fn sorted(names: &[ClassName]) -> Vec<ClassName> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

fn is_reshaped(old: &ClassFile, new: &ClassFile) -> bool {
    let kind = |file: &ClassFile| {
        let flags = file.flags;
        (flags.is_interface(), flags.is_abstract(), flags.is_enum(), flags.is_annotation())
    };
    let components = |file: &ClassFile| {
        let all = file.record.as_ref()?;
        Some(all.iter().map(|part| (part.name.clone(), part.descriptor.clone())).collect::<Vec<_>>())
    };
    let constants = |file: &ClassFile| {
        let constants = file.fields.iter().filter(|field| field.flags.is_enum());
        constants.map(|field| field.name.clone()).collect::<Vec<_>>()
    };
    kind(old) != kind(new)
        || old.permitted_subclasses.as_deref().map(sorted) != new.permitted_subclasses.as_deref().map(sorted)
        || components(old) != components(new)
        || constants(old) != constants(new)
}

/// A class with the members of both versions.
fn joined(old: &ClassFile, new: &ClassFile) -> ClassFile {
    let mut joined = old.clone();
    for method in &new.methods {
        let same =
            joined.methods.iter_mut().find(|it| (&it.name, &it.descriptor) == (&method.name, &method.descriptor));
        match same {
            None => joined.methods.push(method.clone()),
            Some(same) if &*same.name == "<clinit>" => *same = method.clone(),
            // What one version alone may call is called there.
            Some(same)
                if same.flags.is_private()
                    && same.flags.is_static() == method.flags.is_static()
                    && same.code.is_some() == method.code.is_some() =>
            {
                same.flags = method.flags;
            }
            Some(_) => {}
        }
    }
    for field in &new.fields {
        if !joined.fields.iter().any(|it| (&it.name, &it.descriptor) == (&field.name, &field.descriptor)) {
            joined.fields.push(field.clone());
        }
    }
    let absent = |known: &[ClassName], names: &[ClassName]| {
        names.iter().filter(|name| !known.contains(name)).cloned().collect::<Vec<ClassName>>()
    };
    let members = absent(&joined.nest_members, &new.nest_members);
    joined.nest_members.extend(members);
    for inner in &new.inner_classes {
        if !joined.inner_classes.iter().any(|known| known.inner == inner.inner) {
            joined.inner_classes.push(inner.clone());
        }
    }
    joined
}
