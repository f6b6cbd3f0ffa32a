//! Elements of contents under a model.

use super::evaluate_float;
use super::model::Model;
use super::node::{Node, TermId, element_of};
use super::operate;
use super::operator::TextOperator;
use super::pool::TermPool;
use super::sort::{Arithmetic, InputId, Sort};
use std::sync::Arc;

/// Where the values of children come from.
pub(super) trait Values {
    /// Of a number or truth value.
    fn value(&self, id: TermId) -> Option<i64>;
    /// Of a text.
    fn text(&self, id: TermId) -> Option<Arc<[u16]>>;
}

/// The element of contents at a known index.
pub(super) fn element(
    pool: &TermPool,
    contents: TermId,
    index: i64,
    model: &Model,
    values: &impl Values,
) -> Option<i64> {
    let kind = pool.element_kind(contents);
    match find_element(pool, contents, index, values)? {
        Element::OfInput(input, index) => {
            let number = model.select(input, index);
            Some(match (pool.arithmetic(), kind.sort()) {
                (Arithmetic::Java, Sort::Int) => kind.narrow(i64::from(number as i32)),
                (_, element) => evaluate_float::canonical(element, kind.narrow(number)),
            })
        }
        Element::Term(stored) => values.value(stored),
        Element::Unit(unit) => Some(unit),
        Element::Known(value) => Some(value),
    }
}

/// Where an element of contents comes from.
pub(super) enum Element {
    OfInput(InputId, i64),
    Term(TermId),
    Unit(i64),
    Known(i64),
}

/// Finds that.
pub(super) fn find_element(pool: &TermPool, contents: TermId, index: i64, values: &impl Values) -> Option<Element> {
    let arithmetic = pool.arithmetic();
    let (mut contents, mut index) = (contents, index);
    loop {
        match *pool.node(contents) {
            Node::Input(input, _) => return Some(Element::OfInput(input, index)),
            Node::Store(inner, at, stored) => {
                if values.value(at)? == index {
                    return Some(Element::Term(stored));
                }
                contents = inner;
            }
            Node::Copy { destination, destination_from, source, source_from, length } => {
                let from = values.value(destination_from)?;
                let exact = i128::from(index) - i128::from(from);
                let offset = operate::wrap(arithmetic, Sort::Int, exact)?;
                if from <= index && offset < values.value(length)? {
                    let moved = i128::from(offset) + i128::from(values.value(source_from)?);
                    index = operate::wrap(arithmetic, Sort::Int, moved)?;
                    contents = source;
                } else {
                    contents = destination;
                }
            }
            Node::IfThenElse(condition, a, b) => {
                contents = if values.value(condition)? != 0 { a } else { b };
            }
            Node::Zeroed(_) => return Some(Element::Known(0)),
            Node::Elements(_, ref elements) => return Some(Element::Known(element_of(elements, index))),
            Node::Text(TextOperator::ToContents, ref arguments) => {
                let units = values.text(*arguments.first()?)?;
                return Some(Element::Unit(super::text::char_at(&units, index)));
            }
            _ => return None,
        }
    }
}
