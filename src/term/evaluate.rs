//! The value of a term under a model.

use super::element::{Element, Values, element, find_element};
use super::evaluate_float;
use super::model::Model;
use super::node::{Node, TermId};
use super::operate;
use super::operator::TextOperator;
use super::pool::TermPool;
use super::sort::{Arithmetic, InputId, Sort};
use crate::run;
use std::cell::Cell;
use std::sync::Arc;

/// Terms up to this size as a tree, and so up to this depth, are evaluated by plain recursion.
const SMALL: u32 = 128;

/// The value of a number or truth value (0 or 1) under a model. `None`: it leaves 64 bits in unbounded arithmetic, or the
/// term is contents or a text, or a text on the way is too long to compute.
pub fn evaluate(pool: &TermPool, id: TermId, model: &Model) -> Option<i64> {
    run::checkpoint();
    if pool.size(id) <= SMALL {
        return Direct { pool, model }.value(id);
    }
    Remembered::read(pool, id, model, |known| known.value(id))
}

/// The value of a text under a model. `None` as for [`evaluate`], or the term is no text.
pub fn evaluate_text(pool: &TermPool, id: TermId, model: &Model) -> Option<Arc<[u16]>> {
    if pool.size(id) <= SMALL {
        return Direct { pool, model }.text(id);
    }
    Remembered::read(pool, id, model, |known| known.text(id))
}

/// Is a truth value true under a model? `None` as for [`evaluate`].
pub fn evaluate_truth(pool: &TermPool, id: TermId, model: &Model) -> Option<bool> {
    evaluate(pool, id, model).map(|value| value != 0)
}

/// What an operator on texts gives.
pub(super) enum Folded {
    /// A number or truth value.
    Number(i64),
    /// A text.
    Units(Arc<[u16]>),
}

/// The value of an operator on texts whose arguments name no input; `None` where evaluation says none.
pub(super) fn fold_text(pool: &TermPool, operator: TextOperator, arguments: &[TermId]) -> Option<Folded> {
    let model = Model::new();
    let values = Direct { pool, model: &model };
    match operator.result() {
        Sort::Text => super::evaluate_text::computed(pool, operator, arguments, &model, &values).map(Folded::Units),
        Sort::Contents(_) => None,
        _ => super::evaluate_text::number(pool, operator, arguments, &values).map(Folded::Number),
    }
}

/// A term and everything below it, children before parents.
pub fn reachable(pool: &TermPool, id: TermId) -> Vec<TermId> {
    Places::with(|places| places.below(pool, id))
}

/// Whether the term and everything below it, each counted once, are more than `limit`; no more are looked at.
pub fn is_larger(pool: &TermPool, id: TermId, limit: usize) -> bool {
    // As a tree it has no fewer.
    let tree = usize::try_from(pool.size(id)).unwrap_or(usize::MAX);
    tree > limit && Places::with(|places| places.walk(pool, id, limit).len() > limit)
}

/// Where a walk's terms are in its list. A walk over thousands of terms is made for each question, so its marks are an array
/// that the next walk of the thread takes over: a mark of an earlier walk is none.
#[derive(Default)]
struct Places {
    walk: u32,
    /// By the term's position in its pool: the walk that met it last, and its place in that walk's list.
    marks: Vec<(u32, u32)>,
}

thread_local! {
    static PLACES: Cell<Places> = const { Cell::new(Places { walk: 0, marks: Vec::new() }) };
}

impl Places {
    /// Lends the thread's marks for one walk. A walk within a walk would have its own.
    fn with<T>(walk: impl FnOnce(&mut Places) -> T) -> T {
        let mut places = PLACES.take();
        let result = walk(&mut places);
        PLACES.set(places);
        result
    }

    /// A term and everything below it, children before parents; each knows its place in the list.
    fn below(&mut self, pool: &TermPool, id: TermId) -> Vec<TermId> {
        let mut terms = self.walk(pool, id, usize::MAX);
        // A term is made after its children.
        terms.sort_unstable();
        for (place, term) in (0..).zip(&terms) {
            self.mark(*term, place);
        }
        terms
    }

