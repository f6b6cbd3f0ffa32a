//! What a heap shows of objects that class initialisation has left: who has them, and what of them code can change.

use super::Changing;
use crate::classfile::PrimitiveType;
use crate::heap::{Body, Contents, Heap, ObjectId, Origin, Value};
use crate::program::{Changed, ClassId, FieldId, FieldKind, Group, GroupObject, Linkage, Program};
use crate::term::TermPool;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What static fields of a heap lead to.
#[derive(Debug, Default)]
pub(super) struct Held {
    /// Instructions of initialisers and objects that there were.
    pub(super) version: (u64, usize),
    /// Objects that the JDK's own fields reach.
    pub(super) by_jdk: FxHashSet<ObjectId>,
    /// Fields of the class path, what they refer to, and what of all that they reach can change or leads to what can.
    by_field: Vec<(FieldId, ObjectId, FxHashSet<ObjectId>)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Owned {
    pub(super) changed: Changed,
    pub(super) owner: Option<ClassId>,
    pub(super) sharing: Sharing,
}

/// What may have been changed of all objects that share something with one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sharing {
    /// No more than numbers in objects of the class path, or what cannot be an input, such as the constants of an enum.
    #[default]
    AsInitialised,
    /// References, or what is looked at as a whole.
    AnyContents,
    /// The elements of an array of which nobody else knows.
    AnyElements,
}

/// What an object refers to that can change or leads to what can.
pub(super) struct View<'h, 'p> {
    pub(super) heap: &'h Heap,
    pub(super) pool: &'h TermPool,
    pub(super) program: &'p Program,
}

impl View<'_, '_> {
    /// The objects that one refers to, by field; what a cache holds is left out, unless that is an array.
    fn held(&self, object: ObjectId) -> Vec<(Option<FieldId>, ObjectId)> {
        let is_array = |object: ObjectId| self.heap.array(object).is_some();
        let mut held = self.heap.objects_held(object);
        held.retain(|(field, to)| field.is_none_or(|field| !self.program.is_cache(field) || is_array(*to)));
        held
    }

    /// The fields of an object that are final flags and true, or not known.
    fn flags_of(&self, object: ObjectId) -> Vec<FieldId> {
        let is_on = |(field, value): &&(FieldId, Value)| {
            let info = self.program.field(*field);
            info.flags.is_final()
                && info.kind == FieldKind::Primitive(PrimitiveType::Boolean)
                && !matches!(value, Value::Int(term) if self.pool.as_int(*term) == Some(0))
        };
        let fields = self.heap.instance(object).into_iter().flat_map(|body| &body.fields);
        fields.filter(is_on).map(|(field, _)| *field).collect()
    }

    /// Whether an object is looked at as a whole: an array, and what has state of a class of the JDK.
    pub(super) fn is_whole(&self, object: ObjectId) -> bool {
        let program = self.program;
        match self.heap.object(object).map(|object| &object.body) {
            Some(Body::Array(_)) => true,
            Some(Body::Instance(body)) => body.types.iter().any(|class| {
                program.superclasses(*class).any(|parent| {
                    !program.is_user_class(parent)
                        && !matches!(
                            &**program.class_name(parent),
                            "java/lang/Object" | "java/lang/Enum" | "java/lang/Record"
                        )
                })
            }),
            None => false,
        }
    }

