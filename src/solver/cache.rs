//! Answers that are remembered: by the conjunction itself, by its shape with inputs renumbered, by conjunctions that are
//! part of it, and by models that may do again.

use super::Answer;
use crate::term::{Domain, InputId, Model, Node, Sort, TermId, TermPool, evaluate_truth, reachable};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

/// Recent models that are tried on a new conjunction.
const MOST_MODELS: usize = 12;
/// Refuted conjunctions that are looked for within a new one.
const MOST_REFUTED: usize = 64;
/// Remembered answers; when there are more, all are forgotten.
const MOST_ANSWERS: usize = 1 << 16;

/// Remembers answers about terms of one pool.
#[derive(Debug, Default)]
pub(super) struct Cache {
    pool: u64,
    exact: FxHashMap<Box<[TermId]>, Remembered>,
    shapes: FxHashMap<Box<[u64]>, Remembered>,
    models: VecDeque<Model>,
    refuted: VecDeque<Box<[TermId]>>,
}

/// A remembered answer; the model says values by the input's position in the shape.
#[derive(Clone, Debug)]
enum Remembered {
    Satisfiable(Model),
    Unsatisfiable,
}

/// A conjunction as the cache looks it up.
pub(super) struct Key {
    exact: Box<[TermId]>,
    shape: Box<[u64]>,
    inputs: Vec<InputId>,
    /// The terms of `inputs`.
    terms: Vec<TermId>,
}

impl Cache {
    /// The key of a conjunction, given in the order of the path.
    pub(super) fn key(&mut self, pool: &TermPool, conjuncts: &[TermId]) -> Key {
        if self.pool != pool.identity() {
            *self = Cache { pool: pool.identity(), ..Cache::default() };
        }
        let mut exact = conjuncts.to_vec();
        exact.sort_unstable();
        exact.dedup();
        let (shape, inputs, terms) = shape_of(pool, conjuncts);
        Key { exact: exact.into_boxed_slice(), shape, inputs, terms }
    }

    /// The remembered answer. A model says only values of the conjunction's inputs, and is checked by the caller.
    pub(super) fn get(&mut self, pool: &TermPool, key: &Key) -> Option<Answer> {
        if let Some(known) = self.exact.get(&key.exact).or_else(|| self.shapes.get(&key.shape)) {
            return Some(match known {
                Remembered::Unsatisfiable => Answer::Unsatisfiable,
                Remembered::Satisfiable(model) => {
                    Answer::Satisfiable(renumbered(model, |position| key.inputs.get(position.0 as usize).copied()))
                }
            });
        }
        if self.refuted.iter().any(|refuted| is_subset(refuted, &key.exact)) {
            return Some(Answer::Unsatisfiable);
        }
        // On another path the same number was an input of another type.
        let satisfies = |model: &Model| {
            key.inputs.iter().zip(&key.terms).all(|(&input, &term)| fits(pool, model, input, term))
                && key.exact.iter().all(|&id| evaluate_truth(pool, id, model) == Some(true))
        };
        let found = self.models.iter().position(satisfies)?;
        let model = self.models.get(found)?;
        Some(Answer::Satisfiable(restricted(model, &key.inputs)))
    }

    /// Remembers an answer; unknown is not remembered.
    pub(super) fn put(&mut self, key: Key, answer: &Answer) {
        if self.shapes.len() >= MOST_ANSWERS {
            self.shapes.clear();
            self.exact.clear();
        }
        let remembered = match answer {
            Answer::Unknown(_) => return,
            Answer::Unsatisfiable => {
                self.refuted.push_front(key.exact.clone());
                self.refuted.truncate(MOST_REFUTED);
                Remembered::Unsatisfiable
            }
            Answer::Satisfiable(model) => {
                self.models.push_front(model.clone());
                self.models.truncate(MOST_MODELS);
                let positions: FxHashMap<InputId, u32> =
                    key.inputs.iter().enumerate().map(|(position, &input)| (input, position as u32)).collect();
                Remembered::Satisfiable(renumbered(model, |input| positions.get(&input).copied().map(InputId)))
            }
        };
        self.exact.insert(key.exact, remembered.clone());
        self.shapes.insert(key.shape, remembered);
    }
}

fn is_subset(part: &[TermId], whole: &[TermId]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|wanted| rest.any(|id| id == wanted))
}

/// The model with its inputs renamed; inputs without a name are left out.
fn renumbered(model: &Model, name: impl Fn(InputId) -> Option<InputId>) -> Model {
    let mut result = Model::new();
    for (input, value) in model.numbers() {
        if let Some(input) = name(input) {
            result.set(input, value);
        }
    }
    for (input, contents) in model.all_contents() {
        if let Some(input) = name(input) {
            result.set_contents(input, contents.clone());
        }
    }
    for (input, units) in model.texts() {
        if let Some(input) = name(input) {
            result.set_text(input, units.clone());
        }
    }
    result
}

/// Whether what the model says of an input is a value that the input's type has.
fn fits(pool: &TermPool, model: &Model, input: InputId, term: TermId) -> bool {
    let (low, high) = pool.range(term);
    let is_within = |value: i64| low <= value && value <= high;
    match model.get_contents(input) {
        Some(contents) => is_within(contents.default) && contents.elements.values().copied().all(is_within),
        None => is_within(model.get(input)),
    }
}