    /// A term and everything below it, parents before children, but few more than `limit`.
    fn walk(&mut self, pool: &TermPool, id: TermId, limit: usize) -> Vec<TermId> {
        self.begin(id.index() + 1);
        let mut terms = vec![id];
        self.mark(id, 0);
        let mut next = 0;
        while let Some(&term) = terms.get(next)
            && terms.len() <= limit
        {
            next += 1;
            pool.node(term).for_each_child(|child| {
                if self.of(child).is_none() {
                    self.mark(child, 0);
                    terms.push(child);
                }
            });
        }
        terms
    }

    /// Forgets all marks, and has room for so many terms.
    fn begin(&mut self, terms: usize) {
        if self.walk == u32::MAX {
            *self = Places::default();
        }
        self.walk += 1;
        if self.marks.len() < terms {
            self.marks.resize(terms, (0, 0));
        }
    }

    fn mark(&mut self, id: TermId, place: u32) {
        if let Some(mark) = self.marks.get_mut(id.index()) {
            *mark = (self.walk, place);
        }
    }

    /// The place of a term that this walk has met.
    fn of(&self, id: TermId) -> Option<usize> {
        self.marks.get(id.index()).filter(|(walk, _)| *walk == self.walk).map(|(_, place)| *place as usize)
    }
}

struct Direct<'a> {
    pool: &'a TermPool,
    model: &'a Model,
}

impl Values for Direct<'_> {
    fn value(&self, id: TermId) -> Option<i64> {
        apply(self.pool, id, self.model, self)
    }

    fn text(&self, id: TermId) -> Option<Arc<[u16]>> {
        super::evaluate_text::units(self.pool, id, self.model, self)
    }
}

/// The values of the terms of a walk, by their places in its list.
struct Remembered<'a> {
    places: &'a Places,
    values: Vec<Option<i64>>,
    /// The list is empty where no text was met.
    texts: Vec<Option<Arc<[u16]>>>,
}

impl Remembered<'_> {
    /// Computes the values of a term and of everything below it, and reads what is asked for.
    fn read<T>(pool: &TermPool, id: TermId, model: &Model, read: impl FnOnce(&Remembered<'_>) -> T) -> T {
        Places::with(|places| {
            let terms = places.below(pool, id);
            let mut known = Remembered { places, values: vec![None; terms.len()], texts: Vec::new() };
            for (place, term) in terms.iter().enumerate() {
                match pool.sort(*term) {
                    Sort::Contents(_) => {}
                    Sort::Text => {
                        let units = super::evaluate_text::units(pool, *term, model, &known);
                        known.texts.resize(place, None);
                        known.texts.push(units);
                    }
                    _ => known.values[place] = apply(pool, *term, model, &known),
                }
            }
            read(&known)
        })
    }
}

impl Values for Remembered<'_> {
    fn value(&self, id: TermId) -> Option<i64> {
        self.values.get(self.places.of(id)?).copied().flatten()
    }

    fn text(&self, id: TermId) -> Option<Arc<[u16]>> {
        self.texts.get(self.places.of(id)?).cloned().flatten()
    }
}

