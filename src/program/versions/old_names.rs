//! What a new version calls otherwise, under its old name. Classes that compilers number, anonymous ones above all, are matched by what
//! they are: an edit before them gives them other numbers.

use super::align::hash_code;
use super::fields::{FieldNames, rename_fields, renamed_fields};
use super::rename::rename_classes;
use crate::classfile::{ClassFile, ClassName};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// How deep classes are followed that are numbered within each other.
const DEEPEST: usize = 4;
/// No class is below more.
const MOST_SUPERCLASSES: usize = 200;

/// The names that classes and private fields of a new version have in the old one.
#[derive(Clone, Debug, Default)]
pub struct OldNames {
    fields: FieldNames,
    names: FxHashMap<ClassName, ClassName>,
    /// The names among these that no class of the old version has.
    made_up: FxHashSet<ClassName>,
}

impl OldNames {
    /// Matches the numbered classes of two versions: those with the same content, then those of the same method and supertypes. What is
    /// left keeps its name, or gets a new one where the old version has that for another class.
    pub fn of(old: &[Arc<ClassFile>], new: &[Arc<ClassFile>]) -> OldNames {
        let (ours, theirs) = (Numbered::of(old), Numbered::of(new));
        let taken: FxHashSet<&str> = old.iter().chain(new).map(|file| &*file.name).collect();
        let mut found = OldNames::default();
        let mut hosts: Vec<&str> = theirs.by_host.keys().copied().collect();
        // What is around others first: these are called after it.
        hosts.sort_by_key(|host| (host.len(), *host));
        for host in hosts {
            let here = theirs.by_host.get(host).map(Vec::as_slice).unwrap_or_default();
            let host = found.of_class(host).unwrap_or_else(|| host.into());
            let there = ours.by_host.get(&*host).map(Vec::as_slice).unwrap_or_default();
            found.match_all((&ours, there), (&theirs, here), &taken);
        }
        found.match_fields(old, new);
        found
    }

    fn match_fields(&mut self, old: &[Arc<ClassFile>], new: &[Arc<ClassFile>]) {
        let known: FxHashMap<&ClassName, &Arc<ClassFile>> = old.iter().map(|file| (&file.name, file)).collect();
        let theirs: FxHashMap<&ClassName, &Arc<ClassFile>> = new.iter().map(|file| (&file.name, file)).collect();
        for file in new {
            let mut file = file.clone();
            self.rename(&mut file);
            let is_inherited = |name: &str| {
                let mut above = file.superclass.clone();
                for _ in 0..MOST_SUPERCLASSES {
                    let Some(parent) = above.as_ref().and_then(|above| theirs.get(above)) else { return false };
                    if parent.fields.iter().any(|field| *field.name == *name) {
                        return true;
                    }
                    above.clone_from(&parent.superclass);
                }
                true
            };
            if let Some(old) = known.get(&file.name) {
                renamed_fields(old, &file, &is_inherited, &mut self.fields);
            }
        }
    }

    /// What a field of a class, by the class's old name, is called in the old version; none where that is its own name.
    pub fn of_field(&self, class: &str, name: &str) -> Option<Arc<str>> {
        if self.fields.is_empty() {
            return None;
        }
        self.fields.get(&(class.into(), name.into())).cloned()
    }

    /// Whether all classes are called as in the old version.
    fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What a class of the new version is called in the old one, or a name that is made up where it has no such class; none where that is
    /// its own name.
    pub fn of_class(&self, name: &str) -> Option<ClassName> {
        if self.is_empty() {
            return None;
        }
        if let Some(other) = self.names.get(name) {
            return Some(other.clone());
        }
        // A class within a renamed one.
        name.rmatch_indices('$').find_map(|(end, _)| {
            let other = self.names.get(name.get(..end)?)?;
            Some(ClassName::from(format!("{other}{}", name.get(end..)?)))
        })
    }

    /// The same of a class that the old version has too.
    pub fn of_shared_class(&self, name: &str) -> Option<ClassName> {
        self.of_class(name).filter(|other| !self.made_up.contains(other))
    }

    /// Renames a class of the new version, and the classes and fields that it names.
    pub fn rename(&self, file: &mut Arc<ClassFile>) {
        let top = |name: &str| name.split('$').next().map(str::to_owned);
        // Nobody else names a numbered class or a private field.
        if self.names.keys().any(|name| top(name) == top(&file.name)) {
            rename_classes(Arc::make_mut(file), &|class| self.of_class(class));
        }
        if self.fields.keys().any(|(name, _)| top(name) == top(&file.name)) {
            rename_fields(Arc::make_mut(file), &self.fields);
        }
    }

    /// The names of the new version, for the names that classes have got.
    #[must_use]
    pub fn reversed(&self) -> OldNames {
        let mut names: FxHashMap<ClassName, ClassName> =
            self.names.iter().map(|(new, old)| (old.clone(), new.clone())).collect();
        // What is called so now is a class that the new version does not have.
        for name in self.names.keys() {
            names.entry(name.clone()).or_insert_with(|| ClassName::from(format!("{name}$old")));
        }
        let reversed =
            |((class, new), old): (&(ClassName, Arc<str>), &Arc<str>)| ((class.clone(), old.clone()), new.clone());
        OldNames { fields: self.fields.iter().map(reversed).collect(), names, made_up: FxHashSet::default() }
    }

