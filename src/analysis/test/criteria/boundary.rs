//! Boundary values: each comparison at its edge and one beyond it, empty and one-element arrays and strings.

use super::super::criterion::Criterion;
use super::super::goal::{Gathered, PathView};
use super::super::trail::{Operand, What};
use super::{negated, relation_of};
use crate::classfile::{Condition, Instruction, Relation};
use crate::exec::related;
use crate::heap::{InputOrigin, SymbolOrigin};
use crate::term::{Domain, InputId, TermId, TermPool, TextOperator};
use std::collections::BTreeSet;

pub(super) fn goals(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    for step in &path.trail.steps {
        let What::Branch { condition, jumped, compared, .. } = &step.what else { continue };
        let Some(relation) = relation_of(*condition) else { continue };
        let numbers = match (compared, relation_of(*condition), condition) {
            (Some((left, right)), ..) if !found.pool.sort(*left).is_floating_point() => Some((*left, *right)),
            (_, _, Condition::IntZero(_)) => step.operands[1].number().map(|left| (left, found.pool.int(0))),
            _ => step.operands[0].number().zip(step.operands[1].number()),
        };
        let Some((left, right)) = numbers else { continue };
        let are_known = found.pool.as_constant(left).is_some() && found.pool.as_constant(right).is_some();
        if (are_known && !path.is_given) || is_truth(found.pool, left) || is_truth(found.pool, right) {
            continue;
        }
        let held = if *jumped { relation } else { negated(relation) };
        for (detail, edge) in edges(found.pool, held, left, right) {
            found.add(step.site, Criterion::Boundary, detail, edge);
        }
    }
    inputs(path, found);
}

/// Whether a number is a boolean.
fn is_truth(pool: &TermPool, term: TermId) -> bool {
    pool.as_constant(term).is_none() && pool.range(term) == (0, 1)
}

/// The edge of a relation that holds, and one beyond it.
fn edges(pool: &mut TermPool, held: Relation, left: TermId, right: TermId) -> Vec<(&'static str, TermId)> {
    let sort = pool.sort(left);
    let (one, two) = (pool.constant(sort, 1), pool.constant(sort, 2));
    let above = |pool: &mut TermPool, distance: TermId| {
        let there = pool.add(right, distance);
        let (is_there, is_above) = (pool.equal(left, there), pool.greater(left, right));
        pool.conjunction(is_there, is_above)
    };
    let below = |pool: &mut TermPool, distance: TermId| {
        let there = pool.subtract(right, distance);
        let (is_there, is_below) = (pool.equal(left, there), pool.less(left, right));
        pool.conjunction(is_there, is_below)
    };
    match held {
        Relation::Equal => Vec::new(),
        Relation::NotEqual => vec![("one below", below(pool, one)), ("one above", above(pool, one))],
        Relation::Less => vec![("one below", below(pool, one)), ("two below", below(pool, two))],
        Relation::LessOrEqual => {
            vec![("equal", related(pool, Relation::Equal, left, right)), ("one below", below(pool, one))]
        }
        Relation::Greater => vec![("one above", above(pool, one)), ("two above", above(pool, two))],
        Relation::GreaterOrEqual => {
            vec![("equal", related(pool, Relation::Equal, left, right)), ("one above", above(pool, one))]
        }
    }
}

/// Arrays and strings that are parameters: empty, and of one element.
fn inputs(path: &PathView<'_, '_>, found: &mut Gathered<'_>) {
    let heap = &path.state.heap;
    let begin = (path.method, 0);
    let used = used_inputs(path, found.pool);
    for number in 0..heap.input_count() as u32 {
        let id = InputId(number);
        let Some(input) = heap.input(id).filter(|_| used.contains(&id)) else { continue };
        match (input.origin, input.domain) {
            (InputOrigin::Length(array), domain) => {
                if let Some(position) = parameter_of(path, array) {
                    let length = found.pool.input(id, domain);
                    lengths(found, begin, position, length);
                }
            }
            (InputOrigin::Field(object, _), Domain::Text) => {
                if let Some(position) = parameter_of(path, object) {
                    let text = found.pool.input(id, Domain::Text);
                    let length = found.pool.text_operation(TextOperator::Length, &[text]);
                    lengths(found, begin, position, length);
                }
            }
            _ => {}
        }
    }
}

/// The inputs that some instruction computes with or decides by.
pub(super) fn used_inputs(path: &PathView<'_, '_>, pool: &TermPool) -> BTreeSet<InputId> {
    let mut used = BTreeSet::new();
    for step in &path.trail.steps {
        let instruction = path.program.code(step.site.0).and_then(|code| code.instructions.get(step.site.1 as usize));
        if matches!(
            instruction.map(|decoded| &decoded.instruction),
            Some(Instruction::Load(..) | Instruction::Return(_)) | None
        ) {
            continue;
        }
        for operand in step.operands.into_iter().filter_map(Operand::number) {
            used.extend(pool.inputs(operand).iter().copied());
        }
    }
    used
}

fn lengths(found: &mut Gathered<'_>, begin: (crate::program::MethodId, u32), position: u16, length: TermId) {
    for (name, value) in [("empty", 0), ("of length one", 1)] {
        let value = found.pool.int(value);
        let is_so = found.pool.equal(length, value);
        found.add(begin, Criterion::Boundary, format!("parameter {position} is {name}"), is_so);
    }
}

/// The parameter that an input object was first met as.
fn parameter_of(path: &PathView<'_, '_>, object: crate::heap::ObjectId) -> Option<u16> {
    use crate::heap::{Reference, SymbolId};
    let heap = &path.state.heap;
    (0..heap.symbol_count() as u32).find_map(|number| {
        let symbol = heap.symbol(SymbolId(number))?;
        match (symbol.origin, symbol.value) {
            (SymbolOrigin::Parameter(position), Some(Reference::Object(held))) if held == object => Some(position),
            _ => None,
        }
    })
}