fn apply(pool: &TermPool, id: TermId, model: &Model, values: &impl Values) -> Option<i64> {
    let arithmetic = pool.arithmetic();
    let sort = pool.sort(id);
    let value = |id: TermId| values.value(id);
    Some(match pool.node(id) {
        Node::Constant(_, number) => *number,
        Node::Truth(truth) => i64::from(*truth),
        Node::Input(..) if sort == Sort::Text => return None,
        Node::Input(input, _) => {
            let number = model.get(*input);
            match (arithmetic, sort) {
                (Arithmetic::Java, Sort::Int) => i64::from(number as i32),
                _ => evaluate_float::canonical(sort, number),
            }
        }
        Node::Sum { constant, terms, .. } => {
            let mut sum = i128::from(*constant);
            for &(coefficient, term) in terms.iter() {
                sum = sum.checked_add(i128::from(coefficient) * i128::from(value(term)?))?;
            }
            operate::wrap(arithmetic, sort, sum)?
        }
        Node::Product(a, b) => operate::multiply(arithmetic, sort, value(*a)?, value(*b)?)?,
        Node::Divide(a, b) => operate::divide(arithmetic, sort, value(*a)?, value(*b)?)?,
        Node::Remainder(a, b) => operate::remainder(value(*a)?, value(*b)?),
        Node::ShiftLeft(a, b) => operate::shift_left(sort, value(*a)?, value(*b)?),
        Node::ShiftRight(a, b) => operate::shift_right(sort, value(*a)?, value(*b)?),
        Node::UnsignedShiftRight(a, b) => operate::unsigned_shift_right(sort, value(*a)?, value(*b)?),
        Node::And(a, b) => operate::bits(sort, value(*a)?) & operate::bits(sort, value(*b)?),
        Node::Or(a, b) => operate::bits(sort, value(*a)?) | operate::bits(sort, value(*b)?),
        Node::Xor(a, b) => operate::bits(sort, value(*a)?) ^ operate::bits(sort, value(*b)?),
        Node::IntToLong(a) => value(*a)?,
        Node::LongToInt(a) => i64::from(value(*a)? as i32),
        Node::ToByte(a) => i64::from(value(*a)? as i8),
        Node::ToChar(a) => i64::from(value(*a)? as u16),
        Node::ToShort(a) => i64::from(value(*a)? as i16),
        Node::CompareLong(a, b) => operate::compare(value(*a)?, value(*b)?),
        Node::Equal(a, b) if pool.sort(*a) == Sort::Text => i64::from(values.text(*a)? == values.text(*b)?),
        Node::Equal(a, b) => i64::from(value(*a)? == value(*b)?),
        Node::Less(a, b) => i64::from(value(*a)? < value(*b)?),
        Node::Not(a) => 1 - value(*a)?,
        Node::Conjunction(terms) => {
            let mut known = true;
            for &term in terms.iter() {
                match value(term) {
                    Some(0) => return Some(0),
                    Some(_) => {}
                    None => known = false,
                }
            }
            return known.then_some(1);
        }
        Node::IfThenElse(condition, a, b) => {
            if matches!(sort, Sort::Contents(_) | Sort::Text) {
                return None;
            }
            value(if value(*condition)? != 0 { *a } else { *b })?
        }
        Node::Select(contents, index) => {
            return element(pool, *contents, value(*index)?, model, values);
        }
        Node::Store(..) | Node::Zeroed(_) | Node::Elements(..) | Node::Copy { .. } => return None,
        Node::FloatingPoint(operator, arguments) => {
            let first = pool.sort(*arguments.first()?);
            // No operator has more than two.
            return match **arguments {
                [a] => evaluate_float::apply(*operator, first, &[value(a)?]),
                [a, b] => evaluate_float::apply(*operator, first, &[value(a)?, value(b)?]),
                _ => None,
            };
        }
        Node::Text(operator, arguments) => return super::evaluate_text::number(pool, *operator, arguments, values),
        Node::TextConstant(_) => return None,
    })
}

/// The input and index that a `Select` reads under a model; `None` where it reads no input.
pub fn selected_element(pool: &TermPool, select: TermId, model: &Model) -> Option<(InputId, i64)> {
    let &Node::Select(contents, index) = pool.node(select) else { return None };
    element_place(pool, contents, evaluate(pool, index, model)?, model)
}

/// The input and index that an element of contents comes from under a model; `None` where it comes from no input.
pub fn element_place(pool: &TermPool, contents: TermId, index: i64, model: &Model) -> Option<(InputId, i64)> {
    let values = OnDemand { pool, model };
    match find_element(pool, contents, index, &values)? {
        Element::OfInput(input, index) => Some((input, index)),
        Element::Term(_) | Element::Unit(_) | Element::Known(_) => None,
    }
}

struct OnDemand<'a> {
    pool: &'a TermPool,
    model: &'a Model,
}

impl Values for OnDemand<'_> {
    fn value(&self, id: TermId) -> Option<i64> {
        evaluate(self.pool, id, self.model)
    }

    fn text(&self, id: TermId) -> Option<Arc<[u16]>> {
        evaluate_text(self.pool, id, self.model)
    }
}
