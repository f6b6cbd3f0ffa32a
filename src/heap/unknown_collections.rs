//! What a path has read of collections of which only the interface is known: an answer that was given once is given again until some
//! collection is changed that may be behind it.

use super::holding::{Held, Holding};
use super::memory::{Body, Context, Heap, InstanceBody, Object, Origin};
use super::persistent::{PersistentMap, PersistentSet, PersistentVector};
use super::value::{ObjectId, Value};
use crate::program::{ClassId, FieldId, ReferenceType};
use crate::term::TermId;
use std::rc::Rc;

/// What a collection, a map or one of its entries was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    /// Its element at an index.
    Element(TermId),
    /// Whether it holds an object, or a table a key.
    Holds(LookupKey),
    /// What a table has for a key.
    ValueOf(LookupKey),
    /// The first or last index at which it holds an object, or -1.
    Index(&'static str, LookupKey),
    /// Whether null is among its elements.
    HoldsNull,
    /// Whether it is of exactly a class.
    IsExactly(ClassId),
    /// For one of its parts: a key, a value, its first or last element.
    Part(&'static str),
}

/// What is looked for: what equals it is the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LookupKey {
    /// This object.
    Object(ObjectId),
    /// A string or a box of this class with this in it.
    Value(ClassId, TermId),
}

/// What is known of all of them.
#[derive(Clone, Debug, Default)]
pub struct UnknownCollections {
    /// Whether one was read.
    is_met: bool,
    /// How often a collection was changed that may be behind one of them.
    changes: u32,
    /// How many changes there had been when the size of one was read.
    sizes: PersistentMap<ObjectId, u32>,
    /// Lists that nobody can change, which are copies of others or these themselves.
    copies: PersistentSet<ObjectId>,
    /// Collections that the path has made, of which it is not known any more what they hold.
    renewed: PersistentSet<ObjectId>,
    /// How often a table was asked for a value: some change their order then.
    accesses: u32,
    /// Iterators, with what they go through, how many changes there had been when they were made, and accesses, unless it is a list.
    iterators: PersistentMap<ObjectId, (ObjectId, u32, Option<u32>)>,
    /// How often iterators of hash tables have given an entry.
    steps: PersistentMap<ObjectId, u32>,
    /// What was answered, with how many changes there had been.
    answers: PersistentVector<(ObjectId, Asked, Value, u32)>,
}

impl Heap {
    /// Whether an unknown collection was read on the path.
    pub fn has_unknown_collections(&self) -> bool {
        self.unknown_collections.is_met
    }

    /// Whether nothing was changed since another heap that may be behind an unknown collection, nor the order of what an iterator goes through
    /// that it has.
    pub fn has_collections_of(&self, before: &Heap) -> bool {
        let (new, old) = (&self.unknown_collections, &before.unknown_collections);
        let may_be_disordered = old.iterators.values().any(|(.., accesses)| accesses.is_some());
        new.changes == old.changes && (new.accesses == old.accesses || !may_be_disordered)
    }

    /// Notes that a table was asked for the value of a key.
    pub fn note_access_of_table(&mut self) {
        self.unknown_collections.accesses += 1;
    }

    /// Notes that code of a collection changes an object. Nothing that was there before refers to what the path has made, and nobody else
    /// has what a field of its object alone holds, or a view of it where none was given out.
    pub fn note_change_of_collection(&mut self, object: ObjectId) {
        if !self.unknown_collections.is_met {
            return;
        }
        let is_new = self.peek(object).is_some_and(|it| matches!(it.origin, Origin::Allocated | Origin::Made));
        let is_own = match self.holding(object) {
            Some(Holding::Arguments(all) | Holding::OfEach(all)) => {
                !all.is_empty() && all.iter().all(|held| held.declared.is_some() && !held.is_shown)
            }
            Some(Holding::Elements(..)) => true,
            _ => false,
        };
        if !is_new && !is_own && !self.is_renewed_collection(object) {
            self.unknown_collections.changes += 1;
        }
    }

    /// Forgets what a collection holds that the path has made, and how much it is.
    pub fn renew_collection(&mut self, collection: ObjectId) {
        self.forget_lookups(collection);
        self.note_resized(collection);
        self.forget_initial_fields(collection, |_| true);
        let is_made = self.peek(collection).is_some_and(|it| matches!(it.origin, Origin::Allocated));
        if is_made {
            self.unknown_collections.renewed.insert(collection);
        }
        if let Some(object) = self.object_mut(collection) {
            object.origin = Origin::Input;
            if let Body::Instance(body) = &mut object.body {
                body.fields.clear();
            }
        }
        self.give_away(collection);
    }

