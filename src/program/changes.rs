//! What code may change of the objects that class initialisation has left. References to them are followed through the
//! code of the class path, and of the JDK where it is handed some: what is assigned, and who else gets them.
//!
//! Objects are told apart as far as [`Group`] does, other objects by their classes. The order of time is ignored: what
//! code may do at all, it may have done before. What is not known, a native method for one, may change all that it can
//! reach.

mod calls;
mod escape;
mod flow;
mod frame;
mod jdk;
mod mentions;
mod objects;
mod places;

use super::link::Program;
use super::reads::{Read, Reads, as_one, listening};
use super::types::{ClassId, FieldId};
use flow::Flow;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::{Arc, MutexGuard, PoisonError};

pub(super) use mentions::Mentions;

/// Objects that class initialisation has left, with all that they reach and that reaches them and can change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Group {
    /// The objects; one may stand for several of a class.
    pub objects: Vec<GroupObject>,
    /// The static fields that refer to them.
    pub statics: Vec<(FieldId, usize)>,
}

/// An object of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct GroupObject {
    /// Its class; none of an array.
    pub class: Option<ClassId>,
    /// What its fields hold: an object of the group by its position, or none for what cannot change.
    pub fields: BTreeSet<(FieldId, Option<usize>)>,
    /// What its elements are, in the same way.
    pub elements: BTreeSet<Option<usize>>,
    /// Its final fields of type boolean that are true.
    pub flags: BTreeSet<FieldId>,
    /// Whether unknown code has it.
    pub is_escaped: bool,
    /// Whether it stands for what code makes of its class, too.
    pub is_made: bool,
}

/// What may have been changed of a group's object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Fields that may have been assigned.
    pub fields: BTreeSet<FieldId>,
    /// Whether an array's elements may have been, or nothing is known.
    pub anything: bool,
    /// Whether code that is not known may have the object.
    pub is_escaped: bool,
}

impl Changed {
    /// Whether nothing may have been.
    pub fn is_nothing(&self) -> bool {
        !self.anything && self.fields.is_empty()
    }
}

/// A group that was asked about, by its number in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroupId(u32);

/// What was found of a group, with what was read for it.
type Found = Arc<(Vec<Changed>, Reads)>;

/// The groups that were asked about.
#[derive(Debug, Default)]
pub(super) struct Groups {
    numbers: FxHashMap<Group, GroupId>,
    all: Vec<(Group, Option<Found>)>,
}

impl Program {
    /// Whether code may give others the object of a class that a field of an object holds, or one like it that it makes.
    pub fn gives_out(&self, class: ClassId, field: FieldId, held: ClassId) -> bool {
        let fields_of = |class: ClassId| {
            let fields = self.superclasses(class).flat_map(|above| self.class(above).fields.iter().copied());
            fields.filter(|field| !self.field(*field).flags.is_static()).collect::<Vec<FieldId>>()
        };
        let object = |class: ClassId| GroupObject {
            class: Some(class),
            fields: fields_of(class).into_iter().map(|field| (field, None)).collect(),
            flags: fields_of(class).into_iter().collect(),
            ..GroupObject::default()
        };
        let mut owner = GroupObject { is_escaped: true, ..object(class) };
        owner.fields.insert((field, Some(1)));
        let part = GroupObject { is_made: true, ..object(held) };
        let changes = self.changes_of(&Group { objects: vec![owner, part], statics: Vec::new() });
        changes.get(1).is_none_or(|changed| changed.is_escaped)
    }

    /// What code may have changed of each object of a group since class initialisation. However it is found out, it is one question.
    pub fn changes_of(&self, group: &Group) -> Vec<Changed> {
        let id = self.group_id(group);
        as_one(Read::Changes(id), || self.changes_with_reads(id)).0.clone()
    }

    /// The number of a group.
    pub fn group_id(&self, group: &Group) -> GroupId {
        let mut groups = self.groups();
        if let Some(known) = groups.numbers.get(group) {
            return *known;
        }
        let id = GroupId(groups.all.len() as u32);
        groups.numbers.insert(group.clone(), id);
        groups.all.push((group.clone(), None));
        id
    }

    /// The group of a number.
    pub fn group(&self, id: GroupId) -> Group {
        self.groups().all.get(id.0 as usize).map(|(group, _)| group.clone()).unwrap_or_default()
    }

    /// Whether what code may have changed of a group has been found out.
    pub fn knows_changes(&self, id: GroupId) -> bool {
        self.groups().all.get(id.0 as usize).is_some_and(|(_, found)| found.is_some())
    }

    /// What code may have changed of each object of a group, and what was read to find that out.
    pub fn changes_with_reads(&self, id: GroupId) -> Arc<(Vec<Changed>, Reads)> {
        let known = |groups: &Groups| groups.all.get(id.0 as usize).and_then(|(_, found)| found.clone());
        if let Some(found) = known(&self.groups()) {
            return found;
        }
        let group = self.group(id);
        let mut reads = Reads::default();
        let changed = listening(&mut reads, || Flow::of(self, &group).into_changes());
        let found = Arc::new((changed, reads));
        let mut groups = self.groups();
        if let Some((_, place)) = groups.all.get_mut(id.0 as usize) {
            *place = Some(found.clone());
        }
        found
    }

    fn groups(&self) -> MutexGuard<'_, Groups> {
        self.changes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
