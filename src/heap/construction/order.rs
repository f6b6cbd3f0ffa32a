//! The order in which inputs are made: what a making needs is made before it, unless the two need each other.

use super::super::memory::Heap;
use super::super::value::{ObjectId, Reference, SymbolId, Value};
use super::Made;

/// What alias would make of the order in which inputs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycle {
    /// There is an order.
    None,
    /// An object would be an argument of its own constructor: no caller can do that.
    Arguments,
    /// An object would be in what its own constructor looked at: only a caller that changes it later can do that.
    Contents,
}

impl Heap {
    /// The finished made objects, each after those that it was made from.
    pub fn in_order_of_making(&self) -> Vec<ObjectId> {
        let mut ordered = Vec::new();
        for object in &self.construction.ledger.finished {
            self.place_after_needed(*object, &mut ordered, &mut Vec::new());
        }
        ordered
    }

    pub(super) fn place_after_needed(&self, object: ObjectId, ordered: &mut Vec<ObjectId>, above: &mut Vec<ObjectId>) {
        if above.contains(&object) || ordered.contains(&object) {
            return;
        }
        above.push(object);
        for needed in self.needed(object, true) {
            self.place_after_needed(needed, ordered, above);
        }
        above.pop();
        if self.construction.made(object).is_some() {
            ordered.push(object);
        }
    }

    /// The objects that must be there before an object can be made, one step back: its arguments and, with `contents`, what
    /// its making looked at elsewhere and what arrays hold.
    fn needed(&self, object: ObjectId, contents: bool) -> Vec<ObjectId> {
        let mut symbols = Vec::new();
        if let Some(made) = self.construction.made(object) {
            // What is put into a collection can also be put there later.
            let calls = made.calls.iter().take(if contents { usize::MAX } else { 1 });
            for value in calls.flat_map(|call| &call.arguments) {
                if let Value::Reference(Reference::Symbol(symbol)) = value {
                    symbols.push(*symbol);
                }
            }
        }
        if contents {
            symbols.extend(self.construction.ledger.looked_at.get(&object).into_iter().flatten());
            symbols.extend(self.initial_elements.get(&object).into_iter().flatten().map(|(_, symbol)| *symbol));
        }
        let objects = symbols.into_iter().filter_map(|symbol| self.object_of(symbol));
        let mut found: Vec<ObjectId> = objects.collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The object that an input is, or that is being made for it.
    pub(super) fn object_of(&self, symbol: SymbolId) -> Option<ObjectId> {
        if let Reference::Object(object) = self.current(Reference::Symbol(symbol)) {
            return Some(object);
        }
        let is_for_it = |object: &&ObjectId| self.construction.made(**object).is_some_and(|made| made.symbol == symbol);
        self.construction.ledger.running.iter().find(is_for_it).copied()
    }

    /// Whether an input could be this object: what needs the input to be made must not be needed for the object.
    pub fn cycle(&self, symbol: SymbolId, object: ObjectId) -> Cycle {
        let takers = |calls: usize| -> Vec<ObjectId> {
            let is_argument = |made: &Made| {
                let mut values = made.calls.iter().take(calls).flat_map(|call| &call.arguments);
                values.any(|value| *value == Value::Reference(Reference::Symbol(symbol)))
            };
            let made = self.construction.ledger.made.iter();
            made.filter(|(_, made)| is_argument(made)).map(|(object, _)| *object).collect()
        };
        let takes = takers(1);
        if takes.iter().any(|taker| self.needs(object, *taker, false)) {
            return Cycle::Arguments;
        }
        let looks = self.construction.ledger.looked_at.iter().filter(|(_, symbols)| symbols.contains(&symbol));
        let holds = self.initial_elements.iter().filter(|(_, held)| held.iter().any(|(_, it)| *it == symbol));
        let mut others =
            looks.map(|(object, _)| *object).chain(holds.map(|(array, _)| *array)).chain(takers(usize::MAX));
        if others.any(|other| self.needs(object, other, true)) { Cycle::Contents } else { Cycle::None }
    }

    /// Whether making an object needs another one, or is that one.
    fn needs(&self, object: ObjectId, wanted: ObjectId, contents: bool) -> bool {
        let mut open = vec![object];
        let mut seen = Vec::new();
        while let Some(next) = open.pop() {
            if next == wanted {
                return true;
            }
            if !seen.contains(&next) {
                seen.push(next);
                open.extend(self.needed(next, contents));
            }
        }
        false
    }
}
