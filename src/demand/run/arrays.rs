//! Arrays of primitives that a method is given, and what it leaves in them.

use super::super::composable::is_primitive_array;
use super::super::input::parameter_kinds;
use super::super::tree::TreeInput;
use super::{Activation, Runner};
use crate::exec::{Machine, State, StopReason};
use crate::heap::{ObjectId, Reference, SymbolId, SymbolOrigin, Value};
use crate::program::FieldKind;
use crate::term::{ContentsValue, Node, TermId, evaluate};

/// The contents of arrays that are parameters, concretely.
pub(in crate::demand) type Contents = Vec<(u16, ContentsValue)>;

impl<'r, 'p> Runner<'r, 'p> {
    /// Where a method may write into one of several arrays, decides which of them are the same.
    pub(super) fn decide_arrays(&mut self, activation: &mut Activation) -> Result<(), StopReason> {
        let kinds = parameter_kinds(self.machine.program, activation.method);
        let is_array = |kind: &&FieldKind| matches!(kind, FieldKind::Reference(it) if is_primitive_array(*it));
        if kinds.iter().filter(is_array).count() < 2 || !self.composable.effects(activation.method).writes_arrays {
            return Ok(());
        }
        let parameters = (0..activation.state.heap.symbol_count() as u32).map(SymbolId);
        for symbol in parameters.collect::<Vec<SymbolId>>() {
            let declared = activation.state.heap.symbol(symbol).map(|info| info.declared);
            if declared.is_some_and(is_primitive_array) {
                self.decide(activation, Value::Reference(Reference::Symbol(symbol)))?;
            }
        }
        Ok(())
    }

    /// The contents of the arrays of primitives that are parameters: as terms, and concretely.
    pub(super) fn contents_left(&mut self, activation: &mut Activation) -> Option<(Vec<(u16, TermId)>, Contents)> {
        let (mut terms, mut values) = (Vec::new(), Vec::new());
        for (position, object) in parameter_arrays(&activation.state) {
            let Some((length, contents)) = primitive_array(&activation.state, object) else { continue };
            let value = contents_of(self.machine, &activation.state, length, contents)?;
            values.push((position, value));
            let left = activation.translation.term(self.machine, contents);
            let at_start = self.trees.known_input(activation.method, TreeInput::Contents(position));
            let is_unchanged =
                matches!(self.machine.pool.node(left), Node::Input(input, _) if Some(*input) == at_start);
            if !is_unchanged {
                terms.push((position, left));
            }
        }
        Some((terms, values))
    }
}

/// The parameters that are arrays of primitives, with their objects, one parameter for each.
fn parameter_arrays(state: &State) -> Vec<(u16, ObjectId)> {
    let mut found: Vec<(u16, ObjectId)> = Vec::new();
    for number in 0..state.heap.symbol_count() as u32 {
        let Some(symbol) = state.heap.symbol(SymbolId(number)) else { continue };
        if let (SymbolOrigin::Parameter(position), Some(Reference::Object(object))) = (symbol.origin, symbol.value) {
            found.push((position, object));
        }
    }
    found
}

/// Length and contents of an array of primitives.
pub(in crate::demand) fn primitive_array(state: &State, object: ObjectId) -> Option<(TermId, TermId)> {
    let body = state.heap.array(object)?;
    match body.contents {
        crate::heap::Contents::Primitive(_, contents) => Some((body.length, contents)),
        crate::heap::Contents::References(_) => None,
    }
}

/// The elements of an array of primitives under the state's model.
pub(in crate::demand) fn contents_of(
    machine: &mut Machine<'_>,
    state: &State,
    length: TermId,
    contents: TermId,
) -> Option<ContentsValue> {
    let length = evaluate(&machine.pool, length, &state.path.model)?;
    if let Node::Input(input, _) = machine.pool.node(contents) {
        return Some(state.path.model.get_contents(*input).cloned().unwrap_or_default());
    }
    let mut value = ContentsValue::default();
    for index in 0..length {
        let at = machine.pool.int(i32::try_from(index).ok()?);
        let element = machine.pool.select(contents, at);
        let element = evaluate(&machine.pool, element, &state.path.model)?;
        if element != 0 {
            value.elements.insert(index, element);
        }
    }
    Some(value)
}
