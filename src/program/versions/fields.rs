//! Private fields that a new version calls otherwise, matched by the methods that use them.

use crate::classfile::{ClassFile, ClassName, FieldReference, Instruction};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The old name of a field of the new version, by its class and the name that it has there.
pub(super) type FieldNames = FxHashMap<(ClassName, Arc<str>), Arc<str>>;

/// A use of a field: in which method, by name and descriptor, and how.
type Use<'f> = (&'f str, &'f str, bool);

/// The private instance fields of a class that only one version has, as far as they are the same under another name: of the same type, and at
/// least half of the methods that use either use both in the same way.
pub(super) fn renamed_fields(
    old: &ClassFile,
    new: &ClassFile,
    is_inherited: &dyn Fn(&str) -> bool,
    names: &mut FieldNames,
) {
    let (mut ours, theirs) = (alone(old, new), alone(new, old));
    // What the new version calls so is another class's.
    ours.retain(|field| !is_inherited(&field.name));
    let mut pairs = Vec::new();
    for (at, field) in ours.iter().enumerate() {
        for (place, other) in theirs.iter().enumerate().filter(|(_, other)| other.descriptor == field.descriptor) {
            let (before, after) = (uses(old, &field.name), uses(new, &other.name));
            let (both, all) = (before.intersection(&after).count(), before.union(&after).count());
            if both > 0 && 2 * both >= all {
                pairs.push((all - both, at, place));
            }
        }
    }
    pairs.sort_unstable();
    let (mut paired, mut taken) = (BTreeSet::new(), BTreeSet::new());
    for (_, at, place) in pairs {
        if !paired.contains(&at)
            && !taken.contains(&place)
            && let (Some(field), Some(other)) = (ours.get(at), theirs.get(place))
        {
            names.insert((new.name.clone(), other.name.clone()), field.name.clone());
            paired.insert(at);
            taken.insert(place);
        }
    }
}

/// The private instance fields that one version of a class has alone.
fn alone<'f>(file: &'f ClassFile, other: &ClassFile) -> Vec<&'f crate::classfile::Field> {
    let fields = file
        .fields
        .iter()
        .filter(|field| field.flags.is_private() && !field.flags.is_static() && !field.flags.is_synthetic());
    fields.filter(|field| !other.fields.iter().any(|known| known.name == field.name)).collect()
}

/// What the methods of a class do with one of its fields.
fn uses<'f>(file: &'f ClassFile, name: &str) -> BTreeSet<Use<'f>> {
    let is_it = |field: &FieldReference| field.class == file.name && *field.name == *name;
    let codes = file.methods.iter().filter_map(|method| Some((method, method.code.as_ref()?)));
    let found = codes.flat_map(|(method, code)| {
        code.instructions.iter().filter_map(move |decoded| match &decoded.instruction {
            Instruction::GetField(field) if is_it(field) => Some((&*method.name, &*method.descriptor, false)),
            Instruction::PutField(field) if is_it(field) => Some((&*method.name, &*method.descriptor, true)),
            _ => None,
        })
    });
    found.collect()
}

/// Gives the fields of a class, and those that its code uses, their old names.
pub(super) fn rename_fields(file: &mut ClassFile, names: &FieldNames) {
    let own = file.name.clone();
    for field in &mut file.fields {
        if let Some(name) = names.get(&(own.clone(), field.name.clone())) {
            field.name = name.clone();
        }
    }
    for decoded in
        file.methods.iter_mut().filter_map(|method| method.code.as_mut()).flat_map(|code| &mut code.instructions)
    {
        if let Instruction::GetField(field) | Instruction::PutField(field) = &mut decoded.instruction
            && let Some(name) = names.get(&(field.class.clone(), field.name.clone()))
        {
            Arc::make_mut(field).name = name.clone();
        }
    }
}
