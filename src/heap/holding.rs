//! What the JDK's collections that are inputs hold, where all code that puts something into one is known: what is read of it then is of a
//! type, and may be known not to be null.

use super::memory::{Context, Heap, SymbolOrigin};
use super::value::{ObjectId, Reference, SymbolId, Value};
use crate::classfile::GenericType;
use crate::program::{ClassId, FieldId, FieldKind, Program, ReferenceType};
use crate::term::{TermId, TermPool};
use std::rc::Rc;

/// What stands for a type argument of a collection: its elements, its keys or its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// A class or array type of which all are that are not null, if one is known.
    pub class: Option<ReferenceType>,
    /// The class of which all are exactly that are not null, if it is known.
    pub exactly: Option<ClassId>,
    /// Whether none is null.
    pub is_object: bool,
    /// Whether all are null.
    pub is_nothing: bool,
    /// Whether the collection was told no order: it has no comparator, and a hash table does not change its order when it is asked.
    pub is_in_own_order: bool,
    /// Whether others may have a view of the collection, so that they see what becomes of it.
    pub is_shown: bool,
    /// The field that refers to the collection, and the place of the type argument in its declaration.
    pub declared: Option<(FieldId, usize)>,
    /// How long each is, of arrays in an array.
    pub length: Option<Length>,
}

/// How long an array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// As long as this.
    Constant(i32),
    /// As this final field says of the object that has the array.
    OfField(FieldId),
}

/// Which elements of an array are objects, where none is null of what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// Not known.
    Unknown,
    /// All; the object that has the array.
    All(ObjectId),
    /// As many as this object's field says; behind these there is nothing.
    UpTo(ObjectId, FieldId),
}

/// What an input of the JDK's holds that is a collection, or a part of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Holding {
    /// The type arguments of an object, in order.
    Arguments(Rc<[Held]>),
    /// The type arguments of each object of an array.
    OfEach(Rc<[Held]>),
    /// The type arguments that an object was declared with, of which only the interface is known.
    Declared(Rc<[GenericType]>),
    /// What stands for the type argument at a place of a field's declaration.
    OfField(FieldId, usize),
    /// The elements of an array of objects.
    Elements(Held, Counted),
    /// The elements of a new array of new arrays, which are of this length.
    Rows(TermId),
    /// It is an array of this length.
    Long(TermId),
}

impl Heap {
    /// What an object of the input heap holds, where that is known.
    pub fn holding(&self, object: ObjectId) -> Option<&Holding> {
        self.holdings.get(&object)
    }

    /// Notes what an undecided input holds.
    pub fn set_holding(&mut self, symbol: SymbolId, holding: Holding) {
        if let Some(symbol) = self.symbol_mut(symbol).filter(|symbol| symbol.value.is_none()) {
            symbol.holding = Some(holding);
        }
    }

    /// Notes of an undecided input that it is what a collection holds.
    pub fn take_for_held(&mut self, symbol: SymbolId, held: Held) {
        if let Some(class) = held.class {
            self.narrow_declared(symbol, class);
        }
        if held.is_object {
            self.require_object(symbol);
        }
        if let Some((field, place)) = held.declared {
            self.set_holding(symbol, Holding::OfField(field, place));
        }
        if let Some(symbol) = self.symbol_mut(symbol).filter(|symbol| symbol.value.is_none()) {
            symbol.exactly = held.exactly;
        }
    }

    /// What a table has given for a key, if it was not changed since.
    pub fn looked_up(&self, table: ObjectId, key: Reference) -> Option<Value> {
        let key = self.current(key);
        let is_one = |(of, known, _): &&(ObjectId, Reference, Value)| *of == table && self.current(*known) == key;
        self.lookups.iter().find(is_one).map(|(.., value)| *value)
    }

    /// Keeps what a table gives for a key until it is changed.
    pub fn keep_lookup(&mut self, table: ObjectId, key: Reference, value: Value) {
        self.lookups.push_back((table, key, value));
    }

    /// Forgets what a table has given.
    pub(super) fn forget_lookups(&mut self, table: ObjectId) {
        if self.lookups.iter().any(|(of, ..)| *of == table) {
            self.lookups = self.lookups.iter().filter(|(of, ..)| *of != table).copied().collect();
        }
    }