    fn match_all(
        &mut self,
        (ours, there): (&Numbered<'_>, &[&ClassFile]),
        (theirs, here): (&Numbered<'_>, &[&ClassFile]),
        taken: &FxHashSet<&str>,
    ) {
        let (mut old, mut new) = (there.to_vec(), here.to_vec());
        let content = |numbered: &Numbered<'_>, file: &ClassFile| numbered.content(file, 0);
        self.pair(&mut old, &mut new, [&|file| content(ours, file), &|file| content(theirs, file)]);
        let place = |file: &ClassFile| {
            let mut hasher = FxHasher::default();
            let method = file.enclosing_method.as_ref().map(|(_, method)| method);
            (method, simple_name(&file.name), &file.superclass, &file.interfaces).hash(&mut hasher);
            hasher.finish()
        };
        self.pair(&mut old, &mut new, [&place, &place]);
        for file in new {
            let name = self.of_class(&file.name).unwrap_or_else(|| file.name.clone());
            if there.iter().any(|other| other.name == name) {
                let mut others = (0_u32..).map(|number| format!("{name}$new{number}"));
                let other: Option<ClassName> = others.find(|other| !taken.contains(&**other)).map(ClassName::from);
                self.made_up.extend(other.clone());
                self.names.extend(other.map(|other| (file.name.clone(), other)));
            }
        }
    }

    /// Pairs classes that are alike in something, those of the same name first, and takes them out.
    fn pair(
        &mut self,
        old: &mut Vec<&ClassFile>,
        new: &mut Vec<&ClassFile>,
        [ours, theirs]: [&dyn Fn(&ClassFile) -> u64; 2],
    ) {
        let numbers: Vec<u64> = old.iter().map(|file| ours(file)).collect();
        let mut open: Vec<(u64, &ClassFile)> = numbers.into_iter().zip(old.drain(..)).collect();
        let numbers: Vec<u64> = new.iter().map(|file| theirs(file)).collect();
        let mut left: Vec<(u64, &ClassFile)> = numbers.into_iter().zip(new.drain(..)).collect();
        for needs_name in [true, false] {
            left.retain(|(number, file)| {
                let name = self.of_class(&file.name).unwrap_or_else(|| file.name.clone());
                let is_it = |(other, known): &(u64, &ClassFile)| other == number && (!needs_name || known.name == name);
                let Some(at) = open.iter().position(is_it) else { return true };
                let (_, known) = open.remove(at);
                if known.name != file.name {
                    self.names.insert(file.name.clone(), known.name.clone());
                }
                false
            });
        }
        old.extend(open.into_iter().map(|(_, file)| file));
        new.extend(left.into_iter().map(|(_, file)| file));
    }
}

/// The numbered classes of a version.
struct Numbered<'f> {
    by_name: FxHashMap<&'f str, &'f ClassFile>,
    /// By what they are in, in the order of their numbers.
    by_host: BTreeMap<&'f str, Vec<&'f ClassFile>>,
}

impl<'f> Numbered<'f> {
    fn of(files: &'f [Arc<ClassFile>]) -> Numbered<'f> {
        let mut found = Numbered { by_name: FxHashMap::default(), by_host: BTreeMap::new() };
        for file in files {
            // A class that is no member of another one but stands in it is local or anonymous (JVMS 4.7.6).
            let is_numbered = file.inner_classes.iter().any(|inner| inner.inner == file.name && inner.outer.is_none());
            if let Some((host, _)) = file.name.rsplit_once('$').filter(|_| is_numbered)
                && found.by_name.insert(&file.name, file).is_none()
            {
                found.by_host.entry(host).or_default().push(file);
            }
        }
        for files in found.by_host.values_mut() {
            files.sort_by_key(|file| (file.name.len(), file.name.clone()));
        }
        found
    }

    /// A number that two classes share where they are the same but for the names of numbered classes.
    fn content(&self, file: &ClassFile, depth: usize) -> u64 {
        let mut plain = file.clone();
        rename_classes(&mut plain, &|name| {
            if *name == *file.name {
                return Some("self".into());
            }
            let other = self.by_name.get(name)?;
            let number = if depth < DEEPEST { self.content(other, depth + 1) } else { 0 };
            Some(number.to_string().into())
        });
        let mut hasher = FxHasher::default();
        (plain.flags.0, simple_name(&file.name), &plain.superclass, &plain.interfaces).hash(&mut hasher);
        for field in &plain.fields {
            (field.flags.0, &field.name, &field.descriptor, &field.constant).hash(&mut hasher);
        }
        for method in &plain.methods {
            (method.flags.0, &method.name, &method.descriptor).hash(&mut hasher);
            method.code.iter().for_each(|code| hash_code(code, &mut hasher));
        }
        hasher.finish()
    }
}

/// The name of a local class without its number; empty of an anonymous one.
fn simple_name(name: &str) -> &str {
    let own = name.rsplit_once('$').map_or(name, |(_, own)| own);
    own.trim_start_matches(|character: char| character.is_ascii_digit())
}