    /// Whether that was done of a collection that the path has made.
    pub(super) fn is_renewed_collection(&self, collection: ObjectId) -> bool {
        self.unknown_collections.renewed.contains(&collection)
    }

    /// Those of which it was done.
    pub(super) fn renewed_collections(&self) -> impl Iterator<Item = ObjectId> {
        self.unknown_collections.renewed.iter().copied()
    }

    /// The number of elements of an unknown collection, in the field that is taken for it.
    pub fn size_of_unknown(&mut self, context: &mut Context<'_>, object: ObjectId, field: FieldId) -> Option<TermId> {
        self.unknown_collections.is_met = true;
        let now = self.unknown_collections.changes;
        let read_at = self.unknown_collections.sizes.get(&object).copied().unwrap_or_default();
        if read_at != now && !self.is_copy(object) {
            let size = self.open_result(context, 0, context.program.field(field).kind);
            self.store_field(object, field, size);
        }
        self.unknown_collections.sizes.insert(object, now);
        self.read_field(context, object, field).number()
    }

    /// What an unknown collection has answered before, if nothing was changed since.
    pub fn read_before(&self, object: ObjectId, asked: Asked) -> Option<Value> {
        let now = self.unknown_collections.changes;
        let is_it = |(of, what, _, at): &&(ObjectId, Asked, Value, u32)| *of == object && *at == now && *what == asked;
        self.unknown_collections.answers.iter().find(is_it).map(|(_, _, value, _)| *value)
    }

    /// Keeps what an unknown collection answers.
    pub fn keep_read(&mut self, object: ObjectId, asked: Asked, value: Value) {
        let now = self.unknown_collections.changes;
        self.unknown_collections.is_met = true;
        self.unknown_collections.answers.push_back((object, asked, value, now));
    }

    /// A new object of some class that is of an interface.
    fn new_unknown(&mut self, interface: ClassId) -> ObjectId {
        let body = InstanceBody { types: Rc::from([interface]), open: true, fields: Vec::new() };
        let made = self.add(Object { origin: Origin::Allocated, body: Body::Instance(body) });
        self.say_is(made, ReferenceType::class(interface));
        self.unknown_collections.is_met = true;
        made
    }

    /// A new iterator through an unknown collection, of some class that is an `iterator`.
    pub fn new_unknown_iterator(&mut self, iterator: ClassId, collection: ObjectId, is_list: bool) -> ObjectId {
        let made = self.new_unknown(iterator);
        let now = self.unknown_collections.changes;
        let accesses = (!is_list).then_some(self.unknown_collections.accesses);
        self.unknown_collections.iterators.insert(made, (collection, now, accesses));
        made
    }

    /// A new list of some class that nobody can change, with so many elements.
    pub fn new_copy(&mut self, list: ClassId, held: Held, (field, size): (FieldId, TermId)) -> ObjectId {
        let made = self.new_unknown(list);
        self.hold_arguments(made, Rc::from([held]));
        self.store_field(made, field, Value::Int(size));
        self.unknown_collections.copies.insert(made);
        made
    }

    /// Whether a list is such a copy.
    pub fn is_copy(&self, list: ObjectId) -> bool {
        self.unknown_collections.copies.contains(&list)
    }

    /// Counts a step of an iterator of a hash table; how many there were.
    pub fn count_step(&mut self, iterator: ObjectId) -> u32 {
        let steps = self.unknown_collections.steps.get(&iterator).copied().unwrap_or_default() + 1;
        self.unknown_collections.steps.insert(iterator, steps);
        steps
    }

    /// What such an iterator goes through, and whether something was changed since it was made.
    pub fn iterated(&self, iterator: ObjectId) -> Option<(ObjectId, bool)> {
        let (collection, made_at, accesses) = self.unknown_collections.iterators.get(&iterator).copied()?;
        let is_disordered = accesses.is_some_and(|accesses| accesses != self.unknown_collections.accesses);
        Some((collection, made_at != self.unknown_collections.changes || is_disordered))
    }
}
