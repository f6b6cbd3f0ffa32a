//! Groups of objects by the names of their classes and fields, under which it is kept what code may change of them.

use super::{Kept, class_name, field_name};
use crate::program::{Changed, FieldId, Group, GroupId, GroupObject, Program};
use crate::store::{Key, encode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::PoisonError;

/// A group by names. What a set holds is in the order of the names, since ids differ from run to run.
#[derive(Serialize, Deserialize)]
struct NamedGroup {
    objects: Vec<NamedObject>,
    statics: Vec<(String, usize)>,
}

#[derive(Serialize, Deserialize)]
struct NamedObject {
    class: Option<String>,
    fields: BTreeSet<(String, Option<usize>)>,
    elements: BTreeSet<Option<usize>>,
    flags: BTreeSet<String>,
    is_escaped: bool,
    is_made: bool,
}

/// What is kept of a group: the group itself, and what code may have changed of it.
type Found = (NamedGroup, String);

impl NamedGroup {
    fn of(program: &Program, group: &Group) -> NamedGroup {
        let name = |field: &FieldId| field_name(program, *field);
        let object = |object: &GroupObject| NamedObject {
            class: object.class.map(|class| class_name(program, class)),
            fields: object.fields.iter().map(|(field, held)| (name(field), *held)).collect(),
            elements: object.elements.clone(),
            flags: object.flags.iter().map(name).collect(),
            is_escaped: object.is_escaped,
            is_made: object.is_made,
        };
        let mut statics: Vec<(String, usize)> =
            group.statics.iter().map(|(field, object)| (name(field), *object)).collect();
        statics.sort_unstable();
        NamedGroup { objects: group.objects.iter().map(object).collect(), statics }
    }

    /// The group in a program; none where a class or a field is not there.
    fn present(&self, program: &Program) -> Option<Group> {
        let find = |name: &String| {
            let mut parts = name.splitn(3, ' ');
            program.field_by_name((parts.next()?, parts.next()?, parts.next()?))
        };
        let object = |object: &NamedObject| {
            Some(GroupObject {
                class: match &object.class {
                    Some(name) => Some(program.class_by_name(name)?),
                    None => None,
                },
                fields: object.fields.iter().map(|(name, held)| Some((find(name)?, *held))).collect::<Option<_>>()?,
                elements: object.elements.clone(),
                flags: object.flags.iter().map(find).collect::<Option<_>>()?,
                is_escaped: object.is_escaped,
                is_made: object.is_made,
            })
        };
        Some(Group {
            objects: self.objects.iter().map(object).collect::<Option<_>>()?,
            statics: self.statics.iter().map(|(name, held)| Some((find(name)?, *held))).collect::<Option<_>>()?,
        })
    }
}

impl Kept<'_> {
    /// The name under which a group's entry is found.
    pub(super) fn group_name(&self, id: GroupId) -> String {
        let known = || self.group_names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(name) = known().get(&id) {
            return name.clone();
        }
        let named = NamedGroup::of(self.program, &self.program.group(id));
        // What cannot be written has no entry, and what has read it is none either.
        let name = encode(&named).map_or_else(|_| String::new(), |bytes| blake3::hash(&bytes).to_hex().to_string());
        known().insert(id, name.clone());
        name
    }

    /// The group whose entry has a name.
    pub(super) fn group_of(&self, name: &str) -> Option<GroupId> {
        let known = || self.groups.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known().get(name) {
            return *known;
        }
        let entry = self.entry::<Found>(&self.group_key(name));
        let group = entry.and_then(|entry| entry.found.0.present(self.program));
        let id = group.map(|group| self.program.group_id(&group));
        known().insert(name.to_owned(), id);
        id
    }

    /// What code may have changed of a group, as text that is equal where the answer is.
    pub(super) fn changes_told(&self, id: GroupId) -> String {
        let program = self.program;
        let key = self.group_key(&self.group_name(id));
        if !program.knows_changes(id)
            && let Some((_, told)) = self.valid::<Found>(&key)
        {
            return told;
        }
        let found = program.changes_with_reads(id);
        let told = found.0.iter().map(|changed| told(program, changed)).collect::<Vec<String>>().join("; ");
        let kept = (NamedGroup::of(program, &program.group(id)), told);
        self.put_entry(&key, &kept, &found.1);
        kept.1
    }

    fn group_key(&self, name: &str) -> Key {
        self.key_of("what code may have changed", name)
    }
}

fn told(program: &Program, changed: &Changed) -> String {
    let fields: BTreeSet<String> = changed.fields.iter().map(|field| field_name(program, *field)).collect();
    format!("{fields:?} {} {}", changed.anything, changed.is_escaped)
}
