//! Collections that a path has made and that a loop has changed: nothing is known of what they hold but what was ever put into them. That is
//! kept, so that what is read of one is of a type, and may be known not to be null.

use super::holding::{Counted, Held, Holding};
use super::memory::Heap;
use super::value::{ObjectId, Reference, SymbolId, Value};
use crate::program::{Program, ReferenceType};
use std::rc::Rc;

impl Held {
    /// Of a collection into which nothing was put.
    pub const NOTHING: Held = Held {
        class: None,
        exactly: None,
        is_object: true,
        is_nothing: true,
        is_in_own_order: false,
        is_shown: false,
        declared: None,
        length: None,
    };

    /// What is known of one value.
    pub fn of(program: &Program, heap: &Heap, value: Value) -> Held {
        let Value::Reference(reference) = value else { return Held::default() };
        let exactly = match heap.current(reference) {
            Reference::Null => return Held { is_object: false, ..Held::NOTHING },
            Reference::Object(object) => {
                heap.exact_class(object).filter(|_| heap.instance(object).is_some_and(|body| !body.open))
            }
            Reference::Symbol(symbol) => heap.symbol(symbol).and_then(|symbol| symbol.exactly),
        };
        let class = exactly.map(ReferenceType::class).or_else(|| heap.type_of(program, value));
        Held { class, exactly, is_object: heap.is_surely_object(value), ..Held::default() }
    }

    /// What is known where something else may be there too.
    #[must_use]
    pub fn or(self, program: &Program, other: Held) -> Held {
        let (class, exactly) = match (self.is_nothing, other.is_nothing) {
            (true, _) => (other.class, other.exactly),
            (false, true) => (self.class, self.exactly),
            (false, false) => (
                self.class.zip(other.class).and_then(|(one, other)| program.widest([one, other])),
                self.exactly.filter(|exactly| other.exactly == Some(*exactly)),
            ),
        };
        Held {
            class,
            exactly,
            is_object: self.is_object && other.is_object,
            is_nothing: self.is_nothing && other.is_nothing,
            ..self
        }
    }
}

impl Heap {
    /// Keeps what was ever put into a collection that was renewed, by type argument.
    pub fn follow(&mut self, program: &Program, collection: ObjectId, held: Rc<[Held]>) {
        if self.followed(collection) != Some(&held) {
            self.forget_followed(program, collection);
            self.hold_arguments(collection, held);
        }
    }

    /// What was ever put into a collection of which that is kept.
    pub fn followed(&self, collection: ObjectId) -> Option<&Rc<[Held]>> {
        match self.holding(collection) {
            Some(Holding::Arguments(held)) if self.is_renewed_collection(collection) => Some(held),
            _ => None,
        }
    }

    /// The collections of which that is kept.
    pub fn all_followed(&self) -> Vec<ObjectId> {
        let mut found: Vec<ObjectId> =
            self.renewed_collections().filter(|collection| self.followed(*collection).is_some()).collect();
        found.sort_unstable();
        found
    }

    /// Notes that something is put into a collection, if that is kept; none: it may be anything.
    pub fn note_put(&mut self, program: &Program, (collection, place): (ObjectId, usize), put: Option<Value>) {
        let Some(known) = self.followed(collection).cloned() else { return };
        let put = put.map_or_else(Held::default, |value| Held::of(program, self, value));
        let mut held = known.to_vec();
        let Some(at) = held.get_mut(place) else { return };
        *at = at.or(program, put);
        self.follow(program, collection, held.into());
    }

    /// Notes that anything may have been put into a collection.
    pub fn note_any_put(&mut self, program: &Program, collection: ObjectId) {
        let count = self.followed(collection).map_or(0, |held| held.len());
        (0..count).for_each(|place| self.note_put(program, (collection, place), None));
    }

    /// Forgets of parts of a collection, and of its entries, what they hold.
    fn forget_followed(&mut self, program: &Program, collection: ObjectId) {
        let parts = self.parts(program, collection);
        let is_stale = |holding: &Holding, is_part: bool| match holding {
            Holding::Arguments(all) | Holding::OfEach(all) => all.iter().all(|held| held.declared.is_none()),
            Holding::Elements(_, Counted::UpTo(owner, _)) => *owner == collection,
            Holding::Elements(_, Counted::Unknown) => is_part,
            Holding::Elements(_, Counted::All(_))
            | Holding::Declared(_)
            | Holding::OfField(..)
            | Holding::Rows(_)
            | Holding::Long(_) => false,
        };
        let is_one = |(object, holding): &(&ObjectId, &Holding)| {
            self.followed(**object).is_none() && is_stale(holding, parts.contains(object))
        };
        let stale: Vec<ObjectId> = self.holdings.iter().filter(is_one).map(|(object, _)| *object).collect();
        stale.into_iter().for_each(|object| drop(self.holdings.remove(&object)));
        for symbol in (0..self.symbol_count() as u32).map(SymbolId) {
            let is_one = |symbol: &super::memory::Symbol| {
                symbol.value.is_none() && symbol.holding.as_ref().is_some_and(|holding| is_stale(holding, true))
            };
            if self.symbol(symbol).is_some_and(is_one)
                && let Some(symbol) = self.symbol_mut(symbol)
            {
                symbol.holding = None;
            }
        }
    }
}
