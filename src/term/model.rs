//! Models: values for inputs. Cheap to clone, so that every path can carry its own.

use super::sort::InputId;
use imbl::OrdMap;
use std::sync::Arc;

/// The contents of one array in a model.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct ContentsValue {
    /// Elements that differ from the rest, by index.
    pub elements: OrdMap<i64, i64>,
    /// All other elements.
    pub default: i64,
}

impl ContentsValue {
    /// The element at an index.
    pub fn get(&self, index: i64) -> i64 {
        self.elements.get(&index).copied().unwrap_or(self.default)
    }
}

/// Values for inputs; what is missing is 0, contents of zeroes, or the empty text.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Model {
    numbers: OrdMap<InputId, i64>,
    contents: OrdMap<InputId, ContentsValue>,
    texts: OrdMap<InputId, Arc<[u16]>>,
}

impl Model {
    /// A model in which everything is 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// The value of a number.
    pub fn get(&self, id: InputId) -> i64 {
        self.numbers.get(&id).copied().unwrap_or(0)
    }

    /// The value of a number, if the model says one.
    pub fn get_assigned(&self, id: InputId) -> Option<i64> {
        self.numbers.get(&id).copied()
    }

    /// The contents of an array, if the model says any.
    pub fn get_contents(&self, id: InputId) -> Option<&ContentsValue> {
        self.contents.get(&id)
    }

    /// The element of an array's contents at an index.
    pub fn select(&self, id: InputId, index: i64) -> i64 {
        self.contents.get(&id).map_or(0, |contents| contents.get(index))
    }

    /// The value of a text, in UTF-16 units.
    pub fn text(&self, id: InputId) -> Arc<[u16]> {
        self.texts.get(&id).cloned().unwrap_or_else(|| Arc::from([]))
    }

    /// The value of a text, if the model says one.
    pub fn get_text(&self, id: InputId) -> Option<&Arc<[u16]>> {
        self.texts.get(&id)
    }

    /// Sets the value of a text.
    pub fn set_text(&mut self, id: InputId, units: Arc<[u16]>) {
        self.texts.insert(id, units);
    }

    /// Sets the value of a number.
    pub fn set(&mut self, id: InputId, value: i64) {
        self.numbers.insert(id, value);
    }

    /// Sets the contents of an array.
    pub fn set_contents(&mut self, id: InputId, contents: ContentsValue) {
        self.contents.insert(id, contents);
    }

    /// Sets one element of an array's contents.
    pub fn set_element(&mut self, id: InputId, index: i64, value: i64) {
        self.contents.entry(id).or_default().elements.insert(index, value);
    }

    /// Makes an input unsaid, and so 0, contents of zeroes, or the empty text.
    pub fn forget(&mut self, id: InputId) {
        self.numbers.remove(&id);
        self.contents.remove(&id);
        self.texts.remove(&id);
    }

    /// Takes over every value that `other` says; values it does not say stay.
    pub fn merge_from(&mut self, other: &Model) {
        for (&id, &value) in &other.numbers {
            self.numbers.insert(id, value);
        }
        for (&id, contents) in &other.contents {
            self.contents.insert(id, contents.clone());
        }
        for (&id, units) in &other.texts {
            self.texts.insert(id, units.clone());
        }
    }

    /// All numbers the model says, ascending by input.
    pub fn numbers(&self) -> impl Iterator<Item = (InputId, i64)> + '_ {
        self.numbers.iter().map(|(&id, &value)| (id, value))
    }

    /// All contents the model says, ascending by input.
    pub fn all_contents(&self) -> impl Iterator<Item = (InputId, &ContentsValue)> + '_ {
        self.contents.iter().map(|(&id, contents)| (id, contents))
    }

    /// All texts the model says, ascending by input.
    pub fn texts(&self) -> impl Iterator<Item = (InputId, &Arc<[u16]>)> + '_ {
        self.texts.iter().map(|(&id, units)| (id, units))
    }
}