/// What the model says of some inputs only.
fn restricted(model: &Model, inputs: &[InputId]) -> Model {
    let mut result = Model::new();
    for &input in inputs {
        if let Some(units) = model.get_text(input) {
            result.set_text(input, units.clone());
        }
        match model.get_contents(input) {
            Some(contents) => result.set_contents(input, contents.clone()),
            None => {
                if let Some(value) = model.get_assigned(input) {
                    result.set(input, value);
                }
            }
        }
    }
    result
}

/// The structure of a conjunction with its inputs numbered by first occurrence, those inputs, and their terms.
fn shape_of(pool: &TermPool, conjuncts: &[TermId]) -> (Box<[u64]>, Vec<InputId>, Vec<TermId>) {
    let mut shape = Vec::new();
    let mut inputs: Vec<InputId> = Vec::new();
    let mut terms: Vec<TermId> = Vec::new();
    let mut numbers: FxHashMap<TermId, u64> = FxHashMap::default();
    let mut positions: FxHashMap<InputId, u64> = FxHashMap::default();
    let mut done: FxHashSet<TermId> = FxHashSet::default();
    for &conjunct in conjuncts {
        if !done.insert(conjunct) {
            continue;
        }
        for term in reachable_new(pool, conjunct, &numbers) {
            let number = numbers.len() as u64;
            numbers.insert(term, number);
            describe(pool, term, &numbers, &mut shape, |input| {
                *positions.entry(input).or_insert_with(|| {
                    inputs.push(input);
                    terms.push(term);
                    inputs.len() as u64 - 1
                })
            });
        }
        shape.push(u64::MAX);
        shape.push(numbers.get(&conjunct).copied().unwrap_or(0));
    }
    (shape.into_boxed_slice(), inputs, terms)
}

fn reachable_new(pool: &TermPool, id: TermId, numbers: &FxHashMap<TermId, u64>) -> Vec<TermId> {
    let mut terms = reachable(pool, id);
    terms.retain(|term| !numbers.contains_key(term));
    terms
}

/// Appends a node: its operator, what it carries, and the numbers of its children.
fn describe(
    pool: &TermPool,
    term: TermId,
    numbers: &FxHashMap<TermId, u64>,
    shape: &mut Vec<u64>,
    mut position: impl FnMut(InputId) -> u64,
) {
    let node = pool.node(term);
    let sort_number = |sort: Sort| match sort {
        Sort::Long => 1,
        Sort::Float => 2,
        Sort::Double => 3,
        _ => 0,
    };
    let mut children = Vec::new();
    node.for_each_child(|child| children.push(numbers.get(&child).copied().unwrap_or(u64::MAX)));
    let operator = match node {
        Node::Constant(sort, value) => {
            shape.extend([0, sort_number(*sort), *value as u64]);
            return;
        }
        Node::Truth(value) => {
            shape.extend([1, u64::from(*value)]);
            return;
        }
        Node::Input(input, domain) => {
            shape.extend([2, position(*input), domain_number(*domain)]);
            return;
        }
        Node::Zeroed(kind) => {
            shape.extend([3, domain_number(Domain::Contents(*kind))]);
            return;
        }
        Node::Elements(kind, values) => {
            shape.extend([31, domain_number(Domain::Contents(*kind)), values.len() as u64]);
            shape.extend(values.iter().map(|value| *value as u64));
            return;
        }
        Node::Sum { sort, constant, terms } => {
            shape.extend([4, sort_number(*sort), *constant as u64, terms.len() as u64]);
            shape.extend(terms.iter().map(|&(coefficient, _)| coefficient as u64));
            shape.extend(children);
            return;
        }
        Node::Conjunction(terms) => {
            shape.extend([5, terms.len() as u64]);
            shape.extend(children);
            return;
        }
        Node::FloatingPoint(operator, terms) => {
            shape.extend([28, *operator as u64, terms.len() as u64]);
            shape.extend(children);
            return;
        }
        Node::TextConstant(units) => {
            shape.extend([29, units.len() as u64]);
            shape.extend(units.iter().map(|unit| u64::from(*unit)));
            return;
        }
        Node::Text(operator, terms) => {
            shape.extend([30, *operator as u64, terms.len() as u64]);
            shape.extend(children);
            return;
        }
        Node::Product(..) => 6,
        Node::Divide(..) => 7,
        Node::Remainder(..) => 8,
        Node::ShiftLeft(..) => 9,
        Node::ShiftRight(..) => 10,
        Node::UnsignedShiftRight(..) => 11,
        Node::And(..) => 12,
        Node::Or(..) => 13,
        Node::Xor(..) => 14,
        Node::IntToLong(_) => 15,
        Node::LongToInt(_) => 16,
        Node::ToByte(_) => 17,
        Node::ToChar(_) => 18,
        Node::ToShort(_) => 19,
        Node::CompareLong(..) => 20,
        Node::Equal(..) => 21,
        Node::Less(..) => 22,
        Node::Not(_) => 23,
        Node::IfThenElse(..) => 24,
        Node::Select(..) => 25,
        Node::Store(..) => 26,
        Node::Copy { .. } => 27,
    };
    shape.push(operator);
    shape.extend(children);
}

fn domain_number(domain: Domain) -> u64 {
    match domain {
        Domain::Boolean => 0,
        Domain::Byte => 1,
        Domain::Char => 2,
        Domain::Short => 3,
        Domain::Int => 4,
        Domain::Long => 5,
        Domain::Length => 6,
        Domain::Text => 7,
        Domain::Contents(kind) => 8 + kind as u64,
        Domain::Float => 16,
        Domain::Double => 17,
    }
}
