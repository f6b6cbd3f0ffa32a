//! What is known of what fields refer to, at first and now, where the path has not decided it. Of arrays that is whether the element at any
//! place is null: what "all elements below a number are objects" asks of a path.
//! The place is a number of which nothing is known; what is shown of it is shown of all.

use crate::exec::{Invariant, Known, Machine, Parts, State, parts_of};
use crate::heap::{Base, Contents, Elements, InputOrigin, ObjectId, Reference, SymbolId, Value};
use crate::program::FieldId;
use crate::term::{Domain, TermId, TermPool};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// An array that was there at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Initial {
    Object(ObjectId),
    /// Of which the path has not asked anything.
    Symbol(SymbolId),
}

/// What one moment asks of elements.
#[derive(Default)]
pub(super) struct ElementsAsked {
    place: Option<TermId>,
    /// Whether elements were null at first: array, place, and what stands for that.
    at_first: Vec<(Initial, TermId, TermId)>,
}

/// Where paths are looked at.
pub(super) type Looked<'m, 's, 'p> = (&'m mut Machine<'p>, &'s mut State);

impl ElementsAsked {
    /// That all elements of an array below a number are objects now; none where that is not known.
    pub(super) fn now(
        &mut self,
        looked: &mut Looked<'_, '_, '_>,
        undecided: &mut Undecided,
        (array, count): (Option<Value>, Option<Value>),
    ) -> Option<TermId> {
        let (Some(Value::Reference(array)), Some(count)) = (array, count.and_then(Value::number)) else { return None };
        let place = match self.place {
            Some(place) => place,
            None => new_number(looked, Domain::Int),
        };
        self.place = Some(place);
        let is_null = match looked.1.heap.current(array) {
            Reference::Null => return Some(looked.0.pool.truth(true)),
            Reference::Symbol(symbol) => self.null_at_first(looked, undecided, Initial::Symbol(symbol), place),
            Reference::Object(object) => match looked.1.heap.array(object).map(|body| body.contents.clone()) {
                Some(Contents::References(elements)) => self.null_now(looked, undecided, &elements, place),
                _ => return None,
            },
        };
        Some(no_null_below(&mut looked.0.pool, (place, count), is_null))
    }

    /// That all that were asked about, of what was an array's at first, were objects below a number then.
    pub(super) fn at_first(
        &self,
        looked: &mut Looked<'_, '_, '_>,
        undecided: &mut Undecided,
        (array, count): (Option<Value>, Option<Value>),
    ) -> TermId {
        let mut all = looked.0.pool.truth(true);
        let (Some(Value::Reference(array)), Some(count)) = (array, count.and_then(Value::number)) else { return all };
        let array = match looked.1.heap.current(array) {
            Reference::Null => return all,
            Reference::Symbol(symbol) => Initial::Symbol(symbol),
            Reference::Object(object) => Initial::Object(object),
        };
        let mut known: Vec<(TermId, TermId)> = self
            .at_first
            .iter()
            .filter(|(of, ..)| *of == array)
            .map(|(_, place, is_null)| (*place, *is_null))
            .collect();
        if let Initial::Object(object) = array {
            for (place, symbol) in looked.1.heap.initial_elements_of(object) {
                let value = Value::Reference(Reference::Symbol(symbol));
                known.push((place, is_null(looked, undecided, value)));
            }
        }
        for (place, is_null) in known {
            let is_one = no_null_below(&mut looked.0.pool, (place, count), is_null);
            all = looked.0.pool.conjunction(all, is_one);
        }
        all
    }

    /// Whether an element is null now.
    fn null_now(
        &mut self,
        looked: &mut Looked<'_, '_, '_>,
        undecided: &mut Undecided,
        elements: &Rc<Elements>,
        place: TermId,
    ) -> TermId {
        let mut found = match elements.base() {
            Base::Null => looked.0.pool.truth(true),
            Base::Initial(array) => self.null_at_first(looked, undecided, Initial::Object(*array), place),
            Base::Copy { source, source_from, destination_from, length, below } => {
                let pool = &mut looked.0.pool;
                let end = pool.add(*destination_from, *length);
                let (from, to) = (pool.less_or_equal(*destination_from, place), pool.less(place, end));
                let is_copied = pool.conjunction(from, to);
                let offset = pool.subtract(place, *destination_from);
                let of_source = pool.add(offset, *source_from);
                let copied = self.null_now(looked, undecided, source, of_source);
                let other = self.null_now(looked, undecided, below, place);
                choose(&mut looked.0.pool, is_copied, copied, other)
            }
        };
        let (constant, symbolic) = elements.written_one_by_one();
        let constant: Vec<(TermId, Value)> = constant.map(|(index, value)| (looked.0.pool.int(index), value)).collect();
        for (index, value) in constant.into_iter().chain(symbolic.iter().copied()) {
            let is_it = looked.0.pool.equal(place, index);
            let written = is_null(looked, undecided, value);
            found = choose(&mut looked.0.pool, is_it, written, found);
        }
        found
    }

