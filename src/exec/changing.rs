//! Which objects that class initialisation has left may have been changed by the time a method starts. The initialised
//! heap says who can reach an object; `program/changes` says what the code does with it.

use super::machine::{Machine, Statics};
use super::quiet::Part;
use super::state::State;
use super::stop::Caveat;
use crate::classfile::{PrimitiveType, java_name};
use crate::heap::{Body, Contents, Heap, InputOrigin, ObjectId, Origin, Reference, SymbolOrigin, Value};
use crate::program::{Changed, ClassId, FieldId, FieldKind, Group, GroupObject, Linkage, Program};
use crate::term::TermPool;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// How many objects of a group are told apart by what they are, and how many kinds of them there are at most.
const MOST_SINGLE: usize = 24;
const MOST_KINDS: usize = 60;

/// What has been asked so far about objects of the initialised heap.
#[derive(Clone, Debug, Default)]
pub(super) struct Changing {
    /// What may have been changed, and a class whose static field leads there.
    known: FxHashMap<ObjectId, Rc<Owned>>,
    /// Whether objects that are looked at as wholes may have been changed.
    wholes: FxHashMap<ObjectId, bool>,
    /// What static fields lead to.
    held: Rc<Held>,
    /// Whether objects of a class never change by themselves.
    constant: FxHashMap<ClassId, bool>,
}

/// What static fields of a heap lead to.
#[derive(Debug, Default)]
struct Held {
    /// Instructions of initialisers and objects that there were.
    version: (u64, usize),
    /// Objects that the JDK's own fields reach.
    by_jdk: FxHashSet<ObjectId>,
    /// Fields of the class path, what they refer to, and what of all that they reach can change or leads to what can.
    by_field: Vec<(FieldId, ObjectId, FxHashSet<ObjectId>)>,
}

#[derive(Clone, Debug, Default)]
struct Owned {
    changed: Changed,
    owner: Option<ClassId>,
    sharing: Sharing,
}

/// What may have been changed of all objects that share something with one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sharing {
    /// No more than numbers in objects of the class path, or what cannot be an input, such as the constants of an enum.
    #[default]
    AsInitialised,
    /// References, or what is looked at as a whole.
    AnyContents,
    /// The elements of an array of which nobody else knows.
    AnyElements,
}

/// What a static final field refers to, where any state of it is to be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StaticContents {
    /// As class initialisation has left it, as far as its fields do not say otherwise.
    AsInitialised,
    /// An object of exactly this class, in any state.
    Any(ClassId),
    /// The array that class initialisation has made, with any elements.
    AnyElements,
}

