//! What compilers number, matched by what it does: an edit of one method gives the bodies of lambda expressions behind it other names.

use super::rename::{rename_classes, rename_classes_in_code};
use crate::classfile::{
    ClassFile, ClassName, Code, DynamicReference, Instruction, LoadableConstant, Method, MethodHandle,
};
use crate::program::desugar;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// How deep methods are followed that compilers have made for others.
const DEEPEST: usize = 8;

/// A method by name and descriptor.
type Key = (Arc<str>, Arc<str>);

/// The new version of a class in which methods that compilers have made are called as in the old one where they do the same.
pub(super) fn align(old: &ClassFile, mut new: Arc<ClassFile>) -> Arc<ClassFile> {
    let (ours, theirs) = (Made::of(old), Made::of(&new));
    if theirs.by_key.is_empty() {
        return new;
    }
    let mut free: BTreeMap<u64, Vec<Key>> = BTreeMap::new();
    for key in ours.by_key.keys().rev() {
        free.entry(ours.content(key, 0)).or_default().push(key.clone());
    }
    let mut names: FxHashMap<Key, Arc<str>> = FxHashMap::default();
    let mut left = Vec::new();
    for key in theirs.by_key.keys() {
        match free.get_mut(&theirs.content(key, 0)).and_then(Vec::pop) {
            Some((name, _)) => drop(names.insert(key.clone(), name)),
            None => left.push(key.clone()),
        }
    }
    // Of those that do something else, what has the same name is taken for the same method, unless that is another one's by now.
    let mut open: Vec<Key> = free.into_values().flatten().collect();
    open.sort_unstable();
    for (number, key) in left.into_iter().enumerate() {
        let same = open.iter().position(|known| *known == key);
        let name = match same {
            Some(at) => open.remove(at).0,
            None if ours.by_key.contains_key(&key) => Arc::from(format!("{}$new${number}", key.0)),
            None => key.0.clone(),
        };
        names.insert(key, name);
    }
    if names.iter().all(|((name, _), other)| name == other) {
        return new;
    }
    let file = Arc::make_mut(&mut new);
    let own = file.name.clone();
    let renamed = |class: &ClassName, name: &Arc<str>, descriptor: &Arc<str>| {
        if *class == own { names.get(&(name.clone(), descriptor.clone())).cloned() } else { None }
    };
    for method in &mut file.methods {
        if let Some(name) = names.get(&(method.name.clone(), method.descriptor.clone())) {
            method.name = name.clone();
        }
        if let Some(code) = &mut method.code {
            rename_methods(code, &renamed);
        }
    }
    new
}

/// The methods of a class that a compiler has made, and that no other class names.
struct Made<'f> {
    class: &'f ClassName,
    by_key: BTreeMap<Key, &'f Method>,
}