    /// Forgets what the tables have given that refer to an array: one for enums has its values there, and notes no change.
    pub(super) fn forget_lookups_in(&mut self, array: ObjectId) {
        let is_of =
            |value: Value| matches!(value, Value::Reference(it) if self.current(it) == Reference::Object(array));
        let refers = |(table, ..): &&(ObjectId, Reference, Value)| {
            self.instance(*table).is_some_and(|body| body.fields.iter().any(|(_, value)| is_of(*value)))
        };
        let tables: Vec<ObjectId> = self.lookups.iter().filter(refers).map(|(table, ..)| *table).collect();
        tables.into_iter().for_each(|table| self.forget_lookups(table));
    }

    /// Notes what a new collection holds.
    pub(super) fn hold_arguments(&mut self, collection: ObjectId, held: Rc<[Held]>) {
        self.holdings.insert(collection, Holding::Arguments(held));
    }

    /// Notes what the elements of a new array are.
    pub fn hold_elements(&mut self, array: ObjectId, held: Held) {
        self.holdings.insert(array, Holding::Elements(held, Counted::Unknown));
    }

    /// A new array of so many new arrays of a length, which hold anything: where it is enough to know more ways to go than there are.
    pub fn new_rows(&mut self, component: FieldKind, count: TermId, length: TermId) -> ObjectId {
        let array = self.new_unknown_array(component, count);
        self.holdings.insert(array, Holding::Rows(length));
        array
    }

    /// Notes that an input was decided to be this new object.
    pub(super) fn note_holding(&mut self, symbol: SymbolId, object: ObjectId) {
        if let Some(holding) = self.symbol(symbol).and_then(|symbol| symbol.holding.clone()) {
            self.holdings.insert(object, holding);
        }
    }

    /// Notes that an array stands for what another holds by now.
    pub(super) fn hold_the_same(&mut self, program: &Program, array: ObjectId, as_in: ObjectId) {
        let stays = |holding: &&Holding| match holding {
            // What the path has made may have got other elements.
            Holding::Rows(_) => false,
            // There may be fewer than at the start. The JDK's collections look before they read one.
            Holding::Elements(_, Counted::UpTo(_, field)) => !program.is_user_class(program.field(*field).class),
            _ => true,
        };
        let kept = self.holdings.get(&as_in).filter(stays).cloned();
        kept.into_iter().for_each(|holding| drop(self.holdings.insert(array, holding)));
    }

    /// The condition under which a reference may be null, which is an element of an array that has objects up to a number of them.
    pub fn may_be_null_if(&self, pool: &mut TermPool, symbol: SymbolId) -> Option<TermId> {
        let SymbolOrigin::Element(array, index) = self.symbol(symbol)?.origin else { return None };
        let Some(Holding::Elements(Held { is_object: true, .. }, Counted::UpTo(object, field))) =
            self.holdings.get(&array).cloned()
        else {
            return None;
        };
        let count = self.initial_field(object, field)?.number()?;
        let below = pool.less(index, count);
        Some(pool.not(below))
    }

    /// Notes what an element is that was just met in an array of the input heap.
    pub(super) fn note_held(
        &mut self,
        context: &mut Context<'_>,
        (array, index): (ObjectId, TermId),
        symbol: SymbolId,
    ) {
        match self.holdings.get(&array).cloned() {
            Some(Holding::OfEach(arguments)) => self.set_holding(symbol, Holding::Arguments(arguments)),
            Some(Holding::Elements(held, counted)) => {
                let is_within = match counted {
                    Counted::Unknown => false,
                    Counted::All(_) => true,
                    Counted::UpTo(object, field) => {
                        let count = self.initial_field(object, field).and_then(Value::number);
                        count.is_some_and(|count| {
                            let below = context.pool.less(index, count);
                            context.pool.as_truth(below).or_else(|| context.path.known(below)) == Some(true)
                        })
                    }
                };
                self.take_for_held(symbol, Held { is_object: held.is_object && is_within, ..held });
                if let (Some(length), Counted::All(owner)) = (held.length, counted) {
                    let length = match length {
                        Length::Constant(length) => Some(context.pool.int(length)),
                        // It was read with the array.
                        Length::OfField(field) => self.initial_field(owner, field).and_then(Value::number),
                    };
                    length.into_iter().for_each(|length| self.set_holding(symbol, Holding::Long(length)));
                }
            }
            Some(Holding::Rows(length)) => {
                self.require_object(symbol);
                self.set_holding(symbol, Holding::Long(length));
            }
            Some(Holding::Arguments(_) | Holding::Declared(_) | Holding::Long(_) | Holding::OfField(..)) | None => {}
        }
    }
}