/// What an object refers to that can change or leads to what can.
struct View<'h, 'p> {
    heap: &'h Heap,
    pool: &'h TermPool,
    program: &'p Program,
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
    fn is_whole(&self, object: ObjectId) -> bool {
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

impl Machine<'_> {
    /// Whether calls may have gone before the method, so that what class initialisation has left may have been changed.
    fn may_have_changed(&self) -> bool {
        self.initialises_classes && self.statics != (Statics::Initialised { after_calls: false })
    }

    fn changed(&mut self, object: ObjectId) -> Rc<Owned> {
        if let Some(known) = self.changing.known.get(&object) {
            return known.clone();
        }
        self.with_held(|view, changing| {
            find_changes(view, changing, object);
            changing.known.entry(object).or_default().clone()
        })
    }

    /// Whether the JDK's own static fields lead to an object of the initialised heap.
    pub(super) fn is_reached_by_jdk(&mut self, object: ObjectId) -> bool {
        self.with_held(|_, changing| changing.held.by_jdk.contains(&object))
    }

    /// Asks something for which it must be known what static fields lead to.
    fn with_held<T>(&mut self, ask: impl FnOnce(&View<'_, '_>, &mut Changing) -> T) -> T {
        let heap = std::mem::take(&mut self.initialised.heap);
        let mut changing = std::mem::take(&mut self.changing);
        let view = View { heap: &heap, pool: &self.initialised.pool, program: self.program };
        let version = (self.initialised.steps, heap.object_count());
        if changing.held.version != version {
            changing.held = Rc::new(held_by_statics(&view, &mut changing.constant, version));
        }
        let found = ask(&view, &mut changing);
        self.initialised.heap = heap;
        self.changing = changing;
        found
    }

    /// Whether an object that the initialised heap has may have been changed as a whole: an array's elements, and what an object
    /// of the JDK consists of. Fields of classes of the class path are looked at one by one, when they are read.
    fn has_changed(&mut self, object: ObjectId) -> bool {
        if let Some(known) = self.changing.wholes.get(&object) {
            return *known;
        }
        let mut open = vec![object];
        let mut seen: FxHashSet<ObjectId> = open.iter().copied().collect();
        let mut has_changed = false;
        while let Some(next) = open.pop() {
            if !self.is_whole(next) {
                continue;
            }
            has_changed |= !self.changed(next).changed.is_nothing();
            let held = self.initialised.heap.objects_held(next);
            open.extend(held.into_iter().map(|(_, to)| to).filter(|to| seen.insert(*to)));
        }
        self.changing.wholes.insert(object, has_changed);
        has_changed
    }

    /// Whether any part of what an object of the initialised heap reaches may have been changed.
    fn leads_to_changed(&mut self, object: ObjectId) -> bool {
        let mut open = vec![object];
        let mut seen: FxHashSet<ObjectId> = open.iter().copied().collect();
        while let Some(next) = open.pop() {
            if !self.changed(next).changed.is_nothing() {
                return true;
            }
            let held = self.initialised.heap.objects_held(next);
            open.extend(held.into_iter().map(|(_, to)| to).filter(|to| seen.insert(*to)));
        }
        false
    }

    /// Whether a part of an object of the initialised heap may have been changed.
    pub(super) fn may_differ(&mut self, object: ObjectId, part: Part) -> bool {
        match part {
            Part::Everything => self.leads_to_changed(object),
            Part::Elements => !self.changed(object).changed.is_nothing(),
            Part::Field(field) if self.program.field(field).flags.is_final() => false,
            Part::Field(field) => {
                let found = self.changed(object);
                let is_users = self.program.is_user_class(self.program.field(field).class);
                found.changed.anything
                    || (if is_users { found.changed.fields.contains(&field) } else { !found.changed.is_nothing() })
            }
        }
    }

    fn is_whole(&self, object: ObjectId) -> bool {
        View { heap: &self.initialised.heap, pool: &self.initialised.pool, program: self.program }.is_whole(object)
    }

    /// What a static final field of the class path refers to when a method starts, in any state.
    pub(super) fn contents_of_static(&mut self, field: FieldId) -> StaticContents {
        if !self.contents_are_inputs || self.statics != Statics::Any || !self.may_have_changed() {
            return StaticContents::AsInitialised;
        }
        let Some(Value::Reference(Reference::Object(object))) = self.initialised.heap.static_value(field) else {
            return StaticContents::AsInitialised;
        };
        let sharing = self.changed(object).sharing;
        match (sharing, self.initialised.heap.object(object).map(|object| &object.body)) {
            (Sharing::AnyElements, Some(Body::Array(_))) => StaticContents::AnyElements,
            (Sharing::AnyContents, Some(Body::Instance(body))) => match *body.types {
                [class] => StaticContents::Any(class),
                _ => StaticContents::AsInitialised,
            },
            _ => StaticContents::AsInitialised,
        }
    }

    /// Whether what class initialisation has left in a static field may have been changed as a whole.
    pub(super) fn refers_to_changing(&mut self, field: FieldId) -> bool {
        match self.initialised.heap.static_value(field) {
            Some(Value::Reference(Reference::Object(object))) => self.has_changed(object),
            _ => false,
        }
    }

    /// Whether calls before may have changed a static field of the class path, or anything that it leads to.
    pub fn depends_on_calls_before(&mut self, field: FieldId) -> bool {
        if self.program.is_assigned_after_initialisation(field) {
            return true;
        }
        // Where the initialiser cannot be executed, reading the field says so.
        let _ = self.run_initialiser(self.program.field(field).class);
        match self.initialised.heap.static_value(field) {
            Some(Value::Reference(Reference::Object(object))) => self.leads_to_changed(object),
            _ => false,
        }
    }

    /// The object of the initialised heap that a reference is the copy of.
    fn copied_from(state: &State, value: Value) -> Option<ObjectId> {
        let Value::Reference(Reference::Object(here)) = value else { return None };
        match state.heap.object(here)?.origin {
            Origin::Initialised(object) => Some(object),
            _ => None,
        }
    }

    /// Notes that a path has come to an object that may have been changed since class initialisation. Of drawn inputs nothing is
    /// concluded that this would stand in the way of.
    pub(super) fn note_loaded(&mut self, state: &State, value: Value) {
        if !self.may_have_changed() || state.heap.samples.is_some() {
            return;
        }
        let Some(object) = Self::copied_from(state, value) else { return };
        if self.has_changed(object) {
            self.note_changed_contents(object);
        }
    }

    fn note_changed_contents(&mut self, object: ObjectId) {
        let owner = self.changed(object).owner;
        let name = owner.map_or_else(|| "the JDK".to_owned(), |owner| java_name(self.program.class_name(owner)));
        self.caveats.insert(Caveat::ContentsAfterInitialisation(name));
    }

    /// What a field of an object holds that class initialisation has left and code may have assigned since: where any state is
    /// explored, any number.
    pub(super) fn loaded_field(&mut self, state: &mut State, object: ObjectId, field: FieldId, value: Value) -> Value {
        if !self.may_have_changed() || !self.program.is_user_class(self.program.field(field).class) {
            return value;
        }
        let here = Value::Reference(Reference::Object(object));
        let Some(initial) = Self::copied_from(state, here) else { return value };
        if !state.heap.is_as_initialised(object, field) {
            return value;
        }
        if self.program.field(field).flags.is_final() {
            return value;
        }
        let found = self.changed(initial);
        if !found.changed.anything && !found.changed.fields.contains(&field) {
            return value;
        }
        let kind = self.program.field(field).kind;
        match (self.statics, kind) {
            (Statics::Initialised { .. }, _) => {
                let owner = self.program.field(field).class;
                self.caveats.insert(Caveat::StateAfterInitialisation(java_name(self.program.class_name(owner))));
                value
            }
            (_, FieldKind::Primitive(_)) => {
                let origins = (SymbolOrigin::Field(object, field), InputOrigin::Field(object, field));
                let value = state.heap.new_value(&mut self.pool, kind, origins);
                state.heap.set_field(object, field, value);
                value
            }
            _ => {
                self.note_changed_contents(initial);
                value
            }
        }
    }

    /// Before an assignment: what class initialisation has left and others have may be an input too. Where both are known by
    /// their fields, they are taken for two.
    pub(super) fn note_alias(&mut self, state: &State, object: ObjectId, field: FieldId) {
        if !self.may_have_changed() || !self.program.is_user_class(self.program.field(field).class) {
            return;
        }
        for initial in state.heap.initialised_beside(object, field) {
            let found = self.changed(initial);
            let is_enum = |class: &ClassId| self.program.class(*class).is_enum();
            let heap = &self.initialised.heap;
            // An input of an enum's type is one of the constants.
            let is_constant = heap.instance(initial).is_some_and(|body| body.types.iter().all(is_enum));
            if found.changed.is_escaped && !is_constant {
                self.note_changed_contents(initial);
            }
        }
    }
}

/// Finds out what may have been changed of an object, and of all objects that share something with it.
fn find_changes(view: &View<'_, '_>, changing: &mut Changing, object: ObjectId) {
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

fn is_users(view: &View<'_, '_>, object: ObjectId) -> bool {
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
fn held_by_statics(view: &View<'_, '_>, constant: &mut FxHashMap<ClassId, bool>, version: (u64, usize)) -> Held {
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