    /// What may have been changed of objects that share something, each with what is found to be changed of it.
    fn sharing<'c>(&self, members: impl Iterator<Item = (ObjectId, &'c Changed)>) -> Sharing {
        let program = self.program;
        let (mut count, mut found, mut is_array) = (0, Sharing::AsInitialised, false);
        for (member, changed) in members {
            count += 1;
            let body = self.heap.instance(member);
            if body.is_some_and(|body| body.types.iter().any(|class| program.class(*class).is_enum())) {
                return Sharing::AsInitialised;
            }
            is_array = self.heap.array(member).is_some_and(|body| matches!(body.contents, Contents::Primitive(..)));
            let is_reference = |field: &FieldId| matches!(program.field(*field).kind, FieldKind::Reference(_));
            if changed.anything
                || (self.is_whole(member) && !changed.is_nothing())
                || changed.fields.iter().any(is_reference)
            {
                found = Sharing::AnyContents;
            }
        }
        if count == 1 && is_array && found == Sharing::AnyContents { Sharing::AnyElements } else { found }
    }

    fn is_constant(&self, constant: &mut FxHashMap<ClassId, bool>, object: ObjectId) -> bool {
        match self.heap.object(object).map(|object| (&object.origin, &object.body)) {
            None | Some((Origin::Literal(_), _)) => true,
            Some((_, Body::Array(body))) => self.pool.as_int(body.length) == Some(0),
            Some((_, Body::Instance(body))) => body
                .types
                .iter()
                .all(|class| *constant.entry(*class).or_insert_with(|| self.has_constant_fields(*class))),
        }
    }

    /// Whether a class has no field that is assigned after construction, as its modifiers and a table say.
    fn has_constant_fields(&self, class: ClassId) -> bool {
        let program = self.program;
        if program.is_value_class(class) {
            return true;
        }
        program.superclasses(class).all(|parent| {
            let definition = program.class(parent);
            let is_known = matches!(definition.linkage, Linkage::Loaded(_)) || definition.superclass.is_none();
            is_known
                && definition.fields.iter().all(|field| {
                    let info = program.field(*field);
                    let is_constant = info.flags.is_final() && info.kind != FieldKind::Text;
                    info.flags.is_static() || is_constant || program.is_cache(*field)
                })
        })
    }

    /// What of all that an object reaches can change or leads to what can, with what each refers to.
    fn changeable(&self, constant: &mut FxHashMap<ClassId, bool>, root: ObjectId) -> FxHashSet<ObjectId> {
        let mut order = vec![root];
        let mut seen: FxHashSet<ObjectId> = order.iter().copied().collect();
        let mut held_by: FxHashMap<ObjectId, Vec<ObjectId>> = FxHashMap::default();
        let mut private: FxHashSet<ObjectId> = FxHashSet::default();
        let mut next = 0;
        while let Some(object) = order.get(next).copied() {
            next += 1;
            for (field, to) in self.held(object) {
                held_by.entry(to).or_default().push(object);
                if field.is_some_and(|field| self.program.is_cache(field)) {
                    private.insert(to);
                }
                if seen.insert(to) {
                    order.push(to);
                }
            }
        }
        let is_own = |object: &ObjectId| !private.contains(object);
        let mut open: Vec<ObjectId> = order.iter().copied().filter(is_own).collect();
        open.retain(|object| !self.is_constant(constant, *object));
        let mut found: FxHashSet<ObjectId> = open.iter().copied().collect();
        while let Some(object) = open.pop() {
            for holder in held_by.get(&object).into_iter().flatten() {
                if found.insert(*holder) {
                    open.push(*holder);
                }
            }
        }
        found
    }
}