impl<'f> Made<'f> {
    fn of(file: &'f ClassFile) -> Made<'f> {
        let is_made = |method: &&Method| {
            method.flags.is_synthetic()
                && !method.flags.is_bridge()
                && method.flags.is_private()
                && method.code.is_some()
        };
        let methods = file.methods.iter().filter(is_made);
        Made {
            class: &file.name,
            by_key: methods.map(|method| ((method.name.clone(), method.descriptor.clone()), method)).collect(),
        }
    }

    /// A number that two methods share where they do the same, by whatever names they call others of their kind.
    fn content(&self, key: &Key, depth: usize) -> u64 {
        let mut hasher = FxHasher::default();
        let Some(method) = self.by_key.get(key).filter(|_| depth < DEEPEST) else { return 0 };
        (method.flags.0, &method.descriptor).hash(&mut hasher);
        let Some(code) = &method.code else { return 0 };
        let mut plain = code.clone();
        let numbered = |class: &ClassName, name: &Arc<str>, descriptor: &Arc<str>| {
            let key = (name.clone(), descriptor.clone());
            let is_own = class == self.class && self.by_key.contains_key(&key);
            is_own.then(|| Arc::from(self.content(&key, depth + 1).to_string()))
        };
        rename_methods(&mut plain, &numbered);
        hash_code(&plain, &mut hasher);
        hasher.finish()
    }
}

/// Adds the instructions and handlers of a body to a hash.
pub(super) fn hash_code(code: &Code, hasher: &mut FxHasher) {
    code.instructions.iter().for_each(|decoded| decoded.instruction.hash(hasher));
    for handler in &code.handlers {
        (handler.start, handler.end, handler.handler, &handler.catch_type).hash(hasher);
    }
}

/// The name that a method gets, by class, name and descriptor; none for the one that it has.
pub(super) type RenamedMethod<'r> = &'r dyn Fn(&ClassName, &Arc<str>, &Arc<str>) -> Option<Arc<str>>;

/// Gives methods other names where a body names them.
pub(super) fn rename_methods(code: &mut Code, renamed: RenamedMethod<'_>) {
    for decoded in &mut code.instructions {
        match &mut decoded.instruction {
            Instruction::Invoke(_, reference) => {
                if let Some(name) = renamed(&reference.class, &reference.name, &reference.descriptor) {
                    Arc::make_mut(reference).name = name;
                }
            }
            Instruction::InvokeDynamic(dynamic) => rename_in_dynamic(Arc::make_mut(dynamic), renamed),
            Instruction::Constant(constant) => rename_in_constant(constant, renamed),
            _ => {}
        }
    }
}

fn rename_in_dynamic(dynamic: &mut DynamicReference, renamed: RenamedMethod<'_>) {
    rename_handle(&mut dynamic.bootstrap, renamed);
    dynamic.arguments.iter_mut().for_each(|argument| rename_in_constant(argument, renamed));
}

fn rename_in_constant(constant: &mut LoadableConstant, renamed: RenamedMethod<'_>) {
    match constant {
        LoadableConstant::MethodHandle(handle) => rename_handle(Arc::make_mut(handle), renamed),
        LoadableConstant::Dynamic(dynamic) => rename_in_dynamic(Arc::make_mut(dynamic), renamed),
        _ => {}
    }
}

fn rename_handle(handle: &mut MethodHandle, renamed: RenamedMethod<'_>) {
    if let Some(name) = renamed(&handle.class, &handle.name, &handle.descriptor) {
        handle.name = name;
    }
}

/// As [`desugar`], of a class of the new version, with the classes that were made for the old one in the place of those that are the
/// same; what is new has a name of its own.
pub(super) fn desugar_beside(file: &mut Arc<ClassFile>, known: &FxHashMap<ClassName, ClassFile>) -> Vec<ClassFile> {
    let made = desugar(file);
    let mut names: FxHashMap<ClassName, ClassName> = FxHashMap::default();
    for class in &made {
        let same = |name: &ClassName| known.get(name).is_some_and(|other| is_same_but_for_name(class, other));
        let host = class.name.rsplit_once('$').map_or(&*class.name, |(host, _)| host);
        let numbered = (0..).map(|number| ClassName::from(format!("{host}${number}")));
        // Call sites of one method are numbered without gaps.
        let others = numbered.take_while(|name| known.contains_key(name));
        // Its own number first: call sites may be alike.
        let found = std::iter::once(class.name.clone()).chain(others).find(same);
        let name = match found {
            Some(name) => name,
            None if known.contains_key(&class.name) => ClassName::from(format!("{}$new", class.name)),
            None => continue,
        };
        names.insert(class.name.clone(), name);
    }
    if names.iter().any(|(name, other)| name != other) {
        for method in &mut Arc::make_mut(file).methods {
            method.code.iter_mut().for_each(|code| rename_classes_in_code(code, &|class| names.get(class).cloned()));
        }
    }
    let is_new = |class: &ClassFile| !names.get(&class.name).is_some_and(|name| known.contains_key(name));
    let mut added: Vec<ClassFile> = made.into_iter().filter(is_new).collect();
    for class in &mut added {
        rename_classes(class, &|class| names.get(class).cloned());
    }
    added
}

/// Whether two classes are the same, each as the other's name.
fn is_same_but_for_name(left: &ClassFile, right: &ClassFile) -> bool {
    let mut renamed = left.clone();
    rename_classes(&mut renamed, &|class| (*class == *left.name).then(|| right.name.clone()));
    let same_method = |(left, right): (&Method, &Method)| {
        (&left.name, &left.descriptor, left.flags) == (&right.name, &right.descriptor, right.flags)
            && match (&left.code, &right.code) {
                (Some(left), Some(right)) => super::same_body(left, right),
                (left, right) => left.is_none() && right.is_none(),
            }
    };
    let fields = |file: &ClassFile| {
        let fields = file.fields.iter().map(|field| (field.name.clone(), field.descriptor.clone(), field.flags));
        fields.collect::<Vec<_>>()
    };
    renamed.superclass == right.superclass
        && renamed.interfaces == right.interfaces
        && fields(&renamed) == fields(right)
        && renamed.methods.len() == right.methods.len()
        && renamed.methods.iter().zip(&right.methods).all(same_method)
}