    /// Whether an element was null at first.
    fn null_at_first(
        &mut self,
        looked: &mut Looked<'_, '_, '_>,
        undecided: &mut Undecided,
        array: Initial,
        place: TermId,
    ) -> TermId {
        let known = self.at_first.iter().find(|(of, at, _)| (*of, *at) == (array, place));
        let mut found = match known {
            Some((.., is_null)) => *is_null,
            None => {
                let flag = new_number(looked, Domain::Boolean);
                let zero = looked.0.pool.int(0);
                let is_null = looked.0.pool.not_equal(flag, zero);
                self.at_first.push((array, place, is_null));
                is_null
            }
        };
        if let Initial::Object(object) = array {
            for (index, symbol) in looked.1.heap.initial_elements_of(object) {
                let is_it = looked.0.pool.equal(place, index);
                let met = is_null(looked, undecided, Value::Reference(Reference::Symbol(symbol)));
                found = choose(&mut looked.0.pool, is_it, met, found);
            }
        }
        found
    }
}

fn new_number((machine, state): &mut Looked<'_, '_, '_>, domain: Domain) -> TermId {
    state.heap.new_input(&mut machine.pool, InputOrigin::Result(0), domain)
}

/// Whether a value is null.
fn is_null((machine, state): &mut Looked<'_, '_, '_>, undecided: &mut Undecided, value: Value) -> TermId {
    match undecided.known(machine, state, (Some(value), true)) {
        Known::Object(_) => machine.pool.truth(false),
        Known::Undecided(is_null, _) => is_null,
        Known::Null | Known::Number(_) | Known::Nothing => machine.pool.truth(true),
    }
}

fn choose(pool: &mut TermPool, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
    let is_not = pool.not(condition);
    let (then, otherwise) = (pool.conjunction(condition, then), pool.conjunction(is_not, otherwise));
    pool.disjunction(then, otherwise)
}

/// That an element is no null, if it is below a number.
fn no_null_below(pool: &mut TermPool, (place, count): (TermId, TermId), is_null: TermId) -> TermId {
    let zero = pool.int(0);
    let (from, to) = (pool.less_or_equal(zero, place), pool.less(place, count));
    let is_below = pool.conjunction(from, to);
    let is_broken = pool.conjunction(is_below, is_null);
    pool.not(is_broken)
}

/// What stands for references that are not decided: whether they are null, and what they are otherwise.
#[derive(Default)]
pub(super) struct Undecided {
    stand_ins: FxHashMap<SymbolId, (TermId, Parts)>,
}

impl Undecided {
    /// What is known of the fields of a candidate: at first, or now.
    pub(super) fn known_of(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        (candidate, at_first): (&Invariant, bool),
        value: impl Fn(FieldId) -> Option<Value>,
    ) -> Vec<(FieldId, Known)> {
        let fields: Vec<FieldId> = candidate.fields().collect();
        fields.into_iter().map(|field| (field, self.known(machine, state, (value(field), at_first)))).collect()
    }

    pub(super) fn known(
        &mut self,
        machine: &mut Machine<'_>,
        state: &mut State,
        (value, at_first): (Option<Value>, bool),
    ) -> Known {
        let reference = match value {
            None => return Known::Nothing,
            Some(Value::Reference(reference)) => reference,
            Some(value) => return value.number().map_or(Known::Nothing, Known::Number),
        };
        match state.heap.current(reference) {
            Reference::Null => Known::Null,
            Reference::Object(object) => {
                let parts = parts_of((machine.program, &mut machine.pool), &state.heap, object);
                let size = if at_first {
                    state.heap.initial_size((machine.program, &mut machine.pool), object)
                } else {
                    let (heap, mut context) = machine.heap_context(state);
                    heap.size_now(&mut context, object)
                };
                Known::Object(Parts { size, ..parts })
            }
            Reference::Symbol(symbol) => {
                let (null, parts) = *self.stand_ins.entry(symbol).or_insert_with(|| {
                    let is_nullable = state.heap.symbol(symbol).is_none_or(|info| info.nullable);
                    let pool = &mut machine.pool;
                    let mut new = |number, domain| state.heap.new_input(pool, InputOrigin::Result(number), domain);
                    let (flag, length) = (new(0, Domain::Boolean), new(1, Domain::Length));
                    let (ordinal, size) = (new(2, Domain::Int), new(3, Domain::Length));
                    let zero = pool.int(0);
                    let null = if is_nullable { pool.not_equal(flag, zero) } else { pool.truth(false) };
                    (null, Parts { length: Some(length), ordinal: Some(ordinal), size: Some(size) })
                });
                Known::Undecided(null, parts)
            }
        }
    }
}