/// Finds out what may have been changed of an object, and of all objects that share something with it.
pub(super) fn find_changes(view: &View<'_, '_>, changing: &mut Changing, object: ObjectId) {
    let program = view.program;
    let statics = changing.held.clone();
    let of_jdk = &statics.by_jdk;
    let is_left_out = |object: &ObjectId| of_jdk.contains(object) && !is_users(view, *object);
    if is_left_out(&object) {
        return;
    }
    let mut members = view.changeable(&mut changing.constant, object);
    if members.is_empty() {
        return;
    }
    members.retain(|member| !is_left_out(member));
    let mut others: Vec<&(FieldId, ObjectId, FxHashSet<ObjectId>)> = statics.by_field.iter().collect();
    let mut fields: Vec<(FieldId, ObjectId)> = Vec::new();
    loop {
        let meets = |(_, _, found): &&(FieldId, ObjectId, FxHashSet<ObjectId>)| !found.is_disjoint(&members);
        let (joined, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(meets);
        others = rest;
        if joined.is_empty() {
            break;
        }
        for (field, held, found) in joined {
            members.extend(found);
            fields.push((*field, *held));
        }
    }
    fields.sort_unstable_by_key(|(_, held)| *held);
    let mut order: Vec<ObjectId> = members.iter().copied().collect();
    order.sort_unstable();
    let Some((kinds, representatives)) = kinds_of(view, &order, &fields) else {
        let changed = Changed { anything: true, is_escaped: true, ..Changed::default() };
        let sharing = view.sharing(order.iter().map(|member| (*member, &changed)));
        for member in order {
            let owner = owner_of(view, &fields);
            changing.known.insert(member, Rc::new(Owned { changed: changed.clone(), owner, sharing }));
        }
        return;
    };
    let mut group = Group { objects: vec![GroupObject::default(); representatives], statics: Vec::new() };
    for member in &order {
        let Some(described) = kinds.get(member).and_then(|kind| group.objects.get_mut(*kind)) else { continue };
        described.class = class_of(view, *member);
        described.is_escaped |= of_jdk.contains(member);
        described.flags.extend(view.flags_of(*member));
        for (field, to) in view.held(*member) {
            let to = kinds.get(&to).copied();
            match field {
                Some(field) => drop(described.fields.insert((field, to))),
                None => drop(described.elements.insert(to)),
            }
        }
    }
    group.statics = fields.iter().filter_map(|(field, held)| Some((*field, *kinds.get(held)?))).collect();
    let changes = program.changes_of(&group);
    let owner = owner_of(view, &fields);
    let of_member = |member: &ObjectId| kinds.get(member).and_then(|kind| changes.get(*kind));
    let sharing = view.sharing(order.iter().filter_map(|member| Some((*member, of_member(member)?))));
    for member in order {
        let changed = of_member(&member).cloned().unwrap_or_default();
        changing.known.insert(member, Rc::new(Owned { changed, owner, sharing }));
    }
}

/// The class of the static field that leads to a group, the first by name.
fn owner_of(view: &View<'_, '_>, fields: &[(FieldId, ObjectId)]) -> Option<ClassId> {
    let owners = fields.iter().map(|(field, _)| view.program.field(*field).class);
    owners.min_by_key(|class| view.program.class_name(*class).clone())
}

fn class_of(view: &View<'_, '_>, object: ObjectId) -> Option<ClassId> {
    view.heap.instance(object).and_then(|body| body.types.first().copied())
}

pub(super) fn is_users(view: &View<'_, '_>, object: ObjectId) -> bool {
    class_of(view, object).is_some_and(|class| view.program.is_user_class(class))
}

/// Which objects are told apart: all where they are few, else by their classes and whether a static field holds them. None
/// where that is too many.
fn kinds_of(
    view: &View<'_, '_>,
    members: &[ObjectId],
    fields: &[(FieldId, ObjectId)],
) -> Option<(FxHashMap<ObjectId, usize>, usize)> {
    if members.len() <= MOST_SINGLE {
        let kinds = members.iter().enumerate().map(|(kind, member)| (*member, kind)).collect();
        return Some((kinds, members.len()));
    }
    let held: FxHashSet<ObjectId> = fields.iter().map(|(_, held)| *held).collect();
    [true, false].into_iter().find_map(|tells_held| {
        let mut numbers: BTreeMap<(Option<ClassId>, Option<ObjectId>), usize> = BTreeMap::new();
        let mut kinds = FxHashMap::default();
        for member in members {
            let next = numbers.len();
            let single = Some(*member).filter(|member| tells_held && held.contains(member));
            kinds.insert(*member, *numbers.entry((class_of(view, *member), single)).or_insert(next));
        }
        (numbers.len() <= MOST_KINDS).then_some((kinds, numbers.len()))
    })
}

/// What static fields lead to. What those of the JDK reach is taken to stay as it is.
pub(super) fn held_by_statics(
    view: &View<'_, '_>,
    constant: &mut FxHashMap<ClassId, bool>,
    version: (u64, usize),
) -> Held {
    let is_users_field = |field: FieldId| view.program.is_user_class(view.program.field(field).class);
    let (users, jdks): (Vec<_>, Vec<_>) =
        view.heap.static_objects(view.program).into_iter().partition(|(field, _)| is_users_field(*field));
    let mut open: Vec<ObjectId> = jdks.into_iter().map(|(_, object)| object).collect();
    let mut by_jdk: FxHashSet<ObjectId> = open.iter().copied().collect();
    while let Some(object) = open.pop() {
        // What a class of the class path has handed to the JDK, unknown code has; it is looked at like the others.
        let held = if is_users(view, object) { Vec::new() } else { view.heap.objects_held(object) };
        open.extend(held.into_iter().map(|(_, to)| to).filter(|to| by_jdk.insert(*to)));
    }
    let mut by_field = Vec::new();
    for (field, held) in users {
        let mut found = view.changeable(constant, held);
        found.retain(|member| !by_jdk.contains(member) || is_users(view, *member));
        if !found.is_empty() {
            by_field.push((field, held, found));
        }
    }
    Held { version, by_jdk, by_field }
}

/// How many objects of a group are told apart by what they are, and how many kinds of them there are at most.
const MOST_SINGLE: usize = 24;
const MOST_KINDS: usize = 60;
