//! What is assumed of a method's parameters from the outside, and known of arrays that the JVM makes.

use super::memory::{Context, Heap, SymbolOrigin};
use super::value::{ObjectId, Reference, SymbolId};
use crate::term::{TermId, TextOperator};

/// Assumptions about parameters, by position: counted from 0 with the receiver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assumptions {
    /// These are not null.
    pub not_null: Vec<u16>,
    /// The elements that these arrays hold at the start are not null.
    pub elements_not_null: Vec<u16>,
    /// These arrays and strings are at most so long.
    pub longest: Vec<(u16, i32)>,
    /// The elements that these arrays hold at the start are not null: the JVM has filled them.
    pub full: Vec<ObjectId>,
}

impl Heap {
    /// Assumes something of the parameters; they are inputs that nothing has used yet.
    pub fn assume(&mut self, assumptions: Assumptions) {
        for number in 0..self.symbol_count() as u32 {
            let symbol = SymbolId(number);
            if self.parameter(symbol).is_some_and(|position| assumptions.not_null.contains(&position)) {
                self.require_object(symbol);
            }
        }
        self.assumptions = assumptions.into();
    }

    /// Says of an input array of which nothing was read yet that it holds no null.
    pub fn fill(&mut self, array: ObjectId) {
        std::rc::Rc::make_mut(&mut self.assumptions).full.push(array);
    }

    /// The parameter that a reference input is.
    fn parameter(&self, symbol: SymbolId) -> Option<u16> {
        match self.symbol(symbol)?.origin {
            SymbolOrigin::Parameter(position) => Some(position),
            _ => None,
        }
    }

    /// Whether the elements of an input array are assumed to be objects.
    pub(super) fn holds_objects(&self, array: ObjectId) -> bool {
        if self.assumptions.full.contains(&array) {
            return true;
        }
        !self.assumptions.elements_not_null.is_empty()
            && (0..self.symbol_count() as u32).map(SymbolId).any(|symbol| {
                self.current(Reference::Symbol(symbol)) == Reference::Object(array)
                    && self
                        .parameter(symbol)
                        .is_some_and(|position| self.assumptions.elements_not_null.contains(&position))
            })
    }

    /// What is assumed of the length of what a parameter turned out to be.
    pub fn assumed_length(&mut self, context: &mut Context<'_>, symbol: SymbolId) -> Option<TermId> {
        let position = self.parameter(symbol)?;
        let longest = self.assumptions.longest.iter().find(|(known, _)| *known == position)?.1;
        let Reference::Object(object) = self.current(Reference::Symbol(symbol)) else { return None };
        let length = match self.array(object).map(|body| body.length) {
            Some(length) => length,
            None => {
                let text = self.text_of(context, object)?;
                context.pool.text_operation(TextOperator::Length, &[text])
            }
        };
        let longest = context.pool.int(longest);
        Some(context.pool.less_or_equal(length, longest))
    }
}
